"""A turn: what happened, in the words that the agent reads, and room for its reply."""

from dataclasses import dataclass
from datetime import datetime

from vibelife_inspect.bundle import TurnEvent
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


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _stamp(at: datetime) -> str:
    return f"{_DAYS[at.weekday()]} {at:%Y-%m-%d %H:%M}"
