"""Does the work as far as it was told, and again whenever the user adds something."""

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.policies.base import Policy
from vibelife_inspect.policies.session_agent import Manner, SessionAgent


def make(bundle: Bundle) -> Policy:
    """An agent without initiative."""
    return SessionAgent(bundle, Manner())
