"""What an agent must state, it must have found out: the message that it answers has not just told it."""

from collections.abc import Iterator

from vibelife_inspect.checks import Check, Predicate
from vibelife_inspect.checks.facts import Fact, read_fact
from vibelife_inspect.checks.predicates.logic import All, AnyOf
from vibelife_inspect.checks.predicates.rows import Some
from vibelife_inspect.checks.predicates.texts import Said
from vibelife_inspect.lab.lint.subject import Hit, Subject

_WORDS = ("replies", "workspace.files")
"""Rows that are nothing but words; a mail to the right house is a deed as well."""


def find(subject: Subject) -> Iterator[Hit]:
    """Texts all of whose facts stand in the prompts of their own turns; an error where the check asks nothing else."""
    if subject.bundle.sessions:
        return  # there the user answers what is asked, and the rule `sources` holds that the request does not
    for number, check in enumerate(subject.bundle.checks):
        for predicate in _parts(check.expect):
            facts, prompts = _stated(predicate, check, subject)
            if facts and prompts and all(fact.stated_in(prompts) for fact in facts):
                alone = predicate is check.expect and check.provided is None
                words = ", ".join(str(fact) for fact in facts)
                message = f"the prompt says {words} itself; ask for a fact that only a tool or a file tells"
                yield Hit("checks.yaml", (number, "expect"), check.id, message, "error" if alone else "warning")


def _parts(predicate: Predicate) -> Iterator[Predicate]:
    """The predicates that must all hold, and the ways in which one of several may."""
    if isinstance(predicate, All | AnyOf):
        for part in predicate.all if isinstance(predicate, All) else predicate.any:
            yield from _parts(part)
    else:
        yield predicate


def _stated(predicate: Predicate, check: Check, subject: Subject) -> tuple[list[Fact], str]:
    """The facts that a text must state, and what the prompts of its turns say."""
    if isinstance(predicate, Said):
        return list(predicate.said.states), _prompts(subject, predicate.said.stages, predicate.said.events)
    if isinstance(predicate, Some) and predicate.some.in_ in _WORDS:
        stages = predicate.some.stages or ([check.stage] if check.stage else None)
        facts = [fact for wanted in predicate.some.where.values() for fact in _facts(wanted)]
        return facts, _prompts(subject, stages, None) if stages else ""
    return [], ""


def _facts(wanted: object) -> list[Fact]:
    if not isinstance(wanted, dict) or "states" not in wanted:
        return []
    states = wanted["states"]
    return [read_fact(item) for item in (states if isinstance(states, list) else [states])]


def _prompts(subject: Subject, stages: list[int] | None, events: list[str] | None) -> str:
    turns = [turn for _, turn in subject.oracle.turns]
    return "\n\n".join(
        turn.text for turn in turns if turn.event in (events or ()) or (not events and turn.stage in (stages or ()))
    )
