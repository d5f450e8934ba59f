"""Sessions in an episode, and their records: judged again as they were lived, finished or not."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from tests.bundle.copies import DESK, change, copy_of_desk
from tests.episode.plays import told
from vibelife_inspect.bundle import Bundle, load_bundle
from vibelife_inspect.episode import (
    Episode,
    Options,
    Step,
    Turn,
    UserTurn,
    WorldMoved,
    judge_lives,
    lives_record,
    run_record,
    session_results,
)
from vibelife_inspect.errors import UsageError
from vibelife_inspect.policies import make_policy, session_policy_names
from vibelife_inspect.policies.base import play_turn
from vibelife_inspect.sessions import Past, Reading, SessionResult, lives, measure
from vibelife_inspect.world import Json

QUIET = Options(background=0, wakeups=False)


def live(bundle: Bundle, agent: str, until: Callable[[Step], bool] = lambda step: False) -> tuple[Episode, list[Step]]:
    """An episode with a scripted agent; left alone at the first step for which `until` holds."""
    episode, policy, trace = Episode(bundle, QUIET), make_policy(agent, bundle), []
    steps = episode.steps()
    for step in steps:
        if until(step):
            steps.close()  # type: ignore[attr-defined]
            break
        trace.append(step)
        if isinstance(step, Turn):
            play_turn(policy, step, episode.world)
    return episode, trace


def all_lives(agent: str, past: Past) -> tuple[Json, list[SessionResult]]:
    """The record of all lives of the desk, and the results as they were lived."""
    episodes, results = [], []
    for part in lives(load_bundle(DESK), past):
        episode, _ = live(part, agent)
        episodes.append(episode)
        results += session_results(part, episode.world.journal.entries, episode.verdicts())
    return lives_record(past, "scripted", "files", episodes), results


# ---- what happens


def test_turns_of_the_user_follow_turns_of_the_agent() -> None:
    episode, trace = live(load_bundle(DESK), "reactive")
    assert told([step for step in trace if not isinstance(step, UserTurn | WorldMoved)]) == [
        *("<1", "s1_label", "s1_label", "s1_label", "1>"),
        *("<2", "s2_letter", "s2_letter", "s2_letter", "2>"),
        *("<3", "s3_list", "3>"),
    ]
    pairs = [isinstance(step, UserTurn) for step in trace if isinstance(step, Turn | UserTurn)]
    assert pairs == [False, True] * 7
    assert episode.complete


def test_the_prompt_is_what_the_user_says() -> None:
    _, trace = live(load_bundle(DESK), "reactive")
    prompts = [step.prompt for step in trace if isinstance(step, Turn)]
    assert prompts[0].startswith("[Mon 2026-03-02 09:00 | message from Ada Fenn (chat)]\nMake the label for the jam")
    assert prompts[1].endswith("(chat)]\nSet it in Garamond, please.")
    assert prompts[2].endswith("(chat)]\nIt is plum jam.")
    assert prompts[6].endswith("I am on a train.")


def test_an_agent_that_says_nothing_is_told_the_first_open_intent() -> None:
    episode, _ = live(load_bundle(DESK), "silent")
    told_of = [(mark.ref, mark.data["provided"], mark.data["unsaid"]) for mark in episode.marks("user")]
    assert told_of == [
        ("s1_label", "i1_font", []),
        ("s1_label", "i1_fruit", []),
        ("s1_label", "", []),
        ("s2_letter", "i2_name", []),
        ("s2_letter", "i2_day", []),
        ("s2_letter", "", []),
        ("s3_list", "", ["i3_jars"]),
    ]


def test_each_decision_is_kept_with_its_reason() -> None:
    episode, _ = live(load_bundle(DESK), "oracle")
    first, second = (mark.data for mark in episode.marks("user")[:2])
    assert (first["completed"], first["inferred"], first["questions"], first["matched"]) == (
        ["i1_font"],
        ["i1_fruit"],
        1,
        1,
    )
    assert first["why"]["i1_fruit"] == "asked: Which fruit is in it?"
    assert first["why"]["i1_font"].startswith("label.md holds")
    assert (first["by"], first["text"]) == ("script", "It is plum jam.")
    assert (second["completed"], second["text"]) == ([], "")


def test_a_stale_value_in_a_reply_is_objected_to_once_and_counted_when_used() -> None:
    bundle = load_bundle(DESK)
    episode = Episode(bundle, QUIET)
    said = iter(["I have set the label in Arial.", "It is in Arial now.", "Arial it is.", "Arial.", *[""] * 9])
    words = []
    for step in episode.steps():
        if isinstance(step, Turn):
            step.reply = next(said)
            episode.world.call("workspace_write_file", {"path": "label.md", "content": "plum, in Arial"})
        if isinstance(step, UserTurn) and step.dialogue.session.id == "s1_label":
            words.append(step.answer.text)
    assert words == ["No, not that font.\nSet it in Garamond, please.", ""]
    (first, *_) = session_results(bundle, episode.world.journal.entries, episode.verdicts())
    assert first.labels == {"i1_font": "provided", "i1_fruit": "completed"}
    assert first.decoys == ("i1_font.0",)


def test_a_driver_may_overrule_the_reading_and_the_words() -> None:
    bundle = load_bundle(DESK)
    episode = Episode(bundle, QUIET)
    prompts = []
    for step in episode.steps():
        if isinstance(step, Turn):
            prompts.append(step.text)
        if isinstance(step, UserTurn) and step.dialogue.session.id == "s1_label" and not step.dialogue.turns:
            step.reading = Reading(met=("i1_font",), asked=("i1_fruit",), questions=1, matched=1, by="model")
            step.text = "Plum it is."
    assert prompts[1] == "Plum it is."
    assert episode.marks("user")[0].data["text"] == "Plum it is."
    assert episode.marks("session_ended")[0].data["labels"] == {"i1_font": "completed", "i1_fruit": "inferred"}


def test_words_for_nothing_do_not_go_on_with_a_session() -> None:
    episode = Episode(load_bundle(DESK), QUIET)
    for number, step in enumerate(episode.steps()):
        assert number < 50, "it goes on for ever"
        if isinstance(step, UserTurn) and not step.answer.text:
            step.text = "And another thing."
    assert len(episode.marks("session_ended")) == 3
    assert [mark.data["turns"] for mark in episode.marks("session_ended")] == [3, 3, 1]


def test_an_agent_never_sees_what_is_not_said(tmp_path: Path) -> None:
    path = copy_of_desk(tmp_path)
    change(path, "sessions/01_label.yaml", "text: It is plum jam.", "text: It is plum, from SECRET-1.")
    _, trace = live(load_bundle(path), "oracle")
    prompts = "\n".join(step.prompt for step in trace if isinstance(step, Turn))
    assert "SECRET-1" in prompts  # asked for
    _, trace = live(load_bundle(path), "asker", until=lambda step: isinstance(step, UserTurn))
    assert "SECRET-1" not in "\n".join(step.prompt for step in trace if isinstance(step, Turn))


# ---- records


@pytest.mark.parametrize("past", ["full", "group", "none"])
@pytest.mark.parametrize("agent", session_policy_names())
def test_a_record_is_judged_as_it_was_lived(agent: str, past: Past) -> None:
    record, results = all_lives(agent, past)
    assert (record["past"], record["user"], record["memory"]) == (past, "scripted", "files")
    assert judge_lives(load_bundle(DESK), record) == results
    assert judge_lives(load_bundle(DESK), json.loads(json.dumps(record))) == results


@pytest.mark.parametrize("past", ["full", "none"])
def test_equal_lives_give_equal_bytes(past: Past) -> None:
    one, other = (json.dumps(all_lives("guesser", past)[0]) for _ in range(2))
    assert one == other


def test_grades_take_the_place_of_approximate_items() -> None:
    record, _ = all_lives("oracle", "full")
    tone = {"c1_tone": (False, "too long ('plum jam')")}
    for grades, passed, by in ((None, True, "approximate"), (tone, False, "grader"), ({}, False, "grader")):
        (first, *_) = judge_lives(load_bundle(DESK), record, grades)
        item = next(item for item in first.items if item.id == "c1_tone")
        assert (item.passed, item.by) == (passed, by)
        assert first.comp("predicate") == 1


def in_second(step: Step) -> bool:
    return isinstance(step, Turn) and step.event == "s2_letter"


def test_an_interrupted_life_is_judged_and_what_it_missed_counts_as_nothing() -> None:
    episode, _ = live(load_bundle(DESK), "oracle", until=in_second)
    record = lives_record("full", "scripted", "files", [episode])
    assert record["lives"][0]["complete"] is False
    first, second, third = judge_lives(load_bundle(DESK), json.loads(json.dumps(record)))
    assert (first.proc, first.comp("predicate")) == (1, 1)
    for missed in (second, third):
        assert (missed.proc, missed.comp("predicate"), dict(missed.labels), missed.turns) == (0, 0, {}, 0)
        assert {item.evidence for item in missed.items} == {"the run ended before this was judged"}
    found = measure([first, second, third])
    assert (found.proc, found.comp) == (float(Fraction(1, 3)), float(Fraction(1, 3)))
    assert found.labels["unreached"] == 3 / 5


def test_a_life_that_never_began_counts_as_nothing_too() -> None:
    parts = lives(load_bundle(DESK), "none")
    done, _ = live(parts[0], "oracle")
    cut, _ = live(parts[1], "oracle", until=in_second)
    record = lives_record("none", "scripted", "files", [done, cut])
    results = judge_lives(load_bundle(DESK), record)
    assert [result.session.id for result in results] == ["s1_label", "s2_letter", "s3_list"]
    assert [result.comp("predicate") for result in results] == [1, 0, 0]
    assert measure(results).comp == float(Fraction(1, 3))
    assert [item.id for item in results[2].items] == ["c3_jars", "c3_quiet"]


def test_a_record_of_no_life_at_all() -> None:
    results = judge_lives(load_bundle(DESK), lives_record("full", "scripted", "files", []))
    found = measure(results)
    assert (found.proc, found.comp, found.labels["unreached"]) == (0, 0, 1)


def test_a_record_of_something_else_is_refused() -> None:
    with pytest.raises(UsageError, match="no record of working sessions"):
        judge_lives(load_bundle(DESK), run_record(live(load_bundle(DESK), "silent")[0]))
