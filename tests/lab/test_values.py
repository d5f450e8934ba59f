"""Wrong values are of the right kind, and never the right value."""

from typing import Any

import pytest

from vibelife_inspect.lab.values import altered, altered_texts


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (True, False),
        (3, 4),
        ({"minor": 500, "currency": "EUR"}, {"minor": 1200, "currency": "EUR"}),
        ({"minor": -500, "currency": "EUR", "text": "x"}, {"minor": -1200, "currency": "EUR"}),
        ("EUR 89.00", "EUR 99.00"),
        ("2026-03-31", "2026-04-01"),
        ("2026-03-31T23:30:00+02:00", "2026-04-01T00:30:00+02:00"),
        ("23:15", "01:15"),
        ("a@b.example", "someone.else@elsewhere.example"),
        ("CARD-GREY", "CARD-BLUE"),
        ("JPH-419", "JPH-410"),
        ("Dear Mum", None),
        (None, None),
        (["x"], None),
    ],
)
def test_a_wrong_value(value: Any, wrong: Any) -> None:
    assert altered(value, {}, {"CARD-GREY": "CARD-BLUE"}) == wrong


def test_another_of_the_allowed_values() -> None:
    assert altered("charged_twice", {"enum": ["charged_twice", "not_received"]}, {}) == "not_received"


def test_the_first_of_each_kind_in_a_text_is_wrong_once() -> None:
    text = "On 2026-04-03 at 14:10 and 15:10: TRAIN-12, 1,250.50, then 2.00."
    assert [(old, new) for old, new, _ in altered_texts(text)] == [
        ("1,250.50", "2,250.50"),
        ("2026-04-03", "2026-04-04"),
        ("14:10", "16:10"),
        ("TRAIN-12", "TRAIN-13"),
    ]
    assert all(whole != text for _, _, whole in altered_texts(text))


def test_a_text_without_facts_is_left_alone() -> None:
    assert altered_texts("Nothing to see here, 3 times.") == []
