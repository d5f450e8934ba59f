"""Opening hours of merchants: whether they are open, and at which instants a visit can begin."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

from vibelife_inspect.services.review_platform.catalogue import WEEKDAYS, Merchant, zone_of

Span = tuple[datetime, datetime]
"""Two instants, the first before the second."""


def is_open(merchant: Merchant, at: datetime) -> bool:
    """Whether the merchant is open at that instant."""
    local = at.astimezone(zone_of(merchant.zone))
    wall, day = local.time(), local.date()
    if any(opens <= wall and (wall < closes or closes <= opens) for opens, closes in _walls(merchant, day)):
        return True
    return any(wall < closes <= opens for opens, closes in _walls(merchant, day - timedelta(days=1)))


def visits(merchant: Merchant, day: date) -> list[Span]:
    """Begin and end of each visit that can begin in a span of that local day, earliest first, in the local zone."""
    zone = zone_of(merchant.zone)
    length, step = timedelta(minutes=merchant.visit_minutes), timedelta(minutes=merchant.slot_minutes)
    found: dict[datetime, Span] = {}
    for opening, closing in _spans(merchant, day):
        start = opening
        while start + length <= closing:
            found[start] = (start.astimezone(zone), (start + length).astimezone(zone))
            start += step
    return [found[start] for start in sorted(found)]


def visit_at(merchant: Merchant, at: datetime) -> Span | None:
    """The visit that begins at exactly that instant, or None."""
    zone = zone_of(merchant.zone)
    length, step = timedelta(minutes=merchant.visit_minutes), timedelta(minutes=merchant.slot_minutes)
    day, start = at.astimezone(zone).date(), at.astimezone(UTC)
    for opening, closing in (*_spans(merchant, day), *_spans(merchant, day - timedelta(days=1))):
        if opening <= start and start + length <= closing and not (start - opening) % step:
            return start.astimezone(zone), (start + length).astimezone(zone)
    return None


def hours_on(merchant: Merchant, day: date) -> list[str]:
    """The spans that begin on a local day, as text such as `11:30-22:00`."""
    return [f"{opens:%H:%M}-{closes:%H:%M}" for opens, closes in sorted(_walls(merchant, day))]


def _spans(merchant: Merchant, day: date) -> Iterator[Span]:
    zone = zone_of(merchant.zone)
    for opens, closes in _walls(merchant, day):
        last = day if closes > opens else day + timedelta(days=1)
        yield (
            datetime.combine(day, opens, tzinfo=zone).astimezone(UTC),
            datetime.combine(last, closes, tzinfo=zone).astimezone(UTC),
        )


def _walls(merchant: Merchant, day: date) -> list[tuple[time, time]]:
    other = [exception for exception in merchant.exceptions if exception.day == day]
    if other:
        return [(row.opens, row.closes) for row in other if row.opens is not None and row.closes is not None]
    weekday = WEEKDAYS[day.weekday()]
    return [(row.opens, row.closes) for row in merchant.opening_hours if weekday in row.days]
