"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.review_platform.background import ReviewBackground, generate
from vibelife_inspect.services.review_platform.outside import Outside
from vibelife_inspect.world import Record


class ReviewPlatform(Outside):
    """Local life: merchants with reviews, slots and deals, and the persona's reservations there."""

    def background(self, options: ReviewBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Merchants with reviews, deals, questions and slots that others took; nothing of the persona's own."""
        return generate(options, level, rng, self.setting)
