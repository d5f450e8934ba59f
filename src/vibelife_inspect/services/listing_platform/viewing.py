"""Viewings: the agent's slots, booking, moving and cancelling."""

from datetime import date, datetime, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.clock import WEEKDAYS, Instant, zone_of
from vibelife_inspect.errors import Conflict, Expired, Invalid, Unavailable
from vibelife_inspect.services.listing_platform.base import ListingBase
from vibelife_inspect.services.listing_platform.catalogue import Agent, Listing
from vibelife_inspect.services.listing_platform.records import COMING, Viewing, ViewingStatus
from vibelife_inspect.world import ME, Appointment, Json, Limit, Record, Text, operation, page
from vibelife_inspect.world.hours import spans

Note = Annotated[Text, Field(max_length=2000)]
"""A word for the other side."""

_AHEAD = timedelta(days=90)


class Slot(Record):
    """One time at which a viewing could be."""

    starts_at: Instant


class Viewings(ListingBase):
    """Going to see things."""

    @operation("read")
    def list_viewing_slots(
        self,
        listing_id: str,
        day: date | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the times at which a listing can still be seen, earliest first: within a week, or on one day.

        `agent_free` says whether the agent has no other viewing then, `clashes_with` names a viewing of the user's at
        the same time.

        Args:
            listing_id: Id of the listing.
            day: Only this day, in the agent's zone, at most 90 days ahead.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        listing = self.available(listing_id)
        agent = self.agent_of(listing)
        today = self.clock.now.astimezone(zone_of(agent.zone)).date()
        if day is not None and not today <= day <= today + _AHEAD:
            raise Invalid(f"day: {day} must lie between {today} and {today + _AHEAD}")
        wanted = [today + timedelta(days=n) for n in range(8)] if day is None else [day]
        earliest = self._earliest(agent)
        starts = [start for start in _starts(listing, agent, wanted) if start > earliest]
        others, own = self._busy(listing), [row for row in self.viewings.find(owner=ME) if row.status in COMING]

        def show(slot: Slot) -> Json:
            end = slot.starts_at + timedelta(minutes=agent.viewing_minutes)
            clash = _overlapping(own, slot.starts_at, end)
            return {
                "starts_at": slot.starts_at,
                "ends_at": end,
                "agent_free": _overlapping(others, slot.starts_at, end) is None,
                "clashes_with": None if clash is None else clash.id,
            }

        rows = [Slot(id=start.isoformat(), starts_at=start) for start in starts]
        return {**page(rows, limit, cursor, show), "zone": agent.zone}

    @operation("commit")
    def book_viewing(
        self,
        listing_id: str,
        starts_at: Instant,
        attendee: str | None = None,
        note: Note | None = None,
        add_to_calendar: bool = False,
    ) -> Json:
        """Book a viewing at one of the agent's slots; it may not clash with another viewing of the user's.

        Some agents confirm later: the viewing is `proposed` until then. A confirmation is mailed.

        Args:
            listing_id: Id of the listing.
            starts_at: `starts_at` of a slot of list_viewing_slots.
            attendee: Who comes; the user when not given.
            note: A word for the agent.
            add_to_calendar: Whether to write the viewing into the user's calendar.
        """
        listing = self.available(listing_id)
        for other in self.viewings.find(listing_id=listing_id):
            if other.owner == ME and other.status in COMING:
                raise Conflict(f"viewing {other.id!r} of this listing is booked already; move it", viewing_id=other.id)
        agent = self.agent_of(listing)
        start, end = self._slot(listing, agent, starts_at)
        wait = agent.confirm_hours
        viewing = self.viewings.add(
            Viewing(
                id=self.new_id("VIEW"),
                listing_id=listing_id,
                agent_id=listing.agent_id,
                starts_at=start,
                ends_at=end,
                status="confirmed" if wait is None else "proposed",
                confirm_at=None if wait is None else self.clock.after(timedelta(hours=wait)),
                attendee=attendee or self.setting.persona.name,
                note=note or "",
                booked_at=self.clock.now,
            )
        )
        heading = "Your viewing is confirmed" if wait is None else "We received your proposal of a viewing"
        self.write(listing, f"{heading} ({viewing.id})", _when(viewing))
        notes = [self._enter(listing, viewing)] if add_to_calendar else []
        return {**viewing.shown, "listing": listing.title, "notes": [text for text in notes if text]}

    @operation("commit")
    def move_viewing(self, viewing_id: str, starts_at: Instant, reason: Note | None = None) -> Json:
        """Move a viewing to another of the agent's slots; a calendar entry is not moved with it.

        Args:
            viewing_id: Id of the viewing.
            starts_at: `starts_at` of a slot of list_viewing_slots.
            reason: A word for the agent.
        """
        viewing = self.coming(viewing_id)
        listing = self.available(viewing.listing_id)
        if starts_at == viewing.starts_at:
            raise Conflict(f"viewing {viewing_id!r} is at that time already")
        start, end = self._slot(listing, self.agent_of(listing), starts_at, viewing_id)
        viewing = self.viewings.update(
            viewing_id,
            starts_at=start,
            ends_at=end,
            status="moved",
            moved_by="user",
            reason=reason or "",
            confirm_at=None,
        )
        self.write(listing, f"Your viewing was moved ({viewing.id})", _when(viewing))
        return {**viewing.shown, "listing": listing.title}

    @operation("commit")
    def cancel_viewing(self, viewing_id: str, reason: Note | None = None) -> Json:
        """Cancel a viewing; it costs nothing.

        Args:
            viewing_id: Id of the viewing.
            reason: A word for the agent.
        """
        viewing = self.coming(viewing_id)
        viewing = self.viewings.update(viewing_id, status="cancelled", cancelled_by="user", reason=reason or "")
        self.write(self.listings.get(viewing.listing_id), f"Your viewing is cancelled ({viewing.id})", _when(viewing))
        return viewing.shown

    @operation("read")
    def list_viewings(
        self,
        statuses: Annotated[list[ViewingStatus], Field(min_length=1, max_length=5)] | None = None,
        listing_id: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's viewings, earliest first (then by id).

        Args:
            statuses: Only viewings in one of these states.
            listing_id: Only viewings of this listing.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.viewings.find(owner=ME)
            if (statuses is None or row.status in statuses) and listing_id in (None, row.listing_id)
        ]
        rows.sort(key=lambda row: (row.starts_at, row.id))
        return page(rows, limit, cursor, lambda row: {**row.shown, **self._where(row.listing_id)})

    def coming(self, viewing_id: str) -> Viewing:
        """A viewing of the persona's that is not over."""
        viewing = self.viewings.get(viewing_id)
        self.own(viewing, "viewing")
        if viewing.status not in COMING:
            raise Conflict(f"viewing {viewing_id!r} is {viewing.status}", status=viewing.status)
        return viewing

    # ---- time

    def confirm_due(self, viewing: Viewing) -> None:
        """The agent confirms."""
        viewing = self.viewings.update(viewing.id, status="confirmed", confirm_at=None)
        if viewing.owner == ME:
            self.tell(f"viewing:{viewing.id}", "Viewing confirmed", _when(viewing), viewing.id)
            listing = self.listings.get(viewing.listing_id)
            self.write(listing, f"Your viewing is confirmed ({viewing.id})", _when(viewing))

    def lapse_due(self, viewing: Viewing) -> None:
        """The agent never answered."""
        self.viewings.update(viewing.id, status="cancelled", cancelled_by="agent", reason="the agent did not answer")

    def finish_due(self, viewing: Viewing) -> None:
        """The viewing is over."""
        self.viewings.update(viewing.id, status="done")

    # ---- slots

    def _earliest(self, agent: Agent) -> datetime:
        return self.clock.after(timedelta(hours=max(agent.notice_hours, agent.confirm_hours or 0)))

    def _slot(self, listing: Listing, agent: Agent, at: Instant, ignore: str = "") -> tuple[datetime, datetime]:
        """A slot that is offered and free of clashes."""
        now = self.clock.now
        if not now < at <= now + _AHEAD:
            raise Invalid(f"starts_at: {at.isoformat()} must lie after {now.isoformat()} and within {_AHEAD.days} days")
        zone = zone_of(agent.zone)
        start = at.astimezone(zone)
        if start not in _starts(listing, agent, [start.date()]):
            raise Invalid("starts_at: is none of the agent's slots; see list_viewing_slots")
        if start <= self._earliest(agent):
            raise Expired(f"starts_at: too soon for the agent; the earliest is {self._earliest(agent).isoformat()}")
        end = start + timedelta(minutes=agent.viewing_minutes)
        own = [row for row in self.viewings.find(owner=ME) if row.status in COMING and row.id != ignore]
        clash = _overlapping(own, start, end)
        if clash is not None:
            raise Conflict(f"viewing {clash.id!r} of the user's is at the same time", viewing_id=clash.id)
        if _overlapping([row for row in self._busy(listing) if row.id != ignore], start, end) is not None:
            raise Unavailable("the agent has another viewing then; see list_viewing_slots")
        return start, end

    def _busy(self, listing: Listing) -> list[Viewing]:
        """Coming viewings of the agent's, or of the listing where nobody is named."""
        rows = (
            self.viewings.find(listing_id=listing.id)
            if listing.agent_id is None
            else self.viewings.find(agent_id=listing.agent_id)
        )
        return [row for row in rows if row.status in COMING]

    def _where(self, listing_id: str) -> Json:
        if listing_id not in self.listings:
            return {}
        listing = self.listings.get(listing_id)
        return {"listing": listing.title, **listing.pick("address", "city")}

    def _enter(self, listing: Listing, viewing: Viewing) -> str:
        entry = Appointment(
            title=f"Viewing: {listing.title}",
            start=viewing.starts_at,
            end=viewing.ends_at,
            location=", ".join(part for part in (listing.address, listing.city) if part),
            notes=f"Viewing {viewing.id} of listing {listing.id}",
        )
        return "" if self.ports.agenda(entry) else "no calendar service is enabled; nothing was entered"


def _starts(listing: Listing, agent: Agent, wanted: list[date]) -> list[datetime]:
    """Begins of viewings on some local days, earliest first, in the agent's zone."""
    zone = zone_of(agent.zone)
    if listing.viewing_times:
        times = sorted(moment.astimezone(zone) for moment in listing.viewing_times)
        return [moment for moment in times if moment.date() in wanted]
    length = timedelta(minutes=agent.viewing_minutes)
    found: set[datetime] = set()
    for day in wanted:
        walls = [(hours.opens, hours.closes) for hours in agent.viewing_hours if WEEKDAYS[day.weekday()] in hours.days]
        for start, closing in spans(walls, day, zone):
            while start + length <= closing:
                found.add(start)
                start += length
    return [start.astimezone(zone) for start in sorted(found)]


def _overlapping(rows: list[Viewing], start: datetime, end: datetime) -> Viewing | None:
    return next((row for row in rows if row.starts_at < end and start < row.ends_at), None)


def _when(viewing: Viewing) -> str:
    start, end = viewing.starts_at, viewing.ends_at
    return f"{start:%A %Y-%m-%d %H:%M} to {end:%H:%M}, {viewing.attendee or 'you'}"
