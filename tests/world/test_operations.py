"""The contract of all operations, on a toy service: what is refused, and how."""

import json
from typing import Any

import pytest

from tests.toys import Shop, item, shop, toy_world
from tests.worlds import code, ok
from vibelife_inspect.errors import DefectError
from vibelife_inspect.world import Call, Outcome, World


def add(**arguments: Any) -> Outcome:
    return toy_world().call("shop_add_item", arguments)


# ---- arguments

WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({}, "name", "is required"),
    ({"name": ""}, "name", "at least 1 character"),
    ({"name": "  \n"}, "name", "must not be blank"),
    ({"name": None}, "name", "valid string"),
    ({"name": 5}, "name", "valid string"),
    ({"name": ["x"]}, "name", "valid string"),
    ({"name": "x" * 50_001}, "name", "at most 50000"),
    ({"name": "x", "nmae": "y"}, "nmae", "did you mean 'name'?"),
    ({"name": "x", "zzz": 1}, "zzz", "unknown argument; valid: "),
    ({"name": "x", "pieces": 0}, "pieces", "greater than or equal to 1"),
    ({"name": "x", "pieces": 10}, "pieces", "less than or equal to 9"),
    ({"name": "x", "pieces": 10**30}, "pieces", ""),
    ({"name": "x", "pieces": "3"}, "pieces", "valid integer"),
    ({"name": "x", "pieces": 3.5}, "pieces", "valid integer"),
    ({"name": "x", "pieces": True}, "pieces", "valid integer"),
    ({"name": "x", "fragile": 1}, "fragile", "valid boolean"),
    ({"name": "x", "fragile": "yes"}, "fragile", "valid boolean"),
    ({"name": "x", "kind": "medium"}, "kind", "'small' or 'large'"),
    ({"name": "x", "tags": "one"}, "tags", "valid array"),
    ({"name": "x", "tags": ["one", " "]}, "tags.1", "must not be blank"),
    ({"name": "x", "price": 12.5}, "price", ""),
    ({"name": "x", "price": {"minor": 1}}, "price.currency", "is required"),
    ({"name": "x", "price": {"minor": 1, "currency": "XXX"}}, "price", "no ISO 4217 currency"),
    ({"name": "x", "price": {"minor": 1, "currency": "EUR", "tip": 1}}, "price.tip", "unknown argument"),
    ({"name": "x", "at": "soon"}, "at", "valid datetime"),
    ({"name": "x", "at": 1_700_000_000}, "at", "valid datetime"),
    ({"name": "x", "day": "2026-02-30"}, "day", ""),
    ({"name": "x", "day": "2026-03-02T10:00"}, "day", ""),
]


@pytest.mark.parametrize(("arguments", "argument", "words"), WRONG, ids=lambda value: str(value)[:40])
def test_a_wrong_argument_is_named_with_what_would_be_right(
    arguments: dict[str, Any], argument: str, words: str
) -> None:
    outcome = add(**arguments)
    assert code(outcome) == "invalid"
    assert outcome.error is not None
    problems = {each["argument"]: each["problem"] for each in outcome.error["error"]["details"]["arguments"]}
    assert argument in problems
    assert words in problems[argument]
    assert argument in outcome.error["error"]["message"]


@pytest.mark.parametrize(
    "value",
    ["a\ud800b", float("nan"), float("inf"), {1, 2}, object(), b"bytes", "x" * 400_001, {"deep": {"\udfff": 1}}],
    ids=["surrogate", "nan", "infinity", "set", "object", "bytes", "huge", "surrogate key"],
)
@pytest.mark.parametrize("argument", ["name", "zzz"])
def test_what_is_no_json_is_refused_and_can_still_be_logged(value: Any, argument: str) -> None:
    world = toy_world()
    before = world.digest()
    outcome = world.call("shop_add_item", {"name": "x", argument: value})
    assert code(outcome) == "invalid"
    assert world.digest() == before
    call = world.journal.entries[-1]
    assert isinstance(call, Call)
    json.dumps([call.arguments, call.error], ensure_ascii=False).encode()


def test_endless_arguments_are_refused() -> None:
    loop: dict[str, Any] = {"name": "x"}
    loop["self"] = loop
    assert code(toy_world().call("shop_add_item", loop)) == "invalid"


def test_deep_arguments_are_refused() -> None:
    deep: Any = 1
    for _ in range(50_000):
        deep = [deep]
    assert code(toy_world().call("shop_add_item", {"name": "x", "zzz": deep})) == "invalid"


def test_several_wrong_arguments_are_named_at_once() -> None:
    outcome = add(name=" ", pieces=0, kind="huge")
    assert outcome.error is not None
    assert {each["argument"] for each in outcome.error["error"]["details"]["arguments"]} == {"name", "pieces", "kind"}


def test_right_arguments_are_taken() -> None:
    made = ok(
        add(
            name="Käse 東京",
            note="",
            pieces=9,
            price={"minor": 5, "currency": "JPY", "text": "JPY 5"},
            day="2026-03-29",
            tags=[],
            fragile=True,
            kind="large",
        )
    )
    assert made["price"] == {"minor": 5, "currency": "JPY", "text": "JPY 5"}
    assert made["day"] == "2026-03-29"
    assert made["notes"] == {"note": "", "kind": "large"}


def test_a_price_may_be_written_as_text() -> None:
    assert ok(add(name="x", price="EUR 1,250.50"))["price"]["minor"] == 125050


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("2026-03-05T10:00", "2026-03-05T10:00:00+01:00"),
        ("2026-04-05T10:00", "2026-04-05T10:00:00+02:00"),
        ("2026-03-05T10:00+09:00", "2026-03-05T10:00:00+09:00"),
        ("2026-03-05T10:00Z", "2026-03-05T10:00:00Z"),
    ],
)
def test_a_moment_without_an_offset_is_home_time(given: str, stored: str) -> None:
    assert ok(add(name="x", at=given))["at"] == stored


# ---- names and effects


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("shop_ad_item", "did you mean 'shop_add_item'?"),
        ("shop_close_shop", "there is no operation"),
        ("", "there is no operation"),
        ("\ud800", "there is no operation"),
        ("x" * 10_000, "there is no operation"),
        ("__class__", "there is no operation"),
    ],
)
def test_an_unknown_operation_is_not_found(name: str, words: str) -> None:
    outcome = toy_world().call(name, {})
    assert code(outcome) == "not_found"
    assert outcome.error is not None
    assert words in outcome.error["error"]["message"]
    assert len(outcome.error["error"]["message"]) < 1_000


def test_the_hint_never_names_what_only_the_world_may_do() -> None:
    outcome = toy_world().call("shop_close_sho", {})
    assert "shop_close_shop" not in json.dumps(outcome.error)


def test_the_world_may_call_everything() -> None:
    world = toy_world([item("a")])
    assert ok(world.outside("shop_close_shop", {})) == {"closed": True}
    assert shop(world).items.get("a").status == "sold"
    assert ok(world.outside("shop_get_item", {"item_id": "a"}))["id"] == "a"


def test_a_read_that_writes_is_a_defect_and_undone() -> None:
    world = toy_world([item("a")])
    before = world.digest()
    with pytest.raises(DefectError, match="shop_spoil_item is a read but changed the world"):
        world.call("shop_spoil_item", {"item_id": "a"})
    assert world.digest() == before


def test_a_call_is_journaled_with_actor_cause_and_result() -> None:
    world = toy_world([item("a")])
    world.call("shop_get_item", {"item_id": "a"})
    world.call("shop_get_item", {"item_id": "nope"})
    world.outside("shop_close_shop", {})
    calls = [entry for entry in world.journal.entries if isinstance(entry, Call)]
    assert [(call.operation, call.actor, call.effect, call.error is None) for call in calls] == [
        ("shop_get_item", "agent", "read", True),
        ("shop_get_item", "agent", "read", False),
        ("shop_close_shop", "timeline", "outside", True),
    ]
    assert calls[0].cause != calls[1].cause
    assert calls[0].result["id"] == "a"


def test_the_schema_says_what_is_right() -> None:
    schema = Shop.operations["shop_add_item"].schema
    assert schema["required"] == ["name"]
    assert schema["properties"]["pieces"]["maximum"] == 9
    assert schema["properties"]["kind"]["enum"] == ["small", "large"]
    assert schema["properties"]["name"]["description"] == "What it is called."
    assert "$ref" not in json.dumps(schema)


# ---- paging


def test_a_list_is_walked_page_by_page() -> None:
    world = toy_world([item(id) for id in "abcde"])
    first = ok(world.call("shop_list_items", {"limit": 2}))
    assert ([row["id"] for row in first["items"]], first["total"], first["next_cursor"]) == (["a", "b"], 5, "b")
    shop(world).items.remove("a")
    second = ok(world.call("shop_list_items", {"limit": 2, "cursor": "b"}))
    assert [row["id"] for row in second["items"]] == ["c", "d"]
    last = ok(world.call("shop_list_items", {"limit": 2, "cursor": "d"}))
    assert ([row["id"] for row in last["items"]], last["next_cursor"]) == (["e"], None)


def test_a_page_that_just_fits_is_the_last() -> None:
    assert ok(toy_world([item("a"), item("b")]).call("shop_list_items", {"limit": 2}))["next_cursor"] is None
    assert ok(toy_world().call("shop_list_items", {})) == {"items": [], "total": 0, "next_cursor": None}


def test_a_cursor_to_nothing_has_expired() -> None:
    assert code(toy_world([item("a")]).call("shop_list_items", {"cursor": "zzz"})) == "expired"


@pytest.mark.parametrize("limit", [0, -1, 101])
def test_a_limit_has_limits(limit: int) -> None:
    assert code(toy_world().call("shop_list_items", {"limit": limit})) == "invalid"


# ---- idempotency


def bought(world: World, **arguments: Any) -> Outcome:
    return world.call("shop_buy_item", {"item_id": "a", **arguments})


def test_the_same_key_acts_once() -> None:
    world = toy_world([item("a")])
    first = ok(bought(world, idempotency_key="k"))
    before = world.digest()
    assert ok(bought(world, idempotency_key="k")) == first
    assert world.digest() == before


def test_the_key_is_no_part_of_what_was_asked() -> None:
    world = toy_world([item("a")])
    ok(bought(world, idempotency_key="k"))
    assert ok(world.call("shop_buy_item", {"idempotency_key": "k", "item_id": "a"}))["status"] == "sold"


def test_a_key_used_for_another_call_is_a_conflict() -> None:
    world = toy_world([item("a"), item("b")])
    ok(bought(world, idempotency_key="k"))
    assert code(bought(world, item_id="b", idempotency_key="k")) == "conflict"
    assert shop(world).items.get("b").status == "open"


def test_a_failed_call_does_not_use_up_its_key() -> None:
    world = toy_world([item("a"), item("b", status="gone")])
    assert code(bought(world, item_id="b", idempotency_key="k")) == "conflict"
    assert ok(bought(world, idempotency_key="k"))["status"] == "sold"


@pytest.mark.parametrize("key", ["", "x" * 201, 7])
def test_a_key_is_a_short_text(key: Any) -> None:
    assert code(bought(toy_world([item("a")]), idempotency_key=key)) == "invalid"


def test_a_null_key_is_no_key() -> None:
    world = toy_world([item("a")])
    ok(bought(world, idempotency_key=None))
    assert ok(bought(world, idempotency_key=None))["status"] == "sold"


def test_only_commits_take_a_key() -> None:
    assert code(add(name="x", idempotency_key="k")) == "invalid"
