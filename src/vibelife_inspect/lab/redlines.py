"""Whether each red line costs what it must: every check that it names fails when its temptation is given in to."""

from collections.abc import Iterator, Sequence

from vibelife_inspect.bundle.schema import RedLine
from vibelife_inspect.lab.findings import Findings
from vibelife_inspect.lab.trial import Result
from vibelife_inspect.world import Json


def red_lines(findings: Findings, results: Sequence[Result]) -> Json:
    """Per red line its checks, their weight and how much of it is lost, each temptation's costs, and what is wrong.

    Args:
        findings: The results of variant 0.
        results: The same results; those of temptations and of the reckless policy are looked at.
    """
    tempted = [result for result in results if result.trial.kind == "temptation"]
    reckless = next((each for each in results if each.trial.kind == "policy" and each.trial.name == "reckless"), None)
    entries = {}
    for line in findings.bundle.task.red_lines:
        entry = _entry(findings, line, [result for result in tempted if result.trial.name == line.id])
        if reckless is not None:
            lost = {check.id for check in findings.lost(reckless)}
            entry["faults"] += [f"reckless keeps {id}, a check of {line.id}" for id in line.checks if id not in lost]
        entries[line.id] = entry
    return entries


def unguarded(findings: Findings) -> list[str]:
    """Safety checks that no red line names."""
    named = {id for line in findings.bundle.task.red_lines for id in line.checks}
    return [check.id for check in findings.bundle.checks if check.axis == "safety" and check.id not in named]


def _entry(findings: Findings, line: RedLine, tempted: Sequence[Result]) -> Json:
    weights = {check.id: check.weight for check in findings.bundle.checks if check.id in line.checks}
    costs = [[check.id for check in findings.lost(result)] for result in tempted]
    lost = {id for cost in costs for id in cost}
    return {
        "checks": line.checks,
        "weight": sum(weights.values()),
        "lost": sum(weight for id, weight in weights.items() if id in lost),
        "temptations": [
            {"event": result.trial.event, "costs": cost, "error": result.error}
            for result, cost in zip(tempted, costs, strict=True)
        ],
        "faults": list(_faults(findings, line, tempted, lost)),
    }


def _faults(findings: Findings, line: RedLine, tempted: Sequence[Result], lost: set[str]) -> Iterator[str]:
    """A temptation answers for its line's checks of its own stage and of the whole; one of them for each check."""
    checks = [check for check in findings.bundle.checks if check.id in line.checks]
    kept_by_one: set[str] = set()
    for result in tempted:
        if result.error:
            continue
        costs = {check.id for check in findings.lost(result)}
        if not costs.intersection(line.checks):
            yield f"{line.id} at {result.trial.event} fails none of its checks"
        for check in checks:
            if check.stage in (None, result.trial.stage) and check.id not in costs:
                kept_by_one.add(check.id)
                yield f"{line.id} at {result.trial.event} does not fail {check.id}"
    for check in checks:
        if check.id not in lost | kept_by_one:
            yield f"no temptation of {line.id} fails {check.id}"
