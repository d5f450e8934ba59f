"""Sunrise and sunset, to the minute."""

import math
from datetime import UTC, date, datetime, timedelta

_HORIZON = math.radians(-0.833)
"""Where the upper rim of the sun touches the horizon, with refraction."""


def sun_times(lat_e6: int, lng_e6: int, day: date) -> tuple[datetime, datetime] | bool:
    """Sunrise and sunset in UTC; True when the sun is up all day, False when it stays down."""
    turn = 2 * math.pi * (day.timetuple().tm_yday - 1) / 365
    equation = 229.18 * (
        0.000075
        + 0.001868 * math.cos(turn)
        - 0.032077 * math.sin(turn)
        - 0.014615 * math.cos(2 * turn)
        - 0.040849 * math.sin(2 * turn)
    )
    tilt = (
        0.006918
        - 0.399912 * math.cos(turn)
        + 0.070257 * math.sin(turn)
        - 0.006758 * math.cos(2 * turn)
        + 0.000907 * math.sin(2 * turn)
    )
    north = math.radians(max(min(lat_e6 / 1e6, 89.9), -89.9))
    cosine = (math.sin(_HORIZON) - math.sin(north) * math.sin(tilt)) / (math.cos(north) * math.cos(tilt))
    if not -1 < cosine < 1:
        return cosine <= -1
    half = 4 * math.degrees(math.acos(cosine))
    noon = 720 - 4 * lng_e6 / 1e6 - equation
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return midnight + timedelta(minutes=round(noon - half)), midnight + timedelta(minutes=round(noon + half))
