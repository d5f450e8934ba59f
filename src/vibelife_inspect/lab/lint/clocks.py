"""Times of day that name their zone: `09:40 JST`, `14:00 UTC+2`, `6 pm Berlin time`, `18:00 in Tokyo`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

_TIME = (
    r"(?<![\w:.+])(?<!UTC-)(?<!GMT-)(?P<hour>[01]?\d|2[0-3])"
    r"(?:(?P<minute>:[0-5]\d)(?: ?(?P<half>[apAP])\.?[mM]\b\.?)?| ?(?P<half_alone>[apAP])\.?[mM]\b\.?)"
)
_ZONE = (
    r" ?\(?(?:(?P<name>[A-Z]{3,5})(?:(?<=UTC|GMT) ?(?P<offset>[+\-−]\d{1,2}(?::?\d\d)?))?(?!\w)"
    r"|(?P<key>[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_]+)+)"
    r"|(?:in )?(?P<city>[A-Z][a-z]+(?: [A-Z][a-z]+)*) time\b"
    r"|in (?P<place>[A-Z][a-z]+(?: [A-Z][a-z]+)*))\)?"
)
_STATED = re.compile(_TIME + _ZONE)
_REGIONS = ("Europe", "Asia", "America", "Africa", "Australia", "Pacific", "Atlantic", "Indian")

_DAY = timedelta(days=1)

Mark = str | timedelta | None
"""How a text marks a time: an abbreviation, an offset, or the zone by its own name."""


@dataclass(frozen=True)
class Stated:
    """A time of day with its mark."""

    words: str
    start: int
    end: int
    wall: time
    mark: Mark
    zones: tuple[ZoneInfo, ...]
    """The zones that bear the mark at some time of the year; none for UTC itself."""

    def borne(self, day: date) -> bool:
        """Whether a zone bears the mark on that day."""
        return bool(self._moments(day))

    def moments(self, day: date) -> set[timedelta]:
        """When it is on that day, as time passed since midnight UTC, less whole days."""
        return {(_passed(self.wall) - offset) % _DAY for offset in self._offsets(day)}

    def told(self, moment: timedelta, day: date) -> str:
        """What the clock shows there at a moment of that day."""
        minutes = (moment + min(self._offsets(day))) % _DAY // timedelta(minutes=1)
        return f"{minutes // 60:02}:{minutes % 60:02}"

    def _offsets(self, day: date) -> set[timedelta]:
        if isinstance(self.mark, timedelta):
            return {self.mark}
        return {moment.utcoffset() or timedelta(0) for moment in self._moments(day)}

    def _moments(self, day: date) -> list[datetime]:
        """The time on that day in the zones that bear the mark then, both where the clocks go through it twice."""
        walls = (datetime.combine(day, self.wall, zone).replace(fold=fold) for zone in self.zones for fold in (0, 1))
        return [moment for moment in walls if _bears(moment, self.mark)]


def stated_times(text: str, zones: Sequence[ZoneInfo], year: int) -> Iterator[Stated]:
    """The times of a text whose mark is understood.

    Args:
        text: The text.
        zones: Whose abbreviations and offsets are known.
        year: Of whose rules.
    """
    for match in _STATED.finditer(text):
        mark, bearing = _read(match, zones, year)
        if bearing or mark is not None:
            hour, half = int(match["hour"]), match["half"] or match["half_alone"]
            if half:
                hour = hour % 12 + (12 if half in "pP" else 0)
            wall = time(hour, int((match["minute"] or ":0")[1:]))
            yield Stated(match[0], match.start(), match.end(), wall, mark, bearing)


def _read(match: re.Match[str], zones: Sequence[ZoneInfo], year: int) -> tuple[Mark, tuple[ZoneInfo, ...]]:
    """What a mark is, and which zones bear it in the year; neither where it is not understood."""
    if not match["name"]:
        zone = zone_named(match["key"]) if match["key"] else _zone_of_city(match["city"] or match["place"])
        return None, (zone,) if zone else ()
    mark: Mark = _offset(match["offset"]) if match["offset"] else match["name"]
    bearing = tuple(
        zone for zone in zones if any(_bears(datetime(year, month, 1, 12, tzinfo=zone), mark) for month in (1, 7))
    )
    if bearing or isinstance(mark, timedelta):
        return mark, bearing
    return (timedelta(0) if mark in ("UTC", "GMT") else None), ()


def _bears(moment: datetime, mark: Mark) -> bool:
    return mark is None or (moment.tzname() if isinstance(mark, str) else moment.utcoffset()) == mark


@cache
def _zone_of_city(city: str) -> ZoneInfo | None:
    """The zone that is named after a city; None for most cities."""
    found = (zone_named(f"{region}/{city.replace(' ', '_')}") for region in _REGIONS)
    return next((zone for zone in found if zone is not None), None)


@cache
def zone_named(key: str) -> ZoneInfo | None:
    """An IANA zone; None if there is none of that name."""
    try:
        return ZoneInfo(key)
    except (KeyError, ValueError, OSError):
        return None


def _passed(wall: time) -> timedelta:
    return timedelta(hours=wall.hour, minutes=wall.minute)


def _offset(text: str) -> timedelta:
    sign, digits = (-1 if text[0] in "-−" else 1), text[1:].replace(":", "")
    hours, minutes = (digits, "0") if len(digits) <= 2 else (digits[:-2], digits[-2:])
    return sign * timedelta(hours=int(hours), minutes=int(minutes))


def wall_fault(wall: datetime, home: ZoneInfo) -> str:
    """What is wrong with a wall time where the clocks change; empty for nearly all."""
    first, second = (wall.replace(tzinfo=home, fold=fold).utcoffset() or timedelta(0) for fold in (0, 1))
    if first == second:
        return ""
    return "is there twice" if first > second else "is left out"
