"""Operations on pages."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.notes.base import NotesBase
from vibelife_inspect.services.notes.records import MOST_TAGS, Page, Tag, TagCount, Title, age
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Blankable, Json, Limit, operation, page

Tags = Annotated[list[Tag], Field(min_length=1, max_length=MOST_TAGS)]
"""Some tags."""

_CHILDREN_SHOWN = 50


class Pages(NotesBase):
    """Listing, reading, writing and tidying pages."""

    @operation("read")
    def list_pages(
        self,
        parent: str | None = None,
        top_level: bool = False,
        tag: Tag | None = None,
        archived: bool = False,
        order: Literal["updated", "created", "title"] = "updated",
        limit: Limit = 50,
        cursor: str | None = None,
    ) -> Json:
        """List pages without their text.

        Args:
            parent: Only pages directly below this page.
            top_level: Only pages that stand below no other.
            tag: Only pages with this tag.
            archived: false: pages in use; true: archived ones.
            order: `updated` or `created`: latest first; `title`: alphabetical.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if parent is not None and top_level:
            raise Invalid("top_level: goes without parent")
        below = self.pages.find(parent=parent) if parent is not None or top_level else list(self.pages)
        wanted = None if tag is None else squeeze(_bare(tag))
        rows = [
            item
            for item in below
            if item.archived == archived and (wanted is None or wanted in {squeeze(own) for own in item.tags})
        ]
        if order == "title":
            rows.sort(key=lambda item: (squeeze(item.title), item.id))
        else:
            rows.sort(key=lambda item: (age(item.updated_at if order == "updated" else item.created_at), item.id))
        return page(rows, limit, cursor, lambda item: item.row)

    @operation("read")
    def get_page(self, page_id: str) -> Json:
        """Show a whole page with its text, and what stands below it: pages and databases (50 of each at most).

        Args:
            page_id: Id of the page.
        """
        shown = self.pages.get(page_id)
        pages = [item.pick("id", "title", "archived") for item in self.pages.find(parent=page_id)[:_CHILDREN_SHOWN]]
        databases = [item.pick("id", "title") for item in self.databases.find(parent=page_id)[:_CHILDREN_SHOWN]]
        comments = len(self.comments.find(page_id=page_id))
        return {**dict(shown), "pages_below": pages, "databases_below": databases, "comments_total": comments}

    @operation("read")
    def list_tags(self, limit: Limit = 100, cursor: str | None = None) -> Json:
        """List the tags of pages in use, each as `tag` with the number of pages as `pages`, most used first.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        counts: dict[str, list[str]] = {}
        for item in self.pages:
            for tag in item.tags if not item.archived else ():
                counts.setdefault(squeeze(tag), []).append(tag)
        rows = [TagCount(id=name, tag=spelt[0], pages=len(spelt)) for name, spelt in counts.items()]
        rows.sort(key=lambda row: (-row.pages, row.id))
        return page(rows, limit, cursor, lambda row: row.pick("tag", "pages"))

    @operation("write")
    def create_page(
        self, title: Title, body: Blankable = "", parent: str | None = None, tags: Tags | None = None
    ) -> Json:
        """Write a new page.

        Args:
            title: Its title.
            body: Its text in Markdown; may be empty.
            parent: Page below which it stands; at the top when absent.
            tags: Its tags.
        """
        self._check_parent(parent)
        now = self.clock.now
        made = Page(
            id=self.new_id("PAGE"),
            title=title,
            body=body,
            parent=parent,
            tags=_tagged((), tags or ()),
            created_at=now,
            updated_at=now,
        )
        return self.pages.add(made).row

    @operation("write")
    def update_page(
        self,
        page_id: str,
        title: Title | None = None,
        body: str | None = None,
        clear: Annotated[list[Literal["body", "tags"]], Field(max_length=2)] | None = None,
    ) -> Json:
        """Give a page another title or a whole new text; what is not given stays.

        To change a part of the text use notes_edit_passage or notes_append_page.

        Args:
            page_id: Id of the page.
            title: New title.
            body: The whole new text, in Markdown.
            clear: Fields to empty.
        """
        fields = {name: value for name, value in {"title": title, "body": body}.items() if value is not None}
        emptied = {"body": ""} if "body" in (clear or ()) else {}
        if emptied and body is not None:
            raise Invalid("clear: body cannot be set and emptied at once")
        changed = self._rewrite(self._page(page_id), **fields, **emptied)
        if "tags" in (clear or ()):
            changed = self._rewrite(changed, tags=())
        return changed.row

    @operation("write")
    def append_page(self, page_id: str, text: str) -> Json:
        """Add text at the end of a page, on a new line.

        Args:
            page_id: Id of the page.
            text: Markdown to add.
        """
        item = self._page(page_id)
        return self._rewrite(item, body=self._append(item, text)).row

    @operation("write")
    def edit_passage(self, page_id: str, old: str, new: Blankable) -> Json:
        """Replace one passage of a page's text.

        Args:
            page_id: Id of the page.
            old: The passage as it stands there; it must occur exactly once.
            new: What stands there afterwards; empty to cut the passage out.
        """
        item = self._page(page_id)
        return self._rewrite(item, body=self._replace(item, old, new)).row

    @operation("write")
    def tag_page(self, page_id: str, tags: Tags) -> Json:
        """Add tags to a page; those that it has stay.

        Args:
            page_id: Id of the page.
            tags: Tags to add.
        """
        item = self._page(page_id)
        return self._rewrite(item, tags=_tagged(item.tags, tags)).row

    @operation("write")
    def untag_page(self, page_id: str, tags: Tags) -> Json:
        """Take tags off a page.

        Args:
            page_id: Id of the page.
            tags: Tags to take off; the page must have them.
        """
        item = self._page(page_id)
        gone = {squeeze(_bare(tag)) for tag in tags}
        missing = [tag for tag in tags if squeeze(_bare(tag)) not in {squeeze(own) for own in item.tags}]
        if missing:
            raise Invalid(f"tags: page {page_id!r} has no tag {missing[0]!r}", tags=list(item.tags))
        return self._rewrite(item, tags=tuple(own for own in item.tags if squeeze(own) not in gone)).row

    @operation("write")
    def move_page(self, page_id: str, parent: str | None = None) -> Json:
        """Move a page, with all below it, to another place.

        Args:
            page_id: Id of the page.
            parent: Page below which it stands afterwards; to the top when absent.
        """
        item = self._page(page_id)
        self._check_parent(parent)
        if parent is not None and page_id in self._line(parent):
            raise Conflict(f"page {page_id!r} cannot stand below itself")
        return self._rewrite(item, parent=parent).row

    @operation("write")
    def archive_page(self, page_id: str) -> Json:
        """Put a page and all pages below it into the archive, out of lists; databases below it stay as they are.

        Args:
            page_id: Id of the page.
        """
        return self._shelve(self._page(page_id), archived=True)

    @operation("write")
    def restore_page(self, page_id: str) -> Json:
        """Take a page and all pages below it out of the archive.

        Args:
            page_id: Id of an archived page. If the page above it is archived, restore that one.
        """
        item = self._shelved(page_id)
        self._check_parent(item.parent)
        return self._shelve(item, archived=False)

    @operation("commit")
    def delete_page(self, page_id: str) -> Json:
        """Delete a page and its comments for good; nothing may stand below it. Archiving can be undone, this cannot.

        Args:
            page_id: Id of the page.
        """
        item = self.pages.get(page_id)
        self.own(item, "page")
        below = [*self.pages.find(parent=page_id), *self.databases.find(parent=page_id)]
        if below:
            ids = [other.id for other in below[:_CHILDREN_SHOWN]]
            raise Conflict(
                f"{len(below)} pages or databases stand below {page_id!r}; move or delete them first", below=ids
            )
        for comment in self.comments.find(page_id=page_id):
            self.comments.remove(comment.id)
        self.pages.remove(page_id)
        return {**item.pick("id", "title"), "deleted": True}

    def _line(self, page_id: str) -> list[str]:
        """The page and all above it, from below."""
        line: list[str] = []
        at: str | None = page_id
        while at is not None and at not in line and at in self.pages:
            line.append(at)
            at = self.pages.get(at).parent
        return line

    def _shelve(self, item: Page, *, archived: bool) -> Json:
        tree = list(self._tree(item, {}))
        for part in tree:
            self.pages.update(part.id, archived=archived, updated_at=self.clock.now, updated_by=ME)
        return {**self.pages.get(item.id).row, "pages_changed": len(tree)}

    def _tree(self, item: Page, seen: dict[str, None]) -> Iterator[Page]:
        if item.id in seen:
            return
        seen[item.id] = None
        yield item
        for child in self.pages.find(parent=item.id):
            yield from self._tree(child, seen)


def _bare(tag: str) -> str:
    return " ".join(tag.lstrip("# ").split())


def _tagged(before: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """The tags, each once whatever its case."""
    tags = {squeeze(tag): tag for tag in before}
    for tag in more:
        tags.setdefault(squeeze(_bare(tag)), _bare(tag))
    if len(tags) > MOST_TAGS:
        raise Invalid(f"tags: a page has at most {MOST_TAGS}")
    return tuple(tags.values())
