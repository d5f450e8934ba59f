"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.brokerage.background import BrokerageBackground, generate
from vibelife_inspect.services.brokerage.outside import Outside
from vibelife_inspect.world import Record


class Brokerage(Outside):
    """A broker: accounts, instruments with moving prices, orders, fees, dividends, watchlist and price alerts."""

    def background(self, options: BrokerageBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Instruments and some dividends; no accounts, holdings or orders."""
        return generate(options, level, rng, self.setting)
