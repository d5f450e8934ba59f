"""`superlatives.yaml`: among which rows a thing is the first or the cheapest, so that the data prove it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Self

from pydantic import Field, model_validator

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.bundle.problems import Source
from vibelife_inspect.checks import Look, Query, Scope, ScopeError, select
from vibelife_inspect.checks.operators import show
from vibelife_inspect.checks.query import FileRows
from vibelife_inspect.checks.rows import read
from vibelife_inspect.checks.scope import field_type, within
from vibelife_inspect.errors import Problem
from vibelife_inspect.world import Part

PROOFS = "superlatives.yaml"


class Superlative(Query):
    """The rows among which a thing is the least or the most; exactly one of them may be."""

    key: str
    """As the lint prints it: the id of the event or check, and the word."""
    least: str | None = None
    """The field of which it has the least value; rows without a value do not count."""
    most: str | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.least is None) == (self.most is None):
            raise ValueError("needs either least or most")
        return self

    def lint(self, scope: Scope) -> None:
        """Check names and values; a file's cells are text, which has no order."""
        super().lint(scope)
        if isinstance(self.in_, FileRows):
            raise ScopeError("the cells of a file have no order; ask the table that holds the data", ("in",))
        with within("most" if self.least is None else "least"):
            field_type(self.row_type(scope), self._path)

    @property
    def _path(self) -> str:
        return self.least or self.most or ""

    def fault(self, look: Look) -> str:
        """Why no one row is it; empty when one is."""
        found = select(self, look)
        held = [(read(row, self._path), row) for row in found.rows]
        held = [(value, row) for value, row in held if value is not None]
        if not held:
            near = f"; {found.near_miss}" if found.near_miss else ""
            return f"no row of {self.source} that matches has a {self._path}{near}"
        try:
            best = (min if self.least else max)(value for value, _ in held)
        except (TypeError, ValueError) as error:
            return f"{self._path} has no order: {error}"
        ties = [row for value, row in held if value == best]
        if len(ties) == 1:
            return ""
        names = ", ".join(str(read(row, "id") or show(row)) for row in ties)
        return f"{len(ties)} rows of {self.source} share the {self._way} {self._path}, {show(best)}: {names}"

    @property
    def _way(self) -> str:
        return "least" if self.least else "most"


class SuperlativesFile(Part):
    """`superlatives.yaml`."""

    superlatives: list[Superlative] = Field(min_length=1)


@dataclass
class Proofs:
    """The proofs of a bundle, and what is wrong with their file."""

    entries: list[Superlative] = field(default_factory=list)
    faults: list[Problem] = field(default_factory=list)


def read_proofs(bundle: Bundle) -> Proofs:
    """The proofs of one variant; none where the bundle has no such file, or a faulty one."""
    proofs = Proofs()
    if (bundle.path / PROOFS).is_file():
        source = Source(bundle.path, PROOFS, proofs.faults)
        entries = list(_entries(source, bundle))
        proofs.entries = [] if proofs.faults else entries
    return proofs


def _entries(source: Source, bundle: Bundle) -> Iterator[Superlative]:
    data: Any = None if source.problems else source.rendered(dict(bundle.context))
    file = None if source.problems else source.validated(SuperlativesFile, data, bundle.setting.home)
    scope = bundle.scope()
    for number, entry in enumerate(file.superlatives if isinstance(file, SuperlativesFile) else []):
        try:
            entry.lint(scope)
        except ScopeError as error:
            source.report(("superlatives", number, *error.place), str(error))
        yield entry
