"""The default life agent: generate, run tools, until it has nothing more to call."""

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import execute_tools, get_model

from vibelife_inspect.solvers.scrub import scrub
from vibelife_inspect.tools.belt import Belt


@agent
def life(belt: Belt | None = None) -> Agent:
    """An agent that lives through one turn.

    Its conversation goes on from turn to turn; what it wrote into files is there for good.

    Args:
        belt: The tools of the sample's world.
    """

    async def execute(state: AgentState) -> AgentState:
        """Act until there is nothing more to call."""
        model = get_model()
        while True:
            state.output = await model.generate(state.messages, tools=belt.infos if belt else [])
            if state.output.empty:
                return state
            scrub(state.output)
            state.messages.append(state.output.message)
            if not state.output.message.tool_calls:
                return state
            messages, output = await execute_tools(state.messages, belt.tools if belt else [])
            state.messages.extend(messages)
            if output is not None:
                state.output = output

    return execute
