"""Holding and booking, and the persona's reservations."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.base import HotelBase
from vibelife_inspect.services.hotel_booking.offers import Offer
from vibelife_inspect.services.hotel_booking.records import Reservation, Status, StayRequest
from vibelife_inspect.services.hotel_booking.searching import Guests, Rooms
from vibelife_inspect.world import ME, Appointment, Json, Limit, operation, page


class Booking(HotelBase):
    """Making and reading reservations."""

    @operation("write")
    def hold_room(
        self,
        rate_plan_id: str,
        check_in: date,
        check_out: date,
        guests: Guests = 1,
        rooms: Rooms = 1,
        guest_name: str | None = None,
    ) -> Json:
        """Hold rooms at today's price without payment; the hold lapses at `hold_until` unless it is confirmed.

        Only refundable rates can be held. Releasing a hold (cancel_reservation) costs nothing.

        Args:
            rate_plan_id: Id of the rate plan.
            check_in: Day of arrival.
            check_out: Day of departure; for a venue the day after the last day.
            guests: People in all.
            rooms: Rooms in all.
            guest_name: Whom the reservation is for; the user when not given.
        """
        offer = self.bookable(rate_plan_id, self.valid_stay(check_in, check_out, guests, rooms))
        if not offer.rate.refundable or not offer.place.hold_for:
            raise Refused(f"{offer.place.name} holds no rooms at this rate; book it instead", rate_plan_id=rate_plan_id)
        until = self.clock.after(offer.place.hold_for)
        stay = self._new_stay(offer, guest_name, "")
        if until >= stay.arrives_at:
            raise Refused(
                f"too close to arrival for a hold, which would last until {until.isoformat()}; book it instead"
            )
        return self.shown(self.reservations.add(stay.model_copy(update={"status": "held", "hold_until": until})))

    @operation("commit")
    def confirm_hold(self, reservation_id: str, payment_method: str, add_to_calendar: bool = False) -> Json:
        """Turn a hold into a booking at the held price; pays what is due now.

        Args:
            reservation_id: Id of the held reservation.
            payment_method: Id of the account or card that pays, now and the rest on arrival.
            add_to_calendar: Whether to write the stay into the user's calendar.
        """
        stay = self.mine(reservation_id)
        if stay.status == "lapsed":
            raise Expired(
                f"the hold {stay.id!r} lapsed at {stay.hold_until}; book again", hold_until=str(stay.hold_until)
            )
        self.with_status(stay, "held")
        rate = self.rate_plans.get(stay.rate_plan_id)
        share = stay.total.percent(rate.deposit_percent)
        return self._confirm(stay, payment_method, share if share.minor else stay.total, add_to_calendar)

    @operation("commit")
    def book_stay(
        self,
        rate_plan_id: str,
        check_in: date,
        check_out: date,
        payment_method: str,
        guests: Guests = 1,
        rooms: Rooms = 1,
        guest_name: str | None = None,
        special_requests: str | None = None,
        expected_total: Money | None = None,
        add_to_calendar: bool = False,
    ) -> Json:
        """Book rooms: takes them out of the stock, pays what is due now and mails a confirmation.

        Args:
            rate_plan_id: Id of the rate plan.
            check_in: Day of arrival.
            check_out: Day of departure; for a venue the day after the last day.
            payment_method: Id of the account or card that pays, now and the rest on arrival.
            guests: People in all.
            rooms: Rooms in all.
            guest_name: Whom the reservation is for; the user when not given.
            special_requests: Wishes passed on to the property, which may decline them.
            expected_total: The total as it was quoted; if the price has changed since, nothing is booked.
            add_to_calendar: Whether to write the stay into the user's calendar.
        """
        offer = self.bookable(rate_plan_id, self.valid_stay(check_in, check_out, guests, rooms))
        if expected_total is not None and expected_total != offer.total:
            raise Conflict(
                f"the total is now {offer.total}, not {expected_total}; nothing was booked", total=str(offer.total)
            )
        stay = self.reservations.add(self._new_stay(offer, guest_name, special_requests or ""))
        if special_requests is not None:
            self.ask(stay, StayRequest(
                id=self.new_id("REQ"), reservation_id=stay.id, property_id=stay.property_id, text=special_requests,
                sent_at=self.clock.now,
            ))  # fmt: skip
        return self._confirm(stay, payment_method, offer.due_now, add_to_calendar)

    @operation("read")
    def get_reservation(self, reservation_id: str) -> Json:
        """Show one reservation in full, with its requests and the answers to them.

        Args:
            reservation_id: Id of the reservation.
        """
        stay = self.mine(reservation_id)
        asked = [request.shown for request in self.requests.find(reservation_id=stay.id)]
        return {**self.shown(stay), "requests": asked}

    @operation("read")
    def list_reservations(
        self,
        statuses: Annotated[list[Status], Field(min_length=1, max_length=8)] | None = None,
        arriving_from: date | None = None,
        arriving_until: date | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's reservations by day of arrival, earliest first.

        Args:
            statuses: Only reservations in one of these states.
            arriving_from: Only arrivals on or after this day.
            arriving_until: Only arrivals on or before this day.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            stay
            for stay in self.reservations.find(owner=ME)
            if (statuses is None or stay.status in statuses)
            and (arriving_from is None or stay.check_in >= arriving_from)
            and (arriving_until is None or stay.check_in <= arriving_until)
        ]
        rows.sort(key=lambda stay: (stay.check_in, stay.id))
        return page(rows, limit, cursor, self._row)

    @operation("read")
    def summarize_bookings(self, period: Literal["all", "past", "future"] = "all") -> Json:
        """Add up the user's reservations: how many per status, nights, what was paid per currency, and the next stay.

        Args:
            period: past: only stays that have ended; future: only those that have not.
        """
        today = self.clock.today
        rows = [
            stay
            for stay in self.reservations.find(owner=ME)
            if period == "all" or (stay.check_out <= today) == (period == "past")
        ]
        counts: dict[str, int] = {}
        paid: dict[str, Money] = {}
        for stay in rows:
            counts[stay.status] = counts.get(stay.status, 0) + 1
            paid[stay.paid.currency] = paid.get(stay.paid.currency, stay.paid.zero()) + stay.paid
        coming = [stay for stay in rows if stay.status in ("held", "confirmed") and stay.check_out > today]
        following = min(coming, key=lambda stay: (stay.check_in, stay.id), default=None)
        return {
            "reservations": len(rows),
            "by_status": dict(sorted(counts.items())),
            "nights": sum(stay.nights for stay in rows if stay.status in ("confirmed", "checked_in", "completed")),
            "paid": [paid[currency] for currency in sorted(paid)],
            "next_stay": None if following is None else self._row(following),
        }

    def ask(self, stay: Reservation, request: StayRequest) -> StayRequest:
        """Send a request to the property."""
        after = self.properties.get(stay.property_id).replies_after
        answer_at: datetime | None = None if after is None else self.clock.after(after)
        return self.requests.add(request.model_copy(update={"answer_at": answer_at, "lapses_at": stay.leaves_at}))

    def _row(self, stay: Reservation) -> Json:
        return {**stay.row, "property": self.properties.get(stay.property_id).name}

    def _new_stay(self, offer: Offer, guest_name: str | None, special_requests: str) -> Reservation:
        place, rate = offer.place, offer.rate
        return Reservation(
            id=self.new_id("STAY"),
            property_id=place.id,
            room_type_id=offer.room.id,
            rate_plan_id=rate.id,
            check_in=offer.stay.check_in,
            check_out=offer.stay.check_out,
            zone=place.zone,
            arrival_from=place.check_in_from,
            leave_by=place.check_out_until,
            guests=offer.stay.guests,
            rooms=offer.stay.rooms,
            guest_name=guest_name or self.setting.persona.name,
            total=offer.total,
            paid=offer.total.zero(),
            booked_at=self.clock.now,
            refundable=rate.refundable,
            free_until=offer.free_until,
            penalty_percent=rate.penalty_percent,
            penalty_nights=rate.penalty_nights,
            penalty_applies=offer.free_until is not None and offer.free_until <= self.clock.now,
            special_requests=special_requests,
        )

    def _confirm(self, stay: Reservation, method: str, due_now: Money, add_to_calendar: bool) -> Json:
        stay = self.pay(stay, method, due_now, "booking")
        late = stay.free_until is not None and stay.free_until <= self.clock.now
        stay = self.reservations.update(stay.id, status="confirmed", hold_until=None, penalty_applies=late)
        self.write_to_guest(stay, "Your booking is confirmed", "thank you for your booking.")
        notes = [stay.payments[-1].charge.note]
        if add_to_calendar:
            notes.append(self._enter(stay))
        return self.shown(stay, *notes)

    def _enter(self, stay: Reservation) -> str:
        place = self.properties.get(stay.property_id)
        entry = Appointment(
            title=f"Stay: {place.name}",
            start=stay.arrives_at,
            end=stay.leaves_at,
            location=", ".join(part for part in (place.address, place.city) if part),
            notes=f"Reservation {stay.id}",
        )
        return "" if self.ports.agenda(entry) else "no calendar service is enabled; nothing was entered"
