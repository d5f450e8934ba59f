"""From operations to Inspect tools: same names, schemas, results and errors."""

import json
from functools import cache
from typing import Any

from inspect_ai.tool import ToolDef, ToolError, ToolInfo, ToolParams

from vibelife_inspect.world import Operation, World


def world_tools(world: World) -> list[ToolDef]:
    """One tool per operation that the agent can call, bound to this world, in a fixed order, with the full schema."""
    return [_tool(world, operation, _schema(operation)) for operation in world.agent_operations()]


def open_tools(world: World) -> list[ToolDef]:
    """The same tools for execution alone: whatever the model sends reaches the contract, which explains faults."""
    return [_tool(world, operation, ToolParams(additionalProperties=True)) for operation in world.agent_operations()]


def tool_info(operation: Operation) -> ToolInfo:
    """What a model is told of an operation."""
    return ToolInfo(name=operation.name, description=operation.description, parameters=_schema(operation))


class SharedParams(ToolParams):
    """A schema that nobody changes.

    Inspect copies every tool in depth twice per call of the model; with the tools of a dozen services that holds up
    the event loop, and so all other samples, for a quarter of a second.
    """

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> "SharedParams":
        return self


@cache
def _schema(operation: Operation) -> ToolParams:
    return SharedParams.model_validate(operation.schema)


def _tool(world: World, operation: Operation, parameters: ToolParams) -> ToolDef:
    async def execute(**arguments: Any) -> str:
        outcome = world.call(operation.name, arguments)
        if outcome.error is not None:
            raise ToolError(json.dumps(outcome.error, ensure_ascii=False))
        return json.dumps(outcome.result, ensure_ascii=False)

    return ToolDef(
        execute,
        name=operation.name,
        description=operation.description,
        parameters=parameters,
        parallel=operation.effect == "read",
        max_output=0,
    )
