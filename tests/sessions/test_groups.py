"""Which sessions hang together, and which take place without the others."""

import pytest

from tests.bundle.copies import DESK
from tests.sessions.shapes import session
from vibelife_inspect.bundle import Mutation, load_bundle
from vibelife_inspect.sessions import groups, lives
from vibelife_inspect.sessions.groups import closure, ends

# a <- b <- d, a <- d; c alone; e <- f
SESSIONS = [
    session("a"),
    session("b", needs=["a"]),
    session("c"),
    session("d", needs=["a", "b"]),
    session("e"),
    session("f", needs=["e"]),
]
BY_ID = {each.id: each for each in SESSIONS}


@pytest.mark.parametrize(
    ("id", "reached"), [("a", "a"), ("b", "ab"), ("c", "c"), ("d", "abd"), ("e", "e"), ("f", "ef")]
)
def test_a_closure_is_a_session_and_all_that_it_builds_on(id: str, reached: str) -> None:
    assert closure(BY_ID[id], SESSIONS) == list(reached)


def test_a_closure_reaches_through_a_chain() -> None:
    chain = [session("a"), session("b", needs=["a"]), session("c", needs=["b"])]
    assert closure(chain[2], chain) == ["a", "b", "c"]
    assert closure(chain[2], chain[1:]) == ["b", "c"]


def test_ends_are_what_no_other_builds_on() -> None:
    assert [each.id for each in ends(SESSIONS)] == ["c", "d", "f"]


def test_groups_build_on_one_another() -> None:
    assert groups(SESSIONS) == [["a", "b", "d"], ["c"], ["e", "f"]]


def test_a_later_session_may_join_two_groups() -> None:
    joined = [session("a"), session("b"), session("c"), session("d", needs=["c", "a"])]
    assert groups(joined) == [["a", "c", "d"], ["b"]]


@pytest.mark.parametrize(
    ("past", "kept"),
    [
        ("full", [["s1_label", "s2_letter", "s3_list"]]),
        ("group", [["s1_label", "s2_letter"], ["s3_list"]]),
        ("none", [["s1_label"], ["s2_letter"], ["s3_list"]]),
    ],
)
def test_lives_without_history_keep_what_changed_silently_before(past: str, kept: list[list[str]]) -> None:
    bundle = load_bundle(DESK)
    found = lives(bundle, past)  # type: ignore[arg-type]
    assert [[each.id for each in life.sessions] for life in found] == kept
    for life in found:
        assert life.mutations() == (["m3_stock"] if "s3_list" in {each.id for each in life.sessions} else [])
        ids = {each.id for each in life.sessions}
        assert {event.id for event in life.all_events() if not isinstance(event, Mutation)} == ids
        held = {stage for stage, event in life.events() if event.id in ids}
        assert {check.id for check in life.checks} == {check.id for check in bundle.checks if check.stage in held}
        assert len(life.check_places) == len(life.checks)


def test_the_other_sessions_are_not_in_a_life_at_all() -> None:
    alone = lives(load_bundle(DESK), "none")[1]
    assert [stage.stage for stage in alone.stages] == [2]
    assert [check.id for check in alone.checks] == ["c2_name", "c2_once"]
