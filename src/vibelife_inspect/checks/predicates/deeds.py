"""Predicates over what the agent did: called, sequence, untouched."""

from typing import Any, ClassVar

from pydantic import Field

from vibelife_inspect.checks.facts import Facts, missing
from vibelife_inspect.checks.operators import show
from vibelife_inspect.checks.predicates.base import Finding, Predicate, lint_query
from vibelife_inspect.checks.predicates.texts import SaidAsk
from vibelife_inspect.checks.query import Look, Query, Where, compile_where, fits
from vibelife_inspect.checks.scope import Scope, ScopeError, within
from vibelife_inspect.text import clean
from vibelife_inspect.world import Part


class CallAsk(Part):
    """Which call: operation, arguments, result, and when."""

    operation: str | list[str]
    arguments: Where = Field(default={})
    result: Where = Field(default={})
    holds: Facts | None = None
    """Facts that the result must hold, wherever in it."""
    stages: list[int] | None = Field(default=None, min_length=1)
    events: list[str] | None = Field(default=None, min_length=1)
    after: str | None = None
    """Only after the end of this event's turn."""
    before: str | None = None
    """Only before this event's turn."""
    ok: bool = True
    """Whether the call succeeded."""

    @property
    def operations(self) -> list[str]:
        """The operations that count."""
        return [self.operation] if isinstance(self.operation, str) else self.operation

    def lint(self, scope: Scope) -> None:
        """Check operations, argument names, stages and events."""
        for name in self.operations:
            with within("operation"):
                scope.operation(name)
            for argument in self.arguments:
                known = scope.operations[name].arguments.model_fields
                if argument not in ("all_of", "any_of") and argument.split(".")[0] not in known:
                    raise ScopeError(f"{name} has no argument {argument!r}", ("arguments", argument))
        compile_where(self.arguments, Any, scope, ("arguments",))
        compile_where(self.result, Any, scope, ("result",))
        for number, stage in enumerate(self.stages or []):
            with within("stages", number):
                scope.stage(stage)
        for number, event in enumerate(self.events or []):
            with within("events", number):
                scope.event(event)
        for place, bound in (("after", self.after), ("before", self.before)):
            if bound is not None:
                with within(place):
                    scope.event(bound)

    def matches(self, look: Look) -> list[tuple[int, str]]:
        """Positions and names of the calls that match."""
        first, last = -1, None
        if self.after is not None:
            span = look.history.event_span(self.after)
            if span is None:
                return []
            first = span[1]
        if self.before is not None and (span := look.history.event_span(self.before)) is not None:
            last = span[0]
        arguments = compile_where(self.arguments, Any, look.scope, ())
        result = compile_where(self.result, Any, look.scope, ())
        return [
            (line.position, f"{call.operation} in {line.event}")
            for line, call in look.history.calls()
            if call.operation in self.operations
            and (call.error is None) == self.ok
            and line.position > first
            and (last is None or line.position < last)
            and (self.stages is None or line.stage in self.stages)
            and (self.events is None or line.event in self.events)
            and fits(arguments, call.arguments, look)
            and fits(result, call.result if call.error is None else call.error, look)
            and (self.holds is None or not missing(self.holds, _flat(call.result)))
        ]


def _flat(value: Any) -> str:
    """A result as text, one value a line, so that facts are found as whole cells."""
    if isinstance(value, dict):
        return "\n".join(_flat(item) for item in value.values())
    if isinstance(value, list):
        return "\n".join(_flat(item) for item in value)
    return clean(str(value))


class Called(Predicate):
    """The agent made such a call."""

    key: ClassVar[str] = "called"
    called: CallAsk

    def lint(self, scope: Scope) -> None:
        """Check the names."""
        with within("called"):
            self.called.lint(scope)

    def judge(self, look: Look) -> Finding:
        """Look through the calls."""
        if found := self.called.matches(look):
            return Finding(True, f"called {found[0][1]}")
        names = " or ".join(self.called.operations)
        made = sum(call.operation in self.called.operations for _, call in look.history.calls())
        return Finding(False, f"{names} was never called so; {made} calls of it in all")


class Became(Part):
    """A change after which a row matches."""

    became: Query

    def lint(self, scope: Scope) -> None:
        """Check the query."""
        lint_query(self.became, scope, "became")
        if not isinstance(self.became.in_, str) or self.became.in_ not in scope.models:
            raise ScopeError("became asks a table", ("became", "in"))

    def positions(self, look: Look) -> list[int]:
        """Where in the journal a row came to match."""
        conditions = compile_where(self.became.where, self.became.row_type(look.scope), look.scope, ())
        return [
            line.position
            for line, change in look.history.changes()
            if f"{change.service}.{change.table}" == self.became.in_
            and self.became.by in (None, change.actor)
            and (self.became.stages is None or line.stage in self.became.stages)
            and change.after is not None
            and fits(conditions, change.after, look)
        ]


class CalledStep(Part):
    """A call of the agent."""

    called: CallAsk

    def lint(self, scope: Scope) -> None:
        """Check the names."""
        with within("called"):
            self.called.lint(scope)

    def positions(self, look: Look) -> list[int]:
        """Where in the journal such calls are."""
        return [position for position, _ in self.called.matches(look)]


class SaidStep(Part):
    """A reply of the agent."""

    said: SaidAsk

    def lint(self, scope: Scope) -> None:
        """Check events and stages."""
        with within("said"):
            self.said.lint(scope)

    def positions(self, look: Look) -> list[int]:
        """Where in the journal such replies are."""
        return [
            line.position
            for line, reply in look.history.replies()
            if (reply.event in (self.said.events or ()) or line.stage in (self.said.stages or ()))
            and not missing(self.said.states, reply.text, together=self.said.together)
        ]


class Sequence(Predicate):
    """Matches follow each other in time."""

    key: ClassVar[str] = "sequence"
    sequence: list[Became | CalledStep | SaidStep] = Field(min_length=1)

    def lint(self, scope: Scope) -> None:
        """Check each step."""
        for number, step in enumerate(self.sequence):
            with within("sequence", number):
                step.lint(scope)

    def judge(self, look: Look) -> Finding:
        """Take for each step its first match after the step before."""
        last = -1
        for number, step in enumerate(self.sequence, start=1):
            later = [position for position in step.positions(look) if position > last]
            if not later:
                return Finding(False, f"step {number} of {len(self.sequence)} has no match after the steps before it")
            last = later[0]
        return Finding(True, f"all {len(self.sequence)} steps in order")


class UntouchedAsk(Part):
    """Which tables, with which exceptions, in which stages."""

    in_: str | list[str] = Field(alias="in")
    except_: Where = Field(default={}, alias="except")
    stages: list[int] | None = Field(default=None, min_length=1)

    @property
    def tables(self) -> list[str]:
        """The tables."""
        return [self.in_] if isinstance(self.in_, str) else self.in_


class Untouched(Predicate):
    """The agent changed no row of the tables but the excepted ones."""

    key: ClassVar[str] = "untouched"
    untouched: UntouchedAsk

    def lint(self, scope: Scope) -> None:
        """Check tables, exceptions and stages."""
        for table in self.untouched.tables:
            try:
                compile_where(self.untouched.except_, scope.model(table), scope, ("except",))
            except ScopeError as error:
                raise ScopeError(str(error), ("untouched", *(error.place or ("in",)))) from None
        for number, stage in enumerate(self.untouched.stages or []):
            with within("untouched", "stages", number):
                scope.stage(stage)

    def judge(self, look: Look) -> Finding:
        """Look for a change by the agent."""
        excepted = {
            table: compile_where(self.untouched.except_, look.scope.model(table), look.scope, ())
            for table in self.untouched.tables
        }
        for line, change in look.history.changes():
            table = f"{change.service}.{change.table}"
            if change.actor != "agent" or table not in excepted:
                continue
            if self.untouched.stages is not None and line.stage not in self.untouched.stages:
                continue
            if not excepted[table] or not fits(excepted[table], change.after or change.before, look):
                return Finding(False, f"{table} {change.id} was changed in {line.event}: {show(change.after)}")
        return Finding(True, "the agent left it alone")

    @property
    def positive(self) -> bool:
        """An idle agent satisfies it."""
        return False
