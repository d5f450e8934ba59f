"""Looks that checks ask for are left out, one at a time."""

from pathlib import Path

import pytest

from tests.bundle.copies import TINY, change, copy_of_tiny
from tests.lab.labs import try_out
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.lab.looks import unseen

ASKED = '{called: {operation: workspace_read_file, arguments: {path: race.md}, holds: [{amount: "{{ fee }}"}]}}'


@pytest.mark.parametrize(
    ("asked", "events"),
    [
        (ASKED, ["e01_goal", "e02_check"]),
        ("{called: {operation: [workspace_search_files, workspace_read_file], stages: [3]}}", ["e02_check"]),
        ("{called: {operation: workspace_read_file, events: [e03_ad]}}", []),
        ("{sequence: [{called: {operation: workspace_read_file, stages: [1]}}]}", ["e01_goal"]),
        ("{some: {in: workspace.files}}", []),
    ],
)
def test_only_looks_that_some_check_wants_in_their_stage(asked: str, events: list[str], tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "checks.yaml", f"provided: {ASKED}", f"provided: {asked}")
    assert [trial.event for trial in unseen(load_bundle(path))] == events


def test_without_its_look_the_check_fails() -> None:
    [trial] = [trial for trial in unseen(load_bundle(TINY)) if trial.event == "e02_check"]
    assert try_out(trial).passed["s03_quiet"] is False
