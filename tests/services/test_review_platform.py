"""review_platform: finding merchants, reservations, vouchers, reviews, questions, and what merchants and time do."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok, setting
from vibelife_inspect.ids import rng
from vibelife_inspect.services.review_platform import ReviewPlatform
from vibelife_inspect.services.review_platform.background import ReviewBackground
from vibelife_inspect.services.review_platform.base import Hold, busiest
from vibelife_inspect.services.review_platform.catalogue import Merchant, tenths
from vibelife_inspect.services.review_platform.hours import is_open, visit_at, visits
from vibelife_inspect.world import Call, Mark, World

EVENING = [{"days": ["tue", "wed", "thu", "fri", "sat"], "opens": "18:00", "closes": "23:00"}]

SEEDS: dict[str, list[dict[str, Any]]] = {
    "merchants": [
        {
            "id": "M-FENN",
            "name": "Fennel Table",
            "category": "restaurant",
            "city": "Hamburg",
            "area": "Ottensen",
            "address": "Uferstraße 3",
            "email": "hello@fennel.example",
            "tags": ["vegan", "garden"],
            "price_band": "$$",
            "rating_tenths": 43,
            "review_count": 135,
            "opening_hours": EVENING,
            "capacity": 10,
            "max_party": 8,
            "deposit_per_guest": "EUR 10.00",
            "late_fee_per_guest": "EUR 15.00",
        },
        {
            "id": "M-VET",
            "name": "Quince Animal Practice",
            "category": "vet",
            "city": "Hamburg",
            "tags": ["cats"],
            "price_band": "$",
            "rating_tenths": 47,
            "review_count": 60,
            "opening_hours": [{"days": ["mon", "tue"], "opens": "08:00", "closes": "12:00"}],
            "capacity": 1,
            "max_party": 1,
            "visit_minutes": 30,
        },
        {
            "id": "M-KYO",
            "name": "Aoba",
            "aliases": ["青葉"],
            "category": "restaurant",
            "city": "Kyoto",
            "city_local": "京都",
            "zone": "Asia/Tokyo",
            "tags": ["vegan", "quiet"],
            "price_band": "$$$",
            "currency": "JPY",
            "opening_hours": [{"opens": "17:00", "closes": "01:00"}],
            "visit_minutes": 60,
        },
        {"id": "M-PLUMB", "name": "Heron Plumbing", "category": "home_service", "city": "Hamburg",
         "confirm_minutes": 90, "visit_minutes": 120, "capacity": 2,
         "opening_hours": [{"opens": "07:00", "closes": "18:00"}]},
        {"id": "M-GONE", "name": "Fennel Two", "category": "restaurant", "city": "Hamburg", "status": "closed"},
        {"id": "M-WALK", "name": "Walk In", "category": "cafe", "city": "Hamburg", "takes_reservations": False},
    ],
    "deals": [
        {
            "id": "D-MENU",
            "merchant_id": "M-FENN",
            "title": "Menu for two",
            "price": "EUR 60.00",
            "valid_from": "2026-03-01T00:00",
            "valid_until": "2026-03-20T23:59",
            "usable_on": ["tue", "wed", "thu"],
            "stock": 5,
            "max_per_guest": 3,
        },
        {
            "id": "D-FIX",
            "merchant_id": "M-VET",
            "title": "Check-up",
            "price": "EUR 40.00",
            "valid_from": "2026-03-01T00:00",
            "valid_until": "2026-03-05T12:00",
            "refundable": False,
        },
    ],
    "reservations": [
        {
            "id": "R-OLD",
            "merchant_id": "M-FENN",
            "starts_at": "2026-02-20T19:00",
            "status": "completed",
        },
        {"id": "R-X", "merchant_id": "M-FENN", "owner": "other", "starts_at": "2026-03-05T19:00", "party_size": 2},
        {
            "id": "R-DEP",
            "merchant_id": "M-FENN",
            "starts_at": "2026-03-03T19:00",
            "party_size": 2,
            "deposit": "EUR 20.00",
            "late_fee": "EUR 30.00",
            "free_until": "2026-03-02T19:00",
        },
    ],
    "reviews": [
        {"id": "V-1", "merchant_id": "M-FENN", "author": "Noor", "rating": 5, "text": "Lovely dumplings",
         "posted_at": "2026-02-01T10:00"},
        {"id": "V-2", "merchant_id": "M-FENN", "author": "Kenji", "rating": 2, "text": "とても うるさい",
         "posted_at": "2026-02-05T10:00"},
    ],
    "questions": [
        {"id": "Q-1", "merchant_id": "M-FENN", "text": "Is there a ramp?", "asked_at": "2026-02-01T10:00",
         "answer": "Yes", "status": "answered"},
        {"id": "Q-2", "merchant_id": "M-FENN", "text": "My bill?", "asked_at": "2026-02-02T10:00", "private": True},
    ],
}  # fmt: skip

ACCOUNT = {
    "id": "ACC",
    "name": "Current",
    "kind": "current",
    "currency": "EUR",
    "iban": "DE89370400440532013000",
    "balance": "EUR 500.00",
}
DINNER = {"merchant_id": "M-FENN", "starts_at": "2026-03-05T18:30", "party_size": 4, "payment_method": "ACC"}


def town(*others: str, **rows: list[dict[str, Any]]) -> World:
    seeds = {f"review_platform.{key}": value for key, value in {**SEEDS, **rows}.items()}
    if "banking" in others:
        seeds["banking.accounts"] = [ACCOUNT]
    return make_world("review_platform", *others, seeds=seeds)


def call(world: World, operation: str, **arguments: Any) -> Any:
    return ok(world.call(f"review_platform_{operation}", arguments))


def outside(world: World, operation: str, **arguments: Any) -> Any:
    return ok(world.outside(f"review_platform_{operation}", arguments))


def fails(world: World, operation: str, **arguments: Any) -> str:
    before = world.digest()
    failed = code(world.call(f"review_platform_{operation}", arguments))
    assert world.digest() == before
    return failed


def row(world: World, table: str, id: str) -> Any:
    return world.table(f"review_platform.{table}").get(id)


def balance(world: World) -> int:
    return int(world.table("banking.accounts").get("ACC").balance.minor)


# ---- searching


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ({"query": "fennel"}, ["M-FENN"]),
        ({"query": "青葉"}, ["M-KYO"]),
        ({"city": "京都"}, ["M-KYO"]),
        ({"city": "hamburg"}, ["M-VET", "M-FENN", "M-PLUMB", "M-WALK"]),
        ({"categories": ["restaurant"]}, ["M-FENN", "M-KYO"]),
        ({"categories": ["restaurant"], "sort": "price_desc"}, ["M-KYO", "M-FENN"]),
        ({"city": "Hamburg", "sort": "review_count"}, ["M-FENN", "M-VET", "M-PLUMB", "M-WALK"]),
        ({"city": "Hamburg", "sort": "name"}, ["M-FENN", "M-PLUMB", "M-VET", "M-WALK"]),
        ({"area": "ottensen"}, ["M-FENN"]),
        ({"price_bands": ["$"]}, ["M-VET"]),
        ({"min_rating_tenths": 44}, ["M-VET"]),
        ({"tags": ["Vegan", "quiet"]}, ["M-KYO"]),
        ({"open_at": "2026-03-03T22:59"}, ["M-FENN"]),
        ({"open_at": "2026-03-04T00:30+09:00"}, ["M-KYO", "M-PLUMB"]),
        ({"bookable_at": "2026-03-05T18:30", "party_size": 8}, ["M-FENN"]),
        ({"bookable_at": "2026-03-05T18:30", "party_size": 9}, []),
        ({"bookable_at": "2026-03-05T18:10"}, []),
    ],
)
def test_search_finds(arguments: dict[str, Any], ids: list[str]) -> None:
    assert [item["merchant_id"] for item in call(town(), "search_merchants", **arguments)["items"]] == ids


@pytest.mark.parametrize("arguments", [{}, {"query": " "}, {"open_at": "9999-12-31T23:59:59-12:00"}])
def test_search_never_matches_everything(arguments: dict[str, Any]) -> None:
    assert fails(town(), "search_merchants", **arguments) == "invalid"


def test_a_merchant_shows_its_hours_and_what_the_user_has_there() -> None:
    shown = call(town(), "get_merchant", merchant_id="M-FENN")
    assert (shown["open_now"], shown["hours_today"]) == (False, [])
    assert shown["deal_ids"] == ["D-MENU"]
    assert shown["coming_reservation_ids"] == ["R-DEP"]


def test_recommendations_give_reasons_and_leave_out_what_the_user_disliked() -> None:
    world = town()
    call(world, "save_merchant", merchant_id="M-KYO", note="quiet")
    first, second = call(world, "recommend_merchants", category="restaurant")["items"]
    assert first["merchant_id"] == "M-FENN"
    assert first["because"] == ["rated 4.3 of 5 by 135 guests", "shares with places that you like: vegan"]
    assert "you saved it" in second["because"]
    call(world, "write_review", merchant_id="M-FENN", rating=1, text="No", proof_kind="reservation", proof_ref="R-OLD")
    assert [item["merchant_id"] for item in call(world, "recommend_merchants", category="restaurant")["items"]] == [
        "M-KYO"
    ]


# ---- hours and slots


def kyoto() -> Merchant:
    merchant: Merchant = row(town(), "merchants", "M-KYO")
    return merchant


def test_hours_past_midnight_belong_to_the_day_of_opening() -> None:
    merchant = kyoto()
    assert is_open(merchant, at("2026-03-03T00:59+09:00"))
    assert not is_open(merchant, at("2026-03-03T01:00+09:00"))
    assert visit_at(merchant, at("2026-03-03T00:00+09:00")) is not None
    assert visit_at(merchant, at("2026-03-03T00:30+09:00")) is None


def test_every_slot_of_a_day_is_a_visit() -> None:
    merchant = kyoto()
    day = visits(merchant, at("2026-03-02T12:00+09:00").date())
    assert [f"{start:%H:%M}" for start, _ in (day[0], day[-1])] == ["17:00", "00:00"]
    assert all(visit_at(merchant, start) == (start, end) for start, end in day)


def test_slots_count_what_others_hold_while_they_are_there() -> None:
    found = call(town(), "list_slots", merchant_id="M-FENN", day="2026-03-05", party_size=9)
    left = {item["starts_at"][11:16]: item["places_left"] for item in found["items"]}
    assert left == {"18:00": 8, "18:30": 8, "19:00": 8, "19:30": 8, "20:00": 8, "20:30": 10, "21:00": 10, "21:30": 10}
    assert not any(item["bookable"] for item in found["items"]), "the largest party is 8"
    assert found["terms"]["deposit_per_guest"]["minor"] == 1000


@pytest.mark.parametrize("day", ["2026-03-01", "2026-06-01", "9999-12-31", "0001-01-01"])
def test_slots_of_days_that_cannot_be_booked_are_refused(day: str) -> None:
    assert fails(town(), "list_slots", merchant_id="M-FENN", day=day) == "invalid"


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 8), st.integers(1, 9)), max_size=6), st.integers(0, 20))
@settings(max_examples=60, deadline=None)
def test_the_busiest_moment_is_never_overlooked(rows: list[tuple[int, int, int]], first: int) -> None:
    def hour(number: int) -> Any:
        return at(f"2026-03-{2 + number // 24:02d}T{number % 24:02d}:00")

    holds = [Hold(hour(start), hour(start + length), guests) for start, length, guests in rows]
    brute = max(
        sum(guests for start, length, guests in rows if start <= moment < start + length)
        for moment in range(first, first + 4)
    )
    assert busiest(holds, hour(first), hour(first + 4)) == brute


# ---- reservations


def test_a_reservation_pays_a_deposit_mails_and_enters_the_calendar_on_request() -> None:
    world = town("banking", "email")
    booked = call(world, "reserve_slot", **DINNER, add_to_calendar=True)
    assert (booked["status"], booked["deposit"]["minor"], booked["paid"]["minor"]) == ("confirmed", 4000, 4000)
    assert booked["free_until"].startswith("2026-03-04T18:30")
    assert balance(world) == 460_00
    assert booked["notes"] == ["no calendar service is enabled; nothing was entered"]
    assert any("confirmed" in message.subject for message in world.table("email.messages"))


def test_without_a_bank_the_answer_says_that_nothing_was_booked() -> None:
    booked = call(town(), "reserve_slot", **DINNER)
    assert "nothing was booked" in booked["notes"][0]


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        ({"starts_at": "2026-03-05T03:00"}, "invalid"),
        ({"starts_at": "2026-03-05T18:10"}, "invalid"),
        ({"starts_at": "2026-03-05T22:00"}, "invalid"),
        ({"starts_at": "2026-03-02T18:30"}, "invalid"),
        ({"starts_at": "2026-03-01T18:30"}, "invalid"),
        ({"starts_at": "2026-09-05T18:30"}, "invalid"),
        ({"starts_at": "9999-12-31T23:59:59-12:00"}, "invalid"),
        ({"party_size": 1999}, "invalid"),
        ({"payment_method": None}, "invalid"),
        ({"payment_method": "NOBODY"}, "not_found"),
        ({"expected_deposit": {"minor": 1, "currency": "EUR"}}, "conflict"),
        ({"merchant_id": "M-GONE"}, "unavailable"),
        ({"merchant_id": "M-WALK"}, "refused"),
        ({"merchant_id": "M-NONE"}, "not_found"),
        ({"purchase_id": "P-NONE"}, "not_found"),
    ],
)
def test_a_wrong_reservation_changes_nothing(change: dict[str, Any], failure: str) -> None:
    assert fails(town("banking"), "reserve_slot", **{**DINNER, **change}) == failure


def test_a_slot_takes_no_more_guests_than_it_has_places() -> None:
    world = town("banking")
    call(world, "reserve_slot", **{**DINNER, "party_size": 6})
    assert fails(world, "reserve_slot", **{**DINNER, "starts_at": "2026-03-05T19:30", "party_size": 3}) == "unavailable"
    call(world, "reserve_slot", **{**DINNER, "starts_at": "2026-03-05T20:00", "party_size": 8})


def test_the_notice_of_a_merchant_is_kept() -> None:
    world = town()
    world.advance(at("2026-03-03T07:20"))
    assert fails(world, "reserve_slot", merchant_id="M-VET", starts_at="2026-03-03T08:00", party_size=1) == "expired"
    call(world, "reserve_slot", merchant_id="M-VET", starts_at="2026-03-03T08:30", party_size=1)


def test_a_request_is_confirmed_later_by_the_merchant() -> None:
    world = town("email")
    asked = call(world, "reserve_slot", merchant_id="M-PLUMB", starts_at="2026-03-03T09:00", party_size=1)
    assert asked["status"] == "requested"
    world.advance(at("2026-03-02T09:30"))
    assert row(world, "reservations", asked["reservation_id"]).status == "confirmed"


def test_a_seeded_request_without_an_answer_lapses_at_its_begin() -> None:
    open_request = {"id": "R-REQ", "merchant_id": "M-FENN", "starts_at": "2026-03-04T19:00", "status": "requested"}
    world = town(reservations=[open_request])
    world.advance(at("2026-03-04T19:00"))
    assert row(world, "reservations", "R-REQ").cancelled_by == "merchant"


def test_a_change_moves_the_visit_and_settles_the_deposit() -> None:
    world = town("banking")
    id = call(world, "reserve_slot", **DINNER)["reservation_id"]
    changed = call(world, "change_reservation", reservation_id=id, party_size=6, wishes="a quiet table")
    assert (changed["status"], changed["paid"]["minor"], changed["wishes"]) == ("changed", 6000, "a quiet table")
    assert balance(world) == 440_00
    changed = call(world, "change_reservation", reservation_id=id, party_size=1, starts_at="2026-03-06T20:00")
    assert (changed["paid"]["minor"], changed["free_until"][:16]) == (1000, "2026-03-05T20:00")
    assert balance(world) == 490_00
    assert fails(world, "change_reservation", reservation_id=id, starts_at="2026-03-08T20:00") == "invalid"
    assert fails(world, "change_reservation", reservation_id=id) == "invalid"


def test_after_the_deadline_only_wishes_can_be_changed() -> None:
    world = town("banking")
    world.advance(at("2026-03-02T19:00"))
    assert fails(world, "change_reservation", reservation_id="R-DEP", party_size=1) == "expired"
    assert call(world, "change_reservation", reservation_id="R-DEP", wishes="late")["wishes"] == "late"


def test_a_free_cancellation_pays_the_deposit_back() -> None:
    world = town("banking")
    id = call(world, "reserve_slot", **DINNER)["reservation_id"]
    quote = call(world, "quote_cancellation", reservation_id=id)
    assert (quote["free_now"], quote["refund"]["minor"]) == (True, 4000)
    assert call(world, "cancel_reservation", reservation_id=id)["status"] == "cancelled"
    assert balance(world) == 500_00
    assert fails(world, "cancel_reservation", reservation_id=id) == "conflict"


def test_a_late_cancellation_costs_what_was_quoted() -> None:
    world = town("banking")
    id = call(world, "reserve_slot", **DINNER)["reservation_id"]
    world.advance(at("2026-03-04T18:30"))
    quote = call(world, "quote_cancellation", reservation_id=id)
    assert (quote["fee"]["minor"], quote["charge_now"]["minor"], quote["refund"]["minor"]) == (6000, 2000, 0)
    free = {"minor": 0, "currency": "EUR"}
    assert fails(world, "cancel_reservation", reservation_id=id, expected_fee=free) == "conflict"
    done = call(world, "cancel_reservation", reservation_id=id, expected_fee=quote["fee"])
    assert (done["fee"]["minor"], balance(world)) == (6000, 440_00)


def test_a_seeded_deposit_comes_back_with_a_note() -> None:
    done = call(town(), "cancel_reservation", reservation_id="R-DEP")
    assert "not on record" in done["notes"][0]
    assert done["paid"]["minor"] == 0


def test_a_visit_begins_and_ends_with_time() -> None:
    world = town()
    world.advance(at("2026-03-03T19:00"))
    assert row(world, "reservations", "R-DEP").status == "seated"
    assert fails(world, "cancel_reservation", reservation_id="R-DEP") == "conflict"
    world.advance(at("2026-03-03T20:30"))
    assert row(world, "reservations", "R-DEP").status == "completed"


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("get_reservation", {"reservation_id": "R-X"}),
        ("cancel_reservation", {"reservation_id": "R-X"}),
        ("quote_cancellation", {"reservation_id": "R-X"}),
        ("change_reservation", {"reservation_id": "R-X", "party_size": 1}),
        ("edit_review", {"review_id": "V-1", "rating": 1}),
        ("delete_review", {"review_id": "V-1"}),
    ],
)
def test_what_belongs_to_others_is_refused(operation: str, arguments: dict[str, Any]) -> None:
    assert fails(town(), operation, **arguments) == "refused"


def test_own_reservations_are_listed_by_time() -> None:
    found = call(town(), "list_reservations")
    assert [item["reservation_id"] for item in found["items"]] == ["R-OLD", "R-DEP"]
    assert call(town(), "list_reservations", starting_from="2026-03-01T00:00")["total"] == 1


# ---- waiting list


def full() -> World:
    world = town("notification_hub")
    outside(
        world, "take_places", merchant_id="M-FENN", starts_at="2026-03-04T18:00", ends_at="2026-03-04T23:00", guests=10
    )
    return world


SOON = {"merchant_id": "M-FENN", "starts_at": "2026-03-04T19:00", "party_size": 4}


def test_one_waits_only_for_what_is_full_and_only_once() -> None:
    world = full()
    assert fails(world, "join_waitlist", **{**SOON, "starts_at": "2026-03-06T19:00"}) == "conflict"
    call(world, "join_waitlist", **SOON)
    assert fails(world, "join_waitlist", **SOON) == "conflict"


def test_an_offer_wakes_the_agent_and_holds_the_places() -> None:
    world = full()
    id = call(world, "join_waitlist", **SOON)["waitlist_id"]
    outside(world, "offer_slot", waitlist_id=id, hold_minutes=60)
    assert [ring.ref for ring in world.take_rings()] == [id]
    assert len(world.table("notification_hub.notifications")) == 1
    slots = call(world, "list_slots", merchant_id="M-FENN", day="2026-03-04")["items"]
    assert {slot["places_left"] for slot in slots} == {0, 4}
    booked = call(world, "reserve_slot", **SOON, payment_method="CARD")
    assert booked["party_size"] == 4
    assert row(world, "waitlist", id).status == "taken"


def test_an_offer_lapses() -> None:
    world = full()
    id = call(world, "join_waitlist", **SOON)["waitlist_id"]
    outside(world, "offer_slot", waitlist_id=id, hold_minutes=60)
    world.advance(at("2026-03-02T09:00"))
    assert row(world, "waitlist", id).status == "lapsed"


def test_leaving_the_list_ends_the_waiting() -> None:
    world = full()
    id = call(world, "join_waitlist", **SOON)["waitlist_id"]
    assert call(world, "leave_waitlist", waitlist_id=id)["status"] == "left"
    assert fails(world, "leave_waitlist", waitlist_id=id) == "conflict"
    assert call(world, "list_waitlist")["total"] == 0
    assert call(world, "list_waitlist", status="left")["total"] == 1


# ---- reviews


def test_a_review_changes_the_mean_and_erases_nothing() -> None:
    world = town()
    written = call(
        world, "write_review", merchant_id="M-FENN", rating=1, text="Cold", proof_kind="reservation", proof_ref="R-OLD"
    )
    assert (written["review_count"], written["rating_tenths"], written["visited_on"]) == (136, 43, "2026-02-20")
    merchant = row(world, "merchants", "M-FENN")
    assert merchant.rating_sum == 582
    call(world, "edit_review", review_id=written["review_id"], rating=5)
    assert row(world, "merchants", "M-FENN").rating_sum == 586
    call(world, "delete_review", review_id=written["review_id"])
    assert row(world, "merchants", "M-FENN").pick("review_count", "rating_sum") == {
        "review_count": 135,
        "rating_sum": 581,
    }
    assert fails(world, "edit_review", review_id=written["review_id"], rating=2) == "conflict"


@pytest.mark.parametrize(
    ("arguments", "failure"),
    [
        ({"proof_kind": "reservation", "proof_ref": "R-DEP"}, "refused"),
        ({"proof_kind": "reservation", "proof_ref": "R-X"}, "refused"),
        ({"proof_kind": "reservation", "proof_ref": "nothing"}, "not_found"),
        ({"proof_kind": "reservation", "proof_ref": "R-OLD", "text": " "}, "invalid"),
        ({"proof_kind": "deal", "proof_ref": "nothing"}, "not_found"),
        ({"proof_kind": "order", "proof_ref": "ORD-1"}, "invalid"),
        ({"proof_kind": "order", "proof_ref": "ORD-1", "visited_on": "9999-12-31"}, "invalid"),
        ({"proof_kind": "reservation", "proof_ref": "R-OLD", "visited_on": "2026-02-20"}, "invalid"),
        ({"proof_kind": "reservation", "proof_ref": "R-OLD", "merchant_id": "M-VET"}, "invalid"),
    ],
)
def test_only_customers_write_reviews(arguments: dict[str, Any], failure: str) -> None:
    review = {"merchant_id": "M-FENN", "rating": 5, "text": "Good", **arguments}
    assert fails(town(), "write_review", **review) == failure


def test_one_visit_gives_one_review() -> None:
    world = town()
    review = {"merchant_id": "M-FENN", "rating": 5, "text": "Good", "proof_kind": "reservation", "proof_ref": "R-OLD"}
    call(world, "write_review", **review)
    assert fails(world, "write_review", **review) == "conflict"
    order = {**review, "proof_kind": "order", "proof_ref": "ORD-7", "visited_on": "2026-03-01"}
    call(world, "write_review", **order)
    assert call(world, "list_reviews")["total"] == 2


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ({}, ["V-2", "V-1"]),
        ({"sort": "rating_desc"}, ["V-1", "V-2"]),
        ({"query": "うるさい"}, ["V-2"]),
        ({"min_rating": 3}, ["V-1"]),
        ({"max_rating": 3, "limit": 1}, ["V-2"]),
    ],
)
def test_reviews_are_listed(arguments: dict[str, Any], ids: list[str]) -> None:
    found = call(town(), "list_reviews", merchant_id="M-FENN", **arguments)
    assert [item["review_id"] for item in found["items"]] == ids


def test_an_impossible_mean_is_no_seed() -> None:
    with pytest.raises(ValueError, match="nearest is 45"):
        town(
            merchants=[{"id": "M", "name": "M", "category": "bar", "city": "H", "rating_tenths": 46, "review_count": 2}]
        )


@given(st.lists(st.integers(1, 5), min_size=1, max_size=40))
@settings(max_examples=50, deadline=None)
def test_the_mean_is_rounded_half_up(ratings: list[int]) -> None:
    mean = tenths(sum(ratings), len(ratings))
    assert mean is not None
    assert abs(mean * len(ratings) - 10 * sum(ratings)) * 2 <= len(ratings)


# ---- questions


def test_questions_are_public_or_private() -> None:
    world = town("email")
    assert [item["question_id"] for item in call(world, "list_questions", merchant_id="M-FENN")["items"]] == ["Q-1"]
    arguments = {"merchant_id": "M-FENN", "text": "A cake?", "reservation_id": "R-DEP"}
    assert fails(world, "ask_question", **arguments) == "invalid"
    id = call(world, "ask_question", **arguments, private=True)["question_id"]
    assert call(world, "list_questions", merchant_id="M-FENN")["total"] == 2
    outside(world, "answer_question", question_id=id, answer="Gladly", tell=True)
    assert call(world, "list_questions", status="answered")["items"][0]["answer"] == "Gladly"
    assert code(world.outside("review_platform_answer_question", {"question_id": id, "answer": "x"})) == "conflict"
    assert fails(world, "ask_question", merchant_id="M-GONE", text="Open?") == "unavailable"


# ---- deals


def test_a_voucher_is_bought_used_at_a_visit_and_proves_it() -> None:
    world = town("banking")
    bought = call(world, "buy_deal", deal_id="D-MENU", payment_method="ACC", quantity=2)
    assert (bought["total_paid"]["minor"], balance(world), row(world, "deals", "D-MENU").stock) == (12000, 380_00, 3)
    first, second = (item["purchase_id"] for item in bought["items"])
    assert fails(world, "reserve_slot", **{**DINNER, "starts_at": "2026-03-06T19:00"}, purchase_id=first) == "invalid"
    call(world, "reserve_slot", **DINNER, purchase_id=first)
    assert fails(world, "reserve_slot", **{**DINNER, "party_size": 1}, purchase_id=first) == "conflict"
    assert fails(world, "return_voucher", purchase_id=first) == "conflict"
    world.advance(at("2026-03-05T20:00"))
    assert row(world, "purchases", first).status == "redeemed"
    call(world, "write_review", merchant_id="M-FENN", rating=4, text="Good", proof_kind="deal", proof_ref=first)
    call(world, "return_voucher", purchase_id=second)
    assert row(world, "deals", "D-MENU").stock == 4
    assert call(world, "list_purchases", status="refunded")["total"] == 1


def test_unused_vouchers_and_deals_run_out() -> None:
    world = town("banking")
    id = call(world, "buy_deal", deal_id="D-FIX", payment_method="ACC")["items"][0]["purchase_id"]
    assert fails(world, "return_voucher", purchase_id=id) == "refused"
    world.advance(at("2026-03-05T12:00"))
    assert row(world, "purchases", id).status == "expired"
    assert fails(world, "buy_deal", deal_id="D-FIX", payment_method="ACC") == "expired"
    assert [item["deal_id"] for item in call(world, "list_deals")["items"]] == ["D-MENU"]


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        ({"quantity": 4}, "invalid"),
        ({"quantity": 6}, "unavailable"),
        ({"payment_method": "NOBODY"}, "not_found"),
        ({"expected_total": {"minor": 1, "currency": "EUR"}}, "conflict"),
    ],
)
def test_a_wrong_purchase_changes_nothing(change: dict[str, Any], failure: str) -> None:
    assert fails(town("banking"), "buy_deal", **{"deal_id": "D-MENU", "payment_method": "ACC", **change}) == failure


def test_saved_merchants_stand_on_lists() -> None:
    world = town()
    call(world, "save_merchant", merchant_id="M-FENN", note="birthday")
    call(world, "save_merchant", merchant_id="M-FENN", list_name="Dinner")
    assert call(world, "save_merchant", merchant_id="M-FENN", list_name="dinner", note="x")["note"] == "x"
    assert call(world, "list_saved")["total"] == 2
    call(world, "unsave_merchant", merchant_id="M-FENN")
    assert fails(world, "unsave_merchant", merchant_id="M-FENN") == "not_found"
    assert call(world, "get_merchant", merchant_id="M-FENN")["saved"]


# ---- outside


def test_a_merchant_that_closes_pays_everything_back() -> None:
    world = town("banking", "email")
    booked = call(world, "reserve_slot", **DINNER)["reservation_id"]
    voucher = call(world, "buy_deal", deal_id="D-MENU", payment_method="ACC")["items"][0]["purchase_id"]
    gone = outside(world, "close_merchant", merchant_id="M-FENN", reason="fire", tell=True)
    assert gone["cancelled"] == ["R-X", "R-DEP", booked]
    assert gone["refunded"] == [voucher]
    assert balance(world) == 500_00
    assert row(world, "deals", "D-MENU").status == "withdrawn"
    assert fails(world, "reserve_slot", **DINNER) == "unavailable"


def test_new_hours_cancel_what_lies_outside_them() -> None:
    world = town()
    closed = [{"day": "2026-03-03", "reason": "holiday"}]
    changed = outside(world, "change_hours", merchant_id="M-FENN", reason="holiday", exceptions=closed)
    assert changed["cancelled"] == ["R-DEP"]
    assert call(world, "list_slots", merchant_id="M-FENN", day="2026-03-03")["total"] == 0
    assert row(world, "reservations", "R-X").status == "confirmed"


def test_a_no_show_costs_the_fee() -> None:
    world = town("banking")
    id = call(world, "reserve_slot", **DINNER)["reservation_id"]
    world.advance(at("2026-03-05T19:00"))
    outside(world, "report_no_show", reservation_id=id)
    assert row(world, "reservations", id).fee.minor == 6000
    assert balance(world) == 440_00
    world = town()
    assert code(world.outside("review_platform_report_no_show", {"reservation_id": "R-DEP"})) == "conflict"
    world.advance(at("2026-03-03T19:10"))
    missed = outside(world, "report_no_show", reservation_id="R-DEP")
    assert "could not be charged" in missed["note"]


def test_the_merchant_cancels_and_pays_back() -> None:
    world = town("banking")
    id = call(world, "reserve_slot", **DINNER)["reservation_id"]
    outside(world, "cancel_reservation_by_merchant", reservation_id=id, reason="water damage", tell=True)
    assert balance(world) == 500_00
    twice = world.outside("review_platform_cancel_reservation_by_merchant", {"reservation_id": id, "reason": "x"})
    assert code(twice) == "conflict"
    assert [mark.kind for mark in world.journal.entries if isinstance(mark, Mark) and mark.ref == "mail"]


def test_a_withdrawn_deal_keeps_or_voids_its_vouchers() -> None:
    world = town("banking")
    id = call(world, "buy_deal", deal_id="D-MENU", payment_method="ACC")["items"][0]["purchase_id"]
    assert outside(world, "withdraw_deal", deal_id="D-MENU", reason="menu changed")["refunded"] == []
    assert outside(world, "redeem_voucher", purchase_id=id)["status"] == "redeemed"
    assert fails(world, "buy_deal", deal_id="D-MENU", payment_method="ACC") == "unavailable"


def test_outside_operations_are_no_tools() -> None:
    assert fails(town(), "close_merchant", merchant_id="M-FENN", reason="x") == "not_found"


def test_a_repeated_key_reserves_once() -> None:
    world = town("banking")
    first = call(world, "reserve_slot", **DINNER, idempotency_key="k")
    assert call(world, "reserve_slot", **DINNER, idempotency_key="k") == first
    assert balance(world) == 460_00
    assert len([entry for entry in world.journal.entries if isinstance(entry, Call)]) == 2


# ---- background


def test_the_background_stands_alone_and_asks_nothing_of_the_persona() -> None:
    world = World([ReviewPlatform], setting(), {})
    service = world.services["review_platform"]
    options = ReviewBackground(cities=("Kyoto", "Bremen"), categories=("vet",), merchants=20)
    rows = list(service.background(options, 2, rng("x")))
    merchants = [record for table, record in rows if table == "merchants"]
    assert len(merchants) == 40
    assert {merchant.city for merchant in merchants if isinstance(merchant, Merchant)} == {"Kyoto", "Bremen"}
    assert all(getattr(record, "owner", "other") == "other" for _, record in rows)


def test_generated_towns_can_be_booked() -> None:
    world = World([ReviewPlatform], setting(), {})
    service = world.services["review_platform"]
    for table, record in service.background(ReviewBackground(), 1, rng("x")):
        service.collections[table].add(record)
    hits = call(world, "search_merchants", bookable_at="2026-03-05T19:00", party_size=2)
    assert hits["total"] > 5
    found = call(world, "list_slots", merchant_id=hits["items"][0]["merchant_id"], day="2026-03-05", party_size=2)
    assert any(slot["bookable"] for slot in found["items"])
    world.advance(at("2026-05-02T08:00"))
