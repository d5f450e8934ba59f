"""Timetables: when a link departs, and which rides lead from one stop to another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from vibelife_inspect.clock import WEEKDAYS
from vibelife_inspect.services.maps.records import TransitLink

CHANGE = timedelta(minutes=5)
"""What a change takes at least."""

_MAX_WAIT = timedelta(hours=3)
_NIGHT = time(4, 0)
_DAYS_AHEAD = 8


@dataclass(frozen=True, slots=True)
class Ride:
    """One departure of a link."""

    link: TransitLink
    start: str
    end: str
    departs_at: datetime
    arrives_at: datetime


def far_end(link: TransitLink, stop: str) -> str | None:
    """Where the link leads from a stop; None when it does not go that way."""
    if link.from_place == stop:
        return link.to_place
    return link.from_place if link.both_ways and link.to_place == stop else None


def departures(link: TransitLink, after: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    """Departures at or after an instant, within about a week, in UTC."""
    if link.status == "suspended":
        if link.resumes_at is None:
            return
        after = max(after, link.resumes_at)
    after = after.astimezone(UTC)
    today = after.astimezone(zone).date()
    every = timedelta(minutes=link.every)
    for offset in range(-1, _DAYS_AHEAD):
        day = today + timedelta(days=offset)
        if WEEKDAYS[day.weekday()] not in link.days:
            continue
        first = datetime.combine(day, link.first, tzinfo=zone).astimezone(UTC)
        last_day = day if link.last >= link.first else day + timedelta(days=1)
        last = datetime.combine(last_day, link.last, tzinfo=zone).astimezone(UTC)
        at = first if after <= first else first + every * -((first - after) // every)
        while at <= last:
            yield at
            at += every


def next_ride(link: TransitLink, stop: str, after: datetime, zone: ZoneInfo) -> Ride | None:
    """The next departure of a link from a stop; None when it does not run in the coming week."""
    end = far_end(link, stop)
    if end is None:
        return None
    for at in islice(departures(link, after, zone), 1):
        return Ride(link, stop, end, at, at + timedelta(minutes=link.minutes))
    return None


def night_after(at: datetime, zone: ZoneInfo) -> datetime:
    """The end of the day of service that an instant belongs to: four in the morning, local time."""
    local = at.astimezone(zone)
    night = datetime.combine(local.date(), _NIGHT, tzinfo=zone)
    return (
        night if local + _MAX_WAIT <= night else datetime.combine(local.date() + timedelta(days=1), _NIGHT, tzinfo=zone)
    )


def connect(ride: Ride, onward: Sequence[TransitLink], zone: ZoneInfo) -> Iterator[tuple[Ride, Ride]]:
    """The ride with each onward ride that can be caught after it without a long wait."""
    for link in onward:
        second = next_ride(link, ride.end, ride.arrives_at + CHANGE, zone)
        if second is not None and second.departs_at - ride.arrives_at <= _MAX_WAIT:
            yield ride, second
