"""What the persona has with the shop: cart, coupons, addresses, orders, returns, wishes, and what time does to them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.services.ecommerce.catalogue import Country
from vibelife_inspect.world import ME, Charge, Due, Json, Part, Record, States

Service = Literal["standard", "express"]
OrderStatus = Literal["placed", "paid", "shipped", "delivered", "completed", "cancelled", "partly_returned", "returned"]
"""`completed` once nothing can be sent back any more; `returned` when all of it came back."""

ReturnStatus = Literal["requested", "approved", "received", "refunded", "rejected", "withdrawn"]

COUPON_STATES = States({"open": "used expired withdrawn", "used": "", "expired": "", "withdrawn": ""})
ORDER_STATES = States(
    {
        "placed": "paid cancelled",
        "paid": "shipped cancelled",
        "shipped": "delivered cancelled returned",
        "delivered": "completed partly_returned returned",
        "completed": "partly_returned returned",
        "partly_returned": "returned",
        "cancelled": "",
        "returned": "",
    }
)
RETURN_STATES = States(
    {
        "requested": "approved rejected withdrawn",
        "approved": "received withdrawn",
        "received": "refunded rejected",
        "refunded": "",
        "rejected": "",
        "withdrawn": "",
    }
)
WISH_STATES = States({"saved": "watching", "watching": "fired saved", "fired": "watching saved"})

_RETURN_TRIP, _INSPECTION = timedelta(days=3), timedelta(days=1)


class Coupon(Record):
    """A discount on one order; the id is its code, in capitals."""

    percent: int | None = Field(default=None, ge=1, le=100)
    """Per cent off the items."""
    amount: Money | None = None
    """Amount off the items; give this or percent."""
    min_items: Money | None = None
    """The items that it is for must cost at least this."""
    seller_id: str | None = None
    """Only items of this seller."""
    category: str | None = None
    """Only items of this category, not of those below it."""
    valid_from: Instant | None = None
    valid_until: Instant | None = None
    status: Literal["open", "used", "expired", "withdrawn"] = "open"
    in_cart: bool = False
    """Whether it is applied to the cart."""
    used_at: Instant | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> "Coupon":
        if (self.percent is None) == (self.amount is None):
            raise ValueError("give exactly one of percent and amount")
        if self.id != self.id.upper():
            raise ValueError("a code must be in capitals")
        return self

    @property
    def terms(self) -> Json:
        """What the agent sees."""
        return {"code": self.id, **self.pick("percent", "amount", "min_items", "seller_id", "category", "valid_until")}


class CartLine(Record):
    """Some of one variant in the cart; the id is the sku."""

    quantity: int = Field(default=1, ge=1, le=99)
    price_when_added: Money | None = None
    added_at: Instant | None = None


class Address(Record):
    """Where parcels can go."""

    label: str = ""
    """Such as `home` or `parents`."""
    recipient: str
    address: str
    """Street, number and postal code."""
    city: str
    country: Country
    phone: str = ""
    is_default: bool = False

    @property
    def row(self) -> Json:
        """What the agent sees."""
        return {"address_id": self.id, **{field: value for field, value in self if field != "id"}}


class OrderLine(Part):
    """Some of one variant in an order."""

    line: int = Field(ge=1)
    """Number of the line, from 1; by default its place."""
    sku: str
    product_id: str = ""
    name: str
    quantity: int = Field(default=1, ge=1)
    price: Money
    """Price of one."""
    paid: Money
    """What was paid for all of them, after the coupon; by default price times quantity."""
    return_days: int = Field(default=14, ge=0)


class Order(Record):
    """One order from one seller, in one parcel."""

    owner: str = ME
    seller_id: str
    lines: tuple[OrderLine, ...] = Field(min_length=1)
    discount: Money
    """What a coupon took off; by default nothing."""
    shipping: Money
    """By default nothing."""
    total: Money
    """What was paid, with shipping; by default the sum of the lines and shipping."""
    refunded: Money
    """What came back so far; by default nothing."""
    coupon: str | None = None
    status: OrderStatus = "paid"
    service: Service = "standard"
    recipient: str = ""
    address: str = ""
    city: str = ""
    country: str = ""
    phone: str = ""
    note: str = ""
    """For the seller."""
    payment_method: str | None = None
    charge: Charge | None = None
    placed_at: Instant
    ships_at: Instant | None = None
    """When the parcel is ready for the carrier."""
    arrives_at: Instant | None = None
    """When it arrives, where no delivery service carries it; else an estimate."""
    shipment_id: str | None = None
    """Tracking number at the delivery service, which then says where the order is; absent: the order's own times do."""
    shipped_at: Instant | None = None
    delivered_at: Instant | None = None
    cancelled_at: Instant | None = None
    cancelled_by: Literal["customer", "seller", "carrier"] | None = None
    cancel_reason: str = ""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not isinstance(data.get("lines"), list | tuple) or not data["lines"]:
            return data
        if all(isinstance(line, OrderLine) for line in data["lines"]) and "refunded" in data:
            return data
        return _filled(data)

    @model_validator(mode="after")
    def _sound(self) -> "Order":
        currencies = {money.currency for line in self.lines for money in (line.price, line.paid)}
        if currencies | {self.discount.currency, self.shipping.currency, self.refunded.currency} != {
            self.total.currency
        }:
            raise ValueError("all amounts of an order must have one currency")
        if not 0 <= self.refunded.minor <= self.total.minor:
            raise ValueError("refunded must lie between nothing and total")
        return self

    @property
    def quantity(self) -> int:
        """All items."""
        return sum(line.quantity for line in self.lines)

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "order_id": self.id,
            "items": [f"{line.quantity} x {line.name}" for line in self.lines[:5]],
            **self.pick("seller_id", "total", "refunded", "status", "placed_at", "shipment_id", "delivered_at"),
        }

    def return_until(self, line: OrderLine) -> datetime | None:
        """Until when a line can be sent back; None while it is not delivered."""
        return None if self.delivered_at is None else self.delivered_at + timedelta(days=line.return_days)


class Return(Record):
    """A request to send back some of one line and get the money."""

    owner: str = ME
    order_id: str
    line: int = Field(ge=1)
    """Number of the order line."""
    sku: str
    quantity: int = Field(default=1, ge=1)
    reason: Literal["no_longer_wanted", "wrong_item", "damaged", "not_as_described", "late", "other"]
    text: str = ""
    amount: Money
    """What comes back."""
    status: ReturnStatus = "requested"
    requested_at: Instant
    decide_at: Instant | None = None
    """When it is approved by itself."""
    approved_at: Instant | None = None
    received_at: Instant | None = None
    refunded_at: Instant | None = None
    answer: str = ""
    """The seller's words."""

    @property
    def alive(self) -> bool:
        """Whether it has led to money or still may."""
        return self.status not in ("rejected", "withdrawn")

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        hidden = ("id", "owner", "decide_at")
        return {"return_id": self.id, **{field: value for field, value in self if field not in hidden}}


class Wish(Record):
    """A variant on the wish list, perhaps watched; the id is the sku."""

    product_id: str
    below: Money | None = None
    """Tell when one costs this or less."""
    restock: bool = False
    """Tell when it is in stock again."""
    status: Literal["saved", "watching", "fired"] = "saved"
    added_at: Instant | None = None
    fired_at: Instant | None = None


def coupon_due(coupon: Coupon) -> Iterable[Due]:
    """Coupons expire."""
    if coupon.status == "open" and coupon.valid_until is not None:
        yield Due(coupon.valid_until, "expire_coupon")


def order_due(order: Order) -> Iterable[Due]:
    """Orders ship and arrive by themselves where nobody carries them; the time for returns ends."""
    if order.shipment_id is None and order.status == "paid" and order.ships_at is not None:
        yield Due(order.ships_at, "ship_order")
    if order.shipment_id is None and order.status == "shipped" and order.arrives_at is not None:
        yield Due(order.arrives_at, "arrive_order")
    if order.status == "delivered" and order.delivered_at is not None:
        yield Due(order.delivered_at + timedelta(days=max(line.return_days for line in order.lines)), "complete_order")


def return_due(request: Return) -> Iterable[Due]:
    """Returns are approved, arrive and are refunded."""
    if request.status == "requested" and request.decide_at is not None:
        yield Due(request.decide_at, "approve_return")
    if request.status == "approved" and request.approved_at is not None:
        yield Due(request.approved_at + _RETURN_TRIP, "receive_return")
    if request.status == "received" and request.received_at is not None:
        yield Due(request.received_at + _INSPECTION, "refund_return")


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    """An order with line numbers and sums."""
    lines = []
    for place, raw in enumerate(data["lines"], start=1):
        line = dict(raw) if isinstance(raw, OrderLine | dict) else raw
        if isinstance(line, dict) and "price" in line:
            price = Money.model_validate(line["price"])
            quantity = line.get("quantity", 1)
            line = {"line": place, "paid": price * (quantity if isinstance(quantity, int) else 1), **line}
        lines.append(line)
    priced = [line for line in lines if isinstance(line, dict) and "paid" in line]
    if len(priced) < len(lines):
        return {**data, "lines": lines}
    paid = [Money.model_validate(line["paid"]) for line in priced]
    zero = paid[0].zero()
    shipping = Money.model_validate(data.get("shipping", zero))
    sums = {"discount": zero, "shipping": shipping, "refunded": zero, "total": sum(paid, shipping)}
    return {**sums, **data, "lines": lines}
