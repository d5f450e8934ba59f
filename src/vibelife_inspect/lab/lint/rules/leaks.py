"""Nothing that an agent can see tells of the test: no ids of its own, no answer words, no later text early."""

import re
from collections.abc import Iterator

from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import Text, texts
from vibelife_inspect.text import squeeze

_ANSWER_WORDS = re.compile(
    r"\b(?:vibelife canary|correct answer|ground truth|red herring|decoy|distractor|rubric|hidden constraint|red line"
    r"|silent change|near[- ]miss|the trap|benchmark data|scoring|test case)\b"
)
_WORDS = 6
"""Shorter sentences are said twice by chance."""


def find(subject: Subject) -> Iterator[Hit]:
    """Texts that give something away."""
    written = [(text, squeeze(text.words)) for text in subject.once(texts)]
    ids = _own_ids(subject)
    for text, words in written:
        for token in re.findall(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+", words):
            if token in ids:
                message = f"shows the id of {ids[token]}, {token!r}"
                yield Hit(text.file, text.place, f"{text.key}.{token}", message, "error")
        for word in _ANSWER_WORDS.findall(words):
            yield Hit(text.file, text.place, f"{text.key}.{word}", f"says {word!r}, a word of the test, to the agent")
    yield from _reasons(subject, written)
    yield from _early(written)


def _own_ids(subject: Subject) -> dict[str, str]:
    """The ids that belong to the test and not to its world, with what each is of."""
    bundle = subject.bundle
    found = {event.id: "an event" for event in bundle.all_events()}
    found.update({reaction.id: "a reaction" for reaction in bundle.reactions})
    found.update({line.id: "a red line" for line in bundle.task.red_lines})
    found.update({check.id: "a check" for check in bundle.checks})
    return {id: what for id, what in found.items() if "_" in id}


def _reasons(subject: Subject, written: list[tuple[Text, str]]) -> Iterator[Hit]:
    """What a check is about, told to the agent word for word."""
    for number, check in enumerate(subject.bundle.checks):
        for sentence in _sentences(check.why):
            for text, words in written:
                if sentence in words:
                    message = f"{text.file} ({text.key}) tells the agent what the check is about: {sentence!r}"
                    yield Hit("checks.yaml", (number, "why"), check.id, message, "error")


def _early(written: list[tuple[Text, str]]) -> Iterator[Hit]:
    """Sentences of an event that could be read in an earlier stage."""
    for text, words in written:
        if text.role != "event":
            continue
        for sentence in _sentences(words):
            for other, others in written:
                if other.stage < text.stage and other.key != text.key and sentence in others:
                    message = f"{other.file} ({other.key}) says it in an earlier stage: {sentence!r}"
                    yield Hit(text.file, text.place, f"{text.key}.{other.key}", message, "error")


def _sentences(text: str) -> list[str]:
    parts = (part.strip(" \"'") for part in re.split(r"[.!?:;\n]", squeeze(text)))
    return [part for part in parts if len(part.split()) >= _WORDS]
