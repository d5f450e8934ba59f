"""Keeping order: move, mark, label, trash, restore, spam, delete."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.email.base import EmailBase
from vibelife_inspect.services.email.records import BINS, HOME, Filter, Message
from vibelife_inspect.text import fold
from vibelife_inspect.world import Json, Text, operation

MessageIds = Annotated[list[str], Field(min_length=1, max_length=100)]
"""Ids of messages; one wrong id refuses the whole call."""

_MOST_LABELS = 20
_MARKS: dict[str, Json] = {
    "read": {"read": True},
    "unread": {"read": False},
    "important": {"important": True},
    "not_important": {"important": False},
}


def _label(value: str) -> str:
    stripped = " ".join(value.split())
    if any(ord(letter) < 32 for letter in stripped):
        raise ValueError("must not hold control characters")
    return stripped


Label = Annotated[Text, Field(max_length=40), AfterValidator(_label)]
"""A label, in any script."""


class Filing(EmailBase):
    """Operations on where messages are and how they are marked."""

    @operation("write")
    def move_messages(self, message_ids: MessageIds, folder: str) -> Json:
        """Move one or many messages to a folder that exists; all of them or none.

        Args:
            message_ids: Ids of the messages.
            folder: inbox, archive, spam, trash or a folder of the user; mail that was sent may go back to sent.
        """
        target = self.folder_named(folder)
        return self._moved(self.chosen(message_ids), target)

    @operation("write")
    def mark_messages(
        self, message_ids: MessageIds, mark: Literal["read", "unread", "important", "not_important"]
    ) -> Json:
        """Mark one or many messages; all of them or none.

        Args:
            message_ids: Ids of the messages.
            mark: The mark to set.
        """
        messages = self.chosen(message_ids)
        for message in messages:
            self.messages.update(message.id, **_MARKS[mark])
        return {"marked": [message.id for message in messages], "mark": mark}

    @operation("write")
    def label_messages(
        self,
        message_ids: MessageIds,
        add: Annotated[list[Label], Field(max_length=10)] | None = None,
        remove: Annotated[list[Label], Field(max_length=10)] | None = None,
    ) -> Json:
        """Add labels to one or many messages, or remove them; labels need not exist before.

        Args:
            message_ids: Ids of the messages.
            add: Labels to add.
            remove: Labels to remove; what a message does not have is left aside.
        """
        if not add and not remove:
            raise Invalid("give at least one label to add or to remove")
        gone, rows = {fold(label) for label in remove or []}, []
        for message in self.chosen(message_ids):
            labels = {fold(label): label for label in message.labels if fold(label) not in gone}
            for label in add or []:
                labels.setdefault(fold(label), label)
            if len(labels) > _MOST_LABELS:
                raise Conflict(f"message {message.id!r} would have {len(labels)} labels; at most {_MOST_LABELS}")
            rows.append(self.messages.update(message.id, labels=list(labels.values())).pick("id", "labels"))
        return {"messages": rows}

    @operation("write")
    def trash_messages(self, message_ids: MessageIds) -> Json:
        """Move one or many messages to the trash, from where they can be restored for 30 days; all of them or none.

        Args:
            message_ids: Ids of the messages.
        """
        return self._moved(self.chosen(message_ids), "trash")

    @operation("write")
    def restore_messages(self, message_ids: MessageIds) -> Json:
        """Bring messages back from the trash to the folders they were in; all of them or none.

        Args:
            message_ids: Ids of messages in the trash.
        """
        rows = []
        for message in self.chosen(message_ids):
            if message.folder != "trash":
                raise Conflict(f"message {message.id!r} is in {message.folder}, not in trash", folder=message.folder)
            rows.append(self._returned(message).pick("id", "folder"))
        return {"restored": rows}

    @operation("write")
    def mark_spam(self, message_ids: MessageIds, spam: bool = True) -> Json:
        """Move received messages to spam, or take them out of it again; all of them or none.

        Args:
            message_ids: Ids of the messages.
            spam: False says that messages in spam are none, and brings them back to where they were.
        """
        messages = self.chosen(message_ids)
        if spam:
            return self._moved(messages, "spam")
        for message in messages:
            if message.folder != "spam":
                raise Conflict(f"message {message.id!r} is in {message.folder}, not in spam", folder=message.folder)
        return {"restored": [self._returned(message).pick("id", "folder") for message in messages]}

    @operation("commit")
    def report_phishing(self, message_id: str, block_sender: bool = True) -> Json:
        """Report a received message to the mail provider as fraud; it goes to spam.

        Args:
            message_id: Id of the message.
            block_sender: Whether a filter sends further mail from that address to spam.
        """
        message = self.messages.get(message_id)
        self._check_move(message, "spam")
        if message.reported:
            raise Conflict(f"message {message_id!r} has been reported already")
        self.place(message, "spam")
        self.messages.update(message_id, reported=True)
        rules = self.filters.find(sender=message.sender, subject=None, folder="spam")
        if block_sender and not rules:
            rules = [self.filters.add(Filter(id=self.new_id("FLT"), sender=message.sender, folder="spam"))]
        return {"id": message_id, "folder": "spam", "reported": True, "filter_id": rules[0].id if rules else None}

    @operation("commit")
    def delete_messages(self, message_ids: MessageIds) -> Json:
        """Delete messages in trash or spam for good; all of them or none.

        Args:
            message_ids: Ids of messages in trash or spam; others must be moved to the trash first.
        """
        messages = self.chosen(message_ids)
        for message in messages:
            if message.folder not in BINS:
                raise Conflict(
                    f"message {message.id!r} is in {message.folder}; only trash and spam can be deleted for good",
                    folder=message.folder,
                )
            self.messages.remove(message.id)
        return {"deleted": [message.id for message in messages]}

    @operation("commit")
    def empty_trash(self) -> Json:
        """Delete everything in the trash for good."""
        messages = self.messages.find(folder="trash")
        for message in messages:
            self.messages.remove(message.id)
        return {"deleted": len(messages)}

    def purge_message(self, message: Message) -> None:
        """Spam and trash go for good after a while."""
        self.messages.remove(message.id)

    def _moved(self, messages: list[Message], folder: str) -> Json:
        for message in messages:
            self._check_move(message, folder)
            self.place(message, folder)
        return {"moved": [message.id for message in messages], "folder": folder}

    def _returned(self, message: Message) -> Message:
        before = message.previous_folder
        known = before is not None and (before in HOME.values() or before == "archive" or before in self.folders)
        return self.place(message, before if before is not None and known else HOME[message.status])

    def _check_move(self, message: Message, folder: str) -> None:
        home, status = HOME[message.status], message.status
        if folder in (message.folder, home):
            return
        if status == "scheduled":
            raise Conflict(f"message {message.id!r} is scheduled; cancel_scheduled takes it back first", status=status)
        wrong = folder != "trash" if status == "draft" else folder in HOME.values()
        if wrong or (folder == "spam" and home != "inbox"):
            raise Conflict(f"message {message.id!r} is {status} and cannot be moved to {folder}", status=status)
