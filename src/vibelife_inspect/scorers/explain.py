"""A sample's score for people: Markdown, what was missed first."""

from typing import Any

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Judgement
from vibelife_inspect.scorers.profile import explanation_template


def explanation(bundle: Bundle, record: dict[str, Any], judgement: Judgement) -> str:
    """The score, the axes, and every check with its evidence."""
    text = explanation_template().render(
        score=judgement.score,
        missed=[verdict for verdict in judgement.verdicts if not verdict.passed],
        passed=[verdict for verdict in judgement.verdicts if verdict.passed],
        complete=record["complete"],
        stage_reached=record["stage_reached"],
        stages=len(bundle.stages),
        bundle_changed=record["bundle"] != bundle.digest,
    )
    return text.strip()
