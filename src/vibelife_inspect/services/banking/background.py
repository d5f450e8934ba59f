"""Everyday rows around a bundle's own accounts: shopping, bills, income, round-up savings."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from random import Random
from typing import NamedTuple

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.banking.records import Account, Category, Kind, Transaction
from vibelife_inspect.world import Background


class BankingBackground(Background):
    """Options of the bank's background; it exists only for seeded accounts of the persona that are not closed."""

    months: int = Field(default=4, ge=1, le=24)
    """Months before the start that level 1 fills; higher levels reach further back."""
    income: bool = True
    """Whether a monthly salary comes in on current and joint accounts."""
    employer: str = "Harrow & Vale Services"
    """Who pays the salary."""
    savings: bool = True
    """Whether savings accounts get round-ups and deposits; without, they hold only what the bundle says."""


class _Row(NamedTuple):
    at: datetime
    minor: int
    payee: str
    kind: Kind
    category: Category
    memo: str


_SHOPS: tuple[tuple[Category, int, int, tuple[str, ...]], ...] = (
    ("groceries", 650, 7800, ("Green Basket Market", "Lindenhof Foods", "Corner Larder", "Nordlicht Grocers")),
    ("groceries", 280, 1900, ("Old Oven Bakery", "Sunday Farm Stall", "Kornfeld Bakery", "Plum & Thyme")),
    ("eating_out", 420, 4600, ("Cafe Tern", "Noodles Aoi", "Trattoria Lume", "The Copper Kettle", "Falafel Nook")),
    ("transport", 240, 3900, ("Metro Tickets", "City Bikes", "Blue Line Taxi", "Harbour Ferries")),
    ("shopping", 900, 12900, ("Atelier Moss", "Pagewright Books", "Hearth & Hook", "Fern Outfitters", "Bolt Hardware")),
    ("health", 390, 4200, ("Willow Pharmacy", "Dr Ahlgren Practice", "Clearview Optics")),
    ("leisure", 700, 5200, ("Lantern Cinema", "Riverside Pool", "Kite Climbing Hall", "Museum Shop")),
)  # fmt: skip
_WEIGHTS = (26, 18, 22, 14, 9, 5, 6)
_BILLS: tuple[tuple[Category, int, str, str, int], ...] = (
    ("utilities", 6400, "Stadtquell Power & Water", "Monthly instalment", 3),
    ("utilities", 2499, "Fernruf Mobile", "Mobile plan", 8),
    ("utilities", 3490, "Glasweb Internet", "Home line", 12),
    ("housing", 1850, "Borough Media Levy", "Household", 17),
    ("health", 2900, "Kite Climbing Hall", "Membership", 5),
)
_SCALE = {
    "AUD": 2, "BRL": 6, "CAD": 2, "CNY": 8, "CZK": 25, "DKK": 7, "HKD": 9, "HUF": 390, "IDR": 17000, "INR": 90,
    "JPY": 160, "KRW": 1450, "MXN": 20, "MYR": 5, "NOK": 12, "NZD": 2, "PHP": 62, "PLN": 4, "SEK": 11, "THB": 38,
    "TRY": 35, "TWD": 35, "VND": 27000, "ZAR": 20,
}  # fmt: skip
"""Roughly how many units buy what one euro buys; 1 for what is not listed."""


def everyday_rows(
    accounts: Iterable[tuple[Account, list[Transaction]]],
    start: datetime,
    options: BankingBackground,
    level: int,
    rng: Random,
) -> Iterator[Transaction]:
    """Ledger rows before `start`, for each account with the rows that it already has.

    Balances are what they are afterwards: going back from them, no account was ever beyond its overdraft.
    """
    for account, seeded in accounts:
        days = 30 * options.months * level
        if account.kind == "savings":
            rows = _savings(account, start, days, rng) if options.savings else []
        else:
            rows = _spending(account.currency, start, days, rng)
            if options.income:
                payday = min((start - timedelta(days=rng.randint(12, 24))).day, 28)
                months = _months_back(start.date(), payday, days // 30)
                paydays = [datetime.combine(day, time(5), tzinfo=start.tzinfo) for day in months]
                rows += _income(account, seeded, rows, paydays, options.employer)
        for place, row in enumerate(sorted(rows)):
            yield _record(account, row, code("banking", account.id, options.seed, place, length=10))


def _record(account: Account, row: _Row, ident: str) -> Transaction:
    amount = Money(minor=row.minor, currency=account.currency)
    return Transaction(
        id=f"TX-{ident}",
        account=account.id,
        payee=row.payee,
        memo=row.memo,
        amount=amount,
        original=amount,
        booked_at=row.at,
        kind=row.kind,
        category=row.category,
    )


def _minor(cents: int, currency: str) -> int:
    """An amount in the currency that buys what so many euro cents buy."""
    return int(cents * _SCALE.get(currency, 1) * 10 ** EXPONENTS[currency] // 100)


def _moment(start: datetime, back: int, minute: int) -> datetime:
    day = start.date() - timedelta(days=back)
    return datetime.combine(day, time(minute // 60, minute % 60), tzinfo=start.tzinfo)


def _spending(currency: str, start: datetime, days: int, rng: Random) -> list[_Row]:
    rows = []
    for _ in range(days * 4 // 5):
        category, low, high, names = rng.choices(_SHOPS, _WEIGHTS)[0]
        cents = low + int((high - low) * rng.random() ** 2)
        at = _moment(start, rng.randint(1, days), rng.randint(450, 1290))
        rows.append(_Row(at, -_minor(cents, currency), rng.choice(names), "charge", category, ""))
    for category, cents, payee, memo, weekday in _BILLS:
        for month in _months_back(start.date(), weekday, days // 30):
            at = datetime.combine(month, time(6), tzinfo=start.tzinfo)
            rows.append(_Row(at, -_minor(cents, currency), payee, "direct_debit", category, memo))
    return rows


def _months_back(today: date, day: int, count: int) -> Iterator[date]:
    """The latest `count` times that the day of the month came before `today`."""
    last = today.replace(day=day)
    if last >= today:
        last = (last.replace(day=1) - timedelta(days=1)).replace(day=day)
    for _ in range(count):
        yield last
        last = (last.replace(day=1) - timedelta(days=1)).replace(day=day)


def _income(
    account: Account, seeded: list[Transaction], rows: list[_Row], paydays: list[datetime], employer: str
) -> list[_Row]:
    """A salary that is as high as what is spent, and never so high that the past would be overdrawn."""
    spent = [(row.at, -row.minor) for row in rows]
    past = sorted([*spent, *((row.booked_at, -row.amount.minor) for row in seeded)], reverse=True)
    salary = sum(minor for _, minor in spent) // len(paydays)
    running, place = account.available.minor, 0
    for count, day in enumerate(paydays, start=1):
        while place < len(past) and past[place][0] >= day:
            running += past[place][1]
            place += 1
        salary = min(salary, running // count)
    salary -= salary % 100
    return [_Row(day, salary, employer, "salary", "income", "Salary") for day in paydays] if salary > 0 else []


def _savings(account: Account, start: datetime, days: int, rng: Random) -> list[_Row]:
    """Round-ups, deposits and interest that together explain a part of the balance."""
    months = days // 30
    budget = account.balance.minor * 6 // 10
    deposit = min(_minor(15000, account.currency), budget // (2 * months))
    most = min(_minor(95, account.currency), budget // (2 * days))
    rows = []
    if most > 0:
        for _ in range(days // 2):
            at = _moment(start, rng.randint(1, days), rng.randint(450, 1290))
            rows.append(_Row(at, rng.randint(1, most), "Round-up", "transfer_in", "savings", "Rounded purchase"))
    if deposit > 0:
        for day in _months_back(start.date(), 2, months):
            at = datetime.combine(day, time(6), tzinfo=start.tzinfo)
            rows.append(_Row(at, deposit, "Monthly deposit", "transfer_in", "savings", ""))
    return rows
