"""Bank accounts of the persona."""

from vibelife_inspect.services.banking.service import Banking

__all__ = ["Banking"]
