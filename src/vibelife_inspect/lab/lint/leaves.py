"""The texts inside a value."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from vibelife_inspect.plain_yaml import Place


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """Every text inside records, mappings and lists, with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, BaseModel):
        yield from leaves(to_jsonable_python(value), place)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*place, key))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from leaves(item, (*place, number))


def flat(value: Any) -> str:
    """All plain values inside a value, one a line, so that facts are found as whole cells."""
    if isinstance(value, dict):
        return "\n".join(flat(item) for item in value.values())
    if isinstance(value, list):
        return "\n".join(flat(item) for item in value)
    return "" if value is None else str(value)
