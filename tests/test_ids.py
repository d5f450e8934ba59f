"""Ids are functions of the seed and of what came before."""

import re

from hypothesis import given
from hypothesis import strategies as st

from vibelife_inspect.ids import IdMaker, code, rng, stable_int


def test_numbers_are_the_same_in_every_process() -> None:
    assert stable_int("a", 1) == 9331952569449725121
    assert code("a", 1) == "38HJF7"
    assert rng("a", 1).randrange(10**6) == 935949


def test_parts_do_not_run_together() -> None:
    assert stable_int("ab", "c") != stable_int("a", "bc")
    assert stable_int("1") == stable_int(1)


@given(st.text(max_size=20).filter(lambda text: text.isprintable()), st.integers(1, 12))
def test_a_code_has_its_length_and_no_lookalikes(text: str, length: int) -> None:
    assert re.fullmatch(rf"[2-9A-HJ-NP-Z]{{{length}}}", code(text, length=length))


def test_ids_differ_by_prefix_seed_and_count() -> None:
    ids = IdMaker("task:0")
    made = [ids.new("RES"), ids.new("RES"), ids.new("PAY"), IdMaker("task:1").new("RES")]
    assert len(set(made)) == 4
    assert all(re.fullmatch(r"(RES|PAY)-[2-9A-Z]{6}", id) for id in made)


def test_ids_are_counted_per_prefix() -> None:
    one, other = IdMaker("t"), IdMaker("t")
    one.new("PAY")
    assert one.new("RES") == other.new("RES")


def test_restored_counters_give_the_same_ids_again() -> None:
    ids = IdMaker("t")
    ids.new("A")
    saved = ids.save()
    first = [ids.new("A"), ids.new("B")]
    ids.restore(saved)
    assert [ids.new("A"), ids.new("B")] == first


def test_generators_are_private() -> None:
    one, other = rng("x"), rng("x")
    one.random()
    assert rng("x").random() == other.random()
