"""`vibelife verify TASK...`: proves that tasks can be solved and that their checks discriminate."""

import argparse
import os
from pathlib import Path
from time import perf_counter

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from vibelife_inspect.catalog import is_sessions, task_path, task_paths
from vibelife_inspect.cli import ERRORS, print_json
from vibelife_inspect.errors import UsageError
from vibelife_inspect.lab.crew import Crew, crew
from vibelife_inspect.lab.resume import Resume
from vibelife_inspect.lab.sessions import verify_sessions
from vibelife_inspect.lab.sessions.page import lives_of, rates
from vibelife_inspect.lab.thresholds import BOUNDS, VARIANTS
from vibelife_inspect.lab.validity import validity
from vibelife_inspect.lab.verify import Plan, verify
from vibelife_inspect.sessions import LABELS
from vibelife_inspect.world import Json

SUMMARY = "Prove that tasks can be solved and that their checks discriminate; exit code 1 if one falls short."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("tasks", metavar="TASK", nargs="*", help="ids of tasks, or paths of their folders")
    parser.add_argument("--all", action="store_true", help="all tasks")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    parser.add_argument("--background", type=int, default=0, help="how many times the background data (default 0)")
    parser.add_argument("--variants", type=int, default=VARIANTS, help=f"variants to solve (default {VARIANTS})")
    parser.add_argument("--resume", metavar="FILE", help="keep finished reports there, and go on from them")
    parser.add_argument("--write", metavar="FILE", help="write the reports as Markdown, such as docs/validity.md")


def run(options: argparse.Namespace) -> int:
    """Verify and print."""
    if options.all == bool(options.tasks):
        raise UsageError("name tasks, or give --all")
    paths = list(task_paths().values()) if options.all else [task_path(name) for name in options.tasks]
    reports = _reports(paths, options)
    if options.write:
        Path(options.write).write_text(validity(reports), encoding="utf-8")
    if options.json:
        print_json(reports[0] if len(options.tasks) == 1 else reports)
    else:
        for report in reports:
            _print_sessions(report) if report["family"] == "sessions" else _print(report)
    return 0 if all(report["passed"] for report in reports) else 1


def _reports(paths: list[Path], options: argparse.Namespace) -> list[Json]:
    plan = Plan(options.background, options.variants)
    resume = Resume(Path(options.resume) if options.resume else None, f"{plan.background}:{plan.variants}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    reports = []
    with crew(options.jobs) as workers, Progress(*columns, console=ERRORS, disable=not ERRORS.is_terminal) as bars:
        for path in paths:
            report = resume.get(path)
            if report is None:
                report = _report(path, plan, workers, bars)
                resume.keep(path, report)
            reports.append(report)
    return reports


def _report(path: Path, plan: Plan, workers: Crew, bars: Progress) -> Json:
    began = perf_counter()
    bar = bars.add_task(path.name, total=None)

    def progress(done: int, total: int) -> None:
        bars.update(bar, completed=done, total=total)

    if is_sessions(path):
        report = verify_sessions(path, plan.background, plan.variants, workers, progress)
    else:
        report = verify(path, plan, workers, progress)
    return {**report, "wall_s": round(perf_counter() - began, 2)}


def _print(report: Json) -> None:
    console = Console(highlight=False)
    table = Table(title=f"{report['task']}, {report['wall_s']} s")
    table.add_column("policy")
    for heading in ("score", "must", "ok"):
        table.add_column(heading, justify="right")
    scores = [(name, name, score) for name, score in report["scores"].items()]
    scores += [(f"alternative {name}", "alternative", score) for name, score in report["alternatives"].items()]
    for shown, name, score in scores:
        bound = BOUNDS.get(name)
        mark = "" if bound is None else "[green]yes[/green]" if bound.holds(score) else "[red]no[/red]"
        table.add_row(shown, f"{score:.1f}", str(bound or ""), mark)
    for line, each in report["red_lines"].items():
        mark = "[red]no[/red]" if each["faults"] else "[green]yes[/green]"
        table.add_row(f"red line {line}", f"-{each['lost']}", f"-{each['weight']}", mark)
    console.print(table)
    parts = report["ablation"]
    console.print(
        f"dropped steps noticed {parts['dropped']['killed']} of {parts['dropped']['total']}, "
        f"wrong arguments noticed {parts['altered']['killed']} of {parts['altered']['total']}, "
        f"harmless changes kept {parts['harmless']['kept']} of {parts['harmless']['total']}; "
        f"other variants {_all_full(report['variants'])}; "
        f"same bytes everywhere: {'yes' if report['determinism'] else 'no'} ({report['determinism_by']['date']})",
        soft_wrap=True,
    )
    for kind in ("dropped", "altered"):
        for each in parts[kind]["survivors"]:
            noticed = ", ".join(each["should_have_noticed"][:6])
            console.print(f"  survives: {each['step']}; should have noticed: {noticed}", soft_wrap=True, markup=False)
    _print_verdict(console, report)


_SESSION_COLUMNS = ("Proc", "Comp", "compl", "infer", "prov", "prec", "decoy", "words", "turns")


def _print_sessions(report: Json) -> None:
    console = Console(highlight=False)
    table = Table(title=f"{report['task']}, {report['wall_s']} s", box=SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("agent, history", no_wrap=True)
    for heading in _SESSION_COLUMNS:
        table.add_column(heading, justify="right")
    for name, figures in lives_of(report):
        values = [figures["proc"], figures["comp"], *(figures["labels"][label] for label in LABELS)]
        values += [figures["precision"], figures["decoys"], figures["words"], figures["turns"]]
        table.add_row(name, *("-" if value is None else f"{value:.2f}" for value in values))
    console.print(table)
    sizes = report["sizes"]
    sources = ", ".join(f"{kind} {number}" for kind, number in sizes["sources"].items())
    console.print(
        f"{sizes['sessions']} sessions, {sizes['intents']} intents ({sources}), {sizes['decoys']} decoys, "
        f"{sizes['items']} items ({sizes['rubrics']} for a grader); "
        f"noticed: {', '.join(rates(report))}"
        + f"; same bytes everywhere: {'yes' if report['determinism'] else 'no'} ({report['determinism_by']['date']})",
        soft_wrap=True,
    )
    _print_verdict(console, report)


def _print_verdict(console: Console, report: Json) -> None:
    for problem in report["lint"]:
        console.print(f"  lint {problem['severity']}: {problem['file']}: {problem['message']}", markup=False)
    for failure in report["failures"]:
        console.print(f"  falls short: {failure}", style="red", soft_wrap=True, markup=False)
    console.print("[green]passed[/green]" if report["passed"] else "[red]falls short[/red]")


def _all_full(variants: Json) -> str:
    full = sum(score == 100 for score in variants.values())
    return f"{full} of {len(variants)} at 100"
