"""Runs that differ from one turn on share what came before: the reference is lived once and forks at each such turn."""

import gc
import os
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Episode, Options, Step, Turn
from vibelife_inspect.lab.players import Ablated, run
from vibelife_inspect.lab.trial import Order, Result, finish, load_once
from vibelife_inspect.policies.base import play_turn


def run_branches(orders: Sequence[Order]) -> list[Result]:
    """The results of ablations of one task, in the order of the orders.

    Must be called in a process without other threads. Where there is no fork, and for trials whose turn never comes,
    each run is lived from the beginning.
    """
    found: dict[int, Result] = {}
    if hasattr(os, "fork") and orders:
        bundle = load_once(orders[0].path, 0)
        gc.disable()  # a search for garbage would touch, and so copy, all memory that the branches share
        _live_once(bundle, orders, found)
        gc.enable()
    return [found[number] if number in found else run(order) for number, order in enumerate(orders)]


def _live_once(bundle: Bundle, orders: Sequence[Order], found: dict[int, Result]) -> None:
    waiting: dict[str, list[int]] = {}
    for number, order in enumerate(orders):
        waiting.setdefault(order.trial.event, []).append(number)
    # The trunk judges nothing: its verdicts are known.
    episode = Episode(replace(bundle, checks=()), Options(variant=0, background=orders[0].background))
    policy = Ablated(bundle)
    steps = episode.steps()
    for step in steps:
        if not isinstance(step, Turn):
            continue
        for number in waiting.pop(step.event, ()):
            result = _branch(bundle, episode, steps, step, policy, orders[number])
            if result is not None:
                found[number] = result
        if not waiting:
            return
        play_turn(policy, step, episode.world)


def _branch(
    bundle: Bundle, episode: Episode, steps: Iterator[Step], turn: Turn, policy: Ablated, order: Order
) -> Result | None:
    """What becomes of a run from this turn on, lived in a forked process; None if that broke off."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            policy.trial = order.trial
            later = tuple(check for check in bundle.checks if check.stage is None or check.stage >= turn.stage)
            episode.bundle = replace(bundle, checks=later)
            result = finish(order, episode, policy, steps, turn)
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(result, pipe)
        finally:
            os._exit(0)  # a branch must not go on as a second worker, whatever happened to it
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return _result(told)


def _result(told: bytes) -> Result | None:
    result = pickle.loads(told) if told else None  # noqa: S301 - written by this very program a moment ago
    return result if isinstance(result, Result) else None
