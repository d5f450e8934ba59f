"""What the rest of the world does: alerts are issued, forecasts change, storms move."""

from datetime import date
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.weather.forecasts import Forecasts
from vibelife_inspect.services.weather.records import (
    AirQuality,
    Alert,
    AlertKind,
    Aqi,
    Celsius,
    Condition,
    Millimetres,
    Percent,
    Severity,
    Speed,
    TrackPoint,
)
from vibelife_inspect.world import Json, NewId, operation


class Outside(Forecasts):
    """Operations of the timeline."""

    @operation("outside")
    def issue_alert(
        self,
        kind: AlertKind,
        severity: Severity,
        title: str,
        starts_at: Instant,
        ends_at: Instant,
        location: str | None = None,
        country: str | None = None,
        area: str | None = None,
        text: str | None = None,
        alert_id: NewId | None = None,
    ) -> Json:
        """Issue an alert; subscribers are told.

        Args:
            kind: What it warns of.
            severity: How bad it is.
            title: Headline.
            starts_at: When it begins; may have passed.
            ends_at: When it ends.
            location: Id or exact name of the location; either this or the country.
            country: The whole country.
            area: The area in words.
            text: Details and advice.
            alert_id: Id for the alert; made up when absent.
        """
        if (location is None) == (country is None):
            raise Invalid("location: give either location or country")
        self._check_span(self.moment(starts_at, "starts_at"), self.moment(ends_at, "ends_at"))
        alert = Alert(
            id=self.new_id("ALR", alert_id),
            location=None if location is None else self.resolve(location).id,
            country=country,
            area=area or "",
            kind=kind,
            severity=severity,
            title=title,
            text=text or "",
            issued_at=self.clock.now,
            starts_at=starts_at,
            ends_at=ends_at,
            status="active" if starts_at <= self.clock.now else "upcoming",
        )
        self.announce(self.alerts.add(alert), "issued")
        return dict(alert)

    @operation("outside")
    def update_alert(
        self,
        alert_id: str,
        severity: Severity | None = None,
        title: str | None = None,
        text: str | None = None,
        starts_at: Instant | None = None,
        ends_at: Instant | None = None,
    ) -> Json:
        """Change an alert that is upcoming or active; subscribers are told.

        Args:
            alert_id: Id of the alert.
            severity: New severity.
            title: New headline.
            text: New details.
            starts_at: New beginning, while it is upcoming.
            ends_at: New end.
        """
        alert = self.alerts.get(alert_id)
        if alert.status not in ("upcoming", "active"):
            raise Conflict(f"alert {alert_id!r} is {alert.status}", status=alert.status)
        if starts_at is not None and alert.status == "active":
            raise Conflict(f"alert {alert_id!r} has begun; its beginning stands", status=alert.status)
        start = alert.starts_at if starts_at is None else self.moment(starts_at, "starts_at")
        end = alert.ends_at if ends_at is None else self.moment(ends_at, "ends_at")
        self._check_span(start, end)
        changed = self.alerts.update(
            alert_id,
            severity=severity or alert.severity,
            title=title or alert.title,
            text=text or alert.text,
            starts_at=start,
            ends_at=end,
        )
        if changed is alert:
            raise Conflict(f"alert {alert_id!r} says all of this already")
        self.announce(changed, "changed")
        return dict(changed)

    @operation("outside")
    def cancel_alert(self, alert_id: str) -> Json:
        """Withdraw an alert before it ends by itself; subscribers are told.

        Args:
            alert_id: Id of the alert.
        """
        alert = self.alerts.get(alert_id)
        if alert.status == "cancelled":
            raise Conflict(f"alert {alert_id!r} is cancelled", status=alert.status)
        cancelled = self.alerts.update(alert_id, status="cancelled")
        self.announce(cancelled, "cancelled")
        return dict(cancelled)

    @operation("outside")
    def set_forecast(
        self,
        location: str,
        day: date,
        high_c: Celsius | None = None,
        low_c: Celsius | None = None,
        condition: Condition | None = None,
        rain_mm: Millimetres | None = None,
        rain_chance: Percent | None = None,
        wind_kmh: Speed | None = None,
        humidity: Percent | None = None,
    ) -> Json:
        """Change the weather of a day; what is left out stays as it is. Watches that it crosses ring.

        Args:
            location: Id or exact name of the location.
            day: The local day.
            high_c: Highest temperature in Celsius.
            low_c: Lowest temperature in Celsius.
            condition: The weather in one word.
            rain_mm: Water over the day.
            rain_chance: Chance of rain or snow in per cent.
            wind_kmh: Strongest steady wind.
            humidity: Mean humidity in per cent.
        """
        place = self.resolve(location)
        self._check_day(day)
        before = self.day(place, day)
        given = {
            "high_c": high_c,
            "low_c": low_c,
            "condition": condition,
            "rain_mm": rain_mm,
            "rain_chance": rain_chance,
            "wind_kmh": wind_kmh,
            "humidity": humidity,
        }
        fields = {name: value for name, value in given.items() if value is not None}
        after = before.model_copy(update=fields)
        if after.low_c > after.high_c:
            raise Invalid(f"low_c: {after.low_c} would be above high_c {after.high_c}")
        if after == before:
            raise Conflict(f"the weather of {day} is like this already")
        if self.daily.find(day_key=before.day_key):
            self.daily.update(before.id, **fields)
        else:
            after = self.daily.add(after.model_copy(update={"id": self.new_id("DAY")}))
        for watch in self.watches.find(location=place.id, date=day, status="active"):
            self.check_watch(watch)
        return dict(after)

    @operation("outside")
    def set_air_quality(
        self,
        location: str,
        day: date,
        aqi: Aqi,
        pm25: Annotated[int, Field(ge=0, le=1000)] | None = None,
        dominant: Literal["pm25", "pm10", "ozone", "no2"] = "pm25",
    ) -> Json:
        """Change the air quality of a day.

        Args:
            location: Id or exact name of the location.
            day: The local day.
            aqi: Air quality index, 0 to 500.
            pm25: Fine particles in micrograms per cubic metre; from the index when left out.
            dominant: What weighs most.
        """
        place = self.resolve(location)
        self._check_day(day)
        before = self.air(place, day)
        fields = {"aqi": aqi, "pm25": aqi * 2 // 5 if pm25 is None else pm25, "dominant": dominant}
        if self.air_quality.find(day_key=before.day_key):
            after = self.air_quality.update(before.id, **fields)
            if after is before:
                raise Conflict(f"the air of {day} is like this already")
            return dict(after)
        row = before.model_dump() | fields | {"id": self.new_id("AIR")}
        return dict(self.air_quality.add(AirQuality.model_validate(row)))

    @operation("outside")
    def move_storm(self, storm_id: str, track: Annotated[list[TrackPoint], Field(min_length=1, max_length=50)]) -> Json:
        """Replace what is expected of a storm; points that have passed stay.

        Args:
            storm_id: Id of the storm.
            track: All points after now, in order of time.
        """
        storm, now = self.storms.get(storm_id), self.clock.now
        if storm.status != "active":
            raise Conflict(f"storm {storm_id!r} is {storm.status}", status=storm.status)
        for point in track:
            self.moment(point.at, "track")
        if track[0].at <= now or any(one.at >= other.at for one, other in pairwise(track)):
            raise Invalid("track: points must lie after now, and go forward in time")
        passed = [point for point in storm.track if point.at <= now]
        if len(passed) + len(track) > 100:
            raise Invalid("track: a storm has at most 100 points in all")
        if [*passed, *track] == storm.track:
            raise Conflict(f"storm {storm_id!r} has this track already")
        moved = self.storms.update(storm_id, track=[*passed, *track])
        self.tell_storm(moved)
        return dict(moved)

    def _check_day(self, day: date) -> None:
        if not 2000 <= day.year <= 2100:
            raise Invalid("day: must lie between the years 2000 and 2100")

    def _check_span(self, starts_at: Instant, ends_at: Instant) -> None:
        if ends_at <= starts_at:
            raise Invalid("ends_at: must be after starts_at")
        if ends_at <= self.clock.now:
            raise Invalid(f"ends_at: {ends_at.isoformat()} has passed; now is {self.clock.now.isoformat()}")
