"""The issuer's tables, and the doors through which what is owed and the points move."""

from collections.abc import Iterator
from random import Random
from typing import Any

from vibelife_inspect.money import EXPONENTS, Money, total
from vibelife_inspect.services.credit_card.background import CreditCardBackground, everyday_rows
from vibelife_inspect.services.credit_card.records import (
    CARD_STATES,
    DISPUTE_STATES,
    NOTICE_STATES,
    PAYMENT_STATES,
    STATEMENT_STATES,
    TRANSACTION_STATES,
    Card,
    CardAlert,
    Dispute,
    Kind,
    Payment,
    Reward,
    RewardOption,
    Statement,
    Transaction,
    TravelNotice,
    card_due,
    payment_due,
    statement_due,
    transaction_due,
)
from vibelife_inspect.world import ME, Notice, Record, Table
from vibelife_inspect.world.ledger import MoneyHouse


class CreditCardBase(MoneyHouse):
    """Tables and helpers of the card issuer."""

    name = "credit_card"
    summary = "Credit cards: purchases, statements, payments to the card, disputes, limits, travel notices and rewards."
    Background = CreditCardBackground

    cards = Table(Card, "card", states=CARD_STATES, due=card_due)
    transactions = Table(
        Transaction,
        "card transaction",
        index=("held_on", "unbilled_on", "statement", "charge_id", "card"),
        states=TRANSACTION_STATES,
        due=transaction_due,
    )
    statements = Table(Statement, "statement", index=("unpaid_on", "card"), states=STATEMENT_STATES, due=statement_due)
    payments = Table(Payment, "card payment", index=("card",), states=PAYMENT_STATES, due=payment_due)
    disputes = Table(Dispute, "dispute", index=("transaction", "card"), states=DISPUTE_STATES)
    travel_notices = Table(TravelNotice, "travel notice", index=("card",), states=NOTICE_STATES)
    rewards = Table(Reward, "reward row", index=("card",))
    menu = Table(RewardOption, "reward option")

    def background(self, options: CreditCardBackground, level: int, rng: Random) -> Iterator[tuple[str, Record]]:
        """Everyday purchases and paid statements before the start, on the seeded cards; balances stay as they are."""
        cards = [
            (card, self.transactions.find(card=card.id), self.statements.find(card=card.id))
            for card in self.cards
            if card.owner == ME and card.status != "closed"
        ]
        yield from everyday_rows(cards, self.setting.start.astimezone(self.clock.home), options, level, rng)

    def own_card(self, card_id: str) -> Card:
        """A card of the persona.

        Raises:
            NotFound: There is none with the id.
            Refused: It is somebody else's.
        """
        card = self.cards.get(card_id)
        self.own(card, "card")
        return card

    def own_ids(self, card_id: str | None) -> list[str]:
        """The named card, or all cards of the persona."""
        return [self.own_card(card_id).id] if card_id is not None else [row.id for row in self.cards if row.owner == ME]

    def held(self, card: Card) -> Money:
        """What is authorised and has not posted."""
        return total((row.amount for row in self.transactions.find(held_on=card.id)), card.currency)

    def available(self, card: Card) -> Money:
        """What can still be spent."""
        return card.limit - card.balance - self.held(card)

    def book(self, card_id: str, amount: Money, kind: Kind, payee: str, **fields: Any) -> Transaction:
        """Write a posted ledger row and move what is owed.

        Args:
            card_id: Id of the card.
            amount: In its currency; positive raises what is owed.
            kind: What the row is.
            payee: Merchant, or what the row is for.
            **fields: Further fields of the row.
        """
        now = self.clock.now
        return self.count(self.enter(card_id, amount, kind, payee, posted_at=now, **fields))

    def enter(self, card_id: str, amount: Money, kind: Kind, payee: str, **fields: Any) -> Transaction:
        """Write a ledger row that does not count yet, or that the caller counts."""
        core = {"id": self.new_id("CT"), "card": card_id, "amount": amount, "kind": kind, "payee": payee}
        return self.transactions.add(Transaction.model_validate({**core, "booked_at": self.clock.now, **fields}))

    def count(self, row: Transaction) -> Transaction:
        """Let a row that has just posted move what is owed; nothing else touches a balance."""
        card = self.cards.get(row.card)
        self.cards.update(card.id, balance=card.balance + row.amount)
        if row.amount.minor < 0:
            self._pay_statements(card.id, -row.amount)
        return row

    def change_points(self, card_id: str, points: int, text: str, **fields: Any) -> Reward | None:
        """Write a row of the points ledger and move the points; they never fall below zero."""
        card = self.cards.get(card_id)
        moved = max(points, -card.points)
        if moved == 0:
            return None
        self.cards.update(card_id, points=card.points + moved)
        reward = {"id": self.new_id("RW"), "card": card_id, "points": moved, "at": self.clock.now, "text": text}
        return self.rewards.add(Reward.model_validate({**reward, **fields}))

    @staticmethod
    def points_for(card: Card, amount: Money) -> int:
        """Points that a purchase earns."""
        return int(amount.minor * card.points_per_100 // (100 * 10 ** EXPONENTS[amount.currency]))

    def tell(self, card: Card, alert: CardAlert, title: str, text: str, ref: str) -> None:
        """Tell the persona, if subscribed or watching."""
        notice = Notice(source="credit_card", topic=f"card:{card.id}:{alert}", title=title, text=text, ref=ref)
        self.ports.notify(notice, subscribed=card.owner == ME and alert in card.alerts)

    def _pay_statements(self, card_id: str, credit: Money) -> None:
        for statement in self.statements.find(unpaid_on=card_id):
            part = min(credit, statement.total - statement.paid)
            if part.minor > 0:
                paid = statement.paid + part
                status = "paid" if paid >= statement.total else statement.status
                self.statements.update(statement.id, paid=paid, status=status)
                credit = credit - part
