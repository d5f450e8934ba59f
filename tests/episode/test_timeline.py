"""The timeline: steps in order, silent changes, reactions, wordings, wake-ups."""

from pathlib import Path

import pytest

from tests.episode.plays import play, quiet, retold, steps, tiny, told
from vibelife_inspect.episode import NO_REPLY, Episode, Options, StageEnded, Turn, WorldMoved
from vibelife_inspect.episode.options import MAX_WAKEUPS
from vibelife_inspect.errors import UsageError
from vibelife_inspect.world import Mark, Reply, World


def head(stages: int) -> str:
    """Stages of one event each, on the first days at nine."""
    return "stages:\n" + "".join(
        f"  - stage: {n}\n    title: Stage {n}\n    events:\n"
        f"      - {{id: e{n}, kind: user_message, at: \"{{{{ day({n - 1}, '09:00') }}}}\", text: Hello {n}}}\n"
        for n in range(1, stages + 1)
    )


def saying(**words: str):
    """An agent that says something in some turns."""

    def agent(turn: Turn, world: World) -> str:
        return words.get(turn.event, "")

    return agent


def replies(episode: Episode) -> dict[str, str]:
    return {entry.event: entry.text for entry in episode.world.journal.entries if isinstance(entry, Reply)}


# ---- order


def test_the_steps_of_the_tiny_bundle_when_nobody_acts() -> None:
    episode, trace = play(tiny())
    assert told(trace) == ["<1", "e01_goal", "1>", "<2", "(m01_fee)", "2>", "<3", "e02_check", "e03_ad", "3>"]
    assert episode.complete
    assert (episode.stage_reached, episode.turns) == (3, 3)


def test_time_passes_between_events() -> None:
    _, trace = play(tiny())
    assert [f"{step.at:%d %H:%M}" for step in trace if isinstance(step, Turn | WorldMoved)] == [
        "02 07:30",
        "03 03:00",
        "04 08:00",
        "04 09:00",
    ]


def test_a_prompt_tells_when_and_who_and_nothing_of_what_changed() -> None:
    _, trace = play(tiny())
    prompts = [step.prompt for step in trace if isinstance(step, Turn)]
    assert prompts[0].startswith("[Mon 2026-03-02 07:30 | message from Mara Lindqvist (chat)]\nI want to run")
    assert prompts[1] == "[Wed 2026-03-04 08:00 | check-in]\nMorning check-in."
    assert prompts[2].startswith("[Wed 2026-03-04 09:00 | notification from email]\n")
    assert "EUR" not in "".join(prompts)


def test_a_silent_change_opens_no_turn_and_changes_the_world() -> None:
    episode, trace = play(tiny())
    moved = next(step for step in trace if isinstance(step, WorldMoved))
    assert [(change.id, change.actor, change.cause) for change in moved.changes] == [("race.md", "timeline", "m01_fee")]
    assert "EUR 24.00" in episode.world.table("workspace.files").get("race.md").content


def test_stage_checks_are_judged_at_the_end_of_their_stage() -> None:
    def late(turn: Turn, world: World) -> str:
        if turn.event == "e02_check":
            world.call("workspace_write_file", {"path": "runs.md", "content": "| with |\n|---|\n| Jonas Thiel |\n"})
        return ""

    episode, trace = play(tiny(), late)
    ended = {step.stage: [verdict.id for verdict in step.verdicts] for step in trace if isinstance(step, StageEnded)}
    assert ended == {1: ["s01_list"], 2: [], 3: ["s03_row", "s03_quiet"]}
    assert not next(verdict for verdict in episode.verdicts() if verdict.id == "s01_list").passed


def test_what_a_run_did_not_reach_has_failed() -> None:
    episode = Episode(tiny(), Options())
    for step in steps(episode, quiet):
        if isinstance(step, StageEnded) and step.stage == 2:
            break
    verdicts = {verdict.id: verdict for verdict in episode.verdicts()}
    assert list(verdicts) == ["s01_list", "s03_row", "s03_quiet", "x_asked"]
    assert not any(verdict.passed for verdict in verdicts.values())
    assert "ended before" not in verdicts["s01_list"].evidence
    for unreached in ("s03_row", "s03_quiet", "x_asked"):
        assert "ended before" in verdicts[unreached].evidence
    assert not episode.complete


# ---- replies


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Hello.", "Hello."),
        ("  padded \n", "padded"),
        ("", ""),
        (NO_REPLY, ""),
        (f" {NO_REPLY}\n", ""),
        (f"I say {NO_REPLY}", f"I say {NO_REPLY}"),
        ("a\ud800b", "a\ufffdb"),
        ("\udfff", "\ufffd"),
        ("日本語 😀", "日本語 😀"),
    ],
)
def test_a_reply_is_kept_as_text(said: str, kept: str) -> None:
    episode, _ = play(tiny(), saying(e01_goal=said))
    assert replies(episode)["e01_goal"] == kept
    assert replies(episode)["e02_check"] == ""


def test_calls_carry_the_turn_that_they_were_made_in() -> None:
    def look(turn: Turn, world: World) -> str:
        world.call("workspace_list_files", {})
        return ""

    episode, _ = play(tiny(), look)
    made = [(line.stage, line.event, call.cause) for line, call in episode.history.calls()]
    assert made == [(1, "e01_goal", "e01_goal"), (3, "e02_check", "e02_check"), (3, "e03_ad", "e03_ad")]


# ---- wordings and conditions

WORDINGS = (
    head(1)
    + """
      - id: e_versions
        kind: user_message
        at: "{{ day(0, '10:00') }}"
        versions:
          - {when: {said: {events: [e1], states: [yes]}}, text: You said yes.}
          - {when: {said: {events: [e1], states: [maybe]}}, text: You said maybe.}
          - {text: You said nothing.}
      - id: e_when
        kind: user_message
        at: "{{ day(0, '11:00') }}"
        when: {said: {events: [e1], states: [yes]}}
        text: Only then.
"""
)


@pytest.mark.parametrize(
    ("said", "text", "happens"),
    [("Yes!", "You said yes.", True), ("maybe", "You said maybe.", False), ("", "You said nothing.", False)],
)
def test_an_event_is_worded_by_what_was_done(tmp_path: Path, said: str, text: str, happens: bool) -> None:
    episode, trace = play(retold(tmp_path, WORDINGS), saying(e1=said))
    turns = {step.event: step.text for step in trace if isinstance(step, Turn)}
    assert turns["e_versions"] == text
    assert ("e_when" in turns) is happens
    assert [mark.ref for mark in episode.marks("event_skipped")] == ([] if happens else ["e_when"])


# ---- mutations

MUTATIONS = (
    head(2)
    + """
      - id: m1
        kind: mutation
        at: "{{ day(1, '10:00') }}"
        changes:
          - {write_file: new.md, content: text}
          - {update: workspace.files, id: mine.md, set: {content: changed}}
      - {id: e_after, kind: reminder, at: "{{ day(1, '11:00') }}", text: Hello}
"""
)


def test_a_mutation_that_does_not_apply_is_noted_and_skipped_as_a_whole(tmp_path: Path) -> None:
    episode, trace = play(retold(tmp_path, MUTATIONS))
    assert told(trace) == ["<1", "e1", "1>", "<2", "e2", "(-m1)", "e_after", "2>"]
    assert "new.md" not in episode.world.table("workspace.files")
    (mark,) = episode.marks("mutation_skipped")
    assert (mark.ref, "mine.md" in mark.data["reason"]) == ("m1", True)


def test_a_mutation_applies_where_the_agent_made_it_possible(tmp_path: Path) -> None:
    def write(turn: Turn, world: World) -> str:
        world.call("workspace_write_file", {"path": "mine.md", "content": turn.event})
        return ""

    episode, trace = play(retold(tmp_path, MUTATIONS), write)
    assert "(m1)" in told(trace)
    assert "new.md" in episode.world.table("workspace.files")
    assert episode.marks("mutation_skipped") == []


@pytest.mark.parametrize(
    ("changes", "content"),
    [
        ("{update: workspace.files, where: {id: {matches: agents}}, set: {content: new}}", "new"),
        (
            "{call: workspace_append_file, args: {path: {first: {in: workspace.files, field: id}}, content: more}}",
            "more",
        ),
        ("{delete: workspace.files, where: {content: {contains: race}}}", "Keep"),
    ],
)
def test_changes_find_their_rows(tmp_path: Path, changes: str, content: str) -> None:
    timeline = MUTATIONS.replace("- {update: workspace.files, id: mine.md, set: {content: changed}}", f"- {changes}")
    timeline = timeline.replace("content: text", "content: a race")
    episode, _ = play(retold(tmp_path, timeline))
    assert content in episode.world.table("workspace.files").get("AGENTS.md").content


# ---- reactions


def reacting(reaction: str, stages: int = 4) -> str:
    return head(stages) + f"reactions:\n  - {{id: r1, {reaction}}}\n"


HELLO = "when: {said: {stages: [1, 2, 3, 4], states: [hello]}}"
ANSWER = "then: [{id: a1, kind: user_message, text: Thanks}]"


def test_a_reaction_fires_once_at_the_end_of_its_turn(tmp_path: Path) -> None:
    bundle = retold(tmp_path, reacting(f"{HELLO}, {ANSWER}"))
    episode, trace = play(bundle, saying(e2="hello", e3="hello"))
    assert told(trace) == ["<1", "e1", "1>", "<2", "e2", "a1", "2>", "<3", "e3", "3>", "<4", "e4", "4>"]
    assert [mark.ref for mark in episode.marks("reaction")] == ["r1"]


def test_a_reaction_never_fires_when_nobody_provokes_it(tmp_path: Path) -> None:
    _, trace = play(retold(tmp_path, reacting(f"{HELLO}, {ANSWER}")))
    assert "a1" not in told(trace)


@pytest.mark.parametrize(
    ("after", "place"),
    [
        ("PT1H", "<3 a1 e3"),
        ("PT23H59M", "<3 a1 e3"),
        ("PT24H", "<3 a1 e3"),
        ("PT24H1M", "<4 a1 e4"),
        ("P2D", "<4 a1 e4"),
    ],
)
def test_an_answer_comes_after_its_delay(tmp_path: Path, after: str, place: str) -> None:
    _, trace = play(retold(tmp_path, reacting(f"{HELLO}, after: {after}, {ANSWER}")), saying(e2="hello"))
    assert place in " ".join(told(trace))


def test_a_delayed_answer_comes_at_its_instant(tmp_path: Path) -> None:
    _, trace = play(retold(tmp_path, reacting(f"{HELLO}, after: PT90M, {ANSWER}")), saying(e2="hello"))
    assert [f"{step.at:%d %H:%M}" for step in trace if isinstance(step, Turn) and step.event == "a1"] == ["03 10:30"]


def test_an_answer_that_is_due_after_the_end_never_comes(tmp_path: Path) -> None:
    _, trace = play(retold(tmp_path, reacting(f"{HELLO}, after: P9D, {ANSWER}")), saying(e2="hello"))
    assert "a1" not in told(trace)


@pytest.mark.parametrize(("word", "fires"), [("e1", False), ("e2", True), ("e3", True), ("e4", False)])
def test_a_reaction_keeps_to_its_stages(tmp_path: Path, word: str, fires: bool) -> None:
    event = f"when: {{said: {{events: [{word}], states: [hello]}}}}"
    bundle = retold(tmp_path, reacting(f"{event}, between: [{word[1]}, {word[1]}], {ANSWER}"))
    assert "a1" in told(play(bundle, saying(**{word: "hello"}))[1])
    assert "a1" not in told(play(bundle, saying(e1="no"))[1])


def test_a_reaction_outside_its_stages_does_not_fire(tmp_path: Path) -> None:
    bundle = retold(tmp_path, reacting(f"when: {{said: {{events: [e1], states: [hello]}}}}, between: [2, 3], {ANSWER}"))
    _, trace = play(bundle, saying(e1="hello"))
    assert "<2 e2 a1 2>" in " ".join(told(trace))
    late = retold(
        tmp_path / "b", reacting(f"when: {{said: {{events: [e3], states: [hello]}}}}, between: [1, 2], {ANSWER}")
    )
    assert "a1" not in told(play(late, saying(e3="hello"))[1])


def test_an_answer_may_provoke_another(tmp_path: Path) -> None:
    chain = reacting(f"{HELLO}, {ANSWER}") + (
        "  - {id: r2, when: {said: {events: [a1], states: [more]}}, then: [{id: a2, kind: user_message, text: More},"
        " {id: m2, kind: mutation, changes: [{write_file: x.md, content: x}]}]}\n"
    )
    episode, trace = play(retold(tmp_path, chain), saying(e2="hello", a1="more"))
    assert "<2 e2 a1 a2 (m2) 2>" in " ".join(told(trace))
    assert "x.md" in episode.world.table("workspace.files")


def test_the_tiny_reaction_answers_an_approval() -> None:
    def ask(turn: Turn, world: World) -> str:
        if turn.event == "e01_goal":
            money = {"minor": 2400, "currency": "EUR"}
            world.call("assistant_request_approval", {"action": "pay", "summary": "Race", "amount": money})
        return ""

    assert told(play(tiny(), ask)[1])[:5] == ["<1", "e01_goal", "1>", "<2", "e90_thanks"]


# ---- wake-ups


def remind(*moments: str):
    """An agent that sets reminders in its first turn."""

    def agent(turn: Turn, world: World) -> str:
        if turn.event == "e1":
            for number, moment in enumerate(moments):
                outcome = world.call("assistant_set_reminder", {"at": moment, "text": f"Note {number}"})
                assert outcome.ok, outcome.error
        return ""

    return agent


def wakeups(trace: list[object]) -> list[Turn]:
    return [step for step in trace if isinstance(step, Turn) and step.kind == "wakeup"]


def test_an_own_reminder_opens_a_turn(tmp_path: Path) -> None:
    _, trace = play(retold(tmp_path, head(3)), remind("2026-03-02T12:00", "2026-03-03T12:00"))
    words = [word if not word.startswith("wakeup:") else "!" for word in told(trace)]
    assert words == ["<1", "e1", "1>", "<2", "(time)", "!", "e2", "2>", "<3", "(time)", "!", "e3", "3>"]
    first = wakeups(list(trace))[0]
    assert first.prompt == "[Mon 2026-03-02 12:00 | you asked to be reminded]\nReminder: Note 0"
    assert first.event.startswith("wakeup:REM-")
    assert first.stage == 2


def test_without_wakeups_reminders_ring_unheard(tmp_path: Path) -> None:
    episode, trace = play(retold(tmp_path, head(3)), remind("2026-03-02T12:00"), wakeups=False)
    assert wakeups(list(trace)) == []
    assert len(episode.marks("wakeup_skipped")) == 1
    assert next(iter(episode.world.table("assistant.reminders"))).status == "rung"


def test_wakeups_are_bounded_in_each_stage(tmp_path: Path) -> None:
    moments = [f"2026-03-02T{hour:02}:00" for hour in range(10, 20)] + ["2026-03-03T12:00"]
    episode, trace = play(retold(tmp_path, head(3)), remind(*moments))
    stages = [turn.stage for turn in wakeups(list(trace))]
    assert stages == [2] * MAX_WAKEUPS + [3]
    assert len(episode.marks("wakeup_skipped")) == 10 - MAX_WAKEUPS


def test_reminders_of_the_same_instant_ring_one_by_one(tmp_path: Path) -> None:
    _, trace = play(retold(tmp_path, head(2)), remind("2026-03-02T12:00", "2026-03-02T12:00"))
    assert {turn.text for turn in wakeups(list(trace))} == {"Reminder: Note 0", "Reminder: Note 1"}


def test_a_reminder_after_the_last_event_never_rings(tmp_path: Path) -> None:
    _, trace = play(retold(tmp_path, head(2)), remind("2026-03-04T12:00"))
    assert wakeups(list(trace)) == []


def test_an_agent_that_reminds_itself_for_ever_is_stopped(tmp_path: Path) -> None:
    def restless(turn: Turn, world: World) -> str:
        later = world.clock.now.isoformat()[:17]
        minute = (world.clock.now.minute + 1) % 60
        world.call("assistant_set_reminder", {"at": f"{later[:14]}{minute:02}", "text": "again"})
        return ""

    _, trace = play(retold(tmp_path, head(3)), restless)
    assert len(wakeups(list(trace))) <= 3 * MAX_WAKEUPS


# ---- options


@pytest.mark.parametrize("options", [{"variant": -1}, {"variant": 10**7}, {"background": -1}, {"background": 1001}])
def test_options_have_limits(options: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="whole number from 0"):
        Options(**options)


def test_marks_tell_the_story() -> None:
    episode, _ = play(tiny())
    marks = [(entry.kind, entry.ref) for entry in episode.world.journal.entries if isinstance(entry, Mark)]
    assert marks[:3] == [("stage_started", "1"), ("event", "e01_goal"), ("stage_ended", "1")]


def test_a_mutation_with_a_condition_happens_only_if_it_holds(tmp_path: Path) -> None:
    timeline = """stages:
  - stage: 1
    title: One
    events:
      - {id: e1, kind: reminder, at: 2026-03-02T08:00, text: Look.}
      - id: m1
        kind: mutation
        at: 2026-03-02T09:00
        when: {file: {path: done.md}}
        changes: [{write_file: answer.md, content: seen}]
"""

    def busy(turn: Turn, world: World) -> str:
        world.call("workspace_write_file", {"path": "done.md", "content": "x"})
        return ""

    bundle = retold(tmp_path, timeline)
    assert "answer.md" not in play(bundle)[0].world.table("workspace.files")
    assert "answer.md" in play(bundle, busy)[0].world.table("workspace.files")
