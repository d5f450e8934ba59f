"""Never acts, never speaks: the floor of every task."""

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Moves, Policy
from vibelife_inspect.world import World


class Silent:
    """Does nothing at all."""

    def play(self, turn: Turn, world: World) -> Moves:
        """Say nothing."""
        yield from ()
        return ""


def make(bundle: Bundle) -> Policy:
    """A silent agent."""
    return Silent()
