"""`vibelife new DOMAIN/ID`: a small valid bundle to begin from."""

import argparse
import re
from pathlib import Path
from typing import get_args

from rich.console import Console

from vibelife_inspect.bundle.schema import Domain
from vibelife_inspect.catalog import task_paths
from vibelife_inspect.cli import print_json
from vibelife_inspect.errors import UsageError, nearest
from vibelife_inspect.lab.sketch import sketch

SUMMARY = "Write a small valid bundle, with comments that teach, to begin from."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="DOMAIN/ID", help="such as travel/winter_ferry")
    parser.add_argument("--out", default="tasks", help="folder of the tasks (default: tasks)")


def run(options: argparse.Namespace) -> int:
    """Write it, and say what comes next."""
    domain, _, task = str(options.name).partition("/")
    if domain not in get_args(Domain):
        raise UsageError(f"there is no domain {domain!r}; {nearest(domain, get_args(Domain))}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", task):
        raise UsageError(f"{task!r} is no id: lower-case words joined by underscores, such as winter_ferry")
    if task in task_paths():
        raise UsageError(f"there is a task {task!r} already, in {task_paths()[task]}")
    folder = Path(options.out) / domain / task
    files = [file.as_posix() for file in sketch(folder, domain, task)]
    if options.json:
        print_json({"task": task, "domain": domain, "path": folder.as_posix(), "files": files})
        return 0
    console = Console(highlight=False)
    console.print(f"{folder.as_posix()}: {len(files)} files", soft_wrap=True)
    console.print(f"next: vibelife lint {folder.as_posix()} && vibelife replay {folder.as_posix()}", soft_wrap=True)
    return 0
