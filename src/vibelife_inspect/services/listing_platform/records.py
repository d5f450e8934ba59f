"""What the persona has to do with listings, and what time does to it."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform.filters import ListingFilters
from vibelife_inspect.world import ME, Due, Json, Record, States

ViewingStatus = Literal["proposed", "confirmed", "moved", "done", "cancelled"]
"""State of a viewing; a moved one is confirmed at its new time."""

COMING: tuple[ViewingStatus, ...] = ("proposed", "confirmed", "moved")
"""States before the viewing is over."""

VIEWING_STATES = States(
    {
        "proposed": "confirmed moved cancelled",
        "confirmed": "moved done cancelled",
        "moved": "done cancelled",
        "done": "",
        "cancelled": "",
    }
)
"""It can be moved again and again."""

ApplicationStatus = Literal["submitted", "shortlisted", "accepted", "rejected", "withdrawn"]
"""State of an application for a rental."""

APPLICATION_STATES = States(
    {
        "submitted": "shortlisted accepted rejected withdrawn",
        "shortlisted": "accepted rejected withdrawn",
        "accepted": "withdrawn",
        "rejected": "",
        "withdrawn": "",
    }
)
"""An accepted application can be withdrawn; the home is on the market again then."""

OFFER_STATES = States({"open": "accepted declined expired", "accepted": "", "declined": "", "expired": ""})
"""Offers for the persona's own listings."""

SUBSCRIPTION_STATES = States({"active": "ended", "ended": ""})
"""An ended subscription stays readable."""

Event = Literal["new", "price_drop"]
"""What a subscription tells: a matching listing appears, or becomes cheaper."""


class Thread(Record):
    """A conversation about one listing."""

    owner: str = ME
    listing_id: str
    agent_id: str | None = None
    other_party: str = ""
    """Name of who it is with."""
    last_at: Instant
    """Time of the last message."""
    unanswered: bool = False
    """Whether the last message is the other party's."""

    @property
    def row(self) -> Json:
        """The short form."""
        return {"thread_id": self.id, **self.pick("listing_id", "agent_id", "other_party", "last_at", "unanswered")}


class Message(Record):
    """One message of a thread."""

    thread_id: str
    sender: Literal["user", "other_party"]
    text: str
    sent_at: Instant


class Viewing(Record):
    """A visit to what is offered."""

    owner: str = ME
    listing_id: str
    agent_id: str | None = None
    starts_at: Instant
    ends_at: Instant
    """A seed without it ends 30 minutes after it starts."""
    status: ViewingStatus = "confirmed"
    confirm_at: Instant | None = None
    """When the agent confirms a proposed one; without it the proposal lapses at its begin."""
    attendee: str = ""
    """Who comes."""
    note: str = ""
    """For the agent."""
    moved_by: Literal["user", "agent"] | None = None
    """Who moved it last."""
    cancelled_by: Literal["user", "agent"] | None = None
    reason: str = ""
    """Why it was moved or cancelled."""
    booked_at: Instant | None = None

    @model_validator(mode="before")
    @classmethod
    def _end(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "ends_at" in data:
            return data
        start = data.get("starts_at")
        start = datetime.fromisoformat(start) if isinstance(start, str) else start
        return {**data, "ends_at": start + timedelta(minutes=30)} if isinstance(start, datetime) else data

    @model_validator(mode="after")
    def _sound(self) -> "Viewing":
        if self.ends_at <= self.starts_at:
            raise ValueError("ends_at must come after starts_at")
        return self

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        hidden = ("id", "owner", "confirm_at")
        return {"viewing_id": self.id, **{field: value for field, value in self if field not in hidden}}


class Application(Record):
    """An application for a rental."""

    owner: str = ME
    listing_id: str
    agent_id: str | None = None
    move_in: date
    people: int = Field(default=1, ge=1, le=20)
    """Who will live there."""
    monthly_income: Money | None = None
    """Net income of the household."""
    message: str = ""
    documents: tuple[str, ...] = ()
    """Names or references of documents; the papers themselves are elsewhere."""
    status: ApplicationStatus = "submitted"
    submitted_at: Instant
    decided_at: Instant | None = None
    decision: str = ""
    """The landlord's words, or why it was withdrawn."""

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {"application_id": self.id, **{field: value for field, value in self if field not in ("id", "owner")}}


class Offer(Record):
    """What somebody offers for a listing of the persona's own."""

    owner: str = ME
    listing_id: str
    buyer: str
    amount: Money
    message: str = ""
    status: Literal["open", "accepted", "declined", "expired"] = "open"
    received_at: Instant
    expires_at: Instant
    answered_at: Instant | None = None
    answer: str = ""

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {"offer_id": self.id, **{field: value for field, value in self if field not in ("id", "owner")}}


class Saved(Record):
    """A bookmark."""

    owner: str = ME
    listing_id: str
    note: str = ""
    price_then: Money | None = None
    """The price when it was saved."""
    saved_at: Instant


class Subscription(Record):
    """A search that goes on by itself, or a watch on one listing."""

    owner: str = ME
    name: str = ""
    filters: ListingFilters | None = None
    """What is searched for; absent with `listing_id`."""
    listing_id: str | None = None
    """The one listing that is watched."""
    events: tuple[Event, ...] = ("new", "price_drop")
    status: Literal["active", "ended"] = "active"
    created_at: Instant
    told: tuple[str, ...] = ()
    """Ids of the last listings that it told of, latest last."""

    @model_validator(mode="after")
    def _sound(self) -> "Subscription":
        if (self.filters is None) == (self.listing_id is None):
            raise ValueError("give either filters or listing_id")
        return self

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        filters = None if self.filters is None else self.filters.model_dump(mode="json", exclude_none=True)
        fields = ("name", "listing_id", "events", "status", "created_at")
        return {"subscription_id": self.id, **self.pick(*fields), "filters": filters, "told": self.told[-20:]}


def viewing_due(viewing: Viewing) -> Iterable[Due]:
    """Proposals are confirmed or lapse, and viewings come to pass."""
    if viewing.status == "proposed":
        if viewing.confirm_at is not None and viewing.confirm_at < viewing.starts_at:
            yield Due(viewing.confirm_at, "confirm_due")
        else:
            yield Due(viewing.starts_at, "lapse_due")
    if viewing.status in ("confirmed", "moved"):
        yield Due(viewing.ends_at, "finish_due")


def offer_due(offer: Offer) -> Iterable[Due]:
    """Unanswered offers expire."""
    if offer.status == "open":
        yield Due(offer.expires_at, "expire_due")
