"""How sessions went: from records to results, live as offline."""

from collections.abc import Mapping, Sequence

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.checks import Verdict, not_reached
from vibelife_inspect.episode.episode import Episode
from vibelife_inspect.episode.record import judge_record, run_record
from vibelife_inspect.episode.talk import ENDED
from vibelife_inspect.errors import UsageError
from vibelife_inspect.sessions import ItemResult, Past, SessionResult
from vibelife_inspect.world import Json, Mark
from vibelife_inspect.world.journal import Entry

Grades = Mapping[str, tuple[bool, str]]
"""For each rubric item that a grader has judged: its verdict and the evidence."""


def lives_record(past: Past, user: str, memory: str, episodes: Sequence[Episode]) -> Json:
    """What a log must hold of a persona's sessions: the record of each life, and how they were lived."""
    return {"past": past, "user": user, "memory": memory, "lives": [run_record(episode) for episode in episodes]}


def judge_lives(bundle: Bundle, record: Json, grades: Grades | None = None) -> list[SessionResult]:
    """The results of all sessions of a persona; those that were not reached count with nothing.

    Args:
        bundle: The persona.
        record: What `lives_record` made.
        grades: The verdicts of a grader, if there was one; a rubric item that it did not judge has failed.

    Raises:
        UsageError: The record is no record of sessions.
    """
    if "lives" not in record:
        raise UsageError("this is no record of working sessions")
    found: dict[str, SessionResult] = {}
    for life in record["lives"]:
        part = bundle.only(life["sessions"])
        judgement = judge_record(part, life)
        entries = judgement.history.world.journal.entries
        found.update({each.session.id: each for each in session_results(part, entries, judgement.verdicts, grades)})
    return in_order(bundle, found, grades)


def in_order(bundle: Bundle, found: Mapping[str, SessionResult], grades: Grades | None = None) -> list[SessionResult]:
    """The results of all sessions of a persona; in those that were not reached nothing was achieved."""
    missed = bundle.only([session.id for session in bundle.sessions if session.id not in found])
    empty = session_results(missed, [], [not_reached(check) for check in missed.checks], grades)
    every = {**found, **{each.session.id: each for each in empty}}
    return [every[session.id] for session in bundle.sessions]


def session_results(
    bundle: Bundle, entries: Sequence[Entry], verdicts: Sequence[Verdict], grades: Grades | None = None
) -> list[SessionResult]:
    """The results of the sessions of one life."""
    ended = {entry.ref: entry.data for entry in entries if isinstance(entry, Mark) and entry.kind == ENDED}
    rubrics = {check.id for check in bundle.checks if check.rubric is not None}
    stages = {event.id: stage for stage, event in bundle.events()}
    results = []
    for session in bundle.sessions:
        data = ended.get(session.id, {"labels": {}, "decoys": []})
        own = [verdict for verdict in verdicts if verdict.stage == stages[session.id]]
        items = tuple(_item(verdict, verdict.id in rubrics, grades) for verdict in own)
        counts = {name: data.get(name, 0) for name in ("turns", "questions", "matched", "words")}
        results.append(SessionResult(session, data["labels"], items, **counts, decoys=tuple(data["decoys"])))
    return results


def _item(verdict: Verdict, rubric: bool, grades: Grades | None) -> ItemResult:
    if not rubric:
        return ItemResult(verdict.id, verdict.passed, "predicate", verdict.evidence)
    if grades is None:
        return ItemResult(verdict.id, verdict.passed, "approximate", verdict.evidence)
    passed, evidence = grades.get(verdict.id, (False, "the grader did not judge it"))
    return ItemResult(verdict.id, passed, "grader", evidence)
