"""Reading the ledger of the cards: transactions and statements."""

from datetime import date
from typing import Literal

from vibelife_inspect.money import Money, total
from vibelife_inspect.services.credit_card.base import CreditCardBase
from vibelife_inspect.services.credit_card.records import Category, Kind, Transaction
from vibelife_inspect.world import Json, Limit, operation, page
from vibelife_inspect.world.ledger import naming, newest, sized


class Ledger(CreditCardBase):
    """Transactions and statements."""

    @operation("read")
    def list_transactions(
        self,
        card_id: str | None = None,
        since: date | None = None,
        until: date | None = None,
        status: Literal["authorised", "posted", "reversed", "disputed", "refunded"] | None = None,
        kind: Kind | None = None,
        category: Category | None = None,
        min_amount: Money | None = None,
        max_amount: Money | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List transactions, newest first; amounts are positive when they raise what is owed, negative for credits.

        Args:
            card_id: Only this card; all your cards if not given.
            since: First day, at home.
            until: Last day, at home, included.
            status: Only rows with this status; authorised ones have not posted yet.
            kind: Only rows of this kind.
            category: Only rows of this category.
            min_amount: Only rows of this currency of at least this size, credits too.
            max_amount: Only rows of this currency of at most this size, credits too.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self._between(card_id, since, until)
            if status in (None, row.status) and kind in (None, row.kind) and category in (None, row.category)
        ]
        return page(newest(sized(rows, min_amount, max_amount)), limit, cursor, lambda row: row.row)

    @operation("read")
    def search_transactions(
        self,
        query: str,
        card_id: str | None = None,
        since: date | None = None,
        until: date | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find transactions whose merchant, memo, amount or id holds every word of the query, newest first.

        Args:
            query: Words to look for, in any script.
            card_id: Only this card; all your cards if not given.
            since: First day, at home.
            until: Last day, at home, included.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = naming(self._between(card_id, since, until), query)
        return page(newest(rows), limit, cursor, lambda row: row.row)

    @operation("read")
    def get_transaction(self, transaction_id: str) -> Json:
        """Read one transaction, with the ids of its fee and refunds and of its disputes.

        Args:
            transaction_id: Id of the transaction.
        """
        row = self.transactions.get(transaction_id)
        self.own_card(row.card)
        related = [other.id for other in self.transactions.find(charge_id=row.id) if other.id != row.id]
        disputes = [dispute.id for dispute in self.disputes.find(transaction=row.id)]
        return {**dict(row), "related": related, "disputes": disputes}

    @operation("read")
    def list_unbilled(self, card_id: str, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List what the next statement will hold so far, oldest first, with its sum; authorised rows are not in it yet.

        Args:
            card_id: Id of the card.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        card = self.own_card(card_id)
        rows = list(reversed(newest(self.transactions.find(unbilled_on=card_id))))
        answer = page(rows, limit, cursor, lambda row: row.row)
        return {**answer, "sum": total((row.amount for row in rows), card.currency), "closes_at": card.next_statement}

    @operation("read")
    def list_statements(
        self,
        card_id: str | None = None,
        status: Literal["open", "paid", "overdue", "carried"] | None = None,
        limit: Limit = 12,
        cursor: str | None = None,
    ) -> Json:
        """List statements, latest period first.

        Args:
            card_id: Only this card; all your cards if not given.
            status: Only statements with this status; `carried` means the rest is part of the next one.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for id in self.own_ids(card_id) for row in self.statements.find(card=id)]
        rows = [row for row in rows if status in (None, row.status)]
        rows.sort(key=lambda row: (row.period_end, row.id), reverse=True)
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("read")
    def get_statement(self, statement_id: str) -> Json:
        """Read one statement with its lines, oldest first.

        Args:
            statement_id: Id of the statement.
        """
        statement = self.statements.get(statement_id)
        self.own_card(statement.card)
        lines = reversed(newest(self.transactions.find(statement=statement_id)))
        return {**dict(statement), "unpaid": statement.total - statement.paid, "lines": [row.row for row in lines]}

    def _between(self, card_id: str | None, since: date | None, until: date | None) -> list[Transaction]:
        rows = [row for id in self.own_ids(card_id) for row in self.transactions.find(card=id)]
        return self.booked(rows, since, until)
