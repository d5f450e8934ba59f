"""Tables: what a service declares, and the live, journaled collection behind the declaration."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from vibelife_inspect.errors import Conflict, DefectError, NotFound
from vibelife_inspect.world.journal import Actor, Change, Journal
from vibelife_inspect.world.record import Record, States
from vibelife_inspect.world.schedule import Due, Schedule

if TYPE_CHECKING:
    from vibelife_inspect.world.service import Service

R = TypeVar("R", bound=Record)


class Table(Generic[R]):
    """Declares a table of a service; on an instance it is the live `Collection`.

    Args:
        model: The record type.
        noun: What one record is called in messages, such as "reservation".
        index: Field paths (`"folder"`, `"route.to"`) that `find` looks up without a scan.
        states: The state machine of the `status` field.
        due: When something happens to a record by itself, and which method makes it happen.
    """

    def __init__(
        self,
        model: type[R],
        noun: str,
        *,
        index: tuple[str, ...] = (),
        states: States | None = None,
        due: Callable[[R], Iterable[Due]] | None = None,
    ) -> None:
        self.model, self.noun, self.index, self.states, self.due = model, noun, index, states, due
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "Table[R]": ...
    @overload
    def __get__(self, instance: "Service", owner: type) -> "Collection[R]": ...
    def __get__(self, instance: "Service | None", owner: type) -> "Table[R] | Collection[R]":
        return self if instance is None else instance.collections[self.name]


class Collection(Generic[R]):
    """A typed, insertion-ordered table. `add`, `update` and `remove` are the only doors, and all are journaled.

    Args:
        service: Name of the owning service.
        table: The declaration.
        journal: Where writes are noted.
        schedule: Where due actions are planned.
    """

    def __init__(self, service: str, table: Table[R], journal: Journal, schedule: Schedule) -> None:
        self.service, self.table = service, table
        self._journal, self._schedule = journal, schedule
        self._rows: dict[str, R] = {}
        self._ranks: dict[str, int] = {}
        self._removed: dict[str, list[tuple[int, Actor | None]]] = {}
        self._next_rank = 0
        self._authors: dict[str, Actor] = {}
        self._shared = False
        self._indexes: dict[str, dict[Any, dict[str, None]]] = {path: {} for path in table.index}
        self._getters = {path: attrgetter(path) for path in table.index}

    def __iter__(self) -> Iterator[R]:
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, id: str) -> bool:
        return id in self._rows

    def get(self, id: str) -> R:
        """The record with that id.

        Raises:
            NotFound: No record has it.
        """
        row = self._rows.get(id)
        if row is None:
            raise NotFound(f"there is no {self.table.noun} {id!r}", id=id)
        return row

    def find(self, **equal: Any) -> list[R]:
        """Records whose fields equal the given values, in order of insertion; `route__to` means `route.to`."""
        paths = {key.replace("__", "."): value for key, value in equal.items()}
        rows: Iterable[R] = self._rows.values()
        for path in self._indexes:
            if path in paths:
                ids = self._indexes[path].get(paths.pop(path), {})
                rows = [self._rows[id] for id in sorted(ids, key=self._ranks.__getitem__)]
                break
        tests = [(attrgetter(path), value) for path, value in paths.items()]
        return [row for row in rows if all(get(row) == value for get, value in tests)]

    def author(self, id: str) -> Actor:
        """Who added the record; seeds count as the timeline's."""
        return self._authors.get(id, "timeline")

    def add(self, record: R) -> R:
        """Insert a record.

        Raises:
            Conflict: The id is taken.
        """
        if record.id in self._rows:
            raise Conflict(f"there is already a {self.table.noun} {record.id!r}", id=record.id)
        self._put(record, None)
        if self._journal.actor != "timeline":
            self._authors[record.id] = self._journal.actor
        self._journal.change(self.service, self.table.name, record.id, None, record)
        return record

    def update(self, id: str, **fields: Any) -> R:
        """Replace fields of a record; the new record is validated as a whole.

        Naming `status` is a move of the state machine; in a final state even staying is refused, so that nothing is
        cancelled or closed twice.

        Raises:
            NotFound: No record has the id.
            Conflict: The state machine does not allow the new status.
        """
        before = self.get(id)
        after = self.table.model.model_validate({**before.__dict__, **fields})
        if "status" in fields:
            self._check_move(before, after)
        if after == before:
            return before
        self._put(after, before)
        self._journal.change(self.service, self.table.name, id, before, after)
        return after

    def remove(self, id: str) -> R:
        """Take a record out.

        Raises:
            NotFound: No record has the id.
        """
        before = self.get(id)
        self._removed.setdefault(id, []).append((self._ranks[id], self._authors.get(id)))
        self._drop(before)
        self._journal.change(self.service, self.table.name, id, before, None)
        return before

    def load(self, records: Iterable[R]) -> None:
        """Fill in seeds, which are no changes."""
        for record in records:
            if record.id in self._rows:
                raise DefectError(f"{self.service}.{self.table.name} is seeded twice with {record.id!r}")
            self._put(record, None)

    def rows(self) -> Mapping[str, R]:
        """The rows as they are now, shared: the next write copies them first."""
        self._shared = True
        return self._rows

    def replay(self, change: Change) -> None:
        """Apply a change that was journaled before, without journaling it again."""
        if change.after is None:
            self._drop(self._rows[change.id])
        else:
            self._put(change.after, self._rows.get(change.id))  # type: ignore[arg-type]

    def revert(self, change: Change) -> None:
        """Undo a change; a removed record gets its old place back."""
        if change.before is None:
            self._drop(self._rows[change.id])
            return
        self._put(change.before, self._rows.get(change.id))  # type: ignore[arg-type]
        if change.after is None:
            rank, author = self._removed[change.id].pop()
            self._ranks[change.id] = rank
            if author is not None:
                self._authors[change.id] = author
            self._rows = {id: self._rows[id] for id in sorted(self._rows, key=self._ranks.__getitem__)}

    def _put(self, record: R, before: R | None) -> None:
        self._own_rows()
        if before is None:
            self._ranks[record.id] = self._next_rank
            self._next_rank += 1
        self._rows[record.id] = record
        for path, entries in self._indexes.items():
            get = self._getters[path]
            if before is not None and get(before) != get(record):
                entries[get(before)].pop(record.id)
            entries.setdefault(get(record), {})[record.id] = None
        if self.table.due is not None:
            self._schedule.plan(self.service, self.table.name, record, self.table.due(record))

    def _drop(self, record: R) -> None:
        self._own_rows()
        del self._rows[record.id]
        del self._ranks[record.id]
        self._authors.pop(record.id, None)
        for path, entries in self._indexes.items():
            entries[self._getters[path](record)].pop(record.id)

    def _own_rows(self) -> None:
        if self._shared:
            self._rows = dict(self._rows)
            self._shared = False

    def _check_move(self, before: R, after: R) -> None:
        states = self.table.states
        if states is None:
            return
        old, new = getattr(before, "status"), getattr(after, "status")  # noqa: B009 - R need not have it
        if new not in states.moves[old] and not (new == old and states.moves[old]):
            allowed = ", ".join(states.moves[old]) or "nothing more"
            raise Conflict(
                f"{self.table.noun} {before.id!r} is {old}; from there it can become: {allowed}",
                status=old,
                allowed=list(states.moves[old]),
            )
