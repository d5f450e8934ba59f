"""Each hidden intent can be known from its source when its session begins; what can only be asked stands nowhere."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from pydantic_core import to_jsonable_python

from vibelife_inspect.bundle import Intent
from vibelife_inspect.bundle.sessions import FileSource, RecordSource, SessionSource
from vibelife_inspect.checks import Look
from vibelife_inspect.checks.asking import statements
from vibelife_inspect.checks.facts import missing
from vibelife_inspect.episode import Episode, Options, Turn
from vibelife_inspect.errors import DefectError
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import play_turn
from vibelife_inspect.sessions import Dialogue
from vibelife_inspect.sessions.reading import takes
from vibelife_inspect.world import Change, World

_UNSEEN = ("assistant", "workspace", "world")
"""Services whose tables an agent does not read as records."""


@dataclass
class _Past:
    """What was said and written in the sessions before."""

    dialogues: list[tuple[Dialogue, int]] = field(default_factory=list)
    """Each with the length of the journal when it began."""

    def words(self, session: str, world: World) -> list[str]:
        """The texts of one session: what was said, and the files that the agent wrote then."""
        found: list[str] = []
        ends = [start for _, start in self.dialogues[1:]] + [len(world.journal.entries)]
        for (dialogue, start), end in zip(self.dialogues, ends, strict=True):
            if dialogue.session.id == session:
                found += [dialogue.session.request, *(words for _, words in dialogue.said)]
                found += [
                    str(getattr(entry.after, "content", ""))
                    for entry in world.journal.entries[start:end]
                    if isinstance(entry, Change) and (entry.actor, entry.table) == ("agent", "files")
                ]
        return found


def find(subject: Subject) -> Iterator[Hit]:
    """Intents whose source does not tell them, that are met before anybody acts, or that stand somewhere after all."""
    bundle = subject.bundle
    if not bundle.sessions:
        return
    places = {
        intent.id: (stage, position, number)
        for stage, each in enumerate(bundle.stages)
        for position, event in enumerate(each.events)
        if event.kind == "session"
        for number, intent in enumerate(event.intents)
    }
    for intent, message in _lived(subject):
        stage, position, number = places[intent.id]
        place = ("stages", stage, "events", position, "intents", number)
        yield Hit("timeline.yaml", place, intent.id, message, "error")


def _lived(subject: Subject) -> Iterator[tuple[Intent, str]]:
    bundle = subject.bundle
    episode = Episode(bundle, Options(variant=bundle.variant, background=0, wakeups=False))
    policy, past = make_policy("oracle", bundle), _Past()
    try:
        for step in episode.steps():
            if not isinstance(step, Turn):
                continue
            if step.dialogue is not None and not step.dialogue.turns:
                for intent in step.dialogue.session.intents:
                    yield from ((intent, fault) for fault in _faults(intent, episode, past))
                past.dialogues.append((step.dialogue, len(episode.world.journal.entries)))
            play_turn(policy, step, episode.world)
    except DefectError:
        return  # the rule `reference` tells it


def _faults(intent: Intent, episode: Episode, past: _Past) -> Iterator[str]:
    for number, decoy in enumerate(intent.decoys):
        if any(takes(statements(words), intent, decoy) for words in (intent.text, intent.answer)):
            yield f"who repeats what the user says of it is thought to take decoy {number}"
    episode.history.absorb()
    if intent.met_by.judge(Look(episode.history, episode.scope)).passed:
        yield "is met before the agent has done anything"
    if intent.source == "ask_only":
        if place := _somewhere(intent, episode.world, past):
            yield f"can only be asked, it says, but {place} states it"
        return
    texts = _texts(intent, episode.world, past)
    if texts is None:
        yield f"its source {intent.source} does not exist when the session begins"
    elif all(missing(intent.facts, text) for text in texts):
        yield f"its source does not state {', '.join(map(str, intent.facts))} when the session begins"


def _texts(intent: Intent, world: World, past: _Past) -> list[str] | None:
    source = intent.source
    if isinstance(source, SessionSource):
        return past.words(source.session, world)
    if isinstance(source, FileSource):
        files = world.table("workspace.files")
        return [str(getattr(files.get(source.file), "content", ""))] if source.file in files else None
    assert isinstance(source, RecordSource)
    table = world.table(source.record)
    return [_readable(table.get(source.id))] if source.id in table else None


def _somewhere(intent: Intent, world: World, past: _Past) -> str:
    """Where all facts of an intent stand together, if anywhere."""
    for key, table in world.tables():
        if key.split(".")[0] in _UNSEEN and key != "workspace.files":
            continue
        for record in table:
            if not missing(intent.facts, _readable(record)):
                return f"{key} {record.id}"
    for dialogue, _ in past.dialogues:
        if any(
            not missing(intent.facts, words) for words in [dialogue.session.request, *(w for _, w in dialogue.said)]
        ):
            return f"session {dialogue.session.id}"
    return ""


def _readable(record: object) -> str:
    """The texts of a record, as an agent reads them."""
    row = to_jsonable_python(record)
    return "\n".join(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in row.values()
    )
