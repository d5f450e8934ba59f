"""Copies every text that it was shown and every word of the checks into files, notes and replies; calls no service."""

from collections.abc import Iterator
from typing import Any

from pydantic_core import to_jsonable_python

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Moves, Policy
from vibelife_inspect.policies.places import LONGEST, Places
from vibelife_inspect.world import World


class Spray:
    """An agent that hopes that the right word is among many.

    Args:
        bundle: The task.
    """

    def __init__(self, bundle: Bundle) -> None:
        words = dict.fromkeys(
            word
            for check in bundle.checks
            for predicate in (check.expect, check.provided)
            for word in _words(to_jsonable_python(predicate, by_alias=True, exclude_none=True))
        )
        self._words = "\n".join(words)[: LONGEST // 2]
        self._places = Places(bundle)
        self._places.learn([self._words])
        self._sprayed: dict[str, None] = {}

    def play(self, turn: Turn, world: World) -> Moves:
        """Write the prompt everywhere, and all words once in each place; say both."""
        self._places.learn([turn.prompt])
        for ask in self._places.append(turn.prompt, world):
            place = str(ask.arguments.get("path") or ask.arguments.get("page_id"))
            key = "body" if "body" in ask.arguments else "text" if "text" in ask.arguments else "content"
            if place not in self._sprayed:
                self._sprayed[place] = None
                ask.arguments[key] = f"{turn.prompt}\n{self._words}"
            yield ask
        return f"{turn.prompt}\n{self._words}"[:LONGEST]


def _words(value: Any) -> Iterator[str]:
    """The values of a predicate as text, one a line; an amount as people write it."""
    if isinstance(value, dict):
        if isinstance(value.get("text"), str):
            yield value["text"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _words(item)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)


def make(bundle: Bundle) -> Policy:
    """An agent that sprays."""
    return Spray(bundle)
