"""Questions in a text, and what a targeted question about something looks like."""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from vibelife_inspect.text import squeeze

_CLOSERS = "\"'”’»)\\]*_`"
_SHORT = "".join(rf"(?<!\b{word})" for word in "[A-Za-z] Mr Mrs Ms Dr Prof St No Fig al cf vs".split())
_SENTENCE_END = re.compile(
    r"([!?？](?=\s)"
    rf"|(?:[!?？]|{_SHORT}\.)[{_CLOSERS}]*(?=\s+[^a-z\s])"  # no end: a title with a mark, an initial, `e.g. this`
    rf"|[？。！](?![{_CLOSERS}]))\s*"
)
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|\(?[a-z]\))\s+(?=\S)", re.IGNORECASE)
_MARK = re.compile(r"[?？][^\w.,;:]*$")
_TITLE = re.compile(r"\S\s+[\"“«][^\"“”«»]*[?？][\"”»][^\w?？]*$")
"""A quotation that ends with a mark of its own, behind other words."""
_REQUEST = re.compile(
    r"(?:and |also |so |then |but |before [^,]*, |first, )*"
    r"(?:(?:(?:can|could|would|will) you )?(?:please )?(?:tell me|remind me|let me know"
    r"(?! if (?:you|any|some|there|that|this|it)\b))"  # an offer, with which replies end
    r"|(?:(?:can|could|would|will) you (?:please )?|please )(?:confirm|clarify|specify|advise)"
    r"|(?:confirm|clarify|specify|advise) (?:if|how|wh\w+)"
    r"|i (?:just )?need to know|i(?:'d| would) like to know)\b"
)
_ASKS = re.compile(
    r"\?|\b(?:questions?|tell me|let me know|clear up)\b"
    r"|\b(?:please|you) (?:please )?(?:confirm|clarify|specify|advise|answer)\b"
    r"|\bi(?:'d| would)? (?:\w+ )?(?:need|like|want|have) to (?:know|ask|check|confirm|clarify)\b"
)

Words = Annotated[list[Annotated[str, Field(pattern=r"\w")]], Field(min_length=1)]
"""Words or phrases of which one must occur; a `*` at the end stands for any ending."""

Topic = Annotated[list[Words], Field(min_length=1)]
"""What a question about something names: one of the words of every group."""


def sentences(text: str) -> list[str]:
    """The sentences, headings and list items of a text."""
    return [sentence for sentence, _ in _told(text)]


def questions(text: str) -> list[str]:
    """The sentences of a text that ask for an answer.

    A sentence that ends with a question mark asks; so does one that says `tell me` or `please confirm`, and each item
    of a list below a line that asks and ends with a colon. An offer such as `let me know if you need more` asks
    nothing, nor does a title that ends with a question mark.
    """
    return [sentence for sentence, asks in _told(text) if asks]


def statements(text: str) -> list[str]:
    """The sentences that ask nothing."""
    return [sentence for sentence, asks in _told(text) if not asks]


def about(topic: list[list[str]], sentence: str) -> bool:
    """Whether a sentence names a topic: one of the words of every group."""
    flat = squeeze(re.sub("[*`]", "", sentence))
    return all(any(_names(word, flat) for word in words) for words in topic)


def _told(text: str) -> Iterator[tuple[str, bool]]:
    """Each sentence of a text, and whether it asks."""
    listing = False
    for line in text.splitlines():
        item = _ITEM.match(line) is not None
        ends = _SENTENCE_END.sub(r"\1\n", _ITEM.sub("", line)).split("\n")
        parts = [part.strip() for part in ends if part.strip()]
        if not parts:
            continue
        opens = parts[-1].rstrip("*_ ").endswith(":") and _ASKS.search(squeeze(parts[-1])) is not None
        asks = [_asks(part) for part in parts[:-1]] + [_asks(parts[-1]) and not opens]
        if item and listing and not any(asks):
            asks[0] = True  # what else an item says explains it
        listing = opens or (listing and (item or line[:1].isspace()))
        yield from zip(parts, asks, strict=True)


def _asks(sentence: str) -> bool:
    if _MARK.search(sentence):
        return _TITLE.search(sentence) is None
    return _REQUEST.match(squeeze(sentence)) is not None


def _names(word: str, flat: str) -> bool:
    stem = squeeze(word.removesuffix("*"))
    end = "" if word.endswith("*") else r"(?!\w)"
    return re.search(rf"(?<!\w){re.escape(stem)}{end}", flat) is not None
