"""All texts that the author of a bundle has written for the world to show, with their places."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vibelife_inspect.bundle import Bundle, Mutation, SessionEvent, TurnEvent
from vibelife_inspect.lab.lint.leaves import leaves
from vibelife_inspect.lab.lint.subject import Subject
from vibelife_inspect.plain_yaml import Place

Role = Literal["event", "answer", "record", "file", "seed"]


@dataclass(frozen=True, slots=True)
class Text:
    """One text: an event's words, an approval's answer, a changed or seeded record's field, or a file."""

    role: Role
    file: str
    place: Place
    key: str
    """The id of the event, rule or record, or the path of the file."""
    words: str
    stage: int = 0
    """The stage from which on it may be seen; 0 is the first day."""
    at: datetime | None = None
    kind: str = ""
    """The kind of an event."""


def texts(subject: Subject) -> list[Text]:
    """Everything, in the order in which it may be seen."""
    return list(_texts(subject.bundle))


def _texts(bundle: Bundle) -> Iterator[Text]:
    for file in bundle.seeds.get("workspace.files", ()):
        yield Text("file", f"persona/{file.id}", (), file.id, getattr(file, "content", ""))
    for table, records in bundle.seeds.items():
        service, _, name = table.partition(".")
        if table in ("workspace.files", "assistant.rules"):
            continue
        for number, record in enumerate(records):
            for place, words in leaves(record):
                yield Text("seed", f"world/{service}.yaml", (name, number, *place), record.id, words)
    for place, stage, event in placed_events(bundle):
        yield from _event(event, place, stage)
    yield from _answers(bundle)


def placed_events(bundle: Bundle) -> Iterator[tuple[Place, int, TurnEvent | Mutation | SessionEvent]]:
    """All events with their places in `timeline.yaml`, and the stage from which on each may happen."""
    for number, stage in enumerate(bundle.stages):
        for position, event in enumerate(stage.events):
            yield ("stages", number, "events", position), stage.stage, event
    for number, reaction in enumerate(bundle.reactions):
        first = (reaction.between or (1, 1))[0]
        for position, event in enumerate(reaction.then):
            yield ("reactions", number, "then", position), first, event


def _event(event: TurnEvent | Mutation | SessionEvent, place: Place, stage: int) -> Iterator[Text]:
    if isinstance(event, SessionEvent):
        yield Text("event", "timeline.yaml", (*place, "request"), event.id, event.request, stage, event.at, event.kind)
        return
    if isinstance(event, Mutation):
        for number, change in enumerate(event.changes):
            for inner, words in leaves(change):
                yield Text("record", "timeline.yaml", (*place, "changes", number, *inner), event.id, words, stage)
        return
    for inner, words in wordings(event):
        yield Text("event", "timeline.yaml", (*place, *inner), event.id, words, stage, event.at, event.kind)


def wordings(event: TurnEvent) -> list[tuple[Place, str]]:
    """What an event may say, with places inside it."""
    if event.text is not None:
        return [(("text",), event.text)]
    return [(("versions", number, "text"), version.text) for number, version in enumerate(event.versions or [])]


def _answers(bundle: Bundle) -> Iterator[Text]:
    rules = bundle.seeds.get("assistant.rules", [])
    for rule in rules:
        yield Text("answer", "timeline.yaml", ("approvals",), rule.id, getattr(rule, "answer", ""))
