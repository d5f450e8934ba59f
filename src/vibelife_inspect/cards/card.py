"""The text of a contract card."""

import inspect
import re
import sys
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from vibelife_inspect.cards.results import result_shape
from vibelife_inspect.cards.shapes import Of, text
from vibelife_inspect.errors import OperationError
from vibelife_inspect.world import Json, Operation, Service
from vibelife_inspect.world.collection import Table


def service_json(service: type[Service]) -> Json:
    """A service and its operations, as `vibelife services --json` shows them."""
    return {
        "name": service.name,
        "summary": service.summary,
        "counted": service.counted,
        "operations": [
            {
                "name": operation.name,
                "effect": operation.effect,
                "params": operation.schema,
                "summary": operation.summary,
            }
            for operation in agent_operations(service)
        ],
    }


def agent_operations(service: type[Service]) -> list[Operation]:
    """The operations that an agent can call."""
    return [operation for operation in service.operations.values() if operation.effect != "outside"]


def card(service: type[Service]) -> str:
    """The contract card of a service."""
    operations = agent_operations(service)
    outside = [operation for operation in service.operations.values() if operation.effect == "outside"]
    effects = ", ".join(
        f"{sum(operation.effect == effect for operation in operations)} {effect}"
        for effect in ("read", "write", "commit")
    )
    parts = [f"# {service.name}", service.summary, f"{len(operations)} operations: {effects}."]
    if errors := _errors(service):
        parts.append("Besides `invalid` arguments it answers with: " + ", ".join(f"`{code}`" for code in errors) + ".")
    if touched := _touched(service):
        parts.append("Elsewhere it touches: " + "; ".join(touched) + ".")
    if timed := _timed(service):
        parts.append("## What time does\n\n" + "\n".join(timed))
    parts.append("## Records")
    parts.extend(_table(name, table) for name, table in service.tables.items())
    parts.append(_index(operations))
    parts.append(f"## Operations\n\n{_RESULTS}")
    parts.extend(_operation(service, operation) for operation in operations)
    if outside:
        parts.append("## What the rest of the world does\n\nOnly a task's timeline calls these.")
        parts.extend(_operation(service, operation) for operation in outside)
    return "\n\n".join(parts) + "\n"


_RESULTS = (
    "In results `[]` is a list, `?` marks a key that is there only at times, `{...: value}` is an object with free "
    "keys, and `...` stands for further keys. A record has the fields of its table."
)
_PORTS = {
    "charge": "charges an account or card",
    "refund": "refunds what was charged",
    "pay_out": "pays out to an account",
    "mail": "mails the persona",
    "agenda": "writes the calendar, on request",
    "notify": "notifies whoever subscribed",
    "ship": "sends parcels",
    "stop_shipment": "stops parcels",
    "shipment_moved": "tells the sender's shop how a parcel fares",
}


def _sources(service: type[Service]) -> str:
    """The source of the service's own modules."""
    own = f"vibelife_inspect.services.{service.name}"
    modules = sorted({base.__module__ for base in service.__mro__ if base.__module__.startswith(own)})
    return "\n".join(inspect.getsource(sys.modules[name]) for name in modules)


def _touched(service: type[Service]) -> list[str]:
    source = _sources(service)
    return [words for port, words in _PORTS.items() if re.search(rf"\bports\.{port}\b", source)]


def _errors(service: type[Service]) -> list[str]:
    """Codes that the service raises itself, and those that the tables raise for it."""
    source = _sources(service)
    by_tables = {"not_found"} | {"conflict" for table in service.tables.values() if table.states}
    kinds = OperationError.__subclasses__()
    raised = {kind.code for kind in kinds if f"{kind.__name__}(" in source} | by_tables
    return [kind.code for kind in kinds if kind.code in raised - {"invalid"}]


def _timed(service: type[Service]) -> list[str]:
    """One line per method that falls due, as the tables' own due functions name them."""
    actions: dict[str, str] = {}
    for table in service.tables.values():
        if table.due is not None:
            for action in re.findall(r'"(\w+)"', inspect.getsource(table.due)):
                if callable(method := getattr(service, action, None)):
                    doc = (inspect.getdoc(method) or "").split("\n")[0]
                    actions[action] = f"- {table.noun}: {doc}"
    return list(actions.values())


def _table(name: str, table: Table[Any]) -> str:
    lines = [f"### `{name}`: {table.noun}", ""]
    lines += ["| field | type | meaning |", "| --- | --- | --- |"]
    for field, info in table.model.model_fields.items():
        meaning = " ".join((info.description or "").split()).replace("|", "\\|")
        lines.append(f"| {field} | {_type(info.annotation)} | {meaning} |")
    if table.states is not None:
        lines += ["", "States: " + "; ".join(_moves(state, after) for state, after in table.states.moves.items()) + "."]
    return "\n".join(lines)


def _moves(state: str, after: tuple[str, ...]) -> str:
    return f"{state} → {', '.join(after)}" if after else f"{state} is final"


def _index(operations: list[Operation]) -> str:
    """What can be done, and by which operation."""
    rows = [f"| {operation.summary.replace('|', '/')} | `{operation.name}` |" for operation in operations]
    return "\n".join(["## What can be done", "", "| to | call |", "| --- | --- |", *rows])


def _operation(service: type[Service], operation: Operation) -> str:
    lines = [f"### `{operation.name}` ({operation.effect})", "", operation.description]
    properties = operation.schema["properties"]
    if properties:
        lines += ["", "| argument | type | meaning |", "| --- | --- | --- |"]
    for name, schema in properties.items():
        required = "" if name in operation.schema["required"] else "?"
        meaning = " ".join(str(schema.get("description", "")).split()).replace("|", "\\|")
        lines.append(f"| {name}{required} | {_schema_type(schema)} | {meaning} |")
    return "\n".join([*lines, "", f"Result: {_result(service, operation)}"])


def _result(service: type[Service], operation: Operation) -> str:
    """A record of a table, or the keys."""
    shape = result_shape(service, operation)
    tables = {table.model: name for name, table in service.tables.items()}
    if isinstance(shape, Of) and shape.cls in tables:
        return f"a record of `{tables[shape.cls]}`."
    return f"`{text(shape, tables)}`"


def _schema_type(schema: Json) -> str:
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_schema_type(part) for part in schema["anyOf"] if part.get("type") != "null")
    kind = str(schema.get("type", "any"))
    if kind == "array":
        return f"list of {_schema_type(schema.get('items', {}))}"
    if kind == "object":
        names = ", ".join(schema.get("properties", {}))
        return f"object ({names})" if names else "object"
    return str(schema.get("format", kind))


def _type(annotation: Any) -> str:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is None:
        return annotation.__name__ if isinstance(annotation, type) else str(annotation)
    names = [
        _type(part) if not isinstance(part, str | int) else f"`{part}`" for part in arguments if part is not type(None)
    ]
    if origin in (list, tuple):
        return f"list of {names[0]}"
    if origin is dict:
        return f"mapping to {names[-1]}"
    if str(origin) == "typing.Annotated" or "Annotated" in str(annotation)[:20]:
        return names[0]
    optional = "?" if type(None) in arguments else ""
    return ", ".join(names) + optional if not isinstance(annotation, BaseModel) else str(annotation)
