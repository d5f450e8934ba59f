"""Shared fixtures."""

from pathlib import Path

import pytest

from vibelife_inspect import catalog

DATA = Path(__file__).parent / "data"


@pytest.fixture
def tiny_tasks(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The catalog holds the tiny tasks of the tests, and nothing else."""
    monkeypatch.setattr(catalog, "data_folder", lambda name: DATA / name)
    catalog.load_task.cache_clear()
    yield DATA / "tasks"
    catalog.load_task.cache_clear()
