"""`vibelife show TASK`: what a task is, stage by stage, for its author and its reviewers."""

import argparse

from rich.console import Console
from rich.table import Table

from vibelife_inspect.bundle import Bundle, Mutation
from vibelife_inspect.catalog import load_task
from vibelife_inspect.cli import print_json
from vibelife_inspect.cli.list_ import task_json
from vibelife_inspect.cli.sessions.listing import persona_json, print_persona, session_rows

SUMMARY = "Show a task: its story, stages, events and checks."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("task", metavar="TASK", help="id of a task, or path of its folder")
    parser.add_argument("--variant", type=int, default=0, help="which variant (default 0)")


def run(options: argparse.Namespace) -> int:
    """Print the task."""
    bundle = load_task(options.task, options.variant)
    if bundle.sessions:
        _show_sessions(bundle, as_json=options.json)
        return 0
    if options.json:
        stages = [
            {
                "stage": stage.stage,
                "title": stage.title,
                "events": [
                    {"id": event.id, "kind": event.kind, "at": event.at and event.at.isoformat()}
                    for event in stage.events
                ],
                "checks": [check.id for check in bundle.checks if check.stage == stage.stage],
            }
            for stage in bundle.stages
        ]
        checks = [
            check.model_dump(include={"id", "tier", "stage", "weight", "axis", "needs", "why"})
            for check in bundle.checks
        ]
        head = {**task_json(bundle), "summary": bundle.task.summary, "variant": bundle.variant, "digest": bundle.digest}
        print_json({**head, "timeline": stages, "verdict_on": checks})
        return 0
    console = Console(highlight=False)
    console.print(f"[bold]{bundle.task.title}[/bold]  ({bundle.id}, {bundle.task.domain}, variant {bundle.variant})")
    console.print(bundle.task.summary, soft_wrap=True)
    table = Table()
    for heading in ("stage", "when", "event", "kind", "checks"):
        table.add_column(heading, overflow="fold")
    for stage in bundle.stages:
        judged = [check for check in bundle.checks if check.stage == stage.stage]
        weight = sum(check.weight for check in judged)
        for position, event in enumerate(stage.events):
            left = f"{stage.stage} {stage.title}" if position == 0 else ""
            tail = f"{len(judged)} (weight {weight})" if position == 0 and judged else ""
            kind = "[magenta]silent[/magenta]" if isinstance(event, Mutation) else event.kind
            table.add_row(left, f"{event.at:%a %d %b %H:%M}", event.id, kind, tail)
    console.print(table)
    for tier in ("cross", "final"):
        judged = [check for check in bundle.checks if check.tier == tier]
        console.print(f"{tier}: {len(judged)} checks, weight {sum(check.weight for check in judged)}")
    return 0


def _show_sessions(bundle: Bundle, *, as_json: bool) -> None:
    if as_json:
        head = {"summary": bundle.task.summary, "variant": bundle.variant, "digest": bundle.digest}
        print_json({**persona_json(bundle), **head, "timeline": session_rows(bundle)})
    else:
        print_persona(bundle)
