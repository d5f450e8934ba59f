"""How ways from one place to another are put together, priced, ordered and shown."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Literal, NamedTuple

from vibelife_inspect.errors import Invalid, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.airports import AIRPORTS
from vibelife_inspect.services.flight_booking.base import FlightBase
from vibelife_inspect.services.flight_booking.cabins import CABIN_OF, Cabin, FareClass
from vibelife_inspect.services.flight_booking.flights import Flight
from vibelife_inspect.services.flight_booking.offers import (
    LONGEST_WAIT,
    Offer,
    Party,
    Sort,
    Way,
    adult_price,
    joined,
    portion,
    span,
    way_row,
)
from vibelife_inspect.services.flight_booking.records import Booking
from vibelife_inspect.world import Json

_BEST = 12
"""A round trip combines this many ways there with this many ways back."""


class Plan(NamedTuple):
    """What a way must offer."""

    cabin: Cabin
    seats: int
    max_stops: int = 1
    min_connection_minutes: int = 0
    carriers: list[str] | None = None


class Itineraries(FlightBase):
    """Ways, offers and how they are shown."""

    def party(self, adults: int, children: int, infants: int) -> Party:
        """Who travels.

        Raises:
            Invalid: Too many travellers, or more infants than laps.
        """
        if infants > adults:
            raise Invalid(f"infants: {infants} infants need {infants} adults, not {adults}")
        if adults + children + infants > 9:
            raise Invalid("adults: one booking holds at most 9 travellers")
        return Party(adults, children, infants)

    def routes(self, origin: str, destination: str) -> list[tuple[str, str]]:
        """Pairs of airports for two codes of airports or cities.

        Raises:
            Invalid: They are the same place.
        """
        starts, ends = self._codes(origin), self._codes(destination)
        if any(start in ends for start in starts):
            raise Invalid(f"destination: {origin} and {destination} are the same place")
        return [(start, end) for start in starts for end in ends]

    def _codes(self, code: str) -> list[str]:
        if code in self.airports or code in AIRPORTS:
            return [code]
        return [airport.id for airport in self.all_airports() if airport.metro == code] or [code]

    def both_ways(
        self, origin: str, destination: str, depart_on: date, return_on: date | None, plan: Plan
    ) -> tuple[list[Way], list[Way] | None]:
        """Ways there and, for a round trip, ways back.

        Raises:
            Invalid: A day is over or too far away, or the way back comes first.
        """
        routes = self.routes(origin, destination)
        self.check_day("depart_on", depart_on)
        there = list(self.ways(routes, depart_on, plan))
        if return_on is None:
            return there, None
        self.check_day("return_on", return_on)
        if return_on < depart_on:
            raise Invalid(f"return_on: {return_on} is before depart_on {depart_on}")
        return there, list(self.ways([(end, start) for start, end in routes], return_on, plan))

    def ways(self, routes: list[tuple[str, str]], day: date, plan: Plan) -> Iterator[Way]:
        """Direct and one-stop ways that leave on a local day and can be bought now."""
        for start, end in routes:
            for flight in self.flights.find(route_day=(start, end, day)):
                if self._fits(flight, plan):
                    yield (flight,)
            if plan.max_stops:
                yield from self._connections(start, end, day, plan)

    def _connections(self, start: str, end: str, day: date, plan: Plan) -> Iterator[Way]:
        for first in self.flights.find(origin_day=(start, day)):
            if first.destination == end or not self._fits(first, plan):
                continue
            days = {first.lands_at.date(), (first.lands_at + LONGEST_WAIT).date()}
            for then in sorted(days):
                for second in self.flights.find(route_day=(first.destination, end, then)):
                    if self.connects(first, second, plan.min_connection_minutes) and self._fits(second, plan):
                        yield first, second

    def _fits(self, flight: Flight, plan: Plan) -> bool:
        wanted = plan.carriers is None or flight.flight_no[:2] in plan.carriers
        return wanted and self.sellable(flight, plan.cabin, plan.seats)

    def offers(
        self, fare_class: FareClass, there: list[Way], back: list[Way] | None, party: Party, sort: Sort
    ) -> Iterator[Offer]:
        """Offers of one fare class; `back` is None for a one-way trip. Ways without a common currency are left out."""
        if back is None:
            for way in there:
                yield from self.try_offer(fare_class, way, (), party)
            return
        best = [
            self.ranked((offer for way in ways for offer in self.try_offer(fare_class, way, (), party)), sort)[:_BEST]
            for ways in (there, back)
        ]
        for out in best[0]:
            for home in best[1]:
                if home.outbound[0].leaves_at <= out.outbound[-1].lands_at:
                    continue
                if home.currency == out.currency:
                    yield joined(out, home)
                else:
                    yield from self.try_offer(fare_class, out.outbound, home.outbound, party)

    def try_offer(self, fare_class: FareClass, there: Way, back: Way, party: Party) -> Iterator[Offer]:
        """The offer, or nothing where its flights have no common currency."""
        try:
            yield self.make_offer(fare_class, there, back, party)
        except Unavailable:
            return

    def ranked(self, offers: Iterable[Offer], sort: Sort) -> list[Offer]:
        """Offers in order; ties are broken by price, departure and id."""
        rows = list(offers)
        currencies = sorted({offer.currency for offer in rows})

        def price(offer: Offer) -> int:
            if len(currencies) == 1:
                return sum(offer.fares)
            worth = self.world.rates.worth(offer.total, currencies[0])
            return sum(offer.fares) if worth is None else worth

        def key(offer: Offer) -> tuple[object, ...]:
            cost = price(offer)
            first = cost if sort == "price" else offer.sort_key(sort)
            return first, cost, offer.outbound[0].leaves_at, offer.id

        return sorted(rows, key=key)

    # ---- prices of extras

    def extra_price(self, fare_class: FareClass, flight: Flight, currency: str, what: Literal["seat", "bag"]) -> Money:
        """Price of one chosen seat or one extra bag on one flight."""
        rule = self.rule(fare_class, flight.flight_no[:2])
        percent = rule.seat_percent if what == "seat" else rule.extra_bag_percent
        adult = adult_price(flight, rule, CABIN_OF[fare_class])
        return self.in_currency(Money(minor=portion(adult, percent), currency=flight.fares.currency), currency)

    def unseated(self, booking: Booking, flight_id: str) -> int:
        """How many seats a booking has paid for on a flight but not chosen."""
        if booking.status not in ("held", "ticketed"):
            return 0
        chosen = {choice.passenger for choice in booking.seats if choice.flight_id == flight_id}
        chosen |= {entry.passenger for entry in booking.checked_in if entry.flight_id == flight_id}
        return sum(number not in chosen for number in booking.seated)

    # ---- how things are shown

    def offer_row(self, offer: Offer, show_in: str | None) -> Json:
        """An offer in the short form of lists."""
        row: Json = {"offer_id": offer.id, "fare_class": offer.fare_class, "outbound": way_row(offer.outbound)}
        if offer.inbound:
            row["return"] = way_row(offer.inbound)
        return {**row, "total": offer.total, **self.converted(offer.total, show_in, "show_in")}

    def status_row(self, flight: Flight) -> Json:
        """A flight as a display at the airport shows it."""
        return {
            "flight_id": flight.id,
            "flight_no": flight.flight_no,
            "carrier": flight.carrier,
            "origin": flight.origin,
            "destination": flight.destination,
            "status": self.stage(flight),
            "scheduled_departure": flight.departs_at,
            "scheduled_arrival": flight.arrives_at,
            "estimated_departure": flight.leaves_at,
            "estimated_arrival": flight.lands_at,
            "delay_minutes": span(flight.departs_at, flight.leaves_at),
            "reason": flight.reason,
            "terminal": flight.terminal,
            "gate": flight.gate,
            "aircraft": flight.aircraft,
        }

    def flight_row(self, flight: Flight, fare_class: FareClass) -> Json:
        """A flight of an offer, with the fare of one adult."""
        adult = adult_price(flight, self.rule(fare_class, flight.flight_no[:2]), CABIN_OF[fare_class])
        return {
            **self.status_row(flight),
            "adult_fare": Money(minor=adult, currency=flight.fares.currency),
            "seats_left": flight.seats_left.of(CABIN_OF[fare_class]),
        }

    def rules_row(self, fare_class: FareClass, carrier: str) -> Json:
        """The rules of a fare class."""
        rule = self.rule(fare_class, carrier)
        fields = {name: value for name, value in rule if name not in ("id", "price_percent")}
        return {"fare_class": fare_class, "cabin": CABIN_OF[fare_class], **fields}
