"""Drives one episode: gives the agent its turns, lets the user speak, and writes what happens into the log."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from inspect_ai.agent import Agent, AgentState
from inspect_ai.log import transcript
from inspect_ai.model import ChatMessageUser
from inspect_ai.solver import TaskState
from inspect_ai.util import apply_limits, span, turn_limit

from vibelife_inspect.episode import StageBegun, StageEnded, Step, Turn, UserTurn, WorldMoved
from vibelife_inspect.solvers.cards import stage_card, user_card, world_card
from vibelife_inspect.tools.live import LIVE, Live

DEFAULT_TURN_CAP = 60

Speak = Callable[[UserTurn], Awaitable[None]]
"""May overrule what the script makes of a reply."""

Begin = Callable[[Turn], None]
"""Told before the first turn of a session."""


async def scripted(user: UserTurn) -> None:
    """Leave everything to the script."""


def carry_on(turn: Turn) -> None:
    """Leave the conversation as it is."""


@dataclass
class Living:
    """One episode as it is lived.

    Args:
        live: The episode, for tools and scripted models.
        agent: Who acts.
        state: The sample's state; its messages are the conversation.
        turn_cap: How many times the model may be called in one turn.
        speak: The simulated user.
        begin: What happens to the conversation when a session begins.
    """

    live: Live
    agent: Agent
    state: TaskState
    turn_cap: int
    speak: Speak = scripted
    begin: Begin = carry_on

    async def live_through(self) -> None:
        """Live through the whole episode."""
        token = LIVE.set(self.live)
        try:
            steps = self.live.episode.steps()
            for step in steps:
                if isinstance(step, StageBegun):
                    async with span(name=f"stage {step.stage}: {step.title}", type="stage"):
                        await self._stage(steps)
        finally:
            LIVE.reset(token)

    async def _stage(self, steps: Iterator[Step]) -> None:
        for step in steps:
            if isinstance(step, Turn):
                if step.dialogue is not None and not step.dialogue.turns:
                    self.begin(step)
                async with span(name=_name(step), type=step.kind):
                    await self._turn(step)
            elif isinstance(step, UserTurn):
                await self.speak(step)
                transcript().info(user_card(step), source="user")
            elif isinstance(step, WorldMoved):
                transcript().info(world_card(step), source="world")
            elif isinstance(step, StageEnded):
                transcript().info(stage_card(step), source="checks")
                return

    async def _turn(self, turn: Turn) -> None:
        self.live.turn = turn
        current = AgentState(messages=[*self.state.messages, ChatMessageUser(content=turn.prompt)])
        try:
            with apply_limits([turn_limit(self.turn_cap)], catch_errors=True) as scope:
                result = await self.agent(current)
                turn.reply = result.output.completion
                current = result
            if scope.limit_error is not None:
                transcript().info(f"The turn was cut off after {self.turn_cap} calls of the model.", source="limit")
        finally:
            self.live.turn = None
            self.state.messages = current.messages
            if current.messages:
                self.state.output = current.output


def _name(turn: Turn) -> str:
    return turn.event if turn.dialogue is None else f"{turn.event}, turn {turn.dialogue.turns + 1}"
