"""What Inspect discovers through the entry point; imports only."""

from vibelife_inspect.models import vibelife
from vibelife_inspect.scorers import three_tier
from vibelife_inspect.solvers import life, timeline
from vibelife_inspect.tasks import TASKS, suite

__all__ = ["TASKS", "life", "suite", "three_tier", "timeline", "vibelife"]
