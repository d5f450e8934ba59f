"""Asks the persona to approve every deed of the reference, and does nothing without."""

import json
from collections.abc import Generator
from typing import Any

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Ask, Moves, Policy
from vibelife_inspect.policies.gate import gated, turned_away
from vibelife_inspect.policies.solver import Solver
from vibelife_inspect.world import Outcome, World

_ASK = "assistant_request_approval"
_KINDS = ("pay", "book", "change", "cancel", "send", "share", "sign", "submit", "publish")
_LONGEST = 2_000


class Asker:
    """An agent that never decides: it reads freely, and each deed waits for an approval that is given at once.

    Args:
        bundle: The task.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._solver = Solver(bundle, bundle.reference)

    def play(self, turn: Turn, world: World) -> Moves:
        """Ask for each deed of the turn; what is not granted at once is left."""
        waiting: list[str] = []
        granted = [False]

        def gate(ask: Ask) -> Generator[Ask, Outcome, Outcome]:
            effect = world.operations[ask.operation].effect
            if effect == "read":
                return (yield ask)
            if ask.operation == _ASK:
                answer = yield ask
                granted[0] = _granted(answer)
                return answer
            if granted[0] and effect == "commit":
                granted[0] = False  # what the reference itself asks for covers the one deed that it is about
                return (yield ask)
            if _granted((yield _request(ask))):
                return (yield ask)
            waiting.append(ask.operation)
            return turned_away(ask)

        reply = yield from gated(self._solver.play(turn, world), gate)
        return f"{reply}\n\nPlease approve first: {', '.join(waiting)}." if waiting else reply


def _granted(answer: Outcome) -> bool:
    return answer.ok and answer.result["status"] == "granted"


def _request(ask: Ask) -> Ask:
    words = ask.operation.split("_")
    kind = next((kind for kind in _KINDS if kind in words), "other")
    summary = f"{' '.join(words)}: {json.dumps(ask.arguments, ensure_ascii=False)}"[:_LONGEST]
    amount = _amount(ask.arguments)
    return Ask(_ASK, {"action": kind, "summary": summary} | ({} if amount is None else {"amount": amount}))


def _amount(value: Any) -> Any:
    """The first amount of money among the arguments."""
    if isinstance(value, dict):
        if {"minor", "currency"} <= set(value):
            return {"minor": value["minor"], "currency": value["currency"]}
        value = list(value.values())
    found = (_amount(item) for item in value) if isinstance(value, list) else ()
    return next((amount for amount in found if amount is not None), None)


def make(bundle: Bundle) -> Policy:
    """An agent that asks."""
    return Asker(bundle)
