"""Copies of the tiny bundle, and of the tiny persona, with one thing broken."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.errors import BundleError, Problem

_TASKS = Path(__file__).parents[1] / "data" / "tasks"
TINY = _TASKS / "fitness" / "morning_run"
DESK = _TASKS / "sessions" / "desk"


class Break(NamedTuple):
    """What is broken in a file, and what must be said about it."""

    file: str
    old: str
    new: str
    line: int | None
    key: str
    words: tuple[str, ...]


def copy_of_tiny(folder: Path) -> Path:
    """A fresh copy of the tiny bundle."""
    return _copy(TINY, folder)


def copy_of_desk(folder: Path) -> Path:
    """A fresh copy of the tiny persona."""
    return _copy(DESK, folder)


def _copy(source: Path, folder: Path) -> Path:
    path = folder / source.name
    shutil.copytree(source, path)
    return path


def change(path: Path, file: str, old: str, new: str) -> None:
    """Replace the one occurrence of `old` in a file; an empty `old` appends."""
    text = (path / file).read_text(encoding="utf-8") if (path / file).exists() else ""
    if old:
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times in {file}"
        text = text.replace(old, new)
    else:
        text += new
    (path / file).parent.mkdir(parents=True, exist_ok=True)
    (path / file).write_text(text, encoding="utf-8")


def problems(path: Path, variant: int = 0) -> list[Problem]:
    """The faults of a bundle that must not load."""
    with pytest.raises(BundleError) as caught:
        load_bundle(path, variant)
    return caught.value.problems
