"""Ablation: the reference without one of its deeds, or with one argument wrong. Somebody must notice."""

from collections.abc import Iterator, Mapping
from typing import Any

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.lab.steps import WAKEUPS, Step, acting_steps, stage_of
from vibelife_inspect.lab.trial import Trial
from vibelife_inspect.lab.values import altered, altered_texts
from vibelife_inspect.policies.base import Ask, run_episode
from vibelife_inspect.policies.solver import Solver
from vibelife_inspect.world import World

_LEFT_ALONE = ("idempotency_key", "old")
"""Arguments whose alteration says nothing: a key of the agent's own, and the passage that an edit looks for."""


def dropped(bundle: Bundle) -> list[Trial]:
    """One trial per deed of the reference that is left out."""
    return [
        Trial("dropped", step.name, event=step.event, step=step.position, stage=stage_of(step.event, bundle))
        for step in acting_steps(bundle)
    ]


def alterations(bundle: Bundle, background: int) -> list[Trial]:
    """One trial per argument that matters of each deed that the reference does."""
    wanted = {(step.event, step.position): step for step in acting_steps(bundle)}
    asked, world = _rehearsal(bundle, background)
    neighbours = _neighbours(world)
    trials: list[Trial] = []
    for event, position, time, ask in asked:
        step = wanted.get((WAKEUPS if event.startswith("wakeup:") else event, position))
        if step is not None:
            trials.extend(_of_call(bundle, step, event, time, ask, world, neighbours))
    return trials


def _of_call(
    bundle: Bundle, step: Step, event: str, time: int, ask: Ask, world: World, neighbours: Mapping[str, str]
) -> Iterator[Trial]:
    schema = world.operations[ask.operation].schema
    for path, old, new, whole in _changes(ask.arguments, schema, neighbours, ask.operation.startswith("workspace_")):
        where = ".".join(str(part) for part in path)
        name = f"{step.name} {where}: {old} -> {new}"
        yield Trial("altered", name, 0, event, step.position, time, path, old, whole, stage_of(event, bundle))


def _changes(
    value: Any, schema: Mapping[str, Any], neighbours: Mapping[str, str], file: bool, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any, Any, Any]]:
    """Path, the old and the new part, and the new whole value, of each alteration."""
    if path and path[-1] in _LEFT_ALONE:
        return
    if file and path == ("path",):
        stem, _, ending = str(value).rpartition(".")
        yield path, value, f"{stem}_2.{ending}", f"{stem}_2.{ending}"
        return
    new = altered(value, schema, neighbours)
    if new is not None:
        yield path, value, new, new
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _changes(item, schema.get("properties", {}).get(name, {}), neighbours, file, (*path, name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _changes(item, schema.get("items", {}), neighbours, file, (*path, number))
    elif isinstance(value, str):
        for part, other, whole in altered_texts(value):
            yield path, part, other, whole


def _rehearsal(bundle: Bundle, background: int) -> tuple[list[tuple[str, int, int, Ask]], World]:
    """The calls of the reference with their places, and the world at the end."""
    asked: list[tuple[str, int, int, Ask]] = []
    times: dict[tuple[str, int], int] = {}

    def note(event: str, step: int, ask: Ask) -> Ask:
        times[event, step] = times.get((event, step), -1) + 1
        asked.append((event, step, times[event, step], ask))
        return ask

    episode = Episode(bundle, Options(variant=bundle.variant, background=background))
    run_episode(episode, Solver(bundle, bundle.reference, revise=note))
    return asked, episode.world


def _neighbours(world: World) -> dict[str, str]:
    """For each id the next one of its table: the wrong thing of the right kind."""
    result: dict[str, str] = {}
    for key, table in world.tables():
        ids = [record.id for record in table]
        if key.split(".")[0] not in ("workspace", "world") and len(ids) > 1:
            for id, following in zip(ids, [*ids[1:], ids[0]], strict=True):
                result.setdefault(id, following)
    return result
