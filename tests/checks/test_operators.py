"""Every operator of a `where`: which values of a field it accepts."""

from decimal import Decimal
from typing import Any

import pytest

from tests.checks.lives import GIVEN, live, scope, whole
from tests.toys import Item, item
from vibelife_inspect.checks import Look, Query, ScopeError, select
from vibelife_inspect.checks.query import OPERATORS, compile_where, failures
from vibelife_inspect.money import Money

ROW = item(
    "row",
    name="Zürich Hauptbahnhof",
    price="EUR 12.50",
    pieces=3,
    weight="1.50",
    tags=["Soft", "new"],
    extras=[{"kind": "bag", "price": "EUR 3.00"}, {"kind": "box", "price": "EUR 5.00"}],
    at="2026-03-05T23:30",
    day="2026-03-05",
    notes={"fee": "EUR 20.00", "when": "2026-03-05T10:00+01:00", "count": "7"},
)
BARE = item("bare", name="x")


def accepts(where: Any, row: Item = ROW) -> bool:
    look = Look(live(), scope())
    return failures(compile_where(where, Item, look.scope, ()), row, look) == []


CASES: list[tuple[str, str, Any, bool]] = [
    ("eq", "name", "zürich  hauptbahnhof", True),
    ("eq", "name", "ZU\u0308RICH HAUPTBAHNHOF", True),
    ("eq", "name", "Zürich", False),
    ("eq", "price", "EUR 12.50", True),
    ("eq", "price", {"minor": 1250, "currency": "EUR"}, True),
    ("eq", "price", "USD 12.50", False),
    ("eq", "price.minor", 1250, True),
    ("eq", "pieces", 3, True),
    ("eq", "weight", "1.5", True),
    ("eq", "fragile", False, True),
    ("eq", "fragile", True, False),
    ("eq", "at", "2026-03-05T23:30", True),
    ("eq", "at", "2026-03-06T07:30+09:00", True),
    ("eq", "at", "2026-03-05T23:31", False),
    ("eq", "day", "2026-03-05", True),
    ("eq", "until", None, True),
    ("eq", "at", None, False),
    ("eq", "route.to", "kyoto", True),
    ("eq", "notes.fee", "eur 20.00", True),
    ("eq", "notes.nope", None, True),
    ("ne", "name", "Basel", True),
    ("ne", "name", "zürich hauptbahnhof", False),
    ("ne", "until", None, False),
    ("ne", "at", None, True),
    ("lt", "pieces", 4, True),
    ("lt", "pieces", 3, False),
    ("lt", "price", "EUR 12.51", True),
    ("lt", "price", "USD 99.00", False),
    ("le", "pieces", 3, True),
    ("le", "pieces", 2, False),
    ("le", "notes.count", 7, True),
    ("gt", "weight", "1.4", True),
    ("gt", "weight", "1.5", False),
    ("gt", "price", "EUR 12.49", True),
    ("gt", "notes.fee", "EUR 20.00", False),
    ("gt", "notes.fee", "EUR 19.99", True),
    ("near", "day", {"value": "2026-03-07", "within": "P2D"}, True),
    ("near", "day", {"value": "2026-03-08", "within": "P2D"}, False),
    ("ge", "price", "EUR 12.50", True),
    ("ge", "day", "2026-03-05", True),
    ("ge", "day", "2026-03-06", False),
    ("ge", "until", "2026-03-05T00:00", False),
    ("before", "at", "2026-03-05T23:31", True),
    ("before", "at", "2026-03-05T23:30", False),
    ("before", "at", "2026-03-06", True),
    ("before", "at", "2026-03-05", False),
    ("before", "at", "2026-03-05T22:31Z", True),
    ("before", "until", "2026-03-06", False),
    ("after", "at", "2026-03-05T23:29", True),
    ("after", "at", "2026-03-05", False),
    ("after", "at", "2026-03-04", True),
    ("after", "day", "2026-03-04", True),
    ("on", "at", "2026-03-05", True),
    ("on", "at", "2026-03-06", False),
    ("on", "day", "2026-03-05", True),
    ("on", "notes.when", "2026-03-05", True),
    ("on", "until", "2026-03-05", False),
    ("between", "pieces", [3, 5], True),
    ("between", "pieces", [4, 5], False),
    ("between", "price", ["EUR 10.00", "EUR 12.50"], True),
    ("between", "at", ["2026-03-05", "2026-03-05"], True),
    ("between", "at", ["2026-03-06", "2026-03-07"], False),
    ("in", "name", ["Basel", "Zürich Hauptbahnhof"], True),
    ("in", "name", ["Basel"], False),
    ("in", "status", ["open", "held"], True),
    ("in", "pieces", [1, 2, 3], True),
    ("contains", "name", "haupt", True),
    ("contains", "name", "basel", False),
    ("contains", "tags", "SOFT", True),
    ("contains", "tags", "sof", False),
    ("contains", "notes.fee", "20", True),
    ("matches", "name", "^zürich .*hof$", True),
    ("matches", "name", "^haupt", False),
    ("matches", "notes.nope", ".*", False),
    ("near", "pieces", {"value": 5, "within": 2}, True),
    ("near", "pieces", {"value": 6, "within": 2}, False),
    ("near", "price", {"value": "EUR 13.00", "within": "EUR 0.50"}, True),
    ("near", "price", {"value": "EUR 13.01", "within": "EUR 0.50"}, False),
    ("near", "price", {"value": "USD 12.50", "within": "USD 1.00"}, False),
    ("near", "at", {"value": "2026-03-05T22:00", "within": "PT90M"}, True),
    ("near", "at", {"value": "2026-03-05T21:59", "within": "PT90M"}, False),
    ("near", "until", {"value": "2026-03-05T21:59", "within": "PT90M"}, False),
    ("states", "name", ["hauptbahnhof"], True),
    ("states", "notes.fee", [{"amount": "EUR 20.00"}], True),
    ("states", "notes.fee", {"amount": "EUR 21.00"}, False),
    ("states", "notes.nope", ["x"], False),
    ("any", "tags", "soft", True),
    ("any", "tags", {"contains": "ew"}, True),
    ("any", "tags", "hard", False),
    ("any", "extras", {"kind": "box"}, True),
    ("any", "extras", {"kind": "box", "price": {"lt": "EUR 5.00"}}, False),
    ("none", "tags", "hard", True),
    ("none", "tags", "new", False),
    ("none", "extras", {"price": {"gt": "EUR 5.00"}}, True),
    ("every", "tags", {"matches": "^.+$"}, True),
    ("every", "extras", {"price": {"ge": "EUR 4.00"}}, False),
    ("every", "extras", {"price": {"ge": "EUR 3.00"}}, True),
]


@pytest.mark.parametrize(("operator", "path", "value", "fits"), CASES, ids=lambda value: str(value)[:30])
def test_an_operator_accepts_what_it_should(operator: str, path: str, value: Any, fits: bool) -> None:
    assert accepts({path: {operator: value}}) is fits


@pytest.mark.parametrize("operator", sorted(OPERATORS))
def test_every_operator_has_an_accepted_and_a_refused_example(operator: str) -> None:
    assert {fits for name, _, _, fits in CASES if name == operator} == {True, False}


@pytest.mark.parametrize("quantifier", ["any", "every"])
def test_an_empty_list_satisfies_no_quantifier_but_none(quantifier: str) -> None:
    assert not accepts({"tags": {quantifier: "x"}}, BARE)
    assert accepts({"tags": {"none": "x"}}, BARE)


def test_all_conditions_must_hold() -> None:
    assert accepts({"pieces": {"ge": 3, "le": 3}, "name": {"contains": "z"}})
    assert not accepts({"pieces": {"ge": 3, "le": 2}})


def test_wheres_are_combined() -> None:
    either = {"any_of": [{"pieces": 9}, {"name": {"contains": "bahn"}, "pieces": 3}]}
    assert accepts(either)
    assert not accepts(either, BARE)
    assert not accepts({"all_of": [{"pieces": 3}, {"pieces": 4}]})
    assert accepts({"all_of": [{"tags": {"any": "soft"}}, {"tags": {"any": "new"}}]})


@pytest.mark.parametrize(
    ("where", "fits"),
    [
        ({"id": {"from": "shop.items", "where": {"name": "Trip"}}}, ["trip"]),
        ({"pieces": {"from": "shop.items", "where": {"name": "Gala"}, "field": "pieces"}}, ["gala"]),
        ({"until": {"le": {"from": "shop.items", "where": {"name": "Gala"}, "field": "at"}}}, ["trip"]),
        ({"id": {"ne": {"from": "shop.items", "where": {"name": "Trip"}}}, "name": "Gala"}, ["gala"]),
        ({"id": {"from": "shop.items", "where": {"name": "Nobody"}}}, []),
        ({"id": {"in": {"from": "shop.items", "where": {"name": {"in": ["Trip", "Gala"]}}}}}, ["trip", "gala"]),
    ],
)
def test_a_value_may_be_what_another_query_finds(where: Any, fits: list[str]) -> None:
    look = Look(live(items=GIVEN), scope())
    assert [row.id for row in select(Query.model_validate({"in": "shop.items", "where": where}), look).rows] == fits


def test_a_value_may_be_one_inside_the_lists_of_what_another_query_finds() -> None:
    bed = item("bed", extras=[{"kind": "bag", "price": "EUR 3.00"}, {"kind": "box", "price": "EUR 5.00"}])
    charges = [item(f"charge{euros}", price=f"EUR {euros}.00") for euros in (3, 4, 5)]
    look = Look(live(items=[bed, *charges]), scope())
    where = {"price": {"from": "shop.items", "where": {"id": "bed"}, "field": "extras.price"}}
    query = Query.model_validate({"in": "shop.items", "where": where})
    query.lint(look.scope)
    assert [row.id for row in select(query, look).rows] == ["charge3", "charge5"]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ({"in": "shop.items"}, 4),
        ({"in": "shop.items", "by": "agent"}, 2),
        ({"in": "shop.items", "by": "timeline"}, 0),
        ({"in": "shop.items", "stages": [2]}, 1),
        ({"in": "shop.items", "stages": [1, 2], "by": "agent"}, 2),
        ({"in": "calls"}, 6),
        ({"in": "calls", "stages": [2]}, 3),
        ({"in": "calls", "where": {"ok": False}}, 1),
        ({"in": "calls", "where": {"error": "not_found"}}, 1),
        ({"in": "calls", "where": {"effect": "commit", "event": "e02"}}, 1),
        ({"in": "calls", "where": {"arguments.item_id": "nope"}}, 1),
        ({"in": "calls", "where": {"result.price.minor": {"ge": 1}}}, 3),
        ({"in": "replies"}, 3),
        ({"in": "replies", "where": {"text": ""}}, 1),
        ({"in": "replies", "where": {"text": {"states": [{"amount": "EUR 20.00"}]}}}, 1),
        ({"in": "journal", "where": {"service": "shop"}}, 3),
        ({"in": "journal", "by": "agent", "stages": [2]}, 1),
        ({"in": "journal", "where": {"before.status": "open", "after.status": "sold"}}, 1),
        ({"in": {"file": "plan.md"}}, 2),
        ({"in": {"file": "plan.md", "section": "plan"}}, 2),
        ({"in": {"file": "plan.md", "section": "annex"}}, 0),
        ({"in": {"file": "none.md"}}, 0),
        ({"in": {"file": "plan.md"}, "where": {"pieces": {"ge": 2}}}, 1),
        ({"in": {"file": "plan.md"}, "where": {"price": {"states": [{"amount": "EUR 4.50"}]}}}, 1),
    ],
    ids=str,
)
def test_a_query_finds_its_rows(query: Any, number: int) -> None:
    it = Query.model_validate(query)
    it.lint(scope())
    assert len(select(it, Look(whole(), scope())).rows) == number


def test_a_patient_regex_does_not_hang() -> None:
    assert not accepts({"name": {"matches": "(a+)+$"}}, item("x", name="a" * 40 + "!"))


@pytest.mark.parametrize(
    ("cell", "value", "fits"),
    [
        ("1.250,50 €", Money(minor=125050, currency="EUR"), True),
        ("7", 7, True),
        ("7.0", 7, True),
        ("yes", True, True),
        ("", None, False),
    ],
)
def test_a_cell_equals_what_it_stands_for(cell: str, value: Any, fits: bool) -> None:
    look = Look(live(), scope())
    assert (failures(compile_where({"a": value}, Any, look.scope, ()), {"a": cell}, look) == []) is fits


@pytest.mark.parametrize(
    ("cell", "fits"),
    [
        ("1,250.50", True),
        ("EUR 1250.50", True),
        ("1.250,50 €", True),
        ("1250.51", False),
        ("USD 1,250.50", False),
        ("x", False),
    ],
)
def test_an_amount_in_a_cell_is_ordered_as_money(cell: str, fits: bool) -> None:
    look = Look(live(), scope())
    where = {"a": {"between": [Money(minor=100, currency="EUR"), Money(minor=125050, currency="EUR")]}}
    assert (failures(compile_where(where, Any, look.scope, ()), {"a": cell}, look) == []) is fits


@pytest.mark.parametrize(("cell", "fits"), [("1,020.10", True), ("1 020,10", True), ("1020.2", False), ("x", False)])
def test_a_cell_is_ordered_as_the_number_that_it_is(cell: str, fits: bool) -> None:
    look = Look(live(), scope())
    where = {"a": {"between": [1000, Decimal("1020.1")]}}
    assert (failures(compile_where(where, Any, look.scope, ()), {"a": cell}, look) == []) is fits


@pytest.mark.parametrize("value", ["2026-13-01", "soon", ["x"], {"minor": 1}])
def test_a_value_that_does_not_fit_is_an_error_not_a_false(value: Any) -> None:
    with pytest.raises(ScopeError):
        accepts({"at": {"before": value}})


def test_a_malformed_width_is_an_error() -> None:
    for path, near in [
        ("at", {"value": "2026-03-05T10:00", "within": "long"}),
        ("pieces", {"value": 3, "within": "much"}),
        ("name", {"value": "x", "within": 1}),
    ]:
        with pytest.raises(ScopeError):
            accepts({path: {"near": near}})
