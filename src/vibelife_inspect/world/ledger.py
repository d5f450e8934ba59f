"""What the houses share that keep people's money: amounts in other currencies, days, and ledgers to look through."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol, TypeVar

from vibelife_inspect.errors import Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.text import found
from vibelife_inspect.world.service import Service

MOST = 10**12
"""No amount, balance or limit goes beyond this many minor units."""

_HORIZON = timedelta(days=3660)


class Row(Protocol):
    """A row of a ledger."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def booked_at(self) -> datetime:
        """When it was booked."""

    @property
    def amount(self) -> Money:
        """In the currency of the ledger."""

    @property
    def original(self) -> Money:
        """As the other side named it."""

    @property
    def payee(self) -> str:
        """The other side's name."""

    @property
    def memo(self) -> str:
        """Its text."""


R = TypeVar("R", bound=Row)


class MoneyHouse(Service):
    """A service that keeps a ledger: a bank, a card issuer."""

    def exchange(self, amount: Money, currency: str) -> Money:
        """A positive amount in another currency, at the world's rates.

        Raises:
            Invalid: It is not positive, too large, too small, or there is no rate.
        """
        if not 0 < amount.minor <= MOST:
            raise Invalid(f"amount: {amount} must be more than nothing and at most {MOST} minor units")
        try:
            result = self.world.rates.convert(amount, currency)
        except KeyError:
            raise Invalid(f"amount: there is no exchange rate from {amount.currency} to {currency}") from None
        except ValueError:
            raise Invalid(f"amount: {amount} is too large for {currency}") from None
        if not 0 < result.minor <= MOST:
            raise Invalid(f"amount: {amount} is too small or too large an amount of {currency}")
        return result

    def refundable(self, amount: Money, left: Money, left_original: Money, what: str) -> tuple[Money, Money]:
        """A refund in the ledger's currency and as it was charged; the last one takes exactly what is left.

        Args:
            amount: What is to come back, in any currency.
            left: What is left to refund, in the ledger's currency.
            left_original: The same as it was charged.
            what: What is refunded, for the message.
        """
        if amount.currency == left_original.currency:
            of, share = left_original, amount
        else:
            of, share = left, self.exchange(amount, left.currency)
        if not 0 < share.minor <= of.minor:
            raise Invalid(f"amount: {share} must be more than nothing and at most {of}, which is left of the {what}")
        booked = left if share == of else Money(minor=left.minor * share.minor // of.minor, currency=left.currency)
        original = Money(minor=left_original.minor * share.minor // of.minor, currency=left_original.currency)
        if booked.minor == 0:
            raise Invalid(f"amount: {amount} is less than the smallest unit of {left.currency}")
        return booked, original

    def coming_day(self, day: date, name: str, *, earliest: date | None = None) -> date:
        """A day from `earliest` (today) on, within ten years.

        Raises:
            Invalid: It is not; the message names the argument.
        """
        first, last = earliest or self.clock.today, self.clock.today + _HORIZON
        if not first <= day <= last:
            raise Invalid(f"{name}: {day} must lie between {first} and {last}")
        return day

    def day_of(self, moment: datetime) -> date:
        """The day of a moment at home."""
        return (moment if moment.tzinfo is self.clock.home else moment.astimezone(self.clock.home)).date()

    def booked(self, rows: Sequence[R], since: date | None, until: date | None) -> list[R]:
        """The rows that were booked on the given days.

        Raises:
            Invalid: The days are the wrong way round.
        """
        if since is not None and until is not None and since > until:
            raise Invalid(f"since: {since} is after until, {until}")
        kept = list(rows)
        if since is not None:
            kept = [row for row in kept if self.day_of(row.booked_at) >= since]
        if until is not None:
            kept = [row for row in kept if self.day_of(row.booked_at) <= until]
        return kept


def newest(rows: Iterable[R]) -> list[R]:
    """Latest first, ties by id."""
    return sorted(rows, key=lambda row: (row.booked_at, row.id), reverse=True)


def sized(rows: Iterable[R], least: Money | None, most: Money | None) -> list[R]:
    """Rows of at least and at most these sizes, whatever the sign, in the same currency."""
    kept = list(rows)
    for bound, sign in ((least, 1), (most, -1)):
        if bound is not None:
            same = [row for row in kept if row.amount.currency == bound.currency]
            kept = [row for row in same if sign * abs(row.amount.minor) >= sign * bound.minor]
    return kept


def naming(rows: Iterable[R], query: str) -> list[R]:
    """Rows whose payee, memo, id or amounts hold every word of the query."""
    numeric = any(letter.isdigit() for letter in query)
    return [
        row
        for row in rows
        if found(query, row.payee, row.memo, row.id, *((str(row.amount), str(row.original)) if numeric else ()))
    ]
