"""Reads whatever can be read without a plan: every read operation, with every id that turned up so far."""

import re
from collections.abc import Generator, Iterator
from typing import Any

from vibelife_inspect.policies.base import Ask
from vibelife_inspect.world import Json, Operation, Outcome, World

READS_A_TURN = 50
"""How many calls one turn makes; what was read longest ago comes first, so that nothing is left out for good."""

_ID = re.compile(r"(?<![\w-])[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)+(?![\w-])")


class Reading:
    """The memory of one agent that reads everything."""

    def __init__(self) -> None:
        self._ids: dict[str, None] = {}
        self._last: dict[tuple[str, str], int] = {}
        self._closed: dict[tuple[str, str], None] = {}
        self._turn = 0

    def note(self, text: str) -> None:
        """Take in the ids of a text."""
        self._ids.update(dict.fromkeys(_ID.findall(text)))

    def look(self, world: World) -> Generator[Ask, Outcome, list[Any]]:
        """Read as much as one turn allows.

        Returns:
            The results.
        """
        self._turn += 1
        results: list[Any] = []
        open_ones = [(each, "", "") for each in _reads(world) if not each.schema["required"]]
        open_ones.sort(key=lambda item: self._last.get((item[0].name, ""), 0))
        yield from self._read(open_ones[: READS_A_TURN // 2], results)
        yield from self._read(self._keyed(world)[: READS_A_TURN // 2], results)
        return results

    def _read(self, plan: list[tuple[Operation, str, str]], results: list[Any]) -> Generator[Ask, Outcome, None]:
        for operation, name, id in plan:
            outcome = yield Ask(operation.name, {name: id} if name else {})
            self._last[operation.name, id] = self._turn
            if outcome.ok:
                results.append(outcome.result)
                self._ids.update(dict.fromkeys(_ids(outcome.result)))
            elif name:
                # No error is worth a second look: the operation takes other ids than this kind.
                self._closed[operation.name, _kind(id)] = None

    def _keyed(self, world: World) -> list[tuple[Operation, str, str]]:
        """Every read with every id that it may take, longest unread first."""
        keyed = [
            (operation, name, id)
            for operation in _reads(world)
            for name in _single_key(operation)
            for id in self._ids
            if (operation.name, _kind(id)) not in self._closed
        ]
        return sorted(keyed, key=lambda item: self._last.get((item[0].name, item[2]), 0))


def _reads(world: World) -> list[Operation]:
    return [operation for operation in world.operations.values() if operation.effect == "read"]


def _single_key(operation: Operation) -> list[str]:
    """The one argument that the operation needs, if it is a plain text."""
    required = operation.schema["required"]
    properties = operation.schema["properties"]
    return [name for name in required if len(required) == 1 and properties[name].get("type") == "string"]


def _kind(id: str) -> str:
    """Ids of one kind begin alike."""
    return "path" if "/" in id or "." in id else id.partition("-")[0]


def _ids(value: Json | list[Any] | Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, str) and item and (name in ("id", "path") or name.endswith("_id")):
                yield item
            yield from _ids(item)
    elif isinstance(value, list):
        for item in value:
            yield from _ids(item)
