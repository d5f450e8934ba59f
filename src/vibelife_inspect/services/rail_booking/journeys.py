"""Parts of runs, and how they join into journeys: pure functions, no world."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from vibelife_inspect.ids import code
from vibelife_inspect.money import Money
from vibelife_inspect.services.rail_booking.records import Mode, Run, TravelClass, elapsed, later
from vibelife_inspect.world import Record

CHANGE_TIME = timedelta(minutes=8)
"""What a change within one station takes at least."""

CROSS_TOWN_TIME = timedelta(minutes=40)
"""What a change between two stations of one city takes at least."""

_LONGEST_WAIT = timedelta(hours=6)
_OPEN = ("scheduled", "delayed", "departed")


@dataclass(frozen=True, slots=True)
class Section:
    """A run from one of its stops to a later one, by their places in `run.stops`."""

    run: Run
    start: int
    end: int

    @property
    def origin(self) -> str:
        """Station id of the boarding stop."""
        return self.run.stops[self.start].station

    @property
    def destination(self) -> str:
        """Station id of the last stop."""
        return self.run.stops[self.end].station

    @property
    def departs_at(self) -> datetime:
        """Planned departure."""
        return self.run.stops[self.start].departure

    @property
    def arrives_at(self) -> datetime:
        """Planned arrival."""
        return self.run.stops[self.end].arrival

    @property
    def duration(self) -> timedelta:
        """Planned."""
        return elapsed(self.departs_at, self.arrives_at)

    def fare(self, travel_class: TravelClass) -> Money | None:
        """The full adult fare: the run's, in proportion to the minutes, but never below a fifth of it."""
        full: Money | None = getattr(self.run.fares, travel_class)
        if full is None or (self.start == 0 and self.end == len(self.run.stops) - 1):
            return full
        part, whole = self.duration, elapsed(self.run.departs_at, self.run.arrives_at)
        minor = max(full.minor * (part // _MINUTE) // (whole // _MINUTE), full.minor // 5, 1)
        return Money(minor=min(-(-minor // 10) * 10, full.minor), currency=full.currency)

    def seats_left(self, travel_class: TravelClass) -> int:
        """Places for sale; a place is sold for the whole run."""
        left: int = getattr(self.run.seats, travel_class)
        return left

    def boards_after(self, now: datetime) -> bool:
        """Whether it can still be boarded: it runs, and has not left its first stop by `now`."""
        return self.run.status in _OPEN and later(self.departs_at, self.run.delay) > now


_MINUTE = timedelta(minutes=1)


class Connection(Record):
    """A way to travel that a search found; its id depends on its legs alone."""

    legs: tuple[Section, ...]

    @property
    def departs_at(self) -> datetime:
        """Planned departure."""
        return self.legs[0].departs_at

    @property
    def arrives_at(self) -> datetime:
        """Planned arrival."""
        return self.legs[-1].arrives_at

    @property
    def duration(self) -> timedelta:
        """From the first departure to the last arrival."""
        return elapsed(self.departs_at, self.arrives_at)


def connection(*legs: Section) -> Connection:
    """The connection of these legs, with its content id."""
    parts = [part for leg in legs for part in (leg.run.id, leg.origin, leg.destination)]
    return Connection(id=f"CON-{code(*parts, length=10)}", legs=legs)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a search looks for."""

    origins: Collection[str]
    destinations: Collection[str]
    earliest: datetime
    latest: datetime
    """Bounds of the departure."""
    now: datetime
    mode: Mode | None = None
    accessible: bool = False


class Day:
    """The runs of one day, with the calls at each station.

    Args:
        runs: All runs that leave their first stop on the day.
    """

    def __init__(self, runs: list[Run]) -> None:
        self.runs = runs
        self.calls: dict[str, list[tuple[datetime, Run, int]]] = defaultdict(list)
        """By station: the planned departure in UTC (the arrival, at the end), the run, and the place of the stop."""
        for run in runs:
            for place, stop in enumerate(run.stops):
                self.calls[stop.station].append((stop.departure.astimezone(UTC), run, place))


Calls = dict[str, tuple[Run, list[int]]]
"""By run id: the run and the places of its calls."""


def calls_at(days: Iterable[Day], stations: Iterable[str], wish: Wish, latest: datetime | None) -> Calls:
    """The runs that the wish allows and that call at one of the stations between its earliest time and `latest`."""
    begin, end = wish.earliest.astimezone(UTC), latest and latest.astimezone(UTC)
    found: Calls = {}
    for day in days:
        for station in stations:
            for moment, run, place in day.calls.get(station, ()):
                if moment < begin or (end is not None and moment > end) or run.status not in _OPEN:
                    continue
                if wish.mode in (None, run.mode) and (run.accessible or not wish.accessible):
                    found.setdefault(run.id, (run, []))[1].append(place)
    return found


def search(days: Sequence[Day], wish: Wish, cities: Mapping[str, str] | None) -> list[Connection]:
    """Connections without a change and, where the cities of stations are given, with one, in no order."""
    starts = calls_at(days, wish.origins, wish, wish.latest)
    ends = calls_at(days, wish.destinations, wish, None)
    found = _direct(starts, ends, wish)
    return found if cities is None else found + _with_change(starts, ends, wish, cities)


def _direct(starts: Calls, ends: Calls, wish: Wish) -> list[Connection]:
    found = []
    for id, (run, froms) in starts.items():
        places = [place for place in ends[id][1] if place > min(froms)] if id in ends else []
        if places:
            section = Section(run, max(place for place in froms if place < min(places)), min(places))
            if section.boards_after(wish.now):
                found.append(connection(section))
    return found


def _with_change(starts: Calls, ends: Calls, wish: Wish, cities: Mapping[str, str]) -> list[Connection]:
    """For each first run the change that arrives earliest."""
    onward = _onward(ends.values(), wish, cities)
    found = []
    for id, (run, froms) in starts.items():
        first = Section(run, max(froms), len(run.stops) - 1)
        goes_there = id in ends and max(ends[id][1]) > min(froms)
        if not goes_there and first.start < first.end and first.boards_after(wish.now):
            pairs = _changes(first, onward, cities)
            if pairs:
                found.append(connection(*min(pairs, key=lambda pair: (pair[1].arrives_at, pair[0].end))))
    return found


def _onward(
    ends: Iterable[tuple[Run, list[int]]], wish: Wish, cities: Mapping[str, str]
) -> dict[str, list[tuple[datetime, str, Section]]]:
    """By city, the sections that lead to the destination, in order of departure."""
    onward: dict[str, list[tuple[datetime, str, Section]]] = defaultdict(list)
    for run, places in ends:
        end = min(places)
        for place in range(end):
            stop = run.stops[place]
            if stop.station not in wish.origins:
                city = cities.get(stop.station, stop.station)
                onward[city].append((stop.departure.astimezone(UTC), run.id, Section(run, place, end)))
    for sections in onward.values():
        sections.sort(key=lambda item: item[:2])
    return onward


def _changes(
    first: Section, onward: Mapping[str, list[tuple[datetime, str, Section]]], cities: Mapping[str, str]
) -> list[tuple[Section, Section]]:
    pairs = []
    for place in range(first.start + 1, len(first.run.stops)):
        stop = first.run.stops[place]
        sections = onward.get(cities.get(stop.station, stop.station), [])
        arrival = stop.arrival.astimezone(UTC)
        begin = bisect_left(sections, (arrival + CHANGE_TIME, ""), key=lambda item: item[:2])
        for departure, _, second in sections[begin : begin + 6]:
            needed = CHANGE_TIME if second.origin == stop.station else CROSS_TOWN_TIME
            if arrival + needed <= departure <= arrival + _LONGEST_WAIT and second.run.id != first.run.id:
                pairs.append((Section(first.run, first.start, place), second))
                break
    return pairs
