"""Cabins, fare classes and their rules, and where the seats of an aircraft are."""

from functools import cache
from typing import Annotated, Literal

from pydantic import Field, model_validator

from vibelife_inspect.money import Money
from vibelife_inspect.world import Part, Record

Cabin = Literal["economy", "premium_economy", "business", "first"]
FareClass = Literal["economy_light", "economy_flex", "premium_economy", "business", "first"]
Aircraft = Literal["E190", "B737", "A320", "A321", "A330", "A350", "B777", "B787"]

CABINS: tuple[Cabin, ...] = ("economy", "premium_economy", "business", "first")
CLASSES: dict[Cabin, tuple[FareClass, ...]] = {
    "economy": ("economy_light", "economy_flex"),
    "premium_economy": ("premium_economy",),
    "business": ("business",),
    "first": ("first",),
}
"""Fare classes of a cabin, cheapest first."""
CABIN_OF: dict[FareClass, Cabin] = {name: cabin for cabin, names in CLASSES.items() for name in names}

HIGHEST = 10**10
"""No fare has more minor units than this, so that no sum of fares leaves the bounds of `Money`."""

SeatNumber = Annotated[str, Field(pattern=r"^[1-9]\d?[A-K]$")]
"""Row and letter, such as 12C."""


class Seats(Part):
    """A number of seats for each cabin."""

    economy: int = Field(default=0, ge=0)
    premium_economy: int = Field(default=0, ge=0)
    business: int = Field(default=0, ge=0)
    first: int = Field(default=0, ge=0)

    def of(self, cabin: Cabin) -> int:
        """The number for one cabin."""
        return int(getattr(self, cabin))

    def plus(self, cabin: Cabin, seats: int) -> "Seats":
        """With `seats` more (or fewer) in one cabin."""
        return Seats(**{**self.__dict__, cabin: self.of(cabin) + seats})


class Fares(Part):
    """The fare of one adult in each cabin that is sold, taxes included, all in one currency."""

    economy: Money | None = None
    """Fare of economy_light; the other classes cost a percentage of their cabin's fare."""
    premium_economy: Money | None = None
    business: Money | None = None
    first: Money | None = None

    @model_validator(mode="after")
    def _one_currency(self) -> "Fares":
        fares = [fare for _, fare in self if fare is not None]
        if not fares:
            raise ValueError("at least one cabin needs a fare")
        if len({fare.currency for fare in fares}) > 1:
            raise ValueError("all cabins of a flight are sold in one currency")
        if not all(0 < fare.minor <= HIGHEST for fare in fares):
            raise ValueError(f"a fare must be positive and at most {HIGHEST} minor units")
        return self

    def of(self, cabin: Cabin) -> Money | None:
        """The fare of one cabin; None when it is not sold."""
        fare: Money | None = getattr(self, cabin)
        return fare

    @property
    def currency(self) -> str:
        """The currency of all fares."""
        fare = self.economy or self.premium_economy or self.business or self.first
        return fare.currency if fare else ""


class FareRule(Record):
    """What a fare class allows; the id is the class, or `NH:economy_light` for one carrier's own rule."""

    id: str = Field(pattern=r"^([A-Z0-9]{2}:)?(economy_light|economy_flex|premium_economy|business|first)$")
    price_percent: int = Field(default=100, ge=50, le=1000)
    """Price in per cent of the cabin's fare."""
    changeable: bool = True
    change_fee_percent: int = Field(default=0, ge=0, le=200)
    """Fee per seated passenger and change, in per cent of the fare of what is replaced."""
    change_fee: Money | None = None
    """Fee per seated passenger and change as an amount, instead of the percentage."""
    refundable_percent: int = Field(default=0, ge=0, le=100)
    """Part of the fare that comes back when the persona cancels before departure."""
    checked_bags: int = Field(default=0, ge=0, le=3)
    """Bags of 23 kg included per seated passenger."""
    extra_bag_percent: int = Field(default=15, ge=0, le=100)
    """Price of one extra bag on one flight, in per cent of an adult's fare there."""
    seat_percent: int = Field(default=0, ge=0, le=100)
    """Price of choosing one seat on one flight, in per cent of an adult's fare there."""


def _rule(id: str, percent: int, fee: int, refund: int, bags: int, seat: int = 0) -> FareRule:
    return FareRule(
        id=id,
        price_percent=percent,
        change_fee_percent=fee,
        refundable_percent=refund,
        checked_bags=bags,
        seat_percent=seat,
    )


RULES = {
    rule.id: rule
    for rule in (
        _rule("economy_light", 100, 30, 0, 0, 5),
        _rule("economy_flex", 140, 0, 90, 1),
        _rule("premium_economy", 100, 10, 70, 2),
        _rule("business", 100, 0, 100, 2),
        _rule("first", 100, 0, 100, 3),
    )
}
"""The rules that hold unless a bundle seeds others."""


class Block(Part):
    """The rows of one cabin."""

    first_row: int
    last_row: int
    letters: str
    """Seats of a row from left to right; a dash is an aisle."""

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, front to back."""
        return _numbers(self.first_row, self.last_row, self.letters.replace("-", ""))


@cache
def _numbers(first_row: int, last_row: int, letters: str) -> tuple[str, ...]:
    return tuple(f"{row}{letter}" for row in range(first_row, last_row + 1) for letter in letters)


def _blocks(text: str) -> dict[str, Block]:
    blocks = {}
    for cabin, part in zip(("economy", "business", "premium_economy", "first"), text.split(), strict=False):
        rows, _, letters = part.partition(":")
        first, _, last = rows.partition("-")
        blocks[cabin] = Block(first_row=int(first), last_row=int(last), letters=letters)
    return blocks


LAYOUTS: dict[str, dict[str, Block]] = {
    "E190": _blocks("4-25:AC-DF 1-3:A-DF"),
    "B737": _blocks("5-30:ABC-DEF 1-4:AC-DF"),
    "A320": _blocks("5-30:ABC-DEF 1-4:AC-DF"),
    "A321": _blocks("6-37:ABC-DEF 1-5:AC-DF"),
    "A330": _blocks("20-48:AC-DEFG-HK 3-9:AC-DG-HK 11-14:AC-DEG-HK 1-2:A-DG-K"),
    "A350": _blocks("20-50:ABC-DEF-GHK 3-11:A-DG-K 13-17:AC-DEFG-HK 1-2:A-DG-K"),
    "B777": _blocks("22-56:ABC-DEFG-HJK 4-14:A-DG-K 16-20:AC-DEFG-HK 1-3:A-DG-K"),
    "B787": _blocks("20-47:ABC-DEF-GHK 3-10:A-DG-K 12-15:AC-DEF-HK 1-2:A-DG-K"),
}
"""Cabins of each type of aircraft."""

CAPACITY = {
    aircraft: {cabin: len(blocks[cabin].seats) if cabin in blocks else 0 for cabin in CABINS}
    for aircraft, blocks in LAYOUTS.items()
}
"""Seats of each cabin of each type of aircraft."""
