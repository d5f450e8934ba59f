"""What a reader of the log sees of the world: Markdown cards for changes and verdicts."""

from typing import Any

from pydantic_core import to_jsonable_python

from vibelife_inspect.episode import StageEnded, WorldMoved
from vibelife_inspect.world import Change

MAX_ROWS = 20
_MAX_CELL = 160


def world_card(moved: WorldMoved) -> str:
    """What changed without the agent."""
    head = "Time passed" if moved.what == "time" else f"Silent change `{moved.what}`"
    lines = [f"**{head}** ({moved.at:%a %Y-%m-%d %H:%M})", ""]
    if moved.skipped:
        return "\n".join([*lines, f"Not applied: {moved.skipped}"])
    lines += ["| record | field | before | after |", "| --- | --- | --- | --- |"]
    rows = [row for change in moved.changes for row in _rows(change)]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows[:MAX_ROWS]]
    if len(rows) > MAX_ROWS:
        lines += ["", f"... and {len(rows) - MAX_ROWS} more"]
    return "\n".join(lines)


def stage_card(ended: StageEnded) -> str:
    """The verdicts of a stage."""
    if not ended.verdicts:
        return f"**Stage {ended.stage} ended.** No checks are due here."
    passed = sum(verdict.weight for verdict in ended.verdicts if verdict.passed)
    weight = sum(verdict.weight for verdict in ended.verdicts)
    lines = [f"**Stage {ended.stage} ended: {passed} of {weight} points**", ""]
    lines += ["| | check | weight | evidence |", "| --- | --- | --- | --- |"]
    for verdict in ended.verdicts:
        mark = "✅" if verdict.passed else "❌"
        lines.append(f"| {mark} | {verdict.id} | {verdict.weight} | {_cell(verdict.evidence)} |")
    return "\n".join(lines)


def _rows(change: Change) -> list[tuple[str, str, Any, Any]]:
    name = f"{change.service}.{change.table} {change.id}"
    before = _fields(change.before)
    after = _fields(change.after)
    if change.before is None:
        return [(name, "(new)", "", after)]
    if change.after is None:
        return [(name, "(removed)", before, "")]
    return [(name, key, before.get(key), after.get(key)) for key in after if before.get(key) != after.get(key)]


def _fields(record: Any) -> dict[str, Any]:
    return {} if record is None else to_jsonable_python(record)


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("text") or ", ".join(f"{key}: {_cell(item)}" for key, item in value.items() if item)
    text = " ".join(str(value).split()).replace("|", "\\|")
    return text if len(text) <= _MAX_CELL else text[: _MAX_CELL - 3] + "..."
