"""Comments, and what collaborators do."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Invalid, Refused
from vibelife_inspect.services.notes.records import MOST_CHARACTERS, Comment, Page, Title
from vibelife_inspect.services.notes.tables import Cells, Rows
from vibelife_inspect.world import ME, Blankable, Json, Limit, NewId, operation, page
from vibelife_inspect.world.operation import MAY_BE_BLANK

Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
"""Name or address of a collaborator."""
Remark = Annotated[str, Field(min_length=1, max_length=5_000, pattern=r"\S")]
"""The text of a comment."""


class People(Rows):
    """Comments, and other people's edits."""

    @operation("read")
    def list_comments(self, page_id: str, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List the comments on a page, oldest first.

        Args:
            page_id: Id of the page.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        shown = self.pages.get(page_id)
        return page(self.comments.find(page_id=shown.id), limit, cursor, dict)

    @operation("write")
    def add_comment(self, page_id: str, text: Remark) -> Json:
        """Comment on a page in the user's name.

        Args:
            page_id: Id of the page; it may belong to somebody else.
            text: What to say.
        """
        shown = self.pages.get(page_id)
        return dict(self._remark(shown, text, ME))

    @operation("commit")
    def delete_comment(self, comment_id: str) -> Json:
        """Delete one of the user's own comments for good.

        Args:
            comment_id: Id of the comment.
        """
        comment = self.comments.get(comment_id)
        if comment.author != ME:
            raise Refused(f"comment {comment_id!r} is by {comment.author}; only its author may delete it")
        self.comments.remove(comment.id)
        return {**comment.pick("id", "page_id"), "deleted": True}

    @operation("outside")
    def receive_edit(
        self,
        page_id: str,
        editor: Name,
        old: str | None = None,
        new: Blankable | None = None,
        append: str | None = None,
        title: Title | None = None,
    ) -> Json:
        """A collaborator edits a page: replaces one passage, adds text at the end, changes the title, or all three.

        Args:
            page_id: Id of the page.
            editor: Who does it.
            old: Passage that is replaced; it must occur exactly once. Goes with new.
            new: What stands there afterwards. Goes with old.
            append: Text that is added at the end.
            title: New title.
        """
        if (old is None) != (new is None) or (old is None and append is None and title is None):
            raise Invalid("give old with new, or append, or title")
        edited = self.pages.get(page_id)
        changed = edited
        if old is not None and new is not None:
            changed = self._rewrite(changed, editor, body=self._replace(changed, old, new))
        if append is not None:
            changed = self._rewrite(changed, editor, body=self._append(changed, append))
        if title is not None:
            changed = self._rewrite(changed, editor, title=title)
        self._told("edited", editor, edited.title, edited.id)
        return changed.row

    @operation("outside")
    def share_page(
        self,
        title: Title,
        owner: Name,
        body: Annotated[str, MAY_BE_BLANK, Field(max_length=MOST_CHARACTERS)] = "",
        may_edit: bool = True,
        page_id: NewId | None = None,
    ) -> Json:
        """Somebody shares a page with the persona.

        Args:
            title: Its title.
            owner: Whose page it is.
            body: Its text in Markdown.
            may_edit: Whether the persona may change it.
            page_id: Id for the page; made up when absent.
        """
        now = self.clock.now
        shared = Page(
            id=self.new_id("PAGE", page_id),
            title=title,
            body=body,
            owner=owner,
            access="editor" if may_edit else "reader",
            created_at=now,
            updated_at=now,
            updated_by=owner,
        )
        self._told("shared", owner, title, self.pages.add(shared).id)
        return shared.row

    @operation("outside")
    def receive_row(self, database_id: str, editor: Name, cells: Cells, row_id: NewId | None = None) -> Json:
        """A collaborator adds a row to a database.

        Args:
            database_id: Id of the database.
            editor: Who does it.
            cells: Its values.
            row_id: Id for the row; made up when absent.
        """
        database = self.databases.get(database_id)
        row = self._enter(database, cells, editor, row_id)
        self._told("added a row to", editor, database.title, database.id)
        return self._row_view(row)

    @operation("outside")
    def revise_row(self, row_id: str, editor: Name, cells: Cells) -> Json:
        """A collaborator changes values of a row.

        Args:
            row_id: Id of the row.
            editor: Who does it.
            cells: New values; null empties a column.
        """
        row = self.rows.get(row_id)
        database = self.databases.get(row.database_id)
        self._told("changed a row of", editor, database.title, database.id)
        return self._row_view(self._revise(row, database, cells, editor))

    @operation("outside")
    def receive_comment(self, page_id: str, author: Name, text: Remark, comment_id: NewId | None = None) -> Json:
        """A collaborator comments on a page.

        Args:
            page_id: Id of the page.
            author: Who does it.
            text: What they say.
            comment_id: Id for the comment; made up when absent.
        """
        shown = self.pages.get(page_id)
        self._told("commented on", author, shown.title, shown.id)
        return dict(self._remark(shown, text, author, comment_id))

    def _remark(self, on: Page, text: str, author: str, id: str | None = None) -> Comment:
        made = Comment(id=self.new_id("COM", id), page_id=on.id, author=author, text=text, created_at=self.clock.now)
        return self.comments.add(made)
