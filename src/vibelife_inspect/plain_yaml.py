"""Plain YAML: mappings, lists, text, whole and decimal numbers, true/false/null; nothing that surprises or executes.

No anchors or aliases (so no bombs), no tags, no duplicate keys, no implicit dates, no sexagesimal numbers, and
`no` is a word. Every value knows its line.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import yaml

MAX_CHARACTERS = 2_000_000
MAX_DEPTH = 40

_OPENING = (
    yaml.BlockMappingStartToken,
    yaml.BlockSequenceStartToken,
    yaml.FlowMappingStartToken,
    yaml.FlowSequenceStartToken,
)
_CLOSING = (yaml.BlockEndToken, yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)

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
        _refuse_anchors(text)
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlError(f"no valid YAML: {error.problem}", mark.line + 1 if mark else None) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise YamlError(f"no valid YAML: {str(error).splitlines()[0]}", None) from None
    lines: dict[Place, int] = {}
    return Document(None if node is None else _value(node, (), lines), lines)


def _refuse_anchors(text: str) -> None:
    depth = 0
    for token in yaml.scan(text, Loader=yaml.BaseLoader):
        if isinstance(token, yaml.AnchorToken | yaml.AliasToken):
            raise YamlError("anchors and aliases (& and *) are not allowed", token.start_mark.line + 1)
        if isinstance(token, yaml.TagToken):
            raise YamlError("tags (!) are not allowed", token.start_mark.line + 1)
        depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)
        if depth > MAX_DEPTH:
            raise YamlError(f"nested more than {MAX_DEPTH} deep", token.start_mark.line + 1)


def _value(node: yaml.Node, place: Place, lines: dict[Place, int]) -> Any:
    lines[place] = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*place, number), lines) for number, item in enumerate(node.value)]
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise YamlError("a key must be text", key_node.start_mark.line + 1)
        key = str(key_node.value)
        if key in result:
            raise YamlError(f"duplicate key {key!r}", key_node.start_mark.line + 1)
        result[key] = _value(value_node, (*place, key), lines)
        lines[(*place, key)] = key_node.start_mark.line + 1
    return result


def _scalar(node: yaml.ScalarNode) -> Any:
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
