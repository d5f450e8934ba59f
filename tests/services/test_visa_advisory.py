"""The visa desk, through its operations."""

from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.services.visa_advisory.background import VisaBackground
from vibelife_inspect.services.visa_advisory.passports import add_months, last_day_needed
from vibelife_inspect.world import Mark, World

MARA = {"full_name": "Mara Lindqvist", "nationality": "DE"}
SEEDS: dict[str, list[dict[str, Any]]] = {
    "visa_advisory.entry_rules": [
        {
            "id": "R1",
            "nationality": "DE",
            "destination": "KE",
            "visa_required": True,
            "max_days": 30,
            "passport_validity_months": 6,
            "validity_counted_from": "arrival",
        },
        {"id": "R2", "nationality": "DE", "destination": "JP", "visa_required": False, "max_days": 90},
        {
            "id": "R3",
            "nationality": "DE",
            "destination": "TR",
            "purpose": "transit",
            "visa_required": False,
            "transit_max_hours": 24,
        },
    ],
    "visa_advisory.advisories": [
        {
            "id": "A1",
            "country": "KE",
            "level": 2,
            "topic": "safety",
            "title": "Markets",
            "text": "Keep bags closed.",
            "issued_at": "2026-02-01T08:00",
        },
        {
            "id": "A2",
            "country": "KE",
            "level": 3,
            "topic": "weather",
            "title": "Floods",
            "text": "Roads are closed.",
            "region": "Coast",
            "issued_at": "2026-02-20T08:00",
            "valid_until": "2026-03-05T12:00",
        },
    ],
    "visa_advisory.health_rules": [
        {"id": "H1", "country": "KE", "vaccine": "typhoid", "requirement": "recommended", "lead_days": 14},
        {
            "id": "H2",
            "country": "KE",
            "vaccine": "yellow fever",
            "requirement": "required",
            "lead_days": 10,
            "coming_from": ["TZ"],
        },
    ],
    "visa_advisory.medicine_rules": [
        {
            "id": "M1",
            "country": "JP",
            "substance": "pseudoephedrine",
            "other_names": "鼻炎薬 cold tablets",
            "allowed": "forbidden",
        },
    ],
    "visa_advisory.products": [
        {
            "id": "VP1",
            "name": "Kenya e-visa",
            "destination": "KE",
            "nationalities": ["DE"],
            "fee": "EUR 40.00",
            "payee": "Visa Office",
            "official_site": "visa.ke.example",
            "processing_days": 5,
            "max_stay_days": 30,
        },
    ],
    "visa_advisory.missions": [
        {
            "id": "E1",
            "of_country": "DE",
            "in_country": "KE",
            "city": "Nairobi",
            "address": "1 Road",
            "phone": "1",
            "email": "a@b.example",
        },
    ],
    "visa_advisory.offices": [
        {
            "id": "O1",
            "name": "Passport Office",
            "nationality": "DE",
            "city": "Hamburg",
            "country": "DE",
            "address": "2 Road",
            "normal_days": 30,
            "normal_fee": "EUR 70.00",
            "express_days": 3,
            "express_fee": "EUR 102.00",
        },
        {
            "id": "O2",
            "name": "Passport Office",
            "nationality": "GB",
            "city": "London",
            "country": "GB",
            "address": "3 Road",
            "normal_days": 30,
            "normal_fee": "GBP 70.00",
        },
    ],
    "visa_advisory.documents": [
        {"id": "P1", "holder": "Mara Lindqvist", "number": "C1", "nationality": "DE", "expires_on": "2027-05-01"},
        {"id": "P2", "holder": "Ole Lindqvist", "number": "C2", "nationality": "DE", "expires_on": "2026-04-15"},
        {"id": "PX", "holder": "X", "number": "C3", "nationality": "DE", "expires_on": "2027-05-01", "owner": "x"},
    ],
}
TRIP = {"arrival": "2026-04-01", "departure": "2026-04-14"}


def world() -> World:
    return make_world("visa_advisory", seeds=SEEDS)


def call(w: World, name: str, **arguments: Any) -> Any:
    return w.call(f"visa_advisory_{name}", arguments)


def done(w: World, name: str, **arguments: Any) -> Any:
    return ok(call(w, name, **arguments))


def outside(w: World, name: str, **arguments: Any) -> Any:
    return ok(w.outside(f"visa_advisory_{name}", arguments))


def effects(w: World, ref: str) -> list[dict[str, Any]]:
    return [
        entry.data
        for entry in w.journal.entries
        if isinstance(entry, Mark) and (entry.kind, entry.ref) == ("effect", ref)
    ]


def draft(w: World, **arguments: Any) -> str:
    given = {"product_id": "VP1", "applicant": MARA, "passport_id": "P1", **TRIP, **arguments}
    id = done(w, "start_application", **given)["id"]
    done(w, "attach_document", application_id=id, kind="photo", ref="files/photo.jpg")
    return str(id)


# ---- rules


def test_entry_requirements_show_stay_products_and_transit() -> None:
    found = done(world(), "check_entry_requirements", nationality="DE", destination="KE", via=["TR"], **TRIP)
    assert (found["visa_required"], found["stay_days"], found["stay_allowed"]) == (True, 14, True)
    assert found["visa_products"] == ["VP1"]
    assert found["transit"][0]["transit_max_hours"] == 24


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"destination": "PE"}, "not_found"),
        ({"purpose": "work"}, "not_found"),
        ({"via": ["US"]}, "not_found"),
        ({"destination": "Kenya"}, "invalid"),
        ({"arrival": "9999-12-31"}, "invalid"),
        ({"arrival": "2026-04-20", "departure": "2026-04-01"}, "invalid"),
    ],
)
def test_unknown_pairs_are_errors_and_never_defaults(arguments: dict[str, Any], error: str) -> None:
    w = world()
    assert code(call(w, "check_entry_requirements", **{"nationality": "DE", "destination": "KE", **arguments})) == error


@pytest.mark.parametrize(
    ("expires_on", "acceptable", "short"),
    [("2026-10-01", True, 0), ("2026-09-30", False, 1), ("2026-04-02", False, 182)],
)
def test_passport_validity_is_computed_by_the_rule(expires_on: str, acceptable: bool, short: int) -> None:
    found = done(world(), "check_passport_validity", destination="KE", nationality="DE", expires_on=expires_on, **TRIP)
    assert (found["acceptable"], found["days_short"], found["must_be_valid_until"]) == (acceptable, short, "2026-10-01")


def test_passport_validity_takes_a_passport_or_a_date() -> None:
    w = world()
    assert done(w, "check_passport_validity", destination="JP", passport_id="P2", **TRIP)["acceptable"]
    assert code(call(w, "check_passport_validity", destination="JP", passport_id="PX", **TRIP)) == "refused"
    assert code(call(w, "check_passport_validity", destination="JP", **TRIP)) == "invalid"
    assert (
        code(call(w, "check_passport_validity", destination="JP", passport_id="P1", nationality="DE", **TRIP))
        == "invalid"
    )


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(0, 24))
def test_months_keep_the_day_or_end_the_month(day: date, months: int) -> None:
    after = add_months(day, months)
    assert (after.year * 12 + after.month) - (day.year * 12 + day.month) == months
    assert after.day == day.day or (after.day < day.day and add_months(after, 0).day >= 28)
    assert last_day_needed(0, "arrival", day, after) == after


def test_an_announced_rule_comes_into_force_on_its_day() -> None:
    w = world()
    done(w, "subscribe_updates", about="country", ref="JP", min_level=4)
    outside(
        w,
        "change_entry_rule",
        nationality="DE",
        destination="JP",
        valid_from="2026-04-10",
        authorisation="eGate",
        max_days=60,
    )
    before = done(w, "check_entry_requirements", nationality="DE", destination="JP", arrival="2026-04-09")
    assert (before["authorisation"], before["announced"][0]["authorisation"]) == ("", "eGate")
    after = done(w, "check_entry_requirements", nationality="DE", destination="JP", arrival="2026-04-10")
    assert (after["authorisation"], after["max_days"], after["announced"]) == ("eGate", 60, [])
    assert len(w.take_rings()) == 1


def test_health_and_medicine_rules() -> None:
    w = world()
    rows = done(w, "list_health_rules", country="KE", arrival="2026-03-14")["items"]
    assert [(row["vaccine"], row["done_by"], row["still_possible"]) for row in rows] == [
        ("yellow fever", "2026-03-04", True),
        ("typhoid", "2026-02-28", False),
    ]
    assert done(w, "list_health_rules", country="KE", coming_from="DE")["total"] == 1
    assert done(w, "list_medicine_rules", country="JP", query="鼻炎薬")["items"][0]["allowed"] == "forbidden"
    assert done(w, "list_medicine_rules", country="JP", query="insulin")["total"] == 0


def test_embassy_and_official_fees() -> None:
    w = world()
    assert done(w, "get_embassy", of_country="DE", in_country="KE")["missions"][0]["city"] == "Nairobi"
    assert code(call(w, "get_embassy", of_country="DE", in_country="PE")) == "not_found"
    fee = done(w, "list_official_fees", destination="KE")["items"][0]
    assert (fee["fee"]["text"], fee["official_site"]) == ("EUR 40.00", "visa.ke.example")
    assert done(w, "list_visa_products", destination="KE", nationality="US")["total"] == 0


# ---- advisories


def test_level_is_the_highest_active_one_and_absence_is_no_level() -> None:
    w = world()
    found = done(w, "get_country_level", country="KE")
    assert (found["level"], found["level_of_whole_country"], found["set_by"][0]["id"]) == (3, 2, "A2")
    assert code(call(w, "get_country_level", country="JP")) == "not_found"


def test_advisories_are_paged_newest_first_and_found_in_any_script() -> None:
    w = world()
    first = done(w, "list_advisories", limit=1)
    second = done(w, "list_advisories", limit=1, cursor=first["next_cursor"])
    assert [first["items"][0]["id"], second["items"][0]["id"], second["next_cursor"]] == ["A2", "A1", None]
    assert done(w, "search_advisories", query="肯尼亚 floods")["items"][0]["id"] == "A2"
    assert done(w, "search_advisories", query="meteor")["total"] == 0


def test_advisories_expire_and_subscribers_are_told() -> None:
    w = world()
    sub = done(w, "subscribe_updates", about="country", ref="KE", min_level=3)
    assert code(call(w, "subscribe_updates", about="country", ref="KE")) == "conflict"
    w.advance(at("2026-03-05T12:00"))
    assert done(w, "get_advisory", advisory_id="A2")["status"] == "expired"
    assert [ring.ref for ring in w.take_rings()] == [sub["id"]]
    outside(w, "issue_advisory", country="KE", level=1, topic="health", title="Flu", text="Wash hands.")
    assert w.take_rings() == []
    outside(
        w,
        "issue_advisory",
        country="KE",
        level=4,
        topic="safety",
        title="Leave",
        text="Now.",
        valid_until="2026-03-06T12:00",
    )
    outside(w, "update_advisory", advisory_id="A1", level=3)
    outside(w, "withdraw_advisory", advisory_id="A1", reason="Over.")
    assert len(w.take_rings()) == 3
    done(w, "unsubscribe_updates", subscription_id=sub["id"])
    assert done(w, "list_subscriptions")["total"] == 0
    assert code(w.outside("visa_advisory_update_advisory", {"advisory_id": "A1", "level": 2})) == "conflict"


# ---- applications


def test_an_application_is_checked_paid_and_approved_in_time() -> None:
    w = world()
    id = done(w, "start_application", product_id="VP1", applicant=MARA)["id"]
    assert len(done(w, "check_application", application_id=id)["problems"]) == 3
    assert code(call(w, "submit_application", application_id=id, payment_method="c")) == "refused"
    done(w, "update_application", application_id=id, passport_id="P1", **TRIP)
    done(w, "attach_document", application_id=id, kind="photo", ref="p.jpg")
    assert done(w, "check_application", application_id=id)["ready"]
    assert code(call(w, "submit_application", application_id=id)) == "invalid"
    sent = done(w, "submit_application", application_id=id, payment_method="c")
    assert (sent["status"], sent["decide_at"], sent["refund_if_withdrawn"]["minor"]) == (
        "submitted",
        "2026-03-07T08:00:00+01:00",
        4000,
    )
    assert [row["amount"] for row in effects(w, "payment")] == ["EUR 40.00"]
    assert code(call(w, "submit_application", application_id=id, payment_method="c")) == "conflict"
    assert code(call(w, "attach_document", application_id=id, kind="photo", ref="q.jpg")) == "conflict"
    done(w, "subscribe_updates", about="application", ref=id)
    w.advance(at("2026-03-07T08:00"))
    got = done(w, "get_application", application_id=id)
    assert (got["status"], got["visa_valid_until"]) == ("approved", "2026-06-05")
    assert [step["status"] for step in got["history"]] == ["draft", "submitted", "approved"]
    assert len(effects(w, "mail")) == 2
    assert len(w.take_rings()) == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"passport_id": "P2", "applicant": {**MARA, "full_name": "Ole Lindqvist"}}, "must be valid until 2026-10-01"),
        ({"passport_id": "P2"}, "Ole Lindqvist's"),
        ({"departure": "2026-05-30"}, "too long"),
        ({"arrival": "2026-02-01", "departure": "2026-02-03"}, "has passed"),
    ],
)
def test_submission_refuses_what_cannot_succeed(arguments: dict[str, Any], problem: str) -> None:
    w = world()
    id = draft(w, **arguments)
    before = w.digest()
    outcome = call(w, "submit_application", application_id=id, payment_method="c")
    assert code(outcome) == "refused"
    assert problem in outcome.error["error"]["message"]
    assert w.digest() == before


def test_more_documents_are_asked_for_and_sent_without_a_second_fee() -> None:
    w = world()
    id = draft(w)
    done(w, "submit_application", application_id=id, payment_method="c")
    w.advance(at("2026-03-04T08:00"))
    outside(
        w,
        "decide_application",
        application_id=id,
        decision="additional_documents",
        documents=["insurance"],
        note="Please.",
    )
    w.advance(at("2026-03-10T08:00"))
    assert done(w, "get_application", application_id=id)["status"] == "additional_documents"
    assert code(call(w, "submit_application", application_id=id)) == "refused"
    done(w, "attach_document", application_id=id, kind="insurance", ref="i.pdf")
    assert done(w, "submit_application", application_id=id)["status"] == "submitted"
    assert len(effects(w, "payment")) == 1
    outside(w, "decide_application", application_id=id, decision="refused", note="No.")
    w.advance(at("2026-03-20T08:00"))
    assert done(w, "get_application", application_id=id)["decision_note"] == "No."
    again = {"application_id": id, "decision": "refused"}
    assert code(w.outside("visa_advisory_decide_application", again)) == "conflict"


@pytest.mark.parametrize(("now", "refund"), [("2026-03-03T08:00", 4000), ("2026-03-03T08:01", 0)])
def test_the_fee_comes_back_within_a_day_only(now: str, refund: int) -> None:
    w = world()
    id = draft(w)
    done(w, "submit_application", application_id=id, payment_method="c")
    w.advance(at(now))
    assert done(w, "withdraw_application", application_id=id)["refunded"]["minor"] == refund
    assert code(call(w, "withdraw_application", application_id=id)) == "conflict"
    w.advance(at("2026-03-20T08:00"))
    assert done(w, "list_applications", status="withdrawn")["total"] == 1


def test_drafts_can_be_corrected() -> None:
    w = world()
    id = draft(w)
    assert done(w, "update_application", application_id=id, clear=["passport_id"])["passport"] is None
    assert done(w, "remove_document", application_id=id, kind="photo", ref="files/photo.jpg")["documents"] == []
    assert code(call(w, "remove_document", application_id=id, kind="photo", ref="x")) == "not_found"
    assert code(call(w, "update_application", application_id=id, arrival="2027-01-01")) == "invalid"
    assert code(call(w, "update_application", application_id=id, passport_id="PX")) == "refused"
    assert code(call(w, "start_application", product_id="VP1", applicant={**MARA, "nationality": "US"})) == "invalid"


# ---- passports


def test_a_passport_is_renewed_step_by_step() -> None:
    w = world()
    quote = done(w, "quote_renewal", passport_id="P2", office_id="O1", speed="express")
    renewal = done(
        w,
        "request_renewal",
        passport_id="P2",
        office_id="O1",
        speed="express",
        payment_method="c",
        add_to_calendar=True,
    )
    id = renewal["id"]
    assert (renewal["fee"], renewal["ready_at"]) == (quote["fee"], quote["ready_at"])
    assert renewal["appointment_at"] == "2026-03-04T10:00:00+01:00"
    assert len(effects(w, "agenda")) == 1
    assert code(call(w, "request_renewal", passport_id="P2", office_id="O1", payment_method="c")) == "conflict"
    w.advance(at("2026-03-04T10:00"))
    assert done(w, "list_documents")["items"][0]["status"] == "in_renewal"
    assert code(call(w, "cancel_renewal", renewal_id=id)) == "conflict"
    outside(w, "delay_renewal", renewal_id=id, days=4, reason="Printer.")
    w.advance(at("2026-03-11T15:00"))
    assert done(w, "get_renewal", renewal_id=id)["status"] == "ready"
    new = outside(w, "collect_renewal", renewal_id=id)["new_passport"]
    assert code(w.outside("visa_advisory_collect_renewal", {"renewal_id": id})) == "conflict"
    assert [(row["id"], row["status"]) for row in done(w, "list_documents")["items"]] == [
        ("P2", "replaced"),
        ("P1", "valid"),
        (new, "valid"),
    ]


def test_a_renewal_is_refunded_before_its_appointment() -> None:
    w = world()
    renewal = done(
        w, "request_renewal", passport_id="P1", office_id="O1", payment_method="c", appointment_on="2026-03-06"
    )
    assert done(w, "cancel_renewal", renewal_id=renewal["id"])["refunded"] == renewal["refund_if_cancelled"]
    assert code(call(w, "cancel_renewal", renewal_id=renewal["id"])) == "conflict"
    w.advance(at("2026-03-20T08:00"))
    assert done(w, "list_renewals", status="cancelled")["total"] == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"office_id": "O2"}, "invalid"),
        ({"appointment_on": "2026-03-07"}, "invalid"),
        ({"appointment_on": "2026-03-03"}, "invalid"),
        ({"appointment_on": "9999-12-31"}, "invalid"),
        ({"passport_id": "PX"}, "refused"),
        ({"passport_id": "P9"}, "not_found"),
    ],
)
def test_renewal_quotes_refuse(arguments: dict[str, Any], error: str) -> None:
    assert code(call(world(), "quote_renewal", **{"passport_id": "P1", "office_id": "O1", **arguments})) == error


def test_passports_are_put_on_file_and_expire() -> None:
    w = world()
    new = {"kind": "passport", "holder": "Ida", "number": "Z 1", "nationality": "DE", "expires_on": "2026-03-10"}
    id = done(w, "add_document", **new)["id"]
    assert code(call(w, "add_document", **new)) == "conflict"
    assert code(call(w, "add_document", **{**new, "number": "Z2", "expires_on": "9999-12-31"})) == "invalid"
    w.advance(at("2026-03-11T20:00"))
    assert w.table("visa_advisory.documents").get(id).status == "expired"


def test_background_covers_the_atlas_and_stands_aside() -> None:
    def rows(level: int, w: World) -> list[tuple[str, Any]]:
        return list(w.services["visa_advisory"].background(VisaBackground(), level, Random(7)))

    empty = make_world("visa_advisory")
    one, five = rows(1, empty), rows(5, empty)
    assert one == rows(1, empty)
    assert len({(table, row.id) for table, row in one}) == len(one)
    assert sum(table == "advisories" for table, _ in five) == 5 * sum(table == "advisories" for table, _ in one)
    assert len({row.destination for table, row in one if table == "entry_rules"}) >= 25
    around = rows(1, world())
    assert not any(table == "advisories" and row.country == "KE" for table, row in around)
    assert [row.purpose for table, row in around if table == "entry_rules" and row.pair == "DE>KE"] == [
        "business",
        "transit",
    ]
    assert rows(0, empty) == []
