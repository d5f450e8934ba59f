"""delivery: parcels on the clock, quotes, pickups, options, issues, alerts, and the port of shops."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok, setting
from vibelife_inspect.ids import rng
from vibelife_inspect.money import Money
from vibelife_inspect.services.delivery import Delivery
from vibelife_inspect.services.delivery.background import DeliveryBackground
from vibelife_inspect.services.delivery.places import CITIES, band, city_in, delivery_day, percent
from vibelife_inspect.services.delivery.records import Shipment
from vibelife_inspect.world import Mark, Parcel, Service, World

ACCOUNT = {
    "id": "ACC", "name": "Current", "kind": "current", "currency": "EUR", "iban": "DE89370400440532013000",
    "balance": "EUR 100.00",
}  # fmt: skip
SEEDS: dict[str, list[dict[str, Any]]] = {
    "tariffs": [
        {"id": "T-STD", "carrier": "Kestrel", "base": "EUR 5.00", "per_kg": "EUR 1.00"},
        {"id": "T-EXP", "carrier": "Kestrel", "service": "express", "base": "EUR 12.00", "per_kg": "EUR 2.00",
         "max_grams": 5000},
        {"id": "T-OLD", "carrier": "Gone", "base": "EUR 1.00", "per_kg": "EUR 1.00", "status": "withdrawn"},
    ],
    "pickup_points": [
        {"id": "PP-1", "name": "Kiosk Amsel", "address": "Markt 1", "city": "Hamburg", "country": "DE"},
        {"id": "PP-2", "name": "Locker 7", "address": "Markt 2", "city": "Hamburg", "country": "DE", "max_grams": 500},
        {"id": "PP-3", "name": "駅前ロッカー", "address": "駅前 1", "city": "東京", "country": "JP"},
        {"id": "PP-4", "name": "Shut", "address": "Markt 3", "city": "Hamburg", "country": "DE", "status": "closed"},
    ],
    "shipments": [
        {"id": "NEW", "sender": "Shop", "from_city": "Munich", "from_country": "DE", "recipient": "Mara",
         "to_address": "Feldweg 3", "to_city": "Hamburg", "to_country": "DE", "items": "Lampe 灯", "ref": "ORD-1",
         "created_at": "2026-03-01T10:00", "pickup_at": "2026-03-02T15:00"},
        {"id": "WAY", "sender": "Aunt", "from_city": "Vienna", "from_country": "AT", "to_city": "Hamburg",
         "to_country": "DE", "items": "Books", "status": "in_transit", "created_at": "2026-02-27T10:00",
         "expected_on": "2026-03-04"},
        {"id": "DONE", "direction": "outgoing", "to_city": "Berlin", "to_country": "DE", "items": "Vase",
         "status": "delivered", "created_at": "2026-02-20T10:00", "expected_on": "2026-02-23",
         "moved_at": "2026-02-23T12:00"},
        {"id": "ALIEN", "owner": "jo", "to_city": "Tokyo", "to_country": "JP", "items": "Secret",
         "status": "in_transit", "created_at": "2026-02-27T10:00", "expected_on": "2026-03-04"},
    ],
}  # fmt: skip
HERE = {"name": "Mara", "address": "Feldweg 3", "city": "Hamburg", "country": "DE"}
THERE = {"name": "Jo", "address": "Gasse 1", "city": "Berlin", "country": "DE"}


class Carrier:
    """A world with the seeds, and short calls."""

    def __init__(self, *services: str) -> None:
        seeds = {f"delivery.{table}": rows for table, rows in SEEDS.items()}
        if "banking" in services:
            seeds["banking.accounts"] = [ACCOUNT]
        self.world: World = make_world("delivery", *services, seeds=seeds)

    def ok(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.call(f"delivery_{name}", arguments))

    def code(self, name: str, /, **arguments: Any) -> str:
        before = self.world.digest()
        answer = code(self.world.call(f"delivery_{name}", arguments))
        assert self.world.digest() == before
        return answer

    def out(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.outside(f"delivery_{name}", arguments))

    def shipment(self, id: str) -> Shipment:
        row: Shipment = self.world.table("delivery.shipments").get(id)
        return row

    def until(self, text: str) -> None:
        self.world.advance(at(text))

    def rings(self) -> list[str]:
        return [ring.text for ring in self.world.take_rings()]

    def slot(self, free: bool = True) -> tuple[str, str]:
        slots = self.ok("list_pickup_slots", city="Hamburg", country="DE", days=14)["items"]
        slot = next(slot for slot in slots if slot["free"] == free)
        return slot["day"], slot["window"]

    def pickup(self, **more: Any) -> dict[str, Any]:
        day, window = self.slot()
        return {
            "tariff_id": "T-STD", "sender": HERE, "recipient": THERE, "payment_method": "ACC", "pickup_day": day,
            "window": window, "parcel": {"items": "Vase", "weight_grams": 1500}, **more,
        }  # fmt: skip


def ids(result: Any, key: str = "shipment_id") -> list[str]:
    return [item[key] for item in result["items"]]


# ---- distance


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        (("Hamburg", "DE", "hamburg", "DE"), 0),
        (("München", "DE", "Munich", "DE"), 0),
        (("Hamburg", "DE", "Berlin", "DE"), 1),
        (("Hamburg", "DE", "Munich", "DE"), 2),
        (("杭州", "CN", "Kashgar", "CN"), 2),
        (("Nowhere", "DE", "Hamburg", "DE"), 1),
        (("Hamburg", "DE", "Vienna", "AT"), 3),
        (("Hamburg", "DE", "東京", "JP"), 4),
        (("X", "ZZ", "Y", "YY"), 4),
    ],
)
def test_distance_comes_in_bands(way: tuple[str, str, str, str], expected: int) -> None:
    assert band(*way) == expected


def test_cities_are_told_from_addresses() -> None:
    assert city_in("Feldweg 3, 20251 Hamburg") == next(city for city in CITIES if city.name == "Hamburg")
    assert (city_in("東京都港区1-2") or CITIES[0]).name == "Tokyo"
    assert city_in("Nowhere 1") is None


@given(st.dates(date(2020, 1, 1), date(2040, 1, 1)), st.integers(0, 3))
@settings(max_examples=80, deadline=None)
def test_further_is_never_sooner_nor_cheaper_and_never_on_a_sunday(day: date, near: int) -> None:
    for service in ("standard", "express"):
        arrival = delivery_day(day, near, service)
        assert day < arrival <= delivery_day(day, near + 1, service)
        assert arrival.weekday() != 6
    assert percent(near) < percent(near + 1)
    assert delivery_day(day, near, "express") <= delivery_day(day, near, "standard")


# ---- following


def test_a_parcel_moves_with_the_clock() -> None:
    carrier, seen = Carrier(), []
    for moment in ("02T14:59", "02T15:00", "02T19:00", "05T07:29", "05T07:30", "05T17:00"):
        carrier.until(f"2026-03-{moment}")
        seen.append(carrier.shipment("NEW").status)
    assert seen == ["created", "picked_up", "in_transit", "in_transit", "out_for_delivery", "delivered"]
    shown = carrier.ok("get_shipment", shipment_id="NEW")
    assert shown["proof"]["received_by"] == "Mara"
    assert [scan["status"] for scan in shown["scans"]] == ["picked_up", "in_transit", "out_for_delivery", "delivered"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ["NEW", "WAY", "DONE"]),
        ({"direction": "outgoing"}, ["DONE"]),
        ({"statuses": ["created", "in_transit"]}, ["NEW", "WAY"]),
        ({"query": "灯"}, ["NEW"]),
        ({"query": "ord-1 lampe"}, ["NEW"]),
        ({"limit": 1, "cursor": "NEW"}, ["WAY"]),
    ],
)
def test_own_shipments_are_listed_newest_first(arguments: dict[str, Any], expected: list[str]) -> None:
    assert ids(Carrier().ok("list_shipments", **arguments)) == expected


def test_any_number_can_be_tracked_but_only_own_shipments_are_shown() -> None:
    carrier = Carrier()
    assert "items" not in carrier.ok("track_package", tracking_number=" ALIEN ")
    assert carrier.code("track_package", tracking_number="NONE") == "not_found"
    calls: list[tuple[str, dict[str, Any]]] = [
        ("get_shipment", {}), ("cancel_shipment", {}), ("change_address", {"recipient": HERE}),
        ("reschedule_delivery", {"day": "2026-03-05"}), ("set_instructions", {"note": "x"}),
        ("choose_pickup_point", {"pickup_point_id": "PP-3"}), ("report_issue", {"kind": "lost", "text": "x"}),
    ]  # fmt: skip
    for name, more in calls:
        assert carrier.code(name, shipment_id="ALIEN", **more) == "refused"


def test_alerts_ring_on_key_events_and_end_with_the_parcel() -> None:
    carrier = Carrier("notification_hub", "email")
    alert = carrier.ok("subscribe_status", tracking_number="WAY")["subscription_id"]
    assert carrier.ok("subscribe_status", tracking_number="WAY", events="key")["subscription_id"] == alert
    carrier.ok("subscribe_status", tracking_number="NEW", channel="email", events="all")
    carrier.until("2026-03-04T23:00")
    rings = carrier.rings()
    assert [("WAY" in text) for text in rings] == [False, False, True, True]
    assert ok(carrier.world.call("notification_hub_count_unread", {}))["unread"] == 2
    assert len(ok(carrier.world.call("email_list_messages", {}))["items"]) == 2
    assert {row["subscription_id"]: row["status"] for row in carrier.ok("list_subscriptions")["items"]}[
        alert
    ] == "ended"
    assert carrier.code("subscribe_status", tracking_number="WAY") == "conflict"


def test_silence_is_the_default_and_can_be_had_again() -> None:
    carrier = Carrier("notification_hub")
    alert = carrier.ok("subscribe_status", tracking_number="WAY")["subscription_id"]
    carrier.ok("unsubscribe_status", subscription_id=alert)
    carrier.until("2026-03-20T08:00")
    assert carrier.rings() == []
    assert ok(carrier.world.call("notification_hub_count_unread", {}))["unread"] == 0


# ---- sending


def test_quotes_are_cheapest_first_and_hold() -> None:
    carrier = Carrier("banking", "email")
    way = {"from_city": "Hamburg", "from_country": "DE", "to_city": "Berlin", "to_country": "DE"}
    quotes = carrier.ok("quote_services", **way, weight_grams=1500)["items"]
    assert [(q["tariff_id"], q["price"]["text"], q["arrives_on"]) for q in quotes] == [
        ("T-STD", "EUR 6.90", "2026-03-05"), ("T-EXP", "EUR 16.10", "2026-03-04")
    ]  # fmt: skip
    assert ids(carrier.ok("quote_services", **way, weight_grams=9000), "tariff_id") == ["T-STD"]
    far = {**way, "to_city": "Tokyo", "to_country": "JP"}
    assert carrier.ok("quote_services", **far, weight_grams=1000)["items"][0]["price"]["text"] == "EUR 24.00"
    booked = carrier.ok("request_pickup", **carrier.pickup(expected_price=quotes[0]["price"]))
    assert (booked["price"], booked["direction"], booked["status"]) == (quotes[0]["price"], "outgoing", "created")
    assert carrier.world.table("banking.accounts").get("ACC").balance.minor == 10_000 - 690
    assert "Pickup booked" in ok(carrier.world.call("email_list_messages", {}))["items"][0]["subject"]


@pytest.mark.parametrize(
    ("more", "answer"),
    [
        ({"expected_price": {"minor": 600, "currency": "EUR"}}, "conflict"),
        ({"tariff_id": "T-OLD"}, "unavailable"),
        ({"tariff_id": "NONE"}, "not_found"),
        ({"tariff_id": "T-EXP", "parcel": {"items": "Anvil", "weight_grams": 6000}}, "invalid"),
        ({"pickup_day": "2026-03-08"}, "invalid"),
        ({"pickup_day": "2026-03-01"}, "invalid"),
        ({"pickup_day": "9999-12-31"}, "invalid"),
        ({"pickup_day": "2026-03-02", "window": "09-12"}, "invalid"),
        ({"payment_method": "NONE"}, "not_found"),
        ({"parcel": {"items": "Stones", "weight_grams": 30000}, "recipient": {**THERE, "city": "X", "country": "JP"}},
         "insufficient_funds"),
        ({"sender": {**HERE, "country": "Germany"}}, "invalid"),
    ],
)  # fmt: skip
def test_a_pickup_that_cannot_be_is_not_booked(more: dict[str, Any], answer: str) -> None:
    carrier = Carrier("banking")
    assert carrier.code("request_pickup", **carrier.pickup(**more)) == answer


def test_a_slot_that_is_taken_cannot_be_booked() -> None:
    carrier = Carrier("banking")
    day, window = carrier.slot(free=False)
    assert carrier.code("request_pickup", **carrier.pickup(pickup_day=day, window=window)) == "unavailable"


def test_a_parcel_not_fetched_can_be_taken_back_for_its_full_price() -> None:
    carrier = Carrier("banking")
    number = carrier.ok("request_pickup", **carrier.pickup())["shipment_id"]
    assert carrier.ok("cancel_shipment", shipment_id=number)["refund"]["text"] == "EUR 6.90"
    assert carrier.world.table("banking.accounts").get("ACC").balance.minor == 10_000
    assert carrier.code("cancel_shipment", shipment_id=number) == "conflict"
    assert carrier.code("cancel_shipment", shipment_id="NEW") == "refused"
    second = carrier.ok("request_pickup", **carrier.pickup())["shipment_id"]
    carrier.world.advance(carrier.shipment(second).pickup_at)
    assert carrier.code("cancel_shipment", shipment_id=second) == "conflict"


def test_without_siblings_effects_are_noted_and_said() -> None:
    carrier = Carrier()
    booked = carrier.ok("request_pickup", **carrier.pickup(add_to_calendar=True))
    assert len(booked["notes"]) == 2
    effects = [e.ref for e in carrier.world.journal.entries if isinstance(e, Mark) and e.kind == "effect"]
    assert effects == ["payment", "mail", "agenda"]


# ---- options


@pytest.mark.parametrize(
    ("day", "window", "handed_over"),
    [
        ("2026-03-05", "morning", "05T11:00"),
        ("2026-03-07", "afternoon", "07T15:00"),
        ("2026-03-19", "evening", "19T19:00"),
    ],
)
def test_a_delivery_can_be_moved(day: str, window: str, handed_over: str) -> None:
    carrier = Carrier()
    carrier.ok("reschedule_delivery", shipment_id="NEW", day=day, window=window)
    carrier.until("2026-03-20T08:00")
    proof = carrier.shipment("NEW").proof
    assert proof is not None
    assert proof.at == at(f"2026-03-{handed_over}")


@pytest.mark.parametrize("day", ["2026-03-04", "2026-03-08", "2026-03-20", "9999-12-31", "0001-01-01"])
def test_a_delivery_cannot_be_moved_anywhere(day: str) -> None:
    assert Carrier().code("reschedule_delivery", shipment_id="NEW", day=day) == "invalid"


def test_an_address_changes_only_before_pickup_and_within_the_price() -> None:
    carrier = Carrier()
    changed = carrier.ok("change_address", shipment_id="NEW", recipient=THERE)
    assert (changed["to_city"], changed["recipient"]) == ("Berlin", "Jo")
    assert carrier.code("change_address", shipment_id="NEW", recipient={**THERE, "country": "AT"}) == "refused"
    assert carrier.code("change_address", shipment_id="WAY", recipient=THERE) == "conflict"
    number = carrier.ok("request_pickup", **carrier.pickup())["shipment_id"]
    assert carrier.code("change_address", shipment_id=number, recipient={**THERE, "city": "Munich"}) == "refused"
    assert (
        carrier.ok("change_address", shipment_id=number, recipient={**THERE, "city": "Hamburg"})["to_city"] == "Hamburg"
    )


def test_a_parcel_is_left_where_it_was_asked_to_be() -> None:
    carrier = Carrier()
    carrier.ok("set_instructions", shipment_id="WAY", safe_place="bicycle shed", note="Dog is friendly")
    carrier.until("2026-03-04T08:00")
    carrier.ok("set_instructions", shipment_id="WAY", clear=["note"])
    carrier.until("2026-03-05T08:00")
    shipment = carrier.shipment("WAY")
    assert (shipment.proof and shipment.proof.place, shipment.note) == ("bicycle shed", "")
    assert carrier.code("set_instructions", shipment_id="WAY", note="late") == "conflict"
    assert carrier.code("set_instructions", shipment_id="NEW") == "invalid"


def test_a_pickup_point_must_fit() -> None:
    carrier = Carrier()
    assert ids(carrier.ok("list_pickup_points", city="HAMBURG"), "id") == ["PP-1", "PP-2"]
    assert ids(carrier.ok("list_pickup_points", city="Tokyo", country="JP"), "id") == ["PP-3"]
    for point, answer in (("PP-2", "invalid"), ("PP-3", "invalid"), ("PP-4", "unavailable"), ("NONE", "not_found")):
        assert carrier.code("choose_pickup_point", shipment_id="WAY", pickup_point_id=point) == answer
    chosen = carrier.ok("choose_pickup_point", shipment_id="WAY", pickup_point_id="PP-1")
    assert chosen["pickup_point"]["name"] == "Kiosk Amsel"
    carrier.ok("choose_pickup_point", shipment_id="NEW", pickup_point_id="PP-1")
    assert carrier.ok("set_instructions", shipment_id="NEW", clear=["pickup_point"])["pickup_point"] is None
    carrier.until("2026-03-04T08:00")
    assert carrier.code("set_instructions", shipment_id="WAY", clear=["pickup_point"]) == "conflict"
    carrier.until("2026-03-05T23:00")
    proofs = [carrier.shipment(id).proof for id in ("WAY", "NEW")]
    assert [proof and proof.place for proof in proofs] == ["Kiosk Amsel", "at the door"]


# ---- outside and issues


def test_a_delay_moves_the_day_and_can_be_heard() -> None:
    carrier = Carrier()
    carrier.ok("subscribe_status", tracking_number="WAY", events="all")
    carrier.out("delay_shipment", shipment_id="WAY", days=4, reason="Storm")
    assert carrier.shipment("WAY").expected_on == date(2026, 3, 9)
    assert "Storm" in carrier.rings()[0]
    carrier.until("2026-03-09T08:00")
    carrier.out("delay_shipment", shipment_id="WAY", days=1, reason="Van broke down")
    assert (carrier.shipment("WAY").status, carrier.shipment("WAY").expected_on) == ("in_transit", date(2026, 3, 10))
    carrier.until("2026-03-10T23:00")
    assert carrier.shipment("WAY").status == "delivered"


def test_trouble_ends_by_rescheduling_release_or_return() -> None:
    for act, status in (("reschedule", "delivered"), ("release", "delivered"), ("", "returned")):
        carrier = Carrier()
        carrier.until("2026-03-04T08:00")
        carrier.out("mark_exception", shipment_id="WAY", trouble="failed_attempt", reason="Nobody at home")
        if act == "reschedule":
            assert carrier.code("reschedule_delivery", shipment_id="WAY", day="2026-03-04") == "invalid"
            carrier.ok("reschedule_delivery", shipment_id="WAY", day="2026-03-06")
        if act == "release":
            carrier.out("release_shipment", shipment_id="WAY")
        carrier.until("2026-03-11T08:00")
        assert (carrier.shipment("WAY").status, carrier.shipment("WAY").trouble) == (status, None)


def test_a_lost_parcel_stays_lost_until_it_is_found() -> None:
    carrier = Carrier()
    carrier.out("lose_shipment", shipment_id="WAY")
    assert code(carrier.world.outside("delivery_lose_shipment", {"shipment_id": "WAY"})) == "conflict"
    assert carrier.code("reschedule_delivery", shipment_id="WAY", day="2026-03-06") == "conflict"
    carrier.until("2026-03-29T08:00")
    assert carrier.shipment("WAY").status == "exception"
    carrier.out("release_shipment", shipment_id="WAY", text="Found behind a shelf.")
    carrier.until("2026-03-30T23:00")
    assert carrier.shipment("WAY").status == "delivered"


def test_a_neighbour_takes_it() -> None:
    carrier = Carrier()
    carrier.until("2026-03-04T08:00")
    carrier.out("deliver_to_neighbour", shipment_id="WAY", neighbour="Family Otto")
    assert carrier.ok("get_shipment", shipment_id="WAY")["proof"]["received_by"] == "Family Otto"


@pytest.mark.parametrize(
    ("shipment", "kind", "when", "answer"),
    [
        ("WAY", "damaged", "02T09:00", "conflict"),
        ("WAY", "late", "02T09:00", "conflict"),
        ("WAY", "lost", "02T09:00", ""),
        ("DONE", "damaged", "02T09:00", ""),
        ("DONE", "damaged", "09T12:01", "expired"),
    ],
)
def test_issues_are_taken_when_they_can_be(shipment: str, kind: str, when: str, answer: str) -> None:
    carrier = Carrier()
    carrier.until(f"2026-03-{when}")
    arguments = {"shipment_id": shipment, "kind": kind, "text": "Look."}
    if answer:
        assert carrier.code("report_issue", **arguments) == answer
        return
    assert carrier.ok("report_issue", **arguments)["status"] == "open"
    assert carrier.code("report_issue", **arguments) == "conflict"


def test_an_issue_is_read_settled_and_closed() -> None:
    carrier = Carrier("banking", "email")
    number = carrier.ok("request_pickup", **carrier.pickup())["shipment_id"]
    issue = carrier.ok("report_issue", shipment_id=number, kind="wrong_address", text="Typo")["issue_id"]
    carrier.until("2026-03-02T12:00")
    assert ids(carrier.ok("list_issues", status="in_review"), "issue_id") == [issue]
    too_much = {"issue_id": issue, "answer": "x", "compensation": {"minor": 691, "currency": "EUR"}}
    assert code(carrier.world.outside("delivery_resolve_issue", too_much)) == "invalid"
    half = {"minor": 345, "currency": "EUR"}
    carrier.out("resolve_issue", issue_id=issue, answer="Half of it back.", compensation=half)
    assert carrier.world.table("banking.accounts").get("ACC").balance.minor == 10_000 - 345
    assert carrier.ok("cancel_shipment", shipment_id=number)["refund"]["text"] == "EUR 3.45"
    assert carrier.world.table("banking.accounts").get("ACC").balance.minor == 10_000
    carrier.until("2026-03-16T12:00")
    assert carrier.ok("list_issues")["items"][0]["status"] == "closed"


# ---- the port


class Shop(Service):
    """Sends parcels and listens."""

    name = "shop"
    summary = "A shop."

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.heard: list[tuple[str, str]] = []

    def shipment_moved(self, ref: str, status: str) -> None:
        self.heard.append((ref, status))


def parcel(world: World, **more: Any) -> Parcel:
    fields = {
        "ref": "ORD-9", "sender": "Shop", "recipient": "Mara", "address": "Feldweg 3", "city": "Hamburg",
        "country": "DE", "items": "Tea", "weight_grams": 100, "ready_at": world.clock.now + timedelta(hours=2),
    }  # fmt: skip
    return Parcel.model_validate({**fields, **more})


def test_a_shop_hears_of_its_parcels() -> None:
    world = World([Shop, Delivery], setting(), {})
    number = world.ports.ship(parcel(world, from_city="Hamburg", from_country="DE", service="express"))
    world.advance(at("2026-03-04T08:00"))
    shop = world.services["shop"]
    assert isinstance(shop, Shop)
    steps = ("picked_up", "in_transit", "out_for_delivery", "delivered")
    assert shop.heard == [("ORD-9", status) for status in steps]
    assert not world.ports.stop_shipment(number)


def test_a_parcel_that_waits_can_be_stopped_by_its_shop() -> None:
    world = World([Shop, Delivery], setting(), {})
    number = world.ports.ship(parcel(world, carrier="Blaue Post"))
    assert world.table("delivery.shipments").get(number).carrier == "Blaue Post"
    assert world.ports.stop_shipment(number)
    assert not world.ports.stop_shipment(number)
    assert not world.ports.stop_shipment("NONE")
    world.advance(at("2026-03-20T08:00"))
    assert world.table("delivery.shipments").get(number).status == "cancelled"


def test_without_a_carrier_a_parcel_is_noted_alone() -> None:
    world = World([Shop], setting(), {})
    assert world.ports.ship(parcel(world)) == ""
    assert not world.ports.stop_shipment("any")
    assert [e.ref for e in world.journal.entries if isinstance(e, Mark)] == ["shipment"]


# ---- seeds and background


def test_a_seed_needs_few_fields() -> None:
    seed = {"id": "X", "to_city": "Kyoto", "to_country": "JP", "items": "Tea", "created_at": "2026-03-05T10:00+09:00"}
    shipment = Shipment.model_validate(seed)
    assert (shipment.zone, shipment.expected_on) == ("Asia/Tokyo", date(2026, 3, 7))
    assert Shipment.model_validate(shipment.model_dump(mode="json")) == shipment
    unknown = {**seed, "to_city": "Nowhere", "to_country": "ZZ", "created_at": "2026-03-05T10:00"}
    assert Shipment.model_validate(unknown, context={"zone": setting().home}).zone == "Europe/Berlin"


def test_the_background_has_nothing_under_way() -> None:
    service = Delivery(World([Delivery], setting(), {}))
    rows: dict[str, list[Any]] = {}
    for table, record in service.background(DeliveryBackground(currency="JPY", units_per_euro=160), 2, rng("x")):
        rows.setdefault(f"delivery.{table}", []).append(record)
    assert {row.status for row in rows["delivery.shipments"]} == {"delivered"}
    assert all(row.proof.at < setting().start - timedelta(days=14) for row in rows["delivery.shipments"])
    assert {row.city for row in rows["delivery.pickup_points"]} == {"Hamburg"}
    assert rows["delivery.tariffs"][0].price(1000, 0) == Money(minor=792, currency="JPY")
    world = World([Delivery], setting(), rows)
    world.advance(setting().end)
    assert not world.journal.entries
