"""The maps service."""

from vibelife_inspect.services.maps.outside import Outside
from vibelife_inspect.services.maps.places import Places
from vibelife_inspect.services.maps.routes import Routes
from vibelife_inspect.services.maps.saved import Saved


class Maps(Places, Routes, Saved, Outside):
    """Places, routes, transit, closures and what users save."""
