"""Opening hours: whether a place is open at an instant, and when that changes."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from vibelife_inspect.services.maps.records import Place
from vibelife_inspect.world.hours import Span, Walls, spans, told, walls_on, within

_DAYS_AHEAD = 14


def is_open(place: Place, at: datetime) -> bool | None:
    """Whether the place is open at that instant; None when its hours are not known."""
    if _shut(place, at):
        return False
    if not place.opening_hours and not place.exceptions:
        return None
    return within(lambda day: _walls(place, day), at.astimezone(place.tz))


def next_change(place: Place, at: datetime) -> datetime | None:
    """When an open place closes or a closed one opens, within two weeks, in the zone of the place."""
    zone = place.tz
    if _shut(place, at):
        if place.status == "closed" or place.reopens_at is None:
            return None
        at = max(at, place.reopens_at)
        if is_open(place, at):
            return at.astimezone(zone)
    spans = sorted(_spans(place, at, _DAYS_AHEAD))
    if not is_open(place, at):
        later = [start for start, _ in spans if start > at]
        return later[0].astimezone(zone) if later else None
    end = at.astimezone(UTC)
    for start, closing in spans:
        if start <= end:
            end = max(end, closing)
    always = end >= at + timedelta(days=_DAYS_AHEAD - 1)
    return None if always else end.astimezone(zone)


def hours_on(place: Place, day: date) -> list[str]:
    """The spans that begin on a local day, as text such as `09:00-18:00`."""
    return told(_walls(place, day))


def _shut(place: Place, at: datetime) -> bool:
    if place.status == "closed_temporarily":
        return place.reopens_at is None or at < place.reopens_at
    return place.status == "closed"


def _spans(place: Place, at: datetime, ahead: int) -> Iterator[Span]:
    """Spans that begin from the day before `at` to `ahead` days after it."""
    zone = place.tz
    today = at.astimezone(zone).date()
    for offset in range(-1, ahead + 1):
        day = today + timedelta(days=offset)
        yield from spans(_walls(place, day), day, zone)


def _walls(place: Place, day: date) -> list[Walls]:
    return walls_on(day, place.opening_hours, (row for row in place.exceptions if row.date == day))
