"""What all parts of the broker share: tables, prices, room, and the one door through which cash moves."""

from datetime import datetime
from typing import Any

from vibelife_inspect.errors import Conflict, InsufficientFunds, Invalid, NotFound, OperationError, Refused
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.brokerage.background import BrokerageBackground
from vibelife_inspect.services.brokerage.market import INSTRUMENT_STATES, Instrument
from vibelife_inspect.services.brokerage.records import (
    ACCOUNT_STATES,
    ALERT_STATES,
    DIVIDEND_STATES,
    MOVEMENT_STATES,
    ORDER_STATES,
    Account,
    Alert,
    Dividend,
    Holding,
    Movement,
    MovementKind,
    Order,
    Side,
    Watch,
    alert_due,
    dividend_due,
    movement_due,
    order_due,
)
from vibelife_inspect.world import ME, Json, Notice, Service, Table

MOST = 10**12
"""No amount or balance goes beyond this many minor units."""

BROKER = "Halden Brokerage"
"""How the broker is called in ledgers and letters."""


class BrokerageBase(Service):
    """Tables and helpers of the broker."""

    name = "brokerage"
    summary = "Brokerage accounts: portfolio, instruments, quotes, orders, cash, watchlist and price alerts."
    Background = BrokerageBackground

    accounts = Table(Account, "account", index=("owner",), states=ACCOUNT_STATES)
    instruments = Table(Instrument, "instrument", index=("kind",), states=INSTRUMENT_STATES)
    holdings = Table(Holding, "holding", index=("account", "symbol"))
    orders = Table(Order, "order", index=("open_account", "open_symbol", "account"), states=ORDER_STATES, due=order_due)
    movements = Table(
        Movement,
        "movement",
        index=("unsettled_account", "ref", "account"),
        states=MOVEMENT_STATES,
        due=movement_due,
    )
    dividends = Table(Dividend, "dividend", index=("symbol",), states=DIVIDEND_STATES, due=dividend_due)
    alerts = Table(Alert, "price alert", index=("set_symbol", "owner"), states=ALERT_STATES, due=alert_due)
    watchlist = Table(Watch, "watchlist entry")

    def own_account(self, account_id: str) -> Account:
        """An account of the persona."""
        account = self.accounts.get(account_id)
        self.own(account, "account")
        return account

    def active_account(self, account_id: str) -> Account:
        """An account of the persona that is not blocked.

        Raises:
            Refused: It is blocked or somebody else's.
        """
        account = self.own_account(account_id)
        if account.status != "active":
            raise Refused(f"account {account_id!r} is blocked: {account.blocked_reason}", status=account.status)
        return account

    def chosen(self, account_id: str | None) -> list[Account]:
        """The named account of the persona, or all of them."""
        return self.accounts.find(owner=ME) if account_id is None else [self.own_account(account_id)]

    def instrument(self, symbol: str) -> Instrument:
        """An instrument by its symbol.

        Raises:
            NotFound: There is none; the message says how to find one.
        """
        if symbol not in self.instruments:
            raise NotFound(f"there is no instrument {symbol!r}; search_instruments finds symbols", id=symbol)
        return self.instruments.get(symbol)

    def price(self, instrument: Instrument, moment: datetime | None = None) -> Money:
        """The price at an instant, now if not given."""
        minor = instrument.price_at(moment or self.clock.now, self.setting.start, self.setting.seed)
        return Money(minor=minor, currency=instrument.currency)

    def side_price(self, instrument: Instrument, side: Side, moment: datetime | None = None) -> Money:
        """What a buyer pays (the ask) or a seller gets (the bid)."""
        middle = self.price(instrument, moment).minor
        half = middle * instrument.spread_bp
        minor = middle + -(-half // 20_000) if side == "buy" else max(1, middle - -(-half // 20_000))
        return Money(minor=minor, currency=instrument.currency)

    def worth(self, instrument: Instrument, quantity: int, price: Money, currency: str) -> Money:
        """The value of a quantity at a price, in a currency.

        Raises:
            Invalid: It is too large, or there is no rate.
        """
        minor = (2 * price.minor * quantity + instrument.scale) // (2 * instrument.scale)
        if minor > MOST:
            raise Invalid(f"quantity: {quantity} of {instrument.id} is worth more than anybody can pay")
        return self.exchange(Money(minor=minor, currency=instrument.currency), currency)

    def exchange(self, amount: Money, currency: str) -> Money:
        """An amount in another currency; Invalid when there is no rate or it cannot be held."""
        try:
            result = self.world.rates.convert(amount, currency)
        except (KeyError, ValueError):
            raise Invalid(f"there is no exchange rate from {amount.currency} to {currency} for {amount}") from None
        if abs(result.minor) > MOST:
            raise Invalid(f"{amount} is too large an amount of {currency}")
        return result

    def reserved(self, account: Account) -> Money:
        """Cash that open purchases keep back."""
        orders = self.orders.find(open_account=account.id)
        return total((order.reserved for order in orders if order.reserved is not None), account.currency)

    def free_cash(self, account: Account) -> Money:
        """Cash that can be invested."""
        return max(account.cash - self.reserved(account), account.cash.zero())

    def unsettled(self, account: Account) -> Money:
        """Proceeds of sales that have not settled."""
        rows = self.movements.find(unsettled_account=account.id)
        return total((row.amount for row in rows if row.amount.minor > 0), account.currency)

    def withdrawable(self, account: Account) -> Money:
        """Cash that can leave the account."""
        return max(account.cash - self.reserved(account) - self.unsettled(account), account.cash.zero())

    def short(self, account: Account, needed: Money, room: Money) -> InsufficientFunds:
        """The error when an account has too little free cash."""
        return InsufficientFunds(
            f"account {account.id!r} has {room} free, {needed} is needed", free=str(room), needed=str(needed)
        )

    def held(self, account_id: str, symbol: str) -> int:
        """How much of an instrument lies in an account."""
        id = f"{account_id}/{symbol}"
        return self.holdings.get(id).quantity if id in self.holdings else 0

    def free_quantity(self, account_id: str, symbol: str) -> int:
        """How much of it is not for sale already."""
        orders = self.orders.find(open_account=account_id)
        promised = sum(order.left for order in orders if order.symbol == symbol and order.side == "sell")
        return max(0, self.held(account_id, symbol) - promised)

    def book(self, account_id: str, amount: Money, kind: MovementKind, **fields: Any) -> Movement:
        """Move the cash and write the ledger row; nothing else touches the cash of an account.

        Args:
            account_id: Id of the account.
            amount: In its currency; negative when cash leaves.
            kind: Why it moves.
            **fields: Further fields of the row.
        """
        account = self.accounts.get(account_id)
        cash = account.cash + amount
        if not 0 <= cash.minor <= MOST:
            raise Conflict(f"account {account_id!r} cannot hold {cash}")
        self.accounts.update(account_id, cash=cash)
        row = {"id": self.new_id("MOV"), "owner": account.owner, "account": account_id, "kind": kind, "amount": amount}
        return self.movements.add(Movement.model_validate({**row, "booked_at": self.clock.now, **fields}))

    def tell(self, owner: str, topic: str, title: str, text: str, ref: str) -> None:
        """A status change, for whoever watches the topic."""
        if owner == ME:
            self.ports.notify(Notice(source=self.name, topic=topic, title=title, text=text, ref=ref))

    def attempt(self, account_id: str, amount: Money, kind: MovementKind, **fields: Any) -> Movement | None:
        """Book what nobody can be told about when it fails: None when the account cannot hold it."""
        try:
            with self.world.transaction():
                return self.book(
                    account_id, self.exchange(amount, self.accounts.get(account_id).currency), kind, **fields
                )
        except OperationError:
            return None

    def quantity_text(self, instrument: Instrument, quantity: int) -> str:
        """A quantity for people, such as `12.345 units`."""
        if instrument.scale == 1:
            return (
                f"{quantity} {'share' if quantity == 1 else 'shares'}" if instrument.kind != "bond" else f"{quantity}"
            )
        return f"{quantity // 1000}.{quantity % 1000:03d} units"

    def session_note(self, instrument: Instrument) -> Json:
        """Whether orders are filled now, and when they are next."""
        now = self.clock.now
        if instrument.status != "listed":
            return {"market_open": False, "next_fill_at": None}
        if instrument.is_open(now):
            return {"market_open": True, "next_fill_at": now}
        return {"market_open": False, "next_fill_at": instrument.next_ticks(now)[0].astimezone(self.clock.home)}
