"""`vibelife serve TASK`: a task's world over the Model Context Protocol, for any assistant that speaks it."""

import argparse
import os
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.catalog import load_task
from vibelife_inspect.cli import ERRORS, print_json
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.errors import UsageError

SUMMARY = "Serve a task's world over the Model Context Protocol."

DEFAULT_PORT = 8765
_LOOPBACK = "127.0.0.1"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("task", metavar="TASK", help="id of a task, or path of its folder")
    parser.add_argument("--variant", type=int, default=0, help="which variant (default 0)")
    parser.add_argument("--background", type=int, default=1, help="how many times the background data (default 1)")
    parser.add_argument("--no-wakeups", action="store_true", help="the agent's own reminders open no turns")
    parser.add_argument("--no-timeline", action="store_true", help="the world alone, at the instant of its first turn")
    parser.add_argument("--score", action="store_true", help="tell score and verdicts when the story is over")
    parser.add_argument(
        "--record", metavar="FILE", help="write the run record to this file, after each turn and at exit"
    )
    parser.add_argument(
        "--http",
        metavar="PORT",
        type=int,
        nargs="?",
        const=DEFAULT_PORT,
        help=f"streamable HTTP on {_LOOPBACK} (default port {DEFAULT_PORT}, 0: any free one); default: stdio",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until the client goes away or the server is interrupted."""
    bundle = load_task(options.task, options.variant)
    chosen = Options(options.variant, options.background, not options.no_wakeups)
    if options.no_timeline and options.score:
        raise UsageError("--score tells the score at the end of the story; with --no-timeline it does not go on")
    record = _record(options.record)
    listener = None if options.http is None else _listener(options.http)
    server = _server()
    life = server.Life(Episode(bundle, chosen), timeline=not options.no_timeline, score=options.score, record=record)
    life.save()
    try:
        if listener is None:
            _say(f"serving {_named(bundle)} on stdio; the end of stdin or Ctrl-C ends it")
            server.serve_stdio(life)
        else:
            _announce(bundle, f"http://{_LOOPBACK}:{listener.getsockname()[1]}{server.PATH}", as_json=options.json)
            server.serve_http(life, listener)
    finally:
        life.save()
    return 0


def _server() -> Any:
    """The server's module; it loads Inspect and what is optional."""
    try:
        return import_module("vibelife_inspect.tools.mcp_server")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("vibelife_inspect"):
            raise
        raise UsageError(f"{error.name} is not installed: pip install 'vibelife-inspect[mcp]'") from None


def _record(name: str | None) -> Path | None:
    path = Path(name).resolve() if name else None
    if path is not None and path.exists() and not path.is_file():
        raise UsageError(f"the record cannot be written to {name}: it is no file")
    return path


def _listener(port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise UsageError(f"a port is a whole number from 0 to 65535, not {port}")
    try:
        return socket.create_server((_LOOPBACK, port))
    except OSError as error:
        raise UsageError(f"port {port} of {_LOOPBACK} cannot be used: {os.strerror(error.errno or 0)}") from None


def _announce(bundle: Bundle, url: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"task": bundle.id, "variant": bundle.variant, "url": url})
        sys.stdout.flush()
    else:
        _say(f"serving {_named(bundle)} at {url}; Ctrl-C ends it")


def _named(bundle: Bundle) -> str:
    return f"{bundle.id} (variant {bundle.variant})"


def _say(text: str) -> None:
    ERRORS.print(text, soft_wrap=True, markup=False)
