"""Predicates over the rows of a query: some, none, count, every."""

from typing import ClassVar

from pydantic import Field

from vibelife_inspect.checks.operators import PLAIN, show
from vibelife_inspect.checks.predicates.base import Compare, Finding, Minimum, Predicate, lint_query
from vibelife_inspect.checks.query import Look, Query, Where, compile_where, failures, select
from vibelife_inspect.checks.rows import read
from vibelife_inspect.checks.scope import Scope, within

_NO_SCOPE = Scope(services=(), zone=None)


def _names(rows: list[object]) -> str:
    return ", ".join(str(read(row, "id") or show(row)) for row in rows[:3]) + (", ..." if len(rows) > 3 else "")


class Some(Predicate):
    """At least one row matches."""

    key: ClassVar[str] = "some"
    some: Query

    def lint(self, scope: Scope) -> None:
        """Check the query."""
        lint_query(self.some, scope, "some")

    def judge(self, look: Look) -> Finding:
        """Look for a match."""
        found = select(self.some, look)
        if found.rows:
            return Finding(True, f"{self.some.source}: {_names(found.rows)} matches")
        return Finding(False, f"{self.some.source}: none of {found.seen} rows matches. {found.near_miss}".rstrip())


class Nothing(Predicate):
    """No row matches."""

    key: ClassVar[str] = "none"
    none: Query

    def lint(self, scope: Scope) -> None:
        """Check the query."""
        lint_query(self.none, scope, "none")

    def judge(self, look: Look) -> Finding:
        """Look for a match."""
        found = select(self.none, look)
        if found.rows:
            return Finding(False, f"{self.none.source}: {_names(found.rows)} matches, but nothing should")
        return Finding(True, f"{self.none.source}: none of {found.seen} rows matches, as it should be")

    @property
    def positive(self) -> bool:
        """An idle agent satisfies it."""
        return False


class CountQuery(Query, Compare):
    """A query and how many rows it should find."""


class Count(Predicate):
    """So many rows match."""

    key: ClassVar[str] = "count"
    count: CountQuery

    def lint(self, scope: Scope) -> None:
        """Check the query and the numbers."""
        lint_query(self.count, scope, "count")
        with within("count"):
            self.count.lint_comparison(int, scope)

    def judge(self, look: Look) -> Finding:
        """Count the matches."""
        found = select(self.count, look)
        number = len(found.rows)
        text = f"{self.count.source}: {number} of {found.seen} rows match, wanted {self.count.wanted()}"
        passed = self.count.compares(number, int, look)
        return Finding(passed, text if passed else f"{text}. {found.near_miss}".rstrip())

    @property
    def positive(self) -> bool:
        """Positive when zero rows do not do."""
        return any(not PLAIN[name](value, int, _NO_SCOPE)[0](0, None) for name, value in self.count.comparisons())


class EveryQuery(Minimum):
    """A query and what each of its rows must satisfy."""

    satisfies: Where = Field(min_length=1)


class Every(Predicate):
    """Each matching row satisfies a further condition, and there are enough of them."""

    key: ClassVar[str] = "every"
    every: EveryQuery

    def lint(self, scope: Scope) -> None:
        """Check both conditions."""
        lint_query(self.every, scope, "every")
        compile_where(self.every.satisfies, self.every.row_type(scope), scope, ("every", "satisfies"))

    def judge(self, look: Look) -> Finding:
        """Look for a row that does not satisfy."""
        found = select(self.every, look)
        if len(found.rows) < self.every.min:
            text = f"{self.every.source}: {len(found.rows)} rows to judge, wanted at least {self.every.min}"
            return Finding(False, f"{text}. {found.near_miss}".rstrip())
        conditions = compile_where(self.every.satisfies, self.every.row_type(look.scope), look.scope, ())
        for row in found.rows:
            if failed := failures(conditions, row, look):
                return Finding(False, f"{self.every.source}: {_names([row])}: " + "; ".join(failed[:3]))
        return Finding(True, f"{self.every.source}: all {len(found.rows)} satisfy it")
