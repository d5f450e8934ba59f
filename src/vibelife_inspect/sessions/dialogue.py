"""One dialogue: which intents are open, what becomes of each, and what the user says next."""

from dataclasses import dataclass, field
from typing import Any, Literal

from vibelife_inspect.bundle import Intent, SessionEvent
from vibelife_inspect.sessions.reading import Reading

Label = Literal["completed", "inferred", "provided"]

LABELS: tuple[Label, ...] = ("completed", "inferred", "provided")
"""Met unprompted; asked about and answered; told because nobody asked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What follows from a reading of a reply.

    Args:
        completed: Intents that were met before anybody spoke of them.
        inferred: Intents that were asked about, and are answered now.
        provided: The intent that the user volunteers.
        unsaid: Intents that nobody met or asked about and that the user does not tell, being away.
        objections: Decoys that the user objects to, as (intent, position).
        text: What the user says; nothing ends the session.
    """

    completed: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()
    provided: str = ""
    unsaid: tuple[str, ...] = ()
    objections: tuple[tuple[str, int], ...] = ()
    text: str = ""


@dataclass
class Dialogue:
    """The state of one session.

    Each reply of the agent labels at least one open intent or meets an objection that is made once, so a dialogue has
    at most one turn more than intents and decoys together.

    Args:
        session: The session.
    """

    session: SessionEvent
    labels: dict[str, Label] = field(default_factory=dict)
    objected: set[tuple[str, int]] = field(default_factory=set)
    turns: int = 0
    questions: int = 0
    matched: int = 0
    words: int = 0
    """How many words the user had to say after the request."""
    said: list[tuple[str, str]] = field(default_factory=list)
    """Who said what: `user` or `agent`, and the words."""

    @property
    def open(self) -> list[Intent]:
        """The intents that have no label yet, in order."""
        return [intent for intent in self.session.intents if intent.id not in self.labels]

    def answer(self, reading: Reading) -> Answer:
        """What the user does about a reply: answers all that was asked, else volunteers the first open intent."""
        completed = tuple(intent.id for intent in self.open if intent.id in reading.met)
        rest = [intent for intent in self.open if intent.id not in completed]
        if self.session.away:
            return Answer(completed, unsaid=tuple(intent.id for intent in rest))
        asked = [intent for intent in rest if intent.id in reading.asked]
        told = rest[:1] if rest and not asked else []
        objections = tuple(each for each in reading.mistaken if each not in self.objected)
        parts = [self._objection(*each) for each in objections]
        parts += [intent.answer or intent.text for intent in asked]
        parts += [intent.text for intent in told]
        return Answer(
            completed,
            tuple(intent.id for intent in asked),
            told[0].id if told else "",
            (),
            objections,
            "\n".join(part.strip() for part in parts),
        )

    def go_on(self, reply: str, reading: Reading, answer: Answer, text: str) -> None:
        """Take a turn of the agent and what the user does about it into the state."""
        self.turns += 1
        self.questions += reading.questions
        self.matched += reading.matched
        self.objected.update(answer.objections)
        self.words += len(text.split())
        self.labels.update(dict.fromkeys(answer.completed, "completed"))
        self.labels.update(dict.fromkeys(answer.inferred, "inferred"))
        self.labels.update(dict.fromkeys([*filter(None, [answer.provided]), *answer.unsaid], "provided"))
        self.said.append(("agent", reply))
        if text:
            self.said.append(("user", text))

    def summary(self, decoys: list[str]) -> dict[str, Any]:
        """The dialogue as the journal keeps it, JSON-native.

        Args:
            decoys: The decoys that were taken, as `intent.position`.
        """
        order = [intent.id for intent in self.session.intents]
        return {
            "labels": {id: self.labels[id] for id in order if id in self.labels},
            "turns": self.turns,
            "questions": self.questions,
            "matched": self.matched,
            "words": self.words,
            "decoys": decoys,
        }

    def _objection(self, id: str, position: int) -> str:
        intent = next(each for each in self.session.intents if each.id == id)
        return intent.decoys[position].objection
