"""Tables: three doors, an index, states, and histories that share structure."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.toys import Item, Shop, item, shop, toy_world
from vibelife_inspect.errors import Conflict, DefectError, NotFound
from vibelife_inspect.world import Change, States, World


def filled(*ids: str) -> World:
    return toy_world([item(id) for id in ids or ("a", "b", "c")])


def names(world: World) -> list[str]:
    return [row.id for row in shop(world).items]


def changes(world: World) -> list[tuple[str, bool, bool]]:
    entries = [entry for entry in world.journal.entries if isinstance(entry, Change)]
    return [(entry.id, entry.before is not None, entry.after is not None) for entry in entries]


# ---- the three doors


def test_seeds_are_no_changes() -> None:
    world = filled()
    assert names(world) == ["a", "b", "c"]
    assert world.journal.entries == []


def test_each_write_is_journaled_with_before_and_after() -> None:
    world = filled()
    items = shop(world).items
    items.add(item("d"))
    items.update("d", name="new")
    items.remove("a")
    assert changes(world) == [("d", False, True), ("d", True, True), ("a", True, False)]
    assert names(world) == ["b", "c", "d"]
    assert len(items) == 3
    assert "d" in items
    assert "a" not in items


def test_a_taken_id_is_a_conflict() -> None:
    with pytest.raises(Conflict, match="already a item 'a'"):
        shop(filled()).items.add(item("a"))


@pytest.mark.parametrize("door", ["get", "update", "remove"])
def test_an_unknown_id_is_not_found(door: str) -> None:
    with pytest.raises(NotFound, match="no item 'nope'") as caught:
        getattr(shop(filled()).items, door)("nope")
    assert caught.value.details == {"id": "nope"}


def test_an_update_that_changes_nothing_is_no_change() -> None:
    world = filled()
    assert shop(world).items.update("a", name="a") is shop(world).items.get("a")
    assert world.journal.entries == []


@pytest.mark.parametrize("fields", [{"pieces": "many"}, {"nope": 1}, {"status": "lost"}, {"name": None}])
def test_an_update_is_validated_as_a_whole(fields: dict[str, Any]) -> None:
    world = filled()
    before = world.digest()
    with pytest.raises(ValidationError):
        shop(world).items.update("a", **fields)
    assert world.digest() == before
    assert world.journal.entries == []


def test_records_are_frozen() -> None:
    with pytest.raises(ValidationError):
        shop(filled()).items.get("a").name = "other"


def test_a_double_seed_is_a_defect() -> None:
    with pytest.raises(DefectError, match="seeded twice with 'a'"):
        toy_world([item("a"), item("a")])


def test_a_record_that_comes_back_stands_last() -> None:
    world = filled()
    a = shop(world).items.remove("a")
    shop(world).items.add(a)
    assert names(world) == ["b", "c", "a"]
    assert [row.id for row in shop(world).items.find(status="open")] == ["b", "c", "a"]


def test_the_author_is_who_added_it() -> None:
    world = filled()
    items = shop(world).items
    for actor in ("agent", "service", "timeline"):
        with world.acting(actor, "x"):  # type: ignore[arg-type]
            items.add(item(f"by-{actor}"))
            items.update("a", pieces=len(actor))
    assert [items.author(f"by-{actor}") for actor in ("agent", "service", "timeline")] == [
        "agent",
        "service",
        "timeline",
    ]
    assert items.author("a") == "timeline"


# ---- index


def test_an_indexed_find_follows_every_write() -> None:
    world = filled()
    items = shop(world).items
    items.update("a", status="held")
    items.update("b", route={"to": "Nara"})
    items.remove("c")
    assert [row.id for row in items.find(status="open")] == ["b"]
    assert [row.id for row in items.find(status="held")] == ["a"]
    assert [row.id for row in items.find(route__to="Nara")] == ["b"]
    assert items.find(status="sold") == []


OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["add", "remove", "held", "sold", "open", "Nara", "Kyoto", "fail"]),
        st.sampled_from(list("abcdef")),
    ),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(OPERATIONS)
def test_an_index_finds_what_a_scan_finds_in_the_same_order(steps: list[tuple[str, str]]) -> None:
    world = filled()
    items = shop(world).items
    for verb, id in steps:
        try:
            with world.transaction():
                _step(items, verb, id)
        except (Conflict, NotFound):
            pass
        for status in ("open", "held", "sold"):
            assert items.find(status=status) == [row for row in items if row.status == status]
        assert items.find(route__to="Nara", status="open") == [
            row for row in items if (row.route.to, row.status) == ("Nara", "open")
        ]


def _step(items: Any, verb: str, id: str) -> None:
    if verb == "add":
        items.add(item(id))
    elif verb == "remove":
        items.remove(id)
    elif verb == "fail":
        items.remove(id)
        items.add(item("zz"))
        raise Conflict("on purpose")
    elif verb in ("Nara", "Kyoto"):
        items.update(id, route={"to": verb})
    else:
        items.update(id, status=verb)


def test_several_conditions_all_count() -> None:
    world = toy_world([item("a", pieces=2), item("b", pieces=2, status="held"), item("c", status="held")])
    assert [row.id for row in shop(world).items.find(pieces=2, status="held")] == ["b"]
    assert len(shop(world).items.find()) == 3


# ---- states


@pytest.mark.parametrize(
    ("before", "after", "fine"),
    [
        ("open", "held", True),
        ("held", "open", True),
        ("open", "open", True),
        ("open", "gone", False),
        ("sold", "open", False),
        ("gone", "gone", False),
        ("gone", "open", False),
    ],
)
def test_the_state_machine_is_kept(before: str, after: str, fine: bool) -> None:
    items = shop(toy_world([item("a", status=before)])).items
    if fine:
        assert items.update("a", status=after).status == after
        return
    with pytest.raises(Conflict, match=f"is {before}; from there it can become:") as caught:
        items.update("a", status=after)
    assert caught.value.details["status"] == before


def test_a_state_machine_names_states_that_lead_nowhere() -> None:
    with pytest.raises(ValueError, match="lost"):
        States({"open": "lost"})


# ---- snapshots and history


def test_a_snapshot_stays_as_it_was() -> None:
    world = filled()
    before = world.snapshot()
    copy = {key: dict(rows) for key, rows in before.items()}
    shop(world).items.update("a", name="new")
    shop(world).items.remove("b")
    shop(world).items.add(item("d"))
    assert {key: dict(rows) for key, rows in before.items()} == copy
    assert list(before["shop.items"]) == ["a", "b", "c"]


def test_snapshots_share_what_did_not_change() -> None:
    world = filled()
    before = world.snapshot()
    again = world.snapshot()
    assert all(again[key] is rows for key, rows in before.items())
    shop(world).items.update("a", name="new")
    after = world.snapshot()
    assert after["shop.timers"] is before["shop.timers"]
    assert after["shop.items"] is not before["shop.items"]
    assert after["shop.items"]["b"] is before["shop.items"]["b"]


def test_a_snapshot_survives_an_undone_write() -> None:
    world = filled()
    before = world.snapshot()
    assert not world.call("shop_wreck_everything", {}).ok
    assert list(before["shop.items"]) == ["a", "b", "c"]
    assert all(dict(rows) == dict(before[key]) for key, rows in world.snapshot().items())


@settings(max_examples=40, deadline=None)
@given(OPERATIONS)
def test_the_world_can_be_seen_as_of_any_point(steps: list[tuple[str, str]]) -> None:
    world = filled()
    seen = [(0, dict(world.snapshot()["shop.items"]))]
    for verb, id in steps:
        try:
            with world.transaction():
                _step(shop(world).items, verb, id)
        except (Conflict, NotFound):
            pass
        seen.append((len(world.journal.entries), dict(world.snapshot()["shop.items"])))
    for seq, rows in seen:
        assert world.at(seq)["shop.items"] == rows


def test_a_difference_names_each_row_once() -> None:
    world = filled()
    before = world.snapshot()
    items = shop(world).items
    items.update("a", name="x")
    items.update("a", name="y")
    items.remove("b")
    items.add(item("d"))
    items.add(item("e"))
    items.remove("e")
    found = {id: (old and old.id, new and new.id) for _, id, old, new in World.diff(before, world.snapshot())}
    assert found == {"a": ("a", "a"), "b": ("b", None), "d": (None, "d")}
    assert World.diff(before, before) == []


def test_a_change_there_and_back_is_no_difference() -> None:
    world = filled()
    before, digest = world.snapshot(), world.digest()
    shop(world).items.update("a", name="x")
    assert world.digest() != digest
    shop(world).items.update("a", name="a")
    assert World.diff(before, world.snapshot()) == []
    assert world.digest() == digest


def test_equal_worlds_have_equal_digests_whatever_the_order() -> None:
    one, other = filled("a", "b"), filled("b", "a")
    assert one.digest() == other.digest()
    other.advance(other.clock.after(timedelta(minutes=1)))
    assert one.digest() != other.digest()


def test_a_replayed_journal_gives_the_same_world() -> None:
    world, copy = filled(), filled()
    items = shop(world).items
    items.add(item("d", status="held"))
    items.update("a", status="sold")
    items.remove("b")
    for entry in world.journal.entries:
        assert isinstance(entry, Change)
        copy.table("shop.items").replay(entry)
    assert copy.digest() == world.digest()
    assert names(copy) == names(world)
    assert copy.journal.entries == []


def test_the_table_of_the_class_is_the_declaration() -> None:
    assert Shop.items.model is Item
    assert Shop.tables["items"] is Shop.items
