"""The solver of working sessions: one life, or one per group or session, with the chosen memory and user."""

from inspect_ai.model import ChatMessageSystem
from inspect_ai.solver import Generate, Solver, TaskState, solver

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.catalog import load_task
from vibelife_inspect.episode import RECORD_KEY, Episode, Options, Turn, lives_record
from vibelife_inspect.sessions import Dialogue, Past, lives
from vibelife_inspect.solvers.living import DEFAULT_TURN_CAP, Living
from vibelife_inspect.solvers.making import make_agent
from vibelife_inspect.solvers.prompt import Memory, session_instructions
from vibelife_inspect.solvers.user import UserKind, speaker
from vibelife_inspect.tools.belt import Belt, ToolMode
from vibelife_inspect.tools.live import Live


@solver
def sessions(
    agent: str = "vibelife_inspect/life",
    memory: Memory = "files",
    history: Past = "full",
    user: UserKind = "scripted",
    background: int = 1,
    tools: ToolMode = "auto",
    turn_cap: int = DEFAULT_TURN_CAP,
) -> Solver:
    """Live through a persona's working sessions.

    Args:
        agent: Registered name of the agent; it is given `belt` or `tools`, whichever it takes.
        memory: What it has of earlier sessions besides the world: `files`, `transcript` or `full`.
        history: Which earlier sessions there were: `full`, `group` or `none`.
        user: Who judges and speaks for the user: `scripted`, `model` or `hybrid`.
        background: How many times the bundle's background data; 0 is none.
        tools: `all` at once, a `belt` that loads services, or `auto` by their number.
        turn_cap: How many times the model may be called in one turn.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        variant = int(state.metadata["variant"])
        bundle = load_task(state.metadata["task"], variant)
        episodes: list[Episode] = []
        try:
            for part in lives(bundle, history):
                episode = Episode(part, Options(variant, background, wakeups=False))
                episodes.append(episode)
                belt = Belt(episode.world, tools)
                talks = Conversation(state, part, belt, memory)
                living = Living(
                    Live(episode), make_agent(agent, belt), state, turn_cap, speaker(user, episode), talks.begin
                )
                await living.live_through()
        finally:
            state.store.set(RECORD_KEY, lives_record(history, user, memory, episodes))
        return state

    return solve


class Conversation:
    """What the agent has of earlier sessions when a new one begins.

    Args:
        state: The sample's state.
        bundle: The sessions of this life.
        belt: The tools.
        memory: The regime.
    """

    def __init__(self, state: TaskState, bundle: Bundle, belt: Belt, memory: Memory) -> None:
        self._state, self._memory, self._name = state, memory, bundle.setting.persona.name
        self._instructions = session_instructions(bundle, belt, memory)
        self._dialogues: list[tuple[Turn, Dialogue]] = []

    def begin(self, turn: Turn) -> None:
        """Set the messages for a session that begins."""
        assert turn.dialogue is not None
        if self._memory != "full" or not self._dialogues:
            text = self._instructions
            if self._memory == "transcript" and self._dialogues:
                text += "\nWhat was said in earlier sessions\n" + "\n".join(map(self._told, self._dialogues))
            self._state.messages = [ChatMessageSystem(content=text)]
        self._dialogues.append((turn, turn.dialogue))

    def _told(self, session: tuple[Turn, Dialogue]) -> str:
        turn, dialogue = session
        lines = [f"\n[{turn.at:%a %Y-%m-%d %H:%M}] {self._name}: {dialogue.session.request.strip()}"]
        lines += [f"{self._name if who == 'user' else 'You'}: {words or '(nothing)'}" for who, words in dialogue.said]
        return "\n".join(lines)
