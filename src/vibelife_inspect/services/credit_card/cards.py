"""Looking at cards, what they cost and what a purchase would cost, and what time does to them."""

from datetime import date, datetime, time, timedelta
from typing import Literal

from vibelife_inspect.money import Money
from vibelife_inspect.services.credit_card.purchases import Purchases
from vibelife_inspect.services.credit_card.records import Card, Statement
from vibelife_inspect.world import ME, Json, Limit, operation, page


class Cards(Purchases):
    """Cards and their billing cycle."""

    @operation("read")
    def list_cards(
        self,
        status: Literal["active", "frozen", "blocked", "closed"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List your cards by name, with limit, what is owed and what is available.

        Args:
            status: Only cards with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [card for card in self.cards if card.owner == ME and status in (None, card.status)]
        rows.sort(key=lambda row: (row.name, row.id))
        return page(rows, limit, cursor, self._row)

    @operation("read")
    def get_card(self, card_id: str) -> Json:
        """Read one card: what is owed, authorised and available, its next statement, limits, points and alerts.

        Args:
            card_id: Id of the card.
        """
        return self.whole(self.own_card(card_id))

    @operation("read")
    def get_fees(self, card_id: str) -> Json:
        """Read the limits and fees of a card: credit limit, own limits, foreign fee, late fee, minimum and interest.

        Args:
            card_id: Id of the card.
        """
        card = self.own_card(card_id)
        fields = (
            "limit", "purchase_limit", "period_limit", "period_spent", "foreign_fee_percent", "late_fee",
            "minimum_percent", "interest_percent", "due_days", "abroad", "points_per_100",
        )  # fmt: skip
        return {"card": card_id, **card.pick(*fields), "statement_day": self._statement_day(card)}

    @operation("read")
    def estimate_purchase(self, card_id: str, amount: Money) -> Json:
        """Estimate a purchase: the amount in the card's currency, the foreign fee, and whether the card would take it.

        Args:
            card_id: Id of the card.
            amount: What the merchant asks, in any currency that has a rate.
        """
        card = self.own_card(card_id)
        booked, fee = self.cost(card, amount)
        obstacle = self.obstacle(card, amount, booked + fee)
        return {
            "amount": booked,
            "fee": fee,
            "total": booked + fee,
            "available_after": self.available(card) - booked - fee,
            "points": self.points_for(card, booked),
            "possible": obstacle is None,
            "obstacle": None if obstacle is None else obstacle.message,
        }

    def close_statement(self, card: Card) -> None:
        """The period closes: what has posted is billed, and the next period begins."""
        end = self.day_of(card.next_statement - timedelta(seconds=1))
        following = card.next_statement
        while following <= self.clock.now:
            following = self._month_on(following, 1)
        nothing = card.balance.zero()
        owed = max(card.balance, nothing)
        for older in self.statements.find(unpaid_on=card.id):
            self.statements.update(older.id, status="carried")
        statement = Statement(
            id=self.new_id("ST"),
            card=card.id,
            period_start=self.day_of(self._month_on(card.next_statement, -1)),
            period_end=end,
            total=owed,
            minimum=min(owed, max(owed.percent(card.minimum_percent), Money(minor=1, currency=card.currency))),
            paid=nothing,
            due_at=self.clock.at(self.clock.today + timedelta(days=card.due_days), time(23, 59)),
            status="open" if owed.minor else "paid",
        )
        self.statements.add(statement)
        for row in self.transactions.find(unbilled_on=card.id):
            self.transactions.update(row.id, statement=statement.id)
        self.cards.update(card.id, next_statement=following, period_spent=nothing)
        text = f"{owed} is due by {self.day_of(statement.due_at)}, at least {statement.minimum}."
        self.tell(card, "statement", f"Statement of {card.name}", text, statement.id)

    def pass_due_date(self, statement: Statement) -> None:
        """The due date passes: interest on the rest, and a fee when even the minimum is unpaid."""
        rest = statement.total - statement.paid
        if rest.minor <= 0:
            self.statements.update(statement.id, status="paid")
            return
        card = self.cards.get(statement.card)
        late = statement.paid < statement.minimum
        self.statements.update(statement.id, status="overdue" if late else "carried")
        if late and card.late_fee.minor > 0:
            self.book(card.id, card.late_fee, "fee", "Late payment fee", category="fees", ref=statement.id)
        interest = rest.percent(card.interest_percent)
        if interest.minor > 0:
            self.book(card.id, interest, "interest", "Interest", category="fees", ref=statement.id)
        if late:
            self.tell(card, "overdue", f"{card.name} is overdue", f"{rest} is unpaid.", statement.id)

    def deliver_replacement(self, card: Card) -> None:
        """The new card arrives and works from now on."""
        self.cards.update(
            card.id,
            status="active",
            blocked_reason="",
            last4=card.replacement_last4,
            replacement_last4=None,
            replacement_at=None,
        )

    def whole(self, card: Card) -> Json:
        """Everything about a card, with what follows from its ledger."""
        statements = self.statements.find(unpaid_on=card.id)
        return {
            **dict(card),
            "authorised": self.held(card),
            "available": self.available(card),
            "statement_day": self._statement_day(card),
            "unpaid_statements": [statement.row for statement in statements],
        }

    def _row(self, card: Card) -> Json:
        fields = card.pick("id", "name", "last4", "currency", "limit", "balance", "status")
        return {**fields, "available": self.available(card)}

    def _statement_day(self, card: Card) -> int:
        return self.day_of(card.next_statement).day

    def _month_on(self, moment: datetime, step: Literal[1, -1]) -> datetime:
        """The same day and wall time of the next month or the one before; the day is at most 28."""
        local = moment.astimezone(self.clock.home)
        years, month = divmod(local.month - 1 + step, 12)
        return self.clock.at(date(local.year + years, month + 1, min(local.day, 28)), local.time())
