"""Records: the frozen values that a world is made of."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

ME = "me"
"""The owner of what belongs to the persona."""

Json = dict[str, Any]
"""A JSON object."""

NewId = Annotated[str, Field(max_length=100, pattern=r"\S")]
"""The id of something new, where a timeline chooses it."""


class Part(BaseModel):
    """A frozen value inside a record; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Record(Part):
    """One row of a table; never mutated, replaced by a new one instead."""

    id: str = Field(min_length=1, max_length=200)
    """Unique within its table."""

    def pick(self, *fields: str) -> Json:
        """The named fields, for the short rows of lists."""
        return {field: getattr(self, field) for field in fields}


class States:
    """The state machine of a record type, on its `status` field.

    Args:
        moves: For each status the statuses that may follow, as words: `held="confirmed lapsed"`.
    """

    def __init__(self, moves: Mapping[str, str]) -> None:
        self.moves = {state: tuple(after.split()) for state, after in moves.items()}
        unknown = {after for to in self.moves.values() for after in to} - set(self.moves)
        if unknown:
            raise ValueError(f"states without moves of their own: {sorted(unknown)}")
