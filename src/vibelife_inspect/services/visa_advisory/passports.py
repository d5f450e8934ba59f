"""How long a passport must be valid: arithmetic on calendar months."""

from calendar import monthrange
from datetime import date

from vibelife_inspect.services.visa_advisory.records import CountedFrom


def add_months(day: date, months: int) -> date:
    """The same day of the month some months later, or the last day of a shorter month."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def last_day_needed(months: int, counted_from: CountedFrom, arrival: date, departure: date) -> date:
    """The earliest expiry date that a rule accepts; a passport must in any case outlast the stay."""
    base = arrival if counted_from == "arrival" else departure
    return max(departure, add_months(base, months))
