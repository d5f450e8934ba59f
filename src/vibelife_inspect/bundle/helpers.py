"""What templates may call: dates, instants and money, all relative to the task's own frame."""

import calendar
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from vibelife_inspect.clock import pinned
from vibelife_inspect.money import Money, Rates, money
from vibelife_inspect.world import Record

Rows = Mapping[str, Sequence[Record]]


def frame_helpers(start: datetime, end: datetime, home: ZoneInfo, rates: Rates) -> dict[str, Any]:
    """Helpers that need the task's start, zone and rates."""

    def at(day: date, wall: str, zone: str | None = None) -> datetime:
        return pinned(datetime.combine(day, time.fromisoformat(wall), tzinfo=ZoneInfo(zone) if zone else home))

    def day(number: int, wall: str | None = None, zone: str | None = None) -> date | datetime:
        that = start.date() + timedelta(days=number)
        return at(that, wall, zone) if wall is not None else that

    def convert(amount: Money, currency: str) -> Money:
        return rates.convert(amount, currency)

    def kept(step: Callable[[date, int], date]) -> Callable[[date, int], date]:
        """A step over days that leaves an instant's wall time as it is, also across a change of the clocks at home."""

        def shift(value: date, number: int) -> date:
            if not isinstance(value, datetime):
                return step(value, number)
            local = value.astimezone(home)
            at_home = local.utcoffset() == value.utcoffset()
            return (
                pinned(datetime.combine(step(local.date(), number), local.time(), home))
                if at_home
                else step(value, number)
            )

        return shift

    steps = {"add_days": kept(add_days), "add_months": kept(add_months), "business_days": kept(business_days)}
    return {"start": start, "end": end, "at": at, "day": day, "convert": convert, **PLAIN_HELPERS, **steps}


def seed_helper(seeds: Rows) -> Callable[[str, str], Record]:
    """`seed(table, id)`: one seed record."""

    def seed(table: str, id: str) -> Record:
        for record in seeds.get(table, ()):
            if record.id == id:
                return record
        raise KeyError(f"no seed {id!r} in {table!r}")

    return seed


def add_days(value: date, days: int) -> date:
    """So many days later; an instant keeps its wall time."""
    return value + timedelta(days=days)


def add_months(value: date, months: int) -> date:
    """So many months later, on the same day or on the month's last."""
    year, month = divmod(value.year * 12 + value.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return value.replace(year=year, month=month + 1, day=min(value.day, last))


def month_end(value: date) -> date:
    """The last day of the month; an instant keeps its wall time."""
    return value.replace(day=calendar.monthrange(value.year, value.month)[1])


def business_days(value: date, days: int) -> date:
    """So many working days (Monday to Friday) later."""
    step = 1 if days >= 0 else -1
    left = abs(days)
    while left:
        value += timedelta(days=step)
        left -= value.weekday() < 5
    return value


def sum_of(amounts: Iterable[Any]) -> Any:
    """The sum of amounts of money or of numbers."""
    values = list(amounts)
    if not values:
        raise ValueError("sum_of needs at least one value")
    result = values[0]
    for value in values[1:]:
        result = result + value
    return result


PLAIN_HELPERS: dict[str, Any] = {
    "money": lambda amount, currency: money(str(amount), currency),
    "month_end": month_end,
    "sum_of": sum_of,
    "minutes": lambda number: timedelta(minutes=number),
    "date_of": date.fromisoformat,
}
"""Helpers that need no frame."""
