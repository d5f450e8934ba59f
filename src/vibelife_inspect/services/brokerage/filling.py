"""How the exchange works orders: when they are looked at, filled, or ended."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from vibelife_inspect.errors import Invalid, OperationError
from vibelife_inspect.money import Money
from vibelife_inspect.services.brokerage.base import BROKER, MOST, BrokerageBase
from vibelife_inspect.services.brokerage.market import Instrument
from vibelife_inspect.services.brokerage.records import Account, Holding, Movement, Order, share
from vibelife_inspect.world import ME, Json, Letter

_GTC = timedelta(days=90)
_CUSHION_BP = 500


@dataclass(frozen=True, slots=True)
class Deal:
    """A fill worked out, in the account's currency but for the price."""

    price: Money
    gross: Money
    fee: Money
    total: Money
    """What a purchase costs, or a sale brings."""

    @property
    def shown(self) -> Json:
        """As the preview says it."""
        return {"price": self.price, "value": self.gross, "fee": self.fee, "total": self.total}


class Filling(BrokerageBase):
    """Due actions of orders, and what they are made of."""

    def work_order(self, order: Order) -> None:
        """The time has come to look at an open order."""
        self.work(order)

    def work(self, order: Order) -> Order:
        """Fill what can be filled now; end what is over; else plan the next look."""
        instrument = self.instruments.get(order.symbol)
        if instrument.status == "delisted":
            return self.refuse(order, f"{instrument.id} was delisted")
        if order.wakes_at is None:
            order = self._adopt(order, instrument)
        if not order.is_open:
            return order
        if self.accounts.get(order.account).status == "active" and self.meets(order, instrument, self.clock.now):
            order = self._fill(order, instrument)
        if not order.is_open:
            return order
        ends = order.expires_at or self.clock.now
        if ends <= self.clock.now:
            order = self.end(order, "expired", "not filled in time")
            self.tell(
                order.owner, f"order:{order.id}", "Order expired", f"{order.id} was not filled in time.", order.id
            )
            return order
        return self.orders.update(order.id, wakes_at=min(ends, self._next_try(order, instrument)))

    def meets(self, order: Order, instrument: Instrument, moment: datetime) -> bool:
        """Whether the order would be filled at that instant."""
        if instrument.status != "listed" or not instrument.is_open(moment):
            return False
        price = self.side_price(instrument, order.side, moment)
        buys = order.side == "buy"
        if order.limit_price is not None:
            return price <= order.limit_price if buys else price >= order.limit_price
        if order.stop_price is not None and not order.triggered:
            return price >= order.stop_price if buys else price <= order.stop_price
        return True

    def ends_at(self, order: Order, instrument: Instrument) -> datetime:
        """When an order expires: with its session, or after 90 days."""
        if order.time_in_force == "gtc":
            return order.placed_at + _GTC
        return instrument.next_ticks(self.clock.now)[-1].astimezone(self.clock.home)

    def deal(self, account: Account, instrument: Instrument, order: Order, quantity: int) -> Deal:
        """A fill of that size at the present price."""
        return self._deal(account, instrument, order, quantity, self.side_price(instrument, order.side))

    def need(self, account: Account, instrument: Instrument, order: Order) -> Money:
        """Cash to reserve for the rest of a purchase: at its limit, or 5% above what the price is or must reach."""
        if order.amount is not None:
            return order.amount
        price = order.limit_price
        if price is None:
            start = order.stop_price or self.side_price(instrument, "buy")
            price = Money(minor=start.minor + share(start.minor, _CUSHION_BP), currency=start.currency)
        return self._deal(account, instrument, order, order.left, price).total

    def affordable(self, account: Account, instrument: Instrument, amount: Money) -> int:
        """Thousandths of a fund unit that an amount buys, fees included.

        Raises:
            Invalid: It buys nothing.
        """
        fee = account.fee(amount, instrument.entry_fee_bp, foreign=account.currency != instrument.currency, first=True)
        rest = self.exchange(max(amount - fee, amount.zero()), instrument.currency)
        quantity = min(rest.minor * instrument.scale // self.side_price(instrument, "buy").minor, 10**9)
        if quantity == 0:
            raise Invalid(f"order.amount: {amount} buys nothing of {instrument.id} after fees of {fee}")
        return quantity

    def end(self, order: Order, status: Literal["expired", "cancelled", "rejected"], reason: str) -> Order:
        """Close what is open of an order; what it reserved is free again."""
        order = self.orders.update(
            order.id, status=status, reason=reason, reserved=None, wakes_at=None, ended_at=self.clock.now
        )
        if order.filled_quantity:
            self._confirm(order, self.instruments.get(order.symbol))
        return order

    def refuse(self, order: Order, reason: str) -> Order:
        """The exchange does not fill an order."""
        order = self.end(order, "rejected" if order.status == "placed" else "cancelled", reason)
        self.tell(order.owner, f"order:{order.id}", f"Order {order.status}", f"{order.id}: {reason}.", order.id)
        return order

    def settle(self, movement: Movement) -> None:
        """A trade settles."""
        self.movements.update(movement.id, status="settled")

    def _adopt(self, order: Order, instrument: Instrument) -> Order:
        """Work out what a new order or a seed leaves open: its end, and what it reserves."""
        account, reserved = self.accounts.get(order.account), order.reserved
        try:
            if order.side == "buy" and reserved is None:
                reserved = self.need(account, instrument, order)
        except OperationError as error:
            return self.refuse(order, error.message)
        ends = order.expires_at or self.ends_at(order, instrument)
        return self.orders.update(order.id, expires_at=ends, reserved=reserved)

    def _next_try(self, order: Order, instrument: Instrument) -> datetime:
        """The next instant at which its price is met, at most the end of a session."""
        ticks = instrument.next_ticks(self.clock.now)
        return next((tick for tick in ticks if self.meets(order, instrument, tick)), ticks[-1])

    def _deal(self, account: Account, instrument: Instrument, order: Order, quantity: int, price: Money) -> Deal:
        gross = self.worth(instrument, quantity, price, account.currency)
        entry = instrument.entry_fee_bp if order.side == "buy" else 0
        foreign = account.currency != instrument.currency
        fee = account.fee(gross, entry, foreign=foreign, first=not order.filled_quantity)
        if order.side == "buy":
            return Deal(price, gross, fee, gross + fee)
        fee = min(fee, gross)
        return Deal(price, gross, fee, gross - fee)

    def _fill(self, order: Order, instrument: Instrument) -> Order:
        """Trade what the market takes now; a faulty order is refused instead."""
        account = self.accounts.get(order.account)
        try:
            if order.amount is not None:
                order = self.orders.update(order.id, quantity=self.affordable(account, instrument, order.amount))
            quantity = order.left if order.amount else min(order.left, instrument.depth or order.left)
            deal = self.deal(account, instrument, order, quantity)
        except OperationError as error:
            return self.refuse(order, error.message)
        if fault := self._fault(order, account, quantity, deal):
            return self.refuse(order, fault)
        self._trade(order, instrument, quantity, deal)
        return self._note_fill(order, account, instrument, quantity, deal)

    def _fault(self, order: Order, account: Account, quantity: int, deal: Deal) -> str:
        """Why a fill is impossible; empty when it is not."""
        if order.side == "sell":
            if quantity > self.held(account.id, order.symbol):
                return f"the account holds too little of {order.symbol}"
            return "" if account.cash.minor + deal.total.minor <= MOST else "the account cannot hold more cash"
        room = account.cash - self.reserved(account) + (order.reserved or deal.total.zero())
        return "" if deal.total <= room else f"{deal.total} is needed, and the account has too little cash"

    def _trade(self, order: Order, instrument: Instrument, quantity: int, deal: Deal) -> None:
        id = f"{order.account}/{order.symbol}"
        known = self.holdings.get(id) if id in self.holdings else None
        sign, realised = (1, None) if order.side == "buy" else (-1, deal.total)
        if known is None:
            fields = {"id": id, "owner": order.owner, "account": order.account, "symbol": order.symbol}
            self.holdings.add(Holding.model_validate({**fields, "quantity": quantity, "cost": deal.total}))
        elif order.side == "buy":
            self.holdings.update(id, quantity=known.quantity + quantity, cost=known.cost + deal.total)
        else:
            part = Money(minor=known.cost.minor * quantity // known.quantity, currency=known.cost.currency)
            realised = deal.total - part
            if quantity == known.quantity:
                self.holdings.remove(id)
            else:
                self.holdings.update(id, quantity=known.quantity - quantity, cost=known.cost - part)
        self.book(
            order.account, deal.total * -sign, order.side,
            symbol=order.symbol, quantity=quantity * sign, price=deal.price, fee=deal.fee, realised=realised,
            ref=order.id, status="unsettled", settles_at=instrument.settles_at(self.clock.now),
        )  # fmt: skip

    def _note_fill(self, order: Order, account: Account, instrument: Instrument, quantity: int, deal: Deal) -> Order:
        done = quantity == order.left
        filled = order.model_copy(update={"filled_quantity": order.filled_quantity + quantity})
        reserved = None if done or order.side == "sell" else self.need(account, instrument, filled)
        order = self.orders.update(
            order.id,
            status="filled" if done else "partly_filled",
            filled_quantity=filled.filled_quantity,
            value=deal.gross if order.value is None else order.value + deal.gross,
            fees=deal.fee if order.fees is None else order.fees + deal.fee,
            reserved=reserved,
            triggered=order.kind == "stop",
            wakes_at=None if done else order.wakes_at,
            ended_at=self.clock.now if done else None,
        )
        if done:
            self._confirm(order, instrument)
        return order

    def _confirm(self, order: Order, instrument: Instrument) -> None:
        """The contract note of a filled order."""
        verb = "bought" if order.side == "buy" else "sold"
        text = (
            f"{verb} {self.quantity_text(instrument, order.filled_quantity)} of {instrument.name} ({instrument.id})"
            f" for {order.value}, fees {order.fees}"
        )
        self.tell(order.owner, f"order:{order.id}", "Order filled", f"{order.id}: {text}.", order.id)
        if order.owner == ME:
            facts = f"Order {order.id}, account {order.account}."
            body = f"Dear {self.setting.persona.name},\n\nwe {text}.\n{facts}\n\n{BROKER}"
            self.ports.mail(
                Letter(
                    sender="contracts@halden-brokerage.example",
                    sender_name=BROKER,
                    subject=f"Contract note {order.id}: {verb} {instrument.id}",
                    body=body,
                )
            )
