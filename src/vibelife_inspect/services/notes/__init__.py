"""The persona's notes."""

from vibelife_inspect.services.notes.service import Notes

__all__ = ["Notes"]
