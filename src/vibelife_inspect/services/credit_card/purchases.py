"""Purchases and refunds, and the card as a way to pay for other services."""

from vibelife_inspect.errors import Conflict, InsufficientFunds, NotFound, OperationError, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.credit_card.base import CreditCardBase
from vibelife_inspect.services.credit_card.records import Card, Category, Transaction
from vibelife_inspect.world import Charge


class Purchases(CreditCardBase):
    """Authorising, posting, reversing and refunding; the `PaymentProvider` of the cards."""

    def holds_method(self, method: str) -> bool:
        """Whether the id is a card here."""
        return method in self.cards

    def take_charge(self, method: str, amount: Money, payee: str, memo: str) -> Charge:
        """Authorise a purchase; it posts two days later.

        Raises:
            Refused: The card is not the persona's or not active, or one of the holder's limits stands against it.
            Invalid: The currency has no rate.
            InsufficientFunds: There is no room for it.
        """
        row = self.authorise(self.own_card(method), amount, payee, memo)
        return Charge(id=row.id, method=method, amount=row.amount)

    def holds_charge(self, charge_id: str) -> bool:
        """Whether the id is a row that was booked here."""
        return charge_id in self.transactions

    def give_refund(self, charge_id: str, amount: Money, memo: str) -> Charge:
        """Refund a purchase, at most what is left of it; one that has not posted is reversed if all of it goes back.

        The issuer or a dispute may have paid it back before: a note says what could not be booked any more.

        Args:
            charge_id: Id of the purchase.
            amount: In the card's currency or the one that was charged.
            memo: What it is for.
        """
        purchase = self.purchase(charge_id)
        left, left_original = self.left_of(purchase)
        if purchase.status in ("reversed", "refunded") or left.minor <= 0:
            note = f"nothing is left of purchase {charge_id}; it was paid back before"
            return Charge(id=charge_id, method=purchase.card, amount=left.zero(), note=note)
        most = left_original if amount.currency == left_original.currency else left
        wanted = amount if amount.currency == most.currency else self.exchange(amount, most.currency)
        row = self.refund(purchase, min(wanted, most), memo)
        note = f"only {most} was left of purchase {charge_id}; the rest was paid back before" if wanted > most else ""
        return Charge(id=row.id, method=row.card, amount=row.amount if row.amount.minor > 0 else -row.amount, note=note)

    def authorise(
        self, card: Card, amount: Money, payee: str, memo: str = "", category: Category = "other"
    ) -> Transaction:
        """Hold a purchase and its foreign fee on a card."""
        booked, fee = self.cost(card, amount)
        if fault := self.obstacle(card, amount, booked + fee):
            raise fault
        row = self.enter(
            card.id, booked, "purchase", payee, memo=memo, original=amount, category=category, status="authorised"
        )
        if fee.minor:
            self.enter(
                card.id, fee, "fee", "Foreign purchase fee", category="fees", status="authorised", charge_id=row.id
            )
        self.cards.update(card.id, period_spent=card.period_spent + booked)
        self.tell(card, "purchase", f"{booked} at {payee}", memo or f"Purchase of {booked} at {payee}.", row.id)
        return row

    def cost(self, card: Card, amount: Money) -> tuple[Money, Money]:
        """A purchase in the card's currency, and its foreign fee."""
        booked = self.exchange(amount, card.currency)
        return booked, booked.percent(card.foreign_fee_percent if amount.currency != card.currency else 0)

    def obstacle(self, card: Card, amount: Money, needed: Money) -> OperationError | None:
        """What stands against a purchase now; None when nothing does."""
        if card.status != "active":
            return Refused(f"card {card.id!r} is {card.status}; only an active one can pay", status=card.status)
        if amount.currency != card.currency and card.abroad == "notice" and not self.travels(card):
            return Refused(f"card {card.id!r} takes foreign currencies only on days of a travel notice", id=card.id)
        booked = self.exchange(amount, card.currency)
        if card.purchase_limit is not None and booked > card.purchase_limit:
            return Refused(f"{booked} is above your own limit of {card.purchase_limit} for one purchase", id=card.id)
        if card.period_limit is not None and card.period_spent + booked > card.period_limit:
            return Refused(
                f"with {booked} more, purchases of this statement period pass your own limit of {card.period_limit}",
                spent=str(card.period_spent),
            )
        available = self.available(card)
        if needed > available:
            return InsufficientFunds(
                f"card {card.id!r} has {available} available, {needed} is needed",
                available=str(available),
                needed=str(needed),
            )
        return None

    def travels(self, card: Card) -> bool:
        """Whether a travel notice covers today."""
        today = self.clock.today
        notices = self.travel_notices.find(card=card.id)
        return any(row.status == "set" and row.starts_on <= today <= row.ends_on for row in notices)

    def purchase(self, transaction_id: str) -> Transaction:
        """A purchase by its id, whoever owns the card."""
        row = self.transactions.get(transaction_id)
        if row.kind != "purchase":
            raise NotFound(f"{transaction_id!r} is no purchase but of kind {row.kind}", id=transaction_id)
        return row

    def refund(self, purchase: Transaction, amount: Money, memo: str, ref: str | None = None) -> Transaction:
        """Reverse a purchase that has not posted, or book a refund of (part of) it."""
        if purchase.status in ("reversed", "refunded"):
            raise Conflict(
                f"purchase {purchase.id!r} is {purchase.status}; nothing is left of it", status=purchase.status
            )
        left, left_original = self.left_of(purchase)
        booked, original = self.refundable(amount, left, left_original, "purchase")
        if purchase.status == "authorised" and booked == purchase.amount:
            return self.reverse(purchase)
        row = self.book(
            purchase.card, -booked, "refund", purchase.payee, memo=memo, original=-original, charge_id=purchase.id,
            category=purchase.category, ref=ref,
        )  # fmt: skip
        card = self.cards.get(purchase.card)
        if purchase.status != "authorised":
            self.change_points(card.id, -self.points_for(card, booked), "Refund", kind="taken_back", ref=row.id)
            if booked == left:
                self._close_refunded(purchase.id)
        self.tell(card, "refund", f"Refund of {booked} from {purchase.payee}", memo, row.id)
        return row

    def reverse(self, purchase: Transaction) -> Transaction:
        """Let go of an authorised purchase and its fee."""
        card = self.cards.get(purchase.card)
        spent = max(card.period_spent - purchase.amount, purchase.amount.zero())
        self.cards.update(card.id, period_spent=spent)
        for row in self.transactions.find(charge_id=purchase.id):
            if row.status == "authorised":
                self.transactions.update(row.id, status="reversed")
        return self.transactions.get(purchase.id)

    def left_of(self, purchase: Transaction) -> tuple[Money, Money]:
        """What can still be refunded: in the card's currency, and as it was charged."""
        left, original = purchase.amount, purchase.original
        for row in self.transactions.find(charge_id=purchase.id):
            if row.kind == "refund":
                left, original = left + row.amount, original + row.original
        return left, original

    def _close_refunded(self, purchase_id: str) -> None:
        """Nothing is left of a purchase: a dispute about it has become pointless."""
        self.transactions.update(purchase_id, status="refunded")
        for dispute in self.disputes.find(transaction=purchase_id):
            if dispute.status == "under_review":
                outcome = "The merchant refunded it."
                self.disputes.update(dispute.id, status="withdrawn", outcome=outcome, closed_at=self.clock.now)

    def post_transaction(self, row: Transaction) -> None:
        """An authorised row posts and counts; a purchase earns its points."""
        posted = self.count(self.transactions.update(row.id, status="posted", posted_at=self.clock.now))
        if posted.kind == "purchase":
            card = self.cards.get(posted.card)
            left, _ = self.left_of(posted)
            self.change_points(card.id, self.points_for(card, left), posted.payee, ref=posted.id)
            if left.minor == 0:
                self.transactions.update(row.id, status="refunded")
