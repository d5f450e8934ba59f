"""Weather that nobody wrote down: a pure function of a seed, a place and a day, true to the climate."""

from datetime import date
from typing import NamedTuple

from vibelife_inspect.ids import stable_int
from vibelife_inspect.services.weather.records import AirQuality, Climate, Condition, Daily, Location

_SEASON = (-100, -87, -50, 0, 50, 87, 100, 87, 50, 0, -50, -87)
"""The course of the northern year, January first, in per cent."""

_DIURNAL = (
    18, 13, 9, 5, 2, 0, 4, 14, 28, 44, 59, 73,
    85, 94, 99, 100, 95, 84, 70, 57, 46, 37, 29, 23,
)  # fmt: skip
"""How far between low and high the temperature stands at each hour, in per cent."""


_FOG_LIFTS = 11


class Hour(NamedTuple):
    """The weather of one hour, in the units of a day."""

    condition: Condition
    temperature_c: int
    rain_mm: int
    rain_chance: int
    wind_kmh: int
    humidity: int


def climate_of(location: Location) -> Climate:
    """The climate that is given, or a plain one of the latitude."""
    return location.climate or _plain(location.lat_e6)


def made_day(seed: str, location: Location, day: date) -> Daily:
    """The weather of a day."""
    climate = climate_of(location)
    noise = stable_int(seed, location.id, day.toordinal())
    # Neighbours share their spells of warmth and rain, so that two cities of a country agree about a week.
    spell = stable_int(seed, location.country, "spell", day.toordinal() // 4)
    odds = _between_months(climate.rain_days, day) * 10 // 30 * (50 + (spell >> 16) % 101) // 100
    wet = (noise >> 16) % 100 < odds
    warmth = ((noise & 255) + (noise >> 8 & 255) - 255) * 18 // 255 + (spell & 255) * 70 // 255 - 35
    high = _tenths(_between_months(climate.high_c, day) + warmth - (15 if wet else 0))
    low = min(_tenths(_between_months(climate.low_c, day) + warmth + (5 if wet else 0)), high)
    rain = _rain(climate, day, noise >> 24) if wet else 0
    chance = 55 + (noise >> 32) % 9 * 5 if wet else min(odds // 2 + (noise >> 32) % 15, 45) // 5 * 5
    return Daily.model_construct(
        id=f"{location.id}:{day}",
        location=location.id,
        date=day,
        high_c=high,
        low_c=low,
        condition=_wet(high, rain) if wet else _dry((noise >> 40) % 100),
        rain_mm=rain,
        rain_chance=chance,
        wind_kmh=6 + (noise >> 48) % 22 + (12 if wet else 0),
        humidity=max(15, min(98, climate.humidity + (noise >> 56) % 17 - 8 + (12 if wet else 0))),
    )


def made_air(seed: str, location: Location, day: date) -> AirQuality:
    """The air quality of a day."""
    noise = stable_int(seed, location.id, "air", day.toordinal())
    aqi = max(8, location.usual_aqi * (60 + noise % 81) // 100)
    return AirQuality(id=f"{location.id}:{day}", location=location.id, date=day, aqi=aqi, pm25=aqi * 2 // 5)


def hour_of(day: Daily, hour: int) -> Hour:
    """The weather of one hour of a day; rain falls in one spell of hours."""
    first, length = _wet_hours(day) if day.rain_mm else (0, 0)
    wet = first <= hour < first + length
    warmth = _DIURNAL[hour]
    return Hour(
        condition=day.condition if wet else _between_showers(day, hour),
        temperature_c=day.low_c + ((day.high_c - day.low_c) * warmth + 50) // 100,
        rain_mm=day.rain_mm // length + (hour - first < day.rain_mm % length) if wet else 0,
        rain_chance=day.rain_chance if wet or day.rain_mm == 0 else day.rain_chance // 3,
        wind_kmh=day.wind_kmh * (60 + warmth * 2 // 5) // 100,
        humidity=max(10, min(100, day.humidity + (50 - warmth) // 5)),
    )


def feels_like(hour: Hour) -> int:
    """What an hour feels like in degrees, with wind in the cold and damp in the heat."""
    if hour.temperature_c <= 10 and hour.wind_kmh > 10:
        return hour.temperature_c - (hour.wind_kmh - 5) // 10
    if hour.temperature_c >= 27 and hour.humidity > 60:
        return hour.temperature_c + (hour.humidity - 50) // 10
    return hour.temperature_c


def _wet_hours(day: Daily) -> tuple[int, int]:
    noise = stable_int(day.location, "wet", day.date.toordinal())
    first = noise % 18
    return first, min(2 + day.rain_mm // 4 + (noise >> 8) % 5, 24 - first)


def _between_showers(day: Daily, hour: int) -> Condition:
    if day.rain_mm or (day.condition == "fog" and hour >= _FOG_LIFTS):
        return "cloudy"
    return day.condition


def _between_months(values: list[int], day: date) -> int:
    """Ten times the value of a day, on the straight line between the middles of two months."""
    month = day.month - 1
    if day.day >= 15:
        before, after, passed = values[month], values[(month + 1) % 12], day.day - 15
    else:
        before, after, passed = values[month - 1], values[month], day.day + 15
    return (before * (30 - passed) + after * passed) * 10 // 30


def _tenths(value: int) -> int:
    return (value + 5) // 10


def _rain(climate: Climate, day: date, noise: int) -> int:
    month = day.month - 1
    mean = climate.rain_mm[month] // max(climate.rain_days[month], 1)
    return max(1, mean * (20 + noise % 161) // 100)


def _wet(high: int, rain: int) -> Condition:
    if high <= 1:
        return "snow"
    if high <= 3:
        return "sleet"
    if rain < 25:
        return "rain"
    return "thunderstorm" if high >= 24 else "heavy_rain"


def _dry(roll: int) -> Condition:
    if roll < 42:
        return "clear"
    if roll < 74:
        return "partly_cloudy"
    return "cloudy" if roll < 96 else "fog"


def _plain(lat_e6: int) -> Climate:
    degrees = abs(lat_e6) // 1_000_000
    mean, swing = 28 - degrees * degrees // 150, degrees // 4
    sign = 1 if lat_e6 >= 0 else -1
    course = [mean + sign * swing * season // 100 for season in _SEASON]
    return Climate(
        high_c=[value + 5 for value in course],
        low_c=[value - 4 for value in course],
        rain_mm=[70] * 12,
        rain_days=[10] * 12,
    )
