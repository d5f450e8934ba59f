"""Distances, headings and travel times, as integers that depend on the coordinates alone."""

import math
from collections.abc import Iterator
from datetime import datetime
from typing import Literal, Protocol

_EARTH_M = 6_371_000
_CELL = 100_000
_AROUND = 360_000_000 // _CELL

_DETOUR = {"walking": 125, "cycling": 130, "driving": 140}
_REACH_M = {"walking": 60_000, "cycling": 250_000, "driving": 4_000_000}
_PACE = {"walking": ((None, 80),), "cycling": ((None, 250),), "driving": ((10_000, 500), (40_000, 900), (None, 1500))}
"""Per mode the stretches of a way in metres (None: the rest), and the metres that a minute covers on them."""

_WORKDAY = (
    100, 100, 100, 100, 100, 102, 112, 135, 150, 130, 115, 112, 115, 115, 116, 122, 135,
    150, 155, 135, 115, 108, 104, 100,
)  # fmt: skip
_WEEKEND = (
    104, 100, 100, 100, 100, 100, 100, 100, 104, 108, 115, 120,
    122, 120, 118, 118, 120, 120, 116, 112, 108, 106, 105, 104,
)  # fmt: skip
_TOWN_MINUTES = 90
"""Traffic slows the first part of a drive; the long rest runs free."""

_HEADINGS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_ISLANDS = (
    "Japan",
    "United Kingdom",
    "Ireland",
    "Iceland",
    "Taiwan",
    "Australia",
    "New Zealand",
    "Philippines",
    "Indonesia",
)


class Point(Protocol):
    """Anything with coordinates."""

    @property
    def lat_e6(self) -> int:
        """Degrees north in millionths."""

    @property
    def lng_e6(self) -> int:
        """Degrees east in millionths."""


class Spot(Point, Protocol):
    """A point of a country."""

    @property
    def country(self) -> str:
        """The country."""


def cell(lat_e6: int, lng_e6: int) -> str:
    """The square of a grid of a tenth of a degree that holds the point."""
    return f"{lat_e6 // _CELL}:{lng_e6 // _CELL % _AROUND}"


def cells_around(lat_e6: int, lng_e6: int, radius_m: int) -> Iterator[str]:
    """Squares of the grid that a circle may touch, each once."""
    high = radius_m * 9 + 1_000
    wide = min(round(high / max(math.cos(math.radians(lat_e6 / 1e6)), 0.01)), 180_000_000 - _CELL)
    for row in range((lat_e6 - high) // _CELL, (lat_e6 + high) // _CELL + 1):
        for column in range((lng_e6 - wide) // _CELL, (lng_e6 + wide) // _CELL + 1):
            yield f"{row}:{column % _AROUND}"


def metres(lat_e6: int, lng_e6: int, point: Point) -> int:
    """Metres as the crow flies."""
    south, north = math.radians(lat_e6 / 1e6), math.radians(point.lat_e6 / 1e6)
    east = math.radians((point.lng_e6 - lng_e6) / 1e6)
    bow = math.sin((north - south) / 2) ** 2 + math.cos(south) * math.cos(north) * math.sin(east / 2) ** 2
    return round(2 * _EARTH_M * math.asin(math.sqrt(min(bow, 1.0))))


def between(one: Point, other: Point) -> int:
    """Metres as the crow flies between two points."""
    return metres(one.lat_e6, one.lng_e6, other)


def heading(one: Point, other: Point) -> str:
    """The direction from one point to another, in words."""
    north = other.lat_e6 - one.lat_e6
    east = (other.lng_e6 - one.lng_e6) * math.cos(math.radians(one.lat_e6 / 1e6))
    return _HEADINGS[round(math.degrees(math.atan2(east, north)) / 45) % 8]


def way_metres(one: Point, other: Point, mode: str) -> int:
    """Metres of the way by road or path."""
    return between(one, other) * _DETOUR[mode] // 100


def way_minutes(way: int, mode: str, *, step_free: bool = False) -> int:
    """Minutes for a way of so many metres on free roads, rounded up."""
    left, seconds = way, 0
    for stretch, pace in _PACE[mode]:
        part = left if stretch is None else min(left, stretch)
        seconds += -(-part * 60 // pace)
        left -= part
    if step_free and mode == "walking":
        seconds = seconds * 125 // 100
    return -(-seconds // 60)


def barrier(one: Spot, other: Spot, mode: str) -> str | None:
    """Why nobody goes from one point to the other in this way, or None."""
    if one.country != other.country and (one.country in _ISLANDS or other.country in _ISLANDS):
        return f"there is no way by land between {one.country} and {other.country}"
    way = way_metres(one, other, mode)
    if way > _REACH_M[mode]:
        return f"{way // 1000} km is too far for {mode}; at most {_REACH_M[mode] // 1000} km"
    return None


def traffic_percent(local: datetime) -> int:
    """How long a drive in town takes at a local time, in per cent of a drive on free roads."""
    return (_WEEKEND if local.weekday() >= 5 else _WORKDAY)[local.hour]


def in_traffic(free_minutes: int, percent: int) -> int:
    """Minutes of a drive with traffic, rounded up."""
    town = min(free_minutes, _TOWN_MINUTES)
    return free_minutes - town - (-town * percent // 100)


def traffic_level(percent: int) -> Literal["light", "moderate", "heavy"]:
    """The traffic in one word."""
    if percent < 112:
        return "light"
    return "moderate" if percent < 130 else "heavy"
