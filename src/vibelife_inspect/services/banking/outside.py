"""What the world does to the accounts: money comes in, merchants collect, payments bounce, the bank intervenes."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.payments import Memo, Payments
from vibelife_inspect.services.banking.records import Category
from vibelife_inspect.world import Json, operation
from vibelife_inspect.world.ledger import MOST

Reason = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
"""Why the bank did it, as the persona is told."""


class Outside(Payments):
    """Operations of everybody but the agent."""

    @operation("outside")
    def receive_money(
        self,
        account_id: str,
        amount: Money,
        sender: str,
        memo: Memo = "",
        kind: Literal["incoming", "salary", "interest", "cash"] = "incoming",
    ) -> Json:
        """Somebody sends money to an account.

        Args:
            account_id: Account that receives; it must not be closed.
            amount: In any currency that has a rate.
            sender: Who pays.
            memo: Text of the sender.
            kind: What the ledger row is.
        """
        account = self.accounts.get(account_id)
        credit = self.exchange(amount, account.currency)
        row = self.book(account_id, credit, kind, sender, memo=memo, original=amount, category="income")
        self.tell(
            account, "incoming", f"{credit} from {sender}", memo or f"{credit} arrived on {account.name}.", row.id
        )
        return dict(row)

    @operation("outside")
    def collect_debit(self, mandate_id: str, amount: Money, memo: Memo = "", category: Category = "other") -> Json:
        """A merchant collects by direct debit; refused when the mandate is revoked or the account cannot pay.

        Args:
            mandate_id: Id of the direct debit.
            amount: In any currency that has a rate.
            memo: Text of the merchant.
            category: What the money is for.
        """
        mandate = self.direct_debits.get(mandate_id)
        if mandate.status != "active":
            raise Refused(f"direct debit {mandate_id!r} is revoked", status="revoked")
        account = self.accounts.get(mandate.account)
        if account.status != "active":
            raise Refused(f"account {account.id!r} is {account.status}", status=account.status)
        debit = self.exchange(amount, account.currency)
        self.need_room(account, debit)
        row = self.book(
            account.id, -debit, "direct_debit", mandate.merchant,
            memo=memo, original=-amount, category=category, ref=mandate_id,
        )  # fmt: skip
        self.direct_debits.update(mandate_id, last_amount=debit, last_at=self.clock.now)
        self.tell(account, "direct_debit", f"{mandate.merchant} collected {debit}", memo, row.id)
        return dict(row)

    @operation("outside")
    def block_account(self, account_id: str, reason: Reason) -> Json:
        """The bank freezes an account; the persona cannot lift that.

        Args:
            account_id: Id of an account that is not closed.
            reason: What the persona is told.
        """
        return dict(self.accounts.update(account_id, status="frozen", frozen_by="bank", frozen_reason=reason))

    @operation("outside")
    def unblock_account(self, account_id: str) -> Json:
        """The bank lifts any freeze.

        Args:
            account_id: Id of the frozen account.
        """
        account = self.accounts.get(account_id)
        if account.status != "frozen":
            raise Conflict(f"account {account_id!r} is {account.status}", status=account.status)
        return dict(self.accounts.update(account_id, status="active", frozen_by=None, frozen_reason=""))

    @operation("outside")
    def bounce_payment(self, payment_id: str, reason: Reason) -> Json:
        """The payee's bank sends a posted payment back; a fee that was taken stays with the bank.

        Args:
            payment_id: Id of the posted payment.
            reason: What the persona is told.
        """
        payment = self.payments.get(payment_id)
        if payment.status != "posted" or payment.transaction is None:
            raise Conflict(f"payment {payment_id!r} is {payment.status}, not posted", status=payment.status)
        row = self.transactions.get(payment.transaction)
        self.payments.update(payment_id, status="returned", failure=reason)
        self.transactions.update(row.id, status="returned")
        back = self.book(
            row.account, -row.amount, "returned", row.payee, memo=reason[:140], original=-row.original, ref=payment_id
        )
        account = self.accounts.get(row.account)
        self.tell(account, "failed_payment", f"Payment to {row.payee} came back", reason, payment_id)
        return dict(back)

    @operation("outside")
    def hold_payment(self, payment_id: str, reason: Reason) -> Json:
        """The bank holds back a scheduled payment for a check.

        Args:
            payment_id: Id of the scheduled payment.
            reason: What the persona is told.
        """
        if self.payments.get(payment_id).status != "scheduled":
            raise Conflict(f"payment {payment_id!r} is not scheduled", status=self.payments.get(payment_id).status)
        return dict(self.payments.update(payment_id, status="pending", failure=reason))

    @operation("outside")
    def decide_payment(self, payment_id: str, decision: Literal["release", "reject"]) -> Json:
        """The bank ends its check of a payment that it held back; one whose time has passed leaves at once.

        Args:
            payment_id: Id of the pending payment.
            decision: Whether it may leave.
        """
        payment = self.payments.get(payment_id)
        if payment.status != "pending":
            raise Conflict(f"payment {payment_id!r} is {payment.status}, not pending", status=payment.status)
        if decision == "reject":
            return dict(
                self.payments.update(payment_id, status="failed", failure=payment.failure or "rejected by the bank")
            )
        released = self.payments.update(payment_id, status="scheduled", failure="")
        return dict(self.attempt(released, "payment") if released.execute_at <= self.clock.now else released)

    @operation("outside")
    def change_overdraft(self, account_id: str, overdraft: Money) -> Json:
        """The bank grants another overdraft.

        Args:
            account_id: Id of the account.
            overdraft: How far it may go below zero, in its currency.
        """
        account = self.accounts.get(account_id)
        if overdraft.currency != account.currency or not 0 <= overdraft.minor <= MOST:
            raise Invalid(f"overdraft: must be in {account.currency}, from nothing to {MOST} minor units")
        return dict(self.accounts.update(account_id, overdraft=overdraft))
