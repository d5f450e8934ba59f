"""The episode of the sample that runs in this task; it lives outside Inspect's store, which is copied at every span."""

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from vibelife_inspect.episode import Episode, Turn


@dataclass
class Live:
    """One sample's episode while it runs.

    Args:
        episode: The episode.
    """

    episode: Episode
    turn: Turn | None = None
    """The turn that is open."""
    drivers: dict[str, Any] = field(default_factory=dict)
    """State of scripted models, by model name; a model object itself serves all samples and keeps none."""


LIVE: ContextVar[Live] = ContextVar("vibelife_live")
"""Set by the timeline solver for the one sample that its task runs."""
