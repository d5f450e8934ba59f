"""Tables, access and time of the calendar; its operations stand in the modules beside this one."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.services.calendar.background import CalendarBackground, routine
from vibelife_inspect.services.calendar.records import (
    LONGEST,
    CalendarRecord,
    Event,
    Occurrence,
    Recurrence,
    misfit,
    utc,
)
from vibelife_inspect.services.calendar.timing import next_ring, occurrences, reminder_due, ringing, spans
from vibelife_inspect.world import ME, Appointment, Json, Notice, Record, Service, States, Table

_PRIMARY = "primary"
_CLASHES_SHOWN = 10
_INSTANCES_CHECKED = 8
_YEAR = timedelta(days=366)


class CalendarBase(Service):
    """What all groups of calendar operations share."""

    name = "calendar"
    summary = "The persona's calendars: events, invitations, reminders, free time and conflicts."
    Background = CalendarBackground

    calendars = Table(CalendarRecord, "calendar", index=("owner",))
    events = Table(
        Event,
        "event",
        index=("bucket", "calendar_id", "response"),
        states=States(
            {"confirmed": "tentative cancelled", "tentative": "confirmed cancelled", "cancelled": ""},
        ),
        due=reminder_due,
    )

    def background(self, options: Any, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Routine meetings, courses, birthdays and garbage days; none asks for anything or rings."""
        return routine(options, level, rng, self.setting, list(self.calendars), list(self.events))

    def enter_appointment(self, appointment: Appointment) -> str:
        """Write an entry into the primary calendar and return its id."""
        start = utc(appointment.start)
        end = min(max(utc(appointment.end), start + timedelta(minutes=1)), start + LONGEST)
        entered = self._store(
            None,
            title=appointment.title,
            start=start,
            end=end,
            location=appointment.location,
            description=appointment.notes,
        )
        return entered.id

    def ring_reminder(self, event: Event) -> None:
        """A reminder rings, unless its time had passed before the world began."""
        now = self.clock.now
        current = next_ring(event) == now
        self.events.update(event.id, rung_until=now)
        if not current:
            return
        for start in ringing(event, now):
            place = f" ({event.location})" if event.location else ""
            text = f"Reminder: {event.title}{place} at {start.astimezone(event.start.tzinfo).isoformat()}"
            self.world.ring(self.events, event.id, text)
            notice = Notice(source=self.name, topic=f"event:{event.id}", title=event.title, text=text, ref=event.id)
            self.ports.notify(notice, subscribed=True)

    def _primary(self) -> CalendarRecord | None:
        own = self.calendars.find(owner=ME)
        return next((calendar for calendar in own if calendar.primary), own[0] if own else None)

    def _target(self, calendar_id: str | None) -> CalendarRecord:
        """The named calendar or the primary one, which is made when there is none; the persona may write in it."""
        if calendar_id is not None:
            return self._writable(calendar_id)
        primary = self._primary()
        if primary is not None:
            return primary
        made = CalendarRecord(id=_PRIMARY, name="Personal", zone=self.clock.home.key, primary=True)
        return self.calendars.add(made)

    def _readable(self, calendar_id: str) -> CalendarRecord:
        calendar = self.calendars.get(calendar_id)
        if calendar.access == "free_busy":
            raise Refused(
                f"calendar {calendar_id!r} of {calendar.owner} shows free/busy only; "
                "use calendar_check_free_busy or calendar_find_free_slots",
                access=calendar.access,
            )
        return calendar

    def _writable(self, calendar_id: str) -> CalendarRecord:
        calendar = self._readable(calendar_id)
        if calendar.access == "reader":
            raise Refused(
                f"the user may only read calendar {calendar_id!r} of {calendar.owner}", access=calendar.access
            )
        return calendar

    def _seen(self, event_id: str) -> Event:
        event = self.events.get(event_id)
        self._readable(event.calendar_id)
        return event

    def _kept(self, event_id: str) -> Event:
        """An event in a calendar that the persona may write in."""
        event = self.events.get(event_id)
        self._writable(event.calendar_id)
        return event

    def _led(self, event_id: str) -> Event:
        """An event whose contents the persona may change: not cancelled, and not somebody else's invitation."""
        event = self._kept(event_id)
        if event.status == "cancelled":
            raise Conflict(f"event {event_id!r} is cancelled", status=event.status)
        if event.invited:
            raise Refused(
                f"event {event_id!r} is organised by {event.organizer}, who alone may change it; "
                "the user can respond to it, keep own reminders, or delete it from the own calendar",
                organizer=event.organizer,
            )
        return event

    def _instance(self, event: Event, day: Any) -> tuple[datetime, datetime]:
        """Start and end, in UTC, of the instance of a series on `day`."""
        if event.recurrence is None:
            raise Invalid(f"event_id: event {event.id!r} does not repeat, so it has no instances")
        around = utc(datetime.combine(day, event.start.time(), tzinfo=event.start.tzinfo))
        for found, start, end in spans(event, around - timedelta(days=1), around + timedelta(days=2)):
            if found == day:
                return start, end
        raise Invalid(f"day: series {event.id!r} has no instance that starts on {day}")

    def _check_times(self, start: datetime, end: datetime, rule: Recurrence | None) -> None:
        """Refuse an end, or a last day of a series, that does not fit the start."""
        if problem := misfit(start, end, rule):
            raise Invalid(f"end: {problem}")
        first = start.astimezone(self.clock.home).date()
        if rule is not None and rule.until is not None and rule.until < first:
            raise Invalid(f"recurrence.until: {rule.until} is before the first start, {first}")

    def _store(self, calendar_id: str | None, **fields: Any) -> Event:
        calendar, now = self._target(calendar_id), self.clock.now
        where = {"id": self.new_id("EVT"), "calendar_id": calendar.id, "zone": calendar.zone}
        return self.events.add(Event.model_validate({**where, "updated_at": now, "rung_until": now, **fields}))

    def _change(self, event: Event, **fields: Any) -> Event:
        now = self.clock.now
        return self.events.update(event.id, **{"updated_at": now, "rung_until": now, **fields})

    def _around(self, since: datetime, until: datetime) -> Iterator[Event]:
        """The events that may overlap the window; no scan for a short one."""
        first, last = utc(since).toordinal() - 2, utc(until).toordinal()
        if last - first > len(self.events):
            yield from self.events
            return
        yield from self.events.find(bucket="long")
        for day in range(first, last + 1):
            yield from self.events.find(bucket=day)

    def _busy(self, calendar_ids: Sequence[str], since: datetime, until: datetime) -> list[Occurrence]:
        """What takes up time in the calendars, by start, then id."""
        chosen = frozenset(calendar_ids)
        busy = (event for event in self._around(since, until) if event.calendar_id in chosen and event.blocks)
        return occurrences(busy, utc(since), utc(until))

    def _own_ids(self) -> list[str]:
        return [calendar.id for calendar in self.calendars.find(owner=ME)]

    def _with_clashes(self, event: Event) -> Json:
        """The event, and what else takes up the same time."""
        clashes = self._clashes(event)
        return {
            **self._whole(event),
            "clashes": [clash.row for clash in clashes[:_CLASHES_SHOWN]],
            "clashes_total": len(clashes),
        }

    def _clashes(self, event: Event) -> list[Occurrence]:
        if not event.blocks:
            return []
        ids = [*self._own_ids(), event.calendar_id]
        since = self.clock.now if event.recurrence is not None else event.start
        found: dict[str, Occurrence] = {}
        times = spans(event, utc(since), utc(since) + _YEAR if event.recurrence is not None else utc(event.end))
        for _, (_, start, end) in zip(range(_INSTANCES_CHECKED), times, strict=False):
            found |= {row.id: row for row in self._busy(ids, start, end) if row.event.id != event.id}
        return list(found.values())

    def _whole(self, event: Event) -> Json:
        """All that the agent sees of an event."""
        shown = {field: value for field, value in event if field != "rung_until"}
        if event.all_day:
            shown |= {"first_day": event.start.date(), "last_day": event.end.date() - timedelta(days=1)}
        return {**shown, "calendar": self.calendars.get(event.calendar_id).name}
