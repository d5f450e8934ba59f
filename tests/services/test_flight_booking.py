import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking import FlightBooking
from vibelife_inspect.services.flight_booking.background import FlightBackground
from vibelife_inspect.services.flight_booking.flights import Flight
from vibelife_inspect.services.flight_booking.offers import portion
from vibelife_inspect.world import Change, Mark, Outcome, World

START = "2026-03-30T08:00"
LIGHT = "economy_light:NH204-2026-04-03"
FLEX = "economy_flex:NH204-2026-04-03"
ROUND = "economy_flex:NH204-2026-04-03/NH203-2026-04-10"
VIA = "economy_light:LX10-2026-04-03+LX160-2026-04-03"
MARA = {"given_name": "Mara", "family_name": "Lindqvist", "passport_no": "C01X00T4", "nationality": "DE"}
NILS = {"given_name": "Nils", "family_name": "Lindqvist", "type": "child", "date_of_birth": "2018-05-01"}
BABY = {"given_name": "Ida", "family_name": "Lindqvist", "type": "infant", "date_of_birth": "2025-05-01"}


def flight(id: str, route: str, departs: str, arrives: str, economy: str = "EUR 600.00", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "flight_no": id[:-11],
        "carrier": "Sora Pacific",
        "origin": route[:3],
        "destination": route[4:],
        "departs_at": departs,
        "arrives_at": arrives,
        "aircraft": "A350",
        "fares": {"economy": economy, "business": "EUR 2,400.00"} if "EUR" in economy else {"economy": economy},
        "seats_left": {"economy": 4, "business": 2 if "EUR" in economy else 0},
        **more,
    }


FLIGHTS = [
    flight("NH204-2026-04-03", "FRA-HND", "2026-04-03T11:00+02:00", "2026-04-04T07:00+09:00"),
    flight("NH206-2026-04-03", "FRA-HND", "2026-04-03T20:00+02:00", "2026-04-04T16:00+09:00", "EUR 700.00"),
    flight("NH203-2026-04-10", "HND-FRA", "2026-04-10T12:00+09:00", "2026-04-10T19:00+02:00", "EUR 500.00"),
    flight("LX10-2026-04-03", "FRA-ZRH", "2026-04-03T08:00+02:00", "2026-04-03T09:00+02:00", "EUR 80.00"),
    flight("LX12-2026-04-03", "FRA-ZRH", "2026-04-03T09:30+02:00", "2026-04-03T10:15+02:00", "EUR 60.00"),
    flight("LX160-2026-04-03", "ZRH-HND", "2026-04-03T10:30+02:00", "2026-04-04T07:30+09:00", "EUR 450.00"),
    flight("JL44-2026-04-10", "HND-FRA", "2026-04-10T10:00+09:00", "2026-04-10T17:00+02:00", "JPY 64,000"),
    flight("JL300-2026-04-04", "HND-FUK", "2026-04-04T10:00+09:00", "2026-04-04T12:00+09:00", "JPY 20,000"),
]


def world(*others: str, flights: list[dict[str, Any]] = FLIGHTS, **more: Any) -> World:
    seeds = {"flight_booking.flights": flights, **more.pop("seeds", {})}
    return make_world("flight_booking", *others, seeds=seeds, start=START, **more)


def call(w: World, name: str, /, **arguments: Any) -> Outcome:
    return w.call(f"flight_booking_{name}", arguments)


def outside(w: World, name: str, /, **arguments: Any) -> Any:
    return ok(w.outside(f"flight_booking_{name}", arguments))


def book(w: World, offer: str = LIGHT, *people: dict[str, Any], **more: Any) -> Any:
    return ok(call(w, "book_flight", offer_id=offer, passengers=list(people or [MARA]), payment_method="CARD", **more))


def left(w: World, id: str, cabin: str = "economy") -> int:
    return int(w.table("flight_booking.flights").get(id).seats_left.of(cabin))


def booking(w: World, id: str) -> Any:
    return w.table("flight_booking.bookings").get(id)


def effects(w: World, ref: str) -> list[Mark]:
    return [
        entry for entry in w.journal.entries if isinstance(entry, Mark) and (entry.kind, entry.ref) == ("effect", ref)
    ]


def search(w: World, **more: Any) -> Any:
    return ok(call(w, "search_flights", **{"origin": "FRA", "destination": "HND", "depart_on": "2026-04-03", **more}))


# ---- searching


def test_a_search_finds_direct_flights_and_legal_connections_cheapest_first():
    found = search(world(), fare_class="economy_light")
    assert [row["offer_id"] for row in found["items"]] == [VIA, LIGHT, "economy_light:NH206-2026-04-03"]
    assert found["items"][0]["outbound"]["connection"] == {"airport": "ZRH", "minutes": 90}
    assert found["items"][0]["total"]["text"] == "EUR 530.00"


@pytest.mark.parametrize(
    ("more", "offers"),
    [
        ({"max_stops": 0}, [LIGHT, "economy_light:NH206-2026-04-03"]),
        ({"min_connection_minutes": 91}, [LIGHT, "economy_light:NH206-2026-04-03"]),
        ({"carriers": ["LX"]}, [VIA]),
        ({"sort": "duration"}, [LIGHT, "economy_light:NH206-2026-04-03", VIA]),
        ({"sort": "departure"}, [VIA, LIGHT, "economy_light:NH206-2026-04-03"]),
        ({"destination": "TYO", "max_stops": 0}, [LIGHT, "economy_light:NH206-2026-04-03"]),
        ({"adults": 5}, []),
        ({"depart_on": "2026-04-04"}, []),
    ],
)
def test_a_search_can_be_narrowed_and_sorted(more: Any, offers: list[str]):
    found = search(world(), **{"fare_class": "economy_light", **more})
    assert [row["offer_id"] for row in found["items"]] == offers


def test_a_search_stores_nothing_and_gives_the_same_offers_again():
    w = world()
    before = w.digest()
    assert search(w) == search(w)
    assert w.digest() == before


def test_a_round_trip_is_priced_in_the_currency_of_its_first_flight():
    found = search(world(), return_on="2026-04-10", fare_class="economy_light", max_stops=0, show_in="USD")
    assert [row["total"]["text"] for row in found["items"]] == [
        "EUR 1,000.00",
        "EUR 1,100.00",
        "EUR 1,100.00",
        "EUR 1,200.00",
    ]
    assert found["items"][0]["offer_id"] == "economy_light:NH204-2026-04-03/JL44-2026-04-10"
    assert found["items"][0]["converted"]["text"] == "USD 1,100.00"


def test_search_pages_follow_each_other():
    w = world()
    first = search(w, limit=2)
    rest = search(w, limit=50, cursor=first["next_cursor"])
    whole = search(w, limit=50)["items"]
    assert first["items"] + rest["items"] == whole
    assert (first["total"], rest["next_cursor"]) == (6, None)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"infants": 2}, "invalid"),
        ({"adults": 9, "children": 1}, "invalid"),
        ({"depart_on": "9999-12-31"}, "invalid"),
        ({"depart_on": "0001-01-01"}, "invalid"),
        ({"return_on": "2026-04-01"}, "invalid"),
        ({"destination": "FRA"}, "invalid"),
        ({"origin": "NRT", "destination": "TYO"}, "invalid"),
        ({"show_in": "XYZ"}, "invalid"),
        ({"show_in": "THB"}, "invalid"),
        ({"cabin": "ECONOMY"}, "invalid"),
        ({"cursor": "nowhere"}, "expired"),
    ],
)
def test_impossible_searches_are_refused(arguments: Any, error: str):
    base = {"origin": "FRA", "destination": "HND", "depart_on": "2026-04-03"}
    assert code(call(world(), "search_flights", **{**base, **arguments})) == error


@pytest.mark.parametrize(
    ("offer", "error"),
    [
        ("nonsense", "not_found"),
        ("economy_light:NH999-2026-04-03", "not_found"),
        ("gold:NH204-2026-04-03", "not_found"),
        ("economy_light:A1-1+B1-1+C1-1", "not_found"),
        ("economy_light:LX12-2026-04-03+LX160-2026-04-03", "unavailable"),
        ("economy_light:NH203-2026-04-10/NH204-2026-04-03", "unavailable"),
        ("first:NH204-2026-04-03", "unavailable"),
    ],
)
def test_offers_that_are_not_sold_are_refused(offer: str, error: str):
    assert code(call(world(), "get_offer", offer_id=offer)) == error


def test_an_offer_is_shown_with_flights_and_rules():
    offer = ok(call(world(), "get_offer", offer_id=FLEX, adults=2, infants=1))
    assert offer["total"]["text"] == "EUR 1,764.00"
    assert offer["outbound"][0]["adult_fare"]["text"] == "EUR 840.00"
    assert offer["rules"]["refundable_percent"] == 90


def test_a_carrier_may_have_rules_of_its_own():
    own = {"id": "NH:economy_light", "change_fee": "EUR 75.00", "refundable_percent": 20}
    w = world(seeds={"flight_booking.fare_rules": [own]})
    assert ok(call(w, "get_fare_rules", fare_class="economy_light", carrier="NH"))["refundable_percent"] == 20
    assert ok(call(w, "get_fare_rules", fare_class="economy_light", carrier="LX"))["refundable_percent"] == 0
    ticket = book(w)
    quote = ok(call(w, "quote_change", booking_id=ticket["id"], offer_id="economy_light:NH206-2026-04-03"))
    assert quote["to_pay"]["text"] == "EUR 175.00"


@pytest.mark.parametrize(
    ("query", "ids"), [("Tokyo", ["HND", "NRT"]), ("羽田", ["HND"]), ("münchen", ["MUC"]), ("zzz", [])]
)
def test_airports_are_found_in_any_script(query: str, ids: list[str]):
    assert [row["id"] for row in ok(call(world(), "search_airports", query=query))["items"]] == ids


def test_a_bundle_can_add_an_airport():
    extra = {"id": "HIJ", "name": "Hiroshima", "city": "Hiroshima", "country": "JP", "zone": "Asia/Tokyo"}
    w = world(seeds={"flight_booking.airports": [extra]})
    assert ok(call(w, "get_airport", iata="HIJ"))["local_time"].endswith("+09:00")
    assert code(call(w, "get_airport", iata="QQQ")) == "not_found"


# ---- booking


def test_booking_costs_what_the_quote_says():
    w = world()
    order = {
        "offer_id": ROUND,
        "passengers": [MARA, NILS, BABY],
        "bags": [{"passenger": 2, "pieces": 2}],
    }
    quote = ok(call(w, "quote_booking", **order, show_in="JPY"))
    assert quote["fare"]["minor"] == (84000 + 63000 + 8400) + (70000 + 52500 + 7000)
    assert quote["bag_price"]["minor"] == 2 * (12600 + 10500)
    assert quote["converted"]["currency"] == "JPY"
    made = ok(call(w, "book_flight", **order, payment_method="CARD"))
    assert made["total"] == quote["total"] == made["charged"]
    assert (made["status"], made["return_from"], len(made["ticket_numbers"])) == ("ticketed", 1, 3)
    assert "nothing was booked" in made["payment_note"]
    assert (len(effects(w, "payment")), len(effects(w, "mail"))) == (1, 1)


def test_infants_take_no_seat():
    w = world()
    book(w, LIGHT, MARA, NILS, BABY)
    assert left(w, "NH204-2026-04-03") == 2


def test_a_hold_keeps_seats_and_has_no_tickets_until_it_is_paid():
    w = world()
    held = ok(call(w, "hold_booking", offer_id=LIGHT, passengers=[MARA]))
    assert (held["status"], held["ticket_numbers"], held["payments"], left(w, "NH204-2026-04-03")) == (
        "held",
        [],
        [],
        3,
    )
    outside(w, "change_fare", flight_id="NH204-2026-04-03", cabin="economy", fare="EUR 900.00")
    paid = ok(call(w, "ticket_booking", booking_id=held["id"], payment_method="CARD", add_to_calendar=True))
    assert (paid["status"], paid["total"]["text"], paid["hold_until"]) == ("ticketed", "EUR 600.00", None)
    assert len(effects(w, "agenda")) == 1


def test_a_hold_lapses_and_its_seats_return():
    w = world()
    pick = {"flight_id": "NH204-2026-04-03", "passenger": 1, "seat": free(w)[0]}
    held = ok(call(w, "hold_booking", offer_id=LIGHT, passengers=[MARA], hours=2, seats=[pick]))
    w.advance(at("2026-03-30T11:00"))
    assert (booking(w, held["id"]).status, left(w, "NH204-2026-04-03")) == ("lapsed", 4)
    assert w.table("flight_booking.flights").get("NH204-2026-04-03").assigned_seats == []
    assert code(call(w, "ticket_booking", booking_id=held["id"], payment_method="CARD")) == "expired"


def test_a_hold_ends_three_hours_before_departure():
    w = world()
    w.advance(at("2026-04-03T05:00"))
    held = ok(call(w, "hold_booking", offer_id=LIGHT, passengers=[MARA], hours=72))
    assert held["hold_until"] == "2026-04-03T08:00:00+02:00"
    w.advance(at("2026-04-03T08:30"))
    assert code(call(w, "hold_booking", offer_id=LIGHT, passengers=[MARA])) == "unavailable"


def test_seats_are_never_oversold():
    w = world()
    for _ in range(2):
        book(w, LIGHT, MARA, NILS)
    assert code(call(w, "book_flight", offer_id=LIGHT, passengers=[MARA], payment_method="CARD")) == "unavailable"
    assert left(w, "NH204-2026-04-03") == 0


@pytest.mark.parametrize(
    ("people", "more"),
    [
        ([NILS], {}),
        ([MARA, BABY, BABY], {}),
        ([MARA, {**NILS, "date_of_birth": "2010-01-01"}], {}),
        ([MARA, {**BABY, "date_of_birth": None}], {}),
        ([{**MARA, "date_of_birth": "2030-01-01"}], {}),
        ([{**MARA, "given_name": " "}], {}),
        ([{**MARA, "age": 3}], {}),
        ([MARA], {"bags": [{"passenger": 2, "pieces": 1}]}),
        ([MARA], {"bags": [{"passenger": 1, "pieces": 1}] * 2}),
        ([MARA], {"seats": [{"flight_id": "NH206-2026-04-03", "passenger": 1, "seat": "20A"}]}),
        ([MARA, BABY], {"seats": [{"flight_id": "NH204-2026-04-03", "passenger": 2, "seat": "20A"}]}),
        ([MARA], {"max_total": "JPY 90,000"}),
    ],
)
def test_wrong_passengers_and_extras_are_refused_and_change_nothing(people: Any, more: Any):
    w = world()
    before = w.digest()
    assert code(call(w, "book_flight", offer_id=LIGHT, passengers=people, payment_method="CARD", **more)) == "invalid"
    assert w.digest() == before


def test_a_price_limit_protects_from_a_fare_that_rose():
    w = world()
    outside(w, "change_fare", flight_id="NH204-2026-04-03", cabin="economy", fare="EUR 650.00")
    order = {"offer_id": LIGHT, "passengers": [MARA], "payment_method": "CARD", "max_total": "EUR 600.00"}
    assert code(call(w, "book_flight", **order)) == "conflict"
    assert left(w, "NH204-2026-04-03") == 4


def test_the_same_key_books_once():
    w = world()
    one, two = (book(w, idempotency_key="k") for _ in range(2))
    assert one == two
    assert left(w, "NH204-2026-04-03") == 3


def test_bookings_of_others_are_out_of_reach():
    theirs = {
        "id": "PNR-OTHER",
        "owner": "jon",
        "segments": ["NH204-2026-04-03"],
        "passengers": [MARA],
        "total": "EUR 600.00",
    }
    w = world(seeds={"flight_booking.bookings": [theirs]})
    book(w)
    for name in ("get_booking", "cancel_booking", "quote_cancellation", "get_boarding_passes", "list_alternatives"):
        assert code(call(w, name, booking_id="PNR-OTHER")) == "refused"
    assert ok(call(w, "list_bookings"))["total"] == 1


def test_bookings_are_listed_newest_first_by_status():
    w = world()
    first, second = book(w), book(w, VIA)
    ok(call(w, "cancel_booking", booking_id=first["id"]))
    assert [row["id"] for row in ok(call(w, "list_bookings"))["items"]] == [second["id"], first["id"]]
    assert [row["id"] for row in ok(call(w, "list_bookings", status="cancelled"))["items"]] == [first["id"]]


# ---- extras


def free(w: World, flight_id: str = "NH204-2026-04-03", **more: Any) -> list[str]:
    rows = ok(call(w, "get_seat_map", flight_id=flight_id, **more))["free"]
    return [f"{row['row']}{letter}" for row in rows for letter in row["seats"]]


def test_a_seat_map_shows_as_many_free_seats_as_are_left_to_the_asker():
    w = world()
    assert len(free(w)) == 4
    ticket = book(w, LIGHT, MARA, NILS)
    assert (len(free(w)), len(free(w, booking_id=ticket["id"]))) == (2, 4)
    assert code(call(w, "get_seat_map", flight_id="NH204-2026-04-03", cabin="first")) == "not_found"
    assert code(call(w, "get_seat_map", flight_id="NH206-2026-04-03", booking_id=ticket["id"])) == "invalid"


def test_choosing_a_seat_costs_once_and_moving_is_free():
    w = world()
    ticket = book(w)
    seats = free(w, booking_id=ticket["id"])
    pick = {"flight_id": "NH204-2026-04-03", "passenger": 1, "seat": seats[0]}
    quote = ok(call(w, "quote_extras", booking_id=ticket["id"], seats=[pick]))
    first = ok(call(w, "choose_seats", booking_id=ticket["id"], seats=[pick]))
    moved = ok(call(w, "choose_seats", booking_id=ticket["id"], seats=[{**pick, "seat": seats[1]}]))
    assert (
        quote["total"] == first["price"] == first["charged"] == {"minor": 3000, "currency": "EUR", "text": "EUR 30.00"}
    )
    assert (moved["price"]["minor"], moved["total"]["text"], len(moved["seats"])) == (0, "EUR 630.00", 1)
    assert w.table("flight_booking.flights").get("NH204-2026-04-03").assigned_seats == [seats[1]]
    other = book(w)
    taken = {**pick, "seat": seats[1]}
    assert code(call(w, "choose_seats", booking_id=other["id"], seats=[taken])) == "unavailable"


def test_bags_add_up_to_five_and_a_hold_pays_them_with_the_ticket():
    w = world()
    held = ok(call(w, "hold_booking", offer_id=LIGHT, passengers=[MARA]))
    bags = [{"passenger": 1, "pieces": 3}]
    more = ok(call(w, "add_bags", booking_id=held["id"], bags=bags))
    assert (more["total"]["text"], more["payments"]) == ("EUR 870.00", [])
    assert code(call(w, "add_bags", booking_id=held["id"], bags=bags)) == "invalid"
    assert (
        ok(call(w, "ticket_booking", booking_id=held["id"], payment_method="CARD"))["charged"]["text"] == "EUR 870.00"
    )


def test_seats_of_the_way_back_can_be_chosen_after_the_way_there():
    w = world()
    ticket = book(w, ROUND)["id"]
    w.advance(at("2026-04-05T08:00"))
    seat = free(w, "NH203-2026-04-10", booking_id=ticket)[0]
    pick = {"flight_id": "NH203-2026-04-10", "passenger": 1, "seat": seat}
    assert ok(call(w, "choose_seats", booking_id=ticket, seats=[pick]))["price"]["minor"] == 0
    gone = {**pick, "flight_id": "NH204-2026-04-03"}
    assert code(call(w, "choose_seats", booking_id=ticket, seats=[gone])) == "invalid"


def test_special_requests_are_set_changed_and_removed():
    w = world()
    ticket = book(w)["id"]
    for text in ("insulin pens and needles", "insulin pens, needles, doctor's letter"):
        result = call(w, "set_special_request", booking_id=ticket, passenger=1, kind="insulin_letter", text=text)
        assert [item["text"] for item in ok(result)["passengers"][0]["special_requests"]] == [text]
    gone = ok(call(w, "remove_special_request", booking_id=ticket, passenger=1, kind="insulin_letter"))
    assert gone["passengers"][0]["special_requests"] == []
    assert code(call(w, "remove_special_request", booking_id=ticket, passenger=1, kind="meal")) == "not_found"
    w.advance(at("2026-04-02T12:00"))
    late = call(w, "set_special_request", booking_id=ticket, passenger=1, kind="meal", text="vegan")
    assert code(late) == "expired"


def test_passport_data_can_be_set_and_cleared():
    w = world()
    ticket = book(w)["id"]
    ok(call(w, "update_passenger", booking_id=ticket, passenger=1, passport_no="NEW1234", clear=["nationality"]))
    person = booking(w, ticket).passengers[0]
    assert (person.passport_no, person.nationality) == ("NEW1234", "")
    assert code(call(w, "update_passenger", booking_id=ticket, passenger=2, nationality="DE")) == "invalid"
    assert code(call(w, "update_passenger", booking_id=ticket, passenger=1)) == "invalid"


# ---- changing and cancelling


def test_a_change_costs_fee_and_difference_as_quoted():
    w = world()
    ticket = book(w)
    order = {"booking_id": ticket["id"], "offer_id": "economy_light:NH206-2026-04-03"}
    quote = ok(call(w, "quote_change", **order))
    assert (quote["fee"]["text"], quote["fare_difference"]["text"]) == ("EUR 180.00", "EUR 100.00")
    assert code(call(w, "change_booking", **order, max_price="EUR 279.99")) == "conflict"
    changed = ok(call(w, "change_booking", **order))
    assert changed["charged"] == quote["to_pay"]
    assert (changed["total"]["text"], changed["segments"], changed["status"]) == (
        "EUR 880.00",
        ["NH206-2026-04-03"],
        "ticketed",
    )
    assert (left(w, "NH204-2026-04-03"), left(w, "NH206-2026-04-03")) == (4, 3)


def test_a_cheaper_flight_pays_nothing_back():
    w = world()
    changed = ok(call(w, "change_booking", booking_id=book(w)["id"], offer_id=VIA))
    assert (changed["quote"]["not_paid_back"]["text"], changed["total"]["text"]) == ("EUR 70.00", "EUR 780.00")
    assert len(changed["segments"]) == 2


def test_one_direction_of_a_round_trip_can_change():
    w = world()
    ticket = book(w, "economy_light:NH204-2026-04-03/NH203-2026-04-10")
    order = {"booking_id": ticket["id"], "offer_id": "economy_light:JL44-2026-04-10", "direction": "return"}
    changed = ok(call(w, "change_booking", **order))
    assert changed["segments"] == ["NH204-2026-04-03", "JL44-2026-04-10"]
    assert changed["quote"]["fee"]["text"] == "EUR 150.00"
    via = ok(call(w, "change_booking", booking_id=ticket["id"], offer_id=VIA, direction="outbound"))
    assert (via["return_from"], len(via["segments"])) == (2, 3)


@pytest.mark.parametrize(
    ("offer", "direction", "error"),
    [
        (LIGHT, "all", "invalid"),
        ("economy_light:NH206-2026-04-03", "return", "invalid"),
        ("nothing", "all", "not_found"),
    ],
)
def test_senseless_changes_are_refused(offer: str, direction: str, error: str):
    w = world()
    order = {"booking_id": book(w)["id"], "offer_id": offer, "direction": direction}
    assert code(call(w, "quote_change", **order)) == error
    assert code(call(w, "change_booking", **order)) == error


def test_an_upgrade_on_a_full_flight_needs_seats_in_the_new_cabin():
    w = world()
    ticket = book(w)
    outside(w, "withdraw_seats", flight_id="NH204-2026-04-03", cabin="business", seats=2)
    order = {"booking_id": ticket["id"], "offer_id": "business:NH204-2026-04-03"}
    assert code(call(w, "change_booking", **order)) == "unavailable"
    outside(w, "release_seats", flight_id="NH204-2026-04-03", cabin="business", seats=1)
    assert ok(call(w, "change_booking", **order))["cabin"] == "business"
    assert (left(w, "NH204-2026-04-03"), left(w, "NH204-2026-04-03", "business")) == (4, 0)


@pytest.mark.parametrize(
    ("offer", "refund", "status"),
    [(LIGHT, 0, "cancelled"), (FLEX, 75600, "refunded"), ("business:NH204-2026-04-03", 240000, "refunded")],
)
def test_a_cancellation_pays_back_by_the_rules_as_quoted(offer: str, refund: int, status: str):
    w = world()
    ticket = book(w, offer)["id"]
    quote = ok(call(w, "quote_cancellation", booking_id=ticket))
    assert quote["refund"]["minor"] == refund
    too_much = Money(minor=refund + 1, currency="EUR")
    assert code(call(w, "cancel_booking", booking_id=ticket, min_refund=str(too_much))) == "conflict"
    done = ok(call(w, "cancel_booking", booking_id=ticket))
    assert (done["status"], done["quote"]) == (status, quote)
    assert left(w, "NH204-2026-04-03") == 4
    assert len(effects(w, "payment")) == 1 + (refund > 0)


@pytest.mark.parametrize("name", ["cancel_booking", "quote_cancellation", "list_alternatives"])
def test_a_cancelled_booking_stays_cancelled(name: str):
    w = world()
    ticket = book(w)["id"]
    ok(call(w, "cancel_booking", booking_id=ticket))
    assert code(call(w, name, booking_id=ticket)) == "conflict"
    assert code(call(w, "check_in", booking_id=ticket, flight_id="NH204-2026-04-03")) == "conflict"
    assert code(call(w, "change_booking", booking_id=ticket, offer_id=FLEX)) == "conflict"


def test_releasing_a_hold_costs_nothing():
    w = world()
    held = ok(call(w, "hold_booking", offer_id=LIGHT, passengers=[MARA]))
    assert ok(call(w, "cancel_booking", booking_id=held["id"]))["status"] == "cancelled"
    assert (left(w, "NH204-2026-04-03"), effects(w, "payment")) == (4, [])


def test_a_flown_leg_is_not_refunded():
    w = world()
    ticket = book(w, ROUND)["id"]
    w.advance(at("2026-04-05T08:00"))
    assert ok(call(w, "quote_cancellation", booking_id=ticket))["refund"]["minor"] == 63000


def test_money_moves_on_a_real_card_and_comes_back():
    pytest.importorskip("vibelife_inspect.services.credit_card")
    card = {"id": "CARD", "name": "Blue", "last4": "1234", "limit": "EUR 700.00", "next_statement": "2026-04-20"}
    w = world("credit_card", seeds={"credit_card.cards": [card]})
    dear = call(w, "book_flight", offer_id=FLEX, passengers=[MARA], payment_method="CARD")
    assert (code(dear), left(w, "NH204-2026-04-03")) == ("insufficient_funds", 4)
    nobody = call(w, "book_flight", offer_id=LIGHT, passengers=[MARA], payment_method="NOBODY")
    assert code(nobody) == "not_found"
    ticket = book(w)
    assert "payment_note" not in ticket
    outside(w, "cancel_flight", flight_id="NH204-2026-04-03", reason="strike")
    back = ok(call(w, "cancel_booking", booking_id=ticket["id"]))
    assert back["refunded"]["text"] == back["payments"][0]["refunded"]["text"] == "EUR 600.00"
    assert "payment_note" not in back


# ---- disruptions


def test_a_delay_is_silent_and_disrupts_only_above_three_hours():
    w = world()
    ticket = book(w)["id"]
    for minutes, disrupted in ((180, False), (181, True)):
        outside(w, "delay_flight", flight_id="NH204-2026-04-03", minutes=minutes)
        assert (ok(call(w, "get_booking", booking_id=ticket))["disruption"] is not None) == disrupted
    assert effects(w, "notice") == []
    shown = ok(call(w, "get_flight_status", flight_no="nh 204", on="2026-04-03"))
    assert (shown["status"], shown["delay_minutes"]) == ("delayed", 181)
    assert shown["estimated_departure"] == "2026-04-03T14:01:00+02:00"


def test_a_cancelled_flight_can_be_rebooked_free_of_charge():
    w = world()
    ticket = book(w)["id"]
    assert code(call(w, "list_alternatives", booking_id=ticket)) == "conflict"
    outside(w, "cancel_flight", flight_id="NH204-2026-04-03", reason="strike")
    found = ok(call(w, "list_alternatives", booking_id=ticket))
    assert [row["offer_id"] for row in found["items"]] == [VIA, "economy_light:NH206-2026-04-03"]
    assert code(call(w, "rebook_booking", booking_id=ticket, offer_id=LIGHT)) == "unavailable"
    done = ok(call(w, "rebook_booking", booking_id=ticket, offer_id=VIA))
    assert (done["total"]["text"], done["disruption"], len(effects(w, "payment"))) == ("EUR 600.00", None, 1)
    assert done["segments"] == ["LX10-2026-04-03", "LX160-2026-04-03"]
    assert left(w, "LX160-2026-04-03") == 3


def test_a_missed_connection_is_a_disruption():
    w = world()
    ticket = book(w, VIA)["id"]
    outside(w, "delay_flight", flight_id="LX10-2026-04-03", minutes=60)
    problem = ok(call(w, "get_booking", booking_id=ticket))["disruption"]
    assert (problem["flight_id"], problem["reason"]) == ("LX160-2026-04-03", "missed_connection")
    assert ok(call(w, "quote_cancellation", booking_id=ticket))["refund"]["text"] == "EUR 530.00"


def test_a_stranded_passenger_is_rebooked_from_where_the_trip_broke():
    later = flight("LX162-2026-04-03", "ZRH-HND", "2026-04-03T22:00+02:00", "2026-04-04T19:00+09:00")
    w = world(flights=[*FLIGHTS, later])
    ticket = book(w, VIA)["id"]
    w.advance(at("2026-04-03T08:30"))
    outside(w, "cancel_flight", flight_id="LX160-2026-04-03")
    found = ok(call(w, "list_alternatives", booking_id=ticket))["items"]
    assert [row["offer_id"] for row in found] == ["economy_light:LX162-2026-04-03"]
    done = ok(call(w, "rebook_booking", booking_id=ticket, offer_id=found[0]["offer_id"]))
    assert done["segments"] == ["LX10-2026-04-03", "LX162-2026-04-03"]


def test_a_schedule_change_counts_from_the_time_that_was_booked():
    w = world()
    early = book(w)["id"]
    times = {"departs_at": "2026-04-03T16:00+02:00", "arrives_at": "2026-04-04T12:00+09:00"}
    outside(w, "reschedule_flight", flight_id="NH204-2026-04-03", **times)
    late = book(w)["id"]
    assert ok(call(w, "get_booking", booking_id=early))["disruption"]["reason"] == "delayed"
    assert ok(call(w, "get_booking", booking_id=late))["disruption"] is None


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        (
            "reschedule_flight",
            {"departs_at": "9999-12-31T23:59-11:00", "arrives_at": "9999-12-31T23:59-12:00"},
            "invalid",
        ),
        (
            "reschedule_flight",
            {"departs_at": "2026-04-03T12:00+02:00", "arrives_at": "2026-04-03T12:00+02:00"},
            "invalid",
        ),
        (
            "reschedule_flight",
            {"departs_at": "2026-03-30T12:00+02:00", "arrives_at": "2026-03-30T22:00+02:00"},
            "invalid",
        ),
        ("withdraw_seats", {"cabin": "economy", "seats": 5}, "conflict"),
        ("release_seats", {"cabin": "economy", "seats": 400}, "conflict"),
        ("release_seats", {"cabin": "first", "seats": 9}, "conflict"),
        ("change_fare", {"cabin": "economy", "fare": "USD 100.00"}, "invalid"),
        ("change_fare", {"cabin": "first", "fare": "EUR 100.00"}, "invalid"),
        ("delay_flight", {"minutes": -5}, "invalid"),
    ],
)
def test_airlines_cannot_break_the_world(name: str, arguments: Any, error: str):
    w = world()
    arguments = {"flight_id": "NH204-2026-04-03", **arguments}
    assert code(w.outside(f"flight_booking_{name}", arguments)) == error
    assert code(call(w, name, **arguments)) == "not_found"


def test_two_schedule_changes_cannot_drift_away_from_the_flight_id():
    w = world()
    first = {"departs_at": "2026-04-05T11:00+02:00", "arrives_at": "2026-04-06T07:00+09:00"}
    second = {"departs_at": "2026-04-07T11:00+02:00", "arrives_at": "2026-04-08T07:00+09:00"}
    outside(w, "reschedule_flight", flight_id="NH204-2026-04-03", **first)
    again = w.outside("flight_booking_reschedule_flight", {"flight_id": "NH204-2026-04-03", **second})
    assert code(again) == "invalid"


# ---- the day of travel


def test_check_in_opens_thirty_hours_and_closes_one_hour_before():
    w = world()
    ticket = book(w)["id"]
    order = {"booking_id": ticket, "flight_id": "NH204-2026-04-03"}
    assert code(call(w, "check_in", **order)) == "conflict"
    w.advance(at("2026-04-02T06:00"))
    card = ok(call(w, "check_in", **order))["boarding_passes"][0]
    assert (card["sequence"], card["name"], card["boards_at"]) == (1, "Mara Lindqvist", "2026-04-03T10:20:00+02:00")
    assert card["seat"] in w.table("flight_booking.flights").get("NH204-2026-04-03").assigned_seats
    assert code(call(w, "check_in", **order)) == "conflict"
    assert ok(call(w, "get_boarding_passes", booking_id=ticket))["boarding_passes"] == [card]
    late = book(w)["id"]
    w.advance(at("2026-04-03T10:00:01"))
    assert code(call(w, "check_in", booking_id=late, flight_id="NH204-2026-04-03")) == "expired"


def test_check_in_keeps_chosen_seats_numbers_passes_and_seats_no_infant():
    w = world()
    pick = {"flight_id": "NH204-2026-04-03", "passenger": 1, "seat": free(w)[2]}
    papers = {"passport_no": "C111", "nationality": "DE"}
    ticket = book(w, LIGHT, MARA, {**NILS, **papers}, {**BABY, **papers}, seats=[pick])["id"]
    w.advance(at("2026-04-02T12:00"))
    order = {"booking_id": ticket, "flight_id": "NH204-2026-04-03"}
    first = ok(call(w, "check_in", **order, passengers=[1]))["boarding_passes"]
    rest = ok(call(w, "check_in", **order))["boarding_passes"]
    assert [(card["passenger"], card["sequence"]) for card in first + rest] == [(1, 1), (2, 2), (3, 3)]
    assert (first[0]["seat"], rest[1]["seat"]) == (pick["seat"], "")
    assert len(w.table("flight_booking.flights").get("NH204-2026-04-03").assigned_seats) == 2


def test_check_in_abroad_needs_a_passport_and_at_home_does_not():
    w = world()
    plain = {"given_name": "Mara", "family_name": "Lindqvist"}
    abroad, domestic = book(w, LIGHT, plain)["id"], book(w, "economy_light:JL300-2026-04-04", plain)["id"]
    w.advance(at("2026-04-03T09:00"))
    order = {"booking_id": abroad, "flight_id": "NH204-2026-04-03"}
    assert code(call(w, "check_in", **order)) == "conflict"
    ok(call(w, "check_in", booking_id=domestic, flight_id="JL300-2026-04-04"))
    ok(call(w, "update_passenger", booking_id=abroad, passenger=1, passport_no="C01", nationality="DE"))
    ok(call(w, "check_in", **order))


def test_flights_board_leave_and_land_by_their_estimates_and_bookings_become_flown():
    w = world()
    ticket = book(w)["id"]
    outside(w, "delay_flight", flight_id="NH204-2026-04-03", minutes=60)
    stages = []
    for moment in ("2026-04-03T11:19", "2026-04-03T11:20", "2026-04-03T12:00", "2026-04-04T01:00"):
        w.advance(at(moment))
        stages.append((w.table("flight_booking.flights").get("NH204-2026-04-03").status, booking(w, ticket).status))
    assert stages == [("delayed", "ticketed"), ("boarding", "ticketed"), ("departed", "ticketed"), ("landed", "flown")]
    assert code(w.outside("flight_booking_delay_flight", {"flight_id": "NH204-2026-04-03", "minutes": 5})) == "conflict"


def test_sales_close_an_hour_before_departure():
    w = world()
    w.advance(at("2026-04-03T10:00:01"))
    assert code(call(w, "get_offer", offer_id=LIGHT)) == "expired"
    assert [row["outbound"]["flights"] for row in search(w, fare_class="economy_light")["items"]] == [["NH206"]]


def test_only_subscribers_hear_of_changes_and_the_agent_wakes_up():
    w = world()
    row = ok(call(w, "subscribe_flight_status", flight_no="NH204", on="2026-04-03"))
    assert ok(call(w, "subscribe_flight_status", flight_no="NH204", on="2026-04-03")) == row
    outside(w, "change_gate", flight_id="NH204-2026-04-03", gate="B22")
    outside(w, "delay_flight", flight_id="NH206-2026-04-03", minutes=30)
    assert [mark.data["title"] for mark in effects(w, "notice")] == [
        "NH204 FRA-HND on 2026-04-03 now leaves from gate B22"
    ]
    assert [ring.ref for ring in w.take_rings()] == [row["id"]]
    w.advance(at("2026-04-04T12:00"))
    assert (len(effects(w, "notice")), w.take_rings()) == (4, [])
    assert ok(call(w, "list_status_subscriptions"))["total"] == 0
    assert ok(call(w, "list_status_subscriptions", status="ended"))["total"] == 1


def test_a_subscription_can_be_ended_once():
    w = world()
    row = ok(call(w, "subscribe_flight_status", flight_no="NH204", on="2026-04-03"))
    ok(call(w, "unsubscribe_flight_status", subscription_id=row["id"]))
    assert code(call(w, "unsubscribe_flight_status", subscription_id=row["id"])) == "conflict"
    outside(w, "cancel_flight", flight_id="NH204-2026-04-03")
    assert effects(w, "notice") == []
    assert code(call(w, "subscribe_flight_status", flight_no="NH204", on="2026-04-03")) == "conflict"


@pytest.mark.parametrize(("number", "day"), [("NH999", "2026-04-03"), ("NH204", "2026-04-04"), ("東京", "9999-12-31")])
def test_an_unknown_flight_has_no_status(number: str, day: str):
    assert code(call(world(), "get_flight_status", flight_no=number, on=day)) == "not_found"


# ---- records and background


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": "NH205-2026-04-03"}, "flight_no"),
        ({"id": "NH204-2026-02-30"}, "day"),
        ({"arrives_at": "2026-04-03T10:00+02:00"}, "arrives_at"),
        ({"destination": "FRA"}, "differ"),
        ({"seats_left": {"economy": 900}}, "seats_left.economy"),
        ({"aircraft": "A320", "seats_left": {"first": 1}}, "seats_left.first"),
        ({"fares": {"economy": "EUR 1.00", "business": "JPY 2"}}, "one currency"),
        ({"fares": {}}, "fare"),
        ({"fares": {"economy": "EUR 900,000,000.00"}}, "at most"),
    ],
)
def test_impossible_seeds_are_refused(change: Any, said: str):
    with pytest.raises(ValidationError, match=said):
        world(flights=[{**FLIGHTS[0], **change}])


def test_times_are_kept_local_to_the_airports():
    row = {**FLIGHTS[0], "departs_at": "2026-04-03T09:00Z", "arrives_at": "2026-04-03T22:00Z"}
    shown = ok(call(world(flights=[row]), "get_flight_status", flight_no="NH204", on="2026-04-03"))
    assert (shown["scheduled_departure"], shown["scheduled_arrival"]) == (
        "2026-04-03T11:00:00+02:00",
        "2026-04-04T07:00:00+09:00",
    )


def test_a_seed_of_a_few_lines_is_a_booking_that_can_be_refunded():
    seed = {"id": "PNR-OLD", "segments": ["NH204-2026-04-03"], "passengers": [MARA], "total": "EUR 900.00"}
    w = world(seeds={"flight_booking.bookings": [{**seed, "fare_class": "economy_flex", "payment_method": "CARD"}]})
    assert ok(call(w, "cancel_booking", booking_id="PNR-OLD"))["refunded"]["text"] == "EUR 810.00"


def rows(level: int = 1, seed: int = 1, w: World | None = None, **options: Any) -> list[Flight]:
    service = (w or make_world("flight_booking")).services["flight_booking"]
    found = service.background(FlightBackground(**options), level, Random(seed))
    return [record for _, record in found if isinstance(record, Flight)]


def test_background_is_valid_seeded_and_linear():
    one = rows()
    assert one == rows()
    assert one != rows(seed=2)
    assert len({row.id for row in rows(level=3)}) == 3 * len(one)
    for row in one[::37]:
        assert Flight.model_validate(json.loads(row.model_dump_json())) == row


def test_background_follows_given_routes_and_leaves_seeds_alone():
    route = {"origin": "HAM", "destination": "XQX", "base_fare": "EUR 90.00", "destination_zone": "Asia/Tokyo"}
    options = {"routes": [route], "from_date": "2026-04-01", "to_date": "2026-04-03", "flights_per_day": 1}
    found = rows(**options)
    assert [(row.origin, row.destination) for row in found] == [("HAM", "XQX")] * 3 + [("XQX", "HAM")] * 3
    taken = make_world("flight_booking", seeds={"flight_booking.flights": [found[0]]})
    assert [row.id for row in rows(w=taken, **options)] == [row.id for row in found[1:]]


def test_generated_flights_are_booked_like_others_and_move_with_time_only_then():
    w = make_world("flight_booking")
    w.table("flight_booking.flights").load(rows())
    found = ok(call(w, "search_flights", origin="BER", destination="LHR", depart_on="2026-03-05"))
    offer = found["items"][0]["offer_id"]
    id = offer.partition(":")[2]
    ticket = book(w, offer)["id"]
    before = len(w.journal.entries)
    w.advance(at("2026-03-07T08:00"))
    assert (w.table("flight_booking.flights").get(id).status, booking(w, ticket).status) == ("landed", "flown")
    assert len([entry for entry in w.journal.entries[before:] if isinstance(entry, Change)]) == 4
    other = next(row for row in w.table("flight_booking.flights") if not row.tracked)
    shown = ok(call(w, "get_flight_status", flight_no=other.flight_no, on=other.id[-10:]))
    assert (other.status, shown["status"]) == ("scheduled", "landed")


# ---- invariants

STEPS = st.lists(
    st.sampled_from(
        ("book", "hold", "seat", "bag", "change", "cancel", "delay", "rebook", "check_in", "withdraw", "wait")
    ),
    max_size=14,
)


@settings(max_examples=25, deadline=None)
@given(steps=STEPS)
def test_seats_and_sums_hold_whatever_happens(steps: list[str]):
    w = world()
    hour = at(START)
    offers = [LIGHT, FLEX, VIA, ROUND]
    sold = {row["id"]: 4 for row in FLIGHTS}
    for turn, step in enumerate(steps):
        table = list(w.table("flight_booking.bookings"))
        last = table[turn % len(table)].id if table else "none"
        flight_id = table[turn % len(table)].segments[0] if table else "NH204-2026-04-03"
        offer, bag = offers[turn % 4], [{"passenger": 1, "pieces": 1}]
        if step == "withdraw":
            if w.outside("flight_booking_withdraw_seats", {"flight_id": flight_id, "cabin": "economy", "seats": 1}).ok:
                sold[flight_id] -= 1
        elif step == "delay":
            w.outside("flight_booking_delay_flight", {"flight_id": flight_id, "minutes": 40 * turn})
        elif step == "wait":
            hour = w.clock.after(at("2026-03-31T08:00") - at(START)) if turn % 2 else hour
            w.advance(max(hour, w.clock.now))
        elif step in ("book", "hold"):
            name, pay = ("hold_booking", {}) if step == "hold" else ("book_flight", {"payment_method": "CARD"})
            call(w, name, offer_id=offer, passengers=[MARA, BABY], **pay)
        elif step == "seat":
            seats = [{"flight_id": flight_id, "passenger": 1, "seat": seat} for seat in free(w, flight_id)[:1]]
            call(w, "choose_seats", booking_id=last, seats=seats)
        elif step == "bag":
            call(w, "add_bags", booking_id=last, bags=bag)
        elif step == "check_in":
            call(w, "check_in", booking_id=last, flight_id=flight_id, passengers=[1])
        elif step == "rebook":
            found = call(w, "list_alternatives", booking_id=last).result or {"items": []}
            for row in found["items"][:1]:
                ok(call(w, "rebook_booking", booking_id=last, offer_id=row["offer_id"]))
        else:
            call(w, f"{step}_booking", booking_id=last, **({"offer_id": offer} if step == "change" else {}))
    check_invariants(w, sold)


def check_invariants(w: World, seats: dict[str, int]) -> None:
    bookings = list(w.table("flight_booking.bookings"))
    for row in w.table("flight_booking.flights"):
        if w.clock.now < row.leaves_at:
            live = [item for item in bookings if item.status in ("held", "ticketed") and row.id in item.segments]
            assert row.seats_left.economy + sum(len(item.seated) for item in live) == seats[row.id]
            chosen = [seat.seat for item in live for seat in item.seats if seat.flight_id == row.id]
            assert sorted(row.assigned_seats) == sorted(chosen)
    for item in bookings:
        paid = sum(payment.amount.minor for payment in item.payments)
        assert paid == (0 if item.status in ("held", "lapsed") or not item.ticket_numbers else item.total.minor)


@given(minor=st.integers(0, 10**9), percent=st.integers(0, 1000))
@settings(max_examples=50)
def test_portions_round_as_money_does(minor: int, percent: int):
    assert portion(minor, percent) == Money(minor=minor, currency="EUR").percent(percent).minor


def test_the_service_offers_what_its_contract_says():
    effects_of = [item.effect for item in FlightBooking.operations.values()]
    assert (len(effects_of) - effects_of.count("outside"), effects_of.count("outside")) == (30, 7)
    for item in FlightBooking.operations.values():
        assert item.schema["additionalProperties"] is False
