"""When events take place: the instances of a series, zone-aware over clock changes, and the rings of reminders."""

from calendar import monthrange
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import get_args
from zoneinfo import ZoneInfo

from vibelife_inspect.clock import Weekday
from vibelife_inspect.services.calendar.records import Event, Occurrence, Recurrence, utc, wall
from vibelife_inspect.world import Due

_NAMES: tuple[str, ...] = get_args(Weekday)
_LAST_YEAR = 2200


def nth_day(rule: Recurrence, first: date, n: int) -> date:
    """The day of instance `n`, counted from 0, of a series that begins on `first`."""
    if step := _step(rule):
        return first + timedelta(days=n * step)
    if rule.frequency == "weekly":
        days = _weekdays(rule, first)
        week, place = divmod(n + days.index(first.weekday()), len(days))
        return _monday(first) + timedelta(days=7 * week * rule.interval + days[place])
    month = first.year * 12 + first.month - 1 + n * _months(rule)
    year, month = month // 12, month % 12 + 1
    return date(year, month, min(first.day, monthrange(year, month)[1]))


def place_of(rule: Recurrence, first: date, day: date) -> int:
    """The smallest n whose instance is on `day` or later."""
    if day <= first:
        return 0
    if step := _step(rule):
        return -(-(day - first).days // step)
    if rule.frequency == "weekly":
        days = _weekdays(rule, first)
        n = (day - _monday(first)).days // 7 // rule.interval * len(days) - days.index(first.weekday())
    else:
        n = ((day.year - first.year) * 12 + day.month - first.month) // _months(rule)
    n = max(n, 0)
    while nth_day(rule, first, n) < day:
        n += 1
    return n


def days_from(event: Event, day: date) -> Iterator[date]:
    """The days of a series' instances from `day` on; endless if the series is."""
    rule, first = event.recurrence, event.start.date()
    if rule is None:
        return
    for n in count(place_of(rule, first, day)):
        instance = nth_day(rule, first, n)
        if rule.count is not None and n >= rule.count:
            return
        if (rule.until is not None and instance > rule.until) or instance.year > _LAST_YEAR:
            return
        if instance not in event.skipped:
            yield instance


def has_instance(event: Event, day: date) -> bool:
    """Whether an instance of the series starts on `day`."""
    return next(days_from(event, day), None) == day


def spans(event: Event, since: datetime, until: datetime) -> Iterator[tuple[date | None, datetime, datetime]]:
    """The times at which an event takes place and that overlap the window, as (instance day, start, end) in UTC."""
    start, end = utc(event.start), utc(event.end)
    if event.recurrence is None:
        if start < until and since < end:
            yield None, start, end
        return
    zone, length = ZoneInfo(event.zone), end - start
    nights = event.end.date() - event.start.date()
    for day in days_from(event, (since - length - timedelta(days=1)).astimezone(zone).date()):
        start = wall(day, event.start.time(), zone)
        if start >= until:
            return
        end = wall(day + nights, event.end.time(), zone) if event.all_day else start + length
        if since < end:
            yield day, start, end


def occurrences(events: Iterable[Event], since: datetime, until: datetime) -> list[Occurrence]:
    """All that overlaps the window, by start, then id."""
    rows = [
        Occurrence(id=event.id if day is None else f"{event.id}@{day}", event=event, day=day, start=start, end=end)
        for event in events
        for day, start, end in spans(event, since, until)
    ]
    return sorted(rows, key=lambda row: (row.start, row.id))


def next_ring(event: Event) -> datetime | None:
    """When the next reminder is due, in UTC."""
    if not event.reminders or event.status == "cancelled" or event.response == "declined":
        return None
    since = datetime(1900, 1, 1, tzinfo=UTC) if event.rung_until is None else utc(event.rung_until)
    leads = [timedelta(minutes=minutes) for minutes in event.reminders]
    rings = [start - lead for lead in leads if (start := _start_after(event, since + lead)) is not None]
    return min(rings, default=None)


def ringing(event: Event, now: datetime) -> list[datetime]:
    """The starts, soonest first, of which a reminder rings at exactly this moment."""
    leads = sorted({timedelta(minutes=minutes) for minutes in event.reminders})
    just_before = utc(now) - timedelta(microseconds=1)
    return [utc(now) + lead for lead in leads if _start_after(event, just_before + lead) == utc(now) + lead]


def reminder_due(event: Event) -> Iterable[Due]:
    """The next reminder."""
    at = next_ring(event)
    if at is not None:
        yield Due(at, "ring_reminder")


def _start_after(event: Event, moment: datetime) -> datetime | None:
    if event.recurrence is None:
        start = utc(event.start)
        return start if start > moment else None
    zone = ZoneInfo(event.zone)
    for day in days_from(event, moment.astimezone(zone).date()):
        start = wall(day, event.start.time(), zone)
        if start > moment:
            return start
    return None


def _step(rule: Recurrence) -> int:
    """Days between all instances, or 0 where they are not evenly spaced."""
    if rule.frequency == "daily":
        return rule.interval
    return 7 * rule.interval if rule.frequency == "weekly" and not rule.weekdays else 0


def _weekdays(rule: Recurrence, first: date) -> list[int]:
    return sorted({first.weekday(), *(_NAMES.index(name) for name in rule.weekdays)})


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _months(rule: Recurrence) -> int:
    return rule.interval * (12 if rule.frequency == "yearly" else 1)
