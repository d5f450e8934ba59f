"""Counting periods: whole-number calendar arithmetic, and what happens when the last day is no working day."""

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from typing import Literal, NamedTuple

from vibelife_inspect.errors import Invalid, Unavailable
from vibelife_inspect.services.legal_search.library import Unit

MOST: dict[Unit, int] = {"days": 40_000, "working_days": 2_000, "weeks": 5_000, "months": 1_200, "years": 100}
"""The longest period of each unit."""

Closed = Callable[[date], str]
"""Why a day is no working day, or an empty string."""

_LONGEST_PAUSE = 400


class Period(NamedTuple):
    """A period to be counted."""

    length: int
    unit: Unit
    direction: Literal["after", "before"] = "after"
    first_day: Literal["next_day", "event_day", "end_of_year"] = "next_day"
    rolls: Literal["next_working_day", "previous_working_day", "none"] = "next_working_day"


class Counted(NamedTuple):
    """A period that was counted."""

    plain: date
    """The last day before it was moved."""
    last: date
    """The last day."""
    skipped: tuple[tuple[date, str], ...]
    """Days over which it was moved, and why."""


def count(event: date, period: Period, closed: Closed) -> Counted:
    """The last day of a period.

    Raises:
        Invalid: The period is too long.
        Unavailable: There is no working day for more than a year.
    """
    if period.length > MOST[period.unit]:
        raise Invalid(f"length: at most {MOST[period.unit]} {period.unit}")
    sign = 1 if period.direction == "after" else -1
    start = event
    if period.first_day == "end_of_year":
        start = date(event.year, 12, 31) if sign > 0 else date(event.year - 1, 12, 31)
    plain = _plain(start, period, sign, closed)
    last, skipped = plain, []
    if period.rolls != "none":
        step = timedelta(days=1 if period.rolls == "next_working_day" else -1)
        while reason := closed(last):
            skipped.append((last, reason))
            last += step
            if len(skipped) > _LONGEST_PAUSE:
                raise Unavailable(f"there is no working day near {plain}")
    return Counted(plain, last, tuple(skipped))


def add_months(day: date, months: int) -> date:
    """The same day of a later (or earlier) month, or that month's last."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _plain(start: date, period: Period, sign: int, closed: Closed) -> date:
    one = timedelta(days=sign)
    whole = period.first_day == "event_day"
    if period.unit == "working_days":
        return _working(start, period.length, one, whole, closed)
    if period.unit in ("months", "years"):
        months = period.length * (12 if period.unit == "years" else 1)
        end = add_months(start, sign * months)
    else:
        end = start + one * (period.length * (7 if period.unit == "weeks" else 1))
    return end - one if whole else end


def _working(start: date, length: int, one: timedelta, whole: bool, closed: Closed) -> date:
    day = start - one if whole else start
    left, pause = length, 0
    while left:
        day += one
        if closed(day):
            pause += 1
            if pause > _LONGEST_PAUSE:
                raise Unavailable(f"there is no working day near {day}")
        else:
            left, pause = left - 1, 0
    return day
