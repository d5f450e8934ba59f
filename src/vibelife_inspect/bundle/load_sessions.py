"""Reads the files of `sessions/`: their stages, checks and solutions."""

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from vibelife_inspect.bundle.problems import Source
from vibelife_inspect.bundle.session_file import SessionFile
from vibelife_inspect.bundle.story import Story
from vibelife_inspect.errors import Problem

FOLDER = "sessions"

_OF_LIFE_TASKS = ("timeline.yaml", "checks.yaml", "reference.yaml")


def session_files(path: Path) -> list[str]:
    """The names of a bundle's session files, in their order; none for a life task."""
    return [f"{FOLDER}/{file.name}" for file in sorted((path / FOLDER).glob("*.yaml"))]


def load_sessions(path: Path, context: dict[str, Any], home: ZoneInfo, problems: list[Problem]) -> Story:
    """Read all sessions; what is wrong with them is added to the problems."""
    story = Story()
    for name in _OF_LIFE_TASKS:
        if (path / name).exists():
            Source(path, name, problems).report((), f"is for life tasks; a persona has all that in {FOLDER}/*.yaml")
    for number, name in enumerate(session_files(path), start=1):
        _read(Source(path, name, problems), number, context, home, story)
    return story


def _read(source: Source, number: int, context: dict[str, Any], home: ZoneInfo, story: Story) -> None:
    data = source.data
    if not isinstance(data, dict):
        source.report((), "must be a mapping")
        return
    known = len(source.problems)
    templates = SessionFile.model_fields.keys() - {"reference"}
    rest = {key: source.rendered(context, (key,)) if key in templates else value for key, value in data.items()}
    if len(source.problems) > known:
        return
    session = source.validated(SessionFile, rest, home)
    if session is None:
        return
    story.stages.append(session.stage(number))
    story.checks.extend(item.check(number) for item in session.checklist)
    story.check_places.extend((source.name, ("checklist", place)) for place in range(len(session.checklist)))
    story.reference.turns[session.id] = session.reference
