"""Offers: ways to travel in a fare class. The id says all about an offer, so that no search has to store it."""

import re
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, get_args

from pydantic import SkipValidation

from vibelife_inspect.errors import NotFound
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.cabins import CABIN_OF, Cabin, FareClass, FareRule
from vibelife_inspect.services.flight_booking.flights import Flight
from vibelife_inspect.services.flight_booking.records import ExtraBags, Passenger, SeatChoice
from vibelife_inspect.world import Json, Record

Way = tuple[Flight, ...]
"""One or two flights, one after the other."""
Sort = Literal["price", "duration", "departure", "arrival"]

CLOSING = timedelta(minutes=60)
"""Sales and changes close this long before departure."""
LONGEST_WAIT = timedelta(hours=8)
"""Longest connection that is sold."""

_ID = re.compile(r"([a-z_]+):([A-Z0-9+-]{1,60})(?:/([A-Z0-9+-]{1,60}))?")


class Party(NamedTuple):
    """How many travel."""

    adults: int
    children: int = 0
    infants: int = 0

    @property
    def seats(self) -> int:
        """Seats they need."""
        return self.adults + self.children


class OfferKey(NamedTuple):
    """What an offer's id says."""

    fare_class: FareClass
    outbound: tuple[str, ...]
    inbound: tuple[str, ...]


class Offer(Record):
    """A way there and perhaps back, in one fare class, with the price for a party."""

    fare_class: FareClass
    outbound: SkipValidation[Way]
    inbound: SkipValidation[Way] = ()
    fares: list[int]
    """Fare of each flight for the party, in minor units of `currency`."""
    currency: str

    @property
    def flights(self) -> Way:
        """All flights in the order of travel."""
        return self.outbound + self.inbound

    @property
    def total(self) -> Money:
        """Price for the party."""
        return Money(minor=sum(self.fares), currency=self.currency)

    def sort_key(self, sort: Sort) -> int | datetime:
        """What a list is sorted by."""
        if sort == "duration":
            return minutes(self.outbound) + (minutes(self.inbound) if self.inbound else 0)
        if sort == "departure":
            return self.outbound[0].leaves_at
        return self.outbound[-1].lands_at if sort == "arrival" else sum(self.fares)


def joined(there: Offer, back: Offer) -> Offer:
    """A round trip of two one-way offers in the same class, currency and party."""
    return Offer(
        id=f"{there.id}/{back.id.partition(':')[2]}",
        fare_class=there.fare_class,
        outbound=there.outbound,
        inbound=back.outbound,
        fares=there.fares + back.fares,
        currency=there.currency,
    )


class Draft(NamedTuple):
    """What a booking would be: an offer for certain passengers, with extras."""

    offer: Offer
    party: Party
    passengers: list[Passenger]
    seats: list[SeatChoice]
    bags: list[ExtraBags]
    seat_price: Money
    bag_price: Money

    @property
    def total(self) -> Money:
        """Price of everything."""
        return self.offer.total + self.seat_price + self.bag_price

    @property
    def cabin(self) -> Cabin:
        """The cabin of the fare class."""
        return CABIN_OF[self.offer.fare_class]


def offer_id(fare_class: FareClass, outbound: Way, inbound: Way = ()) -> str:
    """The id of an offer, such as `economy_flex:NH204-2026-04-03/NH203-2026-04-10`."""
    there, back = ("+".join(flight.id for flight in way) for way in (outbound, inbound))
    return f"{fare_class}:{there}/{back}" if back else f"{fare_class}:{there}"


def read_offer_id(text: str) -> OfferKey:
    """What an offer's id says.

    Raises:
        NotFound: It is no id of an offer.
    """
    match = _ID.fullmatch(text.strip())
    if match is None or match[1] not in get_args(FareClass):
        raise NotFound(f"there is no offer {text[:100]!r}; take an offer_id as flight_booking_search_flights gave it")
    fare_class: FareClass = match[1]  # type: ignore[assignment]
    ways = [tuple(part.split("+")) if part else () for part in match.groups()[1:]]
    if any(len(way) > 2 for way in ways):
        raise NotFound(f"there is no offer {text[:100]!r}: one direction has at most two flights")
    return OfferKey(fare_class, ways[0], ways[1])


def portion(minor: int, percent: int) -> int:
    """`percent` of an amount in minor units, rounded half to even, as `Money.percent` does."""
    whole, rest = divmod(minor * percent, 100)
    return whole + (rest > 50 or (rest == 50 and whole % 2))


def adult_price(flight: Flight, rule: FareRule, cabin: Cabin) -> int:
    """Fare of one adult on one flight, in minor units of the flight's currency."""
    fare = flight.fares.of(cabin)
    return portion(fare.minor, rule.price_percent) if fare else 0


def party_price(adult: int, party: Party) -> int:
    """Fare of a party: a child pays 75 per cent of an adult's fare, an infant 10."""
    return adult * party.adults + portion(adult, 75) * party.children + portion(adult, 10) * party.infants


def minutes(way: Way) -> int:
    """Travel time from first departure to last arrival."""
    return span(way[0].leaves_at, way[-1].lands_at)


def span(start: datetime, end: datetime) -> int:
    """Whole minutes between two moments."""
    return int((end - start).total_seconds() // 60)


def way_row(way: Way) -> Json:
    """A way in the short form of lists."""
    row: Json = {
        "flights": [flight.flight_no for flight in way],
        "origin": way[0].origin,
        "destination": way[-1].destination,
        "departs_at": way[0].leaves_at,
        "arrives_at": way[-1].lands_at,
        "minutes": minutes(way),
        "stops": len(way) - 1,
    }
    if len(way) == 2:
        row["connection"] = {"airport": way[1].origin, "minutes": span(way[0].lands_at, way[1].leaves_at)}
    return row
