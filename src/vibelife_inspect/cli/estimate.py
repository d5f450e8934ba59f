"""`vibelife estimate TASK`: how many turns, calls and tokens one run of a task takes."""

import argparse

from rich.console import Console
from rich.table import Table

from vibelife_inspect.catalog import load_task
from vibelife_inspect.cli import print_json
from vibelife_inspect.lab.estimate import Bill, estimate
from vibelife_inspect.world import Json

SUMMARY = "Estimate turns, calls and tokens of one run, from the reference."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("task", metavar="TASK", help="id of a task, or path of its folder")
    parser.add_argument("--variant", type=int, default=0, help="which variant (default 0)")


def run(options: argparse.Namespace) -> int:
    """Print the estimate."""
    bundle = load_task(options.task, options.variant)
    found = estimate(bundle)
    bills, turns = found.bills, found.turns
    if options.json:
        told = {name: bill_json(bill) for name, bill in bills.items()}
        print_json({"task": bundle.id, "variant": bundle.variant, "turns": turns, **told})
        return 0
    table = Table(title=f"One run of {bundle.id}, {turns} turns, in tokens by rule of thumb")
    table.add_column("")
    for name in bills:
        table.add_column(name, justify="right")
    for name in bill_json(Bill()):
        table.add_row(name.replace("_", " "), *(f"{bill_json(bill)[name]:,}" for bill in bills.values()))
    Console().print(table)
    return 0


def bill_json(bill: Bill) -> Json:
    """A bill."""
    return {
        "generations": bill.generations,
        "calls": bill.calls,
        "input_tokens": bill.input,
        "cached_input_tokens": bill.cached,
        "uncached_input_tokens": bill.uncached,
        "output_tokens": bill.output,
        "longest_context": bill.longest,
    }
