"""What every predicate is: a few fields that are its YAML, and one method."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import Field

from vibelife_inspect.checks.operators import PLAIN, show
from vibelife_inspect.checks.query import Look, Query
from vibelife_inspect.checks.scope import Scope, ScopeError, coerce, within
from vibelife_inspect.world import Part


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a predicate holds, and the evidence: what was found, or what came nearest."""

    passed: bool
    evidence: str


class Predicate(Part):
    """One kind of predicate. A subclass names its YAML key; its fields are the YAML below that key."""

    key: ClassVar[str]
    """The YAML key, which is also the first field's name or alias."""

    def lint(self, scope: Scope) -> None:
        """Check names and values; nested predicates check themselves.

        Raises:
            ScopeError: Something does not exist or does not fit, with its place inside the predicate.
        """

    def judge(self, look: Look) -> Finding:
        """Evaluate on a history."""
        raise NotImplementedError

    @property
    def positive(self) -> bool:
        """Whether it asks for something that must be there; what an idle agent satisfies is not positive."""
        return True

    def inner(self) -> list[tuple[tuple[str | int, ...], "Predicate"]]:
        """Nested predicates with their places."""
        return []


class Compare(Part):
    """Comparisons with a number or an amount of money."""

    eq: Any = None
    lt: Any = None
    le: Any = None
    gt: Any = None
    ge: Any = None

    def lint_comparison(self, kind: Any, scope: Scope) -> None:
        """Check that there is a comparison and that its values are of the kind.

        Raises:
            ScopeError: None is given, or a value does not fit.
        """
        if not self.comparisons():
            raise ScopeError("needs a comparison: one of eq, lt, le, gt, ge")
        for name, value in self.comparisons():
            with within(name):
                coerce(value, kind, scope.zone)

    def comparisons(self) -> list[tuple[Literal["eq", "lt", "le", "gt", "ge"], Any]]:
        """The comparisons that are given."""
        names: tuple[Literal["eq", "lt", "le", "gt", "ge"], ...] = ("eq", "lt", "le", "gt", "ge")
        return [(name, getattr(self, name)) for name in names if getattr(self, name) is not None]

    def compares(self, actual: Any, kind: Any, look: Look) -> bool:
        """Whether all comparisons hold."""
        return all(PLAIN[name](value, kind, look.scope)[0](actual, look) for name, value in self.comparisons())

    def wanted(self) -> str:
        """The comparisons in words."""
        return " and ".join(f"{name} {show(value)}" for name, value in self.comparisons())


class Minimum(Query):
    """A query that must find at least so many rows."""

    min: int = Field(default=1, ge=1)


def lint_query(query: Query, scope: Scope, *place: str | int) -> None:
    """Check a query that stands at a place inside a predicate."""
    with within(*place):
        query.lint(scope)
