"""The bank as one service."""

from vibelife_inspect.services.banking.accounts import Accounts
from vibelife_inspect.services.banking.ledger import Ledger
from vibelife_inspect.services.banking.mandates import Mandates
from vibelife_inspect.services.banking.outside import Outside
from vibelife_inspect.services.banking.payees import Payees
from vibelife_inspect.services.banking.payments import Payments
from vibelife_inspect.services.banking.provider import Provider
from vibelife_inspect.services.banking.standing import StandingOrders


class Banking(Outside, Provider, Mandates, StandingOrders, Payments, Payees, Ledger, Accounts):
    """Accounts, payments and everything that moves money at the bank."""
