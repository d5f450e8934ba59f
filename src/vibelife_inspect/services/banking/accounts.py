"""Looking at accounts, and locking them."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.base import BankingBase
from vibelife_inspect.services.banking.records import Account, AccountAlert
from vibelife_inspect.world import ME, Blankable, Json, Limit, operation, page

_LONGEST = 366


class Accounts(BankingBase):
    """Accounts, their balances over time, freezing and alerts."""

    @operation("read")
    def list_accounts(
        self,
        kind: Literal["current", "savings", "joint"] | None = None,
        status: Literal["active", "frozen", "closed"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List your accounts by name, with balance and what is available.

        Args:
            kind: Only accounts of this kind.
            status: Only accounts with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            account
            for account in self.accounts
            if account.owner == ME and kind in (None, account.kind) and status in (None, account.status)
        ]
        return page(sorted(rows, key=lambda row: (row.name, row.id)), limit, cursor, lambda account: account.row)

    @operation("read")
    def get_account(self, account_id: str) -> Json:
        """Read one account: balance, overdraft, what is available, IBAN, status, fees and alerts.

        Args:
            account_id: Id of the account.
        """
        return dict(self.own_account(account_id))

    @operation("read")
    def get_balance_history(
        self, account_id: str, start: date | None = None, end: date | None = None, step: Literal["day", "week"] = "day"
    ) -> Json:
        """Show what an account held at the end of each day or week, oldest first.

        Args:
            account_id: Id of the account.
            start: First day; 30 days before `end` if not given.
            end: Last day, today at the latest; today if not given.
            step: One balance for each day, or one for each seventh day counted back from `end`.
        """
        account = self.own_account(account_id)
        last = end or self.clock.today
        if not date(1970, 2, 1) <= last <= self.clock.today:
            raise Invalid(f"end: {last} must lie between 1970-02-01 and today, {self.clock.today}")
        first = start or last - timedelta(days=30)
        stride = 7 if step == "week" else 1
        if not 0 <= (last - first).days < _LONGEST * stride:
            raise Invalid(f"start: {first} must be at most {_LONGEST} steps before {last}, and not after it")
        days = [last - timedelta(days=back) for back in range(0, (last - first).days + 1, stride)]
        balances = self.balances(account, days)
        return {
            "account": account_id,
            "items": [{"day": day, "balance": balance} for day, balance in reversed(balances)],
            "total": len(balances),
            "next_cursor": None,
        }

    @operation("write")
    def freeze_account(self, account_id: str, reason: Annotated[Blankable, Field(max_length=200)] = "") -> Json:
        """Freeze an account: nothing can leave it until it is unfrozen; money can still come in.

        Args:
            account_id: Id of an active account.
            reason: Why, for your own records.
        """
        self.active_account(account_id)
        return dict(self.accounts.update(account_id, status="frozen", frozen_by="owner", frozen_reason=reason))

    @operation("write")
    def unfreeze_account(self, account_id: str) -> Json:
        """Lift a freeze that you set yourself; only the bank lifts its own.

        Args:
            account_id: Id of the frozen account.
        """
        account = self.own_account(account_id)
        if account.status != "frozen":
            raise Conflict(f"account {account_id!r} is {account.status}, not frozen", status=account.status)
        if account.frozen_by == "bank":
            raise Refused(f"the bank froze account {account_id!r}: {account.frozen_reason}", frozen_by="bank")
        return dict(self.accounts.update(account_id, status="active", frozen_by=None, frozen_reason=""))

    @operation("write")
    def set_alerts(self, account_id: str, alerts: Annotated[list[AccountAlert], Field(max_length=3)]) -> Json:
        """Choose what the bank notifies you about; this replaces the earlier choice.

        Args:
            account_id: Id of the account.
            alerts: Kinds of events; an empty list ends all alerts.
        """
        self.own_account(account_id)
        return dict(self.accounts.update(account_id, alerts=tuple(dict.fromkeys(alerts))))

    def balances(self, account: Account, days: list[date]) -> list[tuple[date, Money]]:
        """What an account held at the end of each day; the days and the result run backwards."""
        rows = sorted(self.transactions.find(account=account.id), key=lambda row: row.booked_at, reverse=True)
        minor, place, result = account.balance.minor, 0, []
        for day in days:
            while place < len(rows) and self.day_of(rows[place].booked_at) > day:
                minor -= rows[place].amount.minor
                place += 1
            result.append((day, Money(minor=minor, currency=account.currency)))
        return result
