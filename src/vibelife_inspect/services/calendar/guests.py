"""Attendees, reminders and answers to invitations, and what other people do with events."""

from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.calendar.base import CalendarBase
from vibelife_inspect.services.calendar.records import (
    Address,
    Attendee,
    Event,
    Invitee,
    Minutes,
    Moment,
    Recurrence,
    Response,
    Title,
    utc,
)
from vibelife_inspect.world import ME, Blankable, Json, NewId, Notice, operation

_MOST_ATTENDEES = 500
_MOST_REMINDERS = 10


class Guests(CalendarBase):
    """Operations on who takes part and who is reminded."""

    @operation("write")
    def add_attendees(
        self, event_id: str, attendees: Annotated[list[Invitee], Field(min_length=1, max_length=100)]
    ) -> Json:
        """Invite people to an event or a whole series; who is invited already stays as before.

        Args:
            event_id: Id of the event or series.
            attendees: People to invite.
        """
        event = self._led(event_id)
        people = {person.email.casefold(): person for person in event.attendees}
        for person in attendees:
            people.setdefault(person.email.casefold(), Attendee(email=person.email, name=person.name.strip()))
        if len(people) > _MOST_ATTENDEES:
            raise Invalid(f"attendees: an event has at most {_MOST_ATTENDEES}")
        return self._attended(event, tuple(people.values()))

    @operation("write")
    def remove_attendees(
        self, event_id: str, emails: Annotated[list[str], Field(min_length=1, max_length=100)]
    ) -> Json:
        """Take people off an event or a whole series.

        Args:
            event_id: Id of the event or series.
            emails: Mail addresses of attendees.
        """
        event = self._led(event_id)
        gone = {email.strip().casefold(): email for email in emails}
        strangers = [
            email for key, email in gone.items() if key not in {who.email.casefold() for who in event.attendees}
        ]
        if strangers:
            raise Invalid(
                f"emails: not invited to {event_id!r}: {', '.join(strangers)[:300]}",
                attendees=[who.email for who in event.attendees],
            )
        return self._attended(event, tuple(who for who in event.attendees if who.email.casefold() not in gone))

    @operation("write")
    def add_reminders(
        self, event_id: str, minutes: Annotated[list[Minutes], Field(min_length=1, max_length=5)]
    ) -> Json:
        """Add reminders to an event or to each instance of a series.

        Args:
            event_id: Id of the event or series.
            minutes: Minutes before the start at which reminders ring.
        """
        event = self._live(event_id)
        leads = tuple(sorted({*event.reminders, *minutes}))
        if len(leads) > _MOST_REMINDERS:
            raise Invalid(f"minutes: an event has at most {_MOST_REMINDERS} reminders")
        return self._whole(self._change(event, reminders=leads))

    @operation("write")
    def remove_reminders(
        self, event_id: str, minutes: Annotated[list[Minutes], Field(min_length=1, max_length=10)]
    ) -> Json:
        """Take reminders off an event or a whole series.

        Args:
            event_id: Id of the event or series.
            minutes: The reminders, each by its minutes before the start.
        """
        event = self._live(event_id)
        unknown = [lead for lead in minutes if lead not in event.reminders]
        if unknown:
            raise Invalid(f"minutes: {event_id!r} has no reminder at {unknown}", reminders=list(event.reminders))
        return self._whole(
            self._change(event, reminders=tuple(lead for lead in event.reminders if lead not in minutes))
        )

    @operation("write")
    def respond_invitation(self, event_id: str, response: Literal["accepted", "declined", "tentative"]) -> Json:
        """Answer an invitation; a new answer replaces the one before. `clashes` lists what else takes up the time.

        Args:
            event_id: Id of the event or series to which the user is invited.
            response: The user's answer.
        """
        event = self._live(event_id)
        if not event.invited:
            raise Conflict(f"event {event_id!r} is no invitation from somebody else", organizer=event.organizer)
        return self._with_clashes(self._answered(event, self.setting.persona.email, response))

    @operation("outside")
    def receive_invitation(
        self,
        title: Title,
        start: Moment,
        end: Moment,
        organizer: Address,
        location: Blankable = "",
        description: Blankable = "",
        attendees: Annotated[list[Invitee], Field(max_length=100)] | None = None,
        recurrence: Recurrence | None = None,
        calendar_id: str | None = None,
        event_id: NewId | None = None,
    ) -> Json:
        """Somebody invites the persona.

        Args:
            title: What to.
            start: Start of the (first) event.
            end: Its end.
            organizer: Address of whoever invites.
            location: Where.
            description: Notes.
            attendees: Others who are invited; the persona is added.
            recurrence: How it repeats.
            calendar_id: Calendar in which it appears; the primary one when absent.
            event_id: Id for the event; made up when absent.
        """
        self._check_times(start, end, recurrence)
        persona = self.setting.persona
        people = [*(attendees or []), Invitee(email=persona.email, name=persona.name)]
        unique = {who.email.casefold(): Attendee(email=who.email, name=who.name) for who in people}
        event = self._store(
            calendar_id,
            title=title,
            start=start,
            end=end,
            organizer=organizer,
            location=location,
            description=description,
            attendees=tuple(unique.values()),
            recurrence=recurrence,
            response="needs_action",
            **({} if event_id is None else {"id": event_id}),
        )
        return self._told(event, "Invitation")

    @operation("outside")
    def shift_event(self, event_id: str, start: Moment, end: Moment | None = None, location: str | None = None) -> Json:
        """The organiser moves an event or a whole series; everybody has to answer anew.

        Args:
            event_id: Id of an event that somebody else organises.
            start: New start.
            end: New end; it keeps its length when absent.
            location: New place, if that changes too.
        """
        event = self._of_others(event_id)
        finish = utc(start) + (utc(event.end) - utc(event.start)) if end is None else end
        self._check_times(start, finish, event.recurrence)
        by = start.astimezone(ZoneInfo(event.zone)).date() - event.start.date()
        moved = self._change(
            event,
            skipped=tuple(day + by for day in event.skipped),
            start=start,
            end=finish,
            all_day=False,
            location=event.location if location is None else location,
            attendees=tuple(Attendee(email=who.email, name=who.name) for who in event.attendees),
            response=None if event.response is None else "needs_action",
        )
        return self._told(moved, "Moved")

    @operation("outside")
    def withdraw_event(self, event_id: str) -> Json:
        """The organiser cancels an event or a whole series.

        Args:
            event_id: Id of an event that somebody else organises.
        """
        return self._told(self._change(self._of_others(event_id), status="cancelled"), "Cancelled")

    @operation("outside")
    def record_response(self, event_id: str, email: Address, response: Response) -> Json:
        """An attendee answers.

        Args:
            event_id: Id of the event.
            email: Address of the attendee, who must be invited.
            response: The answer.
        """
        event = self.events.get(event_id)
        if email.casefold() not in {who.email.casefold() for who in event.attendees}:
            raise Invalid(f"email: {email} is not invited to {event_id!r}")
        return self._told(self._answered(event, email, response), f"{email} {response.replace('_', ' ')}")

    @operation("outside")
    def share_event(
        self, calendar_id: str, title: Title, start: Moment, end: Moment, event_id: NewId | None = None
    ) -> Json:
        """The owner of a shared calendar enters an event there.

        Args:
            calendar_id: A calendar of somebody else.
            title: What it is.
            start: Its start.
            end: Its end.
            event_id: Id for the event; made up when absent.
        """
        calendar = self.calendars.get(calendar_id)
        if calendar.owner == ME:
            raise Conflict(f"calendar {calendar_id!r} is the persona's own")
        self._check_times(start, end, None)
        now, id = self.clock.now, self.new_id("EVT", event_id)
        event = Event(
            id=id,
            calendar_id=calendar.id,
            title=title,
            zone=calendar.zone,
            start=start,
            end=end,
            organizer=calendar.owner,
            updated_at=now,
            rung_until=now,
        )
        return self._told(self.events.add(event), "New")

    def _live(self, event_id: str) -> Event:
        """An event that the persona keeps and that is not cancelled; it may be somebody else's invitation."""
        event = self._kept(event_id)
        if event.status == "cancelled":
            raise Conflict(f"event {event_id!r} is cancelled", status=event.status)
        return event

    def _of_others(self, event_id: str) -> Event:
        event = self.events.get(event_id)
        if event.organizer == ME:
            raise Conflict(f"event {event_id!r} is organised by the persona", organizer=ME)
        if event.status == "cancelled":
            raise Conflict(f"event {event_id!r} is cancelled", status=event.status)
        return event

    def _attended(self, event: Event, attendees: tuple[Attendee, ...]) -> Json:
        return self._whole(self._change(event, attendees=attendees))

    def _answered(self, event: Event, email: str, response: Response) -> Event:
        people = tuple(
            Attendee(email=who.email, name=who.name, response=response)
            if who.email.casefold() == email.casefold()
            else who
            for who in event.attendees
        )
        own = event.invited and email.casefold() == self.setting.persona.email.casefold()
        return self._change(event, attendees=people, response=response if own else event.response)

    def _told(self, event: Event, what: str) -> Json:
        title = f"{what}: {event.title}"
        text = f"{title} ({event.start.isoformat()})"
        self.ports.notify(Notice(source=self.name, topic=f"event:{event.id}", title=title, text=text, ref=event.id))
        return self._whole(event)
