"""The command line. A new module in this folder is a new command; no list names them. Packages hold what they share.

Exit codes: 0 all is well, 1 something was found to be wrong, 2 the call itself is wrong.
"""

import argparse
import json
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from rich.console import Console

from vibelife_inspect import __version__
from vibelife_inspect.errors import BundleError, UsageError, VibeLifeError, nearest

ERRORS = Console(stderr=True, highlight=False)
"""Where errors and progress go, so that stdout holds the answer alone."""


class Command(Protocol):
    """A module of this folder."""

    SUMMARY: str

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it; returns the exit code."""


class _Parser(argparse.ArgumentParser):
    """Names what would be right when a choice is wrong."""

    def error(self, message: str) -> Any:
        ERRORS.print(f"[red]error:[/red] {message}", soft_wrap=True)
        ERRORS.print(f"try: {self.prog} --help")
        raise SystemExit(2)


def command_names() -> list[str]:
    """All commands."""
    return sorted(_modules())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        return _main(arguments)
    except KeyboardInterrupt:
        ERRORS.print("interrupted")
        return 130


def _main(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = _Parser(prog="vibelife", description="Living-world evaluations for Inspect AI.")
    parser.add_argument("--version", action="version", version=f"vibelife {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    names = command_names()
    if given and not given[0].startswith("-") and given[0] not in names:
        parser.error(f"there is no command {given[0]!r}; {nearest(given[0], names)}")
    modules: dict[str, Command] = {}
    for name in names if not given or given[0].startswith("-") else [given[0]]:
        modules[name] = _command(name)
        sub = commands.add_parser(name, help=modules[name].SUMMARY, description=modules[name].SUMMARY)
        sub.add_argument("--json", action="store_true", help="print JSON alone")
        modules[name].arguments(sub)
    options = parser.parse_args(given)
    if options.command is None:
        parser.print_help()
        return 0
    return _guarded(modules[options.command], options)


def print_json(value: Any) -> None:
    """Print a value as JSON, with stable keys, alone on stdout."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _modules() -> dict[str, str]:
    """The modules of the commands; a name that Python has taken has an underscore at its end."""
    modules = (module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg)
    return {name.removesuffix("_"): name for name in modules}


def _command(name: str) -> Command:
    command: Command = import_module(f"{__name__}.{_modules()[name]}")
    return command


def _guarded(command: Command, options: argparse.Namespace) -> int:
    try:
        return command.run(options)
    except BundleError as error:
        faults = len(error.problems)
        ERRORS.print(f"[red]error:[/red] the bundle has {faults} fault{'s' if faults != 1 else ''}")
        for problem in error.problems:
            ERRORS.print(f"  {problem}", soft_wrap=True, markup=False)
        return 1
    except BrokenPipeError:
        return 0
    except OSError as error:
        ERRORS.print("[red]error:[/red]", end=" ")
        ERRORS.print(f"{error.strerror}: {error.filename}", soft_wrap=True, markup=False)
        return 2
    except UsageError as error:
        ERRORS.print("[red]error:[/red]", end=" ")
        ERRORS.print(str(error), soft_wrap=True, markup=False)
        return 2
    except VibeLifeError as error:
        ERRORS.print("[red]error:[/red]", end=" ")
        ERRORS.print(f"{type(error).__name__}: {error}", soft_wrap=True, markup=False)
        return 1
