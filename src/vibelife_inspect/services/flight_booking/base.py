"""What all parts of the service share: its tables, and lookups and prices on them."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from vibelife_inspect.errors import Conflict, Expired, Invalid, NotFound, Unavailable
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.flight_booking.airports import AIRPORTS, Airport
from vibelife_inspect.services.flight_booking.background import FlightBackground
from vibelife_inspect.services.flight_booking.cabins import CABIN_OF, CAPACITY, RULES, Cabin, FareClass, FareRule
from vibelife_inspect.services.flight_booking.flights import FLIGHT_STATES, Flight, FlightStatus, flight_due
from vibelife_inspect.services.flight_booking.offers import (
    CLOSING,
    LONGEST_WAIT,
    Offer,
    Party,
    Way,
    adult_price,
    offer_id,
    party_price,
    read_offer_id,
)
from vibelife_inspect.services.flight_booking.records import (
    BOOKING_STATES,
    SUBSCRIPTION_STATES,
    Booking,
    Passenger,
    SeatChoice,
    StatusSubscription,
    booking_due,
)
from vibelife_inspect.world import Json, Service, Table

_FARTHEST = timedelta(days=400)


class FlightBase(Service):
    """Tables of the service and what reads them."""

    name = "flight_booking"
    summary = "Flights of all airlines: search, book, change and cancel, check in, and follow their status."
    Background = FlightBackground

    flights = Table(Flight, "flight", index=("route_day", "origin_day"), states=FLIGHT_STATES, due=flight_due)
    fare_rules = Table(FareRule, "fare rule")
    bookings = Table(Booking, "booking", index=("last_segment", "owner"), states=BOOKING_STATES, due=booking_due)
    status_subscriptions = Table(
        StatusSubscription, "status subscription", index=("flight_id", "owner"), states=SUBSCRIPTION_STATES
    )
    airports = Table(Airport, "airport")

    # ---- lookups

    def airport(self, iata: str) -> Airport:
        """An airport by its code.

        Raises:
            NotFound: Neither the bundle nor the built-in table has it.
        """
        if iata in self.airports:
            return self.airports.get(iata)
        if iata not in AIRPORTS:
            raise NotFound(f"there is no airport {iata!r}; flight_booking_search_airports finds codes", id=iata)
        return AIRPORTS[iata]

    def known_airport(self, iata: str) -> Airport | None:
        """An airport by its code, or None."""
        return self.airport(iata) if iata in self.airports or iata in AIRPORTS else None

    def all_airports(self) -> list[Airport]:
        """All airports by code; a bundle's own replace the built-in ones."""
        merged = {**AIRPORTS, **{airport.id: airport for airport in self.airports}}
        return [merged[iata] for iata in sorted(merged)]

    def rule(self, fare_class: FareClass, carrier: str) -> FareRule:
        """The rules of a fare class at a carrier, given by the two characters of its code."""
        for key in (f"{carrier}:{fare_class}", fare_class):
            if key in self.fare_rules:
                return self.fare_rules.get(key)
        return RULES[fare_class]

    def rule_of(self, booking: Booking) -> FareRule:
        """The rules of a booking: those of the carrier of its first flight."""
        return self.rule(booking.fare_class, booking.segments[0][:2])

    def my_booking(self, booking_id: str) -> Booking:
        """A booking of the persona.

        Raises:
            NotFound: No booking has the id.
            Refused: It is somebody else's.
        """
        booking = self.bookings.get(booking_id)
        self.own(booking, "booking")
        return booking

    def live_booking(self, booking_id: str, *statuses: str) -> Booking:
        """A booking of the persona that has one of the statuses.

        Raises:
            Expired: Its hold has lapsed.
            Conflict: It has another status.
        """
        booking = self.my_booking(booking_id)
        if booking.status == "lapsed":
            raise Expired(f"the hold of {booking.id!r} has lapsed; book anew", status=booking.status)
        if booking.status not in statuses:
            raise Conflict(
                f"booking {booking.id!r} is {booking.status}; this needs one that is {' or '.join(statuses)}",
                status=booking.status,
            )
        return booking

    def passenger(self, booking: Booking, number: int) -> Passenger:
        """A passenger by number.

        Raises:
            Invalid: The booking has no such passenger.
        """
        if number > len(booking.passengers):
            raise Invalid(f"passenger: {booking.id!r} has passengers 1 to {len(booking.passengers)}, not {number}")
        return booking.passengers[number - 1]

    def stage(self, flight: Flight) -> FlightStatus:
        """The status of a flight at this moment."""
        return flight.stage(self.clock.now)

    def has_left(self, flight: Flight) -> bool:
        """Whether a flight is in the air or has landed."""
        return self.stage(flight) in ("departed", "landed")

    def check_day(self, name: str, day: date) -> None:
        """Refuse a day of travel that is over or too far away.

        Raises:
            Invalid: Names the argument.
        """
        today = self.clock.today
        if not today - timedelta(days=1) <= day <= today + _FARTHEST:
            raise Invalid(f"{name}: {day} is not between today ({today}) and 400 days ahead")

    def converted(self, amount: Money, currency: str | None, argument: str) -> Json:
        """`{"converted": Money}` for information; nothing when no currency was asked for.

        Raises:
            Invalid: There is no exchange rate.
        """
        if currency is None:
            return {}
        try:
            return {"converted": self.world.rates.convert(amount, currency)}
        except KeyError:
            raise Invalid(f"{argument}: there is no exchange rate from {amount.currency} to {currency}") from None

    def in_currency(self, amount: Money, currency: str) -> Money:
        """The amount in the currency of an offer or booking.

        Raises:
            Unavailable: There is no exchange rate, so the two cannot be sold together.
        """
        try:
            return self.world.rates.convert(amount, currency)
        except KeyError:
            raise Unavailable(f"fares in {amount.currency} cannot be sold together with {currency} ones") from None

    # ---- offers

    def sellable(self, flight: Flight, cabin: Cabin, seats: int) -> bool:
        """Whether that many seats of a flight can be bought now."""
        return (
            flight.seats_left.of(cabin) >= seats
            and flight.fares.of(cabin) is not None
            and flight.leaves_at - self.clock.now >= CLOSING
            and flight.status in ("scheduled", "delayed")
        )

    def connects(self, first: Flight, second: Flight, at_least: int = 0) -> bool:
        """Whether the second flight can be caught after the first; `at_least` is in minutes."""
        if first.destination != second.origin:
            return False
        airport = self.known_airport(second.origin)
        least = timedelta(minutes=max(at_least, airport.min_connection_minutes if airport else 60))
        return least <= second.leaves_at - first.lands_at <= LONGEST_WAIT

    def make_offer(self, fare_class: FareClass, outbound: Way, inbound: Way, party: Party) -> Offer:
        """An offer with its price for a party, in the currency of the first flight.

        Raises:
            Unavailable: Its flights are sold in currencies without an exchange rate.
        """
        currency = outbound[0].fares.currency
        fares = []
        for flight in outbound + inbound:
            adult = adult_price(flight, self.rule(fare_class, flight.flight_no[:2]), CABIN_OF[fare_class])
            price = party_price(adult, party)
            if flight.fares.currency != currency:
                price = self.in_currency(Money(minor=price, currency=flight.fares.currency), currency).minor
            fares.append(price)
        return Offer(
            id=offer_id(fare_class, outbound, inbound),
            fare_class=fare_class,
            outbound=outbound,
            inbound=inbound,
            fares=fares,
            currency=currency,
        )

    def find_offer(self, text: str, party: Party, spare: Sequence[str] = ()) -> Offer:
        """The offer with an id, checked as if it had just been searched for.

        Args:
            text: Id of the offer.
            party: Who travels.
            spare: Flights on which the party has seats already.

        Raises:
            NotFound: There is no such offer.
            Expired: Sales have closed.
            Unavailable: There are not enough seats, or a flight is cancelled.
        """
        key = read_offer_id(text)
        outbound, inbound = (tuple(self.flights.get(id) for id in ids) for ids in (key.outbound, key.inbound))
        for way in (outbound, inbound):
            if len(way) == 2 and not (self.connects(*way) and way[1].destination != way[0].origin):
                raise Unavailable(f"{way[0].id} and {way[1].id} make no connection that is sold")
        if inbound and inbound[0].leaves_at <= outbound[-1].lands_at:
            raise Unavailable("the way back leaves before the way there has arrived")
        for flight in outbound + inbound:
            self.check_sellable(flight, CABIN_OF[key.fare_class], 0 if flight.id in spare else party.seats)
        return self.make_offer(key.fare_class, outbound, inbound, party)

    def check_sellable(self, flight: Flight, cabin: Cabin, seats: int) -> None:
        """Refuse a flight of which that many seats cannot be bought now."""
        if self.stage(flight) == "cancelled":
            raise Unavailable(f"flight {flight.id} is cancelled", flight_id=flight.id)
        if flight.leaves_at - self.clock.now < CLOSING or self.has_left(flight):
            raise Expired(f"sales for {flight.id} closed 60 minutes before departure", flight_id=flight.id)
        left = flight.seats_left.of(cabin)
        if flight.fares.of(cabin) is None or left < seats:
            raise Unavailable(f"{flight.id} has {left} seats left in {cabin}, not {seats}", flight_id=flight.id)

    # ---- seats

    def take_seats(
        self, flight_ids: Iterable[str], cabin: Cabin, seats: int, chosen: Sequence[SeatChoice] = ()
    ) -> None:
        """Sell seats of flights that have them."""
        for id in flight_ids:
            flight = self.flights.get(id)
            self.flights.update(
                id,
                seats_left=flight.seats_left.plus(cabin, -seats),
                assigned_seats=[*flight.assigned_seats, *(pick.seat for pick in chosen if pick.flight_id == id)],
                tracked=True,
            )

    def give_seats(self, booking: Booking, flight_ids: Sequence[str]) -> None:
        """Put a booking's seats on flights that have not left back on sale."""
        for id in flight_ids:
            if id not in self.flights or self.has_left(self.flights.get(id)):
                continue
            flight = self.flights.get(id)
            freed = {choice.seat for choice in booking.seats if choice.flight_id == id}
            freed |= {entry.seat for entry in booking.checked_in if entry.flight_id == id}
            left = flight.seats_left.of(booking.cabin)
            back = min(len(booking.seated), CAPACITY[flight.aircraft][booking.cabin] - left)
            self.flights.update(
                id,
                seats_left=flight.seats_left.plus(booking.cabin, back),
                assigned_seats=[seat for seat in flight.assigned_seats if seat not in freed],
                tracked=True,
            )

    def currency_sum(self, amounts: Iterable[Money | None], currency: str) -> Money:
        """The sum of the amounts that are there."""
        return total((amount for amount in amounts if amount is not None), currency)

    def leaves(self, flight_id: str) -> datetime | None:
        """Expected departure; None for a flight that is not on record."""
        return self.flights.get(flight_id).leaves_at if flight_id in self.flights else None
