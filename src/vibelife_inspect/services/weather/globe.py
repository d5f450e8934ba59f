"""Distances on the globe."""

import math
from typing import Protocol

_EARTH_KM = 6371


class Point(Protocol):
    """Anything with coordinates."""

    @property
    def lat_e6(self) -> int:
        """Degrees north in millionths."""

    @property
    def lng_e6(self) -> int:
        """Degrees east in millionths."""


def kilometres(point: Point, other: Point) -> int:
    """Whole kilometres as the crow flies between two points."""
    return apart(point, other.lat_e6, other.lng_e6)


def apart(point: Point, lat_e6: int, lng_e6: int) -> int:
    """Whole kilometres as the crow flies to some coordinates."""
    north, south = math.radians(point.lat_e6 / 1e6), math.radians(lat_e6 / 1e6)
    east = math.radians((point.lng_e6 - lng_e6) / 1e6)
    bow = math.sin((north - south) / 2) ** 2 + math.cos(north) * math.cos(south) * math.sin(east / 2) ** 2
    return round(2 * _EARTH_KM * math.asin(math.sqrt(min(bow, 1.0))))
