"""Pages, databases, rows and comments."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, field_validator, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Json, Part, Record

ColumnType = Literal["text", "number", "date", "select", "checkbox", "money"]
"""What the values of a column are."""
Scalar = StrictStr | StrictInt | StrictBool | None
"""A value of a row: text, a whole number, true or false, or nothing."""
Kind = Literal["page", "database", "row"]
"""What a search may find."""

Title = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
"""A line of text."""
ColumnName = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]
"""Name of a column."""
Option = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]
"""A choice of a select column."""
Tag = Annotated[str, Field(min_length=1, max_length=60, pattern=r"[^\s#]")]
"""A tag; a leading # is left out."""

MOST_CHARACTERS = 200_000
MOST_COLUMNS = 50
MOST_OPTIONS = 100
MOST_TAGS = 50
_SNIPPET = 160


class Owned(Record):
    """What the persona owns, or somebody else shares."""

    owner: str = ME
    """`me`, or the name of whoever shares it."""
    access: Literal["editor", "reader"] = "editor"
    """What the persona may do with it."""


class Page(Owned):
    """A page of text."""

    title: str
    body: str = ""
    """Markdown."""
    parent: str | None = None
    """Page that it stands below; null at the top."""
    tags: tuple[str, ...] = ()
    archived: bool = False
    created_at: Instant | None = None
    updated_at: Instant | None = None
    updated_by: str = ME
    """`me`, or the collaborator who changed it last."""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "title", "parent", "tags", "archived", "owner", "created_at", "updated_at", "updated_by")


Value = (
    Annotated[StrictStr, Field(max_length=10_000)]
    | Annotated[StrictInt, Field(ge=-(10**15), le=10**15)]
    | StrictBool
    | None
)
"""A value as an argument."""


class Column(Part):
    """A column of a database."""

    name: ColumnName
    """Unique in its database."""
    type: ColumnType = "text"
    """text; number: a whole number; date: YYYY-MM-DD; select: one of the options; checkbox: true or false; money: \
such as EUR 12.50."""
    options: tuple[Option, ...] = Field(default=(), max_length=MOST_OPTIONS)
    """Only with select: the choices, in their order."""

    @model_validator(mode="after")
    def _agrees(self) -> "Column":
        if self.options and self.type != "select":
            raise ValueError("options go with the type select only")
        return self


class Database(Owned):
    """A table with typed columns."""

    title: str
    columns: tuple[Column, ...] = Field(min_length=1)
    """In their order; the first one names a row."""
    parent: str | None = None
    """Page that it stands below; null at the top."""
    created_at: Instant | None = None
    updated_at: Instant | None = None

    @model_validator(mode="after")
    def _distinct(self) -> "Database":
        if len({squeeze(column.name) for column in self.columns}) < len(self.columns):
            raise ValueError("two columns have the same name")
        return self

    @property
    def row(self) -> Json:
        """The short form for lists."""
        names = [column.name for column in self.columns]
        return {**self.pick("id", "title", "parent", "owner", "created_at", "updated_at"), "columns": names}


class Row(Record):
    """A row of a database."""

    database_id: str
    values: dict[str, Scalar] = Field(default_factory=dict)
    """By column name; a date as YYYY-MM-DD, money as text such as `EUR 12.50`."""
    created_at: Instant | None = None
    updated_at: Instant | None = None
    updated_by: str = ME
    """`me`, or the collaborator who changed it last."""

    @field_validator("values", mode="before")
    @classmethod
    def _dates(cls, value: Any) -> Any:
        """Bundles are YAML, which reads 2026-04-03 as a date."""
        if not isinstance(value, Mapping):
            return value
        return {name: item.isoformat() if isinstance(item, date) else item for name, item in value.items()}


class Comment(Record):
    """A comment on a page."""

    page_id: str
    author: str = ME
    """`me`, or the collaborator who wrote it."""
    text: str
    created_at: Instant | None = None


class Hit(Record):
    """Something that a search found."""

    kind: Kind
    title: str
    snippet: str
    """The first line that holds one of the words."""
    place: str | None
    """Page above, or database of a row."""
    archived: bool = False
    updated_at: Instant | None


class TagCount(Record):
    """A tag and the number of pages that have it."""

    tag: str
    pages: int


class Cell(Part):
    """One value of a row."""

    column: ColumnName
    """Name of the column."""
    value: Value = None
    """Text, whole number, true or false; a date as YYYY-MM-DD, money as EUR 12.50; null empties it."""


class Filter(Part):
    """A condition on one column."""

    column: ColumnName
    """Name of the column."""
    op: Literal["is", "is_not", "contains", "at_least", "at_most", "more_than", "less_than", "empty", "not_empty"]
    """is and is_not for every type; contains for text and select; at_least to less_than for number, date and money; \
empty and not_empty without a value."""
    value: Value = None
    """What to compare with, as the column's type writes it."""


class Sort(Part):
    """One level of an order."""

    column: ColumnName
    """Name of the column."""
    descending: bool = False
    """Whether the greatest comes first; rows without a value always come last."""


def age(at: Instant | None) -> float:
    """A key that sorts the latest first and the undated last."""
    return float("inf") if at is None else -at.timestamp()


def snippet(text: str, words: list[str]) -> str:
    """The first line that holds one of the folded words, shortened."""
    lines = [line.strip() for line in text.splitlines()]
    found = next((line for line in lines if any(word in squeeze(line) for word in words)), "")
    return found if len(found) <= _SNIPPET else found[:_SNIPPET] + "…"
