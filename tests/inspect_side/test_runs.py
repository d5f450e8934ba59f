"""Runs through Inspect, as labs start them: good ones, bad ones, and ones that are cut off."""

from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, eval, score
from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.tool import ToolCall, ToolDef

from tests.inspect_side.models import call, mock_model, output
from vibelife_inspect.scorers import three_tier
from vibelife_inspect.tasks.life import _life_task

pytestmark = pytest.mark.usefixtures("tiny_tasks")

RUN_TASK = _life_task("morning_run")


@agent(name="plain_loop")
def plain_loop(tools: list[ToolDef]) -> Agent:
    """An agent of somebody else: one call of the model, its tools, and a last word."""

    async def execute(state: AgentState) -> AgentState:
        messages, state.output = await get_model().generate_loop(state.messages, tools=tools)
        state.messages.extend(messages)
        return state

    return execute


def run(task: Task, model: Any, folder: Path, **limits: Any) -> EvalLog:
    logs = eval(task, model=model, log_dir=str(folder), display="none", **limits)
    return read_eval_log(logs[0].location)


def value(log: EvalLog, key: str = "score", sample: int = 0) -> float:
    assert log.samples
    assert log.samples[sample].scores
    result = log.samples[sample].scores["three_tier"].value
    assert isinstance(result, dict)
    return float(result[key])  # type: ignore[arg-type]


def record(log: EvalLog, sample: int = 0) -> dict[str, Any]:
    assert log.samples
    return dict(log.samples[sample].store["vibelife"])


@pytest.mark.parametrize("variant", range(3))
def test_the_reference_earns_everything(tmp_path: Path, variant: int) -> None:
    log = run(RUN_TASK(variant=variant), "vibelife/oracle", tmp_path)
    assert log.status == "success"
    assert (value(log), value(log, "reached")) == (100.0, 100.0)


def test_silence_earns_nothing(tmp_path: Path) -> None:
    assert value(run(RUN_TASK(), "vibelife/silent", tmp_path)) == 0.0


def test_the_belt_gives_the_same_score_as_all_tools(tmp_path: Path) -> None:
    scores = [value(run(RUN_TASK(tools=mode), "vibelife/oracle", tmp_path)) for mode in ("all", "belt")]
    assert scores == [100.0, 100.0]


def test_a_rescored_log_gives_the_live_score(tmp_path: Path) -> None:
    log = run(RUN_TASK(variant="0,1"), "vibelife/oracle", tmp_path)
    again = score(log, three_tier(), display="none", action="overwrite")
    for number in (0, 1):
        assert again.samples[number].scores["three_tier"].value == log.samples[number].scores["three_tier"].value  # type: ignore[index]
        before = log.samples[number].scores["three_tier"].metadata  # type: ignore[index]
        assert again.samples[number].scores["three_tier"].metadata == before  # type: ignore[index]


def test_samples_side_by_side_do_not_see_each_other(tmp_path: Path) -> None:
    log = run(RUN_TASK(variant="0,1,2,3"), "vibelife/oracle", tmp_path, max_samples=4)
    assert [value(log, sample=number) for number in range(4)] == [100.0] * 4
    worlds = [record(log, number)["digest"] for number in range(4)]
    alone = [record(run(RUN_TASK(variant=number), "vibelife/oracle", tmp_path))["digest"] for number in range(4)]
    assert worlds == alone


def test_the_stages_events_and_silent_changes_are_in_the_log(tmp_path: Path) -> None:
    log = run(RUN_TASK(), "vibelife/oracle", tmp_path)
    assert log.samples
    spans = [(event.type, event.name) for event in log.samples[0].events if event.event == "span_begin"]
    stages = [name for kind, name in spans if kind == "stage"]
    assert stages == ["stage 1: The plan", "stage 2: A quiet change", "stage 3: A look again"]
    assert ("user_message", "e01_goal") in spans
    assert any(kind == "wakeup" for kind, _ in spans)
    cards = [str(event.data) for event in log.samples[0].events if event.event == "info"]
    attached = [*cards, *log.samples[0].attachments.values()]
    assert any("Silent change `m01_fee`" in text for text in attached)
    assert any("Stage 3 ended: 5 of 5 points" in text for text in attached)


ODD_STEPS: dict[str, list[Any]] = {
    "unknown tool": [[call("teleport_user", destination="Mars")], "done"],
    "bad JSON": [[ToolCall(id="c1", function="workspace_read_file", arguments={}, parse_error="not JSON: {")], "done"],
    "unknown argument": [[call("workspace_read_file", pth="a.md")], "done"],
    "wrong type": [[call("workspace_read_file", path=7)], "done"],
    "surrogate argument": [[call("workspace_write_file", path="a.md", content="\ud800")], "done"],
    "empty answer": ["", "", ""],
    "white space": ["  \n ", "\t"],
    "surrogate answer": ["so \ud800 it is", "\udfff"],
    "huge answer": ["x" * 1_200_000, "done"],
    "no choices": [ModelOutput(model="mock", choices=[], usage=output("x").usage)],
    "nothing left of the token cap": [output("", stop_reason="max_tokens")],
    "parallel calls": [
        [
            call("workspace_write_file", 1, path="runs.md", content="| with |\n| --- |\n| Jonas Thiel |"),
            call("workspace_list_files", 2),
            call("workspace_read_file", 3, path="AGENTS.md"),
        ],
        "done",
    ],
}


@pytest.mark.parametrize("steps", ODD_STEPS.values(), ids=ODD_STEPS.keys())
def test_whatever_a_model_answers_the_sample_is_scored(tmp_path: Path, steps: list[Any]) -> None:
    log = run(RUN_TASK(), mock_model(steps), tmp_path)
    assert log.status == "success"
    assert log.samples
    assert log.samples[0].error is None
    assert value(log, "reached") == 100.0
    assert 0.0 <= value(log) < 50.0


def test_a_refused_call_changes_nothing_and_is_in_the_record(tmp_path: Path) -> None:
    log = run(RUN_TASK(), mock_model([[call("workspace_write_file", path="../x", content="y")], "done"]), tmp_path)
    calls = [entry for entry in record(log)["entries"] if "call" in entry]
    assert [(entry["call"], entry["error"]["code"]) for entry in calls] == [("workspace_write_file", "invalid")]
    assert not [entry for entry in record(log)["entries"] if "change" in entry and entry["actor"] == "agent"]


LIMITS: dict[str, dict[str, Any]] = {
    "message": {"message_limit": 6},
    "token": {"token_limit": 12},
    "turn": {"turn_limit": 4},
    "time": {"time_limit": 1},
    "working": {"working_limit": 1},
}


@pytest.mark.parametrize("kind", LIMITS)
def test_a_limit_ends_the_sample_scored(tmp_path: Path, kind: str) -> None:
    def busy(number: int) -> list[ToolCall]:
        return [call("workspace_list_files", number)]

    log = run(RUN_TASK(turn_cap=9_000), mock_model(busy), tmp_path, **LIMITS[kind])
    assert log.status == "success"
    assert log.samples
    assert log.samples[0].limit is not None
    assert log.samples[0].limit.type == kind
    assert record(log)["complete"] is False
    assert value(log) == 0.0
    assert value(log, "reached") < 100.0


def test_the_turn_cap_ends_the_turn_and_not_the_sample(tmp_path: Path) -> None:
    def busy(number: int) -> list[ToolCall]:
        return [call("workspace_list_files", number)]

    log = run(RUN_TASK(turn_cap=3), mock_model(busy), tmp_path)
    assert log.samples
    assert log.samples[0].limit is None
    assert value(log, "reached") == 100.0
    assert record(log)["calls"] == 3 * record(log)["turns"]


def test_an_error_of_the_model_stays_in_the_denominator(tmp_path: Path) -> None:
    def fails(number: int) -> str:
        if number == 1:
            raise RuntimeError("the provider is down")
        return "fine"

    log = run(RUN_TASK(variant="0,1"), mock_model(fails), tmp_path, max_samples=1, retry_on_error=0)
    assert log.status == "success"
    assert log.results
    assert (log.results.total_samples, log.results.completed_samples) == (2, 1)
    assert log.samples
    assert [sample.error is None for sample in log.samples] == [False, True]
    assert all(sample.scores for sample in log.samples)


def test_a_foreign_agent_plays_with_its_own_loop(tmp_path: Path) -> None:
    steps = [[call("workspace_write_file", path="runs.md", content="| with |\n| --- |\n| Jonas Thiel |")], "done"]
    log = run(RUN_TASK(agent="plain_loop"), mock_model(steps), tmp_path)
    assert log.samples
    assert log.samples[0].error is None
    assert value(log) == 20.0
