"""Text that people and models write, folded so that equal things compare equal in any script."""

import unicodedata
from functools import lru_cache

_QUOTES = str.maketrans(
    {
        "‘": "'",
        "’": "'",
        "ʼ": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "\u2010": "-",
        "–": "-",
        "—": "-",
        "−": "-",
        "‑": "-",
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
    }
)


def fold(text: str) -> str:
    """NFKC, case-folded, with plain quotes, dashes and spaces."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).translate(_QUOTES).casefold())


def squeeze(text: str) -> str:
    """Folded text with every run of white space as one space."""
    return " ".join(fold(text).split())


@lru_cache(maxsize=50_000)
def _squeezed(text: str) -> str:
    return squeeze(text)


_SHORT = 200


def alike(one: str, other: str) -> bool:
    """Whether two texts are the same but for letter case, quotes, dashes and white space."""
    if one == other:
        return True
    if len(one) > _SHORT or len(other) > _SHORT:
        return squeeze(one) == squeeze(other)
    return _squeezed(one) == _squeezed(other)


def found(query: str, *fields: str) -> bool:
    """Whether every word of `query` occurs in the fields, as a substring, in any script.

    An empty query finds nothing: a search never silently matches everything.
    """
    words = fold(query).split()
    if not words:
        return False
    haystack = fold("\n".join(fields))
    return all(word in haystack for word in words)


def clean(text: str) -> str:
    """Text that can be stored and sent: lone surrogates become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
