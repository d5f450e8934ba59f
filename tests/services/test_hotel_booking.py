"""hotel_booking: finding, booking, changing and cancelling stays, and what properties do."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok, setting
from vibelife_inspect.errors import InsufficientFunds
from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking import HotelBooking
from vibelife_inspect.services.hotel_booking.background import HotelBackground
from vibelife_inspect.services.hotel_booking.catalogue import microdegrees
from vibelife_inspect.services.hotel_booking.records import Reservation
from vibelife_inspect.services.hotel_booking.searching import metres_between
from vibelife_inspect.world import Charge, Service, World

SEEDS: dict[str, list[dict[str, Any]]] = {
    "properties": [
        {
            "id": "P-KYO",
            "name": "Hanamizuki Inn",
            "name_local": "花水木旅館",
            "kind": "ryokan",
            "city": "Kyoto",
            "city_local": "京都",
            "country": "Japan",
            "zone": "Asia/Tokyo",
            "lat": "35.011600",
            "lng": "135.768100",
            "rating_tenths": 91,
            "amenities": ["onsen", "wifi"],
            "late_check_out_until": "13:00",
            "late_check_out_fee": "JPY 2,000",
            "early_check_in_from": "13:00",
            "city_tax": "JPY 200",
            "email": "hana@inn.example",
        },
        {
            "id": "P-HH",
            "name": "Hotel Ahornhof",
            "city": "Hamburg",
            "zone": "Europe/Berlin",
            "stars": 3,
            "rating_tenths": 82,
            "replies_after": "PT3H",
            "lat": "53.55",
            "lng": "9.99",
            "cleaning_fee": "EUR 10.00",
        },
    ],
    "room_types": [
        {"id": "R-TAT", "property_id": "P-KYO", "name": "Tatami room", "stock": 2, "amenities": ["fridge"]},
        {"id": "R-DBL", "property_id": "P-HH", "name": "Double", "stock": 2, "accessible": True},
        {"id": "R-FAM", "property_id": "P-HH", "name": "Family", "stock": 1, "max_guests": 4},
    ],
    "rate_plans": [
        {"id": "T-FLEX", "room_type_id": "R-TAT", "price_per_night": "JPY 20,000", "meals": "half_board",
         "cancel_days_before": 3, "penalty_nights": 1, "deposit_percent": 50},
        {"id": "D-FLEX", "room_type_id": "R-DBL", "price_per_night": "EUR 100.00", "weekend_percent": 120,
         "penalty_percent": 50, "deposit_percent": 20},
        {"id": "D-SAVE", "room_type_id": "R-DBL", "price_per_night": "EUR 80.00",
        "refundable": False, "changeable": False},
        {"id": "F-FLEX", "room_type_id": "R-FAM", "price_per_night": "EUR 150.00", "change_fee": "EUR 5.00"},
    ],
    "nights": [{"id": "n1", "room_type_id": "R-DBL", "day": "2026-03-18", "stock": 1, "price_percent": 150}],
    "reservations": [
        {"id": "STAY-OTHER", "owner": "jonas", "property_id": "P-HH", "room_type_id": "R-FAM", "rate_plan_id": "F-FLEX",
         "check_in": "2026-03-20", "check_out": "2026-03-22", "total": "EUR 300.00"},
    ],
    "reviews": [
        {"id": "v1", "property_id": "P-KYO", "author": "Mei", "rating_tenths": 95, "text": "素晴らしい温泉",
         "posted_at": "2026-02-01T10:00"},
        {"id": "v2", "property_id": "P-KYO", "author": "Ivo", "rating_tenths": 50, "text": "Thin walls",
         "posted_at": "2026-02-03T10:00"},
    ],
}  # fmt: skip
WEEKDAYS = {"check_in": "2026-03-09", "check_out": "2026-03-11"}


class Till(Service):
    """A purse in EUR with 1000.00 in it, and nothing else."""

    name = "till"
    summary = "A purse."

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.left = 100_000
        self.booked: list[tuple[str, int]] = []

    def holds_method(self, method: str) -> bool:
        return method == "card"

    def take_charge(self, method: str, amount: Money, payee: str, memo: str) -> Charge:
        euros = self.world.rates.convert(amount, "EUR")
        if euros.minor > self.left:
            raise InsufficientFunds("too little")
        self.left -= euros.minor
        self.booked.append((f"tx{len(self.booked)}", euros.minor))
        return Charge(id=self.booked[-1][0], method=method, amount=euros)

    def holds_charge(self, charge_id: str) -> bool:
        return any(id == charge_id for id, _ in self.booked)

    def give_refund(self, charge_id: str, amount: Money, memo: str) -> Charge:
        euros = self.world.rates.convert(amount, "EUR")
        self.left += euros.minor
        return Charge(id="back", method="card", amount=euros)


class Hotel:
    """A world with the seeds, and short calls."""

    def __init__(self, *, paying: bool = True, **extra: list[dict[str, Any]]) -> None:
        here = setting()
        rows = {
            f"hotel_booking.{name}": [
                HotelBooking.tables[name].model.model_validate(row, context={"zone": here.home})
                for row in [*SEEDS.get(name, []), *extra.get(name, [])]
            ]
            for name in HotelBooking.tables
        }
        self.world = World([HotelBooking, Till] if paying else [HotelBooking], here, rows)

    def do(self, name: str, /, **arguments: Any) -> Any:
        return self.world.call(f"hotel_booking_{name}", arguments)

    def ok(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.do(name, **arguments))

    def code(self, name: str, /, **arguments: Any) -> str:
        before = self.world.digest()
        answer = code(self.do(name, **arguments))
        assert self.world.digest() == before
        return answer

    def out(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.outside(f"hotel_booking_{name}", arguments))

    def stay(self, id: str) -> Reservation:
        stay: Reservation = self.world.table("hotel_booking.reservations").get(id)
        return stay

    @property
    def left(self) -> int:
        till = self.world.services["till"]
        assert isinstance(till, Till)
        return till.left

    def book(self, rate: str = "D-FLEX", **arguments: Any) -> str:
        full = {"rate_plan_id": rate, "payment_method": "card", **WEEKDAYS, **arguments}
        return str(self.ok("book_stay", **full)["id"])


def ids(result: Any, key: str = "property_id") -> list[str]:
    return [item[key] for item in result["items"]]


# ---- finding


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ({"place": "kyoto"}, ["P-KYO"]),
        ({"place": "京都"}, ["P-KYO"]),
        ({"filters": {"name": "花水木"}}, ["P-KYO"]),
        ({"place": "Atlantis"}, []),
        ({"place": "hotel"}, ["P-HH"]),
        ({"place": "Kyoto", "filters": {"amenities": ["onsen", "fridge"]}}, ["P-KYO"]),
        ({"place": "Kyoto", "filters": {"amenities": ["pool"]}}, []),
        ({"place": "Hamburg", "filters": {"accessible": True}}, ["P-HH"]),
        ({"place": "Kyoto", "filters": {"accessible": True}}, []),
        ({"place": "Hamburg", "filters": {"kinds": ["ryokan"]}}, []),
        ({"place": "Hamburg", "filters": {"min_stars": 4}}, []),
        ({"place": "Hamburg", "filters": {"meals": "breakfast"}}, []),
        ({"near": {"lat": "53.551", "lng": "9.991", "within_m": 500}, "sort": "distance"}, ["P-HH"]),
        ({"near": {"lat": "53.60", "lng": "9.991", "within_m": 500}}, []),
        ({"place": "Hamburg", **WEEKDAYS, "filters": {"max_per_night": "EUR 79.99"}}, []),
        ({"place": "Hamburg", **WEEKDAYS, "filters": {"max_per_night": "EUR 80.00"}}, ["P-HH"]),
        ({"place": "Kyoto", **WEEKDAYS, "filters": {"max_per_night": "EUR 125.00"}}, ["P-KYO"]),
        ({"place": "Hamburg", **WEEKDAYS, "filters": {"max_total": "EUR 169.99"}}, []),
        ({"place": "Hamburg", **WEEKDAYS, "guests": 5}, []),
        ({"place": "Hamburg", "check_in": "2026-03-20", "check_out": "2026-03-21", "guests": 4}, []),
    ],
)  # fmt: skip
def test_search_finds_what_fits_every_filter(search: dict[str, Any], expected: list[str]) -> None:
    assert ids(Hotel().ok("search_properties", **search)) == expected


def test_search_shows_the_cheapest_offer_that_fits() -> None:
    hotel = Hotel()
    row = hotel.ok("search_properties", place="Hamburg", **WEEKDAYS)["items"][0]
    assert row["cheapest_offer"]["rate_plan_id"] == "D-SAVE"
    assert row["cheapest_offer"]["total"]["text"] == "EUR 170.00"
    free = hotel.ok("search_properties", place="Hamburg", filters={"refundable": True}, **WEEKDAYS)["items"][0]
    assert free["cheapest_offer"]["rate_plan_id"] == "D-FLEX"
    assert free["cheapest_offer"]["free_until"] == "2026-03-08T18:00:00+01:00"


def test_search_sorts_across_currencies_and_pages_on() -> None:
    hotel = Hotel()
    both = {"near": {"lat": "0", "lng": "0"}}
    assert ids(hotel.ok("search_properties", **both)) == []
    everything = {"filters": {"name": "h"}, **WEEKDAYS}
    assert ids(hotel.ok("search_properties", **everything)) == ["P-HH", "P-KYO"]
    assert ids(hotel.ok("search_properties", sort="rating", **everything)) == ["P-KYO", "P-HH"]
    first = hotel.ok("search_properties", limit=1, **everything)
    assert (first["total"], first["next_cursor"]) == (2, "P-HH")
    assert ids(hotel.ok("search_properties", limit=1, cursor="P-HH", **everything)) == ["P-KYO"]


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("search_properties", {}, "invalid"),
        ("search_properties", {"place": "Kyoto", "sort": "distance"}, "invalid"),
        ("search_properties", {"place": "Kyoto", "check_in": "2026-03-09"}, "invalid"),
        ("search_properties", {"place": "Kyoto", "filters": {"max_total": "EUR 10.00"}}, "invalid"),
        ("search_properties", {"place": "Kyoto", **WEEKDAYS, "filters": {"max_total": "XCD 10.00"}}, "invalid"),
        ("search_properties", {"place": "Kyoto", **WEEKDAYS, "filters": {"max_total": {"minor": 10**15,
         "currency": "EUR"}}}, "invalid"),
        ("search_properties", {"near": {"lat": "95", "lng": "0"}}, "invalid"),
        ("quote_stay", {"rate_plan_id": "D-FLEX", "check_in": "9999-12-30", "check_out": "9999-12-31"}, "invalid"),
        ("quote_stay", {"rate_plan_id": "D-FLEX", "check_in": "0001-01-01", "check_out": "0001-01-02"}, "invalid"),
        ("quote_stay", {"rate_plan_id": "D-FLEX", "check_in": "2026-03-11", "check_out": "2026-03-11"}, "invalid"),
        ("quote_stay", {"rate_plan_id": "D-FLEX", "check_in": "2026-03-11", "check_out": "2026-06-11"}, "invalid"),
        ("quote_stay", {"rate_plan_id": "D-FLEX", "check_in": "2026-03-01", "check_out": "2026-03-03"}, "invalid"),
        ("quote_stay", {"rate_plan_id": "D-FLEX", "guests": 3, **WEEKDAYS}, "invalid"),
        ("quote_stay", {"rate_plan_id": "D-FLEX", "guests": 1, "rooms": 2, **WEEKDAYS}, "invalid"),
        ("quote_stay", {"rate_plan_id": "D-FLEX", "guests": 3, "rooms": 3, **WEEKDAYS}, "unavailable"),
        ("quote_stay", {"rate_plan_id": "none", **WEEKDAYS}, "not_found"),
        ("list_nights", {"rate_plan_id": "D-FLEX", "first_night": "9999-12-31"}, "invalid"),
        ("get_reservation", {"reservation_id": "STAY-OTHER"}, "refused"),
        ("cancel_reservation", {"reservation_id": "STAY-OTHER"}, "refused"),
        ("list_requests", {"reservation_id": "STAY-OTHER"}, "refused"),
        ("unsave_property", {"property_id": "P-HH"}, "not_found"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    name: str, arguments: dict[str, Any], expected: str
) -> None:
    assert Hotel().code(name, **arguments) == expected


def test_a_quote_prices_each_night_and_books_nothing() -> None:
    quote = Hotel().ok("quote_stay", rate_plan_id="D-FLEX", check_in="2026-03-18", check_out="2026-03-21", guests=2)
    assert [night["per_room"]["minor"] for night in quote["nights"]] == [15000, 10000, 12000]
    assert quote["total"]["text"] == "EUR 380.00"
    assert quote["due_now"]["text"] == "EUR 76.00"
    assert quote["rooms_left"] == 1


def test_the_price_calendar_shows_stock_and_price_per_night() -> None:
    hotel = Hotel()
    hotel.book(check_in="2026-03-17", check_out="2026-03-19")
    rows = hotel.ok("list_nights", rate_plan_id="D-FLEX", first_night="2026-03-16", nights=3)["items"]
    assert [(row["night"], row["rooms_left"], row["per_room"]["minor"]) for row in rows] == [
        ("2026-03-16", 2, 10000),
        ("2026-03-17", 1, 10000),
        ("2026-03-18", 0, 15000),
    ]


def test_city_tax_is_shown_but_not_part_of_the_total() -> None:
    quote = Hotel().ok("quote_stay", rate_plan_id="T-FLEX", guests=2, **WEEKDAYS)
    assert (quote["total"]["text"], quote["city_tax_at_property"]["text"]) == ("JPY 40,000", "JPY 800")


def test_details_rules_offers_and_reviews_can_be_read() -> None:
    hotel = Hotel()
    assert [room["id"] for room in hotel.ok("get_property", property_id="P-HH")["room_types"]] == ["R-DBL", "R-FAM"]
    assert hotel.ok("get_rate_rules", rate_plan_id="T-FLEX")["penalty_nights"] == 1
    offers = hotel.ok("list_offers", property_id="P-HH", **WEEKDAYS)
    assert ids(offers, "rate_plan_id") == ["D-SAVE", "D-FLEX", "F-FLEX"]
    assert ids(hotel.ok("list_reviews", property_id="P-KYO"), "id") == ["v2", "v1"]
    assert ids(hotel.ok("list_reviews", property_id="P-KYO", query="温泉"), "id") == ["v1"]


def test_saving_twice_is_one_entry() -> None:
    hotel = Hotel()
    hotel.ok("save_property", property_id="P-HH")
    hotel.ok("save_property", property_id="P-HH", note="near the lake", watch_prices=True)
    assert [item["note"] for item in hotel.ok("list_saved")["items"]] == ["near the lake"]
    hotel.ok("unsave_property", property_id="P-HH")
    assert hotel.ok("list_saved", kind="watched")["total"] == 0


# ---- booking


def test_booking_takes_stock_charges_the_deposit_and_mails() -> None:
    hotel = Hotel()
    shown = hotel.ok(
        "book_stay", rate_plan_id="D-FLEX", payment_method="card", guests=2, special_requests="a cot", **WEEKDAYS
    )
    assert (shown["status"], shown["total"]["minor"], shown["paid"]["minor"]) == ("confirmed", 21000, 4200)
    assert hotel.left == 100_000 - 4200
    assert hotel.ok("quote_stay", rate_plan_id="D-FLEX", **WEEKDAYS)["rooms_left"] == 1
    assert [request["text"] for request in hotel.ok("get_reservation", reservation_id=shown["id"])["requests"]] == [
        "a cot"
    ]
    assert [mark.kind for mark in hotel.world.journal.entries if getattr(mark, "ref", "") == "mail"] == ["effect"]


def test_nothing_is_ever_oversold() -> None:
    hotel = Hotel()
    hotel.book()
    hotel.book(check_in="2026-03-10", check_out="2026-03-12")
    assert hotel.code("book_stay", rate_plan_id="D-SAVE", payment_method="card", **WEEKDAYS) == "unavailable"
    hotel.book(check_in="2026-03-11", check_out="2026-03-12")


def test_a_refused_payment_books_nothing() -> None:
    hotel = Hotel()
    assert hotel.code("book_stay", rate_plan_id="D-FLEX", payment_method="nope", **WEEKDAYS) == "not_found"
    big = {"rate_plan_id": "F-FLEX", "check_in": "2026-04-01", "check_out": "2026-04-21"}
    assert hotel.code("book_stay", payment_method="card", **big) == "insufficient_funds"


def test_a_changed_price_stops_a_booking_with_an_expected_total() -> None:
    hotel = Hotel()
    hotel.out("change_price", rate_plan_id="D-FLEX", price_per_night="EUR 101.00")
    booking = {"rate_plan_id": "D-FLEX", "payment_method": "card", "expected_total": "EUR 210.00", **WEEKDAYS}
    assert hotel.code("book_stay", **booking) == "conflict"


def test_without_a_payment_service_the_booking_says_so() -> None:
    shown = Hotel(paying=False).ok(
        "book_stay", rate_plan_id="D-FLEX", payment_method="any", add_to_calendar=True, **WEEKDAYS
    )
    assert shown["notes"] == [
        "no payment service is enabled; nothing was booked",
        "no calendar service is enabled; nothing was entered",
    ]


def test_a_hold_keeps_price_and_room_and_lapses() -> None:
    hotel = Hotel()
    held = hotel.ok("hold_room", rate_plan_id="T-FLEX", guests=2, **WEEKDAYS)
    assert (held["status"], held["hold_until"]) == ("held", "2026-03-03T08:00:00+01:00")
    assert hotel.ok("quote_stay", rate_plan_id="T-FLEX", **WEEKDAYS)["rooms_left"] == 1
    hotel.out("change_price", rate_plan_id="T-FLEX", price_per_night="JPY 30,000")
    done = hotel.ok("confirm_hold", reservation_id=held["id"], payment_method="card")
    assert (done["status"], done["paid"]["text"], hotel.left) == ("confirmed", "JPY 20,000", 100_000 - 12_500)
    other = hotel.ok("hold_room", rate_plan_id="T-FLEX", **WEEKDAYS)
    hotel.world.advance(at("2026-03-03T08:00"))
    assert hotel.stay(other["id"]).status == "lapsed"
    assert hotel.code("confirm_hold", reservation_id=other["id"], payment_method="card") == "expired"


@pytest.mark.parametrize(
    ("rate", "dates"), [("D-SAVE", WEEKDAYS), ("D-FLEX", {"check_in": "2026-03-02", "check_out": "2026-03-03"})]
)
def test_some_rooms_cannot_be_held(rate: str, dates: dict[str, str]) -> None:
    assert Hotel().code("hold_room", rate_plan_id=rate, **dates) == "refused"


def test_releasing_a_hold_is_free() -> None:
    hotel = Hotel()
    held = hotel.ok("hold_room", rate_plan_id="T-FLEX", **WEEKDAYS)
    assert hotel.ok("quote_cancellation", reservation_id=held["id"])["free_now"]
    assert hotel.ok("cancel_reservation", reservation_id=held["id"])["status"] == "cancelled"


def test_time_begins_and_ends_a_stay_and_charges_the_rest() -> None:
    hotel = Hotel()
    id = hotel.book("T-FLEX")
    hotel.world.advance(at("2026-03-09T06:59"))
    assert hotel.stay(id).status == "confirmed"
    hotel.world.advance(at("2026-03-09T07:00"))
    assert (hotel.stay(id).status, hotel.stay(id).paid, hotel.left) == ("checked_in", hotel.stay(id).total, 75_000)
    assert hotel.code("cancel_reservation", reservation_id=id) == "conflict"
    hotel.world.advance(at("2026-03-11T03:00"))
    assert hotel.stay(id).status == "completed"


def test_a_rest_that_cannot_be_charged_stays_open() -> None:
    hotel = Hotel()
    id = hotel.book()
    till = hotel.world.services["till"]
    assert isinstance(till, Till)
    till.left = 0
    hotel.world.advance(at("2026-03-09T15:00"))
    assert (hotel.stay(id).status, hotel.stay(id).due_later.minor) == ("checked_in", 16800)
    assert "could not be charged" in hotel.stay(id).note


# ---- cancelling and changing


@pytest.mark.parametrize(
    ("rate", "when", "penalty", "refund"),
    [
        ("D-FLEX", "2026-03-08T17:59", 0, 4200),
        ("D-FLEX", "2026-03-08T18:00", 10500, 0),
        ("D-SAVE", "2026-03-03T08:00", 17000, 0),
        ("T-FLEX", "2026-03-06T09:59", 0, 20000),
        ("T-FLEX", "2026-03-06T10:00", 20000, 0),
    ],
)
def test_cancelling_costs_what_its_quote_says(rate: str, when: str, penalty: int, refund: int) -> None:
    hotel = Hotel()
    id = hotel.book(rate)
    hotel.world.advance(at(when))
    quote = hotel.ok("quote_cancellation", reservation_id=id)
    done = hotel.ok("cancel_reservation", reservation_id=id)
    assert (quote["penalty"], quote["refund"]) == (done["penalty"], done["refund"])
    assert (done["penalty"]["minor"], done["refund"]["minor"], done["paid"]["minor"]) == (penalty, refund, penalty)
    assert done["cancelled_by"] == "guest"
    assert hotel.code("cancel_reservation", reservation_id=id) == "conflict"
    assert hotel.ok("list_offers", property_id=done["property_id"], **WEEKDAYS)["items"][0]["rooms_left"] == 2


def test_the_deadline_is_noted_when_it_passes() -> None:
    hotel = Hotel()
    id = hotel.book()
    hotel.world.advance(at("2026-03-08T18:00"))
    assert hotel.stay(id).penalty_applies


@given(st.lists(st.sampled_from(["cancel", "longer", "shorter", "family", "wait"]), max_size=4))
@settings(max_examples=25, deadline=None)
def test_money_in_the_till_always_equals_what_was_paid(steps: list[str]) -> None:
    hotel = Hotel()
    id = hotel.book(check_in="2026-03-12", check_out="2026-03-15")
    for step in steps:
        if step == "cancel":
            hotel.do("cancel_reservation", reservation_id=id)
        elif step == "wait":
            hotel.world.advance(hotel.world.clock.now + timedelta(days=6))
        else:
            change = {"longer": {"check_out": "2026-03-17"}, "shorter": {"check_out": "2026-03-13"}}.get(step)
            hotel.do("change_reservation", reservation_id=id, change=change or {"rate_plan_id": "F-FLEX"})
        stay = hotel.stay(id)
        assert 100_000 - hotel.left == stay.paid.minor
        assert sum(payment.kept.minor for payment in stay.payments) == stay.paid.minor
        assert 0 <= stay.paid.minor <= max(stay.total.minor, 0)


def test_a_change_costs_what_its_quote_says() -> None:
    hotel = Hotel()
    id = hotel.book("F-FLEX", guests=4)
    change = {"check_out": "2026-03-12"}
    quote = hotel.ok("quote_change", reservation_id=id, change=change)
    assert (quote["new_total"]["minor"], quote["charge_now"]["minor"]) == (46500, 15500)
    assert hotel.code("change_reservation", reservation_id=id, change=change, expected_total="EUR 1.00") == "conflict"
    done = hotel.ok("change_reservation", reservation_id=id, change=change, expected_total="EUR 465.00")
    assert (done["check_out"], done["total"]["minor"], done["paid"]["minor"]) == ("2026-03-12", 46500, 46500)
    shorter = hotel.ok("change_reservation", reservation_id=id, change={"check_out": "2026-03-10"})
    assert (shorter["total"]["minor"], shorter["paid"]["minor"], hotel.left) == (16500, 16500, 83_500)


def test_after_the_deadline_a_change_lowers_nothing_and_frees_nothing() -> None:
    hotel = Hotel()
    id = hotel.book("F-FLEX")
    hotel.world.advance(at("2026-03-08T20:00"))
    later = {"check_in": "2026-04-09", "check_out": "2026-04-10"}
    done = hotel.ok("change_reservation", reservation_id=id, change=later)
    assert done["total"]["minor"] == 31500
    assert not hotel.ok("quote_cancellation", reservation_id=id)["free_now"]


@pytest.mark.parametrize(
    ("rate", "change", "expected"),
    [
        ("D-SAVE", {"check_out": "2026-03-12"}, "refused"),
        ("D-FLEX", {}, "invalid"),
        ("D-FLEX", {"rate_plan_id": "T-FLEX"}, "invalid"),
        ("D-FLEX", {"rooms": 3, "guests": 3}, "unavailable"),
        ("D-FLEX", {"check_in": "2026-03-20", "check_out": "2026-03-21", "rate_plan_id": "F-FLEX"}, "unavailable"),
    ],
)
def test_changes_that_are_impossible(rate: str, change: dict[str, Any], expected: str) -> None:
    hotel = Hotel()
    assert hotel.code("quote_change", reservation_id=hotel.book(rate), change=change) == expected


# ---- requests and messages


def test_a_late_check_out_in_the_house_s_hours_is_granted_for_its_fee() -> None:
    hotel = Hotel()
    id = hotel.book("T-FLEX")
    assert hotel.code("request_late_check_out", reservation_id=id, until="12:30") == "refused"
    assert hotel.code("request_late_check_out", reservation_id=id, until="12:30Z", max_fee="JPY 2,000") == "invalid"
    assert hotel.code("request_late_check_out", reservation_id=id, until="10:30") == "invalid"
    done = hotel.ok("request_late_check_out", reservation_id=id, until="12:30", max_fee="EUR 12.50")
    assert done["status"] == "accepted"
    assert (hotel.stay(id).leave_by.isoformat(), hotel.stay(id).total.text) == ("12:30:00", "JPY 42,000")
    assert hotel.left == 100_000 - 12_500 - 1_250


def test_other_hours_wait_for_the_property() -> None:
    hotel = Hotel()
    id = hotel.book("T-FLEX")
    late = hotel.ok("request_late_check_out", reservation_id=id, until="15:00")
    assert late["status"] == "sent"
    assert hotel.ok("request_early_check_in", reservation_id=id, arrive_from="13:00")["status"] == "accepted"
    hotel.out("answer_request", request_id=late["id"], accept=True, answer="With pleasure")
    assert (hotel.stay(id).arrival_from.hour, hotel.stay(id).leave_by.hour) == (13, 15)
    assert ids(hotel.ok("list_requests", status="accepted"), "kind") == ["early_check_in", "late_check_out"]
    assert hotel.code("withdraw_request", request_id=late["id"]) == "conflict"


def test_a_late_check_out_is_not_granted_at_once_when_the_next_night_is_full() -> None:
    hotel = Hotel()
    id = hotel.book("T-FLEX")
    hotel.out("set_stock", room_type_id="R-TAT", first_night="2026-03-11", last_night="2026-03-11", stock=0)
    asked = {"reservation_id": id, "until": "12:30", "max_fee": "JPY 2,000"}
    assert hotel.ok("request_late_check_out", **asked)["status"] == "sent"


def test_a_house_that_answers_by_itself_promises_nothing() -> None:
    hotel = Hotel()
    id = hotel.book()
    wish = hotel.ok("send_request", reservation_id=id, text="静かな部屋をお願いします")
    hotel.ok("request_late_check_out", reservation_id=id, until="15:00")
    hotel.world.advance(at("2026-03-02T11:00"))
    assert [row["status"] for row in hotel.ok("list_requests")["items"]] == ["declined", "acknowledged"]
    hotel.world.advance(at("2026-03-20T11:00"))
    assert hotel.world.table("hotel_booking.requests").get(wish["id"]).status == "lapsed"


@pytest.mark.parametrize(("time", "late"), [("18:00", False), ("22:30", True), ("00:30", True)])
def test_a_late_arrival_is_noted(time: str, late: bool) -> None:
    hotel = Hotel()
    id = hotel.book()
    assert hotel.ok("set_arrival_time", reservation_id=id, arrival_time=time)["late_arrival"] is late


def test_messages_go_both_ways() -> None:
    hotel = Hotel()
    id = hotel.book()
    hotel.ok("send_message", property_id="P-HH", text="Is there parking?", reservation_id=id)
    assert hotel.code("send_message", property_id="P-KYO", text="Hello", reservation_id=id) == "refused"
    hotel.world.advance(at("2026-03-02T10:00"))
    hotel.out("reply_message", property_id="P-HH", text="Yes", reservation_id=id)
    assert [row["sender"] for row in hotel.ok("list_messages", reservation_id=id)["items"]] == ["property", "guest"]
    assert hotel.ok("list_messages", property_id="P-KYO")["total"] == 0


def test_reservations_are_listed_by_arrival_and_summed_up() -> None:
    hotel = Hotel()
    later = hotel.book("F-FLEX", check_in="2026-04-01", check_out="2026-04-02")
    first = hotel.book()
    hotel.ok("cancel_reservation", reservation_id=later)
    assert ids(hotel.ok("list_reservations"), "reservation_id") == [first, later]
    assert ids(hotel.ok("list_reservations", statuses=["cancelled"]), "reservation_id") == [later]
    assert hotel.ok("list_reservations", arriving_from="2026-03-10", arriving_until="2026-03-31")["total"] == 0
    summary = hotel.ok("summarize_bookings")
    assert (summary["by_status"], summary["nights"]) == ({"cancelled": 1, "confirmed": 1}, 2)
    assert [paid["text"] for paid in summary["paid"]] == ["EUR 42.00"]
    assert summary["next_stay"]["reservation_id"] == first


# ---- what properties do


def test_a_property_that_cancels_pays_everything_back() -> None:
    hotel = Hotel()
    id = hotel.book("D-SAVE")
    hotel.out("cancel_by_property", reservation_id=id, reason="Burst pipe", tell=True)
    assert (hotel.stay(id).status, hotel.stay(id).cancelled_by, hotel.left) == ("cancelled", "property", 100_000)


def test_closed_dates_cancel_stays_and_sell_nothing() -> None:
    hotel = Hotel()
    hit, safe = hotel.book(), hotel.book(check_in="2026-03-12", check_out="2026-03-13")
    dates = {"first_night": "2026-03-10", "last_night": "2026-03-11"}
    assert hotel.out("close_dates", property_id="P-HH", reason="Works", **dates)["cancelled"] == [hit]
    assert (hotel.stay(hit).status, hotel.stay(safe).status) == ("cancelled", "confirmed")
    assert hotel.code("quote_stay", rate_plan_id="D-FLEX", **WEEKDAYS) == "unavailable"


def test_stock_cannot_fall_below_what_is_booked() -> None:
    hotel = Hotel()
    hotel.book()
    change = {"room_type_id": "R-DBL", "first_night": "2026-03-09", "last_night": "2026-03-09", "stock": 0}
    assert code(hotel.world.outside("hotel_booking_set_stock", change)) == "conflict"
    endless = {**change, "last_night": "9999-12-31"}
    assert code(hotel.world.outside("hotel_booking_set_stock", endless)) == "invalid"


def test_a_moved_guest_takes_the_other_room() -> None:
    hotel = Hotel()
    id = hotel.book()
    hotel.out("move_guest", reservation_id=id, room_type_id="R-FAM", reason="Broken bed")
    assert hotel.stay(id).room_type_id == "R-FAM"
    assert hotel.code("quote_stay", rate_plan_id="F-FLEX", **WEEKDAYS) == "unavailable"
    assert hotel.ok("quote_stay", rate_plan_id="D-FLEX", **WEEKDAYS)["rooms_left"] == 2


def test_a_no_show_costs_the_penalty_and_goodwill_gives_it_back() -> None:
    hotel = Hotel()
    id = hotel.book()
    hotel.world.advance(at("2026-03-09T23:00"))
    hotel.out("report_no_show", reservation_id=id)
    assert (hotel.stay(id).status, hotel.left) == ("no_show", 100_000 - 10_500)
    hotel.out("waive_penalty", reservation_id=id, reason="Storm")
    assert (hotel.stay(id).status, hotel.left) == ("refunded", 100_000)


def test_a_withdrawn_rate_is_sold_no_more() -> None:
    hotel = Hotel()
    hotel.out("withdraw_rate", rate_plan_id="T-FLEX")
    assert hotel.code("quote_stay", rate_plan_id="T-FLEX", **WEEKDAYS) == "unavailable"
    assert ids(hotel.ok("search_properties", place="Kyoto", **WEEKDAYS)) == []


def test_price_changes_are_told_only_to_those_who_watch() -> None:
    hotel = Hotel(saved=[{"id": "P-HH", "saved_at": "2026-03-01T08:00", "watch_prices": True}])
    hotel.out("change_price", rate_plan_id="T-FLEX", price_per_night="JPY 19,000")
    hotel.out("change_price", rate_plan_id="D-FLEX", price_per_night="EUR 90.00")
    assert [m.data["title"] for m in hotel.world.journal.entries if getattr(m, "ref", "") == "notice"] == [
        "New price at Hotel Ahornhof"
    ]


# ---- seeds and background


def test_a_seed_of_a_reservation_needs_few_lines() -> None:
    row = {"id": "S1", "property_id": "P-HH", "room_type_id": "R-DBL", "rate_plan_id": "D-FLEX",
    "check_in": "2026-03-09",
           "check_out": "2026-03-11", "total": "EUR 210.00", "free_until": "2026-03-05T12:00",
           "payments": [{"charge": {"id": "tx", "method": "card",
           "amount": "EUR 42.00"}, "amount": "EUR 42.00"}]}  # fmt: skip
    hotel = Hotel(reservations=[row])
    assert (hotel.stay("S1").paid.minor, hotel.stay("S1").zone) == (4200, "Europe/Berlin")
    assert hotel.ok("quote_cancellation", reservation_id="S1")["free_until"] == "2026-03-05T12:00:00+01:00"
    assert "nothing was booked" in hotel.ok("cancel_reservation", reservation_id="S1")["notes"][0]


def test_background_is_a_function_of_its_seed_and_grows_with_its_level() -> None:
    world = make_world("hotel_booking")
    service = world.services["hotel_booking"]
    options = HotelBackground(cities=("Kyoto", "Nowhere"), properties=30)
    once = list(service.background(options, 1, Random(7)))
    assert once == list(service.background(options, 1, Random(7)))
    twice = list(service.background(options, 2, Random(7)))
    assert [row for name, row in twice if name == "properties"][:30] == [r for n, r in once if n == "properties"]
    for table, row in once:
        world.table(f"hotel_booking.{table}").load([row])
    found = ok(world.call("hotel_booking_search_properties", {"place": "京都", "guests": 2, **WEEKDAYS}))
    assert found["total"] >= 8
    for item in found["items"]:
        booking = {"rate_plan_id": item["cheapest_offer"]["rate_plan_id"], "guests": 2, **WEEKDAYS}
        assert ok(world.call("hotel_booking_quote_stay", booking))["total"] == item["cheapest_offer"]["total"]
    world.advance(at("2026-04-20T08:00"))
    assert not [entry for entry in world.journal.entries if getattr(entry, "table", "")]


def test_distances_are_metres() -> None:
    assert metres_between("53.55", "9.99", "53.56", "9.99") == 1112
    assert metres_between("0", "179.999", "0", "-179.999") == 222
    assert microdegrees("-0.5") == -500_000


def test_dates_are_those_of_the_property() -> None:
    hotel = Hotel()
    hotel.world.advance(at("2026-03-02T20:00"))
    today = {"rate_plan_id": "T-FLEX", "check_in": str(date(2026, 3, 2)), "check_out": "2026-03-04"}
    assert hotel.code("quote_stay", **today) == "invalid"
