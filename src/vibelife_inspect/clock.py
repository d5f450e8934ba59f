"""Simulated time: zone-aware, forward only, never the host's."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Annotated, Any
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


def _zone_or_home(value: Any, info: ValidationInfo) -> Any:
    if value == "":
        home = (info.context or {}).get("zone")
        return home.key if home else "UTC"
    try:
        ZoneInfo(value)
    except (KeyError, TypeError, ValueError, OSError):
        raise ValueError(f"{value!r} is no IANA time zone, such as Asia/Tokyo") from None
    return value


Zone = Annotated[str, BeforeValidator(_zone_or_home), Field(default="", validate_default=True)]
"""An IANA time zone; a seed without one has the persona's home zone."""


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
