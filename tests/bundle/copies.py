"""Copies of the tiny bundle with one thing broken."""

import shutil
from pathlib import Path

import pytest

from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.errors import BundleError, Problem

TINY = Path(__file__).parents[1] / "data" / "tasks" / "fitness" / "morning_run"


def copy_of_tiny(folder: Path) -> Path:
    """A fresh copy of the tiny bundle."""
    path = folder / "morning_run"
    shutil.copytree(TINY, path)
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
