"""Does what it is told and never looks again: the reference without the steps that a silent change calls for."""

from vibelife_inspect.bundle import Action, Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Policy
from vibelife_inspect.policies.solver import Solver


def _told(turn: Turn, actions: list[Action]) -> list[Action]:
    return [action for action in actions if not action.because]


def make(bundle: Bundle) -> Policy:
    """An agent without initiative."""
    return Solver(bundle, bundle.reference, choose=_told)
