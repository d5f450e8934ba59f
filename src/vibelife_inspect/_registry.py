"""What Inspect discovers through the entry point; imports only."""

from vibelife_inspect.models import vibelife
from vibelife_inspect.scorers import proactivity, three_tier
from vibelife_inspect.solvers import life, sessions, timeline
from vibelife_inspect.tasks import PERSONAS, TASKS, proactive, suite

__all__ = [
    "PERSONAS",
    "TASKS",
    "life",
    "proactive",
    "proactivity",
    "sessions",
    "suite",
    "three_tier",
    "timeline",
    "vibelife",
]
