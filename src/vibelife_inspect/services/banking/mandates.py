"""Direct debits: merchants that may take money, until the persona says no."""

from datetime import timedelta
from typing import Literal

from vibelife_inspect.errors import Conflict, Expired, Invalid
from vibelife_inspect.services.banking.base import BankingBase
from vibelife_inspect.services.banking.records import DirectDebit
from vibelife_inspect.world import ME, Json, Limit, operation, page

_RETURN_WINDOW = timedelta(days=56)


class Mandates(BankingBase):
    """Mandates of merchants and the right to have a debit returned."""

    @operation("read")
    def list_direct_debits(
        self,
        account_id: str | None = None,
        status: Literal["active", "revoked"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List merchants that may collect by direct debit, by name.

        Args:
            account_id: Only mandates on this account.
            status: Only mandates with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            mandate
            for mandate in self.direct_debits
            if mandate.owner == ME and account_id in (None, mandate.account) and status in (None, mandate.status)
        ]
        return page(sorted(rows, key=lambda row: (row.merchant, row.id)), limit, cursor, lambda mandate: mandate.row)

    @operation("commit")
    def revoke_direct_debit(self, mandate_id: str) -> Json:
        """Revoke a merchant's mandate for good: what it tries to collect afterwards is refused.

        Args:
            mandate_id: Id of the direct debit.
        """
        mandate: DirectDebit = self.direct_debits.get(mandate_id)
        self.own(mandate, "direct debit")
        if mandate.status == "revoked":
            raise Conflict(f"direct debit {mandate_id!r} is already revoked", status="revoked")
        return dict(self.direct_debits.update(mandate_id, status="revoked"))

    @operation("commit")
    def return_direct_debit(self, transaction_id: str) -> Json:
        """Have a collected direct debit returned; possible for 56 days after it was booked.

        The money is back at once; whether it was owed is between you and the merchant.

        Args:
            transaction_id: Id of the ledger row of kind `direct_debit`.
        """
        row = self.transactions.get(transaction_id)
        self.own_account(row.account)
        if row.kind != "direct_debit":
            raise Invalid(f"transaction_id: {transaction_id!r} is of kind {row.kind}, not direct_debit")
        if row.status == "returned":
            raise Conflict(f"transaction {transaction_id!r} was already returned", status="returned")
        if self.clock.now > row.booked_at + _RETURN_WINDOW:
            raise Expired(
                f"transaction {transaction_id!r} was booked more than 56 days ago", booked_at=str(row.booked_at)
            )
        self.transactions.update(row.id, status="returned")
        back = self.book(
            row.account,
            -row.amount,
            "returned",
            row.payee,
            memo=f"Return of {row.id}",
            original=-row.original,
            ref=row.id,
        )
        return dict(back)
