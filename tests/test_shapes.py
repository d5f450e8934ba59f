"""The shapes of results: how they are joined, told, and compared with what comes."""

from typing import Any

import pytest

from tests.toys import Extra, Item, Shop
from vibelife_inspect.cards import result_shape
from vibelife_inspect.cards.shapes import (
    NOTHING,
    PLAIN,
    UNKNOWN,
    Fields,
    Keyed,
    Of,
    Rows,
    Shape,
    either,
    fault,
    merged,
    shape_of,
    text,
)
from vibelife_inspect.money import Money

A, B = Fields({"a": PLAIN}), Fields({"b": PLAIN})


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (PLAIN, ""),
        (UNKNOWN, ""),
        (Rows(PLAIN), "[]"),
        (Rows(A), "[{a}]"),
        (Keyed(A), "{...: {a}}"),
        (Keyed(PLAIN), "{...: value}"),
        (Fields({"a": Rows(B), "c": PLAIN}, frozenset({"c"}), more=True), "{a: [{b}], c?, ...}"),
        (Of(Money), ""),
        (Of(Extra), "{kind, price}"),
        (Rows(Of(Item)), "[items record]"),
    ],
)
def test_a_shape_is_told(shape: Shape, words: str) -> None:
    assert text(shape, {Item: "items"}) == words


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (A, A, "{a}"),
        (A, B, "{a?, b?}"),
        (A, merged(A, B), "{a, b?}"),
        (A, NOTHING, "{a}"),
        (Rows(NOTHING), Rows(A), "[{a}]"),
        (Of(Extra), Fields({"kind": PLAIN}), "{kind, price?}"),
        (Rows(A), PLAIN, ""),
        (A, UNKNOWN, ""),
    ],
)
def test_what_is_one_or_the_other(first: Shape, second: Shape, words: str) -> None:
    assert text(either(first, second), {}) == words
    assert sorted(text(either(second, first), {})) == sorted(words)


def test_a_key_that_may_be_overwritten_is_always_there() -> None:
    at_times = Fields({"a": Rows(PLAIN), "b": PLAIN}, frozenset({"a", "b"}))
    assert text(merged(A, at_times), {}) == "{a, b?}"
    assert text(merged(at_times, A), {}) == "{a, b?}"


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (list[Extra], "[{kind, price}]"),
        (Extra | None, "{kind, price}"),
        (dict[str, Extra], "{...: {kind, price}}"),
        (dict[str, Any], ""),
        (tuple[str, ...], "[]"),
        (str, ""),
    ],
)
def test_an_annotation_promises_a_shape(hint: Any, words: str) -> None:
    assert text(shape_of(hint), {}) == words


@pytest.mark.parametrize(
    ("shape", "value", "words"),
    [
        (A, {"a": 1}, ""),
        (A, None, ""),
        (A, {}, "result lacks ['a'], has []"),
        (A, {"a": 1, "b": 2}, "result lacks [], has ['b']"),
        (A, [], "result is no object"),
        (Fields({"a": PLAIN}, frozenset({"a"}), more=True), {"b": 2}, ""),
        (Fields({"a": Rows(B)}), {"a": [{"b": 1}, {}]}, "result.a[] lacks ['b'], has []"),
        (Rows(PLAIN), {}, "result is no list"),
        (PLAIN, {}, "result is an object"),
        (UNKNOWN, {"x": 1}, ""),
        (Of(Extra), {"kind": "bag", "price": {"minor": 1}}, ""),
    ],
)
def test_a_value_fits_or_not(shape: Shape, value: Any, words: str) -> None:
    assert fault(shape, value) == words


def test_an_operation_that_never_answers_has_no_shape() -> None:
    untold = [name for name, it in Shop.operations.items() if not isinstance(result_shape(Shop, it), Of | Fields)]
    assert untold == ["shop_wreck_everything"]
