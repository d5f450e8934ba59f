"""Predicates that compute over rows: sum, agree, disjoint."""

from datetime import date, datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any, ClassVar

from pydantic import Field

from vibelife_inspect.checks.facts import says
from vibelife_inspect.checks.numbers import plain_number
from vibelife_inspect.checks.operators import show
from vibelife_inspect.checks.predicates.base import Compare, Finding, Minimum, Predicate, lint_query
from vibelife_inspect.checks.query import FileRows, Look, Query, select
from vibelife_inspect.checks.rows import read, read_all
from vibelife_inspect.checks.scope import Scope, ScopeError, field_type, within
from vibelife_inspect.checks.tables import column
from vibelife_inspect.money import Money
from vibelife_inspect.world import Part


class Addend(Query):
    """A query and the field whose values are added up."""

    field: str = Field(min_length=1)


class SumQuery(Compare):
    """What is added up, and what the sum is compared with."""

    of: list[Addend] = Field(min_length=1)
    min: int = Field(default=1, ge=0)
    """How many values there must be at least."""


class Sum(Predicate):
    """The values of a field add up to something; money is added in one currency only."""

    key: ClassVar[str] = "sum"
    sum: SumQuery

    def lint(self, scope: Scope) -> None:
        """Check that the fields hold money or numbers, all of one kind."""
        for number, addend in enumerate(self.sum.of):
            lint_query(addend, scope, "sum", "of", number)
            with within("sum", "of", number, "field"):
                field_type(addend.row_type(scope), addend.field, through_lists=True)
        kind = self._kind(scope)
        with within("sum"):
            self.sum.lint_comparison(kind, scope)

    def judge(self, look: Look) -> Finding:
        """Add up and compare."""
        values: list[Any] = []
        for addend in self.sum.of:
            values.extend(value for row in select(addend, look).rows for value in read_all(row, addend.field))
        if len(values) < self.sum.min:
            return Finding(False, f"{len(values)} values to add, wanted at least {self.sum.min}")
        kind = self._kind(look.scope)
        try:
            result = _total(values, kind, self.sum)
        except ValueError as error:
            return Finding(False, str(error))
        text = f"{len(values)} values add up to {result}, wanted {self.sum.wanted()}"
        return Finding(self.sum.compares(result, kind, look), text)

    @property
    def positive(self) -> bool:
        """Positive when there must be a value."""
        return self.sum.min > 0

    def _kind(self, scope: Scope) -> Any:
        kinds = {field_type(addend.row_type(scope), addend.field, through_lists=True) for addend in self.sum.of}
        if len(kinds) != 1 or not kinds <= {Money, int, Decimal, Any}:
            raise ScopeError("sum adds up one field of money or of numbers", ("sum", "of"))
        return kinds.pop()


def _total(values: list[Any], kind: Any, sum: SumQuery) -> Any:
    if kind is not Money:
        return sum_numbers(values)
    if not values:
        currency = next(str(Money.model_validate(value).currency) for _, value in sum.comparisons())
        return Money(minor=0, currency=currency)
    total: Money = values[0]
    for value in values[1:]:
        total = total + value
    return total


def sum_numbers(values: list[Any]) -> Decimal:
    """The sum of numbers, also of numbers in text, in any usual notation.

    Raises:
        ValueError: One is no number.
    """
    numbers = [plain_number(str(value)) for value in values]
    if None in numbers:
        raise ValueError(f"not all of {show(values)} are numbers")
    return sum((number for number in numbers if number is not None), Decimal(0))


class Agreement(Part):
    """Which records, in which table, by which key, must say the same in which columns."""

    each: Query
    rows: FileRows | Query
    key: dict[str, str] = Field(min_length=1, max_length=1)
    """One column, and the record's field that identifies the row."""
    fields: dict[str, str] = Field(min_length=1)
    """Columns, and the record's fields that they repeat."""
    min: int = Field(default=1, ge=1)


class Agree(Predicate):
    """A ledger agrees with the records: one row each, saying the same."""

    key: ClassVar[str] = "agree"
    agree: Agreement

    def lint(self, scope: Scope) -> None:
        """Check the query and the fields."""
        lint_query(self.agree.each, scope, "agree", "each")
        kind = self.agree.each.row_type(scope)
        for place, fields in (("key", self.agree.key), ("fields", self.agree.fields)):
            for name, path in fields.items():
                with within("agree", place, name):
                    field_type(kind, path, through_lists=True)

    def judge(self, look: Look) -> Finding:
        """Compare each record with its row."""
        records = select(self.agree.each, look).rows
        if len(records) < self.agree.min:
            return Finding(False, f"{self.agree.each.source}: {len(records)} records, wanted {self.agree.min}")
        rows_query = (
            self.agree.rows if isinstance(self.agree.rows, Query) else Query.model_validate({"in": self.agree.rows})
        )
        rows = select(rows_query, look).rows
        for record in records:
            if fault := self._fault(record, rows):
                return Finding(False, fault)
        return Finding(True, f"{len(records)} records agree with {rows_query.source}")

    def _fault(self, record: Any, rows: list[Any]) -> str:
        (key, path), *_ = self.agree.key.items()
        own = [row for row in rows if _says(_cell(row, key), record, path)]
        if len(own) != 1:
            return f"{len(own)} rows for {_shown(record, path)} in column {key!r}, wanted exactly one"
        for name, field in self.agree.fields.items():
            cell = _cell(own[0], name)
            if not _says(cell, record, field):
                return f"row {_shown(record, path)}: {name} says {show(cell)}, the record {_shown(record, field)}"
        return ""


def _says(cell: Any, record: Any, path: str) -> bool:
    """Whether a cell says what the record holds; inside a list, what one of its elements holds."""
    return any(says(cell, value) for value in read_all(record, path) or [None])


def _shown(record: Any, path: str) -> str:
    return " or ".join(show(value) for value in read_all(record, path) or [None])


def _cell(row: Any, name: str) -> Any:
    if isinstance(row, dict):
        return row.get(column(name), "")
    values = read(row, "values")
    return values.get(name, "") if isinstance(values, dict) and name in values else read(row, name)


class Intervals(Minimum):
    """A query over rows with a beginning and an end."""

    start: str
    end: str
    min: int = Field(default=2, ge=2)


class Disjoint(Predicate):
    """No two of the rows' intervals overlap; touching is allowed."""

    key: ClassVar[str] = "disjoint"
    disjoint: Intervals

    def lint(self, scope: Scope) -> None:
        """Check the query and both fields."""
        lint_query(self.disjoint, scope, "disjoint")
        for place in ("start", "end"):
            with within("disjoint", place):
                field_type(self.disjoint.row_type(scope), getattr(self.disjoint, place))

    def judge(self, look: Look) -> Finding:
        """Sort and compare neighbours."""
        found = select(self.disjoint, look)
        spans = [(read(row, self.disjoint.start), read(row, self.disjoint.end), row) for row in found.rows]
        spans = [span for span in spans if isinstance(span[0], date) and isinstance(span[1], date)]
        if len(spans) < self.disjoint.min:
            return Finding(
                False, f"{self.disjoint.source}: {len(spans)} intervals, wanted at least {self.disjoint.min}"
            )
        spans.sort(key=lambda span: (_order(span[0]), _order(span[1])))
        for (_, end, first), (start, _, second) in pairwise(spans):
            if _order(start) < _order(end):
                return Finding(
                    False, f"{read(first, 'id')} ends {show(end)}, after {read(second, 'id')} begins {show(start)}"
                )
        return Finding(True, f"{self.disjoint.source}: {len(spans)} intervals, none overlap")


def _order(value: date | datetime) -> float:
    return value.timestamp() if isinstance(value, datetime) else float(value.toordinal())
