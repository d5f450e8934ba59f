"""The command line on personas of working sessions: list, show, replay, verify, report."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from inspect_ai import eval

from tests.bundle.copies import DESK, change, copy_of_desk, copy_of_tiny
from tests.cli.runs import Captured, run, run_json
from tests.inspect_side.models import mock_model
from vibelife_inspect import catalog
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.cli import verify as verify_command
from vibelife_inspect.episode import judge_lives
from vibelife_inspect.lab.lint import lint_task
from vibelife_inspect.sessions import measure
from vibelife_inspect.tasks.life import _life_task
from vibelife_inspect.tasks.proactive import _persona_task


@pytest.fixture(autouse=True)
def wide(tiny_tasks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


# ---- list and show

SIZE = {
    "id": "desk",
    "domain": "sessions",
    "title": "Three sittings at a desk",
    "sessions": 3,
    "groups": 1,
    "independent": 1,
    "intents": 5,
    "decoys": 1,
    "items": 7,
    "rubrics": 1,
    "services": ["email"],
    "days": 10,
}


def test_list_tells_the_size_of_each_persona(capsys: Captured) -> None:
    assert run_json(capsys, "list", "--domain", "sessions") == [SIZE]
    assert [row["id"] for row in run_json(capsys, "list")] == ["morning_run", "desk"]
    out = run(capsys, "list")[1]
    assert "A run before work" in out and "Three sittings at a desk" in out


def test_show_tells_what_is_left_unsaid(capsys: Captured) -> None:
    shown = run_json(capsys, "show", "desk")
    assert {key: shown[key] for key in SIZE} == SIZE
    assert set(shown) == {*SIZE, "summary", "variant", "digest", "timeline"}
    first, second, third = shown["timeline"]
    assert (first["needs"], second["needs"], third["away"]) == ([], ["s1_label"], True)
    assert first["at"] == "2026-03-02T09:00:00+00:00"
    assert first["intents"][0] == {
        "id": "i1_font",
        "kind": "standing_preference",
        "source": "style.md",
        "text": "Set it in Garamond, please.",
        "decoys": ["Arial"],
    }
    assert [intent["source"] for intent in (first["intents"][1], *second["intents"])] == [
        "only by asking",
        "s1_label",
        "email.messages MSG-ROOM",
    ]
    assert [(item["id"], item["judged_by"]) for item in first["items"]] == [
        ("c1_font", "predicate"),
        ("c1_fruit", "predicate"),
        ("c1_tone", "grader"),
    ]


def test_show_is_read_by_people(capsys: Captured) -> None:
    code, out, _ = run(capsys, "show", str(DESK))
    assert code == 0
    for words in (
        "2 s2_letter",
        "builds on s1_label",
        "nobody answers",
        "Bring all twelve jars.",
        "1 of them for a grader",
    ):
        assert words in out


# ---- replay


def test_replay_tells_both_figures(capsys: Captured) -> None:
    found = run_json(capsys, "replay", "desk", "--policy", "forgetful")
    assert list(found)[:4] == ["task", "variant", "policy", "history"]
    assert set(found) >= {"proc", "comp", "proc_weighted", "comp_weighted", "labels", "precision", "words", "turns"}
    assert (found["proc"], found["comp"], found["calls"]) == (pytest.approx(5 / 6), 1.0, 6)
    assert [each["id"] for each in found["sessions"]] == ["s1_label", "s2_letter", "s3_list"]
    assert found["sessions"][1] == {
        "id": "s2_letter",
        "proc": 0.5,
        "comp": 1.0,
        "labels": {"i2_name": "provided", "i2_day": "completed"},
        "turns": 2,
        "questions": 0,
        "matched": 0,
        "words": 4,
        "decoys": [],
        "items": found["sessions"][1]["items"],
    }
    assert set(found["sessions"][1]["items"][0]) == {"id", "passed", "by", "evidence"}


@pytest.mark.parametrize(("history", "proc", "lives"), [("full", 1, 1), ("group", 1, 2), ("none", 5 / 6, 3)])
def test_replay_takes_the_history_away(capsys: Captured, history: str, proc: float, lives: int) -> None:
    found = run_json(capsys, "replay", "desk", "--history", history)
    assert (found["history"], found["proc"], len(found["digests"])) == (history, pytest.approx(proc), lives)


def test_replay_writes_a_record_that_can_be_judged(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    found = run_json(capsys, "replay", "desk", "--history", "none", "--record", str(file))
    record = json.loads(file.read_text(encoding="utf-8"))
    assert measure(judge_lives(load_bundle(DESK), record)).proc == found["proc"]


def test_replay_is_read_by_people(capsys: Captured) -> None:
    code, out, _ = run(capsys, "replay", "desk", "--policy", "reactive")
    assert code == 0
    assert "Proc 0.000, Comp 0.833" in out
    assert "c3_jars (predicate): " in out
    assert "no questions" in out
    short = run(capsys, "replay", "desk", "--failed")[1]
    assert "s1_label" not in short and "Proc 1.000" in short


WRONG = [
    (["replay", "desk", "--policy", "oracel"], "did you mean 'oracle'?"),
    (["replay", "desk", "--policy", "reckless"], "there is no policy 'reckless' for desk"),
    (["replay", "desk", "--policy", "alternative:x"], "there is no policy 'alternative:x' for desk"),
    (["replay", "morning_run", "--policy", "guesser"], "there is no policy 'guesser' for morning_run"),
    (["replay", "morning_run", "--history", "none"], "--history is for working sessions; morning_run is a life task"),
    (["replay", "desk", "--history", "some"], "invalid choice: 'some'"),
    (["show", "dsek"], "did you mean 'desk'?"),
    (["verify", "dsek"], "did you mean 'desk'?"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=lambda value: str(value)[:60])
def test_a_wrong_call_is_told_on_stderr(capsys: Captured, arguments: list[str], words: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert words in " ".join(err.split())


def test_a_faulty_persona_is_told_with_all_its_faults(capsys: Captured, tmp_path: Path) -> None:
    path = copy_of_desk(tmp_path)
    change(path, "sessions/01_label.yaml", "text: It is plum jam.", "text: It is jam.")
    change(path, "sessions/02_letter.yaml", "needs: [s1_label]", "needs: [s1_lable]")
    code, out, err = run(capsys, "show", str(path))
    assert (code, out) == (1, "")
    assert "the bundle has 2 faults" in err
    assert "sessions/01_label.yaml:25: intents.1.text:" in err
    assert "sessions/02_letter.yaml:5: needs.0:" in err


# ---- new and estimate


def test_a_new_persona_is_valid_and_proved(capsys: Captured, tmp_path: Path) -> None:
    assert run(capsys, "new", "sessions/book_club", "--out", str(tmp_path))[0] == 0
    path = tmp_path / "sessions" / "book_club"
    assert lint_task(path, 3).problems == []
    code, out, _ = run(capsys, "verify", str(path), "--jobs", "1", "--variants", "1")
    assert code == 0, out


def test_estimate_begins_each_session_with_a_new_conversation(capsys: Captured, tmp_path: Path) -> None:
    path, once = copy_of_desk(tmp_path), run_json(capsys, "estimate", "desk")
    change(path, "sessions/01_label.yaml", "{reply: The label is done.}", f"{{reply: {'The label is done. ' * 200}}}")
    long = run_json(capsys, "estimate", str(path))
    grown = {key: long["min"][key] - once["min"][key] for key in ("output_tokens", "longest_context")}
    assert grown["output_tokens"] > 800
    assert grown["longest_context"] == 0


# ---- verify


def test_verify_tells_agents_and_verdict(capsys: Captured, tmp_path: Path) -> None:
    page = tmp_path / "validity.md"
    code, out, _ = run(capsys, "verify", "desk", "--jobs", "1", "--variants", "1", "--write", str(page))
    assert code == 0, out
    for words in (
        "oracle full",
        "silent none",
        "intents told apart 5 of 5",
        "decoys 1 of 1",
        "passed",
    ):
        assert words in out
    assert "## desk" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("copied", "file", "old", "new"),
    [
        (copy_of_desk, "sessions/01_label.yaml", "facts: [plum]", "facts: [fig]"),
        (copy_of_tiny, "checks.yaml", "axis: artifact", "axis: artefact"),
    ],
    ids=["persona", "life task"],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_verify_tells_a_broken_bundle_once(
    copied: Callable[[Path], Path], file: str, old: str, new: str, jobs: str, tmp_path: Path, capfd: Captured
) -> None:
    path = copied(tmp_path)
    change(path, file, old, new)
    code, out, err = run(capfd, "verify", str(path), "--jobs", jobs)
    assert (code, out) == (1, "")
    assert "the bundle has 1 fault" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(("passed", "code"), [(True, 0), (False, 1)])
def test_the_exit_code_of_verify_is_the_verdict(
    passed: bool, code: int, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = {"family": "sessions", "task": "desk", "passed": passed, "failures": []}
    monkeypatch.setattr(verify_command, "verify_sessions", lambda *_: report)
    got, out, err = run(capsys, "verify", "desk", "--jobs", "1", "--json")
    assert (got, err, json.loads(out)["passed"]) == (code, "", passed)


# ---- report


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Folders with one log each."""
    folder = tmp_path_factory.mktemp("logs")
    desk = _persona_task("desk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalog, "data_folder", lambda name: DESK.parents[2] / name)
        catalog.load_task.cache_clear()
        runs = {
            "full": (desk(), "vibelife/oracle", {}),
            "none": (desk(history="none"), "vibelife/oracle", {}),
            "epochs": (desk(), "vibelife/reactive", {"epochs": 2}),
            "graded": (desk(), "vibelife/oracle", {"model_roles": {"grader": mock_model(lambda number: "no JSON")}}),
            "life": (_life_task("morning_run")(), "vibelife/silent", {}),
        }
        for name, (task, model, options) in runs.items():
            eval(task, model=model, log_dir=str(folder / name), display="none", **options)
        yield {name: str(folder / name) for name in runs}
        catalog.load_task.cache_clear()


def test_report_tells_the_figures_of_a_persona(capsys: Captured, logs: dict[str, str]) -> None:
    found = run_json(capsys, "report", logs["none"])
    assert set(found) == {
        *("location", "task", "model", "status", "user", "memory", "history", "judged_by"),
        *("planned", "scored", "errored", "personas", "macro", "differences"),
    }
    assert (found["user"], found["memory"], found["history"]) == ("scripted", "files", "none")
    assert (found["judged_by"], found["planned"], found["scored"], found["errored"]) == ("predicates", 1, 1, 0)
    assert found["personas"]["desk"]["proc"] == {"mean": pytest.approx(5 / 6), "stderr": None, "epochs": 1}
    assert found["macro"]["proc"] == pytest.approx(5 / 6)
    assert {"completed", "inferred", "provided", "unreached", "comp_approximate"} <= set(found["macro"])
    assert "comp_graded" not in found["macro"]
    assert found["differences"] == {}


def test_report_has_errors_over_epochs(capsys: Captured, logs: dict[str, str]) -> None:
    found = run_json(capsys, "report", logs["epochs"])
    assert found["personas"]["desk"]["comp"] == {"mean": pytest.approx(5 / 6), "stderr": 0.0, "epochs": 2}
    assert "precision" not in found["macro"]  # nothing was asked


def test_report_keeps_a_grader_apart(capsys: Captured, logs: dict[str, str]) -> None:
    found = run_json(capsys, "report", logs["graded"])
    assert found["judged_by"] == "grader"
    assert found["macro"]["comp"] == 1.0
    assert found["macro"]["comp_graded"] == pytest.approx((2 / 3 + 1 + 1) / 3)
    assert "comp_approximate" not in found["macro"]
    assert "all items, rubric items by the grader: 0.889" in run(capsys, "report", logs["graded"])[1]


def test_report_against_another_log_pairs_by_session(capsys: Captured, logs: dict[str, str]) -> None:
    gaps = run_json(capsys, "report", logs["full"], "--against", logs["none"])["differences"]
    # Proc: 1 - 1, 1 - 1/2, 1 - 1: mean 1/6, deviation sqrt(((1/6)^2 + (1/3)^2 + (1/6)^2) / 2) = sqrt(1/12)
    assert gaps["proc"] == {
        "mean": pytest.approx(1 / 6),
        "stderr": pytest.approx((1 / 12) ** 0.5 / 3**0.5),
        "sessions": 3,
    }
    assert gaps["comp"] == {"mean": 0.0, "stderr": 0.0, "sessions": 3}
    back = run_json(capsys, "report", logs["none"], "--against", logs["full"])["differences"]
    assert back["proc"]["mean"] == pytest.approx(-1 / 6)
    out = run(capsys, "report", logs["full"], "--against", logs["none"])[1]
    assert "difference in Proc, paired over 3 sessions: +0.167 ± 0.167" in out


def test_report_pairs_means_over_epochs(capsys: Captured, logs: dict[str, str]) -> None:
    gaps = run_json(capsys, "report", logs["full"], "--against", logs["epochs"])["differences"]
    assert (gaps["proc"]["mean"], gaps["comp"]["mean"]) == (1.0, pytest.approx(1 / 6))


REFUSED = [
    ("full", "graded", "these logs are no pair: judged_by is predicates in one and grader in the other"),
    ("full", "life", "this log holds no scored working sessions"),
    ("life", "full", "--against compares logs of working sessions; this log is of life tasks"),
    ("full", "nowhere", "there is no log in"),
]


@pytest.mark.parametrize(("one", "other", "words"), REFUSED, ids=lambda value: str(value)[:40])
def test_report_refuses_what_is_no_pair(
    capsys: Captured, logs: dict[str, str], one: str, other: str, words: str
) -> None:
    code, out, err = run(capsys, "report", logs[one], "--against", logs.get(other, other))
    assert (code, out) == (2, "")
    assert words in " ".join(err.split())


def test_report_of_life_tasks_is_as_before(capsys: Captured, logs: dict[str, str]) -> None:
    assert run_json(capsys, "report", logs["life"])["score"] == 0.0
