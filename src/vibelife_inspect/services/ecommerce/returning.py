"""Sending things back."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.ecommerce.base import EcommerceBase
from vibelife_inspect.services.ecommerce.records import Order, OrderLine, Return, ReturnStatus
from vibelife_inspect.services.ecommerce.sums import refund_share
from vibelife_inspect.world import ME, Blankable, Json, Limit, operation, page


class Returning(EcommerceBase):
    """Returns and refunds."""

    @operation("commit")
    def request_return(
        self,
        order_id: str,
        line: Annotated[int, Field(ge=1, le=99)],
        reason: Literal["no_longer_wanted", "wrong_item", "damaged", "not_as_described", "late", "other"],
        quantity: Annotated[int, Field(ge=1, le=99)] = 1,
        text: Annotated[Blankable, Field(max_length=2000)] = "",
    ) -> Json:
        """Ask to send back pieces of one line of a delivered order, and get back what was paid for them.

        The seller approves or rejects it; then a courier fetches the pieces free of charge, and the money comes after
        they were received. Shipping is not paid back.

        Args:
            order_id: Id of the order.
            line: Number of the line, from get_order.
            reason: Why.
            quantity: How many pieces.
            text: More for the seller.
        """
        order = self.mine(order_id)
        row = next((row for row in order.lines if row.line == line), None)
        if row is None:
            raise Invalid(f"line: order {order_id!r} has the lines {', '.join(str(row.line) for row in order.lines)}")
        self._in_time(order, row)
        amount = self._worth(order, row, quantity)
        wait = self.sellers.get(order.seller_id).decides_after if order.seller_id in self.sellers else None
        request = Return(
            id=self.new_id("RET"),
            order_id=order.id,
            line=line,
            sku=row.sku,
            quantity=quantity,
            reason=reason,
            text=text,
            amount=amount,
            requested_at=self.clock.now,
            decide_at=None if wait is None else self.clock.after(wait),
        )
        return self.returns.add(request).shown

    @operation("read")
    def list_returns(
        self,
        status: ReturnStatus | None = None,
        order_id: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's returns, newest first, each in full.

        Args:
            status: Only returns with this status.
            order_id: Only returns of this order.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        asked = self.returns.find(owner=ME) if order_id is None else self.returns.find(order_id=order_id)
        rows = [row for row in asked if row.owner == ME and status in (None, row.status)]
        rows.sort(key=lambda row: row.id)
        rows.sort(key=lambda row: row.requested_at, reverse=True)
        return page(rows, limit, cursor, lambda row: row.shown)

    @operation("commit")
    def withdraw_return(self, return_id: str) -> Json:
        """Take a return back before the seller has received the pieces; they are kept and paid.

        Args:
            return_id: Id of the return.
        """
        request = self.returns.get(return_id)
        self.own(request, "return")
        if request.status == "withdrawn":
            raise Conflict(f"return {return_id!r} is already withdrawn", status=request.status)
        return self.returns.update(return_id, status="withdrawn").shown

    def approve_return(self, request: Return) -> None:
        """The seller agrees, and sends a courier."""
        self.approve(request, "")

    def approve(self, request: Return, answer: str) -> Return:
        """Approve a return in the seller's words."""
        request = self.returns.update(request.id, status="approved", approved_at=self.clock.now, answer=answer)
        self._write(request, "is approved", f"a courier fetches it; then we pay back {request.amount}.", answer)
        return request

    def reject(self, request: Return, answer: str) -> Return:
        """Reject a return in the seller's words."""
        request = self.returns.update(request.id, status="rejected", answer=answer)
        self._write(request, "is rejected", "we cannot take it back.", answer)
        return request

    def receive_return(self, request: Return) -> None:
        """The pieces are back with the seller."""
        self.returns.update(request.id, status="received", received_at=self.clock.now)
        if request.reason != "damaged":
            self.stock_up(request.sku, request.quantity)

    def refund_return(self, request: Return) -> None:
        """The seller pays back."""
        self.refund(request)

    def refund(self, request: Return) -> Return:
        """Pay back a received return."""
        order = self.orders.get(request.order_id)
        note = self.give_back(order, request.amount, f"return {request.id} of order")
        request = self.returns.update(request.id, status="refunded", refunded_at=self.clock.now)
        back = sum(row.quantity for row in self.returns.find(order_id=order.id) if row.status == "refunded")
        status = "returned" if back == order.quantity else "partly_returned"
        self.tell(
            self.orders.update(order.id, status=status, refunded=order.refunded + request.amount),
            f"{request.amount} was paid back.",
        )
        self._write(request, "is paid back", note or f"{request.amount} is on its way to you.", request.answer)
        return request

    def _in_time(self, order: Order, line: OrderLine) -> None:
        self.with_status(order, "delivered", "completed", "partly_returned")
        until = order.return_until(line)
        if line.return_days == 0:
            raise Refused(f"{line.name} cannot be sent back")
        if until is None or self.clock.now > until:
            raise Expired(f"line {line.line} could be sent back until {until}", return_until=str(until))

    def _worth(self, order: Order, line: OrderLine, quantity: int) -> Money:
        claims = [row for row in self.returns.find(order_id=order.id) if row.line == line.line and row.alive]
        claimed = sum(row.quantity for row in claims)
        if claimed + quantity > line.quantity:
            raise Conflict(
                f"line {line.line} has {line.quantity} pieces, of which {claimed} are sent back already",
                left=line.quantity - claimed,
            )
        given = sum(row.amount.minor for row in claims)
        return Money(
            minor=refund_share(line.paid.minor, line.quantity, claimed, given, quantity), currency=line.paid.currency
        )

    def _write(self, request: Return, what: str, *lines: str) -> None:
        order = self.orders.get(request.order_id)
        if order.owner == ME and order.seller_id in self.sellers:
            self.write(order.seller_id, f"Your return {request.id} {what}", *(line for line in lines if line))
