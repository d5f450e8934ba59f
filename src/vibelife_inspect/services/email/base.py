"""What all operations of the mailbox share: tables, arriving mail, folders, order."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import cached_property
from typing import Any, NamedTuple

from vibelife_inspect.errors import NotFound, nearest
from vibelife_inspect.services.email.options import EmailBackground
from vibelife_inspect.services.email.records import (
    BINS,
    MOVES,
    SYSTEM_FOLDERS,
    ClosedAddress,
    Contact,
    Filter,
    Folder,
    Message,
    happenings,
    is_answer,
    topic_of,
)
from vibelife_inspect.text import fold, found, squeeze
from vibelife_inspect.world import Json, Notice, Service, Table

_BOUNCE = timedelta(minutes=1)


class _Folded(NamedTuple):
    message: Message
    text: str
    sender: str
    recipients: str


class EmailBase(Service):
    """Tables and helpers of the mailbox."""

    name = "email"
    summary = "The user's mailbox: read, search, write, schedule, file and filter mail; keep contacts."
    Background = EmailBackground

    messages = Table(Message, "message", index=("folder", "thread_id", "topic"), states=MOVES, due=happenings)
    folders = Table(Folder, "folder", index=("key",))
    filters = Table(Filter, "filter")
    contacts = Table(Contact, "contact", index=("email",))
    closed_addresses = Table(ClosedAddress, "closed address")

    @cached_property
    def me(self) -> str:
        """The persona's address, in lower case."""
        return self.setting.persona.email.lower()

    @cached_property
    def _folded(self) -> dict[str, _Folded]:
        return {}

    @cached_property
    def _stamps(self) -> dict[str, tuple[Message, float]]:
        return {}

    def newest_first(self, messages: Iterable[Message]) -> list[Message]:
        """Messages by descending instant, then by id; the instants are computed once for all lists."""
        stamps = self._stamps

        def key(message: Message) -> tuple[float, str]:
            known = stamps.get(message.id)
            if known is None or known[0] is not message:
                known = stamps[message.id] = (message, -message.moment.timestamp())
            return known[1], message.id

        return sorted(messages, key=key)

    def folded(self, message: Message) -> _Folded:
        """Text of a message, folded once for all searches."""
        known = self._folded.get(message.id)
        if known is None or known.message is not message:
            names = "\n".join(attachment.name for attachment in message.attachments)
            sender = f"{message.sender}\n{message.sender_name}"
            text = f"{message.subject}\n{message.body}\n{message.quoted}\n{names}\n{sender}"
            recipients = " ".join((*message.to, *message.cc, *message.bcc))
            known = _Folded(message, fold(f"{text}\n{recipients}"), fold(sender), fold(recipients))
            self._folded[message.id] = known
        return known

    def folder_named(self, name: str) -> str:
        """The stored name of a folder, whatever case or spacing it was asked for with.

        Raises:
            NotFound: There is none.
        """
        key = squeeze(name)
        if key in SYSTEM_FOLDERS:
            return key
        if found_folders := self.folders.find(key=key):
            return found_folders[0].id
        if self.messages.find(folder=name):
            return name
        known = [*SYSTEM_FOLDERS, *(folder.id for folder in self.folders)]
        raise NotFound(f"there is no folder {name!r}; {nearest(name, known)}", folder=name)

    def chosen(self, message_ids: Sequence[str]) -> list[Message]:
        """The messages with those ids, each once."""
        return [self.messages.get(id) for id in dict.fromkeys(message_ids)]

    def place(self, message: Message, folder: str) -> Message:
        """Put a message in a folder, and remember where it was when it goes to spam or trash."""
        if folder == message.folder:
            return message
        before = message.previous_folder if message.folder in BINS else message.folder
        binned = folder in BINS
        return self.messages.update(
            message.id,
            folder=folder,
            previous_folder=before if binned else None,
            binned_at=self.clock.now if binned else None,
        )

    def arrive(self, sender: str, sender_name: str, subject: str, body: str, **more: Any) -> Message:
        """Mail comes in: it joins its thread, filters file it, and whoever watches the sender is told."""
        sender, answers = sender.strip().lower(), more.get("in_reply_to")
        origin = self.messages.get(answers) if answers else self._answered(sender, subject)
        fields: Json = {
            "id": more.get("id") or self.new_id("MSG"),
            "sender": sender,
            "sender_name": sender_name,
            "to": [self.me],
            "subject": subject,
            "body": body,
            "sent_at": self.clock.now,
            **more,
        }
        if origin is not None:
            fields |= {"in_reply_to": origin.id, "thread_id": origin.thread_id}
        message = self.messages.add(self._filtered(Message.model_validate(fields)))
        if message.folder not in BINS:
            title = f"Mail from {sender_name or sender}"
            notice = Notice(
                source=self.name, topic=f"email:{message.sender}", title=title, text=subject, ref=message.id
            )
            self.ports.notify(notice)
        return message

    def departure(self, *recipients: Iterable[str]) -> Json:
        """Fields of a message that leaves now."""
        now = self.clock.now
        closed = any(address in self.closed_addresses for group in recipients for address in group)
        bounces_at = now + _BOUNCE if closed else None
        return {"status": "sent", "folder": "sent", "sent_at": now, "send_at": None, "bounces_at": bounces_at}

    def deliver_copy(self, message: Message) -> None:
        """Mail to oneself also arrives."""
        if self.me in (*message.to, *message.cc, *message.bcc):
            shared = message.model_dump(include=set("to cc subject quoted attachments thread_id".split()))
            with self.world.journal.acting("service"):
                self.messages.add(
                    Message(
                        **shared,
                        id=self.new_id("MSG"),
                        sender=message.sender,
                        sender_name=message.sender_name,
                        body=message.body,
                        sent_at=message.sent_at,
                        in_reply_to=message.in_reply_to,
                    )
                )

    def _answered(self, sender: str, subject: str) -> Message | None:
        """The newest mail of the same subject between the persona and the sender, if the subject is an answer's."""
        if not is_answer(subject):
            return None
        for message in reversed(self.messages.find(topic=topic_of(subject))):
            if message.sent_at is not None and sender in (message.sender, *message.to, *message.cc, *message.bcc):
                return message
        return None

    def _filtered(self, message: Message) -> Message:
        changes: Json = {}
        labels = list(message.labels)
        for rule in self.filters if message.folder == "inbox" else ():
            if rule.sender is not None and not found(rule.sender, message.sender, message.sender_name):
                continue
            if rule.subject is not None and not found(rule.subject, message.subject):
                continue
            if rule.folder is not None and "folder" not in changes:
                changes["folder"] = rule.folder
            if rule.label is not None and rule.label not in labels:
                labels.append(rule.label)
            changes |= {"read": True} if rule.mark_read else {}
            changes |= {"important": True} if rule.important else {}
        if changes.get("folder", message.folder) in BINS:
            changes |= {"binned_at": self.clock.now, "previous_folder": "inbox"}
        return message.model_copy(update={**changes, "labels": labels})
