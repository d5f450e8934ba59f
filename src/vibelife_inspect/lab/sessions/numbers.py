"""Wrong numbers: each number of the files that a session's solution writes, altered alone. Somebody should notice."""

import re
from collections.abc import Iterator

from vibelife_inspect.lab.sessions.trials import Bench, failed, oracle
from vibelife_inspect.policies.base import Ask
from vibelife_inspect.policies.steps import Revise
from vibelife_inspect.sessions import SessionResult
from vibelife_inspect.world import Json

_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?!\w)")
_MARKER = re.compile(r"^[\s>#|]*(?:\d+[.)]\s|\|\s*\d+\s*\|)", re.MULTILINE)
"""Running numbers of lists, headings and rows say nothing."""

_FILE = "workspace_write_file"


def wrong_numbers(found: Bench, base: SessionResult) -> Json:
    """How many wrong numbers were noticed, and which were not.

    Args:
        found: The session and the life in which it is tried.
        base: The oracle's result.
    """
    survivors = []
    total = 0
    for step, content in _written(found):
        for wrong, words in _versions(content):
            total += 1
            result = found.play(oracle(), revise=_instead(found.session.id, step, content, wrong))
            if not failed(result) and dict(result.labels) == dict(base.labels):
                survivors.append({"step": step + 1, "change": words})
    return {"killed": total - len(survivors), "total": total, "survivors": survivors}


def _written(found: Bench) -> list[tuple[int, str]]:
    """The files that the oracle writes in the session in the end, by the step that writes them."""
    contents: dict[int, str] = {}

    def note(session: str, step: int, ask: Ask) -> Ask:
        if session == found.session.id and ask.operation == _FILE:
            contents[step] = str(ask.arguments["content"])
        return ask

    found.play(oracle(), revise=note)
    return sorted(contents.items())


def _versions(text: str) -> Iterator[tuple[str, str]]:
    """The text with one number wrong, and the change in words, for each number."""
    markers = [match.span() for match in _MARKER.finditer(text)]
    for match in _NUMBER.finditer(text):
        if any(start <= match.start() < end for start, end in markers):
            continue
        old = match[0]
        new = old[:-1] + str((int(old[-1]) + 3) % 10)
        around = " ".join(text[max(0, match.start() - 30) : match.end() + 20].split())
        yield text[: match.start()] + new + text[match.end() :], f"{old} -> {new} in '{around}'"


def _instead(session: str, step: int, content: str, wrong: str) -> Revise:
    def revise(event: str, number: int, ask: Ask) -> Ask:
        if (event, number) != (session, step) or ask.arguments.get("content") != content:
            return ask
        return Ask(ask.operation, {**ask.arguments, "content": wrong})

    return revise
