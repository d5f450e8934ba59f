"""What a cart comes to: lines at the price of the moment, coupons, shipping."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from vibelife_inspect.errors import Conflict, Expired, OperationError
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.ecommerce.catalogue import Product, Seller, Sku
from vibelife_inspect.services.ecommerce.records import Coupon, Service
from vibelife_inspect.services.ecommerce.sums import shares
from vibelife_inspect.world import Json


@dataclass(frozen=True, slots=True)
class Pick:
    """One cart line with what it stands for."""

    sku: Sku
    product: Product
    quantity: int
    price: Money
    discount: int = 0
    """Minor units off the whole line."""

    @property
    def total(self) -> Money:
        """Before the coupon."""
        return self.price * self.quantity

    @property
    def paid(self) -> Money:
        """After the coupon."""
        return Money(minor=self.total.minor - self.discount, currency=self.price.currency)

    @property
    def problem(self) -> str:
        """Why it cannot be bought now; empty if it can."""
        if "withdrawn" in (self.sku.status, self.product.status):
            return "no longer sold"
        if self.sku.stock < self.quantity:
            return f"only {self.sku.stock} in stock" if self.sku.stock else "out of stock"
        return ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes one order: the lines of one seller."""

    seller: Seller
    picks: tuple[Pick, ...]
    service: Service
    shipping: Money
    ships_at: datetime

    @property
    def items(self) -> Money:
        """The lines before the coupon."""
        return total((pick.total for pick in self.picks), self.shipping.currency)

    @property
    def discount(self) -> Money:
        """What the coupon takes off."""
        return Money(minor=sum(pick.discount for pick in self.picks), currency=self.shipping.currency)

    @property
    def total(self) -> Money:
        """What is paid."""
        return self.items - self.discount + self.shipping

    @property
    def arrives_at(self) -> datetime:
        """When it should arrive."""
        days = self.seller.express_days if self.service == "express" else self.seller.standard_days
        return self.ships_at + timedelta(days=days)

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {
            "seller_id": self.seller.id,
            "seller": self.seller.name,
            "lines": [shown(pick) for pick in self.picks],
            "items_total": self.items,
            "discount": self.discount,
            "shipping": self.shipping,
            "total": self.total,
            "ships_at": self.ships_at,
            "arrives_on": self.arrives_at.date(),
        }


def shown(pick: Pick) -> Json:
    """A line as the agent sees it."""
    return {
        "sku": pick.sku.id,
        "product_id": pick.product.id,
        "name": pick.product.name,
        "attributes": pick.sku.attributes,
        "quantity": pick.quantity,
        "price": pick.price,
        "line_total": pick.total,
        "discount": Money(minor=pick.discount, currency=pick.price.currency),
    }


def fault(coupon: Coupon, picks: Sequence[Pick], now: datetime) -> OperationError | None:
    """Why a coupon does not work for these lines now; None if it does."""
    if coupon.status == "expired" or (coupon.valid_until is not None and coupon.valid_until <= now):
        return Expired(f"coupon {coupon.id} was valid until {coupon.valid_until}", valid_until=str(coupon.valid_until))
    if coupon.status != "open":
        return Conflict(f"coupon {coupon.id} is {coupon.status}", status=coupon.status)
    if coupon.valid_from is not None and now < coupon.valid_from:
        return Conflict(f"coupon {coupon.id} is valid from {coupon.valid_from}", valid_from=str(coupon.valid_from))
    sums = [pick.total for pick in picks if covers(coupon, pick)]
    if not sums or not any(money.minor for money in sums):
        return Conflict(f"coupon {coupon.id} fits nothing in the cart", **_limits(coupon))
    amount = total(sums, sums[0].currency)
    for money in (coupon.amount, coupon.min_items):
        if money is not None and money.currency != amount.currency:
            return Conflict(f"coupon {coupon.id} is for prices in {money.currency}, the cart is in {amount.currency}")
    if coupon.min_items is not None and amount < coupon.min_items:
        return Conflict(
            f"coupon {coupon.id} needs items of {coupon.min_items}, the cart has {amount}", **_limits(coupon)
        )
    return None


def covers(coupon: Coupon, pick: Pick) -> bool:
    """Whether a coupon is for that line."""
    return coupon.seller_id in (None, pick.product.seller_id) and coupon.category in (None, pick.product.category)


def discounted(coupon: Coupon, picks: Sequence[Pick]) -> list[Pick]:
    """The lines with the discount of a coupon that works, shared out over what it is for."""
    weights = [pick.total.minor if covers(coupon, pick) else 0 for pick in picks]
    whole = Money(minor=sum(weights), currency=picks[0].price.currency)
    off = whole.percent(coupon.percent) if coupon.percent is not None else min(coupon.amount or whole, whole)
    return [replace(pick, discount=part) for pick, part in zip(picks, shares(off.minor, weights), strict=True)]


def _limits(coupon: Coupon) -> Json:
    return {"seller_id": coupon.seller_id, "category": coupon.category}
