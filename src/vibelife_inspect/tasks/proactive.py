"""Working sessions: one task per persona, `proactive_<persona>`, and `proactive` with all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric
from inspect_ai.viewer import ScoreColorScale, TaskSamplesColumn, TaskSamplesView, ViewerConfig

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.catalog import load_task, persona_names
from vibelife_inspect.checks import GRADING_VERSION
from vibelife_inspect.errors import UsageError, nearest
from vibelife_inspect.scorers import proactivity
from vibelife_inspect.scorers.proactivity import HEADLINES, KEYS, LABEL_KEYS
from vibelife_inspect.sessions import Past
from vibelife_inspect.solvers import make_agent, sessions
from vibelife_inspect.solvers.living import DEFAULT_TURN_CAP
from vibelife_inspect.solvers.prompt import Memory
from vibelife_inspect.solvers.user import UserKind
from vibelife_inspect.tasks.options import Variants, guarded, names_of, one_of, read_variants, refuse_unknown, whole
from vibelife_inspect.tools.belt import ToolMode

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
    bundles = [load_task(name, number) for name in names for number in variants]
    version = bundles[0].task.version if len(names) == 1 else 1
    return Task(
        dataset=MemoryDataset([_sample(bundle) for bundle in bundles], name=title),
        solver=sessions(chosen.agent, memory, history, user, chosen.background, tools, chosen.turn_cap),
        scorer=proactivity(),
        name=title,
        version=f"{version}.{GRADING_VERSION}",
        fail_on_error=False,
        continue_on_fail=True,
        score_on_error=True,
        headline_metric=HeadlineMetric(scorer="proactivity", score="proc", metric="mean"),
        viewer=_viewer(),
        metadata={"personas": names, "variants": variants, "grading": GRADING_VERSION},
    )


def _sample(bundle: Bundle) -> Sample:
    return Sample(
        id=bundle.id if bundle.variant == 0 else f"{bundle.id}-v{bundle.variant}",
        input=bundle.sessions[0].request,
        target="1",
        metadata={
            "task": bundle.id,
            "variant": bundle.variant,
            "domain": bundle.task.domain,
            "title": bundle.task.title,
            "bundle": bundle.digest,
        },
    )


def _viewer() -> ViewerConfig:
    scores = [TaskSamplesColumn.score("proactivity", key) for key in KEYS]
    columns = [TaskSamplesColumn(id=id) for id in ("sampleStatus", "sampleId", "epoch", "input", "answer")]
    tail = [TaskSamplesColumn(id=id) for id in ("tokens", "duration", "limit", "error")]
    scales = {key: ScoreColorScale(palette="good-high", min=0, max=1) for key in HEADLINES}
    scales |= {key: ScoreColorScale(palette="good-high", min=0, max=1) for key in LABEL_KEYS[:2]}
    scales["provided"] = ScoreColorScale(palette="good-low", min=0, max=1)
    return ViewerConfig(
        task_samples_view=TaskSamplesView(
            name="VibeLife sessions",
            columns=[*columns, *scores, *tail],
            score_color_scales=scales,
            color_scales_enabled=True,
        )
    )


def _personas(wanted: str | Sequence[str] | None) -> list[str]:
    if wanted is None:
        return persona_names()
    for name in names_of(wanted):
        if name not in persona_names():
            raise UsageError(f"there is no persona {name!r}; {nearest(name, persona_names())}")
    return [name for name in persona_names() if name in names_of(wanted)]
