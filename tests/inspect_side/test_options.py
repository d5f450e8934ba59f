"""Wrong -T values: one error each that lists what is valid."""

from typing import Any

import pytest
from inspect_ai._util.error import PrerequisiteError

from vibelife_inspect.tasks.life import TASKS, _life_task, suite

pytestmark = pytest.mark.usefixtures("tiny_tasks")

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"variant": "two"}, "whole numbers"),
    ({"variant": -1}, "0 to 1000000"),
    ({"variant": "1,1"}, "once"),
    ({"background": "much"}, "0 to 1000"),
    ({"background": -2}, "0 to 1000"),
    ({"wakeups": "maybe"}, "true or false"),
    ({"tools": "some"}, "auto, all, belt"),
    ({"turn_cap": 0}, "1 to 10000"),
    ({"agent": "nobody/at_home"}, "nobody/at_home"),
    ({"varient": 1}, "did you mean 'variant'?"),
]


@pytest.mark.parametrize(("options", "hint"), WRONG, ids=lambda item: str(item))
def test_a_wrong_option_is_an_error_that_tells_what_is_valid(options: dict[str, Any], hint: str) -> None:
    with pytest.raises(PrerequisiteError, match=hint.replace("?", r"\?")):
        _life_task("morning_run")(**options)


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"domain": "fitnes"}, "did you mean 'fitness'?"),
        ({"tasks": "morning_rum"}, "did you mean 'morning_run'?"),
        ({"domain": "travel"}, "no task fits"),
    ],
    ids=str,
)
def test_a_suite_of_nothing_is_an_error(options: dict[str, Any], hint: str) -> None:
    with pytest.raises(PrerequisiteError, match=hint.replace("?", r"\?")):
        suite(**options)


def test_a_suite_holds_one_sample_per_task_and_variant() -> None:
    made = suite(domain="fitness", variant=[0, 4])
    assert [sample.id for sample in made.dataset] == ["morning_run", "morning_run-v4"]


def test_every_bundle_is_a_task_of_its_own() -> None:
    assert list(TASKS) == sorted(TASKS)
    assert TASKS
