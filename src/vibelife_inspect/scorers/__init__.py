"""Scorers: from a sample's record to its score."""

from vibelife_inspect.scorers.proactivity import proactivity
from vibelife_inspect.scorers.three_tier import three_tier

__all__ = ["proactivity", "three_tier"]
