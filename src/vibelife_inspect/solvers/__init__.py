"""The multi-stage solver and the default agent."""

from vibelife_inspect.solvers.agents import life
from vibelife_inspect.solvers.timeline import make_agent, timeline

__all__ = ["life", "make_agent", "timeline"]
