"""Variants: 0 keeps what task.yaml says, others draw anew, and the same one is always the same."""

from collections import Counter
from pathlib import Path

import pytest

from tests.bundle.copies import TINY, change, copy_of_tiny
from vibelife_inspect.bundle import Bundle, bundle_digest, load_bundle
from vibelife_inspect.bundle.schema import Choice, Range
from vibelife_inspect.bundle.variant import draw
from vibelife_inspect.money import money


def drawn(variant: int) -> tuple[str, int]:
    params = load_bundle(TINY, variant).params
    return params["partner"], params["fee_euros"]


def test_variant_zero_keeps_the_params() -> None:
    assert drawn(0) == ("Jonas Thiel", 24)
    assert load_bundle(TINY).params["fee"] == money(24, "EUR")


def test_other_variants_draw_from_what_is_offered() -> None:
    for variant in range(1, 12):
        partner, fee = drawn(variant)
        assert partner in ("Jonas Thiel", "Birte Sommer", "Can Aydin")
        assert fee in range(20, 41, 2)


def test_other_variants_differ() -> None:
    assert len({drawn(variant) for variant in range(1, 12)}) >= 10


def test_computed_params_follow() -> None:
    for variant in range(4):
        params = load_bundle(TINY, variant).params
        assert params["fee"] == money(params["fee_euros"], "EUR")


def parts(bundle: Bundle) -> tuple[object, ...]:
    return (bundle.params, bundle.setting, bundle.seeds, bundle.stages, bundle.reactions, bundle.checks, bundle.digest)


@pytest.mark.parametrize("variant", [0, 1, 7])
def test_the_same_variant_is_equal(variant: int) -> None:
    one, two = load_bundle(TINY, variant), load_bundle(TINY, variant)
    assert parts(one) == parts(two)
    assert one.world(3).digest() == two.world(3).digest()


def test_every_text_follows_the_params() -> None:
    bundle = load_bundle(TINY, next(v for v in range(1, 9) if drawn(v)[0] == "Can Aydin"))
    assert "Can Aydin" in str(bundle.stages)
    assert "Jonas" not in str((bundle.stages, bundle.checks, bundle.seeds))


def test_a_choice_takes_turns() -> None:
    options = Choice(choice=["a", "b", "c"])
    assert Counter(draw("t", variant, "p", options) for variant in range(1, 31)) == {"a": 10, "b": 10, "c": 10}


@pytest.mark.parametrize(
    ("least", "most", "step"), [(0, 0, 1), (1, 2, 1), (20, 40, 2), (0, 99, 7), (-5, 5, 1), (3, 5, 9)]
)
def test_a_range_is_used_up_before_it_repeats(least: int, most: int, step: int) -> None:
    options = Range(range=(least, most), step=step)
    values = list(range(least, most + 1, step))
    seen = [draw("t", variant, "p", options) for variant in range(1, len(values) + 1)]
    assert sorted(seen) == values


def test_params_are_drawn_apart() -> None:
    options = Range(range=(0, 1000))
    assert draw("t", 1, "p", options) != draw("t", 1, "q", options)
    assert draw("t", 1, "p", options) != draw("u", 1, "p", options)


# ---- what a bundle is


def test_a_bundle_is_what_its_files_say() -> None:
    bundle = load_bundle(TINY)
    assert bundle.id == "morning_run"
    assert [service.name for service in bundle.services] == ["assistant", "workspace"]
    assert [event.id for _, event in bundle.events()] == ["e01_goal", "m01_fee", "e02_check", "e03_ad"]
    assert [event.id for event in bundle.all_events()][-1] == "e90_thanks"
    assert bundle.mutations() == ["m01_fee"]
    assert bundle.scope().stages == 3
    assert list(bundle.alternatives) == ["other_words"]
    assert [row.id for row in bundle.seeds["workspace.files"]] == ["AGENTS.md"]
    assert [row.id for row in bundle.seeds["assistant.rules"]] == ["a1"]


def test_worlds_of_a_bundle_are_apart() -> None:
    bundle = load_bundle(TINY)
    one, two = bundle.world(), bundle.world()
    one.call("workspace_write_file", {"path": "x.md", "content": "x"})
    assert "x.md" not in two.table("workspace.files")
    assert "x.md" not in bundle.world().table("workspace.files")


def test_the_digest_follows_every_file(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    assert bundle_digest(path) == bundle_digest(TINY)
    (path / ".hidden").write_text("x", encoding="utf-8")
    assert bundle_digest(path) == bundle_digest(TINY)
    change(path, "persona/AGENTS.md", "", "more\n")
    second = bundle_digest(path)
    (path / "persona" / "AGENTS.md").rename(path / "persona" / "B.md")
    assert len({bundle_digest(TINY), second, bundle_digest(path)}) == 3


def test_persona_files_are_rendered(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(
        path, "persona/notes/plan.md", "", "With {{ partner }} on {{ day(3) | weekday }}; mail {{ persona.email }}\n"
    )
    (file,) = [row for row in load_bundle(path).seeds["workspace.files"] if row.id == "notes/plan.md"]
    assert "With Jonas Thiel on Thursday; mail mara@lindqvist.example" in str(file)


def test_a_templates_start_may_be_a_param(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "task.yaml", "start: 2026-03-02T07:00", 'start: "{{ begin }}"')
    change(path, "task.yaml", "params:\n", "params:\n  begin: 2026-03-02T07:00\n")
    assert load_bundle(path).setting.start == load_bundle(TINY).setting.start
