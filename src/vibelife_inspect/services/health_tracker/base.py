"""What all parts of the tracker share: tables, days, permissions and how alarms ring."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Protocol, TypeVar

from vibelife_inspect.errors import Invalid, NotFound, Refused
from vibelife_inspect.services.health_tracker.background import HealthBackground
from vibelife_inspect.services.health_tracker.entries import Meal, Night, Note, Workout
from vibelife_inspect.services.health_tracker.programme import (
    DOSE_STATES,
    GOAL_STATES,
    MEDICATION_STATES,
    SESSION_STATES,
    Dose,
    Goal,
    Medication,
    Plan,
    Session,
    goal_due,
    medication_due,
    session_due,
)
from vibelife_inspect.services.health_tracker.records import (
    DEVICE_STATES,
    SHARE_STATES,
    STANDARD,
    THRESHOLD_STATES,
    Alert,
    Device,
    Metric,
    Reading,
    Scope,
    Share,
    Threshold,
    reading_due,
    share_due,
)
from vibelife_inspect.world import ME, Json, Notice, Service, Table

_EARLY, _LATE = date(1000, 1, 1), date(9000, 1, 1)
_OLDEST = timedelta(days=14_600)
_FARTHEST = timedelta(days=1830)


class Dated(Protocol):
    """What belongs to a moment."""

    @property
    def moment(self) -> datetime:
        """When it happened."""


D = TypeVar("D", bound=Dated)


class HealthBase(Service):
    """Tables and helpers of the tracker."""

    name = "health_tracker"
    summary = "A health diary: readings, workouts, meals, sleep, medications, goals, training plans and own alarms."
    Background = HealthBackground

    metrics = Table(Metric, "metric")
    readings = Table(Reading, "reading", index=("metric", "device"), due=reading_due)
    devices = Table(Device, "device", states=DEVICE_STATES)
    thresholds = Table(Threshold, "threshold", index=("metric",), states=THRESHOLD_STATES)
    alerts = Table(Alert, "alert")
    shares = Table(Share, "share", index=("owner",), states=SHARE_STATES, due=share_due)
    workouts = Table(Workout, "workout", index=("owner",))
    meals = Table(Meal, "meal", index=("owner",))
    nights = Table(Night, "sleep", index=("owner",))
    notes = Table(Note, "note", index=("owner",))
    goals = Table(Goal, "goal", states=GOAL_STATES, due=goal_due)
    medications = Table(Medication, "medication", states=MEDICATION_STATES, due=medication_due)
    doses = Table(Dose, "dose", index=("medication", "owner"), states=DOSE_STATES)
    plans = Table(Plan, "plan")
    sessions = Table(Session, "session", index=("plan",), states=SESSION_STATES, due=session_due)

    # ---- metrics and readings

    def metric(self, metric_id: str) -> Metric:
        """The kind of reading: defined by the user, standard, or just measured.

        Raises:
            NotFound: There is none; the message lists the standard ones.
        """
        if metric_id in self.metrics:
            return self.metrics.get(metric_id)
        if metric_id not in STANDARD:
            if self.readings.find(metric=metric_id):
                return Metric(id=metric_id, name=metric_id)
            known = ", ".join([*STANDARD, *(metric.id for metric in self.metrics)][:40])
            raise NotFound(f"there is no metric {metric_id!r}; known: {known}", id=metric_id)
        return STANDARD[metric_id]

    def check_value(self, metric: Metric, value: int, second: int | None) -> None:
        """Refuse values that cannot be true, above all such as are not in thousandths."""
        if metric.paired != (second is not None):
            said = "needs" if metric.paired else "has no"
            raise Invalid(f"second: {metric.id} {said} second number", metric=metric.id)
        for name, number in (("value", value), ("second", second)):
            if number is None:
                continue
            if (metric.least is not None and number < metric.least) or (
                metric.most is not None and number > metric.most
            ):
                raise Invalid(
                    f"{name}: {metric.text(number)} cannot be true for {metric.id}; give thousandths of "
                    f"{metric.unit or 'the number'} between {metric.least} and {metric.most}",
                    least=metric.least,
                    most=metric.most,
                )

    def own_reading(self, reading_id: str) -> Reading:
        """A reading of the persona's that has arrived."""
        reading = self.readings.get(reading_id)
        self.own(reading, "reading")
        if reading.measured_at > self.clock.now:
            raise NotFound(f"there is no reading {reading_id!r}", id=reading_id)
        return reading

    def readings_of(
        self, metric_id: str, owner: str = ME, since: date | None = None, until: date | None = None
    ) -> list[Reading]:
        """Readings that have arrived, within days at home, oldest first."""
        rows = self.inside(self.readings.find(metric=metric_id), since, until)
        rows = [row for row in rows if row.owner == owner]
        rows.sort(key=lambda row: (row.measured_at.timestamp(), row.id))
        return rows

    def reading_row(self, reading: Reading) -> Json:
        """The short form of a reading."""
        text = self.metric(reading.metric).text(reading.value, reading.second)
        shown = reading.pick("id", "metric", "value", "second", "measured_at", "source", "device", "unreliable")
        return {**shown, "text": text}

    # ---- days

    def day(self, moment: datetime) -> date:
        """The day of a moment at home."""
        return moment.astimezone(self.clock.home).date()

    def bounds(self, since: date | None, until: date | None) -> tuple[datetime, datetime]:
        """The first moment of a span of days at home, and the first one after it."""
        first = _EARLY if since is None else min(max(since, _EARLY), _LATE)
        last = _LATE if until is None else min(max(until, _EARLY), _LATE)
        return self.clock.at(first, time()), self.clock.at(last + timedelta(days=1), time())

    def inside(self, rows: Iterable[D], since: date | None = None, until: date | None = None) -> list[D]:
        """The rows of a span of days at home whose time has come, in the order given."""
        (start, end), now = self.bounds(since, until), self.clock.now
        return [row for row in rows if start <= row.moment < end and row.moment <= now]

    def check_span(self, since: date | None, until: date | None) -> None:
        """Refuse a span that ends before it begins."""
        if since is not None and until is not None and until < since:
            raise Invalid(f"until: {until} lies before since, {since}")

    def check_past(self, name: str, moment: datetime) -> None:
        """Refuse to write down what has not happened yet."""
        now = self.clock.now
        if moment > now:
            raise Invalid(f"{name}: {moment.isoformat()} has not come yet; now is {now.isoformat()}")
        if moment < now - _OLDEST:
            raise Invalid(f"{name}: {moment.isoformat()} lies more than 40 years back")

    def check_near(self, name: str, day: date) -> None:
        """Refuse days that are far away from today."""
        if not self.clock.today - _OLDEST <= day <= self.clock.today + _FARTHEST:
            raise Invalid(f"{name}: {day} must lie within the last 40 or the next 5 years")

    def check_end(self, first: date, last: date | None) -> None:
        """Refuse a span of the future whose end lies before its beginning, or either far away."""
        self.check_near("starts_on", first)
        if last is not None:
            self.check_near("ends_on", last)
            if last < first:
                raise Invalid(f"ends_on: must not lie before {first}")

    # ---- other people's data

    def whose(self, owner: str | None, scope: Scope) -> str:
        """The owner to read, who must be the persona or share that kind of data.

        Raises:
            Refused: Nobody of that id shares it now.
        """
        if owner is None or owner == ME:
            return ME
        shares = [share for share in self.shares.find(owner=owner) if share.status == "active"]
        if not shares:
            raise Refused(f"nobody with the id {owner!r} shares data with the user now", owner=owner)
        if not any(scope in share.scopes for share in shares):
            scopes = sorted({scope for share in shares for scope in share.scopes})
            raise Refused(f"{owner!r} does not share {scope}, only {', '.join(scopes)}", owner=owner, scopes=scopes)
        return owner

    # ---- time

    def arrive_reading(self, reading: Reading) -> None:
        """A reading of a seed reaches the diary."""
        reading = self.readings.update(reading.id, arrived=True)
        if reading.measured_at > self.setting.start:
            self.watch(reading)

    def expire_share(self, share: Share) -> None:
        """A permission ends."""
        self.shares.update(share.id, status="expired")

    def watch(self, reading: Reading) -> None:
        """Let the thresholds see a device reading; those that it crosses ring."""
        if reading.source != "device" or reading.owner != ME or reading.unreliable:
            return
        for threshold in self.thresholds.find(metric=reading.metric, status="active"):
            number = reading.number(threshold.side)
            if number is None:
                continue
            outside = threshold.excludes(number)
            if outside and not threshold.outside:
                self._ring(threshold, reading, number)
            self.thresholds.update(threshold.id, outside=outside)

    def tell(self, topic: str, title: str, text: str, ref: str, *, subscribed: bool = False) -> None:
        """Speak to the persona, who hears it where it was asked for."""
        notice = Notice(source=self.name, topic=topic, title=title, text=text, ref=ref)
        self.ports.notify(notice, subscribed=subscribed)

    def _ring(self, threshold: Threshold, reading: Reading, number: int) -> None:
        metric = self.metric(reading.metric)
        low = threshold.low is not None and number < threshold.low
        limit = threshold.low if low else threshold.high
        assert limit is not None
        side = "below" if low else "above"
        text = f"{metric.name} {metric.text(reading.value, reading.second)} is {side} {metric.text(limit)}"
        alert = Alert(
            id=self.new_id("HAL"),
            threshold_id=threshold.id,
            reading_id=reading.id,
            metric=metric.id,
            text=text,
            rung_at=self.clock.now,
        )
        self.alerts.add(alert)
        self.tell(f"metric:{metric.id}", f"{metric.name} out of range", text, alert.id, subscribed=True)
        self.world.ring(self.thresholds, threshold.id, f"{text} (reading {reading.id}, threshold {threshold.id})")
