"""How long a file may get, through each door by which text comes in."""

from typing import Any

import pytest

from tests.worlds import code, make_world
from vibelife_inspect.bundle import Mutation
from vibelife_inspect.checks import History, Look, Scope
from vibelife_inspect.episode.changes import apply
from vibelife_inspect.errors import OperationError
from vibelife_inspect.services import service_class
from vibelife_inspect.services.workspace import MAX_CHARACTERS, File
from vibelife_inspect.world import World

FULL = "a" * (MAX_CHARACTERS - 10) + "END\n"
"""Six characters short of the longest file."""


def world() -> World:
    stamps = {"created_at": "2026-03-01T08:00", "updated_at": "2026-03-01T08:00"}
    return make_world("workspace", seeds={"workspace.files": [{"id": "log.md", "content": FULL, **stamps}]})


def text(here: World) -> str:
    file = here.table("workspace.files").get("log.md")
    assert isinstance(file, File)
    return file.content


def call(operation: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    return f"workspace_{operation}", {"path": "log.md", **arguments}


@pytest.mark.parametrize(
    ("fits", "is_too_long"),
    [
        (call("append_file", content="b" * 6), call("append_file", content="b" * 7)),
        (call("edit_file", old="END", new="b" * 9), call("edit_file", old="END", new="b" * 10)),
    ],
    ids=["append", "edit"],
)
def test_a_file_grows_to_its_limit_and_no_further(
    fits: tuple[str, dict[str, Any]], is_too_long: tuple[str, dict[str, Any]]
) -> None:
    here = world()
    refused = here.call(*is_too_long)
    assert code(refused) == "invalid"
    assert refused.error is not None
    assert refused.error["error"]["details"] == {"characters": MAX_CHARACTERS + 1, "at_most": MAX_CHARACTERS}
    assert text(here) == FULL
    assert here.call(*fits).ok
    assert len(text(here)) == MAX_CHARACTERS


def test_a_file_is_written_at_once_up_to_the_length_of_an_argument() -> None:
    here = world()
    assert code(here.call(*call("write_file", content="b" * 50_001))) == "invalid"
    assert text(here) == FULL
    assert here.call(*call("write_file", content="b" * 50_000)).ok


@pytest.mark.parametrize("path", ["log.md", "new.md"])
def test_the_timeline_writes_no_longer_files_than_the_agent(path: str) -> None:
    here = world()
    look = Look(History(here), Scope([service_class("workspace")], here.clock.home, frozenset(), 1))
    with pytest.raises(OperationError, match=f"{MAX_CHARACTERS + 1} characters"):
        apply(_writing(path, MAX_CHARACTERS + 1), look)
    assert text(here) == FULL
    apply(_writing(path, MAX_CHARACTERS), look)
    assert len(here.table("workspace.files").get(path).content) == MAX_CHARACTERS


def _writing(path: str, length: int) -> Mutation:
    return Mutation.model_validate(
        {"id": "m1", "kind": "mutation", "changes": [{"write_file": path, "content": "b" * length}]}
    )
