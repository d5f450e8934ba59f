"""Making and removing calendars."""

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.services.calendar.base import CalendarBase
from vibelife_inspect.services.calendar.records import CalendarRecord, Title, ZoneKey
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Json, operation


class Keeping(CalendarBase):
    """Operations on calendars as such."""

    @operation("write")
    def create_calendar(self, name: Title, zone: ZoneKey | None = None) -> Json:
        """Make a new calendar of the user's own.

        Args:
            name: Its name, which no other calendar of the user may have.
            zone: IANA zone whose wall time its new series keep, such as Asia/Tokyo; the home zone when absent.
        """
        self._check_name(name, None)
        primary = self._primary() is None
        made = CalendarRecord(
            id=self.new_id("CAL"),
            name=name,
            zone=zone or self.clock.home.key,
            primary=primary,
            owner=ME,
            access="owner",
        )
        return dict(self.calendars.add(made))

    @operation("write")
    def rename_calendar(self, calendar_id: str, name: Title) -> Json:
        """Give one of the user's own calendars another name.

        Args:
            calendar_id: Id of the calendar.
            name: Its new name, which no other calendar of the user may have.
        """
        calendar = self._owned(calendar_id)
        self._check_name(name, calendar.id)
        return dict(self.calendars.update(calendar.id, name=name))

    @operation("commit")
    def delete_calendar(self, calendar_id: str) -> Json:
        """Delete one of the user's own calendars with all its events for good; the primary one cannot be deleted.

        Args:
            calendar_id: Id of the calendar.
        """
        calendar = self._owned(calendar_id)
        if calendar == self._primary():
            raise Conflict(f"calendar {calendar_id!r} is the primary one and cannot be deleted")
        events = self.events.find(calendar_id=calendar.id)
        for event in events:
            self.events.remove(event.id)
        self.calendars.remove(calendar.id)
        return {**calendar.pick("id", "name"), "deleted": True, "events_deleted": len(events)}

    def _owned(self, calendar_id: str) -> CalendarRecord:
        calendar = self.calendars.get(calendar_id)
        if calendar.owner != ME:
            raise Refused(f"calendar {calendar_id!r} belongs to {calendar.owner}", owner=calendar.owner)
        return calendar

    def _check_name(self, name: str, keep: str | None) -> None:
        for calendar in self.calendars.find(owner=ME):
            if calendar.id != keep and squeeze(calendar.name) == squeeze(name):
                raise Invalid(f"name: calendar {calendar.id!r} is called {calendar.name!r} already")
