"""Orders: preview, placing, changing, cancelling."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.brokerage.filling import Filling
from vibelife_inspect.services.brokerage.market import Instrument
from vibelife_inspect.services.brokerage.records import Account, Order, OrderKind, OrderStatus, Side
from vibelife_inspect.world import Json, Limit, Part, operation, page

Symbol = Annotated[str, Field(min_length=1, max_length=40)]
"""Symbol of an instrument."""


class OrderRequest(Part):
    """What is to be bought or sold, and on which terms."""

    symbol: Symbol
    side: Side
    quantity: Annotated[int, Field(ge=1, le=10**9)] | None = None
    """Whole shares or bonds; for a fund thousandths of a unit (12345 is 12.345 units)."""
    amount: Money | None = None
    """Instead of quantity, for buying a fund: what the purchase may cost in all, in the account's currency."""
    kind: OrderKind = "market"
    """market: at the next price; limit: at limit_price or better; stop: a market order once stop_price is reached."""
    limit_price: Money | None = None
    """For a limit order, in the instrument's currency."""
    stop_price: Money | None = None
    """For a stop order, in the instrument's currency: a sale waits for the price to fall to it, a purchase to rise."""
    time_in_force: Literal["day", "gtc"] = "day"
    """day: until the end of the session; gtc: for 90 days."""


class Trading(Filling):
    """What the persona does with orders."""

    @operation("read")
    def preview_order(self, account_id: str, order: OrderRequest) -> Json:
        """Work out what an order would cost or bring at the present price, with fees. Places nothing.

        place_order refuses what this refuses. The price is the ask for a purchase and the bid for a sale; an order that
        waits is filled at the price of its time.

        Args:
            account_id: Account that buys or sells.
            order: The order.
        """
        account, instrument, draft = self._draft(account_id, order)
        return {
            **draft.pick("symbol", "side", "kind", "time_in_force", "quantity", "limit_price", "stop_price"),
            "quantity_text": self.quantity_text(instrument, draft.quantity),
            **self.deal(account, instrument, draft, draft.quantity).shown,
            "fills_now": self.meets(draft, instrument, self.clock.now),
            **self.session_note(instrument),
            "expires_at": draft.expires_at,
            "reserved_while_open": draft.reserved,
            "free_cash": self.free_cash(account),
            "free_quantity": self.free_quantity(account.id, instrument.id),
        }

    @operation("commit")
    def place_order(self, account_id: str, order: OrderRequest) -> Json:
        """Place an order. It is filled at once if the market is open and its price is met; else it waits.

        A waiting purchase reserves cash, a waiting sale reserves what it sells. Funds are filled once a day, at the
        price of their valuation. Trades settle two trading days later.

        Args:
            account_id: Account that buys or sells.
            order: The order.
        """
        draft = self._draft(account_id, order)[2]
        placed = self.orders.add(draft.model_copy(update={"id": self.new_id("ORD")}))
        return self._shown(self.work(placed))

    @operation("read")
    def list_orders(
        self,
        account_id: str | None = None,
        symbol: str | None = None,
        statuses: Annotated[list[OrderStatus], Field(min_length=1, max_length=6)] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List orders, newest first.

        Args:
            account_id: Only this account; all your accounts if not given.
            symbol: Only this instrument.
            statuses: Only orders in one of these states; open ones are placed and partly_filled.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            order
            for account in self.chosen(account_id)
            for order in self.orders.find(account=account.id)
            if symbol in (None, order.symbol) and (statuses is None or order.status in statuses)
        ]
        rows.sort(key=lambda order: (order.placed_at, order.id), reverse=True)
        return page(rows, limit, cursor, lambda order: order.row)

    @operation("read")
    def get_order(self, order_id: str) -> Json:
        """Show one order in full, with its fills, oldest first.

        Args:
            order_id: Id of the order.
        """
        order = self._mine(order_id)
        return self._shown(order)

    @operation("commit")
    def cancel_order(self, order_id: str) -> Json:
        """Cancel what is still open of an order; parts that were filled stay.

        Args:
            order_id: Id of the order.
        """
        order = self._open(order_id)
        order = self.end(order, "cancelled", "cancelled by the customer")
        return self._shown(order)

    @operation("commit")
    def change_limit(self, order_id: str, price: Money) -> Json:
        """Give an open limit or stop order another price; it is filled at once if that is met.

        Args:
            order_id: Id of the order.
            price: The new limit or stop price, in the instrument's currency.
        """
        order = self._open(order_id)
        account, instrument = self.active_account(order.account), self.instrument(order.symbol)
        if order.kind == "market":
            raise Invalid(f"order_id: {order_id!r} is a market order; it has no price to change")
        if order.triggered:
            raise Conflict(f"order {order_id!r} has reached its stop price and is being filled")
        field = "limit_price" if order.kind == "limit" else "stop_price"
        changed = order.model_copy(update={field: _in_range(price, instrument, "price")})
        if order.side == "buy":
            needed = self.need(account, instrument, changed)
            room = account.cash - self.reserved(account) + (order.reserved or needed.zero())
            if needed > room:
                raise self.short(account, needed, room)
            changed = changed.model_copy(update={"reserved": needed})
        order = self.orders.update(order_id, **{field: price, "reserved": changed.reserved})
        return self._shown(self.work(order))

    def _draft(self, account_id: str, request: OrderRequest) -> tuple[Account, Instrument, Order]:
        """A checked order that has no id yet."""
        account, instrument = self.active_account(account_id), self.instrument(request.symbol)
        if instrument.status != "listed":
            raise Unavailable(f"{instrument.id} is {instrument.status}; no orders are taken", status=instrument.status)
        _check_terms(request, account, instrument)
        draft = Order(
            id="draft",
            owner=account.owner,
            account=account.id,
            symbol=instrument.id,
            side=request.side,
            kind=request.kind,
            time_in_force=request.time_in_force,
            quantity=request.quantity or 1,
            amount=request.amount,
            limit_price=request.limit_price,
            stop_price=request.stop_price,
            placed_at=self.clock.now,
        )
        if draft.amount is not None:
            draft = draft.model_copy(update={"quantity": self.affordable(account, instrument, draft.amount)})
        draft = draft.model_copy(update={"expires_at": self.ends_at(draft, instrument)})
        if draft.side == "sell":
            free = self.free_quantity(account.id, instrument.id)
            if draft.quantity > free:
                raise Conflict(f"quantity: {free} of {instrument.id} can be sold, not {draft.quantity}", free=free)
            return account, instrument, draft
        cost = self.deal(account, instrument, draft, draft.quantity).total
        at_once = (
            self.meets(draft, instrument, self.clock.now) and (instrument.depth or draft.quantity) >= draft.quantity
        )
        reserve = self.need(account, instrument, draft)
        needed, room = cost if at_once else reserve, self.free_cash(account)
        if needed > room:
            raise self.short(account, needed, room)
        return account, instrument, draft.model_copy(update={"reserved": reserve})

    def _mine(self, order_id: str) -> Order:
        order = self.orders.get(order_id)
        self.own(order, "order")
        return order

    def _open(self, order_id: str) -> Order:
        order = self._mine(order_id)
        if not order.is_open:
            raise Conflict(f"order {order_id!r} is {order.status}; nothing of it is open", status=order.status)
        return order

    def _shown(self, order: Order) -> Json:
        hidden = {"owner", "wakes_at", "triggered"}
        fills = [row.pick("id", "booked_at", "quantity", "price", "fee", "amount", "settles_at") for row in
                 self.movements.find(ref=order.id)]  # fmt: skip
        return {
            **{field: value for field, value in order if field not in hidden},
            "fills": fills,
            "cash": self.accounts.get(order.account).cash,
        }


def _check_terms(request: OrderRequest, account: Account, instrument: Instrument) -> None:
    if (request.quantity is None) == (request.amount is None):
        raise Invalid("order: give exactly one of quantity and amount")
    if instrument.kind == "fund" and request.kind != "market":
        raise Invalid("order.kind: a fund is bought and sold at its next valuation; use market")
    if request.amount is not None:
        if instrument.kind != "fund" or request.side != "buy":
            raise Invalid("order.amount: only a fund can be bought by amount; give quantity")
        if request.amount.currency != account.currency or not 0 < request.amount.minor <= 10**12:
            raise Invalid(f"order.amount: must be positive and in {account.currency}")
    for kind, name in (("limit", "limit_price"), ("stop", "stop_price")):
        price: Money | None = getattr(request, name)
        if (price is not None) != (request.kind == kind):
            raise Invalid(f"order.{name}: is given for a {kind} order, and only there")
        if price is not None:
            _in_range(price, instrument, f"order.{name}")


def _in_range(price: Money, instrument: Instrument, name: str) -> Money:
    if price.currency != instrument.currency or not 0 < price.minor <= 10**9:
        raise Invalid(f"{name}: must be positive and in {instrument.currency}")
    return price
