"""Notifications, watch rules, official accounts with their posts, and quiet hours."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Literal

from pydantic import Field

from vibelife_inspect.clock import Instant, Wall
from vibelife_inspect.money import Money
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import Due, Json, Notice, Part, Record, States

ACCOUNT_SOURCE = "official_account"
"""Source of notifications about posts."""

SETTINGS = "settings"
"""Id of the one record of settings."""

Kind = Literal["any", "keyword", "status_change", "price_below"]
"""any: every notice; keyword: with certain words; status_change: without a price; price_below: with a price that is
at or below a threshold."""

RuleStatus = Literal["active", "paused", "expired", "deleted"]
"""State of a rule."""

Category = Literal[
    "government", "transport", "utility", "health", "education", "culture", "community", "news", "shopping", "travel",
    "finance", "other",
]  # fmt: skip
"""What an official account is about."""

RULE_STATES = States(
    {"active": "paused expired deleted", "paused": "active expired deleted", "expired": "deleted", "deleted": ""}
)


class Window(Part):
    """A daily span of wall time at home; it may run over midnight."""

    start: Wall
    """First minute, such as 22:00."""
    end: Wall
    """First minute after it, such as 07:00; equal to start means the whole day."""

    def holds(self, wall: time) -> bool:
        """Whether a wall time lies inside."""
        if self.start < self.end:
            return self.start <= wall < self.end
        return wall >= self.start or wall < self.end


class Notification(Record):
    """Something that a service, an official account or the phone told the persona."""

    source: str
    """Service or sender, such as `flight_booking`."""
    topic: str = ""
    """What it is about, such as `flight:NH204:2026-04-03`."""
    title: str
    text: str = ""
    ref: str = ""
    """Id of the record that it is about."""
    price: Money | None = None
    received_at: Instant
    read: bool = False
    archived: bool = False
    rules: tuple[str, ...] = ()
    """Ids of the watch rules that it met."""
    rings_at: Instant | None = None
    """When it rings, if it came in quiet hours and has not rung."""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "source", "topic", "title", "ref", "received_at", "read", "archived")


class Rule(Record):
    """A watch rule: which notices the user wants to get."""

    name: str = ""
    source: str | None = None
    """Only notices of this source; any when absent."""
    topic: str | None = None
    """Text that the topic or the ref of a notice must hold; any when absent."""
    match: Literal["contains", "prefix", "exact"] = "contains"
    """How `topic` is compared, ignoring case."""
    kind: Kind = "any"
    keyword: str | None = None
    """Words that title and text must hold, all of them."""
    threshold: Money | None = None
    """For price_below; prices in other currencies are converted."""
    mute: tuple[Window, ...] = ()
    """Times at which a match arrives without ringing."""
    urgent: bool = False
    """Whether it rings in quiet hours too."""
    expires_at: Instant | None = None
    status: RuleStatus = "active"
    created_at: Instant | None = None
    fired: int = Field(default=0, ge=0)
    """How many notices it met."""
    fired_at: Instant | None = None
    """When it met the latest."""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        fields = ("id", "name", "source", "topic", "kind", "keyword", "threshold", "status", "expires_at", "fired")
        return self.pick(*fields)

    def about(self, notice: Notice) -> bool:
        """Whether source, topic and words fit, whatever the price."""
        if self.source not in (None, notice.source):
            return False
        if self.topic is not None and not (self._fits(notice.topic) or self._fits(notice.ref)):
            return False
        return self.keyword is None or found(self.keyword, notice.title, notice.text)

    def _fits(self, text: str) -> bool:
        wanted, given = fold(self.topic or ""), fold(text)
        if self.match == "contains":
            return wanted in given
        return given.startswith(wanted) if self.match == "prefix" else given == wanted


class Account(Record):
    """An official account that publishes posts."""

    name: str
    name_local: str = ""
    """The name in the local script, where it differs."""
    category: Category = "other"
    description: str = ""
    followed: bool = False
    followed_at: Instant | None = None
    status: Literal["open", "closed"] = "open"

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "account_id": self.id,
            **self.pick("name", "name_local", "category", "description", "followed", "status"),
        }


class Post(Record):
    """What an official account publishes; visible from `published_at` on, until it is withdrawn."""

    account_id: str
    title: str
    text: str = ""
    published_at: Instant
    withdrawn: bool = False
    edited_at: Instant | None = None
    announced: bool = False
    """Whether its moment has passed and followers were told; a seed leaves it alone."""

    def visible(self, now: datetime) -> bool:
        """Whether it can be read at that instant."""
        return not self.withdrawn and self.published_at <= now

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {"post_id": self.id, **self.pick("account_id", "title", "published_at", "edited_at")}


class Settings(Record):
    """What holds for all notifications; there is one record, with the id `settings`."""

    quiet: Window | None = None
    """Quiet hours: notices arrive, but ring only when they are over."""


def rule_due(rule: Rule) -> Iterable[Due]:
    """Rules expire."""
    if rule.status in ("active", "paused") and rule.expires_at is not None:
        yield Due(rule.expires_at, "expire_rule")


def post_due(post: Post) -> Iterable[Due]:
    """Posts appear."""
    if not post.announced and not post.withdrawn:
        yield Due(post.published_at, "announce_post")


def notification_due(notification: Notification) -> Iterable[Due]:
    """What came in quiet hours rings afterwards."""
    if notification.rings_at is not None:
        yield Due(notification.rings_at, "ring_later")
