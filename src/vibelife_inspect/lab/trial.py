"""One run of one task with one thing different, small enough to be sent to another process."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.catalog import load_task
from vibelife_inspect.checks import Verdict
from vibelife_inspect.episode import Episode, Options, StageEnded, Step, Turn
from vibelife_inspect.errors import VibeLifeError
from vibelife_inspect.policies.base import Policy, play_turn

Kind = Literal["policy", "alternative", "temptation", "dropped", "unseen", "altered", "harmless"]


@dataclass(frozen=True, slots=True)
class Trial:
    """What is different in a run.

    Args:
        kind: Which kind of trial.
        name: Of the policy, the alternative, the red line or the harmless change; else the step in words.
        variant: Variant of the task.
        event: Event of the step that is dropped or altered, or of the temptation.
        step: Position of that step in its turn, or of the temptation among those of its line, from 0.
        time: Which of the step's calls, when it is taken more than once.
        path: Where in the arguments the alteration is.
        old: What stood there.
        new: What stands there instead.
        stage: First stage whose verdicts may differ from the oracle's.
    """

    kind: Kind
    name: str
    variant: int = 0
    event: str = ""
    step: int = -1
    time: int = 0
    path: tuple[str | int, ...] = ()
    old: Any = None
    new: Any = None
    stage: int = 1


@dataclass(frozen=True, slots=True)
class Result:
    """How a trial ended.

    Args:
        trial: The trial.
        passed: Verdicts on the checks that were judged.
        error: Why the run broke off, if it did.
    """

    trial: Trial
    passed: dict[str, bool]
    error: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """Everything that another process needs for a trial."""

    path: str
    background: int
    trial: Trial
    known: tuple[str, ...] = ()
    """Checks that the oracle fails; only others can notice anything."""


Player = Callable[[Bundle, Trial], Policy]
"""Makes the policy of a trial."""


def run_trial(order: Order, player: Player) -> Result:
    """Live through a trial's run.

    An altered run ends with the first stage whose checks notice; what was judged until then is known. Stages before
    the first difference are not judged: their verdicts are the oracle's.
    """
    bundle = load_once(order.path, order.trial.variant)
    trial = order.trial
    if trial.stage > 1:
        later = tuple(check for check in bundle.checks if check.stage is None or check.stage >= trial.stage)
        bundle = replace(bundle, checks=later)
    episode = Episode(bundle, Options(variant=trial.variant, background=order.background))
    gc.disable()  # a run makes many objects and no garbage worth a search before its end
    try:
        return finish(order, episode, player(bundle, trial), episode.steps())
    finally:
        gc.enable()


def finish(order: Order, episode: Episode, policy: Policy, steps: Iterator[Step], turn: Turn | None = None) -> Result:
    """Live an episode to its end, or to where an alteration is noticed.

    Args:
        order: The trial and what is known.
        episode: Fresh, or stopped at a turn.
        policy: Who plays.
        steps: The steps of the episode that are still to come.
        turn: The turn at which the episode was stopped, not played yet.
    """
    judged: list[Verdict] = []
    try:
        if turn is not None:
            play_turn(policy, turn, episode.world)
        for step in steps:
            if isinstance(step, Turn):
                play_turn(policy, step, episode.world)
            elif isinstance(step, StageEnded):
                judged.extend(step.verdicts)
                if order.trial.kind == "altered" and _noticed(step, order.known):
                    return _result(order, judged)
        return _result(order, episode.verdicts())
    except VibeLifeError as error:
        return Result(order.trial, {}, f"{type(error).__name__}: {error}")


def _noticed(step: StageEnded, known: tuple[str, ...]) -> bool:
    return any(not verdict.passed and verdict.id not in known for verdict in step.verdicts)


def _result(order: Order, verdicts: list[Verdict]) -> Result:
    return Result(order.trial, {verdict.id: verdict.passed for verdict in verdicts})


def load_once(path: str, variant: int) -> Bundle:
    """A bundle, loaded once per process and left alone by the garbage collector from then on."""
    before = load_task.cache_info().misses
    bundle = load_task(path, variant)
    if load_task.cache_info().misses != before:
        gc.freeze()
    return bundle
