"""The multi-stage solver: replays a bundle's timeline and lets the agent live through it."""

from inspect_ai.model import ChatMessageSystem
from inspect_ai.solver import Generate, Solver, TaskState, solver

from vibelife_inspect.catalog import load_task
from vibelife_inspect.episode import RECORD_KEY, Episode, Options, run_record
from vibelife_inspect.solvers.living import DEFAULT_TURN_CAP, Living
from vibelife_inspect.solvers.making import make_agent
from vibelife_inspect.solvers.prompt import instructions
from vibelife_inspect.tools.belt import Belt, ToolMode
from vibelife_inspect.tools.live import Live


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
        try:
            await Living(live, make_agent(agent, belt), state, turn_cap).live_through()
        finally:
            state.store.set(RECORD_KEY, run_record(live.episode))
        return state

    return solve
