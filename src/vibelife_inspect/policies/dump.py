"""Reads everything, pastes events and results into every file and note and into its replies, and decides nothing."""

import json
from collections.abc import Iterable
from typing import Any

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Moves, Policy
from vibelife_inspect.policies.places import Places
from vibelife_inspect.policies.reads import Reading
from vibelife_inspect.world import World

PASTED_A_TURN = 8_000
"""How many characters of new results one turn pastes; a line that was pasted before is not pasted again."""


class Dump:
    """An agent that keeps everything and understands nothing.

    Args:
        bundle: The task.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._reading = Reading()
        self._places = Places(bundle)
        self._pasted: dict[str, None] = {}

    def play(self, turn: Turn, world: World) -> Moves:
        """Read, paste, and say the same."""
        self._reading.note(turn.prompt)
        results = yield from self._reading.look(world)
        text = "\n".join([turn.prompt, *self._fresh(results)])
        self._places.learn([turn.prompt])
        yield from self._places.append(text, world)
        return text

    def _fresh(self, results: Iterable[Any]) -> list[str]:
        """Lines that were not pasted yet, as many as one turn pastes."""
        lines, room = [], PASTED_A_TURN
        for line in (line for result in results for line in _lines(result)):
            if line not in self._pasted and len(line) <= room:
                self._pasted[line] = None
                lines.append(line)
                room -= len(line)
        return lines


def _lines(result: Any) -> list[str]:
    """One line per item of a list, or the whole result in one."""
    items = result.get("items") if isinstance(result, dict) else None
    rows = items if isinstance(items, list) else [result]
    return [json.dumps(row, ensure_ascii=False) for row in rows]


def make(bundle: Bundle) -> Policy:
    """An agent that dumps."""
    return Dump(bundle)
