"""What an agent has been shown by the end of each stage, when it lives as the reference does."""

import re
from collections.abc import Iterator
from functools import cached_property

from vibelife_inspect.checks.facts import (
    AmountFact,
    AnyFact,
    DateFact,
    Fact,
    NumberFact,
    Phrase,
    TimeFact,
    dates_in,
    times_in,
)
from vibelife_inspect.lab.lint.leaves import flat, leaves
from vibelife_inspect.lab.lint.subject import Life, Subject
from vibelife_inspect.money import EXPONENTS
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import Call, Change, Mark


class Sighting:
    """One text that was shown.

    Args:
        stage: When; 0 is the first day.
        source: What showed it: a file, an event or an operation.
        words: The text.
    """

    def __init__(self, stage: int, source: str, words: str) -> None:
        self.stage, self.source, self.words = stage, source, words

    @cached_property
    def squeezed(self) -> str:
        """The text, folded."""
        return squeeze(self.words)

    @cached_property
    def digits(self) -> str:
        """The digits of the text, without the marks between them."""
        return re.sub(r"[^\d\n]", "", self.words)

    @cached_property
    def days(self) -> frozenset[tuple[int | None, int, int]]:
        """The days that it names."""
        return frozenset(dates_in(self.words))

    @cached_property
    def times(self) -> frozenset[tuple[int, int]]:
        """The times of day that it names."""
        return frozenset(times_in(self.words))

    def states(self, fact: Fact) -> bool:
        """Whether the text states a fact: the same as `fact.stated_in`, quick for many facts and long texts."""
        if isinstance(fact, AnyFact):
            return any(self.states(item) for item in fact.any_of)
        if isinstance(fact, DateFact):
            return any((year, fact.date.month, fact.date.day) in self.days for year in (None, fact.date.year))
        if isinstance(fact, TimeFact):
            return (fact.time.hour, fact.time.minute) in self.times
        return self._may_state(fact) and fact.stated_in(self.words)

    def _may_state(self, fact: Fact) -> bool:
        """A cheap test that no text which states the fact fails."""
        if isinstance(fact, Phrase):
            return squeeze(fact.phrase) in self.squeezed
        if isinstance(fact, NumberFact):
            return str(abs(int(fact.number))) in self.digits
        if isinstance(fact, AmountFact) and not fact.tolerance:
            return str(abs(fact.amount.minor) // 10 ** EXPONENTS[fact.amount.currency]) in self.digits
        return True


def sightings(subject: Subject) -> list[Sighting]:
    """All that the reference's life is shown, in order: first the files of day one, then turns and results.

    What an agent wrote itself, or said in an argument, does not count as shown.
    """
    files = subject.bundle.seeds.get("workspace.files", [])
    first = [Sighting(0, file.id, getattr(file, "content", "")) for file in files]
    return [*first, *_lived(subject.oracle)]


def _lived(life: Life) -> Iterator[Sighting]:
    turns, stage = list(life.turns), 0
    own: set[str] = set()
    for number, entry in enumerate(life.episode.world.journal.entries):
        while turns and turns[0][0] <= number:
            turn = turns.pop(0)[1]
            yield Sighting(turn.stage, turn.event, turn.prompt)
        if isinstance(entry, Mark) and entry.kind == "stage_started":
            stage = int(entry.ref)
        if isinstance(entry, Change) and entry.actor == "agent" and entry.table == "files":
            own.add(entry.id)
        if isinstance(entry, Call) and entry.actor == "agent" and entry.arguments.get("path") not in own:
            yield Sighting(stage, entry.operation, _told(entry))


def _told(call: Call) -> str:
    """What a call's answer says beyond its arguments."""
    words = flat(call.result if call.error is None else call.error)
    if call.effect == "read":
        return words
    given = {text for _, text in leaves(call.arguments)}
    return "\n".join(line for line in words.split("\n") if line not in given)
