"""Reading the ledger: lists, search, summaries and monthly statements."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.base import BankingBase
from vibelife_inspect.services.banking.records import Category, Kind, Transaction
from vibelife_inspect.world import ME, Json, Limit, operation, page
from vibelife_inspect.world.ledger import naming, newest, sized

Month = Annotated[str, Field(pattern=r"^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$")]
"""A calendar month, such as 2026-03."""


class Ledger(BankingBase):
    """Ledger rows and what they add up to."""

    @operation("read")
    def list_transactions(
        self,
        account_id: str | None = None,
        since: date | None = None,
        until: date | None = None,
        direction: Literal["in", "out"] | None = None,
        kind: Kind | None = None,
        category: Category | None = None,
        min_amount: Money | None = None,
        max_amount: Money | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List booked transactions, newest first; amounts are negative when money left the account.

        Args:
            account_id: Only this account; all your accounts if not given.
            since: First day, at home.
            until: Last day, at home, included.
            direction: Only money that came in, or only money that went out.
            kind: Only rows of this kind.
            category: Only rows of this category.
            min_amount: Only rows of this currency of at least this size, whatever the direction.
            max_amount: Only rows of this currency of at most this size, whatever the direction.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.between(account_id, since, until)
        if direction is not None:
            rows = [row for row in rows if (row.amount.minor > 0) == (direction == "in")]
        rows = [row for row in rows if kind in (None, row.kind) and category in (None, row.category)]
        return page(newest(sized(rows, min_amount, max_amount)), limit, cursor, lambda row: row.row)

    @operation("read")
    def search_transactions(
        self,
        query: str,
        account_id: str | None = None,
        since: date | None = None,
        until: date | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find transactions whose payee, memo, amount or id holds every word of the query, newest first.

        Args:
            query: Words to look for, in any script.
            account_id: Only this account; all your accounts if not given.
            since: First day, at home.
            until: Last day, at home, included.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = naming(self.between(account_id, since, until), query)
        return page(newest(rows), limit, cursor, lambda row: row.row)

    @operation("read")
    def get_transaction(self, transaction_id: str) -> Json:
        """Read one transaction, with the ids of refunds that came back on it.

        Args:
            transaction_id: Id of the transaction.
        """
        row = self.transactions.get(transaction_id)
        self.own_account(row.account)
        return {
            **dict(row),
            "refunds": [other.id for other in self.transactions.find(charge_id=row.id) if other.id != row.id],
        }

    @operation("write")
    def set_category(self, transaction_id: str, category: Category) -> Json:
        """Put a transaction into another category, for your own summaries.

        Args:
            transaction_id: Id of the transaction.
            category: Its new category.
        """
        self.own_account(self.transactions.get(transaction_id).account)
        return dict(self.transactions.update(transaction_id, category=category))

    @operation("read")
    def summarize_transactions(
        self,
        group_by: Literal["month", "category"],
        account_id: str | None = None,
        since: date | None = None,
        until: date | None = None,
    ) -> Json:
        """Add up what came in and went out, by month (oldest first) or category (alphabetical), per currency.

        Transfers between your own accounts are left out unless one account is named.

        Args:
            group_by: One group for each month or for each category.
            account_id: Only this account; all your accounts if not given.
            since: First day, at home; a year before `until` if not given.
            until: Last day, at home, included; today if not given.
        """
        last = until or self.clock.today
        if not date(1980, 1, 1) <= last <= date(2200, 1, 1):
            raise Invalid(f"until: {last} must lie between 1980 and 2200")
        first = since or last - timedelta(days=365)
        if not 0 <= (last - first).days <= 1100:
            raise Invalid(f"since: {first} must lie within the three years before {last}")
        key: Callable[[Transaction], str] = (
            (lambda row: _month(self.day_of(row.booked_at))) if group_by == "month" else (lambda row: row.category)
        )
        rows = self.between(account_id, first, last)
        if account_id is None:
            rows = [row for row in rows if row.kind not in ("transfer_in", "transfer_out")]
        groups: dict[tuple[str, str], list[Money]] = {}
        for row in rows:
            groups.setdefault((key(row), row.amount.currency), []).append(row.amount)
        items = [{group_by: name, **_sums(groups[name, currency], currency)} for name, currency in sorted(groups)]
        return {"since": first, "until": last, "items": items, "total": len(items), "next_cursor": None}

    @operation("read")
    def get_statement(self, account_id: str, month: Month) -> Json:
        """Read the statement of one month: opening and closing balance, sums, and every line, oldest first.

        Args:
            account_id: Id of the account.
            month: The month, such as 2026-03; the present month is a preview up to now.
        """
        account = self.own_account(account_id)
        if month > _month(self.clock.today):
            raise Invalid(f"month: {month} has not begun")
        lines, later = [], 0
        for row in self.transactions.find(account=account_id):
            booked = _month(self.day_of(row.booked_at))
            if booked == month:
                lines.append(row)
            elif booked > month:
                later += row.amount.minor
        closing = account.balance - Money(minor=later, currency=account.currency)
        sums = _sums([row.amount for row in lines], account.currency)
        return {
            "account": account_id,
            "month": month,
            "opening_balance": closing - sums["net"],
            "closing_balance": closing,
            **sums,
            "lines": [row.row for row in reversed(newest(lines))],
        }

    def between(self, account_id: str | None, since: date | None, until: date | None) -> list[Transaction]:
        """Own ledger rows of one account or all, booked on the given days."""
        ids = [self.own_account(account_id).id] if account_id is not None else self._mine()
        rows = [row for id in ids for row in self.transactions.find(account=id)]
        return self.booked(rows, since, until)

    def _mine(self) -> list[str]:
        return [account.id for account in self.accounts if account.owner == ME]


def _month(day: date) -> str:
    return f"{day.year}-{day.month:02d}"


def _sums(amounts: list[Money], currency: str) -> Json:
    came = sum(amount.minor for amount in amounts if amount.minor > 0)
    went = -sum(amount.minor for amount in amounts if amount.minor < 0)
    sums = {"money_in": came, "money_out": went, "net": came - went}
    return {**{key: Money(minor=minor, currency=currency) for key, minor in sums.items()}, "count": len(amounts)}
