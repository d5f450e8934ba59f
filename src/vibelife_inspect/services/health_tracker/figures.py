"""Integer statistics over dated numbers."""

from collections.abc import Sequence
from datetime import date, timedelta

from vibelife_inspect.services.health_tracker.records import Metric
from vibelife_inspect.world import Json

Dated = tuple[date, int]
"""A number and its day."""


def mean(numbers: Sequence[int]) -> int:
    """The mean, rounded half to even; of nothing it is 0."""
    if not numbers:
        return 0
    whole, rest = divmod(sum(numbers), len(numbers))
    twice = 2 * rest - len(numbers)
    return whole + (twice > 0 or (twice == 0 and whole % 2 == 1))


def combined(how: str, rows: Sequence[Dated]) -> int | None:
    """One number for a window, of rows in order of time; None without rows."""
    if not rows:
        return None
    numbers = [number for _, number in rows]
    if how == "sum":
        return sum(numbers)
    return mean(numbers) if how == "mean" else numbers[-1]


def monday(day: date) -> date:
    """The first day of a week."""
    return day - timedelta(days=day.weekday())


def figures(metric: Metric, rows: Sequence[Dated]) -> Json:
    """Count, least, most, mean, latest, the weeks and the trend, of rows in order of time."""
    if metric.combine == "sum":
        totals: dict[date, int] = {}
        for day, number in rows:
            totals[day] = totals.get(day, 0) + number
        rows = list(totals.items())
    numbers = [number for _, number in rows]
    weeks: dict[date, list[int]] = {}
    for day, number in rows:
        weeks.setdefault(monday(day), []).append(number)
    by_week = [
        {"week_from": week, "count": len(some), "least": min(some), "most": max(some), "mean": mean(some)}
        for week, some in weeks.items()
    ]
    means = [mean(some) for some in weeks.values()]
    return {
        "count": len(numbers),
        "counted": "days" if metric.combine == "sum" else "readings",
        "least": min(numbers, default=None),
        "most": max(numbers, default=None),
        "mean": mean(numbers) if numbers else None,
        "mean_text": metric.text(mean(numbers)) if numbers else "",
        "latest": numbers[-1] if numbers else None,
        "by_week": by_week,
        "trend": means[-1] - means[0] if len(means) > 1 else None,
    }
