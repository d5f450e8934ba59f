"""The model provider `vibelife`: scripted policies as models, so that everything runs without a key.

A scripted model takes the real path: it sees messages and tools, answers with tool calls, and reads their results.
"""

import json
from dataclasses import dataclass
from typing import Any

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolCall, ToolChoice, ToolInfo

from vibelife_inspect.errors import DefectError, UsageError, nearest
from vibelife_inspect.policies import Ask, Moves, Policy, make_policy, policy_names, session_policy_names
from vibelife_inspect.tools.belt import LOAD
from vibelife_inspect.tools.live import LIVE, Live
from vibelife_inspect.world import Outcome


@modelapi(name="vibelife")
def vibelife() -> type[ModelAPI]:
    """Scripted policies as models: `--model vibelife/oracle`."""
    return ScriptedModel


class ScriptedModel(ModelAPI):
    """A policy behind a model's interface. One instance serves all samples and keeps no state of theirs.

    Args:
        model_name: Name of the policy.
        base_url: Not used.
        api_key: Not used.
        config: Not used.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - Inspect's own signature
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        name = model_name.rsplit("/", 1)[-1]
        known = sorted({*policy_names(), *session_policy_names()})
        if name not in known:
            raise PrerequisiteError(f"there is no scripted model vibelife/{name}; {nearest(name, known)}")
        self._policy = name

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """Answer with the policy's next call, or with its reply."""
        live = LIVE.get(None)
        if live is None or live.turn is None:
            raise UsageError("the models vibelife/... play only tasks of vibelife_inspect with their own solver")
        driver = live.drivers.get(self._policy)
        if driver is None:
            driver = live.drivers[self._policy] = _Driver(make_policy(self._policy, live.episode.bundle))
        message = driver.answer(input[-1], {tool.name for tool in tools}, live)
        return ModelOutput(
            model=f"vibelife/{self._policy}",
            choices=[ChatCompletionChoice(message=message, stop_reason="tool_calls" if message.tool_calls else "stop")],
            usage=_usage(input, message),
        )


@dataclass
class _Driver:
    """Turns a policy's generator into answers of a model, one sample at a time."""

    policy: Policy
    moves: Moves | None = None
    ask: Ask | None = None
    loading: bool = False
    calls: int = 0

    def answer(self, last: ChatMessage, tools: set[str], live: Live) -> ChatMessageAssistant:
        """The next message of the model."""
        try:
            if not isinstance(last, ChatMessageTool) or self.moves is None:
                assert live.turn is not None
                self.moves = self.policy.play(live.turn, live.episode.world)
                self.ask = next(self.moves)
            elif not self.loading:
                self.ask = self.moves.send(_outcome(self.ask, last))
            self.loading = False
        except StopIteration as stop:
            self.moves = None
            return ChatMessageAssistant(content=stop.value or "", source="generate")
        return self._call(self.ask, tools)

    def _call(self, ask: Ask | None, tools: set[str]) -> ChatMessageAssistant:
        assert ask is not None
        name, arguments = ask.operation, dict(ask.arguments)
        if name not in tools and LOAD in tools:
            self.loading, name, arguments = True, LOAD, {"service": _service_of(name)}
        self.calls += 1
        call = ToolCall(id=f"call_{self.calls}", function=name, arguments=arguments)
        return ChatMessageAssistant(content="", tool_calls=[call], source="generate")


def _service_of(operation: str) -> str:
    services = sorted(LIVE.get().episode.world.services, key=len, reverse=True)
    return next((name for name in services if operation.startswith(f"{name}_")), operation)


def _outcome(ask: Ask | None, message: ChatMessageTool) -> Outcome:
    assert ask is not None
    text = message.error.message if message.error is not None else message.text
    try:
        data = json.loads(text)
    except ValueError:
        raise DefectError(f"{ask.operation} answered with no JSON: {text[:200]}") from None
    if message.error is not None:
        return Outcome(ask.operation, ask.arguments, error=data)
    return Outcome(ask.operation, ask.arguments, result=data)


def _usage(input: list[ChatMessage], message: ChatMessageAssistant) -> ModelUsage:
    """Four characters a token: a rule of thumb, so that no tokenizer is needed. Only the last message is new input."""
    read = len(input[-1].text) // 4
    written = len(message.text) // 4 + sum(len(str(call.arguments)) // 4 for call in message.tool_calls or ())
    return ModelUsage(input_tokens=read, output_tokens=written, total_tokens=read + written)
