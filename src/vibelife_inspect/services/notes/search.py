"""Search over all notes."""

from collections.abc import Iterator

from vibelife_inspect.services.notes.base import NotesBase
from vibelife_inspect.services.notes.records import Database, Hit, Kind, Page, Row, age, snippet
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import Json, Limit, operation, page


class Search(NotesBase):
    """Finding text wherever it stands."""

    @operation("read")
    def search_notes(
        self,
        query: str,
        kind: Kind | None = None,
        include_archived: bool = False,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find pages, databases and rows that hold every word of the query, in title, tags, text or values.

        Those with all words in the title come first, then the last changed first. A row's title is its first value;
        `place` is the page above, or the database of a row.

        Args:
            query: Words to look for, in any script.
            kind: Only pages, only databases or only rows.
            include_archived: Whether to find archived pages too.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        hits = [hit for hit in self._hits(query, kind) if include_archived or not hit.archived]
        hits.sort(key=lambda hit: (not found(query, hit.title), age(hit.updated_at), hit.kind, hit.id))
        return page(hits, limit, cursor, dict)

    def _hits(self, query: str, kind: Kind | None) -> Iterator[Hit]:
        words = fold(query).split()
        for item in self.pages if kind in (None, "page") else ():
            if found(query, item.title, item.body, *item.tags):
                yield _page_hit(item, words)
        for database in self.databases if kind in (None, "database") else ():
            if found(query, database.title, _columns(database)):
                yield _database_hit(database, words)
        for row in self.rows if kind in (None, "row") else ():
            text = _values(row)
            if found(query, text):
                yield _row_hit(row, self.databases.get(row.database_id), text, words)


def _columns(database: Database) -> str:
    return "\n".join(column.name for column in database.columns)


def _values(row: Row) -> str:
    return "\n".join(str(value) for value in row.values.values() if value is not None)


def _page_hit(item: Page, words: list[str]) -> Hit:
    return Hit(
        id=item.id,
        kind="page",
        title=item.title,
        snippet=snippet(item.body, words),
        place=item.parent,
        archived=item.archived,
        updated_at=item.updated_at,
    )


def _database_hit(database: Database, words: list[str]) -> Hit:
    return Hit(
        id=database.id,
        kind="database",
        title=database.title,
        snippet=snippet(_columns(database), words),
        place=database.parent,
        updated_at=database.updated_at,
    )


def _row_hit(row: Row, database: Database, text: str, words: list[str]) -> Hit:
    name = row.values.get(database.columns[0].name)
    return Hit(
        id=row.id,
        kind="row",
        title="" if name is None else str(name),
        snippet=snippet(text, words),
        place=database.id,
        updated_at=row.updated_at,
    )
