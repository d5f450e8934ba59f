"""The calendar service as a whole."""

from vibelife_inspect.services.calendar.guests import Guests
from vibelife_inspect.services.calendar.keeping import Keeping
from vibelife_inspect.services.calendar.planning import Planning
from vibelife_inspect.services.calendar.writing import Writing


class Calendar(Planning, Writing, Guests, Keeping):
    """Calendars, events, invitations and reminders."""
