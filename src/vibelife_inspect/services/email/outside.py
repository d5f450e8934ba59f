"""What the rest of the world does to a mailbox; the bundle's timeline calls it."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.email.addresses import Address, Copies
from vibelife_inspect.services.email.base import EmailBase
from vibelife_inspect.services.email.records import HOME, Attachment, ClosedAddress, Message
from vibelife_inspect.world import Blankable, Json, NewId, operation

_REASON = "the mailbox does not exist"


class Outside(EmailBase):
    """Operations of other people and of other people's servers."""

    @operation("outside")
    def receive_message(
        self,
        sender: Address,
        subject: Blankable,
        body: Blankable,
        sender_name: Blankable = "",
        to: Copies | None = None,
        cc: Copies | None = None,
        reply_to: Address | None = None,
        in_reply_to: str | None = None,
        attachments: Annotated[list[Attachment], Field(max_length=20)] | None = None,
        important: bool = False,
        folder: str = "inbox",
        message_id: NewId | None = None,
    ) -> Json:
        """Somebody's mail arrives now.

        With a subject such as `Re: ...` it joins the newest thread of that subject that the sender took part in.

        Args:
            sender: Address of the sender.
            subject: Subject line.
            body: Text of the mail.
            sender_name: Name of the sender.
            to: Recipients; the persona alone when absent.
            cc: Addresses that got a copy.
            reply_to: Where answers go, if not to the sender.
            in_reply_to: Id of the message that it answers.
            attachments: Files with their text.
            important: Whether it arrives marked important.
            folder: Where the server puts it; filters work on the inbox alone.
            message_id: Its id, to refer to it later.
        """
        target = self.folder_named(folder)
        if target in HOME.values() and target != "inbox":
            raise Invalid(f"folder: mail cannot arrive in {target}")
        more: Json = {"cc": cc or [], "reply_to": reply_to, "attachments": attachments or [], "important": important}
        more |= {"to": to} if to is not None else {}
        more |= {"in_reply_to": in_reply_to} if in_reply_to is not None else {}
        more |= {"id": message_id} if message_id is not None else {}
        return self.arrive(sender, sender_name, subject, body, folder=target, **more).row

    @operation("outside")
    def bounce_message(self, message_id: str, reason: str = _REASON) -> Json:
        """A message that the persona sent comes back.

        Args:
            message_id: Id of the sent message.
            reason: Why, as the server puts it.
        """
        message = self.messages.get(message_id)
        if message.status != "sent":
            raise Conflict(f"message {message_id!r} is {message.status}, not sent", status=message.status)
        return self._bounce(message, message.to, reason).row

    @operation("outside")
    def recall_message(self, message_id: str, notice: str = "The sender has recalled this message.") -> Json:
        """The sender takes a received message back: its text and attachments are gone, the notice stands instead.

        Args:
            message_id: Id of the received message.
            notice: What stands in its place.
        """
        message = self.messages.get(message_id)
        if message.status != "received":
            raise Conflict(f"message {message_id!r} is {message.status}, not received", status=message.status)
        return self.messages.update(message_id, status="recalled", body=notice, quoted="", attachments=[]).row

    @operation("outside")
    def close_address(self, address: Address, reason: str = _REASON) -> Json:
        """From now on mail to an address comes back a minute after it was sent.

        Args:
            address: The address.
            reason: Why, as its server puts it.
        """
        return dict(self.closed_addresses.add(ClosedAddress(id=address, reason=reason)))

    @operation("outside")
    def reopen_address(self, address: Address) -> Json:
        """An address works again.

        Args:
            address: The address.
        """
        return dict(self.closed_addresses.remove(address))

    def return_message(self, message: Message) -> None:
        """A message to a closed address comes back."""
        everybody = (*message.to, *message.cc, *message.bcc)
        closed = [address for address in everybody if address in self.closed_addresses]
        if not closed:
            self.messages.update(message.id, bounces_at=None)
            return
        self._bounce(message, closed, self.closed_addresses.get(closed[0]).reason)

    def _bounce(self, message: Message, addresses: list[str], reason: str) -> Message:
        bounced = self.messages.update(message.id, status="bounced", bounce_reason=reason, bounces_at=None)
        self.arrive(
            f"mailer-daemon@{self.me.rpartition('@')[2]}",
            "Mail Delivery System",
            f"Undelivered: {message.subject}",
            f"Your message {message.id} could not be delivered to {', '.join(addresses)}: {reason}.",
            in_reply_to=message.id,
        )
        return bounced
