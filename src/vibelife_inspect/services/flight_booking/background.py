"""Generated flights: a timetable over the dates, so that searches find what a real day has."""

from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta, timezone
from functools import cache
from itertools import count
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.clock import ZoneName
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.flight_booking.airports import AIRPORTS, Iata, distance_km, zone_of
from vibelife_inspect.services.flight_booking.cabins import Aircraft, Fares, Seats
from vibelife_inspect.services.flight_booking.flights import Flight
from vibelife_inspect.world import Background, Json, Part, Setting

_CARRIERS = (
    ("7M", "Meridiano Air"),
    ("6L", "Lantern Airways"),
    ("9K", "Kestrel Pacific"),
    ("3V", "Vireo Airlines"),
    ("8T", "Tamarind Air"),
    ("4O", "Ostrava Wings"),
)
_HUBS = ("LHR", "HND", "CDG", "JFK", "SIN", "PVG", "MAD", "DXB")
_CURRENCIES = {
    "JP": ("JPY", 160),
    "CN": ("CNY", 8),
    "GB": ("GBP", 1),
    "US": ("USD", 1),
    "SG": ("SGD", 2),
    "KR": ("KRW", 1500),
}
_SHORT: tuple[Aircraft, ...] = ("A320", "B737", "A321")
_LONG: tuple[Aircraft, ...] = ("A350", "B787", "B777")
_LONG_HAUL = 300
"""Flights of more minutes than this have a wide body."""


class Route(Part):
    """One route of the generated timetable."""

    origin: str = Field(pattern=Iata)
    destination: str = Field(pattern=Iata)
    base_fare: Money
    """Usual economy fare of an adult; single flights cost 70 to 160 per cent of it."""
    duration_minutes: int | None = Field(default=None, ge=20, le=1200)
    """Flight time; from the distance when absent."""
    origin_zone: ZoneName | None = None
    """IANA zone of an airport that is not built in."""
    destination_zone: ZoneName | None = None
    both_ways: bool = True


class FlightBackground(Background):
    """Options of the generated timetable."""

    routes: list[Route] = Field(default_factory=list)
    """Routes with flights on every day; five routes from the persona's home when empty."""
    from_date: date | None = None
    """First day; the day on which the world begins when absent."""
    to_date: date | None = None
    """Last day; a week after the world ends when absent."""
    flights_per_day: int = Field(default=2, ge=1, le=50)
    """Flights on each route, way and day, times the level."""


class _Leg(NamedTuple):
    """One direction of a route."""

    origin: str
    destination: str
    departure_zone: ZoneInfo
    arrival_zone: ZoneInfo
    minutes: int
    fares: dict[int, Fares]


def generate(
    options: FlightBackground,
    level: int,
    rng: Random,
    setting: Setting,
    taken: Collection[str],
    tracked: Collection[str],
) -> Iterator[Flight]:
    """Flights of the timetable.

    Args:
        options: Routes and dates.
        level: How many times the flights of each day.
        rng: The only source of chance.
        setting: Home zone and dates of the world.
        taken: Flight ids that are seeded already.
        tracked: Flight ids that seeded bookings or subscriptions speak of.
    """
    first = options.from_date or setting.start.astimezone(setting.home).date()
    last = options.to_date or setting.end.astimezone(setting.home).date() + timedelta(days=7)
    days = [first + timedelta(days=n) for n in range(min((last - first).days + 1, 1000))]
    serial = count()
    for route in options.routes or _home_routes(setting.home.key):
        for leg in _legs(route, setting.home):
            for slot in range(options.flights_per_day * level):
                carrier, number = _CARRIERS[(turn := next(serial)) % 6], 100 + turn // 6
                departure = 360 + (slot * 990) // (options.flights_per_day * level) + 5 * rng.randrange(18)
                for flight in _daily(leg, carrier, number, departure, days, rng):
                    if flight["id"] not in taken:
                        yield Flight.model_construct(**flight, tracked=flight["id"] in tracked)


def _daily(
    leg: _Leg, carrier: tuple[str, str], number: int, departure: int, days: list[date], rng: Random
) -> Iterator[Json]:
    """One flight number on every day, as all fields of a valid flight but `tracked`."""
    long_haul = leg.minutes > _LONG_HAUL
    aircraft = rng.choice(_LONG if long_haul else _SHORT)
    usual, terminal, flight_no = rng.randrange(80, 126), str(rng.randrange(1, 4)), f"{carrier[0]}{number}"
    duration = timedelta(minutes=leg.minutes)
    for day in days:
        departs_at = _fixed(
            datetime(day.year, day.month, day.day, departure // 60, departure % 60, tzinfo=leg.departure_zone)
        )
        busy = 15 if day.weekday() in (4, 6) else 0
        percent = usual + busy + rng.randrange(-10, 21)
        yield {
            "id": f"{flight_no}-{day}",
            "flight_no": flight_no,
            "carrier": carrier[1],
            "origin": leg.origin,
            "destination": leg.destination,
            "departs_at": departs_at,
            "arrives_at": _fixed((departs_at + duration).astimezone(leg.arrival_zone)),
            "estimated_departs_at": None,
            "estimated_arrives_at": None,
            "status": "scheduled",
            "reason": "",
            "terminal": terminal,
            "gate": "",
            "aircraft": aircraft,
            "fares": leg.fares[percent - percent % 5],
            "seats_left": _SEATS[long_haul][rng.randrange(len(_SEATS[long_haul]))],
            "assigned_seats": [],
            "boarding_passes": 0,
        }


def _fixed(moment: datetime) -> datetime:
    offset = moment.utcoffset()
    return moment if offset is None else moment.replace(tzinfo=_offset(offset))


_offset = cache(timezone)


_SEATS = {
    False: [Seats(economy=(n * 7) % 53 + 3, business=(n * 5) % 9) for n in range(60)],
    True: [Seats(economy=(n * 11) % 97 + 4, premium_economy=(n * 3) % 13, business=(n * 5) % 11) for n in range(60)],
}


def _legs(route: Route, home: ZoneInfo) -> Iterator[_Leg]:
    zones = [
        zone_of(iata) or (ZoneInfo(zone) if zone else home)
        for iata, zone in ((route.origin, route.origin_zone), (route.destination, route.destination_zone))
    ]
    minutes = route.duration_minutes or _minutes(_distance(route.origin, route.destination))
    fares = {percent: _fares(route.base_fare, percent, minutes > _LONG_HAUL) for percent in range(70, 161, 5)}
    yield _Leg(route.origin, route.destination, zones[0], zones[1], minutes, fares)
    if route.both_ways:
        yield _Leg(route.destination, route.origin, zones[1], zones[0], minutes, fares)


def _fares(base: Money, percent: int, long_haul: bool) -> Fares:
    unit = 10 ** EXPONENTS[base.currency]

    def fare(times: int) -> Money:
        rounded = max(base.minor * percent * times // 10_000 // unit, 1) * unit
        return Money(minor=rounded, currency=base.currency)

    return Fares(economy=fare(100), premium_economy=fare(170) if long_haul else None, business=fare(320))


def _home_routes(zone: str) -> list[Route]:
    """Five routes between the persona's home airport and hubs, and one between two hubs for connections."""
    home = next((airport for airport in AIRPORTS.values() if airport.zone == zone), AIRPORTS["FRA"])
    currency, times = _CURRENCIES.get(home.country, ("EUR", 1))
    hubs = [iata for iata in _HUBS if AIRPORTS[iata].zone != home.zone][:4]
    pairs = [*((home.id, iata) for iata in hubs), (hubs[0], hubs[1])]
    unit = 10 ** EXPONENTS[currency]
    return [
        Route(
            origin=start,
            destination=end,
            base_fare=Money(minor=(40 + _distance(start, end) * 6 // 100) * times * unit, currency=currency),
        )
        for start, end in pairs
    ]


def _distance(origin: str, destination: str) -> int:
    if origin in AIRPORTS and destination in AIRPORTS:
        return distance_km(AIRPORTS[origin], AIRPORTS[destination])
    return 1000


def _minutes(kilometres: int) -> int:
    """Flight time with taxiing, in steps of five minutes."""
    return 35 + kilometres * 60 // 830 // 5 * 5
