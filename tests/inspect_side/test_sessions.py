"""Working sessions through Inspect: scores as in the core, memory regimes, and options."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, score
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import ChatMessage

from tests.bundle.copies import DESK
from tests.inspect_side.desk import DESK_TASK, DONE, Recording, cards, details, run, session, value
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.cli.sessions.replaying import live_sessions
from vibelife_inspect.policies import session_policy_names
from vibelife_inspect.scorers import proactivity, three_tier
from vibelife_inspect.scorers.proactivity import KEYS
from vibelife_inspect.sessions import measure
from vibelife_inspect.tasks.proactive import proactive

pytestmark = pytest.mark.usefixtures("tiny_tasks")


# ---- scores


@pytest.mark.parametrize("agent", session_policy_names())
def test_a_score_is_that_of_the_core(tmp_path: Path, agent: str) -> None:
    log, sample = run(DESK_TASK(), f"vibelife/{agent}", tmp_path)
    _, results = live_sessions(load_bundle(DESK), agent, "full", 1)
    found = measure(results)
    assert log.status == "success"
    assert {key: value(sample)[key] for key in ("proc", "comp", "proc_weighted", "comp_weighted")} == {
        key: round(getattr(found, key), 6) for key in ("proc", "comp", "proc_weighted", "comp_weighted")
    }
    assert {**found.labels, "unreached": 0.0} == details(sample)["measures"]["labels"]
    assert set(value(sample)) == set(KEYS)
    assert [each["labels"] for each in details(sample)["sessions"]] == [dict(result.labels) for result in results]


@pytest.mark.parametrize(("history", "proc"), [("full", 1.0), ("group", 1.0), ("none", 0.833333)])
def test_the_history_may_be_taken_away(tmp_path: Path, history: str, proc: float) -> None:
    _, sample = run(DESK_TASK(history=history), "vibelife/oracle", tmp_path)
    assert value(sample)["proc"] == proc
    assert details(sample)["past"] == sample.store["vibelife"]["past"] == history
    assert len(sample.store["vibelife"]["lives"]) == {"full": 1, "group": 2, "none": 3}[history]


@pytest.mark.parametrize("history", ["full", "none"])
def test_a_rescored_log_gives_the_live_score(tmp_path: Path, history: str) -> None:
    log, live = run(DESK_TASK(history=history), "vibelife/guesser", tmp_path)
    again = score(log, proactivity(), display="none", action="overwrite").samples[0]  # type: ignore[index]
    assert value(again) == value(live)
    assert details(again) == details(live)


def test_a_scorer_of_the_other_family_is_refused(tmp_path: Path) -> None:
    log, _ = run(DESK_TASK(), "vibelife/silent", tmp_path)
    with pytest.raises(PrerequisiteError, match="proactivity"):
        score(log, three_tier(), display="none")


def test_all_personas_together(tmp_path: Path) -> None:
    log, sample = run(proactive(personas="desk", variant="0,1"), "vibelife/oracle", tmp_path)
    assert [each.id for each in log.samples or []] == ["desk", "desk-v1"]
    assert log.results
    means = {each.name: each.metrics["mean"].value for each in log.results.scores}
    assert (means["proc"], means["comp"]) == (1.0, 1.0)
    assert sample.scores
    assert (sample.scores["proactivity"].answer, sample.target) == ("Proc 1.000, Comp 1.000", "1")
    assert str(sample.scores["proactivity"].explanation).startswith("**")


def test_sessions_turns_and_decisions_are_in_the_log(tmp_path: Path) -> None:
    _, sample = run(DESK_TASK(), "vibelife/reactive", tmp_path)
    spans = [(event.type, event.name) for event in sample.events if event.event == "span_begin"]
    assert [name for kind, name in spans if kind == "stage"] == [
        "stage 1: A label",
        "stage 2: A letter",
        "stage 3: A list",
    ]
    assert [name for kind, name in spans if kind == "session"][:3] == [f"s1_label, turn {turn}" for turn in (1, 2, 3)]
    told = cards(sample)
    assert "- **i1_font** 📣 provided: volunteered, for nobody asked" in told
    assert "never said, for the user is away" in told
    assert "Silent change `m3_stock`" in told
    assert "*Says:* It is plum jam." in told


def test_a_run_that_is_cut_off_is_scored(tmp_path: Path) -> None:
    _, sample = run(DESK_TASK(), Recording(DONE).model, tmp_path, token_limit=7)
    assert sample.limit is not None
    assert details(sample)["complete"] is False
    assert (session(sample)["proc"], session(sample)["comp"]) == (1.0, 1.0)
    assert session(sample, "s3_list")["labels"] == {}
    assert value(sample)["comp"] == pytest.approx(1 / 3, abs=1e-6)
    assert details(sample)["measures"]["labels"]["unreached"] > 0


# ---- memory


def second_session(memory: str, folder: Path, history: str = "full") -> tuple[list[ChatMessage], str]:
    """What the model is shown when the second session begins, and all of it as text."""
    model = Recording(DONE)
    _, sample = run(DESK_TASK(memory=memory, history=history), model.model, folder)
    assert session(sample)["labels"] == {"i1_font": "completed", "i1_fruit": "completed"}
    shown = model.first_of("Write to the hall")
    return shown, "\n".join(message.text for message in shown)


def test_with_files_the_conversation_is_gone(tmp_path: Path) -> None:
    shown, text = second_session("files", tmp_path)
    assert [message.role for message in shown] == ["system", "user"]
    assert "MY-WORDS" not in text and "Make the label" not in text and "I sign everything" not in text
    assert "you will not remember in the next one" in text


def test_with_a_transcript_it_is_told_what_was_said_and_not_what_was_done(tmp_path: Path) -> None:
    shown, text = second_session("transcript", tmp_path)
    assert [message.role for message in shown] == ["system", "user"]
    assert "[Mon 2026-03-02 09:00] Ada Fenn: Make the label for the jam" in shown[0].text
    assert "You: MY-WORDS" in shown[0].text
    assert "plum jam in Garamond" not in text


def test_with_the_full_conversation_it_goes_on(tmp_path: Path) -> None:
    shown, text = second_session("full", tmp_path)
    assert [message.role for message in shown] == ["system", "user", "assistant", "tool", "assistant", "user"]
    assert "MY-WORDS" in text and "Make the label" in text
    assert "Make the label" not in shown[0].text


@pytest.mark.parametrize("memory", ["files", "transcript", "full"])
def test_without_history_nothing_is_left_of_it(tmp_path: Path, memory: str) -> None:
    shown, text = second_session(memory, tmp_path, history="none")
    assert [message.role for message in shown] == ["system", "user"]
    assert "MY-WORDS" not in text and "Make the label" not in text


def test_the_first_prompt_says_who_the_user_is_and_nothing_of_intents(tmp_path: Path) -> None:
    model = Recording([])
    run(DESK_TASK(), model.model, tmp_path)
    text = "\n".join(message.text for message in model.seen[0])
    assert "Ada Fenn" in text
    assert not [word for word in ("intent", "decoy", "checklist", "Garamond", "plum", "score") if word in text]


# ---- options

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"memory": "file"}, "-T memory must be one of files, transcript, full, not 'file'"),
    ({"history": "some"}, "-T history must be one of full, group, none, not 'some'"),
    ({"user": "human"}, "-T user must be one of scripted, model, hybrid, not 'human'"),
    ({"tools": "any"}, "-T tools must be one of"),
    ({"turn_cap": 0}, "1 to 10000"),
    ({"background": "much"}, "0 to 1000"),
    ({"variant": "two"}, "whole numbers"),
    ({"agent": "nobody/at_home"}, "nobody/at_home"),
    ({"memroy": "files"}, "there is no option -T memroy; did you mean 'memory'?"),
    ({"wakeups": False}, "there is no option -T wakeups"),
]


@pytest.mark.parametrize(("options", "hint"), WRONG, ids=str)
def test_a_wrong_option_is_an_error_that_tells_what_is_valid(options: dict[str, Any], hint: str) -> None:
    with pytest.raises(PrerequisiteError) as caught:
        DESK_TASK(**options)
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("task", "options", "hint"),
    [
        (proactive, {"personas": "dsk"}, "there is no persona 'dsk'; did you mean 'desk'?"),
        (proactive, {"personas": "morning_run"}, "there is no persona 'morning_run'"),
        (DESK_TASK, {"personas": "desk"}, "there is no option -T personas"),
    ],
    ids=["a slip", "a life task", "one persona's own task"],
)
def test_personas_are_named_rightly(task: Callable[..., Task], options: dict[str, Any], hint: str) -> None:
    with pytest.raises(PrerequisiteError) as caught:
        task(**options)
    assert hint in str(caught.value)
