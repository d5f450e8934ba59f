"""Predicates over what the agent wrote and said: file, said, silent, unasked."""

from typing import Any, ClassVar

from pydantic import Field, model_validator

from vibelife_inspect.checks.asking import questions
from vibelife_inspect.checks.facts import Fact, Facts, missing
from vibelife_inspect.checks.operators import show
from vibelife_inspect.checks.predicates.base import Finding, Predicate
from vibelife_inspect.checks.query import FileRows, Look, Query, Where, compile_where, select
from vibelife_inspect.checks.scope import Scope, ScopeError, within
from vibelife_inspect.world import Part


def _words(facts: list[Fact]) -> str:
    return ", ".join(str(fact) for fact in facts)


class FileAsk(Part):
    """A file and what it must hold."""

    path: str = Field(min_length=1)
    section: str | None = None
    states: Facts | None = None
    together: bool = False
    """All facts in one row or paragraph."""
    rows: Where | None = None
    """A row of the file's table that must be there."""
    as_of: int | None = None


class FileHolds(Predicate):
    """A file exists and holds facts or a row."""

    key: ClassVar[str] = "file"
    file: FileAsk

    def lint(self, scope: Scope) -> None:
        """Check stages and conditions."""
        if self.file.as_of is not None:
            with within("file", "as_of"):
                scope.stage(self.file.as_of)
        if self.file.rows is not None:
            if not self.file.rows:
                raise ScopeError("asks nothing", ("file", "rows"))
            compile_where(self.file.rows, Any, scope, ("file", "rows"))

    def judge(self, look: Look) -> Finding:
        """Read the file."""
        file = look.history.rows("workspace.files", self.file.as_of or look.stage).get(self.file.path)
        if file is None:
            return Finding(False, f"there is no file {self.file.path!r}")
        if self.file.states and (lacking := missing(self.file.states, file.content, together=self.file.together)):
            where = " together" if self.file.together else ""
            return Finding(False, f"{self.file.path} does not state{where}: {_words(lacking)}")
        if self.file.rows is not None:
            rows = FileRows(file=self.file.path, section=self.file.section)
            query = Query.model_validate({"in": rows, "where": self.file.rows, "as_of": self.file.as_of})
            found = select(query, look)
            if not found.rows:
                return Finding(
                    False, f"{self.file.path}: none of {found.seen} rows matches. {found.near_miss}".rstrip()
                )
        return Finding(True, f"{self.file.path} holds what was asked")


class SaidAsk(Part):
    """In which replies, and which facts."""

    events: list[str] | None = Field(default=None, min_length=1)
    stages: list[int] | None = Field(default=None, min_length=1)
    states: Facts
    together: bool = False

    @model_validator(mode="after")
    def _somewhere(self) -> "SaidAsk":
        if (self.events is None) == (self.stages is None):
            raise ValueError("needs either events or stages")
        return self

    def lint(self, scope: Scope) -> None:
        """Check events and stages."""
        for number, event in enumerate(self.events or []):
            with within("events", number):
                scope.event(event)
        for number, stage in enumerate(self.stages or []):
            with within("stages", number):
                scope.stage(stage)


class Said(Predicate):
    """One reply states all the facts."""

    key: ClassVar[str] = "said"
    said: SaidAsk

    def lint(self, scope: Scope) -> None:
        """Check events and stages."""
        with within("said"):
            self.said.lint(scope)

    def judge(self, look: Look) -> Finding:
        """Look through the replies."""
        best: list[Fact] | None = None
        for line, reply in look.history.replies():
            if reply.event in (self.said.events or ()) or line.stage in (self.said.stages or ()):
                lacking = missing(self.said.states, reply.text, together=self.said.together)
                if not lacking:
                    return Finding(True, f"said in {reply.event}: {show(reply.text)}")
                best = lacking if best is None or len(lacking) < len(best) else best
        if best is None:
            return Finding(False, "nothing was said there")
        return Finding(False, f"no reply there states: {_words(best)}")


class SilentAsk(Part):
    """In which turns it should be quiet."""

    events: list[str] = Field(min_length=1)


class Silent(Predicate):
    """No reply and no committing call in these turns."""

    key: ClassVar[str] = "silent"
    silent: SilentAsk

    def lint(self, scope: Scope) -> None:
        """Check the events."""
        for number, event in enumerate(self.silent.events):
            with within("silent", "events", number):
                scope.event(event)

    def judge(self, look: Look) -> Finding:
        """Look for a word or a deed."""
        for _, reply in look.history.replies():
            if reply.event in self.silent.events and reply.text:
                return Finding(False, f"said in {reply.event}: {show(reply.text)}")
        for line, call in look.history.calls():
            if line.event in self.silent.events and call.effect == "commit" and call.error is None:
                return Finding(False, f"{call.operation} in {line.event}")
        return Finding(True, "nothing was said or committed there")

    @property
    def positive(self) -> bool:
        """An idle agent satisfies it."""
        return False


class Unasked(Predicate):
    """No reply in these turns asks anything."""

    key: ClassVar[str] = "unasked"
    unasked: SilentAsk

    def lint(self, scope: Scope) -> None:
        """Check the events."""
        for number, event in enumerate(self.unasked.events):
            with within("unasked", "events", number):
                scope.event(event)

    def judge(self, look: Look) -> Finding:
        """Look for a question."""
        for _, reply in look.history.replies():
            if reply.event in self.unasked.events and (asked := questions(reply.text)):
                return Finding(False, f"asked in {reply.event}: {show(asked[0])}")
        return Finding(True, "nothing was asked there")

    @property
    def positive(self) -> bool:
        """An idle agent satisfies it."""
        return False
