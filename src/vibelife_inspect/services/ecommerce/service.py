"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.ecommerce.background import ShopBackground, generate
from vibelife_inspect.services.ecommerce.browsing import Browsing
from vibelife_inspect.services.ecommerce.checkout import Checkout
from vibelife_inspect.services.ecommerce.keeping import Keeping
from vibelife_inspect.services.ecommerce.outside import Outside
from vibelife_inspect.world import Record


class Ecommerce(Browsing, Checkout, Keeping, Outside):
    """An online shop with many sellers, and the persona's orders there."""

    def background(self, options: ShopBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Sellers, categories and products with variants, reviews and answered questions; old orders; an address."""
        return generate(options, level, rng, self.setting, with_address=not len(self.addresses))
