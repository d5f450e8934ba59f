"""Plays the reference solution: the proof that a task can be solved."""

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.bundle.schema import ReferenceFile
from vibelife_inspect.policies.base import Policy
from vibelife_inspect.policies.solver import Solver


class Oracle(Solver):
    """The perfect assistant of a bundle.

    Args:
        bundle: The task.
        reference: Which solution to play: the reference or an alternative.
    """

    def __init__(self, bundle: Bundle, reference: ReferenceFile) -> None:
        super().__init__(bundle, reference, strict=True)


def make(bundle: Bundle) -> Policy:
    """An agent that plays the reference."""
    return Oracle(bundle, bundle.reference)
