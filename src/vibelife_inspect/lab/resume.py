"""Remembers finished reports, so that an interrupted verification goes on where it stopped."""

import hashlib
import json
from pathlib import Path

import vibelife_inspect
from vibelife_inspect.bundle import bundle_digest
from vibelife_inspect.errors import UsageError
from vibelife_inspect.world import Json


class Resume:
    """Reports by what they depend on: the task's files, the options, and the code of this package.

    Args:
        file: Where they are kept; None keeps nothing.
        options: What else a report depends on.
    """

    def __init__(self, file: Path | None, options: str) -> None:
        self._file = file
        self._suffix = f"{options}:{_code_digest()}" if file is not None else ""
        self._reports: dict[str, Json] = {}
        if file is not None and file.exists():
            try:
                self._reports = json.loads(file.read_text(encoding="utf-8"))
            except ValueError as error:
                raise UsageError(f"{file} holds no reports to go on from: {error}") from None

    def get(self, task: Path) -> Json | None:
        """The report of a task, if nothing that it depends on has changed."""
        return self._reports.get(self._key(task)) if self._file is not None else None

    def keep(self, task: Path, report: Json) -> None:
        """Remember a report, on disk at once."""
        if self._file is None:
            return
        self._reports[self._key(task)] = report
        fresh = self._file.with_suffix(f"{self._file.suffix}.part")
        fresh.write_text(json.dumps(self._reports, ensure_ascii=False) + "\n", encoding="utf-8")
        fresh.replace(self._file)

    def _key(self, task: Path) -> str:
        return f"{bundle_digest(task)}:{self._suffix}"


def _code_digest() -> str:
    root = Path(vibelife_inspect.__file__).parent
    hasher = hashlib.blake2b(digest_size=8)
    for file in sorted(root.rglob("*.py")):
        hasher.update(f"{file.relative_to(root).as_posix()}\x00".encode())
        hasher.update(file.read_bytes())
    return hasher.hexdigest()
