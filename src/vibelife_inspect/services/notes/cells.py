"""Values of typed columns: reading, comparing and sorting them."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

from pydantic import ValidationError

from vibelife_inspect.errors import Invalid, nearest
from vibelife_inspect.money import Money, Rates
from vibelife_inspect.services.notes.records import Cell, Column, Database, Filter, Row, Scalar, Sort
from vibelife_inspect.text import found, squeeze

_ORDERED = ("number", "date", "money")
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "at_least": lambda value, bound: bool(value >= bound),
    "at_most": lambda value, bound: bool(value <= bound),
    "more_than": lambda value, bound: bool(value > bound),
    "less_than": lambda value, bound: bool(value < bound),
}


def column_of(database: Database, name: str, argument: str) -> Column:
    """The column of that name, whatever its case.

    Raises:
        Invalid: There is none; the message names the argument and the nearest.
    """
    for column in database.columns:
        if squeeze(column.name) == squeeze(name):
            return column
    names = [column.name for column in database.columns]
    raise Invalid(f"{argument}: {database.title!r} has no column {name!r}; {nearest(name, names)}", columns=names)


def read(column: Column, value: Scalar) -> Scalar:
    """The value as the column stores it.

    Raises:
        ValueError: It is none of that type; the message says what would be right.
    """
    if value is None:
        return None
    if column.type == "checkbox" and isinstance(value, bool):
        return value
    if column.type == "number" and isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and column.type not in ("checkbox", "number"):
        return _read_text(column, value)
    raise ValueError(f"{column.name!r} takes {_TAKES[column.type]}, not {value!r:.100}")


_TAKES = {
    "text": "text",
    "number": "a whole number",
    "date": "a date such as 2026-04-03",
    "select": "one of its options as text",
    "checkbox": "true or false",
    "money": "an amount of money such as EUR 12.50",
}


def _read_text(column: Column, text: str) -> str:
    if column.type == "date":
        try:
            return date.fromisoformat(text.strip()).isoformat()
        except ValueError:
            raise ValueError(f"{column.name!r} takes {_TAKES['date']}, not {text!r:.100}") from None
    if column.type == "money":
        return str(_money(text))
    if column.type == "select":
        for option in column.options:
            if squeeze(option) == squeeze(text):
                return option
        raise ValueError(f"{column.name!r} has no option {text!r:.100}; {nearest(text[:100], column.options)}")
    return text


def _money(text: str) -> Money:
    try:
        return Money.model_validate(text)
    except (ValidationError, ValueError):
        raise ValueError(f"{text!r:.100} is no amount of money, such as EUR 12.50") from None


def read_cells(database: Database, cells: Iterable[Cell]) -> dict[str, Scalar]:
    """The values by column name.

    Raises:
        Invalid: A column is unknown or given twice, or a value is not of its type.
    """
    values: dict[str, Scalar] = {}
    for place, cell in enumerate(cells):
        column = column_of(database, cell.column, f"cells.{place}.column")
        if column.name in values:
            raise Invalid(f"cells.{place}.column: {column.name!r} is given twice")
        try:
            values[column.name] = read(column, cell.value)
        except ValueError as error:
            raise Invalid(f"cells.{place}.value: {error}") from None
    return values


def key(column: Column, row: Row) -> Any:
    """The row's value in a form that compares within the column; None for nothing or a value of another type."""
    try:
        value = read(column, row.values.get(column.name))
    except ValueError:
        return None
    if value is None or value == "":
        return None
    if column.type == "money" and isinstance(value, str):
        return _money(value)
    if column.type == "select" and isinstance(value, str):
        return column.options.index(value)
    return squeeze(value) if column.type == "text" and isinstance(value, str) else value


def tests(database: Database, filters: Sequence[Filter], rates: Rates) -> list[Callable[[Row], bool]]:
    """One test for each filter.

    Raises:
        Invalid: A filter does not fit its column.
    """
    return [_test(database, filter, f"filters.{place}", rates) for place, filter in enumerate(filters)]


def _test(database: Database, filter: Filter, where: str, rates: Rates) -> Callable[[Row], bool]:
    column = column_of(database, filter.column, f"{where}.column")
    if filter.op in ("empty", "not_empty"):
        if filter.value is not None:
            raise Invalid(f"{where}.value: {filter.op} takes no value")
        return lambda row: (key(column, row) is None) == (filter.op == "empty")
    if filter.value is None or filter.value == "":
        raise Invalid(f"{where}.value: is required with {filter.op}; for rows without a value use empty")
    if filter.op == "contains":
        return _containing(column, filter.value, where)
    try:
        probe = Row(id="probe", database_id=database.id, values={column.name: read(column, filter.value)})
    except ValueError as error:
        raise Invalid(f"{where}.value: {error}") from None
    bound = key(column, probe)
    if filter.op in ("is", "is_not"):
        return lambda row: (key(column, row) == bound) == (filter.op == "is")
    if column.type not in _ORDERED:
        raise Invalid(f"{where}.op: {filter.op} goes with {', '.join(_ORDERED)}; {column.name!r} is {column.type}")
    compare = _COMPARISONS[filter.op]
    return lambda row: (value := _comparable(key(column, row), bound, rates)) is not None and compare(value, bound)


def _containing(column: Column, value: Scalar, where: str) -> Callable[[Row], bool]:
    if column.type not in ("text", "select"):
        raise Invalid(f"{where}.op: contains goes with text and select; {column.name!r} is {column.type}")
    if not isinstance(value, str) or not value.strip():
        raise Invalid(f"{where}.value: contains takes words")
    return lambda row: found(value, str(row.values.get(column.name) or ""))


def _comparable(value: Any, bound: Any, rates: Rates) -> Any:
    """The value in the bound's currency; None where there is no value or no rate."""
    if not isinstance(value, Money):
        return value
    try:
        return rates.convert(value, bound.currency)
    except KeyError:
        return None


def ordered(database: Database, rows: Iterable[Row], sorts: Sequence[Sort]) -> list[Row]:
    """The rows in order; ties, and all without sorts, as they were added."""
    result = list(rows)
    for place, sort in reversed(list(enumerate(sorts))):
        column = column_of(database, sort.column, f"sort.{place}.column")
        keys = {row.id: key(column, row) for row in result}
        filled = [row for row in result if keys[row.id] is not None]
        filled.sort(key=lambda row: _sortable(keys[row.id]), reverse=sort.descending)
        result = filled + [row for row in result if keys[row.id] is None]
    return result


def _sortable(value: Any) -> Any:
    return (value.currency, value.minor) if isinstance(value, Money) else value
