"""What is measured: kinds of metrics, readings, devices, thresholds, and who shares data."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.world import ME, Due, Json, Record, States

Thousandths = Annotated[int, Field(ge=-(10**9), le=10**9)]
"""A measured value in thousandths of the metric's unit: 72400 is 72.4 kg, 8200000 is 8200 steps."""

MetricId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,39}$")]
"""Short name of a metric, such as weight or finger_pain."""

Side = Literal["value", "second"]
"""Which number of a pair: `value` (systolic) or `second` (diastolic); single metrics have `value` alone."""

Scope = Literal["readings", "workouts", "meals", "sleep", "notes", "medications"]
"""A kind of data that somebody may share."""

SHARE_STATES = States({"active": "revoked expired", "revoked": "", "expired": ""})
THRESHOLD_STATES = States({"active": "removed", "removed": ""})
DEVICE_STATES = States({"active": "recalled", "recalled": ""})


class Metric(Record):
    """A kind of reading; the id is its short name, such as `finger_pain`."""

    name: str = Field(min_length=1)
    unit: str = ""
    """Unit, such as kg; empty for plain numbers."""
    paired: bool = False
    """Whether a reading has two numbers, as blood pressure does."""
    combine: Literal["latest", "mean", "sum"] = "latest"
    """How readings of one window make one number: the last, the mean, or the sum."""
    least: Thousandths | None = None
    """Lowest value that can be true, in thousandths."""
    most: Thousandths | None = None
    """Highest value that can be true, in thousandths."""

    def text(self, value: int, second: int | None = None) -> str:
        """A value for people, such as `72.4 kg` or `128/82 mmHg`."""
        numbers = decimal(value) if second is None else f"{decimal(value)}/{decimal(second)}"
        return f"{numbers} {self.unit}".rstrip()


class Reading(Record):
    """One measurement, visible from `measured_at` on."""

    owner: str = ME
    metric: str
    value: Thousandths
    """In thousandths of the metric's unit; the systolic value for blood pressure."""
    second: Thousandths | None = None
    """The second number of a pair, in thousandths."""
    measured_at: Instant
    source: Literal["device", "manual"] = "manual"
    device: str | None = None
    """Id of the device."""
    note: str = ""
    corrected_at: Instant | None = None
    unreliable: bool = False
    """Whether its device was recalled; then no statistics, goal or threshold counts it."""
    arrived: bool = False
    """Whether its moment has passed and thresholds have seen it; a seed leaves it alone."""

    @property
    def moment(self) -> datetime:
        """When it belongs in the diary."""
        return self.measured_at

    def number(self, side: Side) -> int | None:
        """One number of the reading."""
        return self.value if side == "value" else self.second


class Device(Record):
    """Something that measures."""

    name: str = Field(min_length=1)
    kind: Literal["watch", "scale", "blood_pressure", "glucose", "thermometer", "other"] = "other"
    status: Literal["active", "recalled"] = "active"
    recall_reason: str = ""


class Threshold(Record):
    """An own alarm: a device reading outside of it rings, once until a reading is inside again."""

    metric: str
    side: Side = "value"
    low: Thousandths | None = None
    """Readings below ring, in thousandths."""
    high: Thousandths | None = None
    """Readings above ring, in thousandths."""
    outside: bool = False
    """Whether the last device reading was outside."""
    created_at: Instant | None = None
    status: Literal["active", "removed"] = "active"

    def excludes(self, number: int) -> bool:
        """Whether a number lies outside."""
        return (self.low is not None and number < self.low) or (self.high is not None and number > self.high)


class Alert(Record):
    """A threshold that rang."""

    threshold_id: str
    reading_id: str
    metric: str
    text: str
    rung_at: Instant

    @property
    def moment(self) -> datetime:
        """When it belongs in the diary."""
        return self.rung_at

    @property
    def text_line(self) -> str:
        """One line for an export."""
        return self.text

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return dict(self)


class Share(Record):
    """Somebody lets the persona read some of their data."""

    owner: str
    """Id of the person whose data it is, as in the `owner` of their records."""
    name: str
    """Who that is."""
    scopes: tuple[Scope, ...] = ("readings",)
    """What may be read."""
    valid_until: Instant | None = None
    status: Literal["active", "revoked", "expired"] = "active"

    @property
    def row(self) -> Json:
        """What the agent sees."""
        return self.pick("owner", "name", "scopes", "valid_until")


def _standard(
    id: str, name: str, unit: str, combine: Literal["latest", "mean", "sum"], least: int, most: int
) -> Metric:
    return Metric(
        id=id,
        name=name,
        unit=unit,
        paired=id == "blood_pressure",
        combine=combine,
        least=least * 1000,
        most=most * 1000,
    )


STANDARD = {
    metric.id: metric
    for metric in (
        _standard("weight", "Weight", "kg", "latest", 2, 400),
        _standard("body_fat", "Body fat", "%", "latest", 2, 75),
        _standard("waist", "Waist", "cm", "latest", 30, 250),
        _standard("steps", "Steps", "steps", "sum", 0, 150_000),
        _standard("heart_rate", "Heart rate", "bpm", "mean", 25, 250),
        _standard("resting_heart_rate", "Resting heart rate", "bpm", "mean", 25, 180),
        _standard("blood_pressure", "Blood pressure", "mmHg", "mean", 20, 300),
        _standard("blood_glucose", "Blood glucose", "mmol/L", "mean", 1, 50),
        _standard("oxygen_saturation", "Oxygen saturation", "%", "mean", 50, 100),
        _standard("temperature", "Body temperature", "°C", "latest", 30, 44),
        _standard("water", "Water drunk", "ml", "sum", 0, 10_000),
    )
}
"""Metrics that need no definition."""


def decimal(value: int) -> str:
    """Thousandths as a decimal number, such as 72.4 for 72400."""
    whole, rest = divmod(abs(value), 1000)
    tail = f".{rest:03d}".rstrip("0") if rest else ""
    return f"{'-' if value < 0 else ''}{whole}{tail}"


def reading_due(reading: Reading) -> Iterable[Due]:
    """Readings arrive."""
    if not reading.arrived:
        yield Due(reading.measured_at, "arrive_reading")


def share_due(share: Share) -> Iterable[Due]:
    """Permissions end."""
    if share.status == "active" and share.valid_until is not None:
        yield Due(share.valid_until, "expire_share")
