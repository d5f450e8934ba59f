"""What the world does to the cards: merchants charge, the issuer intervenes."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.credit_card.purchases import Purchases
from vibelife_inspect.services.credit_card.records import Category
from vibelife_inspect.world import Blankable, Json, operation
from vibelife_inspect.world.ledger import MOST

Memo = Annotated[Blankable, Field(max_length=140)]
"""Text of a merchant or of the issuer; may be empty."""


class Outside(Purchases):
    """Operations of everybody but the agent; see also `decide_dispute` and `refund_purchase`."""

    @operation("outside")
    def charge_merchant(
        self, card_id: str, merchant: str, amount: Money, memo: Memo = "", category: Category = "other"
    ) -> Json:
        """A merchant charges a card, such as a subscription; refused under the same rules as any purchase.

        Args:
            card_id: Id of the card.
            merchant: Who charges.
            amount: In any currency that has a rate.
            memo: Text of the merchant.
            category: What it is for.
        """
        return dict(self.authorise(self.cards.get(card_id), amount, merchant, memo, category))

    @operation("outside")
    def release_purchase(self, transaction_id: str) -> Json:
        """A merchant lets go of an authorised purchase before it posts.

        Args:
            transaction_id: Id of the authorised purchase.
        """
        row = self.purchase(transaction_id)
        if row.status != "authorised":
            raise Conflict(f"purchase {transaction_id!r} is {row.status}, not authorised", status=row.status)
        return dict(self.reverse(row))

    @operation("outside")
    def block_card(self, card_id: str, reason: Annotated[str, Field(min_length=1, max_length=300)]) -> Json:
        """The issuer blocks a card, on suspicion of fraud for example; the holder cannot lift that.

        Args:
            card_id: Id of an active or frozen card.
            reason: What the holder is told.
        """
        card = self.cards.get(card_id)
        if card.status == "blocked":
            raise Conflict(f"card {card_id!r} is already blocked", status="blocked")
        return dict(self.cards.update(card_id, status="blocked", blocked_reason=reason))

    @operation("outside")
    def unblock_card(self, card_id: str) -> Json:
        """The issuer lifts a block; not while a replacement is on its way.

        Args:
            card_id: Id of the blocked card.
        """
        card = self.cards.get(card_id)
        if card.status != "blocked" or card.replacement_at is not None:
            raise Conflict(f"card {card_id!r} is {card.status} and cannot be unblocked", status=card.status)
        return dict(self.cards.update(card_id, status="active", blocked_reason=""))

    @operation("outside")
    def change_limit(self, card_id: str, limit: Money) -> Json:
        """The issuer changes the credit limit.

        Args:
            card_id: Id of the card.
            limit: New limit, in the card's currency; it may lie below what is owed.
        """
        card = self.cards.get(card_id)
        if limit.currency != card.currency or not 0 <= limit.minor <= MOST:
            raise Invalid(f"limit: must be in {card.currency}, from nothing to {MOST} minor units")
        return dict(self.cards.update(card_id, limit=limit))

    @operation("outside")
    def close_card(self, card_id: str) -> Json:
        """The issuer closes a card for good; what is owed can still be paid.

        Args:
            card_id: Id of the card.
        """
        card = self.cards.get(card_id)
        if card.status == "closed":
            raise Conflict(f"card {card_id!r} is already closed", status="closed")
        return dict(self.cards.update(card_id, status="closed"))
