"""A superlative needs one answer in the data; whether it has one is for the author to prove."""

import re
from collections.abc import Iterator

from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import texts

_WORDS = re.compile(
    r"\b(first|cheapest|nearest|closest|earliest|best|worst|lowest|highest|shortest|longest|fastest|quickest|smallest"
    r"|largest|biggest|newest|oldest|dearest|safest|calmest|fewest|least|(?:most|least) [a-z]+)\b",
    re.IGNORECASE,
)
_IDIOMS = re.compile(
    r"\bat (?:the )?(?:first|least|most|best|worst|latest|earliest)\b|\bfirst (?:name|line|of all)\b"
    r"|\b(?:me|came|comes) first\b|\bmost (?:of|guests|people)\b",
    re.IGNORECASE,
)


def find(subject: Subject) -> Iterator[Hit]:
    """Superlatives in what events say and in what checks are about."""
    for text in subject.once(texts):
        if text.role == "event":
            for word in superlatives(text.words):
                message = f"says {word!r}: is there exactly one such thing, in every variant?"
                yield Hit(text.file, text.place, f"{text.key}.{word}", message)
    for number, check in enumerate(subject.bundle.checks):
        for word in superlatives(check.why):
            message = f"is about {word!r}: is there exactly one such thing, in every variant?"
            yield Hit("checks.yaml", (number, "why"), f"{check.id}.{word}", message)


def superlatives(text: str) -> list[str]:
    """The superlatives of a text, each once, without idioms such as `at least`."""
    words = _WORDS.findall(_IDIOMS.sub(" ", text))
    return list(dict.fromkeys(word.lower().replace(" ", "_") for word in words))
