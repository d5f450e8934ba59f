"""The rail desk as a whole."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.rail_booking.background import RailBackground, timetable
from vibelife_inspect.services.rail_booking.changing import Changing
from vibelife_inspect.services.rail_booking.happening import Happening
from vibelife_inspect.services.rail_booking.passes import Entitlements
from vibelife_inspect.world import Record


class RailBooking(Changing, Entitlements, Happening):
    """Trains, ferries and long-distance buses."""

    Background = RailBackground

    def background(self, options: RailBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Stations, a timetable of dated runs, and rail passes on sale.

        Args:
            options: Lines and dates; sensible ones when none are given.
            level: How many times the base number of runs.
            rng: Seeded; the only source of chance.
        """
        return timetable(self, options, level, rng)
