"""The lab of working sessions: each intent, decoy and item is proved to tell agents apart."""

from vibelife_inspect.lab.sessions.verify import verify_sessions

__all__ = ["verify_sessions"]
