"""Sending: new mail, answers, forwarded mail, now or later."""

from datetime import timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.email.addresses import Address, Copies, Recipients, is_address, once
from vibelife_inspect.services.email.base import EmailBase
from vibelife_inspect.services.email.reading import plain
from vibelife_inspect.services.email.records import Attachment, Message, is_answer
from vibelife_inspect.world import Blankable, Json, Part, Text, operation

_LATEST = timedelta(days=366)


def _one_line(value: str) -> str:
    if any(ord(letter) < 32 or letter in "\x7f\u2028\u2029" for letter in value):
        raise ValueError("must be one line without control characters")
    return value


def _file_name(value: str) -> str:
    if "/" in value or "\\" in value or value in (".", ".."):
        raise ValueError("must be a file name without folders, such as offer.pdf")
    return _one_line(value)


Subject = Annotated[Text, Field(max_length=300), AfterValidator(_one_line)]
"""A subject line."""


class Enclosure(Part):
    """A file to attach, given by its text."""

    name: Annotated[Text, Field(max_length=120), AfterValidator(_file_name)]
    """File name with its ending, such as offer.pdf."""
    content: Annotated[str, Field(max_length=200_000)]
    """The text of the file."""
    file_path: Annotated[Text, Field(max_length=200)] | None = None
    """Workspace path that the text was read from, if it was."""


Enclosures = Annotated[list[Enclosure], Field(max_length=10)]
"""Files to attach."""


def attached(enclosures: list[Enclosure] | None) -> list[Attachment]:
    """Attachments of outgoing mail; their names must differ."""
    files = enclosures or []
    names = [file.name for file in files]
    if len(set(names)) < len(names):
        raise Invalid(f"attachments: the names must differ, got {', '.join(names)}")
    return [Attachment.model_validate(file.model_dump()) for file in files]


class Writing(EmailBase):
    """Operations that send."""

    @operation("commit")
    def send_message(
        self,
        to: Recipients,
        subject: Subject,
        body: str,
        cc: Copies | None = None,
        bcc: Copies | None = None,
        attachments: Enclosures | None = None,
        send_at: Instant | None = None,
    ) -> Json:
        """Send a new mail from the user's address, at once or at a later time.

        Args:
            to: Addresses of the recipients.
            subject: Subject line.
            body: Text of the mail.
            cc: Addresses that get a copy.
            bcc: Addresses that get a copy without the others seeing it.
            attachments: Files to attach, given by name and text.
            send_at: When it leaves; at once when absent. Until then cancel_scheduled takes it back.
        """
        files = attached(attachments)
        return self._post(to, cc, bcc, send_at, subject=subject, body=body, attachments=files)

    @operation("read")
    def preview_reply(self, message_id: str, to_all: bool = False) -> Json:
        """Show who would get an answer and with which subject, before it is sent.

        Args:
            message_id: Id of the message to answer.
            to_all: As reply_all would do (true), or as reply_message would (false).
        """
        fields = self.answer(message_id, to_all)
        return {field: fields[field] for field in ("to", "cc", "subject", "thread_id")}

    @operation("commit")
    def reply_message(
        self,
        message_id: str,
        body: str,
        cc: Copies | None = None,
        attachments: Enclosures | None = None,
        send_at: Instant | None = None,
    ) -> Json:
        """Answer the sender of a message alone; the original is quoted below.

        A message that the user sent is followed up: the answer goes to its recipients again.

        Args:
            message_id: Id of the message to answer.
            body: Text of the answer, without the quotation.
            cc: Further addresses that get a copy.
            attachments: Files to attach, given by name and text.
            send_at: When it leaves; at once when absent.
        """
        fields = self.answer(message_id, to_all=False)
        to, copies = fields.pop("to"), [*fields.pop("cc"), *(cc or [])]
        return self._post(to, copies, None, send_at, **fields, body=body, attachments=attached(attachments))

    @operation("commit")
    def reply_all(
        self,
        message_id: str,
        body: str,
        cc: Copies | None = None,
        attachments: Enclosures | None = None,
        send_at: Instant | None = None,
    ) -> Json:
        """Answer the sender and everybody else who got the message; the original is quoted below.

        Args:
            message_id: Id of the message to answer.
            body: Text of the answer, without the quotation.
            cc: Further addresses that get a copy.
            attachments: Files to attach, given by name and text.
            send_at: When it leaves; at once when absent.
        """
        fields = self.answer(message_id, to_all=True)
        to, copies = fields.pop("to"), [*fields.pop("cc"), *(cc or [])]
        return self._post(to, copies, None, send_at, **fields, body=body, attachments=attached(attachments))

    @operation("commit")
    def forward_message(
        self,
        message_id: str,
        to: Recipients,
        body: Blankable = "",
        cc: Copies | None = None,
        bcc: Copies | None = None,
        with_attachments: bool = True,
        send_at: Instant | None = None,
    ) -> Json:
        """Pass a message on to others, with its text and, by default, its attachments.

        Args:
            message_id: Id of the message to pass on.
            to: Addresses of the recipients.
            body: Own words above the forwarded text; may be empty.
            cc: Addresses that get a copy.
            bcc: Addresses that get a copy without the others seeing it.
            with_attachments: Whether the attachments go along.
            send_at: When it leaves; at once when absent.
        """
        original = self._travelled(message_id)
        return self._post(
            to,
            cc,
            bcc,
            send_at,
            subject=f"Fwd: {original.subject}",
            body=body,
            quoted="---- Forwarded message ----\n" + plain(original),
            attachments=original.attachments if with_attachments else [],
            thread_id=original.thread_id,
            forward_of=original.id,
        )

    def answer(self, message_id: str, to_all: bool) -> Json:
        """Recipients, subject, quotation and thread of an answer to a message."""
        original = self._travelled(message_id)
        mine = original.sender == self.me
        to = original.to if mine else [original.reply_to or original.sender]
        others = original.cc if mine else [*original.to, *original.cc]
        to, cc = once(to, [address for address in others if address != self.me] if to_all else [])
        for address in to:
            if not is_address(address):
                raise Conflict(f"message {original.id!r} comes from {address!r}, which is no address to answer to")
        written = f"On {original.moment:%Y-%m-%d %H:%M} {original.sender_name} <{original.sender}> wrote:"
        return {
            "to": to,
            "cc": cc,
            "subject": original.subject if is_answer(original.subject) else f"Re: {original.subject}",
            "quoted": "\n".join([written, *(f"> {line}" for line in original.body.splitlines())]),
            "thread_id": original.thread_id,
            "in_reply_to": original.id,
        }

    def leaving(self, send_at: Instant | None, *recipients: list[str]) -> Json:
        """Fields of a message that leaves now or at a time in the future."""
        if send_at is None:
            return self.departure(*recipients)
        now = self.clock.now
        if send_at <= now:
            raise Invalid(f"send_at: {send_at.isoformat()} has passed; now is {now.isoformat()}")
        if send_at - now > _LATEST:
            raise Invalid(f"send_at: {send_at.isoformat()} is too far away; at most {_LATEST.days} days from now")
        return {"status": "scheduled", "folder": "scheduled", "send_at": send_at, "saved_at": now}

    def mine(self, to: list[Address], cc: list[Address], bcc: list[Address]) -> Json:
        """Sender and recipients of the persona's own mail, each recipient once."""
        to, cc, bcc = once(to, cc, bcc)
        persona = self.setting.persona
        return {"sender": self.me, "sender_name": persona.name, "to": to, "cc": cc, "bcc": bcc}

    def _travelled(self, id: str) -> Message:
        message = self.messages.get(id)
        if message.status in ("draft", "scheduled"):
            raise Conflict(f"message {id!r} is {message.status}: it has not been sent yet", status=message.status)
        return message

    def _post(
        self, to: list[str], cc: list[str] | None, bcc: list[str] | None, send_at: Instant | None, **fields: Any
    ) -> Json:
        parties = self.mine(to, cc or [], bcc or [])
        leaving = self.leaving(send_at, parties["to"], parties["cc"], parties["bcc"])
        message = Message(id=self.new_id("MSG"), **parties, **leaving, **fields)
        return self.posted(self.messages.add(message))

    def posted(self, message: Message) -> Json:
        """What the agent is told about a message that has left or will."""
        if message.status == "sent":
            self.deliver_copy(message)
        return {**message.row, **message.pick("cc", "bcc", "in_reply_to")}
