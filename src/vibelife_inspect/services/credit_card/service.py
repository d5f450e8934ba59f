"""The card issuer as one service."""

from vibelife_inspect.services.credit_card.cards import Cards
from vibelife_inspect.services.credit_card.controls import Controls
from vibelife_inspect.services.credit_card.disputes import Disputes
from vibelife_inspect.services.credit_card.ledger import Ledger
from vibelife_inspect.services.credit_card.outside import Outside
from vibelife_inspect.services.credit_card.paying import Paying
from vibelife_inspect.services.credit_card.rewards import Rewards


class CreditCard(Outside, Disputes, Rewards, Controls, Paying, Ledger, Cards):
    """Cards, what they owe, and everything that can be done about it."""
