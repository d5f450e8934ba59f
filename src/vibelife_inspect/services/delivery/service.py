"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.delivery.background import DeliveryBackground, generate
from vibelife_inspect.services.delivery.care import Care
from vibelife_inspect.services.delivery.options import Options
from vibelife_inspect.services.delivery.outside import Outside
from vibelife_inspect.services.delivery.sending import Sending
from vibelife_inspect.services.delivery.tracking import Tracking
from vibelife_inspect.world import Record


class Delivery(Tracking, Sending, Options, Care, Outside):
    """Parcels that come to the persona and that the persona sends."""

    def background(self, options: DeliveryBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Tariffs, pickup points and old parcels that have long arrived."""
        return generate(options, level, rng, self.setting)
