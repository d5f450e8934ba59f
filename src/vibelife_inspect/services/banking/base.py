"""The bank's tables, and the one door through which money moves."""

from collections.abc import Iterator
from datetime import date, datetime, time
from random import Random
from typing import Any

from vibelife_inspect.errors import Conflict, InsufficientFunds, Invalid, OperationError
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.background import BankingBackground, everyday_rows
from vibelife_inspect.services.banking.records import (
    ACCOUNT_STATES,
    MANDATE_STATES,
    ORDER_STATES,
    PAYMENT_STATES,
    TRANSACTION_STATES,
    Account,
    AccountAlert,
    DirectDebit,
    Kind,
    Payee,
    Payment,
    StandingOrder,
    Transaction,
    order_due,
    payment_due,
)
from vibelife_inspect.world import ME, Notice, Record, Table
from vibelife_inspect.world.ledger import MOST, MoneyHouse


class BankingBase(MoneyHouse):
    """Tables and helpers of the bank."""

    name = "banking"
    summary = "Bank accounts: balances, transactions, transfers, payees, payments, standing orders and direct debits."
    Background = BankingBackground

    accounts = Table(Account, "account", states=ACCOUNT_STATES)
    transactions = Table(Transaction, "transaction", index=("account", "charge_id"), states=TRANSACTION_STATES)
    payees = Table(Payee, "payee", index=("iban", "account_no"))
    payments = Table(Payment, "payment", index=("standing_order", "payee"), states=PAYMENT_STATES, due=payment_due)
    standing_orders = Table(StandingOrder, "standing order", index=("payee",), states=ORDER_STATES, due=order_due)
    direct_debits = Table(DirectDebit, "direct debit", states=MANDATE_STATES)

    def background(self, options: BankingBackground, level: int, rng: Random) -> Iterator[tuple[str, Record]]:
        """Everyday ledger rows before the start, on the seeded accounts; their balances stay as they are."""
        accounts = [
            (account, self.transactions.find(account=account.id))
            for account in self.accounts
            if account.owner == ME and account.status != "closed"
        ]
        for row in everyday_rows(accounts, self.setting.start.astimezone(self.clock.home), options, level, rng):
            yield "transactions", row

    def own_account(self, account_id: str) -> Account:
        """An account of the persona.

        Raises:
            NotFound: There is none with the id.
            Refused: It is somebody else's.
        """
        account = self.accounts.get(account_id)
        self.own(account, "account")
        return account

    def active_account(self, account_id: str, error: type[OperationError] = Conflict) -> Account:
        """An account of the persona that money may leave; any other state raises `error`."""
        account = self.own_account(account_id)
        if account.status != "active":
            raise error(
                f"account {account_id!r} is {account.status}; only an active one can pay", status=account.status
            )
        return account

    def need_room(self, account: Account, amount: Money) -> None:
        """Refuse what the account cannot pay.

        Raises:
            InsufficientFunds: Balance and overdraft together are less.
        """
        if amount > account.available:
            raise InsufficientFunds(
                f"account {account.id!r} has {account.available} available, {amount} is needed",
                available=str(account.available),
                needed=str(amount),
            )

    def book(self, account_id: str, amount: Money, kind: Kind, payee: str, **fields: Any) -> Transaction:
        """Move the balance and write the ledger row; nothing else touches a balance.

        Args:
            account_id: Id of the account.
            amount: In its currency; negative when money leaves.
            kind: What the row is.
            payee: The other side's name.
            **fields: Further fields of the row.
        """
        account = self.accounts.get(account_id)
        if account.status == "closed":
            raise Conflict(f"account {account_id!r} is closed", status="closed")
        balance = account.balance + amount
        if abs(balance.minor) > MOST:
            raise Invalid(f"amount: account {account_id!r} cannot hold {balance}")
        self.accounts.update(account_id, balance=balance)
        row = Transaction.model_validate(
            {
                "id": self.new_id("TX"),
                "account": account_id,
                "amount": amount,
                "kind": kind,
                "payee": payee,
                "booked_at": self.clock.now,
                **fields,
            }
        )
        return self.transactions.add(row)

    def opening(self, day: date) -> datetime:
        """When the bank runs the payments of a day."""
        return self.clock.at(day, time(6))

    def tell(self, account: Account, alert: AccountAlert, title: str, text: str, ref: str) -> None:
        """Tell the persona, if subscribed or watching."""
        notice = Notice(source="banking", topic=f"account:{account.id}:{alert}", title=title, text=text, ref=ref)
        self.ports.notify(notice, subscribed=account.owner == ME and alert in account.alerts)
