"""The rail desk, through its operations."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.services.rail_booking import RailBooking
from vibelife_inspect.services.rail_booking.background import RailBackground
from vibelife_inspect.world import Mark, World

DAY = "2026-03-09"
ME = {"name": "Mara Lindqvist"}


def run(id: str, stops: list[tuple[str, str, str]], **fields: Any) -> dict[str, Any]:
    """A seeded run; a stop is (station, arrival, departure) with wall times of 9 March in Berlin."""
    moments = [
        {
            "station": station,
            **({"arrives_at": f"{DAY}T{arrives}"} if arrives else {}),
            **({"departs_at": f"{DAY}T{leaves}"} if leaves else {}),
        }
        for station, arrives, leaves in stops
    ]
    return {
        "id": id,
        "service_no": id.rsplit("-", 3)[0],
        "operator": "Nordbahn Express",
        "stops": moments,
        "seats": {"standard": 10, "first": 2},
        "fares": {"standard": "EUR 100.00", "first": "EUR 160.00"},
        "reservation_fee": "EUR 5.00",
        **fields,
    }


def station(id: str, city: str, **fields: Any) -> dict[str, Any]:
    return {"id": id, "name": f"{city} Hbf", "city": city, "country": "DE", "zone": "Europe/Berlin", **fields}


KITE = f"KITE-1-{DAY}"
LATE = f"KITE-3-{DAY}"
WREN = f"WREN-7-{DAY}"
SEEDS: dict[str, list[dict[str, Any]]] = {
    "rail_booking.stations": [
        station("HAM", "Hamburg", local_name="汉堡"),
        station("BER", "Berlin", local_name="柏林"),
        station("LEJ", "Leipzig"),
        station("DRS", "Dresden"),
    ],
    "rail_booking.services": [
        run(KITE, [("HAM", "", "08:00"), ("BER", "09:40", "09:50"), ("LEJ", "11:20", "")]),
        run(LATE, [("HAM", "", "14:00"), ("BER", "15:40", "15:50"), ("LEJ", "17:20", "")]),
        run(WREN, [("BER", "", "10:00"), ("DRS", "12:00", "")], fares={"standard": "EUR 40.00"}, reservation_fee=None),
        run(f"BUS-9-{DAY}", [("BER", "", "11:00"), ("DRS", "14:00", "")], mode="bus", fares={"standard": "EUR 15.00"}),
    ],
    "rail_booking.pass_products": [
        {"id": "PP-DE", "name": "Five days", "countries": ["DE"], "price": "EUR 180.00", "validity_days": 5}
    ],
    "rail_booking.discount_cards": [
        {
            "id": "STU",
            "kind": "student",
            "holder": "Mara Lindqvist",
            "number": "1",
            "status": "verified",
            "trips_left": 1,
        },
        {"id": "SEN", "kind": "senior", "holder": "Mara Lindqvist", "number": "2"},
        {"id": "OTHER", "kind": "senior", "holder": "X Y", "number": "3", "owner": "x", "status": "verified"},
    ],
}


def world(**extra: list[dict[str, Any]]) -> World:
    seeds = {**SEEDS, **{f"rail_booking.{table}": rows for table, rows in extra.items()}}
    return make_world("rail_booking", seeds=seeds)


def call(w: World, name: str, **arguments: Any) -> Any:
    return w.call(f"rail_booking_{name}", arguments)


def done(w: World, name: str, **arguments: Any) -> Any:
    return ok(call(w, name, **arguments))


def outside(w: World, name: str, **arguments: Any) -> Any:
    return ok(w.outside(f"rail_booking_{name}", arguments))


def leg(id: str = KITE, origin: str = "HAM", destination: str = "LEJ") -> dict[str, str]:
    return {"service_id": id, "origin": origin, "destination": destination}


def book(w: World, *legs: dict[str, str], **arguments: Any) -> Any:
    given = {"legs": list(legs) or [leg()], "passengers": [ME], "payment_method": "card-1", **arguments}
    return done(w, "book_connection", **given)


def effects(w: World, ref: str) -> list[dict[str, Any]]:
    return [
        entry.data
        for entry in w.journal.entries
        if isinstance(entry, Mark) and (entry.kind, entry.ref) == ("effect", ref)
    ]


def left(w: World, id: str = KITE, travel_class: str = "standard") -> int:
    return int(getattr(w.table("rail_booking.services").get(id).seats, travel_class))


# ---- searching


@pytest.mark.parametrize("origin", ["HAM", "Hamburg", "hamburg hbf", "汉堡"])
def test_search_takes_station_city_or_local_name(origin: str) -> None:
    found = done(world(), "search_connections", origin=origin, destination="Leipzig", day=DAY)
    assert [row["legs"][0]["service_id"] for row in found["items"]] == [KITE, LATE]
    assert found["items"][0]["fare"]["text"] == "EUR 100.00"


def test_search_joins_two_services() -> None:
    found = done(world(), "search_connections", origin="Hamburg", destination="Dresden", day=DAY)
    first = found["items"][0]
    assert [row["service_id"] for row in first["legs"]] == [KITE, WREN]
    assert (first["changes"], first["minutes"]) == (1, 240)
    assert (
        done(world(), "search_connections", origin="Hamburg", destination="Dresden", day=DAY, max_changes=0)["items"]
        == []
    )


@pytest.mark.parametrize(
    ("arguments", "services"),
    [
        ({"depart_after": "09:00"}, [LATE]),
        ({"depart_before": "09:00"}, [KITE]),
        ({"travel_class": "first", "seats": 3, "only_available": True}, []),
        ({"mode": "bus"}, []),
        ({"travel_class": "cabin"}, []),
    ],
)
def test_search_filters(arguments: dict[str, Any], services: list[str]) -> None:
    found = done(world(), "search_connections", origin="HAM", destination="LEJ", day=DAY, **arguments)
    assert [row["legs"][0]["service_id"] for row in found["items"]] == services


def test_the_same_search_gives_the_same_ids_and_pages() -> None:
    w = world()
    arguments = {"origin": "HAM", "destination": "LEJ", "day": DAY, "limit": 1, "sort": "price"}
    first = done(w, "search_connections", **arguments)
    assert done(w, "search_connections", **arguments) == first
    second = done(w, "search_connections", **arguments, cursor=first["next_cursor"])
    assert (first["total"], second["next_cursor"]) == (2, None)
    assert first["items"] != second["items"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"origin": "Atlantis"}, "not_found"),
        ({"destination": "Hamburg"}, "invalid"),
        ({"day": "9999-12-31"}, "invalid"),
        ({"day": "0001-01-01"}, "invalid"),
        ({"depart_after": "10:00", "depart_before": "09:00"}, "invalid"),
        ({"cursor": "nothing"}, "expired"),
        ({"colour": "red"}, "invalid"),
    ],
)
def test_search_refuses(arguments: dict[str, Any], error: str) -> None:
    w = world()
    assert (
        code(call(w, "search_connections", **{"origin": "HAM", "destination": "LEJ", "day": DAY, **arguments})) == error
    )


def test_part_of_a_line_costs_part_of_the_fare() -> None:
    seats = done(world(), "get_seat_availability", service_id=KITE, origin="HAM", destination="BER")
    assert seats["classes"]["standard"] == {
        "fare": {"minor": 5000, "currency": "EUR", "text": "EUR 50.00"},
        "seats_left": 10,
    }


def test_board_shows_cancelled_but_not_withdrawn_services() -> None:
    w = world()
    outside(w, "cancel_service", service_id=WREN, reason="storm")
    outside(w, "withdraw_service", service_id=f"BUS-9-{DAY}")
    board = done(w, "list_departures", station="Berlin", start=f"{DAY}T09:00", hours=3)
    assert [(row["service_id"], row["status"]) for row in board["items"]] == [(KITE, "scheduled"), (WREN, "cancelled")]


def test_status_of_an_unknown_service_is_an_error() -> None:
    w = world()
    assert done(w, "get_service_status", service_no="KITE-1", day=DAY)["status"] == "scheduled"
    assert code(call(w, "get_service_status", service_no="KITE-1", day="2026-03-10")) == "not_found"
    assert code(call(w, "get_service_status", service_no="X-1", day=DAY)) == "not_found"
    assert done(w, "search_stations", query="柏林")["items"][0]["id"] == "BER"


# ---- booking


def test_booking_charges_what_was_quoted_takes_seats_and_writes() -> None:
    w = world()
    party = [ME, {"name": "Ole", "kind": "child"}, {"name": "Ida", "kind": "infant"}]
    quote = done(w, "quote_fare", legs=[leg()], passengers=party)
    booking = book(w, passengers=party, add_to_calendar=True)
    assert booking["total"] == quote["total"] == {"minor": 15000, "currency": "EUR", "text": "EUR 150.00"}
    assert (booking["status"], left(w)) == ("confirmed", 8)
    assert booking["payment_note"]
    assert [data["amount"] for data in effects(w, "payment")] == ["EUR 150.00"]
    assert len(effects(w, "mail")) == len(effects(w, "agenda")) == 1


def test_a_repeated_key_books_once() -> None:
    w = world()
    assert book(w, idempotency_key="k") == book(w, idempotency_key="k")
    assert left(w) == 9


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"legs": [leg("NONE")]}, "not_found"),
        ({"legs": [leg(origin="DRS")]}, "invalid"),
        ({"legs": [leg(origin="LEJ", destination="HAM")]}, "invalid"),
        ({"legs": [leg(), leg()]}, "invalid"),
        ({"legs": [leg(), leg(WREN, "BER", "DRS")]}, "invalid"),
        ({"legs": []}, "invalid"),
        ({"passengers": [ME, ME]}, "invalid"),
        ({"passengers": [{"name": " "}]}, "invalid"),
        ({"passengers": [{"name": "Ida", "kind": "infant"}]}, "invalid"),
        ({"passengers": [{"name": f"P{n}"} for n in range(3)], "travel_class": "first"}, "unavailable"),
        ({"travel_class": "cabin"}, "unavailable"),
        ({"payment_method": None}, "invalid"),
        ({"passengers": [{**ME, "discount_card": "SEN"}]}, "refused"),
        ({"passengers": [{**ME, "discount_card": "OTHER"}]}, "refused"),
        ({"passengers": [{"name": "Ole", "discount_card": "STU"}]}, "refused"),
        ({"passengers": [{**ME, "pass_id": "P"}]}, "not_found"),
    ],
)
def test_a_refused_booking_leaves_no_trace(arguments: dict[str, Any], error: str) -> None:
    w = world()
    before = w.digest()
    given = {"legs": [leg()], "passengers": [ME], "payment_method": "card-1", **arguments}
    assert code(call(w, "book_connection", **given)) == error
    assert w.digest() == before


def test_a_hold_lapses_and_gives_everything_back() -> None:
    w = world()
    held = done(w, "hold_booking", legs=[leg()], passengers=[{**ME, "discount_card": "STU"}])
    assert (held["status"], left(w), held["total"]["minor"]) == ("held", 9, 7500)
    assert w.table("rail_booking.discount_cards").get("STU").trips_left == 0
    w.advance(at("2026-03-03T08:00"))
    assert w.table("rail_booking.bookings").get(held["id"]).status == "lapsed"
    assert w.table("rail_booking.discount_cards").get("STU").trips_left == 1
    assert left(w) == 10
    assert code(call(w, "confirm_booking", booking_id=held["id"], payment_method="c")) == "expired"


def test_a_hold_keeps_its_fare() -> None:
    w = world()
    held = done(w, "hold_booking", legs=[leg()], passengers=[ME])
    outside(w, "change_fare", service_id=KITE, travel_class="standard", fare={"minor": 20000, "currency": "EUR"})
    assert done(w, "confirm_booking", booking_id=held["id"], payment_method="c")["total"]["minor"] == 10000
    assert code(call(w, "confirm_booking", booking_id=held["id"], payment_method="c")) == "conflict"
    assert book(w)["total"]["minor"] == 20000


def test_holds_end_half_an_hour_before_departure() -> None:
    w = world()
    w.advance(at(f"{DAY}T07:00"))
    held = done(w, "hold_booking", legs=[leg()], passengers=[ME])
    assert held["hold_until"] == f"{DAY}T07:30:00+01:00"
    w.advance(at(f"{DAY}T07:40"))
    assert code(call(w, "hold_booking", legs=[leg()], passengers=[ME])) == "refused"
    w.advance(at(f"{DAY}T08:00"))
    assert code(call(w, "book_connection", legs=[leg()], passengers=[ME], payment_method="c")) == "unavailable"
    assert book(w, leg(origin="BER"))["origin"] == "BER"


def test_seats_are_reserved_once_and_never_twice() -> None:
    w = world()
    first = book(w, passengers=[ME, {"name": "Ole"}])
    second = book(w)
    seats = [
        place["seat"]
        for booking in (first, second)
        for place in done(w, "reserve_seats", booking_id=booking["id"], payment_method="c", preference="window")[
            "seats"
        ]
    ]
    assert len(set(seats)) == 3
    assert all(seat[-1] in "AD" for seat in seats)
    assert code(call(w, "reserve_seats", booking_id=first["id"], payment_method="c")) == "conflict"
    bus = book(w, leg(WREN, "BER", "DRS"))
    assert code(call(w, "reserve_seats", booking_id=bus["id"])) == "unavailable"


def test_other_peoples_bookings_are_refused() -> None:
    w = world(bookings=[{**_seeded(), "owner": "neighbour"}])
    for name in ("get_booking", "cancel_booking", "quote_cancellation", "list_alternatives", "claim_compensation"):
        assert code(call(w, name, booking_id="B1")) == "refused"
    assert done(w, "list_bookings")["items"] == []


def _seeded() -> dict[str, Any]:
    times = {"departs_at": f"{DAY}T08:00", "arrives_at": f"{DAY}T11:20"}
    return {
        "id": "B1",
        "origin": "HAM",
        "destination": "LEJ",
        **times,
        "legs": [{"service": KITE, "origin": "HAM", "destination": "LEJ", **times}],
        "passengers": [{**ME, "fare": "EUR 100.00"}],
        "total": "EUR 100.00",
        "charge": {"id": "T1", "method": "card-1", "amount": "EUR 100.00"},
    }


# ---- cancelling and changing


@pytest.mark.parametrize(
    ("now", "refund"),
    [
        ("2026-03-02T08:00", 10000),
        ("2026-03-04T08:00", 9000),
        ("2026-03-08T07:00", 8000),
        (f"{DAY}T05:00", 5000),
        (f"{DAY}T07:30", 0),
    ],
)
def test_refund_depends_on_notice_and_is_as_quoted(now: str, refund: int) -> None:
    w = world(bookings=[_seeded()])
    w.advance(at(now))
    quote = done(w, "quote_cancellation", booking_id="B1")
    booking = done(w, "cancel_booking", booking_id="B1")
    assert quote["refund"]["minor"] == refund
    assert (booking["refunded"] or {"minor": 0})["minor"] == refund
    assert (booking["status"], left(w)) == ("cancelled", 11)
    assert code(call(w, "cancel_booking", booking_id="B1")) == "conflict"


def test_after_departure_it_is_too_late() -> None:
    w = world(bookings=[_seeded()])
    w.advance(at(f"{DAY}T08:00"))
    assert code(call(w, "cancel_booking", booking_id="B1")) == "expired"


def test_operators_may_have_rules_of_their_own() -> None:
    rule = {"id": "R", "operator": "Nordbahn Express", "hours_before": 0, "refund_percent": 10, "change_percent": 50}
    w = world(refund_rules=[rule], bookings=[_seeded()])
    assert done(w, "get_refund_rules", operator="Nordbahn Express")["rules"][0]["refund_percent"] == 10
    assert done(w, "cancel_booking", booking_id="B1")["refunded"]["minor"] == 1000


def test_a_change_costs_what_was_quoted() -> None:
    w = world()
    booking = book(w, leg(destination="BER"))
    w.advance(at("2026-03-08T12:00"))
    quote = done(w, "quote_change", booking_id=booking["id"], legs=[leg()])
    assert (quote["change_fee"]["minor"], quote["to_pay"]["minor"]) == (500, 5500)
    changed = done(w, "change_booking", booking_id=booking["id"], legs=[leg()], payment_method="c")
    assert (changed["destination"], changed["total"]["minor"], changed["fees"]["minor"]) == ("LEJ", 10000, 500)
    assert left(w) == 9
    assert [row["amount"]["minor"] for row in changed["payments"]] == [5000, 5500]


def test_a_change_to_something_cheaper_pays_back() -> None:
    w = world()
    booking = book(w)
    quote = done(w, "quote_change", booking_id=booking["id"], legs=[leg(destination="BER")])
    assert quote["to_get_back"]["minor"] == 5000
    changed = done(w, "change_booking", booking_id=booking["id"], legs=[leg(destination="BER")])
    assert changed["refunded"]["minor"] == 5000
    assert done(w, "quote_cancellation", booking_id=booking["id"])["refund"]["minor"] == 5000
    assert code(call(w, "change_booking", booking_id=booking["id"], legs=[leg(destination="BER")])) == "invalid"


def test_a_cancelled_service_means_a_full_refund_or_a_free_change() -> None:
    w = world(bookings=[_seeded()])
    w.advance(at(f"{DAY}T07:00"))
    outside(w, "cancel_service", service_id=KITE, reason="strike")
    assert "cancelled" in done(w, "get_booking", booking_id="B1")["attention"]
    assert done(w, "quote_cancellation", booking_id="B1")["refund"]["minor"] == 10000
    other = done(w, "list_alternatives", booking_id="B1")["items"][0]["legs"][0]
    new = [{key: other[key] for key in ("service_id", "origin", "destination")}]
    assert done(w, "quote_change", booking_id="B1", legs=new)["to_pay"]["minor"] == 0
    changed = done(w, "change_booking", booking_id="B1", legs=new)
    assert (changed["legs"][0]["service"], changed["attention"]) == (LATE, "")


def test_a_withdrawn_service_vanishes_silently() -> None:
    w = world(bookings=[_seeded()])
    done(w, "subscribe_status", service_id=KITE)
    outside(w, "withdraw_service", service_id=KITE)
    assert effects(w, "notice") == []
    found = done(w, "search_connections", origin="HAM", destination="LEJ", day=DAY)
    assert [row["legs"][0]["service_id"] for row in found["items"]] == [LATE]
    assert done(w, "list_bookings")["items"][0]["attention"].endswith("withdrawn")
    w.advance(at(f"{DAY}T12:00"))
    assert done(w, "get_booking", booking_id="B1")["status"] == "not_operated"
    assert done(w, "cancel_booking", booking_id="B1")["refunded"]["minor"] == 10000


# ---- time, subscriptions, compensation


def test_runs_depart_and_arrive_and_bookings_are_travelled() -> None:
    w = world(bookings=[_seeded()])
    outside(w, "delay_service", service_id=KITE, minutes=30, reason="signal")
    runs, bookings = w.table("rail_booking.services"), w.table("rail_booking.bookings")
    for now, status in ((f"{DAY}T08:10", "delayed"), (f"{DAY}T08:30", "departed"), (f"{DAY}T11:50", "arrived")):
        w.advance(at(now))
        assert runs.get(KITE).status == status
        assert bookings.get("B1").status == ("travelled" if status == "arrived" else "confirmed")


def test_only_subscribers_are_told() -> None:
    w = world()
    outside(w, "delay_service", service_id=KITE, minutes=10, reason="signal")
    assert effects(w, "notice") == []
    done(w, "subscribe_status", service_id=KITE)
    assert code(call(w, "subscribe_status", service_id=KITE)) == "conflict"
    outside(w, "delay_service", service_id=KITE, minutes=20, reason="signal")
    outside(w, "change_platform", service_id=KITE, platform="7")
    assert [ring.source for ring in w.take_rings()] == ["rail_booking"] * 2
    assert len(effects(w, "notice")) == 2
    done(w, "unsubscribe_status", service_id=KITE)
    outside(w, "cancel_service", service_id=KITE, reason="storm")
    assert w.take_rings() == []
    assert code(w.outside("rail_booking_cancel_service", {"service_id": KITE, "reason": "storm"})) == "conflict"
    assert (
        code(w.outside("rail_booking_delay_service", {"service_id": KITE, "minutes": 1, "reason": "x"})) == "conflict"
    )


@pytest.mark.parametrize(("minutes", "amount"), [(59, None), (60, 2500), (120, 5000)])
def test_late_arrivals_are_compensated(minutes: int, amount: int | None) -> None:
    w = world(bookings=[_seeded()])
    w.advance(at(f"{DAY}T08:30"))
    outside(w, "delay_service", service_id=KITE, minutes=minutes, reason="signal")
    assert code(call(w, "claim_compensation", booking_id="B1")) == "conflict"
    w.advance(at(f"{DAY}T20:00"))
    outcome = call(w, "claim_compensation", booking_id="B1")
    if amount is None:
        assert code(outcome) == "refused"
        return
    assert ok(outcome)["amount"]["minor"] == amount
    assert code(call(w, "claim_compensation", booking_id="B1")) == "conflict"
    w.advance(at("2026-03-20T08:00"))
    assert done(w, "list_claims")["items"][0]["status"] == "paid"
    assert done(w, "get_booking", booking_id="B1")["refunded"]["minor"] == amount


def test_real_time_counts_when_clocks_change() -> None:
    stops = [
        {"station": "HAM", "departs_at": "2026-03-28T23:00"},
        {"station": "LEJ", "arrives_at": "2026-03-29T05:00"},
    ]
    w = world(services=[{**run("NITE-1-2026-03-28", []), "stops": stops}])
    found = done(w, "search_connections", origin="HAM", destination="LEJ", day="2026-03-28")
    assert found["items"][0]["minutes"] == 300
    outside(w, "delay_service", service_id="NITE-1-2026-03-28", minutes=240, reason="signal")
    status = done(w, "get_service_status", service_no="NITE-1", day="2026-03-28")
    assert at(status["expected_departs_at"]) == at("2026-03-29T04:00")


# ---- passes and cards


def test_a_pass_is_bought_activated_used_and_expires() -> None:
    w = world()
    bought = done(w, "buy_pass", product_id="PP-DE", holder="Mara Lindqvist", payment_method="c")
    me = {**ME, "pass_id": bought["id"]}
    assert code(call(w, "quote_fare", legs=[leg()], passengers=[me])) == "refused"
    assert code(call(w, "activate_pass", pass_id=bought["id"], starts_on="2026-03-01")) == "invalid"
    assert code(call(w, "activate_pass", pass_id=bought["id"], starts_on="9999-12-31")) == "invalid"
    active = done(w, "activate_pass", pass_id=bought["id"], starts_on="2026-03-07")
    assert active["ends_on"] == "2026-03-11"
    assert code(call(w, "return_pass", pass_id=bought["id"])) == "conflict"
    assert code(call(w, "quote_fare", legs=[leg()], passengers=[me], travel_class="first")) == "refused"
    booking = book(w, passengers=[me], payment_method=None)
    assert (booking["total"]["minor"], booking["charge"]) == (0, None)
    assert done(w, "cancel_booking", booking_id=booking["id"])["status"] == "cancelled"
    w.advance(at("2026-03-12T13:00"))
    assert done(w, "list_passes", status="expired")["total"] == 1


def test_an_unused_pass_can_be_returned() -> None:
    w = world()
    bought = done(w, "buy_pass", product_id="PP-DE", holder="Mara Lindqvist", payment_method="c")
    returned = done(w, "return_pass", pass_id=bought["id"])
    assert returned["refunded"] == bought["refund_if_returned"]
    assert returned["refunded"]["minor"] == 15300


def test_a_card_counts_only_once_verified_from_outside() -> None:
    w = world()
    card = done(
        w, "apply_discount_card", kind="disability", holder="Mara Lindqvist", number="D-9", valid_until="2027-01-01"
    )
    assert card["status"] == "declared"
    me = {**ME, "discount_card": card["id"]}
    assert code(call(w, "quote_fare", legs=[leg()], passengers=[me])) == "refused"
    assert "rail_booking_verify_discount_card" in w.operations
    assert code(call(w, "verify_discount_card", card_id=card["id"], verdict="verified")) == "not_found"
    outside(w, "verify_discount_card", card_id=card["id"], verdict="verified")
    assert done(w, "quote_fare", legs=[leg()], passengers=[me])["total"]["minor"] == 5000
    again = {"kind": "disability", "holder": "Mara Lindqvist", "number": "d-9", "valid_until": "2027-01-01"}
    assert code(call(w, "apply_discount_card", **again)) == "conflict"


def test_a_student_quota_is_used_up() -> None:
    w = world()
    me = {**ME, "discount_card": "STU"}
    booking = book(w, passengers=[me])
    assert code(call(w, "quote_fare", legs=[leg()], passengers=[me])) == "refused"
    done(w, "change_booking", booking_id=booking["id"], legs=[leg(LATE)])
    done(w, "cancel_booking", booking_id=booking["id"])
    assert done(w, "quote_fare", legs=[leg()], passengers=[me])["total"]["minor"] == 7500


# ---- properties


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(st.sampled_from(["book", "hold", "cancel", "change", "sell", "wait"]), st.integers(1, 4)), max_size=12
    )
)
def test_seats_are_never_oversold_and_never_lost(steps: list[tuple[str, int]]) -> None:
    w = world()
    sold = 0
    for step, count in steps:
        party = [{"name": f"P{n}"} for n in range(count)]
        mine = [row for row in w.table("rail_booking.bookings") if row.status in ("held", "confirmed")]
        if step == "book":
            call(w, "book_connection", legs=[leg()], passengers=party, payment_method="c")
        elif step == "hold":
            call(w, "hold_booking", legs=[leg()], passengers=party)
        elif step == "sell":
            sold += (
                count
                if w.outside(
                    "rail_booking_sell_seats", {"service_id": KITE, "travel_class": "standard", "count": count}
                ).ok
                else 0
            )
        elif step == "wait":
            w.advance(w.clock.after(at("2026-03-03T08:00") - at("2026-03-02T08:00")))
        elif mine and step == "cancel":
            call(w, "cancel_booking", booking_id=mine[0].id)
        elif mine:
            call(w, "change_booking", booking_id=mine[0].id, legs=[leg(LATE)], payment_method="c")
        live = [row for row in w.table("rail_booking.bookings") if row.status in ("held", "confirmed", "travelled")]
        taken = sum(row.seat_count for row in live if row.legs[0].service == KITE)
        assert left(w) == 10 - sold - taken >= 0


def test_background_is_seeded_linear_and_stands_aside() -> None:
    def rows(level: int, w: World) -> list[tuple[str, Any]]:
        service = w.services["rail_booking"]
        return list(service.background(RailBackground(), level, Random(7)))

    empty = make_world("rail_booking")
    one, again, three = rows(1, empty), rows(1, empty), rows(3, empty)
    assert one == again
    runs = [row for table, row in one if table == "services"]
    assert len(runs) > 300
    assert sum(table == "services" for table, _ in three) == 3 * len(runs)
    assert len({row.id for _, row in one}) == len(one)
    assert {row.mode for row in runs} == {"train", "ferry", "bus"}
    calls = [{stop.station for stop in row.stops} for table, row in rows(1, world()) if table == "services"]
    assert not any({"HAM", "BER"} <= stations for stations in calls)
    assert rows(0, empty) == []
    assert RailBooking.Background is RailBackground


def test_a_bundle_may_name_its_own_lines() -> None:
    options = RailBackground.model_validate(
        {
            "lines": [
                {
                    "number": "PONY",
                    "operator": "Hill Bus",
                    "mode": "bus",
                    "stations": ["HAM", "LEJ"],
                    "minutes": [300],
                    "fare": "EUR 20.00",
                    "first": "07:00",
                    "last": "09:00",
                    "every": 60,
                    "both_ways": False,
                }
            ],
            "start": DAY,
            "days": 2,
        }
    )
    w = world()
    rows = [row for table, row in w.services["rail_booking"].background(options, 1, Random(1)) if table == "services"]
    assert [row.id for row in rows] == [f"PONY-{n}-2026-03-{d}" for d in ("09", "10") for n in (101, 103, 105)]
