"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.listing_platform.background import ListingBackground, generate
from vibelife_inspect.services.listing_platform.outside import Outside
from vibelife_inspect.world import Record


class ListingPlatform(Outside):
    """Homes, cars and used things on offer, and what the persona does about them or offers itself."""

    def background(self, options: ListingBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Agents and their listings; nothing of the persona's own."""
        return generate(options, level, rng, self.setting)
