"""Weather: current, hourly and daily weather, climate, alerts, storms, air quality, sun, subscriptions."""

from vibelife_inspect.services.weather.service import Weather

__all__ = ["Weather"]
