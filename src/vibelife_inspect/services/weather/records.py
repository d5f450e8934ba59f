"""Records of the weather service, their states, and what happens to them with time."""

from collections.abc import Iterable
from datetime import date
from itertools import pairwise
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, model_validator

from vibelife_inspect.clock import Instant, ZoneName, zone_of
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Due, Json, Part, Record, States

Condition = Literal[
    "clear", "partly_cloudy", "cloudy", "fog", "rain", "heavy_rain", "thunderstorm", "sleet", "snow", "storm"
]  # fmt: skip
"""The weather in one word."""

AlertKind = Literal[
    "typhoon", "heat", "cold", "snow", "ice", "flood", "rain", "wind", "thunderstorm", "fog", "air_quality"
]
"""What an alert warns of."""

Severity = Literal["minor", "moderate", "severe", "extreme"]
"""How bad it is."""

SEVERITIES: tuple[Severity, ...] = ("minor", "moderate", "severe", "extreme")
"""In rising order."""

Measure = Literal["high_c", "low_c", "rain_mm", "rain_chance", "wind_kmh"]
"""A number of a day that can be watched."""


def _year(values: list[int]) -> list[int]:
    if len(values) != 12:
        raise ValueError(f"needs 12 values, January to December, not {len(values)}")
    return values


Months = Annotated[list[int], AfterValidator(_year)]
"""One whole number per month, January first."""

Latitude = Annotated[int, Field(ge=-90_000_000, le=90_000_000)]
"""Degrees north in millionths."""

Longitude = Annotated[int, Field(ge=-180_000_000, le=180_000_000)]
"""Degrees east in millionths."""

Celsius = Annotated[int, Field(ge=-90, le=60)]
"""Whole degrees."""

Percent = Annotated[int, Field(ge=0, le=100)]
"""Whole per cent."""

Millimetres = Annotated[int, Field(ge=0, le=2000)]
"""Water per day or hour."""

Speed = Annotated[int, Field(ge=0, le=400)]
"""Whole kilometres per hour."""

Aqi = Annotated[int, Field(ge=0, le=500)]
"""Air quality index of the US scale: 0 is clean, above 100 unhealthy for sensitive people."""


class Climate(Part):
    """Monthly means of a place."""

    high_c: Months
    """Mean daily high."""
    low_c: Months
    """Mean daily low."""
    rain_mm: Months
    """Water per month, snow included."""
    rain_days: Months
    """Days per month with at least 1 mm."""
    humidity: Percent = 65
    """Mean over the year, in per cent."""


class Location(Record):
    """A place that has weather."""

    city: str
    name: str = ""
    """Where it is not the city as a whole, such as Kyoto Hills."""
    aliases: list[str] = Field(default_factory=list)
    """Other names, also in other scripts."""
    country: str
    lat_e6: Latitude
    """Degrees north in millionths."""
    lng_e6: Longitude
    """Degrees east in millionths."""
    zone: ZoneName
    """IANA time zone, such as Asia/Tokyo."""
    climate: Climate | None = None
    """None: a plain climate of that latitude."""
    usual_aqi: Aqi = 45
    """Air quality of an ordinary day."""

    @property
    def label(self) -> str:
        """Name for people."""
        return self.name or self.city

    @property
    def tz(self) -> ZoneInfo:
        """The zone itself."""
        return zone_of(self.zone)

    @property
    def name_key(self) -> str:
        """The name as it is looked up."""
        return squeeze(self.label)


class Daily(Record):
    """The weather of one local day: forecast before, history after."""

    location: str
    """Id of the location."""
    date: date
    high_c: Celsius
    low_c: Celsius
    condition: Condition
    rain_mm: Millimetres = 0
    """Water over the day, snow included."""
    rain_chance: Percent = 0
    """Chance of rain or snow, in per cent."""
    wind_kmh: Speed = 10
    """Strongest steady wind."""
    humidity: Percent = 60
    """Mean, in per cent."""

    @model_validator(mode="after")
    def _ordered(self) -> "Daily":
        if self.low_c > self.high_c:
            raise ValueError(f"low_c {self.low_c} is above high_c {self.high_c}")
        return self

    @property
    def day_key(self) -> str:
        """Location and date, as they are looked up."""
        return day_key(self.location, self.date)


class Alert(Record):
    """An official warning for one location, or for a whole country."""

    location: str | None = None
    """Id of the location; None: the whole country."""
    country: str | None = None
    """The country, where there is no location."""
    area: str = ""
    """The area in words."""
    kind: AlertKind
    severity: Severity = "moderate"
    title: str
    text: str = ""
    issued_at: Instant | None = None
    starts_at: Instant
    ends_at: Instant
    status: Literal["upcoming", "active", "expired", "cancelled"] = "upcoming"

    @model_validator(mode="after")
    def _somewhere(self) -> "Alert":
        if (self.location is None) == (self.country is None):
            raise ValueError("needs either location or country")
        if self.ends_at <= self.starts_at:
            raise ValueError("ends_at must be after starts_at")
        return self

    @property
    def scope(self) -> str:
        """Where it holds, as it is looked up."""
        return location_scope(self.location) if self.location else country_scope(self.country or "")


class TrackPoint(Part):
    """Where the centre of a storm is at an instant."""

    at: Instant
    lat_e6: Latitude
    """Degrees north in millionths."""
    lng_e6: Longitude
    """Degrees east in millionths."""
    wind_kmh: Speed
    """Strongest sustained wind."""
    pressure_hpa: Annotated[int, Field(ge=800, le=1100)] = 990


class Storm(Record):
    """A storm and its track; points after now are the forecast."""

    name: str
    kind: Literal["typhoon", "hurricane", "cyclone", "winter_storm"] = "typhoon"
    track: list[TrackPoint] = Field(min_length=1, max_length=100)
    """Points in order of time."""
    status: Literal["active", "dissipated"] = "active"

    @model_validator(mode="after")
    def _forward(self) -> "Storm":
        if any(one.at >= other.at for one, other in pairwise(self.track)):
            raise ValueError("the track must go forward in time")
        return self


class AirQuality(Record):
    """Air quality of a location on one local day."""

    location: str
    """Id of the location."""
    date: date
    aqi: Aqi
    pm25: Annotated[int, Field(ge=0, le=1000)] | None = None
    """Fine particles in micrograms per cubic metre."""
    dominant: Literal["pm25", "pm10", "ozone", "no2"] = "pm25"
    """What weighs most."""

    @property
    def day_key(self) -> str:
        """Location and date, as they are looked up."""
        return day_key(self.location, self.date)


class Subscription(Record):
    """Somebody wants to hear of alerts."""

    location: str
    """Id of the location."""
    kinds: list[AlertKind] = Field(default_factory=list)
    """Only these kinds; all when empty."""
    min_severity: Severity = "minor"
    status: Literal["active", "cancelled"] = "active"
    created_at: Instant
    owner: str = ME


class Watch(Record):
    """Somebody wants to hear when the forecast of a day crosses a threshold; it rings once."""

    location: str
    """Id of the location."""
    date: date
    measure: Measure
    comparison: Literal["at_least", "at_most"]
    value: int
    status: Literal["waiting", "active", "rung", "ended", "cancelled"] = "active"
    """`waiting`: the day is still beyond the forecast."""
    opens_at: Instant
    """When the day comes into the forecast."""
    ends_at: Instant
    """When the day is over."""
    owner: str = ME

    def met_by(self, day: Daily) -> bool:
        """Whether that weather crosses the threshold."""
        number = getattr(day, self.measure)
        return bool(number >= self.value if self.comparison == "at_least" else number <= self.value)

    @property
    def said(self) -> Json:
        """What is watched, for people and lists."""
        return self.pick("id", "location", "date", "measure", "comparison", "value", "status")


ALERT_STATES = States(
    {"upcoming": "active expired cancelled", "active": "expired cancelled", "expired": "", "cancelled": ""}
)
STORM_STATES = States({"active": "dissipated", "dissipated": ""})
SUBSCRIPTION_STATES = States({"active": "cancelled", "cancelled": ""})
WATCH_STATES = States(
    {
        "waiting": "active rung ended cancelled",
        "active": "rung ended cancelled",
        "rung": "",
        "ended": "",
        "cancelled": "",
    }
)


def day_key(location: str, day: date) -> str:
    """A location and a date as one key."""
    return f"{location}|{day}"


def location_scope(location: str) -> str:
    """The key of alerts for one location."""
    return f"location:{location}"


def country_scope(country: str) -> str:
    """The key of alerts for a whole country."""
    return f"country:{squeeze(country)}"


def alert_due(alert: Alert) -> Iterable[Due]:
    """An alert begins and ends."""
    if alert.status == "upcoming":
        yield Due(alert.starts_at, "begin_alert")
    elif alert.status == "active":
        yield Due(alert.ends_at, "expire_alert")


def storm_due(storm: Storm) -> Iterable[Due]:
    """A storm is over at the end of its track."""
    if storm.status == "active":
        yield Due(storm.track[-1].at, "dissipate_storm")


def watch_due(watch: Watch) -> Iterable[Due]:
    """The day of a watch comes into the forecast, and passes."""
    if watch.status == "waiting":
        yield Due(watch.opens_at, "open_watch")
    elif watch.status == "active":
        yield Due(watch.ends_at, "end_watch")
