"""A broker: accounts, instruments with moving prices, orders, fees, dividends, watchlist and price alerts."""

from vibelife_inspect.services.brokerage.service import Brokerage

__all__ = ["Brokerage"]
