"""What the bank keeps, the states of it, and when something happens to it by itself."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.iban import check_digits, iban_fault, plain_iban
from vibelife_inspect.world import ME, Due, Json, Record, States

Kind = Literal[
    "charge", "refund", "payment", "standing_order", "transfer_out", "transfer_in", "direct_debit", "incoming",
    "salary", "cash", "interest", "fee", "returned",
]  # fmt: skip
"""What a ledger row is: `charge` is a purchase or booking, `returned` is money that came back."""

Category = Literal[
    "groceries", "eating_out", "transport", "housing", "utilities", "shopping", "health", "leisure", "travel",
    "income", "savings", "fees", "other",
]  # fmt: skip
"""What the money was for."""

Frequency = Literal["weekly", "fortnightly", "monthly", "quarterly", "yearly"]
"""How often a standing order runs."""

AccountAlert = Literal["incoming", "direct_debit", "failed_payment"]
"""What the bank tells its customer about, once subscribed."""


def _checked(value: str) -> str:
    iban = plain_iban(value)
    if iban and (fault := iban_fault(iban)):
        raise ValueError(
            f"{value!r}: {fault} (its check digits would be {check_digits(iban)})" if iban.isalnum() else fault
        )
    return iban


Iban = Annotated[str, AfterValidator(_checked)]
"""A checked IBAN without spaces, or an empty string."""


class Account(Record):
    """One bank account."""

    owner: str = ME
    name: str
    kind: Literal["current", "savings", "joint"] = "current"
    balance: Money
    """What is in it now; negative while overdrawn."""
    currency: str
    """The balance's currency; may be left out of a seed."""
    overdraft: Money
    """How far it may go below zero; nothing when left out of a seed."""
    available: Money
    """What can be spent: always balance plus overdraft, whatever a seed says."""
    iban: Iban = ""
    status: Literal["active", "frozen", "closed"] = "active"
    frozen_by: Literal["owner", "bank"] | None = None
    """Who froze it; what the bank froze only the bank can unfreeze."""
    frozen_reason: str = ""
    foreign_fee_percent: int = Field(default=1, ge=0, le=20)
    """Fee on payments to payees in another currency."""
    alerts: tuple[AccountAlert, ...] = ()
    """What the bank tells its customer about."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or "balance" not in value:
            return value
        balance = Money.model_validate(value["balance"])
        overdraft = Money.model_validate(value.get("overdraft", balance.zero()))
        return {"currency": balance.currency, **value, "overdraft": overdraft, "available": balance + overdraft}

    @model_validator(mode="after")
    def _one_currency(self) -> "Account":
        if {self.balance.currency, self.overdraft.currency} != {self.currency} or self.overdraft.minor < 0:
            raise ValueError("balance and overdraft must be in the account's currency, the overdraft not negative")
        if self.status == "frozen" and self.frozen_by is None:
            raise ValueError("a frozen account says who froze it: frozen_by is 'owner' or 'bank'")
        return self

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "name", "kind", "currency", "balance", "available", "status")


class Transaction(Record):
    """One ledger row; its amount never changes."""

    account: str
    """Id of the account."""
    payee: str
    """Who was paid, or who paid."""
    memo: str = ""
    amount: Money
    """In the account's currency; negative when money left the account."""
    original: Money
    """The amount as the other side stated it, with the same sign; the amount itself when left out of a seed."""
    booked_at: Instant
    kind: Kind = "charge"
    category: Category = "other"
    status: Literal["posted", "part_refunded", "refunded", "returned"] = "posted"
    charge_id: str | None = None
    """For a charge its own id; for a refund the id of the charge that it pays back."""
    ref: str | None = None
    """Id of the payment, direct debit or other row that it belongs to."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or "amount" not in value:
            return value
        own = {"charge_id": value.get("id")} if value.get("kind", "charge") == "charge" else {}
        return {"original": value["amount"], **own, **value}

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "account", "booked_at", "payee", "memo", "amount", "kind", "category", "status")


class Payee(Record):
    """Somebody whom the persona pays."""

    owner: str = ME
    name: str
    iban: Iban = ""
    account_no: str = ""
    """National account number, where there is no IBAN."""
    bank: str = ""
    country: str = ""
    """ISO 3166 code of two letters; the IBAN's when left out of a seed."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if isinstance(value, Mapping) and value.get("iban") and not value.get("country"):
            return {**value, "country": plain_iban(str(value["iban"]))[:2]}
        return value

    @model_validator(mode="after")
    def _one_number(self) -> "Payee":
        if bool(self.iban) == bool(self.account_no):
            raise ValueError("a payee has either an iban or an account_no")
        return self

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "name", "iban", "account_no", "bank", "country")


class Payment(Record):
    """One payment to a payee, ordered by hand or run by a standing order."""

    owner: str = ME
    account: str
    payee: str
    """Id of the payee."""
    payee_name: str = ""
    amount: Money
    """What the payee gets."""
    memo: str = ""
    status: Literal["scheduled", "pending", "posted", "failed", "cancelled", "returned"] = "scheduled"
    """`pending` means that the bank holds it back for a check; `returned` that it bounced."""
    execute_at: Instant
    """When it leaves; a bare date in a seed is its midnight at home."""
    executed_at: Instant | None = None
    transaction: str | None = None
    """Id of the ledger row, once posted."""
    failure: str = ""
    """Why it failed, is held back or came back."""
    standing_order: str | None = None

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "account", "payee_name", "amount", "memo", "status", "execute_at", "standing_order")


class StandingOrder(Record):
    """A payment that repeats."""

    owner: str = ME
    account: str
    payee: str
    """Id of the payee."""
    payee_name: str = ""
    amount: Money
    memo: str = ""
    frequency: Frequency = "monthly"
    day: int = Field(default=1, ge=1, le=31)
    """Day of the month that it keeps to; that of `next_run` when left out of a seed."""
    next_run: Instant | None
    """When it runs next; a bare date in a seed is its midnight at home. None once ended or cancelled."""
    ends_on: date | None = None
    """Last day on which it may run."""
    status: Literal["active", "paused", "cancelled", "ended"] = "active"
    last_failure: str = ""
    """Why the latest run failed; empty when it did not."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or value.get("day"):
            return value
        iso = re.match(r"[0-9]{4}-[0-9]{2}-([0-9]{2})", str(value.get("next_run")))
        return {**value, "day": int(iso[1])} if iso else value

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "account", "payee_name", "amount", "memo", "frequency", "next_run", "ends_on", "status")


class DirectDebit(Record):
    """A mandate: a merchant may take money from an account."""

    owner: str = ME
    account: str
    merchant: str
    reference: str = ""
    """Contract or customer number at the merchant."""
    last_amount: Money | None = None
    last_at: Instant | None = None
    status: Literal["active", "revoked"] = "active"

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "account", "merchant", "reference", "last_amount", "last_at", "status")


ACCOUNT_STATES = States({"active": "frozen closed", "frozen": "active closed", "closed": ""})
TRANSACTION_STATES = States(
    {
        "posted": "part_refunded refunded returned",
        "part_refunded": "refunded",
        "refunded": "",
        "returned": "",
    }
)
PAYMENT_STATES = States(
    {
        "scheduled": "pending posted failed cancelled",
        "pending": "scheduled posted failed cancelled",
        "posted": "returned",
        "failed": "",
        "cancelled": "",
        "returned": "",
    }
)
ORDER_STATES = States({"active": "paused cancelled ended", "paused": "active cancelled", "cancelled": "", "ended": ""})
MANDATE_STATES = States({"active": "revoked", "revoked": ""})


def payment_due(payment: Payment) -> Iterable[Due]:
    """A scheduled payment leaves at its time."""
    if payment.status == "scheduled":
        yield Due(payment.execute_at, "run_payment")


def order_due(order: StandingOrder) -> Iterable[Due]:
    """An active standing order runs at its time."""
    if order.status == "active" and order.next_run is not None:
        yield Due(order.next_run, "run_order")
