"""What a mailbox is made of, and what time does to it."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.services.email.addresses import Address
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import Due, Json, Part, Record, States

Status = Literal["received", "draft", "scheduled", "sent", "bounced", "recalled"]
"""What a message is: `bounced` is a sent one that came back, `recalled` a received one that its sender took back."""

Kind = Literal[
    "text", "pdf", "image", "spreadsheet", "document", "presentation", "calendar", "archive", "audio", "other"
]
"""What an attachment is."""

SYSTEM_FOLDERS = ("inbox", "drafts", "scheduled", "sent", "archive", "spam", "trash")
"""Folders that every mailbox has."""

BINS = ("spam", "trash")
"""Folders whose mail is purged after `KEPT`."""

HOME: dict[str, str] = {
    "received": "inbox",
    "recalled": "inbox",
    "draft": "drafts",
    "scheduled": "scheduled",
    "sent": "sent",
    "bounced": "sent",
}
"""The folder where a message of each status belongs by default."""

KEPT = timedelta(days=30)
"""How long spam and trash are kept."""

_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("txt", "md", "log", "eml", "json", "yaml", "yml", "html"), "text"),
    **dict.fromkeys(("jpg", "jpeg", "png", "gif", "heic", "webp", "svg"), "image"),
    **dict.fromkeys(("csv", "tsv", "xls", "xlsx", "ods"), "spreadsheet"),
    **dict.fromkeys(("doc", "docx", "odt", "rtf", "pages"), "document"),
    **dict.fromkeys(("ppt", "pptx", "odp", "key"), "presentation"),
    **dict.fromkeys(("zip", "gz", "tar", "7z"), "archive"),
    **dict.fromkeys(("mp3", "m4a", "wav", "ogg"), "audio"),
    "pdf": "pdf",
    "ics": "calendar",
}
_ROW = tuple("id thread_id folder status sender sender_name to subject sent_at read important labels".split())
_PREFIX = re.compile(r"^(?:(?:re|aw|sv|antw|r|fwd?|wg|tr|rv|vs|回复|答复|转发|返信|転送)\s*[:：]\s*)+", re.IGNORECASE)


def topic_of(subject: str) -> str:
    """The folded subject without `Re:`, `Fwd:` and their like."""
    return squeeze(_PREFIX.sub("", subject.strip()))


def is_answer(subject: str) -> bool:
    """Whether the subject begins like that of an answer or a forwarded mail."""
    return _PREFIX.match(subject.strip()) is not None


class Attachment(Part):
    """A file in a message."""

    name: str = Field(min_length=1, max_length=200)
    """File name, unique within the message."""
    kind: Kind = "other"
    """What it is; by default told from the name's ending."""
    size: int = Field(default=0, ge=0)
    """Bytes; by default those of the content."""
    content: str = ""
    """Its text, empty for a picture or a scan."""
    file_path: str | None = None
    """Workspace path that it was taken from, for outgoing mail."""

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("name"), str):
            return value
        ending = value["name"].rpartition(".")[2].lower()
        size = len(str(value.get("content", "")).encode("utf-8", "replace"))
        return {"kind": _KINDS.get(ending, "other"), "size": size, **value}


class Message(Record):
    """One mail, whichever way it goes."""

    status: Status = "received"
    folder: str = "inbox"
    """A system folder (inbox, drafts, scheduled, sent, archive, spam, trash) or the name of a folder of the user."""
    sender: Annotated[str, Field(min_length=1), AfterValidator(lambda value: value.strip().lower())]
    """Address; the persona's for mail that the persona writes."""
    sender_name: str = ""
    reply_to: str | None = None
    """Where answers go, if not to the sender."""
    to: list[Address] = Field(default_factory=list)
    cc: list[Address] = Field(default_factory=list)
    bcc: list[Address] = Field(default_factory=list)
    subject: str = ""
    body: str = ""
    """The writer's own words."""
    quoted: str = ""
    """Earlier text that an answer or a forwarded mail carries below its own."""
    sent_at: Instant | None = None
    """When it was sent; None while it is a draft or waits to be sent."""
    saved_at: Instant | None = None
    """Last edit of a draft or of a scheduled message."""
    send_at: Instant | None = None
    """When a scheduled message leaves."""
    read: bool = False
    important: bool = False
    labels: list[str] = Field(default_factory=list)
    thread_id: str = ""
    """The conversation: by default the message that it answers, or its own id."""
    in_reply_to: str | None = None
    """Id of the message that it answers."""
    forward_of: str | None = None
    """Id of the message that it passes on."""
    attachments: list[Attachment] = Field(default_factory=list)
    reported: bool = False
    """Whether the user reported it as phishing."""
    bounce_reason: str = ""
    """Why a sent message came back."""
    previous_folder: str | None = None
    """Where it was before it went to spam or trash."""
    binned_at: Instant | None = None
    """When it went to spam or trash; purged 30 days later."""
    bounces_at: Instant | None = None
    """When it will come back, because an address of it is closed."""

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        status = value.get("status", "received")
        thread = value.get("thread_id") or value.get("in_reply_to") or value.get("id", "")
        defaults = {"folder": HOME.get(str(status), "inbox"), "read": status not in ("received", "recalled")}
        return {**defaults, **value, "thread_id": thread}

    @model_validator(mode="after")
    def _dated(self) -> "Message":
        unsent = self.status in ("draft", "scheduled")
        if (self.saved_at if unsent else self.sent_at) is None:
            raise ValueError(f"a {self.status} message needs {'saved_at' if unsent else 'sent_at'}")
        if self.status == "scheduled" and self.send_at is None:
            raise ValueError("a scheduled message needs send_at")
        return self

    @property
    def moment(self) -> datetime:
        """The instant that lists are ordered by."""
        return cast(datetime, self.sent_at or self.saved_at)

    @property
    def topic(self) -> str:
        """Folded subject, the same for answers."""
        return topic_of(self.subject)

    @property
    def row(self) -> Json:
        """The short form for lists."""
        unsent = self.pick("saved_at", "send_at") if self.sent_at is None else {}
        return {**self.pick(*_ROW), **unsent, "attachments": len(self.attachments)}

    @property
    def view(self) -> Json:
        """Everything that the user sees; attachments without their content."""
        hidden = {"previous_folder", "binned_at", "bounces_at", "attachments"}
        shown = {field: value for field, value in self if field not in hidden}
        return {**shown, "attachments": [{"name": a.name, "kind": a.kind, "size": a.size} for a in self.attachments]}


class Folder(Record):
    """A folder of the user; its id is its name, in any script."""

    created_at: Instant | None = None

    @property
    def key(self) -> str:
        """Folded name: two folders may not differ by case or spacing alone."""
        return squeeze(self.id)


class Filter(Record):
    """What happens to new mail that fulfils all conditions given."""

    sender: str | None = None
    """Words in the sender's address or name."""
    subject: str | None = None
    """Words in the subject."""
    folder: str | None = None
    """Where it is filed."""
    label: str | None = None
    mark_read: bool = False
    important: bool = False


class Contact(Record):
    """Somebody in the address book."""

    name: str = Field(min_length=1)
    email: Address | None = None
    phone: str = ""
    organization: str = ""
    notes: str = ""
    groups: list[str] = Field(default_factory=list)
    """Groups such as `family`."""


class ClosedAddress(Record):
    """An address that mail comes back from; its id is the address. Never shown to the agent."""

    reason: str = "the mailbox does not exist"


class Tally(Record):
    """How much mail a folder or label holds; its id is the name."""

    messages: int
    unread: int
    system: bool = False


MOVES = States(
    {
        "received": "recalled",
        "draft": "scheduled sent",
        "scheduled": "sent draft",
        "sent": "bounced",
        "bounced": "",
        "recalled": "",
    }
)
"""What may become of a message."""


def happenings(message: Message) -> Iterable[Due]:
    """Scheduled mail leaves, mail to closed addresses comes back, spam and trash are purged."""
    if message.status == "scheduled" and message.send_at is not None:
        yield Due(message.send_at, "leave_message")
    if message.status == "sent" and message.bounces_at is not None:
        yield Due(message.bounces_at, "return_message")
    if message.binned_at is not None:
        yield Due(message.binned_at + KEPT, "purge_message")
