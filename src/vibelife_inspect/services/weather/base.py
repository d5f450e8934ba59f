"""The tables of the weather service, and what all of its operations share."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from vibelife_inspect.errors import Invalid, NotFound
from vibelife_inspect.services.weather.background import WeatherBackground, generate
from vibelife_inspect.services.weather.climate import made_air, made_day
from vibelife_inspect.services.weather.records import (
    ALERT_STATES,
    SEVERITIES,
    STORM_STATES,
    SUBSCRIPTION_STATES,
    WATCH_STATES,
    AirQuality,
    Alert,
    Daily,
    Location,
    Storm,
    Subscription,
    Watch,
    alert_due,
    country_scope,
    day_key,
    storm_due,
    watch_due,
)
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Notice, Record, Service, Table

if TYPE_CHECKING:
    from random import Random

HORIZON_DAYS = 14
"""Days that a forecast covers, today included."""


class WeatherBase(Service):
    """Tables, look-ups and what time does."""

    name = "weather"
    summary = "Weather worldwide: current, forecast and past weather, climate, alerts, storms, air quality, sun."
    Background = WeatherBackground

    locations = Table(Location, "location", index=("name_key",))
    daily = Table(Daily, "day of weather", index=("day_key",))
    alerts = Table(Alert, "alert", index=("scope", "status"), states=ALERT_STATES, due=alert_due)
    storms = Table(Storm, "storm", index=("status",), states=STORM_STATES, due=storm_due)
    air_quality = Table(AirQuality, "air quality", index=("day_key",))
    subscriptions = Table(Subscription, "subscription", index=("location", "owner"), states=SUBSCRIPTION_STATES)
    watches = Table(Watch, "forecast watch", index=("location", "owner"), states=WATCH_STATES, due=watch_due)

    def background(self, options: WeatherBackground, level: int, rng: "Random") -> Iterable[tuple[str, Record]]:
        """Real cities with their climates, and alerts and storms that are over."""
        return generate(options, level, rng, self.setting, list(self.locations))

    # ---- look-ups

    def resolve(self, text: str, argument: str = "location") -> Location:
        """The location with that id or, failing that, that exact name.

        Raises:
            NotFound: No location has it.
            Invalid: Several locations have the name.
        """
        if text in self.locations:
            return self.locations.get(text)
        named = self.locations.find(name_key=squeeze(text))
        if len(named) == 1:
            return named[0]
        if named:
            ids = [place.id for place in named[:10]]
            raise Invalid(f"{argument}: several locations are called {text!r}; give an id: {', '.join(ids)}", ids=ids)
        raise NotFound(f"{argument}: there is no location {text[:80]!r}; find its id with weather_search_locations")

    def label(self, location_id: str) -> str:
        """Name of a location for people; the id itself when nothing is known of it."""
        return self.locations.get(location_id).label if location_id in self.locations else location_id

    def local_now(self, location: Location) -> datetime:
        """The present local time of a location."""
        return self.clock.now.astimezone(location.tz)

    def last_day(self, location: Location) -> date:
        """The last local day that the forecast covers."""
        return self.local_now(location).date() + timedelta(days=HORIZON_DAYS - 1)

    def day(self, location: Location, day: date) -> Daily:
        """The weather of a day: what is written down or, failing that, what the climate makes of it."""
        stored = self.daily.find(day_key=day_key(location.id, day))
        return stored[-1] if stored else made_day(self.setting.seed, location, day)

    def air(self, location: Location, day: date) -> AirQuality:
        """The air quality of a day, written down or made."""
        stored = self.air_quality.find(day_key=day_key(location.id, day))
        return stored[-1] if stored else made_air(self.setting.seed, location, day)

    def moment(self, at: datetime, argument: str) -> datetime:
        """An instant that calendars can handle.

        Raises:
            Invalid: It is absurdly far away.
        """
        if not 2000 <= at.year <= 2100:
            raise Invalid(f"{argument}: must lie between the years 2000 and 2100, not in {at.year}")
        return at

    # ---- what time does

    def begin_alert(self, alert: Alert) -> None:
        """An alert takes effect; one that is already over goes at once, and unheard."""
        if alert.ends_at <= self.clock.now:
            self.alerts.update(alert.id, status="expired")
        else:
            self.announce(self.alerts.update(alert.id, status="active"), "now in force")

    def expire_alert(self, alert: Alert) -> None:
        """An alert ends."""
        self.announce(self.alerts.update(alert.id, status="expired"), "over", wake=False)

    def dissipate_storm(self, storm: Storm) -> None:
        """A storm ends."""
        self.storms.update(storm.id, status="dissipated")

    def open_watch(self, watch: Watch) -> None:
        """The day of a watch comes into the forecast."""
        if not self.check_watch(watch):
            self.watches.update(watch.id, status="active")

    def end_watch(self, watch: Watch) -> None:
        """The day of a watch is over without its threshold being crossed."""
        self.watches.update(watch.id, status="ended")

    def check_watch(self, watch: Watch) -> bool:
        """Let a watch ring if the forecast crosses its threshold."""
        if watch.location not in self.locations:
            return False
        location = self.locations.get(watch.location)
        day = self.day(location, watch.date)
        if not watch.met_by(day):
            return False
        self.watches.update(watch.id, status="rung")
        text = f"Forecast for {location.label} on {watch.date}: {watch.measure} {getattr(day, watch.measure)}"
        topic = f"weather:forecast:{location.id}:{watch.date}"
        self.ports.notify(
            Notice(source="weather", topic=topic, title=text, text=text, ref=watch.id), subscribed=watch.owner == ME
        )
        self.world.ring(self.watches, watch.id, text)
        return True

    def announce(self, alert: Alert, news: str, *, wake: bool = True) -> None:
        """Tell those who subscribed to such alerts; a subscription that the agent made wakes it."""
        concerned = self._concerned(alert)
        where = self.label(alert.location) if alert.location else alert.country
        title = f"{alert.severity.capitalize()} {alert.kind.replace('_', ' ')} alert for {where}: {news}"
        text = f"{alert.title} ({alert.starts_at.isoformat()} to {alert.ends_at.isoformat()}). {alert.text}".strip()
        topic = f"weather:alert:{alert.location or squeeze(alert.country or '')}"
        self.ports.notify(
            Notice(source="weather", topic=topic, title=title, text=text, ref=alert.id), subscribed=bool(concerned)
        )
        for subscription in concerned if wake else []:
            self.world.ring(self.subscriptions, subscription.id, title)

    def tell_storm(self, storm: Storm) -> None:
        """Tell whoever watches the storm in the hub."""
        title = f"New track for {storm.kind.replace('_', ' ')} {storm.name}"
        notice = Notice(source="weather", topic=f"weather:storm:{storm.id}", title=title, text=title, ref=storm.id)
        self.ports.notify(notice)

    def _concerned(self, alert: Alert) -> list[Subscription]:
        known = self.subscriptions.find(owner=ME)
        return [row for row in known if row.status == "active" and _wants(row, alert) and self._covers(alert, row)]

    def _covers(self, alert: Alert, row: Subscription) -> bool:
        if alert.location is not None:
            return alert.location == row.location
        if row.location not in self.locations:
            return False
        return country_scope(self.locations.get(row.location).country) == alert.scope


def _wants(row: Subscription, alert: Alert) -> bool:
    bad_enough = SEVERITIES.index(alert.severity) >= SEVERITIES.index(row.min_severity)
    return bad_enough and (not row.kinds or alert.kind in row.kinds)
