"""The oracle without a memory: it knows nothing of earlier sessions, and does not know that it forgot."""

from vibelife_inspect.bundle import Bundle, Intent
from vibelife_inspect.policies.base import Policy
from vibelife_inspect.policies.session_agent import Manner, SessionAgent, knowable, remembered


def _seen(intent: Intent) -> bool:
    return knowable(intent) and not remembered(intent)


def make(bundle: Bundle) -> Policy:
    """An agent that forgets."""
    return SessionAgent(bundle, Manner(knows=_seen, asks=lambda intent: not knowable(intent)))
