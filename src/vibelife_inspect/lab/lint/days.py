"""Which days a text means by a date, with or without a year."""

from datetime import date, timedelta

from vibelife_inspect.checks.facts import dates_in
from vibelife_inspect.world import Setting

_NEAR = timedelta(days=190)


def days_meant(named: str, setting: Setting) -> list[date]:
    """The days that may be meant: of the named year, or of any within a year of the task, the nearest first."""
    start, end = setting.start.date(), setting.end.date()
    middle = start + (end - start) / 2
    found = []
    for year, month, day in dates_in(named):
        for guess in [year] if year else range(start.year - 1, end.year + 2):
            try:
                found.append(date(guess, month, day))
            except ValueError:
                continue
    near = [that for that in found if abs(that - middle) <= _NEAR]
    return sorted(near or found, key=lambda that: abs(that - middle))
