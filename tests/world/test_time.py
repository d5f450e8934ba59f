"""What falls due happens: in order, each at its own instant, and once."""

import pytest

from tests.toys import Timer, item, moment, shop, timer, toy_world
from tests.worlds import ok
from vibelife_inspect.errors import DefectError
from vibelife_inspect.world import Change, Mark, World


def rung(world: World) -> list[tuple[str, str]]:
    marks = [entry for entry in world.journal.entries if isinstance(entry, Mark) and entry.kind == "ring"]
    return [(mark.data["text"], f"{mark.at:%d %H:%M}") for mark in marks]


def test_things_happen_in_order_each_at_its_instant() -> None:
    world = toy_world(
        timers=[timer("c", "2026-03-03T12:00"), timer("a", "2026-03-03T09:00"), timer("b", "2026-03-02T09:00")]
    )
    assert world.advance(moment("2026-03-04T08:00"))
    assert rung(world) == [("b", "02 09:00"), ("a", "03 09:00"), ("c", "03 12:00")]
    assert world.clock.now == moment("2026-03-04T08:00")


def test_what_is_due_at_the_same_instant_happens_by_table_and_id() -> None:
    moments = "2026-03-03T09:00"
    one = toy_world(timers=[timer("b", moments), timer("a", moments)])
    one.advance(one.setting.end)
    assert [text for text, _ in rung(one)] == ["a", "b"]


@pytest.mark.parametrize(("until", "happens"), [("2026-03-03T08:59:59", False), ("2026-03-03T09:00", True)])
def test_due_includes_the_very_instant(until: str, happens: bool) -> None:
    world = toy_world(timers=[timer("a", "2026-03-03T09:00")])
    world.advance(moment(until))
    assert bool(rung(world)) is happens


def test_the_instant_counts_not_its_notation() -> None:
    world = toy_world(timers=[timer("late", "2026-03-03T09:00+01:00"), timer("early", "2026-03-03T16:00+09:00")])
    world.advance(world.setting.end)
    assert rung(world) == [("early", "03 08:00"), ("late", "03 09:00")]


def test_what_happens_is_the_services_doing() -> None:
    world = toy_world([item("a", status="held", until="2026-03-03T09:00")])
    world.advance(world.setting.end)
    change = next(entry for entry in world.journal.entries if isinstance(entry, Change))
    assert (change.actor, change.cause, change.at) == ("service", "due:lapse", moment("2026-03-03T09:00"))
    assert shop(world).items.get("a").status == "open"


def test_a_changed_record_follows_its_new_plan_alone() -> None:
    world = toy_world(
        timers=[timer("a", "2026-03-03T09:00"), timer("b", "2026-03-03T10:00"), timer("c", "2026-03-03T11:00")]
    )
    timers = shop(world).timers
    timers.update("a", at=moment("2026-03-05T09:00"))
    timers.remove("b")
    timers.update("c", action="")
    world.advance(world.setting.end)
    assert rung(world) == [("a", "05 09:00")]


def test_a_repeated_happening_plans_the_next() -> None:
    world = toy_world(timers=[timer("a", "2026-03-03T09:00", every_hours=24)])
    world.advance(moment("2026-03-06T08:00"))
    assert rung(world) == [("a", "03 09:00"), ("a", "04 09:00"), ("a", "05 09:00")]


def test_two_steps_are_as_good_as_one() -> None:
    rows = [timer("a", "2026-03-03T09:00", every_hours=7), timer("b", "2026-03-03T09:00", action="vanish")]
    one, two = toy_world(timers=rows), toy_world(timers=rows)
    one.advance(one.setting.end)
    for day in range(3, 31):
        two.advance(moment(f"2026-03-{day:02}T{day % 24:02}:30"))
    two.advance(two.setting.end)
    assert one.digest() == two.digest()
    assert one.journal.entries == two.journal.entries


def test_what_is_overdue_at_the_start_happens_at_the_start() -> None:
    world = toy_world(timers=[timer("a", "2025-01-01T00:00")])
    world.advance(moment("2026-03-02T08:00"))
    assert rung(world) == [("a", "02 08:00")]


def test_a_happening_may_remove_its_record() -> None:
    world = toy_world(timers=[timer("a", "2026-03-03T09:00", action="vanish")])
    world.advance(world.setting.end)
    assert len(shop(world).timers) == 0


def test_a_happening_that_changes_nothing_is_a_defect() -> None:
    world = toy_world(timers=[timer("a", "2026-03-03T09:00", action="stand")])
    with pytest.raises(DefectError, match=r"shop\.stand left 'a' unchanged: time would stand still"):
        world.advance(world.setting.end)


def test_time_never_goes_back() -> None:
    world = toy_world()
    with pytest.raises(DefectError, match="cannot go back"):
        world.advance(moment("2026-03-01T08:00"))


def test_only_what_the_agent_set_rings_for_it() -> None:
    world = toy_world(timers=[timer("seed", "2026-03-03T09:00")])
    with world.acting("agent", "x"):
        shop(world).timers.add(timer("own", "2026-03-03T10:00", text="Wake up"))
    with world.acting("service", "x"):
        shop(world).timers.add(timer("other", "2026-03-03T11:00"))
    world.advance(world.setting.end)
    rings = world.take_rings()
    assert [(ring.ref, ring.text, ring.source, ring.at) for ring in rings] == [
        ("own", "Wake up", "shop", moment("2026-03-03T10:00"))
    ]
    assert world.take_rings() == []
    assert [text for text, _ in rung(world)] == ["seed", "Wake up", "other"]


def test_time_stops_at_a_ring_when_asked() -> None:
    world = toy_world(timers=[timer("late", "2026-03-03T11:00")])
    ok(world.call("assistant_set_reminder", {"at": "2026-03-03T10:00", "text": "x"}))
    assert not world.advance(world.setting.end, stop_at_rings=True)
    assert world.clock.now == moment("2026-03-03T10:00")
    assert shop(world).timers.get("late") == Timer(id="late", at=moment("2026-03-03T11:00"))
    world.take_rings()
    assert world.advance(world.setting.end, stop_at_rings=True)
    assert shop(world).timers.get("late").action == ""
