"""The multi-stage solvers and the default agent."""

from vibelife_inspect.solvers.agents import life
from vibelife_inspect.solvers.making import make_agent
from vibelife_inspect.solvers.sessions import sessions
from vibelife_inspect.solvers.timeline import timeline

__all__ = ["life", "make_agent", "sessions", "timeline"]
