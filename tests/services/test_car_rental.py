"""car_rental: search, quotes, bookings and their changes, reports, help, and what companies do."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.money import total
from vibelife_inspect.services.car_rental.records import Driver, rental_days
from vibelife_inspect.world import Outcome, World

ZONE = "Europe/Lisbon"
SEEDS: dict[str, list[dict[str, Any]]] = {
    "stations": [
        {"id": "S-LIS", "name": "Kestrel Lisbon", "company": "Kestrel", "city": "Lisbon", "city_local": "Lisboa",
         "country": "PT", "zone": ZONE, "address": "Rua das Velas 3", "email": "lis@kestrel.example"},
        {"id": "S-OPO", "name": "Kestrel Porto", "company": "Kestrel", "city": "Porto", "country": "PT", "zone": ZONE,
         "closed_weekdays": ["sunday"]},
        {"id": "S-SAP", "name": "Marlow Sapporo", "company": "Marlow", "city": "Sapporo", "city_local": "札幌",
         "country": "JP", "zone": "Asia/Tokyo"},
    ],
    "offers": [
        {"id": "o-hatch", "station": "S-LIS", "vehicle": "hatchback", "price_per_day": "EUR 40.00", "stock": 2,
         "week_percent": 90, "km_per_day": 200, "extra_km": "EUR 0.20", "deposit": "EUR 300.00",
         "refuel_fee": "EUR 1.00", "young_fee": "EUR 10.00", "extra_driver_fee": "EUR 8.00", "countries": ["ES"],
         "border_fee": "EUR 30.00", "one_way_fee": "EUR 60.00", "cancel_percent": 50, "change_fee": "EUR 15.00",
         "roadside_fee": "EUR 90.00"},
        {"id": "o-volt", "station": "S-LIS", "vehicle": "electric", "energy": "electric", "seats": 4,
         "consumption_tenths": 160, "price_per_day": "EUR 45.00", "min_age": 25, "stock": 1, "refundable": False,
         "hold_hours": 0, "transmission": "automatic"},
        {"id": "o-van", "station": "S-LIS", "vehicle": "van", "category": "van", "energy": "diesel", "seats": 9,
         "price_per_day": "EUR 95.00", "free_hours": 24},
        {"id": "o-yuki", "station": "S-SAP", "vehicle": "4WD", "price_per_day": "JPY 8,000"},
    ],
    "insurance_plans": [
        {"id": "p-full", "name": "Full", "per_day": "EUR 12.00", "excess": "EUR 100.00",
         "covers": ["collision", "roadside"]},
        {"id": "p-base", "name": "Base", "per_day": "EUR 5.00", "excess": "EUR 900.00"},
    ],
    "extras": [
        {"id": "x-seat", "name": "Child seat", "kind": "child_seat", "price_per_day": "EUR 6.00",
         "price_most": "EUR 15.00"},
        {"id": "x-chain", "name": "Snow chains", "kind": "snow_chains", "price_per_day": "JPY 500", "most": 1},
    ],
    "road_policies": [
        {"id": "r1", "country": "PT", "kind": "toll", "title": "Tolls"},
        {"id": "r2", "country": "ES", "kind": "low_emission_zone", "title": "Zones", "energies": ["diesel"]},
    ],
    "energy_stops": [
        {"id": "e1", "name": "Alfa", "city": "Lisbon", "country": "PT",
         "prices": [{"energy": "petrol", "price": "EUR 1.80"}, {"energy": "diesel", "price": "EUR 1.60"}]},
        {"id": "e2", "name": "Beta", "kind": "charging", "city": "Lisbon", "country": "PT", "power_kw": 150,
         "prices": [{"energy": "electric", "price": "EUR 0.50"}]},
    ],
    "bookings": [
        {"id": "CAR-ALIEN", "owner": "jonas", "offer": "o-hatch", "station": "S-LIS",
         "pickup_at": "2026-06-01T10:00", "return_at": "2026-06-03T10:00", "total": "EUR 80.00"},
    ],
}  # fmt: skip
BANK = {"banking.accounts": [{"id": "bank", "name": "Giro", "balance": "EUR 3,000.00"}]}
MARA = {"name": "Mara Lindqvist", "birth_date": "1988-05-04", "licence_since": "2007-01-01"}
TEEN = {"name": "Nils", "birth_date": "2004-01-01", "licence_since": "2023-01-01"}
TIMES = {"pickup_at": "2026-03-10T10:00+00:00", "return_at": "2026-03-13T10:30+00:00"}
TRIP = {"offer_id": "o-hatch", **TIMES, "drivers": [MARA]}


def rental(*services: str, **extra: list[dict[str, Any]]) -> World:
    seeds: dict[str, Any] = {f"car_rental.{table}": [*rows, *extra.get(table, [])] for table, rows in SEEDS.items()}
    return make_world("car_rental", *services, seeds=seeds | (BANK if "banking" in services else {}))


def call(world: World, name: str, /, **arguments: Any) -> Outcome:
    return world.call(f"car_rental_{name}", arguments)


def outside(world: World, name: str, /, **arguments: Any) -> Any:
    return ok(world.outside(f"car_rental_{name}", arguments))


def book(world: World, **changes: Any) -> Any:
    return ok(call(world, "book_car", trip=TRIP | changes, payment_method="bank"))


def balance(world: World) -> str:
    return str(world.table("banking.accounts").get("bank").balance)


def row(world: World, booking: Any) -> Any:
    return world.table("car_rental.bookings").get(booking["booking_id"])


# ---- finding


def test_search_lists_free_cars_cheapest_first_with_totals() -> None:
    world = rental()
    found = ok(call(world, "search_offers", city="lisboa", **TIMES))["items"]
    assert [(item["offer_id"], item["total"]["text"]) for item in found] == [
        ("o-hatch", "EUR 120.00"), ("o-volt", "EUR 135.00"), ("o-van", "EUR 285.00"),
    ]  # fmt: skip
    assert (
        ok(call(world, "search_offers", city="札幌", **TIMES | {"pickup_at": "2026-03-10T10:00+09:00"}))["total"] == 1
    )


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"energy": "electric"}, ["o-volt"]),
        ({"min_seats": 6}, ["o-van"]),
        ({"driver_age": 22}, ["o-hatch", "o-van"]),
        ({"country_to_visit": "ES"}, ["o-hatch"]),
        ({"refundable": False}, ["o-volt"]),
        ({"return_city": "Porto"}, ["o-hatch"]),
        ({"max_total": "EUR 130.00"}, ["o-hatch"]),
        ({"max_total": "JPY 900,000"}, []),
        ({"transmission": "automatic"}, ["o-volt"]),
        ({"category": "van"}, ["o-van"]),
        ({"pickup_at": "2026-03-10T05:00+00:00"}, []),
    ],
)
def test_search_filters(filters: dict[str, Any], found: list[str]) -> None:
    own = {key: value for key, value in filters.items() if key in ("return_city", "pickup_at")}
    rest = {key: value for key, value in filters.items() if key not in own}
    result = ok(call(rental(), "search_offers", **{"city": "Lisbon", **TIMES, **own, "filters": rest}))
    assert [item["offer_id"] for item in result["items"]] == found


def test_energy_costs_are_worked_out_from_consumption_and_prices_there() -> None:
    result = ok(call(rental(), "compare_energy_costs", city="Lisbon", **TIMES, distance_km=1000))["items"]
    costs = {item["offer_id"]: (item["rental"]["text"], item["energy_cost"]["text"]) for item in result}
    assert costs["o-hatch"] == ("EUR 200.00", "EUR 108.00")
    assert costs["o-volt"] == ("EUR 135.00", "EUR 80.00")
    assert result[0]["offer_id"] == "o-volt"


def test_a_quote_adds_up_and_books_at_the_same_price() -> None:
    world = rental("banking")
    trip = TRIP | {
        "drivers": [MARA, TEEN],
        "insurance_plan_id": "p-full",
        "extras": [{"extra_id": "x-seat", "quantity": 2}, {"extra_id": "x-chain"}],
        "return_station_id": "S-OPO",
        "countries": ["ES"],
    }
    quote = ok(call(world, "quote_booking", trip=trip))
    amounts = {line["kind"] + line["text"][:1]: line["amount"]["minor"] for line in quote["lines"]}
    assert amounts == {
        "rental3": 12000, "insuranceF": 3600, "extra2": 3000, "extra1": 936, "extra_driverN": 2400,
        "young_driverN": 3000, "one_wayr": 6000, "borderE": 3000,
    }  # fmt: skip
    assert sum(amounts.values()) == quote["total"]["minor"]
    refusal = call(world, "book_car", trip=trip, payment_method="bank", expected_total="EUR 1.00")
    assert code(refusal) == "conflict"
    booked = ok(call(world, "book_car", trip=trip, payment_method="bank", expected_total=quote["total"]["text"]))
    assert booked["total"] == quote["total"]
    assert balance(world) == "EUR 2,660.64"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"offer_id": "nope"}, "not_found"),
        ({"return_at": "2026-03-10T09:00+00:00"}, "invalid"),
        ({"return_at": "9999-12-31T23:59:59-12:00"}, "invalid"),
        ({"pickup_at": "2026-03-01T10:00+00:00"}, "invalid"),
        ({"pickup_at": "2026-03-10T05:00+00:00"}, "unavailable"),
        ({"return_station_id": "S-OPO", "return_at": "2026-03-15T10:00+00:00"}, "unavailable"),
        ({"return_station_id": "S-SAP", "return_at": "2026-03-13T03:00+00:00"}, "refused"),
        ({"offer_id": "o-volt", "drivers": [TEEN]}, "refused"),
        ({"drivers": [MARA | {"licence_since": "2025-12-01"}]}, "refused"),
        ({"drivers": []}, "invalid"),
        ({"countries": ["MA"]}, "refused"),
        ({"countries": ["Spain"]}, "invalid"),
        ({"insurance_plan_id": "x"}, "not_found"),
        ({"extras": [{"extra_id": "x-chain", "quantity": 2}]}, "invalid"),
        ({"extras": [{"extra_id": "x-seat"}, {"extra_id": "x-seat"}]}, "invalid"),
    ],
)
def test_impossible_rentals_are_refused(changes: dict[str, Any], expected: str) -> None:
    world = rental()
    before = world.digest()
    for name, more in (("quote_booking", {}), ("hold_car", {}), ("book_car", {"payment_method": "bank"})):
        assert code(call(world, name, trip=TRIP | changes, **more)) == expected
    assert world.digest() == before


@pytest.mark.parametrize(("hours", "days"), [(1, 1), (24, 1), (24.9, 1), (25, 2), (48, 2), (49, 3), (168, 7)])
def test_days_have_an_hour_of_grace(hours: float, days: int) -> None:
    start = at("2026-03-10T10:00")
    assert rental_days(start, start + timedelta(hours=hours)) == days


def test_age_counts_full_years() -> None:
    driver = Driver(name="A", birth_date=date(2004, 2, 29), licence_since=date(2025, 3, 10))
    assert [driver.age(date(2025, 2, 28)), driver.age(date(2025, 3, 1))] == [20, 21]
    assert driver.licence_years(date(2026, 3, 9)) == 0


# ---- booking


def test_a_booking_is_paid_mailed_and_entered() -> None:
    world = rental("banking", "email")
    booked = ok(call(world, "book_car", trip=TRIP, payment_method="bank", add_to_calendar=True))
    assert (booked["status"], booked["paid"]["text"], balance(world)) == ("confirmed", "EUR 120.00", "EUR 2,880.00")
    assert booked["notes"] == ["no calendar service is enabled; nothing was entered"]
    assert any(booked["booking_id"] in mail.subject for mail in world.table("email.messages"))


def test_without_a_bank_the_answer_says_so() -> None:
    assert "no payment service" in book(rental())["notes"][0]


def test_a_car_is_never_promised_twice() -> None:
    world = rental()
    book(world)
    ok(call(world, "hold_car", trip=TRIP))
    assert code(call(world, "quote_booking", trip=TRIP)) == "unavailable"
    later = {"pickup_at": "2026-03-14T10:00+00:00", "return_at": "2026-03-15T10:00+00:00"}
    assert ok(call(world, "quote_booking", trip=TRIP | later))["days"] == 1


def test_a_hold_is_free_and_lapses() -> None:
    world = rental("banking")
    held = ok(call(world, "hold_car", trip=TRIP))
    assert (held["status"], balance(world)) == ("held", "EUR 3,000.00")
    other = ok(call(world, "hold_car", trip=TRIP))
    assert (
        ok(call(world, "confirm_hold", booking_id=held["booking_id"], payment_method="bank"))["status"] == "confirmed"
    )
    world.advance(at("2026-03-03T08:00"))
    assert row(world, other).status == "cancelled"
    assert code(call(world, "confirm_hold", booking_id=other["booking_id"], payment_method="bank")) == "expired"
    assert code(call(world, "hold_car", trip=TRIP | {"offer_id": "o-volt"})) == "refused"


def test_other_peoples_bookings_are_refused() -> None:
    world = rental()
    calls: list[tuple[str, dict[str, Any]]] = [
        ("get_booking", {}), ("quote_cancellation", {}), ("cancel_booking", {}), ("get_return_requirements", {}),
        ("add_driver", {"driver": TEEN}),
    ]  # fmt: skip
    for name, more in calls:
        assert code(call(world, name, booking_id="CAR-ALIEN", **more)) == "refused", name
    assert ok(call(world, "list_bookings"))["total"] == 0


@pytest.mark.parametrize(
    ("now", "penalty", "refund"), [("2026-03-08T10:59", 0, 12000), ("2026-03-08T11:00", 6000, 6000)]
)
def test_cancelling_costs_what_the_quote_says(now: str, penalty: int, refund: int) -> None:
    world = rental("banking")
    booked = book(world)
    world.advance(at(now))
    quote = ok(call(world, "quote_cancellation", booking_id=booked["booking_id"]))
    assert (quote["penalty"]["minor"], quote["refund"]["minor"]) == (penalty, refund)
    gone = ok(call(world, "cancel_booking", booking_id=booked["booking_id"]))
    assert (gone["status"], gone["refund"]["minor"]) == ("cancelled", refund)
    assert balance(world) == f"EUR {3000 - penalty // 100:,}.00"
    assert code(call(world, "cancel_booking", booking_id=booked["booking_id"])) == "conflict"
    assert ok(call(world, "quote_booking", trip=TRIP))["total"]["minor"] == 12000


def test_a_change_pays_or_returns_the_difference() -> None:
    world = rental("banking")
    booked = book(world)
    change = {"return_at": "2026-03-17T10:00+00:00", "insurance_plan_id": "p-base"}
    quote = ok(call(world, "quote_change", booking_id=booked["booking_id"], change=change))
    assert (quote["new_total"]["text"], quote["charge_now"]["text"]) == ("EUR 302.00", "EUR 182.00")
    arguments = {"booking_id": booked["booking_id"], "change": change, "expected_total": "EUR 302.00"}
    ok(call(world, "change_booking", **arguments))
    assert balance(world) == "EUR 2,698.00"
    back = ok(call(world, "change_booking", booking_id=booked["booking_id"], change={"return_at": TIMES["return_at"]}))
    assert (back["total"]["text"], balance(world)) == ("EUR 150.00", "EUR 2,850.00")
    assert code(call(world, "quote_change", booking_id=booked["booking_id"], change={})) == "invalid"


def test_a_late_change_lowers_nothing() -> None:
    world = rental("banking")
    booked = book(world)
    world.advance(at("2026-03-09T10:00"))
    change = {"return_at": "2026-03-11T10:00+00:00"}
    changed = ok(call(world, "change_booking", booking_id=booked["booking_id"], change=change))
    assert (changed["total"]["text"], balance(world)) == ("EUR 135.00", "EUR 2,865.00")
    assert ok(call(world, "quote_cancellation", booking_id=booked["booking_id"]))["penalty"]["minor"] > 0


def test_a_rental_is_extended_day_by_day_if_nobody_else_has_the_car() -> None:
    world = rental("banking")
    booked = book(world)
    world.advance(at("2026-03-11T10:00"))
    assert row(world, booked).status == "picked_up"
    longer = ok(call(world, "extend_rental", booking_id=booked["booking_id"], return_at="2026-03-14T10:00+00:00"))
    assert (longer["charged"]["text"], longer["total"]["text"]) == ("EUR 40.00", "EUR 160.00")
    for _ in range(2):
        try_it = TRIP | {"pickup_at": "2026-03-16T10:00+00:00", "return_at": "2026-03-18T10:00+00:00"}
        ok(call(world, "hold_car", trip=try_it))
    too_long = {"booking_id": booked["booking_id"], "return_at": "2026-03-17T10:00+00:00"}
    assert code(call(world, "extend_rental", **too_long)) == "conflict"


def test_a_further_driver_is_checked_and_paid() -> None:
    world = rental("banking")
    booked = book(world)
    added = ok(call(world, "add_driver", booking_id=booked["booking_id"], driver=TEEN))
    assert (added["added_cost"]["text"], balance(world)) == ("EUR 54.00", "EUR 2,826.00")
    assert code(call(world, "add_driver", booking_id=booked["booking_id"], driver=TEEN)) == "conflict"
    child = {"name": "Ida", "birth_date": "2010-01-01", "licence_since": "2026-01-01"}
    assert code(call(world, "add_driver", booking_id=booked["booking_id"], driver=child)) == "refused"


# ---- on the road


def test_the_final_bill_goes_by_the_condition_reports() -> None:
    world = rental("banking")
    booked = book(world)
    id = booked["booking_id"]
    assert (
        code(call(world, "report_condition", booking_id=id, phase="pickup", odometer_km=1, energy_percent=9))
        == "conflict"
    )
    world.advance(at("2026-03-10T12:00"))
    assert balance(world) == "EUR 2,580.00"
    ok(call(world, "report_condition", booking_id=id, phase="pickup", odometer_km=9000, energy_percent=100))
    needs = ok(call(world, "get_return_requirements", booking_id=id))
    assert (needs["energy_percent_needed"], needs["km_included"], needs["odometer_at_pickup"]) == (100, 600, 9000)
    wrong = {"booking_id": id, "phase": "return", "odometer_km": 8999, "energy_percent": 75}
    assert code(call(world, "report_condition", **wrong)) == "invalid"
    ok(call(world, "report_condition", **wrong | {"odometer_km": 9700}))
    world.advance(at("2026-03-15T00:00"))
    closed = row(world, booked)
    assert (closed.status, str(closed.total)) == ("closed", "EUR 165.00")
    assert balance(world) == "EUR 2,835.00"


def test_an_incident_is_reviewed_and_costs_at_most_the_excess() -> None:
    world = rental("banking")
    booked = book(world, insurance_plan_id="p-full")
    world.advance(at("2026-03-11T12:00"))
    incident = {
        "booking_id": booked["booking_id"], "kind": "scratch_or_dent", "happened_at": "2026-03-11T09:00+00:00",
        "location": "Sintra", "description": "A post in a car park.",
    }  # fmt: skip
    assert code(call(world, "report_incident", **incident | {"happened_at": "2026-03-09T09:00+00:00"})) == "invalid"
    reported = ok(call(world, "report_incident", **incident))
    world.advance(at("2026-03-12T12:00"))
    assert ok(call(world, "list_incidents", status="in_review"))["total"] == 1
    settled = outside(world, "settle_incident", incident_id=reported["id"], cost="EUR 480.00", outcome="repaired")
    assert settled["customer_pays"]["text"] == "EUR 100.00"
    assert row(world, booked).lines[-1].kind == "damage"


def test_help_is_free_where_insurance_covers_it_and_arrives() -> None:
    for plan, cost in (("p-full", 0), ("p-base", 90)):
        world = rental("banking")
        booked = book(world, insurance_plan_id=plan)
        world.advance(at("2026-03-11T12:00"))
        before = world.table("banking.accounts").get("bank").balance
        call_for = {"booking_id": booked["booking_id"], "problem": "flat_tyre", "location": "A2, km 40"}
        help_ = ok(call(world, "request_roadside_help", **call_for))
        assert (before - world.table("banking.accounts").get("bank").balance).minor == cost * 100
        assert code(call(world, "request_roadside_help", **call_for)) == "conflict"
        world.advance(at("2026-03-11T13:31"))
        assert world.table("car_rental.help_requests").get(help_["id"]).status == "arrived"


def test_rules_and_stops_are_listed() -> None:
    world = rental()
    assert [item["id"] for item in ok(call(world, "list_road_policies", country="PT"))["items"]] == ["r1"]
    assert [item["id"] for item in ok(call(world, "list_road_policies", energy="petrol"))["items"]] == ["r1"]
    assert [item["id"] for item in ok(call(world, "list_energy_stops", energy="diesel"))["items"]] == ["e1"]
    assert [item["id"] for item in ok(call(world, "list_energy_stops", min_power_kw=100))["items"]] == ["e2"]
    assert [item["plan_id"] for item in ok(call(world, "list_insurance_plans"))["items"]] == ["p-base", "p-full"]
    offer = ok(call(world, "get_offer", offer_id="o-hatch"))
    assert (offer["other_return_stations"], [extra["extra_id"] for extra in offer["extras"]]) == (["S-OPO"], ["x-seat"])


# ---- what companies do


def test_a_withdrawn_car_is_flagged_silently_and_can_be_changed_free_of_charge() -> None:
    world = rental("banking", "email")
    booked = book(world)
    world.advance(at("2026-03-09T10:00"))
    mails = len(world.table("email.messages"))
    outside(world, "withdraw_vehicle", booking_id=booked["booking_id"], reason="recall")
    assert len(world.table("email.messages")) == mails
    shown = ok(call(world, "get_booking", booking_id=booked["booking_id"]))
    assert (shown["status"], shown["trouble"]) == ("confirmed", "car_withdrawn")
    changed = ok(call(world, "change_booking", booking_id=booked["booking_id"], change={"offer_id": "o-volt"}))
    assert (changed["trouble"], changed["total"]["text"]) == ("none", "EUR 135.00")
    world.advance(at("2026-03-10T11:00"))
    assert row(world, booked).status == "picked_up"


def test_a_withdrawn_car_that_nobody_minds_is_paid_back_at_pick_up() -> None:
    world = rental("banking")
    booked = book(world)
    outside(world, "withdraw_vehicle", booking_id=booked["booking_id"], reason="recall")
    assert world.table("car_rental.offers").get("o-hatch").stock == 2, "it is off the road for its own days alone"
    world.advance(at("2026-03-10T11:00"))
    assert (row(world, booked).status, row(world, booked).cancelled_by) == ("cancelled", "company")
    assert balance(world) == "EUR 3,000.00"


def test_a_delayed_car_is_fetched_later() -> None:
    world = rental("banking")
    booked = book(world)
    delay = {"booking_id": booked["booking_id"], "ready_at": "2026-03-10T15:00+00:00", "reason": "late return"}
    outside(world, "delay_ready", **delay)
    world.advance(at("2026-03-10T15:59"))
    assert row(world, booked).status == "confirmed"
    assert ok(call(world, "quote_cancellation", booking_id=booked["booking_id"]))["penalty"]["minor"] == 0
    world.advance(at("2026-03-10T16:00"))
    assert row(world, booked).status == "picked_up"


def test_a_closed_station_sells_nothing_and_troubles_its_bookings() -> None:
    world = rental("banking")
    booked = book(world)
    closure = {"station_id": "S-LIS", "first_day": "2026-03-13", "last_day": "2026-03-14", "reason": "flood"}
    assert outside(world, "close_station", **closure)["bookings"] == [booked["booking_id"]]
    assert row(world, booked).trouble == "return_closed"
    assert code(call(world, "quote_booking", trip=TRIP)) == "unavailable"
    moved = {"change": {"return_at": "2026-03-12T10:00+00:00"}}
    changed = ok(call(world, "change_booking", booking_id=booked["booking_id"], **moved))
    assert (changed["total"]["text"], changed["trouble"]) == ("EUR 80.00", "none")


def test_prices_and_stock_change_for_later_customers_only() -> None:
    world = rental("banking")
    booked = book(world)
    outside(world, "change_price", offer_id="o-hatch", price_per_day="EUR 90.00")
    assert ok(call(world, "quote_booking", trip=TRIP))["total"]["text"] == "EUR 270.00"
    assert str(row(world, booked).total) == "EUR 120.00"
    outside(world, "set_stock", offer_id="o-hatch", stock=1)
    assert code(call(world, "quote_booking", trip=TRIP)) == "unavailable"
    assert code(world.outside("car_rental_set_stock", {"offer_id": "o-hatch", "stock": 0})) == "conflict"


def test_a_fee_that_cannot_be_charged_is_noted() -> None:
    world = rental("banking")
    booked = book(world)
    world.advance(at("2026-03-11T12:00"))
    outside(world, "charge_fee", booking_id=booked["booking_id"], amount="EUR 25.00", reason="bridge toll")
    assert str(row(world, booked).paid) == "EUR 145.00"
    outside(world, "charge_fee", booking_id=booked["booking_id"], amount="EUR 9,000.00", reason="fine")
    assert "could not be charged" in row(world, booked).note
    assert (str(row(world, booked).total), str(row(world, booked).paid)) == ("EUR 9,145.00", "EUR 145.00")


def test_a_no_show_keeps_the_price_but_not_the_deposit() -> None:
    world = rental("banking")
    booked = book(world)
    assert code(world.outside("car_rental_report_no_show", {"booking_id": booked["booking_id"]})) == "conflict"
    world.advance(at("2026-03-10T12:00"))
    assert outside(world, "report_no_show", booking_id=booked["booking_id"])["status"] == "no_show"
    assert balance(world) == "EUR 2,880.00"


steps = st.lists(
    st.tuples(st.sampled_from(["book", "hold", "change", "cancel", "extend", "driver", "withdraw", "days", "fee"]),
              st.integers(0, 40)), max_size=12,
)  # fmt: skip


def _step(world: World, what: str, size: int) -> None:
    mine = [row.id for row in world.table("car_rental.bookings") if row.owner == "me"]
    id = mine[size % len(mine)] if mine else "none"
    start = at("2026-03-04T11:00") + timedelta(days=size)
    times = {"pickup_at": start.isoformat(), "return_at": (start + timedelta(days=size % 9 + 1)).isoformat()}
    if what == "book":
        call(world, "book_car", trip=TRIP | times, payment_method="bank")
    elif what == "hold":
        call(world, "hold_car", trip=TRIP | times | {"drivers": [TEEN]})
    elif what == "change":
        call(world, "change_booking", booking_id=id, change=times | {"countries": ["ES"] if size % 2 else []})
    elif what == "cancel":
        call(world, "cancel_booking", booking_id=id)
    elif what == "extend":
        call(world, "extend_rental", booking_id=id, return_at=times["return_at"])
    elif what == "driver":
        call(world, "add_driver", booking_id=id, driver=MARA | {"name": f"D{size}"})
    elif what == "withdraw":
        world.outside("car_rental_withdraw_vehicle", {"booking_id": id, "reason": "x"})
    elif what == "fee":
        world.outside("car_rental_charge_fee", {"booking_id": id, "amount": "EUR 500.00", "reason": "x"})
    else:
        world.advance(world.clock.now + timedelta(hours=size))


@given(steps)
@settings(max_examples=40, deadline=None)
def test_stock_money_and_prices_stay_true_after_anything(actions: list[tuple[str, int]]) -> None:
    world = rental("banking")
    for what, size in actions:
        _step(world, what, size)
    bookings = [row for row in world.table("car_rental.bookings") if row.owner == "me"]
    offer, station = (
        world.table(f"car_rental.{key}").get(id) for key, id in (("offers", "o-hatch"), ("stations", "S-LIS"))
    )
    live = [
        row for row in bookings if row.status in ("held", "confirmed", "picked_up") and row.trouble != "car_withdrawn"
    ]
    for n in range(70):
        day = date(2026, 3, 2) + timedelta(n)
        assert sum(station.day_of(b.pickup_at) <= day <= station.day_of(b.return_at) for b in live) <= offer.stock
    paid = 0
    for booking in bookings:
        assert booking.total == total((line.amount for line in booking.lines), "EUR")
        assert booking.paid == total((payment.kept for payment in booking.payments), "EUR")
        deposit = booking.deposit.minor if booking.deposit_charge is not None else 0
        paid += booking.paid.minor + deposit
    assert world.table("banking.accounts").get("bank").balance.minor == 3_000_00 - paid
