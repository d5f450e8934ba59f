"""The persona's mailbox."""

from vibelife_inspect.services.email.service import Email

__all__ = ["Email"]
