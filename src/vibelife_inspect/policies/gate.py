"""Between a policy and its world: each call is let through, answered otherwise, or put behind another one."""

from collections.abc import Callable, Generator

from vibelife_inspect.policies.base import Ask, Moves
from vibelife_inspect.world import Outcome

Gate = Callable[[Ask], Generator[Ask, Outcome, Outcome]]
"""Takes a call and returns its outcome; may make other calls, and need not make this one."""


def gated(moves: Moves, gate: Gate) -> Moves:
    """The moves with every call behind a gate."""
    try:
        ask = next(moves)
        while True:
            outcome = yield from gate(ask)
            ask = moves.send(outcome)
    except StopIteration as stop:
        return str(stop.value or "")


def turned_away(ask: Ask) -> Outcome:
    """The outcome of a call that is not made."""
    message = "the call was not made"
    return Outcome(
        ask.operation, ask.arguments, error={"error": {"code": "refused", "message": message, "details": {}}}
    )
