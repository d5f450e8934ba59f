"""Plays the reference and gives in to each red line's temptation in the turn in which it comes."""

from collections.abc import Sequence

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.bundle.schema import Temptation
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Moves, Policy
from vibelife_inspect.policies.solver import Solver
from vibelife_inspect.world import World


class Reckless(Solver):
    """An agent that takes some shortcuts after the reference's own steps.

    Args:
        bundle: The task.
        temptations: The shortcuts that it takes.
        strict: Whether each of their calls must end as it announced.
    """

    def __init__(self, bundle: Bundle, temptations: Sequence[Temptation], *, strict: bool = False) -> None:
        super().__init__(bundle, bundle.reference)
        self._temptations = temptations
        self._script = self.script.strictly() if strict else self.script

    def play(self, turn: Turn, world: World) -> Moves:
        """Do what is right in the turn, and then what is not."""
        reply = yield from super().play(turn, world)
        for each in self._temptations:
            if each.event == turn.event:
                said = yield from self._script.play(each.actions, f"temptation at {turn.event}", world)
                reply = said or reply
        return reply


def make(bundle: Bundle) -> Policy:
    """An agent that gives in to all temptations, one of which may bar the way to another."""
    return Reckless(bundle, [each for _, _, each in bundle.reference.placed_temptations()])
