"""Who the world is about, and where and when it takes place."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pydantic import ConfigDict, Field

from vibelife_inspect.world.record import Part


class Persona(Part):
    """The person whose life the agent looks after; every service acts for this person."""

    name: str = Field(min_length=1)
    """Full name."""
    email: str = Field(pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$")
    """The mailbox that the email service opens."""
    phone: str = Field(min_length=3)
    """Phone number with country code."""
    address: str = Field(min_length=1)
    """Postal address in one line."""
    locale: str = "en"
    """Language of the persona's own writing."""


class Setting(Part):
    """The frame of one world."""

    model_config = ConfigDict(arbitrary_types_allowed=True, frozen=True, extra="forbid", use_attribute_docstrings=True)

    persona: Persona
    """Whose life it is."""
    home: ZoneInfo
    """Home zone: what a date without a zone means."""
    start: datetime
    """First instant, zone-aware."""
    end: datetime
    """Last instant, zone-aware."""
    seed: str
    """Names task and variant; all ids and backgrounds are functions of it."""
    rates: dict[str, str] = Field(default_factory=dict)
    """Exchange rates, such as `{"EUR/JPY": "162.40"}`."""
