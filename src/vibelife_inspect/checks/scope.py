"""What names a check may use: tables and their models, operations, events and stages of one task."""

import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from vibelife_inspect.errors import nearest
from vibelife_inspect.world import Service


class ScopeError(ValueError):
    """A check names something that does not exist; `where` tells the place inside the check."""

    def __init__(self, message: str, place: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.place = place


@contextmanager
def within(*place: str | int) -> Iterator[None]:
    """Put a place in front of the place of a `ScopeError` from inside."""
    try:
        yield
    except ScopeError as error:
        raise ScopeError(str(error), (*place, *error.place)) from None


@dataclass(frozen=True)
class Scope:
    """The names that exist in one task.

    Args:
        services: Enabled service classes.
        zone: Home zone, for dates without one.
        events: Ids of all events that open a turn.
        stages: Number of stages.
    """

    services: Sequence[type[Service]]
    zone: Any
    events: frozenset[str] = frozenset()
    stages: int = 0
    models: dict[str, type[BaseModel]] = field(default_factory=dict)
    operations: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for service in self.services:
            for name, table in service.tables.items():
                self.models[f"{service.name}.{name}"] = table.model
            self.operations.update(service.operations)

    def model(self, table: str) -> type[BaseModel]:
        """The record type of a table."""
        if table not in self.models:
            raise ScopeError(f"there is no table {table!r}; {nearest(table, self.models)}")
        return self.models[table]

    def operation(self, name: str) -> None:
        """Check that an operation exists and that the agent can call it."""
        names = [key for key, item in self.operations.items() if item.effect != "outside"]
        if name not in names:
            raise ScopeError(f"there is no operation {name!r}; {nearest(name, names)}")

    def event(self, name: str) -> None:
        """Check that an event exists that opens a turn."""
        if name not in self.events:
            raise ScopeError(f"there is no event {name!r} that opens a turn; {nearest(name, self.events)}")

    def stage(self, number: int) -> None:
        """Check that a stage exists."""
        if not 1 <= number <= self.stages:
            raise ScopeError(f"there is no stage {number}; valid: 1 to {self.stages}")


@cache
def field_type(model: Any, path: str, *, through_lists: bool = False) -> Any:
    """The type of a dotted field path, starting at a model; `Any` inside untyped values.

    Args:
        model: Where the path starts.
        path: Names of fields.
        through_lists: Whether the path may go on into the elements of a list.

    Raises:
        ScopeError: No field has that name; names the nearest.
    """
    current = model
    for part in path.split("."):
        current = _plain(current)
        element = element_type(current)
        if element not in (None, Any):
            if not through_lists:
                raise ScopeError(f"{path!r}: {part!r} is inside a list; ask its elements: any: {{{part}: ...}}")
            current = element
        if isinstance(current, type) and issubclass(current, BaseModel):
            names = {**current.model_fields, **current.model_computed_fields}
            if part not in names:
                raise ScopeError(f"{current.__name__} has no field {part!r}; {nearest(part, names)}")
            found = names[part]
            current = getattr(found, "annotation", None) or getattr(found, "return_type", Any)
        elif get_origin(current) in (dict, Mapping) or current in (Any, dict):
            arguments = get_args(current)
            current = arguments[1] if len(arguments) == 2 else Any
        else:
            raise ScopeError(f"{path!r}: {part!r} is inside a plain value, not a record")
    return _plain(current)


@cache
def element_type(kind: Any) -> Any:
    """The type of a list's elements, `Any` for untyped, None for what is no list."""
    kind = _plain(kind)
    if kind is Any:
        return Any
    if get_origin(kind) in (list, tuple, Sequence):
        return _plain(get_args(kind)[0])
    return None


def coerce(value: Any, kind: Any, zone: Any) -> Any:
    """A value of a bundle as the type of the field that it is compared with.

    Raises:
        ScopeError: It is none.
    """
    if value is None or kind is Any:
        return value
    try:
        return _adapter(kind).validate_python(value, context={"zone": zone})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        hint = first["msg"].removeprefix("Value error, ")
        if first["type"] in ("literal_error", "enum"):
            hint = nearest(value, _literals(kind))
        raise ScopeError(f"{value!r} does not fit the field: {hint}") from None


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _literals(kind: Any) -> list[Any]:
    if get_origin(kind) in (Union, types.UnionType):
        return [value for part in get_args(kind) for value in _literals(part)]
    return [value for value in get_args(kind) if isinstance(value, str | int)]


def _plain(kind: Any) -> Any:
    """A type without `Optional`; `Annotated` stays, for it carries validators."""
    if get_origin(kind) in (Union, types.UnionType):
        parts = [part for part in get_args(kind) if part is not types.NoneType]
        return _plain(parts[0]) if len(parts) == 1 else kind
    if get_origin(kind) is Annotated and _is_container(get_args(kind)[0]):
        return _plain(get_args(kind)[0])
    return kind


def _is_container(kind: Any) -> bool:
    plain = get_origin(kind) or kind
    return plain in (list, dict, tuple, Union, types.UnionType) or (
        isinstance(plain, type) and issubclass(plain, BaseModel)
    )
