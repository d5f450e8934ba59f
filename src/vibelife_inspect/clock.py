"""Simulated time: zone-aware, forward only, never the host's."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import cache
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from vibelife_inspect.errors import DefectError


def pinned(value: datetime) -> datetime:
    """The same instant with its offset as a number.

    Python compares and subtracts two datetimes of one `ZoneInfo` by their wall clocks, an hour off across a change of
    the clocks; with pinned offsets it reckons with real time.
    """
    return value.replace(tzinfo=timezone(value.utcoffset() or timedelta(0)), fold=0)


def in_zone(value: datetime, zone: ZoneInfo) -> datetime:
    """`value` itself when it has an offset, else the same wall time in `zone`, pinned."""
    return value if value.tzinfo is not None else pinned(value.replace(tzinfo=zone))


def _aware(value: datetime, info: ValidationInfo) -> datetime:
    if value.tzinfo is not None:
        return pinned(value) if isinstance(value.tzinfo, ZoneInfo) else value
    zone = (info.context or {}).get("zone")
    if zone is None:
        raise ValueError("needs an offset, such as 2026-04-03T09:00:00+02:00")
    return in_zone(value, zone)


Instant = Annotated[datetime, AfterValidator(_aware)]
"""A zone-aware moment. A value without an offset is read in the home zone of the validation context."""


@cache
def zone_of(key: str) -> ZoneInfo:
    """A time zone by its key; kept for good, as reading one from disk is dear."""
    return ZoneInfo(key)


def _known(key: str) -> str:
    try:
        zone_of(key)
    except (KeyError, ValueError, OSError):
        raise ValueError(f"{key[:60]!r} is no IANA time zone, such as Asia/Tokyo") from None
    return key


ZoneName = Annotated[str, AfterValidator(_known)]
"""An IANA time zone that must be given."""


def _or_home(value: Any, info: ValidationInfo) -> Any:
    home = (info.context or {}).get("zone")
    return value if value != "" else home.key if home else "UTC"


Zone = Annotated[ZoneName, BeforeValidator(_or_home), Field(default="", validate_default=True)]
"""An IANA time zone; a seed without one has the persona's home zone."""


Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
"""A day of the week."""

WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""Days in the order of `date.weekday()`."""


def _naive(value: time) -> time:
    if value.tzinfo is not None:
        raise ValueError("must be a wall time without an offset, such as 09:30")
    return value


Wall = Annotated[time, AfterValidator(_naive)]
"""A time of day as the clock on the wall shows it, in the zone of the place that it belongs to."""


def _quoted(value: Any) -> Any:
    if isinstance(value, str | time):
        return value
    raise ValueError("must be a time in quotes, such as '09:30'")


def _to_the_minute(value: time) -> time:
    return value.replace(second=0, microsecond=0)


MinuteWall = Annotated[Wall, BeforeValidator(_quoted, json_schema_input_type=str), AfterValidator(_to_the_minute)]
"""A wall time to the minute; a bare number, which YAML makes of 09:30, is refused."""


class Clock:
    """The one clock of a world.

    Args:
        start: First instant, with an offset.
        home: The persona's home zone; dates without a zone mean this one.
    """

    def __init__(self, start: datetime, home: ZoneInfo) -> None:
        self.home = home
        self._now = start.astimezone(UTC)

    @property
    def now(self) -> datetime:
        """The present instant in the home zone."""
        return pinned(self._now.astimezone(self.home))

    @property
    def today(self) -> date:
        """The present day in the home zone."""
        return self.now.date()

    def move(self, to: datetime) -> None:
        """Move forward to `to`; a step back is a defect."""
        if to < self._now:
            raise DefectError(f"the clock cannot go back from {self._now} to {to}")
        self._now = to.astimezone(UTC)

    def at(self, day: date, wall: time) -> datetime:
        """The instant of a wall time at home on `day`."""
        return pinned(datetime.combine(day, wall, tzinfo=self.home))

    def after(self, delay: timedelta) -> datetime:
        """The instant `delay` of real duration from now, in the home zone."""
        return pinned((self._now + delay).astimezone(self.home))
