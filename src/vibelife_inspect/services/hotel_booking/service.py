"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.hotel_booking.background import HotelBackground, generate
from vibelife_inspect.services.hotel_booking.browsing import Browsing
from vibelife_inspect.services.hotel_booking.changing import Changing
from vibelife_inspect.services.hotel_booking.outside import Outside
from vibelife_inspect.services.hotel_booking.searching import Searching
from vibelife_inspect.world import Record


class HotelBooking(Searching, Browsing, Changing, Outside):
    """Stays: a catalogue of places to sleep and to meet, and the persona's reservations there."""

    def background(self, options: HotelBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Properties with rooms, rates, odd nights and reviews; no reservations."""
        return generate(options, level, rng, self.setting)
