"""Calendars and events."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal, TypeVar
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from vibelife_inspect.clock import Instant, Weekday, ZoneName, in_zone
from vibelife_inspect.world import ME, Json, Part, Record

Access = Literal["owner", "editor", "reader", "free_busy"]
"""What the persona may do in a calendar; `free_busy` shows when it is busy and nothing else."""
Response = Literal["needs_action", "accepted", "declined", "tentative"]
"""The answer to an invitation."""
D = TypeVar("D", bound=date)
LONGEST = timedelta(days=366)
"""No event lasts longer."""
_DATED = re.compile(r"\d{4}-\d\d-\d\d")


def _argument_years(value: D) -> D:
    if not 1970 <= value.year <= 2100:
        raise ValueError("must lie in the years 1970 to 2100")
    return value


def _spelt(value: object) -> object:
    if not isinstance(value, datetime) and not (isinstance(value, str) and _DATED.match(value)):
        raise ValueError("must be a date or a moment, such as 2026-04-03 or 2026-04-03T09:00:00+02:00")
    return value


def _aware(value: datetime, info: ValidationInfo) -> datetime:
    zone = (info.context or {}).get("zone")
    return value if zone is None else in_zone(value, zone)


Moment = Annotated[Instant, AfterValidator(_argument_years)]
"""A moment as an argument, near enough for all arithmetic on it."""
Edge = Annotated[
    datetime,
    Field(strict=False),
    BeforeValidator(_spelt, json_schema_input_type=date | datetime),
    AfterValidator(_aware),
    AfterValidator(_argument_years),
]
"""An end of a window as an argument: a moment, or a date, which means its midnight at home."""
Day = Annotated[date, AfterValidator(_argument_years)]
"""A day as an argument."""
ZoneKey = Annotated[ZoneName, Field(max_length=64)]
"""An IANA time zone, such as Europe/Berlin."""
Title = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
"""A line of text."""
Address = Annotated[str, Field(pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$", max_length=254)]
"""A mail address."""
Minutes = Annotated[int, Field(ge=0, le=40_320)]
"""Minutes before the start, up to four weeks."""


def utc(moment: datetime) -> datetime:
    """The moment in UTC; wall times of one zone compare and subtract without regard to its clock changes."""
    return moment if moment.tzinfo is UTC else moment.astimezone(UTC)


def wall(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The instant, in UTC, at which the clocks of `zone` show `at` on `day`."""
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)


class Invitee(Part):
    """A person to invite."""

    email: Address
    """Mail address."""
    name: str = Field(default="", max_length=200)
    """Name, if known."""


class Attendee(Part):
    """A person who is invited to an event."""

    email: Address
    name: str = ""
    response: Response = "needs_action"


class Recurrence(Part):
    """How an event repeats; without `count` and `until` it repeats for ever."""

    frequency: Literal["daily", "weekly", "monthly", "yearly"]
    """Unit of the interval. In a month without the start's day of the month, the last day counts."""
    interval: int = Field(default=1, ge=1, le=99)
    """Every so many days, weeks, months or years."""
    weekdays: tuple[Weekday, ...] = Field(default=(), max_length=7)
    """Only with weekly: the days of the week; the start's own weekday always counts."""
    count: int | None = Field(default=None, ge=1, le=10_000)
    """How many instances there are in all; not together with `until`."""
    until: Day | None = None
    """Last day on which an instance may start; not together with `count`."""

    @model_validator(mode="after")
    def _agrees(self) -> "Recurrence":
        if self.count is not None and self.until is not None:
            raise ValueError("give count or until, not both")
        if self.weekdays and self.frequency != "weekly":
            raise ValueError("weekdays go with the frequency weekly only")
        return self


def misfit(start: datetime, end: datetime, rule: Recurrence | None) -> str:
    """What is wrong with the end of an event, or an empty string."""
    length = utc(end) - utc(start)
    if length <= timedelta(0):
        return f"{end.isoformat()} must be after start {start.isoformat()}"
    if length > LONGEST:
        return f"an event lasts at most {LONGEST.days} days"
    if rule is not None and length > timedelta(days=_spacing(rule), hours=2):  # room for a clock change
        return f"an instance would last into the next one, which starts {_spacing(rule)} days later"
    return ""


def _spacing(rule: Recurrence) -> int:
    """The least number of days from one instance to the next."""
    unit = {"daily": 1, "weekly": 1 if rule.weekdays else 7, "monthly": 28, "yearly": 365}[rule.frequency]
    return unit if rule.weekdays else unit * rule.interval


def _with_zone(value: Mapping[str, Any], info: ValidationInfo) -> Json:
    zone = (info.context or {}).get("zone")
    return dict(value) if zone is None else {"zone": zone.key, **value}


class CalendarRecord(Record):
    """A calendar that the persona owns or that somebody shares with the persona."""

    name: str
    owner: str = ME
    """`me`, or the name or address of whoever shares it."""
    access: Access = "owner"
    """`owner` for the persona's own; `reader` when absent for others'."""
    zone: ZoneKey = "UTC"
    """Zone in which new events repeat; the home zone when absent."""
    primary: bool = False
    """Whether events go here by default; one of the persona's own."""

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, value: Any, info: ValidationInfo) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {"access": "owner" if value.get("owner", ME) == ME else "reader", **_with_zone(value, info)}

    @model_validator(mode="after")
    def _agrees(self) -> "CalendarRecord":
        if (self.owner == ME) != (self.access == "owner"):
            raise ValueError("access is owner for the persona's own calendars, and for no others")
        if self.primary and self.owner != ME:
            raise ValueError("the primary calendar must be the persona's own")
        return self


class Event(Record):
    """An event, or a series of them."""

    calendar_id: str
    title: str
    zone: ZoneKey = "UTC"
    """Zone whose wall time a series keeps; the home zone when absent."""
    start: Instant
    """Start of the (first) event; midnight for an all-day one."""
    end: Instant
    """End, exclusive; for an all-day event the midnight after its last day."""
    all_day: bool = False
    location: str = ""
    description: str = ""
    attendees: tuple[Attendee, ...] = ()
    reminders: tuple[Minutes, ...] = ()
    """Minutes before each start."""
    status: Literal["confirmed", "tentative", "cancelled"] = "confirmed"
    recurrence: Recurrence | None = None
    skipped: tuple[date, ...] = ()
    """Days, in `zone`, on which an instance of the series was cancelled."""
    series_id: str | None = None
    """The series that it was an instance of before it was moved by itself."""
    organizer: str = ME
    """`me`, or the address of the organiser."""
    response: Response | None = None
    """The persona's answer to somebody else's invitation; null when it is none."""
    busy: bool = True
    """Whether it takes up the time; when absent, timed events do and all-day ones do not."""
    updated_at: Instant | None = None
    rung_until: Instant | None = None
    """Reminders up to this moment have rung or are too old to ring."""

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, value: Any, info: ValidationInfo) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {"busy": not value.get("all_day", False), **_with_zone(value, info)}

    @field_validator("start", "end")
    @classmethod
    def _local(cls, value: datetime, info: ValidationInfo) -> datetime:
        if not 1900 <= value.year <= 2300:
            raise ValueError("must lie in the years 1900 to 2300")
        return value.astimezone(ZoneInfo(info.data.get("zone", "UTC")))

    @model_validator(mode="after")
    def _agrees(self) -> "Event":
        if problem := misfit(self.start, self.end, self.recurrence):
            raise ValueError(f"end: {problem}")
        if self.all_day and (self.start.time(), self.end.time()) != (time(0), time(0)):
            raise ValueError(f"an all-day event starts and ends at midnight in {self.zone}")
        return self

    @property
    def bucket(self) -> int | str:
        """Key of the day index: the UTC day of the start, or `long` for what may take place on other days too."""
        start = utc(self.start)
        if self.recurrence is not None or utc(self.end) - start > timedelta(hours=26):
            return "long"
        return start.toordinal()

    @property
    def invited(self) -> bool:
        """Whether somebody else invited the persona."""
        return self.organizer != ME and self.response is not None

    @property
    def blocks(self) -> bool:
        """Whether the persona has no time for anything else meanwhile."""
        return self.busy and self.status != "cancelled" and self.response != "declined"


class Occurrence(Record):
    """One time at which an event takes place; lists and plans are made of these."""

    event: Event
    day: date | None
    """Names the instance of a series; null for a single event."""
    start: datetime
    end: datetime
    """Both in UTC."""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        zone = ZoneInfo(self.event.zone)
        start, end = self.start.astimezone(zone), self.end.astimezone(zone)
        days = {"first_day": start.date(), "last_day": end.date() - timedelta(days=1)} if self.event.all_day else {}
        return {
            "event_id": self.event.id,
            "instance_day": self.day,
            "start": start,
            "end": end,
            **days,
            **self.event.pick("title", "all_day", "location", "status", "busy", "response", "organizer", "calendar_id"),
        }


class Slot(Record):
    """A stretch of free time."""

    start: datetime
    end: datetime


class Clash(Record):
    """Two occurrences at the same time."""

    first: Occurrence
    second: Occurrence
