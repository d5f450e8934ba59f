"""From what pydantic, Jinja and YAML complain about to one sentence with file and line."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from vibelife_inspect.bundle.render import RenderError, render
from vibelife_inspect.errors import Problem, nearest
from vibelife_inspect.plain_yaml import Document, Place, YamlError, parse

M = TypeVar("M", bound=BaseModel)


class Source:
    """One YAML file of a bundle: its data with lines, and what is wrong with it.

    Args:
        root: The bundle's folder.
        name: File name below it, with forward slashes.
        problems: Where faults are collected.
    """

    def __init__(self, root: Path, name: str, problems: list[Problem]) -> None:
        self.name = name
        self.problems = problems
        self.document = Document(None, {})
        try:
            self.document = parse((root / name).read_text(encoding="utf-8"))
        except YamlError as error:
            self.report((), str(error), line=error.line)
        except (OSError, UnicodeDecodeError) as error:
            self.report((), f"cannot be read: {error}")

    @property
    def data(self) -> Any:
        """The parsed data, not yet rendered; None when the file is faulty."""
        return self.document.data

    def report(self, place: Place, message: str, *, line: int | None = None) -> None:
        """Note a fault at a place."""
        key = ".".join(str(part) for part in place)
        self.problems.append(Problem(self.name, line or self.document.line(place), key, message))

    def rendered(self, context: dict[str, Any], place: Place = ()) -> Any:
        """The data (below a place) with templates rendered; None after a fault."""
        data = self.data
        for part in place:
            data = data[part]
        try:
            return render(data, context, place)
        except RenderError as error:
            self.report(error.place, str(error))
            return None

    def validated(self, model: Any, data: Any, zone: Any, place: Place = ()) -> Any:
        """Data as a model; None after a fault."""
        try:
            return TypeAdapter(model).validate_python(data, context={"zone": zone})
        except ValidationError as error:
            for item in error.errors(include_url=False):
                inner = real_place(item["loc"], data)
                self.report((*place, *inner), _message(item, model))
            return None


def real_place(location: Iterable[str | int], data: Any) -> Place:
    """A pydantic location without the tags of unions: only the steps that exist in the data."""
    place: list[str | int] = []
    parts = list(location)
    for part, following in zip(parts, [*parts[1:], None], strict=False):
        if not _inside(part, data):
            continue
        if _inside(following, data) and not _inside(following, data[part]):
            continue  # a tag that is spelt like a key, as in `update.set`
        data = data[part]
        place.append(part)
    return tuple(place)


def _inside(part: str | int | None, data: Any) -> bool:
    if isinstance(data, dict):
        return part in data
    return isinstance(data, list) and isinstance(part, int) and part < len(data)


def _message(item: Any, model: Any) -> str:
    kind, location = item["type"], item["loc"]
    if kind == "extra_forbidden":
        return f"unknown field {location[-1]!r}; {nearest(location[-1], _field_names(model) - {location[-1]})}"
    if kind == "missing":
        return f"{location[-1]!r} is required"
    if kind in ("literal_error", "enum"):
        options = re.findall(r"'([^']*)'", item.get("ctx", {}).get("expected", ""))
        return f"{item['input']!r} is not valid; {nearest(item['input'], options)}"
    if kind == "union_tag_invalid":
        options = re.findall(r"'([^']*)'", item["ctx"]["expected_tags"])
        return f"{item['ctx']['tag']!r} is not valid; {nearest(item['ctx']['tag'], options)}"
    message = str(item["msg"]).removeprefix("Value error, ")
    shown = item["input"]
    return message if isinstance(shown, dict | list) else f"{message} (got {shown!r})"


def _field_names(model: Any) -> set[str]:
    names: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("properties"), dict):
                names.update(node["properties"])
            for value in node.values():
                collect(value)
        elif isinstance(node, list):
            for value in node:
                collect(value)

    collect(TypeAdapter(model).json_schema())
    return names
