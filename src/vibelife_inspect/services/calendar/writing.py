"""Creating and changing events."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.calendar.base import CalendarBase
from vibelife_inspect.services.calendar.records import (
    Attendee,
    Day,
    Event,
    Invitee,
    Minutes,
    Moment,
    Recurrence,
    Title,
    utc,
)
from vibelife_inspect.world import Json, operation

Invitees = Annotated[list[Invitee], Field(min_length=1, max_length=100)]
"""People to invite."""
Leads = Annotated[list[Minutes], Field(min_length=1, max_length=5)]
"""Reminders, in minutes before the start."""
Clearable = Literal["location", "description", "attendees", "reminders", "recurrence"]
"""Fields of an event that can be emptied."""


class Writing(CalendarBase):
    """Operations on the contents of events."""

    @operation("write")
    def create_event(
        self,
        title: Title,
        start: Moment,
        end: Moment,
        calendar_id: str | None = None,
        location: str | None = None,
        description: str | None = None,
        attendees: Invitees | None = None,
        reminders: Leads | None = None,
        recurrence: Recurrence | None = None,
        tentative: bool = False,
        busy: bool = True,
    ) -> Json:
        """Enter an event at a time of day; `clashes` in the answer lists what else takes up the time.

        Args:
            title: What it is.
            start: When it starts, or when the first of a series does. A time without an offset is the home zone's.
            end: When it ends, at most 366 days later; an instance of a series must end before the next starts.
            calendar_id: The calendar; the primary one when absent.
            location: Where it takes place.
            description: Notes.
            attendees: People who are invited with it.
            reminders: Minutes before the start at which reminders ring.
            recurrence: How it repeats. A series keeps its wall time over clock changes.
            tentative: Whether it is not yet certain.
            busy: Whether it takes up the user's time.
        """
        self._check_times(start, end, recurrence)
        event = self._store(
            calendar_id,
            title=title,
            start=start,
            end=end,
            location=location or "",
            description=description or "",
            attendees=_invited(attendees or [], ()),
            reminders=_leads(reminders or []),
            recurrence=recurrence,
            status="tentative" if tentative else "confirmed",
            busy=busy,
        )
        return self._with_clashes(event)

    @operation("write")
    def create_day_event(
        self,
        title: Title,
        first_day: Day,
        last_day: Day | None = None,
        calendar_id: str | None = None,
        location: str | None = None,
        description: str | None = None,
        reminders: Leads | None = None,
        recurrence: Recurrence | None = None,
        busy: bool = False,
    ) -> Json:
        """Enter an event that lasts one or more whole days. The answer lists as `clashes` what else takes up the time.

        Args:
            title: What it is.
            first_day: Its first day.
            last_day: Its last day, inclusive; the first day when absent.
            calendar_id: The calendar; the primary one when absent.
            location: Where it takes place.
            description: Notes.
            reminders: Minutes before midnight of the first day at which reminders ring; 900 is at 9:00 the day before.
            recurrence: How it repeats.
            busy: Whether it takes up the user's time, as a holiday does and a birthday does not.
        """
        days = _whole_days(first_day, last_day or first_day, self._target(calendar_id).zone)
        self._check_times(days["start"], days["end"], recurrence)
        event = self._store(
            calendar_id,
            title=title,
            **days,
            location=location or "",
            description=description or "",
            reminders=_leads(reminders or []),
            recurrence=recurrence,
            busy=busy,
        )
        return self._with_clashes(event)

    @operation("write")
    def update_event(
        self,
        event_id: str,
        title: Title | None = None,
        start: Moment | None = None,
        end: Moment | None = None,
        location: str | None = None,
        description: str | None = None,
        attendees: Invitees | None = None,
        reminders: Leads | None = None,
        recurrence: Recurrence | None = None,
        status: Literal["confirmed", "tentative"] | None = None,
        busy: bool | None = None,
        clear: Annotated[list[Clearable], Field(max_length=5)] | None = None,
    ) -> Json:
        """Change an event, or all of a series; what is not given stays.

        The answer lists what else takes up the time as `clashes`. After a new time the attendees have to answer anew.
        For whole days use calendar_set_event_days.

        Args:
            event_id: Id of the event or series.
            title: New title.
            start: New start; without `end` the event keeps its length.
            end: New end.
            location: New place.
            description: New notes.
            attendees: All attendees from now on; those who stay keep their answer.
            reminders: All reminders from now on, in minutes before the start.
            recurrence: New way to repeat; makes a single event a series.
            status: Certain or not. To cancel, use calendar_cancel_event.
            busy: Whether it takes up the user's time.
            clear: Fields to empty.
        """
        event = self._led(event_id)
        given = {"title": title, "location": location, "description": description, "status": status, "busy": busy}
        fields: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if attendees is not None:
            fields["attendees"] = _invited(attendees, event.attendees)
        if reminders is not None:
            fields["reminders"] = _leads(reminders)
        if recurrence is not None:
            fields |= {"recurrence": recurrence, "skipped": ()}
        fields = _cleared(fields, clear or [])
        return self._with_clashes(self._moved(event, _new_times(event, start, end), fields))

    @operation("write")
    def set_event_days(self, event_id: str, first_day: Day, last_day: Day | None = None) -> Json:
        """Make an event, or all of a series, last whole days, or move an all-day one to other days.

        Args:
            event_id: Id of the event or series.
            first_day: Its first day from now on.
            last_day: Its last day, inclusive; when absent an all-day event keeps its length and another gets one day.
        """
        event = self._led(event_id)
        if last_day is None:
            last_day = first_day + (event.end.date() - event.start.date() if event.all_day else timedelta(days=1))
            last_day -= timedelta(days=1)
        return self._with_clashes(self._moved(event, _whole_days(first_day, last_day, event.zone), {}))

    @operation("write")
    def move_instance(self, event_id: str, day: Day, start: Moment, end: Moment | None = None) -> Json:
        """Move one instance of a series to another time; it becomes an event of its own, and the rest stays.

        Args:
            event_id: Id of the series.
            day: Day on which the instance starts, the `instance_day` of calendar_list_events.
            start: Its new start. A time without an offset is the home zone's.
            end: Its new end; it keeps its length when absent.
        """
        event = self._led(event_id)
        begin, finish = self._instance(event, day)
        new_end = utc(start) + (finish - begin) if end is None else end
        self._check_times(start, new_end, None)
        self._change(event, skipped=(*event.skipped, day))
        single = {
            **event.pick("title", "location", "description", "reminders", "status", "busy"),
            "attendees": _asked_anew(event.attendees),
            "series_id": event.id,
        }
        return self._with_clashes(self._store(event.calendar_id, start=start, end=new_end, **single))

    @operation("write")
    def move_event(self, event_id: str, calendar_id: str) -> Json:
        """Move an event or a whole series to another calendar.

        Args:
            event_id: Id of the event or series.
            calendar_id: Calendar in which it stands afterwards.
        """
        event = self._kept(event_id)
        target = self._writable(calendar_id)
        return self._whole(self.events.update(event.id, calendar_id=target.id, updated_at=self.clock.now))

    @operation("commit")
    def cancel_instance(self, event_id: str, day: Day) -> Json:
        """Cancel one instance of a series; the rest stays.

        Args:
            event_id: Id of the series.
            day: Day on which the instance starts, the `instance_day` of calendar_list_events.
        """
        event = self._kept(event_id)
        if event.status == "cancelled":
            raise Conflict(f"event {event_id!r} is cancelled", status=event.status)
        self._instance(event, day)
        return self._whole(self._change(event, skipped=(*event.skipped, day)))

    @operation("commit")
    def cancel_event(self, event_id: str) -> Json:
        """Cancel an event or a whole series for everybody; it stays on record as cancelled.

        Args:
            event_id: Id of the event or series.
        """
        return self._whole(self._change(self._led(event_id), status="cancelled"))

    @operation("commit")
    def delete_event(self, event_id: str) -> Json:
        """Delete an event or a whole series from the calendar for good, without telling anybody.

        Args:
            event_id: Id of the event or series.
        """
        event = self._kept(event_id)
        self.events.remove(event.id)
        return {**event.pick("id", "title", "start", "calendar_id"), "deleted": True}

    def _moved(self, event: Event, times: Json, fields: Json) -> Event:
        """Change an event, perhaps in time; what hangs on the time moves with it."""
        start, end = times.get("start", event.start), times.get("end", event.end)
        first: date = start.astimezone(ZoneInfo(event.zone)).date()
        self._check_times(start, end, fields.get("recurrence", event.recurrence))
        if not times:
            return self._change(event, **fields) if fields else event
        by = first - event.start.date()
        kept = {"skipped": tuple(day + by for day in event.skipped), **fields}
        kept["attendees"] = _asked_anew(fields.get("attendees", event.attendees))
        return self._change(event, **kept, **times)


def _whole_days(first: date, last: date, zone: str) -> Json:
    if last < first:
        raise Invalid(f"last_day: {last} is before first_day {first}")
    midnight = time(0, tzinfo=ZoneInfo(zone))
    after = last + timedelta(days=1)
    return {"start": datetime.combine(first, midnight), "end": datetime.combine(after, midnight), "all_day": True}


def _new_times(event: Event, start: datetime | None, end: datetime | None) -> Json:
    if start is None and end is None:
        return {}
    if event.all_day and (start is None or end is None):
        raise Invalid(
            "start, end: an all-day event needs both to get times; for other days use calendar_set_event_days"
        )
    begin = event.start if start is None else start
    finish = utc(begin) + (utc(event.end) - utc(event.start)) if end is None else end
    return {"start": begin, "end": finish, "all_day": False}


def _cleared(fields: Json, clear: list[Clearable]) -> Json:
    twice = sorted(set(clear) & set(fields))
    if twice:
        raise Invalid(f"clear: {', '.join(twice)} cannot be set and emptied at once")
    empty: dict[Clearable, Any] = {
        "location": "",
        "description": "",
        "attendees": (),
        "reminders": (),
        "recurrence": None,
    }
    emptied: Json = {name: empty[name] for name in dict.fromkeys(clear)}
    return {**fields, **emptied, **({"skipped": ()} if "recurrence" in emptied else {})}


def _invited(people: Sequence[Invitee], before: Sequence[Attendee]) -> tuple[Attendee, ...]:
    """One attendee for each address; known ones keep their answer."""
    known = {attendee.email.casefold(): attendee for attendee in before}
    invited: dict[str, Attendee] = {}
    for person in people:
        old = known.get(person.email.casefold(), Attendee(email=person.email))
        name = person.name.strip() or old.name
        invited.setdefault(person.email.casefold(), Attendee(email=old.email, name=name, response=old.response))
    return tuple(invited.values())


def _asked_anew(attendees: Sequence[Attendee]) -> tuple[Attendee, ...]:
    return tuple(Attendee(email=person.email, name=person.name) for person in attendees)


def _leads(minutes: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(set(minutes)))
