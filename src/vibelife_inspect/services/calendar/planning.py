"""Finding out who has time when."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.calendar.reading import Reading
from vibelife_inspect.services.calendar.records import Clash, Edge, Occurrence, Slot, utc, wall
from vibelife_inspect.world import Json, Limit, operation, page

CalendarIds = Annotated[list[str], Field(min_length=1, max_length=20)]
"""Some calendars."""

_LONGEST_PLAN = timedelta(days=62)
_SATURDAY = 5


class Planning(Reading):
    """Operations on free and busy time."""

    @operation("read")
    def check_free_busy(self, start: Edge, end: Edge, calendar_ids: CalendarIds | None = None) -> Json:
        """Tell when calendars are busy, without saying what with; touching stretches are joined.

        Args:
            start: Begin of the window. A date means its midnight, and a time without an offset the home zone's.
            end: End of the window, exclusive, at most 62 days later.
            calendar_ids: Calendars to look at, also shared free/busy ones; the user's own when absent.
        """
        since, until = self._plan_window(start, end)
        return {
            "start": since.astimezone(self.clock.home),
            "end": until.astimezone(self.clock.home),
            "calendars": [
                {"calendar_id": id, "owner": self.calendars.get(id).owner, "busy": self._stretches([id], since, until)}
                for id in self._chosen(calendar_ids)
            ],
        }

    @operation("read")
    def find_free_slots(
        self,
        start: Edge,
        end: Edge,
        minutes: Annotated[int, Field(ge=5, le=1440)],
        calendar_ids: CalendarIds | None = None,
        earliest: time = time(9),
        latest: time = time(18),
        weekends: bool = False,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find stretches of time in which all the calendars are free, soonest first.

        Each row is a whole free stretch, so a meeting may begin anywhere in it as long as it fits. Past time is none.

        Args:
            start: Begin of the window. A date means its midnight, and a time without an offset the home zone's.
            end: End of the window, at most 62 days later.
            minutes: A stretch must be at least this long.
            calendar_ids: Calendars that must be free, also shared free/busy ones; the user's own when absent.
            earliest: Time of day, at home, before which no stretch begins, such as 09:00.
            latest: Time of day, at home, after which no stretch ends; 00:00 means the end of the day.
            weekends: Whether Saturdays and Sundays count.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        since, until = self._plan_window(start, end)
        if latest != time(0) and latest.replace(tzinfo=None) <= earliest.replace(tzinfo=None):
            raise Invalid(f"latest: {latest} must be after earliest {earliest}")
        since = max(since, utc(self.clock.now))
        busy = _joined(self._busy(self._chosen(calendar_ids), since, until)) if since < until else []
        open_hours = self._open_hours(since, until, earliest, latest, weekends)
        rows = [
            Slot(id=begin.isoformat(), start=begin.astimezone(self.clock.home), end=finish.astimezone(self.clock.home))
            for begin, finish in _gaps(open_hours, busy)
            if finish - begin >= timedelta(minutes=minutes)
        ]
        return page(rows, limit, cursor, _slot_row)

    @operation("read")
    def find_conflicts(
        self,
        start: Edge,
        end: Edge,
        calendar_ids: CalendarIds | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find pairs of events that take up the same time, by when the clash begins.

        Declined and cancelled events, and those that are not busy, clash with nothing.

        Args:
            start: Begin of the window. A date means its midnight, and a time without an offset the home zone's.
            end: End of the window, exclusive, at most 62 days later.
            calendar_ids: Calendars to look at; the user's own when absent.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        since, until = self._plan_window(start, end)
        ids = self._own_ids() if calendar_ids is None else [self._readable(id).id for id in dict.fromkeys(calendar_ids)]
        return page(list(_pairs(self._busy(ids, since, until))), limit, cursor, self._clash_row)

    def _plan_window(self, start: datetime, end: datetime) -> tuple[datetime, datetime]:
        since, until = self._window(start, end, _LONGEST_PLAN)
        if until - since > _LONGEST_PLAN:
            raise Invalid(f"end: the window must not be longer than {_LONGEST_PLAN.days} days")
        return since, until

    def _chosen(self, calendar_ids: list[str] | None) -> list[str]:
        if calendar_ids is None:
            return self._own_ids()
        return [self.calendars.get(id).id for id in dict.fromkeys(calendar_ids)]

    def _stretches(self, calendar_ids: list[str], since: datetime, until: datetime) -> list[Json]:
        home = self.clock.home
        return [
            {"start": max(begin, since).astimezone(home), "end": min(finish, until).astimezone(home)}
            for begin, finish in _joined(self._busy(calendar_ids, since, until))
        ]

    def _open_hours(
        self, since: datetime, until: datetime, earliest: time, latest: time, weekends: bool
    ) -> Iterator[tuple[datetime, datetime]]:
        home = self.clock.home
        day, last = since.astimezone(home).date(), until.astimezone(home).date()
        while day <= last:
            if weekends or day.weekday() < _SATURDAY:
                closing = day + timedelta(days=1) if latest == time(0) else day
                yield max(wall(day, earliest, home), since), min(wall(closing, latest, home), until)
            day = _next(day)

    def _clash_row(self, clash: Clash) -> Json:
        home = self.clock.home
        return {
            "start": max(clash.first.start, clash.second.start).astimezone(home),
            "end": min(clash.first.end, clash.second.end).astimezone(home),
            "first": clash.first.row,
            "second": clash.second.row,
        }


def _next(day: date) -> date:
    return day + timedelta(days=1)


def _slot_row(slot: Slot) -> Json:
    return {
        "start": slot.start,
        "end": slot.end,
        "minutes": int((utc(slot.end) - utc(slot.start)).total_seconds()) // 60,
    }


def _joined(rows: list[Occurrence]) -> list[tuple[datetime, datetime]]:
    """The stretches of time that sorted occurrences cover."""
    stretches: list[tuple[datetime, datetime]] = []
    for row in rows:
        if stretches and row.start <= stretches[-1][1]:
            stretches[-1] = stretches[-1][0], max(stretches[-1][1], row.end)
        else:
            stretches.append((row.start, row.end))
    return stretches


def _gaps(
    open_hours: Iterator[tuple[datetime, datetime]], busy: list[tuple[datetime, datetime]]
) -> Iterator[tuple[datetime, datetime]]:
    place = 0
    for opening, closing in open_hours:
        free = opening
        while place < len(busy) and busy[place][0] < closing:
            if busy[place][0] > free:
                yield free, busy[place][0]
            free = max(free, busy[place][1])
            if busy[place][1] > closing:
                break
            place += 1
        if free < closing:
            yield free, closing


def _pairs(rows: list[Occurrence]) -> Iterator[Clash]:
    """Overlapping pairs of different events among sorted occurrences, by when the later one starts."""
    open_rows: list[Occurrence] = []
    for row in rows:
        open_rows = [earlier for earlier in open_rows if earlier.end > row.start]
        for earlier in open_rows:
            if earlier.event.id != row.event.id:
                yield Clash(id=f"{earlier.id} {row.id}", first=earlier, second=row)
        open_rows.append(row)
