"""What a result looks like: objects with their keys, lists, records; and the words for it."""

import sys
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import reduce
from typing import Annotated, Any, Union, cast, get_args, get_origin

from pydantic import BaseModel

from vibelife_inspect.money import Money

_LISTS = (list, tuple, set, frozenset, Sequence, Iterable, Iterator, Collection, Set)
_MAPPINGS = (dict, Mapping)


class Shape:
    """What is known of a value."""


@dataclass(frozen=True)
class Plain(Shape):
    """A text, a number, a date: no keys; or a constant list of such."""

    value: Any = None
    """The value itself, where the source says it."""


class Unknown(Shape):
    """Anything."""


class Nothing(Shape):
    """Null, and the elements of a list that is still empty."""


PLAIN, UNKNOWN, NOTHING = Plain(), Unknown(), Nothing()


@dataclass(frozen=True)
class Rows(Shape):
    """A list, and what its elements are."""

    of: Shape


@dataclass(frozen=True)
class Keyed(Shape):
    """An object with keys that only the moment knows, and what its values are."""

    of: Shape


@dataclass(frozen=True)
class Collected(Shape):
    """A service's table, and what its records are."""

    model: type


@dataclass(frozen=True)
class Tuple(Shape):
    """So many values, in order."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True)
class Of(Shape):
    """An instance of a class: a record, a service, a helper."""

    cls: type


@dataclass(frozen=True)
class Fields(Shape):
    """An object with known keys."""

    known: Mapping[str, Shape]
    sometimes: frozenset[str] = frozenset()
    """Keys that are there only at times."""
    more: bool = False
    """Whether there may be keys that cannot be told."""


@dataclass(frozen=True)
class Code(Shape):
    """Something that can be called, given the shapes of its arguments."""

    call: Callable[[list[Shape], dict[str, Shape]], Shape] = field(compare=False)


def fields_of(shape: Shape) -> Fields:
    """A shape as an object with keys."""
    if isinstance(shape, Fields):
        return shape
    if isinstance(shape, Of) and issubclass(shape.cls, BaseModel):
        known = {name: shape_of(info.annotation) for name, info in shape.cls.model_fields.items()}
        return Fields(known | dict.fromkeys(shape.cls.model_computed_fields, PLAIN))
    return Fields({}, more=True)


def merged(first: Fields, second: Fields) -> Fields:
    """Two objects as one, as `{**first, **second}` does it."""
    sometimes = {key for key in first.sometimes if key not in second.known}
    sometimes |= {key for key in second.sometimes if key not in first.known or key in first.sometimes}
    known = {**first.known, **second.known}
    known |= {key: either(first.known[key], second.known[key]) for key in second.sometimes if key in first.known}
    return Fields(known, frozenset(sometimes), first.more or second.more)


def either(first: Shape, second: Shape) -> Shape:
    """What is known of a value that is one or the other."""
    if first == second or isinstance(second, Nothing):
        return first
    if isinstance(first, Nothing):
        return second
    if isinstance(first, Plain) and isinstance(second, Plain):
        return PLAIN
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return UNKNOWN
    if isinstance(first, Rows | Keyed) and type(first) is type(second):
        return type(first)(either(first.of, element(second)))
    if isinstance(first, Plain | Tuple | Rows) or isinstance(second, Plain | Tuple | Rows):
        return UNKNOWN
    return _either_object(fields_of(first), fields_of(second))


def _either_object(first: Fields, second: Fields) -> Fields:
    known = {**first.known, **second.known}
    known |= {key: either(first.known[key], second.known[key]) for key in first.known if key in second.known}
    one_sided = {key for key in known if (key in first.known) != (key in second.known)}
    return Fields(known, first.sometimes | second.sometimes | one_sided, first.more or second.more)


def element(shape: Shape) -> Shape:
    """What a list, a table or the values of an object hold."""
    if isinstance(shape, Rows | Keyed):
        return shape.of
    if isinstance(shape, Collected):
        return Of(shape.model)
    if isinstance(shape, Tuple):
        return reduce(either, shape.parts, cast(Shape, NOTHING))
    return shape if isinstance(shape, Plain | Nothing) else UNKNOWN


def shape_of(hint: Any) -> Shape:
    """The shape that a type annotation promises."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return shape_of(arguments[0])
    if origin in (Union, types.UnionType):
        shapes = [shape_of(part) for part in arguments if part is not type(None)]
        return shapes[0] if all(shape == shapes[0] for shape in shapes) else UNKNOWN
    if origin is tuple and Ellipsis not in arguments:
        return Tuple(tuple(shape_of(part) for part in arguments))
    if origin in _LISTS:
        return Rows(shape_of(arguments[0]))
    if origin in _MAPPINGS:
        of = shape_of(arguments[1])
        return UNKNOWN if isinstance(of, Unknown) else Keyed(of)
    if not isinstance(hint, type) or hint in (*_LISTS, *_MAPPINGS, object, Any):
        return PLAIN if origin is not None else UNKNOWN
    return instance_of(hint)


def instance_of(cls: type) -> Shape:
    """The shape of a class's instances: Python's own classes have no fields of interest."""
    return PLAIN if cls.__module__.partition(".")[0] in sys.stdlib_module_names else Of(cls)


def text(shape: Shape, tables: Mapping[type, str]) -> str:
    """A shape in words; empty for values of which no keys are known.

    Args:
        shape: What to tell.
        tables: Names of the tables whose records stand elsewhere in full.
    """
    if isinstance(shape, Of) and shape.cls in tables:
        return f"{tables[shape.cls]} record"
    if isinstance(shape, Of) and (shape.cls is Money or not issubclass(shape.cls, BaseModel)):
        return ""
    if isinstance(shape, Of | Fields):
        return "{" + ", ".join(_keys(fields_of(shape), tables)) + "}"
    if isinstance(shape, Rows | Tuple):
        return "[" + (text(shape.of, tables) if isinstance(shape, Rows) else "") + "]"
    if isinstance(shape, Keyed):
        return "{...: " + (text(shape.of, tables) or "value") + "}"
    return ""


def _keys(shape: Fields, tables: Mapping[type, str]) -> Iterator[str]:
    for key, value in shape.known.items():
        inner = text(value, tables)
        yield key + ("?" if key in shape.sometimes else "") + (f": {inner}" if inner else "")
    if shape.more:
        yield "..."


def fault(shape: Shape, value: Any, place: str = "result") -> str:
    """How a JSON value differs from its shape; nothing where it does not, and nulls fit everything."""
    if value is None or isinstance(shape, Unknown) or (isinstance(shape, Of) and shape.cls is Money):
        return ""
    if isinstance(shape, Rows):
        found = value if isinstance(value, list) else [None]
        faults = [fault(shape.of, item, f"{place}[]") for item in found]
        return next(filter(None, faults), "" if isinstance(value, list) else f"{place} is no list")
    if isinstance(shape, Fields) or (isinstance(shape, Of) and issubclass(shape.cls, BaseModel)):
        return _object_fault(fields_of(shape), value, place)
    return f"{place} is an object" if isinstance(value, dict) and isinstance(shape, Plain | Tuple) else ""


def _object_fault(shape: Fields, value: Any, place: str) -> str:
    if not isinstance(value, dict):
        return f"{place} is no object"
    missing = [key for key in shape.known if key not in value and key not in shape.sometimes]
    foreign = [key for key in value if key not in shape.known and not shape.more]
    if missing or foreign:
        return f"{place} lacks {missing}, has {foreign}"
    return next(
        filter(None, (fault(shape.known[key], value[key], f"{place}.{key}") for key in shape.known if key in value)), ""
    )
