"""Life tasks: one per bundle by its id, and one suite of all."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

from inspect_ai import Task, task

from vibelife_inspect.bundle.schema import Domain
from vibelife_inspect.catalog import life_names, task_paths
from vibelife_inspect.errors import UsageError, nearest
from vibelife_inspect.scorers import three_tier
from vibelife_inspect.scorers.three_tier import KEYS
from vibelife_inspect.solvers import make_agent, timeline
from vibelife_inspect.solvers.living import DEFAULT_TURN_CAP
from vibelife_inspect.tasks.making import Family, good, make_task
from vibelife_inspect.tasks.options import Variants, guarded, names_of, one_of, read_variants, refuse_unknown, whole
from vibelife_inspect.tools.belt import ToolMode


@task
def suite(
    domain: str | None = None,
    tasks: str | Sequence[str] | None = None,
    variant: Variants = 0,
    agent: str = "vibelife_inspect/life",
    background: int = 1,
    wakeups: bool = True,
    tools: str = "auto",
    turn_cap: int = DEFAULT_TURN_CAP,
    **unknown: Any,
) -> Task:
    """All life tasks as one, or those of a domain, or the named ones.

    Args:
        domain: Only tasks of this domain.
        tasks: Only these tasks, separated by commas.
        variant: Which variants; 0 is the published one.
        agent: Registered name of the agent.
        background: How many times the background data.
        wakeups: Whether the agent's own reminders open turns.
        tools: `all`, `belt` or `auto`.
        turn_cap: How many times the model may be called in one turn.
        **unknown: Refused, with what would be valid.
    """
    return guarded(
        lambda: _task(_chosen(domain, tasks), "suite", variant, agent, background, wakeups, tools, turn_cap, unknown)
    )


def _life_task(name: str) -> Callable[..., Task]:
    @task(name=name)
    def life_task(
        variant: Variants = 0,
        agent: str = "vibelife_inspect/life",
        background: int = 1,
        wakeups: bool = True,
        tools: str = "auto",
        turn_cap: int = DEFAULT_TURN_CAP,
        **unknown: Any,
    ) -> Task:
        return guarded(lambda: _task([name], name, variant, agent, background, wakeups, tools, turn_cap, unknown))

    return life_task


TASKS: dict[str, Callable[..., Task]] = {name: _life_task(name) for name in life_names()}
"""One Inspect task per life task."""

_FAMILY = Family("VibeLife", "three_tier", "score", 100, KEYS, dict.fromkeys(KEYS, good(0, 100)))

_OPTIONS = ("variant", "agent", "background", "wakeups", "tools", "turn_cap")


def _task(
    names: list[str],
    title: str,
    variant: Variants,
    agent: str,
    background: int,
    wakeups: bool,
    tools: str,
    turn_cap: int,
    unknown: dict[str, Any],
) -> Task:
    refuse_unknown(unknown, (*_OPTIONS, "domain", "tasks") if title == "suite" else _OPTIONS)
    variants = read_variants(variant)
    mode: ToolMode = one_of("tools", tools, ToolMode)
    make_agent(agent, None)
    whole("turn_cap", turn_cap, 1, 10_000)
    whole("background", background, 0, 1_000)
    if not isinstance(wakeups, bool):
        raise UsageError(f"-T wakeups must be true or false, not {wakeups!r}")
    solver = timeline(agent=agent, background=background, wakeups=wakeups, tools=mode, turn_cap=turn_cap)
    return make_task(_FAMILY, title, names, variants, solver, three_tier())


def _chosen(domain: str | None, tasks: str | Sequence[str] | None) -> list[str]:
    names = life_names()
    if domain is not None:
        if domain not in get_args(Domain):
            raise UsageError(f"there is no domain {domain!r}; {nearest(domain, get_args(Domain))}")
        names = [name for name in names if task_paths()[name].parent.name == domain]
    if tasks is not None:
        wanted = names_of(tasks)
        for name in wanted:
            if name not in life_names():
                raise UsageError(f"there is no task {name!r}; {nearest(name, life_names())}")
        names = [name for name in names if name in wanted]
    if not names:
        raise UsageError(f"no task fits domain={domain!r}, tasks={tasks!r}; there are: {', '.join(life_names())}")
    return names
