"""Runs all rules over the variants of a bundle and applies its waivers."""

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path

from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.bundle.problems import Source
from vibelife_inspect.bundle.schema import Waiver, WaiversFile
from vibelife_inspect.bundle.session_names import written_at
from vibelife_inspect.errors import BundleError, Problem, nearest
from vibelife_inspect.lab.lint import rules
from vibelife_inspect.lab.lint.subject import Find, Subject
from vibelife_inspect.world import Json

WAIVERS = "waivers.yaml"


@dataclass(frozen=True, slots=True)
class Report:
    """What the lint has found: errors first, warnings after them; and how many warnings were waived."""

    problems: list[Problem]
    waived: int

    @property
    def errors(self) -> list[Problem]:
        """The faults."""
        return [problem for problem in self.problems if problem.severity == "error"]

    @property
    def warnings(self) -> list[Problem]:
        """What is for the author to judge."""
        return [problem for problem in self.problems if problem.severity == "warning"]

    def as_json(self) -> list[Json]:
        """The problems; `rule` is empty for what keeps the bundle from loading."""
        names = ("file", "line", "key", "message", "severity", "rule")
        return [{name: getattr(problem, name) for name in names} for problem in self.problems]


def rule_names() -> list[str]:
    """The names of all rules."""
    return sorted(module.name for module in pkgutil.iter_modules(rules.__path__))


def lint_task(path: Path, variants: int = 3) -> Report:
    """Look through the first variants of the bundle in a folder.

    A problem that several variants share is told once.
    """
    found: dict[tuple[str, ...], Problem] = {}
    for variant in range(max(variants, 1)):
        for problem in lint_bundle(path, variant):
            # Messages hold what a variant has drawn, so a rule's finding is known by where it stands.
            told = "" if problem.rule else f"{problem.line} {problem.message}"
            message = f"{problem.message} (in variant {variant})" if variant else problem.message
            place = (problem.rule, problem.file, problem.key, problem.severity, told)
            found.setdefault(place, replace(problem, message=message))
    waivers, faults = _waivers(path)
    used = {(waiver.rule, waiver.key) for waiver in waivers}
    kept = [item for item in found.values() if item.severity == "error" or (item.rule, item.key) not in used]
    problems = [*kept, *faults, *_idle_waivers(path, waivers, list(found.values()))]
    return Report(sorted(problems, key=lambda item: item.severity), len(found) - len(kept))


def lint_bundle(path: Path, variant: int) -> list[Problem]:
    """All problems of one variant, waived or not."""
    try:
        bundle = load_bundle(path, variant)
    except BundleError as error:
        return error.problems
    subject = Subject(bundle)
    problems = list(subject.proofs.faults)
    for name in rule_names():
        for hit in _find(name)(subject):
            file, place = written_at(bundle, hit.file, hit.place)
            problems.append(Problem(file, subject.line(file, place), hit.key, hit.message, hit.severity, name))
    return problems


@cache
def _find(rule: str) -> Find:
    find: Find = import_module(f"{rules.__name__}.{rule}").find
    return find


def _waivers(path: Path) -> tuple[list[Waiver], list[Problem]]:
    if not (path / WAIVERS).is_file():
        return [], []
    faults: list[Problem] = []
    source = Source(path, WAIVERS, faults)
    file = None if faults else source.validated(WaiversFile, source.data, None)
    return (file.waivers if isinstance(file, WaiversFile) else []), faults


def _idle_waivers(path: Path, waivers: list[Waiver], found: list[Problem]) -> Iterator[Problem]:
    """Waivers that waive nothing; an error cannot be waived."""
    if not waivers:
        return
    faults: list[Problem] = []
    source = Source(path, WAIVERS, faults)
    known = {(problem.rule, problem.key) for problem in found if problem.severity == "warning"}
    for number, waiver in enumerate(waivers):
        if waiver.rule not in rule_names():
            source.report(("waivers", number, "rule"), f"no rule {waiver.rule!r}; {nearest(waiver.rule, rule_names())}")
        elif (waiver.rule, waiver.key) not in known:
            keys = [key for rule, key in sorted(known) if rule == waiver.rule]
            hint = f"waives nothing: {waiver.rule} warns of no {waiver.key!r}; {nearest(waiver.key, keys)}"
            source.report(("waivers", number, "key"), hint)
    yield from faults
