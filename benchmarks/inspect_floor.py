"""Wall time per call of the model through Inspect, against the bare floor in the same run.

The floor is a plain loop of generate and tool calls with the same tool schemas, the same messages and no world; ours
is the timeline solver on the task. Both are cut off at the same number of messages, and both are played by the same
model, which calls one cheap tool again and again.
"""

from collections.abc import Callable
from typing import Any

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ModelOutput,
    ModelUsage,
    execute_tools,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCall, ToolDef, ToolInfo, ToolParams

from vibelife_inspect.catalog import load_task
from vibelife_inspect.tasks import TASKS
from vibelife_inspect.tools.belt import Belt

TASK = "japan_trip"
TOOL = "workspace_list_files"
CALLS_PER_TURN = 11
PROMPT = "[Mon 2026-02-02 09:00 | check-in]\nMorning check-in."
RESULT = '{"items": [], "total": 0, "next_cursor": null}'


def busy_model() -> Any:
    """A model that makes some calls in each turn and then ends it."""
    count = {"made": 0}

    def answer(input: Any, tools: Any, choice: Any, config: Any) -> ModelOutput:
        count["made"] += 1
        last = count["made"] % (CALLS_PER_TURN + 1) == 0
        call = ToolCall(id=f"call_{count['made']}", function=TOOL, arguments={"folder": "nowhere"})
        message = ChatMessageAssistant(content="NO_REPLY" if last else "", tool_calls=None if last else [call])
        usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return ModelOutput(model="mock", choices=[ChatCompletionChoice(message=message)], usage=usage)

    return get_model("mockllm/model", custom_outputs=answer, memoize=False)


@solver
def bare_loop(infos: list[ToolInfo]) -> Solver:
    """Generate and run tools, turn after turn, with nothing around it."""

    async def nothing(**arguments: Any) -> str:
        return RESULT

    parameters = ToolParams(additionalProperties=True)
    tools = [
        ToolDef(nothing, name=i.name, description=i.description, parameters=parameters, parallel=True) for i in infos
    ]

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        state.messages = [ChatMessageSystem(content="x" * 2000)]
        while True:
            state.messages.append(ChatMessageUser(content=PROMPT))
            while True:
                output = await model.generate(state.messages, tools=infos)
                state.messages.append(output.message)
                if not output.message.tool_calls:
                    break
                messages, _ = await execute_tools(state.messages, tools)
                state.messages.extend(messages)

    return solve


def seconds_per_call(make: Callable[[], Task], messages: int, folder: str) -> float:
    """Wall seconds per call of the model, from the first to the last, in a sample cut off at so many messages."""
    best = 1e9
    for _ in range(3):
        log = eval(make(), model=busy_model(), log_dir=folder, display="none", message_limit=messages)[0]
        assert log.samples
        starts = [event.timestamp for event in log.samples[0].events if event.event == "model"]
        best = min(best, (starts[-1] - starts[0]).total_seconds() / (len(starts) - 1))
    return best


def through_inspect(folder: str) -> list[tuple[str, str, str]]:
    """The figures through Inspect."""
    infos = Belt(load_task(TASK).world(), "auto").infos
    rows = []
    for messages in (100, 1000):
        floor = seconds_per_call(lambda: Task([Sample("x")], solver=bare_loop(infos)), messages, folder)
        ours = seconds_per_call(lambda: TASKS[TASK](), messages, folder)
        text = f"{ours / floor:.2f}x of {floor * 1e3:.0f} ms"
        rows.append(
            (
                f"a call of the model at {messages} messages, {len(infos)} tools, against the bare floor",
                text,
                "<= 1.25x",
            )
        )
    return rows
