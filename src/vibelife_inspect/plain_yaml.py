"""Plain YAML: mappings, lists, text, whole and decimal numbers, true/false/null; nothing that surprises or executes.

No anchors or aliases (so no bombs), no tags, no duplicate keys, no implicit dates, no sexagesimal numbers, and
`no` is a word. Every value knows its line.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import yaml

MAX_CHARACTERS = 2_000_000
MAX_DEPTH = 40

# The parser in C is the same parser, ten times as fast; wheels of PyYAML have it.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

Place = tuple[str | int, ...]
"""The way to a value: mapping keys and list positions."""


class YamlError(ValueError):
    """The text is no plain YAML; `line` counts from 1."""

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Document:
    """Parsed YAML and the line of each value."""

    data: Any
    lines: Mapping[Place, int]

    def line(self, place: Place) -> int | None:
        """The line of a value, or of the nearest one around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place)


def parse(text: str) -> Document:
    """Parse one document.

    Raises:
        YamlError: What is wrong, and in which line.
    """
    if len(text) > MAX_CHARACTERS:
        raise YamlError(f"the file is too large: {len(text)} characters, at most {MAX_CHARACTERS}", None)
    try:
        return _Reader(yaml.parse(text, Loader=_LOADER)).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlError(f"no valid YAML: {error.problem}", mark.line + 1 if mark else None) from None
    except yaml.YAMLError as error:
        raise YamlError(f"no valid YAML: {str(error).splitlines()[0]}", None) from None


class _Reader:
    """Builds the value from the parser's events, in one pass."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self._events = events
        self._lines: dict[Place, int] = {}

    def document(self) -> Document:
        data = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if self._lines:
                    raise YamlError("a file holds one document", _line(event))
                data = self._value(next(self._events), ())
        return Document(data, self._lines)

    def _value(self, event: yaml.Event, place: Place) -> Any:
        line = _line(event)
        _refuse_surprises(event, line)
        self._lines.setdefault(place, line)
        if len(place) > MAX_DEPTH:
            raise YamlError(f"nested more than {MAX_DEPTH} deep", line)
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(place)
        return self._mapping(place)

    def _list(self, place: Place) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._value(event, (*place, len(items))))
        return items

    def _mapping(self, place: Place) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            line = _line(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise YamlError("a key must be text", line)
            key = str(event.value)
            if key in result:
                raise YamlError(f"duplicate key {key!r}", line)
            self._lines[(*place, key)] = line
            result[key] = self._value(next(self._events), (*place, key))
        return result


def _refuse_surprises(event: yaml.Event, line: int) -> None:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise YamlError("anchors and aliases (& and *) are not allowed", line)
    if getattr(event, "tag", None):
        raise YamlError("tags (!) are not allowed", line)


def _scalar(node: yaml.ScalarEvent) -> Any:
    text = str(node.value)
    if node.style in ("'", '"', "|", ">"):
        return text
    if text in ("true", "false"):
        return text == "true"
    if text in ("", "null", "~"):
        return None
    if re.fullmatch(r"-?(0|[1-9]\d{0,17})", text):
        return int(text)
    if re.fullmatch(r"-?(0|[1-9]\d{0,17})\.\d{1,18}", text):
        return Decimal(text)
    return text


def _line(event: yaml.Event) -> int:
    return int(event.start_mark.line) + 1 if event.start_mark else 0
