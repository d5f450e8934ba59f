"""What the card issuer keeps, the states of it, and when something happens to it by itself."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.world import ME, Due, Json, Record, States

Kind = Literal["purchase", "refund", "payment", "fee", "interest", "reward"]
"""What a ledger row is: `reward` is a statement credit paid with points."""

Category = Literal[
    "groceries", "eating_out", "transport", "housing", "utilities", "shopping", "health", "leisure", "travel",
    "subscriptions", "fees", "other",
]  # fmt: skip
"""What the money was for."""

Reason = Literal[
    "not_recognised", "not_received", "not_as_described", "wrong_amount", "charged_twice", "cancelled", "other"
]
"""Why a purchase is disputed."""

CardAlert = Literal["statement", "overdue", "purchase", "refund", "dispute", "failed_payment"]
"""What the issuer tells its customer about, once subscribed."""

POSTS_AFTER = timedelta(days=2)
"""How long a purchase stays authorised before it posts."""


def _end_of_day(value: Any) -> Any:
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time(23, 59))
    if isinstance(value, str) and len(value) == 10:
        return f"{value}T23:59"
    return value


Deadline = Annotated[Instant, BeforeValidator(_end_of_day)]
"""A moment; a bare date means the end of that day at home."""


class Card(Record):
    """One credit card account; its id is the payment method and survives a new number."""

    owner: str = ME
    name: str
    """Product name."""
    last4: str = Field(pattern=r"^[0-9]{4}$")
    """Last four digits of the number."""
    limit: Money
    currency: str
    """The limit's currency; may be left out of a seed."""
    balance: Money
    """What is owed: all posted rows; negative when the issuer owes. Nothing when left out of a seed."""
    status: Literal["active", "frozen", "blocked", "closed"] = "active"
    """`frozen` by the holder, `blocked` by the issuer or after a loss."""
    blocked_reason: str = ""
    next_statement: Instant
    """When the running statement closes, on day 1 to 28; a bare date in a seed is its midnight at home."""
    due_days: int = Field(default=21, ge=5, le=27)
    """Days from the closing of a statement to its due date."""
    minimum_percent: int = Field(default=5, ge=1, le=100)
    """Part of a statement that must be paid by its due date."""
    foreign_fee_percent: int = Field(default=2, ge=0, le=10)
    """Fee on purchases in another currency."""
    interest_percent: int = Field(default=1, ge=0, le=5)
    """Interest on what is unpaid at a due date, once."""
    late_fee: Money
    """Fee when the minimum is unpaid at a due date; one per cent of the limit when left out of a seed."""
    purchase_limit: Money | None = None
    """The holder's own limit for one purchase."""
    period_limit: Money | None = None
    """The holder's own limit for all purchases of one statement period."""
    period_spent: Money
    """Purchases of the running statement period; nothing when left out of a seed."""
    abroad: Literal["open", "notice"] = "open"
    """With `notice`, purchases in another currency need a travel notice for the day."""
    points: int = Field(default=0, ge=0)
    """Reward points."""
    points_per_100: int = Field(default=100, ge=0, le=1000)
    """Points for purchases of 100 units of the currency."""
    alerts: tuple[CardAlert, ...] = ()
    """What the issuer tells the holder about."""
    replacement_last4: str | None = None
    """Number of the card that is on its way after a loss."""
    replacement_at: Instant | None = None
    """When it arrives; the card is active again from then on."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or "limit" not in value:
            return value
        limit = Money.model_validate(value["limit"])
        none = limit.zero()
        own = {"currency": limit.currency, "balance": none, "period_spent": none, "late_fee": limit.percent(1)}
        return {**own, **value}

    @model_validator(mode="after")
    def _consistent(self) -> "Card":
        amounts = (self.limit, self.balance, self.late_fee, self.period_spent, self.purchase_limit, self.period_limit)
        if any(amount is not None and amount.currency != self.currency for amount in amounts):
            raise ValueError(f"all amounts of the card must be in {self.currency}")
        if self.next_statement.day > 28:
            raise ValueError("next_statement must be on day 1 to 28 of a month")
        if (self.replacement_last4 is None) != (self.replacement_at is None):
            raise ValueError("replacement_last4 and replacement_at go together")
        return self


class Transaction(Record):
    """One ledger row; its amount never changes. Authorised and reversed rows do not count in what is owed."""

    card: str
    """Id of the card."""
    payee: str
    """Merchant, or what the row is for."""
    memo: str = ""
    amount: Money
    """In the card's currency; positive raises what is owed, negative lowers it."""
    original: Money
    """The amount as the merchant stated it, with the same sign; the amount itself when left out of a seed."""
    booked_at: Instant
    """When it was authorised or, for other rows, booked."""
    posted_at: Instant | None = None
    kind: Kind = "purchase"
    category: Category = "other"
    status: Literal["authorised", "posted", "reversed", "disputed", "refunded"] = "posted"
    """`refunded` means in full; after a partial refund it stays posted."""
    charge_id: str | None = None
    """For a purchase its own id; for its fee and its refunds the id of the purchase."""
    ref: str | None = None
    """Id of the payment, dispute or redemption that it belongs to."""
    statement: str | None = None
    """Id of the statement that billed it."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or "amount" not in value:
            return value
        own = {"charge_id": value.get("id")} if value.get("kind", "purchase") == "purchase" else {}
        return {"original": value["amount"], **own, **value}

    @property
    def held_on(self) -> str:
        """The card, while the row is authorised."""
        return self.card if self.status == "authorised" else ""

    @property
    def unbilled_on(self) -> str:
        """The card, while the row has posted and is on no statement."""
        return self.card if self.statement is None and self.status not in ("authorised", "reversed") else ""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "card", "booked_at", "payee", "memo", "amount", "kind", "category", "status")


class Statement(Record):
    """What was owed when a period closed."""

    card: str
    """Id of the card."""
    period_start: date
    period_end: date
    """Last day of the period."""
    total: Money
    """What was owed at the close; nothing if the issuer owed."""
    minimum: Money
    paid: Money
    """What came in since; nothing when left out of a seed."""
    due_at: Deadline
    """Last moment to pay; a bare date means the end of that day."""
    status: Literal["open", "paid", "overdue", "carried"] = "open"
    """`overdue`: less than the minimum was paid in time. `carried`: the rest is part of the next statement."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or "total" not in value:
            return value
        total = Money.model_validate(value["total"])
        return {"paid": total.zero(), "minimum": total.percent(5), **value}

    @property
    def unpaid_on(self) -> str:
        """The card, while something can still be paid on it."""
        return self.card if self.status in ("open", "overdue") else ""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "card", "period_start", "period_end", "total", "minimum", "paid", "due_at", "status")


class Payment(Record):
    """A payment to a card, out of a bank account."""

    card: str
    """Id of the card that is paid."""
    from_account: str
    """Id of the bank account that pays."""
    amount: Money
    status: Literal["scheduled", "posted", "failed", "cancelled"] = "scheduled"
    pay_at: Instant
    """When it runs or ran; a bare date in a seed is its midnight at home."""
    charge: str | None = None
    """Id of the row at the bank."""
    failure: str = ""
    """Why it failed, or why it paid less."""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "card", "from_account", "amount", "status", "pay_at", "failure")


class Dispute(Record):
    """The holder's claim that a purchase was wrong."""

    card: str
    transaction: str
    amount: Money
    """What is claimed, in the card's currency."""
    reason: Reason
    explanation: str = ""
    status: Literal["under_review", "approved", "denied", "withdrawn"] = "under_review"
    opened_at: Instant
    closed_at: Instant | None = None
    outcome: str = ""
    """What the issuer said."""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "card", "transaction", "amount", "reason", "status", "opened_at")


class TravelNotice(Record):
    """Word to the issuer that the card will be used abroad."""

    card: str
    countries: tuple[str, ...]
    """ISO 3166 codes of two letters."""
    starts_on: date
    ends_on: date
    status: Literal["set", "cancelled"] = "set"


class Reward(Record):
    """One row of the points ledger."""

    card: str
    points: int
    """Positive when earned, negative when spent or taken back."""
    at: Instant
    kind: Literal["earned", "taken_back", "redeemed", "bonus"] = "earned"
    text: str = ""
    ref: str | None = None
    """Id of the transaction."""
    option: str | None = None
    """Id of what was redeemed."""
    voucher: str | None = None
    """Code to use at the partner, for vouchers and miles."""


class RewardOption(Record):
    """Something that points buy; with no row in the table a small menu of the issuer stands in."""

    title: str
    kind: Literal["statement_credit", "voucher", "miles"]
    points: int = Field(ge=1)
    """What it costs."""
    credit: Money | None = None
    """What a statement credit is worth, in the card's currency."""
    currency: str | None = None
    """Only for cards of this currency."""

    @model_validator(mode="after")
    def _worth(self) -> "RewardOption":
        if (self.kind == "statement_credit") != (self.credit is not None) or (self.credit and self.credit.minor <= 0):
            raise ValueError("a statement_credit, and only that, has a credit, which is positive")
        return self


CARD_STATES = States(
    {"active": "frozen blocked closed", "frozen": "active blocked closed", "blocked": "active closed", "closed": ""}
)
TRANSACTION_STATES = States(
    {
        "authorised": "posted reversed",
        "posted": "disputed refunded",
        "disputed": "posted refunded",
        "refunded": "",
        "reversed": "",
    }
)
STATEMENT_STATES = States({"open": "paid overdue carried", "overdue": "paid carried", "carried": "", "paid": ""})
PAYMENT_STATES = States({"scheduled": "posted failed cancelled", "posted": "", "failed": "", "cancelled": ""})
DISPUTE_STATES = States({"under_review": "approved denied withdrawn", "approved": "", "denied": "", "withdrawn": ""})
NOTICE_STATES = States({"set": "cancelled", "cancelled": ""})


def card_due(card: Card) -> Iterable[Due]:
    """Statements close, and a replacement arrives."""
    if card.status != "closed":
        yield Due(card.next_statement, "close_statement")
        if card.replacement_at is not None:
            yield Due(card.replacement_at, "deliver_replacement")


def transaction_due(row: Transaction) -> Iterable[Due]:
    """An authorised purchase posts after two days."""
    if row.status == "authorised":
        yield Due(row.booked_at + POSTS_AFTER, "post_transaction")


def statement_due(statement: Statement) -> Iterable[Due]:
    """The due date of an open statement passes."""
    if statement.status == "open":
        yield Due(statement.due_at, "pass_due_date")


def payment_due(payment: Payment) -> Iterable[Due]:
    """A scheduled payment runs."""
    if payment.status == "scheduled":
        yield Due(payment.pay_at, "run_payment")
