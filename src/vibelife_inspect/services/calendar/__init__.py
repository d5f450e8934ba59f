"""The persona's calendars."""

from vibelife_inspect.services.calendar.service import Calendar

__all__ = ["Calendar"]
