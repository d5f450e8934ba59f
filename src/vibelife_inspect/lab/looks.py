"""Looks that a check asks for: the reference without one of them tells checks apart that its deeds do not."""

from collections.abc import Iterator
from typing import Any

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.lab.steps import Step, acts, stage_of, steps
from vibelife_inspect.lab.trial import Trial
from vibelife_inspect.world import Json


def unseen(bundle: Bundle) -> list[Trial]:
    """One trial per look of the reference that some check wants to find in its stage and that is left out.

    Looks are not counted among the deeds that must be missed: a reference may look where nobody asks for it.
    """
    asked = [
        ask
        for check in bundle.checks
        for ask in _asked(check.model_dump(include={"expect", "provided"}, by_alias=True))
    ]
    return [
        Trial("unseen", step.name, event=step.event, step=step.position, stage=stage_of(step.event, bundle))
        for step in steps(bundle)
        if step.action.waived is None
        and not acts(step.action, bundle)
        and any(_fits(ask, step, stage_of(step.event, bundle)) for ask in asked)
    ]


def _asked(value: Any) -> Iterator[Json]:
    """What every `called` in a predicate asks for, however deep it stands."""
    if isinstance(value, dict):
        if isinstance(value.get("called"), dict):
            yield value["called"]
        for inner in value.values():
            yield from _asked(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _asked(inner)


def _fits(ask: Json, step: Step, stage: int) -> bool:
    named = ask["operation"] if isinstance(ask["operation"], list | tuple) else [ask["operation"]]
    return (
        step.action.call in named
        and stage in (ask["stages"] or [stage])
        and step.event in (ask["events"] or [step.event])
    )
