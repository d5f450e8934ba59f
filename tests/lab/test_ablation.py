"""Deeds left out and arguments altered: what is noticed, and what a weak check lets through."""

from pathlib import Path

import pytest

from tests.bundle.copies import TINY, change, copy_of_tiny
from tests.lab.labs import report_on, try_out
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.lab.ablate import alterations, dropped
from vibelife_inspect.lab.branches import run_branches
from vibelife_inspect.lab.players import put, run
from vibelife_inspect.lab.trial import Order, Trial


def test_every_deed_is_dropped_once_and_no_read() -> None:
    assert [trial.name for trial in dropped(load_bundle(TINY))] == [
        "e01_goal step 1: workspace_write_file".replace("workspace_write_file", "runs.md"),
        "e01_goal step 3: reply",
        "e02_check step 2: assistant_request_approval",
        "e02_check step 3: runs.md",
        "e02_check step 4: assistant_set_reminder",
        "wakeups step 1: diary.md",
    ]


def test_a_waived_step_is_not_counted(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "reference.yaml", "{reply: The list is begun.}", "{reply: The list is begun., waived: only words}")
    assert "e01_goal step 3: reply" not in [trial.name for trial in dropped(load_bundle(path))]


def test_a_step_that_a_check_needs_is_missed() -> None:
    result = try_out(Trial("dropped", "", event="e02_check", step=2, stage=3))
    assert result.passed == {"s03_row": False, "s03_quiet": True, "x_asked": False}


def test_steps_that_need_a_dropped_one_are_left_out() -> None:
    result = try_out(Trial("dropped", "", event="e02_check", step=1, stage=3))
    assert not result.error
    assert not result.passed["s03_row"]


def test_a_step_that_no_check_needs_survives() -> None:
    result = try_out(Trial("dropped", "", event="e02_check", step=3, stage=3))
    assert all(result.passed.values())


def test_arguments_are_altered_one_at_a_time() -> None:
    trials = alterations(load_bundle(TINY), 0)
    assert [(trial.event, trial.step, trial.path, trial.old) for trial in trials if trial.step == 1] == [
        ("e02_check", 1, ("action",), "pay"),
        ("e02_check", 1, ("amount",), {"minor": 2400, "currency": "EUR", "text": "EUR 24.00"}),
    ]
    assert len(trials) == len({(trial.event, trial.step, trial.path, str(trial.new)) for trial in trials})


def altered_fee(path: Path) -> Trial:
    """The trial in which the fee of the list is wrong."""
    trials = alterations(load_bundle(path), 0)
    return next(trial for trial in trials if trial.step == 2 and "24.00" in trial.name)


def test_a_wrong_amount_is_noticed() -> None:
    assert try_out(altered_fee(TINY)).passed == {"s03_row": False, "s03_quiet": True}


def test_a_weak_check_lets_a_wrong_amount_through(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "checks.yaml", 'rows: {with: "{{ partner }}", fee: "{{ fee }}"}', 'rows: {with: "{{ partner }}"}')
    assert all(try_out(altered_fee(path), path).passed.values())
    survivors = report_on(path)["ablation"]["altered"]["survivors"]
    [survivor] = [each for each in survivors if "24.00" in each["step"]]
    assert survivor["step"].startswith("e02_check step 3: runs.md content: 24.00 -> ")
    assert "s03_row" in survivor["should_have_noticed"]


def test_a_forked_run_ends_like_one_from_the_beginning() -> None:
    bundle = load_bundle(TINY)
    orders = [Order(str(TINY), 0, trial) for trial in (*dropped(bundle), *alterations(bundle, 0))]
    for forked, order in zip(run_branches(orders), orders, strict=True):
        whole = run(order)
        assert forked.trial == order.trial
        assert forked.passed.items() <= whole.passed.items() or not order.trial.stage > 1
        assert {id for id, passed in forked.passed.items() if not passed} == {
            id for id, passed in whole.passed.items() if not passed
        }


@pytest.mark.parametrize("path", [("a",), ("b", 1, "c")])
def test_a_value_is_put_into_a_copy(path: tuple[str | int, ...]) -> None:
    value = {"a": 1, "b": [0, {"c": 2}]}
    changed = put(value, path, "new")
    assert value == {"a": 1, "b": [0, {"c": 2}]}
    assert changed != value
