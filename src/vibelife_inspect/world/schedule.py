"""What falls due: a heap over the instants that records themselves name.

A table may declare `due`: the instants at which something happens to a record, each with the name of the service
method that makes it happen. The heap is an index only; an entry counts while its record is still the current one, so
that cancelling, changing or undoing a record never needs to touch the schedule.
"""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from vibelife_inspect.world.record import Record


@dataclass(frozen=True, slots=True)
class Due:
    """At `at`, the service's method `action` is called with the record."""

    at: datetime
    action: str


@dataclass(frozen=True, slots=True)
class Item:
    """One due action of one record of one table."""

    at: datetime
    service: str
    table: str
    record: Record
    action: str


class Schedule:
    """Due actions in order of instant, then service, table, id and action."""

    def __init__(self) -> None:
        self._heap: list[tuple[datetime, str, str, str, str, int, Item]] = []
        self._count = 0

    def plan(self, service: str, table: str, record: Record, dues: Iterable[Due]) -> None:
        """Add the due actions of a record."""
        for due in dues:
            self._count += 1
            item = Item(due.at, service, table, record, due.action)
            heapq.heappush(self._heap, (due.at, service, table, record.id, due.action, self._count, item))

    def pop(self, until: datetime) -> Item | None:
        """The next action that is due at or before `until`, or None."""
        if not self._heap or self._heap[0][0] > until:
            return None
        return heapq.heappop(self._heap)[-1]
