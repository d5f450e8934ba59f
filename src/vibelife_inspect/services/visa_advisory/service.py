"""The visa desk as a whole."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.visa_advisory.background import VisaBackground, desk
from vibelife_inspect.services.visa_advisory.happening import Happening
from vibelife_inspect.services.visa_advisory.rules import Rules
from vibelife_inspect.world import Record


class VisaAdvisory(Rules, Happening):
    """Rules, advice, applications and passports."""

    Background = VisaBackground

    def background(self, options: VisaBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Rules, products, missions and offices for some nationalities, and a number of advisories per level.

        Args:
            options: Nationalities and destinations.
            level: How many times the base number of advisories; rules do not grow with it.
            rng: Seeded; the only source of chance.
        """
        return desk(self, options, level, rng)
