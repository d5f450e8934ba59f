"""The reference as a policy, and what other policies make of it."""

from collections.abc import Callable

from vibelife_inspect.bundle import Action, Bundle
from vibelife_inspect.bundle.schema import ReferenceFile
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Moves
from vibelife_inspect.policies.steps import Revise, Script, unrevised
from vibelife_inspect.world import World

Choose = Callable[[Turn, list[Action]], list[Action]]
"""The steps that are taken in a turn, of those that the solution has for it."""


def all_of_them(turn: Turn, actions: list[Action]) -> list[Action]:
    """Take every step."""
    return actions


class Solver:
    """Plays a solution of a bundle, or a part of it.

    Args:
        bundle: The task.
        solution: The reference or an alternative.
        strict: Whether each step must end as it announced; otherwise one that cannot be taken is left out.
        choose: Which steps are taken.
        revise: Changes calls before they are made.
    """

    def __init__(
        self,
        bundle: Bundle,
        solution: ReferenceFile,
        *,
        strict: bool = False,
        choose: Choose = all_of_them,
        revise: Revise = unrevised,
    ) -> None:
        self._solution = solution
        self._choose = choose
        self.script = Script(bundle.context, strict=strict, revise=revise)

    def play(self, turn: Turn, world: World) -> Moves:
        """Take the steps that the solution has for the turn's event."""
        actions = self._solution.wakeups if turn.kind == "wakeup" else self._solution.turns.get(turn.event, [])
        return (yield from self.script.play(self._choose(turn, actions), turn.event, world))
