"""What the market, issuers and the broker do, without the agent."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.brokerage.market import Instrument, PricePoint
from vibelife_inspect.services.brokerage.portfolio import Portfolio
from vibelife_inspect.services.brokerage.records import Dividend, Entitlement
from vibelife_inspect.services.brokerage.research import Research
from vibelife_inspect.services.brokerage.trading import Trading
from vibelife_inspect.world import Json, Notice, operation

Reason = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
"""Why, as the persona is told."""


class Outside(Trading, Research, Portfolio):
    """Outside operations, and dividends falling due."""

    @operation("outside")
    def set_price(self, symbol: str, price: Money) -> Json:
        """The price of an instrument jumps; orders and alerts that it meets go off at once.

        Args:
            symbol: Symbol of a listed instrument.
            price: The new price, in its currency.
        """
        instrument = self._listed(symbol)
        if price.currency != instrument.currency or not 0 < price.minor <= 10**9:
            raise Invalid(f"price: must be positive and in {instrument.currency}")
        return self._reprice(instrument, price)

    @operation("outside")
    def suspend_instrument(self, symbol: str) -> Json:
        """Trading in an instrument is suspended: nothing is filled and its price stands still. Nobody is told.

        Args:
            symbol: Symbol of a listed instrument.
        """
        instrument = self._listed(symbol)
        self.instruments.update(instrument.id, status="suspended", halted_at=self.clock.now)
        self._look_again(instrument.id)
        return dict(self.instruments.get(symbol))

    @operation("outside")
    def resume_instrument(self, symbol: str) -> Json:
        """Trading goes on, from the price at which it stopped.

        Args:
            symbol: Symbol of a suspended instrument.
        """
        instrument = self.instrument(symbol)
        if instrument.status != "suspended":
            raise Conflict(f"{symbol} is {instrument.status}, not suspended", status=instrument.status)
        price = self.price(instrument)
        return self._reprice(self.instruments.update(symbol, status="listed", halted_at=None), price)

    @operation("outside")
    def delist_instrument(self, symbol: str) -> Json:
        """An instrument is no longer traded: open orders are rejected, holdings keep their last price.

        Args:
            symbol: Symbol of the instrument.
        """
        instrument = self.instrument(symbol)
        if instrument.status == "delisted":
            raise Conflict(f"{symbol} is delisted already", status="delisted")
        halted = instrument.halted_at or self.clock.now
        self.instruments.update(symbol, status="delisted", halted_at=halted)
        self._look_again(symbol)
        return dict(self.instruments.get(symbol))

    @operation("outside")
    def pay_dividend(self, symbol: str, per_unit: Money) -> Json:
        """An issuer pays a dividend, coupon or distribution now to everybody who holds the instrument.

        Args:
            symbol: Symbol of the instrument.
            per_unit: For each share, bond or fund unit.
        """
        self.instrument(symbol)
        if not 0 < per_unit.minor <= 10**9:
            raise Invalid("per_unit: must be positive")
        now = self.clock.now
        row = Dividend(id=self.new_id("DIV"), symbol=symbol, per_unit=per_unit, ex_at=now, pays_at=now)
        self.go_ex(self.dividends.add(row))
        self.pay(self.dividends.get(row.id))
        return dict(self.dividends.get(row.id))

    @operation("outside")
    def cancel_dividend(self, dividend_id: str) -> Json:
        """An issuer calls off a dividend that was announced.

        Args:
            dividend_id: Id of the dividend.
        """
        row = self.dividends.get(dividend_id)
        if row.status != "announced":
            raise Conflict(f"dividend {dividend_id!r} is {row.status}", status=row.status)
        return dict(self.dividends.update(dividend_id, status="cancelled"))

    @operation("outside")
    def block_account(self, account_id: str, reason: Reason) -> Json:
        """The broker blocks an account: no new orders, no fills, no cash in or out. Open orders wait or expire.

        Args:
            account_id: Id of an active account.
            reason: What the persona is told.
        """
        if self.accounts.get(account_id).status == "blocked":
            raise Conflict(f"account {account_id!r} is blocked already", status="blocked")
        return dict(self.accounts.update(account_id, status="blocked", blocked_reason=reason))

    @operation("outside")
    def unblock_account(self, account_id: str) -> Json:
        """The broker lifts a block.

        Args:
            account_id: Id of a blocked account.
        """
        if self.accounts.get(account_id).status == "active":
            raise Conflict(f"account {account_id!r} is not blocked", status="active")
        account = self.accounts.update(account_id, status="active", blocked_reason="")
        for order in self.orders.find(open_account=account_id):
            self.work(order)
        return dict(self.accounts.get(account.id))

    @operation("outside")
    def charge_fee(self, account_id: str, amount: Money, reason: Reason) -> Json:
        """The broker takes a fee, at most the cash that no order has reserved.

        Args:
            account_id: Id of the account.
            amount: In its currency.
            reason: What the ledger says.
        """
        account = self.accounts.get(account_id)
        if amount.currency != account.currency or amount.minor <= 0:
            raise Invalid(f"amount: must be positive and in {account.currency}")
        room = self.free_cash(account)
        if amount > room:
            raise self.short(account, amount, room)
        return dict(self.book(account_id, -amount, "fee", memo=reason))

    def go_ex(self, dividend: Dividend) -> None:
        """Who holds the instrument now gets the dividend."""
        holders = self.holdings.find(symbol=dividend.symbol)
        entitled = tuple(Entitlement(account=row.account, quantity=row.quantity) for row in holders)
        self.dividends.update(dividend.id, status="ex", entitled=entitled)

    def pay(self, dividend: Dividend) -> None:
        """A dividend is paid; an account that cannot hold its currency gets nothing."""
        scale = self.instruments.get(dividend.symbol).scale
        for holder in dividend.entitled:
            minor = dividend.per_unit.minor * holder.quantity // scale
            if not 0 < minor <= 10**12:
                continue
            amount = Money(minor=minor, currency=dividend.per_unit.currency)
            row = self.attempt(holder.account, amount, "dividend", symbol=dividend.symbol, ref=dividend.id)
            if row is not None:
                text = f"{row.amount} on {dividend.symbol}."
                self.tell(row.owner, f"account:{row.account}", "Dividend paid", text, dividend.id)
        self.dividends.update(dividend.id, status="paid")

    def _listed(self, symbol: str) -> Instrument:
        instrument = self.instrument(symbol)
        if instrument.status != "listed":
            raise Conflict(f"{symbol} is {instrument.status}", status=instrument.status)
        return instrument

    def _reprice(self, instrument: Instrument, price: Money) -> Json:
        point = PricePoint(at=self.clock.now, price=price)
        kept = tuple(old for old in instrument.path if old.at != point.at)
        self.instruments.update(instrument.id, path=(*kept, point))
        notice = Notice(
            source=self.name,
            topic=f"instrument:{instrument.id}",
            title=f"{instrument.name} at {price}",
            text=f"{instrument.id} now trades at {price}.",
            ref=instrument.id,
            price=price,
        )
        self.ports.notify(notice)
        self._look_again(instrument.id)
        return dict(self.instruments.get(instrument.id))

    def _look_again(self, symbol: str) -> None:
        """Open orders and alerts look at the changed price."""
        for order in self.orders.find(open_symbol=symbol):
            self.work(order)
        for alert in self.alerts.find(set_symbol=symbol):
            self.check_alert(alert)
