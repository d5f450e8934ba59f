"""What a booking would be: passengers, seats and bags checked against an offer, and priced."""

from collections.abc import Sequence
from datetime import date

from vibelife_inspect.errors import Invalid, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.cabins import Cabin, FareClass
from vibelife_inspect.services.flight_booking.flights import Flight
from vibelife_inspect.services.flight_booking.offers import Draft
from vibelife_inspect.services.flight_booking.records import Booking, ExtraBags, Passenger, SeatChoice
from vibelife_inspect.services.flight_booking.trips import Trips


class Drafting(Trips):
    """Checks and prices of passengers and extras."""

    def draft(
        self, offer_id: str, passengers: list[Passenger], seats: list[SeatChoice], bags: list[ExtraBags]
    ) -> Draft:
        """What a booking would be and cost.

        Raises:
            Invalid: Passengers, seats or bags do not go together.
            Unavailable: Flights or seats are sold out.
        """
        party = self.party_of(passengers)
        if party.adults < 1 or party.infants > party.adults:
            raise Invalid("passengers: at least one adult is needed, and one for each infant")
        offer = self.find_offer(offer_id, party)
        for place, passenger in enumerate(passengers):
            _check_age(place, passenger, offer.outbound[0].departs_at.date())
        draft = Draft(
            offer,
            party,
            passengers,
            seats,
            bags,
            self.seats_price(offer.fare_class, seats, offer.flights, offer.currency),
            self.bags_price(offer.fare_class, bags, offer.flights, offer.currency),
        )
        self.check_bags(bags, passengers)
        self.check_seats(seats, offer.flights, passengers, draft.cabin)
        return draft

    def seats_price(
        self, fare_class: FareClass, seats: Sequence[SeatChoice], flights: Sequence[Flight], currency: str
    ) -> Money:
        """Price of choosing seats; unknown flights cost nothing, because they are refused elsewhere."""
        known = {flight.id: flight for flight in flights}
        chosen = [known[seat.flight_id] for seat in seats if seat.flight_id in known]
        return self.currency_sum([self.extra_price(fare_class, item, currency, "seat") for item in chosen], currency)

    def bags_price(
        self, fare_class: FareClass, bags: Sequence[ExtraBags], flights: Sequence[Flight], currency: str
    ) -> Money:
        """Price of extra bags on all flights."""
        pieces = sum(bag.pieces for bag in bags)
        each = [self.extra_price(fare_class, flight, currency, "bag") * pieces for flight in flights]
        return self.currency_sum(each, currency)

    def check_bags(self, bags: Sequence[ExtraBags], passengers: Sequence[Passenger]) -> None:
        """Refuse bags of nobody, or of one passenger twice.

        Raises:
            Invalid: Names the bag.
        """
        for place, bag in enumerate(bags):
            if bag.passenger > len(passengers):
                raise Invalid(f"bags.{place}.passenger: there are passengers 1 to {len(passengers)}")
            if any(other.passenger == bag.passenger for other in bags[:place]):
                raise Invalid(f"bags.{place}.passenger: passenger {bag.passenger} is there twice")

    def check_seats(
        self,
        seats: Sequence[SeatChoice],
        flights: Sequence[Flight],
        passengers: Sequence[Passenger],
        cabin: Cabin,
        booking: Booking | None = None,
    ) -> None:
        """Refuse seats that are taken, unknown, or chosen twice; a booking may choose among what it paid for.

        Raises:
            Invalid: A seat is not on a flight of this trip, or for nobody.
            Unavailable: A seat is taken.
        """
        known = {flight.id: flight for flight in flights}
        free: dict[str, list[str]] = {}
        for place, pick in enumerate(seats):
            if pick.flight_id not in known:
                raise Invalid(f"seats.{place}.flight_id: is none of {', '.join(known)}")
            if pick.passenger > len(passengers) or passengers[pick.passenger - 1].type == "infant":
                raise Invalid(f"seats.{place}.passenger: {pick.passenger} is no passenger with a seat")
            earlier = [other for other in seats[:place] if other.flight_id == pick.flight_id]
            if any(pick.passenger == other.passenger or pick.seat == other.seat for other in earlier):
                raise Invalid(f"seats.{place}: passenger {pick.passenger} or seat {pick.seat} is there twice")
            if pick.flight_id not in free:
                free[pick.flight_id] = self._choosable(known[pick.flight_id], seats, cabin, booking)
            if pick.seat not in free[pick.flight_id]:
                raise Unavailable(f"seats.{place}: {pick.seat} on {pick.flight_id} is not free; see the seat map")

    def _choosable(
        self, flight: Flight, seats: Sequence[SeatChoice], cabin: Cabin, booking: Booking | None
    ) -> list[str]:
        if booking is None:
            return flight.free_seats(cabin)
        moving = {pick.passenger for pick in seats if pick.flight_id == flight.id}
        own = [pick.seat for pick in booking.seats if pick.flight_id == flight.id and pick.passenger in moving]
        return flight.free_seats(cabin, self.unseated(booking, flight.id)) + own


def _check_age(place: int, passenger: Passenger, day: date) -> None:
    born = passenger.date_of_birth
    if born is None:
        if passenger.type != "adult":
            raise Invalid(f"passengers.{place}.date_of_birth: is required for a {passenger.type}")
        return
    age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
    kind = "infant" if age < 2 else "child" if age < 12 else "adult"
    if age < 0 or kind != passenger.type:
        raise Invalid(f"passengers.{place}.type: born {born}, on {day} the passenger is {age} years old: {kind}")
