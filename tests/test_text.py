"""Folding and searching text of any script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibelife_inspect.text import alike, clean, fold, found, squeeze


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("Zürich", "Zu\u0308rich"),
        ("Ｔｏｋｙｏ １２", "tokyo 12"),
        ("it’s “so”", 'it\'s "so"'),
        ("10–12", "10-12"),
        ("a\u00a0b\u202fc", "a b c"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("ﬁn", "fin"),
    ],
)
def test_equal_things_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert squeeze(squeeze(text)) == squeeze(text)


@given(st.text())
def test_squeezed_text_has_single_spaces(text: str) -> None:
    assert "  " not in squeeze(text)
    assert squeeze(text) == squeeze(text).strip()


@pytest.mark.parametrize(
    ("query", "fields", "hit"),
    [
        ("zurich", ["Zürich"], False),
        ("zürich", ["ZÜRICH Airport"], True),
        ("東京", ["ホテル東京"], True),
        ("two words", ["words", "two"], True),
        ("two three", ["two", "words"], False),
        ("part", ["a department"], True),
        ("", ["anything"], False),
        (" \t\n", ["anything"], False),
        ("x", [], False),
        ("ab", ["a", "b"], False),
    ],
)
def test_a_search_needs_every_word(query: str, fields: list[str], hit: bool) -> None:
    assert found(query, *fields) is hit


@pytest.mark.parametrize(
    ("text", "result"),
    [("plain", "plain"), ("a\ud800b", "a\ufffdb"), ("\udc00", "\ufffd"), ("😀", "😀"), ("\ud83d\ude00", "😀")],
)
def test_lone_surrogates_are_replaced(text: str, result: str) -> None:
    assert clean(text) == result


@given(st.text(st.characters(codec=None)))
def test_clean_text_can_always_be_sent(text: str) -> None:
    assert clean(text).encode("utf-8").decode("utf-8") == clean(clean(text))


@given(st.text(max_size=400), st.text(max_size=400))
def test_alike_is_equality_of_squeezed_text(one: str, other: str) -> None:
    assert alike(one, other) == (squeeze(one) == squeeze(other))
    assert alike(one, f"  {one.swapcase()}\n") == (squeeze(one) == squeeze(one.swapcase()))


@pytest.mark.parametrize("long", ["x" * 100, "x" * 300])
def test_length_makes_no_difference_to_alike(long: str) -> None:
    assert alike(f"It’s {long}", f"it's  {long.upper()}")
    assert not alike(f"It’s {long}", f"it is {long}")
