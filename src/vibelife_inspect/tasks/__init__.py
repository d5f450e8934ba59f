"""Tasks of Inspect: life tasks and working sessions."""

from vibelife_inspect.tasks.life import TASKS, suite
from vibelife_inspect.tasks.proactive import PERSONAS, proactive

__all__ = ["PERSONAS", "TASKS", "proactive", "suite"]
