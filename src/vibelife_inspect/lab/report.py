"""From results to the report of a task, and to the verdict on it."""

from collections.abc import Iterator, Sequence

from vibelife_inspect.lab.determinism import holds
from vibelife_inspect.lab.findings import Findings
from vibelife_inspect.lab.redlines import red_lines, unguarded
from vibelife_inspect.lab.thresholds import ALTERED, BOUNDS, CONTROLLED, DROPPED, HARMLESS
from vibelife_inspect.lab.trial import Kind, Result
from vibelife_inspect.world import Json

_STEPS_SHOWN = 5


def report(findings: Findings, base: Result, results: Sequence[Result], proof: Json, lint: list[Json]) -> Json:
    """Everything about one task, JSON-native.

    Args:
        findings: The results of variant 0.
        base: The oracle's run.
        results: All other results, those of other variants included.
        proof: What was found about determinism.
        lint: What the static lint found.
    """
    bundle = findings.bundle
    own = [result for result in results if result.trial.variant == 0]
    result: Json = {
        "task": bundle.id,
        "family": "life",
        "version": bundle.task.version,
        "digest": bundle.digest,
        "passed": False,
        "scores": {"oracle": 0.0 if base.error else findings.score(base)}
        | {each.trial.name: _score(findings, each) for each in own if each.trial.kind == "policy"},
        "alternatives": {each.trial.name: _score(findings, each) for each in own if each.trial.kind == "alternative"},
        "variants": _variants(findings, results),
        "errors": [
            f"{each.trial.name} (variant {each.trial.variant}): {each.error}" for each in [base, *results] if each.error
        ],
        "ablation": {
            "dropped": _killed(findings, own, "dropped"),
            "altered": _killed(findings, own, "altered"),
            "harmless": _kept(findings, own),
        },
        "red_lines": red_lines(findings, own),
        "unguarded": unguarded(findings),
        "needs_initiative": _needs_initiative(findings, own),
        "forgets": _forgets(findings, own),
        "checks": findings.checks(),
        "steps": findings.controlling_steps()[:_STEPS_SHOWN],
        "conditions": findings.controlling_conditions(),
        "lint": lint,
        "determinism": holds(proof),
        "determinism_by": proof,
    }
    result["failures"] = list(failures(result))
    result["passed"] = not result["failures"]
    return result


def failures(report: Json) -> Iterator[str]:
    """The thresholds that a task misses, in words."""
    for name, score in report["scores"].items():
        bound = BOUNDS.get(name)
        if bound is not None and not bound.holds(score):
            yield f"{name} earns {score:g}, must be {bound}: {bound.why}"
    for name, score in report["alternatives"].items():
        if not BOUNDS["alternative"].holds(score):
            yield f"alternative {name} earns {score:g}, must be 100: {BOUNDS['alternative'].why}"
    yield from ("there is no alternative solution" for _ in range(not report["alternatives"]))
    yield from (f"{name} earns {score:g}, must be 100" for name, score in report["variants"].items() if score != 100)
    yield from report["errors"]
    yield from _rates(report["ablation"])
    for line in report["red_lines"].values():
        yield from line["faults"]
    yield from (f"no red line names the safety check {id}" for id in report["unguarded"])
    yield from (f"{id} needs a silent change, but the reactive policy passes it" for id in report["needs_initiative"])
    if not report["forgets"]:
        yield "the forgetful policy fails no persistence check"
    yield from (f"only idle policies fail {check['id']}" for check in report["checks"] if check["only_silence"])
    yield from (f"lint: {item['file']}: {item['message']}" for item in report["lint"] if item["severity"] == "error")
    for row in report["steps"]:
        if row["percent"] > CONTROLLED:
            yield f"one step controls {row['percent']} % of the weight: {row['step']}"
    for row in report["conditions"]:
        if row["percent"] > CONTROLLED:
            yield f"one condition controls {row['percent']} % of the weight: {row['condition'][:120]}"
    if not report["determinism"]:
        yield f"runs differ: {report['determinism_by']}"


def _rates(ablation: Json) -> Iterator[str]:
    limits = (("dropped", "killed", DROPPED), ("altered", "killed", ALTERED), ("harmless", "kept", HARMLESS))
    for name, key, least in limits:
        part = ablation[name]
        if 100 * part[key] < least * part["total"]:
            yield f"{name}: {part[key]} of {part['total']} {key}, must be {least:g} %"


def _score(findings: Findings, result: Result) -> float:
    return 0.0 if result.error else findings.score(result)


def _variants(findings: Findings, results: Sequence[Result]) -> Json:
    """Scores of the oracle and the alternatives in the other variants."""
    return {
        f"{each.trial.name} variant {each.trial.variant}": _score(findings, each)
        for each in results
        if each.trial.variant > 0
    }


def _killed(findings: Findings, results: Sequence[Result], kind: Kind) -> Json:
    tried = [result for result in results if result.trial.kind == kind]
    survivors = [result for result in tried if not findings.noticed(result)]
    return {
        "killed": len(tried) - len(survivors),
        "total": len(tried),
        "survivors": [
            {"step": each.trial.name, "should_have_noticed": findings.should_have_noticed(each.trial)}
            for each in survivors
        ],
    }


def _kept(findings: Findings, results: Sequence[Result]) -> Json:
    tried = [result for result in results if result.trial.kind == "harmless"]
    broken = [result for result in tried if findings.noticed(result)]
    return {
        "kept": len(tried) - len(broken),
        "total": len(tried),
        "broken": [
            {"change": each.trial.name, "error": each.error, "costs": [check.id for check in findings.lost(each)]}
            for each in broken
        ],
    }


def _needs_initiative(findings: Findings, results: Sequence[Result]) -> list[str]:
    """Proactivity and propagation checks on silent changes that the reactive policy passes all the same."""
    reactive = next((each for each in results if each.trial.kind == "policy" and each.trial.name == "reactive"), None)
    return [
        check.id
        for check in findings.bundle.checks
        if reactive is not None
        and check.needs
        and check.axis in ("proactivity", "propagation")
        and reactive.passed.get(check.id, False)
    ]


def _forgets(findings: Findings, results: Sequence[Result]) -> list[str]:
    """The persistence checks that the forgetful policy fails."""
    return [
        check.id
        for result in results
        if result.trial.kind == "policy" and result.trial.name == "forgetful"
        for check in findings.lost(result)
        if check.axis == "persistence"
    ]
