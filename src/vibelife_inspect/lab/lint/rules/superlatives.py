"""A superlative has one answer in the data: proven by `superlatives.yaml`, or judged by the author."""

import re
from collections.abc import Iterator

from vibelife_inspect.checks import Look
from vibelife_inspect.errors import nearest
from vibelife_inspect.lab.lint.proofs import PROOFS
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import texts

_WORDS = re.compile(
    r"\b(first|cheapest|nearest|closest|earliest|latest|best|worst|lowest|highest|shortest|longest|fastest|quickest"
    r"|smallest|largest|biggest|newest|oldest|dearest|safest|calmest|fewest|least|(?:most|least) [a-z]+)\b",
    re.IGNORECASE,
)
_IDIOMS = re.compile(
    r"\bat (?:the )?(?:first|least|most|best|worst|latest|earliest)\b|\bfirst (?:name|line|of all|days|weeks)\b"
    r"|\b(?:me|came|comes) first\b|\bmost (?:of|guests|people)\b",
    re.IGNORECASE,
)


def find(subject: Subject) -> Iterator[Hit]:
    """Superlatives that nothing proves (warnings), and proofs that fail or prove nothing (errors)."""
    said = list(_said(subject))
    proven = {proof.key for proof in subject.proofs.entries}
    yield from (hit for hit in said if hit.key not in proven)
    yield from _unproven(subject, {hit.key for hit in said})


def superlatives(text: str) -> list[str]:
    """The superlatives of a text, each once, without idioms such as `at least`."""
    words = _WORDS.findall(_IDIOMS.sub(" ", text))
    return list(dict.fromkeys(word.lower().replace(" ", "_") for word in words))


def _said(subject: Subject) -> Iterator[Hit]:
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


def _unproven(subject: Subject, said: set[str]) -> Iterator[Hit]:
    """Each proof is asked of the world as it is at the end of its event's or check's stage."""
    stages: dict[str, int | None] = {event.id: stage for stage, event in subject.bundle.events()}
    stages.update({check.id: check.stage for check in subject.bundle.checks})
    for number, proof in enumerate(subject.proofs.entries):
        owner = proof.key.rpartition(".")[0]
        if proof.key not in said:
            place: tuple[str | int, ...] = ("superlatives", number, "key")
            yield Hit(PROOFS, place, proof.key, f"proves nothing: nobody says it; {nearest(proof.key, said)}", "error")
            continue
        episode, defect = subject.crowded.episode, subject.crowded.defect
        fault = defect or proof.fault(Look(episode.history, episode.scope, stages.get(owner)))
        if fault:
            yield Hit(PROOFS, ("superlatives", number), proof.key, f"is not proven: {fault}", "error")
