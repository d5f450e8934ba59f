"""job_board: finding jobs, applying, interviews, offers, recruiters and alerts, and what employers and time do."""

from typing import Any

import pytest

from tests.worlds import at, code, make_world, ok, setting
from vibelife_inspect.ids import rng
from vibelife_inspect.services.job_board import JobBoard
from vibelife_inspect.services.job_board.background import JobBackground
from vibelife_inspect.world import Mark, World

SEEDS: dict[str, list[dict[str, Any]]] = {
    "companies": [
        {"id": "C-TARN", "name": "Tarnmere Analytics", "city": "Hamburg", "email": "jobs@tarnmere.example"},
        {"id": "C-HAN", "name": "Hanamizu Works", "name_local": "花水製作所", "city": "Tokyo"},
    ],
    "jobs": [
        {
            "id": "J-DATA",
            "reference": "TAR-17",
            "title": "Data Analyst",
            "company_id": "C-TARN",
            "category": "data",
            "city": "Hamburg",
            "salary_min": "EUR 52,000.00",
            "salary_max": "EUR 60,000.00",
            "skills": ["SQL", "Python"],
            "years_experience": 2,
            "education": "bachelor",
            "recruiter": "Ines Falkner",
            "posted_at": "2026-02-20T09:00",
            "closes_at": "2026-03-20T23:59",
            "views_after": "P2D",
        },
        {
            "id": "J-TOKYO",
            "title": "Data Engineer",
            "company_id": "C-HAN",
            "category": "data",
            "city": "Tokyo",
            "city_local": "東京",
            "remote": "remote",
            "salary_max": "JPY 700,000",
            "salary_period": "month",
            "skills": ["Python", "Spark"],
            "needs_cover_letter": True,
            "posted_at": "2026-02-25T09:00",
        },
        {
            "id": "J-PART",
            "title": "Accountant",
            "company_id": "C-TARN",
            "category": "finance",
            "city": "Hamburg",
            "hours_per_week": 20,
            "salary_min": "EUR 30.00",
            "salary_period": "hour",
            "posted_at": "2026-02-21T09:00",
            "status": "paused",
        },
        {
            "id": "J-SOON",
            "title": "Senior Data Analyst",
            "company_id": "C-TARN",
            "category": "data",
            "city": "Hamburg",
            "salary_max": "USD 90,000.00",
            "posted_at": "2026-03-10T12:00",
            "status": "scheduled",
        },
    ],
    "resumes": [
        {
            "id": "CV-1",
            "name": "English CV",
            "headline": "Data analyst",
            "skills": ["sql", "Tableau"],
            "years_experience": 3,
            "education": "master",
        },
        {"id": "CV-X", "owner": "other", "headline": "Somebody else"},
    ],
}

APPLICATION = {
    "id": "A-1",
    "job_id": "J-DATA",
    "company_id": "C-TARN",
    "resume_id": "CV-1",
    "submitted_at": "2026-03-01T10:00",
}


def board(*others: str, **rows: list[dict[str, Any]]) -> World:
    seeds = {f"job_board.{key}": value for key, value in {**SEEDS, **rows}.items()}
    return make_world("job_board", *others, seeds=seeds)


def call(world: World, operation: str, **arguments: Any) -> Any:
    return ok(world.call(f"job_board_{operation}", arguments))


def outside(world: World, operation: str, **arguments: Any) -> Any:
    return ok(world.outside(f"job_board_{operation}", arguments))


def fails(world: World, operation: str, **arguments: Any) -> str:
    before = world.digest()
    failed = code(world.call(f"job_board_{operation}", arguments))
    assert world.digest() == before
    return failed


def row(world: World, table: str, id: str) -> Any:
    return world.table(f"job_board.{table}").get(id)


# ---- searching


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ({"query": "data"}, ["J-TOKYO", "J-DATA"]),
        ({"query": "東京"}, ["J-TOKYO"]),
        ({"query": "花水製作所 spark"}, ["J-TOKYO"]),
        ({"query": "TAR-17"}, ["J-DATA"]),
        ({"query": "accountant"}, []),
        ({"filters": {"cities": ["hamburg", "Osaka"]}}, ["J-DATA"]),
        ({"filters": {"skills": ["python", "spark"]}}, ["J-TOKYO"]),
        ({"filters": {"remote": ["remote", "hybrid"]}}, ["J-TOKYO"]),
        ({"filters": {"max_years_experience": 1}}, ["J-TOKYO"]),
        ({"filters": {"max_education": "vocational"}}, ["J-TOKYO"]),
        ({"filters": {"company_id": "C-TARN"}}, ["J-DATA"]),
        ({"filters": {"min_salary": {"minor": 55_000_00, "currency": "EUR"}}}, ["J-DATA"]),
        ({"filters": {"categories": ["data"]}, "sort": "salary"}, ["J-DATA", "J-TOKYO"]),
        ({"filters": {"categories": ["data"]}, "sort": "closing"}, ["J-DATA", "J-TOKYO"]),
        ({"posted_since": "2026-02-22"}, ["J-TOKYO"]),
        ({"closes_until": "2026-03-20"}, ["J-DATA"]),
    ],
)
def test_search_finds_open_jobs(arguments: dict[str, Any], ids: list[str]) -> None:
    assert [item["job_id"] for item in call(board(), "search_jobs", **arguments)["items"]] == ids


def test_a_search_without_a_condition_is_refused() -> None:
    assert fails(board(), "search_jobs") == "invalid"
    assert fails(board(), "search_jobs", filters={}) == "invalid"


def test_monthly_pay_is_compared_by_the_year_at_the_exchange_rate() -> None:
    wish = {"minor": 52_500_00, "currency": "EUR"}
    found = call(board(), "search_jobs", query="data", filters={"min_salary": wish})
    assert {item["job_id"] for item in found["items"]} == {"J-DATA", "J-TOKYO"}
    assert found["without_comparable_pay"] == 0


def test_pay_without_an_exchange_rate_is_counted_as_left_out() -> None:
    wish = {"minor": 1, "currency": "CHF"}
    found = call(board(), "search_jobs", query="data", filters={"min_salary": wish})
    assert (found["total"], found["without_comparable_pay"]) == (0, 2)


def test_a_scheduled_job_is_not_on_the_board_yet() -> None:
    assert fails(board(), "get_job", job_id="J-SOON") == "not_found"


def test_recommendations_say_why() -> None:
    rows = call(board(), "recommend_jobs", resume_id="CV-1")["items"]
    assert [(item["job_id"], item["score"]) for item in rows] == [("J-DATA", 28), ("J-TOKYO", 13)]
    assert "skills in common: SQL" in rows[0]["because"]
    assert "your headline names: data, analyst" in rows[0]["because"]


def test_a_company_counts_its_open_jobs() -> None:
    assert call(board(), "get_company", company_id="C-TARN")["open_job_ids"] == ["J-DATA"]


def test_a_saved_job_shows_its_present_state() -> None:
    world = board()
    call(world, "save_job", job_id="J-DATA", note="ask about hours")
    call(world, "save_job", job_id="J-DATA", note="asked")
    outside(world, "close_job", job_id="J-DATA", reason="filled")
    [saved] = call(world, "list_saved_jobs")["items"]
    assert (saved["note"], saved["status"]) == ("asked", "closed")
    assert call(world, "list_saved_jobs", status="open")["total"] == 0
    call(world, "unsave_job", job_id="J-DATA")
    assert fails(world, "unsave_job", job_id="J-DATA") == "not_found"


def test_a_job_is_reported_once() -> None:
    world = board()
    assert fails(world, "report_job", job_id="J-DATA", reason="other") == "invalid"
    call(world, "report_job", job_id="J-DATA", reason="scam")
    assert fails(world, "report_job", job_id="J-DATA", reason="duplicate") == "conflict"


# ---- resumes


def test_an_application_keeps_the_version_that_was_sent() -> None:
    world = board()
    sent = call(world, "apply_job", job_id="J-DATA", resume_id="CV-1")
    changed = call(world, "update_resume", resume_id="CV-1", headline="Head of data", clear=["skills"])
    assert (changed["version"], changed["skills"]) == (2, [])
    assert call(world, "get_application", application_id=sent["application_id"])["resume_version"] == 1
    assert call(world, "get_resume", resume_id="CV-1", version=1)["headline"] == "Data analyst"
    assert fails(world, "get_resume", resume_id="CV-1", version=9) == "not_found"


def test_an_update_that_changes_nothing_makes_no_version() -> None:
    world = board()
    assert call(world, "update_resume", resume_id="CV-1", headline="Data analyst")["version"] == 1


def test_a_resume_in_use_cannot_be_deleted_and_used_versions_stay() -> None:
    world = board()
    sent = call(world, "apply_job", job_id="J-DATA", resume_id="CV-1")
    assert fails(world, "delete_resume", resume_id="CV-1") == "conflict"
    call(world, "withdraw_application", application_id=sent["application_id"])
    assert call(world, "delete_resume", resume_id="CV-1")["kept_versions"] == [1]
    assert fails(world, "apply_job", job_id="J-DATA", resume_id="CV-1", resume_version=1) == "not_found"
    assert call(world, "get_resume", resume_id="CV-1", version=1)["headline"] == "Data analyst"
    assert fails(world, "get_resume", resume_id="CV-1") == "not_found"


def test_resumes_of_others_are_refused() -> None:
    world = board()
    assert fails(world, "get_resume", resume_id="CV-X") == "refused"
    assert fails(world, "apply_job", job_id="J-DATA", resume_id="CV-X") == "refused"
    assert call(world, "list_resumes")["total"] == 1


def test_a_section_must_not_end_before_it_starts() -> None:
    section = {"kind": "experience", "title": "Clerk", "start": "2024-01-01", "end": "2023-01-01"}
    assert fails(board(), "create_resume", name="CV", headline="Clerk", sections=[section]) == "invalid"


# ---- applying


def test_applying_leaves_a_confirmation_and_is_viewed_later() -> None:
    world = board()
    sent = call(world, "apply_job", job_id="J-DATA", resume_id="CV-1")
    assert [entry.data for entry in world.journal.entries if isinstance(entry, Mark) and entry.ref == "mail"]
    world.advance(at("2026-03-04T09:00"))
    shown = call(world, "get_application", application_id=sent["application_id"])
    assert [step["status"] for step in shown["history"]] == ["submitted", "viewed"]


def test_the_confirmation_arrives_in_the_mailbox() -> None:
    world = board("email")
    call(world, "apply_job", job_id="J-DATA", resume_id="CV-1")
    [message] = world.table("email.messages")
    assert message.sender == "jobs@tarnmere.example"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"job_id": "J-PART"}, "conflict"),
        ({"job_id": "J-SOON"}, "not_found"),
        ({"job_id": "J-TOKYO"}, "invalid"),
        ({"job_id": "J-DATA", "resume_version": 2}, "not_found"),
        ({"job_id": "J-DATA", "expected_salary": {"minor": 1, "currency": "USD"}}, "invalid"),
        ({"job_id": "J-DATA", "available_from": "2026-01-01"}, "invalid"),
        ({"job_id": "J-DATA", "available_from": "9999-12-31"}, "invalid"),
    ],
)
def test_applications_that_are_refused_change_nothing(arguments: dict[str, Any], error: str) -> None:
    assert fails(board(), "apply_job", resume_id="CV-1", **arguments) == error


def test_there_is_one_application_per_job_even_after_withdrawal() -> None:
    world = board()
    sent = call(world, "apply_job", job_id="J-DATA", resume_id="CV-1")
    call(world, "withdraw_application", application_id=sent["application_id"])
    assert fails(world, "withdraw_application", application_id=sent["application_id"]) == "conflict"
    assert fails(world, "apply_job", job_id="J-DATA", resume_id="CV-1") == "conflict"


def test_a_job_closes_by_date_and_opens_again_with_a_later_one() -> None:
    world = board()
    world.advance(at("2026-03-21T00:00"))
    assert fails(world, "apply_job", job_id="J-DATA", resume_id="CV-1") == "expired"
    outside(world, "change_closing_date", job_id="J-DATA", closes_at="2026-03-25T12:00")
    call(world, "apply_job", job_id="J-DATA", resume_id="CV-1")


def test_closing_a_job_can_reject_its_applications() -> None:
    world = board(applications=[APPLICATION])
    outside(world, "close_job", job_id="J-DATA", status="withdrawn", reject_applications=True, tell=True)
    assert row(world, "applications", "A-1").status == "rejected"
    assert code(world.outside("job_board_reject_application", {"application_id": "A-1", "reason": "x"})) == "conflict"
    assert call(world, "list_applications", status="rejected")["items"][0]["job_status"] == "withdrawn"


# ---- interviews


def invited(**arguments: Any) -> tuple[World, str]:
    world = board(applications=[APPLICATION])
    slots = ["2026-03-10T10:00", "2026-03-11T15:00"]
    interview = outside(world, "invite_interview", **{"application_id": "A-1", "slots": slots, **arguments})
    return world, interview["id"]


def test_a_confirmed_slot_is_held_in_time() -> None:
    world, id = invited(zone="Asia/Tokyo")
    assert row(world, "applications", "A-1").status == "interview"
    assert fails(world, "confirm_interview", interview_id=id) == "invalid"
    assert fails(world, "confirm_interview", interview_id=id, slot="2026-03-10T11:00") == "invalid"
    booked = call(world, "confirm_interview", interview_id=id, slot="2026-03-10T09:00Z", add_to_calendar=True)
    assert (booked["status"], booked["local_start"]) == ("booked", "2026-03-10T18:00:00+09:00")
    assert [entry.ref for entry in world.journal.entries if isinstance(entry, Mark)] == ["agenda"]
    assert fails(world, "confirm_interview", interview_id=id, slot="2026-03-10T09:00Z") == "conflict"
    world.advance(at("2026-03-10T11:00"))
    assert row(world, "interviews", id).status == "held"


def test_a_proposal_that_nobody_answers_lapses() -> None:
    world, id = invited(respond_by="2026-03-09T12:00")
    world.advance(at("2026-03-09T12:00"))
    assert fails(world, "confirm_interview", interview_id=id, slot="2026-03-10T10:00") == "expired"


def test_overlapping_interviews_clash() -> None:
    world, id = invited()
    second = outside(world, "invite_interview", application_id="A-1", slots=["2026-03-10T10:30"])
    call(world, "confirm_interview", interview_id=id, slot="2026-03-10T10:00")
    assert fails(world, "confirm_interview", interview_id=second["id"], slot="2026-03-10T10:30") == "conflict"


def test_an_interview_can_be_moved_and_confirmed_again() -> None:
    world, id = invited()
    call(world, "confirm_interview", interview_id=id, slot="2026-03-10T10:00")
    outside(world, "move_interview", interview_id=id, starts_at="2026-03-12T09:00", reason="illness")
    [shown] = call(world, "list_interviews", status="moved")["items"]
    assert shown["starts_at"].startswith("2026-03-12T09:00")
    call(world, "confirm_interview", interview_id=id)
    assert row(world, "interviews", id).status == "booked"
    outside(world, "cancel_interview", interview_id=id, reason="position frozen")
    assert fails(world, "decline_interview", interview_id=id) == "conflict"


@pytest.mark.parametrize(
    ("wishes", "status", "wish_status"),
    [
        (["2026-03-14T10:00", "2026-03-13T10:00"], "booked", "granted"),
        (["2026-03-14T10:00"], "proposed", "refused"),
        (["2026-03-13T17:30"], "proposed", "refused"),
    ],
)
def test_an_employer_answers_wishes_within_its_hours(wishes: list[str], status: str, wish_status: str) -> None:
    world, id = invited(answers_after="PT5H")
    call(world, "propose_times", interview_id=id, times=wishes)
    assert fails(world, "propose_times", interview_id=id, times=wishes) == "conflict"
    world.advance(at("2026-03-02T14:00"))
    interview = row(world, "interviews", id)
    assert (interview.status, interview.wish_status) == (status, wish_status)


def test_an_employer_can_answer_wishes_itself() -> None:
    world, id = invited()
    call(world, "propose_times", interview_id=id, times=["2026-03-14T10:00"], message="travelling")
    assert code(world.outside("job_board_answer_wishes", {"interview_id": id, "starts_at": "2026-03-15T10:00"}))
    outside(world, "answer_wishes", interview_id=id, starts_at="2026-03-14T10:00")
    assert row(world, "interviews", id).starts_at == at("2026-03-14T10:00")


# ---- offers


def offered(**arguments: Any) -> tuple[World, str]:
    world = board(applications=[APPLICATION])
    terms = {"salary": {"minor": 58_000_00, "currency": "EUR"}, "start_date": "2026-05-01"}
    terms |= {"application_id": "A-1", "respond_by": "2026-03-09T18:00", "conditions": ["six months of probation"]}
    return world, outside(world, "make_offer", **{**terms, **arguments})["id"]


def test_accepting_an_offer_accepts_the_application() -> None:
    world, id = offered()
    assert call(world, "get_offer", offer_id=id)["conditions"] == ["six months of probation"]
    assert call(world, "accept_offer", offer_id=id)["status"] == "accepted"
    assert row(world, "applications", "A-1").status == "accepted"
    assert fails(world, "decline_offer", offer_id=id) == "conflict"
    world.advance(at("2026-03-20T00:00"))
    assert row(world, "offers", id).status == "accepted"


def test_an_unanswered_offer_expires() -> None:
    world, id = offered()
    world.advance(at("2026-03-09T18:00"))
    assert fails(world, "accept_offer", offer_id=id) == "expired"
    assert row(world, "applications", "A-1").status == "declined"


@pytest.mark.parametrize(
    ("until", "granted"), [("2026-03-12T18:00", True), ("2026-03-20T18:00", False)], ids=["within", "beyond"]
)
def test_more_time_is_given_up_to_the_employers_limit(until: str, granted: bool) -> None:
    world, id = offered(extends_until="2026-03-13T18:00", answers_after="PT4H")
    assert fails(world, "request_extension", offer_id=id, until="2026-03-09T18:00") == "invalid"
    asked = call(world, "request_extension", offer_id=id, until=until)
    assert asked["respond_by"].startswith("2026-03-09")
    world.advance(at("2026-03-10T00:00"))
    offer = row(world, "offers", id)
    assert (offer.status, offer.extension_status) == (("open", "granted") if granted else ("expired", "refused"))


def test_an_employer_answers_a_wish_for_time_or_withdraws() -> None:
    world, id = offered()
    call(world, "request_extension", offer_id=id, until="2026-03-15T12:00")
    outside(world, "answer_extension", offer_id=id, respond_by="2026-03-11T12:00")
    assert row(world, "offers", id).respond_by == at("2026-03-11T12:00")
    outside(world, "withdraw_offer", offer_id=id, reason="budget", tell=True)
    assert row(world, "applications", "A-1").status == "rejected"
    assert fails(world, "accept_offer", offer_id=id) == "conflict"


def test_a_better_offer_takes_the_place_of_the_first() -> None:
    world, id = offered()
    better = {"salary": {"minor": 61_000_00, "currency": "EUR"}, "start_date": "2026-05-01"}
    new = outside(world, "make_offer", application_id="A-1", respond_by="2026-03-12T18:00", **better)
    assert [(item["offer_id"], item["status"]) for item in call(world, "list_offers")["items"]] == [
        (id, "withdrawn"),
        (new["id"], "open"),
    ]


def test_withdrawing_ends_interviews_and_offers() -> None:
    world, id = offered()
    interview = outside(world, "invite_interview", application_id="A-1", slots=["2026-03-10T10:30"])
    call(world, "withdraw_application", application_id="A-1", reason="moving away")
    assert row(world, "offers", id).status == "declined"
    assert row(world, "interviews", interview["id"]).status == "cancelled"


def test_applications_of_others_are_refused() -> None:
    world = board(applications=[{**APPLICATION, "owner": "other"}])
    assert fails(world, "get_application", application_id="A-1") == "refused"
    assert call(world, "list_applications")["total"] == 0


# ---- recruiters


def test_a_conversation_about_a_job_goes_on() -> None:
    world = board("notification_hub")
    first = call(world, "send_message", job_id="J-DATA", text="Is part time possible?")
    outside(world, "send_recruiter_reply", job_id="J-DATA", text="Yes, from 30 hours.")
    again = call(world, "send_message", job_id="J-DATA", text="Thank you.")
    assert first["thread_id"] == again["thread_id"]
    thread = call(world, "get_thread", thread_id=first["thread_id"])
    assert [item["sender"] for item in thread["items"]] == ["applicant", "recruiter", "applicant"]
    assert thread["recruiter"] == "Ines Falkner"
    assert call(world, "list_threads", waiting=True)["total"] == 0
    assert fails(world, "send_message", text="To whom?") == "invalid"
    assert not list(world.table("notification_hub.notifications"))


# ---- alerts


def test_an_alert_rings_when_a_matching_job_appears() -> None:
    world = board("notification_hub")
    call(world, "create_alert", name="analyst", query="analyst", filters={"cities": ["Hamburg"]})
    call(world, "create_alert", name="tokyo", filters={"cities": ["東京"]})
    assert not world.advance(at("2026-03-12T00:00"), stop_at_rings=True)
    assert world.clock.now == at("2026-03-10T12:00")
    [ring] = world.take_rings()
    assert "J-SOON" in ring.text
    assert len(world.table("notification_hub.notifications")) == 1
    assert [alert["delivered"] for alert in call(world, "list_alerts")["items"]] == [["J-SOON"], []]


def test_a_daily_alert_waits_for_the_morning() -> None:
    world = board()
    call(world, "create_alert", name="analyst", query="analyst", frequency="daily")
    outside(world, "publish_job", job_id="J-SOON")
    assert not world.take_rings()
    world.advance(at("2026-03-03T08:00"))
    assert len(world.take_rings()) == 1


def test_paused_and_deleted_alerts_are_silent() -> None:
    world = board()
    paused = call(world, "create_alert", name="a", query="analyst")["alert_id"]
    deleted = call(world, "create_alert", name="b", query="analyst")["alert_id"]
    call(world, "switch_alert", alert_id=paused, status="paused")
    call(world, "delete_alert", alert_id=deleted)
    outside(world, "publish_job", job_id="J-SOON")
    assert not world.take_rings()
    assert fails(world, "switch_alert", alert_id=deleted, status="active") == "conflict"
    assert fails(world, "create_alert", name="all", filters={}) == "invalid"
    assert call(world, "list_alerts")["total"] == 1


def test_a_changed_salary_is_silent_and_seen() -> None:
    world = board("notification_hub")
    outside(world, "change_salary", job_id="J-DATA", salary_min={"minor": 48_000_00, "currency": "EUR"})
    assert call(world, "get_job", job_id="J-DATA")["salary_min"]["text"] == "EUR 48,000.00"
    assert not list(world.table("notification_hub.notifications"))
    wrong = {"job_id": "J-DATA", "salary_min": {"minor": 0, "currency": "EUR"}}
    assert code(world.outside("job_board_change_salary", wrong)) == "invalid"


# ---- background


def test_the_background_is_a_board_and_nothing_of_the_personas() -> None:
    service = make_world("job_board").services["job_board"]
    rows = list(service.background(JobBackground(cities=("Kyoto", "Tokyo"), jobs=60), 1, rng("t")))
    assert {table for table, _ in rows} == {"companies", "jobs"}
    jobs = [record for table, record in rows if table == "jobs"]
    assert {job.city for job in jobs} <= {"Kyoto", "Tokyo"}
    starts = setting().start
    assert all((job.posted_at > starts) == (job.status == "scheduled") for job in jobs)
    assert all(job.company_id in {record.id for table, record in rows if table == "companies"} for job in jobs)


def test_every_status_move_is_declared() -> None:
    assert all(JobBoard.tables[name].states for name in ("jobs", "applications", "interviews", "offers"))
