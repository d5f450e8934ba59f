"""Opening hours: spans of wall time on days of the week, which may end after midnight."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.clock import WEEKDAYS, MinuteWall, Weekday
from vibelife_inspect.world.record import Part

Walls = tuple[time, time]
"""Opening and closing wall time; one that is not after the other is on the next day."""

Span = tuple[datetime, datetime]
"""Opening and closing instant, in UTC."""


class Hours(Part):
    """One span of opening hours on some days of the week."""

    days: tuple[Weekday, ...] = Field(default=WEEKDAYS, min_length=1, max_length=7)
    """Days on which the span begins; every day when left out."""
    opens: MinuteWall
    """Local time, such as '09:30'."""
    closes: MinuteWall
    """Local time; one that is not after `opens` is on the next day, so 00:00 to 00:00 is around the clock."""


class Instead(Protocol):
    """What holds on one date in place of its weekday: a span, or closed."""

    @property
    def opens(self) -> time | None:
        """None: closed."""

    @property
    def closes(self) -> time | None:
        """None: closed."""


def walls_on(day: date, weekly: Iterable[Hours], instead: Iterable[Instead]) -> list[Walls]:
    """The spans that begin on a local day: those of its date if there are any, else those of its weekday."""
    if dated := list(instead):
        return [(row.opens, row.closes) for row in dated if row.opens is not None and row.closes is not None]
    weekday = WEEKDAYS[day.weekday()]
    return [(row.opens, row.closes) for row in weekly if weekday in row.days]


def within(walls: Callable[[date], list[Walls]], local: datetime) -> bool:
    """Whether a local moment lies in a span of its day, or in what is left of one of the day before."""
    wall, day = local.time(), local.date()
    if any(opens <= wall and (wall < closes or closes <= opens) for opens, closes in walls(day)):
        return True
    return any(wall < closes <= opens for opens, closes in walls(day - timedelta(days=1)))


def spans(walls: Iterable[Walls], day: date, zone: ZoneInfo) -> Iterator[Span]:
    """The instants of spans that begin on a local day."""
    for opens, closes in walls:
        last = day if closes > opens else day + timedelta(days=1)
        start, end = datetime.combine(day, opens, tzinfo=zone), datetime.combine(last, closes, tzinfo=zone)
        yield start.astimezone(UTC), end.astimezone(UTC)


def told(walls: Iterable[Walls]) -> list[str]:
    """Spans as text such as `11:30-22:00`, earliest first."""
    return [f"{opens:%H:%M}-{closes:%H:%M}" for opens, closes in sorted(walls)]
