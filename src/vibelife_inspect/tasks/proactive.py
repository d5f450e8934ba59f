"""Working sessions: one task per persona, `proactive_<persona>`, and `proactive` with all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_ai import Task, task
from inspect_ai.viewer import ScoreColorScale

from vibelife_inspect.catalog import persona_names
from vibelife_inspect.errors import UsageError, nearest
from vibelife_inspect.scorers import proactivity
from vibelife_inspect.scorers.proactivity import HEADLINES, KEYS
from vibelife_inspect.sessions import Past
from vibelife_inspect.solvers import make_agent, sessions
from vibelife_inspect.solvers.living import DEFAULT_TURN_CAP
from vibelife_inspect.solvers.prompt import Memory
from vibelife_inspect.solvers.user import UserKind
from vibelife_inspect.tasks.making import Family, good, make_task
from vibelife_inspect.tasks.options import Variants, guarded, names_of, one_of, read_variants, refuse_unknown, whole
from vibelife_inspect.tools.belt import ToolMode

_FAMILY = Family(
    "VibeLife sessions",
    "proactivity",
    "proc",
    1,
    KEYS,
    {
        **dict.fromkeys((*HEADLINES, "completed", "inferred"), good(0, 1)),
        "provided": ScoreColorScale(palette="good-low", min=0, max=1),
    },
)

_OPTIONS = ("variant", "agent", "memory", "history", "user", "background", "tools", "turn_cap")


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What `-T` has chosen; see the solver."""

    variant: Variants
    agent: str
    memory: str
    history: str
    user: str
    background: int
    tools: str
    turn_cap: int


@task
def proactive(
    personas: str | Sequence[str] | None = None,
    variant: Variants = 0,
    agent: str = "vibelife_inspect/life",
    memory: str = "files",
    history: str = "full",
    user: str = "scripted",
    background: int = 1,
    tools: str = "auto",
    turn_cap: int = DEFAULT_TURN_CAP,
    **unknown: Any,
) -> Task:
    """The working sessions of all personas, or of the named ones.

    Args:
        personas: Only these, separated by commas.
        variant: Which variants; 0 is the published one.
        agent: Registered name of the agent.
        memory: What it has of earlier sessions besides the world: `files`, `transcript` or `full`.
        history: Which earlier sessions there were: `full`, `group` or `none`.
        user: Who judges and speaks for the user: `scripted`, `model` or `hybrid`.
        background: How many times the background data.
        tools: `all`, `belt` or `auto`.
        turn_cap: How many times the model may be called in one turn.
        **unknown: Refused, with what would be valid.
    """
    chosen = _Chosen(variant, agent, memory, history, user, background, tools, turn_cap)

    def make() -> Task:
        refuse_unknown(unknown, (*_OPTIONS, "personas"))
        return _task(_personas(personas), "proactive", chosen)

    return guarded(make)


def _persona_task(name: str) -> Callable[..., Task]:
    title = f"proactive_{name}"

    @task(name=title)
    def persona_task(
        variant: Variants = 0,
        agent: str = "vibelife_inspect/life",
        memory: str = "files",
        history: str = "full",
        user: str = "scripted",
        background: int = 1,
        tools: str = "auto",
        turn_cap: int = DEFAULT_TURN_CAP,
        **unknown: Any,
    ) -> Task:
        chosen = _Chosen(variant, agent, memory, history, user, background, tools, turn_cap)

        def make() -> Task:
            refuse_unknown(unknown, _OPTIONS)
            return _task([name], title, chosen)

        return guarded(make)

    return persona_task


PERSONAS: dict[str, Callable[..., Task]] = {name: _persona_task(name) for name in persona_names()}
"""One Inspect task per persona."""


def _task(names: list[str], title: str, chosen: _Chosen) -> Task:
    variants = read_variants(chosen.variant)
    memory: Memory = one_of("memory", chosen.memory, Memory)
    history: Past = one_of("history", chosen.history, Past)
    user: UserKind = one_of("user", chosen.user, UserKind)
    tools: ToolMode = one_of("tools", chosen.tools, ToolMode)
    make_agent(chosen.agent, None)
    whole("turn_cap", chosen.turn_cap, 1, 10_000)
    whole("background", chosen.background, 0, 1_000)
    solver = sessions(chosen.agent, memory, history, user, chosen.background, tools, chosen.turn_cap)
    return make_task(_FAMILY, title, names, variants, solver, proactivity())


def _personas(wanted: str | Sequence[str] | None) -> list[str]:
    if wanted is None:
        return persona_names()
    for name in names_of(wanted):
        if name not in persona_names():
            raise UsageError(f"there is no persona {name!r}; {nearest(name, persona_names())}")
    return [name for name in persona_names() if name in names_of(wanted)]
