"""Every place where an agent might be expected to write: files that are named somewhere, their folders, and notes."""

import re
from collections.abc import Generator, Iterable

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.policies.base import Ask
from vibelife_inspect.world import Outcome, World

_FILE = re.compile(r"(?<![\w./@-])[\w-]+(?:/[\w-]+)*\.(?:md|csv|tsv|txt|json|ya?ml)(?![\w@-])")
_FOLDER = re.compile(r"`([\w-]+(?:/[\w-]+)*)/`")
LONGEST = 45_000
"""The longest text that is written at once; operations take 50,000 characters."""


class Places:
    """Where to write; grows with what is read.

    Args:
        bundle: The task; its handbook names files and folders from the beginning.
    """

    def __init__(self, bundle: Bundle) -> None:
        given = bundle.seeds["workspace.files"]
        self._files = dict.fromkeys(file.id for file in given)
        self._pages = [page.id for page in bundle.seeds.get("notes.pages", ())]
        self.learn(str(getattr(file, "content", "")) for file in given)

    def learn(self, texts: Iterable[str]) -> None:
        """Take in the files and folders that texts name."""
        for text in texts:
            self._files.update(dict.fromkeys(_FILE.findall(text)))
            self._files.update(dict.fromkeys(f"{folder}/notes.md" for folder in _FOLDER.findall(text)))

    def append(self, text: str, world: World) -> Generator[Ask, Outcome, None]:
        """The calls that add a text everywhere; a file that is full is begun anew."""
        for path in self._files:
            files = world.table("workspace.files")
            full = path in files and len(files.get(path).content) + len(text) > 8 * LONGEST
            operation = "workspace_write_file" if full else "workspace_append_file"
            yield Ask(operation, {"path": path, "content": text[:LONGEST]})
        if "notes_append_page" in world.operations:
            for page in self._pages:
                yield Ask("notes_append_page", {"page_id": page, "text": text[:LONGEST]})
            if not self._pages:
                yield Ask("notes_create_page", {"title": "Notes", "body": text[:LONGEST]})
