"""`vibelife cards`: write or check the contract cards in `tools/`."""

import argparse
from pathlib import Path

from rich.console import Console

from vibelife_inspect.cards import card
from vibelife_inspect.cli import print_json
from vibelife_inspect.services import service_classes

SUMMARY = "Write the contract card of every service, or check that they are fresh."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--out", default="tools", help="folder of the cards (default: tools)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a card is stale")


def run(options: argparse.Namespace) -> int:
    """Write or compare."""
    folder = Path(options.out)
    wanted = {f"{name}.md": card(service) for name, service in service_classes().items()}
    present = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.md")}
    stale = sorted(name for name in {*wanted, *present} if wanted.get(name) != present.get(name))
    if not options.check:
        folder.mkdir(parents=True, exist_ok=True)
        for name in stale:
            if name in wanted:
                (folder / name).write_text(wanted[name], encoding="utf-8")
            else:
                (folder / name).unlink()
    if options.json:
        print_json({"cards": sorted(wanted), "stale": stale, "written": [] if options.check else stale})
    else:
        what = "stale" if options.check else "written"
        Console().print(f"{len(wanted)} cards, {len(stale)} {what}" + (f": {', '.join(stale)}" if stale else ""))
    return 1 if options.check and stale else 0
