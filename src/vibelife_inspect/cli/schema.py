"""`vibelife schema`: JSON Schemas of a bundle's files, for editors."""

import argparse
import json
from pathlib import Path

from pydantic import TypeAdapter
from rich.console import Console

from vibelife_inspect.bundle.schema import ReferenceFile, TaskFile, TimelineFile
from vibelife_inspect.bundle.session_file import SessionFile
from vibelife_inspect.checks import Check
from vibelife_inspect.cli import print_json
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Json

SUMMARY = "Write JSON Schemas of a bundle's files, so that editors complete and check them."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--out", help="folder to write them to; default: print their names and titles")


def run(options: argparse.Namespace) -> int:
    """Write or print."""
    schemas = bundle_schemas()
    if options.out:
        for name, schema in schemas.items():
            file = Path(options.out) / f"{name}.schema.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.json:
        print_json(schemas)
    else:
        where = f" written to {options.out}" if options.out else ""
        Console().print(f"{len(schemas)} schemas{where}: {', '.join(schemas)}", soft_wrap=True)
    return 0


def bundle_schemas() -> dict[str, Json]:
    """The schema of each file of a bundle; any value may also be a template."""
    schemas: dict[str, Json] = {
        "task": TypeAdapter(TaskFile).json_schema(),
        "timeline": TypeAdapter(TimelineFile).json_schema(),
        "checks": TypeAdapter(list[Check]).json_schema(),
        "reference": TypeAdapter(ReferenceFile).json_schema(),
        "session": TypeAdapter(SessionFile).json_schema(),
    }
    for name, service in service_classes().items():
        tables = {table: TypeAdapter(list[declared.model]).json_schema() for table, declared in service.tables.items()}  # type: ignore[name-defined]
        definitions = {key: value for schema in tables.values() for key, value in schema.pop("$defs", {}).items()}
        background = TypeAdapter(service.Background).json_schema()
        definitions.update(background.pop("$defs", {}))
        schemas[f"world/{name}"] = {
            "type": "object",
            "additionalProperties": False,
            "properties": {**tables, "background": background},
            "$defs": definitions,
        }
    return {name: _templated(schema) for name, schema in schemas.items()}


_TEMPLATE = {"type": "string", "pattern": r"\{\{"}


def _templated(node: Json) -> Json:
    """Allow a template wherever a plain value stands."""
    result: Json = {}
    for key, value in node.items():
        if key in ("properties", "$defs") and isinstance(value, dict):
            result[key] = {name: _templated(item) for name, item in value.items()}
        elif key in ("items", "additionalProperties") and isinstance(value, dict):
            result[key] = _templated(value)
        elif key in ("anyOf", "oneOf") and isinstance(value, list):
            result[key] = [_templated(item) for item in value]
        else:
            result[key] = value
    if (
        result.get("type") in ("integer", "number", "boolean")
        or "enum" in result
        or "const" in result
        or "format" in result
    ):
        return {"anyOf": [result, _TEMPLATE]}
    return result
