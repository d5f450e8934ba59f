"""`vibelife lint PATH`: everything that is wrong with a bundle, with file and line."""

import argparse
from pathlib import Path

from rich.console import Console

from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.catalog import task_path
from vibelife_inspect.cli import print_json
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.errors import BundleError, Problem
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import run_episode

SUMMARY = "Check a bundle; exit code 1 if it has faults."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="PATH", help="folder of a bundle, or id of a task")
    parser.add_argument("--variants", type=int, default=3, help="how many variants to check (default 3)")


def run(options: argparse.Namespace) -> int:
    """Print the faults."""
    path = task_path(options.path)
    problems: dict[str, Problem] = {}
    for variant in range(max(options.variants, 1)):
        for problem in lint(path, variant):
            problems.setdefault(str(problem), problem)
    if options.json:
        print_json(
            {
                "path": str(options.path),
                "problems": [
                    {"file": item.file, "line": item.line, "key": item.key, "message": item.message}
                    for item in problems.values()
                ],
            }
        )
    elif problems:
        console = Console(highlight=False)
        for text in problems:
            console.print(text, soft_wrap=True, markup=False)
        console.print(f"{len(problems)} fault{'s' if len(problems) != 1 else ''}")
    else:
        Console().print(f"{path.name}: no faults in {options.variants} variants")
    return 1 if problems else 0


def lint(path: Path, variant: int) -> list[Problem]:
    """The faults of one variant: what does not load, and what does not happen when the agent does nothing."""
    try:
        bundle = load_bundle(path, variant)
    except BundleError as error:
        return error.problems
    episode = Episode(bundle, Options(variant=variant, background=0))
    run_episode(episode, make_policy("silent", bundle))
    return [
        Problem("timeline.yaml", None, mark.ref, f"the mutation does not apply when nobody acts: {mark.data['reason']}")
        for mark in episode.marks("mutation_skipped")
    ]
