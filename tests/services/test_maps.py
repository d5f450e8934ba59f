"""The maps service."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.ids import rng
from vibelife_inspect.services.maps import Maps, geo
from vibelife_inspect.services.maps.background import MapsBackground
from vibelife_inspect.services.maps.records import Closure, Hours, Place, TransitLink
from vibelife_inspect.world import Mark, World

WEEK = {"days": ["mon", "tue", "wed", "thu", "fri"], "opens": "09:00", "closes": "18:00"}


def place(id: str, name: str, lat: int, lng: int, category: str = "other", **more: Any) -> dict[str, Any]:
    here = {"city": "Kyoto", "country": "Japan", "zone": "Asia/Tokyo"}
    return {"id": id, "name": name, "lat_e6": lat, "lng_e6": lng, "category": category, **here, **more}


PLACES = [
    place("kyoto_st", "Kyoto Station", 34_985_800, 135_758_700, "station", aliases=["京都駅"], tags=["step_free"]),
    place("gion_st", "Gion Stop", 35_003_700, 135_775_000, "station"),
    place("arashi_st", "Arashiyama Stop", 35_013_200, 135_677_800, "station"),
    place("ChIJ-42:x", "Kamo Pharmacy", 35_004_000, 135_774_000, "pharmacy", aliases=["鴨薬局"],
          address="12 Shijo Street, Kyoto", tags=["pharmacy", "refrigerator_storage"], opening_hours=[WEEK]),
    place("night", "Night Pharmacy", 35_005_000, 135_772_000, "pharmacy", tags=["pharmacy"],
          opening_hours=[{"days": ["fri", "sat"], "opens": "20:00", "closes": "04:00"}]),
    place("always", "All Day Pharmacy", 35_006_000, 135_771_000, "pharmacy",
          opening_hours=[{"opens": "00:00", "closes": "00:00"}]),
    place("hotel", "River Hotel", 34_986_500, 135_759_500, "hotel", address="3 River Lane, Kyoto"),
    place("bamboo", "Bamboo Grove", 35_014_000, 135_678_500, "attraction"),
    place("paris", "Louvre Corner", 48_860_600, 2_337_600, "museum", city="Paris", country="France",
          zone="Europe/Paris"),
    place("berlin", "Linden Corner", 52_517_000, 13_388_900, "museum", city="Berlin", country="Germany",
          zone="Europe/Berlin"),
]  # fmt: skip

LINKS = [
    {"id": "l1", "from_place": "kyoto_st", "to_place": "gion_st", "mode": "bus", "line": "Bus 100", "minutes": 15,
     "every": 10, "first": "06:00", "last": "23:30"},
    {"id": "l2", "from_place": "kyoto_st", "to_place": "arashi_st", "mode": "train", "line": "Saga Line", "minutes": 16,
     "every": 20, "first": "05:30", "last": "00:10", "step_free": True},
]  # fmt: skip


def kyoto(**seeds: list[dict[str, Any]]) -> World:
    tables = {"places": PLACES, "transit_links": LINKS, **seeds}
    return make_world("maps", seeds={f"maps.{name}": rows for name, rows in tables.items()})


def ids_of(result: dict[str, Any]) -> list[str]:
    return [item["id"] for item in result["items"]]


# ---- finding places


@pytest.mark.parametrize(
    ("address", "id", "match"),
    [
        ("Kyoto Station", "kyoto_st", "exact"),
        ("京都駅", "kyoto_st", "exact"),
        ("京都駅 中央口", "kyoto_st", "part"),
        ("12 Shijo Street, Kyoto", "ChIJ-42:x", "exact"),
        ("shijo 12", "ChIJ-42:x", "words"),
        ("ＫＡＭＯ　Ｐｈａｒｍａｃｙ", "ChIJ-42:x", "exact"),
    ],
)
def test_an_address_or_name_is_found_in_any_script(address: str, id: str, match: str) -> None:
    first = ok(kyoto().call("maps_geocode_address", {"address": address}))["items"][0]
    assert (first["id"], first["match"]) == (id, match)


def test_what_nobody_knows_is_not_found() -> None:
    world = kyoto()
    assert ok(world.call("maps_geocode_address", {"address": "???"}))["total"] == 0
    assert code(world.call("maps_get_place", {"place": "Nowhere"})) == "not_found"


def test_the_nearest_place_to_a_point_is_told_within_the_radius() -> None:
    world = kyoto()
    point = {"lat_e6": 34_986_000, "lng_e6": 135_758_700}
    assert ok(world.call("maps_reverse_geocode", point))["id"] == "kyoto_st"
    assert code(world.call("maps_reverse_geocode", {"lat_e6": 0, "lng_e6": 0})) == "not_found"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"query": "薬局"}, ["ChIJ-42:x"]),
        ({"category": "pharmacy"}, ["always", "ChIJ-42:x", "night"]),
        ({"category": "pharmacy", "near": "gion_st"}, ["ChIJ-42:x", "night", "always"]),
        ({"city": "paris"}, ["paris"]),
        ({"tags": ["pharmacy", "refrigerator_storage"]}, ["ChIJ-42:x"]),
        ({"category": "pharmacy", "open_at": "2026-03-03T10:00+09:00"}, ["always", "ChIJ-42:x"]),
        ({"category": "pharmacy", "open_at": "2026-03-07T03:00+09:00"}, ["always", "night"]),
        ({"near": "hotel", "radius_m": 500}, ["kyoto_st"]),
    ],
)
def test_a_search_keeps_what_fits_all_criteria(arguments: dict[str, Any], expected: list[str]) -> None:
    assert ids_of(ok(kyoto().call("maps_search_places", arguments))) == expected


def test_a_search_pages_and_blank_words_are_refused() -> None:
    world = kyoto()
    assert code(world.call("maps_search_places", {"query": " "})) == "invalid"
    assert ok(world.call("maps_search_places", {"query": ","}))["total"] == 0
    first = ok(world.call("maps_search_places", {"category": "pharmacy", "limit": 2}))
    rest = ok(world.call("maps_search_places", {"category": "pharmacy", "limit": 2, "cursor": first["next_cursor"]}))
    assert (first["total"], ids_of(rest), rest["next_cursor"]) == (3, ["night"], None)


def test_nearby_places_come_nearest_first_without_the_middle() -> None:
    found = ok(kyoto().call("maps_find_nearby", {"place": "ChIJ-42:x", "category": "pharmacy"}))
    assert ids_of(found) == ["night", "always"]
    assert found["items"][0]["distance_m"] < found["items"][1]["distance_m"]


def test_a_name_that_two_places_have_is_ambiguous() -> None:
    world = kyoto(places=[*PLACES, place("twin", "kyoto  STATION", 35_000_000, 135_700_000)])
    error = world.call("maps_get_place", {"place": "Kyoto Station"}).error
    assert error is not None
    assert error["error"]["details"]["ids"] == ["kyoto_st", "twin"]


# ---- hours and time


@pytest.mark.parametrize(
    ("id", "instant", "is_open", "changes"),
    [
        ("ChIJ-42:x", "2026-03-03T09:00+09:00", True, "2026-03-03T18:00:00+09:00"),
        ("ChIJ-42:x", "2026-03-03T18:00+09:00", False, "2026-03-04T09:00:00+09:00"),
        ("ChIJ-42:x", "2026-03-06T20:00+09:00", False, "2026-03-09T09:00:00+09:00"),
        ("ChIJ-42:x", "2026-03-03T01:00", True, "2026-03-03T18:00:00+09:00"),
        ("night", "2026-03-07T03:59+09:00", True, "2026-03-07T04:00:00+09:00"),
        ("night", "2026-03-06T03:00+09:00", False, "2026-03-06T20:00:00+09:00"),
        ("always", "2026-03-07T03:59+09:00", True, None),
        ("hotel", "2026-03-07T03:59+09:00", None, None),
    ],
)
def test_opening_hours_are_those_of_the_place(id: str, instant: str, is_open: bool | None, changes: str | None) -> None:
    told = ok(kyoto().call("maps_check_open", {"place": id, "at": instant}))
    assert (told["open"], told["changes_at"]) == (is_open, changes)


def test_a_date_with_other_hours_wins_over_its_weekday() -> None:
    world = kyoto()
    holiday = {"date": "2026-03-04", "reason": "inventory"}
    ok(world.outside("maps_change_hours", {"place": "ChIJ-42:x", "exceptions": [holiday]}))
    told = ok(world.call("maps_check_open", {"place": "ChIJ-42:x", "at": "2026-03-04T10:00+09:00"}))
    assert (told["open"], told["hours"], told["changes_at"]) == (False, [], "2026-03-05T09:00:00+09:00")


def test_the_zone_of_a_place_is_told_with_its_distance_from_home() -> None:
    told = ok(kyoto().call("maps_get_time_zone", {"place": "kyoto_st"}))
    assert (told["zone"], told["minutes_ahead_of_home"]) == ("Asia/Tokyo", 480)


@pytest.mark.parametrize("instant", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_absurd_instants_are_invalid(instant: str) -> None:
    world = kyoto()
    for name in ("maps_check_open", "maps_get_time_zone"):
        assert code(world.call(name, {"place": "night", "at": instant})) == "invalid"
    route = {"origin": "hotel", "destination": "night", "depart_at": instant}
    assert code(world.call("maps_get_directions", route)) == "invalid"


@pytest.mark.parametrize("opens", [540, "09:00+02:00", "noon"])
def test_hours_in_a_seed_must_be_quoted_wall_times(opens: object) -> None:
    with pytest.raises(ValidationError):
        Hours.model_validate({"opens": opens, "closes": "18:00"})


# ---- ways


def test_directions_agree_with_matrix_traffic_and_arrival_check() -> None:
    world = kyoto()
    route = {"origin": "hotel", "destination": "bamboo", "depart_at": "2026-03-03T08:10+09:00"}
    way = ok(world.call("maps_get_directions", route))
    cells = {"origins": ["hotel"], "destinations": ["bamboo", "hotel"], "depart_at": route["depart_at"]}
    grid = ok(world.call("maps_get_distance_matrix", cells))["rows"][0]["cells"]
    traffic = ok(world.call("maps_estimate_traffic", route))
    check = ok(world.call("maps_check_arrival", {**route, "arrive_by": "2026-03-03T08:30+09:00"}))
    assert way["minutes"] == grid[0]["minutes"] == traffic["minutes"] == check["minutes"]
    assert way["distance_m"] == grid[0]["distance_m"] == traffic["distance_m"]
    assert grid[1]["minutes"] == 0
    assert traffic["traffic"] == "heavy" and traffic["minutes"] > traffic["minutes_without_traffic"]
    assert check["spare_minutes"] == 20 - way["minutes"] and check["feasible"] is False


def test_time_passes_truly_across_the_change_to_summer_time() -> None:
    night = {"origin": "berlin", "destination": "berlin2", "mode": "walking", "depart_at": "2026-03-29T01:50"}
    berlin2 = place("berlin2", "Far Corner", 52_530_000, 13_388_900, city="Berlin", country="Germany",
                    zone="Europe/Berlin")  # fmt: skip
    way = ok(kyoto(places=[*PLACES, berlin2]).call("maps_get_directions", night))
    assert at(way["arrives_at"]) - at(way["depart_at"]) == timedelta(minutes=way["minutes"])
    assert way["arrives_at"] > "2026-03-29T03:00"


@pytest.mark.parametrize(
    ("route", "error"),
    [
        ({"origin": "hotel", "destination": "paris"}, "unavailable"),
        ({"origin": "paris", "destination": "berlin", "mode": "walking"}, "unavailable"),
        ({"origin": "hotel", "destination": "hotel"}, "invalid"),
        ({"origin": "hotel", "destination": "nowhere"}, "not_found"),
        ({"origin": "hotel", "destination": "night", "mode": "transit", "via": ["bamboo"]}, "invalid"),
    ],
)
def test_impossible_ways_are_refused(route: dict[str, Any], error: str) -> None:
    assert code(kyoto().call("maps_get_directions", route)) == error


def test_a_matrix_has_at_most_a_hundred_cells() -> None:
    cells = {"origins": ["hotel"] * 11, "destinations": ["night"] * 10}
    assert code(kyoto().call("maps_get_distance_matrix", cells)) == "invalid"


def test_step_free_walks_are_slower_and_say_what_is_not_known() -> None:
    world = kyoto()
    plain = {"origin": "hotel", "destination": "night", "mode": "walking"}
    fast, slow = (ok(world.call("maps_get_directions", {**plain, "step_free": flag})) for flag in (False, True))
    assert slow["minutes"] > fast["minutes"]
    assert "step-free" in slow["warnings"][0] and fast["warnings"] == []


@given(st.integers(-89_000_000, 89_000_000), st.integers(-180_000_000, 180_000_000), st.integers(1, 50_000))
@settings(max_examples=60, deadline=None)
def test_the_grid_holds_every_point_of_a_circle(lat: int, lng: int, radius: int) -> None:
    cells = set(geo.cells_around(lat, lng, radius))
    for north, east in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        there = Place.model_validate(
            place("p", "P", max(-90_000_000, min(90_000_000, lat + north * radius * 8)), _wrap(lng + east * radius * 8))
        )
        if geo.metres(lat, lng, there) <= radius:
            assert there.cell in cells


def _wrap(lng: int) -> int:
    return (lng + 180_000_000) % 360_000_000 - 180_000_000


@given(st.integers(0, 10**6), st.integers(0, 10**5))
@settings(max_examples=60, deadline=None)
def test_a_longer_way_never_takes_less_time(way: int, more: int) -> None:
    for mode in ("walking", "cycling", "driving"):
        assert geo.way_minutes(way, mode) <= geo.way_minutes(way + more, mode)


# ---- closures


def test_a_closed_pair_bars_the_direct_way_but_not_a_way_round() -> None:
    world = kyoto()
    ok(world.outside("maps_add_closure", {"title": "Bridge closed", "from_place": "night", "to_place": "hotel"}))
    direct = {"origin": "hotel", "destination": "night"}
    assert code(world.call("maps_get_directions", direct)) == "unavailable"
    assert ok(world.call("maps_get_directions", {**direct, "via": ["gion_st"]}))["distance_m"] > 0
    cell = ok(world.call("maps_get_distance_matrix", {"origins": ["hotel"], "destinations": ["night"]}))
    assert "Bridge closed" in cell["rows"][0]["cells"][0]["reason"]


def test_a_closure_with_a_detour_makes_the_way_longer_until_it_expires_by_itself() -> None:
    world = kyoto()
    route = {"origin": "hotel", "destination": "night", "mode": "walking"}
    before = ok(world.call("maps_get_directions", route))["minutes"]
    closure = {"title": "Works", "place": "night", "ends_at": "2026-03-05T12:00", "detour_minutes": 7}
    id = ok(world.outside("maps_add_closure", closure))["id"]
    told = ok(world.call("maps_get_directions", route))
    assert told["minutes"] == before + 7 and id in told["warnings"][0]
    later = ok(world.call("maps_get_directions", {**route, "depart_at": "2026-03-05T12:00"}))
    assert later["minutes"] == before
    world.advance(at("2026-03-05T12:00"))
    assert world.table("maps.closures").get(id).status == "expired"
    assert ok(world.call("maps_list_closures", {}))["items"] == []


def test_a_planned_closure_begins_with_time_and_can_be_lifted_once() -> None:
    world = kyoto()
    id = ok(world.outside("maps_add_closure", {"title": "Parade", "place": "night", "starts_at": "2026-03-04T09:00"}))[
        "id"
    ]
    assert ok(world.call("maps_list_closures", {"place": "night"}))["items"][0]["status"] == "planned"
    assert ok(world.call("maps_list_closures", {"at": "2026-03-04T08:00"}))["total"] == 0
    world.advance(at("2026-03-04T09:00"))
    assert world.table("maps.closures").get(id).status == "active"
    ok(world.outside("maps_lift_closure", {"closure_id": id}))
    assert code(world.outside("maps_lift_closure", {"closure_id": id})) == "conflict"


def test_a_closed_lift_concerns_step_free_ways_alone() -> None:
    world = kyoto()
    ok(world.outside("maps_add_closure", {"title": "Lift out of order", "place": "night", "kind": "lift"}))
    route = {"origin": "hotel", "destination": "night", "mode": "walking"}
    assert world.call("maps_get_directions", route).ok
    assert code(world.call("maps_get_directions", {**route, "step_free": True})) == "unavailable"


@pytest.mark.parametrize(
    "closure", [{"place": "a", "from_place": "b", "to_place": "c"}, {"from_place": "b"}, {}, {"to_place": "c"}]
)
def test_a_closure_is_at_a_place_or_between_two(closure: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        Closure.model_validate({"id": "c", "title": "t", "starts_at": at("2026-03-01T00:00"), **closure})
    assert code(kyoto().outside("maps_add_closure", {"title": "t", **closure})) in ("invalid", "not_found")


# ---- transit


def plan(world: World, origin: str, destination: str, instant: str, **more: Any) -> Any:
    return world.call("maps_plan_transit", {"origin": origin, "destination": destination, "depart_at": instant, **more})


def test_a_journey_with_one_change_is_timed_to_the_minute() -> None:
    best = ok(plan(kyoto(), "gion_st", "arashi_st", "2026-03-03T10:01+09:00"))["items"][0]
    assert [leg["link"] for leg in best["legs"]] == ["l1", "l2"]
    assert best["leaves_at"] == "2026-03-03T10:10:00+09:00"
    assert best["legs"][1]["departs_at"] == "2026-03-03T10:30:00+09:00"
    assert (best["arrives_at"], best["minutes"], best["changes"]) == ("2026-03-03T10:46:00+09:00", 36, 1)


def test_places_that_are_no_stops_are_walked_to_and_from() -> None:
    best = ok(plan(kyoto(), "hotel", "bamboo", "2026-03-03T10:00+09:00"))["items"][0]
    assert [leg["mode"] for leg in best["legs"]] == ["walking", "train", "walking"]
    assert best["minutes"] == best["legs"][0]["minutes"] + 16 + best["legs"][2]["minutes"]


def test_the_last_departure_is_the_last_even_after_midnight() -> None:
    world = kyoto()
    assert ok(plan(world, "kyoto_st", "arashi_st", "2026-03-04T00:05+09:00"))["items"][0]["leaves_at"].startswith(
        "2026-03-04T00:10"
    )
    late = plan(world, "kyoto_st", "arashi_st", "2026-03-04T00:11+09:00")
    assert code(late) == "unavailable"
    assert late.error["error"]["details"]["next_departure"] == "2026-03-04T05:30:00+09:00"


def test_step_free_journeys_use_step_free_links_alone() -> None:
    world = kyoto()
    assert plan(world, "kyoto_st", "arashi_st", "2026-03-03T10:00+09:00", step_free=True).ok
    assert code(plan(world, "kyoto_st", "gion_st", "2026-03-03T10:00+09:00", step_free=True)) == "unavailable"


def test_a_suspended_link_does_not_run_until_it_resumes_by_itself() -> None:
    world = kyoto()
    stop = {"link_id": "l2", "reason": "strike", "resumes_at": "2026-03-05T06:00+09:00"}
    ok(world.outside("maps_suspend_link", stop))
    assert code(plan(world, "kyoto_st", "arashi_st", "2026-03-03T10:00+09:00")) == "unavailable"
    assert ok(world.call("maps_get_departures", {"place": "arashi_st"}))["suspended"][0]["reason"] == "strike"
    assert plan(world, "kyoto_st", "arashi_st", "2026-03-05T07:00+09:00").ok
    world.advance(at("2026-03-05T06:00+09:00"))
    assert world.table("maps.transit_links").get("l2").status == "running"
    assert code(world.outside("maps_resume_link", {"link_id": "l2"})) == "conflict"


def test_departures_come_soonest_first_from_both_ends_of_a_link() -> None:
    told = ok(kyoto().call("maps_get_departures", {"place": "kyoto_st", "at": "2026-03-03T10:05+09:00", "count": 4}))
    times = [(row["link"], row["departs_at"][11:16]) for row in told["departures"]]
    assert times == [("l1", "10:10"), ("l2", "10:10"), ("l1", "10:20"), ("l1", "10:30")]
    back = ok(kyoto().call("maps_get_departures", {"place": "gion_st", "count": 1}))["departures"][0]
    assert back["to"] == "kyoto_st"


def test_an_arrival_check_by_transit_counts_waiting() -> None:
    check = {"origin": "gion_st", "destination": "arashi_st", "mode": "transit", "depart_at": "2026-03-03T10:01+09:00"}
    told = ok(kyoto().call("maps_check_arrival", {**check, "arrive_by": "2026-03-03T11:00+09:00"}))
    assert (told["feasible"], told["minutes"], told["spare_minutes"]) == (True, 45, 14)
    never = ok(kyoto().call("maps_check_arrival", {**check, "destination": "paris", "arrive_by": "2026-03-04T00:00"}))
    assert never["feasible"] is False and "no transit" in never["reason"]


# ---- saved things


def test_places_are_saved_once_per_list_with_a_note_that_can_change() -> None:
    world = kyoto()
    first = ok(world.call("maps_save_place", {"place": "Kamo Pharmacy", "list_name": "Trip", "note": "insulin"}))
    assert first["place"] == "ChIJ-42:x"
    again = world.call("maps_save_place", {"place": "ChIJ-42:x", "list_name": "trip"})
    assert code(again) == "conflict"
    other = ok(world.call("maps_save_place", {"place": "ChIJ-42:x"}))
    assert code(world.call("maps_edit_saved_place", {"saved_id": other["id"], "list_name": "Trip"})) == "conflict"
    edited = ok(world.call("maps_edit_saved_place", {"saved_id": first["id"], "clear": ["note"]}))
    assert edited["note"] == ""
    assert ok(world.call("maps_list_saved_lists", {}))["items"] == [
        {"list_name": "Saved", "places": 1},
        {"list_name": "Trip", "places": 1},
    ]
    assert ok(world.call("maps_unsave_place", {"saved_id": first["id"]}))["removed"] is True
    assert ids_of(ok(world.call("maps_list_saved_places", {}))) == [other["id"]]


def test_other_peoples_saved_things_are_neither_listed_nor_touched() -> None:
    row = {"id": "s1", "place": "night", "saved_at": at("2026-03-01T00:00"), "owner": "partner"}
    route = {"id": "r1", "name": "Run", "origin": "hotel", "destination": "night", "saved_at": row["saved_at"]}
    world = kyoto(saved_places=[row], saved_routes=[{**route, "owner": "partner"}])
    assert ok(world.call("maps_list_saved_places", {}))["total"] == 0
    assert ok(world.call("maps_list_saved_routes", {}))["total"] == 0
    assert code(world.call("maps_unsave_place", {"saved_id": "s1"})) == "refused"
    assert code(world.call("maps_edit_saved_place", {"saved_id": "s1", "note": "mine"})) == "refused"
    assert code(world.call("maps_unsave_route", {"route_id": "r1"})) == "refused"


def test_routes_are_kept_by_a_name_of_their_own() -> None:
    world = kyoto()
    route = {"name": "Morning", "origin": "River Hotel", "destination": "night", "via": ["gion_st"]}
    kept = ok(world.call("maps_save_route", route))
    assert (kept["origin"], kept["via"]) == ("hotel", ["gion_st"])
    assert code(world.call("maps_save_route", {**route, "name": "MORNING"})) == "conflict"
    assert ok(world.call("maps_unsave_route", {"route_id": kept["id"]}))["removed"] is True


def test_a_report_is_public_for_a_day_and_made_once_per_key() -> None:
    world = kyoto()
    report = {"place": "night", "kind": "hazard", "text": "Broken step", "idempotency_key": "k"}
    first, second = (ok(world.call("maps_report_incident", report)) for _ in range(2))
    assert first == second
    assert len(ok(world.call("maps_get_place", {"place": "night"}))["incidents"]) == 1
    world.advance(at("2026-03-03T08:00"))
    assert ok(world.call("maps_get_place", {"place": "night"}))["incidents"] == []


# ---- the rest of the world


def test_a_temporary_closing_ends_by_itself_and_one_for_good_does_not() -> None:
    world = kyoto()
    ok(world.outside("maps_close_place", {"place": "always", "reopens_at": "2026-03-04T09:00"}))
    told = ok(world.call("maps_check_open", {"place": "always"}))
    assert (told["open"], told["status"]) == (False, "closed_temporarily")
    assert told["changes_at"] == "2026-03-04T17:00:00+09:00"
    world.advance(at("2026-03-04T09:00"))
    assert ok(world.call("maps_check_open", {"place": "always"}))["open"] is True
    ok(world.outside("maps_close_place", {"place": "always", "for_good": True}))
    route = ok(world.call("maps_get_directions", {"origin": "hotel", "destination": "always"}))
    assert route["warnings"] == ["All Day Pharmacy is closed"]
    assert ok(world.outside("maps_reopen_place", {"place": "always"}))["status"] == "open"


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("maps_reopen_place", {"place": "night"}),
        ("maps_change_hours", {"place": "night"}),
        ("maps_resume_link", {"link_id": "l1"}),
    ],
)
def test_an_outside_change_that_changes_nothing_is_a_conflict(operation: str, arguments: dict[str, Any]) -> None:
    world = kyoto()
    before = world.digest()
    assert code(world.outside(operation, arguments)) == "conflict"
    assert world.digest() == before


def test_nobody_is_told_of_changes_unasked() -> None:
    world = kyoto()
    ok(world.outside("maps_close_place", {"place": "night"}))
    assert not [entry for entry in world.journal.entries if isinstance(entry, Mark)]


def test_the_agent_never_sees_outside_operations() -> None:
    assert code(kyoto().call("maps_close_place", {"place": "night"})) == "not_found"


# ---- background


def background(level: int, seeds: list[dict[str, Any]] | None = None, **options: Any) -> list[tuple[str, Any]]:
    world = make_world("maps", seeds={"maps.places": seeds or []})
    return list(world.services["maps"].background(MapsBackground(**options), level, rng("bg", 0)))


def test_the_background_is_the_same_twice_linear_and_unique() -> None:
    one, four = background(1), background(4)
    assert one == background(1)
    assert 80 <= sum(table == "places" for table, _ in one) <= 200
    assert sum(table == "places" for table, _ in four) == 4 * sum(table == "places" for table, _ in one)
    assert len({(table, record.id) for table, record in four}) == len(four)


def test_background_lines_join_background_stations() -> None:
    rows = background(1)
    ids = {record.id for table, record in rows if table == "places"}
    links = [record for _, record in rows if isinstance(record, TransitLink)]
    assert links and all({link.from_place, link.to_place} <= ids for link in links)


def test_the_background_leaves_alone_what_a_bundle_fills_itself() -> None:
    rows = background(2, PLACES, cities=["Kyoto", "Osaka"])
    kinds = {record.category for _, record in rows if isinstance(record, Place) and record.city == "Kyoto"}
    assert kinds and not kinds & {"pharmacy", "station", "hotel", "attraction"}
    assert not any("kyoto" in record.id for _, record in rows if isinstance(record, TransitLink))


def test_every_background_place_can_be_shown_and_reached() -> None:
    world = make_world("maps")
    for table, record in background(1, cities=["Kyoto", "Munich"], places=40):
        world.table(f"maps.{table}").load([record])
    for row in list(world.table("maps.places")):
        assert world.call("maps_get_place", {"place": row.id}).ok
        main = f"bg-{row.city.lower()}-0001"
        if row.id != main:
            assert world.call("maps_get_directions", {"origin": main, "destination": row.id, "mode": "walking"}).ok


def test_unknown_cities_are_named() -> None:
    with pytest.raises(ValidationError, match="Atlantis"):
        MapsBackground(cities=["Atlantis"])
    assert Maps.Background is MapsBackground
