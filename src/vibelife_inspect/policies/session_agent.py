"""The reference of working sessions as an agent: it does the work with what it knows, and again when it knows more."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from vibelife_inspect.bundle import Action, Bundle, Intent
from vibelife_inspect.bundle.schema import ReferenceFile
from vibelife_inspect.bundle.sessions import SessionSource
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Moves
from vibelife_inspect.policies.steps import Revise, Script, unrevised
from vibelife_inspect.sessions import Dialogue
from vibelife_inspect.world import World

Some = Callable[[Intent], bool]
"""Which intents."""


def every(intent: Intent) -> bool:
    """All of them."""
    return True


def none(intent: Intent) -> bool:
    """None of them."""
    return False


def knowable(intent: Intent) -> bool:
    """What can be known without asking."""
    return intent.source != "ask_only"


def remembered(intent: Intent) -> bool:
    """What can be known from earlier sessions alone."""
    return isinstance(intent.source, SessionSource)


@dataclass(frozen=True, slots=True)
class Manner:
    """How an agent works.

    Args:
        knows: What it finds out by itself before it begins.
        asks: What it asks about in the first turn of a session.
        waits: Whether it does nothing until its questions are answered.
        questions: What it asks besides.
        uses: What it heeds at all, once it knows it.
        decoy: For an intent that it does not heed: which decoy it uses; -1 is the first, or nothing.
    """

    knows: Some = none
    asks: Some = none
    waits: bool = False
    questions: tuple[str, ...] = ()
    uses: Some = every
    decoy: Mapping[str, int] | None = None


class SessionAgent:
    """Plays the solutions of a bundle's sessions with part of the knowledge.

    Files are written anew when more is known; any other step is taken once, as soon as all that it `knows` is known.
    What was said in a session that did not take place is not known to anybody.

    Args:
        bundle: The persona.
        manner: How it works.
        choose: Which steps are taken, of those that the solution has.
        revise: Changes calls before they are made.
        strict: Whether each step must end as it announced.
        lived: The sessions of which it knows what was said; all of the bundle's where nothing else is given.
        solution: What it plays; the reference where nothing else is given.
    """

    def __init__(
        self,
        bundle: Bundle,
        manner: Manner,
        *,
        lived: Collection[str] | None = None,
        solution: ReferenceFile | None = None,
        choose: Callable[[str, int], bool] = lambda session, step: True,
        revise: Revise = unrevised,
        strict: bool = False,
    ) -> None:
        self._turns = (solution or bundle.reference).turns
        self._manner = manner
        self._choose = choose
        self._lived = {session.id for session in bundle.sessions} if lived is None else lived
        self._done: set[tuple[str, int]] = set()
        self._script = Script(bundle.context, strict=strict, revise=revise)

    def play(self, turn: Turn, world: World) -> Moves:
        """Ask, or do the work with what is known by now."""
        dialogue = turn.dialogue
        assert dialogue is not None
        asked = self._questions(dialogue)
        if asked and self._manner.waits:
            return asked
        known = [intent for intent in dialogue.session.intents if self._knows(intent, dialogue)]
        self._script.know(knowledge(dialogue.session.intents, known, self._manner.decoy or {}))
        reply = yield from self._script.play_some(self._steps(turn.event, known), turn.event, world)
        return asked or reply

    def _knows(self, intent: Intent, dialogue: Dialogue) -> bool:
        if not self._manner.uses(intent):
            return False
        told = dialogue.labels.get(intent.id) in ("inferred", "provided")
        return told or (self._manner.knows(intent) and self._happened(intent))

    def _happened(self, intent: Intent) -> bool:
        return not isinstance(intent.source, SessionSource) or intent.source.session in self._lived

    def _questions(self, dialogue: Dialogue) -> str:
        if dialogue.turns:
            return ""
        wanted = [intent.question for intent in dialogue.session.intents if self._manner.asks(intent)]
        return "\n".join(f"- {question}" for question in dict.fromkeys([*wanted, *self._manner.questions]))

    def _steps(self, event: str, known: list[Intent]) -> list[tuple[int, Action]]:
        ids = {intent.id for intent in known}
        steps = []
        for number, action in enumerate(self._turns.get(event, [])):
            again = action.write is not None or action.reply is not None
            if not self._choose(event, number) or (not again and (event, number) in self._done):
                continue
            if set(action.knows) <= ids:
                self._done.add((event, number))
                steps.append((number, action))
        return steps


def knowledge(intents: list[Intent], known: list[Intent], decoys: Mapping[str, int]) -> dict[str, Any]:
    """What templates of the reference may use: `know.<intent>`, and `value.<intent>`, the right one or a decoy."""
    right = {intent.id for intent in known}
    return {
        "know": {intent.id: intent.id in right for intent in intents},
        "value": {
            intent.id: intent.value if intent.id in right else _wrong(intent, decoys.get(intent.id, -1))
            for intent in intents
        },
    }


def _wrong(intent: Intent, decoy: int) -> Any:
    return intent.decoys[max(decoy, 0)].value if intent.decoys else ""


def all_questions(bundle: Bundle) -> tuple[str, ...]:
    """What could be asked in any session of a persona."""
    sessions = (bundle.whole or bundle).sessions
    return tuple(intent.question for session in sessions for intent in session.intents)
