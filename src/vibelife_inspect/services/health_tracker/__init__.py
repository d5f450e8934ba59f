"""A health diary: readings, workouts, meals, sleep, medications, goals, training plans and own alarms."""

from vibelife_inspect.services.health_tracker.service import HealthTracker

__all__ = ["HealthTracker"]
