"""Each fact that a check wants was shown to the reference before the check is judged."""

from collections.abc import Iterator
from functools import partial

from vibelife_inspect.checks import Check
from vibelife_inspect.checks.facts import AnyFact, Fact, IdFact, NameFact, Phrase
from vibelife_inspect.lab.lint.sight import Sighting, sightings
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import Text, texts
from vibelife_inspect.lab.lint.wants import lacking

_SHORT = 8
"""A phrase of fewer letters than this says nothing of where it comes from."""


def find(subject: Subject) -> Iterator[Hit]:
    """Facts that stand somewhere in the world and were not shown (errors), or that nothing shows (warnings)."""
    if subject.oracle.defect or subject.bundle.sessions:
        return  # what a session needs is proved intent by intent, by the rule `sources`
    shown, written = subject.once(sightings), subject.once(texts)
    first: dict[str, int | None] = {}
    for number, check in enumerate(subject.bundle.checks):
        known = partial(_known, check, shown, first)
        facts = lacking(check.expect, known) + (lacking(check.provided, known) if check.provided else [])
        for place, kept in ((_place(fact, written), fact) for fact in facts):
            if place:
                stage = f"before the end of stage {check.stage}" if check.stage else "in the whole run"
                message = f"wants {kept}, which stands in {place} and which nothing showed to the reference {stage}"
                yield Hit("checks.yaml", (number,), check.id, message, "error")
        computed = ", ".join(dict.fromkeys(str(fact) for fact in facts if not _place(fact, written)))
        if computed:
            message = f"nothing shows {computed}: is it a value that a careful agent computes, and from what?"
            yield Hit("checks.yaml", (number,), check.id, message)


def _known(check: Check, shown: list[Sighting], first: dict[str, int | None], fact: Fact) -> bool:
    """Whether the fact was shown by the end of the check's stage; remembers when it was first shown."""
    name = f"{fact!r}"
    if name not in first:
        first[name] = next((sighting.stage for sighting in shown if sighting.states(fact)), None)
    seen = first[name]
    return seen is not None and (check.stage is None or seen <= check.stage)


def _place(fact: Fact, written: list[Text]) -> str:
    """Where in the world a name, an id or a phrase stands; dates, times and numbers coincide too easily."""
    if isinstance(fact, AnyFact):
        return next((place for item in fact.any_of if (place := _place(item, written))), "")
    if not isinstance(fact, IdFact | NameFact | Phrase) or len(str(fact)) < _SHORT:
        return ""
    found = next((text for text in written if text.role != "event" and fact.stated_in(text.words)), None)
    return f"{found.file} ({found.key})" if found else ""
