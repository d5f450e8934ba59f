"""What holds for every operation of every service."""

import re
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

import pytest
from pydantic import TypeAdapter, ValidationError

from tests.populated import populated
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Operation, Service, World

SERVICES = list(service_classes().values())
OPERATIONS = [operation for service in SERVICES for operation in service.operations.values()]
CALLABLE = [operation for operation in OPERATIONS if operation.effect != "outside"]
LISTS = [operation for operation in CALLABLE if operation.method.startswith(("list_", "search_"))]
PLAIN_LISTS = [item for item in LISTS if item.method.startswith("list_") and not item.schema["required"]]


@cache
def shared_world() -> World:
    """One world for all that only looks, or is refused."""
    return populated()


def by_name(item: Operation | type[Service]) -> str:
    return item.name


def test_names_are_unique_over_all_services() -> None:
    names = [operation.name for operation in OPERATIONS]
    assert len(names) == len(set(names))


def test_there_are_enough_operations() -> None:
    assert len(CALLABLE) >= 160


@pytest.mark.parametrize("service", SERVICES, ids=by_name)
def test_a_service_tells_what_it_is(service: type[Service]) -> None:
    assert service.summary.endswith(".")
    assert len(service.summary) < 200
    assert {operation.effect for operation in service.operations.values()} <= {"read", "write", "commit", "outside"}


@pytest.mark.parametrize("operation", OPERATIONS, ids=by_name)
def test_an_operation_is_named_and_described(operation: Operation) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]{2,63}", operation.name)
    assert operation.method.count("_") >= 1, "a verb and a noun"
    assert operation.description, "a docstring"
    assert operation.summary.endswith(".")
    assert "user_id" not in operation.schema["properties"]


@pytest.mark.parametrize("operation", OPERATIONS, ids=by_name)
def test_a_schema_stands_alone_and_describes_each_argument(operation: Operation) -> None:
    text = str(operation.schema)
    assert "$ref" not in text
    assert operation.schema["additionalProperties"] is False
    for name, schema in operation.schema["properties"].items():
        assert schema.get("description"), name
    assert ("idempotency_key" in operation.schema["properties"]) == (operation.effect == "commit")


@pytest.mark.parametrize("operation", LISTS, ids=by_name)
def test_a_list_pages(operation: Operation) -> None:
    assert {"limit", "cursor"} <= set(operation.schema["properties"])


@pytest.mark.parametrize("operation", PLAIN_LISTS, ids=by_name)
def test_a_list_can_be_walked_page_by_page(operation: Operation) -> None:
    world = shared_world()
    whole = world.call(operation.name, {"limit": 100})
    assert whole.ok, whole.error
    assert set(whole.result) >= {"items", "total", "next_cursor"}
    seen: list[object] = []
    cursor = None
    while len(seen) < min(whole.result["total"], 30):
        page = world.call(operation.name, {"limit": 7, "cursor": cursor})
        assert page.ok, page.error
        assert 1 <= len(page.result["items"]) <= 7
        seen.extend(page.result["items"])
        cursor = page.result["next_cursor"]
        if cursor is None:
            break
    assert seen == whole.result["items"][: len(seen)]


@pytest.mark.parametrize("operation", CALLABLE, ids=by_name)
def test_wrong_calls_name_the_argument(operation: Operation) -> None:
    world = shared_world()
    before = world.snapshot()
    outcome = world.call(operation.name, {"no_such_argument": 1})
    assert outcome.error is not None
    assert outcome.error["error"]["code"] == "invalid"
    assert "no_such_argument" in outcome.error["error"]["message"]
    assert not world.diff(before, world.snapshot())


@pytest.mark.parametrize("service", SERVICES, ids=by_name)
def test_states_start_from_and_lead_to_known_statuses(service: type[Service]) -> None:
    for name, table in service.tables.items():
        if table.states is None:
            continue
        schema = table.model.model_json_schema()["properties"]["status"]
        assert set(schema["enum"]) == set(table.states.moves), f"{service.name}.{name}"


@pytest.mark.parametrize("operation", OPERATIONS, ids=by_name)
def test_blank_text_is_refused_unless_the_type_allows_it(operation: Operation) -> None:
    hints = get_type_hints(operation.function, include_extras=True)
    for name, item in operation.arguments.model_fields.items():
        if "_MayBeBlank" in str(hints.get(name)) or str not in parts(item.annotation):
            continue
        adapter: TypeAdapter[object] = TypeAdapter(Annotated[item.annotation, item])
        for blank in ("", " \n", [" "]):
            with pytest.raises(ValidationError):
                adapter.validate_python(blank, strict=True)


def parts(hint: Any) -> set[Any]:
    """The types that a hint is made of."""
    return {hint}.union(*(parts(part) for part in get_args(hint)))


def test_blank_text_is_refused() -> None:
    assert populated(0).call("workspace_search_files", {"query": "  "}).error is not None
