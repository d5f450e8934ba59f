"""The notes service as a whole."""

from vibelife_inspect.services.notes.pages import Pages
from vibelife_inspect.services.notes.people import People
from vibelife_inspect.services.notes.search import Search
from vibelife_inspect.services.notes.tables import Databases


class Notes(Pages, Search, Databases, People):
    """Pages, databases, rows and comments."""
