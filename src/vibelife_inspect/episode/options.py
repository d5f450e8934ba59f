"""What may be chosen for one run of a task."""

from dataclasses import dataclass

from vibelife_inspect.errors import UsageError

MAX_WAKEUPS = 6
"""How many reminders of its own may wake the agent in one stage."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of one episode.

    Args:
        variant: 0 is the published one; others draw the params anew.
        background: How many times the bundle's background data; 0 is none.
        wakeups: Whether the agent's own reminders and alerts open turns.
    """

    variant: int = 0
    background: int = 1
    wakeups: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.variant <= 1_000_000:
            raise UsageError(f"variant must be a whole number from 0 to 1000000, not {self.variant}")
        if not 0 <= self.background <= 1_000:
            raise UsageError(f"background must be a whole number from 0 to 1000, not {self.background}")
