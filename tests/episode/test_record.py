"""Records: JSON that suffices to judge a run again; equal runs give equal bytes, in any process."""

import json
import os
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.bundle.copies import TINY
from tests.episode.plays import play, steps, tiny
from vibelife_inspect.bundle import Bundle
from vibelife_inspect.checks import score
from vibelife_inspect.episode import Episode, Options, StageEnded, Turn, judge_record, run_record
from vibelife_inspect.errors import UsageError
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import play_turn, run_episode
from vibelife_inspect.policies.oracle import Oracle
from vibelife_inspect.world import World


def lived(policy: str = "oracle", variant: int = 0, **options: object) -> Episode:
    bundle = tiny(variant)
    episode = Episode(bundle, Options(variant=variant, **options))  # type: ignore[arg-type]
    run_episode(episode, make_policy(policy, bundle))
    return episode


@pytest.mark.parametrize("policy", ["oracle", "silent"])
@pytest.mark.parametrize("variant", [0, 1, 5])
@pytest.mark.parametrize("options", [{}, {"background": 0}, {"wakeups": False}], ids=str)
def test_a_record_is_judged_like_the_live_run(policy: str, variant: int, options: dict[str, object]) -> None:
    episode = lived(policy, variant, **options)
    record = run_record(episode)
    judgement = judge_record(tiny(variant), record)
    assert judgement.verdicts == episode.verdicts()
    assert judgement.score == score(episode.verdicts(), 3)
    assert len(judgement.history.lines) == len(episode.history.lines)
    assert judge_record(tiny(variant), json.loads(json.dumps(record))).verdicts == episode.verdicts()


@pytest.mark.parametrize("variant", range(4))
def test_the_oracle_earns_everything_and_silence_nothing(variant: int) -> None:
    assert score(lived("oracle", variant).verdicts(), 3).total == 100.0
    assert score(lived("silent", variant).verdicts(), 3).total == 0.0


def test_the_alternative_earns_everything() -> None:
    bundle = tiny()
    episode = Episode(bundle, Options())
    run_episode(episode, Oracle(bundle, bundle.alternatives["other_words"]))
    assert all(verdict.passed for verdict in episode.verdicts())


def test_a_record_rebuilds_the_journal_and_the_tables() -> None:
    episode = lived()
    history = judge_record(tiny(), json.loads(json.dumps(run_record(episode)))).history
    for key, collection in episode.world.tables():
        assert {row.id: row for row in history.world.table(key)} == {row.id: row for row in collection}, key
    assert [type(line.entry) for line in history.lines] == [type(line.entry) for line in episode.history.lines]
    assert [(line.stage, line.event) for line in history.lines] == [
        (line.stage, line.event) for line in episode.history.lines
    ]


def test_a_record_is_plain_json() -> None:
    record = run_record(lived())
    assert json.loads(json.dumps(record, allow_nan=False)) == record


def test_a_record_says_which_run_it_was() -> None:
    record = run_record(lived(variant=1, background=0, wakeups=False))
    head = {key: record[key] for key in ("task", "variant", "background", "wakeups", "complete", "stage_reached")}
    assert head == {
        "task": "morning_run",
        "variant": 1,
        "background": 0,
        "wakeups": False,
        "complete": True,
        "stage_reached": 3,
    }
    assert record["bundle"] == tiny().digest


@pytest.mark.parametrize("stage", [1, 2])
def test_an_unfinished_record_is_judged_too(stage: int) -> None:
    bundle = tiny()
    episode, policy = Episode(bundle, Options()), make_policy("oracle", bundle)
    for step in episode.steps():
        if isinstance(step, Turn):
            play_turn(policy, step, episode.world)
        if isinstance(step, StageEnded) and step.stage == stage:
            break
    record = json.loads(json.dumps(run_record(episode)))
    assert (record["complete"], record["stage_reached"]) == (False, stage)
    judged = judge_record(bundle, record).verdicts
    assert judged == episode.verdicts()
    assert [verdict.passed for verdict in judged] == [True, False, False, False]


def test_a_run_that_broke_off_in_a_turn_is_judged_too() -> None:
    bundle = tiny()
    episode = Episode(bundle, Options())
    for step in episode.steps():
        if isinstance(step, Turn) and step.event == "e02_check":
            episode.world.call("workspace_write_file", {"path": "runs.md", "content": "x"})
            break
    record = run_record(episode)
    assert record["stage_reached"] == 2
    assert judge_record(bundle, record).verdicts == episode.verdicts()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"record": 99}, "version 99"),
        ({"record": None}, "version None"),
        ({"task": "other"}, "the record is of other variant 0, not morning_run variant 0"),
        ({"variant": 3}, "variant 3"),
    ],
)
def test_a_record_of_something_else_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        judge_record(tiny(), {**run_record(lived()), **change})


def odd(turn: Turn, world: World) -> str:
    """An agent that does strange things."""
    world.call("no_such_tool", {"x": float("nan"), "y": {1, 2}, "\ud800": "\udfff"})
    world.call("workspace_write_file", {"path": "a.md", "content": "\u0000\u2028 😀 \\"})
    world.call("workspace_delete_file", {"path": "a.md", "idempotency_key": "k"})
    world.call("workspace_write_file", {"path": "a.md", "content": turn.event})
    world.call("workspace_move_file", {"path": "a.md", "new_path": f"{turn.event.replace(':', '_')}.md"})
    return "said \ud800"


def test_strange_runs_are_recorded_too() -> None:
    episode, _ = play(tiny(), odd)
    record = json.loads(json.dumps(run_record(episode), ensure_ascii=False).encode())
    assert judge_record(tiny(), record).verdicts == episode.verdicts()


def test_two_interleaved_episodes_do_not_see_each_other() -> None:
    alone = [run_record(play(tiny(), odd)[0]), run_record(lived())]
    bundle = tiny()
    one, two = Episode(bundle, Options()), Episode(bundle, Options())
    policy = make_policy("oracle", bundle)

    def oracle(turn: Turn, world: World) -> str:
        play_turn(policy, turn, world)
        return turn.reply

    for _ in zip_longest(steps(one, odd), steps(two, oracle)):
        pass
    assert [run_record(one), run_record(two)] == alone


def test_two_policies_of_one_bundle_share_nothing() -> None:
    bundle: Bundle = tiny()
    first = [run_record(_run(bundle)) for _ in range(2)]
    assert first[0] == first[1]


def _run(bundle: Bundle) -> Episode:
    episode = Episode(bundle, Options())
    run_episode(episode, make_policy("oracle", bundle))
    return episode


SCRIPT = """
import json, sys
from pathlib import Path
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.episode import Episode, Options, judge_record, run_record
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import run_episode
bundle = load_bundle(Path(sys.argv[1]), 1)
episode = Episode(bundle, Options(variant=1))
run_episode(episode, make_policy("oracle", bundle))
record = run_record(episode)
verdicts = [[v.id, v.passed, v.evidence] for v in judge_record(bundle, record).verdicts]
sys.stdout.buffer.write(json.dumps([record, verdicts], ensure_ascii=True).encode())
"""


def test_other_processes_give_the_same_bytes(tmp_path: Path) -> None:
    outputs = set()
    for seed, zone, language in [
        ("0", "UTC", "C"),
        ("4711", "Asia/Tokyo", "de_DE.UTF-8"),
        ("random", "America/New_York", "tr_TR"),
    ]:
        env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LANG": language, "LC_ALL": language}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(TINY)], env=env, cwd=tmp_path, capture_output=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert b'"complete": true' in outputs.pop()
