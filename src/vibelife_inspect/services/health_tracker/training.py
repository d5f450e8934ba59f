"""Training plans and their sessions."""

from datetime import date, datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant, Wall
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.health_tracker.entries import Minutes, WorkoutKind
from vibelife_inspect.services.health_tracker.figures import monday
from vibelife_inspect.services.health_tracker.medicines import Medicines
from vibelife_inspect.services.health_tracker.programme import Plan, Session, SessionStatus
from vibelife_inspect.world import ME, Json, Limit, Part, operation, page

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
"""A day of the week."""

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Slot(Part):
    """One weekly session of a plan."""

    weekday: Weekday
    """Day of the week."""
    at: Wall
    """Time at home, such as 18:30."""
    kind: WorkoutKind
    """What is done."""
    minutes: Minutes = 45
    """How long, in minutes."""
    text: str = ""
    """What exactly is to be done."""


Slots = Annotated[list[Slot], Field(min_length=1, max_length=14)]
"""The sessions of a week."""


class Training(Medicines):
    """Plans and sessions."""

    @operation("write")
    def create_plan(
        self, name: str, sessions: Slots, weeks: Annotated[int, Field(ge=1, le=26)], starts_on: date | None = None
    ) -> Json:
        """Create a training plan: the same sessions each week. A session counts as missed 12 hours after its beginning.

        Args:
            name: Name of the plan.
            sessions: The sessions of one week, 1 to 14.
            weeks: For how many weeks.
            starts_on: First day; today when not given. Sessions of the first week that lie before it, or have begun
                already, come at the end instead.
        """
        first = starts_on or self.clock.today
        self.check_near("starts_on", first)
        if first < self.clock.today:
            raise Invalid(f"starts_on: {first} has passed; today is {self.clock.today}")
        if len({(slot.weekday, slot.at) for slot in sessions}) < len(sessions):
            raise Invalid("sessions: two of them are at the same time of the week")
        plan = Plan(
            id=self.new_id("PLAN"),
            name=name,
            starts_on=first,
            weeks=weeks,
            sessions_per_week=len(sessions),
            created_at=self.clock.now,
        )
        self.plans.add(plan)
        planned = [
            Session(
                id=self.new_id("SES"),
                plan=plan.id,
                kind=slot.kind,
                starts_at=moment,
                minutes=slot.minutes,
                text=slot.text,
            )
            for moment, slot in self._moments(first, weeks, sessions)
        ]
        for session in planned:
            self.sessions.add(session)
        return {**self._plan_row(plan), "items": [session.row for session in planned[:14]]}

    @operation("read")
    def list_sessions(
        self,
        plan_id: str | None = None,
        status: SessionStatus | None = None,
        since: date | None = None,
        until: date | None = None,
        limit: Limit = 30,
        cursor: str | None = None,
    ) -> Json:
        """List sessions of training plans, earliest first, then by id; `plans` counts the sessions of each plan.

        Args:
            plan_id: Only this plan.
            status: planned, moved (still to come, at another time), done, skipped or missed.
            since: First day at home.
            until: Last day at home.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        self.check_span(since, until)
        if plan_id is not None:
            self.own(self.plans.get(plan_id), "plan")
        plans = [plan for plan in self.plans if plan.owner == ME and plan_id in (None, plan.id)]
        start, end = self.bounds(since, until)
        rows = [
            session
            for session in (self.sessions if plan_id is None else self.sessions.find(plan=plan_id))
            if session.owner == ME and status in (None, session.status) and start <= session.starts_at < end
        ]
        rows.sort(key=lambda session: (session.starts_at.timestamp(), session.id))
        found = page(rows, limit, cursor, lambda session: session.row)
        return {**found, "plans": [self._plan_row(plan) for plan in plans]}

    @operation("write")
    def update_session(
        self,
        session_id: str,
        status: Literal["done", "skipped", "moved"],
        starts_at: Instant | None = None,
        workout_id: str | None = None,
    ) -> Json:
        """Tick off, skip or move one session of a training plan; a missed one can still become done or skipped.

        Args:
            session_id: Id of the session.
            status: done; skipped (on purpose); or moved to starts_at.
            starts_at: The new beginning of a moved session, in the future, at most 60 days after the old one.
            workout_id: Id of the user's workout that fulfilled a session that is done.
        """
        session = self.sessions.get(session_id)
        self.own(session, "session")
        if (status == "moved") != (starts_at is not None):
            raise Invalid("starts_at: needed to move a session, and only then")
        if workout_id is not None and status != "done":
            raise Invalid("workout_id: goes only with the status done")
        if session.status in ("done", "skipped"):
            raise Conflict(f"session {session_id!r} is {session.status} already", status=session.status)
        if starts_at is not None:
            return self._moved(session, starts_at).row
        if workout_id is not None:
            workout = self.workouts.get(workout_id)
            self.own(workout, "workout")
            if workout.session is not None:
                raise Conflict(f"workout {workout_id!r} fulfils session {workout.session!r} already")
            self.workouts.update(workout_id, session=session_id)
        return self.sessions.update(session_id, status=status, workout=workout_id).row

    def miss_session(self, session: Session) -> None:
        """Nobody ticked a session off."""
        self.sessions.update(session.id, status="missed")
        text = f"{session.kind} of {session.starts_at.isoformat()} was neither done nor skipped ({session.id})."
        self.tell(f"plan:{session.plan}", "Training session missed", text, session.id)

    def _moved(self, session: Session, to: datetime) -> Session:
        now = self.clock.now
        if not now < to <= max(now, session.starts_at) + timedelta(days=60):
            raise Invalid(f"starts_at: must lie after {now.isoformat()}, at most 60 days after the old time")
        first = session.moved_from or session.starts_at
        return self.sessions.update(session.id, status="moved", starts_at=to, moved_from=first)

    def _moments(self, first: date, weeks: int, slots: list[Slot]) -> list[tuple[datetime, Slot]]:
        now, found = self.clock.now, []
        for week in range(weeks + 1):
            for slot in slots:
                day = monday(first) + timedelta(weeks=week, days=_WEEKDAYS.index(slot.weekday))
                moment = self.clock.at(day, slot.at)
                if day >= first and moment > now:
                    found.append((moment, slot))
        found.sort(key=lambda item: item[0])
        return found[: weeks * len(slots)]

    def _plan_row(self, plan: Plan) -> Json:
        counts = dict.fromkeys(("planned", "moved", "done", "skipped", "missed"), 0)
        for session in self.sessions.find(plan=plan.id):
            counts[session.status] += 1
        shown = plan.pick("name", "starts_on", "weeks", "sessions_per_week")
        return {"plan_id": plan.id, **shown, "sessions": counts}
