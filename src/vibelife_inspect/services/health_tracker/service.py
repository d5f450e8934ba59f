"""The tracker, put together, with what devices and other people do."""

from collections.abc import Iterable
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.health_tracker.background import HealthBackground, generate
from vibelife_inspect.services.health_tracker.entries import Note
from vibelife_inspect.services.health_tracker.records import MetricId, Reading, Thousandths
from vibelife_inspect.services.health_tracker.reporting import Reporting
from vibelife_inspect.world import Blankable, Json, NewId, Part, Record, operation


class Measured(Part):
    """One measurement of a device."""

    metric: MetricId
    """Short name of the metric."""
    value: Thousandths
    """In thousandths of the unit."""
    second: Thousandths | None = None
    """The second number of a pair, in thousandths."""
    measured_at: Instant | None = None
    """When, not in the future; now when not given."""


Batch = Annotated[list[Measured], Field(min_length=1, max_length=200)]
"""Measurements of one sync."""


class HealthTracker(Reporting):
    """The persona's health diary."""

    @operation("outside")
    def sync_readings(self, device_id: str, readings: Batch) -> Json:
        """A device brings its readings; thresholds that they cross ring, in order of measurement.

        Args:
            device_id: Id of the device, which must not be recalled.
            readings: What it measured.
        """
        device = self.devices.get(device_id)
        if device.status != "active":
            raise Conflict(f"device {device_id!r} was recalled", status=device.status)
        rows = []
        for item in readings:
            at = item.measured_at or self.clock.now
            self.check_past("readings.measured_at", at)
            self.check_value(self.metric(item.metric), item.value, item.second)
            rows.append(
                Reading(
                    id=self.new_id("RD"),
                    metric=item.metric,
                    value=item.value,
                    second=item.second,
                    measured_at=at,
                    source="device",
                    device=device_id,
                    arrived=True,
                )
            )
            self.readings.add(rows[-1])
        for row in sorted(rows, key=lambda row: row.measured_at.timestamp()):
            self.watch(row)
        return {"device_id": device_id, "readings": [row.id for row in rows]}

    @operation("outside")
    def correct_reading(self, reading_id: str, value: Thousandths, second: Thousandths | None = None) -> Json:
        """A device or laboratory corrects a reading that has arrived; nobody is told and nothing rings.

        Args:
            reading_id: Id of the reading.
            value: The right value, in thousandths.
            second: The right second number of a pair, in thousandths.
        """
        reading = self.own_reading(reading_id)
        self.check_value(self.metric(reading.metric), value, second)
        return dict(self.readings.update(reading_id, value=value, second=second, corrected_at=self.clock.now))

    @operation("outside")
    def doctor_note(self, author: str, text: str, about: Blankable = "", note_id: NewId | None = None) -> Json:
        """Somebody who treats the persona writes a note into the diary.

        Args:
            author: Name of who writes, such as Dr. Imke Solberg.
            text: The note.
            about: Id of the entry or short name of the metric that it is about.
            note_id: Id for the note; made up when absent.
        """
        if author == "me":
            raise Invalid("author: must be somebody else than the persona")
        note = Note(id=self.new_id("HN", note_id), author=author, text=text, about=about, written_at=self.clock.now)
        self.notes.add(note)
        self.tell(f"note:{note.id}", f"Note by {author}", text[:500], note.id)
        return dict(note)

    @operation("outside")
    def recall_device(self, device_id: str, reason: str) -> Json:
        """A maker recalls a device: all of its readings become unreliable and no statistics count them.

        Args:
            device_id: Id of the device.
            reason: What is wrong with it.
        """
        device = self.devices.get(device_id)
        if device.status == "recalled":
            raise Conflict(f"device {device_id!r} is recalled already", status="recalled")
        device = self.devices.update(device_id, status="recalled", recall_reason=reason)
        for reading in self.readings.find(device=device_id):
            self.readings.update(reading.id, unreliable=True)
        self.tell(f"device:{device_id}", f"{device.name} was recalled", reason, device_id)
        return dict(device)

    @operation("outside")
    def revoke_share(self, share_id: str) -> Json:
        """Somebody no longer shares data with the persona.

        Args:
            share_id: Id of the share.
        """
        return dict(self.shares.update(share_id, status="revoked"))

    @operation("outside")
    def record_dose(self, medication_id: str, status: Literal["taken", "skipped"] = "taken") -> Json:
        """Somebody takes or skips the next dose of a medication: the persona, or whose data is shared.

        Args:
            medication_id: Id of the medication.
            status: taken or skipped.
        """
        return dict(self.logged(self.medications.get(medication_id), status, None, ""))

    def background(self, options: HealthBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Months of readings, workouts, meals and sleep before the story begins."""
        return generate(options, level, rng, self.setting)
