"""The user's own folders, and filters that file new mail."""

import unicodedata
from collections import Counter
from typing import Annotated

from pydantic import AfterValidator, Field

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.services.email.base import EmailBase
from vibelife_inspect.services.email.filing import Label
from vibelife_inspect.services.email.records import BINS, HOME, SYSTEM_FOLDERS, Filter, Folder, Tally
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import Json, Limit, Text, operation, page

_MOST = 200


def _folder_name(value: str) -> str:
    name = unicodedata.normalize("NFC", " ".join(value.split()))
    if any(ord(letter) < 32 for letter in name):
        raise ValueError("must not hold control characters")
    return name


FolderName = Annotated[Text, Field(max_length=60), AfterValidator(_folder_name)]
"""Name of a folder, in any script."""


class Folders(EmailBase):
    """Operations on folders and filters."""

    @operation("read")
    def list_folders(self, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List all folders with their numbers of messages: the system's first, then the user's by name.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        total = Counter(message.folder for message in self.messages)
        unread = Counter(message.folder for message in self.messages if not message.read)
        own = {folder.id for folder in self.folders} | set(total) - set(SYSTEM_FOLDERS)
        names = [*SYSTEM_FOLDERS, *sorted(own)]
        rows = [
            Tally(id=name, messages=total[name], unread=unread[name], system=name in SYSTEM_FOLDERS) for name in names
        ]
        return page(rows, limit, cursor, lambda row: {"folder": row.id, **row.pick("messages", "unread", "system")})

    @operation("write")
    def create_folder(self, folder: FolderName) -> Json:
        """Create an empty folder.

        Args:
            folder: Its name, in any script; it must differ from all others by more than case and spacing.
        """
        self._check_free(folder)
        return dict(self.folders.add(Folder(id=folder, created_at=self.clock.now)))

    @operation("write")
    def rename_folder(self, folder: str, new_name: FolderName) -> Json:
        """Rename a folder of the user; its messages and the filters that file into it follow.

        Args:
            folder: Name of the folder.
            new_name: The new name.
        """
        name = self._own_folder(folder)
        if squeeze(new_name) != squeeze(name):
            self._check_free(new_name)
        if new_name == name:
            return {"folder": name, "messages": len(self.messages.find(folder=name))}
        created_at = self.folders.remove(name).created_at if name in self.folders else None
        self.folders.add(Folder(id=new_name, created_at=created_at))
        messages = self.messages.find(folder=name)
        for message in messages:
            self.messages.update(message.id, folder=new_name)
        for bin in BINS:
            for message in self.messages.find(folder=bin, previous_folder=name):
                self.messages.update(message.id, previous_folder=new_name)
        for rule in self.filters.find(folder=name):
            self.filters.update(rule.id, folder=new_name)
        return {"folder": new_name, "messages": len(messages)}

    @operation("commit")
    def delete_folder(self, folder: str, move_messages_to: str = "trash") -> Json:
        """Delete a folder of the user; its messages are moved first.

        Args:
            folder: Name of the folder.
            move_messages_to: Where its messages go: trash, archive or another folder of the user.
        """
        name = self._own_folder(folder)
        target = self.folder_named(move_messages_to)
        if target == name or (target in SYSTEM_FOLDERS and target not in ("trash", "archive")):
            raise Invalid(f"move_messages_to: {target!r} is not possible; give trash, archive or another own folder")
        if rules := self.filters.find(folder=name):
            raise Conflict(
                f"filter {rules[0].id!r} files mail into {name!r}; delete the filter first", filter=rules[0].id
            )
        messages = self.messages.find(folder=name)
        for message in messages:
            self.place(message, target)
        if name in self.folders:
            self.folders.remove(name)
        return {"deleted": name, "messages": len(messages), "moved_to": target}

    @operation("read")
    def list_filters(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the filters that file new mail, oldest first.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        return page(list(self.filters), limit, cursor, dict)

    @operation("write")
    def create_filter(
        self,
        sender: str | None = None,
        subject: str | None = None,
        folder: str | None = None,
        label: Label | None = None,
        mark_read: bool = False,
        important: bool = False,
    ) -> Json:
        """Create a filter for mail that arrives from now on; mail that fulfils all its conditions is filed or marked.

        Where several filters fit, the oldest decides about the folder. Give at least one condition and one action.

        Args:
            sender: Condition: words in the sender's address or name.
            subject: Condition: words in the subject.
            folder: Action: file it here; inbox, archive, spam, trash or a folder of the user.
            label: Action: add this label.
            mark_read: Action: mark it read.
            important: Action: mark it important.
        """
        if sender is None and subject is None:
            raise Invalid("give at least one condition: sender or subject")
        if folder is None and label is None and not mark_read and not important:
            raise Invalid("give at least one action: folder, label, mark_read or important")
        target = None if folder is None else self.folder_named(folder)
        if target in HOME.values() and target != "inbox":
            raise Invalid(f"folder: new mail cannot be filed in {target}")
        if len(self.filters) >= _MOST:
            raise Conflict(f"there are {_MOST} filters already; delete one first")
        rule = Filter(
            id=self.new_id("FLT"),
            sender=sender,
            subject=subject,
            folder=target,
            label=label,
            mark_read=mark_read,
            important=important,
        )
        return dict(self.filters.add(rule))

    @operation("commit")
    def delete_filter(self, filter_id: str) -> Json:
        """Delete a filter; mail that it filed stays where it is.

        Args:
            filter_id: Id of the filter.
        """
        self.filters.remove(filter_id)
        return {"id": filter_id, "deleted": True}

    def _own_folder(self, name: str) -> str:
        folder = self.folder_named(name)
        if folder in SYSTEM_FOLDERS:
            raise Refused(f"{folder} is a folder of the system; it can be neither renamed nor deleted")
        return folder

    def _check_free(self, name: str) -> None:
        key = squeeze(name)
        taken = key in SYSTEM_FOLDERS or self.folders.find(key=key) or self.messages.find(folder=name)
        if taken:
            raise Conflict(f"there is already a folder {name!r}", folder=name)
        if len(self.folders) >= _MOST:
            raise Conflict(f"there are {_MOST} folders already; delete one first")
