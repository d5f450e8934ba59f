"""The whole proof of one task: policies, variants, ablation, harmless changes, determinism, and what they tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.lab.ablate import alterations, dropped
from vibelife_inspect.lab.beside import begin
from vibelife_inspect.lab.branches import run_branches
from vibelife_inspect.lab.crew import Crew, Progress
from vibelife_inspect.lab.findings import Findings
from vibelife_inspect.lab.harmless import harmless_trials
from vibelife_inspect.lab.looks import unseen
from vibelife_inspect.lab.players import run
from vibelife_inspect.lab.report import report
from vibelife_inspect.lab.steps import stage_of
from vibelife_inspect.lab.thresholds import VARIANTS
from vibelife_inspect.lab.trial import Order, Result, Trial, load_once
from vibelife_inspect.policies import policy_names
from vibelife_inspect.world import Json

_ROUNDS = 4
"""How many hands of alterations each process plays, for progress and balance."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a task is verified.

    Args:
        background: How many times the background data.
        variants: How many variants the oracle and the alternatives play.
    """

    background: int = 0
    variants: int = VARIANTS


def verify(path: Path, plan: Plan, crew: Crew, progress: Progress) -> Json:
    """Prove one task.

    Returns:
        The report, without the time that it took.
    """
    folder = str(path)
    bundle = load_once(folder, 0)  # first, so that a faulty one is told once, and by nobody else
    beside = begin(path, plan.background, crew)
    base = run(Order(folder, plan.background, Trial("policy", "oracle")))
    known = tuple(id for id, passed in base.passed.items() if not passed)
    whole = [Order(folder, plan.background, trial, known) for trial in _trials(bundle, plan)]
    forking = [] if base.error else [*dropped(bundle), *unseen(bundle), *alterations(bundle, plan.background)]
    forks = [Order(folder, plan.background, trial, known) for trial in forking]
    parts = _dealt(forks, crew.jobs * _ROUNDS)
    results: list[Result] = []
    for result in crew.map(run, whole):
        results.append(result)
        progress(len(results), len(whole) + len(forks))
    for part in crew.map(run_branches if crew.jobs > 1 else run_each, parts):
        results.extend(part)
        progress(len(results), len(whole) + len(forks))
    place = {_key(order.trial): number for number, order in enumerate([*whole, *forks])}
    results.sort(key=lambda result: place[_key(result.trial)])
    findings = Findings(bundle, base.passed, [each for each in results if each.trial.variant == 0])
    return report(findings, base, results, beside.proof(), beside.lint())


def _key(trial: Trial) -> str:
    """What tells a trial from all others; amounts in it have no hash."""
    return repr(trial)


def run_each(orders: Sequence[Order]) -> list[Result]:
    """The results of some trials, one after another, each from the beginning."""
    return [run(order) for order in orders]


def _dealt(orders: Sequence[Order], hands: int) -> list[list[Order]]:
    """Orders dealt out like cards, so that each hand has early and late turns alike."""
    return [list(orders[number::hands]) for number in range(hands) if orders[number::hands]]


def _trials(bundle: Bundle, plan: Plan) -> Iterator[Trial]:
    """All trials that are lived from the beginning, long ones first."""
    yield from (Trial("policy", name) for name in policy_names() if name != "oracle")
    yield from (Trial("alternative", name) for name in bundle.alternatives)
    for variant in range(1, plan.variants):
        yield Trial("policy", "oracle", variant)
        yield from (Trial("alternative", name, variant) for name in bundle.alternatives)
    for line in bundle.reference.temptations:
        for number, each in enumerate(bundle.reference.tempting(line)):
            yield Trial("temptation", line, event=each.event, step=number, stage=stage_of(each.event, bundle))
    yield from harmless_trials()
