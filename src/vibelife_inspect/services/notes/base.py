"""Tables and access of the notes; its operations stand in the modules beside this one."""

from collections.abc import Iterable
from random import Random
from typing import Any, TypeVar

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.services.notes.background import NotesBackground, old_notes
from vibelife_inspect.services.notes.records import MOST_CHARACTERS, Comment, Database, Owned, Page, Row
from vibelife_inspect.world import ME, Json, Notice, Record, Service, Table

O = TypeVar("O", bound=Owned)  # noqa: E741


class NotesBase(Service):
    """What all groups of notes operations share."""

    name = "notes"
    summary = "The persona's notes: pages in Markdown, databases with typed columns, comments, and search over all."
    Background = NotesBackground

    pages = Table(Page, "page", index=("parent",))
    databases = Table(Database, "database", index=("parent",))
    rows = Table(Row, "row", index=("database_id",))
    comments = Table(Comment, "comment", index=("page_id",))

    def background(self, options: Any, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Old pages and lists: recipes, books, packing lists, meeting notes."""
        return old_notes(options, level, rng, self.setting)

    def _page(self, page_id: str) -> Page:
        """A page that the persona may change and that is not archived."""
        page = _writable(self.pages.get(page_id))
        if page.archived:
            raise Conflict(f"page {page_id!r} is archived; restore it first with notes_restore_page", archived=True)
        return page

    def _shelved(self, page_id: str) -> Page:
        """An archived page that the persona may change."""
        page = _writable(self.pages.get(page_id))
        if not page.archived:
            raise Conflict(f"page {page_id!r} is not archived", archived=False)
        return page

    def _database(self, database_id: str) -> Database:
        """A database that the persona may change."""
        return _writable(self.databases.get(database_id))

    def _check_parent(self, parent: str | None) -> None:
        if parent is not None:
            self._page(parent)

    def _rewrite(self, page: Page, editor: str = ME, **fields: Any) -> Page:
        """Change a page and say who did it and when."""
        if len(fields.get("body", "")) > MOST_CHARACTERS:
            raise Invalid(f"the page would have more than {MOST_CHARACTERS} characters; put a part on another page")
        return self.pages.update(page.id, updated_at=self.clock.now, updated_by=editor, **fields)

    def _replace(self, page: Page, old: str, new: str) -> str:
        """The body with the one passage replaced."""
        times = page.body.count(old)
        if times != 1:
            raise Invalid(f"old: occurs {times} times in page {page.id!r}; it must occur exactly once", times=times)
        return page.body.replace(old, new)

    def _append(self, page: Page, text: str) -> str:
        """The body with text on a new line at the end."""
        joint = "" if not page.body or page.body.endswith("\n") else "\n"
        return page.body + joint + text

    def _row_view(self, row: Row) -> Json:
        """The whole row, with all columns of its database in order."""
        database = self.databases.get(row.database_id)
        values = {column.name: row.values.get(column.name) for column in database.columns}
        return {**dict(row), "values": {**values, **row.values}, "database": database.title}

    def _told(self, what: str, who: str, title: str, ref: str) -> None:
        text = f"{who} {what} {title!r}"
        self.ports.notify(Notice(source=self.name, topic=f"page:{ref}", title=title, text=text, ref=ref))


def _writable(record: O) -> O:
    if record.access == "reader":
        raise Refused(f"{record.id!r} belongs to {record.owner}, who lets the user read it only", owner=record.owner)
    return record
