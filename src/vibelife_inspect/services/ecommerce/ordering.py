"""Orders: reading and cancelling them, and what happens to them on their way."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict
from vibelife_inspect.services.ecommerce.base import EcommerceBase
from vibelife_inspect.services.ecommerce.records import Order, OrderLine, OrderStatus
from vibelife_inspect.text import found
from vibelife_inspect.world import ME, Json, Limit, ShipmentStatus, operation, page

_MOVING: tuple[ShipmentStatus, ...] = ("picked_up", "in_transit", "out_for_delivery", "delivered", "returned")


class Ordering(EcommerceBase):
    """Placed orders."""

    @operation("read")
    def list_orders(
        self,
        statuses: Annotated[list[OrderStatus], Field(min_length=1, max_length=8)] | None = None,
        query: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's orders, newest first.

        Args:
            statuses: Only orders in one of these states.
            query: Words in order id, names of what was ordered or name of the seller, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            order
            for order in self.orders.find(owner=ME)
            if (statuses is None or order.status in statuses)
            and (query is None or found(query, order.id, self._seller(order), *(line.name for line in order.lines)))
        ]
        rows.sort(key=lambda order: order.id)
        rows.sort(key=lambda order: order.placed_at, reverse=True)
        return page(rows, limit, cursor, lambda order: order.row)

    @operation("read")
    def get_order(self, order_id: str) -> Json:
        """Show one order in full: lines with their time for returns, payment, returns, and where the parcel is.

        With a `shipment_id`, the delivery service tracks the parcel under that number.

        Args:
            order_id: Id of the order.
        """
        order = self.mine(order_id)
        hidden = {"id", "owner", "lines", "charge", "arrives_at"}
        requests = [row.shown for row in self.returns.find(order_id=order.id)]
        return {
            "order_id": order.id,
            **{field: value for field, value in order if field not in hidden},
            "seller": self._seller(order),
            "lines": [self._line_of(order, line) for line in order.lines],
            "expected_on": order.arrives_at.date() if order.arrives_at is not None else None,
            "transaction_id": order.charge.id if order.charge is not None else None,
            "can_be_cancelled": order.status == "paid",
            "returns": requests,
        }

    @operation("commit")
    def cancel_order(self, order_id: str, reason: str | None = None) -> Json:
        """Cancel an order that the carrier has not fetched yet; everything that was paid comes back at once.

        Later, wait for it and request a return. A coupon that was used is lost.

        Args:
            order_id: Id of the order.
            reason: Why, for the seller.
        """
        order = self.mine(order_id)
        self.with_status(order, "paid")
        if order.shipment_id is not None and not self.ports.stop_shipment(order.shipment_id):
            raise Conflict(f"the parcel of order {order_id!r} is already on its way; request a return once it is there")
        order, note = self.call_off(order, "customer", reason or "", restock=True)
        self.write(order.seller_id, f"Order {order.id} is cancelled", f"we cancelled it; {order.refunded} comes back.")
        return {**order.row, "notes": [note] if note else []}

    def shipment_moved(self, ref: str, status: ShipmentStatus) -> None:
        """A carrier tells where the parcel of an order is."""
        if ref not in self.orders or status not in _MOVING:
            return
        if self.orders.get(ref).status == "paid":
            self.ship_order(self.orders.get(ref))
        order = self.orders.get(ref)
        if order.status == "shipped" and status == "delivered":
            self.arrive_order(order)
        if order.status == "shipped" and status == "returned":
            self._come_back(order)

    def ship_order(self, order: Order) -> None:
        """The carrier fetches the parcel."""
        self.tell(self.orders.update(order.id, status="shipped", shipped_at=self.clock.now), "It is on its way.")

    def arrive_order(self, order: Order) -> None:
        """The parcel arrives; the time for returns begins."""
        self.tell(self.orders.update(order.id, status="delivered", delivered_at=self.clock.now), "It has arrived.")

    def complete_order(self, order: Order) -> None:
        """The time for returns is over."""
        self.orders.update(order.id, status="completed")

    def call_off(self, order: Order, by: str, reason: str, *, restock: bool) -> tuple[Order, str]:
        """Cancel an order and pay back what is left of it; the order then, and what the port noted."""
        left = order.total - order.refunded
        note = self.give_back(order, left, "cancelled order")
        if restock:
            self._restock(order)
        fields = {"cancelled_at": self.clock.now, "cancelled_by": by, "cancel_reason": reason, "refunded": order.total}
        order = self.orders.update(order.id, status="cancelled", **fields)
        self.tell(order, reason or "It was cancelled.")
        return order, note

    def _come_back(self, order: Order) -> None:
        """A parcel that could not be delivered is back with the seller, who pays everything back."""
        self.give_back(order, order.total - order.refunded, "undelivered order")
        self._restock(order)
        fields = {"cancelled_at": self.clock.now, "cancelled_by": "carrier", "refunded": order.total}
        order = self.orders.update(order.id, status="returned", cancel_reason="not deliverable", **fields)
        text = f"the parcel could not be delivered and came back to us; we pay back {order.total}."
        self.write(order.seller_id, f"Order {order.id} came back", text)
        self.tell(order, "It could not be delivered.")

    def _restock(self, order: Order) -> None:
        for line in order.lines:
            self.stock_up(line.sku, line.quantity)

    def _seller(self, order: Order) -> str:
        return self.sellers.get(order.seller_id).name if order.seller_id in self.sellers else order.seller_id

    def _line_of(self, order: Order, line: OrderLine) -> Json:
        claimed = sum(r.quantity for r in self.returns.find(order_id=order.id) if r.line == line.line and r.alive)
        return {**dict(line), "claimed": claimed, "return_until": order.return_until(line)}
