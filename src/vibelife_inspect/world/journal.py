"""The journal: everything that happens in a world, in order, append-only."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from vibelife_inspect.clock import Clock
from vibelife_inspect.world.record import Json, Record

Actor = Literal["agent", "timeline", "service"]
"""Who acts: the agent, the bundle's timeline, or a service on its own (time, other people's systems)."""


@dataclass(frozen=True, slots=True)
class Change:
    """One write: `before` is None for an insert, `after` is None for a removal."""

    at: datetime
    actor: Actor
    cause: str
    service: str
    table: str
    id: str
    before: Record | None
    after: Record | None


@dataclass(frozen=True, slots=True)
class Call:
    """One operation that somebody called, with its JSON arguments and its result or error."""

    at: datetime
    actor: Actor
    cause: str
    operation: str
    effect: str
    arguments: Json
    result: Any
    error: Json | None


@dataclass(frozen=True, slots=True)
class Reply:
    """What the agent said at the end of the turn that event `event` opened; may be empty."""

    at: datetime
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A milestone: a stage began or ended, an event was dispatched, a reaction fired, a reminder rang."""

    at: datetime
    kind: str
    ref: str
    data: Json


Entry = Change | Call | Reply | Mark
"""One line of the journal."""


class Journal:
    """An append-only list of entries, stamped with the clock, the actor and the cause.

    Args:
        clock: The world's clock.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.entries: list[Entry] = []
        self.actor: Actor = "timeline"
        self.cause = ""

    @contextmanager
    def acting(self, actor: Actor, cause: str | None = None) -> Iterator[None]:
        """Stamp what happens inside with another actor and, if given, another cause."""
        before = self.actor, self.cause
        self.actor, self.cause = actor, self.cause if cause is None else cause
        try:
            yield
        finally:
            self.actor, self.cause = before

    def change(self, service: str, table: str, id: str, before: Record | None, after: Record | None) -> None:
        """Note a write."""
        self.entries.append(Change(self._clock.now, self.actor, self.cause, service, table, id, before, after))

    def call(self, operation: str, effect: str, arguments: Json, result: Any, error: Json | None) -> None:
        """Note an operation and how it ended."""
        self.entries.append(Call(self._clock.now, self.actor, self.cause, operation, effect, arguments, result, error))

    def reply(self, event: str, text: str) -> None:
        """Note what the agent said."""
        self.entries.append(Reply(self._clock.now, event, text))

    def mark(self, kind: str, ref: str, **data: Any) -> None:
        """Note a milestone; `data` is JSON-native."""
        self.entries.append(Mark(self._clock.now, kind, ref, data))
