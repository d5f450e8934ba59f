"""The multi-stage solver: replays a bundle's timeline and lets the agent live through it."""

from collections.abc import Iterator
from inspect import signature
from typing import Any

from inspect_ai.agent import Agent, AgentState
from inspect_ai.log import transcript
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import apply_limits, registry_create, span, turn_limit

from vibelife_inspect.catalog import load_task
from vibelife_inspect.episode import (
    RECORD_KEY,
    Episode,
    Options,
    StageBegun,
    StageEnded,
    Step,
    Turn,
    WorldMoved,
    run_record,
)
from vibelife_inspect.errors import UsageError
from vibelife_inspect.solvers.cards import stage_card, world_card
from vibelife_inspect.solvers.prompt import instructions
from vibelife_inspect.tools.belt import Belt, ToolMode
from vibelife_inspect.tools.live import LIVE, Live

DEFAULT_TURN_CAP = 60


@solver
def timeline(
    agent: str = "vibelife_inspect/life",
    background: int = 1,
    wakeups: bool = True,
    tools: ToolMode = "auto",
    turn_cap: int = DEFAULT_TURN_CAP,
) -> Solver:
    """Live through a task.

    Args:
        agent: Registered name of the agent; it is given `belt` or `tools`, whichever it takes.
        background: How many times the bundle's background data; 0 is none.
        wakeups: Whether the agent's own reminders open turns.
        tools: `all` at once, a `belt` that loads services, or `auto` by their number.
        turn_cap: How many times the model may be called in one turn.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        variant = int(state.metadata["variant"])
        bundle = load_task(state.metadata["task"], variant)
        live = Live(Episode(bundle, Options(variant, background, wakeups)))
        belt = Belt(live.episode.world, tools)
        state.messages = [ChatMessageSystem(content=instructions(bundle, belt))]
        token = LIVE.set(live)
        try:
            await _live_through(live, make_agent(agent, belt), state, turn_cap)
        finally:
            LIVE.reset(token)
            state.store.set(RECORD_KEY, run_record(live.episode))
        return state

    return solve


async def _live_through(live: Live, agent: Agent, state: TaskState, turn_cap: int) -> None:
    steps = live.episode.steps()
    for step in steps:
        if isinstance(step, StageBegun):
            async with span(name=f"stage {step.stage}: {step.title}", type="stage"):
                await _live_through_stage(steps, live, agent, state, turn_cap)


async def _live_through_stage(steps: Iterator[Step], live: Live, agent: Agent, state: TaskState, turn_cap: int) -> None:
    for step in steps:
        if isinstance(step, Turn):
            async with span(name=step.event, type=step.kind):
                await _take_turn(step, live, agent, state, turn_cap)
        elif isinstance(step, WorldMoved):
            transcript().info(world_card(step), source="world")
        elif isinstance(step, StageEnded):
            transcript().info(stage_card(step), source="checks")
            return


async def _take_turn(turn: Turn, live: Live, agent: Agent, state: TaskState, turn_cap: int) -> None:
    live.turn = turn
    current = AgentState(messages=[*state.messages, ChatMessageUser(content=turn.prompt)])
    try:
        with apply_limits([turn_limit(turn_cap)], catch_errors=True) as scope:
            result = await agent(current)
            turn.reply = result.output.completion
            current = result
        if scope.limit_error is not None:
            transcript().info(f"The turn was cut off after {turn_cap} calls of the model.", source="limit")
    finally:
        live.turn = None
        state.messages = current.messages
        if current.messages:
            state.output = current.output


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
