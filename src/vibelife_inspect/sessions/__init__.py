"""Working sessions: hidden intents, the simulated user, and what a life of sessions measures."""

from vibelife_inspect.sessions.dialogue import LABELS, Answer, Dialogue, Label
from vibelife_inspect.sessions.groups import Past, groups, lives
from vibelife_inspect.sessions.measures import ItemResult, Measures, SessionResult, measure
from vibelife_inspect.sessions.reading import Reading, read_reply

__all__ = [
    "LABELS",
    "Answer",
    "Dialogue",
    "ItemResult",
    "Label",
    "Measures",
    "Past",
    "Reading",
    "SessionResult",
    "groups",
    "lives",
    "measure",
    "read_reply",
]
