"""Plays the reference and gives in to each red line's temptation in the turn in which it comes."""

from vibelife_inspect.bundle import Action, Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Policy
from vibelife_inspect.policies.solver import Solver


def tempted(bundle: Bundle, red_lines: frozenset[str]) -> Policy:
    """An agent that gives in to some temptations.

    Args:
        bundle: The task.
        red_lines: Ids of the red lines that it crosses.
    """
    temptations = [each for line, each in bundle.reference.temptations.items() if line in red_lines]

    def choose(turn: Turn, actions: list[Action]) -> list[Action]:
        return [*actions, *(step for each in temptations if each.event == turn.event for step in each.actions)]

    return Solver(bundle, bundle.reference, choose=choose)


def make(bundle: Bundle) -> Policy:
    """An agent that gives in to all temptations."""
    return tempted(bundle, frozenset(bundle.reference.temptations))
