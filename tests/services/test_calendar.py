from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.ids import rng
from vibelife_inspect.services.calendar.records import Event, Recurrence
from vibelife_inspect.services.calendar.timing import has_instance, nth_day, place_of, spans
from vibelife_inspect.world import Appointment, Mark, Outcome, World

CALENDARS = [
    {"id": "home", "name": "Mara", "primary": True},
    {"id": "side", "name": "Allotment"},
    {"id": "family", "name": "Family", "owner": "jon@lindqvist.example", "access": "editor"},
    {"id": "boss", "name": "Boss", "owner": "boss@work.example"},
    {"id": "room", "name": "Room 4", "owner": "rooms@work.example", "access": "free_busy"},
]
EVENTS = [
    {
        "id": "standup",
        "calendar_id": "home",
        "title": "Stand-up",
        "start": "2026-03-02T09:00",
        "end": "2026-03-02T09:30",
        "recurrence": {"frequency": "weekly", "weekdays": ["mon", "wed"]},
        "reminders": [10],
    },
    {
        "id": "dentist",
        "calendar_id": "home",
        "title": "Zahnarzt 歯医者",
        "start": "2026-03-04T09:15",
        "end": "2026-03-04T10:00",
        "location": "Mühlenstraße",
        "attendees": [{"email": "kim@x.example", "name": "Kim"}],
    },
    {"id": "trip", "calendar_id": "side", "title": "Trip", "start": "2026-03-06", "end": "2026-03-09", "all_day": True},
    {
        "id": "gala",
        "calendar_id": "home",
        "title": "Gala",
        "start": "2026-03-05T19:00",
        "end": "2026-03-05T22:00",
        "organizer": "ann@club.example",
        "response": "needs_action",
        "attendees": [{"email": "mara@lindqvist.example"}, {"email": "lee@x.example"}],
    },
    {"id": "secret", "calendar_id": "room", "title": "Secret", "start": "2026-03-03T10:00", "end": "2026-03-03T12:00"},
    {"id": "board", "calendar_id": "boss", "title": "Board", "start": "2026-03-03T10:00", "end": "2026-03-03T12:00"},
]


@pytest.fixture
def world() -> World:
    return make_world("calendar", seeds={"calendar.calendars": CALENDARS, "calendar.events": EVENTS})


def call(world: World, name: str, /, **arguments: Any) -> Outcome:
    return world.call(f"calendar_{name}", arguments)


def event(world: World, id: str) -> Event:
    return world.table("calendar.events").get(id)


def titles(outcome: Outcome) -> list[str]:
    return [row["title"] for row in ok(outcome)["items"]]


# ---- reading


def test_calendars_come_with_the_primary_one_first_and_say_what_one_may_do(world: World) -> None:
    rows = ok(call(world, "list_calendars"))["items"]
    assert [(row["id"], row["access"]) for row in rows] == [
        ("home", "owner"),
        ("side", "owner"),
        ("boss", "reader"),
        ("family", "editor"),
        ("room", "free_busy"),
    ]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2026-03-04", "2026-03-05", ["Stand-up", "Zahnarzt 歯医者"]),
        ("2026-03-04T09:59:00+01:00", "2026-03-04T11:00", ["Zahnarzt 歯医者"]),
        ("2026-03-04T10:00", "2026-03-04T11:00", []),
        ("2026-03-04T15:59:00+08:00", "2026-03-04T17:01:00+09:00", ["Stand-up"]),
        ("2026-03-04T16:30:00+08:00", "2026-03-04T17:45:00+09:00", ["Zahnarzt 歯医者"]),
        ("2026-03-04T18:00:00+09:00", "2026-03-04T09:30:00Z", []),
        ("2026-03-08T23:00", "2026-03-08T23:30", ["Trip"]),
    ],
)
def test_a_window_lists_what_overlaps_it_in_any_zone(world: World, start: str, end: str, expected: list[str]) -> None:
    assert titles(call(world, "list_events", start=start, end=end)) == expected


def test_a_window_shows_each_instance_of_a_series_and_pages_through_them(world: World) -> None:
    window = {"start": "2026-03-02", "end": "2026-03-17", "calendar_id": "home"}
    first = ok(call(world, "list_events", **window, limit=3))
    rest = ok(call(world, "list_events", **window, cursor=first["next_cursor"]))
    days = [row["instance_day"] for row in first["items"] + rest["items"] if row["event_id"] == "standup"]
    assert days == ["2026-03-02", "2026-03-04", "2026-03-09", "2026-03-11", "2026-03-16"]
    assert first["total"] == 7


def test_the_last_changed_events_can_come_first(world: World) -> None:
    call(world, "update_event", event_id="dentist", title="Dentist")
    assert titles(call(world, "list_events", order="updated"))[0] == "Dentist"


def test_free_busy_calendars_hide_their_events(world: World) -> None:
    assert "Secret" not in titles(call(world, "list_events"))
    assert titles(call(world, "search_events", query="secret")) == []
    assert code(call(world, "get_event", event_id="secret")) == "refused"
    assert code(call(world, "list_events", calendar_id="room")) == "refused"
    assert code(call(world, "find_conflicts", start="2026-03-03", end="2026-03-04", calendar_ids=["room"])) == "refused"


def test_an_event_is_shown_whole_with_the_next_days_of_a_series(world: World) -> None:
    shown = ok(call(world, "get_event", event_id="standup"))
    assert shown["next_instance_days"][:3] == ["2026-03-02", "2026-03-04", "2026-03-09"]
    assert shown["reminders"] == [10] and shown["calendar"] == "Mara" and "rung_until" not in shown
    trip = ok(call(world, "get_event", event_id="trip"))
    assert (trip["first_day"], trip["last_day"], trip["busy"]) == ("2026-03-06", "2026-03-08", False)


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ("歯医者", ["dentist"]),
        ("mühlenstrasse zahnarzt", ["dentist"]),
        ("KIM", ["dentist"]),
        ("lee@x", ["gala"]),
        ("zzz", []),
    ],
)
def test_search_finds_words_in_any_script_and_field(world: World, query: str, hits: list[str]) -> None:
    assert [row["event_id"] for row in ok(call(world, "search_events", query=query))["items"]] == hits


def test_search_keeps_to_a_window(world: World) -> None:
    assert titles(call(world, "search_events", query="stand-up", start="2026-04-01", end="2026-04-02")) == ["Stand-up"]
    assert titles(call(world, "search_events", query="gala", start="2026-04-01")) == []
    assert code(call(world, "search_events", query="gala", start="2026-04-01", end="2026-03-01")) == "invalid"


# ---- writing


def test_a_new_event_lists_clashes_and_is_entered_all_the_same(world: World) -> None:
    made = ok(call(world, "create_event", title="Call", start="2026-03-04T09:20", end="2026-03-04T09:25"))
    assert [clash["event_id"] for clash in made["clashes"]] == ["standup", "dentist"]
    assert made["clashes_total"] == 2 and event(world, made["id"]).calendar_id == "home"


def test_a_new_series_clashes_with_its_later_instances(world: World) -> None:
    weekly = {"frequency": "weekly", "count": 3}
    made = ok(
        call(world, "create_event", title="Run", start="2026-03-09T09:00", end="2026-03-09T10:00", recurrence=weekly)
    )
    assert [clash["instance_day"] for clash in made["clashes"]] == ["2026-03-09", "2026-03-16", "2026-03-23"]


def test_what_is_not_busy_clashes_with_nothing(world: World) -> None:
    free = ok(call(world, "create_event", title="Hold", start="2026-03-04T09:00", end="2026-03-04T10:00", busy=False))
    day = ok(call(world, "create_day_event", title="Birthday", first_day="2026-03-04"))
    assert free["clashes"] == day["clashes"] == []


def test_without_any_calendar_a_primary_one_is_made() -> None:
    world = make_world("calendar")
    assert ok(call(world, "list_events"))["items"] == []
    made = ok(call(world, "create_day_event", title="Off", first_day="2026-03-04", last_day="2026-03-05", busy=True))
    assert made["calendar_id"] == "primary" and made["end"] == "2026-03-06T00:00:00+01:00"


def test_an_update_changes_any_field_and_empties_others(world: World) -> None:
    call(world, "add_attendees", event_id="dentist", attendees=[{"email": "new@x.example"}])
    world.outside("calendar_record_response", {"event_id": "dentist", "email": "kim@x.example", "response": "accepted"})
    ok(
        call(
            world,
            "update_event",
            event_id="dentist",
            title="Dentist",
            description="Bring card",
            status="tentative",
            busy=False,
            attendees=[{"email": "KIM@x.example"}, {"email": "b@x.example"}],
            reminders=[30, 5, 30],
            clear=["location"],
        )
    )
    seen = event(world, "dentist")
    assert (seen.title, seen.location, seen.status, seen.reminders) == ("Dentist", "", "tentative", (5, 30))
    assert [(who.email, who.name, who.response) for who in seen.attendees] == [
        ("kim@x.example", "Kim", "accepted"),
        ("b@x.example", "", "needs_action"),
    ]


def test_a_new_start_keeps_the_length_and_asks_attendees_anew(world: World) -> None:
    world.outside("calendar_record_response", {"event_id": "dentist", "email": "kim@x.example", "response": "accepted"})
    ok(call(world, "update_event", event_id="dentist", start="2026-03-29T01:30"))
    seen = event(world, "dentist")
    assert seen.end == at("2026-03-29T03:15") and seen.attendees[0].response == "needs_action"


def test_a_moved_series_moves_its_cancelled_days_too(world: World) -> None:
    ok(call(world, "cancel_instance", event_id="standup", day="2026-03-09"))
    ok(call(world, "update_event", event_id="standup", start="2026-03-03T09:00", recurrence={"frequency": "weekly"}))
    assert event(world, "standup").skipped == ()
    ok(call(world, "cancel_instance", event_id="standup", day="2026-03-10"))
    ok(call(world, "update_event", event_id="standup", start="2026-03-05T09:00"))
    assert event(world, "standup").skipped == (date(2026, 3, 12),)


def test_days_and_times_change_into_each_other(world: World) -> None:
    days = ok(call(world, "set_event_days", event_id="dentist", first_day="2026-03-10"))
    assert (days["all_day"], days["first_day"], days["last_day"]) == (True, "2026-03-10", "2026-03-10")
    kept = ok(call(world, "set_event_days", event_id="trip", first_day="2026-03-28"))
    assert kept["last_day"] == "2026-03-30"
    assert code(call(world, "update_event", event_id="trip", start="2026-03-28T10:00")) == "invalid"
    ok(call(world, "update_event", event_id="trip", start="2026-03-28T10:00", end="2026-03-28T12:00"))
    assert not event(world, "trip").all_day


def test_one_instance_moves_and_becomes_an_event_of_its_own(world: World) -> None:
    single = ok(call(world, "move_instance", event_id="standup", day="2026-03-09", start="2026-03-10T11:00"))
    assert (single["series_id"], single["end"], single["recurrence"]) == ("standup", "2026-03-10T11:30:00+01:00", None)
    rows = ok(call(world, "list_events", start="2026-03-09", end="2026-03-11"))["items"]
    assert [row["event_id"] for row in rows] == [single["id"]]
    assert (
        code(call(world, "move_instance", event_id="standup", day="2026-03-09", start="2026-03-10T11:00")) == "invalid"
    )
    assert (
        code(call(world, "move_instance", event_id="dentist", day="2026-03-09", start="2026-03-10T11:00")) == "invalid"
    )


def test_cancelled_is_final_and_out_of_sight(world: World) -> None:
    assert ok(call(world, "cancel_event", event_id="dentist"))["status"] == "cancelled"
    assert code(call(world, "cancel_event", event_id="dentist")) == "conflict"
    assert code(call(world, "update_event", event_id="dentist", title="x")) == "conflict"
    assert code(call(world, "add_reminders", event_id="dentist", minutes=[5])) == "conflict"
    window = {"start": "2026-03-04", "end": "2026-03-05"}
    assert titles(call(world, "list_events", **window)) == ["Stand-up"]
    assert len(titles(call(world, "list_events", **window, include_cancelled=True))) == 2


def test_deleting_is_for_good(world: World) -> None:
    assert ok(call(world, "delete_event", event_id="dentist"))["deleted"]
    assert code(call(world, "get_event", event_id="dentist")) == "not_found"


def test_attendees_and_reminders_come_and_go(world: World) -> None:
    added = ok(
        call(
            world, "add_attendees", event_id="dentist", attendees=[{"email": "Kim@x.example"}, {"email": "a@b.example"}]
        )
    )
    assert [who["email"] for who in added["attendees"]] == ["kim@x.example", "a@b.example"]
    assert code(call(world, "remove_attendees", event_id="dentist", emails=["nobody@b.example"])) == "invalid"
    assert (
        ok(call(world, "remove_attendees", event_id="dentist", emails=["KIM@X.example"]))["attendees"][0]["name"] == ""
    )
    assert ok(call(world, "add_reminders", event_id="dentist", minutes=[60, 5]))["reminders"] == [5, 60]
    assert ok(call(world, "remove_reminders", event_id="dentist", minutes=[5]))["reminders"] == [60]
    assert code(call(world, "remove_reminders", event_id="dentist", minutes=[5])) == "invalid"


# ---- access


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("create_event", {"title": "x", "start": "2026-03-04T09:00", "end": "2026-03-04T10:00", "calendar_id": "boss"}),
        ("create_day_event", {"title": "x", "first_day": "2026-03-04", "calendar_id": "room"}),
        ("update_event", {"event_id": "board", "title": "x"}),
        ("delete_event", {"event_id": "board"}),
        ("cancel_event", {"event_id": "board"}),
        ("move_event", {"event_id": "dentist", "calendar_id": "boss"}),
        ("move_event", {"event_id": "board", "calendar_id": "home"}),
        ("add_reminders", {"event_id": "board", "minutes": [5]}),
        ("rename_calendar", {"calendar_id": "family", "name": "Ours"}),
        ("delete_calendar", {"calendar_id": "boss"}),
        ("update_event", {"event_id": "gala", "title": "x"}),
        ("cancel_event", {"event_id": "gala"}),
    ],
)
def test_what_others_own_or_organise_is_refused_and_nothing_changes(world: World, name: str, arguments: Any) -> None:
    before = world.digest()
    assert code(call(world, name, **arguments)) == "refused"
    assert world.digest() == before


def test_an_editor_writes_in_a_shared_calendar(world: World) -> None:
    made = {"title": "x", "start": "2026-03-04T09:00", "end": "2026-03-04T10:00", "calendar_id": "family"}
    assert ok(call(world, "create_event", **made))["calendar"] == "Family"
    assert ok(call(world, "move_event", event_id="dentist", calendar_id="family"))["calendar_id"] == "family"


def test_calendars_are_made_renamed_and_deleted_with_their_events(world: World) -> None:
    made = ok(call(world, "create_calendar", name="Tokyo", zone="Asia/Tokyo"))
    assert code(call(world, "create_calendar", name="tokyo")) == "invalid"
    assert ok(call(world, "rename_calendar", calendar_id=made["id"], name="TOKYO"))["name"] == "TOKYO"
    assert ok(call(world, "delete_calendar", calendar_id="side"))["events_deleted"] == 1
    assert code(call(world, "get_event", event_id="trip")) == "not_found"
    assert code(call(world, "delete_calendar", calendar_id="home")) == "conflict"
    assert code(call(world, "create_calendar", name="Mars", zone="Mars/Olympus")) == "invalid"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("create_event", {"title": "x", "start": "2026-03-04T10:00", "end": "2026-03-04T10:00"}),
        ("create_event", {"title": "x", "start": "9999-12-31T23:00", "end": "9999-12-31T23:30"}),
        ("create_event", {"title": "x", "start": "0001-01-01T00:00:00+14:00", "end": "2026-03-04T10:00"}),
        ("create_event", {"title": " ", "start": "2026-03-04T09:00", "end": "2026-03-04T10:00"}),
        ("create_event", {"title": "x", "start": "2026-03-04", "end": "2026-03-05"}),
        ("create_event", {"title": "x", "start": "2026-03-04T09:00", "end": "2026-03-04T10:00", "reminders": [-5]}),
        (
            "create_event",
            {"title": "x", "start": "2026-03-04T09:00", "end": "2026-03-04T10:00", "attendees": [{"email": "me"}]},
        ),
        (
            "create_event",
            {
                "title": "x",
                "start": "2026-03-04T09:00",
                "end": "2026-03-04T10:00",
                "recurrence": {"frequency": "daily", "count": 3, "until": "2026-04-01"},
            },
        ),
        (
            "create_event",
            {
                "title": "x",
                "start": "2026-03-04T09:00",
                "end": "2026-03-04T10:00",
                "recurrence": {"frequency": "daily", "until": "2026-03-01"},
            },
        ),
        (
            "create_event",
            {
                "title": "x",
                "start": "2026-03-04T09:00",
                "end": "2026-03-04T10:00",
                "recurrence": {"frequency": "daily", "weekdays": ["mon"]},
            },
        ),
        ("create_day_event", {"title": "x", "first_day": "2026-03-04", "last_day": "2026-03-03"}),
        ("create_day_event", {"title": "x", "first_day": "2026-03-04", "last_day": "2028-03-03"}),
        (
            "create_day_event",
            {"title": "x", "first_day": "2026-03-04", "last_day": "2026-03-05", "recurrence": {"frequency": "daily"}},
        ),
        ("update_event", {"event_id": "standup", "end": "2026-03-05T09:00"}),
        ("create_day_event", {"title": "x", "first_day": "9999-12-31"}),
        ("update_event", {"event_id": "dentist", "end": "2026-03-04T09:00"}),
        ("update_event", {"event_id": "dentist", "location": "x", "clear": ["location"]}),
        ("list_events", {"start": "2026-03-04", "end": "2030-03-04"}),
        ("list_events", {"start": 20260304}),
        ("list_events", {"start": "tomorrow"}),
        (
            "find_free_slots",
            {"start": "2026-03-04", "end": "2026-03-05", "minutes": 30, "earliest": "18:00", "latest": "09:00"},
        ),
        ("check_free_busy", {"start": "2026-03-04", "end": "2026-06-05"}),
        ("cancel_instance", {"event_id": "standup", "day": "2026-03-03"}),
    ],
)
def test_what_makes_no_sense_is_invalid(world: World, name: str, arguments: Any) -> None:
    before = world.digest()
    assert code(call(world, name, **arguments)) == "invalid"
    assert world.digest() == before


# ---- planning


def test_free_busy_joins_stretches_and_covers_hidden_calendars(world: World) -> None:
    answer = ok(call(world, "check_free_busy", start="2026-03-03", end="2026-03-05", calendar_ids=["home", "room"]))
    home, room = answer["calendars"]
    assert home["busy"] == [{"start": "2026-03-04T09:00:00+01:00", "end": "2026-03-04T10:00:00+01:00"}]
    assert room["busy"] == [{"start": "2026-03-03T10:00:00+01:00", "end": "2026-03-03T12:00:00+01:00"}]


def test_free_slots_keep_to_hours_weekdays_and_the_future(world: World) -> None:
    def slots(**more: Any) -> list[tuple[str, int]]:
        rows = ok(
            call(world, "find_free_slots", **{"start": "2026-03-01", "end": "2026-03-05", "minutes": 60, **more})
        )["items"]
        return [(row["start"][5:16], row["minutes"]) for row in rows]

    assert slots() == [("03-02T09:30", 510), ("03-03T09:00", 540), ("03-04T10:00", 480)]
    assert slots(calendar_ids=["home", "room"], latest="13:00") == [
        ("03-02T09:30", 210),
        ("03-03T09:00", 60),
        ("03-03T12:00", 60),
        ("03-04T10:00", 180),
    ]
    assert slots(start="2026-03-07", end="2026-03-09") == []
    assert slots(start="2026-03-07", end="2026-03-08", weekends=True, latest="00:00") == [("03-07T09:00", 900)]


def test_conflicts_are_pairs_that_are_busy_at_once(world: World) -> None:
    pairs = ok(call(world, "find_conflicts", start="2026-03-02", end="2026-03-09"))["items"]
    assert [(pair["first"]["event_id"], pair["second"]["event_id"]) for pair in pairs] == [("standup", "dentist")]
    assert (pairs[0]["start"], pairs[0]["end"]) == ("2026-03-04T09:15:00+01:00", "2026-03-04T09:30:00+01:00")
    call(world, "update_event", event_id="dentist", busy=False)
    assert ok(call(world, "find_conflicts", start="2026-03-02", end="2026-03-09"))["total"] == 0


# ---- invitations and other people


def test_an_invitation_waits_is_answered_and_can_be_answered_again(world: World) -> None:
    assert titles(call(world, "list_invitations")) == ["Gala"]
    ok(call(world, "respond_invitation", event_id="gala", response="accepted"))
    declined = ok(call(world, "respond_invitation", event_id="gala", response="declined"))
    assert declined["response"] == declined["attendees"][0]["response"] == "declined"
    assert titles(call(world, "list_invitations")) == []
    assert titles(call(world, "list_invitations", response="declined")) == ["Gala"]
    assert code(call(world, "respond_invitation", event_id="dentist", response="accepted")) == "conflict"


def test_people_invite_move_and_cancel(world: World) -> None:
    invitation = {"title": "Talk", "start": "2026-03-10T17:00", "end": "2026-03-10T18:00", "organizer": "ann@x.example"}
    ok(world.outside("calendar_receive_invitation", {**invitation, "event_id": "talk"}))
    assert event(world, "talk").attendees[-1].email == "mara@lindqvist.example"
    ok(call(world, "respond_invitation", event_id="talk", response="accepted"))
    ok(world.outside("calendar_shift_event", {"event_id": "talk", "start": "2026-03-11T17:00", "location": "Hall"}))
    moved = event(world, "talk")
    assert (moved.response, moved.end, moved.location) == ("needs_action", at("2026-03-11T18:00"), "Hall")
    ok(world.outside("calendar_withdraw_event", {"event_id": "talk"}))
    assert event(world, "talk").status == "cancelled"
    assert code(call(world, "respond_invitation", event_id="talk", response="accepted")) == "conflict"
    assert (
        code(world.outside("calendar_shift_event", {"event_id": "dentist", "start": "2026-03-11T17:00"})) == "conflict"
    )
    assert (
        code(
            world.outside(
                "calendar_record_response", {"event_id": "gala", "email": "a@b.example", "response": "declined"}
            )
        )
        == "invalid"
    )


def test_others_enter_events_in_their_own_calendars_only(world: World) -> None:
    entry = {"title": "Off-site", "start": "2026-03-10T09:00", "end": "2026-03-10T18:00"}
    ok(world.outside("calendar_share_event", {**entry, "calendar_id": "boss", "event_id": "off"}))
    assert event(world, "off").organizer == "boss@work.example"
    assert code(world.outside("calendar_share_event", {**entry, "calendar_id": "home"})) == "conflict"
    assert code(call(world, "withdraw_event", event_id="off")) == "not_found"


def test_a_booking_enters_an_appointment(world: World) -> None:
    start = datetime(2026, 4, 1, 10, tzinfo=ZoneInfo("Asia/Tokyo"))
    id = world.ports.agenda(Appointment(title="Flight", start=start, end=start, location="HND"))
    assert (event(world, id).title, event(world, id).calendar_id, event(world, id).start) == ("Flight", "home", start)


# ---- time


def test_a_reminder_of_the_agents_event_rings_once_and_wakes_it(world: World) -> None:
    made = {"title": "Call Ann", "start": "2026-03-02T12:00", "end": "2026-03-02T12:30", "reminders": [30, 0, 1440]}
    id = ok(call(world, "create_event", **made))["id"]
    world.advance(at("2026-03-02T11:29"))
    assert world.take_rings() == []
    world.advance(at("2026-03-03T00:00"))
    assert [(ring.ref, ring.at) for ring in world.take_rings()] == [
        (id, at("2026-03-02T11:30")),
        (id, at("2026-03-02T12:00")),
    ]


def test_a_series_rings_each_time_over_the_clock_change_and_seeded_ones_wake_nobody(world: World) -> None:
    world.advance(at("2026-04-02T00:00"))
    rings = [entry for entry in world.journal.entries if isinstance(entry, Mark) and entry.kind == "ring"]
    assert len(rings) == 10 and world.take_rings() == []
    assert {ring.at.astimezone(ZoneInfo("Europe/Berlin")).strftime("%H:%M") for ring in rings} == {"08:50"}
    assert any(
        entry.kind == "effect" and entry.ref == "notice" for entry in world.journal.entries if isinstance(entry, Mark)
    )


def test_a_cancelled_instance_and_a_declined_invitation_do_not_ring(world: World) -> None:
    ok(call(world, "cancel_instance", event_id="standup", day="2026-03-04"))
    ok(call(world, "add_reminders", event_id="gala", minutes=[5]))
    ok(call(world, "respond_invitation", event_id="gala", response="declined"))
    world.advance(at("2026-03-08T00:00"))
    rings = [entry for entry in world.journal.entries if isinstance(entry, Mark) and entry.kind == "ring"]
    assert [ring.at for ring in rings] == [at("2026-03-02T08:50")]


def test_old_reminders_of_seeds_do_not_ring() -> None:
    old = {"id": "old", "calendar_id": "home", "title": "Old", "start": "2025-01-01T09:00", "end": "2025-01-01T10:00"}
    world = make_world(
        "calendar", seeds={"calendar.calendars": CALENDARS, "calendar.events": [{**old, "reminders": [5]}]}
    )
    world.advance(at("2026-03-03T00:00"))
    assert not [entry for entry in world.journal.entries if isinstance(entry, Mark)]


def test_a_series_keeps_its_wall_time_over_the_clock_change(world: World) -> None:
    rows = ok(call(world, "list_events", start="2026-03-23", end="2026-04-02", calendar_id="home"))["items"]
    assert [row["start"][10:] for row in rows] == ["T09:00:00+01:00"] * 2 + ["T09:00:00+02:00"] * 2


rules = st.builds(
    lambda frequency, interval, weekdays: Recurrence(
        frequency=frequency, interval=interval, weekdays=weekdays if frequency == "weekly" else ()
    ),
    st.sampled_from(["daily", "weekly", "monthly", "yearly"]),
    st.integers(1, 5),
    st.lists(st.sampled_from(["mon", "wed", "fri", "sun"]), max_size=3).map(tuple),
)


@settings(max_examples=80, deadline=None)
@given(rules, st.dates(date(2020, 1, 1), date(2030, 12, 31)), st.integers(0, 3000))
def test_the_place_of_a_day_agrees_with_counting(rule: Recurrence, first: date, later: int) -> None:
    day, n = first + timedelta(days=later), 0
    while nth_day(rule, first, n) < day:
        assert nth_day(rule, first, n) < nth_day(rule, first, n + 1)
        n += 1
    assert place_of(rule, first, day) == n
    assert nth_day(rule, first, 0) == first


@pytest.mark.parametrize(
    ("rule", "first", "expected"),
    [
        ({"frequency": "monthly"}, "2026-01-31", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
        ({"frequency": "yearly"}, "2024-02-29", ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28"]),
        (
            {"frequency": "weekly", "interval": 2},
            "2026-01-05",
            ["2026-01-05", "2026-01-19", "2026-02-02", "2026-02-16"],
        ),
        ({"frequency": "daily", "count": 2}, "2026-01-05", ["2026-01-05", "2026-01-06"]),
        ({"frequency": "daily", "until": "2026-01-06"}, "2026-01-05", ["2026-01-05", "2026-01-06"]),
    ],
)
def test_instances_of_a_series(rule: Any, first: str, expected: list[str]) -> None:
    start = datetime.fromisoformat(first).replace(hour=9, tzinfo=UTC)
    series = Event(
        id="x", calendar_id="c", title="t", start=start, end=start + timedelta(hours=1), recurrence=Recurrence(**rule)
    )
    found = [str(day) for day, *_ in spans(series, start - timedelta(days=9), start + timedelta(days=1300))]
    assert found[:4] == expected
    assert has_instance(series, date.fromisoformat(expected[1]))


# ---- background


@pytest.mark.parametrize("level", [1, 4])
def test_the_background_is_seeded_asks_nothing_and_clashes_with_nothing(level: int) -> None:
    def rows() -> list[Any]:
        world = make_world("calendar", seeds={"calendar.calendars": CALENDARS, "calendar.events": EVENTS})
        service = world.services["calendar"]
        return list(service.background(service.Background(), level, rng("x")))

    made = rows()
    assert made == rows()
    events = [record for table, record in made if table == "events"]
    assert len(events) == 54 * level
    assert all(event.response != "needs_action" and not event.reminders for event in events)
    world = make_world(
        "calendar",
        seeds={
            "calendar.calendars": CALENDARS + [record for table, record in made if table == "calendars"],
            "calendar.events": EVENTS + events,
        },
    )
    pairs = ok(call(world, "find_conflicts", start="2026-03-02", end="2026-05-02"))["items"]
    assert [(pair["first"]["event_id"], pair["second"]["event_id"]) for pair in pairs] == [("standup", "dentist")]
    world.advance(at("2026-03-20T00:00"))


def test_the_background_stands_alone() -> None:
    service = make_world("calendar").services["calendar"]
    made = list(service.background(service.Background(days_before=0, kinds=("private",)), 1, rng("x")))
    assert len({record.id for _, record in made}) == len(made)
    assert list(service.background(service.Background(), 0, rng("x"))) == []
