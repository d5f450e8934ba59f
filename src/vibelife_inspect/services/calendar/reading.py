"""Looking into calendars."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.calendar.base import CalendarBase
from vibelife_inspect.services.calendar.records import Edge, Event, Occurrence, utc
from vibelife_inspect.services.calendar.timing import occurrences, spans
from vibelife_inspect.text import found
from vibelife_inspect.world import ME, Json, Limit, operation, page

_LONGEST_WINDOW = timedelta(days=400)
_UPCOMING = 5
_LONG_AGO, _FAR_AHEAD = -1e18, 1e18


class Reading(CalendarBase):
    """Operations that list, search and show."""

    @operation("read")
    def list_calendars(self, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List the calendars that the user owns or that others share, the primary first, then by name.

        `access` says what the user may do there: owner, editor (write), reader, or free_busy.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.calendars, key=lambda row: (not row.primary, row.owner != ME, row.name, row.id))
        return page(rows, limit, cursor, dict)

    @operation("read")
    def list_events(
        self,
        start: Edge | None = None,
        end: Edge | None = None,
        calendar_id: str | None = None,
        order: Literal["start", "updated"] = "start",
        include_cancelled: bool = False,
        limit: Limit = 50,
        cursor: str | None = None,
    ) -> Json:
        """List what takes place, wholly or partly, in a window of time; each instance of a series is one row.

        Calendars of which only free/busy is shared are left out.

        Args:
            start: Begin of the window; now when absent. A date means its midnight at home.
            end: End of the window, exclusive, at most 400 days later; 7 days after the start when absent.
            calendar_id: Only this calendar; all calendars when absent.
            order: `start`: soonest first. `updated`: last changed first.
            include_cancelled: Whether to list cancelled events too.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        since, until = self._window(start, end, timedelta(days=7))
        ids = self._readable_ids(calendar_id)
        rows = self._taking_place(ids, since, until, include_cancelled)
        if order == "updated":
            rows.sort(key=lambda row: _age(row.event))
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("read")
    def get_event(self, event_id: str) -> Json:
        """Show a whole event with attendees, reminders and, for a series, its next five instances.

        Args:
            event_id: Id of the event or series.
        """
        event = self._seen(event_id)
        if event.recurrence is None:
            return self._whole(event)
        now = utc(self.clock.now)
        coming = spans(event, now, now + 10 * _LONGEST_WINDOW)
        days = [day for _, (day, _, _) in zip(range(_UPCOMING), coming, strict=False)]
        return {**self._whole(event), "next_instance_days": days}

    @operation("read")
    def search_events(
        self,
        query: str,
        start: Edge | None = None,
        end: Edge | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find events that hold every word of the query in title, place, description, organiser or attendees.

        A series is one row, with its first start. Cancelled events are found too. Earliest first.

        Args:
            query: Words to look for, in any script.
            start: Only events that take place, wholly or partly, after this moment, or on or after this date.
            end: Only events that take place, wholly or partly, before this moment or date.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if start is not None and end is not None and utc(end) <= utc(start):
            raise Invalid(f"end: {end.isoformat()} must be after start {start.isoformat()}")
        ids = frozenset(self._readable_ids(None))
        hits = [event for event in self.events if event.calendar_id in ids and found(query, *_texts(event))]
        rows = [_first(event) for event in hits if _within(event, start, end)]
        return page(sorted(rows, key=lambda row: (row.start, row.id)), limit, cursor, lambda row: row.row)

    @operation("read")
    def list_invitations(
        self,
        response: Literal["needs_action", "accepted", "declined", "tentative"] = "needs_action",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List events to which others invited the user, by first start; past and cancelled ones are left out.

        Args:
            response: Only invitations with this answer; by default those that wait for one.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        now, ids = utc(self.clock.now), frozenset(self._readable_ids(None))
        rows = [
            _first(event)
            for event in self.events.find(response=response)
            if event.invited and event.calendar_id in ids and event.status != "cancelled" and _within(event, now, None)
        ]
        return page(sorted(rows, key=lambda row: (row.start, row.id)), limit, cursor, lambda row: row.row)

    def _window(self, start: datetime | None, end: datetime | None, usual: timedelta) -> tuple[datetime, datetime]:
        """The window in UTC."""
        since = utc(start or self.clock.now)
        until = since + usual if end is None else utc(end)
        if until <= since:
            raise Invalid(f"end: {until.isoformat()} must be after start {since.isoformat()}")
        if until - since > _LONGEST_WINDOW:
            raise Invalid(f"end: the window must not be longer than {_LONGEST_WINDOW.days} days")
        return since, until

    def _readable_ids(self, calendar_id: str | None) -> list[str]:
        if calendar_id is not None:
            return [self._readable(calendar_id).id]
        return [calendar.id for calendar in self.calendars if calendar.access != "free_busy"]

    def _taking_place(
        self, calendar_ids: Sequence[str], since: datetime, until: datetime, include_cancelled: bool
    ) -> list[Occurrence]:
        ids = frozenset(calendar_ids)
        events = (
            event
            for event in self._around(since, until)
            if event.calendar_id in ids and (include_cancelled or event.status != "cancelled")
        )
        return occurrences(events, since, until)


def _texts(event: Event) -> list[str]:
    people = [f"{attendee.name} {attendee.email}" for attendee in event.attendees]
    return [event.title, event.location, event.description, event.organizer, *people]


def _first(event: Event) -> Occurrence:
    return Occurrence(id=event.id, event=event, day=None, start=utc(event.start), end=utc(event.end))


def _within(event: Event, start: datetime | None, end: datetime | None) -> bool:
    if start is None and end is None:
        return True
    since = utc(start) if start is not None else utc(event.start)
    until = utc(end) if end is not None else utc(event.end) + 100 * _LONGEST_WINDOW
    return since < until and next(spans(event, since, until), None) is not None


def _age(event: Event) -> tuple[float, str]:
    changed = event.updated_at
    return (_FAR_AHEAD if changed is None else -changed.timestamp(), event.id)
