"""Readings: metrics, logging, lists, statistics and own alarms."""

from datetime import date, timedelta
from typing import Literal

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.services.health_tracker.base import HealthBase
from vibelife_inspect.services.health_tracker.figures import figures
from vibelife_inspect.services.health_tracker.records import (
    STANDARD,
    Metric,
    MetricId,
    Reading,
    Side,
    Thousandths,
    Threshold,
)
from vibelife_inspect.world import ME, Blankable, Json, Limit, Part, operation, page


class Span(Part):
    """Days at home, both included."""

    since: date
    """First day."""
    until: date
    """Last day."""


class Measuring(HealthBase):
    """Metrics and readings."""

    @operation("write")
    def define_metric(
        self,
        metric: MetricId,
        name: str,
        unit: Blankable = "",
        combine: Literal["latest", "mean", "sum"] = "latest",
        least: Thousandths | None = None,
        most: Thousandths | None = None,
    ) -> Json:
        """Define a new kind of reading, such as finger_pain; list_metrics shows those that exist.

        Args:
            metric: Its short name: small letters, digits and underscores.
            name: Its name for people.
            unit: Its unit; empty for plain numbers.
            combine: How readings of a day or window make one number: the latest, their mean, or their sum.
            least: Lowest value that can be true, in thousandths of the unit.
            most: Highest value that can be true, in thousandths of the unit.
        """
        if metric in STANDARD or metric in self.metrics:
            raise Conflict(f"there is already a metric {metric!r}", metric=metric)
        if least is not None and most is not None and most <= least:
            raise Invalid(f"most: must be higher than least, {least}")
        row = Metric(id=metric, name=name, unit=unit, combine=combine, least=least, most=most)
        return dict(self.metrics.add(row))

    @operation("read")
    def list_metrics(
        self,
        owner: str | None = None,
        show: Literal["measured", "all"] = "measured",
        limit: Limit = 50,
        cursor: str | None = None,
    ) -> Json:
        """List metrics by short name, each with its latest reading and own thresholds.

        `shared_with_user` names the people whose data can be read with `owner`, and what of it.

        Args:
            owner: Id of somebody who shares readings with the user; the user's own when not given.
            show: measured: those with a reading; all: also standard and defined ones without.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        whose, now = self.whose(owner, "readings"), self.clock.now
        latest: dict[str, Reading] = {}
        for row in self.readings:
            if row.owner == whose and row.measured_at <= now:
                known = latest.get(row.metric)
                if known is None or (row.measured_at, row.id) > (known.measured_at, known.id):
                    latest[row.metric] = row
        names = sorted({**STANDARD, **{metric.id: None for metric in self.metrics}, **latest})
        rows = [self.metric(name) for name in names if show == "all" or name in latest]
        found = page(rows, limit, cursor, lambda metric: self._metric_row(metric, latest.get(metric.id), whose))
        active = [share for share in self.shares if share.status == "active"]
        return {**found, "shared_with_user": [share.row for share in active]}

    @operation("write")
    def log_reading(
        self,
        metric: MetricId,
        value: Thousandths,
        second: Thousandths | None = None,
        measured_at: Instant | None = None,
        note: Blankable = "",
    ) -> Json:
        """Write down one of the user's readings by hand; the answer shows it as text, so check it.

        Args:
            metric: Short name of the metric.
            value: In thousandths of the unit: 72400 is 72.4 kg, 8200000 is 8200 steps, 120000 is 120 mmHg.
            second: The second number of a pair, in thousandths: 80000 for the 80 of 120/80 mmHg.
            measured_at: When it was measured, not in the future; now when not given.
            note: A remark.
        """
        kind, at = self.metric(metric), measured_at or self.clock.now
        self.check_past("measured_at", at)
        self.check_value(kind, value, second)
        reading = Reading(
            id=self.new_id("RD"), metric=metric, value=value, second=second, measured_at=at, note=note, arrived=True
        )
        return self.reading_row(self.readings.add(reading))

    @operation("write")
    def update_reading(
        self,
        reading_id: str,
        value: Thousandths | None = None,
        second: Thousandths | None = None,
        measured_at: Instant | None = None,
        note: Blankable | None = None,
    ) -> Json:
        """Change one of the user's readings; of a device's reading only the note.

        Args:
            reading_id: Id of the reading.
            value: The new value, in thousandths of the unit.
            second: The new second number of a pair, in thousandths.
            measured_at: The new moment, not in the future.
            note: The new remark; may be empty.
        """
        reading = self.own_reading(reading_id)
        if reading.source == "device" and (value, second, measured_at) != (None, None, None):
            raise Refused(f"reading {reading_id!r} is a device's; only its note can be changed", source="device")
        fields = {
            "value": reading.value if value is None else value,
            "second": reading.second if second is None else second,
            "measured_at": measured_at or reading.measured_at,
            "note": reading.note if note is None else note,
        }
        if measured_at is not None:
            self.check_past("measured_at", measured_at)
        if value is not None or second is not None:
            new_second = reading.second if second is None else second
            self.check_value(self.metric(reading.metric), reading.value if value is None else value, new_second)
        return {**self.reading_row(self.readings.update(reading_id, **fields)), "note": fields["note"]}

    @operation("read")
    def list_readings(
        self,
        metric: MetricId,
        since: date | None = None,
        until: date | None = None,
        source: Literal["device", "manual"] | None = None,
        owner: str | None = None,
        limit: Limit = 30,
        cursor: str | None = None,
    ) -> Json:
        """List readings of one metric, newest first, then by id from the highest.

        Args:
            metric: Short name of the metric.
            since: First day at home.
            until: Last day at home.
            source: Only readings of devices, or only those written down by hand.
            owner: Id of somebody who shares readings with the user; the user's own when not given.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        self.check_span(since, until)
        whose = self.whose(owner, "readings")
        rows = self.readings_of(self.metric(metric).id, whose, since, until)
        rows = [row for row in reversed(rows) if source in (None, row.source)]
        return page(rows, limit, cursor, self.reading_row)

    @operation("read")
    def summarize_metric(
        self,
        metric: MetricId,
        since: date | None = None,
        until: date | None = None,
        compare_with: Span | None = None,
        owner: str | None = None,
    ) -> Json:
        """Sum up one metric: count, least, most, mean and latest value, week by week, and against another period.

        All numbers are integers in thousandths of the unit, means rounded half to even. Metrics that are summed (such
        as steps) are counted as totals of days. `by_week` has weeks from Monday, oldest first; `trend` is the mean of
        the last week minus that of the first. Unreliable readings of recalled devices are left out and counted.

        Args:
            metric: Short name of the metric.
            since: First day at home; 27 days before the last when not given.
            until: Last day at home; today when not given.
            compare_with: Another period; `change` is this period's mean minus that one's.
            owner: Id of somebody who shares readings with the user; the user's own when not given.
        """
        kind, last = self.metric(metric), until or self.clock.today
        self.check_near("until", last)
        first = since or last - timedelta(days=27)
        self.check_span(first, last)
        if compare_with is not None:
            self.check_span(compare_with.since, compare_with.until)
        whose = self.whose(owner, "readings")
        here = self._figures(kind, whose, first, last)
        answer: Json = {"metric": kind.id, "name": kind.name, "unit": kind.unit, "since": first, "until": last, **here}
        if compare_with is None:
            return answer
        there = self._figures(kind, whose, compare_with.since, compare_with.until)
        change = here["mean"] - there["mean"] if here["count"] and there["count"] else None
        return {**answer, "compared_with": {**dict(compare_with), **there}, "change": change}

    @operation("write")
    def set_threshold(
        self,
        metric: MetricId,
        low: Thousandths | None = None,
        high: Thousandths | None = None,
        side: Side = "value",
    ) -> Json:
        """Set an own alarm for device readings of the user, in place of an earlier one; without low and high remove it.

        When a device reading lies below low or above high you get a notification and a turn; it rings again only after
        a reading has been inside. Readings written down by hand do not ring. list_metrics shows the thresholds.

        Args:
            metric: Short name of the metric.
            low: Readings below this ring, in thousandths of the unit.
            high: Readings above this ring, in thousandths of the unit.
            side: For pairs such as blood_pressure: value is the first (systolic) number, second the other.
        """
        kind = self.metric(metric)
        if side == "second" and not kind.paired:
            raise Invalid(f"side: {metric} has no second number")
        if low is not None and high is not None and high <= low:
            raise Invalid(f"high: must be higher than low, {low}")
        old = [row for row in self.thresholds.find(metric=metric, status="active") if row.side == side]
        if low is None and high is None and not old:
            raise Conflict(f"there is no threshold for {metric} ({side}) to remove; give low or high to set one")
        for row in old:
            self.thresholds.update(row.id, status="removed")
        if low is None and high is None:
            return dict(self.thresholds.get(old[-1].id))
        new = Threshold(id=self.new_id("THR"), metric=metric, side=side, low=low, high=high, created_at=self.clock.now)
        return dict(self.thresholds.add(new))

    def _metric_row(self, metric: Metric, latest: Reading | None, owner: str) -> Json:
        own = self.thresholds.find(metric=metric.id, status="active") if owner == ME else []
        return {
            "metric": metric.id,
            **metric.pick("name", "unit", "paired", "combine"),
            "latest": None if latest is None else self.reading_row(latest),
            "thresholds": [row.pick("id", "side", "low", "high", "outside") for row in own],
        }

    def _figures(self, metric: Metric, owner: str, since: date, until: date) -> Json:
        every = self.readings_of(metric.id, owner, since, until)
        reliable = [row for row in every if not row.unreliable]
        found = figures(metric, [(self.day(row.measured_at), row.value) for row in reliable])
        if metric.paired:
            pairs = [(self.day(row.measured_at), row.second) for row in reliable]
            found["second"] = figures(metric, [(day, number) for day, number in pairs if number is not None])
        return {**found, "left_out": len(every) - len(reliable)}
