"""All or nothing: after an error the world is what it was before, to the last counter."""

import pytest

from tests.toys import item, shop, timer, toy_world
from tests.worlds import code, ok
from vibelife_inspect.errors import Conflict
from vibelife_inspect.world import Call, World

ITEMS = [item(id) for id in "abcdef"]


def test_a_failed_operation_leaves_tables_order_and_index() -> None:
    world = toy_world(ITEMS)
    before, digest = world.snapshot(), world.digest()
    assert code(world.call("shop_wreck_everything", {})) == "conflict"
    assert world.digest() == digest
    assert [row.id for row in shop(world).items] == list("abcdef")
    assert [row.id for row in shop(world).items.find(status="open")] == list("abcdef")
    assert World.diff(before, world.snapshot()) == []


def test_a_failed_operation_leaves_nothing_in_the_journal_but_its_call() -> None:
    world = toy_world(ITEMS)
    world.call("shop_wreck_everything", {})
    assert [type(entry) for entry in world.journal.entries] == [Call]


def test_a_failed_operation_uses_up_no_ids() -> None:
    world, other = toy_world(ITEMS), toy_world(ITEMS)
    world.call("shop_wreck_everything", {})
    assert ok(world.call("shop_add_item", {"name": "x"})) == ok(other.call("shop_add_item", {"name": "x"}))


def test_a_failed_operation_rings_nobody() -> None:
    world = toy_world()
    for name in "ab":
        world.call("shop_add_item", {"name": name})
    assert code(world.call("shop_wreck_everything", {})) == "conflict"
    assert world.take_rings() == []


def test_an_inner_transaction_undoes_only_itself() -> None:
    world = toy_world(ITEMS)
    items = shop(world).items
    with world.transaction():
        items.update("a", name="kept")
        with pytest.raises(Conflict), world.transaction():
            items.remove("b")
            items.update("a", name="lost")
            raise Conflict("inner")
    assert items.get("a").name == "kept"
    assert [row.id for row in items] == list("abcdef")


def test_an_outer_transaction_undoes_the_inner_one_too() -> None:
    world = toy_world(ITEMS)
    digest = world.digest()
    with pytest.raises(Conflict), world.transaction():
        with world.transaction():
            shop(world).items.remove("c")
        shop(world).items.add(item("c", name="again"))
        raise Conflict("outer")
    assert world.digest() == digest
    assert [row.id for row in shop(world).items] == list("abcdef")


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_any_exception_undoes(error: type[BaseException]) -> None:
    world = toy_world(ITEMS)
    digest = world.digest()
    with pytest.raises(error), world.transaction():
        shop(world).items.remove("a")
        raise error
    assert world.digest() == digest


def test_what_an_undone_record_would_have_done_does_not_happen() -> None:
    world = toy_world(timers=[timer("t", "2026-03-02T12:00")])
    with pytest.raises(Conflict), world.transaction():
        shop(world).timers.add(timer("u", "2026-03-02T10:00"))
        shop(world).timers.remove("t")
        raise Conflict("never mind")
    world.advance(world.setting.end)
    assert {row.id: row.action for row in shop(world).timers} == {"t": ""}


def test_an_undone_record_has_no_author() -> None:
    world = toy_world()
    items = shop(world).items
    with pytest.raises(Conflict), world.acting("agent", "x"), world.transaction():
        items.add(item("a"))
        raise Conflict("no")
    assert items.author("a") == "timeline"


def test_a_removed_and_restored_record_keeps_its_author() -> None:
    world = toy_world()
    made = ok(world.call("shop_add_item", {"name": "mine"}))["id"]
    world.call("shop_wreck_everything", {})
    assert shop(world).items.author(made) == "agent"


def test_a_record_removed_and_added_by_another_gets_its_old_author_back() -> None:
    world = toy_world()
    made = ok(world.call("shop_add_item", {"name": "mine"}))["id"]
    items = shop(world).items
    with pytest.raises(Conflict), world.acting("service", "x"), world.transaction():
        items.add(items.remove(made))
        raise Conflict("no")
    assert items.author(made) == "agent"
