"""Plays the reference solution: the proof that a task can be solved."""

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.bundle.schema import ReferenceFile
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Moves, Policy
from vibelife_inspect.policies.steps import Script
from vibelife_inspect.world import World


class Oracle:
    """The perfect assistant of a bundle.

    Args:
        bundle: The task.
        reference: Which solution to play: the reference or an alternative.
    """

    def __init__(self, bundle: Bundle, reference: ReferenceFile) -> None:
        self._reference = reference
        self._script = Script(bundle.context)

    def play(self, turn: Turn, world: World) -> Moves:
        """Take the steps that the reference has for the turn's event."""
        actions = self._reference.turns.get(turn.event, [])
        if turn.kind == "wakeup":
            actions = self._reference.wakeups
        return (yield from self._script.play(actions, turn.event, world))


def make(bundle: Bundle) -> Policy:
    """An agent that plays the reference."""
    return Oracle(bundle, bundle.reference)
