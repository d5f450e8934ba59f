"""Numbers in text, in the notations of different countries, with the currency beside them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from vibelife_inspect.money import EXPONENTS

_NUMBER = re.compile(
    r"(?<![\w.])(?<!\d,)-?\d+(?:[.,' ]\d{3})*(?:[.,]\d+)?(?:\.-)?(?!\d)|(?<=[€$£¥])\d[\d.,' ]*\d|(?<=[€$£¥])\d"
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


@dataclass(frozen=True, slots=True)
class Found:
    """A number in a text: every value that it may mean, the currencies its sign may mean, whether it stands alone."""

    values: tuple[Decimal, ...]
    currency: tuple[str, ...] | None
    alone: bool


def numbers_in(text: str) -> Iterator[Found]:
    """All numbers of a folded text."""
    for line in text.splitlines():
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


def readings(text: str) -> list[Decimal]:
    """Every value that the digits may mean: `1.234` is 1.234 or 1234; text that is no number means nothing."""
    bare = re.sub(rf"{_SIGN}|[\s']|\.-$", "", text)
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
