"""ecommerce: searching, cart, coupons, checkout, orders, returns, watches, and what sellers do."""

from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok, setting
from vibelife_inspect.ids import rng
from vibelife_inspect.money import Money
from vibelife_inspect.services.ecommerce import Ecommerce
from vibelife_inspect.services.ecommerce.background import ShopBackground
from vibelife_inspect.services.ecommerce.sums import refund_share, shares
from vibelife_inspect.world import Mark, World

ACCOUNT = {
    "id": "ACC", "name": "Current", "kind": "current", "currency": "EUR", "iban": "DE89370400440532013000",
    "balance": "EUR 1,000.00",
}  # fmt: skip
SEEDS: dict[str, list[dict[str, Any]]] = {
    "sellers": [
        {"id": "S-SHOE", "name": "Sole Mates", "email": "hi@sole.example", "city": "Berlin", "country": "DE",
         "shipping_fee": "EUR 4.90", "free_from": "EUR 150.00", "express_fee": "EUR 9.90"},
        {"id": "S-TEA", "name": "Tea Chest", "country": "DE", "ships_to": ["DE"], "decides_after": None},
    ],
    "categories": [
        {"id": "clothing", "name": "Clothing"},
        {"id": "shoes", "name": "Shoes", "name_local": "鞋", "parent": "clothing"},
        {"id": "tea", "name": "Tea"},
    ],
    "products": [
        {"id": "P-RUN", "seller_id": "S-SHOE", "name": "Runner", "name_local": "跑步鞋", "brand": "Ålesund",
         "category": "shoes", "rating_tenths": 46, "sold": 50},
        {"id": "P-TEA", "seller_id": "S-TEA", "name": "Green tea", "category": "tea", "return_days": 0,
         "rating_tenths": 40, "sold": 900},
        {"id": "P-CUP", "seller_id": "S-TEA", "name": "Cup", "category": "tea", "sold": 10},
        {"id": "P-OLD", "seller_id": "S-TEA", "name": "Old pot", "category": "tea", "status": "withdrawn"},
    ],
    "skus": [
        {"id": "RUN-41", "product_id": "P-RUN", "attributes": {"size": "41", "colour": "rust"}, "price": "EUR 50.00"},
        {"id": "RUN-42", "product_id": "P-RUN", "attributes": {"size": "42"}, "price": "EUR 55.00", "stock": 0},
        {"id": "TEA", "product_id": "P-TEA", "price": "EUR 10.00", "deal_price": "EUR 8.00",
         "deal_until": "2026-03-05T00:00"},
        {"id": "CUP", "product_id": "P-CUP", "price": "EUR 3.33"},
        {"id": "OLD", "product_id": "P-OLD", "price": "EUR 1.00"},
    ],
    "coupons": [
        {"id": "TEN", "percent": 10},
        {"id": "FIVE", "amount": "EUR 5.00", "min_items": "EUR 60.00", "valid_until": "2026-03-04T00:00"},
        {"id": "TEAONLY", "percent": 50, "category": "tea"},
        {"id": "LATER", "percent": 5, "valid_from": "2026-04-01T00:00"},
        {"id": "DEAD", "percent": 5, "status": "withdrawn"},
        {"id": "YEN", "amount": "JPY 100"},
    ],
    "addresses": [
        {"id": "HOME", "label": "home", "recipient": "Mara", "address": "Feldweg 3", "city": "Hamburg", "country": "DE",
         "is_default": True},
        {"id": "WIEN", "recipient": "Jo", "address": "Gasse 1", "city": "Vienna", "country": "AT"},
    ],
    "orders": [
        {"id": "ORD-OLD", "seller_id": "S-SHOE", "status": "delivered", "placed_at": "2026-02-20T10:00",
         "delivered_at": "2026-02-25T12:00", "shipping": "EUR 4.90",
         "lines": [{"sku": "RUN-41", "name": "Runner", "quantity": 3, "price": "EUR 50.00", "paid": "EUR 100.00"},
                   {"sku": "TEA", "name": "Green tea", "price": "EUR 10.00", "return_days": 0}]},
        {"id": "ORD-JO", "owner": "jo", "seller_id": "S-TEA", "placed_at": "2026-02-20T10:00",
         "lines": [{"sku": "TEA", "name": "Green tea", "price": "EUR 10.00"}]},
    ],
}  # fmt: skip


class Shop:
    """A world with the seeds, and short calls."""

    def __init__(self, *services: str, **frame: str) -> None:
        seeds = {f"ecommerce.{table}": rows for table, rows in SEEDS.items()}
        if "banking" in services:
            seeds["banking.accounts"] = [ACCOUNT]
        self.world: World = make_world("ecommerce", *services, seeds=seeds, **frame)

    def ok(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.call(f"ecommerce_{name}", arguments))

    def code(self, name: str, /, **arguments: Any) -> str:
        before = self.world.digest()
        answer = code(self.world.call(f"ecommerce_{name}", arguments))
        assert self.world.digest() == before
        return answer

    def out(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.outside(f"ecommerce_{name}", arguments))

    def row(self, table: str, id: str) -> Any:
        return self.world.table(f"ecommerce.{table}").get(id)

    def until(self, text: str) -> None:
        self.world.advance(at(text))

    def fill(self, **quantities: int) -> None:
        for sku, quantity in quantities.items():
            self.ok("add_to_cart", sku=sku.replace("_", "-"), quantity=quantity)

    def buy(self, **quantities: int) -> str:
        self.fill(**quantities)
        return str(self.ok("place_order", payment_method="ACC")["orders"][0]["order_id"])

    def balance(self) -> int:
        minor: int = self.world.table("banking.accounts").get("ACC").balance.minor
        return minor

    def effects(self, ref: str) -> int:
        return sum(isinstance(e, Mark) and e.kind == "effect" and e.ref == ref for e in self.world.journal.entries)


def ids(result: Any, key: str = "product_id") -> list[str]:
    return [item[key] for item in result["items"]]


# ---- catalogue


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"query": "跑步"}, ["P-RUN"]),
        ({"query": "RUNNER ÅLESUND"}, ["P-RUN"]),
        ({"query": "rust"}, ["P-RUN"]),
        ({"query": "tea"}, ["P-TEA", "P-CUP"]),
        ({"query": "nothing of the kind"}, []),
        ({"filters": {"category": "clothing"}}, ["P-RUN"]),
        ({"filters": {"brand": "ålesund"}}, ["P-RUN"]),
        ({"filters": {"max_price": "EUR 8.00"}}, ["P-TEA", "P-CUP"]),
        ({"filters": {"min_price": "JPY 8000", "in_stock": True}}, ["P-RUN"]),
        ({"filters": {"min_price": "EUR 52.00", "in_stock": True}}, []),
        ({"filters": {"min_rating_tenths": 41}}, ["P-RUN"]),
        ({"filters": {"on_deal": True}}, ["P-TEA"]),
        ({"filters": {"seller_id": "S-TEA"}, "sort": "price_asc"}, ["P-CUP", "P-TEA"]),
        ({"filters": {"in_stock": True}, "sort": "price_desc"}, ["P-RUN", "P-TEA", "P-CUP"]),
        ({"filters": {"in_stock": True}, "sort": "rating", "limit": 2, "cursor": "P-RUN"}, ["P-TEA", "P-CUP"]),
    ],
)
def test_search_finds_what_fits(arguments: dict[str, Any], expected: list[str]) -> None:
    filters = arguments.get("filters", {})
    arguments = {**arguments, **({"filters": {k: _money(v) for k, v in filters.items()}} if filters else {})}
    assert ids(Shop().ok("search_products", **arguments)) == expected


def _money(value: Any) -> Any:
    return Money.model_validate(value).model_dump() if isinstance(value, str) and value[3:4] == " " else value


def test_search_never_matches_everything_and_knows_its_categories() -> None:
    shop = Shop()
    assert shop.code("search_products") == "invalid"
    assert shop.code("search_products", filters={}) == "invalid"
    assert shop.code("search_products", filters={"category": "shoe"}) == "not_found"
    assert shop.code("search_products", filters={"max_price": {"minor": 5, "currency": "KWD"}}) == "invalid"
    assert ids(shop.ok("list_categories"), "category") == ["clothing", "shoes", "tea"]


def test_a_product_shows_variants_seller_and_deal() -> None:
    shop = Shop()
    tea = shop.ok("get_product", product_id="P-TEA")
    assert tea["variants"][0]["price"]["text"] == "EUR 8.00"
    assert tea["variants"][0]["usual_price"]["text"] == "EUR 10.00"
    assert (tea["returns"], tea["seller"]["name"]) == ("not possible", "Tea Chest")
    shop.until("2026-03-05T00:00")
    assert shop.ok("get_product", product_id="P-TEA")["variants"][0]["price"]["text"] == "EUR 10.00"
    assert shop.row("skus", "TEA").deal_price is None


def test_a_seller_answers_in_public_and_by_mail() -> None:
    shop = Shop("email")
    question = shop.ok("ask_seller", product_id="P-TEA", question="Is it organic?")["question_id"]
    shop.out("answer_question", question_id=question, answer="It is.")
    assert shop.ok("get_product", product_id="P-TEA")["questions"][0]["answer"] == "It is."
    assert "about Green tea" in ok(shop.world.call("email_list_messages", {}))["items"][0]["subject"]
    assert code(shop.world.outside("ecommerce_answer_question", {"question_id": question, "answer": "x"})) == "conflict"


# ---- cart and coupons


def test_the_cart_adds_sets_removes_and_empties() -> None:
    shop = Shop()
    shop.fill(RUN_41=1, CUP=2)
    shop.fill(RUN_41=1)
    assert [(line["sku"], line["quantity"]) for line in shop.ok("get_cart")["lines"]] == [("RUN-41", 2), ("CUP", 2)]
    assert shop.ok("set_quantity", sku="CUP", quantity=3)["items_total"]["text"] == "EUR 109.99"
    assert shop.code("set_quantity", sku="TEA", quantity=1) == "not_found"
    assert shop.code("add_to_cart", sku="RUN-42") == "unavailable"
    assert shop.code("add_to_cart", sku="RUN-41", quantity=9) == "unavailable"
    assert shop.code("add_to_cart", sku="OLD") == "unavailable"
    assert [line["sku"] for line in shop.ok("remove_from_cart", sku="CUP")["lines"]] == ["RUN-41"]
    assert shop.code("remove_from_cart", sku="CUP") == "not_found"
    assert shop.ok("remove_from_cart")["lines"] == []
    assert shop.code("place_order", payment_method="ACC") == "conflict"


@pytest.mark.parametrize(
    ("coupon", "answer"),
    [
        ("ten", "EUR 5.33"),
        ("FIVE", "conflict"),
        ("TEAONLY", "EUR 1.66"),
        ("LATER", "conflict"),
        ("DEAD", "conflict"),
        ("YEN", "conflict"),
        ("NONE", "not_found"),
    ],
)
def test_a_coupon_takes_off_what_it_says_or_says_why_not(coupon: str, answer: str) -> None:
    shop = Shop()
    shop.fill(RUN_41=1, CUP=1)
    if answer.startswith("EUR"):
        assert shop.ok("apply_coupon", code=coupon)["discount"]["text"] == answer
    else:
        assert shop.code("apply_coupon", code=coupon) == answer


def test_coupons_do_not_stack() -> None:
    shop = Shop()
    shop.fill(RUN_41=2)
    shop.ok("apply_coupon", code="TEN")
    assert shop.ok("apply_coupon", code="FIVE")["discount"]["text"] == "EUR 5.00"
    assert shop.code("remove_coupon", code="TEN") == "conflict"
    assert shop.ok("remove_coupon", code="FIVE")["coupon"] is None


def test_a_coupon_that_expired_in_the_cart_stops_the_order() -> None:
    shop = Shop()
    shop.fill(RUN_41=2)
    shop.ok("apply_coupon", code="FIVE")
    shop.until("2026-03-04T00:00")
    cart = shop.ok("get_cart")
    assert "valid until" in cart["coupon"]["problem"]
    assert cart["discount"]["minor"] == 0
    assert shop.code("place_order", payment_method="ACC") == "expired"
    shop.ok("remove_coupon", code="FIVE")
    assert shop.ok("place_order", payment_method="ACC")["total"]["text"] == "EUR 104.90"


def test_a_coupon_is_used_once() -> None:
    shop = Shop()
    shop.fill(RUN_41=1)
    shop.ok("apply_coupon", code="TEN")
    order = shop.ok("place_order", payment_method="ACC")["orders"][0]["order_id"]
    assert (shop.row("coupons", "TEN").status, shop.row("orders", order).coupon) == ("used", "TEN")
    shop.fill(RUN_41=1)
    assert shop.code("apply_coupon", code="TEN") == "conflict"


# ---- checkout


def test_an_order_costs_what_was_quoted_one_per_seller() -> None:
    shop = Shop("banking", "email")
    shop.fill(RUN_41=1, TEA=2, CUP=1)
    shop.ok("apply_coupon", code="TEN")
    quote = shop.ok("quote_checkout")
    assert [(o["seller_id"], o["total"]["text"]) for o in quote["orders"]] == [
        ("S-SHOE", "EUR 49.90"), ("S-TEA", "EUR 17.40")
    ]  # fmt: skip
    placed = shop.ok("place_order", payment_method="ACC", expected_total=quote["total"])
    assert placed["total"] == quote["total"]
    assert shop.balance() == 100_000 - quote["total"]["minor"]
    assert (shop.row("skus", "RUN-41").stock, shop.row("skus", "TEA").stock) == (9, 8)
    assert shop.ok("get_cart")["lines"] == []
    assert len(ok(shop.world.call("email_list_messages", {}))["items"]) == 2
    assert [o["status"] for o in placed["orders"]] == ["paid", "paid"]


def test_shipping_depends_on_service_amount_and_country() -> None:
    shop = Shop()
    shop.fill(RUN_41=3)
    assert shop.ok("quote_checkout")["orders"][0]["shipping"]["minor"] == 0
    assert shop.ok("quote_checkout", service="express")["orders"][0]["shipping"]["minor"] == 990
    assert "duty" in shop.ok("quote_checkout", address_id="WIEN")["tax"]
    shop.fill(TEA=1)
    assert shop.code("quote_checkout", address_id="WIEN") == "unavailable"
    assert shop.code("quote_checkout", service="express") == "unavailable"


def test_the_price_of_the_moment_counts() -> None:
    shop = Shop()
    shop.fill(RUN_41=1)
    quote = shop.ok("quote_checkout")["total"]
    shop.out("change_price", sku="RUN-41", price={"minor": 6000, "currency": "EUR"})
    line = shop.ok("get_cart")["lines"][0]
    assert (line["price"]["minor"], line["price_when_added"]["minor"]) == (6000, 5000)
    assert shop.code("place_order", payment_method="ACC", expected_total=quote) == "conflict"
    assert shop.ok("place_order", payment_method="ACC")["total"]["text"] == "EUR 64.90"


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [("set_stock", {"sku": "RUN-41", "stock": 1}), ("withdraw_product", {"product_id": "P-RUN"})],
)
def test_what_is_gone_cannot_be_ordered(operation: str, arguments: dict[str, Any]) -> None:
    shop = Shop()
    shop.fill(RUN_41=2)
    shop.out(operation, **arguments)
    assert shop.ok("get_cart")["lines"][0]["problem"]
    assert shop.code("place_order", payment_method="ACC") == "unavailable"


def test_an_order_that_cannot_be_paid_changes_nothing() -> None:
    shop = Shop("banking")
    shop.fill(RUN_41=1, TEA=1)
    assert shop.code("place_order", payment_method="NONE") == "not_found"
    shop.out("change_price", sku="TEA", price={"minor": 10_000, "currency": "EUR"})
    shop.out("start_deal", sku="TEA", price={"minor": 99_000, "currency": "EUR"})
    assert shop.code("place_order", payment_method="ACC") == "insufficient_funds"
    assert shop.balance() == 100_000


def test_without_siblings_effects_are_noted_and_said() -> None:
    shop = Shop()
    shop.fill(RUN_41=1)
    assert "nothing was booked" in shop.ok("place_order", payment_method="ANY")["notes"][0]
    assert (shop.effects("payment"), shop.effects("mail"), shop.effects("shipment")) == (1, 1, 1)


# ---- orders


def test_without_a_carrier_an_order_moves_by_itself() -> None:
    shop = Shop()
    order = shop.buy(RUN_41=1)
    seen = []
    for moment in ("2026-03-03T07:59", "2026-03-03T08:00", "2026-03-06T08:00", "2026-03-20T08:00"):
        shop.until(moment)
        seen.append(shop.row("orders", order).status)
    assert seen == ["paid", "shipped", "delivered", "completed"]


def test_with_a_carrier_the_parcel_says_where_the_order_is() -> None:
    shop = Shop("delivery")
    order = shop.buy(RUN_41=1)
    number = shop.row("orders", order).shipment_id
    parcel = ok(shop.world.call("delivery_get_shipment", {"shipment_id": number}))
    assert (parcel["ref"], parcel["sender"], parcel["to_city"]) == (order, "Sole Mates", "Hamburg")
    shop.until("2026-03-03T08:00")
    assert (shop.row("orders", order).status, shop.code("cancel_order", order_id=order)) == ("shipped", "conflict")
    shop.until("2026-03-05T19:00")
    assert shop.row("orders", order).status == "delivered"
    assert shop.row("orders", order).delivered_at == shop.world.table("delivery.shipments").get(number).proof.at


def test_a_parcel_that_comes_back_is_paid_back() -> None:
    shop = Shop("delivery", "banking")
    order = shop.buy(RUN_41=1)
    number = shop.row("orders", order).shipment_id
    shop.until("2026-03-04T12:00")
    trouble = {"shipment_id": number, "trouble": "address_problem", "reason": "No such house"}
    ok(shop.world.outside("delivery_mark_exception", trouble))
    shop.until("2026-03-12T12:00")
    assert (shop.row("orders", order).status, shop.balance()) == ("returned", 100_000)
    assert shop.row("skus", "RUN-41").stock == 10


def test_cancelling_pays_back_restocks_and_stops_the_parcel() -> None:
    shop = Shop("banking", "delivery")
    order = shop.buy(RUN_41=2)
    cancelled = shop.ok("cancel_order", order_id=order, reason="changed my mind", idempotency_key="k")
    assert cancelled["status"] == "cancelled"
    assert shop.ok("cancel_order", order_id=order, reason="changed my mind", idempotency_key="k") == cancelled
    assert (shop.balance(), shop.row("skus", "RUN-41").stock) == (100_000, 10)
    number = shop.row("orders", order).shipment_id
    assert shop.world.table("delivery.shipments").get(number).status == "cancelled"
    assert shop.code("cancel_order", order_id=order) == "conflict"


def test_a_seller_cancels_until_it_has_arrived() -> None:
    shop = Shop("banking", "delivery")
    first, second = shop.buy(RUN_41=2), shop.buy(CUP=1)
    shop.out("merchant_cancel_order", order_id=first, reason="sold out")
    shop.until("2026-03-04T08:00")
    shop.out("merchant_cancel_order", order_id=second, reason="lost on the way", tell=False)
    assert shop.balance() == 100_000
    assert (shop.row("skus", "RUN-41").stock, shop.row("skus", "CUP").stock) == (10, 9)
    shop.until("2026-03-30T08:00")
    assert shop.row("orders", second).status == "cancelled"
    error = shop.world.outside("ecommerce_merchant_cancel_order", {"order_id": "ORD-OLD", "reason": "x"})
    assert code(error) == "conflict"


def test_orders_of_others_stay_theirs() -> None:
    shop = Shop()
    assert ids(shop.ok("list_orders"), "order_id") == ["ORD-OLD"]
    assert ids(shop.ok("list_orders", query="sole mates", statuses=["delivered"]), "order_id") == ["ORD-OLD"]
    for operation in ("get_order", "cancel_order"):
        assert shop.code(operation, order_id="ORD-JO") == "refused"
    assert shop.code("request_return", order_id="ORD-JO", line=1, reason="other") == "refused"


# ---- returns


def test_a_return_runs_its_course_and_pays_pro_rata() -> None:
    shop = Shop()
    request = shop.ok("request_return", order_id="ORD-OLD", line=1, reason="wrong_item", quantity=1)
    assert request["amount"]["text"] == "EUR 33.33"
    rest = shop.ok("request_return", order_id="ORD-OLD", line=1, reason="wrong_item", quantity=2)
    assert rest["amount"]["text"] == "EUR 66.67"
    seen = []
    for moment in ("2026-03-03T08:00", "2026-03-06T08:00", "2026-03-07T08:00"):
        shop.until(moment)
        seen.append(shop.row("returns", request["return_id"]).status)
    assert seen == ["approved", "received", "refunded"]
    order = shop.ok("get_order", order_id="ORD-OLD")
    assert (order["status"], order["refunded"]["text"]) == ("partly_returned", "EUR 100.00")
    assert shop.row("skus", "RUN-41").stock == 13


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ({"line": 3}, "invalid"),
        ({"line": 2}, "refused"),
        ({"line": 1, "quantity": 4}, "conflict"),
        ({"line": 1, "order_id": "ORD-NONE"}, "not_found"),
    ],
)
def test_what_cannot_be_sent_back_is_refused(arguments: dict[str, Any], answer: str) -> None:
    assert Shop().code("request_return", **{"order_id": "ORD-OLD", "reason": "other", **arguments}) == answer


def test_the_time_for_returns_is_counted_on_the_clock() -> None:
    shop = Shop()
    shop.until("2026-03-11T12:00")
    assert shop.row("orders", "ORD-OLD").status == "completed"
    shop.ok("request_return", order_id="ORD-OLD", line=1, reason="other")
    shop.until("2026-03-11T12:01")
    assert shop.code("request_return", order_id="ORD-OLD", line=1, reason="other") == "expired"
    shop.until("2026-03-20T12:00")
    assert shop.row("orders", "ORD-OLD").status == "partly_returned"


def test_a_return_that_is_withdrawn_or_rejected_frees_its_pieces() -> None:
    shop = Shop()
    first = shop.ok("request_return", order_id="ORD-OLD", line=1, reason="other", quantity=3)["return_id"]
    assert shop.code("request_return", order_id="ORD-OLD", line=1, reason="other") == "conflict"
    assert shop.ok("withdraw_return", return_id=first)["status"] == "withdrawn"
    assert shop.code("withdraw_return", return_id=first) == "conflict"
    second = shop.ok("request_return", order_id="ORD-OLD", line=1, reason="other", quantity=3)["return_id"]
    shop.out("decide_return", return_id=second, approve=False, answer="Worn.")
    shop.until("2026-03-05T08:00")
    third = shop.ok("request_return", order_id="ORD-OLD", line=1, reason="other", quantity=3)
    assert third["amount"]["text"] == "EUR 100.00"
    listed = shop.ok("list_returns", order_id="ORD-OLD")
    assert {row["return_id"]: row["status"] for row in listed["items"]} == {
        first: "withdrawn", second: "rejected", third["return_id"]: "requested"
    }  # fmt: skip


def test_a_seller_may_decide_at_any_stage_or_not_at_all() -> None:
    shop = Shop()
    order = shop.buy(CUP=1)
    shop.until("2026-03-10T08:00")
    request = shop.ok("request_return", order_id=order, line=1, reason="damaged")["return_id"]
    shop.until("2026-03-20T08:00")
    assert shop.row("returns", request).status == "requested"
    shop.out("decide_return", return_id=request, approve=True, answer="Sorry!")
    shop.until("2026-03-23T08:00")
    assert shop.row("returns", request).status == "received"
    shop.out("decide_return", return_id=request, approve=True, answer="Paid at once.")
    assert shop.row("orders", order).status == "returned"
    assert shop.row("skus", "CUP").stock == 9


# ---- addresses and wishes


def test_addresses_have_one_default() -> None:
    shop = Shop()
    new = {"recipient": "Ava", "address": "Weg 2", "city": "Köln", "country": "DE"}
    added = shop.ok("save_address", destination=new, make_default=True)["address_id"]
    assert ids(shop.ok("list_addresses"), "address_id")[0] == added
    assert not shop.row("addresses", "HOME").is_default
    assert shop.ok("save_address", destination={**new, "city": "Bonn"}, address_id=added)["city"] == "Bonn"
    shop.ok("remove_address", address_id=added)
    shop.fill(CUP=1)
    assert shop.code("quote_checkout") == "invalid"
    assert shop.code("save_address", destination={**new, "country": "Germany"}) == "invalid"


def test_a_watch_of_the_agent_rings_once_when_the_price_falls() -> None:
    shop = Shop("notification_hub")
    below = {"minor": 4500, "currency": "EUR"}
    shop.ok("add_to_wishlist", sku="RUN-41", below=below)
    assert shop.code("add_to_wishlist", sku="TEA", below={"minor": 900, "currency": "EUR"}) == "invalid"
    shop.out("change_price", sku="RUN-41", price={"minor": 4600, "currency": "EUR"})
    assert shop.world.take_rings() == []
    shop.out("start_deal", sku="RUN-41", price=below, begins="2026-03-04T00:00", until="2026-03-05T00:00")
    shop.until("2026-03-06T00:00")
    assert [(ring.ref, "EUR 45.00" in ring.text) for ring in shop.world.take_rings()] == [("RUN-41", True)]
    assert ok(shop.world.call("notification_hub_count_unread", {}))["unread"] == 1
    assert shop.ok("list_wishlist")["items"][0]["status"] == "fired"
    shop.ok("remove_from_wishlist", sku="RUN-41")
    assert shop.code("remove_from_wishlist", sku="RUN-41") == "not_found"


def test_a_watch_rings_when_it_is_in_stock_again() -> None:
    shop = Shop()
    assert shop.code("add_to_wishlist", sku="RUN-41", restock=True) == "invalid"
    shop.ok("add_to_wishlist", sku="RUN-42", restock=True)
    shop.out("set_stock", sku="RUN-42", stock=4)
    assert [ring.ref for ring in shop.world.take_rings()] == ["RUN-42"]


# ---- sums


@given(st.integers(0, 10**9), st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
@settings(max_examples=150, deadline=None)
def test_shares_add_up_and_are_fair(amount: int, weights: list[int]) -> None:
    parts, whole = shares(amount, weights), sum(weights)
    if not whole:
        assert not any(parts)
        return
    assert sum(parts) == amount
    assert all(amount * w // whole <= part <= -(-amount * w // whole) for part, w in zip(parts, weights, strict=True))


@given(st.integers(0, 10**7), st.lists(st.integers(1, 9), min_size=1, max_size=8))
@settings(max_examples=150, deadline=None)
def test_all_pieces_together_give_exactly_what_was_paid(paid: int, portions: list[int]) -> None:
    quantity, claimed, given_ = sum(portions), 0, 0
    for wanted in portions:
        share = refund_share(paid, quantity, claimed, given_, wanted)
        assert 0 <= share <= paid - given_
        claimed, given_ = claimed + wanted, given_ + share
    assert given_ == paid


def test_whatever_happens_money_and_pieces_add_up() -> None:
    """Stock, orders and returns hold all pieces; the account and the orders agree to the cent."""
    for seed in range(4):
        shop, chance = Shop("banking", "delivery"), Random(seed)
        orders, returns = shop.world.table("ecommerce.orders"), shop.world.table("ecommerce.returns")
        day = date(2026, 3, 3)
        for step in range(40):
            for name, arguments in _some_calls(chance, [o.id for o in orders], [r.id for r in returns]):
                call = shop.world.outside if name.startswith(("decide", "merchant")) else shop.world.call
                call(f"ecommerce_{name}", arguments)
            if step % 2:
                day = date.fromordinal(day.toordinal() + 1)
                shop.until(f"{day}T09:00")
            spent = sum(o.total.minor - o.refunded.minor for o in orders if o.charge is not None)
            assert shop.balance() == 100_000 - spent
            for order in orders:
                for line in order.lines:
                    claims = [r for r in returns if (r.order_id, r.line) == (order.id, line.line) and r.alive]
                    assert sum(r.quantity for r in claims) <= line.quantity
                    assert sum(r.amount.minor for r in claims) <= line.paid.minor
        assert len(orders) > 5
        assert {o.status for o in orders} & {"returned", "partly_returned", "cancelled"}


def _some_calls(chance: Random, orders: list[str], returns: list[str]) -> list[tuple[str, dict[str, Any]]]:
    order, sku = chance.choice(orders), chance.choice(["RUN-41", "CUP", "TEA"])
    calls: list[tuple[str, dict[str, Any]]] = [
        ("add_to_cart", {"sku": sku, "quantity": chance.randrange(1, 4)}),
        ("place_order", {"payment_method": "ACC"}),
        ("request_return", {"order_id": order, "line": 1, "reason": "damaged", "quantity": chance.randrange(1, 3)}),
        ("request_return", {"order_id": order, "line": 1, "reason": "other"}),
    ]
    if chance.random() < 0.3:
        calls.append(("cancel_order", {"order_id": order}))
    if chance.random() < 0.2:
        calls.append(("merchant_cancel_order", {"order_id": order, "reason": "sold out"}))
    if returns and chance.random() < 0.6:
        calls.append(("decide_return", {"return_id": returns[-1], "approve": chance.random() < 0.7, "answer": "So."}))
    chance.shuffle(calls)
    return calls[:3]


# ---- background


@pytest.mark.parametrize(("currency", "units"), [(None, None), ("JPY", 160)])
def test_the_background_is_a_shop_that_sells(currency: str | None, units: int | None) -> None:
    options = ShopBackground(currency=currency, units_per_euro=units)
    shop = Ecommerce(World([Ecommerce], setting(), {}))
    rows: dict[str, list[Any]] = {}
    for table, record in shop.background(options, 1, rng("x")):
        rows.setdefault(f"ecommerce.{table}", []).append(record)
    world = World([Ecommerce], setting(), rows)
    hits = ok(world.call("ecommerce_search_products", {"query": "headphones", "filters": {"in_stock": True}}))
    assert hits["total"] > 1
    ok(world.call("ecommerce_add_to_cart", {"sku": hits["items"][0]["sku"]}))
    placed = ok(world.call("ecommerce_place_order", {"payment_method": "any"}))
    assert placed["total"]["currency"] == (currency or "EUR")
    assert world.table("ecommerce.addresses").get("ADR-HOME").city == "Hamburg"
    assert not rows.get("ecommerce.orders")
    assert all(question.status == "answered" for question in rows["ecommerce.questions"])
