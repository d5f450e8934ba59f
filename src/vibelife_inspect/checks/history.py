"""What a check may read: the journal by stage, and the rows as of each stage. Live and from a log alike."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from vibelife_inspect.world import Call, Change, Mark, Reply, Snapshot, World
from vibelife_inspect.world.journal import Entry


@dataclass(frozen=True, slots=True)
class Line:
    """One journal entry with its place: position, stage and the event of the turn."""

    position: int
    stage: int
    event: str
    entry: Entry


@dataclass
class History:
    """A world's past. Feed it by `absorb`; close each stage by `close_stage`.

    Args:
        world: The world, live or rebuilt from a record.
    """

    world: World
    stage: int = 0
    lines: list[Line] = field(default_factory=list)
    snapshots: dict[int, Snapshot] = field(default_factory=dict)
    event: str = ""
    writers: dict[tuple[str, str], list[Line]] = field(default_factory=dict)
    _calls: list[tuple[Line, Call]] = field(default_factory=list)
    _replies: list[tuple[Line, Reply]] = field(default_factory=list)
    _changes: list[tuple[Line, Change]] = field(default_factory=list)
    _seen: int = 0

    def absorb(self) -> None:
        """Take in what the journal holds since the last time."""
        for entry in self.world.journal.entries[self._seen :]:
            if isinstance(entry, Mark) and entry.kind == "stage_started":
                self.stage = int(entry.ref)
            if isinstance(entry, Mark) and entry.kind in ("event", "wakeup"):
                self.event = entry.ref
            line = Line(self._seen, self.stage, self.event, entry)
            self.lines.append(line)
            if isinstance(entry, Change):
                self.writers.setdefault((f"{entry.service}.{entry.table}", entry.id), []).append(line)
                self._changes.append((line, entry))
            elif isinstance(entry, Call) and entry.actor == "agent":
                self._calls.append((line, entry))
            elif isinstance(entry, Reply):
                self._replies.append((line, entry))
            self._seen += 1

    def close_stage(self, stage: int) -> None:
        """Keep the rows as they are at the end of a stage."""
        self.absorb()
        self.snapshots[stage] = self.world.snapshot()

    def rows(self, table: str, as_of: int | None) -> Mapping[str, Any]:
        """The rows of a table at the end of a stage, or now."""
        if as_of is None or as_of not in self.snapshots:
            return self.world.table(table).rows()
        return self.snapshots[as_of][table]

    def written_by(self, table: str, id: str, actor: str | None, stages: list[int] | None) -> bool:
        """Whether the actor wrote the row at least once, in one of the stages."""
        return any(
            (actor is None or line.entry.actor == actor) and (stages is None or line.stage in stages)
            for line in self.writers.get((table, id), ())
            if isinstance(line.entry, Change)
        )

    def calls(self) -> Iterator[tuple[Line, Call]]:
        """The agent's calls, in order."""
        yield from self._calls

    def replies(self) -> Iterator[tuple[Line, Reply]]:
        """What the agent said, in order."""
        yield from self._replies

    def changes(self) -> Iterator[tuple[Line, Change]]:
        """All writes, in order."""
        yield from self._changes

    def event_span(self, event: str) -> tuple[int, int] | None:
        """Positions of the first and the last entry of an event's turn, or None if it never happened."""
        places = [line.position for line in self.lines if line.event == event]
        return (places[0], places[-1]) if places else None

    def now(self) -> datetime:
        """The present instant."""
        return self.world.clock.now
