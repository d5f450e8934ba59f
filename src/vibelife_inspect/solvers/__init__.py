"""The multi-stage solver and the default agent."""

from vibelife_inspect.solvers.agents import life
from vibelife_inspect.solvers.timeline import RECORD_KEY, timeline

__all__ = ["RECORD_KEY", "life", "timeline"]
