"""The world: services on one clock, one journal, one seed."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic_core import to_json, to_jsonable_python

from vibelife_inspect.clock import Clock
from vibelife_inspect.errors import Conflict, DefectError, Invalid, NotFound, OperationError, nearest
from vibelife_inspect.ids import IdMaker
from vibelife_inspect.money import Rates
from vibelife_inspect.text import clean
from vibelife_inspect.world.collection import Collection, Table
from vibelife_inspect.world.journal import Actor, Change, Journal
from vibelife_inspect.world.operation import Operation
from vibelife_inspect.world.ports import Ports
from vibelife_inspect.world.record import Json, Record
from vibelife_inspect.world.schedule import Item, Schedule
from vibelife_inspect.world.service import Service
from vibelife_inspect.world.setting import Setting

Snapshot = Mapping[str, Mapping[str, Record]]
"""The rows of every table, keyed by `service.table`; shared with the world, never mutated."""

Seeds = Mapping[str, Sequence[Record]]
"""Seed records, keyed by `service.table`."""


class Receipt(Record):
    """Remembers an idempotency key, so that a repeated call acts once."""

    operation: str
    arguments: Json
    result: Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended: `result` or, in the one shape of all errors, `error`."""

    operation: str
    arguments: Json
    result: Any = None
    error: Json | None = None

    @property
    def ok(self) -> bool:
        """Whether the operation did what it was asked."""
        return self.error is None


@dataclass(frozen=True, slots=True)
class Ring:
    """A reminder or alert that the agent itself had set, and that went off."""

    at: datetime
    source: str
    ref: str
    text: str


class World:
    """One living world.

    Args:
        services: Service classes, in the order in which they answer ports.
        setting: Persona, zone, dates, seed and rates.
        seeds: Records to begin with.
    """

    def __init__(self, services: Sequence[type[Service]], setting: Setting, seeds: Seeds) -> None:
        self.setting = setting
        self.clock = Clock(setting.start, setting.home)
        self.journal = Journal(self.clock)
        self.schedule = Schedule()
        self.ids = IdMaker(setting.seed)
        self.rates = Rates(setting.rates)
        self._calls = 0
        self._rings: list[Ring] = []
        self._receipts = Collection("world", _RECEIPTS, self.journal, self.schedule)
        self.services: dict[str, Service] = {service.name: service(self) for service in services}
        self.ports = Ports(self.services.values(), self.journal)
        self.operations: dict[str, Operation] = {
            name: operation for service in services for name, operation in service.operations.items()
        }
        for key, records in seeds.items():
            self.table(key).load(records)

    def table(self, key: str) -> Collection[Any]:
        """The collection `service.table`."""
        service, _, table = key.partition(".")
        return self._receipts if service == "world" else self.services[service].collections[table]

    def tables(self) -> Iterator[tuple[str, Collection[Any]]]:
        """All collections with their keys, in order."""
        yield "world.receipts", self._receipts
        for name, service in self.services.items():
            for table, collection in service.collections.items():
                yield f"{name}.{table}", collection

    # ---- operations

    def agent_operations(self) -> list[Operation]:
        """The operations that the agent can call, in a fixed order."""
        return [operation for operation in self.operations.values() if operation.effect != "outside"]

    def call(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        """Let the agent call an operation. Errors are outcomes; after one, the world is as it was before."""
        self._calls += 1
        with self.journal.acting("agent", self.journal.cause or f"call:{self._calls}"):
            return self._perform(name, arguments, outside=False)

    def outside(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        """Let the world call an operation: an outside one, such as a carrier's delay."""
        return self._perform(name, arguments, outside=True)

    def _perform(self, name: str, arguments: Mapping[str, Any], *, outside: bool) -> Outcome:
        shown: Json = {}
        effect = "read"
        try:
            shown = _shown(arguments)
            operation = self._operation(name, outside)
            effect = operation.effect
            values, shown = operation.parse(arguments, self.clock.home)
            with self.transaction():
                result = self._run(operation, values, shown)
        except OperationError as error:
            details = error.as_json()
            self.journal.call(name, effect, shown, None, details)
            return Outcome(name, shown, error=details)
        self.journal.call(name, effect, shown, result, None)
        return Outcome(name, shown, result=result)

    def _operation(self, name: str, outside: bool) -> Operation:
        if name not in self.operations or (self.operations[name].effect == "outside" and not outside):
            visible = [key for key, item in self.operations.items() if outside or item.effect != "outside"]
            raise NotFound(f"there is no operation {clean(name)[:100]!r}; {nearest(clean(name)[:100], visible)}")
        return self.operations[name]

    def _run(self, operation: Operation, values: Json, shown: Json) -> Any:
        key = values.pop("idempotency_key", None)
        asked = {name: value for name, value in shown.items() if name != "idempotency_key"}
        if key is not None and key in self._receipts:
            receipt: Receipt = self._receipts.get(key)
            if (receipt.operation, receipt.arguments) != (operation.name, asked):
                raise Conflict(f"idempotency key {key!r} was used for another call", operation=receipt.operation)
            return receipt.result
        before = len(self.journal.entries)
        answer = getattr(self.services[operation.service], operation.method)(**values)
        if operation.effect == "read" and len(self.journal.entries) != before:
            raise DefectError(f"{operation.name} is a read but changed the world")
        result = to_jsonable_python(answer)
        if key is not None:
            self._receipts.add(Receipt(id=key, operation=operation.name, arguments=asked, result=result))
        return result

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing: an exception inside leaves tables, journal and ids as they were."""
        mark, ids, rings = len(self.journal.entries), self.ids.save(), len(self._rings)
        try:
            yield
        except BaseException:
            for entry in reversed(self.journal.entries[mark:]):
                if isinstance(entry, Change):
                    self.table(f"{entry.service}.{entry.table}").revert(entry)
            del self.journal.entries[mark:]
            del self._rings[rings:]
            self.ids.restore(ids)
            raise

    @contextmanager
    def acting(self, actor: Actor, cause: str) -> Iterator[None]:
        """Stamp what happens inside with an actor and a cause."""
        with self.journal.acting(actor, cause):
            yield

    # ---- time

    def advance(self, to: datetime, *, stop_at_rings: bool = False) -> bool:
        """Move the clock forward; what falls due on the way happens, in order, each at its own instant.

        Args:
            to: Where to move the clock.
            stop_at_rings: Stop at the instant at which a reminder of the agent's own goes off.

        Returns:
            Whether the clock arrived.
        """
        while (item := self.schedule.pop(to)) is not None:
            collection = self.services[item.service].collections[item.table]
            if item.record.id in collection and collection.get(item.record.id) is item.record:
                self.clock.move(max(item.at, self.clock.now))
                self._fire(item, collection)
                if stop_at_rings and self._rings:
                    return False
        self.clock.move(to)
        return True

    def _fire(self, item: Item, collection: Collection[Any]) -> None:
        action = getattr(self.services[item.service], item.action)
        with self.journal.acting("service", f"due:{item.action}"), self.transaction():
            try:
                action(item.record)
            except OperationError as error:
                raise DefectError(f"{item.service}.{item.action} of {item.record.id!r} failed: {error}") from error
        if item.record.id in collection and collection.get(item.record.id) is item.record:
            raise DefectError(f"{item.service}.{item.action} left {item.record.id!r} unchanged: time would stand still")

    def ring(self, collection: Collection[Any], id: str, text: str) -> None:
        """Let a reminder or alert go off; it wakes the agent only if the agent itself had set it."""
        self.journal.mark("ring", f"{collection.service}.{collection.table.name}/{id}", text=text)
        if collection.author(id) == "agent":
            self._rings.append(Ring(self.clock.now, collection.service, id, text))

    def take_rings(self) -> list[Ring]:
        """The rings since the last time this was asked."""
        rings, self._rings = self._rings, []
        return rings

    # ---- history

    def snapshot(self) -> Snapshot:
        """All rows as they are now; costs nothing until the next write."""
        return {key: collection.rows() for key, collection in self.tables()}

    def at(self, seq: int) -> Snapshot:
        """All rows as they were when the journal had `seq` entries."""
        rows: dict[str, dict[str, Record]] = {key: dict(value) for key, value in self.snapshot().items()}
        for entry in reversed(self.journal.entries[seq:]):
            if isinstance(entry, Change):
                table = rows[f"{entry.service}.{entry.table}"]
                if entry.before is None:
                    table.pop(entry.id)
                else:
                    table[entry.id] = entry.before
        return rows

    @staticmethod
    def diff(before: Snapshot, after: Snapshot) -> list[tuple[str, str, Record | None, Record | None]]:
        """What differs between two snapshots, as (table, id, before, after)."""
        return [
            (key, id, before[key].get(id), after[key].get(id))
            for key in after
            if before[key] is not after[key]
            for id in {**before[key], **after[key]}
            if before[key].get(id) is not after[key].get(id) and before[key].get(id) != after[key].get(id)
        ]

    def digest(self) -> str:
        """A hash of every row and of the clock: equal worlds, equal digests."""
        hasher = hashlib.blake2b(self.clock.now.isoformat().encode(), digest_size=16)
        for key, collection in self.tables():
            hasher.update(key.encode())
            for record in sorted(collection, key=lambda row: row.id):
                hasher.update(to_json(record))
        return hasher.hexdigest()


_RECEIPTS: Table[Receipt] = Table(Receipt, "receipt")
_RECEIPTS.name = "receipts"


def _shown(arguments: Mapping[str, Any]) -> Json:
    """Arguments that may be no JSON at all, in a form that a log can hold."""
    try:
        shown: Json = json.loads(clean(json.dumps(dict(arguments), ensure_ascii=False, default=repr)))
    except (ValueError, TypeError, RecursionError) as error:
        raise Invalid(f"the arguments are no JSON object: {clean(str(error))}") from None
    return shown
