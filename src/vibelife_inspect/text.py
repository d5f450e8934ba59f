"""Text that people and models write, folded so that equal things compare equal in any script."""

import unicodedata

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
