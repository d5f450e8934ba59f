"""Holding and booking, and the persona's bookings."""

from datetime import date, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.errors import Conflict, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.car_rental.base import CarRentalBase
from vibelife_inspect.services.car_rental.records import BookedExtra, Booking, Status
from vibelife_inspect.services.car_rental.trips import Trip, TripRequest
from vibelife_inspect.world import ME, Appointment, Json, Limit, operation, page


class BookingDesk(CarRentalBase):
    """Making and reading bookings."""

    @operation("write")
    def hold_car(self, trip: TripRequest) -> Json:
        """Hold a car at today's price without payment; the hold lapses at `hold_until` unless it is confirmed.

        Releasing a hold (cancel_booking) costs nothing.

        Args:
            trip: The rental.
        """
        checked = self.trip(trip)
        if not checked.offer.hold_hours:
            raise Refused(f"offer {checked.offer.id!r} cannot be held; book it instead")
        until = self.clock.after(timedelta(hours=checked.offer.hold_hours))
        if until >= checked.pickup_at:
            raise Refused(f"too close to pick-up for a hold, which would last until {until.isoformat()}; book it")
        held = self._new(checked).model_copy(update={"status": "held", "hold_until": until})
        return self.shown(self.bookings.add(held))

    @operation("commit")
    def confirm_hold(self, booking_id: str, payment_method: str, add_to_calendar: bool = False) -> Json:
        """Turn a hold into a booking at the held price, and pay it.

        Args:
            booking_id: Id of the held booking.
            payment_method: Id of the account or card that pays, now and the deposit at pick-up.
            add_to_calendar: Whether to write pick-up and return into the user's calendar.
        """
        booking = self.mine(booking_id, "held")
        if booking.trouble != "none":
            raise Conflict(f"booking {booking_id!r} is in trouble: {booking.trouble}; change it or cancel it")
        return self._confirm(booking, payment_method, add_to_calendar)

    @operation("commit")
    def book_car(
        self,
        trip: TripRequest,
        payment_method: str,
        expected_total: Money | None = None,
        add_to_calendar: bool = False,
    ) -> Json:
        """Book a car: pays the total, takes the car out of the stock and mails a confirmation.

        The deposit is charged at pick-up and paid back a day after the return.

        Args:
            trip: The rental.
            payment_method: Id of the account or card that pays.
            expected_total: The total as it was quoted; if the price has changed since, nothing is booked.
            add_to_calendar: Whether to write pick-up and return into the user's calendar.
        """
        checked = self.trip(trip)
        if expected_total is not None and expected_total != checked.total:
            raise Conflict(f"the total is now {checked.total}, not {expected_total}", total=str(checked.total))
        return self._confirm(self.bookings.add(self._new(checked)), payment_method, add_to_calendar)

    @operation("read")
    def get_booking(self, booking_id: str) -> Json:
        """Show one booking in full, with its condition reports, incidents and calls for help.

        `trouble` is not none when the company cannot keep its word: the car was withdrawn or is late (`ready_at`), or a
        station is closed. Changing or cancelling is free then.

        Args:
            booking_id: Id of the booking.
        """
        booking = self.bookings.get(booking_id)
        self.own(booking, "booking")
        return {
            **self.shown(booking),
            "condition_reports": [dict(row) for row in self.condition_reports.find(booking=booking.id)],
            "incidents": [row.row for row in self.incidents.find(booking=booking.id)],
            "help_requests": [dict(row) for row in self.help_requests.find(booking=booking.id)],
        }

    @operation("read")
    def list_bookings(
        self,
        statuses: Annotated[list[Status], Field(min_length=1, max_length=7)] | None = None,
        from_day: date | None = None,
        until_day: date | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's bookings by time of pick-up, earliest first.

        Args:
            statuses: Only bookings in one of these states.
            from_day: Only pick-ups on or after this day at the station.
            until_day: Only pick-ups on or before this day at the station.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            booking
            for booking in self.bookings.find(owner=ME)
            if (statuses is None or booking.status in statuses) and self._within(booking, from_day, until_day)
        ]
        return page(sorted(rows, key=lambda row: (row.pickup_at, row.id)), limit, cursor, lambda row: row.row)

    def _within(self, booking: Booking, first: date | None, last: date | None) -> bool:
        day = self.stations.get(booking.station).day_of(booking.pickup_at)
        return (first is None or first <= day) and (last is None or day <= last)

    def _new(self, trip: Trip) -> Booking:
        return Booking(id=self.new_id("CAR"), booked_at=self.clock.now, paid=trip.total.zero(), **self.terms(trip))

    def terms(self, trip: Trip) -> Json:
        """The fields of a booking that a trip decides."""
        return {
            "offer": trip.offer.id,
            "station": trip.station.id,
            "return_station": trip.return_station.id,
            "pickup_at": trip.pickup_at.astimezone(ZoneInfo(trip.station.zone)),
            "return_at": trip.return_at.astimezone(ZoneInfo(trip.return_station.zone)),
            "drivers": trip.drivers,
            "insurance": None if trip.plan is None else trip.plan.id,
            "extras": tuple(BookedExtra(extra_id=extra.id, quantity=count) for extra, count in trip.extras),
            "countries": trip.countries,
            "lines": trip.lines,
            "total": trip.total,
            "deposit": trip.offer.deposit,
            "refundable": trip.offer.refundable,
            "free_until": trip.free_until,
            "cancel_percent": trip.offer.cancel_percent,
        }

    def _confirm(self, booking: Booking, method: str, add_to_calendar: bool) -> Json:
        if booking.total.minor:
            booking = self.pay(booking, method, booking.total, "booking")
        booking = self.bookings.update(booking.id, status="confirmed", hold_until=None, payment_method=method)
        self.write_to_customer(booking, "Your car is booked", "thank you for your booking.")
        notes = [payment.charge.note for payment in booking.payments]
        if add_to_calendar:
            notes.append(self._enter(booking))
        return self.shown(booking, *notes)

    def _enter(self, booking: Booking) -> str:
        station = self.stations.get(booking.station)
        entry = Appointment(
            title=f"Rental car: {self.offers.get(booking.offer).vehicle}",
            start=booking.pickup_at,
            end=booking.return_at,
            location=", ".join(part for part in (station.name, station.address, station.city) if part),
            notes=f"Booking {booking.id}",
        )
        return "" if self.ports.agenda(entry) else "no calendar service is enabled; nothing was entered"
