"""A tool belt for worlds with more tools than models take: find services by need, load them, keep them.

Loading only appends, so that the prompt caches of providers keep holding.
"""

from typing import Literal

from inspect_ai.tool import ToolDef, ToolError, ToolInfo, ToolParams

from vibelife_inspect.errors import nearest
from vibelife_inspect.text import fold
from vibelife_inspect.tools.inspect_tools import open_tools, tool_info, world_tools
from vibelife_inspect.world import Operation, World

BELT_LIMIT = 120
"""Above so many tools a belt is used; some providers take at most 128."""

ToolMode = Literal["auto", "all", "belt"]
"""`all` gives every tool at once, `belt` lets the agent load services, `auto` decides by their number."""

FIND, LOAD = "toolbelt_find", "toolbelt_load"


class Belt:
    """The tools that an agent holds at the moment.

    Args:
        world: The world.
        mode: Whether all tools are there from the start.
    """

    def __init__(self, world: World, mode: ToolMode) -> None:
        self._world = world
        self._tools = {tool.name: tool for tool in open_tools(world)}
        self._loaded: list[str] = []
        self._held: list[ToolDef] = []
        self._infos: list[ToolInfo] = []
        if mode == "all" or (mode == "auto" and len(self._tools) <= BELT_LIMIT):
            for name in world.services:
                self._load(name)
        else:
            for tool in (_find_tool(self), _load_tool(self)):
                self._hold(tool, ToolInfo(name=tool.name, description=tool.description, parameters=_params(tool)))
            for name, service in world.services.items():
                if not service.counted:
                    self._load(name)

    @property
    def tools(self) -> list[ToolDef]:
        """What the agent can execute."""
        return self._held

    def all_tools(self) -> list[ToolDef]:
        """Every tool with its full schema, for agents that hold a fixed list."""
        return world_tools(self._world)

    @property
    def infos(self) -> list[ToolInfo]:
        """What the model is told; made once per tool, for it is asked for in every turn."""
        return self._infos

    def services(self) -> str:
        """One line per service, for the agent's instructions."""
        return "\n".join(f"- {name}: {service.summary}" for name, service in self._world.services.items())

    def find(self, need: str) -> str:
        """The operations whose name or description holds words of the need, best first."""
        words = set(fold(need).replace("_", " ").split())
        scored = [(_hits(operation, words), operation) for operation in self._world.agent_operations()]
        best = sorted((item for item in scored if item[0]), key=lambda item: (-item[0], item[1].name))[:15]
        if not best:
            return f"Nothing fits. Services:\n{self.services()}"
        return "\n".join(f"{item.name} (service {item.service}, {item.effect}): {item.summary}" for _, item in best)

    def load(self, service: str) -> str:
        """Take a service's tools into the belt."""
        if service not in self._world.services:
            raise ToolError(f"there is no service {service!r}; {nearest(service, self._world.services)}")
        if service in self._loaded:
            return f"{service} is loaded already."
        return f"Loaded {service}: " + ", ".join(self._load(service))

    def _load(self, service: str) -> list[str]:
        operations = [operation for operation in self._world.agent_operations() if operation.service == service]
        for operation in operations:
            self._hold(self._tools[operation.name], tool_info(operation))
        self._loaded.append(service)
        return [operation.name for operation in operations]

    def _hold(self, tool: ToolDef, info: ToolInfo) -> None:
        self._held.append(tool)
        self._infos.append(info)


def _hits(operation: Operation, words: set[str]) -> int:
    name = set(fold(operation.name).split("_"))
    text = fold(operation.summary)
    return sum(3 * (word in name) + (word in text) for word in words if len(word) > 2)


def _find_tool(belt: Belt) -> ToolDef:
    async def find(need: str) -> str:
        return belt.find(need)

    return ToolDef(
        find,
        name=FIND,
        description="Find operations by what you need to do; tells the service that has each.",
        parameters={"need": "What you need, in a few words, such as 'cancel hotel reservation'."},
        parallel=True,
    )


def _load_tool(belt: Belt) -> ToolDef:
    async def load(service: str) -> str:
        return belt.load(service)

    return ToolDef(
        load,
        name=LOAD,
        description="Load all operations of a service as tools; they stay loaded. Services:\n" + belt.services(),
        parameters={"service": "Name of the service, such as email."},
    )


def _params(tool: ToolDef) -> ToolParams:
    assert isinstance(tool.parameters, ToolParams)
    return tool.parameters
