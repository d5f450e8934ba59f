"""Alerts and storms, and who wants to hear of them."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.weather.base import HORIZON_DAYS, WeatherBase
from vibelife_inspect.services.weather.globe import kilometres
from vibelife_inspect.services.weather.records import (
    SEVERITIES,
    Alert,
    AlertKind,
    Location,
    Measure,
    Severity,
    Storm,
    Subscription,
    TrackPoint,
    Watch,
    country_scope,
    location_scope,
)
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Json, Limit, operation, page

AlertStatus = Literal["upcoming", "active", "expired", "cancelled"]
"""Where an alert is in its life."""

Kinds = Annotated[list[AlertKind], Field(min_length=1, max_length=11)]
"""Kinds of alerts."""

_WATCH_DAYS = 366


class Warnings(WeatherBase):
    """Alerts, storms, subscriptions and forecast watches."""

    @operation("read")
    def list_alerts(
        self,
        location: str | None = None,
        country: str | None = None,
        status: AlertStatus | None = None,
        kind: AlertKind | None = None,
        min_severity: Severity = "minor",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List alerts by their beginning (then id); those that are upcoming or active unless a status is given.

        Args:
            location: Only alerts that hold at this location (id or exact name), its country's included.
            country: Only alerts for this country as a whole, by its exact name.
            status: Only alerts with this status.
            kind: Only this kind.
            min_severity: Only alerts at least this severe: minor, moderate, severe, extreme.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if location is not None and country is not None:
            raise Invalid("country: give either location or country; a location includes its country's alerts")
        wanted = ("upcoming", "active") if status is None else (status,)
        least = SEVERITIES.index(min_severity)
        rows = [
            row
            for row in self._alerts_for(None if location is None else self.resolve(location), country, wanted)
            if self._phase(row) in wanted and kind in (None, row.kind) and SEVERITIES.index(row.severity) >= least
        ]
        rows.sort(key=lambda row: (row.starts_at, row.id))
        return page(rows, limit, cursor, self._alert_row)

    @operation("read")
    def get_alert(self, alert_id: str) -> Json:
        """Show a whole alert.

        Args:
            alert_id: Id of the alert.
        """
        alert = self.alerts.get(alert_id)
        return {**dict(alert), **self._alert_row(alert)}

    @operation("read")
    def list_storms(
        self, status: Literal["active", "dissipated"] = "active", limit: Limit = 10, cursor: str | None = None
    ) -> Json:
        """List storms, the latest first (then by id), with their present position.

        Args:
            status: Whether they still blow.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.storms.find(status=status), key=lambda row: row.id)
        rows.sort(key=lambda row: row.track[0].at, reverse=True)
        return page(rows, limit, cursor, self._storm_row)

    @operation("read")
    def get_storm_track(self, storm_id: str, location: str | None = None) -> Json:
        """Show the track of a storm, oldest point first: where it was, and where it is expected.

        Args:
            storm_id: Id of the storm.
            location: Also tell the point of the track that is nearest to this location (id or exact name).
        """
        storm, now = self.storms.get(storm_id), self.clock.now
        answer: Json = {
            **self._storm_row(storm),
            "observed": [point for point in storm.track if point.at <= now],
            "forecast": [point for point in storm.track if point.at > now],
        }
        if location is None:
            return answer
        place = self.resolve(location)
        return {**answer, "nearest": _nearest(storm, place)}

    @operation("write")
    def subscribe_alerts(self, location: str, kinds: Kinds | None = None, min_severity: Severity = "minor") -> Json:
        """Subscribe to alerts for a location and its country.

        A notice comes when one is issued or changed, begins or ends; for all but the end you also get a turn.

        Args:
            location: Id or exact name of the location.
            kinds: Only these kinds; all when left out.
            min_severity: Only alerts at least this severe: minor, moderate, severe, extreme.
        """
        place, wanted = self.resolve(location), kinds or []
        for row in self.subscriptions.find(location=place.id, owner=ME):
            if (row.status, row.kinds, row.min_severity) == ("active", wanted, min_severity):
                raise Conflict(f"there is such a subscription already: {row.id}", id=row.id)
        subscription = Subscription(
            id=self.new_id("SUB"),
            location=place.id,
            kinds=wanted,
            min_severity=min_severity,
            created_at=self.clock.now,
        )
        return {**dict(self.subscriptions.add(subscription)), "name": place.label}

    @operation("write")
    def unsubscribe_alerts(self, subscription_id: str) -> Json:
        """End a subscription to alerts.

        Args:
            subscription_id: Id of the subscription.
        """
        row = self.subscriptions.get(subscription_id)
        self.own(row, "subscription")
        if row.status == "cancelled":
            raise Conflict(f"subscription {row.id!r} is cancelled", status=row.status)
        return dict(self.subscriptions.update(row.id, status="cancelled"))

    @operation("read")
    def list_subscriptions(
        self, status: Literal["active", "cancelled"] = "active", limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List the user's subscriptions to alerts, oldest first (then by id).

        Args:
            status: Only those with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.subscriptions.find(owner=ME) if row.status == status]
        rows.sort(key=lambda row: (row.created_at, row.id))
        return page(rows, limit, cursor, lambda row: {**dict(row), "name": self.label(row.location)})

    @operation("write")
    def watch_forecast(
        self,
        location: str,
        day: date,
        measure: Measure,
        comparison: Literal["at_least", "at_most"],
        value: Annotated[int, Field(ge=-100, le=2000)],
    ) -> Json:
        """Watch the forecast of one day: once it crosses a threshold, a notice comes and you get a turn.

        A day beyond the 14 days of the forecast is looked at as soon as it comes into reach.

        Args:
            location: Id or exact name of the location.
            day: The local day, today or later, at most a year ahead.
            measure: The number of the day: high_c and low_c in Celsius, rain_mm, rain_chance in per cent, wind_kmh.
            comparison: Which side of the threshold counts.
            value: The threshold, in the unit of the measure.
        """
        place = self.resolve(location)
        today = self.local_now(place).date()
        if not 0 <= (day - today).days <= _WATCH_DAYS:
            raise Invalid(f"day: must lie from {today} to a year later")
        opens_on = day - timedelta(days=HORIZON_DAYS - 1)
        watch = Watch(
            id=self.new_id("WCH"),
            location=place.id,
            date=day,
            measure=measure,
            comparison=comparison,
            value=value,
            status="waiting" if opens_on > today else "active",
            opens_at=_midnight(place, opens_on),
            ends_at=_midnight(place, day + timedelta(days=1)),
        )
        if watch.status == "active" and watch.met_by(self.day(place, day)):
            number = getattr(self.day(place, day), measure)
            raise Conflict(f"the forecast for {day} has crossed it already: {measure} is {number}", value=number)
        return self.watches.add(watch).said

    @operation("write")
    def cancel_watch(self, watch_id: str) -> Json:
        """End a forecast watch.

        Args:
            watch_id: Id of the watch.
        """
        watch = self.watches.get(watch_id)
        self.own(watch, "forecast watch")
        if watch.status == "cancelled":
            raise Conflict(f"forecast watch {watch_id!r} is cancelled", status=watch.status)
        return self.watches.update(watch_id, status="cancelled").said

    @operation("read")
    def list_watches(
        self,
        status: Literal["waiting", "active", "rung", "ended", "cancelled"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's forecast watches by day (then id).

        Args:
            status: Only those with this status; all when left out.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.watches.find(owner=ME) if status in (None, row.status)]
        rows.sort(key=lambda row: (row.date, row.id))
        return page(rows, limit, cursor, lambda row: {**row.said, "name": self.label(row.location)})

    def _alerts_for(self, place: Location | None, country: str | None, wanted: tuple[str, ...]) -> list[Alert]:
        if place is not None:
            own = self.alerts.find(scope=location_scope(place.id))
            return own + self.alerts.find(scope=country_scope(place.country))
        if country is not None:
            return self.alerts.find(scope=country_scope(squeeze(country)))
        # An alert may have begun or ended at this very instant, before its record says so.
        stored = {
            "upcoming": ("upcoming",),
            "active": ("upcoming", "active"),
            "expired": ("upcoming", "active", "expired"),
        }
        states = dict.fromkeys(state for status in wanted for state in stored.get(status, (status,)))
        return [row for state in states for row in self.alerts.find(status=state)]

    def _phase(self, alert: Alert) -> str:
        if alert.status not in ("upcoming", "active"):
            return alert.status
        if alert.ends_at <= self.clock.now:
            return "expired"
        return "active" if alert.starts_at <= self.clock.now else "upcoming"

    def _alert_row(self, alert: Alert) -> Json:
        row = alert.pick("id", "location", "country", "kind", "severity", "title", "starts_at", "ends_at")
        return {**row, "status": self._phase(alert)}

    def _storm_row(self, storm: Storm) -> Json:
        now = self.clock.now
        seen = [point for point in storm.track if point.at <= now]
        return {**storm.pick("id", "name", "kind", "status"), "position": seen[-1] if seen else None}


def _midnight(place: Location, day: date) -> datetime:
    return datetime.combine(day, time(0), tzinfo=place.tz).astimezone(UTC)


def _nearest(storm: Storm, place: Location) -> Json:
    def apart(point: TrackPoint) -> int:
        return kilometres(place, point)

    point = min(storm.track, key=apart)
    return {"location": place.id, "at": point.at.astimezone(place.tz), "distance_km": apart(point)}
