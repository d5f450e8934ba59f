"""An online shop with many sellers: catalogue, cart, orders, returns."""

from vibelife_inspect.services.ecommerce.service import Ecommerce

__all__ = ["Ecommerce"]
