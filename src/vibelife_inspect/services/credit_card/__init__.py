"""Credit cards of the persona."""

from vibelife_inspect.services.credit_card.service import CreditCard

__all__ = ["CreditCard"]
