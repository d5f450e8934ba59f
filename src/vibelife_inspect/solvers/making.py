"""Makes the agent that lives through a task, by its registered name."""

from inspect import signature
from typing import Any

from inspect_ai.agent import Agent
from inspect_ai.util import registry_create

from vibelife_inspect.errors import UsageError
from vibelife_inspect.tools.belt import Belt


def make_agent(name: str, belt: Belt | None) -> Agent:
    """An agent by its registered name, with the sample's tools, or with none to see whether it can be made.

    Raises:
        UsageError: It cannot.
    """
    arguments: dict[str, Any] = {"belt": belt}
    if name != "vibelife_inspect/life":
        arguments = {"tools": belt.all_tools() if belt else []}
    try:
        made = registry_create("agent", name, **arguments)
    except (LookupError, ValueError, TypeError) as error:
        raise UsageError(f"agent {name!r} cannot be made: {error}") from None
    if not callable(made) or len(signature(made).parameters) < 1:
        raise UsageError(f"{name!r} is no agent")
    agent: Agent = made
    return agent
