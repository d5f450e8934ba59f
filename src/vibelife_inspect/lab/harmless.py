"""Harmless changes of the reference: the same deeds in other words, with more looks, or in another order."""

from collections.abc import Callable
from typing import Any

from vibelife_inspect.bundle import Action, Bundle
from vibelife_inspect.checks.predicates import Predicate
from vibelife_inspect.episode import NO_REPLY, Turn
from vibelife_inspect.lab.order import swapped
from vibelife_inspect.lab.rewording import REWRITES, WRITTEN, Rewrite
from vibelife_inspect.lab.trial import Trial
from vibelife_inspect.policies.base import Ask, Moves, Policy
from vibelife_inspect.policies.reads import Reading
from vibelife_inspect.policies.solver import Solver
from vibelife_inspect.world import World

EXTRA_READS = 20
"""How many looks the curious one makes besides."""

_READS, _PARAPHRASE = "20 extra reads", "other wording where no check looks"
_ORDERS = {"independent steps swapped, even": 0, "independent steps swapped, odd": 1}
_REPLACED = ("subject", "description", "explanation", "title")


def harmless_trials() -> list[Trial]:
    """One trial per harmless change, over the whole run."""
    return [Trial("harmless", name) for name in (*REWRITES, _PARAPHRASE, _READS, *_ORDERS)]


def harmless(bundle: Bundle, name: str) -> Policy:
    """The reference with a harmless change."""
    if name == _READS:
        return Curious(bundle)
    if name in _ORDERS:
        return Solver(bundle, bundle.reference, choose=_reordering(bundle, _ORDERS[name]))
    return Reworded(bundle, _paraphrase(bundle) if name == _PARAPHRASE else REWRITES[name])


class Reworded:
    """The reference, with everything that it writes and says in another form.

    Args:
        bundle: The task.
        rewrite: The other form.
    """

    def __init__(self, bundle: Bundle, rewrite: Rewrite) -> None:
        self._rewrite = rewrite
        self._solver = Solver(bundle, bundle.reference, revise=self._revise)

    def play(self, turn: Turn, world: World) -> Moves:
        """Take the reference's steps, reworded."""
        reply = yield from self._solver.play(turn, world)
        return reply if reply.strip() in ("", NO_REPLY) else self._rewrite("reply", reply)

    def _revise(self, event: str, step: int, ask: Ask) -> Ask:
        return Ask(
            ask.operation,
            {
                name: self._rewrite(name, value) if isinstance(value, str) else value
                for name, value in ask.arguments.items()
            },
        )


class Curious:
    """The reference, and some looks at whatever there is.

    Args:
        bundle: The task.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._solver = Solver(bundle, bundle.reference)
        self._reading = Reading()
        self._left = EXTRA_READS

    def play(self, turn: Turn, world: World) -> Moves:
        """Look around a little, then take the reference's steps."""
        looks = self._reading.look(world)
        outcome = None
        for _ in range(min(self._left, 2)):
            ask = next(looks) if outcome is None else looks.send(outcome)
            outcome = yield ask
            self._left -= 1
        return (yield from self._solver.play(turn, world))


def _reordering(bundle: Bundle, parity: int) -> Callable[[Turn, list[Action]], list[Action]]:
    return lambda turn, actions: swapped(actions, parity, bundle)


def _paraphrase(bundle: Bundle) -> Rewrite:
    """Titles and descriptions in entirely other words, where no check and no later search names them."""
    named = frozenset(field for check in bundle.checks for each in check.predicates() for field in _fields(each[1]))
    searched = any(
        action.call is not None
        and "_search_" in action.call
        and isinstance(action.args, dict)
        and "query" in action.args
        for actions in bundle.reference.turns.values()
        for action in actions
    )
    free = frozenset(name for name in _REPLACED if name not in named and not (searched and name == "title"))

    def rewrite(name: str, text: str) -> str:
        if name in free:
            return "As discussed"
        return text.replace("Kind regards", "All the best") if name in WRITTEN else text

    return rewrite


def _fields(predicate: Predicate) -> list[str]:
    """The fields that a predicate has conditions on."""
    names: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for name, item in value.items():
                names.append(str(name).rpartition(".")[2])
                walk(item)
        elif isinstance(value, list):
            for item in value:
                walk(item)

    walk(predicate.model_dump(mode="python", by_alias=True, exclude_none=True))
    return names
