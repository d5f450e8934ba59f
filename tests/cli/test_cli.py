"""The command line: what is printed where, and with which exit code."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bundle.copies import change, copy_of_tiny
from tests.cli.runs import Captured, run, run_json
from vibelife_inspect import __version__, catalog
from vibelife_inspect.cli import command_names
from vibelife_inspect.services import service_classes

DATA = Path(__file__).parents[1] / "data"
TINY = DATA / "tasks" / "fitness" / "morning_run"


@pytest.fixture(autouse=True)
def only_the_tiny_bundles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalog, "data_folder", lambda name: DATA / name)
    monkeypatch.setenv("COLUMNS", "200")
    catalog.load_task.cache_clear()
    yield
    catalog.load_task.cache_clear()


# ---- every command

COMMANDS: dict[str, list[str]] = {
    "cards": ["--out", "{tmp}"],
    "estimate": ["morning_run"],
    "lint": ["morning_run"],
    "list": [],
    "replay": ["morning_run"],
    "schema": [],
    "services": [],
    "show": ["morning_run"],
}
ELSEWHERE = {"new", "report", "serve"}
"""Commands that are tested with what they show, or make: a bundle, logs of Inspect, a server."""


@pytest.mark.parametrize("name", sorted(set(COMMANDS) & set(command_names())))
def test_a_command_prints_json_alone(capsys: Captured, tmp_path: Path, name: str) -> None:
    arguments = [word.replace("{tmp}", str(tmp_path)) for word in COMMANDS[name]]
    code, out, err = run(capsys, name, *arguments, "--json")
    assert code == 0
    assert err == ""
    json.loads(out)
    again = run(capsys, name, *arguments, "--json")[1]
    if name not in ("replay", "cards"):
        assert again == out


@pytest.mark.parametrize("name", sorted(set(COMMANDS) & set(command_names())))
def test_a_command_prints_for_people(capsys: Captured, tmp_path: Path, name: str) -> None:
    arguments = [word.replace("{tmp}", str(tmp_path)) for word in COMMANDS[name]]
    code, out, _ = run(capsys, name, *arguments)
    assert code == 0
    assert out.strip()


@pytest.mark.parametrize("name", command_names())
def test_a_command_has_help(capsys: Captured, name: str) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert "--json" in out


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_the_help_lists_every_command(capsys: Captured, arguments: list[str]) -> None:
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    for name in command_names():
        assert f"    {name} " in out


def test_the_version_is_told(capsys: Captured) -> None:
    assert run(capsys, "--version")[:2] == (0, f"vibelife {__version__}\n")


# ---- wrong calls

WRONG: list[tuple[list[str], int, str]] = [
    (["lst"], 2, "there is no command 'lst'; did you mean 'list'?"),
    (["xyzzy"], 2, "valid: "),
    (["show"], 2, "TASK"),
    (["show", "morning_rn"], 2, "did you mean 'morning_run'?"),
    (["show", "xyzzy"], 2, "there is no task 'xyzzy'; valid: desk, morning_run"),
    (["show", "morning_run", "--variant", "-1"], 2, "variants count from 0"),
    (["show", "morning_run", "--variant", "x"], 2, "invalid int value: 'x'"),
    (["show", "morning_run", "--nope"], 2, "--nope"),
    (["lint", "/no/such/folder"], 2, "there is no task '/no/such/folder'"),
    (["lint", "{tmp}"], 2, "has no task.yaml"),
    (["replay", "morning_run", "--policy", "oracel"], 2, "did you mean 'oracle'?"),
    (["replay", "morning_run", "--policy", "alternative:other_word"], 2, "did you mean 'other_words'?"),
    (["replay", "morning_run", "--background", "-1"], 2, "background must be a whole number"),
    (["replay", "morning_run", "--variant", "10000001"], 2, "variant must be a whole number"),
    (["services", "workspce"], 2, "did you mean 'workspace'?"),
]


@pytest.mark.parametrize(("arguments", "exit_code", "words"), WRONG, ids=lambda value: str(value)[:60])
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_a_wrong_call_is_told_on_stderr(
    capsys: Captured, tmp_path: Path, arguments: list[str], exit_code: int, words: str, as_json: bool
) -> None:
    given = [word.replace("{tmp}", str(tmp_path)) for word in arguments] + (["--json"] if as_json else [])
    code, out, err = run(capsys, *given)
    assert code == exit_code
    assert out == ""
    assert words in " ".join(err.split())
    assert "Traceback" not in err


def test_a_faulty_bundle_is_told_with_all_its_faults(capsys: Captured, tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "checks.yaml", "weight: 2", "weight: 0")
    change(path, "checks.yaml", "tier: cross", "tier: crss")
    for command in ("show", "replay"):
        code, out, err = run(capsys, command, str(path))
        assert (code, out) == (1, "")
        assert "the bundle has 2 faults" in err
        assert "checks.yaml:5: 0.weight:" in err
        assert "checks.yaml:26: 3.tier: 'crss' is not valid; did you mean 'cross'?" in err


# ---- lint


def test_lint_of_a_sound_bundle(capsys: Captured) -> None:
    assert run_json(capsys, "lint", "morning_run") == {"path": "morning_run", "problems": []}
    assert "no faults in 3 variants" in run(capsys, "lint", "morning_run")[1]


def test_lint_of_a_faulty_bundle(capsys: Captured, tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "checks.yaml", "weight: 2", "weight: 0")
    code, out, err = run(capsys, "lint", str(path), "--json")
    assert (code, err) == (1, "")
    (problem,) = json.loads(out)["problems"]
    assert list(problem) == ["file", "line", "key", "message", "severity", "rule"]
    assert (problem["file"], problem["line"], problem["key"]) == ("checks.yaml", 5, "0.weight")
    assert (problem["severity"], problem["rule"]) == ("error", "")
    code, out, _ = run(capsys, "lint", str(path))
    assert code == 1
    assert out.endswith("1 fault\n")
    assert "checks.yaml:5: 0.weight: " in out


def test_lint_warns_and_is_strict_when_asked(capsys: Captured, tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "checks.yaml", "why: The list is begun.", "why: The cheapest list is begun.")
    code, out, _ = run(capsys, "lint", str(path))
    assert code == 0
    assert out.startswith("warning: checks.yaml:7: s01_list.cheapest: is about 'cheapest'")
    assert out.endswith("morning_run: no faults in 3 variants, 1 warning\n")
    assert run(capsys, "lint", str(path), "--strict")[0] == 1
    (problem,) = run_json(capsys, "lint", str(path))["problems"]
    assert (problem["severity"], problem["rule"], problem["line"]) == ("warning", "superlatives", 7)
    first = (path / "checks.yaml").read_text(encoding="utf-8").splitlines()[0]
    waiver = "waivers: [{rule: superlatives, key: s01_list.cheapest, reason: There is one list.}]"
    (path / "waivers.yaml").write_text(f"{first}\n{waiver}\n", encoding="utf-8")
    code, out, _ = run(capsys, "lint", str(path), "--strict")
    assert (code, out) == (0, "morning_run: no faults in 3 variants, 1 waived\n")


def test_lint_finds_what_only_a_later_variant_has(capsys: Captured, tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "task.yaml", "[Jonas Thiel, Birte Sommer, Can Aydin]", "[Jonas Thiel, 5]")
    change(path, "persona/AGENTS.md", "", "{{ partner.upper() }}\n")
    assert run(capsys, "lint", str(path), "--variants", "1")[0] == 0
    code, out, _ = run(capsys, "lint", str(path), "--variants", "3")
    assert code == 1
    assert "persona/AGENTS.md" in out


# ---- list, show, services


def test_list_tells_the_size_of_each_task(capsys: Captured) -> None:
    row, persona = run_json(capsys, "list")
    assert persona["id"] == "desk"
    assert row == {
        "id": "morning_run",
        "domain": "fitness",
        "title": "A run before work",
        "stages": 3,
        "events": {"user_message": 1, "notification": 1, "world": 0, "reminder": 1, "mutation": 1},
        "mutations": 1,
        "reactions": 1,
        "checks": {"stage": 3, "cross": 1, "final": 0},
        "weight": {"stage": 7, "cross": 3, "final": 0},
        "services": [],
        "operations": row["operations"],
        "days": 7,
        "variants": 33,
    }
    assert row["operations"] > 10
    assert run_json(capsys, "list", "--domain", "travel") == []
    assert len(run_json(capsys, "list", "--domain", "fitness")) == 1


def test_show_tells_the_story(capsys: Captured) -> None:
    shown = run_json(capsys, "show", "morning_run")
    assert [stage["title"] for stage in shown["timeline"]] == ["The plan", "A quiet change", "A look again"]
    assert shown["timeline"][2]["checks"] == ["s03_row", "s03_quiet"]
    assert shown["timeline"][0]["events"] == [
        {"id": "e01_goal", "kind": "user_message", "at": "2026-03-02T07:30:00+01:00"}
    ]
    assert [check["id"] for check in shown["verdict_on"]] == ["s01_list", "s03_row", "s03_quiet", "x_asked"]


def test_a_task_may_be_given_by_its_path(capsys: Captured) -> None:
    assert run_json(capsys, "show", str(TINY)) == run_json(capsys, "show", "morning_run")


def test_services_lists_every_operation_of_the_agent(capsys: Captured) -> None:
    everything = run_json(capsys, "services")
    assert [service["name"] for service in everything] == sorted(service_classes())
    (workspace,) = run_json(capsys, "services", "workspace")
    assert set(workspace) == {"name", "summary", "counted", "operations"}
    assert set(workspace["operations"][0]) == {"name", "effect", "params", "summary"}
    assert all(
        item["effect"] in ("read", "write", "commit") for service in everything for item in service["operations"]
    )


# ---- replay


def test_replay_tells_the_score(capsys: Captured) -> None:
    result = run_json(capsys, "replay", "morning_run")
    assert list(result) == [
        "task",
        "variant",
        "policy",
        "score",
        "tiers",
        "axes",
        "thirds",
        "verdicts",
        "digest",
        "turns",
        "calls",
        "wall_s",
    ]
    assert (result["score"], result["policy"], result["turns"]) == (100.0, "oracle", 5)
    assert list(result["verdicts"][0]) == ["id", "tier", "stage", "weight", "axis", "passed", "evidence"]


@pytest.mark.parametrize(
    ("arguments", "score"),
    [
        (["--policy", "silent"], 0.0),
        (["--policy", "alternative:other_words"], 100.0),
        (["--variant", "3"], 100.0),
        (["--no-wakeups"], 100.0),
        (["--background", "0"], 100.0),
    ],
)
def test_replay_takes_options(capsys: Captured, arguments: list[str], score: float) -> None:
    assert run_json(capsys, "replay", "morning_run", *arguments)["score"] == score


def test_replay_writes_its_record(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    result = run_json(capsys, "replay", "morning_run", "--record", str(file))
    record = json.loads(file.read_text(encoding="utf-8"))
    assert (record["task"], record["digest"]) == ("morning_run", result["digest"])


def test_replay_shows_failed_checks_alone(capsys: Captured) -> None:
    out = run(capsys, "replay", "morning_run", "--policy", "silent", "--failed")[1]
    assert "s03_row" in out
    assert "score 0.0" in out
    out = run(capsys, "replay", "morning_run", "--failed")[1]
    assert "s03_row" not in out
    assert "score 100.0" in out


def test_replay_of_nowhere_to_write_is_told(capsys: Captured, tmp_path: Path) -> None:
    code, _, err = run(capsys, "replay", "morning_run", "--record", str(tmp_path / "no" / "such.json"))
    assert code in (1, 2)
    assert "such.json" in err


# ---- cards and schemas


def test_cards_are_written_checked_and_tidied(capsys: Captured, tmp_path: Path) -> None:
    out = str(tmp_path / "cards")
    names = sorted(f"{name}.md" for name in service_classes())
    assert run_json(capsys, "cards", "--out", out) == {"cards": names, "stale": names, "written": names}
    assert run(capsys, "cards", "--out", out, "--check")[0] == 0
    (tmp_path / "cards" / "workspace.md").write_text("old", encoding="utf-8")
    (tmp_path / "cards" / "gone.md").write_text("old", encoding="utf-8")
    code, printed, _ = run(capsys, "cards", "--out", out, "--check", "--json")
    assert code == 1
    assert json.loads(printed) == {"cards": names, "stale": ["gone.md", "workspace.md"], "written": []}
    assert run(capsys, "cards", "--out", out)[0] == 0
    assert sorted(file.name for file in (tmp_path / "cards").iterdir()) == names
    assert run(capsys, "cards", "--out", out, "--check")[0] == 0


def test_schemas_are_written(capsys: Captured, tmp_path: Path) -> None:
    schemas = run_json(capsys, "schema", "--out", str(tmp_path))
    assert {"task", "timeline", "checks", "reference", "world/workspace"} <= set(schemas)
    for name, schema in schemas.items():
        assert json.loads((tmp_path / f"{name}.schema.json").read_text(encoding="utf-8")) == schema


# ---- pipes


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    code = "import sys; from vibelife_inspect.cli import main; sys.exit(main(['services', '--json']))"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=dict(os.environ)
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait() == 0
    assert err == ""
