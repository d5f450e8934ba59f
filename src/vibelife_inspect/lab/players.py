"""The policy of each kind of trial."""

from copy import deepcopy
from typing import Any

from vibelife_inspect.bundle import Action, Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.lab.harmless import harmless
from vibelife_inspect.lab.steps import WAKEUPS
from vibelife_inspect.lab.trial import Order, Result, Trial, run_trial
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import Ask, Policy
from vibelife_inspect.policies.oracle import Oracle
from vibelife_inspect.policies.reckless import Reckless
from vibelife_inspect.policies.solver import Solver


def run(order: Order) -> Result:
    """Run a trial with its policy; what a worker process calls."""
    return run_trial(order, player)


def player(bundle: Bundle, trial: Trial) -> Policy:
    """The policy that plays a trial."""
    if trial.kind == "policy":
        return make_policy(trial.name, bundle)
    if trial.kind == "alternative":
        return Oracle(bundle, bundle.alternatives[trial.name])
    if trial.kind == "temptation":
        return Reckless(bundle, [bundle.reference.tempting(trial.name)[trial.step]], strict=True)
    if trial.kind == "harmless":
        return harmless(bundle, trial.name)
    return Ablated(bundle, trial)


class Ablated(Solver):
    """The reference with one step left out or one argument wrong.

    Args:
        bundle: The task.
        trial: What is wrong; None, until it is set, is nothing.
    """

    def __init__(self, bundle: Bundle, trial: Trial | None = None) -> None:
        super().__init__(bundle, bundle.reference, choose=self._kept, revise=self._altered)
        self.trial = trial
        self._time = -1

    def _kept(self, turn: Turn, actions: list[Action]) -> list[Action]:
        trial = self.trial
        if trial is None or trial.kind not in ("dropped", "unseen"):
            return actions
        if trial.event != (WAKEUPS if turn.kind == "wakeup" else turn.event):
            return actions
        return [action for position, action in enumerate(actions) if position != trial.step]

    def _altered(self, event: str, step: int, ask: Ask) -> Ask:
        trial = self.trial
        if trial is None or trial.kind != "altered" or (event, step) != (trial.event, trial.step):
            return ask
        self._time += 1
        return Ask(ask.operation, put(ask.arguments, trial.path, trial.new)) if self._time == trial.time else ask


def put(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    """A copy of a JSON value with another value at a path."""
    copy = deepcopy(value)
    inner = copy
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = new
    return copy
