"""Generated surroundings: cities with their climates, alerts and storms that are long over.

The days themselves are not stored: `climate.made_day` gives the weather of any day on demand.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import AfterValidator, Field

from vibelife_inspect.services.weather.cities import CITIES, City
from vibelife_inspect.services.weather.records import Alert, AlertKind, Location, Severity, Storm, TrackPoint
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import Background, Record, Setting

_NAMES = {city.name: city for city in CITIES}


def _known(names: list[str]) -> list[str]:
    for name in names:
        if name not in _NAMES:
            raise ValueError(f"no built-in city {name!r}; there are: {', '.join(_NAMES)}")
    return names


class WeatherBackground(Background):
    """Options of the weather background. Cities that the bundle itself has are left to the bundle."""

    cities: Annotated[list[str], AfterValidator(_known)] = Field(default_factory=list)
    """Names of built-in cities, such as Kyoto; all of them when empty."""
    alerts: int = Field(default=14, ge=0, le=500)
    """Alerts of the past at level 1."""
    storms: int = Field(default=3, ge=0, le=50)
    """Storms of the past at level 1."""
    past_days: int = Field(default=120, ge=5, le=1000)
    """How far back alerts and storms lie, in days before the setting's start."""


_SITES = ("Airport", "Hills", "Harbour", "North", "East", "South", "West", "University", "Waterworks")
_STORMS = ("Akebono", "Bellwether", "Corrin", "Damselfly", "Ember", "Fantail", "Gyrfalcon", "Hamadryad", "Isohyet")
_ADVICE: dict[AlertKind, tuple[str, str]] = {
    "heat": ("Hot days", "Drink enough, and avoid effort around midday."),
    "snow": ("Snowfall", "Roads and pavements may be slippery; allow more time."),
    "flood": ("High water in streams", "Keep away from river banks and flooded underpasses."),
    "wind": ("Strong gusts", "Secure loose objects; parks may close."),
    "thunderstorm": ("Thunderstorms", "Lightning and heavy showers; stay indoors while they pass."),
    "fog": ("Dense fog", "Poor visibility on roads in the morning."),
}


def generate(
    options: WeatherBackground, level: int, rng: Random, setting: Setting, seeded: Sequence[Location]
) -> Iterator[tuple[str, Record]]:
    """Locations, then old alerts and storms."""
    own = {squeeze(location.city) for location in seeded}
    cities = [_NAMES[name] for name in options.cities] or list(CITIES)
    cities = [city for city in cities if squeeze(city.name) not in own]
    for turn in range(level):
        for city in cities:
            yield "locations", _site(city, turn, rng) if turn else city.location(_slug(city))
    for number in range(options.alerts * level if cities else 0):
        yield "alerts", _old_alert(number, rng.choice(cities), options, rng, setting.start)
    for number in range(options.storms * level):
        yield "storms", _old_storm(number, options, rng, setting.start)


def _slug(city: City) -> str:
    return "bg-" + squeeze(city.name).replace(" ", "-")


def _site(city: City, turn: int, rng: Random) -> Location:
    site = _SITES[(turn - 1) % len(_SITES)]
    again = (turn - 1) // len(_SITES)
    name = f"{city.name} {site}{f' {again + 1}' if again else ''}"
    return Location(
        id=f"{_slug(city)}-{turn:03d}",
        city=city.name,
        name=name,
        country=city.country,
        lat_e6=city.lat_e6 + rng.randint(-150_000, 150_000),
        lng_e6=city.lng_e6 + rng.randint(-150_000, 150_000),
        zone=city.zone,
        climate=city.climate(3 if site == "Hills" else rng.randint(-1, 1)),
        usual_aqi=city.aqi,
    )


def _old_alert(number: int, city: City, options: WeatherBackground, rng: Random, start: datetime) -> Alert:
    begins = _long_ago(options, rng, start)
    ends = begins + timedelta(hours=rng.randint(4, 40))
    kind = rng.choice(_kinds(city, begins.month))
    title, advice = _ADVICE[kind]
    severity: Severity = rng.choice(("minor", "minor", "moderate", "moderate", "severe"))
    return Alert(
        id=f"bg-alert-{number + 1:04d}",
        location=_slug(city),
        area=f"{city.name} and surroundings",
        kind=kind,
        severity=severity,
        title=f"{title} in {city.name}",
        text=advice,
        issued_at=begins - timedelta(hours=rng.randint(3, 30)),
        starts_at=begins,
        ends_at=ends,
        status=rng.choice(("expired", "expired", "expired", "cancelled")),
    )


def _kinds(city: City, month: int) -> list[AlertKind]:
    """What that month may bring there."""
    climate = city.climate(0)
    high, low, rain = climate.high_c[month - 1], climate.low_c[month - 1], climate.rain_mm[month - 1]
    kinds: list[AlertKind] = ["wind", "fog"]
    kinds += ["heat"] if high >= 29 else []
    kinds += ["thunderstorm"] if high >= 22 else []
    kinds += ["snow"] if low <= 0 else []
    kinds += ["flood"] if rain >= 100 else []
    return kinds


def _old_storm(number: int, options: WeatherBackground, rng: Random, start: datetime) -> Storm:
    begins = _long_ago(options, rng, start)
    lat, lng, wind = rng.randint(11_000_000, 16_000_000), rng.randint(134_000_000, 145_000_000), rng.randint(65, 90)
    track = []
    for step in range(rng.randint(6, 9)):
        track.append(
            TrackPoint(
                at=begins + timedelta(hours=6 * step),
                lat_e6=lat,
                lng_e6=lng,
                wind_kmh=wind,
                pressure_hpa=1015 - wind // 2,
            )
        )
        lat, lng = lat + rng.randint(700_000, 1_800_000), lng - rng.randint(200_000, 1_400_000)
        wind = max(60, wind + rng.randint(-15, 25))
    name = _STORMS[number % len(_STORMS)]
    return Storm(id=f"bg-storm-{number + 1:03d}", name=name, kind="typhoon", track=track, status="dissipated")


def _long_ago(options: WeatherBackground, rng: Random, start: datetime) -> datetime:
    """A full hour at least four days before the start."""
    hour = start.replace(minute=0, second=0, microsecond=0)
    return hour - timedelta(days=rng.randint(4, options.past_days), hours=rng.randint(0, 23))
