"""Logs of working sessions: figures with their errors over epochs, and what the history is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from inspect_ai.log import EvalLog

from vibelife_inspect.errors import UsageError

SCORER = "proactivity"

FIGURES = ("proc", "comp", "proc_weighted", "comp_weighted", "comp_graded", "comp_approximate")
EFFORT = ("precision", "questions", "decoys", "words", "turns")


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over epochs, and its standard error; None with fewer than two."""

    mean: float
    stderr: float | None
    epochs: int


@dataclass(frozen=True, slots=True)
class Proactive:
    """What one log says.

    Args:
        location: The log.
        task: Its task.
        model: The model.
        status: How the run ended.
        user: Who judged and spoke for the user.
        memory: The memory regime.
        history: Which earlier sessions there were.
        judged_by: `predicates`, or `grader` for rubric items.
        planned: Samples that were planned.
        scored: Samples that were scored.
        errored: Samples that ended in an error.
        personas: Figures of each persona.
        macro: Figures over all personas, each by its mean.
    """

    location: str
    task: str
    model: str
    status: str
    user: str
    memory: str
    history: str
    judged_by: str
    planned: int
    scored: int
    errored: int
    personas: dict[str, dict[str, Figure]]
    macro: dict[str, float]


@dataclass(frozen=True, slots=True)
class Difference:
    """What one log has more than another, paired by session: mean, standard error over sessions, and how many."""

    mean: float
    stderr: float | None
    sessions: int


def is_proactive(log: EvalLog) -> bool:
    """Whether a log is of working sessions, even if nothing in it was scored."""
    planned = [scorer.name for scorer in log.eval.scorers or []]
    found = [name for sample in log.samples or [] for name in sample.scores or {}]
    return any(name.endswith(SCORER) for name in (*planned, *found))


def summarise_sessions(location: str, log: EvalLog) -> Proactive:
    """Summarise a log of working sessions.

    Raises:
        UsageError: Its samples were lived or judged in different ways.
    """
    scored = _scored(log)
    user, memory, judge, past = (_same(scored, name) for name in ("user", "memory", "judged_by", "past"))
    found: dict[str, list[Mapping[str, Any]]] = {}
    for id, details in scored:
        found.setdefault(id, []).append(_figures(details))
    personas = {id: _over_epochs(epochs) for id, epochs in found.items()}
    names = [name for name in (*FIGURES, *EFFORT, *_labels(scored)) if all(name in each for each in personas.values())]
    return Proactive(
        location=location,
        task=log.eval.task,
        model=log.eval.model,
        status=log.status,
        user=user,
        memory=memory,
        history=past,
        judged_by=judge,
        planned=log.results.total_samples if log.results else len(scored),
        scored=len(scored),
        errored=sum(sample.error is not None for sample in log.samples or []),
        personas=personas,
        macro={name: fmean(each[name].mean for each in personas.values()) for name in names},
    )


def differences(one: EvalLog, other: EvalLog) -> dict[str, Difference]:
    """What a log has more than another in Proc and Comp, paired by persona and session.

    Raises:
        UsageError: The logs are no pair: another user or judge, or no session in common.
    """
    logs = [_scored(log) for log in (one, other)]
    for name in ("user", "judged_by"):
        left, right = (_same(scored, name) for scored in logs)
        if left != right:
            raise UsageError(f"these logs are no pair: {name} is {left} in one and {right} in the other")
    result = {}
    for figure in ("proc", "comp"):
        more, less = (_by_session(scored, figure) for scored in logs)
        gaps = [more[key] - less[key] for key in more if key in less]
        if not gaps:
            raise UsageError("these logs have no session in common")
        result[figure] = Difference(fmean(gaps), _stderr(gaps), len(gaps))
    return result


def _scored(log: EvalLog) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """The personas and the details of all samples that left something to judge."""
    scores = [(str(sample.id), (sample.scores or {}).get(SCORER)) for sample in log.samples or []]
    found = [(id, score.metadata) for id, score in scores if score is not None and score.metadata]
    if not found:
        raise UsageError("this log holds no scored working sessions")
    return found


def _same(scored: Sequence[tuple[str, Mapping[str, Any]]], name: str) -> str:
    values = sorted({str(details[name]) for _, details in scored})
    if len(values) > 1:
        raise UsageError(f"the samples of this log differ in {name}: {', '.join(values)}; their figures do not mix")
    return values[0]


def _figures(details: Mapping[str, Any]) -> dict[str, float]:
    measures = details["measures"]
    known = {name: measures[name] for name in (*FIGURES, *EFFORT) if measures.get(name) is not None}
    return {**known, **measures["labels"]}


def _labels(scored: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    return list(scored[0][1]["measures"]["labels"])


def _over_epochs(epochs: Sequence[Mapping[str, float]]) -> dict[str, Figure]:
    names = [name for name in epochs[0] if all(name in each for each in epochs)]
    values = {name: [each[name] for each in epochs] for name in names}
    return {name: Figure(fmean(each), _stderr(each), len(each)) for name, each in values.items()}


def _by_session(scored: Sequence[tuple[str, Mapping[str, Any]]], figure: str) -> dict[tuple[str, str], float]:
    values: dict[tuple[str, str], list[float]] = {}
    for id, details in scored:
        for session in details["sessions"]:
            values.setdefault((id, session["id"]), []).append(session[figure] or 0.0)
    return {key: fmean(each) for key, each in values.items()}


def _stderr(values: Sequence[float]) -> float | None:
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
