"""What a policy is: in each turn a generator that asks for calls, gets outcomes, and ends with its reply."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from vibelife_inspect.episode import Episode, Turn
from vibelife_inspect.world import Json, Outcome, World


@dataclass(frozen=True, slots=True)
class Ask:
    """A call that the policy wants to make."""

    operation: str
    arguments: Json


Moves = Generator[Ask, Outcome, str]
"""Yields calls, receives their outcomes, returns the reply."""


@runtime_checkable
class Policy(Protocol):
    """A scripted agent for one episode."""

    def play(self, turn: Turn, world: World) -> Moves:
        """Live through one turn. The world may be read for the time; changes go through the calls it asks for."""


def play_turn(policy: Policy, turn: Turn, world: World) -> None:
    """Let a policy play a turn in the core, without a model."""
    moves = policy.play(turn, world)
    try:
        ask = next(moves)
        while True:
            ask = moves.send(world.call(ask.operation, ask.arguments))
    except StopIteration as stop:
        turn.reply = stop.value or ""


def run_episode(episode: Episode, policy: Policy) -> None:
    """Live through a whole episode in the core."""
    for step in episode.steps():
        if isinstance(step, Turn):
            play_turn(policy, step, episode.world)
