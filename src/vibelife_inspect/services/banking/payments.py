"""Moving money: quotes, transfers between own accounts, and payments to payees."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, OperationError
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.payees import Payees
from vibelife_inspect.services.banking.records import Account, Kind, Payment
from vibelife_inspect.world import ME, Blankable, Json, Limit, Part, operation, page

Memo = Annotated[Blankable, Field(max_length=140)]
"""Text for the payee's statement; may be empty."""


class Quote(Part):
    """What a payment costs."""

    amount: Money
    """What arrives."""
    debit: Money
    """The same in the account's currency."""
    fee: Money

    @property
    def total(self) -> Money:
        """What leaves the account."""
        return self.debit + self.fee


class Payments(Payees):
    """One-off payments."""

    @operation("read")
    def quote_transfer(
        self, account_id: str, amount: Money, payee_id: str | None = None, to_account_id: str | None = None
    ) -> Json:
        """Show what a payment or a transfer would cost now: exchange, fee, total, and what would be left.

        Args:
            account_id: Account that pays.
            amount: What is to arrive, in any currency that has a rate.
            payee_id: Payee, for a payment.
            to_account_id: Own account, for a transfer.
        """
        account = self.own_account(account_id)
        if (payee_id is None) == (to_account_id is None):
            raise Invalid("payee_id: give either payee_id or to_account_id")
        if to_account_id is not None:
            target = self.own_account(to_account_id)
            _same_money(amount, account, target)
            debit = self.exchange(amount, account.currency)
            quote = Quote(amount=self.exchange(amount, target.currency), debit=debit, fee=debit.zero())
        else:
            self.own_payee(payee_id or "")
            quote = self.quote(account, amount)
        left = account.available - quote.total
        return {
            "arrives": quote.amount,
            "debit": quote.debit,
            "fee": quote.fee,
            "total": quote.total,
            "exchange": None if quote.amount.currency == account.currency else f"{quote.amount} for {quote.debit}",
            "available_after": left,
            "possible": account.status == "active" and left.minor >= 0,
        }

    @operation("commit")
    def transfer_money(self, from_account_id: str, to_account_id: str, amount: Money, memo: Memo = "") -> Json:
        """Move money between two of your own accounts, at once and without a fee.

        Args:
            from_account_id: Account that pays.
            to_account_id: Account that receives.
            amount: In the currency of either account; the other side is converted.
            memo: Text for both ledgers.
        """
        source, target = self.active_account(from_account_id), self.own_account(to_account_id)
        if source.id == target.id:
            raise Invalid("to_account_id: is the account that pays")
        _same_money(amount, source, target)
        debit, credit = self.exchange(amount, source.currency), self.exchange(amount, target.currency)
        self.need_room(source, debit)
        out = self.book(source.id, -debit, "transfer_out", target.name, memo=memo, original=-amount, category="savings")
        came = self.book(
            target.id, credit, "transfer_in", source.name, memo=memo, original=amount, category="savings", ref=out.id
        )
        self.transactions.update(out.id, ref=came.id)
        return {
            "debited": debit,
            "credited": credit,
            "transactions": [out.id, came.id],
            "balances": {
                source.id: self.accounts.get(source.id).balance,
                target.id: self.accounts.get(target.id).balance,
            },
        }

    @operation("commit")
    def pay_payee(self, account_id: str, payee_id: str, amount: Money, memo: Memo = "", on: date | None = None) -> Json:
        """Pay a saved payee now, or on a later day at 06:00 home time.

        A payment that is due while the account has no room or is frozen fails and is not tried again.

        Args:
            account_id: Account that pays; it must be active.
            payee_id: Who is paid.
            amount: What the payee gets; another currency is converted and costs the account's foreign fee.
            memo: Text for the payee's statement.
            on: Day on which it leaves; today or not given means at once.
        """
        account, payee = self.active_account(account_id), self.own_payee(payee_id)
        self.quote(account, amount)
        now = self.clock.now
        later = on is not None and self.coming_day(on, "on") > self.clock.today
        payment = Payment(
            id=self.new_id("PAY"),
            account=account_id,
            payee=payee_id,
            payee_name=payee.name,
            amount=amount,
            memo=memo,
            execute_at=self.opening(on) if later and on is not None else now,
        )
        self.payments.add(payment)
        return dict(payment if later else self.settle(payment, "payment"))

    @operation("read")
    def list_payments(
        self,
        account_id: str | None = None,
        status: Literal["scheduled", "pending", "posted", "failed", "cancelled", "returned"] | None = None,
        payee_id: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List payments to payees, latest execution first; with status `scheduled` those that are still to leave.

        Args:
            account_id: Only payments from this account.
            status: Only payments with this status; `pending` ones are held back by the bank.
            payee_id: Only payments to this payee.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            payment
            for payment in self.payments
            if payment.owner == ME
            and account_id in (None, payment.account)
            and status in (None, payment.status)
            and payee_id in (None, payment.payee)
        ]
        rows.sort(key=lambda row: (row.execute_at, row.id), reverse=True)
        return page(rows, limit, cursor, lambda payment: payment.row)

    @operation("read")
    def get_payment(self, payment_id: str) -> Json:
        """Read one payment: status, when it leaves or left, its ledger row, and why it failed if it did.

        Args:
            payment_id: Id of the payment.
        """
        return dict(self.own_payment(payment_id))

    @operation("commit")
    def cancel_payment(self, payment_id: str) -> Json:
        """Cancel a payment that has not left yet (scheduled, or held back by the bank).

        Args:
            payment_id: Id of the payment.
        """
        payment = self.own_payment(payment_id)
        if payment.status == "cancelled":
            raise Conflict(f"payment {payment_id!r} is already cancelled", status="cancelled")
        return dict(self.payments.update(payment_id, status="cancelled"))

    def own_payment(self, payment_id: str) -> Payment:
        """A payment of the persona."""
        payment = self.payments.get(payment_id)
        self.own(payment, "payment")
        return payment

    def quote(self, account: Account, amount: Money) -> Quote:
        """What a payment to a payee costs."""
        debit = self.exchange(amount, account.currency)
        foreign = amount.currency != account.currency
        return Quote(amount=amount, debit=debit, fee=debit.percent(account.foreign_fee_percent if foreign else 0))

    def settle(self, payment: Payment, kind: Kind) -> Payment:
        """Book a payment and its fee; raises what stands against it."""
        account, payee = self.active_account(payment.account), self.own_payee(payment.payee)
        quote = self.quote(account, payment.amount)
        self.need_room(account, quote.total)
        row = self.book(
            account.id, -quote.debit, kind, payee.name, memo=payment.memo, original=-quote.amount, ref=payment.id
        )
        if quote.fee.minor:
            self.book(account.id, -quote.fee, "fee", "Foreign payment fee", category="fees", ref=payment.id)
        return self.payments.update(
            payment.id,
            status="posted",
            executed_at=self.clock.now,
            transaction=row.id,
            payee_name=payee.name,
            failure="",
        )

    def attempt(self, payment: Payment, kind: Kind) -> Payment:
        """Book a payment that fell due, or note why it failed."""
        try:
            with self.world.transaction():
                return self.settle(payment, kind)
        except OperationError as error:
            failed = self.payments.update(
                payment.id, status="failed", failure=error.message, executed_at=self.clock.now
            )
        if payment.account in self.accounts:
            text = f"{payment.amount} to {payment.payee_name}: {failed.failure}"
            self.tell(self.accounts.get(payment.account), "failed_payment", "Payment failed", text, payment.id)
        return failed

    def run_payment(self, payment: Payment) -> None:
        """A scheduled payment is due."""
        self.attempt(payment, "payment")


def _same_money(amount: Money, source: Account, target: Account) -> None:
    if amount.currency not in (source.currency, target.currency):
        raise Invalid(f"amount: must be in {source.currency} or {target.currency}, the currencies of the accounts")
