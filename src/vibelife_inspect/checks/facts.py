"""Typed facts in free text: an amount, a date, a time, an id, a name, a number, or one of several phrasings.

People and models write the same fact in many ways; a fact is found in any usual notation, and only as a whole token.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from vibelife_inspect.checks.numbers import Found, numbers_in, readings
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.text import fold, squeeze
from vibelife_inspect.world import Part

_THOUSANDS = 3


class Fact(Part):
    """Something that a text may state."""

    def stated_in(self, text: str) -> bool:
        """Whether the text states it."""
        raise NotImplementedError


class Phrase(Fact):
    """A phrase, whole words, in any letter case and quote style."""

    phrase: str = Field(min_length=1)

    def stated_in(self, text: str) -> bool:
        """Whether the phrase occurs as whole words."""
        return _words_in(self.phrase, text)

    def __str__(self) -> str:
        return repr(self.phrase)


class IdFact(Fact):
    """An id, exactly, not as a part of a longer one."""

    id: str = Field(min_length=1)

    def stated_in(self, text: str) -> bool:
        """Whether the id occurs on its own."""
        return re.search(rf"(?<![\w-]){re.escape(fold(self.id))}(?![\w-])", fold(text)) is not None

    def __str__(self) -> str:
        return f"id {self.id}"


class NameFact(Fact):
    """A name, or one of its other forms."""

    name: str = Field(min_length=1)
    or_: list[str] = Field(default=[], alias="or")

    def stated_in(self, text: str) -> bool:
        """Whether a form of the name occurs as whole words."""
        return any(_words_in(name, text) for name in (self.name, *self.or_))

    def __str__(self) -> str:
        return f"name {self.name!r}"


class NumberFact(Fact):
    """A number as such: `25`, `25.0` and `２５` are the same."""

    number: Decimal

    def stated_in(self, text: str) -> bool:
        """Whether the number occurs."""
        return any(self.number in found.values for found in _numbers(text))

    def __str__(self) -> str:
        return f"number {self.number}"


class AmountFact(Fact):
    """An amount of money; a bare number counts only where it stands alone, as in a table cell."""

    amount: Money
    tolerance: int = Field(default=0, ge=0)
    """How far off it may be, in minor units."""

    def stated_in(self, text: str) -> bool:
        """Whether the amount occurs with its currency, or alone in a cell."""
        exponent = EXPONENTS[self.amount.currency]
        for found in _numbers(text):
            if found.currency is None and not found.alone:
                continue
            if found.currency is not None and self.amount.currency not in found.currency:
                continue
            for value in found.values:
                if value.as_tuple().exponent == -_THOUSANDS != -exponent:
                    continue  # `20,000` is no EUR 20.00: three digits after a mark are thousands
                if abs(value.scaleb(exponent) - self.amount.minor) <= self.tolerance:
                    return True
        return False

    def __str__(self) -> str:
        return f"amount {self.amount}" + (f" ± {self.tolerance} minor units" if self.tolerance else "")


class DateFact(Fact):
    """A day; where the text gives no year, day and month suffice."""

    date: date

    def stated_in(self, text: str) -> bool:
        """Whether the day occurs in any usual notation."""
        return any(
            (year in (None, self.date.year)) and (month, day) == (self.date.month, self.date.day)
            for year, month, day in _dates(text)
        )

    def __str__(self) -> str:
        return f"date {self.date.isoformat()}"


class TimeFact(Fact):
    """A time of day, in 24 or 12 hour notation."""

    time: time

    def stated_in(self, text: str) -> bool:
        """Whether the time occurs."""
        return any((hour, minute) == (self.time.hour, self.time.minute) for hour, minute in _times(text))

    def __str__(self) -> str:
        return f"time {self.time:%H:%M}"


class AnyFact(Fact):
    """At least one of several facts."""

    any_of: list["AnyOfFacts"] = Field(min_length=1)

    def stated_in(self, text: str) -> bool:
        """Whether one of the facts is stated."""
        return any(fact.stated_in(text) for fact in self.any_of)

    def __str__(self) -> str:
        return "one of (" + ", ".join(str(fact) for fact in self.any_of) + ")"


_KINDS: dict[str, type[Fact]] = {
    "phrase": Phrase,
    "id": IdFact,
    "name": NameFact,
    "number": NumberFact,
    "amount": AmountFact,
    "date": DateFact,
    "time": TimeFact,
    "any_of": AnyFact,
}


def read_fact(value: Any) -> Fact:
    """A fact from its YAML form; plain text is a phrase.

    Raises:
        ValueError: Names the kinds that there are.
    """
    if isinstance(value, Fact):
        return value
    if isinstance(value, str):
        return Phrase(phrase=value)
    if isinstance(value, Money):
        return AmountFact(amount=value)
    if isinstance(value, datetime):
        raise ValueError("a moment is no fact; ask for {date: ...} and {time: ...}")
    if isinstance(value, date):
        return DateFact(date=value)
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return NumberFact(number=Decimal(value))
    if isinstance(value, dict):
        for kind, model in _KINDS.items():
            if kind in value:
                return model.model_validate(value)
    raise ValueError(f"a fact is text or one of {{{', '.join(_KINDS)}: ...}}, not {value!r}")


AnyOfFacts = Annotated[Fact, BeforeValidator(read_fact)]
"""One fact in its YAML form."""

Facts = Annotated[list[AnyOfFacts], Field(min_length=1)]
"""Facts that must all be stated."""

AnyFact.model_rebuild()


def missing(facts: list[Fact], text: str, *, together: bool = False) -> list[Fact]:
    """The facts that a text does not state; with `together`, that its best row or paragraph does not."""
    if not together:
        return [fact for fact in facts if not fact.stated_in(text)]
    best = facts
    for unit in units(text):
        lacking = [fact for fact in facts if not fact.stated_in(unit)]
        if len(lacking) < len(best):
            best = lacking
    return best


def units(text: str) -> Iterator[str]:
    """Rows, list items and paragraphs: what belongs together in a text."""
    paragraph: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        if re.match(r"[|#>]|[*+-]\s|\d+[.)]\s", stripped):
            if paragraph:
                yield "\n".join(paragraph)
                paragraph = []
            if not stripped.startswith("|"):
                paragraph = [stripped]
            else:
                yield stripped
        elif stripped:
            paragraph.append(stripped)
        elif paragraph:
            yield "\n".join(paragraph)
            paragraph = []
    if paragraph:
        yield "\n".join(paragraph)


_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ],
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE_FORMS = [
    re.compile(r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?<![\d.])(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.(?:\s?(?P<y>\d{4}))?(?!\d)"),
    re.compile(r"(?<![\d/])(?P<d>\d{1,2})/(?P<m>\d{1,2})(?:/(?P<y>\d{4}))?(?![\d/])"),
    re.compile(r"(?<![\d/])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?:/(?P<y>\d{4}))?(?![\d/])"),
    re.compile(rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\.?(?: of)? (?P<n>{_MONTH})\b\.?(?:,? (?P<y>\d{{4}}))?"),
    re.compile(rf"\b(?P<n>{_MONTH})\b\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,? (?P<y>\d{{4}}))?"),
    re.compile(r"(?:(?P<y>\d{4})\s?年\s?)?(?P<m>\d{1,2})\s?月\s?(?P<d>\d{1,2})\s?日"),
]
_INSTANT = re.compile(r"(\d{4}-\d\d-\d\d)t(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:[+-]\d\d:\d\d|z)?")
_TIME_24 = re.compile(
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-3])(?:[:h]|\.(?=\d\d(?!\.)))(?P<m>[0-5]\d)(?::[0-5]\d)?(?!\.?\d)(?!\s?[ap]\.?m\b)"
)
_TIME_12 = re.compile(r"(?<![\d:.])(?P<h>1[0-2]|0?[1-9])(?:[:.](?P<m>[0-5]\d))?\s?(?P<half>[ap])\.?m\b")


def dates_in(text: str) -> Iterator[tuple[int | None, int, int]]:
    """The days that a text names, as (year or None, month, day), in every way it can be read."""
    flat = squeeze(text)
    for form in _DATE_FORMS:
        for match in form.finditer(flat):
            parts = match.groupdict()
            month = _MONTHS[parts["n"]] if parts.get("n") else int(parts["m"])
            if 1 <= month <= 12 and 1 <= int(parts["d"]) <= 31:
                yield (int(parts["y"]) if parts.get("y") else None), month, int(parts["d"])


def times_in(text: str) -> Iterator[tuple[int, int]]:
    """The times of day that a text names, as (hour, minute)."""
    flat = _INSTANT.sub(r"\1 \2", squeeze(text))
    for match in _TIME_24.finditer(flat):
        yield int(match["h"]), int(match["m"])
    for match in _TIME_12.finditer(flat):
        yield int(match["h"]) % 12 + (12 if match["half"] == "p" else 0), int(match["m"] or 0)


# Many facts are looked for in the same text: what it names is read off once.
_READ = 256


@lru_cache(maxsize=_READ)
def _flat(text: str) -> str:
    return squeeze(text)


@lru_cache(maxsize=_READ)
def _numbers(text: str) -> tuple[Found, ...]:
    return tuple(numbers_in(text))


@lru_cache(maxsize=_READ)
def _dates(text: str) -> tuple[tuple[int | None, int, int], ...]:
    return tuple(dates_in(text))


@lru_cache(maxsize=_READ)
def _times(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(times_in(text))


def says(cell: Any, expected: Any) -> bool:
    """Whether a cell of a table says the same as a value of a record."""
    text = str(cell).strip()
    if expected is None or expected == "":
        return text in ("", "-", "null", "none", "None")
    if isinstance(expected, bool):
        return squeeze(text) in (("true", "yes", "y", "1") if expected else ("false", "no", "n", "0"))
    if isinstance(expected, datetime):
        day, clock = DateFact(date=expected.date()), TimeFact(time=expected.time())
        return day.stated_in(text) and (clock.stated_in(text) or not any(True for _ in times_in(text)))
    if isinstance(expected, int | Decimal):
        return Decimal(expected) in readings(fold(text))
    if isinstance(expected, Money | date):
        return read_fact(expected).stated_in(text)
    return squeeze(text) == squeeze(str(expected))


_EMPHASIS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)")


def _words_in(words: str, text: str) -> bool:
    """Whether words occur as such, with or without the emphasis of Markdown in between."""
    needle = squeeze(words)
    if _token(needle, _flat(text)):
        return True
    plain = _EMPHASIS.sub("", text)
    return plain != text and _token(needle, squeeze(plain))


def _token(needle: str, haystack: str) -> bool:
    start = r"(?<!\w)" if needle[:1].isalnum() and needle[:1].isascii() else ""
    end = r"(?!\w)" if needle[-1:].isalnum() and needle[-1:].isascii() else ""
    return re.search(start + re.escape(needle) + end, haystack) is not None
