"""Paying a card from a bank account, now or later."""

from datetime import date, time, timedelta
from typing import Literal

from vibelife_inspect.errors import Conflict, Invalid, OperationError
from vibelife_inspect.money import Money
from vibelife_inspect.services.credit_card.purchases import Purchases
from vibelife_inspect.services.credit_card.records import Card, Payment
from vibelife_inspect.world import Json, Limit, operation, page


class Paying(Purchases):
    """Payments to the card."""

    @operation("commit")
    def pay_card(self, card_id: str, from_account_id: str, amount: Money) -> Json:
        """Pay what is owed on a card, at once; the money leaves the bank account and counts to unpaid statements first.

        Args:
            card_id: Card that is paid.
            from_account_id: Bank account that pays; a card cannot pay a card.
            amount: In the card's currency, at most what is owed including authorised purchases.
        """
        card = self.own_card(card_id)
        self._check(card, from_account_id, amount)
        owed = card.balance + self.held(card)
        if amount > owed:
            raise Invalid(f"amount: only {max(owed, owed.zero())} is owed on card {card_id!r}", owed=str(owed))
        payment = Payment(
            id=self.new_id("CP"), card=card_id, from_account=from_account_id, amount=amount, pay_at=self.clock.now
        )
        self.payments.add(payment)
        return {**dict(self._settle(payment, amount)), "balance": self.cards.get(card_id).balance}

    @operation("commit")
    def schedule_payment(self, card_id: str, from_account_id: str, amount: Money, on: date) -> Json:
        """Schedule a payment to a card for a later day, at 06:00 home time.

        On the day it pays at most what is then owed; it fails when the bank account cannot pay.

        Args:
            card_id: Card that is paid.
            from_account_id: Bank account that pays; a card cannot pay a card.
            amount: In the card's currency.
            on: Day of the payment, after today.
        """
        card = self.own_card(card_id)
        self._check(card, from_account_id, amount)
        self.coming_day(on, "on", earliest=self.clock.today + timedelta(days=1))
        payment = Payment(
            id=self.new_id("CP"),
            card=card_id,
            from_account=from_account_id,
            amount=amount,
            pay_at=self.clock.at(on, time(6)),
        )
        return dict(self.payments.add(payment))

    @operation("read")
    def list_payments(
        self,
        card_id: str | None = None,
        status: Literal["scheduled", "posted", "failed", "cancelled"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List payments to your cards that were made or scheduled here, latest first.

        Args:
            card_id: Only payments to this card; all your cards if not given.
            status: Only payments with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for id in self.own_ids(card_id) for row in self.payments.find(card=id)]
        rows = [row for row in rows if status in (None, row.status)]
        rows.sort(key=lambda row: (row.pay_at, row.id), reverse=True)
        return page(rows, limit, cursor, lambda payment: payment.row)

    @operation("read")
    def get_payment(self, payment_id: str) -> Json:
        """Read one payment to a card: status, the row at the bank, and why it failed if it did.

        Args:
            payment_id: Id of the payment.
        """
        payment = self.payments.get(payment_id)
        self.own_card(payment.card)
        return dict(payment)

    @operation("commit")
    def cancel_payment(self, payment_id: str) -> Json:
        """Cancel a scheduled payment to a card.

        Args:
            payment_id: Id of the scheduled payment.
        """
        payment = self.payments.get(payment_id)
        self.own_card(payment.card)
        if payment.status != "scheduled":
            raise Conflict(f"payment {payment_id!r} is {payment.status}, not scheduled", status=payment.status)
        return dict(self.payments.update(payment_id, status="cancelled"))

    def run_payment(self, payment: Payment) -> None:
        """A scheduled payment is due: pay what is owed, or note why not."""
        card = self.cards.get(payment.card)
        owed = card.balance + self.held(card)
        if owed.minor <= 0:
            self.payments.update(payment.id, status="cancelled", failure="nothing was owed on the day")
            return
        try:
            with self.world.transaction():
                self._check(card, payment.from_account, payment.amount)
                self._settle(payment, min(payment.amount, owed))
        except OperationError as error:
            self.payments.update(payment.id, status="failed", failure=error.message)
            text = f"{payment.amount} from {payment.from_account}: {error.message}"
            self.tell(card, "failed_payment", f"Payment to {card.name} failed", text, payment.id)

    def _check(self, card: Card, from_account_id: str, amount: Money) -> None:
        if self.holds_method(from_account_id):
            raise Invalid(f"from_account_id: {from_account_id!r} is a card; a card is paid from a bank account")
        if amount.currency != card.currency:
            raise Invalid(f"amount: must be in {card.currency}, the currency of the card")
        self.exchange(amount, card.currency)

    def _settle(self, payment: Payment, amount: Money) -> Payment:
        """Take the money from the bank and credit the card with it."""
        card = self.cards.get(payment.card)
        charge = self.ports.charge(
            payment.from_account, amount, f"{card.name} *{card.last4}", f"Card payment {payment.id}"
        )
        self.book(card.id, -amount, "payment", "Payment received", memo=f"from {payment.from_account}", ref=payment.id)
        note = charge.note or ("only this much was owed" if amount != payment.amount else "")
        return self.payments.update(payment.id, status="posted", amount=amount, charge=charge.id, failure=note)
