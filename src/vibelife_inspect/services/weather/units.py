"""Metric and imperial numbers, all of them whole."""

from typing import Literal

from vibelife_inspect.services.weather.climate import Hour, feels_like
from vibelife_inspect.services.weather.records import Daily
from vibelife_inspect.world import Json

Units = Literal["metric", "imperial"]
"""Celsius, km/h and millimetres; or Fahrenheit, mph and hundredths of an inch."""


def fahrenheit(celsius: int) -> int:
    """Degrees Fahrenheit, rounded half up."""
    return (celsius * 18 + 325) // 10


def mph(kmh: int) -> int:
    """Miles per hour, rounded half up."""
    return (kmh * 2_000_000 + 1_609_344) // 3_218_688


def hundredths(mm: int) -> int:
    """Hundredths of an inch, rounded half up."""
    return (mm * 2000 + 254) // 508


def show_day(day: Daily, units: Units) -> Json:
    """A day's weather."""
    row: Json = {"date": day.date, "condition": day.condition}
    if units == "metric":
        row |= {"high_c": day.high_c, "low_c": day.low_c}
    else:
        row |= {"high_f": fahrenheit(day.high_c), "low_f": fahrenheit(day.low_c)}
    return _with_sky(row, day, units)


def show_hour(hour: Hour, units: Units) -> Json:
    """An hour's weather."""
    row: Json = {"condition": hour.condition}
    if units == "metric":
        row |= {"temperature_c": hour.temperature_c, "feels_like_c": feels_like(hour)}
    else:
        row |= {"temperature_f": fahrenheit(hour.temperature_c), "feels_like_f": fahrenheit(feels_like(hour))}
    return _with_sky(row, hour, units)


def degrees(units: Units, name: str, celsius: int) -> Json:
    """One temperature under its name with the unit."""
    return {f"{name}_c": celsius} if units == "metric" else {f"{name}_f": fahrenheit(celsius)}


def water(units: Units, mm: int) -> Json:
    """An amount of rain or melted snow."""
    return {"rain_mm": mm} if units == "metric" else {"rain_hundredths_inch": hundredths(mm)}


def _with_sky(row: Json, weather: Daily | Hour, units: Units) -> Json:
    row["rain_chance"] = weather.rain_chance
    if units == "metric":
        row["rain_mm"], row["wind_kmh"] = weather.rain_mm, weather.wind_kmh
    else:
        row["rain_hundredths_inch"], row["wind_mph"] = hundredths(weather.rain_mm), mph(weather.wind_kmh)
    row["humidity"] = weather.humidity
    return row
