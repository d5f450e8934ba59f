"""legal_search: finding law and decisions, deadlines, dockets, bookmarks and alerts, and what courts and time do."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok, setting
from vibelife_inspect.ids import rng
from vibelife_inspect.services.legal_search.background import LegalBackground
from vibelife_inspect.services.legal_search.counting import Period, add_months, count
from vibelife_inspect.services.legal_search.holidays import COUNTRIES, easter, holidays
from vibelife_inspect.world import World

SEEDS: dict[str, list[dict[str, Any]]] = {
    "courts": [
        {
            "id": "CRT-HH",
            "name": "Local Court of Hamburg",
            "city": "Hamburg",
            "country": "DE",
            "zone": "Europe/Berlin",
            "opening_hours": [{"opens": "09:00", "closes": "15:00"}],
            "fees": [{"what": "filing of a claim", "amount": "EUR 100.00"}],
        },
        {"id": "CRT-TYO", "name": "Court", "name_local": "東京裁判所", "city": "Tokyo", "country": "JP"},
    ],
    "statutes": [
        {"id": "TC", "name": "Tenancy Code", "short": "TC", "kind": "tenancy", "summary": "Leases of homes."},
        {"id": "NEW", "name": "Letting Act", "status": "upcoming", "in_force_at": "2026-04-01T00:00"},
    ],
    "articles": [
        {"id": "TC-10", "statute_id": "TC", "number": "10", "title": "Repair", "text": "The landlord repairs."},
        {"id": "TC-9", "statute_id": "TC", "number": "9", "title": "Mould", "text": "Rent is reduced. 減額."},
    ],
    "cases": [
        {
            "id": "C-OLD",
            "number": "LC 1/2019",
            "title": "Brandt v. Marlwick Homes",
            "court_id": "CRT-HH",
            "decided_on": "2019-05-14",
            "kind": "tenancy",
            "outcome": "dismissed",
            "keywords": ["mould", "airing"],
            "cites_articles": ["TC-9"],
            "text": "The rooms were hardly aired.",
        },
        {
            "id": "C-NEW",
            "number": "LC 7/2024",
            "title": "Ostrow v. Hollingate Homes",
            "court_id": "CRT-HH",
            "decided_on": "2024-02-01",
            "kind": "tenancy",
            "keywords": ["mould", "rent reduction"],
            "cites_articles": ["TC-9", "TC-10"],
            "cites_cases": ["C-OLD"],
            "summary": "Damp walls reduce the rent.",
        },
        {
            "id": "C-TYO",
            "number": "令和5年1号",
            "title": "田中 v. Tarnmere",
            "court_id": "CRT-TYO",
            "decided_on": "2023-03-03",
            "kind": "contract",
            "keywords": ["delay"],
            "status": "appealed",
        },
        {
            "id": "C-SOON",
            "number": "LC 9/2026",
            "title": "Lund v. Pellworks Homes",
            "court_id": "CRT-HH",
            "decided_on": "2026-02-20",
            "kind": "tenancy",
            "keywords": ["mould"],
            "status": "unpublished",
            "published_at": "2026-03-10T12:00",
        },
    ],
    "rules": [
        {
            "id": "R-APPEAL",
            "name": "Appeal",
            "kind": "procedure",
            "sort": "appeal",
            "length": 1,
            "unit": "months",
            "counted_from": "service of the judgment",
        },
        {"id": "R-LIMIT", "name": "Limitation", "length": 3, "unit": "years", "counted_from": "claim",
         "first_day": "end_of_year"},
        {"id": "R-JP", "name": "Reply", "country": "JP", "length": 5, "unit": "days", "counted_from": "service"},
        {"id": "R-SUB", "name": "Submission", "length": 1, "unit": "weeks", "counted_from": "hearing",
         "direction": "before", "rolls": "previous_working_day"},
    ],
    "dockets": [
        {
            "id": "D-1",
            "case_no": "LC 41/2026",
            "court_id": "CRT-HH",
            "title": "Lindqvist v. Hollingate Homes",
            "parties": [{"name": "Mara Lindqvist", "role": "claimant"}],
            "filed_on": "2026-01-15",
        },
        {"id": "D-X", "owner": "other", "case_no": "LC 2/2026", "court_id": "CRT-HH", "title": "Others"},
    ],
    "hearings": [{"id": "H-1", "docket_id": "D-1", "court_id": "CRT-HH", "starts_at": "2026-03-20T10:00"}],
    "entries": [{"id": "E-1", "docket_id": "D-1", "at": "2026-01-15T09:00", "title": "Claim filed", "kind": "filing"}],
    "forms": [{"id": "F-1", "name": "Objection", "kind": "tenancy", "text": "Dear {landlord}",
               "fields": [{"name": "landlord", "label": "Landlord"}]}],
}  # fmt: skip


def library(*others: str, **rows: list[dict[str, Any]]) -> World:
    seeds = {f"legal_search.{key}": value for key, value in {**SEEDS, **rows}.items()}
    return make_world("legal_search", *others, seeds=seeds)


def call(world: World, operation: str, **arguments: Any) -> Any:
    return ok(world.call(f"legal_search_{operation}", arguments))


def outside(world: World, operation: str, **arguments: Any) -> Any:
    return ok(world.outside(f"legal_search_{operation}", arguments))


def fails(world: World, operation: str, **arguments: Any) -> str:
    before = world.digest()
    failed = code(world.call(f"legal_search_{operation}", arguments))
    assert world.digest() == before
    return failed


def ids(answer: dict[str, Any], key: str) -> list[str]:
    return [item[key] for item in answer["items"]]


# ---- decisions and statutes


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"query": "mould"}, ["C-NEW", "C-OLD"]),
        ({"query": "mould", "sort": "oldest"}, ["C-OLD", "C-NEW"]),
        ({"query": "HARDLY aired"}, ["C-OLD"]),
        ({"query": "7/2024"}, ["C-NEW"]),
        ({"query": "田中"}, ["C-TYO"]),
        ({"query": "pellworks"}, []),
        ({"filters": {"kinds": ["contract"]}}, ["C-TYO"]),
        ({"filters": {"country": "JP"}}, ["C-TYO"]),
        ({"filters": {"court_id": "CRT-HH", "outcomes": ["dismissed"]}}, ["C-OLD"]),
        ({"filters": {"decided_from": "2020-01-01", "decided_until": "2023-12-31"}}, ["C-TYO"]),
        ({"filters": {"statuses": ["appealed"]}}, ["C-TYO"]),
        ({"filters": {"cites": "C-OLD"}}, ["C-NEW"]),
    ],
)
def test_search_finds_published_decisions(arguments: dict[str, Any], found: list[str]) -> None:
    assert ids(call(library(), "search_cases", **arguments), "case_id") == found


def test_a_search_without_a_condition_is_refused() -> None:
    world = library()
    assert fails(world, "search_cases", filters={}) == "invalid"
    assert fails(world, "search_articles") == "invalid"


def test_an_unpublished_decision_cannot_be_read_cited_or_saved() -> None:
    world = library()
    for operation in ("get_case", "check_case", "list_similar_cases"):
        assert fails(world, operation, case_id="C-SOON") == "not_found"
    assert fails(world, "save_item", item_id="C-SOON") == "not_found"


def test_similar_decisions_share_articles_and_keywords() -> None:
    [hit] = call(library(), "list_similar_cases", case_id="C-NEW")["items"]
    assert (hit["case_id"], hit["score"]) == ("C-OLD", 8)
    assert (hit["shared_articles"], hit["shared_keywords"]) == (["TC-9"], ["mould"])


def test_citations_go_both_ways() -> None:
    world = library()
    assert ids(call(world, "list_citations", item_id="C-NEW", direction="cites"), "item_id") == [
        "TC-9",
        "TC-10",
        "C-OLD",
    ]
    assert ids(call(world, "list_citations", item_id="TC-9", direction="cited_by"), "item_id") == ["C-NEW", "C-OLD"]
    assert ids(call(world, "list_citations", item_id="C-OLD", direction="cited_by"), "item_id") == ["C-NEW"]
    assert fails(world, "list_citations", item_id="TC-9", direction="cites") == "invalid"


def test_good_law_falls_with_what_it_rests_on() -> None:
    world = library()
    assert call(world, "check_case", case_id="C-NEW")["verdict"] == "good"
    assert call(world, "check_case", case_id="C-TYO")["verdict"] == "caution"
    outside(world, "overrule_case", case_id="C-OLD", overruled_by="C-SOON", note="mould comes from walls")
    assert call(world, "check_case", case_id="C-OLD")["verdict"] == "bad"
    assert call(world, "get_case", case_id="C-SOON")["status"] == "in_force"
    outside(world, "amend_article", article_id="TC-9", text="Rent is reduced by half.")
    assert call(world, "check_case", case_id="C-NEW")["reasons"] == [
        "cites TC-9, which was amended on 2026-03-02",
        "cites C-OLD, which was overruled",
    ]


def test_an_appeal_begins_and_fails() -> None:
    world = library()
    outside(world, "appeal_case", case_id="C-NEW")
    assert call(world, "check_case", case_id="C-NEW")["verdict"] == "caution"
    outside(world, "appeal_case", case_id="C-NEW", pending=False)
    assert call(world, "check_case", case_id="C-NEW")["verdict"] == "good"
    assert code(world.outside("legal_search_overrule_case", {"case_id": "C-NEW", "overruled_by": "C-NEW"})) == "invalid"


def test_articles_stand_in_order_of_number_and_their_text_is_searched() -> None:
    world = library()
    assert ids(call(world, "search_articles", statute_id="TC"), "article_id") == ["TC-9", "TC-10"]
    assert ids(call(world, "search_articles", query="減額"), "article_id") == ["TC-9"]
    assert ids(call(world, "search_statutes", query="leases"), "statute_id") == ["TC"]
    assert ids(call(world, "search_statutes"), "statute_id") == ["NEW", "TC"]
    assert call(world, "get_statute", statute_id="TC")["articles"] == 2


def test_an_amendment_comes_into_force_in_time_and_the_old_text_stays() -> None:
    world = library()
    outside(
        world, "amend_article", article_id="TC-10", text="The landlord repairs at once.", in_force_at="2026-03-15T00:00"
    )
    assert call(world, "get_article", article_id="TC-10")["text"] == "The landlord repairs."
    world.advance(at("2026-03-15T00:00"))
    assert call(world, "get_article", article_id="TC-10")["text"] == "The landlord repairs at once."
    assert call(world, "get_article", article_id="TC-10", on="2026-03-14")["text"] == "The landlord repairs."


def test_statutes_come_into_force() -> None:
    world = library()
    world.advance(at("2026-04-01T00:00"))
    assert call(world, "get_statute", statute_id="NEW")["status"] == "in_force"


# ---- deadlines


@pytest.mark.parametrize(
    ("arguments", "deadline"),
    [
        ({"rule_id": "R-APPEAL", "event_date": "2026-01-31", "court_id": "CRT-HH"}, "2026-03-02"),
        ({"rule_id": "R-APPEAL", "event_date": "2026-03-03", "court_id": "CRT-HH"}, "2026-04-07"),
        ({"rule_id": "R-APPEAL", "event_date": "2028-01-31", "country": "US"}, "2028-02-29"),
        ({"rule_id": "R-LIMIT", "event_date": "2023-06-10", "country": "DE"}, "2026-12-31"),
        ({"rule_id": "R-JP", "event_date": "2026-05-01"}, "2026-05-07"),
        ({"rule_id": "R-SUB", "event_date": "2026-04-13", "country": "DE"}, "2026-04-02"),
        ({"length": 5, "unit": "working_days", "event_date": "2026-04-01", "country": "DE"}, "2026-04-10"),
        ({"length": 14, "unit": "days", "event_date": "2026-12-11", "country": "GB"}, "2026-12-29"),
        ({"length": 2, "unit": "weeks", "event_date": "2026-02-16", "country": "XX"}, "2026-03-02"),
        ({"length": 1, "unit": "years", "event_date": "2028-02-29", "country": "DE"}, "2029-02-28"),
        (
            {"length": 3, "unit": "days", "event_date": "2026-03-12", "country": "DE", "direction": "before"},
            "2026-03-09",
        ),
    ],
)
def test_deadlines_are_computed(arguments: dict[str, Any], deadline: str) -> None:
    assert call(library(), "compute_deadline", **arguments)["deadline"] == deadline


def test_a_deadline_says_what_moved_it_and_when_the_registry_closes() -> None:
    answer = call(library(), "compute_deadline", rule_id="R-APPEAL", event_date="2026-03-03", court_id="CRT-HH")
    assert (answer["last_day_as_counted"], answer["moved"], answer["days_left"]) == ("2026-04-03", True, 36)
    assert [item["why"] for item in answer["moved_over"]] == ["Good Friday", "Saturday", "Sunday", "Easter Monday"]
    assert answer["registry_closes"] == "15:00"


def test_a_closed_court_moves_deadlines_there_only() -> None:
    world = library()
    outside(world, "close_court_day", court_id="CRT-HH", day="2026-04-07", last_day="2026-04-08", reason="burst pipe")
    asked = {"rule_id": "R-APPEAL", "event_date": "2026-03-03"}
    assert call(world, "compute_deadline", **asked, court_id="CRT-HH")["deadline"] == "2026-04-09"
    assert call(world, "compute_deadline", **asked, country="DE")["deadline"] == "2026-04-07"
    days = call(world, "list_holidays", year=2026, court_id="CRT-HH")
    assert {"day": "2026-04-08", "weekday": "Wednesday", "name": "burst pipe"} in days["items"]
    assert call(world, "get_court", court_id="CRT-HH")["closed_soon"][-1]["why"] == "burst pipe"


@pytest.mark.parametrize(
    "arguments",
    [
        {"event_date": "2026-03-03"},
        {"event_date": "2026-03-03", "rule_id": "R-APPEAL"},
        {"event_date": "2026-03-03", "rule_id": "R-APPEAL", "country": "DE", "length": 3},
        {"event_date": "2026-03-03", "rule_id": "R-JP", "country": "DE"},
        {"event_date": "2026-03-03", "rule_id": "R-APPEAL", "country": "JP", "court_id": "CRT-HH"},
        {"event_date": "9999-12-31", "length": 3, "unit": "days", "country": "DE"},
        {"event_date": "2026-03-03", "length": 40000, "unit": "years", "country": "DE"},
    ],
)
def test_questions_about_time_that_make_no_sense_are_refused(arguments: dict[str, Any]) -> None:
    assert fails(library(), "compute_deadline", **arguments) == "invalid"


@settings(max_examples=60, deadline=None)
@given(
    event=st.dates(date(1950, 1, 1), date(2100, 1, 1)),
    length=st.integers(1, 90),
    unit=st.sampled_from(["days", "working_days", "weeks", "months", "years"]),
    country=st.sampled_from(COUNTRIES),
)
def test_a_deadline_is_a_working_day_and_never_early(event: date, length: int, unit: Any, country: str) -> None:
    def closed(day: date) -> str:
        return holidays(country, day.year).get(day, "weekend" if day.weekday() >= 5 else "")

    counted = count(event, Period(length, unit), closed)
    assert not closed(counted.last)
    assert event < counted.plain <= counted.last
    longer = count(event, Period(length + 1, unit), closed)
    assert counted.last <= longer.last
    back = count(event, Period(length, unit, "before", rolls="previous_working_day"), closed)
    assert back.last <= back.plain < event
    assert not closed(back.last)


@settings(max_examples=60, deadline=None)
@given(day=st.dates(date(1950, 1, 1), date(2100, 1, 1)), months=st.integers(-600, 600))
def test_months_keep_the_day_or_take_the_last(day: date, months: int) -> None:
    later = add_months(day, months)
    assert (later.year * 12 + later.month) - (day.year * 12 + day.month) == months
    assert later.day == day.day or (later.day < day.day and (later + timedelta(days=1)).day == 1)


def test_holidays_follow_their_rules() -> None:
    assert [easter(year) for year in (2024, 2025, 2026, 2038)] == [
        date(2024, 3, 31),
        date(2025, 4, 20),
        date(2026, 4, 5),
        date(2038, 4, 25),
    ]
    assert holidays("JP", 2026)[date(2026, 9, 22)] == "Citizens' Holiday"
    assert holidays("JP", 2026)[date(2026, 5, 6)] == "Constitution Day (substitute)"
    assert holidays("US", 2026)[date(2026, 7, 3)] == "Independence Day (observed)"
    assert holidays("GB", 2027)[date(2027, 12, 28)] == "Boxing Day (substitute)"
    assert holidays("CN", 2026)[date(2026, 2, 17)] == "Spring Festival"
    assert date(2026, 11, 26) in holidays("US", 2026)
    assert holidays("XX", 2026) == {}


# ---- courts, forms


def test_courts_and_forms_are_found() -> None:
    world = library()
    assert ids(call(world, "list_courts", query="東京"), "court_id") == ["CRT-TYO"]
    assert ids(call(world, "list_courts", country="DE", kind="local"), "court_id") == ["CRT-HH"]
    assert call(world, "get_court", court_id="CRT-HH")["open_today"] == ["09:00-15:00"]
    assert ids(call(world, "list_forms", kind="tenancy"), "form_id") == ["F-1"]
    assert call(world, "get_form", form_id="F-1")["fields"][0]["name"] == "landlord"
    assert ids(call(world, "list_limitation_rules", country="DE", query="judgment"), "rule_id") == ["R-APPEAL"]


# ---- dockets


def test_a_docket_shows_entries_and_hearings() -> None:
    world = library()
    docket = call(world, "get_docket", docket_id="D-1")
    assert docket["next_hearing_at"].startswith("2026-03-20T10:00")
    assert ids(docket, "entry_id") == ["E-1"]
    assert ids(call(world, "list_dockets"), "docket_id") == ["D-1"]
    assert fails(world, "get_docket", docket_id="D-X") == "refused"
    assert fails(world, "add_note", item_id="D-X", text="mine?") == "refused"


def test_a_moved_hearing_is_silent_unless_the_docket_is_watched() -> None:
    world = library("notification_hub")
    outside(world, "reschedule_hearing", hearing_id="H-1", starts_at="2026-03-25T09:00", reason="illness", room="B 12")
    assert not world.take_rings()
    assert not list(world.table("notification_hub.notifications"))
    call(world, "watch_docket", docket_id="D-1")
    assert fails(world, "watch_docket", docket_id="D-1") == "conflict"
    outside(world, "add_docket_entry", docket_id="D-1", title="Order", kind="order", respond_by="2026-03-18")
    [ring] = world.take_rings()
    assert "Order" in ring.text
    assert len(world.table("notification_hub.notifications")) == 1
    assert [item["title"] for item in call(world, "get_docket", docket_id="D-1")["items"]][-1] == "Claim filed"
    [hearing] = call(world, "list_hearings", status="coming")["items"]
    assert (hearing["status"], hearing["room"]) == ("moved", "B 12")
    call(world, "watch_docket", docket_id="D-1", watching=False)


def test_hearings_take_place_or_are_cancelled() -> None:
    world = library()
    second = outside(world, "schedule_hearing", docket_id="D-1", starts_at="2026-04-10T10:00", purpose="evidence")
    world.advance(at("2026-03-20T11:00"))
    outside(world, "cancel_hearing", hearing_id=second["id"], reason="settled")
    assert [item["status"] for item in call(world, "list_hearings")["items"]] == ["held", "cancelled"]
    assert code(world.outside("legal_search_cancel_hearing", {"hearing_id": "H-1", "reason": "x"})) == "conflict"


def test_a_docket_changes_its_status_only_as_matters_do() -> None:
    world = library()
    outside(world, "add_docket_entry", docket_id="D-1", title="Settlement", status="settled")
    assert call(world, "list_dockets", status="settled")["total"] == 1
    back = {"docket_id": "D-1", "title": "x", "status": "stayed"}
    assert code(world.outside("legal_search_add_docket_entry", back)) == "conflict"


def test_a_timeline_may_name_what_it_enters() -> None:
    world = library()
    named = {"docket_id": "D-1", "title": "Order", "entry_id": "ENT-ORDER"}
    assert outside(world, "add_docket_entry", **named)["entry_id"] == "ENT-ORDER"
    assert code(world.outside("legal_search_add_docket_entry", named)) == "conflict"


# ---- bookmarks and notes


def test_bookmarks_have_folders_and_several_notes() -> None:
    world = library()
    call(world, "save_item", item_id="C-NEW", folder="mould")
    call(world, "save_item", item_id="TC-9")
    call(world, "save_item", item_id="TC-9", folder="mould")
    first = call(world, "add_note", item_id="C-NEW", text="key decision")
    call(world, "add_note", item_id="C-NEW", text="ask about costs")
    call(world, "edit_note", note_id=first["note_id"], text="key decision, cite first")
    saved = call(world, "list_saved", folder="mould")
    assert saved["folders"] == [{"folder": "mould", "items": 2}]
    assert [len(item["notes"]) for item in saved["items"]] == [2, 0]
    call(world, "delete_note", note_id=first["note_id"])
    assert fails(world, "edit_note", note_id=first["note_id"], text="x") == "not_found"
    call(world, "unsave_item", item_id="C-NEW")
    assert call(world, "list_notes", item_id="C-NEW")["total"] == 1
    assert fails(world, "unsave_item", item_id="C-NEW") == "not_found"
    assert fails(world, "add_note", item_id="C-NEW", text="  ") == "invalid"


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("plain", "Ostrow v. Hollingate Homes, Local Court of Hamburg, LC 7/2024 (2024-02-01)\nTenancy Code, art. 9"),
        ("csv", 'id,kind,citation,status\n"C-NEW",case,"Ostrow v. Hollingate Homes, Local Court of Hamburg, LC 7/2024 '
         '(2024-02-01)",in_force\n"TC-9",article,"Tenancy Code, art. 9",in_force'),
    ],
)  # fmt: skip
def test_citations_are_exported(style: str, text: str) -> None:
    world = library()
    assert call(world, "export_citations", item_ids=["C-NEW", "TC-9"], style=style)["text"] == text
    assert fails(world, "export_citations", folder="empty") == "not_found"
    call(world, "save_item", item_id="C-OLD", folder="x")
    assert "[C-OLD; in_force]" in call(world, "export_citations", folder="x", style="markdown")["text"]


# ---- alerts


def test_an_alert_rings_when_a_matching_decision_is_published() -> None:
    world = library("notification_hub")
    call(world, "create_alert", name="mould", query="mould", filters={"country": "DE"})
    gone = call(world, "create_alert", name="other", query="mould")["alert_id"]
    call(world, "delete_alert", alert_id=gone)
    assert fails(world, "delete_alert", alert_id=gone) == "conflict"
    assert fails(world, "create_alert", name="all") == "invalid"
    assert not world.advance(at("2026-03-12T00:00"), stop_at_rings=True)
    [ring] = world.take_rings()
    assert "C-SOON" in ring.text
    [alert] = call(world, "list_alerts")["items"]
    assert alert["delivered"] == ["C-SOON"]
    assert len(world.table("notification_hub.notifications")) == 1
    assert code(world.outside("legal_search_publish_decision", {"case_id": "C-SOON"})) == "conflict"


def test_a_decision_can_be_published_early() -> None:
    world = library()
    outside(world, "publish_decision", case_id="C-SOON")
    assert call(world, "get_case", case_id="C-SOON")["published_at"].startswith("2026-03-02T08:00")
    world.advance(at("2026-03-12T00:00"))


# ---- background


def test_the_background_cites_only_what_is_there() -> None:
    service = make_world("legal_search").services["legal_search"]
    rows = list(service.background(LegalBackground(), 1, rng("t")))
    known = {record.id for _, record in rows}
    cases = [record for table, record in rows if table == "cases"]
    assert len(cases) == 150
    assert {table for table, _ in rows} == {"statutes", "articles", "rules", "forms", "courts", "cases"}
    for case in cases:
        assert {*case.cites_articles, *case.cites_cases, case.court_id} <= known
        assert (case.status == "unpublished") == (case.published_at is not None and case.published_at > setting().start)
        assert "{" not in case.text
    assert all(record.article_id in known for table, record in rows if table == "rules")
    assert all(record.statute_id in known for table, record in rows if table == "articles")


def test_a_seed_takes_the_place_of_generated_law() -> None:
    world = library()
    rows = world.services["legal_search"].background(LegalBackground(), 1, rng("t"))
    assert {"TC", "TC-9", "TC-10"}.isdisjoint({record.id for _, record in rows})


def test_the_agent_can_file_nothing() -> None:
    names = {name for name, operation in library().operations.items() if operation.effect == "commit"}
    assert names == {"legal_search_delete_note", "legal_search_delete_alert"}
