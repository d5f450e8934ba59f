"""Drafts and scheduled mail."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.email.addresses import Copies
from vibelife_inspect.services.email.records import Message
from vibelife_inspect.services.email.writing import Enclosures, Subject, Writing, attached
from vibelife_inspect.world import Blankable, Json, operation

Clearable = Literal["to", "cc", "bcc", "subject", "body", "attachments"]
"""Fields of a draft that can be emptied."""


class Drafting(Writing):
    """Operations on mail that has not left yet."""

    @operation("write")
    def create_draft(
        self,
        subject: Subject | None = None,
        body: Blankable = "",
        to: Copies | None = None,
        cc: Copies | None = None,
        bcc: Copies | None = None,
        attachments: Enclosures | None = None,
        in_reply_to: str | None = None,
    ) -> Json:
        """Store a draft; nothing is sent.

        Args:
            subject: Subject line; that of an answer when absent and `in_reply_to` is given.
            body: Text of the mail; may be empty.
            to: Addresses of the recipients; the sender of the answered message when absent.
            cc: Addresses that get a copy.
            bcc: Addresses that get a copy without the others seeing it.
            attachments: Files to attach, given by name and text.
            in_reply_to: Id of the message that this is an answer to.
        """
        fields: Json = {"to": [], "cc": [], "subject": ""}
        if in_reply_to is not None:
            fields = self.answer(in_reply_to, to_all=False)
        parties = self.mine(fields.pop("to") if to is None else to, cc or [], bcc or [])
        message = Message(
            **{**fields, **parties, "subject": subject or fields["subject"]},
            id=self.new_id("MSG"),
            body=body,
            attachments=attached(attachments),
            status="draft",
            saved_at=self.clock.now,
        )
        return self.messages.add(message).view

    @operation("write")
    def update_draft(
        self,
        draft_id: str,
        subject: Subject | None = None,
        body: str | None = None,
        to: Copies | None = None,
        cc: Copies | None = None,
        bcc: Copies | None = None,
        attachments: Enclosures | None = None,
        clear: Annotated[list[Clearable], Field(max_length=6)] | None = None,
    ) -> Json:
        """Change the given fields of a draft; each replaces the whole old value.

        Args:
            draft_id: Id of the draft.
            subject: New subject line.
            body: New text.
            to: New list of recipients.
            cc: New list of addresses that get a copy.
            bcc: New list of addresses that get a hidden copy.
            attachments: New list of attached files.
            clear: Fields to empty.
        """
        draft = self._draft(draft_id)
        files = None if attachments is None else attached(attachments)
        given = {"subject": subject, "body": body, "to": to, "cc": cc, "bcc": bcc, "attachments": files}
        changes: Json = {field: value for field, value in given.items() if value is not None}
        for field in clear or []:
            if field in changes:
                raise Invalid(f"clear: {field!r} is given a new value in the same call")
            changes[field] = "" if field in ("subject", "body") else []
        if not changes:
            raise Invalid("give at least one field to change or to clear")
        lists = {field: changes.get(field, getattr(draft, field)) for field in ("to", "cc", "bcc")}
        parties = self.mine(lists["to"], lists["cc"], lists["bcc"])
        return self.messages.update(draft_id, **{**changes, **parties}, saved_at=self.clock.now).view

    @operation("commit")
    def send_draft(self, draft_id: str, send_at: Instant | None = None) -> Json:
        """Send a draft, at once or at a later time; it needs a recipient, a subject, and a body or an attachment.

        Args:
            draft_id: Id of the draft.
            send_at: When it leaves; at once when absent.
        """
        draft = self._draft(draft_id)
        lacking = [field for field in ("to", "subject") if not getattr(draft, field)]
        if not draft.body.strip() and not draft.attachments:
            lacking.append("body")
        if lacking:
            raise Conflict(f"draft {draft_id!r} cannot be sent: it has no {' and no '.join(lacking)}", lacking=lacking)
        leaving = self.leaving(send_at, draft.to, draft.cc, draft.bcc)
        return self.posted(self.messages.update(draft_id, **leaving))

    @operation("commit")
    def delete_draft(self, draft_id: str) -> Json:
        """Delete a draft for good.

        Args:
            draft_id: Id of the draft.
        """
        message = self.messages.get(draft_id)
        if message.status != "draft":
            raise Conflict(f"message {draft_id!r} is {message.status}, not a draft", status=message.status)
        self.messages.remove(draft_id)
        return {"id": draft_id, "deleted": True}

    @operation("commit")
    def reschedule_message(self, message_id: str, send_at: Instant) -> Json:
        """Give a scheduled message another time to leave.

        Args:
            message_id: Id of the scheduled message.
            send_at: The new time.
        """
        message = self._scheduled(message_id)
        leaving = self.leaving(send_at, message.to)
        return self.posted(self.messages.update(message_id, **leaving))

    @operation("write")
    def cancel_scheduled(self, message_id: str) -> Json:
        """Take back a scheduled message before it leaves; it becomes a draft again.

        Args:
            message_id: Id of the scheduled message.
        """
        self._scheduled(message_id)
        now = self.clock.now
        return self.messages.update(message_id, status="draft", folder="drafts", send_at=None, saved_at=now).row

    def leave_message(self, message: Message) -> None:
        """A scheduled message leaves."""
        sent = self.messages.update(message.id, **self.departure(message.to, message.cc, message.bcc))
        self.deliver_copy(sent)

    def _draft(self, id: str) -> Message:
        draft = self.messages.get(id)
        if draft.status == "scheduled":
            raise Conflict(f"message {id!r} is scheduled; cancel_scheduled makes it a draft again", status="scheduled")
        if draft.status != "draft":
            raise Conflict(f"message {id!r} is {draft.status}, not a draft", status=draft.status)
        if draft.folder != "drafts":
            raise Conflict(f"draft {id!r} is in {draft.folder}; restore_messages brings it back", folder=draft.folder)
        return draft

    def _scheduled(self, id: str) -> Message:
        message = self.messages.get(id)
        if message.status != "scheduled":
            raise Conflict(f"message {id!r} is {message.status}, not scheduled", status=message.status)
        return message
