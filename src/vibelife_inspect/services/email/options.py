"""What a bundle may say about the generated mail."""

from typing import Literal

from pydantic import Field

from vibelife_inspect.world import Background

Language = Literal["en", "de", "fr", "es", "ja", "zh"]
"""Languages that generated mail is written in."""


class EmailBackground(Background):
    """The generated mailbox: newsletters, receipts, offers, club news, family chatter and older threads."""

    count: int = Field(default=120, ge=0, le=400)
    """Messages at level 1."""
    days: int = Field(default=180, ge=15, le=1500)
    """How many days before the start the oldest may be."""
    languages: list[Language] = Field(default_factory=list, max_length=6)
    """The first is that of most mail, the others of a little; by default the persona's locale and English."""
    currency: str | None = Field(default=None, pattern=r"^[A-Z]{3}$")
    """Currency of receipts and offers; by default that of the home zone."""
    contacts: int = Field(default=8, ge=0, le=50)
    """Contacts at level 1, among them everybody who writes personally."""
