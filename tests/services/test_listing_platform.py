"""listing_platform: the market, messages, viewings, applications, own listings, and what others and time do."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok, setting
from vibelife_inspect.ids import rng
from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform import ListingPlatform
from vibelife_inspect.services.listing_platform.background import ListingBackground
from vibelife_inspect.services.listing_platform.catalogue import Listing
from vibelife_inspect.services.listing_platform.market import median, share_above
from vibelife_inspect.world import World

CAR = {"make": "Toyota", "model": "Yaris", "year": 2021, "mileage_km": 42_000, "fuel": "hybrid"}

SEEDS: dict[str, list[dict[str, Any]]] = {
    "agents": [
        {
            "id": "A-HOL",
            "name": "Hollander Homes",
            "email": "info@hollander.example",
            "viewing_hours": [{"days": ["mon", "tue", "wed", "thu", "fri"], "opens": "16:00", "closes": "18:00"}],
            "notice_hours": 12,
        },
        {"id": "A-SLOW", "name": "Otto Wachter", "kind": "landlord", "confirm_hours": 24},
    ],
    "listings": [
        {
            "id": "L-FLAT",
            "agent_id": "A-HOL",
            "category": "rent",
            "title": "Bright 3-room flat",
            "price": "EUR 1,200.00",
            "utilities": "EUR 180.00",
            "city": "Hamburg",
            "district": "Ottensen",
            "address": "Uferstraße 3",
            "rooms": 3,
            "area_sqm": 75,
            "available_from": "2026-04-01",
            "pets_allowed": True,
            "features": ["balcony", "lift"],
            "posted_at": "2026-02-20T09:00",
        },
        {
            "id": "L-SMALL",
            "agent_id": "A-HOL",
            "category": "rent",
            "title": "Compact flat",
            "price": "EUR 700.00",
            "city": "Hamburg",
            "district": "Barmbek",
            "rooms": 1,
            "area_sqm": 35,
            "furnished": True,
            "posted_at": "2026-02-25T09:00",
        },
        {
            "id": "L-SLOW",
            "agent_id": "A-SLOW",
            "category": "rent",
            "title": "Flat by the park",
            "price": "EUR 900.00",
            "city": "Hamburg",
            "rooms": 2,
            "area_sqm": 50,
            "posted_at": "2026-02-26T09:00",
            "viewing_times": ["2026-03-05T16:10", "2026-03-06T10:00"],
        },
        {
            "id": "L-KYO",
            "category": "rent",
            "title": "京町家",
            "price": "JPY 96,000",
            "city": "Kyoto",
            "city_local": "京都",
            "area_sqm": 40,
            "posted_at": "2026-02-01T09:00",
        },
        {"id": "L-CAR", "category": "used_car", "title": "Small car", "price": "EUR 14,000.00", "city": "Hamburg",
         "car": CAR, "condition": "good", "posted_at": "2026-02-01T09:00"},
        {"id": "L-SOON", "agent_id": "A-HOL", "category": "rent", "title": "New 3-room flat", "price": "EUR 1,100.00",
         "city": "Hamburg", "rooms": 3, "area_sqm": 70, "posted_at": "2026-03-10T12:00", "status": "scheduled"},
        {"id": "L-GONE", "category": "secondhand", "title": "Table", "price": "EUR 90.00", "city": "Hamburg",
         "posted_at": "2026-02-01T09:00", "status": "sold"},
        {"id": "L-MINE", "owner": "me", "category": "secondhand", "title": "Piano", "price": "EUR 900.00",
         "city": "Hamburg", "condition": "good", "posted_at": "2026-02-15T09:00"},
    ],
    "threads": [{"id": "T-X", "owner": "other", "listing_id": "L-FLAT", "last_at": "2026-03-01T09:00"}],
    "viewings": [
        {"id": "W-X", "owner": "other", "listing_id": "L-SMALL", "agent_id": "A-HOL", "starts_at": "2026-03-04T17:00"},
    ],
}  # fmt: skip

RENT = {"category": "rent"}


def market(*others: str, **rows: list[dict[str, Any]]) -> World:
    seeds = {f"listing_platform.{key}": value for key, value in {**SEEDS, **rows}.items()}
    return make_world("listing_platform", *others, seeds=seeds)


def call(world: World, operation: str, **arguments: Any) -> Any:
    return ok(world.call(f"listing_platform_{operation}", arguments))


def outside(world: World, operation: str, **arguments: Any) -> Any:
    return ok(world.outside(f"listing_platform_{operation}", arguments))


def fails(world: World, operation: str, **arguments: Any) -> str:
    before = world.digest()
    failed = code(world.call(f"listing_platform_{operation}", arguments))
    assert world.digest() == before
    return failed


def outside_fails(world: World, operation: str, **arguments: Any) -> str:
    before = world.digest()
    failed = code(world.outside(f"listing_platform_{operation}", arguments))
    assert world.digest() == before
    return failed


def row(world: World, table: str, id: str) -> Any:
    return world.table(f"listing_platform.{table}").get(id)


def euros(amount: int) -> dict[str, Any]:
    return {"minor": amount * 100, "currency": "EUR"}


# ---- the market


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        ({}, ["L-SLOW", "L-SMALL", "L-FLAT", "L-KYO"]),
        ({"words": "bright FLAT"}, ["L-FLAT"]),
        ({"words": "町家"}, ["L-KYO"]),
        ({"city": "京都"}, ["L-KYO"]),
        ({"city": "hamburg", "district": "otten"}, ["L-FLAT"]),
        ({"max_price": euros(900)}, ["L-SLOW", "L-SMALL", "L-KYO"]),
        ({"min_price": euros(1000)}, ["L-FLAT"]),
        ({"min_rooms": 2}, ["L-SLOW", "L-FLAT"]),
        ({"max_rooms": 1}, ["L-SMALL"]),
        ({"min_area_sqm": 50, "max_area_sqm": 60}, ["L-SLOW"]),
        ({"available_by": "2026-03-31"}, ["L-SLOW", "L-SMALL", "L-KYO"]),
        ({"furnished": True}, ["L-SMALL"]),
        ({"pets_allowed": True}, ["L-FLAT"]),
        ({"features": ["lift", "balcony"]}, ["L-FLAT"]),
        ({"category": "used_car", "car_makes": ["toyota"], "fuels": ["hybrid"], "min_year": 2020}, ["L-CAR"]),
        ({"category": "used_car", "max_mileage_km": 40_000}, []),
        ({"category": "used_car", "conditions": ["new"]}, []),
        ({"category": "secondhand"}, []),
    ],
)
def test_search_finds(filters: dict[str, Any], ids: list[str]) -> None:
    found = call(market(), "search_listings", filters={**RENT, **filters})
    assert [item["listing_id"] for item in found["items"]] == ids


@pytest.mark.parametrize(
    ("sort", "first"),
    [("price_asc", "L-KYO"), ("price_desc", "L-FLAT"), ("area_desc", "L-FLAT"), ("per_sqm_asc", "L-KYO")],
)
def test_search_sorts(sort: str, first: str) -> None:
    assert call(market(), "search_listings", filters=RENT, sort=sort)["items"][0]["listing_id"] == first


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"filters": {}},
        {"filters": {"category": "rent", "words": " "}},
        {"filters": {"category": "rent", "colour": "red"}},
        {"filters": {"category": "rent", "max_price": {"minor": 5, "currency": "KWD"}}},
    ],
)
def test_wrong_searches_are_refused(arguments: dict[str, Any]) -> None:
    assert fails(market(), "search_listings", **arguments) == "invalid"


def test_a_listing_shows_its_agent_and_its_figures() -> None:
    shown = call(market(), "get_listing", listing_id="L-FLAT")
    assert shown["price_per_sqm"]["minor"] == 1600
    assert shown["monthly_total"]["minor"] == 138_000
    assert shown["agent"]["name"] == "Hollander Homes"
    assert shown["thread_ids"] == [], "threads of others are nobody's business"
    assert fails(market(), "get_listing", listing_id="L-SOON") == "not_found"


def test_price_changes_stay_in_the_history() -> None:
    world = market()
    outside(world, "change_price", listing_id="L-FLAT", price=euros(1100))
    history = call(world, "get_price_history", listing_id="L-FLAT")
    assert [point["change_percent"] for point in history["items"]] == [0, -8]
    assert history["days_on_market"] == 9
    assert outside_fails(world, "change_price", listing_id="L-FLAT", price=euros(1100)) == "conflict"
    assert outside_fails(world, "change_price", listing_id="L-MINE", price=euros(1)) == "refused"
    assert outside_fails(world, "change_price", listing_id="L-FLAT", price={"minor": 1, "currency": "JPY"}) == "invalid"


def test_market_figures_are_medians_of_the_data() -> None:
    stats = call(market(), "get_market_stats", category="rent", city="Hamburg")
    (euro,) = stats["by_currency"]
    assert (euro["listings"], euro["median_price"]["minor"], euro["median_per_sqm"]["minor"]) == (3, 90_000, 1800)
    assert call(market(), "get_market_stats", category="rent", city="京都")["city"] == "Kyoto"
    assert call(market(), "get_market_stats", category="rent", city="Hamburg", rooms=3)["listings"] == 1
    assert fails(market(), "get_market_stats", category="rent", city="Ham") == "not_found"
    assert call(market(), "get_market_stats", category="used_car", city="hamburg", car_make="TOYOTA")["listings"] == 1


def test_listings_are_compared_with_the_market() -> None:
    compared = call(market(), "compare_listings", listing_ids=["L-FLAT", "L-SMALL"])
    assert [item["percent_above_median"] for item in compared["items"]] == [-11, 11]
    assert compared["cheapest_listing_id"] == "L-SMALL"
    assert fails(market(), "compare_listings", listing_ids=["L-FLAT", "L-FLAT"]) == "invalid"
    assert fails(market(), "compare_listings", listing_ids=["L-FLAT", "L-CAR"]) == "conflict"


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_the_median_lies_in_the_middle(numbers: list[int]) -> None:
    middle = median(numbers)
    assert sum(number < middle for number in numbers) * 2 <= len(numbers) + 1
    assert sum(number > middle for number in numbers) * 2 <= len(numbers)


@given(st.integers(1, 10**7), st.integers(1, 10**7))
@settings(max_examples=60, deadline=None)
def test_percentages_are_rounded_half_up(amount: int, base: int) -> None:
    share = share_above(Money(minor=amount, currency="EUR"), Money(minor=base, currency="EUR"))
    assert share is not None
    assert -base <= 2 * (share * base - 100 * (amount - base)) <= base


# ---- messages and bookmarks


def test_one_thread_per_listing_goes_back_and_forth() -> None:
    world = market("email")
    first = call(world, "send_message", listing_id="L-FLAT", text="Is it quiet?")
    outside(world, "agent_replies", thread_id=first["thread_id"], text="Very", tell=True)
    assert call(world, "list_threads", unanswered=True)["total"] == 1
    again = call(world, "send_message", listing_id="L-FLAT", text="Thanks")
    assert again["thread_id"] == first["thread_id"]
    thread = call(world, "get_thread", thread_id=first["thread_id"])
    assert [message["text"] for message in thread["messages"]] == ["Is it quiet?", "Very", "Thanks"]
    assert len(world.table("email.messages")) == 1


@pytest.mark.parametrize(
    ("arguments", "failure"),
    [
        ({}, "invalid"),
        ({"listing_id": "L-FLAT", "thread_id": "T-X"}, "invalid"),
        ({"thread_id": "T-X"}, "refused"),
        ({"listing_id": "L-MINE"}, "conflict"),
        ({"listing_id": "L-SOON"}, "not_found"),
    ],
)
def test_wrong_messages_are_refused(arguments: dict[str, Any], failure: str) -> None:
    assert fails(market(), "send_message", text="Hello", **arguments) == failure


def test_a_buyer_writes_about_an_own_listing() -> None:
    world = market()
    outside(world, "send_inquiry", listing_id="L-MINE", sender="Vera", text="Is it tuned?")
    thread = call(world, "list_threads")["items"][0]
    call(world, "send_message", thread_id=thread["thread_id"], text="Last year")
    assert call(world, "list_threads", unanswered=True)["total"] == 0
    assert outside_fails(world, "send_inquiry", listing_id="L-FLAT", sender="Vera", text="x") == "refused"


def test_a_bookmark_remembers_the_price() -> None:
    world = market()
    call(world, "save_listing", listing_id="L-FLAT", note="nice")
    assert call(world, "save_listing", listing_id="L-FLAT", note="very nice")["note"] == "very nice"
    outside(world, "change_price", listing_id="L-FLAT", price=euros(1100))
    (saved,) = call(world, "list_saved")["items"]
    assert (saved["price_then"]["minor"], saved["price"]["minor"]) == (120_000, 110_000)
    call(world, "unsave_listing", listing_id="L-FLAT")
    assert fails(world, "unsave_listing", listing_id="L-FLAT") == "not_found"


# ---- viewings

VIEW = {"listing_id": "L-FLAT", "starts_at": "2026-03-04T16:30"}


def test_slots_tell_what_the_agent_and_the_user_have_already() -> None:
    world = market()
    call(world, "book_viewing", **VIEW)
    slots = call(world, "list_viewing_slots", listing_id="L-SMALL", day="2026-03-04")["items"]
    shown = {slot["starts_at"][11:16]: (slot["agent_free"], slot["clashes_with"] is not None) for slot in slots}
    assert shown == {
        "16:00": (True, False),
        "16:30": (False, True),
        "17:00": (False, False),
        "17:30": (True, False),
    }


def test_slots_keep_the_notice_and_the_times_of_the_listing() -> None:
    world = market()
    days = call(world, "list_viewing_slots", listing_id="L-FLAT", limit=100)["items"]
    assert days[0]["starts_at"].startswith("2026-03-03T16:00"), "today is too soon"
    named = call(world, "list_viewing_slots", listing_id="L-SLOW")["items"]
    assert [slot["starts_at"][:16] for slot in named] == ["2026-03-05T16:10", "2026-03-06T10:00"]
    for day in ("2026-03-01", "9999-12-31", "0001-01-01"):
        assert fails(world, "list_viewing_slots", listing_id="L-FLAT", day=day) == "invalid"


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        ({"starts_at": "2026-03-04T16:40"}, "invalid"),
        ({"starts_at": "2026-03-07T16:30"}, "invalid"),
        ({"starts_at": "2026-03-02T16:30"}, "expired"),
        ({"starts_at": "2026-03-01T16:30"}, "invalid"),
        ({"starts_at": "9999-12-31T23:59:59-12:00"}, "invalid"),
        ({"starts_at": "2026-03-04T17:00"}, "unavailable"),
        ({"listing_id": "L-GONE"}, "unavailable"),
        ({"listing_id": "L-MINE"}, "conflict"),
        ({"listing_id": "L-SOON"}, "not_found"),
        ({"listing_id": "L-CAR"}, "invalid"),
    ],
)
def test_a_wrong_viewing_changes_nothing(change: dict[str, Any], failure: str) -> None:
    assert fails(market(), "book_viewing", **{**VIEW, **change}) == failure


def test_viewings_of_the_user_do_not_clash() -> None:
    world = market()
    call(world, "book_viewing", listing_id="L-SLOW", starts_at="2026-03-05T16:10")
    assert fails(world, "book_viewing", listing_id="L-FLAT", starts_at="2026-03-05T16:00") == "conflict"
    call(world, "book_viewing", listing_id="L-FLAT", starts_at="2026-03-05T17:00")
    assert fails(world, "book_viewing", listing_id="L-FLAT", starts_at="2026-03-06T16:00") == "conflict"


def test_a_viewing_is_proposed_confirmed_and_done() -> None:
    world = market("email")
    id = call(world, "book_viewing", listing_id="L-SLOW", starts_at="2026-03-05T16:10", add_to_calendar=True)[
        "viewing_id"
    ]
    assert row(world, "viewings", id).status == "proposed"
    world.advance(at("2026-03-03T08:00"))
    assert row(world, "viewings", id).status == "confirmed"
    world.advance(at("2026-03-05T16:40"))
    assert row(world, "viewings", id).status == "done"
    assert fails(world, "cancel_viewing", viewing_id=id) == "conflict"
    assert len(world.table("email.messages")) == 2


def test_an_unanswered_proposal_lapses() -> None:
    proposal = {"id": "W-P", "listing_id": "L-FLAT", "starts_at": "2026-03-03T16:00", "status": "proposed"}
    world = market(viewings=[proposal])
    world.advance(at("2026-03-03T16:00"))
    assert row(world, "viewings", "W-P").cancelled_by == "agent"


def test_both_sides_move_and_cancel_a_viewing() -> None:
    world = market()
    id = call(world, "book_viewing", **VIEW)["viewing_id"]
    assert fails(world, "move_viewing", viewing_id=id, starts_at=VIEW["starts_at"]) == "conflict"
    moved = call(world, "move_viewing", viewing_id=id, starts_at="2026-03-05T17:30")
    assert (moved["status"], moved["moved_by"]) == ("moved", "user")
    outside(world, "move_viewing_by_agent", viewing_id=id, starts_at="2026-03-06T09:00", reason="ill", tell=True)
    assert row(world, "viewings", id).ends_at == at("2026-03-06T09:30")
    assert (
        outside_fails(world, "move_viewing_by_agent", viewing_id=id, starts_at="2020-01-01T00:00", reason="x")
        == "invalid"
    )
    outside(world, "cancel_viewing_by_agent", viewing_id=id, reason="let already")
    assert call(world, "list_viewings", statuses=["cancelled"])["items"][0]["reason"] == "let already"
    assert fails(world, "move_viewing", viewing_id=id, starts_at="2026-03-05T17:30") == "conflict"
    assert fails(world, "cancel_viewing", viewing_id="W-X") == "refused"


# ---- applications

APPLY = {"listing_id": "L-FLAT", "move_in": "2026-04-01", "people": 2, "message": "We are calm."}


def test_an_application_is_decided_and_reserves_the_home() -> None:
    world = market("email")
    sent = call(world, "submit_application", **APPLY, documents=["payslips.pdf"], monthly_income=euros(4000))
    assert (sent["status"], sent["documents"]) == ("submitted", ["payslips.pdf"])
    assert fails(world, "submit_application", **APPLY) == "conflict"
    id = sent["application_id"]
    outside(world, "decide_application", application_id=id, decision="shortlisted", words="Soon")
    outside(world, "decide_application", application_id=id, decision="accepted", words="Welcome", tell=True)
    assert row(world, "listings", "L-FLAT").status == "reserved"
    assert outside_fails(world, "decide_application", application_id=id, decision="rejected", words="x") == "conflict"
    call(world, "withdraw_application", application_id=id, reason="moving elsewhere")
    assert row(world, "listings", "L-FLAT").status == "active"
    assert call(world, "list_applications", statuses=["withdrawn"])["total"] == 1
    assert len(world.table("email.messages")) == 3


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        ({"move_in": "2026-03-15"}, "invalid"),
        ({"move_in": "9999-12-31"}, "invalid"),
        ({"people": 0}, "invalid"),
        ({"message": " "}, "invalid"),
        ({"monthly_income": euros(-1)}, "invalid"),
        ({"listing_id": "L-CAR"}, "invalid"),
        ({"listing_id": "L-GONE"}, "unavailable"),
    ],
)
def test_a_wrong_application_changes_nothing(change: dict[str, Any], failure: str) -> None:
    assert fails(market(), "submit_application", **{**APPLY, **change}) == failure


def test_a_withdrawn_listing_takes_viewings_and_applications_along() -> None:
    world = market()
    viewing = call(world, "book_viewing", **VIEW)["viewing_id"]
    application = call(world, "submit_application", **APPLY)["application_id"]
    outside(world, "withdraw_listing", listing_id="L-FLAT", reason="let", status="sold", tell=True)
    assert row(world, "viewings", viewing).status == "cancelled"
    assert row(world, "applications", application).status == "rejected"
    assert fails(world, "book_viewing", **VIEW) == "unavailable"
    assert outside_fails(world, "withdraw_listing", listing_id="L-FLAT", reason="x", status="sold") == "conflict"


# ---- subscriptions


def test_a_subscription_wakes_the_agent_when_a_match_appears() -> None:
    world = market("notification_hub")
    wanted = {"category": "rent", "city": "Hamburg", "min_rooms": 3, "max_price": euros(1150)}
    id = call(world, "subscribe_search", name="Family flat", filters=wanted)["subscription_id"]
    world.advance(at("2026-03-10T11:59"))
    assert world.take_rings() == []
    world.advance(at("2026-03-10T12:00"))
    assert [ring.ref for ring in world.take_rings()] == [id]
    outside(world, "change_price", listing_id="L-FLAT", price=euros(1140))
    outside(world, "change_price", listing_id="L-FLAT", price=euros(1150))
    assert len(world.take_rings()) == 1, "only the drop is told"
    assert call(world, "list_subscriptions")["items"][0]["told"] == ["L-SOON", "L-FLAT"]
    assert len(world.table("notification_hub.notifications")) == 2


def test_a_watch_on_one_listing_tells_when_it_is_back() -> None:
    world = market()
    id = call(world, "subscribe_search", name="That flat", listing_id="L-FLAT")["subscription_id"]
    outside(world, "withdraw_listing", listing_id="L-FLAT", reason="pause")
    assert world.take_rings() == []
    outside(world, "withdraw_listing", listing_id="L-FLAT", reason="back", status="active")
    assert len(world.take_rings()) == 1
    call(world, "unsubscribe_search", subscription_id=id)
    assert fails(world, "unsubscribe_search", subscription_id=id) == "conflict"
    outside(world, "change_price", listing_id="L-FLAT", price=euros(1))
    assert world.take_rings() == []


def test_a_subscription_needs_one_subject() -> None:
    assert fails(market(), "subscribe_search", name="x") == "invalid"
    assert fails(market(), "subscribe_search", name="x", listing_id="L-FLAT", filters=RENT) == "invalid"


def test_a_scheduled_listing_can_be_published_early() -> None:
    world = market()
    outside(world, "publish_listing", listing_id="L-SOON")
    assert call(world, "get_listing", listing_id="L-SOON")["posted_at"].startswith("2026-03-02T08:00")
    world.advance(at("2026-03-11T08:00"))
    assert outside_fails(world, "publish_listing", listing_id="L-SOON") == "conflict"


# ---- own listings


def test_an_own_listing_is_posted_changed_and_sold() -> None:
    world = market()
    details = {"text": "With a lamp", "condition": "good", "photos": ["front"]}
    posted = call(
        world, "post_listing", category="secondhand", title="Desk", price=euros(80), city="Hamburg", details=details
    )
    id = posted["listing_id"]
    changed = call(world, "update_listing", listing_id=id, price=euros(70), clear=["condition"])
    assert (changed["price"]["minor"], changed["condition"], changed["text"]) == (7000, None, "With a lamp")
    assert call(world, "get_price_history", listing_id=id)["total"] == 2
    for status in ("withdrawn", "active", "reserved", "sold"):
        assert call(world, "set_listing_status", listing_id=id, status=status)["status"] == status
    assert fails(world, "set_listing_status", listing_id=id, status="active") == "conflict"
    assert fails(world, "update_listing", listing_id=id, title="x") == "conflict"
    assert call(world, "list_own_listings")["items"][0]["listing_id"] == id
    assert call(world, "search_listings", filters={"category": "secondhand"})["total"] == 0


@pytest.mark.parametrize(
    "change",
    [
        {"category": "rent"},
        {"category": "used_car"},
        {"details": {"car": CAR}},
        {"price": euros(0)},
        {"price": {"minor": 10**15, "currency": "EUR"}},
        {"details": {"deposit": {"minor": 5, "currency": "JPY"}}},
    ],
)
def test_a_listing_that_makes_no_sense_is_refused(change: dict[str, Any]) -> None:
    listing = {"category": "secondhand", "title": "Desk", "price": euros(80), "city": "Hamburg", "details": {}}
    assert fails(market(), "post_listing", **{**listing, **change}) == "invalid"


@pytest.mark.parametrize(
    ("arguments", "failure"),
    [
        ({"listing_id": "L-MINE"}, "invalid"),
        ({"listing_id": "L-MINE", "price": {"minor": 5, "currency": "JPY"}}, "invalid"),
        ({"listing_id": "L-MINE", "details": {"condition": "new"}, "clear": ["condition"]}, "invalid"),
        ({"listing_id": "L-FLAT", "title": "x"}, "refused"),
    ],
)
def test_a_wrong_update_changes_nothing(arguments: dict[str, Any], failure: str) -> None:
    assert fails(market(), "update_listing", **arguments) == failure


def test_offers_are_answered_or_expire() -> None:
    world = market("email")
    first = outside(world, "make_offer", listing_id="L-MINE", buyer="Jun", amount=euros(800), tell=True)["offer_id"]
    second = outside(world, "make_offer", listing_id="L-MINE", buyer="Lena", amount=euros(850), valid_hours=1)[
        "offer_id"
    ]
    assert call(world, "list_own_listings")["items"][0]["open_offers"] == 2
    world.advance(at("2026-03-02T09:00"))
    assert fails(world, "answer_offer", offer_id=second, answer="accept") == "expired"
    taken = call(world, "answer_offer", offer_id=first, answer="accept", message="Deal")
    assert (taken["status"], taken["listing_status"]) == ("accepted", "reserved")
    assert fails(world, "answer_offer", offer_id=first, answer="decline") == "conflict"
    assert outside_fails(world, "make_offer", listing_id="L-MINE", buyer="x", amount=euros(1)) == "conflict"
    assert outside_fails(world, "make_offer", listing_id="L-FLAT", buyer="x", amount=euros(1)) == "refused"


def test_withdrawing_an_own_listing_declines_its_offers() -> None:
    world = market()
    offer = outside(world, "make_offer", listing_id="L-MINE", buyer="Jun", amount=euros(800))["offer_id"]
    call(world, "set_listing_status", listing_id="L-MINE", status="withdrawn", note="kept it")
    assert row(world, "offers", offer).pick("status", "answer") == {"status": "declined", "answer": "kept it"}


def test_a_repeated_key_posts_once() -> None:
    world = market()
    listing = {"category": "secondhand", "title": "Desk", "price": euros(80), "city": "Hamburg", "details": {}}
    first = call(world, "post_listing", **listing, idempotency_key="k")
    assert call(world, "post_listing", **listing, idempotency_key="k") == first
    assert call(world, "list_own_listings")["total"] == 2


def test_lists_can_be_walked() -> None:
    world = market()
    seen, cursor = [], None
    while True:
        found = call(world, "search_listings", filters=RENT, limit=1, cursor=cursor)
        seen += [item["listing_id"] for item in found["items"]]
        cursor = found["next_cursor"]
        if cursor is None:
            break
    assert seen == ["L-SLOW", "L-SMALL", "L-FLAT", "L-KYO"]


# ---- seeds and background


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"area_sqm": None}, "area_sqm"),
        ({"car": CAR}, "car"),
        ({"price": "EUR 0.00"}, "positive"),
        ({"deposit": "JPY 5"}, "currency"),
        ({"prices": [{"at": "2026-01-01T00:00", "price": "EUR 5.00"}]}, "end with the price"),
    ],
)
def test_a_wrong_seed_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        market(listings=[{**SEEDS["listings"][0], **wrong}])


def test_the_background_stands_alone_and_is_nobodys() -> None:
    world = World([ListingPlatform], setting(), {})
    service = world.services["listing_platform"]
    options = ListingBackground(cities=("Kyoto", "Bremen"), categories=("rent",), listings=20)
    rows = list(service.background(options, 2, rng("x")))
    listings = [record for table, record in rows if isinstance(record, Listing)]
    assert len(listings) == 40
    assert {listing.city for listing in listings} == {"Kyoto", "Bremen"}
    assert not any(listing.own for listing in listings)


def test_generated_markets_live() -> None:
    world = World([ListingPlatform], setting(), {})
    service = world.services["listing_platform"]
    for table, record in service.background(ListingBackground(), 1, rng("x")):
        service.collections[table].add(record)
    hits = call(world, "search_listings", filters=RENT, limit=100)
    slots = call(world, "list_viewing_slots", listing_id=hits["items"][0]["listing_id"])
    assert slots["total"] > 5
    before = hits["total"]
    world.advance(at("2026-05-02T08:00"))
    assert call(world, "search_listings", filters=RENT)["total"] > before
