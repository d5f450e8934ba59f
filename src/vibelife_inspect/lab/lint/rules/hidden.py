"""A constraint that the bundle calls hidden is never stated outright by an event."""

from collections.abc import Iterator

from vibelife_inspect.checks.facts import Phrase
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import texts


def find(subject: Subject) -> Iterator[Hit]:
    """Events and answers that say a phrase of `hidden`."""
    phrases = [Phrase(phrase=phrase) for phrase in subject.bundle.task.hidden]
    for text in subject.once(texts):
        if text.role not in ("event", "answer"):
            continue
        for phrase in phrases:
            if phrase.stated_in(text.words):
                yield Hit(text.file, text.place, text.key, f"says {phrase}, which task.yaml calls hidden", "error")
