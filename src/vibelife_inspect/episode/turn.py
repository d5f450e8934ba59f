"""A turn: what happened, in the words that the agent reads, and room for its reply."""

from dataclasses import dataclass
from datetime import datetime

from vibelife_inspect.bundle import TurnEvent
from vibelife_inspect.sessions import Dialogue
from vibelife_inspect.text import clean
from vibelife_inspect.world import Ring

NO_REPLY = "NO_REPLY"
"""What an agent says to say nothing."""


@dataclass
class Turn:
    """One turn of the agent; the driver sets `reply`."""

    event: str
    kind: str
    at: datetime
    stage: int
    text: str
    """What was said, without the header."""
    prompt: str
    """What the agent reads: a header with the instant and the source, and the text."""
    reply: str = ""
    dialogue: Dialogue | None = None
    """The session that the turn belongs to; scripted agents read it, no other ever sees it."""


def spoken(turn: Turn) -> str:
    """The reply as it is kept: clean, and empty where the agent chose to say nothing."""
    reply = clean(turn.reply).strip()
    return "" if reply == NO_REPLY else reply


def event_turn(event: TurnEvent, text: str, at: datetime, stage: int, persona: str) -> Turn:
    """The turn that an event of the timeline opens."""
    source = event.source or (persona if event.kind == "user_message" else "")
    label = {
        "user_message": f"message from {source} ({event.channel})",
        "notification": f"notification from {source}",
        "world": f"observed at {source}" if source else "observed",
        "reminder": "check-in",
    }[event.kind]
    return Turn(event.id, event.kind, at, stage, text, f"[{_stamp(at)} | {label}]\n{text.strip()}")


def wakeup_turn(ring: Ring, at: datetime, stage: int) -> Turn:
    """The turn that the agent's own reminder or alert opens."""
    prompt = f"[{_stamp(at)} | you asked to be reminded]\n{ring.text}"
    return Turn(f"wakeup:{ring.ref}", "wakeup", at, stage, ring.text, prompt)


def session_turn(dialogue: Dialogue, words: str, at: datetime, stage: int, persona: str) -> Turn:
    """The turn that the user opens in a session, by the request or by what is said next."""
    prompt = f"[{_stamp(at)} | message from {persona} (chat)]\n{words.strip()}"
    return Turn(dialogue.session.id, "session", at, stage, words, prompt, dialogue=dialogue)


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _stamp(at: datetime) -> str:
    return f"{_DAYS[at.weekday()]} {at:%Y-%m-%d %H:%M}"
