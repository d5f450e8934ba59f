"""Figures of the market, in integers only."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform.catalogue import Listing
from vibelife_inspect.world import Json


class Figures(NamedTuple):
    """What some listings of one currency ask."""

    listings: int
    median_price: Money
    lowest_price: Money
    highest_price: Money
    median_per_sqm: Money | None
    median_area_sqm: int | None
    lowered: int
    """How many ask less than at first."""

    @classmethod
    def of(cls, rows: Sequence[Listing]) -> "Figures":
        """The figures of at least one listing."""
        prices = [row.price.minor for row in rows]
        per_sqm = [minor for row in rows if (minor := row.minor_per_sqm) is not None]
        areas = [row.area_sqm for row in rows if row.area_sqm is not None]
        currency = rows[0].price.currency
        return cls(
            len(rows),
            Money(minor=median(prices), currency=currency),
            Money(minor=min(prices), currency=currency),
            Money(minor=max(prices), currency=currency),
            Money(minor=median(per_sqm), currency=currency) if per_sqm else None,
            median(areas) if areas else None,
            sum(row.price.minor < row.prices[0].price.minor for row in rows),
        )


def figures(rows: Iterable[Listing]) -> list[Json]:
    """Figures per currency, the one with most listings first, then by its code."""
    groups: dict[str, list[Listing]] = {}
    for row in rows:
        groups.setdefault(row.price.currency, []).append(row)
    ordered = sorted(groups, key=lambda currency: (-len(groups[currency]), currency))
    return [{"currency": currency, **Figures.of(groups[currency])._asdict()} for currency in ordered]


def median(numbers: Iterable[int]) -> int:
    """The middle number; of two, their mean rounded half up."""
    ordered = sorted(numbers)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half] + 1) // 2


def share_above(amount: Money, base: Money) -> int | None:
    """By how many per cent an amount lies above another, rounded half up; None for another currency."""
    if amount.currency != base.currency or base.minor <= 0:
        return None
    return (200 * (amount.minor - base.minor) + base.minor) // (2 * base.minor)
