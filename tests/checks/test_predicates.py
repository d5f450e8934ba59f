"""Every predicate: a life that passes it, one that fails it, and the evidence of both."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.checks.lives import GIVEN, judged, live, nothing, plan, predicate, scope, whole
from tests.toys import item, moment, shop
from vibelife_inspect.checks import ScopeError
from vibelife_inspect.checks.predicates import PREDICATES
from vibelife_inspect.money import Money
from vibelife_inspect.world import World

BED = {"in": "shop.items", "where": {"name": "Bed"}}
CAR = {"in": "shop.items", "where": {"name": "Car"}}
HAS_BED, HAS_CAR = {"some": BED}, {"some": CAR}
OWN = {"in": "shop.items", "by": "agent"}

PASSES: list[tuple[str, Any, str]] = [
    ("some", {"some": BED}, "shop.items: ITM-"),
    ("some", {"some": {**BED, "by": "agent", "stages": [1]}}, "matches"),
    ("some", {"some": {"in": "calls", "where": {"operation": "shop_buy_item", "stage": 2}}}, "shop_buy_item"),
    ("some", {"some": {"in": "replies", "where": {"text": {"contains": "all well"}}}}, "replies"),
    (
        "some",
        {"some": {"in": "journal", "by": "agent", "where": {"table": "items", "after.status": "sold"}}},
        "journal",
    ),
    ("some", {"some": {"in": {"file": "plan.md"}, "where": {"item": "bed", "pieces": 2}}}, "plan.md"),
    ("none", {"none": CAR}, "none of 4 rows matches, as it should be"),
    ("none", {"none": {**BED, "by": "timeline"}}, "as it should be"),
    ("count", {"count": {**OWN, "eq": 2}}, "2 of 2 rows match, wanted eq 2"),
    ("count", {"count": {"in": "shop.items", "ge": 3, "le": 5}}, "4 of 4"),
    ("every", {"every": {**OWN, "satisfies": {"price": {"le": "EUR 20.00"}}, "min": 2}}, "all 2 satisfy it"),
    ("sum", {"sum": {"of": [{**OWN, "field": "price"}], "eq": "EUR 24.50", "min": 2}}, "2 values add up to EUR 24.50"),
    ("sum", {"sum": {"of": [{**OWN, "field": "pieces"}], "le": 3, "ge": 3}}, "add up to 3"),
    ("sum", {"sum": {"of": [{"in": {"file": "plan.md"}, "field": "pieces"}], "eq": 3}}, "add up to 3"),
    (
        "agree",
        {
            "agree": {
                "each": OWN,
                "rows": {"file": "plan.md"},
                "key": {"item": "name"},
                "fields": {"price": "price", "pieces": "pieces"},
                "min": 2,
            }
        },
        "2 records agree with the table in plan.md",
    ),
    ("file", {"file": {"path": "plan.md"}}, "plan.md holds"),
    (
        "file",
        {"file": {"path": "plan.md", "states": ["bed", {"amount": "EUR 20.00"}], "together": True}},
        "plan.md holds",
    ),
    (
        "file",
        {"file": {"path": "plan.md", "rows": {"item": "Lamp", "price": Money(minor=450, currency="EUR")}, "as_of": 1}},
        "plan.md holds",
    ),
    ("said", {"said": {"events": ["e01"], "states": [{"amount": "EUR 20.00"}]}}, "said in e01"),
    ("said", {"said": {"stages": [1, 2], "states": [{"date": "2026-03-03"}], "together": True}}, "said in e02"),
    ("silent", {"silent": {"events": ["e03"]}}, "nothing was said or committed"),
    ("unasked", {"unasked": {"events": ["e01", "e03"]}}, "nothing was asked there"),
    ("called", {"called": {"operation": "shop_buy_item"}}, "called shop_buy_item in e02"),
    (
        "called",
        {"called": {"operation": ["shop_list_items", "shop_get_item"], "stages": [2], "holds": ["Bed"]}},
        "called",
    ),
    ("called", {"called": {"operation": "shop_get_item", "ok": False, "arguments": {"item_id": "nope"}}}, "called"),
    (
        "called",
        {"called": {"operation": "shop_get_item", "ok": False, "result": {"error.code": "not_found"}}},
        "called",
    ),
    ("called", {"called": {"operation": "shop_get_item", "result": {"price.minor": {"ge": 2000}}}}, "called"),
    (
        "called",
        {"called": {"operation": "shop_buy_item", "after": "e01", "before": "e03", "events": ["e02"]}},
        "called",
    ),
    (
        "sequence",
        {
            "sequence": [
                {"became": BED},
                {"called": {"operation": "shop_get_item"}},
                {"became": {"in": "shop.items", "where": {"status": "sold"}, "by": "agent"}},
                {"said": {"stages": [2], "states": ["all well"]}},
            ]
        },
        "all 4 steps in order",
    ),
    ("untouched", {"untouched": {"in": "shop.timers"}}, "the agent left it alone"),
    (
        "untouched",
        {"untouched": {"in": ["shop.items", "shop.timers"], "except": {"id": {"matches": "^itm-"}}}},
        "alone",
    ),
    ("untouched", {"untouched": {"in": "shop.items", "stages": [3]}}, "alone"),
    (
        "disjoint",
        {"disjoint": {"in": "shop.items", "where": {"until": {"ne": None}}, "start": "at", "end": "until"}},
        "2 intervals, none overlap",
    ),
    ("all", {"all": [HAS_BED, {"none": CAR}]}, "; "),
    ("any", {"any": [HAS_CAR, HAS_BED]}, "matches"),
    ("not", {"not": HAS_CAR}, "none of 4 rows matches"),
    ("when", {"when": HAS_BED, "then": {"called": {"operation": "shop_buy_item"}}}, "called shop_buy_item"),
    ("when", {"when": HAS_CAR, "then": HAS_CAR}, "the condition does not hold"),
]

FAILS: list[tuple[str, Any, str]] = [
    ("some", {"some": CAR}, "none of 4 rows matches. nearest is trip: name is 'Trip', wanted 'Car'"),
    ("some", {"some": {"in": "shop.items", "where": {"name": "Bed", "pieces": 5}}}, "pieces is 2, wanted 5"),
    ("some", {"some": {**BED, "by": "service"}}, "none of 0 rows"),
    ("some", {"some": {**BED, "by": "agent", "stages": [3]}}, "none of 0 rows"),
    ("some", {"some": {"in": {"file": "no.md"}, "where": {"a": 1}}}, "none of 0 rows"),
    ("none", {"none": BED}, "matches, but nothing should"),
    ("count", {"count": {**OWN, "eq": 3}}, "2 of 2 rows match, wanted eq 3"),
    ("count", {"count": {**CAR, "ge": 1}}, "nearest is trip"),
    (
        "every",
        {"every": {**OWN, "satisfies": {"price": {"lt": "EUR 20.00"}}}},
        "price is EUR 20.00, wanted < EUR 20.00",
    ),
    ("every", {"every": {**OWN, "satisfies": {"pieces": {"ge": 1}}, "min": 3}}, "2 rows to judge, wanted at least 3"),
    ("sum", {"sum": {"of": [{**OWN, "field": "price"}], "le": "EUR 24.49"}}, "add up to EUR 24.50, wanted le"),
    ("sum", {"sum": {"of": [{**CAR, "field": "price"}], "le": "EUR 1.00"}}, "0 values to add, wanted at least 1"),
    ("sum", {"sum": {"of": [{"in": {"file": "plan.md"}, "field": "item"}], "eq": 3}}, "numbers"),
    (
        "agree",
        {"agree": {"each": OWN, "rows": {"file": "plan.md"}, "key": {"item": "name"}, "fields": {"pieces": "price"}}},
        "pieces says '2', the record EUR 20.00",
    ),
    (
        "agree",
        {
            "agree": {
                "each": {"in": "shop.items"},
                "rows": {"file": "plan.md"},
                "key": {"item": "name"},
                "fields": {"pieces": "pieces"},
            }
        },
        "0 rows for 'Trip' in column 'item', wanted exactly one",
    ),
    (
        "agree",
        {"agree": {"each": CAR, "rows": {"file": "plan.md"}, "key": {"item": "name"}, "fields": {"price": "price"}}},
        "0 records, wanted 1",
    ),
    ("file", {"file": {"path": "no.md"}}, "there is no file 'no.md'"),
    (
        "file",
        {"file": {"path": "plan.md", "states": ["bed", {"amount": "EUR 4.50"}], "together": True}},
        "does not state together: ",
    ),
    ("file", {"file": {"path": "plan.md", "states": [{"date": "2026-03-04"}]}}, "does not state: date 2026-03-04"),
    ("file", {"file": {"path": "plan.md", "rows": {"item": "Bed", "pieces": 3}}}, "pieces is '2', wanted 3"),
    ("file", {"file": {"path": "plan.md", "rows": {"item": "Bed"}, "section": "Other"}}, "none of 0 rows"),
    (
        "said",
        {"said": {"events": ["e02"], "states": [{"amount": "EUR 20.00"}]}},
        "no reply there states: amount EUR 20.00",
    ),
    (
        "said",
        {"said": {"events": ["e02"], "states": ["3 March", "all well"], "together": True}},
        "no reply there states",
    ),
    ("silent", {"silent": {"events": ["e01"]}}, "said in e01"),
    ("unasked", {"unasked": {"events": ["e02"]}}, "asked in e02: "),
    ("called", {"called": {"operation": "assistant_current_time"}}, "was never called so; 0 calls of it in all"),
    ("called", {"called": {"operation": "shop_get_item", "arguments": {"item_id": "nope"}}}, "2 calls of it in all"),
    ("called", {"called": {"operation": "shop_get_item", "holds": ["Lamp"]}}, "2 calls"),
    ("called", {"called": {"operation": "shop_buy_item", "after": "e02"}}, "1 calls"),
    ("called", {"called": {"operation": "shop_buy_item", "before": "e02"}}, "1 calls"),
    ("called", {"called": {"operation": "shop_buy_item", "stages": [1]}}, "1 calls"),
    (
        "sequence",
        {"sequence": [{"called": {"operation": "shop_buy_item"}}, {"became": BED | {"stages": [1]}}]},
        "step 2 of 2 has no match after the steps before it",
    ),
    ("untouched", {"untouched": {"in": "shop.items"}}, "was changed in e01"),
    ("untouched", {"untouched": {"in": "shop.items", "except": {"name": "Lamp"}}}, "shop.items ITM-"),
    (
        "disjoint",
        {"disjoint": {"in": "shop.items", "where": {"until": {"ne": None}}, "start": "at", "end": "until", "min": 3}},
        "2 intervals, wanted at least 3",
    ),
    ("all", {"all": [HAS_BED, HAS_CAR]}, "none of 4 rows"),
    ("any", {"any": [HAS_CAR, {"none": BED}]}, "; "),
    ("not", {"not": HAS_BED}, "not so: "),
    ("when", {"when": HAS_BED, "then": HAS_CAR}, "none of 4 rows"),
]


@pytest.mark.parametrize(("key", "form", "evidence"), PASSES)
def test_a_life_passes(key: str, form: Any, evidence: str) -> None:
    finding = judged(form, whole())
    assert finding.passed, finding.evidence
    assert evidence in finding.evidence
    assert predicate(form).key == key


@pytest.mark.parametrize(("key", "form", "evidence"), FAILS)
def test_a_life_fails_with_evidence(key: str, form: Any, evidence: str) -> None:
    finding = judged(form, whole())
    assert not finding.passed, finding.evidence
    assert evidence in finding.evidence
    assert predicate(form).key == key


@pytest.mark.parametrize("key", sorted(PREDICATES))
def test_every_predicate_has_a_passing_and_a_failing_example(key: str) -> None:
    assert key in {example[0] for example in PASSES}
    assert key in {example[0] for example in FAILS}


@pytest.mark.parametrize(("key", "form"), [example[:2] for example in [*PASSES, *FAILS]])
def test_no_positive_predicate_passes_where_nothing_ever_was(key: str, form: Any) -> None:
    if predicate(form).positive:
        assert not judged(form, nothing()).passed


@pytest.mark.parametrize(
    ("form", "positive"),
    [
        ({"some": BED}, True),
        ({"none": BED}, False),
        ({"count": {**BED, "eq": 0}}, False),
        ({"count": {**BED, "le": 3}}, False),
        ({"count": {**BED, "lt": 1}}, False),
        ({"count": {**BED, "ge": 1}}, True),
        ({"count": {**BED, "ge": 1, "le": 3}}, True),
        ({"count": {**BED, "eq": 2}}, True),
        ({"sum": {"of": [{**BED, "field": "price"}], "le": "EUR 1.00"}}, True),
        ({"sum": {"of": [{**BED, "field": "price"}], "le": "EUR 1.00", "min": 0}}, False),
        ({"all": [{"none": BED}, HAS_BED]}, True),
        ({"all": [{"none": BED}]}, False),
        ({"any": [{"none": BED}, HAS_BED]}, False),
        ({"any": [HAS_CAR, HAS_BED]}, True),
        ({"not": HAS_BED}, False),
        ({"when": HAS_BED, "then": HAS_BED}, False),
        ({"silent": {"events": ["e01"]}}, False),
        ({"unasked": {"events": ["e01"]}}, False),
        ({"untouched": {"in": "shop.items"}}, False),
        ({"file": {"path": "x"}}, True),
    ],
    ids=str,
)
def test_a_predicate_knows_whether_an_idle_agent_satisfies_it(form: Any, positive: bool) -> None:
    assert predicate(form).positive is positive


# ---- particular lives


def test_a_stage_check_sees_the_world_at_the_end_of_its_stage() -> None:
    sold = {"some": {"in": "shop.items", "where": {"status": "sold"}}}
    assert not judged(sold, whole(), stage=1).passed
    assert judged(sold, whole(), stage=2).passed
    assert judged(sold, whole()).passed
    assert not judged({"some": {**sold["some"], "as_of": 1}}, whole()).passed
    assert judged({"none": {**sold["some"], "as_of": 1}}, whole(), stage=3).passed


@pytest.mark.parametrize(
    ("until", "disjoint"), [("2026-03-05T11:59", True), ("2026-03-05T12:00", True), ("2026-03-05T12:01", False)]
)
def test_touching_intervals_do_not_overlap(until: str, disjoint: bool) -> None:
    def stretch(world: World) -> str | None:
        shop(world).items.update("trip", until=moment(until))
        return None

    ask = {"disjoint": {"in": "shop.items", "start": "at", "end": "until"}}
    finding = judged(ask, live(stretch, items=GIVEN))
    assert finding.passed is disjoint
    if not disjoint:
        assert "trip ends" in finding.evidence
        assert "after gala begins" in finding.evidence


def test_two_rows_for_one_record_do_not_agree() -> None:
    def twice(world: World) -> str | None:
        plan(world)
        world.call("workspace_append_file", {"path": "plan.md", "content": "| Bed | €20.00 | 2 |\n"})
        return None

    ask = {"agree": {"each": BED, "rows": {"file": "plan.md"}, "key": {"item": "name"}, "fields": {"pieces": "pieces"}}}
    assert "2 rows for 'Bed'" in judged(ask, live(twice)).evidence


WITH_EXTRAS = item(
    "bed", name="Bed", extras=[{"kind": "bag", "price": "EUR 3.00"}, {"kind": "box", "price": "EUR 5.00"}]
)


@pytest.mark.parametrize(
    ("total", "words"), [("EUR 8.00", "2 values add up to EUR 8.00"), ("EUR 3.00", "add up to EUR 8.00, wanted")]
)
def test_a_sum_goes_through_lists(total: str, words: str) -> None:
    ask = {"sum": {"of": [{"in": "shop.items", "field": "extras.price"}], "eq": total}}
    assert words in judged(ask, live(items=[WITH_EXTRAS])).evidence


@pytest.mark.parametrize(("kind", "agrees"), [("box", True), ("bag", True), ("rug", False)])
def test_a_ledger_agrees_with_one_element_of_a_list(kind: str, agrees: bool) -> None:
    def noted(world: World) -> str | None:
        table = f"| item | with |\n| --- | --- |\n| Bed | {kind} |\n"
        world.call("workspace_write_file", {"path": "plan.md", "content": table})
        return None

    ask = {
        "agree": {
            "each": {"in": "shop.items"},
            "rows": {"file": "plan.md"},
            "key": {"item": "name"},
            "fields": {"with": "extras.kind"},
        }
    }
    finding = judged(ask, live(noted, items=[WITH_EXTRAS]))
    assert finding.passed is agrees
    assert agrees or "the record 'bag' or 'box'" in finding.evidence


def test_a_commit_breaks_silence_and_a_read_does_not() -> None:
    def read(world: World) -> str | None:
        world.call("shop_list_items", {})
        world.call("shop_buy_item", {"item_id": "nope"})
        return ""

    def commit(world: World) -> str | None:
        world.call("shop_buy_item", {"item_id": "trip"})
        return ""

    ask = {"silent": {"events": ["e01"]}}
    assert judged(ask, live(read, items=GIVEN)).passed
    assert judged(ask, live(commit, items=GIVEN)).evidence == "shop_buy_item in e01"


def test_what_came_and_went_became() -> None:
    def there_and_back(world: World) -> str | None:
        plan(world)
        items = shop(world).items
        bed = next(row for row in items if row.name == "Bed")
        with world.acting("agent", "e01"):
            items.update(bed.id, status="held")
            items.update(bed.id, status="open")
        return None

    held = {"in": "shop.items", "where": {"status": "held"}}
    history = live(there_and_back)
    assert not judged({"some": held}, history).passed
    ask = {"sequence": [{"became": held}, {"became": {"in": "shop.items", "where": {"status": "open"}}}]}
    assert judged(ask, history).passed


def test_a_mixed_sum_of_money_fails_and_says_why() -> None:
    def mixed(world: World) -> str | None:
        world.call("shop_add_item", {"name": "a", "price": "EUR 1.00"})
        world.call("shop_add_item", {"name": "b", "price": "JPY 100"})
        return None

    finding = judged({"sum": {"of": [{"in": "shop.items", "field": "price"}], "ge": "EUR 1.00"}}, live(mixed))
    assert not finding.passed
    assert "different currencies" in finding.evidence


# ---- forms that are refused


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"sme": BED},
        {"some": {}},
        {"some": {**BED, "wher": {}}},
        {"some": BED, "none": BED},
        {"all": []},
        {"any": []},
        {"count": {**BED, "eq": 1, "most": 2}},
        {"every": {**BED, "satisfies": {}}},
        {"every": {**BED, "satisfies": {"name": "x"}, "min": 0}},
        {"sum": {"of": [], "eq": 1}},
        {"file": {}},
        {"file": {"path": "x", "states": []}},
        {"said": {"states": ["x"]}},
        {"said": {"events": ["e01"], "stages": [1], "states": ["x"]}},
        {"said": {"events": ["e01"], "states": []}},
        {"silent": {"events": []}},
        {"unasked": {"events": []}},
        {"sequence": []},
        {"sequence": [{"became": BED}, {"some": BED}]},
        {"disjoint": {"in": "shop.items", "start": "at", "end": "until", "min": 1}},
        {"agree": {"each": BED, "rows": {"file": "x"}, "key": {}, "fields": {"a": "name"}}},
        {"agree": {"each": BED, "rows": {"file": "x"}, "key": {"a": "name", "b": "id"}, "fields": {"a": "name"}}},
        {"when": HAS_BED},
        {"some": {**BED, "by": "nobody"}},
        {"some": {**BED, "stages": []}},
        {"some": {**BED, "as_of": 0}},
        [HAS_BED],
        "some",
    ],
    ids=str,
)
def test_a_malformed_predicate_is_refused(form: Any) -> None:
    with pytest.raises(ValidationError):
        predicate(form)


def some(**query: Any) -> Any:
    return {"some": {"in": "shop.items", **query}}


NAMES: list[tuple[Any, str, tuple[str | int, ...]]] = [
    ({"some": {"in": "shop.item"}}, "did you mean 'shop.items'?", ("some", "in")),
    ({"some": {"in": "call"}}, "no table 'call'", ("some", "in")),
    (some(where={"nme": "x"}), "Item has no field 'nme'; did you mean 'name'?", ("some", "where", "nme")),
    (some(where={"route.too": "x"}), "Route has no field 'too'; did you mean 'to'?", ("some", "where", "route.too")),
    (some(where={"name.x": "x"}), "inside a plain value", ("some", "where", "name.x")),
    (some(where={"status": "opn"}), "did you mean 'open'?", ("some", "where", "status")),
    (some(where={"status": {"in": ["open", "helt"]}}), "did you mean 'held'?", ("some", "where", "status", "in")),
    (some(where={"pieces": "two"}), "'two' does not fit the field", ("some", "where", "pieces")),
    (some(where={"price": {"le": "20 EUR"}}), "does not fit the field", ("some", "where", "price", "le")),
    (some(where={"at": {"before": "soon"}}), "does not fit the field", ("some", "where", "at", "before")),
    (some(where={"name": {"equals": "x"}}), "no operator 'equals'", ("some", "where", "name", "equals")),
    (some(where={"name": {"contain": "x"}}), "did you mean 'contains'?", ("some", "where", "name", "contain")),
    (some(where={"name": {}}), "an empty condition asks nothing", ("some", "where", "name")),
    (some(where={"tags": "x"}), "the field is a list; use any, none, every or contains", ("some", "where", "tags")),
    (some(where={"name": {"any": "x"}}), "any asks a list", ("some", "where", "name", "any")),
    (
        some(where={"pieces": {"contains": 1}}),
        "contains asks a text or a list",
        ("some", "where", "pieces", "contains"),
    ),
    (some(where={"pieces": {"in": []}}), "not empty", ("some", "where", "pieces", "in")),
    (some(where={"pieces": {"between": [1]}}), "list of two values", ("some", "where", "pieces", "between")),
    (some(where={"name": {"matches": "("}}), "no valid regular expression", ("some", "where", "name", "matches")),
    (some(where={"pieces": {"near": {"value": 1}}}), "near takes", ("some", "where", "pieces", "near")),
    (some(where={"name": {"states": [{"amout": 1}]}}), "a fact is text or one of", ("some", "where", "name", "states")),
    (some(where={"name": {"states": []}}), "at least 1 item", ("some", "where", "name", "states")),
    (
        some(where={"id": {"from": "shop.timers", "by": "me"}}),
        "'agent', 'timeline' or 'service'",
        ("some", "where", "id", "by"),
    ),
    (some(where={"id": {"from": 5}}), "", ("some", "where", "id", "from")),
    (some(where={"any_of": ["x"]}), "takes a list of wheres", ("some", "where", "any_of")),
    (some(where={"any_of": [{}]}), "takes a list of wheres", ("some", "where", "any_of")),
    (some(where={"any_of": []}), "takes a list of wheres", ("some", "where", "any_of")),
    (some(where={"any_of": [{"nme": 1}]}), "no field 'nme'", ("some", "where", "any_of", 0, "nme")),
    (
        some(where={"extras": {"any": {"knd": "x"}}}),
        "Extra has no field 'knd'; did you mean 'kind'?",
        ("some", "where", "extras", "any", "knd"),
    ),
    (some(where={"extras.kind": "x"}), "ask its elements: any: {kind: ...}", ("some", "where", "extras.kind")),
    (some(where={"id": {"from": "shop.timer"}}), "did you mean 'shop.timers'?", ("some", "where", "id")),
    (some(where={"id": {"from": "shop.timers", "field": "nme"}}), "Timer has no field 'nme'", ("some", "where", "id")),
    (some(where={"id": {"from": "shop.timers", "fields": "id"}}), "did you mean 'field'?", ("some", "where", "id")),
    (some(stages=[4]), "there is no stage 4; valid: 1 to 3", ("some", "stages", 0)),
    (some(as_of=9), "there is no stage 9", ("some", "as_of")),
    ({"count": BED}, "needs a comparison", ("count",)),
    ({"count": {**BED, "eq": "many"}}, "'many' does not fit", ("count", "eq")),
    ({"every": {**BED, "satisfies": {"nme": 1}}}, "no field 'nme'", ("every", "satisfies", "nme")),
    ({"sum": {"of": [{**BED, "field": "name"}], "eq": 1}}, "one field of money or of numbers", ("sum", "of")),
    ({"sum": {"of": [{**BED, "field": "extras.kind"}], "eq": 1}}, "one field of money or", ("sum", "of")),
    ({"sum": {"of": [{**BED, "field": "extras.prce"}], "eq": 1}}, "Extra has no field", ("sum", "of", 0, "field")),
    ({"sum": {"of": [{**BED, "field": "prce"}], "eq": 1}}, "did you mean 'price'?", ("sum", "of", 0, "field")),
    ({"sum": {"of": [{**BED, "field": "price"}], "eq": 1}}, "does not fit", ("sum", "eq")),
    (
        {"agree": {"each": BED, "rows": {"file": "x"}, "key": {"a": "nme"}, "fields": {"b": "name"}}},
        "no field 'nme'",
        ("agree", "key", "a"),
    ),
    (
        {"agree": {"each": BED, "rows": {"file": "x"}, "key": {"a": "name"}, "fields": {"b": "nme"}}},
        "no field 'nme'",
        ("agree", "fields", "b"),
    ),
    ({"file": {"path": "x", "rows": {}}}, "asks nothing", ("file", "rows")),
    ({"file": {"path": "x", "as_of": 7}}, "there is no stage 7", ("file", "as_of")),
    (
        {"said": {"events": ["e1"], "states": ["x"]}},
        "there is no event 'e1' that opens a turn; did you mean 'e01'?",
        ("said", "events", 0),
    ),
    ({"said": {"stages": [0], "states": ["x"]}}, "there is no stage 0", ("said", "stages", 0)),
    ({"silent": {"events": ["e99"]}}, "there is no event 'e99'", ("silent", "events", 0)),
    ({"unasked": {"events": ["e01", "e99"]}}, "there is no event 'e99'", ("unasked", "events", 1)),
    ({"called": {"operation": "shop_buy_items"}}, "did you mean 'shop_buy_item'?", ("called", "operation")),
    ({"called": {"operation": "shop_close_shop"}}, "there is no operation 'shop_close_shop'", ("called", "operation")),
    (
        {"called": {"operation": "shop_buy_item", "arguments": {"item": 1}}},
        "has no argument 'item'",
        ("called", "arguments", "item"),
    ),
    ({"called": {"operation": "shop_buy_item", "after": "e9"}}, "there is no event 'e9'", ("called", "after")),
    (
        {"called": {"operation": "shop_buy_item", "result": {"x": {"lik": 1}}}},
        "no operator 'lik'",
        ("called", "result", "x", "lik"),
    ),
    (
        {"sequence": [{"became": BED}, {"became": {"in": "calls"}}]},
        "became asks a table",
        ("sequence", 1, "became", "in"),
    ),
    (
        {"sequence": [{"became": CAR}, {"called": {"operation": "nope"}}]},
        "no operation",
        ("sequence", 1, "called", "operation"),
    ),
    (
        {"sequence": [{"became": BED}, {"said": {"events": ["e77"], "states": ["x"]}}]},
        "no event 'e77'",
        ("sequence", 1, "said", "events", 0),
    ),
    (
        {"sequence": [{"said": {"stages": [9], "states": ["x"]}}, {"became": BED}]},
        "no stage 9",
        ("sequence", 0, "said", "stages", 0),
    ),
    ({"untouched": {"in": "shop.itms"}}, "did you mean 'shop.items'?", ("untouched", "in")),
    ({"untouched": {"in": "shop.items", "except": {"nme": 1}}}, "no field 'nme'", ("untouched", "except", "nme")),
    ({"disjoint": {"in": "shop.items", "start": "att", "end": "until"}}, "did you mean 'at'?", ("disjoint", "start")),
]


@pytest.mark.parametrize(("form", "words", "place"), NAMES, ids=lambda value: str(value)[:70])
def test_a_name_that_does_not_exist_is_reported_with_its_place(
    form: Any, words: str, place: tuple[str | int, ...]
) -> None:
    with pytest.raises(ScopeError) as caught:
        predicate(form).lint(scope())
    assert words in str(caught.value)
    assert caught.value.place[: len(place)] == place
