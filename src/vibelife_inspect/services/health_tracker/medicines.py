"""Medications: courses, doses taken, skipped and missed, and how regularly."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant, Wall
from vibelife_inspect.errors import Conflict, Expired, Invalid, NotFound, Unavailable
from vibelife_inspect.services.health_tracker.aims import Aims
from vibelife_inspect.services.health_tracker.programme import GRACE, Dose, Medication
from vibelife_inspect.world import ME, Blankable, Json, Limit, operation, page

Times = Annotated[list[Wall], Field(max_length=12)]
"""Daily wall times."""

Stock = Annotated[int, Field(ge=0, le=100_000)]
"""Doses left."""

_MAKE_UP = timedelta(days=14)


class Medicines(Aims):
    """Medications and doses."""

    @operation("write")
    def add_medication(
        self,
        name: str,
        dose: str,
        times: Times,
        starts_on: date | None = None,
        ends_on: date | None = None,
        stock: Stock | None = None,
        notify_missed: bool = False,
    ) -> Json:
        """Add a medication to the user's list; a dose that is not logged within 4 hours counts as missed.

        Args:
            name: Name of the medicine.
            dose: How much at a time, such as 10 mg.
            times: Daily times at home, such as 08:00; an empty list for one that is taken as needed.
            starts_on: First day, not in the past; today when not given.
            ends_on: Last day.
            stock: Doses that are there; each dose taken counts down.
            notify_missed: Whether a missed dose arrives as a notification and gives you a turn.
        """
        first = starts_on or self.clock.today
        if first < self.clock.today:
            raise Invalid(f"starts_on: {first} has passed; today is {self.clock.today}")
        self.check_end(first, ends_on)
        medication = Medication(
            id=self.new_id("MED"),
            name=name,
            dose=dose,
            times=_sorted(times),
            starts_on=first,
            ends_on=ends_on,
            stock=stock,
            notify_missed=notify_missed,
        )
        fields = self._slot(medication, self.clock.now)
        if "status" in fields:
            raise Invalid("ends_on: there is no dose left to take before the end")
        return self._medication_row(self.medications.add(medication.model_copy(update=fields)))

    @operation("write")
    def update_medication(
        self,
        medication_id: str,
        dose: str | None = None,
        times: Times | None = None,
        ends_on: date | None = None,
        stock: Stock | None = None,
        notify_missed: bool | None = None,
        status: Literal["active", "stopped"] | None = None,
    ) -> Json:
        """Change a medication of the user: refill it, change its times from the next dose on, stop it or go on.

        Args:
            medication_id: Id of the medication.
            dose: How much at a time.
            times: All daily times at home.
            ends_on: The new last day, today or later.
            stock: Doses that are there now.
            notify_missed: Whether a missed dose arrives as a notification and gives you a turn.
            status: stopped, or active again.
        """
        old = self._own_medication(medication_id)
        if old.status == "finished":
            raise Conflict(f"the course of {medication_id!r} is finished; add it anew", status="finished")
        given: dict[str, Any] = {
            "dose": dose,
            "times": None if times is None else _sorted(times),
            "ends_on": ends_on,
            "stock": stock,
            "notify_missed": notify_missed,
            "status": status,
        }
        fields = {name: value for name, value in given.items() if value is not None}
        if not fields:
            raise Invalid("give at least one thing to change")
        if ends_on is not None:
            self.check_end(max(old.starts_on, self.clock.today), ends_on)
        if fields.keys() & {"times", "ends_on", "status"}:
            pending, now = self._next(old), self.clock.now
            after = now if pending is None else min(now, pending - timedelta(seconds=1))
            fields |= self._slot(old.model_copy(update=fields), after)
        return self._medication_row(self.medications.update(medication_id, **fields))

    @operation("write")
    def log_dose(
        self,
        medication_id: str,
        status: Literal["taken", "skipped"] = "taken",
        due_at: Instant | None = None,
        note: Blankable = "",
    ) -> Json:
        """Log that the user took or skipped the next dose, or one that counts as missed.

        A dose can be logged from 4 hours before its time on. Taking one counts the stock down.

        Args:
            medication_id: Id of the medication.
            status: taken or skipped (on purpose).
            due_at: Time of a missed dose, as list_diary shows it; the next dose when not given.
            note: A remark.
        """
        return self.logged(self._own_medication(medication_id), status, due_at, note).row

    @operation("read")
    def list_medications(
        self,
        days: Annotated[int, Field(ge=1, le=366)] = 30,
        status: Literal["active", "stopped", "finished"] | None = None,
        owner: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List medications by name, then id, with the next dose and how regularly they were taken.

        `adherence` counts doses due in the last days up to now; `percent` is the whole per cent of those taken.

        Args:
            days: For how many days back, counted in hours from now, adherence is counted.
            status: Only medications with this status.
            owner: Id of somebody who shares medications with the user; the user's own when not given.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        whose, since = self.whose(owner, "medications"), self.clock.after(-timedelta(days=days))
        rows = [row for row in self.medications if row.owner == whose and status in (None, row.status)]
        rows.sort(key=lambda row: (row.name, row.id))
        return page(rows, limit, cursor, lambda row: {**self._medication_row(row), "adherence": self._kept(row, since)})

    # ---- time

    def begin_course(self, medication: Medication) -> None:
        """A medication of a seed gets its first dose to wait for."""
        self.medications.update(medication.id, **self._slot(medication, self._before_first(medication)))

    def miss_dose(self, medication: Medication) -> None:
        """Nobody logged a dose in time."""
        due = self._next(medication)
        assert due is not None
        self._closed(medication, due, "missed", "")
        if medication.owner == ME:
            title = f"{medication.name}: dose missed"
            text = f"The dose of {due.isoformat()} was not logged ({medication.id})."
            asked = medication.notify_missed
            self.tell(f"medication:{medication.id}", title, text, medication.id, subscribed=asked)
            if asked:
                self.world.ring(self.medications, medication.id, f"{title}. {text}")

    # ---- doses

    def logged(
        self, medication: Medication, status: Literal["taken", "skipped"], due_at: datetime | None, note: str
    ) -> Dose:
        """Enter a dose as taken or skipped: the next one, or the missed one that was due at a moment."""
        now, due = self.clock.now, self._next(medication)
        if status == "taken" and medication.stock == 0:
            raise Unavailable(f"no dose of {medication.id!r} is left; update its stock first", stock=0)
        if due_at is not None and (due is None or due_at != due):
            return self._made_up(medication, due_at, status, note)
        if medication.status != "active":
            raise Conflict(f"medication {medication.id!r} is {medication.status}", status=medication.status)
        if due is None:
            if status == "skipped":
                raise Conflict(f"medication {medication.id!r} is taken as needed; there is nothing to skip")
            return self._closed(medication, now, "taken", note)
        if now < due - GRACE:
            raise Conflict(
                f"the next dose is due at {due.isoformat()}; log it from 4 hours before on", due_at=due.isoformat()
            )
        return self._closed(medication, due, status, note)

    def _made_up(
        self, medication: Medication, due_at: datetime, status: Literal["taken", "skipped"], note: str
    ) -> Dose:
        """A missed dose that was taken or skipped after all."""
        doses = [dose for dose in self.doses.find(medication=medication.id) if dose.due_at == due_at]
        if not doses:
            raise NotFound(f"due_at: there is no dose of {medication.id!r} due at {due_at.isoformat()}")
        if due_at < self.clock.now - _MAKE_UP:
            raise Expired("due_at: a missed dose can be logged within 14 days only")
        if doses[0].status != "missed":
            raise Conflict(f"that dose is {doses[0].status} already", status=doses[0].status)
        self._count_down(medication, status)
        taken_at = self.clock.now if status == "taken" else None
        return self.doses.update(doses[0].id, status=status, taken_at=taken_at, note=note)

    def _closed(
        self, medication: Medication, due: datetime, status: Literal["taken", "skipped", "missed"], note: str
    ) -> Dose:
        """Enter a dose and wait for the next one."""
        id = _dose_id(medication, due)
        if id in self.doses:
            raise Conflict(f"a dose of {medication.id!r} was logged at {due.isoformat()} already")
        dose = Dose(
            id=id,
            owner=medication.owner,
            medication=medication.id,
            due_at=due,
            taken_at=self.clock.now if status == "taken" else None,
            status=status,
            note=note,
        )
        self.doses.add(dose)
        self._count_down(medication, status)
        if medication.times:
            self.medications.update(medication.id, **self._slot(medication, due))
        return dose

    def _count_down(self, medication: Medication, status: str) -> None:
        if status == "taken" and medication.stock is not None:
            self.medications.update(medication.id, stock=medication.stock - 1)

    # ---- slots

    def _next(self, medication: Medication) -> datetime | None:
        """The dose that is to be taken next; None for medicines as needed."""
        if medication.next_dose_at is not None or not medication.times or medication.status != "active":
            return medication.next_dose_at
        due: datetime | None = self._slot(medication, self._before_first(medication)).get("next_dose_at")
        return due

    def _before_first(self, medication: Medication) -> datetime:
        begin = self.clock.at(medication.starts_on, time()) - timedelta(seconds=1)
        return max(begin, self.setting.start.astimezone(self.clock.home) - timedelta(seconds=1))

    def _slot(self, medication: Medication, after: datetime) -> Json:
        """The fields of the first dose later than a moment; the course is finished when there is none."""
        if not medication.times or medication.status == "stopped":
            return {"next_dose_at": None, "missed_at": None}
        day = max(after.astimezone(self.clock.home).date(), medication.starts_on)
        days = [day + timedelta(days=more) for more in range(3)]
        slots = [
            self.clock.at(day, wall)
            for day in days
            if medication.ends_on is None or day <= medication.ends_on
            for wall in sorted(medication.times)
        ]
        slots = [slot for slot in slots if slot > after and _dose_id(medication, slot) not in self.doses]
        if not slots:
            return {"next_dose_at": None, "missed_at": None, "status": "finished"}
        late = (slots[0].astimezone(UTC) + GRACE).astimezone(self.clock.home)
        missed = min(late, slots[1]) if len(slots) > 1 else late
        return {"next_dose_at": slots[0], "missed_at": missed}

    def _own_medication(self, medication_id: str) -> Medication:
        medication = self.medications.get(medication_id)
        self.own(medication, "medication")
        return medication

    def _medication_row(self, row: Medication) -> Json:
        shown = row.pick("id", "name", "dose", "times", "starts_on", "ends_on", "stock", "notify_missed", "status")
        return {**shown, "next_dose_at": self._next(row)}

    def _kept(self, medication: Medication, since: datetime) -> Json:
        counts = {"taken": 0, "skipped": 0, "missed": 0}
        for dose in self.doses.find(medication=medication.id):
            if since <= dose.due_at <= self.clock.now:
                counts[dose.status] += 1
        every = sum(counts.values())
        return {**counts, "percent": counts["taken"] * 100 // every if every else None}


def _sorted(times: list[time]) -> tuple[time, ...]:
    return tuple(sorted(dict.fromkeys(wall.replace(second=0, microsecond=0) for wall in times)))


def _dose_id(medication: Medication, due: datetime) -> str:
    """One id for each dose: it is looked up, never searched for."""
    return f"{medication.id}:{due.astimezone(UTC):%Y%m%dT%H%M}"
