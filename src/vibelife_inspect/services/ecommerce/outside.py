"""What sellers and other customers do; the bundle's timeline calls it."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.ecommerce.catalogue import MOST, Sku
from vibelife_inspect.services.ecommerce.ordering import Ordering
from vibelife_inspect.services.ecommerce.returning import Returning
from vibelife_inspect.world import ME, Json, operation


class Outside(Ordering, Returning):
    """Outside operations."""

    @operation("outside")
    def change_price(self, sku: str, price: Money) -> Json:
        """A seller changes the usual price of a variant; watches that it meets ring, placed orders keep theirs.

        Args:
            sku: Id of the variant.
            price: New usual price of one.
        """
        self._priced(sku, price, "price")
        after = self.skus.update(sku, price=price)
        self.price_moved(after)
        return dict(after)

    @operation("outside")
    def start_deal(self, sku: str, price: Money, until: Instant | None = None, begins: Instant | None = None) -> Json:
        """A seller starts or plans a deal for a variant, in place of the one before.

        Args:
            sku: Id of the variant.
            price: Price of one while it runs.
            until: When it ends; when somebody ends it when not given.
            begins: When it begins; now when not given.
        """
        self._priced(sku, price, "price")
        now = self.clock.now
        if begins is not None and begins <= now:
            raise Invalid(f"begins: must lie after {now.isoformat()}; leave it out for now")
        if until is not None and until <= (begins or now):
            raise Invalid("until: must lie after the beginning")
        after = self.skus.update(sku, deal_price=price, deal_from=begins, deal_until=until)
        if begins is None:
            self.price_moved(after)
        return dict(after)

    @operation("outside")
    def set_stock(self, sku: str, stock: Annotated[int, Field(ge=0, le=100_000)]) -> Json:
        """Other customers buy, or a delivery comes in: how many pieces of a variant are left.

        Args:
            sku: Id of the variant.
            stock: Pieces left.
        """
        self.stock_up(sku, stock - self.skus.get(sku).stock)
        return dict(self.skus.get(sku))

    @operation("outside")
    def withdraw_product(self, product_id: str) -> Json:
        """A seller sells a product no longer; placed orders stay.

        Args:
            product_id: Id of the product.
        """
        if self.products.get(product_id).status == "withdrawn":
            raise Conflict(f"product {product_id!r} is already withdrawn", status="withdrawn")
        return dict(self.products.update(product_id, status="withdrawn"))

    @operation("outside")
    def decide_return(self, return_id: str, approve: bool, answer: str) -> Json:
        """A seller decides a requested return, or settles one at once whose pieces were received.

        Args:
            return_id: Id of the return.
            approve: Whether it is approved; a received one is then paid back.
            answer: The seller's words.
        """
        request = self.returns.get(return_id)
        if request.status not in ("requested", "received"):
            raise Conflict(f"return {return_id!r} is {request.status}", status=request.status)
        if not approve:
            if request.status == "received" and request.reason != "damaged":
                self._take_back(request.sku, request.quantity)
            return dict(self.reject(request, answer))
        if request.status == "requested":
            return dict(self.approve(request, answer))
        return dict(self.refund(self.returns.update(return_id, answer=answer)))

    @operation("outside")
    def merchant_cancel_order(self, order_id: str, reason: str, tell: bool = True) -> Json:
        """A seller cancels an order that has not arrived, one that got lost too, and pays everything back.

        Args:
            order_id: Id of the order.
            reason: Why.
            tell: Whether the seller mails the customer.
        """
        order = self.orders.get(order_id)
        self.with_status(order, "placed", "paid", "shipped")
        if order.shipment_id is not None:
            self.ports.stop_shipment(order.shipment_id)
        order, note = self.call_off(order, "seller", reason, restock=order.status != "shipped")
        if tell and order.owner == ME:
            self.write(
                order.seller_id, f"We had to cancel order {order.id}", reason, note or f"{order.total} comes back."
            )
        return dict(order)

    @operation("outside")
    def answer_question(self, question_id: str, answer: str) -> Json:
        """A seller answers a question, in public and to a persona who asked by mail too.

        Args:
            question_id: Id of the question.
            answer: The seller's words.
        """
        question = self.questions.get(question_id)
        if question.status == "answered":
            raise Conflict(f"question {question_id!r} is already answered", status="answered")
        question = self.questions.update(question_id, status="answered", answer=answer, answered_at=self.clock.now)
        if question.owner == ME:
            product = self.products.get(question.product_id)
            self.write(product.seller_id, f"Your question about {product.name}", f"> {question.text}", "", answer)
        return dict(question)

    def begin_deal(self, sku: Sku) -> None:
        """A deal begins."""
        self.price_moved(self.skus.update(sku.id, deal_from=None))

    def end_deal(self, sku: Sku) -> None:
        """A deal is over."""
        self.price_moved(self.skus.update(sku.id, deal_price=None, deal_from=None, deal_until=None))

    def _take_back(self, sku: str, pieces: int) -> None:
        """Pieces of a return that is rejected after all leave the shelf again, as far as they are there."""
        if sku in self.skus:
            self.stock_up(sku, -min(pieces, self.skus.get(sku).stock))

    def _priced(self, sku: str, price: Money, argument: str) -> None:
        currency = self.skus.get(sku).price.currency
        if price.currency != currency or not 0 < price.minor <= MOST:
            raise Invalid(f"{argument}: must be positive, at most {MOST} minor units, and in {currency}")
