"""`vibelife lint PATH`: everything that is wrong with a bundle, with file and line, and what to look at again."""

import argparse

from rich.console import Console

from vibelife_inspect.catalog import task_path
from vibelife_inspect.cli import print_json
from vibelife_inspect.lab.lint import Report, lint_task

SUMMARY = "Check a bundle; exit code 1 if it has faults."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="PATH", help="folder of a bundle, or id of a task")
    parser.add_argument("--variants", type=int, default=3, help="how many variants to check (default 3)")
    parser.add_argument("--strict", action="store_true", help="exit code 1 also if there are warnings")


def run(options: argparse.Namespace) -> int:
    """Print the faults and the warnings."""
    path = task_path(options.path)
    report = lint_task(path, options.variants)
    if options.json:
        print_json({"path": str(options.path), "problems": report.as_json()})
    else:
        _print(report, path.name, options.variants)
    return 1 if report.errors or (options.strict and report.warnings) else 0


def _print(report: Report, name: str, variants: int) -> None:
    console = Console(highlight=False)
    for problem in report.problems:
        mark = "" if problem.severity == "error" else "warning: "
        console.print(f"{mark}{problem}", soft_wrap=True, markup=False)
    counts = [_count(len(report.errors), "fault")] if report.errors else []
    counts += [_count(len(report.warnings), "warning")] if report.warnings else []
    counts += [f"{report.waived} waived"] if report.waived else []
    if report.errors:
        console.print(", ".join(counts))
    else:
        console.print(", ".join([f"{name}: no faults in {variants} variants", *counts]))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
