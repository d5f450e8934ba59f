"""Looking: lists, messages, search, threads, attachments, counts."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Invalid, NotFound, nearest
from vibelife_inspect.services.email.base import EmailBase
from vibelife_inspect.services.email.records import BINS, Message, Tally
from vibelife_inspect.text import fold
from vibelife_inspect.world import Json, Limit, operation, page


def plain(message: Message) -> str:
    """A message as text, with its headers."""
    head = [
        f"From: {message.sender_name} <{message.sender}>".replace(":  <", ": <"),
        f"To: {', '.join(message.to)}",
        *([f"Cc: {', '.join(message.cc)}"] if message.cc else []),
        f"Date: {message.moment.isoformat()}",
        f"Subject: {message.subject}",
        *(f"Attachment: {attachment.name}" for attachment in message.attachments),
    ]
    return "\n".join([*head, "", message.body, *(["", message.quoted] if message.quoted else [])])


class Reading(EmailBase):
    """Operations that only look."""

    @operation("read")
    def list_messages(
        self,
        folder: str = "inbox",
        unread_only: bool = False,
        label: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the messages of one folder, newest first (by time sent or last saved, then by id).

        Args:
            folder: inbox, drafts, scheduled, sent, archive, spam, trash, or a folder of the user.
            unread_only: Only messages that are not marked read.
            label: Only messages with this label.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.messages.find(folder=self.folder_named(folder))
        if unread_only:
            rows = [row for row in rows if not row.read]
        if label is not None:
            rows = [row for row in rows if _labelled(row, label)]
        return page(self.newest_first(rows), limit, cursor, lambda row: row.row)

    @operation("read")
    def get_message(self, message_id: str) -> Json:
        """Show one message with its body; its read mark stays as it is (use mark_messages to change it).

        `body` holds the writer's own words, `quoted` the earlier text below them. Attachments are listed by name;
        read_attachment shows their text.

        Args:
            message_id: Id of the message.
        """
        return self.messages.get(message_id).view

    @operation("read")
    def search_messages(
        self,
        query: str | None = None,
        folder: str | None = None,
        sender: str | None = None,
        recipient: str | None = None,
        since: date | None = None,
        until: date | None = None,
        has_attachment: bool | None = None,
        unread: bool | None = None,
        important: bool | None = None,
        label: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find messages that fulfil all conditions given, newest first; at least one condition is needed.

        Without `folder`, every folder but spam and trash is searched.

        Args:
            query: Words that all occur in subject, body, quoted text, names of attachments, sender or recipients.
            folder: Only this folder.
            sender: Words in the sender's address or name.
            recipient: Words in the addresses of to, cc and bcc.
            since: First day (home zone) on which it was sent or saved.
            until: Last day (home zone) on which it was sent or saved.
            has_attachment: Only with (true) or only without (false) attachments.
            unread: Only unread (true) or only read (false).
            important: Only important (true) or only other (false).
            label: Only with this label.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if since is not None and until is not None and until < since:
            raise Invalid(f"until: {until} is before since, {since}")
        tests = self._text_tests(query, sender, recipient)
        tests += _flag_tests(has_attachment, unread, important, label)
        if since is not None or until is not None:
            first, last = since or date.min, until or date.max
            tests.append(lambda row: first <= row.moment.astimezone(self.clock.home).date() <= last)
        if not tests and folder is None:
            raise Invalid("give at least one condition, such as query, sender or since")
        if folder is not None:
            rows = self.messages.find(folder=self.folder_named(folder))
        else:
            rows = [row for row in self.messages if row.folder not in BINS]
        for test in tests:
            rows = [row for row in rows if test(row)]
        return page(self.newest_first(rows), limit, cursor, lambda row: row.row)

    @operation("read")
    def get_thread(self, thread_id: str, limit: Limit = 20, cursor: str | None = None) -> Json:
        """Show a conversation with bodies, oldest message first, from all folders.

        Args:
            thread_id: Id of the thread, or of any message in it.
            limit: At most this many messages.
            cursor: `next_cursor` of the page before.
        """
        thread = self.messages.get(thread_id).thread_id if thread_id in self.messages else thread_id
        rows = self.messages.find(thread_id=thread)
        if not rows:
            raise NotFound(f"there is no thread or message {thread_id!r}", id=thread_id)
        shown = page(self.newest_first(rows)[::-1], limit, cursor, lambda row: {**row.row, "body": row.body})
        return {"thread_id": thread, **shown}

    @operation("read")
    def read_attachment(
        self,
        message_id: str,
        name: str,
        first_line: Annotated[int, Field(ge=1, le=1_000_000)] = 1,
        lines: Annotated[int, Field(ge=1, le=1000)] = 400,
    ) -> Json:
        """Read the text of an attachment, or a part of a long one; a picture or a scan may have none.

        Args:
            message_id: Id of the message.
            name: Name of the attachment.
            first_line: Line to begin with, counted from 1.
            lines: At most this many lines.
        """
        attachments = self.messages.get(message_id).attachments
        for attachment in attachments:
            if attachment.name == name:
                every = attachment.content.splitlines(keepends=True)
                text = "".join(every[first_line - 1 : first_line - 1 + lines])
                shown = attachment.model_dump(include={"name", "kind", "size", "file_path"})
                return {"message_id": message_id, **shown, "content": text, "lines_in_attachment": len(every)}
        known = nearest(name, [attachment.name for attachment in attachments])
        raise NotFound(f"message {message_id!r} has no attachment {name!r}; {known}", message_id=message_id)

    @operation("read")
    def export_messages(self, message_ids: Annotated[list[str], Field(min_length=1, max_length=50)]) -> Json:
        """Give whole messages as one plain text, in the order asked for, ready to be kept in a file.

        Args:
            message_ids: Ids of the messages.
        """
        texts = [plain(message) for message in self.chosen(message_ids)]
        return {"messages": len(texts), "content": "\n\n----------\n\n".join(texts) + "\n"}

    @operation("read")
    def get_mailbox_stats(self, folder: str | None = None) -> Json:
        """Count messages, in one folder or in all: total, unread, important, with attachments, and busiest senders.

        Args:
            folder: Only this folder; the whole mailbox with spam and trash when absent.
        """
        name = None if folder is None else self.folder_named(folder)
        rows = list(self.messages) if name is None else self.messages.find(folder=name)
        senders = Counter(row.sender for row in rows if row.sender != self.me)
        busiest = sorted(senders.items(), key=lambda item: (-item[1], item[0]))[:5]
        moments = [row.moment for row in rows]
        return {
            "address": self.setting.persona.email,
            "name": self.setting.persona.name,
            "folder": name,
            "total": len(rows),
            "unread": sum(not row.read for row in rows),
            "important": sum(row.important for row in rows),
            "with_attachments": sum(bool(row.attachments) for row in rows),
            "oldest": min(moments, default=None),
            "newest": max(moments, default=None),
            "top_senders": [{"sender": sender, "messages": number} for sender, number in busiest],
        }

    @operation("read")
    def list_labels(self, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List the labels in use with their numbers of messages, in alphabetical order.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        counts = Counter(label for row in self.messages for label in row.labels)
        unread = Counter(label for row in self.messages if not row.read for label in row.labels)
        rows = [Tally(id=label, messages=counts[label], unread=unread[label]) for label in sorted(counts)]
        return page(rows, limit, cursor, lambda row: {"label": row.id, "messages": row.messages, "unread": row.unread})

    def _text_tests(
        self, query: str | None, sender: str | None, recipient: str | None
    ) -> list[Callable[[Message], bool]]:
        tests: list[Callable[[Message], bool]] = []
        if query is not None:
            words = fold(query).split()
            tests.append(lambda row: _holds(self.folded(row).text, words))
        if sender is not None:
            names = fold(sender).split()
            tests.append(lambda row: _holds(self.folded(row).sender, names))
        if recipient is not None:
            addresses = fold(recipient).split()
            tests.append(lambda row: _holds(self.folded(row).recipients, addresses))
        return tests


def _flag_tests(
    has_attachment: bool | None, unread: bool | None, important: bool | None, label: str | None
) -> list[Callable[[Message], bool]]:
    tests: list[Callable[[Message], bool]] = []
    if has_attachment is not None:
        tests.append(lambda row: bool(row.attachments) is has_attachment)
    if unread is not None:
        tests.append(lambda row: row.read is not unread)
    if important is not None:
        tests.append(lambda row: row.important is important)
    if label is not None:
        tests.append(lambda row: _labelled(row, label))
    return tests


def _holds(text: str, words: list[str]) -> bool:
    return bool(words) and all(word in text for word in words)


def _labelled(message: Message, label: str) -> bool:
    wanted = fold(label)
    return any(fold(own) == wanted for own in message.labels)
