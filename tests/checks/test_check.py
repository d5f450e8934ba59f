"""Checks, verdicts and the arithmetic of the score."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.checks.lives import live, scope, whole
from vibelife_inspect.checks import TIERS, Check, Verdict, judge, lint_checks, not_reached, score

BED = {"some": {"in": "shop.items", "where": {"name": "Bed"}}}
NO_CAR = {"none": {"in": "shop.items", "where": {"name": "Car"}}}


def check(**fields: Any) -> Check:
    form = {"id": "c1", "tier": "final", "weight": 1, "axis": "planning", "why": "Because.", "expect": BED, **fields}
    return Check.model_validate(form)


def verdict(passed: bool = True, weight: int = 1, **fields: Any) -> Verdict:
    stage = fields.pop("stage", None)
    tier = fields.pop("tier", "final" if stage is None else "stage")
    return Verdict("c", tier, stage, weight, fields.pop("axis", "planning"), passed, "")


# ---- score


def test_the_score_is_the_earned_share_of_the_weight() -> None:
    assert score([verdict(True, 1), verdict(False, 2)], 3).total == 33.3333
    assert score([verdict(True, 7)], 3).total == 100.0
    assert score([verdict(False, 7)], 3).total == 0.0
    assert score([], 3).total == 0.0


def test_tiers_and_axes_are_shares_of_their_own_weight() -> None:
    result = score(
        [
            verdict(True, 3, stage=1, axis="safety"),
            verdict(False, 1, stage=2, axis="safety"),
            verdict(True, 5, tier="cross", axis="planning"),
            verdict(False, 9, axis="restraint"),
        ],
        3,
    )
    assert result.tiers == {"stage": 75.0, "cross": 100.0, "final": 0.0}
    assert result.axes == {"planning": 100.0, "restraint": 0.0, "safety": 75.0}
    assert result.total == 44.4444


@pytest.mark.parametrize(
    ("stages", "stage", "third"),
    [
        (3, 1, 0),
        (3, 2, 1),
        (3, 3, 2),
        (24, 8, 0),
        (24, 9, 1),
        (24, 16, 1),
        (24, 17, 2),
        (24, 24, 2),
        (4, 2, 0),
        (4, 3, 1),
        (4, 4, 2),
        (1, 1, 0),
        (2, 2, 1),
    ],
)
def test_stages_fall_into_thirds(stages: int, stage: int, third: int) -> None:
    result = score([verdict(True, 1, stage=stage)], stages)
    assert result.thirds == [100.0 if number == third else 0.0 for number in range(3)]


def test_checks_without_a_stage_count_to_the_last_third() -> None:
    result = score([verdict(True, 1, tier="cross"), verdict(False, 3), verdict(True, 2, stage=1)], 3)
    assert result.thirds == [100.0, 0.0, 25.0]


VERDICTS = st.lists(
    st.builds(
        lambda passed, weight, stage: verdict(passed, weight, stage=stage),
        st.booleans(),
        st.integers(1, 100),
        st.one_of(st.none(), st.integers(1, 24)),
    ),
    min_size=1,
)


@given(VERDICTS)
def test_a_score_lies_between_nothing_and_all(verdicts: list[Verdict]) -> None:
    result = score(verdicts, 24)
    for share in (result.total, *result.tiers.values(), *result.axes.values(), *result.thirds):
        assert 0.0 <= share <= 100.0
    assert (result.total == 100.0) == all(item.passed for item in verdicts)
    assert (result.total == 0.0) == (not any(item.passed for item in verdicts))
    assert set(result.tiers) == set(TIERS)


@given(VERDICTS)
def test_the_order_of_verdicts_does_not_matter(verdicts: list[Verdict]) -> None:
    assert score(verdicts, 24) == score(verdicts[::-1], 24)


# ---- verdicts


def test_a_verdict_carries_its_evidence() -> None:
    (result,) = judge([check()], whole(), scope())
    assert result.passed
    assert "matches" in result.evidence


def test_a_negative_check_needs_its_sign() -> None:
    signed = check(expect=NO_CAR, provided=BED)
    assert judge([signed], whole(), scope())[0].passed
    (idle,) = judge([signed], live(), scope())
    assert not idle.passed
    assert "provided: shop.items: none of 0 rows" in idle.evidence


def test_what_was_not_reached_has_failed() -> None:
    result = not_reached(check(tier="stage", stage=2, weight=4))
    assert (result.passed, result.weight, result.stage) == (False, 4, 2)
    assert "ended before" in result.evidence


def test_a_stage_check_looks_at_its_stage() -> None:
    sold = {"some": {"in": "shop.items", "where": {"status": "sold"}}}
    early, late = (check(tier="stage", stage=stage, expect=sold) for stage in (1, 2))
    assert [item.passed for item in judge([early, late], whole(), scope())] == [False, True]


# ---- forms


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"weight": 0}, "greater than or equal to 1"),
        ({"weight": 101}, "less than or equal to 100"),
        ({"weight": "2.5"}, "valid integer"),
        ({"tier": "stage"}, "a stage check needs `stage`"),
        ({"stage": 2}, "only a stage check has one"),
        ({"tier": "stage", "stage": 0}, "greater than or equal to 1"),
        ({"axis": "luck"}, "Input should be"),
        ({"tier": "last"}, "Input should be"),
        ({"id": "C 1"}, "match pattern"),
        ({"why": ""}, "at least 1 character"),
        ({"idle": "fails"}, "Input should be 'passes'"),
        ({"expect": {}}, "a predicate is a mapping with one of"),
        ({"extra": 1}, "Extra inputs"),
    ],
)
def test_a_malformed_check_is_refused(fields: Any, words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        check(**fields)


# ---- lint


@pytest.mark.parametrize(
    ("checks", "place", "words"),
    [
        ([check(), check()], (1, "id"), "duplicate check id 'c1'"),
        ([check(tier="stage", stage=4)], (0, "stage"), "there is no stage 4; valid: 1 to 3"),
        ([check(needs=["m01", "m2"])], (0, "needs"), "there is no mutation 'm2'; did you mean 'm02'?"),
        ([check(expect=NO_CAR)], (0, "expect"), "doing nothing passes it"),
        ([check(expect=NO_CAR, provided=NO_CAR)], (0, "expect"), "doing nothing passes it"),
        ([check(), check(id="c2", expect={"not": BED}, idle="passes")], (), "at most 5 %"),
        (
            [check(expect={"all": [BED, {"some": {"in": "shop.itms"}}]})],
            (0, "expect", "all", 1, "some", "in"),
            "no table",
        ),
        (
            [check(expect={"not": {"any": [BED, {"count": BED["some"]}]}}, provided=BED)],
            (0, "expect", "not", "any", 1),
            "needs a comparison",
        ),
        ([check(provided={"silent": {"events": ["e9"]}})], (0, "provided", "silent", "events", 0), "no event 'e9'"),
        (
            [check(expect={"when": BED, "then": {"silent": {"events": ["e9"]}}}, provided=BED)],
            (0, "expect", "then", "silent"),
            "no event",
        ),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_a_fault_is_found_once_with_its_place(checks: list[Check], place: tuple[Any, ...], words: str) -> None:
    faults = list(lint_checks(checks, scope(), ["m01", "m02"]))
    assert len(faults) == 1, faults
    assert words in faults[0][1]
    assert faults[0][0][: len(place)] == place


def test_sound_checks_have_no_faults() -> None:
    checks = [
        check(weight=19, needs=["m01"], tier="stage", stage=3),
        check(id="c2", expect=NO_CAR, idle="passes"),
        check(id="c3", expect=NO_CAR, provided=BED),
    ]
    assert list(lint_checks(checks, scope(), ["m01"])) == []
