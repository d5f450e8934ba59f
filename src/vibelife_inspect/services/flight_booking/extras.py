"""What is added to a booking: passport data, special services, seats and bags."""

from typing import Annotated, Any, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Invalid, NotFound
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.booking import BagChoices
from vibelife_inspect.services.flight_booking.drafting import Drafting
from vibelife_inspect.services.flight_booking.flights import Flight
from vibelife_inspect.services.flight_booking.offers import span
from vibelife_inspect.services.flight_booking.records import (
    Booking,
    ExtraBags,
    Number,
    Passenger,
    RequestKind,
    SeatChoice,
    SpecialRequest,
)
from vibelife_inspect.world import Json, operation

SomeSeats = Annotated[list[SeatChoice], Field(min_length=1, max_length=36)]
SomeBags = Annotated[list[ExtraBags], Field(min_length=1, max_length=9)]

_KITCHEN_HOURS = 24
"""Meals and bassinets are ordered at least this many hours before departure."""


class Extras(Drafting):
    """Operations that add to a booking."""

    @operation("write")
    def update_passenger(
        self,
        booking_id: str,
        passenger: Number,
        passport_no: Annotated[str, Field(min_length=3, max_length=20)] | None = None,
        nationality: Annotated[str, Field(pattern=r"^[A-Z]{2}$")] | None = None,
        clear: list[Literal["passport_no", "nationality"]] | None = None,
    ) -> Json:
        """Set or correct the passport data of a passenger; names cannot be changed.

        Args:
            booking_id: Id of the booking.
            passenger: Number of the passenger, from 1.
            passport_no: Number of the passport.
            nationality: ISO 3166 code of two letters, such as DE.
            clear: Fields to empty.
        """
        booking = self.live_booking(booking_id, "held", "ticketed")
        fields: dict[str, Any] = dict.fromkeys(clear or [], "")
        given = {"passport_no": passport_no, "nationality": nationality}
        fields.update({name: value for name, value in given.items() if value is not None})
        if not fields:
            raise Invalid("passport_no: give something to change, or clear something")
        return self._store_passenger(booking, passenger, **fields)

    @operation("write")
    def set_special_request(self, booking_id: str, passenger: Number, kind: RequestKind, text: str) -> Json:
        """Ask for a special service for a passenger, or change what was asked for; one request of each kind.

        Meals and bassinets can be ordered until 24 hours before the next departure, everything else until then.

        Args:
            booking_id: Id of the booking.
            passenger: Number of the passenger, from 1.
            kind: medical, insulin_letter (medicine and needles in hand luggage), wheelchair, meal, bassinet or other.
            text: What is needed, in words.
        """
        booking = self.live_booking(booking_id, "held", "ticketed")
        person = self.passenger(booking, passenger)
        self._check_kitchen(booking, kind)
        request = SpecialRequest(kind=kind, text=text)
        kept = [request if item.kind == kind else item for item in person.special_requests]
        return self._store_passenger(booking, passenger, special_requests=kept if request in kept else [*kept, request])

    @operation("write")
    def remove_special_request(self, booking_id: str, passenger: Number, kind: RequestKind) -> Json:
        """Take back a special service request.

        Args:
            booking_id: Id of the booking.
            passenger: Number of the passenger, from 1.
            kind: Kind of the request.
        """
        booking = self.live_booking(booking_id, "held", "ticketed")
        requests = self.passenger(booking, passenger).special_requests
        if all(item.kind != kind for item in requests):
            raise NotFound(f"passenger {passenger} of {booking.id!r} has no {kind} request")
        return self._store_passenger(
            booking, passenger, special_requests=[item for item in requests if item.kind != kind]
        )

    @operation("read")
    def quote_extras(self, booking_id: str, seats: SomeSeats | None = None, bags: BagChoices | None = None) -> Json:
        """Price seats and extra bags for a booking before choosing or adding them.

        Args:
            booking_id: Id of the booking.
            seats: Seats to choose.
            bags: Bags to add to those there are.
        """
        booking = self.live_booking(booking_id, "held", "ticketed")
        seat_price, bag_price = self._seat_cost(booking, seats or []), self._bag_cost(booking, bags or [])
        return {"seat_price": seat_price, "bag_price": bag_price, "total": seat_price + bag_price}

    @operation("commit")
    def choose_seats(
        self,
        booking_id: str,
        seats: SomeSeats,
        payment_method: str | None = None,
        max_total: Money | None = None,
    ) -> Json:
        """Choose seats, or move passengers to other seats; where a seat costs something it is charged at once.

        A passenger who has a chosen seat on the flight moves free of charge. On a held booking the price is added to
        its total instead.

        Args:
            booking_id: Id of the booking.
            seats: At most one seat per passenger and flight; seats that are not named stay as they are.
            payment_method: Account or card that pays; that of the ticket when absent.
            max_total: Do nothing if it costs more than this.
        """
        booking = self.live_booking(booking_id, "held", "ticketed")
        price = self._seat_cost(booking, seats)
        self.check_max(price, max_total)
        chosen = {(pick.flight_id, pick.passenger) for pick in seats}
        passes = {(entry.flight_id, entry.passenger) for entry in booking.checked_in}
        if chosen & passes:
            raise Conflict("a passenger who is checked in keeps the seat on the boarding pass")
        for id in dict.fromkeys(pick.flight_id for pick in seats):
            moved = [old.seat for old in booking.seats if old.flight_id == id and (id, old.passenger) in chosen]
            kept_seats = [seat for seat in self.flights.get(id).assigned_seats if seat not in moved]
            new_seats = [pick.seat for pick in seats if pick.flight_id == id]
            self.flights.update(id, assigned_seats=[*kept_seats, *new_seats])
        kept = [old for old in booking.seats if (old.flight_id, old.passenger) not in chosen]
        return self._add_extras(booking, price, payment_method, "Seats", seats=[*kept, *seats])

    @operation("commit")
    def add_bags(
        self,
        booking_id: str,
        bags: SomeBags,
        payment_method: str | None = None,
        max_total: Money | None = None,
    ) -> Json:
        """Add extra bags on all flights of a booking that have not left; a ticketed booking is charged at once.

        Args:
            booking_id: Id of the booking.
            bags: Bags to add to those there are; at most 5 per passenger in all.
            payment_method: Account or card that pays; that of the ticket when absent.
            max_total: Do nothing if it costs more than this.
        """
        booking = self.live_booking(booking_id, "held", "ticketed")
        price = self._bag_cost(booking, bags)
        self.check_max(price, max_total)
        pieces = {bag.passenger: bag.pieces for bag in booking.bags}
        for bag in bags:
            pieces[bag.passenger] = pieces.get(bag.passenger, 0) + bag.pieces
        all_bags = [ExtraBags(passenger=number, pieces=count) for number, count in sorted(pieces.items())]
        return self._add_extras(booking, price, payment_method, "Extra bags", bags=all_bags)

    # ---- how it is done

    def _open_flights(self, booking: Booking) -> list[Flight]:
        flights = [flight for flight in self.segments(booking) if not self.has_left(flight)]
        if not flights:
            raise Conflict(f"all flights of {booking.id!r} have left; nothing can be added")
        return flights

    def _seat_cost(self, booking: Booking, seats: list[SeatChoice]) -> Money:
        flights = self._open_flights(booking)
        self.check_seats(seats, flights, booking.passengers, booking.cabin, booking)
        paid = {(old.flight_id, old.passenger) for old in booking.seats}
        new = [pick for pick in seats if (pick.flight_id, pick.passenger) not in paid]
        return self.seats_price(booking.fare_class, new, flights, booking.total.currency)

    def _bag_cost(self, booking: Booking, bags: list[ExtraBags]) -> Money:
        flights = self._open_flights(booking)
        self.check_bags(bags, booking.passengers)
        have = {bag.passenger: bag.pieces for bag in booking.bags}
        for place, bag in enumerate(bags):
            if have.get(bag.passenger, 0) + bag.pieces > 5:
                raise Invalid(f"bags.{place}.pieces: a passenger may have 5 extra bags in all")
        return self.bags_price(booking.fare_class, bags, flights, booking.total.currency)

    def _add_extras(self, booking: Booking, price: Money, method: str | None, what: str, **fields: Any) -> Json:
        paid: Json = {}
        if price.minor:
            fields["segment_fares"] = booking.fares
            fields["extras"] = self.currency_sum([booking.extras, price], price.currency)
            fields["total"] = booking.total + price
        if price.minor and booking.status == "ticketed":
            payer = self.payer(booking, method)
            fields["payments"], paid = self.pay(booking, price, payer, what)
            fields["payment_method"] = payer
        booking = self.bookings.update(booking.id, **fields)
        if paid:
            self.confirm(booking, what, f"{what} were added for {price}.")
        return {**self.show(booking), "price": price, **paid}

    def _check_kitchen(self, booking: Booking, kind: RequestKind) -> None:
        flight = self._open_flights(booking)[0]
        if kind in ("meal", "bassinet") and span(self.clock.now, flight.leaves_at) < _KITCHEN_HOURS * 60:
            raise Expired(f"a {kind} has to be ordered {_KITCHEN_HOURS} hours before departure")

    def _store_passenger(self, booking: Booking, number: int, **fields: Any) -> Json:
        person = self.passenger(booking, number)
        changed = Passenger.model_validate({**person.__dict__, **fields})
        people = [*booking.passengers[: number - 1], changed, *booking.passengers[number:]]
        return self.show(self.bookings.update(booking.id, passengers=people))
