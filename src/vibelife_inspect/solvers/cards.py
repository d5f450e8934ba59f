"""What a reader of the log sees of the world: Markdown cards for changes and verdicts."""

from collections.abc import Iterable
from typing import Any

from pydantic_core import to_jsonable_python

from vibelife_inspect.episode import StageEnded, UserTurn, WorldMoved
from vibelife_inspect.world import Change

MAX_ROWS = 20
_MAX_CELL = 160


def world_card(moved: WorldMoved) -> str:
    """What changed without the agent."""
    head = "Time passed" if moved.what == "time" else f"Silent change `{moved.what}`"
    lines = [f"**{head}** ({moved.at:%a %Y-%m-%d %H:%M})", ""]
    if moved.skipped:
        return "\n".join([*lines, f"Not applied: {moved.skipped}"])
    lines += [_row(("record", "field", "before", "after")), "| --- | --- | --- | --- |"]
    rows = [row for change in moved.changes for row in _rows(change)]
    lines += [_row(row) for row in rows[:MAX_ROWS]]
    if len(rows) > MAX_ROWS:
        lines += ["", f"... and {len(rows) - MAX_ROWS} more"]
    return "\n".join(lines)


def _row(cells: Iterable[Any]) -> str:
    """A row of a table; the viewer sets no space between columns, so each cell ends with an em space."""
    return "|" + "".join(f" {_cell(cell)}\u2003|" for cell in cells)


def stage_card(ended: StageEnded) -> str:
    """The verdicts of a stage."""
    if not ended.verdicts:
        return f"**Stage {ended.stage} ended.** No checks are due here."
    passed = sum(verdict.weight for verdict in ended.verdicts if verdict.passed)
    weight = sum(verdict.weight for verdict in ended.verdicts)
    lines = [f"**Stage {ended.stage} ended: {passed} of {weight} points**", ""]
    for verdict in ended.verdicts:
        mark = "✅" if verdict.passed else "❌"
        lines.append(f"- {mark} **{verdict.id}** (weight {verdict.weight}): {_cell(verdict.evidence)}")
    return "\n".join(lines)


def user_card(user: UserTurn) -> str:
    """What the user makes of a reply: what becomes of each open intent and why, and what is said."""
    answer, reading = user.answer, user.reading
    fates = {
        **dict.fromkeys(answer.completed, "✅ completed"),
        **dict.fromkeys(answer.inferred, "💬 inferred: asked about, answered"),
        **dict.fromkeys(filter(None, [answer.provided]), "📣 provided: volunteered, for nobody asked"),
        **dict.fromkeys(answer.unsaid, "📣 provided: never said, for the user is away"),
    }
    waiting = [intent for intent in user.dialogue.open if intent.id not in fates]
    lines = [f"**The user** (judged by {reading.by}; {_count(reading.questions)}, {reading.matched} to the point)", ""]
    lines += [f"- **{id}** {fate}{_because(reading.why.get(id, ''))}" for id, fate in fates.items()]
    lines += [f"- **{intent.id}** ⏳ still open" for intent in waiting]
    lines += [
        f"- **{intent}** ⚠️ decoy {number} was taken for true: the user objects" for intent, number in answer.objections
    ]
    lines += ["", user.note] if user.note else []
    said = answer.text if user.text is None else user.text
    told = "*Says:* " + said.replace("\n", "  \n") if said else "*Says nothing more; the session ends.*"
    return "\n".join([*lines, "", told])


def _count(questions: int) -> str:
    return "1 question" if questions == 1 else f"{questions} questions"


def _because(why: str) -> str:
    return f" ({_cell(why)})" if why else ""


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
