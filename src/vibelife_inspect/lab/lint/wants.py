"""Which facts a check wants an agent to know: those that it must state, or have been shown."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from vibelife_inspect.checks import Predicate, Query
from vibelife_inspect.checks.facts import Fact, TimeFact, read_fact
from vibelife_inspect.checks.predicates.deeds import Called, SaidStep, Sequence
from vibelife_inspect.checks.predicates.logic import All, AnyOf, Not, WhenThen
from vibelife_inspect.checks.predicates.rows import Count, Every, Some
from vibelife_inspect.checks.predicates.texts import FileHolds, Said
from vibelife_inspect.checks.query import FileRows
from vibelife_inspect.money import Money

Test = Callable[[Fact], bool]
"""Whether a fact is known."""


def lacking(predicate: Predicate, known: Test) -> list[Fact]:
    """The facts that a predicate wants and that are not known; of alternatives, those of the one that lacks least."""
    if isinstance(predicate, All):
        return [fact for part in predicate.all for fact in lacking(part, known)]
    if isinstance(predicate, AnyOf):
        return _least(lacking(part, known) for part in predicate.any)
    if isinstance(predicate, WhenThen):
        return lacking(predicate.then, known)
    if isinstance(predicate, Not):
        return []
    return [fact for fact in _plain(predicate) if not known(fact)] + _rows(predicate, known)


def _least(options: Iterable[list[Fact]]) -> list[Fact]:
    return min(options, key=lambda facts: len(facts))


def _plain(predicate: Predicate) -> list[Fact]:
    """The facts that a predicate lists."""
    if isinstance(predicate, Said):
        return list(predicate.said.states)
    if isinstance(predicate, FileHolds):
        return list(predicate.file.states or [])
    if isinstance(predicate, Called):
        return list(predicate.called.holds or [])
    if isinstance(predicate, Sequence):
        return [fact for step in predicate.sequence if isinstance(step, SaidStep) for fact in step.said.states]
    return []


def _rows(predicate: Predicate, known: Test) -> list[Fact]:
    """The unknown facts among what a predicate wants of rows."""
    if isinstance(predicate, FileHolds):
        return _where(predicate.file.rows or {}, True, known)
    query: Query | None = None
    if isinstance(predicate, Some):
        query = predicate.some
    elif isinstance(predicate, Count) and predicate.positive:
        query = predicate.count
    elif isinstance(predicate, Every):
        query = predicate.every
    if query is None:
        return []
    cells = isinstance(query.in_, FileRows)
    return _where(query.where, cells, known) + _where(getattr(query, "satisfies", {}), cells, known)


def _where(where: dict[str, Any], cells: bool, known: Test) -> list[Fact]:
    found: list[Fact] = []
    for path, wanted in where.items():
        if path == "all_of":
            found += [fact for part in wanted for fact in _where(part, cells, known)]
        elif path == "any_of":
            found += _least(_where(part, cells, known) for part in wanted)
        elif isinstance(wanted, dict):
            found += _operators(wanted, cells, known)
        elif cells:
            found += [fact for fact in _fact(wanted) if not known(fact)]
    return found


def _operators(wanted: dict[str, Any], cells: bool, known: Test) -> list[Fact]:
    found: list[Fact] = []
    for operator, value in wanted.items():
        if operator == "states":
            facts = value if isinstance(value, list) else [value]
            found += [fact for item in facts for fact in _fact(item) if not known(fact)]
        elif operator == "eq" and cells:
            found += [fact for fact in _fact(value) if not known(fact)]
        elif operator == "in" and cells and isinstance(value, list):
            found += _least([fact for fact in _fact(item) if not known(fact)] for item in value)
    return found


def _fact(value: Any) -> Iterator[Fact]:
    """The fact of a plain value; nothing for what is none, such as a flag, a sub-query or an empty text."""
    if isinstance(value, datetime):
        yield from (read_fact(value.date()), TimeFact(time=value.time()))
    elif isinstance(value, time):
        yield TimeFact(time=value)
    elif isinstance(value, str | Money | date | int | Decimal | dict | Fact) and not isinstance(value, bool):
        try:
            yield read_fact(value)
        except (ValueError, ValidationError):
            return
