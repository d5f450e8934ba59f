"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.car_rental.background import CarRentalBackground, generate
from vibelife_inspect.services.car_rental.outside import Outside
from vibelife_inspect.world import Record


class CarRental(Outside):
    """Rental cars: stations, offers, bookings, reports, and help on the road."""

    def background(self, options: CarRentalBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Stations, offers, insurance, extras, road rules and energy stops; no bookings."""
        return generate(options, level, rng, self.setting)
