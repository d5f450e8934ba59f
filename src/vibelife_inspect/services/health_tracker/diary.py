"""The diary: workouts, meals, sleep and notes."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Literal

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid, NotFound, Refused
from vibelife_inspect.services.health_tracker.entries import (
    Effort,
    Grams,
    Kcal,
    Meal,
    MealKind,
    Metres,
    Minutes,
    Night,
    Note,
    Quality,
    Workout,
    WorkoutKind,
)
from vibelife_inspect.services.health_tracker.measuring import Measuring
from vibelife_inspect.services.health_tracker.programme import Dose
from vibelife_inspect.services.health_tracker.records import Alert, Reading, Scope
from vibelife_inspect.world import ME, Blankable, Collection, Json, Limit, operation, page

EntryKind = Literal["workout", "meal", "sleep", "note", "dose", "alert"]
"""A kind of diary entry."""

Entry = Workout | Meal | Night | Note | Dose | Alert
"""An entry of the diary."""

_SCOPES: dict[str, Scope] = {
    "workout": "workouts", "meal": "meals", "sleep": "sleep", "note": "notes", "dose": "medications"
}  # fmt: skip


class Diary(Measuring):
    """Entries."""

    @operation("write")
    def log_workout(
        self,
        kind: WorkoutKind,
        started_at: Instant,
        minutes: Minutes,
        metres: Metres | None = None,
        kcal: Kcal | None = None,
        effort: Effort | None = None,
        note: Blankable = "",
        session_id: str | None = None,
    ) -> Json:
        """Write down a workout of the user, and tick off the planned session that it fulfils.

        Args:
            kind: What was done.
            started_at: When it began, not in the future.
            minutes: How long it took, in minutes.
            metres: How far, in metres.
            kcal: Energy used, in kilocalories.
            effort: How hard it felt, from 1 (very easy) to 10 (all out).
            note: A remark.
            session_id: Id of a session of a training plan that becomes done by it.
        """
        self.check_past("started_at", started_at)
        workout = Workout(
            id=self.new_id("WO"),
            kind=kind,
            started_at=started_at,
            minutes=minutes,
            metres=metres,
            kcal=kcal,
            effort=effort,
            note=note,
            session=session_id,
        )
        if session_id is not None:
            self.own(self.sessions.get(session_id), "session")
            if self.sessions.get(session_id).status in ("done", "skipped"):
                state = self.sessions.get(session_id).status
                raise Conflict(f"session {session_id!r} is already {state}", status=state)
            self.sessions.update(session_id, status="done", workout=workout.id)
        return dict(self.workouts.add(workout))

    @operation("write")
    def update_workout(
        self,
        workout_id: str,
        kind: WorkoutKind | None = None,
        started_at: Instant | None = None,
        minutes: Minutes | None = None,
        metres: Metres | None = None,
        kcal: Kcal | None = None,
        effort: Effort | None = None,
        note: Blankable | None = None,
    ) -> Json:
        """Change a workout of the user; what is not given stays.

        Args:
            workout_id: Id of the workout.
            kind: What was done.
            started_at: When it began, not in the future.
            minutes: How long it took, in minutes.
            metres: How far, in metres.
            kcal: Energy used, in kilocalories.
            effort: How hard it felt, from 1 to 10.
            note: The new remark; may be empty.
        """
        workout = self.workouts.get(workout_id)
        self.own(workout, "workout")
        if workout.started_at > self.clock.now:
            raise NotFound(f"there is no workout {workout_id!r}", id=workout_id)
        if started_at is not None:
            self.check_past("started_at", started_at)
        given = {
            "kind": kind,
            "started_at": started_at,
            "minutes": minutes,
            "metres": metres,
            "kcal": kcal,
            "effort": effort,
            "note": note,
        }
        fields = {name: value for name, value in given.items() if value is not None}
        if not fields:
            raise Invalid("give at least one thing to change")
        return dict(self.workouts.update(workout_id, **fields))

    @operation("write")
    def log_meal(
        self,
        meal: MealKind,
        kcal: Kcal,
        text: Blankable = "",
        eaten_at: Instant | None = None,
        protein_grams: Grams | None = None,
        carbs_grams: Grams | None = None,
        fat_grams: Grams | None = None,
    ) -> Json:
        """Write down a meal of the user.

        Args:
            meal: Which meal.
            kcal: Its energy, in kilocalories.
            text: What it was.
            eaten_at: When, not in the future; now when not given.
            protein_grams: Protein, in grams.
            carbs_grams: Carbohydrates, in grams.
            fat_grams: Fat, in grams.
        """
        at = eaten_at or self.clock.now
        self.check_past("eaten_at", at)
        row = Meal(
            id=self.new_id("ML"),
            meal=meal,
            eaten_at=at,
            text=text,
            kcal=kcal,
            protein_grams=protein_grams,
            carbs_grams=carbs_grams,
            fat_grams=fat_grams,
        )
        return dict(self.meals.add(row))

    @operation("write")
    def log_sleep(
        self,
        asleep_at: Instant,
        awake_at: Instant,
        minutes: Minutes | None = None,
        quality: Quality | None = None,
        note: Blankable = "",
    ) -> Json:
        """Write down a sleep of the user; it belongs to the day of waking up.

        Args:
            asleep_at: When the user fell asleep.
            awake_at: When the user woke up for good, not in the future and at most 24 hours later.
            minutes: Minutes asleep, if less than the whole time.
            quality: From 1 (badly) to 5 (very well).
            note: A remark.
        """
        self.check_past("asleep_at", asleep_at)
        self.check_past("awake_at", awake_at)
        whole = int((awake_at - asleep_at).total_seconds()) // 60
        if not 1 <= whole <= 1440:
            raise Invalid("awake_at: must lie after asleep_at, at most 24 hours")
        if minutes is not None and minutes > whole:
            raise Invalid(f"minutes: must be at most {whole}, the time between asleep_at and awake_at")
        night = Night(
            id=self.new_id("SL"),
            asleep_at=asleep_at,
            awake_at=awake_at,
            minutes=minutes or whole,
            quality=quality,
            note=note,
        )
        return dict(self.nights.add(night))

    @operation("write")
    def add_note(self, text: str, about: str | None = None) -> Json:
        """Add a note to the user's health diary.

        Args:
            text: The note.
            about: Id of the entry or short name of the metric that it is about.
        """
        note = Note(id=self.new_id("HN"), text=text, about=about or "", written_at=self.clock.now)
        return dict(self.notes.add(note))

    @operation("read")
    def list_diary(
        self,
        kind: EntryKind,
        since: date | None = None,
        until: date | None = None,
        workout_kind: WorkoutKind | None = None,
        owner: str | None = None,
        limit: Limit = 30,
        cursor: str | None = None,
    ) -> Json:
        """List entries of one kind, newest first, then by id from the highest.

        Args:
            kind: workout, meal, sleep (by waking up), note (the user's and a doctor's), dose (taken, skipped or
                missed, by its due time) or alert (thresholds that rang).
            since: First day at home.
            until: Last day at home.
            workout_kind: Only workouts of this kind.
            owner: Id of somebody who shares that kind of data with the user; the user's own when not given.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        self.check_span(since, until)
        if workout_kind is not None and kind != "workout":
            raise Invalid("workout_kind: only workouts have one")
        if kind == "alert" and owner not in (None, ME):
            raise Refused("alerts are the user's own and cannot be shared")
        whose = ME if kind == "alert" else self.whose(owner, _SCOPES[kind])
        rows = self.inside(self.entries(kind, whose), since, until)
        if workout_kind is not None:
            rows = [row for row in rows if isinstance(row, Workout) and row.kind == workout_kind]
        rows.sort(key=lambda row: (row.moment.timestamp(), row.id), reverse=True)
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("read")
    def get_entry(self, entry_id: str) -> Json:
        """Show a reading, workout, meal, sleep or note in full, the user's own or a shared one.

        Args:
            entry_id: Its id.
        """
        kind, row = self._entry(entry_id)
        if row.owner != ME:
            self.whose(row.owner, "readings" if kind == "reading" else _SCOPES[kind])
        shown = {**dict(row), **self.reading_row(row)} if isinstance(row, Reading) else dict(row)
        return {"entry": kind, **{name: value for name, value in shown.items() if name != "arrived"}}

    @operation("commit")
    def delete_entry(self, entry_id: str) -> Json:
        """Delete a reading, workout, meal, sleep or note of the user for good.

        Args:
            entry_id: Its id.
        """
        kind, row = self._entry(entry_id)
        self.own(row, kind)
        if isinstance(row, Note) and row.author != ME:
            raise Refused(f"note {entry_id!r} was written by {row.author} and cannot be deleted", author=row.author)
        if isinstance(row, Workout) and row.session is not None and row.session in self.sessions:
            self.sessions.update(row.session, workout=None)
        self._books()[kind].remove(entry_id)
        return {"id": entry_id, "entry": kind, "deleted": True}

    def entries(self, kind: EntryKind, owner: str) -> Sequence[Entry]:
        """All entries of one kind and owner, in order of insertion, future ones included."""
        if kind == "workout":
            return self.workouts.find(owner=owner)
        if kind == "meal":
            return self.meals.find(owner=owner)
        if kind == "sleep":
            return self.nights.find(owner=owner)
        if kind == "note":
            return self.notes.find(owner=owner)
        return self.doses.find(owner=owner) if kind == "dose" else list(self.alerts)

    def _entry(self, entry_id: str) -> tuple[str, Reading | Workout | Meal | Night | Note]:
        for kind, table in self._books().items():
            if entry_id in table:
                row: Reading | Workout | Meal | Night | Note = table.get(entry_id)
                if row.moment <= self.clock.now:
                    return kind, row
        raise NotFound(f"there is no reading, workout, meal, sleep or note {entry_id!r}", id=entry_id)

    def _books(self) -> dict[str, Collection[Any]]:
        return {
            "reading": self.readings,
            "workout": self.workouts,
            "meal": self.meals,
            "sleep": self.nights,
            "note": self.notes,
        }
