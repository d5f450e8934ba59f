"""`vibelife report LOG`: what a log says, in one table."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from vibelife_inspect.cli import print_json
from vibelife_inspect.cli.sessions.reporting import print_sessions
from vibelife_inspect.errors import UsageError

if TYPE_CHECKING:
    from vibelife_inspect.report import Summary

SUMMARY = "Summarise a log of Inspect: samples, scores, violations."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("log", metavar="LOG", help="a log file, or a folder: its newest log")
    parser.add_argument(
        "--against", metavar="LOG", help="working sessions: what the first log has more than this one, by session"
    )


def run(options: argparse.Namespace) -> int:
    """Print the summary."""
    # What loads Inspect takes a second.
    from vibelife_inspect.report.proactive import differences, is_proactive, summarise_sessions
    from vibelife_inspect.report.summary import newest_log, summarise

    location, log = newest_log(Path(options.log))
    if is_proactive(log):
        found = summarise_sessions(location, log)
        gaps = differences(log, newest_log(Path(options.against))[1]) if options.against else {}
        told = {**asdict(found), "differences": {name: asdict(gap) for name, gap in gaps.items()}}
        print_json(told) if options.json else print_sessions(told)
        return 0
    if options.against:
        raise UsageError("--against compares logs of working sessions; this log is of life tasks")
    summary = summarise(location, log)
    if options.json:
        print_json(asdict(summary))
        return 0
    _print(summary)
    return 0


def _print(summary: "Summary") -> None:
    console = Console(highlight=False)
    table = Table()
    for heading in ("sample", "score", "stage", "cross", "final", "reached", "checks", "violations", "ended by"):
        table.add_column(heading, overflow="fold")
    for sample in summary.samples:
        shares = [sample["score"], *(sample["tiers"].get(key) for key in ("stage", "cross", "final", "reached"))]
        numbers = ["-" if share is None else f"{share:.1f}" for share in shares]
        ended = sample["error"] or (f"{sample['limit']} limit" if sample["limit"] else "timeline")
        table.add_row(str(sample["id"]), *numbers, sample["checks"] or "-", str(len(sample["violations"])), ended)
    console.print(table)
    score = "no score" if summary.score is None else f"score {summary.score:.1f} ± {summary.stderr or 0:.1f}"
    counts = f"{summary.planned} planned, {summary.scored} scored, {summary.errored} with errors"
    counts += f", {summary.limited} ended by a limit"
    console.print(f"{summary.task}, {summary.model}: [bold]{score}[/bold]; {counts}", soft_wrap=True)
    console.print(f"log: {summary.location}", soft_wrap=True)
