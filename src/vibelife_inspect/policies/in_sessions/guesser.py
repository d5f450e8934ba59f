"""Asks everything that could be asked of this user in any session, then does the work."""

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.policies.base import Policy
from vibelife_inspect.policies.session_agent import Manner, SessionAgent, all_questions


def make(bundle: Bundle) -> Policy:
    """An agent that asks without aim."""
    return SessionAgent(bundle, Manner(waits=True, questions=all_questions(bundle)))
