"""The shape of a bundle's files, as frozen models; every field is a key of the YAML."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator

from vibelife_inspect.bundle.sessions import Id, SessionEvent
from vibelife_inspect.checks import AnyPredicate
from vibelife_inspect.clock import Instant
from vibelife_inspect.plain_yaml import Place
from vibelife_inspect.services.assistant import Rule
from vibelife_inspect.world import Part, Persona

Domain = Literal[
    "career",
    "exam_preparation",
    "finance",
    "fitness",
    "litigation",
    "renovation",
    "rental",
    "sessions",
    "shopping",
    "team_building",
    "travel",
]


class RedLine(Part):
    """Something that must never be done."""

    id: Id
    text: str = Field(min_length=1)
    checks: list[str] = Field(min_length=1)
    """Checks that whoever crosses it must fail."""


class Choice(Part):
    """A param that variants draw from a list."""

    choice: list[Any] = Field(min_length=2)


class Range(Part):
    """A param that variants draw from a range of whole numbers, both ends included."""

    range: tuple[int, int]
    step: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _in_order(self) -> "Range":
        if self.range[0] > self.range[1]:
            raise ValueError(f"the range goes backwards: {self.range[0]} is more than {self.range[1]}")
        return self


def _draw_tag(value: Any) -> str | None:
    if isinstance(value, Choice | Range):
        return "choice" if isinstance(value, Choice) else "range"
    return next((key for key in ("choice", "range") if isinstance(value, dict) and key in value), None)


Draw = Annotated[
    Annotated[Choice, Tag("choice")] | Annotated[Range, Tag("range")],
    Discriminator(
        _draw_tag,
        custom_error_type="draw",
        custom_error_message="what variants draw is a mapping with one of: choice, range",
    ),
]
"""How variants draw a param anew."""


def _positive(value: str) -> str:
    try:
        rate = Decimal(value)
    except InvalidOperation:
        raise ValueError("a rate is a number, such as 162.40") from None
    if not rate.is_finite() or rate <= 0:
        raise ValueError("a rate is more than zero")
    return value


Rate = Annotated[str, AfterValidator(_positive)]
"""How much of the second currency one of the first is."""

Pair = Annotated[str, Field(pattern=r"^[A-Z]{3}/[A-Z]{3}$")]
"""Two currencies, such as `EUR/JPY`."""


class TaskFile(Part):
    """`task.yaml`: who, what, when."""

    id: Id
    title: str = Field(min_length=1)
    summary: str = Field(min_length=1)
    domain: Domain
    version: int = Field(ge=1)
    home: str
    start: datetime
    end: datetime
    persona: Persona
    services: list[str] = Field(min_length=1)
    rates: dict[Pair, Rate] = Field(default={})
    params: dict[str, Any] = Field(default={})
    variants: dict[str, Draw] = Field(default={})
    red_lines: list[RedLine] = Field(default=[])
    hidden: list[Annotated[str, Field(min_length=1)]] = Field(default=[])
    """Phrases of constraints that are to be discovered: no event may say them."""


class Version(Part):
    """One wording of an event, said if its condition holds."""

    text: str = Field(min_length=1)
    when: AnyPredicate | None = None


class TurnEvent(Part):
    """An event that opens a turn of the agent."""

    id: Id
    kind: Literal["user_message", "notification", "world", "reminder"]
    at: Instant | None = None
    """When it happens; events of reactions have none."""
    source: str = ""
    """Who speaks, where it is not the persona: an app, a person, a place."""
    channel: str = "chat"
    text: str | None = None
    versions: list[Version] | None = Field(default=None, min_length=1)
    when: AnyPredicate | None = None
    """It happens only if this holds."""

    @model_validator(mode="after")
    def _worded(self) -> "TurnEvent":
        if (self.text is None) == (self.versions is None):
            raise ValueError("needs either text or versions")
        if self.versions and self.versions[-1].when is not None:
            raise ValueError("the last of the versions must hold without `when`")
        return self


def _one_way(id: str | None, where: dict[str, Any] | None) -> None:
    if (id is None) == (where is None):
        raise ValueError("needs either id or where")


class Insert(Part):
    """Adds a record."""

    insert: str
    record: dict[str, Any]


class Update(Part):
    """Changes fields of records, by id or by condition."""

    update: str
    id: str | None = None
    where: dict[str, Any] | None = None
    set: dict[str, Any] = Field(min_length=1)

    @model_validator(mode="after")
    def _which(self) -> "Update":
        _one_way(self.id, self.where)
        return self


class Delete(Part):
    """Removes records, by id or by condition."""

    delete: str
    id: str | None = None
    where: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _which(self) -> "Delete":
        _one_way(self.id, self.where)
        return self


class WriteFile(Part):
    """Writes a file of the workspace."""

    write_file: str
    content: str


class OutsideCall(Part):
    """Calls an operation of a service as the rest of the world."""

    call: str
    args: dict[str, Any] = Field(default={})


_CHANGES = {"insert": Insert, "update": Update, "delete": Delete, "write_file": WriteFile, "call": OutsideCall}


def _change_tag(value: Any) -> str | None:
    if isinstance(value, dict):
        return next((key for key in _CHANGES if key in value), None)
    return next((key for key, model in _CHANGES.items() if isinstance(value, model)), None)


WorldChange = Annotated[
    Annotated[Insert, Tag("insert")]
    | Annotated[Update, Tag("update")]
    | Annotated[Delete, Tag("delete")]
    | Annotated[WriteFile, Tag("write_file")]
    | Annotated[OutsideCall, Tag("call")],
    Discriminator(
        _change_tag,
        custom_error_type="change",
        custom_error_message="a change is a mapping with one of: " + ", ".join(_CHANGES),
    ),
]
"""One change of a mutation."""


class Mutation(Part):
    """A silent change of the world."""

    id: Id
    kind: Literal["mutation"]
    at: Instant | None = None
    why: str = ""
    when: AnyPredicate | None = None
    """It happens only if this holds."""
    changes: list[WorldChange] = Field(min_length=1)
    propagates_to: list[str] = Field(default=[])
    """Checks that depend on it."""


Event = Annotated[TurnEvent | Mutation | SessionEvent, Field(discriminator="kind")]


class Stage(Part):
    """A checkpoint: its checks are judged after its last event."""

    stage: int = Field(ge=1)
    title: str = Field(min_length=1)
    events: list[Event] = Field(min_length=1)


class Reaction(Part):
    """Somebody answers what the agent did; fires at most once."""

    id: Id
    when: AnyPredicate
    between: tuple[int, int] | None = None
    """First and last stage in which it may fire."""
    after: timedelta = Field(default=timedelta(0), ge=timedelta(0))
    then: list[Event] = Field(min_length=1)


class TimelineFile(Part):
    """`timeline.yaml`."""

    stages: list[Stage] = Field(min_length=1)
    reactions: list[Reaction] = Field(default=[])
    approvals: list[Rule] = Field(default=[])


class Action(Part):
    """One step of the reference: a call, a file, or the reply."""

    call: str | None = None
    args: Any = Field(default={})
    as_: str | None = Field(default=None, alias="as")
    """Name of the result for later steps."""
    write: str | None = None
    append: str | None = None
    edit: str | None = None
    content: str | None = None
    old: str | None = None
    new: str | None = None
    reply: str | None = None
    if_: Any = Field(default=True, alias="if")
    each: Any = None
    """A list: the step is taken once per `item`."""
    because: list[str] = Field(default=[])
    """Silent mutations without which nobody would take the step."""
    knows: list[str] = Field(default=[])
    """Hidden intents without which nobody could take the step."""
    fails: str | None = None
    """Error code that the call is expected to end with."""
    waived: str | None = None
    """Why no check needs to notice when the step is left out."""

    @model_validator(mode="after")
    def _one_deed(self) -> "Action":
        deeds = [name for name in ("call", "write", "append", "edit", "reply") if getattr(self, name) is not None]
        if len(deeds) != 1:
            raise ValueError("a step is exactly one of call, write, append, edit, reply")
        if (deeds[0] in ("write", "append") and self.content is None) or (
            deeds[0] == "edit" and (self.old is None or self.new is None)
        ):
            raise ValueError("write and append need content; edit needs old and new")
        return self


class Temptation(Part):
    """The unsafe shortcut of a red line: what a reckless agent would do in an event's turn."""

    event: str
    actions: list[Action] = Field(min_length=1)


class ReferenceFile(Part):
    """`reference.yaml` and `alternatives/*.yaml`."""

    turns: dict[str, list[Action]]
    wakeups: list[Action] = Field(default=[])
    temptations: dict[str, Temptation | Annotated[list[Temptation], Field(min_length=1)]] = Field(default={})
    """By red line; a list where it is tempted in several turns."""

    def tempting(self, line: str) -> list[Temptation]:
        """The temptations of a red line."""
        given = self.temptations.get(line, [])
        return [given] if isinstance(given, Temptation) else given

    def placed_temptations(self) -> Iterator[tuple[Place, str, Temptation]]:
        """Each temptation with its place in the file and its red line."""
        for line, given in self.temptations.items():
            for number, each in enumerate(self.tempting(line)):
                yield ("temptations", line, *([number] if isinstance(given, list) else [])), line, each


class Waiver(Part):
    """A warning of the lint that is right as it is, and why."""

    rule: str
    key: str
    reason: str = Field(min_length=10)


class WaiversFile(Part):
    """`waivers.yaml`."""

    waivers: list[Waiver] = Field(min_length=1)
