"""The shape of a session: a vague request, what the user has in mind and does not say, and what is looked at."""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from vibelife_inspect.checks import AnyPredicate, Check
from vibelife_inspect.checks.asking import Topic
from vibelife_inspect.checks.check import Axis
from vibelife_inspect.checks.facts import Facts
from vibelife_inspect.clock import Instant
from vibelife_inspect.world import Part

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
"""Lower-case words joined by underscores."""

IntentKind = Literal["standing_preference", "workspace_fact", "earlier_decision", "profile", "environment"]


class SessionSource(Part):
    """An earlier session, in which it was said or decided."""

    session: Id


class FileSource(Part):
    """A file of the workspace."""

    file: str = Field(min_length=1)


class RecordSource(Part):
    """A record of a service."""

    record: str
    """Its table, such as `email.messages`."""
    id: str


def _source_tag(value: Any) -> str | None:
    if isinstance(value, str):
        return "ask_only"
    keys = {"session": SessionSource, "file": FileSource, "record": RecordSource}
    for key, model in keys.items():
        if isinstance(value, model) or (isinstance(value, dict) and key in value):
            return key
    return None


Source = Annotated[
    Annotated[Literal["ask_only"], Tag("ask_only")]
    | Annotated[SessionSource, Tag("session")]
    | Annotated[FileSource, Tag("file")]
    | Annotated[RecordSource, Tag("record")],
    Discriminator(
        _source_tag,
        custom_error_type="source",
        custom_error_message="a source is ask_only, or a mapping with one of: session, file, record",
    ),
]
"""Where an intent can be known from."""


class Decoy(Part):
    """A stale or wrong value that a careless agent would use."""

    value: Any
    why: str = Field(min_length=1)
    """Where it comes from and what is wrong with it."""
    states: Facts
    """What a reply states that takes it for true."""
    taken_by: AnyPredicate
    """Whether it was used, at the end of the session."""
    objection: str = Field(min_length=1)
    """What the user says to a reply that states it; does not give the right value away."""


class Intent(Part):
    """Something that the user wants and does not say."""

    id: Id
    kind: IntentKind
    source: Source
    text: str = Field(min_length=1)
    """What the user says when nobody has asked."""
    answer: str = ""
    """What the user says when asked; `text` by default."""
    question: str = Field(min_length=1)
    """How a careful assistant would ask for it."""
    asked_by: Topic
    facts: Facts
    """What must be known to meet it: stated by the source, by `text` and by `answer`."""
    value: Any = None
    """What the reference fills in where it is known."""
    met_by: AnyPredicate
    decoys: list[Decoy] = Field(default=[])

    @property
    def source_kind(self) -> str:
        """`ask_only`, `session`, `file` or `record`."""
        return str(_source_tag(self.source))


class Item(Part):
    """One item of a session's checklist: a predicate, or a question for a grader with a predicate that comes near."""

    id: Id
    axis: Axis = "artifact"
    why: str = Field(min_length=1)
    expect: AnyPredicate | None = None
    provided: AnyPredicate | None = None
    idle: Literal["passes"] | None = None
    rubric: str | None = Field(default=None, min_length=1)
    """What a grader is asked; its answer is yes or no, with a quotation as evidence."""
    approximate: AnyPredicate | None = None
    """What stands in for the grader where there is none."""

    @model_validator(mode="after")
    def _one_way(self) -> "Item":
        if (self.expect is None) == (self.rubric is None):
            raise ValueError("needs either expect or rubric")
        if (self.rubric is None) != (self.approximate is None):
            raise ValueError("a rubric needs `approximate`, and only a rubric has one")
        return self

    def check(self, stage: int) -> Check:
        """The item as a check of weight 1, due at the end of its session."""
        return Check(
            id=self.id,
            tier="stage",
            stage=stage,
            weight=1,
            axis=self.axis,
            why=self.why,
            expect=self.expect or self.approximate,
            provided=self.provided,
            idle=self.idle,
            rubric=self.rubric,
        )


class SessionEvent(Part):
    """A dialogue with the user: the agent's turns are bounded by the intents and decoys."""

    id: Id
    kind: Literal["session"]
    at: Instant
    request: str = Field(min_length=1)
    intents: list[Intent] = Field(min_length=1)
    needs: list[Id] = Field(default=[])
    """The earlier sessions that it builds on directly."""
    away: bool = False
    """The user answers nothing after the request: whoever asks has asked in vain."""
