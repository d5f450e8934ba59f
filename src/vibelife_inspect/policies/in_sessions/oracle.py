"""Finds out what can be found out, asks only for what cannot, and does the work."""

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.policies.base import Policy
from vibelife_inspect.policies.session_agent import Manner, SessionAgent, knowable


def make(bundle: Bundle) -> Policy:
    """An agent that plays the reference; where sessions are left out, steps that build on them are too."""
    whole = len(bundle.sessions) == len(bundle.reference.turns)
    return SessionAgent(bundle, Manner(knows=knowable, asks=lambda intent: not knowable(intent)), strict=whole)
