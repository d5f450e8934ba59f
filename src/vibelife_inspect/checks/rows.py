"""The rows that are no table's: calls, replies and the journal; and the values inside any row."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from vibelife_inspect.checks.history import History


class CallRow(BaseModel):
    """A call of the agent as queries see it."""

    operation: str
    effect: str
    event: str
    stage: int
    at: datetime
    ok: bool
    error: str | None
    arguments: Any
    result: Any


class ReplyRow(BaseModel):
    """A reply of the agent as queries see it."""

    event: str
    stage: int
    at: datetime
    text: str


class ChangeRow(BaseModel):
    """A write as queries see it."""

    service: str
    table: str
    id: str
    actor: str
    cause: str
    stage: int
    at: datetime
    before: Any
    after: Any


SPECIAL: dict[str, Any] = {"calls": CallRow, "replies": ReplyRow, "journal": ChangeRow}
"""The types of these rows, by what `in:` calls them."""


def calls(history: History, stages: Sequence[int] | None) -> list[CallRow]:
    """The agent's calls in these stages, in order."""
    return [
        CallRow.model_construct(
            operation=call.operation,
            effect=call.effect,
            event=line.event,
            stage=line.stage,
            at=call.at,
            ok=call.error is None,
            error=call.error["error"]["code"] if call.error else None,
            arguments=call.arguments,
            result=call.result,
        )
        for line, call in history.calls()
        if stages is None or line.stage in stages
    ]


def replies(history: History, stages: Sequence[int] | None) -> list[ReplyRow]:
    """What the agent said in these stages, in order."""
    return [
        ReplyRow.model_construct(event=reply.event, stage=line.stage, at=reply.at, text=reply.text)
        for line, reply in history.replies()
        if stages is None or line.stage in stages
    ]


def changes(history: History, stages: Sequence[int] | None) -> list[ChangeRow]:
    """All writes in these stages, in order."""
    return [
        ChangeRow.model_construct(
            service=change.service,
            table=change.table,
            id=change.id,
            actor=change.actor,
            cause=change.cause,
            stage=line.stage,
            at=change.at,
            before=change.before,
            after=change.after,
        )
        for line, change in history.changes()
        if stages is None or line.stage in stages
    ]


def read(row: Any, path: str) -> Any:
    """The value at a dotted path; None where the way ends."""
    for part in path.split(".") if path else ():
        row = row.get(part) if isinstance(row, Mapping) else getattr(row, part, None)
        if row is None:
            return None
    return row


def read_all(row: Any, path: str) -> list[Any]:
    """Every value that a dotted path leads to, through all elements of lists; nothing where the way ends."""
    head, _, rest = path.partition(".")
    value = read(row, head)
    if not rest:
        return [] if value is None else [value]
    parts = value if isinstance(value, list | tuple) else [value]
    return [found for part in parts for found in read_all(part, rest)]
