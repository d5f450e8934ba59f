"""Queries over the world's tables, calls, replies, journal and files, with typed conditions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, ValidationError

from vibelife_inspect.checks.history import History
from vibelife_inspect.checks.operators import PLAIN, Builder, Test, same, show
from vibelife_inspect.checks.rows import SPECIAL, calls, changes, read, read_all, replies
from vibelife_inspect.checks.scope import Scope, ScopeError, element_type, field_type, within
from vibelife_inspect.checks.tables import read_table
from vibelife_inspect.errors import nearest
from vibelife_inspect.world import Part

Where = dict[str, Any]
"""Field paths to values or to operators."""


class FileRows(Part):
    """The rows of the table in a file of the workspace."""

    file: str = Field(min_length=1)
    section: str | None = None
    """Only the tables below a heading with these words."""


class Query(Part):
    """Which rows: of a table, of `calls`, `replies`, `journal`, or of a file's table."""

    in_: str | FileRows = Field(alias="in")
    where: Where = Field(default={})
    by: Literal["agent", "timeline", "service"] | None = None
    as_of: int | None = Field(default=None, ge=1)
    stages: list[int] | None = Field(default=None, min_length=1)

    def lint(self, scope: Scope) -> None:
        """Check names and values against the services' models.

        Raises:
            ScopeError: Something does not exist or does not fit.
        """
        self._lint_filters()
        for number, stage in enumerate(self.stages or []):
            with within("stages", number):
                scope.stage(stage)
        if self.as_of is not None:
            with within("as_of"):
                scope.stage(self.as_of)
        with within("in"):
            kind = self.row_type(scope)
        compile_where(self.where, kind, scope, ("where",))

    def _lint_filters(self) -> None:
        """A filter that a source cannot have is a fault, not a filter that filters nothing."""
        if self.by is not None and self.in_ in ("calls", "replies"):
            raise ScopeError(f"`by` asks nothing of {self.in_}: they are all the agent's", ("by",))
        if isinstance(self.in_, FileRows):
            for name in ("by", "stages"):
                if getattr(self, name) is not None:
                    raise ScopeError(f"the rows of a file have no `{name}`", (name,))

    def row_type(self, scope: Scope) -> Any:
        """The type of the rows; `Any` for untyped ones."""
        if isinstance(self.in_, FileRows):
            return Any
        return SPECIAL[self.in_] if self.in_ in SPECIAL else scope.model(self.in_)

    @property
    def source(self) -> str:
        """What the rows come from, for people."""
        return self.in_ if isinstance(self.in_, str) else f"the table in {self.in_.file}"


@dataclass(frozen=True)
class Look:
    """What a predicate is evaluated on.

    Args:
        history: The world's past.
        scope: The task's names.
        stage: The stage as of which tables are read; None is now.
    """

    history: History
    scope: Scope
    stage: int | None = None


@dataclass(frozen=True)
class Condition:
    """One condition on one field: a test of the field's value, and words for people."""

    path: str
    text: str
    test: Callable[[Any, Look], bool]


@dataclass(frozen=True)
class Matches:
    """The rows that match, of all that were looked at, and the one that missed by least."""

    rows: list[Any]
    seen: int
    near_miss: str


_NEAR_ROWS = 2_000
"""Among how many rows the nearest miss is looked for."""


def select(query: Query, look: Look) -> Matches:
    """The rows that match a query."""
    conditions = compile_where(query.where, query.row_type(look.scope), look.scope, ("where",))
    rows = _rows(query, look)
    matching = [row for row in rows if fits(conditions, row, look)]
    return Matches(matching, len(rows), "" if matching else _near_miss(rows[:_NEAR_ROWS], conditions, look))


def _near_miss(rows: list[Any], conditions: list[Condition], look: Look) -> str:
    """The row that fails the fewest conditions, and how, for the evidence.

    The first condition mostly says which row is meant: if some rows meet it, the nearest is one of them.
    """
    meant = [row for row in rows if conditions and conditions[0].test(read(row, conditions[0].path), look)]
    nearest_row, fewest = None, conditions
    for row in meant or rows:
        failed = _failed(row, conditions, len(fewest), look)
        if nearest_row is None or len(failed) < len(fewest):
            nearest_row, fewest = row, failed
    if nearest_row is None:
        return ""
    wrong = (f"{item.path} is {show(read(nearest_row, item.path))}, wanted {item.text}" for item in fewest[:3])
    return f"nearest is {_name(nearest_row)}: " + "; ".join(wrong)


def _failed(row: Any, conditions: list[Condition], enough: int, look: Look) -> list[Condition]:
    """The conditions that a row fails; no more are looked for once there are enough to lose."""
    failed: list[Condition] = []
    for condition in conditions:
        if len(failed) >= enough:
            break
        if not condition.test(read(row, condition.path), look):
            failed.append(condition)
    return failed


def failures(conditions: list[Condition], row: Any, look: Look) -> list[str]:
    """The conditions that a row fails, in words."""
    return [
        f"{condition.path} is {show(read(row, condition.path))}, wanted {condition.text}"
        for condition in conditions
        if not condition.test(read(row, condition.path), look)
    ]


def fits(conditions: list[Condition], row: Any, look: Look) -> bool:
    """Whether a row meets all conditions."""
    return all(condition.test(read(row, condition.path), look) for condition in conditions)


def _rows(query: Query, look: Look) -> list[Any]:
    history, wanted = look.history, query.stages
    if isinstance(query.in_, FileRows):
        file = history.rows("workspace.files", query.as_of or look.stage).get(query.in_.file)
        return read_table(query.in_.file, file.content, query.in_.section) if file else []
    if query.in_ == "calls":
        return calls(history, wanted)
    if query.in_ == "replies":
        return replies(history, wanted)
    if query.in_ == "journal":
        return [row for row in changes(history, wanted) if query.by in (None, row.actor)]
    rows = history.rows(query.in_, query.as_of or look.stage)
    if query.by is None and wanted is None:
        return list(rows.values())
    return [row for id, row in rows.items() if history.written_by(query.in_, id, query.by, wanted)]


def _name(row: Any) -> str:
    for key in ("id", "operation", "event"):
        if (value := read(row, key)) is not None:
            return str(value)
    return show(row)


def compile_where(where: Where, kind: Any, scope: Scope, place: tuple[str | int, ...]) -> list[Condition]:
    """The conditions of a where, with values as the fields' types.

    Raises:
        ScopeError: A field, an operator or a value that does not exist or fit.
    """
    conditions = []
    for path, wanted in where.items():
        try:
            if path in ("all_of", "any_of"):
                conditions.append(_combined(path, wanted, kind, scope))
                continue
            inner = Any if kind is Any else field_type(kind, path)
            conditions.extend(_field_conditions(path, wanted, inner, scope))
        except ScopeError as error:
            raise ScopeError(str(error), (*place, path, *error.place)) from None
    return conditions


def _combined(key: str, wanted: Any, kind: Any, scope: Scope) -> Condition:
    if not isinstance(wanted, list) or not wanted or not all(isinstance(item, dict) and item for item in wanted):
        raise ScopeError(f"{key} takes a list of wheres")
    parts = [compile_where(item, kind, scope, (number,)) for number, item in enumerate(wanted)]
    join = all if key == "all_of" else any

    def test(row: Any, look: Look) -> bool:
        return join(all(item.test(read(row, item.path), look) for item in part) for part in parts)

    words = (" and " if key == "all_of" else " or ").join(
        "(" + ", ".join(f"{item.path} {item.text}" for item in part) + ")" for part in parts
    )
    return Condition("", words, test)


def _field_conditions(path: str, wanted: Any, kind: Any, scope: Scope) -> list[Condition]:
    if not isinstance(wanted, dict) or "from" in wanted:
        return [_condition(path, "eq", wanted, kind, scope)]
    if not wanted:
        raise ScopeError("an empty condition asks nothing")
    return [_condition(path, operator, value, kind, scope) for operator, value in wanted.items()]


def _condition(path: str, operator: str, value: Any, kind: Any, scope: Scope) -> Condition:
    if operator not in OPERATORS:
        raise ScopeError(f"there is no operator {operator!r}; {nearest(operator, OPERATORS)}", (operator,))
    try:
        if isinstance(value, dict) and "from" in value:
            return _sub_query(path, operator, value, kind, scope)
        test, words = OPERATORS[operator](value, kind, scope)
    except ScopeError as error:
        raise ScopeError(str(error), (operator, *error.place) if operator != "eq" else error.place) from None
    return Condition(path, words, test)


def _sub_query(path: str, operator: str, value: dict[str, Any], kind: Any, scope: Scope) -> Condition:
    unknown = set(value) - {"from", "where", "field", "by", "as_of", "stages"}
    if unknown:
        raise ScopeError(f"a sub-query has no {sorted(unknown)[0]!r}; {nearest(sorted(unknown)[0], _SUB)}")
    try:
        source = Query.model_validate(
            {"in": value["from"], **{k: value[k] for k in value if k not in ("from", "field")}}
        )
        source.lint(scope)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ScopeError(first["msg"], ("from",) if first["loc"][:1] == ("in",) else first["loc"]) from None
    except ScopeError as error:
        place = ("from",) if error.place == ("in",) else error.place
        raise ScopeError(str(error), place) from None
    field = value.get("field", "id")
    field_type(source.row_type(scope), field, through_lists=True)
    negative = operator == "ne"

    seen: list[tuple[Look, list[Any]]] = []

    def test(actual: Any, look: Look) -> bool:
        # A condition lives for one evaluation, in which the world stands still: its sub-query is asked once.
        if not seen or seen[0][0] is not look:
            seen[:] = [(look, [value for row in select(source, look).rows for value in read_all(row, field)])]
        found = seen[0][1]
        if operator in ("eq", "in", "ne"):
            return any(same(actual, item) for item in found) != negative
        return any(OPERATORS[operator](item, kind, scope)[0](actual, look) for item in found)

    return Condition(path, f"{operator} {field} of {source.source} where {show(source.where)}", test)


_SUB = ("from", "where", "field", "by", "as_of", "stages")


def _quantified(quantifier: Literal["any", "none", "every"]) -> Builder:
    def build(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
        element = element_type(kind)
        if element is None:
            raise ScopeError(f"{quantifier} asks a list; this field is none")
        test = _element_test(value, element, scope)

        def run(actual: Any, look: Look) -> bool:
            if not isinstance(actual, list | tuple):
                return False
            hits = [test(item, look) for item in actual]
            if quantifier == "any":
                return any(hits)
            return not any(hits) if quantifier == "none" else bool(hits) and all(hits)

        return run, f"with {quantifier} element {show(value)}"

    return build


def _element_test(value: Any, element: Any, scope: Scope) -> Test:
    if not isinstance(value, dict) or "from" in value:
        condition = _field_conditions("", value, element, scope)[0]
        return condition.test
    if set(value) <= set(OPERATORS):
        conditions = _field_conditions("", value, element, scope)
        return lambda item, look: all(condition.test(item, look) for condition in conditions)
    conditions = compile_where(value, element, scope, ())
    return lambda item, look: all(condition.test(read(item, condition.path), look) for condition in conditions)


OPERATORS: dict[str, Builder] = {
    **PLAIN,
    "any": _quantified("any"),
    "none": _quantified("none"),
    "every": _quantified("every"),
}
"""Every operator of a `where`."""
