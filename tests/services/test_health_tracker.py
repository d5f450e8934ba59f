"""health_tracker: readings and alarms, the diary, goals, medications, plans, shared data, and what time does."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.ids import rng
from vibelife_inspect.services.health_tracker import HealthTracker
from vibelife_inspect.services.health_tracker.background import HealthBackground
from vibelife_inspect.services.health_tracker.figures import mean
from vibelife_inspect.services.health_tracker.records import decimal
from vibelife_inspect.world import Mark, World

DEVICE = {"source": "device", "device": "D-CUFF"}
SEEDS: dict[str, list[dict[str, Any]]] = {
    "devices": [{"id": "D-CUFF", "name": "Cuff", "kind": "blood_pressure"}],
    "readings": [
        {"id": "R-1", "metric": "weight", "value": 72400, "measured_at": "2026-02-16T07:00"},
        {"id": "R-2", "metric": "weight", "value": 71900, "measured_at": "2026-02-23T07:00"},
        {"id": "R-3", "metric": "weight", "value": 71500, "measured_at": "2026-03-01T07:00"},
        {"id": "R-BP", "metric": "blood_pressure", "value": 128000, "second": 82000, "measured_at": "2026-03-01T08:00",
         **DEVICE},
        {"id": "R-SOON", "metric": "blood_pressure", "value": 151000, "second": 95000,
         "measured_at": "2026-03-03T08:00", **DEVICE},
        {"id": "R-LATER", "metric": "blood_pressure", "value": 155000, "second": 96000,
         "measured_at": "2026-03-04T08:00", **DEVICE},
        {"id": "R-S1", "metric": "steps", "value": 4000000, "measured_at": "2026-03-01T12:00"},
        {"id": "R-S2", "metric": "steps", "value": 5000000, "measured_at": "2026-03-01T20:00"},
        {"id": "R-MUM", "owner": "mum", "metric": "blood_glucose", "value": 6100, "measured_at": "2026-03-01T08:00"},
        {"id": "R-DAD", "owner": "dad", "metric": "weight", "value": 81000, "measured_at": "2026-03-01T08:00"},
    ],
    "shares": [{"id": "S-MUM", "owner": "mum", "name": "Ingrid", "scopes": ["readings", "medications"],
                "valid_until": "2026-03-20T00:00"}],
    "workouts": [
        {"id": "W-1", "kind": "run", "started_at": "2026-03-01T10:00", "minutes": 40, "metres": 7000},
        {"id": "W-MUM", "owner": "mum", "kind": "walk", "started_at": "2026-03-01T10:00", "minutes": 30},
    ],
    "notes": [{"id": "N-1", "text": "膝盖有点痛", "written_at": "2026-03-01T21:00"}],
    "medications": [
        {"id": "M-MUM", "owner": "mum", "name": "Metformin", "dose": "500 mg", "times": ["09:00"],
         "starts_on": "2026-02-01"},
        {"id": "M-IRON", "name": "Iron", "dose": "50 mg", "times": ["20:00", "08:30"], "starts_on": "2026-02-01",
         "stock": 3},
    ],
    "goals": [
        {"id": "G-RUN", "measure": "workouts", "target": 2, "period": "week", "starts_on": "2026-02-02"},
    ],
}  # fmt: skip


class Diary:
    """A world with the seeds, and short calls."""

    def __init__(self, **seeds: list[dict[str, Any]]) -> None:
        rows = {f"health_tracker.{table}": rows for table, rows in (SEEDS | seeds).items()}
        self.world: World = make_world("health_tracker", seeds=rows)

    def ok(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.call(f"health_tracker_{name}", arguments))

    def code(self, name: str, /, **arguments: Any) -> str:
        before = self.world.digest()
        answer = code(self.world.call(f"health_tracker_{name}", arguments))
        assert self.world.digest() == before
        return answer

    def out(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.outside(f"health_tracker_{name}", arguments))

    def go(self, to: str) -> None:
        self.world.advance(at(to))

    def notices(self) -> list[str]:
        return [entry.data["title"] for entry in self.world.journal.entries
                if isinstance(entry, Mark) and entry.ref == "notice"]  # fmt: skip


def ids(result: Any) -> list[str]:
    return [item["id"] for item in result["items"]]


# ---- readings


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"metric": "weight"}, ["R-3", "R-2", "R-1"]),
        ({"metric": "weight", "since": "2026-02-23", "until": "2026-02-28"}, ["R-2"]),
        ({"metric": "weight", "since": "0001-01-01", "until": "9999-12-31"}, ["R-3", "R-2", "R-1"]),
        ({"metric": "weight", "limit": 1, "cursor": "R-3"}, ["R-2"]),
        ({"metric": "blood_pressure", "source": "device"}, ["R-BP"]),
        ({"metric": "blood_pressure", "source": "manual"}, []),
        ({"metric": "blood_glucose", "owner": "mum"}, ["R-MUM"]),
        ({"metric": "blood_glucose"}, []),
    ],
)
def test_readings_are_listed_newest_first(arguments: dict[str, Any], expected: list[str]) -> None:
    assert ids(Diary().ok("list_readings", **arguments)) == expected


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("log_reading", {"metric": "weight", "value": 72}, "invalid"),
        ("log_reading", {"metric": "blood_pressure", "value": 120000}, "invalid"),
        ("log_reading", {"metric": "weight", "value": 72000, "second": 1000}, "invalid"),
        ("log_reading", {"metric": "weight", "value": 72000, "measured_at": "2026-03-03T08:00"}, "invalid"),
        ("log_reading", {"metric": "finger_pain", "value": 3000}, "not_found"),
        ("define_metric", {"metric": "weight", "name": "Weight"}, "conflict"),
        ("define_metric", {"metric": "Big Toe", "name": "Toe"}, "invalid"),
        ("update_reading", {"reading_id": "R-BP", "value": 120000}, "refused"),
        ("update_reading", {"reading_id": "R-SOON", "note": "?"}, "not_found"),
        ("update_reading", {"reading_id": "R-MUM", "note": "?"}, "refused"),
        ("delete_entry", {"entry_id": "R-MUM"}, "refused"),
        ("get_entry", {"entry_id": "R-SOON"}, "not_found"),
        ("get_entry", {"entry_id": "R-DAD"}, "refused"),
        ("get_entry", {"entry_id": "W-MUM"}, "refused"),
        ("list_readings", {"metric": "weight", "owner": "dad"}, "refused"),
        ("list_readings", {"metric": "weight", "since": "2026-03-02", "until": "2026-03-01"}, "invalid"),
        ("list_diary", {"kind": "workout", "owner": "mum"}, "refused"),
        ("list_diary", {"kind": "meal", "workout_kind": "run"}, "invalid"),
        ("export_text", {"since": "2026-01-01", "until": "2026-12-31"}, "invalid"),
        ("set_threshold", {"metric": "weight", "side": "second", "low": 1}, "invalid"),
        ("set_threshold", {"metric": "weight", "low": 2, "high": 1}, "invalid"),
        ("set_threshold", {"metric": "weight"}, "conflict"),
        ("log_sleep", {"asleep_at": "2026-03-01T23:00", "awake_at": "2026-03-01T22:00"}, "invalid"),
        ("log_workout", {"kind": "run", "started_at": "1900-01-01T00:00", "minutes": 5}, "invalid"),
    ],
)
def test_wrong_calls_change_nothing(name: str, arguments: dict[str, Any], expected: str) -> None:
    assert Diary().code(name, **arguments) == expected


def test_an_own_metric_works_like_a_standard_one() -> None:
    diary = Diary()
    diary.ok("define_metric", metric="finger_pain", name="Finger pain", unit="of 10", least=0, most=10000)
    reading = diary.ok("log_reading", metric="finger_pain", value=3500)
    assert reading["text"] == "3.5 of 10"
    assert diary.code("log_reading", metric="finger_pain", value=11000) == "invalid"
    changed = diary.ok("update_reading", reading_id=reading["id"], value=2000, note="after ice")
    assert (changed["text"], changed["note"]) == ("2 of 10", "after ice")
    diary.ok("delete_entry", entry_id=reading["id"])
    assert diary.ok("list_readings", metric="finger_pain")["total"] == 0


def test_metrics_show_their_latest_reading_and_who_shares() -> None:
    listed = Diary().ok("list_metrics")
    latest = {row["metric"]: row["latest"]["text"] for row in listed["items"]}
    assert latest == {"blood_pressure": "128/82 mmHg", "steps": "5000 steps", "weight": "71.5 kg"}
    assert [share["owner"] for share in listed["shared_with_user"]] == ["mum"]
    assert [row["metric"] for row in Diary().ok("list_metrics", owner="mum")["items"]] == ["blood_glucose"]


def test_a_summary_is_integer_statistics_week_by_week() -> None:
    summary = Diary().ok(
        "summarize_metric", metric="weight", since="2026-02-16", until="2026-03-01",
        compare_with={"since": "2026-02-16", "until": "2026-02-16"},
    )  # fmt: skip
    assert [summary[name] for name in ("count", "least", "most", "mean", "latest", "trend", "change")] == [
        3, 71500, 72400, 71933, 71500, -700, 71933 - 72400]  # fmt: skip
    assert [week["week_from"] for week in summary["by_week"]] == ["2026-02-16", "2026-02-23"]
    steps = Diary().ok("summarize_metric", metric="steps")
    assert (steps["count"], steps["counted"], steps["mean_text"]) == (1, "days", "9000 steps")
    pair = Diary().ok("summarize_metric", metric="blood_pressure")
    assert (pair["mean"], pair["second"]["mean"]) == (128000, 82000)
    assert Diary().ok("summarize_metric", metric="water")["mean"] is None


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=30))
@limits(max_examples=60, deadline=None)
def test_the_mean_is_rounded_half_to_even(numbers: list[int]) -> None:
    assert mean(numbers) == round(Fraction(sum(numbers), len(numbers)))


@pytest.mark.parametrize(("value", "text"), [(72400, "72.4"), (-50, "-0.05"), (8000000, "8000"), (1, "0.001")])
def test_thousandths_read_as_decimals(value: int, text: str) -> None:
    assert decimal(value) == text


# ---- alarms, devices


def test_a_threshold_rings_when_a_device_reading_crosses_it() -> None:
    diary = Diary()
    threshold = diary.ok("set_threshold", metric="blood_pressure", high=140000)["id"]
    diary.ok("log_reading", metric="blood_pressure", value=160000, second=90000)
    assert diary.world.take_rings() == []
    diary.go("2026-03-05T08:00")
    rings = diary.world.take_rings()
    assert [ring.ref for ring in rings] == [threshold]
    assert rings[0].at == at("2026-03-03T08:00")
    assert diary.notices() == ["Blood pressure out of range"]
    diary.out("sync_readings", device_id="D-CUFF", readings=[
        {"metric": "blood_pressure", "value": 120000, "second": 80000},
        {"metric": "blood_pressure", "value": 150000, "second": 80000, "measured_at": "2026-03-05T07:00"}])  # fmt: skip
    assert diary.world.take_rings() == []
    diary.out("sync_readings", device_id="D-CUFF",
              readings=[{"metric": "blood_pressure", "value": 141000, "second": 80000}])  # fmt: skip
    assert len(diary.world.take_rings()) == 1
    assert diary.ok("list_diary", kind="alert")["total"] == 2


def test_a_threshold_is_replaced_and_removed() -> None:
    diary = Diary()
    diary.ok("set_threshold", metric="blood_pressure", high=140000)
    diary.ok("set_threshold", metric="blood_pressure", side="second", high=90000)
    diary.ok("set_threshold", metric="blood_pressure", high=145000)
    rows = diary.ok("list_metrics")["items"][0]["thresholds"]
    assert [(row["side"], row["high"]) for row in rows] == [("second", 90000), ("value", 145000)]
    assert diary.ok("set_threshold", metric="blood_pressure")["status"] == "removed"
    diary.ok("set_threshold", metric="blood_pressure", side="second")
    diary.go("2026-03-05T08:00")
    assert diary.world.take_rings() == []


def test_a_seeded_threshold_wakes_nobody() -> None:
    diary = Diary(thresholds=[{"id": "T-1", "metric": "blood_pressure", "high": 140000}])
    diary.go("2026-03-05T08:00")
    assert diary.world.take_rings() == []
    assert diary.ok("list_diary", kind="alert")["total"] == 1


def test_a_recalled_device_counts_no_more() -> None:
    diary = Diary()
    diary.ok("set_threshold", metric="blood_pressure", high=140000)
    diary.out("recall_device", device_id="D-CUFF", reason="Reads too high")
    summary = diary.ok("summarize_metric", metric="blood_pressure")
    assert (summary["count"], summary["left_out"]) == (0, 1)
    diary.go("2026-03-05T08:00")
    assert diary.world.take_rings() == []
    reading = {"metric": "weight", "value": 70000}
    refused = diary.world.outside("health_tracker_sync_readings", {"device_id": "D-CUFF", "readings": [reading]})
    assert code(refused) == "conflict"


def test_a_correction_keeps_the_reading() -> None:
    diary = Diary()
    diary.out("correct_reading", reading_id="R-BP", value=118000, second=79000)
    entry = diary.ok("get_entry", entry_id="R-BP")
    assert (entry["text"], entry["corrected_at"] is not None) == ("118/79 mmHg", True)


# ---- diary


def test_the_diary_takes_and_gives_back() -> None:
    diary = Diary()
    workout = diary.ok("log_workout", kind="ride", started_at="2026-03-02T06:00", minutes=60, metres=20000)
    diary.ok("update_workout", workout_id=workout["id"], minutes=65, note="wind")
    diary.ok("log_meal", meal="breakfast", kcal=400, protein_grams=20, eaten_at="2026-03-02T07:00")
    sleep = diary.ok("log_sleep", asleep_at="2026-03-01T23:00", awake_at="2026-03-02T06:00", minutes=400)
    assert ids(diary.ok("list_diary", kind="workout")) == [workout["id"], "W-1"]
    assert ids(diary.ok("list_diary", kind="workout", workout_kind="run")) == ["W-1"]
    assert ids(diary.ok("list_diary", kind="sleep", since="2026-03-02")) == [sleep["id"]]
    days = diary.ok("summarize_days", days=2)
    assert [day["date"] for day in days["days"]] == ["2026-03-01", "2026-03-02"]
    assert [day["steps"] for day in days["days"]] == [9000, 0]
    names = ("workouts", "workout_minutes", "workout_metres", "kcal_eaten", "protein_grams", "sleep_minutes")
    assert [days["total"][name] for name in names] == [2, 105, 27000, 400, 20, 400]
    entry = diary.ok("get_entry", entry_id=workout["id"])
    assert (entry["entry"], entry["kind"], entry["minutes"], entry["note"]) == ("workout", "ride", 65, "wind")


def test_a_doctors_note_stays() -> None:
    diary = Diary()
    note = diary.out("doctor_note", author="Dr. Imke Solberg", text="Measure twice a day", about="blood_pressure")
    own = diary.ok("add_note", text="OK", about="weight")
    assert diary.code("delete_entry", entry_id=note["id"]) == "refused"
    diary.ok("delete_entry", entry_id=own["id"])
    assert ids(diary.ok("list_diary", kind="note")) == [note["id"], "N-1"]
    assert diary.notices() == []


def test_an_export_is_text_in_order_of_time() -> None:
    export = Diary().ok("export_text", since="2026-03-01", until="2026-03-01")
    assert export["text"].splitlines() == [
        "2026-03-01 07:00 Weight: 71.5 kg",
        "2026-03-01 08:00 Blood pressure: 128/82 mmHg",
        "2026-03-01 10:00 Workout: run, 40 min, 7000 m",
        "2026-03-01 12:00 Steps: 4000 steps",
        "2026-03-01 20:00 Steps: 5000 steps",
        "2026-03-01 21:00 Note: 膝盖有点痛",
    ]
    assert Diary().ok("export_text", since="2026-03-01", until="2026-03-01", owner="mum")["lines"] == 1
    assert (
        Diary().code("export_text", since="2026-03-01", until="2026-03-01", owner="mum", include=["meals"]) == "refused"
    )
    assert Diary().code("export_text", since="2026-03-01", until="2026-03-01", owner="dad") == "refused"


def test_a_share_ends_or_is_revoked() -> None:
    diary = Diary()
    assert diary.ok("list_medications", owner="mum")["total"] == 1
    diary.go("2026-03-20T01:00")
    assert diary.code("list_medications", owner="mum") == "refused"
    other = Diary()
    other.out("revoke_share", share_id="S-MUM")
    assert other.code("list_readings", metric="weight", owner="mum") == "refused"


# ---- goals


def test_windows_of_a_goal_close_and_count() -> None:
    diary = Diary()
    progress = diary.ok("list_goals")["items"][0]["progress"]
    assert (progress["window_from"], progress["value"], progress["percent"]) == ("2026-03-02", 0, 0)
    for day in ("2026-03-02", "2026-03-02"):
        diary.ok("log_workout", kind="run", started_at=f"{day}T06:00", minutes=30)
    assert diary.ok("list_goals", goal_id="G-RUN")["items"][0]["progress"]["reached"] is True
    diary.go("2026-03-16T08:00")
    goal = diary.ok("list_goals")["items"][0]
    assert (goal["met"], goal["missed"], goal["status"]) == (1, 1, "active")
    assert goal["progress"]["window_from"] == "2026-03-16"


@pytest.mark.parametrize(("target", "status"), [(71500, "achieved"), (70000, "missed")])
def test_a_goal_with_one_window_ends_achieved_or_missed(target: int, status: str) -> None:
    diary = Diary()
    goal = diary.ok("set_goal", measure="metric", metric="weight", target=target, direction="at_most", period="once",
                    ends_on="2026-03-08")["id"]  # fmt: skip
    diary.ok("log_reading", metric="weight", value=71400)
    diary.go("2026-03-09T00:00")
    assert diary.ok("list_goals", goal_id=goal)["items"][0]["status"] == status
    assert diary.code("update_goal", goal_id=goal, status="abandoned") == "conflict"


def test_a_goal_counts_only_its_own_window() -> None:
    diary = Diary()
    goal = diary.ok("set_goal", measure="metric", metric="weight", target=72000, direction="at_most", period="once",
                    ends_on="2026-03-08")["id"]  # fmt: skip
    assert diary.ok("list_goals", goal_id=goal)["items"][0]["progress"]["value"] is None
    assert diary.code("update_goal", goal_id=goal, status="achieved") == "conflict"
    diary.ok("log_reading", metric="weight", value=71000)
    assert diary.ok("update_goal", goal_id=goal, status="achieved")["status"] == "achieved"


def test_a_daily_goal_with_an_end_ends() -> None:
    diary = Diary()
    goal = diary.ok("set_goal", measure="kcal_eaten", target=2000, direction="at_most", period="day",
                    ends_on="2026-03-20")["id"]  # fmt: skip
    diary.ok("log_meal", meal="lunch", kcal=900)
    diary.ok("update_goal", goal_id=goal, ends_on="2026-03-02")
    diary.go("2026-03-03T00:00")
    closed = diary.ok("list_goals", goal_id=goal)["items"][0]
    assert (closed["status"], closed["met"], closed["progress"]["value"]) == ("achieved", 1, 900)


@pytest.mark.parametrize(
    "arguments",
    [
        {"measure": "metric", "target": 1, "period": "day"},
        {"measure": "workouts", "target": 1, "period": "day", "metric": "weight"},
        {"measure": "workouts", "target": 1, "period": "once"},
        {"measure": "workouts", "target": -1, "period": "day"},
        {"measure": "workouts", "target": 1, "period": "day", "starts_on": "2026-03-01"},
        {"measure": "workouts", "target": 1, "period": "day", "ends_on": "2026-03-01"},
        {"measure": "workouts", "target": 1, "period": "day", "ends_on": "9999-12-31"},
        {"measure": "kcal_eaten", "target": 1, "period": "day", "workout_kind": "run"},
    ],
)
def test_goals_that_cannot_be_are_refused(arguments: dict[str, Any]) -> None:
    assert Diary().code("set_goal", **arguments) == "invalid"


# ---- medications


def test_doses_are_taken_skipped_or_missed() -> None:
    diary = Diary()
    iron = diary.ok("list_medications")["items"][0]
    assert iron["next_dose_at"] == "2026-03-02T08:30:00+01:00"
    assert diary.ok("log_dose", medication_id="M-IRON")["status"] == "taken"
    assert diary.code("log_dose", medication_id="M-IRON") == "conflict"
    diary.go("2026-03-02T17:00")
    diary.ok("log_dose", medication_id="M-IRON", status="skipped")
    diary.go("2026-03-03T12:30")
    iron = diary.ok("list_medications", days=7)["items"][0]
    assert (iron["stock"], iron["next_dose_at"]) == (2, "2026-03-03T20:00:00+01:00")
    assert iron["adherence"] == {"taken": 1, "skipped": 1, "missed": 1, "percent": 33}
    made_up = diary.ok("log_dose", medication_id="M-IRON", due_at="2026-03-03T08:30")
    assert made_up["status"] == "taken"
    assert diary.code("log_dose", medication_id="M-IRON", due_at="2026-03-03T08:30") == "conflict"
    assert diary.code("log_dose", medication_id="M-IRON", due_at="2026-03-01T08:30") == "not_found"
    assert diary.ok("list_medications")["items"][0]["stock"] == 1
    assert diary.notices() == []


def test_a_dose_needs_stock() -> None:
    diary = Diary()
    diary.ok("update_medication", medication_id="M-IRON", stock=0)
    assert diary.code("log_dose", medication_id="M-IRON") == "unavailable"
    assert diary.ok("update_medication", medication_id="M-IRON", stock=30)["stock"] == 30
    diary.ok("log_dose", medication_id="M-IRON")


def test_a_missed_dose_rings_where_it_was_asked_for() -> None:
    diary = Diary()
    med = diary.ok("add_medication", name="Thyroxin", dose="75 mcg", times=["09:00"], ends_on="2026-03-03",
                   notify_missed=True)["id"]  # fmt: skip
    diary.go("2026-03-10T08:00")
    assert [ring.ref for ring in diary.world.take_rings()] == [med, med]
    assert diary.notices() == ["Thyroxin: dose missed"] * 2
    assert diary.ok("list_medications", status="finished")["items"][0]["adherence"]["missed"] == 2
    assert diary.code("update_medication", medication_id=med, stock=1) == "conflict"
    assert diary.code("log_dose", medication_id=med) == "conflict"


def test_a_stopped_medication_waits_for_nothing() -> None:
    diary = Diary()
    assert diary.ok("update_medication", medication_id="M-IRON", status="stopped")["next_dose_at"] is None
    assert diary.code("log_dose", medication_id="M-IRON") == "conflict"
    diary.go("2026-03-05T10:00")
    again = diary.ok("update_medication", medication_id="M-IRON", status="active", times=["11:00"])
    assert again["next_dose_at"] == "2026-03-05T11:00:00+01:00"
    assert again["times"] == ["11:00:00"]
    assert diary.ok("list_diary", kind="dose")["total"] == 0


def test_an_early_dose_is_not_asked_for_again_after_a_change() -> None:
    diary = Diary()
    diary.go("2026-03-02T17:00")
    diary.ok("log_dose", medication_id="M-IRON")
    changed = diary.ok("update_medication", medication_id="M-IRON", times=["20:00"])
    assert changed["next_dose_at"] == "2026-03-03T20:00:00+01:00"


def test_medicines_as_needed_are_logged_when_taken() -> None:
    diary = Diary()
    med = diary.ok("add_medication", name="Ibuprofen", dose="400 mg", times=[], stock=10)["id"]
    diary.ok("log_dose", medication_id=med)
    assert diary.code("log_dose", medication_id=med, status="skipped") == "conflict"
    diary.go("2026-03-05T08:00")
    assert diary.ok("list_medications")["items"][0]["adherence"]["taken"] == 1


def test_somebody_elses_doses_are_read_only() -> None:
    diary = Diary()
    assert diary.code("log_dose", medication_id="M-MUM") == "refused"
    diary.go("2026-03-02T09:05")
    diary.out("record_dose", medication_id="M-MUM")
    diary.go("2026-03-04T08:00")
    adherence = diary.ok("list_medications", owner="mum")["items"][0]["adherence"]
    assert (adherence["taken"], adherence["missed"]) == (1, 1)
    assert diary.ok("list_diary", kind="dose", owner="mum")["total"] == 2


@given(st.lists(st.sampled_from(["take", "skip", "wait", "long", "change", "stop", "go"]), max_size=14))
@limits(max_examples=25, deadline=None)
def test_no_dose_is_ever_entered_twice_and_stock_never_lies(steps: list[str]) -> None:
    diary, hours = Diary(), 0
    calls = {
        "take": ("log_dose", {}),
        "skip": ("log_dose", {"status": "skipped"}),
        "change": ("update_medication", {"times": ["06:00", "12:00", "23:30"]}),
        "stop": ("update_medication", {"status": "stopped"}),
        "go": ("update_medication", {"status": "active"}),
    }
    for step in steps:
        if step in calls:
            name, arguments = calls[step]
            diary.world.call(f"health_tracker_{name}", {"medication_id": "M-IRON", **arguments})
        else:
            hours += 5 if step == "wait" else 31
            diary.world.advance(at("2026-03-02T07:00+00:00") + timedelta(hours=hours))
    doses = [dose for dose in diary.world.table("health_tracker.doses") if dose.medication == "M-IRON"]
    assert len({dose.due_at for dose in doses}) == len(doses)
    stock = diary.world.table("health_tracker.medications").get("M-IRON").stock
    assert stock == 3 - sum(dose.status == "taken" for dose in doses) >= 0


# ---- plans

PLAN = {
    "name": "Spring",
    "weeks": 2,
    "sessions": [
        {"weekday": "monday", "at": "07:00", "kind": "strength"},
        {"weekday": "wednesday", "at": "18:00", "kind": "run", "minutes": 40},
    ],
}


def test_a_plan_lays_out_its_sessions() -> None:
    plan = Diary().ok("create_plan", **PLAN)
    assert [item["starts_at"][:16] for item in plan["items"]] == [
        "2026-03-04T18:00", "2026-03-09T07:00", "2026-03-11T18:00", "2026-03-16T07:00"]  # fmt: skip
    assert plan["sessions"]["planned"] == 4
    assert Diary().code("create_plan", **{**PLAN, "sessions": PLAN["sessions"] * 2}) == "invalid"
    assert Diary().code("create_plan", **PLAN, starts_on="2026-03-01") == "invalid"


def test_sessions_are_done_moved_skipped_or_missed() -> None:
    diary = Diary()
    plan = diary.ok("create_plan", **PLAN)
    run, gym, third, last = (item["id"] for item in plan["items"])
    moved = diary.ok("update_session", session_id=run, status="moved", starts_at="2026-03-05T18:00")
    assert (moved["status"], moved["moved_from"][:16]) == ("moved", "2026-03-04T18:00")
    assert diary.code("update_session", session_id=gym, status="moved") == "invalid"
    assert diary.code("update_session", session_id=gym, status="moved", starts_at="2026-03-01T18:00") == "invalid"
    diary.go("2026-03-05T20:00")
    workout = diary.ok("log_workout", kind="run", started_at="2026-03-05T18:10", minutes=40, session_id=run)
    assert diary.code("update_session", session_id=gym, status="done", workout_id=workout["id"]) == "conflict"
    diary.ok("update_session", session_id=gym, status="done", workout_id="W-1")
    diary.ok("update_session", session_id=third, status="skipped")
    diary.go("2026-03-16T19:00")
    listed = diary.ok("list_sessions", plan_id=plan["plan_id"])
    assert [item["status"] for item in listed["items"]] == ["done", "done", "skipped", "missed"]
    assert listed["plans"][0]["sessions"] == {"planned": 0, "moved": 0, "done": 2, "skipped": 1, "missed": 1}
    assert diary.ok("update_session", session_id=last, status="done")["status"] == "done"
    assert diary.code("update_session", session_id=last, status="skipped") == "conflict"
    diary.ok("delete_entry", entry_id=workout["id"])
    assert diary.ok("list_sessions", status="done")["items"][0]["workout"] is None


# ---- background


def generated(level: int = 1, **options: Any) -> list[tuple[str, Any]]:
    service = make_world("health_tracker").services["health_tracker"]
    assert isinstance(service, HealthTracker)
    return list(service.background(HealthBackground(**options), level, rng("t")))


def test_the_background_is_a_past_that_asks_for_nothing() -> None:
    rows, start = generated(), at("2026-03-02T08:00")
    assert {table for table, _ in rows} == {"devices", "readings", "nights", "workouts", "meals"}
    assert all(row.moment < start for table, row in rows if table != "devices")
    assert all(row.arrived for table, row in rows if table == "readings")
    assert {row.metric for table, row in generated(metrics=("weight",)) if table == "readings"} == {"weight"}
    assert generated(0) == []


def test_a_background_that_continues_arrives_day_by_day() -> None:
    rows: dict[str, list[Any]] = {}
    for table, row in generated(continues=True):
        rows.setdefault(f"health_tracker.{table}", []).append(row)
    world = make_world("health_tracker", seeds=rows)
    before = ok(world.call("health_tracker_list_readings", {"metric": "steps"}))["total"]
    world.advance(at("2026-03-09T08:00"))
    assert ok(world.call("health_tracker_list_readings", {"metric": "steps"}))["total"] == before + 7
