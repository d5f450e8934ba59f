"""What templates may call: dates, instants and money, all relative to the task's own frame."""

import calendar
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from vibelife_inspect.clock import in_zone, pinned
from vibelife_inspect.money import Money, Rates, money
from vibelife_inspect.world import Record

Rows = Mapping[str, Sequence[Record]]


def moment(value: date | str) -> date:
    """A date or an instant as it is, or out of the ISO text that it is in the result of a call.

    Raises:
        ValueError: The text is neither.
    """
    if not isinstance(value, str):
        return value
    try:
        return date.fromisoformat(value) if len(value) == len("2026-04-03") else datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(f"{value!r} is neither a date nor an instant, such as 2026-04-03T09:00+02:00") from None


def frame_helpers(start: datetime, end: datetime, home: ZoneInfo, rates: Rates) -> dict[str, Any]:
    """Helpers that need the task's start, zone and rates."""

    def at(day: date | str, wall: str, zone: str | None = None) -> datetime:
        there = ZoneInfo(zone) if zone else home
        return pinned(datetime.combine(moment(day), time.fromisoformat(wall), tzinfo=there))

    def day(number: int, wall: str | None = None, zone: str | None = None) -> date | datetime:
        that = start.date() + timedelta(days=number)
        return at(that, wall, zone) if wall is not None else that

    def convert(amount: Money, currency: str) -> Money:
        return rates.convert(amount, currency)

    def kept(step: Callable[[date, int], date]) -> Callable[[date | str, int], date]:
        """A step over days that leaves an instant's wall time as it is, also across a change of the clocks at home."""

        def shift(given: date | str, number: int) -> date:
            value = moment(given)
            if not isinstance(value, datetime):
                return step(value, number)
            value = in_zone(value, home)
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


def month_end(value: date | str) -> date:
    """The last day of the month; an instant keeps its wall time."""
    first = moment(value)
    return first.replace(day=calendar.monthrange(first.year, first.month)[1])


def date_of(value: date | str) -> date:
    """The day of a date or an instant, in the instant's own zone."""
    day = moment(value)
    return day.date() if isinstance(day, datetime) else day


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
    "date_of": date_of,
}
"""Helpers that need no frame."""
