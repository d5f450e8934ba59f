"""The reference's steps with their places, and which of them act."""

from collections.abc import Iterator
from dataclasses import dataclass

from vibelife_inspect.bundle import Action, Bundle
from vibelife_inspect.episode import NO_REPLY

WAKEUPS = "wakeups"
"""The place of the steps that are played when the reference's own reminders ring."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reference and where it stands."""

    event: str
    position: int
    action: Action

    @property
    def name(self) -> str:
        """The step in words."""
        action = self.action
        deed = action.call or action.write or action.append or action.edit or "reply"
        return f"{self.event} step {self.position + 1}: {deed}"


def steps(bundle: Bundle) -> Iterator[Step]:
    """All steps of the reference."""
    for event, actions in [*bundle.reference.turns.items(), (WAKEUPS, bundle.reference.wakeups)]:
        for position, action in enumerate(actions):
            yield Step(event, position, action)


def acting_steps(bundle: Bundle) -> list[Step]:
    """The steps whose absence somebody must notice: no reads, no silence, none that is waived."""
    return [step for step in steps(bundle) if step.action.waived is None and acts(step.action, bundle)]


def acts(action: Action, bundle: Bundle) -> bool:
    """Whether a step does or says something."""
    if action.reply is not None:
        return action.reply.strip() != NO_REPLY
    if action.call is None:
        return True
    operations = {name: each for service in bundle.services for name, each in service.operations.items()}
    return operations[action.call].effect != "read"


def stage_of(event: str, bundle: Bundle) -> int:
    """The stage of an event; 1 for what a reaction or a reminder may bring at any time."""
    return next((stage for stage, each in bundle.events() if each.id == event), 1)
