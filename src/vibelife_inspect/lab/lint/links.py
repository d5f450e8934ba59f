"""Which fields hold the id of another record, and which ids there are."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from vibelife_inspect.bundle import Mutation
from vibelife_inspect.bundle.schema import Insert, OutsideCall
from vibelife_inspect.lab.lint.leaves import leaves
from vibelife_inspect.lab.lint.subject import Subject
from vibelife_inspect.world import Change, Service

_ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")


def looks_like_id(value: Any) -> bool:
    """Whether a value is spelt as ids mostly are: `RES-7F3KQ2`."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def links(service: type[Service], table: str) -> dict[str, str]:
    """The fields of a table that are named after another table's records, with that table.

    `property_id` is the id of a `property`; `card` may be that of a `card`, where its value is spelt like one.
    """
    nouns = {declared.noun.replace(" ", "_"): name for name, declared in service.tables.items()}
    model: type[BaseModel] = service.tables[table].model
    return {
        field: nouns[field.removesuffix("_id")]
        for field, info in model.model_fields.items()
        if field != "id" and field.removesuffix("_id") in nouns and info.annotation in (str, str | None)
    }


class Known:
    """All ids and texts that exist at some time in a bundle's world, as its reference lives it.

    Args:
        subject: The bundle.
    """

    def __init__(self, subject: Subject) -> None:
        bundle = subject.bundle
        self.ids: dict[str, dict[str, None]] = {}
        self.words: dict[str, None] = {}
        for table, rows in bundle.world(1).snapshot().items():
            self.ids[table] = dict.fromkeys(rows)
        for table, rows in bundle.world(0).snapshot().items():
            for record in rows.values():
                self._take(table, record.id, record)
        for change in inserts(subject):
            self._take(change.insert, str(change.record.get("id")), change.record)
        for table, id in named(subject):
            self._take(table, id, id)
        for life in (subject.oracle, subject.silent):
            for entry in life.episode.world.journal.entries:
                if isinstance(entry, Change) and entry.after is not None:
                    self._take(f"{entry.service}.{entry.table}", entry.id, entry.after)

    def _take(self, table: str, id: str, record: Any) -> None:
        self.ids.setdefault(table, {})[id] = None
        for _, words in leaves(record):
            self.words.update(dict.fromkeys([words, *_ID.findall(words)]))

    def anywhere(self, id: str) -> bool:
        """Whether any table has the id, or any record's text names it."""
        return id in self.words or any(id in ids for ids in self.ids.values())


def inserts(subject: Subject) -> Iterator[Insert]:
    """All records that mutations add."""
    for event in subject.bundle.all_events():
        if isinstance(event, Mutation):
            yield from (change for change in event.changes if isinstance(change, Insert))


def named(subject: Subject) -> Iterator[tuple[str, str]]:
    """The ids that mutations choose for what their calls make, each with the tables that may hold it."""
    operations = subject.bundle.scope().operations
    services = {service.name: service for service in subject.bundle.services}
    for event in subject.bundle.all_events():
        calls = [change for change in getattr(event, "changes", ()) if isinstance(change, OutsideCall)]
        for call in calls:
            operation = operations[call.call]
            for argument in filter(call.args.__contains__, operation.naming):
                for table in _made(services[operation.service], argument):
                    yield f"{operation.service}.{table}", str(call.args[argument])


def _made(service: type[Service], argument: str) -> list[str]:
    """The tables of what an argument such as `message_id` names."""
    noun = argument.removesuffix("_id")
    return [name for name, table in service.tables.items() if table.noun.split()[-1] == noun]
