"""Bookmarks, notes and citations."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, NotFound
from vibelife_inspect.services.legal_search.base import ItemKind, LegalBase
from vibelife_inspect.services.legal_search.matters import Note, SavedItem
from vibelife_inspect.world import ME, Json, Limit, operation, page

Folder = Annotated[str, Field(min_length=1, max_length=100)]
"""Name of a folder."""
Words = Annotated[str, Field(min_length=1, max_length=20_000)]
"""Text of a note."""

_MOST = 1000


class Saving(LegalBase):
    """Bookmarks, notes and citations."""

    @operation("write")
    def save_item(self, item_id: str, folder: Folder | None = None) -> Json:
        """Bookmark a decision, article or statute; saving it again moves it to the folder.

        Args:
            item_id: Id of the decision, article or statute.
            folder: Folder to keep it in, which need not exist; without it, in none.
        """
        kind, where = self.kind_of(item_id), (folder or "").strip()
        if folder is not None and not where:
            raise Invalid("folder: must not be blank")
        if item_id in self.saved:
            return self._saved_row(self.saved.update(item_id, folder=where))
        if len(self.saved) >= _MOST:
            raise Conflict(f"there are {_MOST} bookmarks already; remove one first")
        return self._saved_row(self.saved.add(SavedItem(id=item_id, kind=kind, folder=where, saved_at=self.clock.now)))

    @operation("write")
    def unsave_item(self, item_id: str) -> Json:
        """Remove a bookmark; notes about the item stay.

        Args:
            item_id: Id of the decision, article or statute.
        """
        self.saved.remove(item_id)
        return {"item_id": item_id, "saved": False}

    @operation("read")
    def list_saved(
        self,
        folder: Folder | None = None,
        kind: ItemKind | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List bookmarks with their notes, latest saved first, then by id; `folders` counts those in each folder.

        Args:
            folder: Only bookmarks in this folder.
            kind: Only bookmarks of this kind.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        counts: dict[str, int] = {}
        for row in self.saved:
            if row.folder:
                counts[row.folder] = counts.get(row.folder, 0) + 1
        rows = list(self.saved) if folder is None else self.saved.find(folder=folder)
        rows = [row for row in rows if kind in (None, row.kind)]
        rows.sort(key=lambda row: (-row.saved_at.timestamp(), row.id))
        folders = [{"folder": name, "items": counts[name]} for name in sorted(counts)]
        return {**page(rows, limit, cursor, self._saved_row), "folders": folders}

    @operation("write")
    def add_note(self, item_id: str, text: Words) -> Json:
        """Add a note about a decision, article, statute or one of the user's matters; there may be several.

        Args:
            item_id: Id of the decision, article, statute or docket.
            text: The note.
        """
        if item_id in self.dockets:
            self.own(self.dockets.get(item_id), "docket")
        else:
            self.kind_of(item_id)
        now = self.clock.now
        note = Note(id=self.new_id("NOTE"), item_id=item_id, text=_worded(text), created_at=now, updated_at=now)
        return self.notes.add(note).shown

    @operation("write")
    def edit_note(self, note_id: str, text: Words) -> Json:
        """Replace the text of a note.

        Args:
            note_id: Id of the note.
            text: The whole new text.
        """
        self._own_note(note_id)
        return self.notes.update(note_id, text=_worded(text), updated_at=self.clock.now).shown

    @operation("commit")
    def delete_note(self, note_id: str) -> Json:
        """Delete a note for good.

        Args:
            note_id: Id of the note.
        """
        self._own_note(note_id)
        self.notes.remove(note_id)
        return {"note_id": note_id, "deleted": True}

    @operation("read")
    def list_notes(self, item_id: str | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List notes, latest changed first, then by id.

        Args:
            item_id: Only notes about this decision, article, statute or docket.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = list(self.notes) if item_id is None else self.notes.find(item_id=item_id)
        rows = [note for note in rows if note.owner == ME]
        rows.sort(key=lambda note: (-note.updated_at.timestamp(), note.id))
        return page(rows, limit, cursor, lambda note: note.shown)

    @operation("read")
    def export_citations(
        self,
        item_ids: Annotated[list[str], Field(min_length=1, max_length=100)] | None = None,
        folder: Folder | None = None,
        style: Literal["plain", "markdown", "csv"] = "plain",
    ) -> Json:
        """Write citations of some items, or of all in a folder, one a line, to paste into a document.

        Args:
            item_ids: Ids of decisions, articles and statutes, in the order wanted.
            folder: All bookmarks in this folder, oldest saved first; give item_ids or folder.
            style: plain; markdown: a list with ids and statuses; csv: with a head line.
        """
        if (item_ids is None) == (folder is None):
            raise Invalid("item_ids: give either item_ids or folder")
        ids = list(dict.fromkeys(item_ids or [row.id for row in self.saved.find(folder=folder)]))
        if not ids:
            raise NotFound(f"there is nothing in folder {folder!r}", folder=folder)
        rows = [(id, self.kind_of(id), self.cite(id), self._status(id)) for id in ids]
        if style == "plain":
            lines = [citation for _, _, citation, _ in rows]
        elif style == "markdown":
            lines = [f"- {citation} [{id}; {status}]" for id, _, citation, status in rows]
        else:
            lines = ["id,kind,citation,status"]
            lines += [",".join((_quoted(id), kind, _quoted(text), status)) for id, kind, text, status in rows]
        return {"style": style, "count": len(rows), "text": "\n".join(lines)}

    def _status(self, item_id: str) -> str:
        if item_id in self.cases:
            return self.cases.get(item_id).status
        if item_id in self.articles:
            return self.articles.get(item_id).status
        return self.statutes.get(item_id).status

    def _own_note(self, note_id: str) -> None:
        self.own(self.notes.get(note_id), "note")

    def _saved_row(self, item: SavedItem) -> Json:
        notes = [note for note in self.notes.find(item_id=item.id) if note.owner == ME]
        return {
            "item_id": item.id,
            **item.pick("kind", "folder", "saved_at"),
            "citation": self.cite(item.id),
            "notes": [{"note_id": note.id, "text": note.text[:300]} for note in notes],
        }


def _worded(text: str) -> str:
    if not text.strip():
        raise Invalid("text: must not be blank")
    return text


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
