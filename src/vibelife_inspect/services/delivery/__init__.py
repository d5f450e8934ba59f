"""Parcels: what comes to the persona and what the persona sends, moved by the clock."""

from vibelife_inspect.services.delivery.service import Delivery

__all__ = ["Delivery"]
