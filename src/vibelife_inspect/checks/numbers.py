"""Numbers in text, in the notations of different countries, with the currency beside them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from vibelife_inspect.money import EXPONENTS
from vibelife_inspect.text import fold

_GROUPED = r"[1-9]\d{0,2}(?:[.,']\d{3})+|(?<![:/#])[1-9]\d{0,2}(?: \d{3})+"
_NUMBER = re.compile(
    rf"(?<![\w.])(?<!\d,)-?(?:{_GROUPED}|\d+)(?:[.,]\d+)?(?:\.-)?(?!\d)|(?<=[€$£¥])\d[\d.,' ]*\d|(?<=[€$£¥])\d"
)
_SIGNS = {
    "€": ("EUR",),
    "euro": ("EUR",),
    "euros": ("EUR",),
    "$": ("USD", "AUD", "CAD", "NZD", "SGD", "HKD"),
    "dollar": ("USD", "AUD", "CAD", "NZD", "SGD", "HKD"),
    "dollars": ("USD", "AUD", "CAD", "NZD", "SGD", "HKD"),
    "£": ("GBP",),
    "pounds": ("GBP",),
    "¥": ("JPY", "CNY"),
    "円": ("JPY",),
    "yen": ("JPY",),
    "元": ("CNY",),
    "yuan": ("CNY",),
    "₩": ("KRW",),
    "₹": ("INR",),
    "cents": (),
    **{code.casefold(): (code,) for code in EXPONENTS},
}
_SIGN = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))
_BEFORE = re.compile(rf"(?P<minus>(?<!\w)-)?(?<![^\W\d_])(?P<sign>{_SIGN})\s?-?\s?$")
_AFTER = re.compile(rf"^\s?(?P<sign>{_SIGN})(?![^\W\d_])")
_CODE = "|".join(EXPONENTS)
_NO_NUMBER = re.compile(
    rf"(?<![\w-])(?!(?i:{_CODE})-)[A-Za-z]\w*(?:[-\u2010\u2011]\w+)+|(?<![\w-])\d{{4}}-\d\d-\d\d(?!\d)"
)
"""Ids and ISO dates: their digits are no numbers. Long dashes join nothing."""


@dataclass(frozen=True, slots=True)
class Found:
    """A number in a text: every value that it may mean, the currencies its sign may mean, whether it stands alone."""

    values: tuple[Decimal, ...]
    currency: tuple[str, ...] | None
    alone: bool


def numbers_in(text: str) -> Iterator[Found]:
    """All numbers of a text."""
    for line in fold(_NO_NUMBER.sub(_hidden, text)).splitlines():
        for match in _NUMBER.finditer(line):
            before, after = line[: match.start()], line[match.end() :]
            ahead = _BEFORE.search(before)
            sign = ahead or _AFTER.search(after)
            alone = before.rstrip()[-1:] in ("", "|", ",", ";", "\t", '"') and after.lstrip()[:1] in (
                "",
                "|",
                ",",
                ";",
                "\t",
                '"',
            )
            values = readings(match[0])
            if ahead and ahead["minus"]:
                values = [-abs(value) for value in values]
            yield Found(tuple(values), _SIGNS[sign["sign"]] if sign else None, alone)


def _hidden(match: re.Match[str]) -> str:
    return re.sub(r"\d", "x", match[0])


def readings(text: str) -> list[Decimal]:
    """Every value that the digits may mean: `1.234` is 1.234 or 1234; text that is no number means nothing."""
    bare = re.sub(rf"{_SIGN}|\.-$", "", text).strip()
    bare = re.sub(r"(?<=\d)[ '](?=\d{3}(?!\d))", "", re.sub(r"^-\s+", "-", bare))
    if not re.fullmatch(r"-?\d+([.,]\d+)*", bare):
        return []
    marks = re.findall(r"[.,]", bare)
    values = []
    if not marks:
        values.append(bare)
    elif len(set(marks)) == 2:
        values.append(bare.replace(marks[0], "").replace(marks[-1], "."))
    else:
        mark = marks[0]
        if all(len(group) == 3 for group in bare.split(mark)[1:]):
            values.append(bare.replace(mark, ""))
        if len(marks) == 1:
            values.append(bare.replace(mark, "."))
    return [Decimal(value) for value in values]


def plain_number(text: str) -> Decimal | None:
    """The number that a cell holds; a mark before three digits is for thousands, unless it is a plain number's point.

    None where the text is no number.
    """
    try:
        number = Decimal(text.strip())
    except ArithmeticError:
        return next(iter(readings(fold(text))), None)
    return number if number.is_finite() else None
