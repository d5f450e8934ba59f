"""Everyday purchases and paid statements around a bundle's own cards."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from random import Random
from typing import NamedTuple

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.credit_card.records import Card, Category, Statement, Transaction
from vibelife_inspect.world import Background, Record


class CreditCardBackground(Background):
    """Options of the issuer's background; it exists only for seeded cards of the persona that are not closed."""

    months: int = Field(default=4, ge=1, le=24)
    """Closed statement periods that level 1 fills; higher levels reach further back."""
    per_month: int = Field(default=24, ge=1, le=100)
    """Purchases in each period."""


class _Period(NamedTuple):
    start: datetime
    end: datetime


_SHOPS: tuple[tuple[Category, int, int, tuple[str, ...]], ...] = (
    ("groceries", 700, 8400, ("Green Basket Market", "Corner Larder", "Nordlicht Grocers", "Plum & Thyme")),
    ("eating_out", 900, 7200, ("Trattoria Lume", "Noodles Aoi", "Cafe Tern", "The Copper Kettle", "Saffron Table")),
    ("transport", 500, 5600, ("Blue Line Taxi", "Harbour Ferries", "Arrow Fuel", "City Bikes")),
    ("shopping", 1200, 16900, ("Fern Outfitters", "Pagewright Books", "Hearth & Hook", "Pixel Attic", "Sole & Lace")),
    ("leisure", 900, 6400, ("Lantern Cinema", "Opal Theatre", "Kite Climbing Hall", "Riverside Pool")),
    ("health", 600, 4900, ("Willow Pharmacy", "Clearview Optics", "Stillwater Massage")),
    ("travel", 2900, 24900, ("Meridian Rail Desk", "Pension Waldblick", "Cloudberry Inns")),
)
_WEIGHTS = (24, 22, 16, 15, 10, 7, 4)
_SCALE = {
    "AUD": 2, "BRL": 6, "CAD": 2, "CNY": 8, "CZK": 25, "DKK": 7, "HKD": 9, "HUF": 390, "IDR": 17000, "INR": 90,
    "JPY": 160, "KRW": 1450, "MXN": 20, "MYR": 5, "NOK": 12, "NZD": 2, "PHP": 62, "PLN": 4, "SEK": 11, "THB": 38,
    "TRY": 35, "TWD": 35, "VND": 27000, "ZAR": 20,
}  # fmt: skip
"""Roughly how many units buy what one euro buys; 1 for what is not listed."""


def everyday_rows(
    cards: Iterable[tuple[Card, list[Transaction], list[Statement]]],
    start: datetime,
    options: CreditCardBackground,
    level: int,
    rng: Random,
) -> Iterator[tuple[str, Record]]:
    """Rows and statements before `start`, for each card with those that it already has.

    Closed periods are paid in full, so they add nothing to what is owed; purchases of the running period add up to
    what the seeds leave unexplained of it.
    """
    for card, rows, statements in cards:
        closing = _last_closing(card, start)
        first = min(statements, key=lambda statement: statement.period_start, default=None)
        later = None if first is None else first.id
        for place, end in enumerate(_closings(closing, options.months * level)):
            period = _Period(_month_before(end), end)
            if first is None or period.end.date() <= first.period_start:
                key = (card.id, options.seed, place)
                yield from _closed_period(card, period, start, options.per_month, key, later, rng)
                later = _statement_id(key)
        unbilled = sum(row.amount.minor for row in rows if row.unbilled_on)
        billed = sum((row.total - row.paid).minor for row in statements if row.unpaid_on)
        rest = card.balance.minor - unbilled - billed
        yield from _running_period(card, _Period(closing, start), rest, options, rng)


def _last_closing(card: Card, start: datetime) -> datetime:
    closing = card.next_statement.astimezone(start.tzinfo)
    while closing > start:
        closing = _month_before(closing)
    return closing


def _closings(last: datetime, count: int) -> Iterator[datetime]:
    for _ in range(count):
        yield last
        last = _month_before(last)


def _month_before(moment: datetime) -> datetime:
    earlier = moment.replace(day=1) - timedelta(days=1)
    return earlier.replace(day=min(moment.day, 28))


def _closed_period(
    card: Card, period: _Period, start: datetime, count: int, key: tuple[object, ...], later: str | None, rng: Random
) -> Iterator[tuple[str, Record]]:
    """Purchases, the statement that billed them, and the payment that settled it before `start`.

    The payment itself stands on the statement after, `later`, as long as that has closed.
    """
    statement_id = _statement_id(key)
    cap = max(1, card.limit.minor // (2 * count))
    owed = 0
    for place in range(count):
        row = _purchase(card, period, code("credit_card", *key, place, length=10), cap, rng, statement_id)
        owed += row.amount.minor
        yield "transactions", row
    total = Money(minor=owed, currency=card.currency)
    paid_at = min(period.end + timedelta(days=rng.randint(4, card.due_days - 1), hours=9), start - timedelta(hours=2))
    yield "transactions", _settlement(card, total, max(paid_at, period.end), key, later)
    yield (
        "statements",
        Statement(
            id=statement_id,
            card=card.id,
            period_start=period.start.date(),
            period_end=period.end.date() - timedelta(days=1),
            total=total,
            minimum=total.percent(card.minimum_percent),
            paid=total,
            due_at=datetime.combine(
                period.end.date() + timedelta(days=card.due_days), time(23, 59), tzinfo=start.tzinfo
            ),
            status="paid",
        ),
    )


def _statement_id(key: tuple[object, ...]) -> str:
    return f"ST-{code('credit_card', 'statement', *key, length=10)}"


def _settlement(card: Card, total: Money, at: datetime, key: tuple[object, ...], statement: str | None) -> Transaction:
    return Transaction(
        id=f"CT-{code('credit_card', 'payment', *key, length=10)}",
        card=card.id,
        payee="Payment received",
        memo="Thank you",
        amount=-total,
        original=-total,
        booked_at=at,
        posted_at=at,
        kind="payment",
        statement=statement,
    )


def _running_period(
    card: Card, period: _Period, rest: int, options: CreditCardBackground, rng: Random
) -> Iterator[tuple[str, Record]]:
    """Purchases since the last closing that add up to `rest`."""
    days = (period.end - period.start).days
    count = min(options.per_month * days // 30, rest)
    if count < 1:
        return
    cuts = sorted(rng.sample(range(1, rest), count - 1)) if count > 1 else []
    for place, (low, high) in enumerate(zip([0, *cuts], [*cuts, rest], strict=True)):
        ident = code("credit_card", card.id, options.seed, "running", place, length=10)
        row = _purchase(card, period, ident, rest, rng, None)
        amount = Money(minor=high - low, currency=card.currency)
        yield "transactions", row.model_copy(update={"amount": amount, "original": amount})


def _purchase(card: Card, period: _Period, ident: str, cap: int, rng: Random, statement: str | None) -> Transaction:
    category, low, high, names = rng.choices(_SHOPS, _WEIGHTS)[0]
    cents = low + int((high - low) * rng.random() ** 2)
    minor = cents * _SCALE.get(card.currency, 1) * 10 ** EXPONENTS[card.currency] // 100
    amount = Money(minor=max(1, min(minor, cap)), currency=card.currency)
    booked = _moment(period, rng)
    return Transaction(
        id=f"CT-{ident}",
        card=card.id,
        payee=rng.choice(names),
        amount=amount,
        original=amount,
        booked_at=booked,
        posted_at=booked,
        category=category,
        charge_id=f"CT-{ident}",
        statement=statement,
    )


def _moment(period: _Period, rng: Random) -> datetime:
    """A waking minute of a day that lies wholly within the period."""
    first: date = period.start.date()
    days = max(1, (period.end.date() - first).days)
    day = first + timedelta(days=rng.randrange(days))
    minute = rng.randint(480, 1310)
    moment = datetime.combine(day, time(minute // 60, minute % 60), tzinfo=period.end.tzinfo)
    return moment if period.start <= moment < period.end else period.start
