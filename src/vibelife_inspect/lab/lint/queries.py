"""All queries of a bundle: those of checks and of conditions in the timeline, with the ones inside their conditions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from vibelife_inspect.bundle import Bundle, TurnEvent
from vibelife_inspect.checks import Predicate
from vibelife_inspect.checks.predicates.deeds import CallAsk
from vibelife_inspect.checks.predicates.texts import FileAsk
from vibelife_inspect.checks.query import FileRows, Query
from vibelife_inspect.plain_yaml import Place

Source = str | FileRows
"""A table, `calls`, `replies`, `journal`, or the table in a file."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a query asks of one table or file: the conditions, and where they stand."""

    file: str
    place: Place
    key: str
    """The id of the check, event or reaction."""
    source: Source
    where: dict[str, Any]


def queries(bundle: Bundle) -> Iterator[Asked]:
    """Every query."""
    for number, check in enumerate(bundle.checks):
        for place, predicate in check.predicates():
            yield from _of(predicate, "checks.yaml", (number, *place), check.id)
    for number, stage in enumerate(bundle.stages):
        for position, event in enumerate(stage.events):
            if isinstance(event, TurnEvent):
                yield from _of_event(event, ("stages", number, "events", position))
    for number, reaction in enumerate(bundle.reactions):
        yield from _nested(reaction.when, "timeline.yaml", ("reactions", number, "when"), reaction.id)


def _of_event(event: TurnEvent, place: Place) -> Iterator[Asked]:
    if event.when is not None:
        yield from _nested(event.when, "timeline.yaml", (*place, "when"), event.id)
    for number, version in enumerate(event.versions or []):
        if version.when is not None:
            yield from _nested(version.when, "timeline.yaml", (*place, "versions", number, "when"), event.id)


def _nested(predicate: Predicate, file: str, place: Place, key: str) -> Iterator[Asked]:
    yield from _of(predicate, file, place, key)
    for inner_place, inner in predicate.inner():
        yield from _nested(inner, file, (*place, *inner_place), key)


def _of(predicate: Predicate, file: str, place: Place, key: str) -> Iterator[Asked]:
    """The questions among the fields of one predicate, without those of predicates inside it."""
    for source, where in _questions(predicate):
        yield Asked(file, place, key, source, where)
        yield from _sub(where, file, place, key)


def _questions(value: Any) -> Iterator[tuple[Source, dict[str, Any]]]:
    if isinstance(value, Query):
        yield value.in_, value.where
        yield value.in_, getattr(value, "satisfies", {})
    if isinstance(value, CallAsk):
        yield "calls", {f"arguments.{path}": wanted for path, wanted in value.arguments.items()}
    if isinstance(value, FileAsk):
        yield FileRows(file=value.path), value.rows or {}
    inner = value if isinstance(value, list) else []
    if isinstance(value, BaseModel):
        inner = [getattr(value, name) for name in type(value).model_fields]
    for item in inner:
        if not isinstance(item, Predicate):
            yield from _questions(item)


def _sub(where: Any, file: str, place: Place, key: str) -> Iterator[Asked]:
    """Sub-queries, `{from: table, where: {...}}`, wherever they stand in a where."""
    if isinstance(where, dict):
        if "from" in where:
            source = where["from"]
            table = FileRows.model_validate(source) if isinstance(source, dict) else source
            yield Asked(file, place, key, table, where.get("where") or {})
        for item in where.values():
            yield from _sub(item, file, place, key)
    elif isinstance(where, list):
        for item in where:
            yield from _sub(item, file, place, key)


def equals(where: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields that a where wants, or does not want, to be some plain value; with each value."""
    for path, wanted in where.items():
        if path in ("all_of", "any_of"):
            for part in wanted:
                yield from equals(part)
        elif not isinstance(wanted, dict):
            yield path, wanted
        elif "from" not in wanted:
            for operator in ("eq", "ne", "in"):
                value = wanted.get(operator)
                values = value if isinstance(value, list) else [value]
                yield from ((path, item) for item in values if item is not None and not isinstance(item, dict))
