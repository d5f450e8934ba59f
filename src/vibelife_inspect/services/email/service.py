"""The mail service as the world sees it."""

from collections.abc import Iterable
from random import Random
from typing import Any

from vibelife_inspect.services.email.background import mailbox
from vibelife_inspect.services.email.contacts import ContactBook
from vibelife_inspect.services.email.drafts import Drafting
from vibelife_inspect.services.email.filing import Filing
from vibelife_inspect.services.email.folders import Folders
from vibelife_inspect.services.email.outside import Outside
from vibelife_inspect.services.email.reading import Reading
from vibelife_inspect.world import Letter, Record


class Email(Outside, ContactBook, Folders, Filing, Drafting, Reading):
    """One mailbox with folders, threads, drafts, scheduled mail, filters and contacts."""

    def deliver_letter(self, letter: Letter) -> str:
        """Put a letter of another service in the inbox and return the message's id."""
        return self.arrive(letter.sender, letter.sender_name, letter.subject, letter.body).id

    def background(self, options: Any, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Older mail of an ordinary life, and the contacts it came from."""
        return mailbox(self, options, level, rng)
