"""Scripted models for tests of the Inspect side: mock outputs that need no tokenizer."""

from collections.abc import Callable, Iterable
from typing import Any

from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, Model, ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolCall

Step = str | list[ToolCall] | ModelOutput


def output(step: Step, stop_reason: Any = "stop") -> ModelOutput:
    """An answer: text, tool calls, or an output as it is."""
    if isinstance(step, ModelOutput):
        return step
    calls = step if isinstance(step, list) else None
    message = ChatMessageAssistant(content="" if calls else step, tool_calls=calls, source="generate")
    usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return ModelOutput(
        model="mock", choices=[ChatCompletionChoice(message=message, stop_reason=stop_reason)], usage=usage
    )


def call(function: str, number: int = 1, **arguments: Any) -> ToolCall:
    """One tool call."""
    return ToolCall(id=f"call_{number}", function=function, arguments=arguments)


def mock_model(steps: Iterable[Step] | Callable[[int], Step]) -> Model:
    """A model that plays the steps, then says nothing; or one that computes each step from its number."""
    made = {"count": 0}
    fixed = None if callable(steps) else list(steps)

    def play(input: Any, tools: Any, choice: Any, config: Any) -> ModelOutput:
        number = made["count"]
        made["count"] += 1
        if fixed is None:
            return output(steps(number))  # type: ignore[operator]
        return output(fixed[number] if number < len(fixed) else "NO_REPLY")

    return get_model("mockllm/model", custom_outputs=play, memoize=False)
