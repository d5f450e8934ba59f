"""Looks at everything in each turn, also wherever the reference looks, and neither writes nor says a word."""

from collections.abc import Generator

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Ask, Moves, Policy
from vibelife_inspect.policies.gate import gated, turned_away
from vibelife_inspect.policies.reads import Reading
from vibelife_inspect.policies.solver import Solver
from vibelife_inspect.world import Outcome, World


class Reader:
    """An agent that only reads.

    Args:
        bundle: The task.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._solver = Solver(bundle, bundle.reference)
        self._reading = Reading()

    def play(self, turn: Turn, world: World) -> Moves:
        """Make the reference's reads, then all others."""

        def gate(ask: Ask) -> Generator[Ask, Outcome, Outcome]:
            return (yield ask) if world.operations[ask.operation].effect == "read" else turned_away(ask)

        yield from gated(self._solver.play(turn, world), gate)
        self._reading.note(turn.prompt)
        yield from self._reading.look(world)
        return ""


def make(bundle: Bundle) -> Policy:
    """An agent that reads."""
    return Reader(bundle)
