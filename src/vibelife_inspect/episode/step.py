"""The steps of an episode, as its driver sees them."""

from dataclasses import dataclass
from datetime import datetime

from vibelife_inspect.checks import Verdict
from vibelife_inspect.episode.turn import Turn
from vibelife_inspect.sessions import Answer, Dialogue, Reading
from vibelife_inspect.world import Change


@dataclass(frozen=True, slots=True)
class StageBegun:
    """A stage begins."""

    stage: int
    title: str


@dataclass(frozen=True, slots=True)
class WorldMoved:
    """The world changed without the agent: a mutation, or things that fell due on the way to an instant."""

    at: datetime
    what: str
    changes: list[Change]
    skipped: str = ""
    """Why a mutation did not apply, when it did not."""


@dataclass(frozen=True, slots=True)
class StageEnded:
    """A stage ended; its checks are judged."""

    stage: int
    verdicts: list[Verdict]


@dataclass
class UserTurn:
    """The simulated user has read a reply; a driver may overrule the script before it asks for the next step."""

    dialogue: Dialogue
    reply: str
    reading: Reading
    """What the reply means for the open intents; a driver may put another in its place."""
    text: str | None = None
    """Other words for the same answer; None leaves the script's."""
    note: str = ""
    """What a driver has to say for the log."""

    @property
    def answer(self) -> Answer:
        """What follows from the reading."""
        return self.dialogue.answer(self.reading)


Step = StageBegun | WorldMoved | Turn | UserTurn | StageEnded
"""What an episode yields."""
