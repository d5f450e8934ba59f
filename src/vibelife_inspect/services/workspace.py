"""The persona's files: what the agent wrote down is what it has tomorrow."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import Blankable, Json, Limit, Record, Service, Table, operation, page


def _path(value: str) -> str:
    if not re.fullmatch(r"[^/\\\x00-\x1f][^\\\x00-\x1f]{0,198}", value) or value.endswith("/"):
        raise ValueError("must be a relative path of a file, such as notes/budget.md")
    if any(part in ("", ".", "..") for part in value.split("/")):
        raise ValueError("must not hold empty parts, '.' or '..'")
    return value


Path = Annotated[str, AfterValidator(_path)]
"""A relative path with forward slashes."""


MAX_CHARACTERS = 400_000
"""The longest file."""


class File(Record):
    """A text file; the id is its path."""

    content: str = Field(max_length=MAX_CHARACTERS)
    created_at: Instant
    updated_at: Instant

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {"path": self.id, "characters": len(self.content), "updated_at": self.updated_at}


class Workspace(Service):
    """Text files in folders."""

    name = "workspace"
    summary = "The persona's files: read, write, edit, move and search text files."
    counted = False

    files = Table(File, "file")

    @operation("read")
    def list_files(self, folder: str | None = None, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List files by path, in alphabetical order.

        Args:
            folder: Only files below this folder, such as `notes`.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.files, key=lambda file: file.id)
        if folder is not None:
            rows = [file for file in rows if file.id.startswith(folder.rstrip("/") + "/")]
        return page(rows, limit, cursor, lambda file: file.row)

    @operation("read")
    def read_file(
        self, path: Path, first_line: Annotated[int, Field(ge=1)] = 1, lines: Annotated[int, Field(ge=1, le=1000)] = 400
    ) -> Json:
        """Read a file, or a part of a long one.

        Args:
            path: Path of the file.
            first_line: Line to begin with, counted from 1.
            lines: At most this many lines.
        """
        file = self.files.get(path)
        all_lines = file.content.splitlines(keepends=True)
        content = "".join(all_lines[first_line - 1 : first_line - 1 + lines])
        return {**file.row, "content": content, "first_line": first_line, "lines_in_file": len(all_lines)}

    @operation("read")
    def search_files(self, query: str, limit: Limit = 20, cursor: str | None = None) -> Json:
        """Find files whose path or content holds every word of the query, in alphabetical order.

        Args:
            query: Words to look for, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [file for file in sorted(self.files, key=lambda file: file.id) if found(query, file.id, file.content)]
        return page(rows, limit, cursor, lambda file: {**file.row, "lines": _matching_lines(file, query)})

    @operation("write")
    def write_file(self, path: Path, content: Blankable) -> Json:
        """Create a file, or replace all of its content.

        Args:
            path: Path of the file.
            content: The whole new content.
        """
        return self.store(path, content)

    @operation("write")
    def append_file(self, path: Path, content: str) -> Json:
        """Add text at the end of a file, on a new line; the file is created if there is none.

        Args:
            path: Path of the file.
            content: Text to add.
        """
        old = self.files.get(path).content if path in self.files else ""
        joint = "" if not old or old.endswith("\n") else "\n"
        return self.store(path, old + joint + content)

    @operation("write")
    def edit_file(self, path: Path, old: str, new: Blankable) -> Json:
        """Replace one passage of a file.

        Args:
            path: Path of the file.
            old: The passage as it stands there; it must occur exactly once.
            new: What stands there afterwards.
        """
        content = self.files.get(path).content
        times = content.count(old)
        if times != 1:
            raise Invalid(f"old: occurs {times} times in {path!r}; it must occur exactly once", times=times)
        return self.store(path, content.replace(old, new))

    @operation("write")
    def move_file(self, path: Path, new_path: Path) -> Json:
        """Rename a file or move it to another folder.

        Args:
            path: Path of the file.
            new_path: Its new path, which must be free.
        """
        file = self.files.get(path)
        if new_path in self.files:
            raise Conflict(f"there is already a file {new_path!r}")
        self.files.remove(path)
        return self.files.add(file.model_copy(update={"id": new_path, "updated_at": self.clock.now})).row

    @operation("commit")
    def delete_file(self, path: Path) -> Json:
        """Delete a file for good.

        Args:
            path: Path of the file.
        """
        self.files.remove(path)
        return {"path": path, "deleted": True}

    def store(self, path: str, content: str) -> Json:
        """Write a file, whoever does it.

        Raises:
            Invalid: The file would be too long.
        """
        if len(content) > MAX_CHARACTERS:
            raise Invalid(
                f"{path!r} would have {len(content)} characters; a file has at most {MAX_CHARACTERS}",
                characters=len(content),
                at_most=MAX_CHARACTERS,
            )
        now = self.clock.now
        if path not in self.files:
            return self.files.add(File(id=path, content=content, created_at=now, updated_at=now)).row
        return self.files.update(path, content=content, updated_at=now).row


def _matching_lines(file: File, query: str) -> list[Json]:
    words = fold(query).split()
    lines = enumerate(file.content.splitlines(), start=1)
    hits = [{"line": n, "text": line[:200]} for n, line in lines if any(word in fold(line) for word in words)]
    return hits[:5]
