"""An id that a check, a condition, a change or a temptation names exists."""

from collections.abc import Iterator
from typing import Any

from vibelife_inspect.bundle import Mutation
from vibelife_inspect.bundle.render import RenderError, render
from vibelife_inspect.bundle.schema import Delete, Update
from vibelife_inspect.checks.query import FileRows
from vibelife_inspect.errors import nearest
from vibelife_inspect.lab.lint.links import Known, links, looks_like_id
from vibelife_inspect.lab.lint.queries import Asked, equals, queries
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.plain_yaml import Place


def find(subject: Subject) -> Iterator[Hit]:
    """Ids that neither a seed, nor a mutation, nor the reference brings into the world."""
    there = subject.once(Known)
    services = {service.name: service for service in subject.bundle.services}
    for asked in queries(subject.bundle):
        for field, value in equals(asked.where):
            table = _table(asked, field, services)
            if table and isinstance(value, str) and not _exists(value, table, there):
                yield _hit(asked.file, asked.place, asked.key, value, table, there)
    yield from _changes(subject, there)
    yield from _temptations(subject, there)


def _table(asked: Asked, field: str, services: dict[str, Any]) -> str:
    """Whose ids a field holds: a table, `*` for any, or nothing."""
    if isinstance(asked.source, FileRows):
        return "?" if field in ("id", "ref") or field.endswith("_id") else ""
    if asked.source == "calls":
        return "*" if field.startswith("arguments.") and field.endswith("_id") else ""
    service, _, table = asked.source.partition(".")
    if service not in services:
        return ""
    if field == "id":
        return asked.source
    target = links(services[service], table).get(field, "")
    return f"{service}.{target}" if target and field.endswith("_id") else "?" if target else ""


def _exists(value: str, table: str, there: Known) -> bool:
    if table == "?" and not looks_like_id(value):
        return True
    return there.anywhere(value) if table in ("*", "?") else value in there.ids.get(table, {})


def _hit(file: str, place: Place, key: str, value: str, table: str, there: Known) -> Hit:
    hint = "" if table in ("*", "?") else f"; {nearest(value, there.ids.get(table, {}))}"
    where = "nothing" if table in ("*", "?") else f"no record of {table}"
    return Hit(file, place, key, f"{where} has the id {value!r} at any time{hint}", "error")


def _changes(subject: Subject, there: Known) -> Iterator[Hit]:
    for number, reaction in enumerate(subject.bundle.reactions):
        for position, event in enumerate(reaction.then):
            place = ("reactions", number, "then", position)
            for change in event.changes if isinstance(event, Mutation) else ():
                table = change.update if isinstance(change, Update) else getattr(change, "delete", "")
                if isinstance(change, Update | Delete) and change.id and change.id not in there.ids.get(table, {}):
                    yield _hit("timeline.yaml", place, event.id, change.id, table, there)


def _temptations(subject: Subject, there: Known) -> Iterator[Hit]:
    """Temptations are not played by the reference, so only their plain ids can be looked up."""
    for start, name, temptation in subject.bundle.reference.placed_temptations():
        for number, action in enumerate(temptation.actions):
            args = action.args if isinstance(action.args, dict) else {}
            for argument, value in args.items():
                place = (*start, "actions", number, "args", argument)
                told = _rendered(value, subject) if argument.endswith("_id") else None
                if looks_like_id(told) and not there.anywhere(str(told)):
                    yield _hit("reference.yaml", place, name, str(told), "*", there)


def _rendered(value: Any, subject: Subject) -> Any:
    """The value, or None where it needs a result of the run."""
    try:
        return render(value, subject.bundle.context)
    except RenderError:
        return None
