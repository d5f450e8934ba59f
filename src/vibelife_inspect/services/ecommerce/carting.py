"""The cart and the coupon on it."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, NotFound, Unavailable
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.ecommerce.base import EcommerceBase
from vibelife_inspect.services.ecommerce.basket import Pick, discounted, fault, shown
from vibelife_inspect.services.ecommerce.records import CartLine, Coupon
from vibelife_inspect.world import Json, operation

Quantity = Annotated[int, Field(ge=1, le=99)]

_MOST_LINES = 50


class Carting(EcommerceBase):
    """Filling the cart."""

    @operation("read")
    def get_cart(self) -> Json:
        """Show the cart at the prices of the moment, in the order in which it was filled, with the applied coupon.

        `problem` of a line or of the coupon says why it cannot be bought or used now. Shipping is in quote_checkout.
        """
        picks, coupon = self.picks(), self.cart_coupon()
        wrong = fault(coupon, picks, self.clock.now) if coupon is not None else None
        if coupon is not None and wrong is None:
            picks = discounted(coupon, picks)
        currency = picks[0].price.currency if picks else None
        return {
            "lines": [self._line(pick) for pick in picks],
            "coupon": None if coupon is None else {**coupon.terms, "problem": wrong.message if wrong else ""},
            "items_total": None if currency is None else total((pick.total for pick in picks), currency),
            "discount": None if currency is None else Money(minor=sum(p.discount for p in picks), currency=currency),
            "total_without_shipping": None if currency is None else total((pick.paid for pick in picks), currency),
        }

    @operation("write")
    def add_to_cart(self, sku: str, quantity: Quantity = 1) -> Json:
        """Put pieces of a variant into the cart, on top of those that are there.

        Args:
            sku: Id of the variant (`sku` of get_product).
            quantity: How many more.
        """
        there = self.cart.get(sku).quantity if sku in self.cart else 0
        return self._put(sku, there + quantity)

    @operation("write")
    def set_quantity(self, sku: str, quantity: Quantity) -> Json:
        """Set how many pieces of a variant are in the cart; it must be there already.

        Args:
            sku: Id of the variant.
            quantity: How many in all.
        """
        self.cart.get(sku)
        return self._put(sku, quantity)

    @operation("write")
    def remove_from_cart(self, sku: str | None = None) -> Json:
        """Take a variant out of the cart, or empty it.

        Args:
            sku: Id of the variant; everything, and the coupon, when not given.
        """
        if sku is not None:
            self.cart.remove(sku)
            return self.get_cart()
        self.empty_cart()
        return self.get_cart()

    @operation("write")
    def apply_coupon(self, code: str) -> Json:
        """Apply a coupon to the cart, in place of one that is there: coupons do not add up. It is used up by the order.

        Args:
            code: Its code; capitals do not matter.
        """
        coupon = self._coupon(code)
        if wrong := fault(coupon, self.picks(), self.clock.now):
            raise wrong
        old = self.cart_coupon()
        if old is not None and old.id != coupon.id:
            self.coupons.update(old.id, in_cart=False)
        self.coupons.update(coupon.id, in_cart=True)
        return self.get_cart()

    @operation("write")
    def remove_coupon(self, code: str) -> Json:
        """Take the coupon off the cart; it can be applied again.

        Args:
            code: Its code.
        """
        coupon = self._coupon(code)
        if not coupon.in_cart:
            raise Conflict(f"coupon {coupon.id} is not applied to the cart")
        self.coupons.update(coupon.id, in_cart=False)
        return self.get_cart()

    def empty_cart(self) -> None:
        """Take everything out of the cart."""
        for line in list(self.cart):
            self.cart.remove(line.id)
        coupon = self.cart_coupon()
        if coupon is not None:
            self.coupons.update(coupon.id, in_cart=False)

    def expire_coupon(self, coupon: Coupon) -> None:
        """A coupon's time is over; a cart that has it keeps it, and says that it does not work."""
        self.coupons.update(coupon.id, status="expired")

    def _coupon(self, code: str) -> Coupon:
        key = code.strip().upper()
        if key not in self.coupons:
            raise NotFound(f"there is no coupon {key!r}", code=key)
        return self.coupons.get(key)

    def _put(self, sku: str, quantity: int) -> Json:
        pick = self.pick(self.skus.get(sku), quantity)
        if pick.problem:
            raise Unavailable(f"{pick.product.name}: {pick.problem}", sku=sku, stock=pick.sku.stock)
        if sku in self.cart:
            self.cart.update(sku, quantity=self._at_most(quantity))
            return self.get_cart()
        if len(self.cart) >= _MOST_LINES:
            raise Conflict(f"the cart is full: at most {_MOST_LINES} variants")
        first = next((self.skus.get(line.id).price for line in self.cart if line.id in self.skus), pick.price)
        if first.currency != pick.price.currency:
            raise Conflict(
                f"the cart holds prices in {first.currency}, this one is in {pick.price.currency}; order them apart"
            )
        line = CartLine(id=sku, quantity=self._at_most(quantity), price_when_added=pick.price, added_at=self.clock.now)
        self.cart.add(line)
        return self.get_cart()

    def _at_most(self, quantity: int) -> int:
        if quantity > 99:
            raise Conflict("at most 99 pieces of a variant fit into the cart")
        return quantity

    def _line(self, pick: Pick) -> Json:
        return {
            **shown(pick),
            "price_when_added": self.cart.get(pick.sku.id).price_when_added,
            "problem": pick.problem,
        }
