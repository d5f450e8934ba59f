"""What the results say about each check: who fails it, what it tells apart, and what controls its weight."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.checks import Check
from vibelife_inspect.checks.predicates import Predicate
from vibelife_inspect.lab.steps import WAKEUPS, stage_of
from vibelife_inspect.lab.thresholds import IDLE
from vibelife_inspect.lab.trial import Result, Trial
from vibelife_inspect.world import Json

_SHARED_SHOWN = 5


@dataclass(frozen=True)
class Findings:
    """The results of one task's trials, against the oracle's.

    Args:
        bundle: The task.
        base: The oracle's verdicts.
        results: Of all trials of variant 0.
    """

    bundle: Bundle
    base: dict[str, bool]
    results: Sequence[Result]

    @property
    def total(self) -> int:
        """The weight of all checks."""
        return sum(check.weight for check in self.bundle.checks)

    def lost(self, result: Result) -> list[Check]:
        """The checks that a trial fails and the oracle passes."""
        return [
            check
            for check in self.bundle.checks
            if self.base.get(check.id, False) and not result.passed.get(check.id, True)
        ]

    def score(self, result: Result) -> float:
        """The trial's score; what was not judged is as in the oracle's run."""
        passed = {**self.base, **result.passed}
        earned = sum(check.weight for check in self.bundle.checks if passed.get(check.id, False))
        return round(100 * earned / self.total, 4)

    def noticed(self, result: Result) -> bool:
        """Whether a trial costs anything."""
        return bool(result.error) or bool(self.lost(result))

    def checks(self) -> list[Json]:
        """One entry per check."""
        failing: dict[str, list[Trial]] = {check.id: [] for check in self.bundle.checks}
        for result in self.results:
            for id, passed in result.passed.items():
                if not passed:
                    failing[id].append(result.trial)
        twins = self._twins()
        return [self._entry(check, failing[check.id], twins.get(check.id, [])) for check in self.bundle.checks]

    def _entry(self, check: Check, failing: list[Trial], twins: list[str]) -> Json:
        policies = [trial.name for trial in failing if trial.kind == "policy"]
        ablations = [trial for trial in failing if trial.kind in ("dropped", "unseen", "altered", "temptation")]
        return {
            **{name: getattr(check, name) for name in ("id", "tier", "stage", "weight", "axis")},
            "oracle": self.base.get(check.id, False),
            "failed_by": policies,
            "dropped": [trial.name for trial in ablations if trial.kind == "dropped"],
            "unseen": [trial.name for trial in ablations if trial.kind == "unseen"],
            "altered": sum(trial.kind == "altered" for trial in ablations),
            "temptations": [trial.name for trial in ablations if trial.kind == "temptation"],
            "only_silence": not ablations and all(name in IDLE for name in policies),
            "twins": twins,
        }

    def _twins(self) -> dict[str, list[str]]:
        """Checks that no trial tells apart: wherever both were judged, both passed or both failed."""
        ids = [check.id for check in self.bundle.checks]
        verdicts = [self._verdicts(result) for result in self.results]
        seen = {id: [each.get(id) for each in verdicts] for id in ids}
        pairs: dict[str, list[str]] = {}
        for number, one in enumerate(ids):
            for other in ids[number + 1 :]:
                if _alike(seen[one], seen[other]):
                    pairs.setdefault(one, []).append(other)
                    pairs.setdefault(other, []).append(one)
        return pairs

    def _verdicts(self, result: Result) -> dict[str, bool]:
        """The verdicts of a trial that are known; those before its first difference are the oracle's."""
        before = (check.id for check in self.bundle.checks if check.stage and check.stage < result.trial.stage)
        return {id: self.base[id] for id in before if id in self.base} | result.passed

    def controlling_steps(self) -> list[Json]:
        """What each dropped step costs, as a percentage of the weight, dearest first."""
        rows: list[Json] = [
            {
                "step": result.trial.name,
                "percent": round(100 * sum(check.weight for check in self.lost(result)) / self.total, 2),
            }
            for result in self.results
            if result.trial.kind == "dropped"
        ]
        return sorted(rows, key=lambda row: (-float(row["percent"]), str(row["step"])))

    def controlling_conditions(self) -> list[Json]:
        """Conditions that several checks share word by word, by the weight that they control."""
        owners: dict[str, dict[str, int]] = {}
        for check in self.bundle.checks:
            for leaf in leaves(check):
                owners.setdefault(leaf, {})[check.id] = check.weight
        rows: list[Json] = [
            {"condition": leaf, "percent": round(100 * sum(owner.values()) / self.total, 2), "checks": sorted(owner)}
            for leaf, owner in owners.items()
        ]
        rows.sort(key=lambda row: (-row["percent"], row["condition"]))
        return rows[:_SHARED_SHOWN]

    def should_have_noticed(self, trial: Trial) -> list[str]:
        """Checks of the step's stage or of the whole that speak of the same service or file; else all of the stage."""
        event = trial.event if trial.event != WAKEUPS else ""
        stage = stage_of(event, self.bundle)
        deed = trial.name.partition(": ")[2].split(" ")[0]
        services = [service.name for service in self.bundle.services]
        words = [f"{name}." for name in services if deed.startswith(f"{name}_") and name != "workspace"] or [deed]
        near = [check for check in self.bundle.checks if check.stage in (stage, None)]
        speaking = [check.id for check in near if any(word in text for word in words for text in leaves(check))]
        return speaking or [check.id for check in near if check.stage == stage]


def leaves(check: Check) -> list[str]:
    """The conditions of a check, as text: its predicates that hold no others."""
    predicates = [predicate for _, predicate in check.predicates() if not predicate.inner()]
    return [_text(predicate) for predicate in predicates]


def _text(predicate: Predicate) -> str:
    return json.dumps(predicate.model_dump(mode="json", by_alias=True, exclude_defaults=True), ensure_ascii=False)


def _alike(one: Iterable[bool | None], other: Iterable[bool | None]) -> bool:
    both = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return bool(both) and all(a == b for a, b in both) and any(not a for a, _ in both)
