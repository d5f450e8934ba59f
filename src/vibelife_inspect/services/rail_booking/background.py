"""A generated timetable: lines, expanded into dated runs with seats and fares of their own."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate
from random import Random
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.errors import UsageError
from vibelife_inspect.money import Money
from vibelife_inspect.services.rail_booking.base import RailBase
from vibelife_inspect.services.rail_booking.default_lines import LINES, PASSES, STATIONS
from vibelife_inspect.services.rail_booking.lines import Line
from vibelife_inspect.services.rail_booking.records import Fares, Run, Seats, Station, Stop
from vibelife_inspect.world import Background, Record

_MINUTE = timedelta(minutes=1)
_LUGGAGE = {
    "train": "Two large pieces and one small bag per person; bicycles need a reservation.",
    "ferry": "Three pieces per person up to 30 kg each; no gas cartridges.",
    "bus": "One piece in the hold up to 20 kg and one small bag; a second piece if there is room.",
}
_PRICES = (85, 95, 100, 110, 125)


class RailBackground(Background):
    """Which timetable is generated."""

    stations: tuple[Station, ...] = ()
    """Stations that the lines need besides seeded ones."""
    lines: tuple[Line, ...] = ()
    """Lines to run; when absent, a small network of twelve lines in Europe, Japan and China."""
    start: date | None = None
    """First day of the timetable; the first day of the world when absent."""
    days: int = Field(default=14, ge=1, le=400)
    """How many days it covers."""


def timetable(service: RailBase, options: RailBackground, level: int, rng: Random) -> Iterator[tuple[str, Record]]:
    """Stations, runs and pass products; what is seeded already is left as it is.

    Args:
        service: The rail desk with its seeds.
        options: Lines and dates.
        level: How many runs there are for each one of the plan.
        rng: The only source of chance.
    """
    if level < 1:
        return
    stations = {row.id: row for row in (*STATIONS, *options.stations, *service.stations)}
    lines = options.lines or _without_seeded(service, stations)
    used = {station for line in lines for station in line.stations}
    for line in lines:
        for id in line.stations:
            if id not in stations:
                raise UsageError(f"rail_booking: line {line.number!r} calls at {id!r}, which is no station")
    for id in sorted(used):
        if id not in service.stations:
            yield "stations", stations[id]
    if not options.lines:
        yield from (("pass_products", row) for row in PASSES if row.id not in service.pass_products)
    first = options.start or service.clock.today
    for line in lines:
        for run in _runs(line, stations, first, options.days, level, rng):
            if run.id not in service.services:
                yield "services", run


def _without_seeded(service: RailBase, stations: Mapping[str, Station]) -> list[Line]:
    """The default lines, without those that would compete with hand-written runs between the same two cities."""
    taken = set()
    for run in service.services:
        cities = [stations[stop.station].city for stop in run.stops if stop.station in stations]
        taken |= {frozenset((a, b)) for a in cities for b in cities if a != b}
    kept = []
    for line in LINES:
        cities = [stations[id].city for id in line.stations]
        if not any(frozenset((a, b)) in taken for a in cities for b in cities if a != b):
            kept.append(line)
    return kept


def _runs(
    line: Line, stations: Mapping[str, Station], first: date, days: int, level: int, rng: Random
) -> Iterator[Run]:
    fares = [_fares(line, percent) for percent in _PRICES]
    ways = [(line.stations, line.minutes)]
    if line.both_ways:
        ways.append((line.stations[::-1], line.minutes[::-1]))
    plans = [
        (_plan(calls, minutes, stations, line.dwell), wall, 2 * place + back + 1)
        for back, (calls, minutes) in enumerate(ways)
        for place, wall in enumerate(_departures(line, level))
    ]
    for day in (first + timedelta(days=shift) for shift in range(days)):
        for plan, wall, serial in plans:
            yield _run(line, plan, day, wall, serial, rng, fares)


_Plan = list[tuple[str, ZoneInfo, int | None, int | None]]
"""For each stop: station, zone, and minutes from the start to arrival and departure."""


def _plan(calls: tuple[str, ...], minutes: tuple[int, ...], stations: Mapping[str, Station], dwell: int) -> _Plan:
    reached = [0, *accumulate(minutes)]
    last = len(calls) - 1
    return [
        (
            id,
            ZoneInfo(stations[id].zone),
            reached[place] if place else None,
            reached[place] + (dwell if place else 0) if place < last else None,
        )
        for place, id in enumerate(calls)
    ]


def _departures(line: Line, level: int) -> list[time]:
    """Wall times of departure; each level adds one more run between two of the plan."""
    begin, end = (wall.hour * 60 + wall.minute for wall in (line.first, line.last))
    slots = range(begin, end + 1, line.every)
    minutes = sorted((slot + line.every * extra // level) % 1440 for slot in slots for extra in range(level))
    return [time(*divmod(minute, 60)) for minute in minutes]


def _run(line: Line, plan: _Plan, day: date, wall: time, serial: int, rng: Random, fares: list[Fares]) -> Run:
    start = datetime.combine(day, wall, tzinfo=plan[0][1]).astimezone(UTC)
    stops = tuple(
        Stop(
            station=id,
            arrives_at=None if arrives is None else (start + arrives * _MINUTE).astimezone(zone),
            departs_at=None if departs is None else (start + departs * _MINUTE).astimezone(zone),
        )
        for id, zone, arrives, departs in plan
    )
    chance = rng.random()
    number = f"{line.number}-{100 + serial}"
    return Run(
        id=f"{number}-{day}",
        service_no=number,
        mode=line.mode,
        operator=line.operator,
        stops=stops,
        seats=Seats(
            standard=int(line.seats * chance),
            first=int(line.seats * chance) // 6 if line.first_fare else 0,
            cabin=int(line.seats * (1 - chance)) // 5 if line.cabin_fare else 0,
        ),
        fares=fares[int(chance * 997) % len(fares)],
        tracked=False,
        platform=str(1 + int(chance * 89) % 12),
        accessible=line.accessible,
        luggage=_LUGGAGE[line.mode],
        pass_accepted=line.pass_accepted,
        reservation_fee=line.reservation_fee,
    )


def _fares(line: Line, percent: int) -> Fares:
    def priced(fare: Money | None) -> Money | None:
        return None if fare is None else Money(minor=-(-fare.percent(percent).minor // 10) * 10, currency=fare.currency)

    return Fares(standard=priced(line.fare), first=priced(line.first_fare), cabin=priced(line.cabin_fare))
