"""The run record: JSON that suffices to judge a run again, with no model, no server and no live world."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic_core import to_jsonable_python

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.checks import GRADING_VERSION, History, Score, Verdict, score
from vibelife_inspect.episode.episode import Episode, final_verdicts, stage_verdicts
from vibelife_inspect.episode.options import Options
from vibelife_inspect.errors import UsageError
from vibelife_inspect.world import Call, Change, Json, Mark, Reply, World
from vibelife_inspect.world.journal import Entry

RECORD_VERSION = 1

RECORD_KEY = "vibelife"
"""Where a log keeps the record: this key of the sample's store."""


def run_record(episode: Episode) -> Json:
    """What a log must hold of an episode, finished or not."""
    entries = episode.world.journal.entries
    return {
        "record": RECORD_VERSION,
        "grading": GRADING_VERSION,
        "task": episode.bundle.id,
        "version": episode.bundle.task.version,
        "bundle": episode.bundle.digest,
        "variant": episode.options.variant,
        "background": episode.options.background,
        "wakeups": episode.options.wakeups,
        "sessions": [session.id for session in episode.bundle.sessions],
        "stage_reached": episode.stage_reached,
        "complete": episode.complete,
        "turns": episode.turns,
        "calls": sum(isinstance(entry, Call) and entry.actor == "agent" for entry in entries),
        "digest": episode.world.digest(),
        "entries": [_entry_json(entry) for entry in entries],
    }


@dataclass(frozen=True, slots=True)
class Judgement:
    """Verdicts and score of a run."""

    verdicts: list[Verdict]
    score: Score
    history: History


def judge_record(bundle: Bundle, record: Json) -> Judgement:
    """Judge a recorded run again: a function of the bundle and the record alone.

    Raises:
        UsageError: The record is of another task, variant or record version.
    """
    if record.get("record") != RECORD_VERSION:
        raise UsageError(f"this record has version {record.get('record')}; version {RECORD_VERSION} is understood")
    if (record["task"], record["variant"]) != (bundle.id, bundle.variant):
        raise UsageError(
            f"the record is of {record['task']} variant {record['variant']}, not {bundle.id} variant {bundle.variant}"
        )
    options = Options(record["variant"], record["background"], record["wakeups"])
    world = bundle.world(options.background)
    history, scope = History(world), bundle.scope()
    staged: list[Verdict] = []
    for item in record["entries"]:
        entry = _entry(item, world)
        if isinstance(entry, Change):
            world.table(f"{entry.service}.{entry.table}").replay(entry)
        world.journal.entries.append(entry)
        if isinstance(entry, Mark) and entry.kind == "stage_ended":
            stage = int(entry.ref)
            history.close_stage(stage)
            staged.extend(stage_verdicts(bundle.checks, stage, history, scope))
    history.absorb()
    verdicts = final_verdicts(bundle.checks, staged, history, scope, record["complete"])
    return Judgement(verdicts, score(verdicts, len(bundle.stages)), history)


def _entry_json(entry: Entry) -> Json:
    at = entry.at.isoformat()
    if isinstance(entry, Change):
        after = None if entry.after is None else to_jsonable_python(entry.after)
        place = {"change": f"{entry.service}.{entry.table}", "id": entry.id}
        return {**place, "at": at, "actor": entry.actor, "cause": entry.cause, "after": after}
    if isinstance(entry, Call):
        head = {"call": entry.operation, "at": at, "actor": entry.actor, "cause": entry.cause, "effect": entry.effect}
        end = {"error": entry.error["error"]} if entry.error is not None else {"result": entry.result}
        return {**head, "arguments": entry.arguments, **end}
    if isinstance(entry, Reply):
        return {"reply": entry.event, "at": at, "text": entry.text}
    return {"mark": entry.kind, "ref": entry.ref, "at": at, "data": entry.data}


def _entry(item: Json, world: World) -> Entry:
    at = datetime.fromisoformat(item["at"])
    if "change" in item:
        service, _, table = item["change"].partition(".")
        collection = world.table(item["change"])
        before = collection.get(item["id"]) if item["id"] in collection else None
        after = None if item["after"] is None else collection.table.model.model_validate(item["after"])
        return Change(at, item["actor"], item["cause"], service, table, item["id"], before, after)
    if "call" in item:
        error: Any = {"error": item["error"]} if "error" in item else None
        arguments, result = item["arguments"], item.get("result")
        return Call(at, item["actor"], item["cause"], item["call"], item["effect"], arguments, result, error)
    if "reply" in item:
        return Reply(at, item["reply"], item["text"])
    return Mark(at, item["mark"], item["ref"], item["data"])
