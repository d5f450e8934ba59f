"""The weather service."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.ids import rng
from vibelife_inspect.services.weather import Weather
from vibelife_inspect.services.weather.background import WeatherBackground
from vibelife_inspect.services.weather.climate import hour_of, made_day
from vibelife_inspect.services.weather.records import Alert, Climate, Daily, Location, Storm
from vibelife_inspect.services.weather.units import fahrenheit, hundredths, mph
from vibelife_inspect.world import Mark, World

KYOTO = {"id": "kyoto", "city": "Kyoto", "aliases": ["京都"], "country": "Japan", "lat_e6": 35_011_600,
         "lng_e6": 135_768_100, "zone": "Asia/Tokyo"}  # fmt: skip
OSAKA = {**KYOTO, "id": "osaka", "city": "Osaka", "aliases": ["大阪"], "lat_e6": 34_693_700, "lng_e6": 135_502_300}
TROMSO = {"id": "tromso", "city": "Tromsø", "country": "Norway", "lat_e6": 69_649_200, "lng_e6": 18_955_300,
          "zone": "Europe/Oslo"}  # fmt: skip
STORM_DAY = {"id": "d1", "location": "kyoto", "date": "2026-03-05", "high_c": 14, "low_c": 9, "condition": "heavy_rain",
             "rain_mm": 48, "rain_chance": 90, "wind_kmh": 55, "humidity": 92}  # fmt: skip
FLOOD = {"id": "a1", "location": "kyoto", "kind": "flood", "severity": "severe", "title": "Kamo river rising",
         "starts_at": "2026-03-05T06:00+09:00", "ends_at": "2026-03-06T00:00+09:00"}  # fmt: skip


def japan(*services: str, **seeds: list[dict[str, Any]]) -> World:
    tables = {"locations": [KYOTO, OSAKA, TROMSO], "daily": [STORM_DAY], **seeds}
    return make_world("weather", *services, seeds={f"weather.{name}": rows for name, rows in tables.items()})


def told(world: World) -> list[str]:
    return [entry.data["title"] for entry in world.journal.entries if isinstance(entry, Mark) and entry.ref == "notice"]


# ---- weather by place and time


def test_current_weather_is_never_missing() -> None:
    now = ok(japan().call("weather_get_current_weather", {"location": "Tromsø"}))
    assert now["observed_at"] == "2026-03-02T08:00:00+01:00"
    assert {"temperature_c", "feels_like_c", "condition", "wind_kmh"} <= set(now)


@pytest.mark.parametrize("query", ["京都", "ｋｙｏｔｏ", "kyoto japan"])
def test_a_location_is_found_in_any_script(query: str) -> None:
    assert [row["id"] for row in ok(japan().call("weather_search_locations", {"query": query}))["items"]] == ["kyoto"]


def test_the_nearest_locations_to_a_point_come_first() -> None:
    nearest = {"lat_e6": 34_700_000, "lng_e6": 135_500_000, "limit": 2}
    rows = ok(japan().call("weather_find_nearest", nearest))["items"]
    assert [row["id"] for row in rows] == ["osaka", "kyoto"]
    assert rows[0]["distance_km"] == 1


def test_the_daily_forecast_shows_what_is_written_down_and_says_how_far_it_reaches() -> None:
    forecast = ok(japan().call("weather_get_daily_forecast", {"location": "kyoto", "days": 14}))
    assert (forecast["horizon_days"], forecast["last_day"], len(forecast["days"])) == (14, "2026-03-15", 14)
    assert forecast["days"][3] == {key: value for key, value in STORM_DAY.items() if key not in ("id", "location")}
    assert code(japan().call("weather_get_daily_forecast", {"location": "kyoto", "days": 15})) == "invalid"


def test_hours_follow_their_day_and_reach_120() -> None:
    world = japan()
    hours = ok(world.call("weather_get_hourly_forecast", {"location": "kyoto", "hours": 120}))["hours"]
    assert len(hours) == 120 and hours[0]["at"] == "2026-03-02T16:00:00+09:00"
    storm = [hour for hour in hours if hour["at"].startswith("2026-03-05")]
    assert sum(hour["rain_mm"] for hour in storm) == 48
    assert (min(hour["temperature_c"] for hour in storm), max(hour["temperature_c"] for hour in storm)) == (9, 14)


def test_a_forecast_becomes_history_unchanged() -> None:
    world = japan()
    ahead = ok(world.call("weather_get_daily_forecast", {"location": "osaka", "days": 5}))["days"]
    world.advance(at("2026-03-20T08:00"))
    span = {"location": "osaka", "first": "2026-03-02", "last": "2026-03-06"}
    assert ok(world.call("weather_get_past_days", span))["days"] == ahead


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2026-03-01", "2026-03-02"),
        ("2026-02-20", "2026-02-10"),
        ("2026-01-01", "2026-02-20"),
        ("0001-01-01", "0001-01-02"),
        ("2026-03-01", "9999-12-31"),
    ],
)
def test_history_is_past_forward_and_short(first: str, last: str) -> None:
    span = {"location": "kyoto", "first": first, "last": last}
    assert code(japan().call("weather_get_past_days", span)) == "invalid"


def test_today_is_the_day_of_the_location() -> None:
    world = japan()
    world.advance(at("2026-03-02T20:00"))
    days = [ok(world.call("weather_get_daily_forecast", {"location": id}))["days"][0] for id in ("kyoto", "tromso")]
    assert [day["date"] for day in days] == ["2026-03-03", "2026-03-02"]


def test_places_are_compared_in_the_order_given() -> None:
    pair = {"locations": ["Osaka", "kyoto"], "day": "2026-03-05"}
    rows = ok(japan().call("weather_compare_places", pair))["places"]
    assert [row["location"] for row in rows] == ["osaka", "kyoto"]
    assert rows[1]["condition"] == "heavy_rain"
    for day in ("2026-03-16", "9999-12-31", "1999-12-31"):
        assert code(japan().call("weather_compare_places", {**pair, "day": day})) == "invalid"


def test_normals_are_the_climate_or_that_of_the_latitude() -> None:
    year = {"high_c": [10] * 12, "low_c": [0] * 12, "rain_mm": [60] * 12, "rain_days": list(range(12))}
    world = japan(locations=[{**KYOTO, "climate": year}, TROMSO])
    march = ok(world.call("weather_get_climate_normals", {"location": "kyoto", "month": 3, "units": "imperial"}))
    assert march["months"] == [
        {"month": 3, "mean_high_f": 50, "mean_low_f": 32, "rain_hundredths_inch": 236, "rain_days": 2}
    ]
    months = ok(world.call("weather_get_climate_normals", {"location": "tromso"}))["months"]
    assert months[6]["mean_high_c"] > months[0]["mean_high_c"]


@pytest.mark.parametrize(
    ("function", "metric", "imperial"),
    [
        (fahrenheit, 0, 32), (fahrenheit, -40, -40), (fahrenheit, 21, 70), (mph, 100, 62), (mph, 0, 0),
        (hundredths, 254, 1000), (hundredths, 1, 4),
    ],
)  # fmt: skip
def test_imperial_numbers_are_rounded_whole(function: Any, metric: int, imperial: int) -> None:
    assert function(metric) == imperial


@pytest.mark.parametrize(
    ("id", "day", "sun"),
    [
        ("kyoto", "2026-06-21", "rises_and_sets"),
        ("tromso", "2026-06-21", "up_all_day"),
        ("tromso", "2026-12-21", "down_all_day"),
    ],
)
def test_the_sun_rises_where_it_does(id: str, day: str, sun: str) -> None:
    assert ok(japan().call("weather_get_sun_times", {"location": id, "day": day}))["sun"] == sun


def test_sun_times_are_local_and_right_to_a_few_minutes() -> None:
    times = ok(japan().call("weather_get_sun_times", {"location": "kyoto", "day": "2026-03-20"}))
    assert abs(at(times["sunrise"]) - at("2026-03-20T06:01+09:00")) < timedelta(minutes=5)
    assert abs(at(times["sunset"]) - at("2026-03-20T18:10+09:00")) < timedelta(minutes=5)
    assert code(japan().call("weather_get_sun_times", {"location": "kyoto", "day": "9999-12-31"})) == "invalid"


def test_air_quality_is_written_down_or_made_and_reaches_five_days() -> None:
    world = japan()
    made = ok(world.call("weather_get_air_quality", {"location": "kyoto"}))
    assert made["category"] in ("good", "moderate")
    ok(world.outside("weather_set_air_quality", {"location": "kyoto", "day": "2026-03-02", "aqi": 180}))
    assert ok(world.call("weather_get_air_quality", {"location": "kyoto"}))["category"] == "unhealthy"
    assert code(world.outside("weather_set_air_quality", {"location": "kyoto", "day": "2026-03-02", "aqi": 180})) == (
        "conflict"
    )
    for day in ("2026-03-07", "9999-12-31", "0001-01-01"):
        assert code(world.call("weather_get_air_quality", {"location": "kyoto", "day": day})) == "invalid"


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(-90_000_000, 90_000_000), st.text(max_size=4))
@settings(max_examples=60, deadline=None)
def test_made_days_are_valid_repeatable_and_add_up(day: date, lat: int, seed: str) -> None:
    location = Location.model_validate({**KYOTO, "lat_e6": lat})
    made = made_day(seed, location, day)
    assert made == made_day(seed, location, day)
    Daily.model_validate(made.model_dump())
    hours = [hour_of(made, hour) for hour in range(24)]
    assert sum(hour.rain_mm for hour in hours) == made.rain_mm
    assert all(made.low_c <= hour.temperature_c <= made.high_c for hour in hours)
    assert all(0 <= hour.humidity <= 100 and 0 <= hour.rain_chance <= 100 for hour in hours)


def test_made_weather_is_true_to_the_climate() -> None:
    year = {"high_c": [30] * 12, "low_c": [20] * 12, "rain_mm": [150] * 12, "rain_days": [15] * 12}
    location = Location.model_validate({**KYOTO, "climate": year})
    days = [made_day("s", location, date(2026, 1, 1) + timedelta(days=n)) for n in range(360)]
    assert 28 <= sum(day.high_c for day in days) / 360 <= 31
    assert 140 <= sum(day.rain_mm > 0 for day in days) <= 220
    assert 1200 <= sum(day.rain_mm for day in days) <= 2300


# ---- alerts


def test_an_alert_begins_and_ends_with_time() -> None:
    world = japan(alerts=[FLOOD])
    seen = []
    for moment in ("2026-03-02T08:00", "2026-03-05T07:00+09:00", "2026-03-06T00:00+09:00"):
        world.advance(at(moment))
        seen.append(
            (
                ok(world.call("weather_get_alert", {"alert_id": "a1"}))["status"],
                world.table("weather.alerts").get("a1").status,
            )
        )
    assert seen == [("upcoming", "upcoming"), ("active", "active"), ("expired", "expired")]
    assert ok(world.call("weather_list_alerts", {"location": "kyoto"}))["total"] == 0


def test_an_alert_that_is_on_at_the_start_is_shown_as_active_at_once() -> None:
    world = japan(alerts=[{**FLOOD, "starts_at": "2026-03-01T00:00+09:00"}])
    assert ok(world.call("weather_list_alerts", {"status": "active"}))["items"][0]["id"] == "a1"
    assert ok(world.call("weather_get_current_weather", {"location": "kyoto"}))["alerts"] == 1


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ({}, ["a1", "a2"]),
        ({"location": "kyoto"}, ["a1", "a2"]),
        ({"location": "osaka"}, ["a2"]),
        ({"location": "tromso"}, []),
        ({"country": "JAPAN"}, ["a2"]),
        ({"kind": "typhoon"}, ["a2"]),
        ({"min_severity": "extreme"}, ["a2"]),
        ({"status": "cancelled"}, []),
    ],
)
def test_alerts_are_listed_by_place_kind_and_severity(arguments: dict[str, Any], ids: list[str]) -> None:
    typhoon = {**FLOOD, "id": "a2", "location": None, "country": "Japan", "kind": "typhoon", "severity": "extreme",
               "starts_at": "2026-03-05T09:00+09:00"}  # fmt: skip
    world = japan(alerts=[typhoon, FLOOD])
    assert [row["id"] for row in ok(world.call("weather_list_alerts", arguments))["items"]] == ids


def issue(world: World, **more: Any) -> dict[str, Any]:
    span = {"starts_at": "2026-03-03T00:00", "ends_at": "2026-03-04T00:00"}
    alert = {"kind": "snow", "severity": "moderate", "title": "Snow", "location": "kyoto", **span, **more}
    result: dict[str, Any] = ok(world.outside("weather_issue_alert", alert))
    return result


def test_a_subscriber_hears_of_issue_change_beginning_and_end() -> None:
    world = japan()
    ok(world.call("weather_subscribe_alerts", {"location": "kyoto", "kinds": ["snow"]}))
    id = issue(world)["id"]
    ok(world.outside("weather_update_alert", {"alert_id": id, "severity": "severe"}))
    world.advance(at("2026-03-05T00:00"))
    assert [title.rsplit(": ", 1)[1] for title in told(world)] == ["issued", "changed", "now in force", "over"]
    assert len(world.take_rings()) == 3


@pytest.mark.parametrize(
    ("subscription", "alert", "heard"),
    [
        ({"kinds": ["flood"]}, {}, False),
        ({"min_severity": "severe"}, {}, False),
        ({"min_severity": "moderate"}, {}, True),
        ({"location": "osaka"}, {}, False),
        ({"location": "osaka"}, {"location": None, "country": "japan"}, True),
        ({"location": "tromso"}, {"location": None, "country": "Japan"}, False),
    ],
)
def test_only_fitting_subscriptions_ring(subscription: dict[str, Any], alert: dict[str, Any], heard: bool) -> None:
    world = japan()
    ok(world.call("weather_subscribe_alerts", {"location": "kyoto", **subscription}))
    issue(world, **alert)
    assert bool(told(world)) is bool(world.take_rings()) is heard


def test_seeded_subscriptions_are_told_but_wake_nobody() -> None:
    mine = {"id": "s1", "location": "kyoto", "created_at": "2026-01-01T00:00"}
    world = japan(subscriptions=[mine, {**mine, "id": "s2", "location": "osaka", "owner": "partner"}])
    issue(world)
    assert len(told(world)) == 1 and world.take_rings() == []
    issue(world, location="osaka")
    assert len(told(world)) == 1
    assert code(world.call("weather_unsubscribe_alerts", {"subscription_id": "s2"})) == "refused"
    assert [row["id"] for row in ok(world.call("weather_list_subscriptions", {}))["items"]] == ["s1"]


def test_silence_after_unsubscribing_and_no_subscription_twice() -> None:
    world = japan()
    id = ok(world.call("weather_subscribe_alerts", {"location": "kyoto"}))["id"]
    assert code(world.call("weather_subscribe_alerts", {"location": "Kyoto"})) == "conflict"
    ok(world.call("weather_unsubscribe_alerts", {"subscription_id": id}))
    assert code(world.call("weather_unsubscribe_alerts", {"subscription_id": id})) == "conflict"
    issue(world)
    assert told(world) == [] and world.take_rings() == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"ends_at": "2026-03-02T00:00"}, "invalid"),
        ({"ends_at": "2026-03-03T00:00"}, "invalid"),
        ({"country": "Japan"}, "invalid"),
        ({"location": None}, "invalid"),
        ({"location": "atlantis"}, "not_found"),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, "invalid"),
        ({"ends_at": "9999-12-31T23:59:59-12:00"}, "invalid"),
    ],
)
def test_a_wrong_alert_is_not_issued(change: dict[str, Any], error: str) -> None:
    world = japan()
    before = world.digest()
    alert = {"kind": "snow", "severity": "minor", "title": "Snow", "location": "kyoto",
             "starts_at": "2026-03-03T00:00", "ends_at": "2026-03-04T00:00", **change}  # fmt: skip
    assert code(world.outside("weather_issue_alert", alert)) == error
    assert world.digest() == before


def test_an_alert_that_is_over_or_withdrawn_stays_so() -> None:
    world = japan(alerts=[FLOOD])
    assert code(world.outside("weather_update_alert", {"alert_id": "a1"})) == "conflict"
    ok(world.outside("weather_cancel_alert", {"alert_id": "a1"}))
    for name in ("weather_cancel_alert", "weather_update_alert"):
        assert code(world.outside(name, {"alert_id": "a1"})) == "conflict"
    world.advance(at("2026-03-08T00:00"))
    assert world.table("weather.alerts").get("a1").status == "cancelled"


def test_a_changed_end_counts_instead_of_the_old_one() -> None:
    world = japan(alerts=[FLOOD])
    ok(world.outside("weather_update_alert", {"alert_id": "a1", "ends_at": "2026-03-07T00:00+09:00"}))
    world.advance(at("2026-03-06T12:00+09:00"))
    assert world.table("weather.alerts").get("a1").status == "active"


# ---- forecasts that change, and watches


def watch(world: World, **more: Any) -> Any:
    rain = {"location": "osaka", "day": "2026-03-08", "measure": "rain_mm", "comparison": "at_least", "value": 500}
    return world.call("weather_watch_forecast", {**rain, **more})


def test_a_watch_rings_once_when_the_forecast_crosses_it() -> None:
    world = japan()
    id = ok(watch(world))["id"]
    change = {"location": "osaka", "day": "2026-03-08", "condition": "storm"}
    ok(world.outside("weather_set_forecast", {**change, "rain_mm": 499}))
    assert world.take_rings() == []
    ok(world.outside("weather_set_forecast", {**change, "rain_mm": 500}))
    ok(world.outside("weather_set_forecast", {**change, "rain_mm": 600}))
    rings = world.take_rings()
    assert [ring.ref for ring in rings] == [id] and "rain_mm 500" in rings[0].text
    assert len(world.table("weather.daily").find(day_key="osaka|2026-03-08")) == 1


def test_a_watch_that_nothing_crosses_ends_with_its_day() -> None:
    world = japan()
    id = ok(watch(world))["id"]
    world.advance(at("2026-03-09T00:00+09:00"))
    assert world.table("weather.watches").get(id).status == "ended"
    assert code(world.call("weather_cancel_watch", {"watch_id": id})) == "conflict"


def test_a_far_day_is_looked_at_when_it_comes_into_reach() -> None:
    day = {"id": "d9", "location": "osaka", "date": "2026-03-29", "high_c": 5, "low_c": 0, "condition": "snow"}
    world = japan(daily=[{**day, "rain_mm": 700}])
    assert ok(watch(world, day="2026-03-29"))["status"] == "waiting"
    ok(watch(world, day="2026-03-29", measure="low_c", comparison="at_most", value=-20))
    world.advance(at("2026-03-15T23:59+09:00"))
    assert world.take_rings() == []
    world.advance(at("2026-03-16T00:00+09:00"))
    assert len(world.take_rings()) == 1
    statuses = [row["status"] for row in ok(world.call("weather_list_watches", {}))["items"]]
    assert sorted(statuses) == ["active", "rung"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"day": "2026-03-01"}, "invalid"),
        ({"day": "9999-12-31"}, "invalid"),
        ({"value": 0}, "conflict"),
        ({"location": "atlantis"}, "not_found"),
        ({"measure": "pollen"}, "invalid"),
    ],
)
def test_senseless_watches_are_refused(change: dict[str, Any], error: str) -> None:
    assert code(watch(japan(), **change)) == error


def test_a_forecast_changes_only_as_weather_can() -> None:
    world = japan()
    change = {"location": "kyoto", "day": "2026-03-05"}
    assert code(world.outside("weather_set_forecast", {**change, "low_c": 30})) == "invalid"
    assert code(world.outside("weather_set_forecast", change)) == "conflict"
    assert code(world.outside("weather_set_forecast", {**change, "day": "9999-12-31", "low_c": 1})) == "invalid"
    assert ok(world.outside("weather_set_forecast", {**change, "high_c": 17}))["id"] == "d1"
    days = ok(world.call("weather_get_daily_forecast", {"location": "kyoto"}))["days"]
    assert (days[3]["high_c"], days[3]["rain_mm"]) == (17, 48)


# ---- storms


def point(moment: str, lat: int, **more: Any) -> dict[str, Any]:
    return {"at": moment, "lat_e6": lat, "lng_e6": 135_700_000, "wind_kmh": 120, **more}


TYPHOON = {
    "id": "t1",
    "name": "Fantail",
    "track": [point("2026-03-01T00:00", 20_000_000), point("2026-03-04T00:00", 30_000_000)],
}


def test_a_track_tells_what_was_seen_from_what_is_expected() -> None:
    track = ok(japan(storms=[TYPHOON]).call("weather_get_storm_track", {"storm_id": "t1", "location": "kyoto"}))
    assert [len(track["observed"]), len(track["forecast"])] == [1, 1]
    assert track["nearest"]["at"].startswith("2026-03-04") and 540 < track["nearest"]["distance_km"] < 580


def test_a_storm_moves_on_and_dissipates_at_the_end_of_its_track() -> None:
    world = japan(storms=[TYPHOON])
    late = {"storm_id": "t1", "track": [point("2026-03-05T00:00", 34_000_000), point("2026-03-06T00:00", 36_000_000)]}
    assert len(ok(world.outside("weather_move_storm", late))["track"]) == 3
    world.advance(at("2026-03-05T00:00"))
    assert [row["id"] for row in ok(world.call("weather_list_storms", {}))["items"]] == ["t1"]
    world.advance(at("2026-03-06T00:00"))
    assert (
        ok(world.call("weather_list_storms", {"status": "dissipated"}))["items"][0]["position"]["lat_e6"] == 36_000_000
    )
    assert code(world.outside("weather_move_storm", late)) == "conflict"


@pytest.mark.parametrize(
    "moments", [["2026-03-01T00:00"], ["2026-03-06T00:00", "2026-03-05T00:00"], ["9999-12-31T00:00"]]
)
def test_a_track_goes_forward_from_now(moments: list[str]) -> None:
    track = [point(moment, 30_000_000) for moment in moments]
    assert code(japan(storms=[TYPHOON]).outside("weather_move_storm", {"storm_id": "t1", "track": track})) == "invalid"


# ---- seeds and background


@pytest.mark.parametrize(
    ("model", "row"),
    [
        (Daily, {**STORM_DAY, "low_c": 20}),
        (Alert, {**FLOOD, "country": "Japan"}),
        (Alert, {**FLOOD, "ends_at": FLOOD["starts_at"]}),
        (Storm, {**TYPHOON, "track": [point("2026-03-04T00:00Z", 1), point("2026-03-04T00:00Z", 2)]}),
        (Location, {**KYOTO, "zone": "Asia/Kyoto"}),
        (Climate, {"high_c": [1], "low_c": [1], "rain_mm": [1], "rain_days": [1]}),
    ],
)
def test_impossible_seeds_do_not_load(model: Any, row: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(row, context={"zone": None})


def background(level: int, seeds: list[dict[str, Any]] | None = None, **options: Any) -> list[tuple[str, Any]]:
    world = make_world("weather", seeds={"weather.locations": seeds or []})
    return list(world.services["weather"].background(WeatherBackground(**options), level, rng("bg", 0)))


def test_the_background_is_the_same_twice_linear_and_unique() -> None:
    one, twelve = background(1), background(12)
    assert one == background(1)
    assert len(twelve) == 12 * len(one)
    assert len({(table, record.id) for table, record in twelve}) == len(twelve)
    assert sum(table == "locations" for table, _ in one) >= 40


def test_nothing_in_the_background_is_still_to_come() -> None:
    start = at("2026-03-02T08:00")
    rows = [record for _, record in background(3)]
    assert all(row.ends_at < start and row.status in ("expired", "cancelled") for row in rows if isinstance(row, Alert))
    assert all(row.status == "dissipated" and row.track[-1].at < start for row in rows if isinstance(row, Storm))


def test_cities_of_the_bundle_are_left_to_it() -> None:
    rows = background(2, [KYOTO])
    assert not [row for _, row in rows if isinstance(row, Location) and row.city == "Kyoto"]
    assert {row.city for _, row in background(2, cities=["Osaka"]) if isinstance(row, Location)} == {"Osaka"}
    assert Weather.Background is WeatherBackground
