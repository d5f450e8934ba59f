"""Disputing purchases."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.credit_card.purchases import Purchases
from vibelife_inspect.services.credit_card.records import Dispute, Reason
from vibelife_inspect.world import Blankable, Json, Letter, Limit, operation, page

_WINDOW = timedelta(days=120)


class Disputes(Purchases):
    """The holder's claims against merchants."""

    @operation("commit")
    def open_dispute(
        self,
        transaction_id: str,
        reason: Reason,
        explanation: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"\S")],
        amount: Money | None = None,
    ) -> Json:
        """Dispute a posted purchase with the issuer; a confirmation goes to your inbox.

        Args:
            transaction_id: Id of a posted purchase of the last 120 days.
            reason: Why.
            explanation: What happened, in your words.
            amount: How much of it, in the card's currency or the one that was charged; all that is left if not given.
        """
        row = self.purchase(transaction_id)
        card = self.own_card(row.card)
        if row.status != "posted":
            raise Conflict(
                f"purchase {transaction_id!r} is {row.status}; only a posted one can be disputed", status=row.status
            )
        if self.clock.now > row.booked_at + _WINDOW:
            raise Expired(f"purchase {transaction_id!r} is older than 120 days", booked_at=row.booked_at.isoformat())
        left, left_original = self.left_of(row)
        claimed = left if amount is None else self.refundable(amount, left, left_original, "purchase")[0]
        self.transactions.update(row.id, status="disputed")
        dispute = Dispute(
            id=self.new_id("DSP"),
            card=card.id,
            transaction=row.id,
            amount=claimed,
            reason=reason,
            explanation=explanation,
            opened_at=self.clock.now,
        )
        body = f"We look into your dispute {dispute.id} of {claimed} at {row.payee}. You need not do anything for now."
        sender = f"{card.name} service"
        self.ports.mail(
            Letter(
                sender="service@card-services.example", sender_name=sender, subject=f"Dispute {dispute.id}", body=body
            )
        )
        return dict(self.disputes.add(dispute))

    @operation("commit")
    def withdraw_dispute(self, dispute_id: str) -> Json:
        """Withdraw a dispute that is under review; the purchase stands.

        Args:
            dispute_id: Id of the dispute.
        """
        dispute = self._own_dispute(dispute_id)
        if dispute.status != "under_review":
            raise Conflict(f"dispute {dispute_id!r} is {dispute.status}", status=dispute.status)
        self.transactions.update(dispute.transaction, status="posted")
        return dict(self.disputes.update(dispute_id, status="withdrawn", closed_at=self.clock.now))

    @operation("read")
    def list_disputes(
        self,
        card_id: str | None = None,
        status: Literal["under_review", "approved", "denied", "withdrawn"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List disputes, newest first.

        Args:
            card_id: Only this card; all your cards if not given.
            status: Only disputes with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for id in self.own_ids(card_id) for row in self.disputes.find(card=id)]
        rows = [row for row in rows if status in (None, row.status)]
        rows.sort(key=lambda row: (row.opened_at, row.id), reverse=True)
        return page(rows, limit, cursor, lambda dispute: dispute.row)

    @operation("read")
    def get_dispute(self, dispute_id: str) -> Json:
        """Read one dispute: claim, status and what the issuer decided.

        Args:
            dispute_id: Id of the dispute.
        """
        return dict(self._own_dispute(dispute_id))

    @operation("outside")
    def decide_dispute(
        self,
        dispute_id: str,
        decision: Literal["approved", "denied"],
        outcome: Annotated[Blankable, Field(max_length=500)] = "",
    ) -> Json:
        """The issuer decides a dispute; approved, what is left of the claim is credited.

        Args:
            dispute_id: Id of a dispute under review.
            decision: For or against the holder.
            outcome: What the issuer says.
        """
        dispute = self.disputes.get(dispute_id)
        if dispute.status != "under_review":
            raise Conflict(f"dispute {dispute_id!r} is {dispute.status}", status=dispute.status)
        closed = self.disputes.update(dispute_id, status=decision, outcome=outcome, closed_at=self.clock.now)
        row = self.transactions.get(dispute.transaction)
        if decision == "approved":
            left, _ = self.left_of(row)
            self.refund(row, min(dispute.amount, left), f"Dispute {dispute_id}", ref=dispute_id)
        if self.transactions.get(row.id).status == "disputed":
            self.transactions.update(row.id, status="posted")
        card = self.cards.get(dispute.card)
        self.tell(card, "dispute", f"Dispute {dispute_id} {decision}", outcome, dispute_id)
        return dict(closed)

    @operation("outside")
    def refund_purchase(self, transaction_id: str, amount: Money | None = None, memo: str = "Refund") -> Json:
        """A merchant refunds a purchase; all of it ends an open dispute, and reverses what has not posted.

        Args:
            transaction_id: Id of the purchase.
            amount: In the card's currency or the one that was charged; all that is left if not given.
            memo: Text of the merchant.
        """
        row = self.purchase(transaction_id)
        left, _ = self.left_of(row)
        if left.minor <= 0:
            raise Invalid(f"transaction_id: nothing is left of purchase {transaction_id!r}")
        result = self.refund(row, amount or left, memo)
        return dict(result)

    def _own_dispute(self, dispute_id: str) -> Dispute:
        dispute = self.disputes.get(dispute_id)
        self.own_card(dispute.card)
        return dispute
