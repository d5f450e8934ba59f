"""How the scripted user takes a reply: by predicates on the world and by what questions are about. No model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from vibelife_inspect.bundle import Decoy, Intent
from vibelife_inspect.checks import Look
from vibelife_inspect.checks.asking import about, questions, statements
from vibelife_inspect.checks.facts import missing
from vibelife_inspect.text import squeeze

By = Literal["script", "model"]

_DENIES = re.compile(r"\b(?:not|never|no longer|without|instead of|rather than|in place of)\b|n't\b")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply and the deeds before it mean for the open intents.

    Args:
        met: Intents that are met.
        asked: Intents that a question was about.
        mistaken: Decoys that a reply takes for true, as (intent, position).
        questions: How many questions were asked.
        matched: How many of them were about an open intent.
        why: For each intent of `met` and `asked`, why.
        by: Who has judged.
    """

    met: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    mistaken: tuple[tuple[str, int], ...] = ()
    questions: int = 0
    matched: int = 0
    why: dict[str, str] = field(default_factory=dict)
    by: By = "script"


def read_reply(reply: str, open: list[Intent], intents: list[Intent], look: Look) -> Reading:
    """Read a reply.

    Args:
        reply: What the agent said.
        open: The intents that have no label yet, in order.
        intents: All intents of the session; one may be mistaken also after it was told.
        look: The world as it is now.
    """
    findings = {intent.id: intent.met_by.judge(look) for intent in open}
    met = tuple(id for id, finding in findings.items() if finding.passed)
    why = {id: findings[id].evidence for id in met}
    said = questions(reply)
    about_open = [[intent.id for intent in open if about(intent.asked_by, sentence)] for sentence in said]
    asked = tuple(intent.id for intent in open if any(intent.id in each for each in about_open))
    for id in asked:
        sentence = next(said[number] for number, each in enumerate(about_open) if id in each)
        why.setdefault(id, f"asked: {sentence}")
    stated = statements(reply)
    mistaken = tuple(
        (intent.id, number)
        for intent in intents
        for number, decoy in enumerate(intent.decoys)
        # Who has it right in what was done may word it as may be.
        if takes(stated, intent, decoy) and not intent.met_by.judge(look).passed
    )
    return Reading(met, asked, mistaken, len(said), sum(bool(each) for each in about_open), why)


def takes(said: Sequence[str], intent: Intent, decoy: Decoy) -> bool:
    """Whether one of some statements gives a decoy as a fact: not beside what is right, and not to deny it."""
    return any(
        not missing(decoy.states, sentence)
        and bool(missing(intent.facts, sentence))
        and _DENIES.search(squeeze(sentence)) is None
        for sentence in said
    )
