"""`vibelife services`: what an agent can call."""

import argparse

from rich.console import Console
from rich.table import Table

from vibelife_inspect.cards import agent_operations, service_json
from vibelife_inspect.cli import print_json
from vibelife_inspect.services import service_class, service_classes

SUMMARY = "List the services and their operations."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("service", nargs="?", help="only this service, with its operations")


def run(options: argparse.Namespace) -> int:
    """Print the services."""
    chosen = [service_class(options.service)] if options.service else list(service_classes().values())
    if options.json:
        print_json([service_json(service) for service in chosen])
        return 0
    table = Table(title="Operations" if options.service else "Services")
    if options.service:
        for heading in ("operation", "effect", "what it does"):
            table.add_column(heading, overflow="fold")
        for operation in agent_operations(chosen[0]):
            table.add_row(operation.name, operation.effect, operation.summary)
    else:
        table.add_column("service")
        for heading in ("read", "write", "commit", "all"):
            table.add_column(heading, justify="right")
        table.add_column("what it is")
        totals = [0, 0, 0, 0]
        for service in chosen:
            effects = [operation.effect for operation in agent_operations(service)]
            numbers = [effects.count("read"), effects.count("write"), effects.count("commit"), len(effects)]
            totals = [total + number for total, number in zip(totals, numbers, strict=True)]
            table.add_row(service.name, *map(str, numbers), service.summary)
        table.add_section()
        table.add_row(f"{len(chosen)} services", *map(str, totals), "")
    Console().print(table)
    return 0
