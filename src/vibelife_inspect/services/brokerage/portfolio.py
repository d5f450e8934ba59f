"""What the persona has: accounts, holdings, performance, cash and its ledger."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Literal

from vibelife_inspect.errors import Invalid
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.brokerage.base import BROKER, MOST, BrokerageBase
from vibelife_inspect.services.brokerage.records import Account, Holding, Movement, MovementKind
from vibelife_inspect.world import ME, Charge, Json, Limit, operation, page

_POINTS = 32
_OUTSIDE = ("deposit", "withdrawal")


class Portfolio(BrokerageBase):
    """Reading accounts, and moving cash in and out."""

    @operation("read")
    def list_accounts(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List your brokerage accounts with their cash, in the order in which they were opened.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.accounts.find(owner=ME)
        return page(rows, limit, cursor, lambda row: row.pick("id", "name", "currency", "cash", "status"))

    @operation("read")
    def get_portfolio(self, account_id: str) -> Json:
        """Show one account: cash and what of it is free, the value of its holdings, gains, fees and shares by kind.

        Args:
            account_id: Id of the account.
        """
        account = self.own_account(account_id)
        kinds: dict[str, Money] = {}
        cost, before = account.cash.zero(), account.cash.zero()
        for holding in self.holdings.find(account=account.id):
            kind = self.instrument(holding.symbol).kind
            kinds[kind] = kinds.get(kind, account.cash.zero()) + self._value(holding, account.currency)
            cost = cost + holding.cost
            before = before + self._value(holding, account.currency, self._previous_close(holding.symbol))
        held = total(kinds.values(), account.currency)
        return {
            **account.pick("id", "name", "currency", "status", "blocked_reason", "bank_account", "fees", "cash"),
            "reserved_cash": self.reserved(account),
            "free_cash": self.free_cash(account),
            "unsettled_cash": self.unsettled(account),
            "withdrawable_cash": self.withdrawable(account),
            "holdings_value": held,
            "total_value": held + account.cash,
            "unrealised_gain": held - cost,
            "gain_since_previous_close": held - before,
            "value_by_kind": dict(sorted(kinds.items())),
            "open_orders": len(self.orders.find(open_account=account.id)),
        }

    @operation("read")
    def list_holdings(self, account_id: str | None = None, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List holdings at present prices, by symbol. Cost includes fees; gains are before selling fees.

        Args:
            account_id: Only this account; all your accounts if not given.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [holding for account in self.chosen(account_id) for holding in self.holdings.find(account=account.id)]
        return page(sorted(rows, key=lambda row: (row.symbol, row.id)), limit, cursor, self._holding_row)

    @operation("read")
    def get_performance(self, account_id: str, period: Literal["1d", "7d", "30d", "ytd", "1y"] = "30d") -> Json:
        """Show how an account did over a period: gain without deposits and withdrawals, return, and worst drawdown.

        Percentages are basis points (100 is 1%). The return is time-weighted over at most 32 points in time.

        Args:
            account_id: Id of the account.
            period: How far back; ytd: since New Year.
        """
        account, now = self.own_account(account_id), self.clock.now
        days = {"1d": 1, "7d": 7, "30d": 30, "1y": 365}.get(period)
        since = self.clock.at(date(now.year, 1, 1), time()) if days is None else now - timedelta(days)
        step = max(timedelta(1), (now - since) / (_POINTS - 1))
        moments = [since + step * n for n in range(_POINTS) if since + step * n < now] + [now]
        values = self._values(account, moments)
        flows = self._flows(account, moments)
        index, peak, drawdown = 10**6, 10**6, 0
        for (old, new), flow in zip(pairwise(values), flows, strict=True):
            base = old + max(flow, 0)
            if base > 0:
                index = index * max(new + max(-flow, 0), 0) // base
            peak = max(peak, index)
            drawdown = max(drawdown, (peak - index) * 10_000 // peak if peak else 0)
        amounts = {
            "start_value": values[0],
            "end_value": values[-1],
            "net_deposits": sum(flows),
            "gain": values[-1] - values[0] - sum(flows),
        }
        return {
            "account_id": account.id,
            "since": since,
            "until": now,
            **{key: Money(minor=minor, currency=account.currency) for key, minor in amounts.items()},
            "return_bp": index // 100 - 10_000,
            "max_drawdown_bp": drawdown,
        }

    @operation("read")
    def list_movements(
        self,
        account_id: str | None = None,
        kind: MovementKind | None = None,
        symbol: str | None = None,
        since: date | None = None,
        until: date | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the cash ledger, newest first: deposits, withdrawals, trades, dividends, interest and fees.

        Args:
            account_id: Only this account; all your accounts if not given.
            kind: Only rows of this kind.
            symbol: Only rows of this instrument.
            since: First day, at home.
            until: Last day, at home, included.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if since is not None and until is not None and since > until:
            raise Invalid(f"since: {since} is after until, {until}")
        rows = [
            row
            for account in self.chosen(account_id)
            for row in self.movements.find(account=account.id)
            if kind in (None, row.kind) and symbol in (None, row.symbol) and self._within(row, since, until)
        ]
        rows.sort(key=lambda row: (row.booked_at, row.id), reverse=True)
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("commit")
    def deposit_cash(self, account_id: str, amount: Money, payment_method: str | None = None) -> Json:
        """Move money from a bank account into a brokerage account; it can be invested at once.

        Args:
            account_id: Brokerage account that receives.
            amount: In the brokerage account's currency.
            payment_method: Bank account that pays; the linked one if not given.
        """
        account = self.active_account(account_id)
        _check_amount(amount, account)
        charge = self.ports.charge(_bank(account, payment_method), amount, BROKER, f"deposit to {account.id}")
        row = self.book(account.id, amount, "deposit", ref=charge.id, memo=f"from {charge.method}")
        return self._moved(row, charge)

    @operation("commit")
    def withdraw_cash(self, account_id: str, amount: Money, bank_account: str | None = None) -> Json:
        """Move cash that is neither reserved nor unsettled to a bank account of yours.

        Args:
            account_id: Brokerage account that pays.
            amount: In its currency; at most withdrawable_cash of get_portfolio.
            bank_account: Bank account that receives; the linked one if not given.
        """
        account = self.active_account(account_id)
        _check_amount(amount, account)
        room = self.withdrawable(account)
        if amount > room:
            raise self.short(account, amount, room)
        target = _bank(account, bank_account)
        payout = self.ports.pay_out(target, amount, BROKER, f"withdrawal from {account.id}")
        row = self.book(account.id, -amount, "withdrawal", ref=payout.id, memo=f"to {payout.method}")
        return self._moved(row, payout)

    def _moved(self, row: Movement, booked: Charge) -> Json:
        return {
            **row.row,
            "cash": self.accounts.get(row.account).cash,
            "bank_amount": booked.amount,
            "note": booked.note,
        }

    def _within(self, row: Movement, since: date | None, until: date | None) -> bool:
        day = row.booked_at.astimezone(self.clock.home).date()
        return (since is None or since <= day) and (until is None or day <= until)

    def _holding_row(self, holding: Holding) -> Json:
        instrument = self.instrument(holding.symbol)
        value = self._value(holding, holding.cost.currency)
        average = (2 * holding.cost.minor * instrument.scale + holding.quantity) // (2 * holding.quantity)
        gain = value - holding.cost
        return {
            **holding.pick("account", "symbol", "quantity"),
            "quantity_text": self.quantity_text(instrument, holding.quantity),
            "free_quantity": self.free_quantity(holding.account, holding.symbol),
            "name": instrument.name,
            "kind": instrument.kind,
            "price": self.price(instrument),
            "value": value,
            "cost": holding.cost,
            "average_cost": Money(minor=average, currency=holding.cost.currency),
            "unrealised_gain": gain,
            "gain_bp": gain.minor * 10_000 // holding.cost.minor if holding.cost.minor > 0 else None,
        }

    def _value(self, holding: Holding, currency: str, moment: datetime | None = None) -> Money:
        instrument = self.instrument(holding.symbol)
        return self.worth(instrument, holding.quantity, self.price(instrument, moment), currency)

    def _previous_close(self, symbol: str) -> datetime:
        return self.instrument(symbol).previous_close(self.clock.now)

    def _values(self, account: Account, moments: list[datetime]) -> list[int]:
        """Worth of the account at each moment, from what it has now and what moved since."""
        rows = sorted(self.movements.find(account=account.id), key=lambda row: row.booked_at)
        cash = account.cash.minor
        held = {holding.symbol: holding.quantity for holding in self.holdings.find(account=account.id)}
        values = []
        for moment in reversed(moments):
            while rows and rows[-1].booked_at > moment:
                row = rows.pop()
                cash -= row.amount.minor
                if row.symbol is not None:
                    held[row.symbol] = held.get(row.symbol, 0) - row.quantity
            values.append(
                cash + sum(self._worth_then(symbol, n, account, moment) for symbol, n in held.items() if n > 0)
            )
        return values[::-1]

    def _worth_then(self, symbol: str, quantity: int, account: Account, moment: datetime) -> int:
        instrument = self.instrument(symbol)
        return self.worth(instrument, quantity, self.price(instrument, moment), account.currency).minor

    def _flows(self, account: Account, moments: list[datetime]) -> list[int]:
        """Deposits less withdrawals between each two moments."""
        rows = [row for row in self.movements.find(account=account.id) if row.kind in _OUTSIDE]
        return [
            sum(row.amount.minor for row in rows if first < row.booked_at <= last) for first, last in pairwise(moments)
        ]


def _bank(account: Account, method: str | None) -> str:
    chosen = method or account.bank_account
    if chosen is None:
        raise Invalid(f"no bank account is linked to {account.id!r}; name one")
    return chosen


def _check_amount(amount: Money, account: Account) -> None:
    if amount.currency != account.currency or not 0 < amount.minor <= MOST:
        raise Invalid(f"amount: must be positive and in {account.currency}")
