"""Maps: places, opening hours, routes, transit, closures and saved places."""

from vibelife_inspect.services.maps.service import Maps

__all__ = ["Maps"]
