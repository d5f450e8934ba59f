"""`vibelife list`: all tasks at a glance."""

import argparse
from collections import Counter

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.bundle.schema import Choice
from vibelife_inspect.cards import agent_operations
from vibelife_inspect.catalog import load_task, task_paths
from vibelife_inspect.checks import TIERS
from vibelife_inspect.cli import print_json
from vibelife_inspect.cli.sessions.listing import persona_json, print_personas
from vibelife_inspect.world import Json

SUMMARY = "List all tasks with their size."

KINDS = ("user_message", "notification", "world", "reminder")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--domain", help="only tasks of this domain")


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    bundles = [load_task(name) for name in task_paths()]
    chosen = [bundle for bundle in bundles if options.domain in (None, bundle.task.domain)]
    rows = [task_json(bundle) for bundle in chosen if not bundle.sessions]
    personas = [persona_json(bundle) for bundle in chosen if bundle.sessions]
    if options.json:
        print_json([*rows, *personas])
        return 0
    if rows:
        _print(rows)
    if personas:
        print_personas(personas)
    return 0


def _print(rows: list[Json]) -> None:
    table = Table(title="VibeLife tasks", box=SIMPLE)
    table.add_column("task")
    for heading in ("stages", "events", "silent", "checks", "services", "days"):
        table.add_column(heading, justify="right")
    for row in rows:
        counts = (row["stages"], sum(row["events"].values()), row["mutations"], sum(row["checks"].values()))
        numbers = [str(number) for number in (*counts, len(row["services"]), row["days"])]
        table.add_row(f"[bold]{row['id']}[/bold] ({row['domain']})\n{row['title']}", *numbers)
    Console().print(table)


def task_json(bundle: Bundle) -> Json:
    """The size of a task."""
    kinds: Counter[str] = Counter(event.kind for _, event in bundle.events())
    shown = [service for service in bundle.services if service.counted]
    return {
        "id": bundle.id,
        "domain": bundle.task.domain,
        "title": bundle.task.title,
        "stages": len(bundle.stages),
        "events": {kind: kinds[kind] for kind in (*KINDS, "mutation")},
        "mutations": kinds["mutation"],
        "reactions": len(bundle.reactions),
        "checks": {tier: sum(check.tier == tier for check in bundle.checks) for tier in TIERS},
        "weight": {tier: sum(check.weight for check in bundle.checks if check.tier == tier) for tier in TIERS},
        "services": [service.name for service in shown],
        "operations": sum(len(agent_operations(service)) for service in bundle.services),
        "days": (bundle.setting.end.date() - bundle.setting.start.date()).days,
        "variants": _variants(bundle),
    }


def _variants(bundle: Bundle) -> int:
    """How many different instances the drawn params allow."""
    count = 1
    for options in bundle.task.variants.values():
        if isinstance(options, Choice):
            count *= len(options.choice)
        else:
            count *= (options.range[1] - options.range[0]) // options.step + 1
    return count
