"""Opening hours of merchants: whether they are open, and at which instants a visit can begin."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from vibelife_inspect.clock import zone_of
from vibelife_inspect.services.review_platform.catalogue import Merchant
from vibelife_inspect.world.hours import Span, Walls, spans, told, walls_on, within


def is_open(merchant: Merchant, at: datetime) -> bool:
    """Whether the merchant is open at that instant."""
    return within(lambda day: _walls(merchant, day), at.astimezone(zone_of(merchant.zone)))


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
    return told(_walls(merchant, day))


def _spans(merchant: Merchant, day: date) -> Iterator[Span]:
    return spans(_walls(merchant, day), day, zone_of(merchant.zone))


def _walls(merchant: Merchant, day: date) -> list[Walls]:
    return walls_on(day, merchant.opening_hours, (row for row in merchant.exceptions if row.day == day))
