"""The weather service."""

from vibelife_inspect.services.weather.outside import Outside
from vibelife_inspect.services.weather.warnings import Warnings


class Weather(Outside, Warnings):
    """Forecasts, history, climate, alerts, storms, air, sun and subscriptions."""
