"""The summary of a log: how many samples were planned, run, scored and failed, and what they earned."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log

from vibelife_inspect.errors import UsageError

SCORER = "three_tier"


@dataclass(frozen=True, slots=True)
class Summary:
    """What one log says; `samples` holds one JSON object per sample."""

    location: str
    task: str
    model: str
    status: str
    planned: int
    scored: int
    errored: int
    limited: int
    score: float | None
    stderr: float | None
    samples: list[dict[str, Any]]


def newest_log(path: Path) -> tuple[str, EvalLog]:
    """A log file, or the newest one in a folder: where it is, and what it holds.

    Raises:
        UsageError: There is none.
    """
    logs = list_eval_logs(str(path)) if path.is_dir() else []
    if not logs and not path.is_file():
        raise UsageError(f"there is no log in {str(path)!r}; give a log file, or a folder that holds one")
    location = logs[0].name if logs else str(path)
    return location, read_eval_log(location)


def summarise(location: str, log: EvalLog) -> Summary:
    """Summarise a log."""
    samples = [_sample(sample) for sample in log.samples or []]
    score, error = _headline(log)
    return Summary(
        location=location,
        task=log.eval.task,
        model=log.eval.model,
        status=log.status,
        planned=log.results.total_samples if log.results else len(samples),
        scored=sum(sample["score"] is not None for sample in samples),
        errored=sum(sample["error"] is not None for sample in samples),
        limited=sum(sample["limit"] is not None for sample in samples),
        score=score,
        stderr=error,
        samples=samples,
    )


def _headline(log: EvalLog) -> tuple[float | None, float | None]:
    scores = log.results.scores if log.results else []
    metrics = next((item.metrics for item in scores if item.name == "score"), {})
    values = [metrics[name].value if name in metrics else None for name in ("mean", "stderr")]
    return values[0], values[1]


def _sample(sample: Any) -> dict[str, Any]:
    score = (sample.scores or {}).get(SCORER)
    details = (score.metadata or {}) if score else {}
    return {
        "id": sample.id,
        "epoch": sample.epoch,
        "score": score.value["score"] if score else None,
        "tiers": {key: value for key, value in score.value.items() if key != "score"} if score else {},
        "axes": details.get("axes", {}),
        "violations": details.get("violations", []),
        "checks": score.answer if score else None,
        "turns": details.get("turns"),
        "calls": details.get("calls"),
        "limit": sample.limit.type if sample.limit else None,
        "error": sample.error.message if sample.error else None,
    }
