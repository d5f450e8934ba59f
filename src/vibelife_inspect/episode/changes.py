"""Applies a mutation's changes to a world, as the timeline."""

from typing import Any

from pydantic_core import to_jsonable_python

from vibelife_inspect.bundle import Mutation
from vibelife_inspect.bundle.schema import Delete, Insert, OutsideCall, Update, WorldChange
from vibelife_inspect.checks import Look, Query, select
from vibelife_inspect.checks.rows import read
from vibelife_inspect.checks.scope import coerce, field_type
from vibelife_inspect.errors import Conflict, NotFound
from vibelife_inspect.services.workspace import Workspace
from vibelife_inspect.world import Change, World


def apply(mutation: Mutation, look: Look) -> list[Change]:
    """Apply all changes of a mutation, or none.

    Returns:
        What was written.

    Raises:
        OperationError: A change does not apply to the world as it is; nothing was changed.
    """
    world = look.history.world
    before = len(world.journal.entries)
    with world.acting("timeline", mutation.id), world.transaction():
        for change in mutation.changes:
            _apply(change, look)
        written = [entry for entry in world.journal.entries[before:] if isinstance(entry, Change)]
        if not written:
            raise Conflict(f"mutation {mutation.id} changes nothing")
    return written


def _apply(change: WorldChange, look: Look) -> None:
    world = look.history.world
    if isinstance(change, Insert):
        collection = world.table(change.insert)
        record = collection.table.model.model_validate(change.record, context={"zone": world.clock.home})
        collection.add(record)
    elif isinstance(change, Update):
        collection = world.table(change.update)
        model = look.scope.model(change.update)
        fields = {name: coerce(value, field_type(model, name), world.clock.home) for name, value in change.set.items()}
        for id in _targets(change.update, change.id, change.where, look):
            collection.update(id, **fields)
    elif isinstance(change, Delete):
        for id in _targets(change.delete, change.id, change.where, look):
            world.table(change.delete).remove(id)
    elif isinstance(change, OutsideCall):
        outcome = world.outside(change.call, {name: _argument(value, look) for name, value in change.args.items()})
        if outcome.error is not None:
            raise Conflict(f"{change.call}: {outcome.error['error']['message']}")
    else:
        _write_file(change.write_file, change.content, world)


def _targets(table: str, id: str | None, where: dict[str, Any] | None, look: Look) -> list[str]:
    if id is not None:
        return [id]
    found = select(Query.model_validate({"in": table, "where": where}), look).rows
    if not found:
        raise NotFound(f"{table}: no row matches {where}")
    return [row.id for row in found]


def _argument(value: Any, look: Look) -> Any:
    """An argument, with `{first: query}` replaced by the first match at this moment."""
    if not (isinstance(value, dict) and set(value) == {"first"}):
        return to_jsonable_python(value)
    query = dict(value["first"])
    field = query.pop("field", "id")
    found = select(Query.model_validate(query), look).rows
    if not found:
        raise NotFound(f"{query['in']}: no row matches {query.get('where')}")
    return to_jsonable_python(read(found[0], field))


def _write_file(path: str, content: str, world: World) -> None:
    files, workspace = world.table("workspace.files"), world.services["workspace"]
    assert isinstance(workspace, Workspace)
    if path not in files or files.get(path).content != content:
        workspace.store(path, content)
