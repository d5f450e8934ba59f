"""Finding instruments, quotes and price history, the watchlist and price alerts."""

from datetime import date, datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.brokerage.base import BrokerageBase
from vibelife_inspect.services.brokerage.market import Category, Instrument, Kind
from vibelife_inspect.services.brokerage.records import Alert, Watch
from vibelife_inspect.text import found
from vibelife_inspect.world import ME, Json, Limit, Notice, operation, page

_LONGEST = timedelta(days=400)
_ALERT_HORIZON = timedelta(days=730)


class Research(BrokerageBase):
    """Operations that need no account."""

    @operation("read")
    def search_instruments(
        self,
        query: str | None = None,
        kind: Kind | None = None,
        category: Category | None = None,
        currency: Annotated[str, Field(pattern="^[A-Z]{3}$")] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find instruments by words and filters, with present prices, by symbol. Give a query or at least one filter.

        Args:
            query: Words that symbol, name, sector or exchange hold, in any script.
            kind: Only stocks, ETFs, funds or bonds.
            category: Only funds and ETFs of this category.
            currency: Only instruments priced in this currency.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if query is None and kind is None and category is None and currency is None:
            raise Invalid("query: give a query or at least one of kind, category and currency")
        rows = [
            row
            for row in (self.instruments if kind is None else self.instruments.find(kind=kind))
            if category in (None, row.category)
            and currency in (None, row.currency)
            and (query is None or found(query, row.id, row.name, row.name_local, row.sector, row.exchange))
        ]
        return page(sorted(rows, key=lambda row: row.id), limit, cursor, self._row)

    @operation("read")
    def list_funds(self, category: Category | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the fund catalogue with present unit prices and entry fees, by symbol.

        Args:
            category: Only funds of this category.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.instruments.find(kind="fund") if category in (None, row.category)]
        rows.sort(key=lambda row: row.id)
        return page(rows, limit, cursor, lambda row: {**self._row(row), "entry_fee_bp": row.entry_fee_bp})

    @operation("read")
    def get_quote(self, symbol: str) -> Json:
        """Show the present price of an instrument with bid, ask, previous close, trading hours and coming dividends.

        Changes are basis points (100 is 1%). Outside trading hours it is the latest price.

        Args:
            symbol: Symbol of the instrument.
        """
        instrument = self.instrument(symbol)
        price = self.price(instrument)
        before = self.price(instrument, instrument.previous_close(self.clock.now))
        coming = [row for row in self.dividends.find(symbol=symbol) if row.status in ("announced", "ex")]
        return {
            **instrument.row(price),
            **instrument.pick("name_local", "entry_fee_bp", "hours"),
            "bid": self.side_price(instrument, "sell"),
            "ask": self.side_price(instrument, "buy"),
            "previous_close": before,
            "change_bp": (price.minor - before.minor) * 10_000 // before.minor,
            **self.session_note(instrument),
            "coming_dividends": [row.pick("id", "per_unit", "ex_at", "pays_at") for row in coming],
        }

    @operation("read")
    def get_price_history(self, symbol: str, since: date | None = None, until: date | None = None) -> Json:
        """Show the closing prices of an instrument, oldest first, one for each trading day that is over.

        Args:
            symbol: Symbol of the instrument.
            since: First day at the exchange; 30 days before `until` if not given.
            until: Last day, included; today if not given. At most 400 days after `since`.
        """
        instrument, today = self.instrument(symbol), self.clock.today
        last = min(until or today, today)
        if last < date(1990, 1, 1):
            raise Invalid(f"until: {last} is too long ago")
        first = since or last - timedelta(30)
        if not timedelta(0) <= last - first <= _LONGEST:
            raise Invalid(f"since: {first} must lie within {_LONGEST.days} days before {last}")
        closes: list[tuple[date, Money]] = []
        for n in range((last - first).days + 1):
            ticks = instrument.ticks(first + timedelta(n))
            if ticks and ticks[-1] <= self.clock.now:
                closes.append((first + timedelta(n), self.price(instrument, ticks[-1])))
        prices = [close for _, close in closes]
        return {
            "symbol": symbol,
            "currency": instrument.currency,
            "closes": [{"day": day, "close": close} for day, close in closes],
            "lowest": min(prices, default=None),
            "highest": max(prices, default=None),
        }

    @operation("write")
    def add_to_watchlist(self, symbol: str, note: str | None = None) -> Json:
        """Put an instrument on the watchlist, or give it another note there.

        Args:
            symbol: Symbol of the instrument.
            note: Why you watch it.
        """
        self.instrument(symbol)
        if symbol in self.watchlist:
            return self._watch_row(self.watchlist.update(symbol, note=note or ""))
        return self._watch_row(self.watchlist.add(Watch(id=symbol, note=note or "", added_at=self.clock.now)))

    @operation("write")
    def remove_from_watchlist(self, symbol: str) -> Json:
        """Take an instrument off the watchlist.

        Args:
            symbol: Symbol of the instrument.
        """
        self.watchlist.remove(symbol)
        return {"symbol": symbol, "removed": True}

    @operation("read")
    def list_watchlist(self, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List the watchlist with present prices, by symbol.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        return page(sorted(self.watchlist, key=lambda row: row.id), limit, cursor, self._watch_row)

    @operation("write")
    def create_alert(
        self,
        symbol: str,
        direction: Literal["above", "below"],
        price: Money,
        note: str | None = None,
        expires_at: Instant | None = None,
    ) -> Json:
        """Set an alert that goes off once, when the price of an instrument reaches a level; it gives you a turn.

        Args:
            symbol: Symbol of the instrument.
            direction: above: goes off at this price or more; below: at this price or less.
            price: The level, in the instrument's currency.
            note: What to remember when it goes off.
            expires_at: When it ends by itself, at most two years ahead; never if not given.
        """
        instrument, now = self.instrument(symbol), self.clock.now
        if price.currency != instrument.currency or not 0 < price.minor <= 10**9:
            raise Invalid(f"price: must be positive and in {instrument.currency}")
        if expires_at is not None and not now < expires_at <= now + _ALERT_HORIZON:
            raise Invalid(f"expires_at: {expires_at.isoformat()} must lie within two years from now")
        if instrument.status == "delisted":
            raise Conflict(f"{symbol} is delisted; its price moves no more", status=instrument.status)
        draft = Alert(
            id="draft", symbol=symbol, direction=direction, price=price, note=note or "", expires_at=expires_at,
            created_at=now,
        )  # fmt: skip
        if reached(draft, self.price(instrument)):
            raise Invalid(f"price: {symbol} is at {self.price(instrument)} already")
        planned = {"id": self.new_id("ALT"), "wakes_at": self._next_look(draft, instrument)}
        return _shown(self.alerts.add(draft.model_copy(update=planned)))

    @operation("write")
    def cancel_alert(self, alert_id: str) -> Json:
        """Cancel a price alert that has not gone off.

        Args:
            alert_id: Id of the alert.
        """
        alert = self.alerts.get(alert_id)
        self.own(alert, "price alert")
        if alert.status != "set":
            raise Conflict(f"alert {alert_id!r} is {alert.status} already", status=alert.status)
        return _shown(self.alerts.update(alert_id, status="cancelled"))

    @operation("read")
    def list_alerts(
        self,
        status: Literal["set", "fired", "cancelled", "expired"] | None = None,
        symbol: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List price alerts, newest first.

        Args:
            status: Only alerts with this status.
            symbol: Only this instrument.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row for row in self.alerts.find(owner=ME) if status in (None, row.status) and symbol in (None, row.symbol)
        ]
        rows.sort(key=lambda row: (row.created_at, row.id), reverse=True)
        return page(rows, limit, cursor, _shown)

    def check_alert(self, alert: Alert) -> None:
        """Look at the price: the alert goes off, ends, or looks again later."""
        instrument, now = self.instruments.get(alert.symbol), self.clock.now
        price = self.price(instrument)
        if reached(alert, price):
            self.alerts.update(alert.id, status="fired", fired_at=now)
            level = f"{alert.direction} {alert.price}. {alert.note}".strip()
            text = f"{instrument.name} ({alert.symbol}) is at {price}, {level}"
            self.world.ring(self.alerts, alert.id, text)
            notice = Notice(
                source=self.name, topic=f"alert:{alert.id}", title="Price alert", text=text, ref=alert.id, price=price
            )
            self.ports.notify(notice, subscribed=alert.owner == ME)
        elif alert.expires_at is not None and alert.expires_at <= now:
            self.alerts.update(alert.id, status="expired")
        else:
            self.alerts.update(alert.id, wakes_at=self._next_look(alert, instrument))

    def _next_look(self, alert: Alert, instrument: Instrument) -> datetime:
        ticks = instrument.next_ticks(self.clock.now)
        look = next((tick for tick in ticks if reached(alert, self.price(instrument, tick))), ticks[-1])
        return look if alert.expires_at is None else min(look, alert.expires_at)

    def _row(self, instrument: Instrument) -> Json:
        return instrument.row(self.price(instrument))

    def _watch_row(self, watch: Watch) -> Json:
        return {**self._row(self.instrument(watch.id)), **watch.pick("note", "added_at")}


def reached(alert: Alert, price: Money) -> bool:
    """Whether a price sets the alert off."""
    return price >= alert.price if alert.direction == "above" else price <= alert.price


def _shown(alert: Alert) -> Json:
    return alert.pick("id", "symbol", "direction", "price", "note", "status", "created_at", "expires_at", "fired_at")
