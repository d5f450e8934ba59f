"""A silent change on which no check depends tests nothing."""

from collections.abc import Iterator

from vibelife_inspect.bundle import Mutation
from vibelife_inspect.lab.lint.subject import Hit, Subject


def find(subject: Subject) -> Iterator[Hit]:
    """Mutations of stages that no check `needs` and that propagate to none."""
    needed = {mutation for check in subject.bundle.checks for mutation in check.needs}
    for number, stage in enumerate(subject.bundle.stages):
        for position, event in enumerate(stage.events):
            if isinstance(event, Mutation) and not event.propagates_to and event.id not in needed:
                place = ("stages", number, "events", position)
                message = "no check depends on this change; name it in `needs`, or what it `propagates_to`"
                yield Hit("timeline.yaml", place, event.id, message, "error")
