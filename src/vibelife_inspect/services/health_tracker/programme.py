"""What is intended: goals, medications with their doses, and training plans with their sessions."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from pydantic import Field

from vibelife_inspect.clock import Instant, Wall
from vibelife_inspect.services.health_tracker.entries import Minutes, WorkoutKind
from vibelife_inspect.world import ME, Due, Json, Record, States

GRACE = timedelta(hours=4)
"""How long before and after its time a dose can be taken before it counts as missed."""

SESSION_GRACE = timedelta(hours=12)
"""How long after its beginning a planned session counts as missed."""

Measure = Literal["metric", "workouts", "workout_minutes", "workout_metres", "sleep_minutes", "kcal_eaten"]
"""What a goal counts: a metric, or the diary's own numbers (sleep_minutes is the mean of a night)."""

GoalStatus = Literal["active", "achieved", "missed", "abandoned"]
"""State of a goal."""

SessionStatus = Literal["planned", "moved", "done", "skipped", "missed"]
"""State of a session; `moved` is still to come, at another time."""

GOAL_STATES = States({"active": "achieved missed abandoned", "achieved": "", "missed": "", "abandoned": ""})
MEDICATION_STATES = States({"active": "stopped finished", "stopped": "active", "finished": ""})
DOSE_STATES = States({"missed": "taken skipped", "taken": "", "skipped": ""})
SESSION_STATES = States(
    {
        "planned": "moved done skipped missed",
        "moved": "done skipped missed",
        "missed": "done skipped",
        "done": "",
        "skipped": "",
    }
)


class Goal(Record):
    """Something to reach in each window, or once."""

    owner: str = ME
    name: str = ""
    measure: Measure
    metric: str | None = None
    """The metric, where the measure is one."""
    workout_kind: WorkoutKind | None = None
    """Only workouts of this kind, where workouts are counted."""
    target: int = Field(ge=-(10**9), le=10**9)
    """In thousandths of the unit for a metric; else a plain number of workouts, minutes, metres or kcal."""
    direction: Literal["at_least", "at_most"] = "at_least"
    period: Literal["day", "week", "month", "once"]
    """How long a window is; weeks begin on Monday; `once` is one window from starts_on to ends_on."""
    starts_on: date
    ends_on: date | None = None
    """Last day; needed for `once`."""
    window_from: date | None = None
    """First day of the present window; set by the service."""
    closes_at: Instant | None = None
    """When the present window closes; set by the service."""
    met: int = Field(default=0, ge=0)
    """How many closed windows reached the target."""
    missed: int = Field(default=0, ge=0)
    """How many closed windows did not."""
    status: GoalStatus = "active"


class Medication(Record):
    """A medicine with its daily times."""

    owner: str = ME
    name: str = Field(min_length=1)
    dose: str = ""
    """How much at a time, such as 10 mg."""
    times: tuple[Wall, ...] = ()
    """Daily wall times at home in order; none: taken as needed."""
    starts_on: date
    ends_on: date | None = None
    """Last day."""
    stock: int | None = Field(default=None, ge=0, le=100_000)
    """Doses left; None when nobody counts."""
    notify_missed: bool = False
    """Whether a missed dose is told."""
    next_dose_at: Instant | None = None
    """The dose that is to be taken or missed next; set by the service."""
    missed_at: Instant | None = None
    """When that dose counts as missed; set by the service."""
    status: Literal["active", "stopped", "finished"] = "active"


class Dose(Record):
    """One dose that was taken, skipped or missed."""

    owner: str = ME
    medication: str
    due_at: Instant
    """When it was to be taken; for medicines as needed, when it was."""
    taken_at: Instant | None = None
    status: Literal["taken", "skipped", "missed"]
    note: str = ""

    @property
    def moment(self) -> datetime:
        """When it belongs in the diary."""
        return self.due_at

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "medication", "due_at", "taken_at", "status", "note")


class Plan(Record):
    """A training plan; its sessions are records of their own."""

    owner: str = ME
    name: str = Field(min_length=1)
    starts_on: date
    weeks: int = Field(default=1, ge=1, le=26)
    sessions_per_week: int = Field(default=1, ge=1, le=14)
    created_at: Instant | None = None


class Session(Record):
    """One session of a plan."""

    owner: str = ME
    plan: str
    kind: WorkoutKind
    starts_at: Instant
    minutes: Minutes = 45
    text: str = ""
    """What is to be done."""
    moved_from: Instant | None = None
    """Its first time, if it was moved."""
    workout: str | None = None
    """Id of the workout that fulfilled it."""
    status: SessionStatus = "planned"

    @property
    def row(self) -> Json:
        """What the agent sees."""
        return {name: value for name, value in self if name != "owner"}


def goal_due(goal: Goal) -> Iterable[Due]:
    """Windows open and close."""
    if goal.status == "active":
        yield (
            Due(_midnight(goal.starts_on), "open_window")
            if goal.closes_at is None
            else Due(goal.closes_at, "close_window")
        )


def medication_due(medication: Medication) -> Iterable[Due]:
    """Courses begin, and doses are missed."""
    if medication.status == "active" and medication.times:
        if medication.missed_at is not None:
            yield Due(medication.missed_at, "miss_dose")
        else:
            yield Due(_midnight(medication.starts_on), "begin_course")


def session_due(session: Session) -> Iterable[Due]:
    """Sessions pass."""
    if session.status in ("planned", "moved"):
        yield Due(session.starts_at + SESSION_GRACE, "miss_session")


def _midnight(day: date) -> datetime:
    """A first look at a seed; the service then sets the exact moments of the home zone."""
    return datetime.combine(day, time(), tzinfo=UTC)
