"""Plain YAML: what is read, what is refused, and where it stood."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibelife_inspect.plain_yaml import MAX_CHARACTERS, YamlError, parse


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("# only a comment", None),
        ("a: 1", {"a": 1}),
        ("a: -12", {"a": -12}),
        ("a: 1.50", {"a": Decimal("1.50")}),
        ("a: true", {"a": True}),
        ("a: false", {"a": False}),
        ("a: null", {"a": None}),
        ("a: ~", {"a": None}),
        ("a:", {"a": None}),
        ("a: ''", {"a": ""}),
        ("a: '1'", {"a": "1"}),
        ("a: no", {"a": "no"}),
        ("a: yes", {"a": "yes"}),
        ("a: on", {"a": "on"}),
        ("a: True", {"a": "True"}),
        ("a: 007", {"a": "007"}),
        ("a: 0x10", {"a": "0x10"}),
        ("a: 1_000", {"a": "1_000"}),
        ("a: 1e3", {"a": "1e3"}),
        ("a: .inf", {"a": ".inf"}),
        ("a: 14:10", {"a": "14:10"}),
        ("a: 2026-03-02", {"a": "2026-03-02"}),
        ("a: +49 40", {"a": "+49 40"}),
        ("a: 99999999999999999999", {"a": "99999999999999999999"}),
        ("1: x", {"1": "x"}),
        ("- a\n- [b, {c: d}]", ["a", ["b", {"c": "d"}]]),
        ("a: |\n  1\n  2\n", {"a": "1\n2\n"}),
        ("<<: x", {"<<": "x"}),
    ],
)
def test_values_are_what_they_look_like(text: str, value: Any) -> None:
    data = parse(text).data
    assert data == value
    assert repr(data) == repr(value)


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (BOMB, 1, "anchors and aliases"),
        ("a: 1\nb: *a\n", 2, "anchors and aliases"),
        ("a: 1\nb: !!python/object/apply:os.system [ls]\n", 2, "tags"),
        ("a: !x 1", 1, "tags"),
        ("!!map {a: 1}", 1, "tags"),
        ("a: 1\nb: 2\na: 3\n", 3, "duplicate key 'a'"),
        ("x:\n  - {p: 1, p: 2}", 2, "duplicate key 'p'"),
        ("? [a, b]\n: 1\n", 1, "a key must be text"),
        ("a: [1, 2\nb: 3\n", 2, "no valid YAML"),
        ("a: 1\n\tb: 2\n", 2, "no valid YAML"),
        ("a: 'open\n", 2, "no valid YAML"),
        ("a: 1\n--- \nb: 2\n", 2, "one document"),
        ("[" * 60 + "]" * 60, 1, "nested more than"),
        ("[" * 100_000, 1, "nest"),
        ("a: \x00", None, "no valid YAML"),
        ("a" * (MAX_CHARACTERS + 1), None, "too large"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_surprises_is_refused_with_its_line(text: str, line: int | None, words: str) -> None:
    with pytest.raises(YamlError, match=words.replace("(", "\\(")) as caught:
        parse(text)
    assert caught.value.line == line


def test_every_value_knows_its_line() -> None:
    document = parse("# head\na: 1\nb:\n  - x\n  - y: 2\n    z: |\n      long\n")
    wanted: dict[tuple[str | int, ...], int] = {
        ("a",): 2,
        ("b",): 3,
        ("b", 0): 4,
        ("b", 1): 5,
        ("b", 1, "y"): 5,
        ("b", 1, "z"): 6,
    }
    assert {place: document.line(place) for place in wanted} == wanted


def test_a_place_that_is_not_there_has_the_line_of_what_is_around_it() -> None:
    document = parse("a: 1\nb:\n  - {x: 1}\n")
    assert document.line(("b", 0, "missing", 7)) == 3
    assert document.line(("nowhere",)) == 1


PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), st.text("abc äß東:#-{[&*!'\" \n", max_size=12)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text("abcd", min_size=1), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(PLAIN)
def test_what_yaml_writes_is_read_back(value: Any) -> None:
    import yaml

    dumper = type("_NoAliases", (yaml.SafeDumper,), {"ignore_aliases": lambda self, data: True})
    assert parse(yaml.dump(value, Dumper=dumper, allow_unicode=True)).data == value


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse(text)
    except YamlError as error:
        assert str(error)
