"""Messages about listings, and bookmarks."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, NotFound
from vibelife_inspect.services.listing_platform.base import ListingBase
from vibelife_inspect.services.listing_platform.records import Message, Saved, Thread
from vibelife_inspect.world import ME, Blankable, Json, Limit, Text, operation, page

MessageText = Annotated[Text, Field(max_length=5000)]
"""Text of a message."""

_SHOWN = 100


class Talking(ListingBase):
    """Threads and saved listings."""

    @operation("commit")
    def send_message(self, text: MessageText, listing_id: str | None = None, thread_id: str | None = None) -> Json:
        """Write to whoever offers a listing, or answer in a thread about a listing of the user's own.

        Args:
            text: The message.
            listing_id: Id of somebody else's listing; the thread about it goes on, or a new one begins.
            thread_id: Id of a thread; give either this or listing_id.
        """
        if (listing_id is None) == (thread_id is None):
            raise Invalid("listing_id: give either listing_id or thread_id")
        thread = self._thread_about(listing_id) if listing_id is not None else self.own_thread(thread_id or "")
        message = self.say(thread, "user", text)
        return {"message_id": message.id, **self.threads.get(thread.id).row}

    @operation("read")
    def list_threads(
        self,
        listing_id: str | None = None,
        unanswered: bool | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's threads, the one with the latest message first (then by id).

        Args:
            listing_id: Only threads about this listing.
            unanswered: True: only those whose last message is the other party's; false: only the others.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.threads.find(owner=ME), key=lambda row: row.id)
        rows.sort(key=lambda row: row.last_at, reverse=True)
        rows = [row for row in rows if listing_id in (None, row.listing_id) and unanswered in (None, row.unanswered)]
        return page(rows, limit, cursor, lambda row: {**row.row, "listing": self._title(row.listing_id)})

    @operation("read")
    def get_thread(self, thread_id: str) -> Json:
        """Show a thread with its messages, oldest first; of a long one the last 100.

        Args:
            thread_id: Id of the thread.
        """
        thread = self.own_thread(thread_id)
        messages = self.messages.find(thread_id=thread_id)
        shown = [{"message_id": m.id, **m.pick("sender", "text", "sent_at")} for m in messages[-_SHOWN:]]
        return {**thread.row, "listing": self._title(thread.listing_id), "messages": shown, "total": len(messages)}

    @operation("write")
    def save_listing(self, listing_id: str, note: Blankable = "") -> Json:
        """Bookmark a listing; saving it again replaces the note.

        Args:
            listing_id: Id of the listing.
            note: A note; may be empty.
        """
        listing = self.visible(listing_id)
        old = self._bookmark(listing_id)
        if old is not None:
            return self._saved_row(self.saved.update(old.id, note=note))
        saved = Saved(
            id=self.new_id("SAV"),
            listing_id=listing_id,
            note=note,
            price_then=listing.price,
            saved_at=self.clock.now,
        )
        return self._saved_row(self.saved.add(saved))

    @operation("write")
    def unsave_listing(self, listing_id: str) -> Json:
        """Take a bookmark away; the answer holds its note.

        Args:
            listing_id: Id of the listing.
        """
        old = self._bookmark(listing_id)
        if old is None:
            raise NotFound(f"listing {listing_id!r} is not saved", id=listing_id)
        return {**self._saved_row(self.saved.remove(old.id)), "removed": True}

    @operation("read")
    def list_saved(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the saved listings as they are now, with the price when each was saved, newest first (then by id).

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.saved.find(owner=ME), key=lambda row: row.id)
        rows.sort(key=lambda row: row.saved_at, reverse=True)
        return page(rows, limit, cursor, self._saved_row)

    def own_thread(self, thread_id: str) -> Thread:
        """A thread of the persona's."""
        thread = self.threads.get(thread_id)
        self.own(thread, "thread")
        return thread

    def say(self, thread: Thread, sender: Literal["user", "other_party"], text: str) -> Message:
        """Add a message to a thread."""
        self.threads.update(thread.id, last_at=self.clock.now, unanswered=sender == "other_party")
        return self.messages.add(
            Message(id=self.new_id("MSG"), thread_id=thread.id, sender=sender, text=text, sent_at=self.clock.now)
        )

    def _thread_about(self, listing_id: str) -> Thread:
        listing = self.visible(listing_id)
        if listing.own:
            raise Conflict(f"listing {listing_id!r} is the user's own; answer in a thread", listing_id=listing_id)
        for thread in self.threads.find(listing_id=listing_id):
            if thread.owner == ME:
                return thread
        thread = Thread(
            id=self.new_id("THR"),
            listing_id=listing_id,
            agent_id=listing.agent_id,
            other_party=self.agent_of(listing).name,
            last_at=self.clock.now,
        )
        return self.threads.add(thread)

    def _title(self, listing_id: str) -> str:
        return self.listings.get(listing_id).title if listing_id in self.listings else listing_id

    def _bookmark(self, listing_id: str) -> Saved | None:
        return next(iter(self.saved.find(listing_id=listing_id, owner=ME)), None)

    def _saved_row(self, saved: Saved) -> Json:
        known = saved.listing_id in self.listings
        about = self.listings.get(saved.listing_id).row if known else {"listing_id": saved.listing_id}
        return {**about, **saved.pick("note", "price_then", "saved_at")}
