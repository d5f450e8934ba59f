"""What the rest of the world does: places close, roads are barred, lines stop."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.maps.base import MapsBase
from vibelife_inspect.services.maps.records import MODES, Closure, DayHours, Mode
from vibelife_inspect.world import Json, NewId, operation
from vibelife_inspect.world.hours import Hours


class Outside(MapsBase):
    """Operations of the timeline."""

    @operation("outside")
    def close_place(
        self, place: str, reopens_at: Instant | None = None, for_good: bool = False, notes: str | None = None
    ) -> Json:
        """Let a place close, for a time or for good.

        Args:
            place: Id or exact name of the place.
            reopens_at: When it opens again, if that is known; it then does so by itself.
            for_good: Whether it closes for good.
            notes: New notes of the place, such as the reason.
        """
        row = self.resolve(place, "place")
        status = "closed" if for_good else "closed_temporarily"
        if reopens_at is not None:
            if for_good:
                raise Invalid("reopens_at: a place that closes for good does not open again")
            self._future(reopens_at, "reopens_at")
        if (row.status, row.reopens_at) == (status, reopens_at):
            raise Conflict(f"place {row.id!r} is {status} already", status=status)
        said = row.notes if notes is None else notes
        closed = self.places.update(row.id, status=status, reopens_at=reopens_at, notes=said)
        self.tell(f"place:{row.id}", f"{row.name} has closed{' for good' if for_good else ' for now'}", row.id)
        return dict(closed)

    @operation("outside")
    def reopen_place(self, place: str) -> Json:
        """Let a closed place open again.

        Args:
            place: Id or exact name of the place.
        """
        row = self.resolve(place, "place")
        if row.status == "open":
            raise Conflict(f"place {row.id!r} is open", status=row.status)
        self.end_temporary_closing(row)
        return dict(self.places.get(row.id))

    @operation("outside")
    def change_hours(
        self,
        place: str,
        opening_hours: Annotated[list[Hours], Field(max_length=21)] | None = None,
        exceptions: Annotated[list[DayHours], Field(max_length=60)] | None = None,
    ) -> Json:
        """Give a place other opening hours.

        Args:
            place: Id or exact name of the place.
            opening_hours: All of its new weekly hours; unchanged when left out.
            exceptions: All of its new dates with other hours; unchanged when left out.
        """
        row = self.resolve(place, "place")
        weekly = row.opening_hours if opening_hours is None else opening_hours
        dates = row.exceptions if exceptions is None else exceptions
        if (weekly, dates) == (row.opening_hours, row.exceptions):
            raise Conflict(f"place {row.id!r} has these hours already")
        changed = self.places.update(row.id, opening_hours=weekly, exceptions=dates)
        self.tell(f"place:{row.id}", f"{row.name} has new opening hours", row.id)
        return dict(changed)

    @operation("outside")
    def add_closure(
        self,
        title: str,
        kind: Literal["road", "path", "bridge", "tunnel", "entrance", "lift"] = "road",
        place: str | None = None,
        from_place: str | None = None,
        to_place: str | None = None,
        modes: Annotated[list[Mode], Field(min_length=1, max_length=3)] | None = None,
        starts_at: Instant | None = None,
        ends_at: Instant | None = None,
        detour_minutes: Annotated[int, Field(ge=0, le=1440)] | None = None,
        closure_id: NewId | None = None,
    ) -> Json:
        """Bar the way at a place, or the direct way between two places.

        Args:
            title: What is closed, and why.
            kind: What it is; a lift matters to step-free routes only.
            place: Id or exact name of the place; either this or the pair.
            from_place: One place of the pair.
            to_place: The other place of the pair.
            modes: Whom it concerns; all when left out.
            starts_at: When it begins; now when left out.
            ends_at: When it ends; until it is lifted when left out.
            detour_minutes: How much longer the way round takes; no way round when left out.
            closure_id: Id for the closure; made up when absent.
        """
        if (place is None) == (from_place is None) or (from_place is None) != (to_place is None):
            raise Invalid("place: give either place, or both from_place and to_place")
        start = self.moment(starts_at, "starts_at")
        if ends_at is not None:
            self._future(ends_at, "ends_at")
            if ends_at <= start:
                raise Invalid("ends_at: must be after starts_at")
        closure = Closure(
            id=self.new_id("CLO", closure_id),
            title=title,
            kind=kind,
            place=None if place is None else self.resolve(place, "place").id,
            from_place=None if from_place is None else self.resolve(from_place, "from_place").id,
            to_place=None if to_place is None else self.resolve(to_place, "to_place").id,
            modes=modes or list(MODES),
            starts_at=start,
            ends_at=ends_at,
            detour_minutes=detour_minutes,
            status="planned",
        )
        self.closures.add(closure)
        if start <= self.clock.now:
            self.begin_closure(closure)
        return dict(self.closures.get(closure.id))

    @operation("outside")
    def lift_closure(self, closure_id: str) -> Json:
        """Lift a closure before it ends by itself.

        Args:
            closure_id: Id of the closure.
        """
        closure = self.closures.get(closure_id)
        if closure.status == "lifted":
            raise Conflict(f"closure {closure_id!r} is lifted", status=closure.status)
        lifted = self.closures.update(closure_id, status="lifted")
        self.tell(f"closure:{closure_id}", f"Open again: {closure.title}", closure_id)
        return dict(lifted)

    @operation("outside")
    def suspend_link(self, link_id: str, reason: str, resumes_at: Instant | None = None) -> Json:
        """Stop a transit link.

        Args:
            link_id: Id of the link.
            reason: Why it is suspended.
            resumes_at: When it runs again, if that is known; it then does so by itself.
        """
        link = self.transit_links.get(link_id)
        if link.status == "suspended" and (link.reason, link.resumes_at) == (reason, resumes_at):
            raise Conflict(f"transit link {link_id!r} is suspended for that reason already", status=link.status)
        if resumes_at is not None:
            self._future(resumes_at, "resumes_at")
        stopped = self.transit_links.update(link_id, status="suspended", reason=reason, resumes_at=resumes_at)
        self.tell(f"link:{link_id}", f"{link.line} is suspended: {reason}", link_id)
        return dict(stopped)

    @operation("outside")
    def resume_link(self, link_id: str) -> Json:
        """Let a suspended transit link run again.

        Args:
            link_id: Id of the link.
        """
        return dict(self.resume(self.transit_links.get(link_id)))

    def _future(self, at: Instant, argument: str) -> None:
        if self.moment(at, argument) <= self.clock.now:
            raise Invalid(f"{argument}: {at.isoformat()} has passed; now is {self.clock.now.isoformat()}")
