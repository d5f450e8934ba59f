"""Looks nothing up: asks about each intent, and does the work when it has been told."""

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.policies.base import Policy
from vibelife_inspect.policies.session_agent import Manner, SessionAgent, every


def make(bundle: Bundle) -> Policy:
    """An agent that asks."""
    return SessionAgent(bundle, Manner(asks=every, waits=True))
