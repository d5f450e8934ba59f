"""The scorer of working sessions: proactivity and completeness apart, from the sample's record alone."""

from dataclasses import asdict
from typing import Any

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import get_model, model_roles
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from vibelife_inspect.catalog import load_task
from vibelife_inspect.checks import GRADING_VERSION
from vibelife_inspect.episode import RECORD_KEY, judge_lives
from vibelife_inspect.scorers.profile import sessions_template
from vibelife_inspect.scorers.rubric import ROLE, grade
from vibelife_inspect.sessions import Measures, SessionResult, measure

HEADLINES = ("proc", "comp", "proc_weighted", "comp_weighted")
LABEL_KEYS = ("completed", "inferred", "provided")
EFFORT = ("questions", "words", "turns")
KEYS = (*HEADLINES, *LABEL_KEYS, *EFFORT)
"""What a sample's score holds: figures from 0 to 1, then questions, words of the user and turns per session."""

_MAX_EVIDENCE = 300


@scorer(metrics={key: [mean(), stderr()] for key in KEYS})
def proactivity() -> Scorer:
    """Score a persona's sessions.

    Rubric items are judged by the model of role `grader` where there is one, else by their approximate predicates; the
    headline figures hold predicates alone.
    """

    async def score(state: TaskState, target: Target) -> Score:
        record = state.store.get(RECORD_KEY)
        if not record:
            text = "The sample left no run record, so nothing was earned."
            return Score(value=dict.fromkeys(KEYS, 0.0), explanation=text)
        if "lives" not in record:
            raise PrerequisiteError("this log is of life tasks; score it with vibelife_inspect/three_tier")
        bundle = load_task(state.metadata["task"], int(state.metadata["variant"]))
        grades = await grade(bundle, record, get_model(role=ROLE)) if ROLE in model_roles() else None
        results = judge_lives(bundle, record, grades)
        found = measure(results)
        return Score(
            value=_value(found),
            answer=f"Proc {found.proc:.3f}, Comp {found.comp:.3f}",
            explanation=sessions_template().render(measures=found, results=results, record=record).strip(),
            metadata=_metadata(record, results, found, bundle.digest),
        )

    return score


def _value(found: Measures) -> dict[str, str | int | float | bool | None]:
    figures = {**asdict(found), **found.labels}
    return {key: round(float(figures[key]), 6) for key in KEYS}


def _metadata(record: dict[str, Any], results: list[SessionResult], found: Measures, digest: str) -> dict[str, Any]:
    lives = record["lives"]
    return {
        **{name: record[name] for name in ("past", "user", "memory")},
        "grading": GRADING_VERSION,
        "judged_by": "grader" if found.comp_graded is not None else "predicates",
        "complete": all(life["complete"] for life in lives),
        "turns": sum(life["turns"] for life in lives),
        "calls": sum(life["calls"] for life in lives),
        "bundle_digest": digest,
        "bundle_changed_since_run": any(life["bundle"] != digest for life in lives),
        "measures": asdict(found),
        "sessions": [_session(result) for result in results],
    }


def _session(result: SessionResult) -> dict[str, Any]:
    told = result.as_json()
    items = [{**item, "evidence": item["evidence"][:_MAX_EVIDENCE]} for item in told["items"]]
    return {**told, "items": items}
