"""Goals: setting, changing, progress, and windows that close."""

from datetime import date, time, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.health_tracker.diary import Diary
from vibelife_inspect.services.health_tracker.entries import WorkoutKind
from vibelife_inspect.services.health_tracker.figures import combined, mean, monday
from vibelife_inspect.services.health_tracker.programme import Goal, GoalStatus, Measure
from vibelife_inspect.services.health_tracker.records import MetricId
from vibelife_inspect.world import ME, Json, Limit, operation, page

Target = Annotated[int, Field(ge=-(10**9), le=10**9)]
"""What is to be reached."""

_WORKOUTS = ("workouts", "workout_minutes", "workout_metres")


class Aims(Diary):
    """Goals."""

    @operation("write")
    def set_goal(
        self,
        measure: Measure,
        target: Target,
        period: Literal["day", "week", "month", "once"],
        direction: Literal["at_least", "at_most"] = "at_least",
        metric: MetricId | None = None,
        workout_kind: WorkoutKind | None = None,
        name: str | None = None,
        starts_on: date | None = None,
        ends_on: date | None = None,
    ) -> Json:
        """Set a goal of the user; each window that closes is counted as met or missed.

        A goal with an end is achieved if no window was missed, else missed.

        Args:
            measure: metric: readings of one metric, made one number as the metric says; workouts, workout_minutes,
                workout_metres: their number or sum; sleep_minutes: the mean of a sleep; kcal_eaten: the sum of meals.
            target: In thousandths of the unit for a metric (70000 is 70 kg); else a plain number.
            period: The window: day, week (from Monday), month, or once (from starts_on to ends_on).
            direction: Whether the number is to be at least or at most the target.
            metric: Short name of the metric; needed for the measure metric only.
            workout_kind: Only workouts of this kind.
            name: What to call it.
            starts_on: First day, not in the past; today when not given.
            ends_on: Last day; needed for once.
        """
        self._check_measure(measure, target, metric, workout_kind)
        first = starts_on or self.clock.today
        if first < self.clock.today:
            raise Invalid(f"starts_on: {first} has passed; today is {self.clock.today}")
        if period == "once" and ends_on is None:
            raise Invalid("ends_on: needed for a goal that is to be reached once")
        self.check_end(first, ends_on)
        goal = Goal(
            id=self.new_id("GOAL"),
            name=name or "",
            measure=measure,
            metric=metric,
            workout_kind=workout_kind,
            target=target,
            direction=direction,
            period=period,
            starts_on=first,
            ends_on=ends_on,
        )
        return _row(self.goals.add(goal.model_copy(update=self._window(goal, first))))

    @operation("write")
    def update_goal(
        self,
        goal_id: str,
        target: Target | None = None,
        ends_on: date | None = None,
        status: Literal["achieved", "abandoned"] | None = None,
    ) -> Json:
        """Change an active goal of the user, or close it before its end.

        Args:
            goal_id: Id of the goal.
            target: The new target, for the present window too.
            ends_on: The new last day, today or later.
            status: achieved (only if the target is reached in the present window) or abandoned; closes the goal.
        """
        goal = self.goals.get(goal_id)
        self.own(goal, "goal")
        if goal.status != "active":
            raise Conflict(f"goal {goal_id!r} is {goal.status} and cannot be changed", status=goal.status)
        if target is None and ends_on is None and status is None:
            raise Invalid("give a target, an end or a status")
        if target is not None and target < 0 and goal.measure != "metric":
            raise Invalid("target: must not be negative")
        given = {"target": target, "ends_on": ends_on, "status": status}
        fields: Json = {name: value for name, value in given.items() if value is not None}
        changed = goal.model_copy(update=fields)
        if ends_on is not None:
            self.check_end(max(goal.starts_on, self.clock.today), ends_on)
            fields |= self._window(changed, goal.window_from or self._first_day(goal))
        if status == "achieved" and (goal.window_from or goal.starts_on) > self.clock.today:
            raise Conflict(f"goal {goal_id!r} begins on {goal.window_from} only", status=goal.status)
        if status == "achieved" and not self.progress(changed)["reached"]:
            raise Conflict("the target is not reached in the present window, so the goal cannot be achieved yet")
        return _row(self.goals.update(goal_id, **fields))

    @operation("read")
    def list_goals(
        self, status: GoalStatus | None = None, goal_id: str | None = None, limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List the user's goals with their progress, in order of their first day, then id.

        `progress` is of the present window, or of the last one of a closed goal: the value so far (None when nothing
        counts yet), whether the target is reached, and for at_least the whole per cent of the target.

        Args:
            status: Only goals with this status.
            goal_id: Only this goal.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if goal_id is not None:
            self.own(self.goals.get(goal_id), "goal")
        rows = [goal for goal in self.goals if goal.owner == ME and status in (None, goal.status)]
        rows = [goal for goal in rows if goal_id in (None, goal.id)]
        rows.sort(key=lambda goal: (goal.starts_on, goal.id))
        return page(rows, limit, cursor, lambda goal: {**_row(goal), "progress": self.progress(goal)})

    def _check_measure(
        self, measure: Measure, target: int, metric: str | None, workout_kind: WorkoutKind | None
    ) -> None:
        if (measure == "metric") != (metric is not None):
            raise Invalid("metric: needed for the measure metric, and only for it")
        if workout_kind is not None and measure not in _WORKOUTS:
            raise Invalid(f"workout_kind: goes only with {', '.join(_WORKOUTS)}")
        if metric is not None:
            self.metric(metric)
        elif target < 0:
            raise Invalid("target: must not be negative")

    # ---- progress

    def progress(self, goal: Goal) -> Json:
        """How far the goal is in its present window."""
        first = goal.window_from or self._first_day(goal)
        last = self._last_day(goal, first)
        value = self._value(goal, first, last)
        reached = value is not None and (value >= goal.target if goal.direction == "at_least" else value <= goal.target)
        share = goal.direction == "at_least" and goal.target > 0 and value is not None
        percent = max(0, value) * 100 // goal.target if share and value is not None else None
        return {"window_from": first, "window_until": last, "value": value, "reached": reached, "percent": percent}

    def _value(self, goal: Goal, first: date, last: date) -> int | None:
        if goal.measure == "metric":
            metric = self.metric(goal.metric or "")
            rows = self.readings_of(metric.id, goal.owner, first, last)
            return combined(metric.combine, [(first, row.value) for row in rows if not row.unreliable])
        if goal.measure in _WORKOUTS:
            done = self.inside(self.workouts.find(owner=goal.owner), first, last)
            done = [row for row in done if goal.workout_kind in (None, row.kind)]
            if goal.measure == "workouts":
                return len(done)
            return sum(row.minutes if goal.measure == "workout_minutes" else row.metres or 0 for row in done)
        if goal.measure == "sleep_minutes":
            nights = self.inside(self.nights.find(owner=goal.owner), first, last)
            return mean([row.minutes for row in nights]) if nights else None
        meals = self.inside(self.meals.find(owner=goal.owner), first, last)
        return sum(row.kcal for row in meals) if meals else None

    # ---- windows

    def open_window(self, goal: Goal) -> None:
        """A goal of a seed gets its first window."""
        self.goals.update(goal.id, **self._window(goal, self._first_day(goal)))

    def close_window(self, goal: Goal) -> None:
        """A window is over: it counts as met or missed, and the next one opens or the goal ends."""
        how = self.progress(goal)
        reached, last = how["reached"], how["window_until"]
        counts = {"met": goal.met + reached, "missed": goal.missed + (not reached)}
        if goal.period == "once" or (goal.ends_on is not None and last >= goal.ends_on):
            status = "missed" if counts["missed"] else "achieved"
            self.goals.update(goal.id, status=status, **counts)
            name = goal.name or goal.id
            self.tell(f"goal:{goal.id}", f"Goal {status}", f"{name}: {how['value']} of {goal.target}", goal.id)
            return
        self.goals.update(goal.id, **counts, **self._window(goal, last + timedelta(days=1)))

    def _window(self, goal: Goal, first: date) -> Json:
        """The fields of a window that begins on a day."""
        closes = self.clock.at(self._last_day(goal, first) + timedelta(days=1), time())
        return {"window_from": first, "closes_at": closes}

    def _first_day(self, goal: Goal) -> date:
        """First day of the window in which a seed's goal finds itself at the start of the story."""
        start = self.day(self.setting.start)
        if goal.period == "once" or goal.starts_on >= start:
            return goal.starts_on
        begins = {"day": start, "week": monday(start), "month": start.replace(day=1)}
        return max(goal.starts_on, begins[goal.period])

    @staticmethod
    def _last_day(goal: Goal, first: date) -> date:
        if goal.period == "once":
            return max(first, goal.ends_on or first)
        month = (first.replace(day=1) + timedelta(days=32)).replace(day=1) - timedelta(days=1)
        ends = {"day": first, "week": monday(first) + timedelta(days=6), "month": month}
        last = ends[goal.period]
        return last if goal.ends_on is None or goal.ends_on < first else min(last, goal.ends_on)


def _row(goal: Goal) -> Json:
    hidden = {"owner", "window_from", "closes_at"}
    return {name: value for name, value in goal if name not in hidden}
