"""From bundles to an Inspect task; the same for both families."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric
from inspect_ai.scorer import Scorer
from inspect_ai.solver import Solver
from inspect_ai.viewer import ScoreColorScale, TaskSamplesColumn, TaskSamplesView, ViewerConfig

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.catalog import load_task
from vibelife_inspect.checks import GRADING_VERSION


@dataclass(frozen=True, slots=True)
class Family:
    """What tells life tasks and working sessions apart in Inspect.

    Args:
        view: Name of the view of samples.
        scorer: Name of the scorer.
        headline: Its key that stands for a run.
        best: What a perfect run earns of it.
        keys: All its keys.
        scales: Colours of keys.
    """

    view: str
    scorer: str
    headline: str
    best: int
    keys: Sequence[str]
    scales: dict[str, ScoreColorScale]


def good(least: float, most: float) -> ScoreColorScale:
    """A scale on which more is better."""
    return ScoreColorScale(palette="good-high", min=least, max=most)


def make_task(
    family: Family, title: str, names: Sequence[str], variants: Sequence[int], solver: Solver, scorer: Scorer
) -> Task:
    """A task with a sample for each bundle and variant.

    Args:
        family: Life tasks or sessions.
        title: The task's name.
        names: Ids of the bundles.
        variants: Their variants.
        solver: Who drives them.
        scorer: Who judges.

    Raises:
        BundleError: A bundle is faulty.
    """
    bundles = [load_task(name, number) for name in names for number in variants]
    version = bundles[0].task.version if len(names) == 1 else 1
    return Task(
        dataset=MemoryDataset([_sample(bundle, str(family.best)) for bundle in bundles], name=title),
        solver=solver,
        scorer=scorer,
        name=title,
        version=f"{version}.{GRADING_VERSION}",
        fail_on_error=False,
        continue_on_fail=True,
        score_on_error=True,
        headline_metric=HeadlineMetric(scorer=family.scorer, score=family.headline, metric="mean"),
        viewer=_viewer(family),
        metadata={"tasks": list(names), "variants": list(variants), "grading": GRADING_VERSION},
    )


def _sample(bundle: Bundle, target: str) -> Sample:
    return Sample(
        id=bundle.id if bundle.variant == 0 else f"{bundle.id}-v{bundle.variant}",
        input=bundle.opening,
        target=target,
        metadata={
            "task": bundle.id,
            "variant": bundle.variant,
            "domain": bundle.task.domain,
            "title": bundle.task.title,
            "bundle": bundle.digest,
        },
    )


def _viewer(family: Family) -> ViewerConfig:
    scores = [TaskSamplesColumn.score(family.scorer, key) for key in family.keys]
    columns = [TaskSamplesColumn(id=id) for id in ("sampleStatus", "sampleId", "epoch", "input", "answer")]
    tail = [TaskSamplesColumn(id=id) for id in ("tokens", "duration", "limit", "error")]
    return ViewerConfig(
        task_samples_view=TaskSamplesView(
            name=family.view,
            columns=[*columns, *scores, *tail],
            score_color_scales=family.scales,
            color_scales_enabled=True,
        )
    )
