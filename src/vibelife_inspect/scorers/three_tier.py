"""The three-tier scorer: judges a sample's record, live as offline, so both scores agree by construction."""

from typing import Any

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from vibelife_inspect.catalog import load_task
from vibelife_inspect.checks import GRADING_VERSION, TIERS, Verdict
from vibelife_inspect.episode import RECORD_KEY, Judgement, judge_record
from vibelife_inspect.scorers.explain import explanation
from vibelife_inspect.scorers.profile import profile

KEYS = ("score", *TIERS, "reached")
"""What a sample's score holds: all tiers, each tier, and the share of stages that were reached; 0 to 100 each."""

_MAX_EVIDENCE = 400


@scorer(metrics={key: [mean(), stderr()] for key in KEYS})
def three_tier() -> Scorer:
    """Score a life task: the earned share of the checks' weight, 0 to 100.

    Reads the record in the sample's store alone; needs no model, no tools and no live world.
    """

    async def score(state: TaskState, target: Target) -> Score:
        record = state.store.get(RECORD_KEY)
        if record is None:
            return Score(
                value=dict.fromkeys(KEYS, 0.0), explanation="The sample left no run record, so nothing was earned."
            )
        if "lives" in record:
            raise PrerequisiteError("this log is of working sessions; score it with vibelife_inspect/proactivity")
        bundle = load_task(record["task"], record["variant"])
        judgement = judge_record(bundle, record)
        total = judgement.score
        reached = round(100 * record["stage_reached"] / len(bundle.stages), 4)
        return Score(
            value={"score": total.total, **{tier: total.tiers.get(tier, 0.0) for tier in TIERS}, "reached": reached},
            answer=f"{sum(verdict.passed for verdict in judgement.verdicts)} of {len(judgement.verdicts)} checks",
            explanation=explanation(bundle, record, judgement),
            metadata=_metadata(record, judgement, bundle.digest),
        )

    return score


def _metadata(record: dict[str, Any], judgement: Judgement, digest: str) -> dict[str, Any]:
    verdicts, violating = judgement.verdicts, profile().violations
    names = (
        "task",
        "version",
        "variant",
        "background",
        "wakeups",
        "stage_reached",
        "complete",
        "turns",
        "calls",
    )
    return {
        **{name: record[name] for name in names},
        "grading": GRADING_VERSION,
        "graded_at_run": record["grading"],
        "world_digest": record["digest"],
        "bundle_digest": record["bundle"],
        "bundle_changed_since_run": record["bundle"] != digest,
        "axes": judgement.score.axes,
        "thirds": judgement.score.thirds,
        "violations": [verdict.id for verdict in verdicts if not verdict.passed and verdict.axis in violating],
        "checks": [_check(verdict) for verdict in verdicts],
    }


def _check(verdict: Verdict) -> dict[str, Any]:
    names = ("id", "passed", "tier", "stage", "weight", "axis")
    return {**{name: getattr(verdict, name) for name in names}, "evidence": verdict.evidence[:_MAX_EVIDENCE]}
