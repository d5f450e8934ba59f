"""Other ways to write the same: wording, numbers, dates and Unicode forms."""

import re
import unicodedata
from collections.abc import Callable
from datetime import date

Rewrite = Callable[[str, str], str]
"""From the name of an argument (`reply` for what is said) and its text: the same in another form."""

_ISO = re.compile(r"(?<![\w-])(\d{4}-\d\d-\d\d)(?![\w-])")
_CENTS = re.compile(r"(?<![\w.,-])(-?\d+)\.(\d\d)(?![\w.,])")
_CSV_CENTS = re.compile(r"(?m)(?<=,)(-?\d{4,})\.(\d\d)$")
_CURRENCY = re.compile(r"(?<![\w-])(EUR|JPY|USD|GBP|DKK|CHF) (-?\d[\d,]*(?:\.\d+)?)(?![\d-])")
_MONTHS = "January February March April May June July August September October November December".split()
PROSE = frozenset({"body", "text", "summary", "explanation", "reply"})
"""Arguments that hold sentences."""
WRITTEN = PROSE | {"content", "new", "old", "description"}
"""Arguments that hold what people or the agent read later."""


def with_courtesies(name: str, text: str) -> str:
    """Sentences around the sentences."""
    return f"Just to let you know. {text}\n\nThat is all for the moment." if name in PROSE else text


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _dates(write: Callable[[date], str]) -> Rewrite:
    def rewrite(name: str, text: str) -> str:
        def other(match: re.Match[str]) -> str:
            day = _day(match[1])
            return write(day) if day else match[0]

        return _ISO.sub(other, text) if name in WRITTEN else text

    return rewrite


def with_thousands(name: str, text: str) -> str:
    """`1234.50` as `1,234.50`, in quotes where a comma separates cells."""
    if name not in WRITTEN:
        return text
    return _CSV_CENTS.sub(lambda match: f'"{int(match[1]):,}.{match[2]}"', text)


def without_zeros(name: str, text: str) -> str:
    """`38.00` as `38` and `12.50` as `12.5`."""
    if name not in WRITTEN:
        return text
    return _CENTS.sub(lambda match: match[1] + f".{match[2]}".rstrip("0").rstrip("."), text)


def currency_last(name: str, text: str) -> str:
    """`EUR 12.50` as `12.50 EUR`."""
    return _CURRENCY.sub(r"\2 \1", text) if name in WRITTEN else text


def typographic(name: str, text: str) -> str:
    """Curly apostrophes and narrow spaces, as phones write them."""
    if name not in PROSE:
        return text
    return text.replace("'", "’").replace(" EUR ", " EUR\u00a0").replace(" JPY ", " JPY\u00a0")


def _form(form: str) -> Rewrite:
    def rewrite(name: str, text: str) -> str:
        return unicodedata.normalize(form, text) if name in WRITTEN else text  # type: ignore[arg-type]

    return rewrite


REWRITES: dict[str, Rewrite] = {
    "courtesies": with_courtesies,
    "dates as 3 April 2026": _dates(lambda day: f"{day.day} {_MONTHS[day.month - 1]} {day.year}"),
    "dates as 03.04.2026": _dates(lambda day: f"{day:%d.%m.%Y}"),
    "amounts with thousands marks": with_thousands,
    "amounts without zeros": without_zeros,
    "currency after the amount": currency_last,
    "curly quotes": typographic,
    "NFD": _form("NFD"),
    "full compatibility forms": _form("NFKD"),
}
"""Every rewording by name."""
