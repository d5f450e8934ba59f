"""A sample's score for people: Markdown, what was missed first."""

from typing import Any

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.checks import TIERS
from vibelife_inspect.episode import Judgement

_MAX_CELL = 240


def explanation(bundle: Bundle, record: dict[str, Any], judgement: Judgement) -> str:
    """The score, the axes, and every check with its evidence."""
    score, verdicts = judgement.score, judgement.verdicts
    missed = [verdict for verdict in verdicts if not verdict.passed]
    tiers = ", ".join(f"{tier} {score.tiers[tier]:.1f}" for tier in TIERS if tier in score.tiers)
    lines = [f"**{score.total:.1f} of 100** ({tiers}); {len(verdicts) - len(missed)} of {len(verdicts)} checks passed."]
    if not record["complete"]:
        lines.append(
            f"The run ended after stage {record['stage_reached']} of {len(bundle.stages)}; what came later has failed."
        )
    if record["bundle"] != bundle.digest:
        lines.append("The task's files have changed since the run; this is their present judgement.")
    lines += ["", "| axis | earned |", "| --- | --- |"]
    lines += [f"| {axis} | {share:.1f} |" for axis, share in score.axes.items()]
    for title, chosen in (("Missed", missed), ("Passed", [verdict for verdict in verdicts if verdict.passed])):
        if chosen:
            lines += ["", f"**{title} ({len(chosen)})**", "", "| check | tier | stage | weight | axis | evidence |"]
            lines.append("| --- | --- | --- | --- | --- | --- |")
            for verdict in chosen:
                stage = "" if verdict.stage is None else str(verdict.stage)
                cells = (verdict.id, verdict.tier, stage, str(verdict.weight), verdict.axis, _cell(verdict.evidence))
                lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(text: str) -> str:
    flat = " ".join(text.split()).replace("|", "\\|")
    return flat if len(flat) <= _MAX_CELL else flat[: _MAX_CELL - 3] + "..."
