"""Quoting, holding, booking and reserving seats."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Refused, Unavailable
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.rail_booking.base import HOUSE
from vibelife_inspect.services.rail_booking.journeys import Section
from vibelife_inspect.services.rail_booking.records import TravelClass, later
from vibelife_inspect.services.rail_booking.tickets import Booking, Leg, LegChoice, Passenger, Place
from vibelife_inspect.services.rail_booking.till import Till
from vibelife_inspect.world import Appointment, Json, Limit, operation, page

Legs = Annotated[list[LegChoice], Field(min_length=1, max_length=4)]
"""The legs of a journey in order of travel."""

Passengers = Annotated[list[Passenger], Field(min_length=1, max_length=9)]
"""Who travels."""

BookingStatus = Literal["held", "lapsed", "confirmed", "travelled", "not_operated", "cancelled"]
"""Where a booking stands."""

_HOLD = timedelta(hours=24)
_HOLD_ENDS = timedelta(minutes=30)


class Selling(Till):
    """From a quote to numbered seats."""

    @operation("read")
    def quote_fare(self, legs: Legs, passengers: Passengers, travel_class: TravelClass = "standard") -> Json:
        """Tell what a journey costs for these travellers, with discount cards and rail passes. Booking charges `total`.

        Args:
            legs: The legs in order of travel, as a search shows them.
            passengers: Who travels; a discount card must be verified, a pass active.
            travel_class: Class on all legs.
        """
        sections = self.sections_of(legs)
        seats = self.check_party(passengers)
        priced = self.travellers(sections, travel_class, passengers)
        left = min(section.seats_left(travel_class) for section in sections)
        return {
            "legs": [
                {**self.section_row(leg), "adult_fare": leg.fare(travel_class), "pass_accepted": leg.run.pass_accepted}
                for leg in sections
            ],
            "travel_class": travel_class,
            "passengers": priced,
            "total": total((one.fare for one in priced), priced[0].fare.currency),
            "seats_left": left,
            "available": left >= seats,
        }

    @operation("write")
    def hold_booking(self, legs: Legs, passengers: Passengers, travel_class: TravelClass = "standard") -> Json:
        """Hold seats at today's fare, free of charge, for 24 hours or until 30 minutes before departure.

        A hold that is not confirmed lapses and gives the seats back.

        Args:
            legs: The legs in order of travel, as a search shows them.
            passengers: Who travels.
            travel_class: Class on all legs.
        """
        sections = self.sections_of(legs)
        until = min(self.clock.after(_HOLD), later(sections[0].departs_at, -_HOLD_ENDS))
        if until <= self.clock.now:
            raise Refused("seats can be held until 30 minutes before departure only; book instead")
        return self.show(self._enter(sections, passengers, travel_class, until.astimezone(self.clock.home)))

    @operation("commit")
    def confirm_booking(
        self, booking_id: str, payment_method: str | None = None, add_to_calendar: bool = False
    ) -> Json:
        """Pay a held booking and so confirm it.

        Args:
            booking_id: Id of the held booking.
            payment_method: Id of the account or card; may be absent only when nothing is to pay.
            add_to_calendar: Whether to write the journey into the user's calendar.
        """
        booking = self.my_booking(booking_id)
        if booking.status == "lapsed":
            raise Expired(f"the hold on {booking.id!r} lapsed at {booking.hold_until}; book again")
        self.require(booking, "booking", "held")
        for leg in booking.legs:
            if self.services.get(leg.service).status in ("cancelled", "withdrawn"):
                raise Unavailable(f"{leg.service} no longer runs", id=leg.service)
        return self._settle(booking, payment_method, add_to_calendar)

    @operation("commit")
    def book_connection(
        self,
        legs: Legs,
        passengers: Passengers,
        payment_method: str | None = None,
        travel_class: TravelClass = "standard",
        add_to_calendar: bool = False,
    ) -> Json:
        """Book and pay a journey at once; the tickets come by mail.

        Args:
            legs: The legs in order of travel, as a search shows them.
            passengers: Who travels; a discount card must be verified, a pass active.
            payment_method: Id of the account or card; may be absent only when nothing is to pay.
            travel_class: Class on all legs.
            add_to_calendar: Whether to write the journey into the user's calendar.
        """
        booking = self._enter(self.sections_of(legs), passengers, travel_class, self.clock.now)
        return self._settle(booking, payment_method, add_to_calendar)

    @operation("read")
    def get_booking(self, booking_id: str) -> Json:
        """Read one booking, with how each of its services stands now; `attention` says what is wrong, if anything.

        Args:
            booking_id: Id of the booking.
        """
        return self.show(self.my_booking(booking_id))

    @operation("read")
    def list_bookings(self, status: BookingStatus | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's bookings by departure, latest first, then by id.

        Args:
            status: Only bookings with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.my_bookings() if status in (None, row.status)]
        rows.sort(key=lambda row: row.id)
        rows.sort(key=lambda row: row.departs_at, reverse=True)
        return page(rows, limit, cursor, self.row)

    @operation("commit")
    def reserve_seats(
        self,
        booking_id: str,
        payment_method: str | None = None,
        preference: Literal["window", "aisle", "any"] = "any",
    ) -> Json:
        """Reserve numbered seats for all travellers on every leg of a confirmed booking that has reservations.

        The fee is `reservation_fee` of each service for each traveller with a seat; rail passes do not cover it.

        Args:
            booking_id: Id of the booking.
            payment_method: Id of the account or card; may be absent only when nothing is to pay.
            preference: Where to sit.
        """
        booking = self.my_booking(booking_id)
        self.require(booking, "booking", "confirmed")
        if booking.seats:
            raise Conflict(f"booking {booking.id!r} has its seats already")
        fees, seats = [], []
        for leg in booking.legs:
            fee, places = self._seats_on(leg.service, booking, preference)
            fees.append(self.convert(fee, booking.total.currency))
            seats += places
        if not seats:
            raise Unavailable("no service of this booking has seats to reserve")
        due = total(fees, booking.total.currency)
        booking = self.pay(booking, due, payment_method, f"Seat reservation {booking.id}")
        booking = self.bookings.update(
            booking.id, seats=tuple(seats), fees=due if booking.fees is None else booking.fees + due
        )
        return self.show(booking)

    def _seats_on(self, service: str, booking: Booking, preference: str) -> tuple[Money, list[Place]]:
        run = self.services.get(service)
        if run.reservation_fee is None:
            return booking.total.zero(), []
        self.require(run, "service", "scheduled", "delayed")
        names = [one.name for one in booking.passengers if one.kind != "infant"]
        letters = {"window": "AD", "aisle": "BC", "any": "ABCD"}[preference]
        places = []
        for number, name in enumerate(names, start=run.reserved):
            # The row belongs to this one passenger, so that no two ever meet on a seat.
            seat = f"{1 + number // 18}-{1 + number % 18}{letters[number % len(letters)]}"
            places.append(Place(service=run.id, passenger=name, seat=seat))
        self.change_run(run.id, reserved=run.reserved + len(names))
        return run.reservation_fee * len(names), places

    def _enter(
        self,
        sections: Sequence[Section],
        passengers: Sequence[Passenger],
        travel_class: TravelClass,
        until: datetime,
    ) -> Booking:
        seats = self.check_party(passengers)
        priced = self.travellers(sections, travel_class, passengers)
        self.check_seats(sections, travel_class, seats, {})
        for section in sections:
            self.move_seats(section.run.id, travel_class, -seats)
        self.count_trips(passengers, -1)
        return self.bookings.add(
            Booking.model_validate(
                {
                    "id": self.new_id("RAIL"),
                    **journey(sections),
                    "travel_class": travel_class,
                    "passengers": priced,
                    "total": total((one.fare for one in priced), priced[0].fare.currency),
                    "status": "held",
                    "hold_until": until,
                    "booked_at": self.clock.now,
                }
            )
        )

    def _settle(self, booking: Booking, payment_method: str | None, add_to_calendar: bool) -> Json:
        route = f"{self.station_name(booking.origin)} - {self.station_name(booking.destination)}"
        booking = self.pay(booking, booking.total, payment_method, f"{route}, {booking.id}")
        booking = self.bookings.update(booking.id, status="confirmed", hold_until=None)
        numbers = ", ".join(self.services.get(leg.service).service_no for leg in booking.legs)
        self.write(
            f"Your tickets {booking.id}: {route}",
            f"Departure {booking.departs_at:%Y-%m-%d %H:%M}, arrival {booking.arrives_at:%Y-%m-%d %H:%M}, {numbers}, "
            f"{booking.travel_class} class, {len(booking.passengers)} traveller(s). Paid: {booking.total}.",
        )
        if add_to_calendar:
            self.ports.agenda(
                Appointment(
                    title=f"{numbers}: {route}",
                    start=booking.departs_at,
                    end=booking.arrives_at,
                    location=self.station_name(booking.origin),
                    notes=f"{HOUSE} {booking.id}",
                )
            )
        return self.show(booking)


def journey(sections: Sequence[Section]) -> Json:
    """The fields of a booking that tell where and when it goes."""
    legs = tuple(
        Leg(
            service=section.run.id,
            origin=section.origin,
            destination=section.destination,
            departs_at=section.departs_at,
            arrives_at=section.arrives_at,
        )
        for section in sections
    )
    return {
        "origin": legs[0].origin,
        "destination": legs[-1].destination,
        "departs_at": legs[0].departs_at,
        "arrives_at": legs[-1].arrives_at,
        "ends_at": later(legs[-1].arrives_at, sections[-1].run.delay),
        "legs": legs,
    }
