"""Tables that people and models write into files: Markdown, CSV, YAML or JSON."""

import csv
import io
import json
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from vibelife_inspect.plain_yaml import parse
from vibelife_inspect.text import squeeze

Row = dict[str, str]
"""Cells by column name; names are folded, with underscores for spaces."""


def read_table(path: str, content: str, section: str | None = None) -> list[Row]:
    """The rows of a file's tables; text that is no table has no rows.

    Args:
        path: File name; the ending tells the format, Markdown by default.
        content: Text of the file.
        section: Only tables below a Markdown heading with these words.
    """
    ending = path.rsplit(".", 1)[-1].lower()
    if ending in ("csv", "tsv"):
        return _read_csv(content, "\t" if ending == "tsv" else ",")
    if ending in ("json", "yaml", "yml"):
        return _read_data(content, ending)
    return list(_read_markdown(content, section))


def column(name: str) -> str:
    """A column name in the form that rows use."""
    return re.sub(r"[^\w]+", "_", squeeze(name.replace("*", "").replace("`", ""))).strip("_")


def _read_csv(content: str, comma: str) -> list[Row]:
    lines = [line for line in content.splitlines() if line.strip() and not line.startswith("#")]
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=comma, skipinitialspace=True))
    except csv.Error:
        return []
    return _rows(rows[0], rows[1:]) if rows else []


def _read_data(content: str, ending: str) -> list[Row]:
    try:
        data = json.loads(content, parse_float=Decimal) if ending == "json" else parse(content).data
    except (ValueError, RecursionError):
        return []
    if isinstance(data, dict):
        lists = [value for value in data.values() if isinstance(value, list)]
        data = lists[0] if len(lists) == 1 else [data]
    rows = data if isinstance(data, list) else []
    return [{column(str(key)): _cell(value) for key, value in row.items()} for row in rows if isinstance(row, dict)]


def _read_markdown(content: str, section: str | None) -> Iterable[Row]:
    heading, header = "", None
    for line in content.splitlines():
        stripped = line.strip()
        if stripped.startswith("#"):
            heading, header = stripped, None
        elif stripped.startswith("|"):
            cells = [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", stripped.strip("|"))]
            if header is None:
                header = cells
            elif not all(re.fullmatch(r":?-+:?", cell) for cell in cells) and _in_section(heading, section):
                yield from _rows(header, [cells])
        else:
            header = None


def _in_section(heading: str, section: str | None) -> bool:
    return section is None or squeeze(section) in squeeze(heading)


def _rows(header: list[str], rows: list[list[str]]) -> list[Row]:
    names = [column(name) for name in header]
    return [dict(zip(names, [cell.strip(" `*") for cell in row], strict=False)) for row in rows if any(row)]


def _cell(value: Any) -> str:
    if isinstance(value, dict) and "text" in value:
        return str(value["text"])
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
