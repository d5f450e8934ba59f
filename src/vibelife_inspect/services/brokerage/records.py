"""What the broker keeps for its customers, the states of it, and when something happens to it by itself."""

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.world import ME, Due, Json, Part, Record, States

Side = Literal["buy", "sell"]
"""Which way an order goes."""

OrderKind = Literal["market", "limit", "stop"]
"""At any price, at a price or better, or at any price once a price was reached."""

OrderStatus = Literal["placed", "partly_filled", "filled", "expired", "cancelled", "rejected"]
"""State of an order; `placed` and `partly_filled` are open."""

MovementKind = Literal["deposit", "withdrawal", "buy", "sell", "dividend", "interest", "fee"]
"""Why cash moved."""


def share(minor: int, points: int) -> int:
    """Basis points of an amount, rounded half up."""
    return (minor * points + 5000) // 10_000


class Fees(Part):
    """What a broker takes for an order."""

    flat: Money | None = None
    """Once for each order, in the account's currency."""
    percent_bp: int = Field(default=0, ge=0, le=1000)
    """Basis points of the value of each fill."""
    foreign_bp: int = Field(default=0, ge=0, le=1000)
    """Further basis points where the instrument has another currency than the account."""


class Account(Record):
    """One brokerage account."""

    owner: str = ME
    name: str = "Brokerage account"
    cash: Money
    """What is in it now, reserved and unsettled money included."""
    currency: str
    """The cash's currency; may be left out of a seed."""
    bank_account: str | None = None
    """Id of the bank account that deposits and withdrawals use when none is named."""
    fees: Fees = Fees()
    status: Literal["active", "blocked"] = "active"
    blocked_reason: str = ""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if isinstance(value, dict) and "cash" in value and "currency" not in value:
            return {**value, "currency": Money.model_validate(value["cash"]).currency}
        return value

    @model_validator(mode="after")
    def _sound(self) -> "Account":
        flat = self.fees.flat or self.cash
        if {self.cash.currency, flat.currency} != {self.currency} or self.cash.minor < 0 or flat.minor < 0:
            raise ValueError("cash and flat fee must be in the account's currency and not negative")
        return self

    def fee(self, gross: Money, extra_bp: int, *, foreign: bool, first: bool) -> Money:
        """The fee on a fill worth `gross`, in the account's currency."""
        points = self.fees.percent_bp + extra_bp + (self.fees.foreign_bp if foreign else 0)
        flat = self.fees.flat.minor if first and self.fees.flat is not None else 0
        return Money(minor=share(gross.minor, points) + flat, currency=self.currency)


class Holding(Record):
    """How much of an instrument lies in an account; the id is always `account/symbol` and may be left out of a seed."""

    owner: str = ME
    account: str
    """Id of the account."""
    symbol: str
    quantity: int = Field(ge=1)
    """Whole shares or bonds; for a fund thousandths of a unit."""
    cost: Money
    """What all of it cost, fees included, in the account's currency."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if isinstance(value, dict) and {"account", "symbol"} <= value.keys():
            return {**value, "id": f"{value['account']}/{value['symbol']}"}
        return value


class Order(Record):
    """An order to buy or sell."""

    owner: str = ME
    account: str
    symbol: str
    side: Side
    kind: OrderKind = "market"
    time_in_force: Literal["day", "gtc"] = "day"
    """`day` ends with the session, `gtc` 90 days after it was placed."""
    quantity: int = Field(ge=1)
    """As in `Holding`; for an order by amount what it buys, estimated until it is filled."""
    amount: Money | None = None
    """What a fund purchase by amount may cost in all."""
    limit_price: Money | None = None
    stop_price: Money | None = None
    status: OrderStatus = "placed"
    filled_quantity: int = Field(default=0, ge=0)
    value: Money | None = None
    """What the fills were worth before fees, in the account's currency."""
    fees: Money | None = None
    """Fees so far."""
    reserved: Money | None = None
    """Cash that an open purchase keeps back."""
    triggered: bool = False
    """Whether the price of a stop order was reached."""
    placed_at: Instant
    expires_at: Instant | None = None
    wakes_at: Instant | None = None
    """When the exchange looks at it next."""
    ended_at: Instant | None = None
    reason: str = ""
    """Why it was rejected or cut short."""

    @property
    def is_open(self) -> bool:
        """Whether it may still be filled."""
        return self.status in ("placed", "partly_filled")

    @property
    def open_account(self) -> str:
        """Its account while it is open, for look-up."""
        return self.account if self.is_open else ""

    @property
    def open_symbol(self) -> str:
        """Its symbol while it is open, for look-up."""
        return self.symbol if self.is_open else ""

    @property
    def left(self) -> int:
        """What is still to be filled."""
        return self.quantity - self.filled_quantity

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick(
            "id", "account", "symbol", "side", "kind", "quantity", "filled_quantity", "limit_price", "stop_price",
            "status", "placed_at", "expires_at",
        )  # fmt: skip


class Movement(Record):
    """One row of an account's cash ledger; amounts never change."""

    owner: str = ME
    account: str
    kind: MovementKind
    amount: Money
    """In the account's currency; negative when cash left the account."""
    symbol: str | None = None
    quantity: int = 0
    """Change of the holding, as in `Holding`; negative for a sale."""
    price: Money | None = None
    """Of one share, bond or unit, in the instrument's currency."""
    fee: Money | None = None
    """Part of the amount."""
    realised: Money | None = None
    """For a sale: proceeds less what the sold part had cost."""
    booked_at: Instant
    settles_at: Instant | None = None
    status: Literal["unsettled", "settled"] = "settled"
    """Proceeds of an unsettled sale can be invested but not withdrawn."""
    ref: str | None = None
    """Id of the order, dividend or bank transaction behind it."""
    memo: str = ""

    @property
    def unsettled_account(self) -> str:
        """Its account until it settles, for look-up."""
        return self.account if self.status == "unsettled" else ""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick(
            "id", "account", "booked_at", "kind", "amount", "symbol", "quantity", "price", "fee", "realised", "status",
            "ref", "memo",
        )  # fmt: skip


class Entitlement(Part):
    """Who gets a dividend."""

    account: str
    quantity: int


class Dividend(Record):
    """A payment per share, bond or unit to those who hold it at `ex_at`."""

    symbol: str
    per_unit: Money
    """In the instrument's or any other currency."""
    ex_at: Instant
    """A bare date in a seed is its midnight at home."""
    pays_at: Instant
    status: Literal["announced", "ex", "paid", "cancelled"] = "announced"
    entitled: tuple[Entitlement, ...] = ()
    """Set at `ex_at`."""


class Alert(Record):
    """A price alert."""

    owner: str = ME
    symbol: str
    direction: Literal["above", "below"]
    price: Money
    """Goes off when the price is this, or beyond."""
    note: str = ""
    status: Literal["set", "fired", "cancelled", "expired"] = "set"
    expires_at: Instant | None = None
    wakes_at: Instant | None = None
    """When the price is looked at next; absent in a seed: at once."""
    created_at: Instant
    fired_at: Instant | None = None

    @property
    def set_symbol(self) -> str:
        """Its symbol while it is set, for look-up."""
        return self.symbol if self.status == "set" else ""


class Watch(Record):
    """One row of the watchlist; the id is the symbol."""

    note: str = ""
    added_at: Instant


ACCOUNT_STATES = States({"active": "blocked", "blocked": "active"})
ORDER_STATES = States(
    {
        "placed": "partly_filled filled expired cancelled rejected",
        "partly_filled": "filled expired cancelled",
        "filled": "",
        "expired": "",
        "cancelled": "",
        "rejected": "",
    }
)
MOVEMENT_STATES = States({"unsettled": "settled", "settled": ""})
DIVIDEND_STATES = States({"announced": "ex cancelled", "ex": "paid", "paid": "", "cancelled": ""})
ALERT_STATES = States({"set": "fired cancelled expired", "fired": "", "cancelled": "", "expired": ""})


def order_due(order: Order) -> Iterable[Due]:
    """An open order is looked at when its price may be met, and at its end."""
    if order.is_open:
        yield Due(order.wakes_at or order.placed_at, "work_order")


def movement_due(movement: Movement) -> Iterable[Due]:
    """A trade settles."""
    if movement.status == "unsettled" and movement.settles_at is not None:
        yield Due(movement.settles_at, "settle")


def dividend_due(dividend: Dividend) -> Iterable[Due]:
    """Who is entitled is settled first, then it is paid."""
    if dividend.status == "announced":
        yield Due(dividend.ex_at, "go_ex")
    if dividend.status == "ex":
        yield Due(max(dividend.ex_at, dividend.pays_at), "pay")


def alert_due(alert: Alert) -> Iterable[Due]:
    """An alert looks at the price."""
    if alert.status == "set":
        yield Due(alert.wakes_at or alert.created_at, "check_alert")
