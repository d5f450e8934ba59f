"""Looking back: days summed up, and everything as text."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.health_tracker.base import D
from vibelife_inspect.services.health_tracker.diary import Entry, EntryKind
from vibelife_inspect.services.health_tracker.programme import Dose
from vibelife_inspect.services.health_tracker.records import Reading, Scope
from vibelife_inspect.services.health_tracker.training import Training
from vibelife_inspect.world import ME, Json, operation

Scopes = Annotated[list[Scope], Field(min_length=1, max_length=6)]
"""Kinds of data."""

_SUMS = (
    "steps", "workouts", "workout_minutes", "workout_metres", "workout_kcal", "meals", "kcal_eaten", "protein_grams",
    "carbs_grams", "fat_grams", "sleep_minutes", "doses_taken", "doses_missed",
)  # fmt: skip
_KINDS: dict[Scope, EntryKind] = {
    "workouts": "workout",
    "meals": "meal",
    "sleep": "sleep",
    "notes": "note",
    "medications": "dose",
}
_EVERYTHING: list[Scope] = ["readings", "workouts", "meals", "sleep", "notes", "medications"]


class Reporting(Training):
    """Summaries and export."""

    @operation("read")
    def summarize_days(self, first_day: date | None = None, days: Annotated[int, Field(ge=1, le=31)] = 1) -> Json:
        """Sum up activity, food, sleep and doses of the user, day by day at home and in all.

        Sleep belongs to the day of waking up. A zero means that nothing was written down.

        Args:
            first_day: First day at home; the last `days` days up to today when not given.
            days: How many days: 1 for one day, 7 for a week.
        """
        first = first_day or self.clock.today - timedelta(days=days - 1)
        self.check_near("first_day", first)
        rows = {first + timedelta(days=more): dict.fromkeys(_SUMS, 0) for more in range(days)}
        for day, name, number in self._numbers(first, days):
            rows[day][name] += number
        totals = {name: sum(row[name] for row in rows.values()) for name in _SUMS}
        return {"total": totals, "days": [{"date": day, **row} for day, row in rows.items()]}

    @operation("read")
    def export_text(self, since: date, until: date, include: Scopes | None = None, owner: str | None = None) -> Json:
        """Export data of some days as plain text, one line for each entry in order of time, such as for a doctor.

        Args:
            since: First day at home.
            until: Last day at home, at most 92 days later.
            include: Kinds of data; all that may be read when not given.
            owner: Id of somebody who shares data with the user; the user's own when not given.
        """
        self.check_span(since, until)
        if until - since > timedelta(days=92):
            raise Invalid("until: must lie at most 92 days after since")
        if include is None:
            include = _EVERYTHING
            if owner is not None and owner != ME:
                include = [
                    scope
                    for scope in _EVERYTHING
                    for share in self.shares.find(owner=owner, status="active")
                    if scope in share.scopes
                ]
        whose = ME if owner is None else owner
        for scope in include or _EVERYTHING[:1]:
            whose = self.whose(owner, scope)
        lines = [line for scope in dict.fromkeys(include) for line in self._lines(scope, whose, since, until)]
        lines.sort(key=lambda line: (line[0].timestamp(), line[1]))
        shown = [f"{moment.astimezone(self.clock.home):%Y-%m-%d %H:%M} {text}" for moment, text in lines]
        return {"since": since, "until": until, "lines": len(shown), "text": "\n".join(shown)}

    def _numbers(self, first: date, days: int) -> Iterator[tuple[date, str, int]]:
        """Every number that counts for one of the days."""
        last = first + timedelta(days=days - 1)

        def inside(rows: list[D]) -> Iterator[tuple[date, D]]:
            return ((self.day(row.moment), row) for row in self.inside(rows, first, last))

        for day, reading in inside(self.readings.find(metric="steps")):
            if reading.owner == ME and not reading.unreliable:
                yield day, "steps", reading.value // 1000
        for day, workout in inside(self.workouts.find(owner=ME)):
            yield day, "workouts", 1
            yield day, "workout_minutes", workout.minutes
            yield day, "workout_metres", workout.metres or 0
            yield day, "workout_kcal", workout.kcal or 0
        for day, meal in inside(self.meals.find(owner=ME)):
            yield day, "meals", 1
            yield day, "kcal_eaten", meal.kcal
            yield day, "protein_grams", meal.protein_grams or 0
            yield day, "carbs_grams", meal.carbs_grams or 0
            yield day, "fat_grams", meal.fat_grams or 0
        for day, night in inside(self.nights.find(owner=ME)):
            yield day, "sleep_minutes", night.minutes
        for day, dose in inside(self.doses.find(owner=ME)):
            if dose.status != "skipped":
                yield day, f"doses_{dose.status}", 1

    def _lines(self, scope: Scope, owner: str, since: date, until: date) -> list[tuple[datetime, str]]:
        rows: Sequence[Reading | Entry] = (
            [row for row in self.readings if row.owner == owner]
            if scope == "readings"
            else self.entries(_KINDS[scope], owner)
        )
        return [(row.moment, self._text(row)) for row in self.inside(rows, since, until)]

    def _text(self, row: Reading | Entry) -> str:
        if isinstance(row, Reading):
            metric, mark = self.metric(row.metric), " (unreliable)" if row.unreliable else ""
            return f"{metric.name}: {metric.text(row.value, row.second)}{mark}"
        return f"Dose: {self._medicine(row)} {row.status}" if isinstance(row, Dose) else row.text_line

    def _medicine(self, dose: Dose) -> str:
        if dose.medication not in self.medications:
            return dose.medication
        medication = self.medications.get(dose.medication)
        return f"{medication.name} {medication.dose}".rstrip()
