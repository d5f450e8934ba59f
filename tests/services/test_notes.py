from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import code, make_world, ok
from vibelife_inspect.ids import rng
from vibelife_inspect.money import Money
from vibelife_inspect.services.notes.cells import key, read
from vibelife_inspect.services.notes.records import Column, Row
from vibelife_inspect.world import Outcome, World

PAGES = [
    {
        "id": "trip",
        "title": "Trip to Kyōto",
        "body": "# Plan\nBook the ryokan.\n金閣寺を見る\n",
        "tags": ["travel"],
        "created_at": "2026-01-01T10:00",
        "updated_at": "2026-02-01T10:00",
    },
    {"id": "budget", "title": "Budget", "body": "Cap: EUR 900", "parent": "trip", "updated_at": "2026-02-02T10:00"},
    {"id": "old", "title": "Old", "body": "ryokan of last year", "parent": "trip", "archived": True},
    {"id": "ann", "title": "Ann's list", "owner": "Ann", "access": "reader"},
    {"id": "team", "title": "Team page", "owner": "Ann", "body": "Dates follow."},
]
DATABASES = [
    {
        "id": "spend",
        "title": "Spending",
        "parent": "trip",
        "columns": [
            {"name": "What"},
            {"name": "Price", "type": "money"},
            {"name": "Nights", "type": "number"},
            {"name": "Due", "type": "date"},
            {"name": "Kind", "type": "select", "options": ["stay", "food", "fun"]},
            {"name": "Paid", "type": "checkbox"},
        ],
    },
    {"id": "annbase", "title": "Ann's base", "owner": "Ann", "access": "reader", "columns": [{"name": "A"}]},
]
ROWS = [
    {
        "id": "r1",
        "database_id": "spend",
        "values": {
            "What": "Ryokan 旅館",
            "Price": "JPY 48,000",
            "Nights": 2,
            "Due": "2026-03-20",
            "Kind": "stay",
            "Paid": False,
        },
    },
    {
        "id": "r2",
        "database_id": "spend",
        "values": {"What": "Dinner", "Price": "EUR 80.00", "Due": "2026-03-05", "Kind": "food", "Paid": True},
    },
    {
        "id": "r3",
        "database_id": "spend",
        "values": {"What": "Museum", "Price": "EUR 12.50", "Nights": 0, "Kind": "fun"},
    },
    {"id": "r4", "database_id": "spend", "values": {"What": "bath", "Price": "XOF 100"}},
    {"id": "a1", "database_id": "annbase", "values": {"A": "x"}},
]
COMMENTS = [{"id": "c1", "page_id": "trip", "author": "Ann", "text": "Nice!"}]


@pytest.fixture
def world() -> World:
    return make_world(
        "notes",
        seeds={"notes.pages": PAGES, "notes.databases": DATABASES, "notes.rows": ROWS, "notes.comments": COMMENTS},
    )


def call(world: World, name: str, /, **arguments: Any) -> Outcome:
    return world.call(f"notes_{name}", arguments)


def ids(outcome: Outcome) -> list[str]:
    return [row["id"] for row in ok(outcome)["items"]]


def page(world: World, id: str) -> Any:
    return world.table("notes.pages").get(id)


# ---- pages


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ["budget", "trip", "ann", "team"]),
        ({"order": "title"}, ["ann", "budget", "team", "trip"]),
        ({"order": "created"}, ["trip", "ann", "budget", "team"]),
        ({"parent": "trip"}, ["budget"]),
        ({"top_level": True, "tag": "#Travel"}, ["trip"]),
        ({"archived": True}, ["old"]),
        ({"limit": 1, "cursor": "trip"}, ["ann"]),
    ],
)
def test_pages_are_listed_in_a_stated_order(world: World, arguments: Any, expected: list[str]) -> None:
    assert ids(call(world, "list_pages", **arguments)) == expected


def test_a_page_is_shown_whole_with_what_stands_below(world: World) -> None:
    shown = ok(call(world, "get_page", page_id="trip"))
    assert shown["body"].startswith("# Plan") and shown["comments_total"] == 1
    assert [below["id"] for below in shown["pages_below"]] == ["budget", "old"]
    assert shown["databases_below"] == [{"id": "spend", "title": "Spending"}]
    assert "body" not in ok(call(world, "list_pages"))["items"][0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"query": "ryokan"}, ["r1", "trip"]),
        ({"query": "ryokan", "include_archived": True}, ["r1", "trip", "old"]),
        ({"query": "金閣寺"}, ["trip"]),
        ({"query": "旅館"}, ["r1"]),
        ({"query": "ＫＹŌＴＯ trip"}, ["trip"]),
        ({"query": "spending"}, ["spend"]),
        ({"query": "48,000", "kind": "row"}, ["r1"]),
        ({"query": "ryokan", "kind": "page"}, ["trip"]),
        ({"query": "nothing here"}, []),
    ],
)
def test_search_finds_pages_databases_and_rows_in_any_script(world: World, arguments: Any, expected: list[str]) -> None:
    assert ids(call(world, "search_notes", **arguments)) == expected


def test_a_hit_shows_the_line_and_the_place(world: World) -> None:
    hit = ok(call(world, "search_notes", query="ryokan", kind="page"))["items"][0]
    assert (hit["snippet"], hit["kind"], hit["place"]) == ("Book the ryokan.", "page", None)


def test_a_page_is_written_and_rewritten(world: World) -> None:
    made = ok(call(world, "create_page", title="Packing", parent="trip", tags=["#List", "list", "travel"]))
    assert (made["tags"], made["parent"]) == (["List", "travel"], "trip")
    ok(call(world, "append_page", page_id=made["id"], text="- socks"))
    ok(call(world, "append_page", page_id=made["id"], text="- hat"))
    ok(call(world, "edit_passage", page_id=made["id"], old="socks", new="warm socks"))
    assert page(world, made["id"]).body == "- warm socks\n- hat"
    ok(call(world, "update_page", page_id=made["id"], title="Bag", clear=["body", "tags"]))
    assert (page(world, made["id"]).title, page(world, made["id"]).body, page(world, made["id"]).tags) == (
        "Bag",
        "",
        (),
    )
    ok(call(world, "update_page", page_id=made["id"], body="new"))
    assert page(world, made["id"]).updated_at == world.clock.now


def test_tags_come_and_go_and_are_counted(world: World) -> None:
    assert ok(call(world, "tag_page", page_id="budget", tags=["Travel", "money"]))["tags"] == ["Travel", "money"]
    assert ok(call(world, "list_tags"))["items"] == [{"tag": "travel", "pages": 2}, {"tag": "money", "pages": 1}]
    assert ok(call(world, "untag_page", page_id="budget", tags=["TRAVEL"]))["tags"] == ["money"]
    assert code(call(world, "untag_page", page_id="budget", tags=["travel"])) == "invalid"


def test_a_tree_is_archived_and_restored_as_one(world: World) -> None:
    assert ok(call(world, "archive_page", page_id="trip"))["pages_changed"] == 3
    assert page(world, "budget").archived
    assert code(call(world, "append_page", page_id="budget", text="x")) == "conflict"
    assert code(call(world, "restore_page", page_id="budget")) == "conflict"
    assert ok(call(world, "restore_page", page_id="trip"))["archived"] is False
    assert not page(world, "budget").archived
    assert code(call(world, "restore_page", page_id="trip")) == "conflict"


def test_a_page_moves_but_not_below_itself(world: World) -> None:
    assert code(call(world, "move_page", page_id="trip", parent="budget")) == "conflict"
    assert ok(call(world, "move_page", page_id="budget"))["parent"] is None
    assert ok(call(world, "move_page", page_id="trip", parent="budget"))["parent"] == "budget"


def test_only_a_page_with_nothing_below_can_be_deleted(world: World) -> None:
    assert code(call(world, "delete_page", page_id="trip")) == "conflict"
    for name, arguments in (
        ("delete_page", {"page_id": "budget"}),
        ("delete_page", {"page_id": "old"}),
        ("delete_database", {"database_id": "spend"}),
        ("delete_page", {"page_id": "trip"}),
    ):
        assert ok(call(world, name, **arguments))["deleted"]
    assert len(world.table("notes.comments")) == 0 and len(world.table("notes.rows")) == 1


# ---- owners and errors


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("update_page", {"page_id": "ann", "title": "x"}, "refused"),
        ("archive_page", {"page_id": "ann"}, "refused"),
        ("create_page", {"title": "x", "parent": "ann"}, "refused"),
        ("delete_page", {"page_id": "team"}, "refused"),
        ("add_row", {"database_id": "annbase", "cells": [{"column": "A", "value": "y"}]}, "refused"),
        ("update_row", {"row_id": "a1", "cells": [{"column": "A", "value": "y"}]}, "refused"),
        ("delete_row", {"row_id": "a1"}, "refused"),
        ("delete_database", {"database_id": "annbase"}, "refused"),
        ("delete_comment", {"comment_id": "c1"}, "refused"),
        ("get_page", {"page_id": "nope"}, "not_found"),
        ("get_row", {"row_id": "nope"}, "not_found"),
        ("create_page", {"title": "x", "parent": "nope"}, "not_found"),
        ("create_page", {"title": "x", "parent": "old"}, "conflict"),
        ("create_page", {"title": "  "}, "invalid"),
        ("edit_passage", {"page_id": "trip", "old": "o", "new": ""}, "invalid"),
        ("update_page", {"page_id": "trip", "body": "x", "clear": ["body"]}, "invalid"),
        ("list_pages", {"parent": "trip", "top_level": True}, "invalid"),
        ("create_database", {"title": "x", "columns": [{"name": "A"}, {"name": "a"}]}, "invalid"),
        ("create_database", {"title": "x", "columns": [{"name": "A", "options": ["o"]}]}, "invalid"),
        ("create_database", {"title": "x", "columns": []}, "invalid"),
        ("add_column", {"database_id": "spend", "name": "paid"}, "invalid"),
        ("rename_column", {"database_id": "spend", "name": "Paid", "new_name": "What"}, "invalid"),
        ("add_options", {"database_id": "spend", "name": "What", "options": ["o"]}, "invalid"),
        ("add_options", {"database_id": "spend", "name": "Kind", "options": ["STAY"]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "Pice", "value": 1}]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "Price", "value": "12 euros"}]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "Price", "value": 12}]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "Nights", "value": 1.5}]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "Nights", "value": True}]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "Due", "value": "tomorrow"}]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "Kind", "value": "work"}]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "Paid", "value": "yes"}]}, "invalid"),
        ("add_row", {"database_id": "spend", "cells": [{"column": "What"}, {"column": "what"}]}, "invalid"),
        ("query_rows", {"database_id": "spend", "filters": [{"column": "X", "op": "is", "value": 1}]}, "invalid"),
        (
            "query_rows",
            {"database_id": "spend", "filters": [{"column": "What", "op": "at_least", "value": "a"}]},
            "invalid",
        ),
        (
            "query_rows",
            {"database_id": "spend", "filters": [{"column": "Price", "op": "contains", "value": "a"}]},
            "invalid",
        ),
        ("query_rows", {"database_id": "spend", "filters": [{"column": "What", "op": "is"}]}, "invalid"),
        ("query_rows", {"database_id": "spend", "filters": [{"column": "What", "op": "empty", "value": 1}]}, "invalid"),
        ("query_rows", {"database_id": "spend", "sort": [{"column": "X"}]}, "invalid"),
    ],
)
def test_a_wrong_call_changes_nothing(world: World, name: str, arguments: Any, error: str) -> None:
    before = world.digest()
    assert code(call(world, name, **arguments)) == error
    assert world.digest() == before


def test_a_page_cannot_grow_without_end(world: World) -> None:
    for _ in range(4):
        ok(call(world, "append_page", page_id="trip", text="x" * 49_900))
    assert code(call(world, "append_page", page_id="trip", text="x" * 49_900)) == "invalid"


# ---- databases


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ([{"column": "Price", "op": "at_most", "value": "EUR 80"}], ["r2", "r3"]),
        ([{"column": "Price", "op": "more_than", "value": "EUR 299.99"}], ["r1"]),
        ([{"column": "price", "op": "is", "value": "EUR 12.5"}], ["r3"]),
        ([{"column": "Nights", "op": "at_least", "value": 0}], ["r1", "r3"]),
        ([{"column": "Nights", "op": "empty"}], ["r2", "r4"]),
        ([{"column": "Due", "op": "less_than", "value": "2026-03-20"}], ["r2"]),
        ([{"column": "Due", "op": "not_empty"}], ["r1", "r2"]),
        ([{"column": "Kind", "op": "is_not", "value": "STAY"}], ["r2", "r3", "r4"]),
        ([{"column": "What", "op": "contains", "value": "旅館"}], ["r1"]),
        ([{"column": "What", "op": "is", "value": "BATH"}], ["r4"]),
        ([{"column": "Paid", "op": "is", "value": False}], ["r1"]),
        ([{"column": "Kind", "op": "is", "value": "fun"}, {"column": "Paid", "op": "is", "value": True}], []),
        ([], ["r1", "r2", "r3", "r4"]),
    ],
)
def test_filters_know_the_types(world: World, filters: Any, expected: list[str]) -> None:
    assert ids(call(world, "query_rows", database_id="spend", filters=filters)) == expected


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ([{"column": "What"}], ["r4", "r2", "r3", "r1"]),
        ([{"column": "Nights", "descending": True}], ["r1", "r3", "r2", "r4"]),
        ([{"column": "Kind"}], ["r1", "r2", "r3", "r4"]),
        ([{"column": "Price"}], ["r3", "r2", "r1", "r4"]),
        ([{"column": "Paid", "descending": True}, {"column": "What"}], ["r2", "r1", "r4", "r3"]),
    ],
)
def test_rows_sort_by_columns_with_empty_ones_last(world: World, sort: Any, expected: list[str]) -> None:
    assert ids(call(world, "query_rows", database_id="spend", sort=sort)) == expected


def test_any_condition_can_be_enough_and_rows_page(world: World) -> None:
    filters = [{"column": "Kind", "op": "is", "value": "fun"}, {"column": "Paid", "op": "is", "value": True}]
    found = ok(call(world, "query_rows", database_id="spend", filters=filters, match="any", columns=["what"], limit=1))
    assert (found["total"], found["items"][0]["values"], found["next_cursor"]) == (2, {"What": "Dinner"}, "r2")
    assert ids(call(world, "query_rows", database_id="spend", filters=filters, match="any", cursor="r2")) == ["r3"]


def test_rows_are_added_changed_and_deleted(world: World) -> None:
    cells = [
        {"column": "what", "value": "Bus"},
        {"column": "Price", "value": "EUR 1250"},
        {"column": "Kind", "value": "FUN"},
    ]
    added = ok(call(world, "add_row", database_id="spend", cells=cells))
    assert added["values"] == {
        "What": "Bus",
        "Price": "EUR 1,250.00",
        "Nights": None,
        "Due": None,
        "Kind": "fun",
        "Paid": None,
    }
    changed = ok(call(world, "update_row", row_id=added["id"], cells=[{"column": "Kind", "value": None}]))
    assert changed["values"]["Kind"] is None and changed["values"]["What"] == "Bus"
    assert ok(call(world, "delete_row", row_id=added["id"]))["deleted"]
    assert ok(call(world, "get_database", database_id="spend"))["rows_total"] == 4


def test_columns_are_added_renamed_and_removed_with_their_values(world: World) -> None:
    ok(call(world, "add_column", database_id="spend", name="Who", type="select", options=["Mara"]))
    ok(call(world, "add_options", database_id="spend", name="Who", options=["Jon"]))
    ok(call(world, "update_row", row_id="r1", cells=[{"column": "Who", "value": "jon"}]))
    ok(call(world, "rename_column", database_id="spend", name="who", new_name="Person"))
    assert ok(call(world, "get_row", row_id="r1"))["values"]["Person"] == "Jon"
    shown = ok(call(world, "remove_column", database_id="spend", name="Person"))
    assert "Person" not in [column["name"] for column in shown["columns"]]
    assert "Person" not in world.table("notes.rows").get("r1").values


def test_databases_are_made_listed_renamed_and_moved(world: World) -> None:
    made = ok(call(world, "create_database", title="Books", columns=[{"name": "T"}, {"name": "N", "type": "number"}]))
    assert ok(call(world, "rename_database", database_id=made["id"], title="Shelf"))["title"] == "Shelf"
    ok(call(world, "move_database", database_id=made["id"], parent="budget"))
    assert ids(call(world, "list_databases", parent="budget")) == [made["id"]]
    assert ids(call(world, "list_databases"))[0] == made["id"]
    ok(call(world, "remove_column", database_id=made["id"], name="N"))
    assert code(call(world, "remove_column", database_id=made["id"], name="T")) == "conflict"


@settings(max_examples=60, deadline=None)
@given(
    st.integers(-(10**9), 10**9),
    st.sampled_from(["EUR", "JPY", "KWD"]),
    st.dates(),
    st.text(max_size=20),
    st.booleans(),
)
def test_a_stored_value_reads_back_as_itself(minor: int, currency: str, day: Any, text: str, flag: bool) -> None:
    amount = Money(minor=minor, currency=currency)
    values = {"money": str(amount), "date": day.isoformat(), "text": text, "checkbox": flag, "number": minor}
    for type, value in values.items():
        column = Column(name="c", type=type)  # type: ignore[arg-type]
        assert read(column, value) == value
        assert (key(column, Row(id="r", database_id="d", values={"c": value})) is None) == (value == "")
    for type in ("number", "date", "checkbox", "money"):
        wrong = Row(id="r", database_id="d", values={"c": "no such value"})
        assert key(Column(name="c", type=type), wrong) is None  # type: ignore[arg-type]


# ---- comments and collaborators


def test_comments_are_listed_added_and_deleted(world: World) -> None:
    mine = ok(call(world, "add_comment", page_id="trip", text="Thanks"))
    assert [row["text"] for row in ok(call(world, "list_comments", page_id="trip"))["items"]] == ["Nice!", "Thanks"]
    assert ok(call(world, "delete_comment", comment_id=mine["id"]))["deleted"]
    assert ok(call(world, "add_comment", page_id="ann", text="Good list"))["author"] == "me"


def test_collaborators_edit_share_comment_and_add_rows(world: World) -> None:
    edit = {"page_id": "trip", "editor": "Jon", "old": "Book", "new": "Cancel", "append": "PS: rain", "title": "Trip!"}
    ok(world.outside("notes_receive_edit", edit))
    assert page(world, "trip").body == "# Plan\nCancel the ryokan.\n金閣寺を見る\nPS: rain"
    assert (page(world, "trip").title, page(world, "trip").updated_by) == ("Trip!", "Jon")
    ok(world.outside("notes_share_page", {"title": "Menu", "owner": "Jon", "page_id": "menu", "may_edit": False}))
    assert code(call(world, "append_page", page_id="menu", text="x")) == "refused"
    cells = [{"column": "What", "value": "Taxi"}, {"column": "Price", "value": "JPY 900"}]
    ok(world.outside("notes_receive_row", {"database_id": "spend", "editor": "Jon", "cells": cells, "row_id": "taxi"}))
    ok(
        world.outside(
            "notes_revise_row", {"row_id": "taxi", "editor": "Ann", "cells": [{"column": "Paid", "value": True}]}
        )
    )
    row = ok(call(world, "get_row", row_id="taxi"))
    assert (row["values"]["Price"], row["values"]["Paid"], row["updated_by"]) == ("JPY 900", True, "Ann")
    ok(
        world.outside(
            "notes_receive_comment", {"page_id": "trip", "author": "Jon", "text": "Rain!", "comment_id": "c2"}
        )
    )
    assert ids(call(world, "list_comments", page_id="trip")) == ["c1", "c2"]
    assert code(world.outside("notes_receive_edit", {"page_id": "trip", "editor": "Jon"})) == "invalid"
    assert (
        code(world.outside("notes_receive_edit", {"page_id": "trip", "editor": "Jon", "old": "zz", "new": ""}))
        == "invalid"
    )


# ---- background


@pytest.mark.parametrize("level", [1, 3])
def test_the_background_is_seeded_linear_and_readable(level: int) -> None:
    def rows() -> list[Any]:
        service = make_world("notes").services["notes"]
        return list(service.background(service.Background(), level, rng("x")))

    made = rows()
    assert made == rows()
    assert len({record.id for _, record in made}) == len(made)
    seeds: dict[str, list[Any]] = {}
    for table, record in made:
        seeds.setdefault(f"notes.{table}", []).append(record)
    assert (len(seeds["notes.pages"]), len(seeds["notes.rows"])) == (24 * level, 16 * level)
    world = make_world("notes", seeds=seeds)
    assert all(item.updated_at < world.clock.now for item in world.table("notes.pages"))
    best = [{"column": "Stars", "op": "at_least", "value": 4}]
    database = seeds["notes.databases"][0].id
    assert ok(call(world, "query_rows", database_id=database, filters=best))["total"] > 0
    assert ok(call(world, "search_notes", query="ingredients"))["total"] > 0


def test_the_background_keeps_to_its_topics() -> None:
    service = make_world("notes").services["notes"]
    made = list(service.background(service.Background(topics=("packing",)), 1, rng("x")))
    assert {table for table, _ in made} == {"pages"} and {record.tags for _, record in made} == {("travel", "list")}
    assert list(service.background(service.Background(), 0, rng("x"))) == []
