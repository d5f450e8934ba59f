"""`vibelife new`: what it writes is sound, solved by its reference and by its alternative, and by no idler."""

import json
from pathlib import Path

import pytest

from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.checks import score
from vibelife_inspect.cli import main
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.lab.lint import lint_task
from vibelife_inspect.lab.lint.rules.canary import CANARY
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import Policy, run_episode
from vibelife_inspect.policies.oracle import Oracle


@pytest.fixture(scope="module")
def sketched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new")
    assert main(["new", "rental/flat_in_graz", "--out", str(folder)]) == 0
    return folder / "rental" / "flat_in_graz"


def earned(policy: str, path: Path, variant: int) -> float:
    bundle = load_bundle(path, variant)
    playing: Policy = make_policy(policy, bundle) if policy != "alternative" else other_way(path, variant)
    episode = Episode(bundle, Options(variant))
    run_episode(episode, playing)
    return score(episode.verdicts(), len(bundle.stages)).total


def other_way(path: Path, variant: int) -> Policy:
    bundle = load_bundle(path, variant)
    return Oracle(bundle, bundle.alternatives["another_way"])


def test_it_has_no_faults_and_no_warnings(sketched: Path) -> None:
    assert lint_task(sketched, 5).problems == []


@pytest.mark.parametrize("variant", range(5))
@pytest.mark.parametrize(("policy", "score"), [("oracle", 100), ("alternative", 100), ("silent", 0)])
def test_it_is_solved_by_acting_alone(sketched: Path, policy: str, variant: int, score: float) -> None:
    assert earned(policy, sketched, variant) == score


def test_it_is_named_and_carries_the_canary(sketched: Path) -> None:
    task = load_bundle(sketched).task
    assert (task.id, task.domain) == ("flat_in_graz", "rental")
    assert all(file.read_text(encoding="utf-8").startswith(CANARY) for file in sketched.rglob("*.yaml"))
    assert not [file for file in sketched.rglob("*") if file.is_file() and "__" in file.read_text(encoding="utf-8")]


def test_a_persona_of_sessions_is_proved_as_it_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "sessions/clerk", "--out", str(tmp_path)]) == 0
    path = tmp_path / "sessions" / "clerk"
    assert "next: vibelife lint" in " ".join(capsys.readouterr().out.split())
    assert lint_task(path).problems == []
    assert len(load_bundle(path).sessions) == 2
    assert main(["verify", str(path), "--jobs", "1"]) == 0, capsys.readouterr().out


def test_it_overwrites_nothing(sketched: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {file: file.read_bytes() for file in sketched.rglob("*") if file.is_file()}
    assert main(["new", "rental/flat_in_graz", "--out", str(sketched.parents[1])]) == 2
    assert "exists already; nothing was written" in " ".join(capsys.readouterr().err.split())
    assert {file: file.read_bytes() for file in sketched.rglob("*") if file.is_file()} == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rentl/flat", "did you mean 'rental'?"),
        ("rental", "'' is no id"),
        ("rental/Flat", "'Flat' is no id"),
        ("rental/a/b", "'a/b' is no id"),
        ("rental/../flat", "is no id"),
        ("travel/japan_trip", "there is a task 'japan_trip' already"),
    ],
)
def test_a_wrong_name_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: str) -> None:
    assert main(["new", name, "--out", str(tmp_path)]) == 2
    assert words in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_json_lists_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "career/first_job", "--out", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["task", "domain", "path", "files"]
    assert all(Path(file).is_file() for file in told["files"])
