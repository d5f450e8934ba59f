"""One thing broken in a persona, one clear fault: file, line, key, the offending value and what would be right."""

from pathlib import Path

import pytest

from tests.bundle.copies import DESK, Break, change, copy_of_desk, problems
from vibelife_inspect.bundle import load_bundle

LABEL, LETTER, LIST = "sessions/01_label.yaml", "sessions/02_letter.yaml", "sessions/03_list.yaml"
FONT_QUESTION = "question: Which font should the label use?"
FRUIT_QUESTION = "    question: Which fruit is in it?\n"
NAMED = "{file: {path: letter.md, states: [A. Fenn]}}"
PLUM = "{file: {path: label.md, states: [plum]}}"
RUBRIC = "    rubric: Is the label no longer than ten words?\n"
APPROXIMATE = f"    approximate: {PLUM}\n"
STEPS = '  - {write: list.md, content: "{{ value.i3_jars }} jars"}\n  - {reply: list.md is there.}\n'
NO_TABLE = ("'email.mesages'", "did you mean 'email.messages'?")
JUDGED = "{id: X, why: It is kind., rubric: Is it kind?, approximate: {file: {path: letter.md}}}"

BREAKS: dict[str, Break] = {
    # the shape of a session's file
    "unknown field": Break(LIST, "away: true", "awy: true", 5, "awy", ("unknown field 'awy'", "did you mean 'away'?")),
    "no title": Break(LABEL, "title: A label\n", "", 2, "", ("'title' is required",)),
    "no reference": Break(LIST, f"reference:\n{STEPS}", "", 2, "", ("'reference' is required",)),
    "no steps": Break(LIST, f"reference:\n{STEPS}", "reference: []\n", 22, "reference", ("at least 1 item",)),
    "bad id": Break(LABEL, "id: s1_label", "id: S1 label", 2, "id", ("'S1 label'",)),
    "bad kind": Break(
        LABEL,
        "standing_preference",
        "standing_preferense",
        8,
        "intents.0.kind",
        ("'standing_preferense'", "did you mean 'standing_preference'?"),
    ),
    "unknown source": Break(
        LABEL, "{file: style.md}", "{fil: style.md}", 9, "intents.0.source", ("ask_only", "session, file, record")
    ),
    "misspelt source": Break(
        LABEL, "ask_only", "ask_onyl", 24, "intents.1.source", ("'ask_onyl'", "did you mean 'ask_only'?")
    ),
    "no facts": Break(LABEL, "facts: [plum]", "facts: []", 28, "intents.1.facts", ("at least 1 item",)),
    "bad fact": Break(
        LABEL, "facts: [plum]", "facts: [{nmber: 1}]", 28, "intents.1.facts.0", ("a fact is text or one of",)
    ),
    "empty group": Break(LABEL, "[[font, typeface]]", "[[font], []]", 12, "intents.0.asked_by.1", ("at least 1 item",)),
    "any word": Break(LABEL, "[[font, typeface]]", "[['*']]", 12, "intents.0.asked_by.0.0", ("'*'",)),
    "expect and rubric": Break(
        LABEL, RUBRIC, f"    expect: {PLUM}\n{RUBRIC}", 34, "checklist.2", ("either expect or rubric",)
    ),
    "neither": Break(LABEL, RUBRIC + APPROXIMATE, "", 34, "checklist.2", ("either expect or rubric",)),
    "rubric alone": Break(LABEL, APPROXIMATE, "", 34, "checklist.2", ("a rubric needs `approximate`",)),
    "approximate alone": Break(
        LABEL,
        "names the fruit., expect:",
        f"names the fruit., approximate: {PLUM}, expect:",
        33,
        "checklist.1",
        ("only a rubric has one",),
    ),
    "undefined param": Break(
        LABEL, "It is plum jam.", '"It is {{ fruit }}."', 25, "intents.1.text", ("'fruit' is undefined",)
    ),
    "bad change": Break(
        LIST, "write_file: stock", "writ_file: stock", 7, "before.0.changes.0", ("a change is a mapping with one of",)
    ),
    # names
    "unknown need": Break(
        LETTER, "needs: [s1_label]", "needs: [s1_lable]", 5, "needs.0", ("'s1_lable'", "did you mean 's1_label'?")
    ),
    "needs a later one": Break(
        LABEL, "title: A label", "title: A label\nneeds: [s2_letter]", 4, "needs.0", ("no earlier session 's2_letter'",)
    ),
    "needs itself": Break(
        LETTER, "needs: [s1_label]", "needs: [s2_letter]", 5, "needs.0", ("no earlier session", "valid: s1_label")
    ),
    "duplicate intent": Break(
        LABEL, "id: i1_fruit", "id: i1_font", 22, "intents.1.id", ("duplicate intent id 'i1_font'",)
    ),
    "duplicate intent of another session": Break(
        LIST, "id: i3_jars", "id: i1_font", 10, "intents.0.id", ("duplicate intent id 'i1_font'",)
    ),
    "duplicate item": Break(
        LETTER, "id: c2_name", "id: c1_font", 27, "checklist.0.id", ("duplicate check id 'c1_font'",)
    ),
    "source later": Break(
        LABEL, "{file: style.md}", "{session: s2_letter}", 9, "intents.0.source", ("no earlier session 's2_letter'",)
    ),
    "source itself": Break(
        LETTER, "{session: s1_label}", "{session: s2_letter}", 10, "intents.0.source", ("valid: s1_label",)
    ),
    "source table": Break(LETTER, "email.messages, id", "email.mesages, id", 19, "intents.1.source", NO_TABLE),
    "asked of nobody": Break(
        LIST, "{file: stock.md}", "ask_only", 12, "intents.0.source", ("nobody answers in this session",)
    ),
    "table of met_by": Break(
        LETTER, f"met_by: {NAMED}", "met_by: {some: {in: email.mesages}}", 16, "intents.0.met_by.some.in", NO_TABLE
    ),
    "field deep in met_by": Break(
        LETTER,
        f"met_by: {NAMED}",
        "met_by: {all: [{some: {in: email.messages, where: {sendr: x}}}]}",
        16,
        "intents.0.met_by.all.0.some.where.sendr",
        ("did you mean 'sender'?",),
    ),
    "table of taken_by": Break(
        LABEL,
        "taken_by: {file: {path: label.md, states: [Arial]}}",
        "taken_by: {some: {in: email.mesages}}",
        20,
        "intents.0.decoys.0.taken_by.some.in",
        NO_TABLE,
    ),
    "table of an item": Break(
        LETTER, f"expect: {NAMED}", "expect: {some: {in: email.mesages}}", 27, "checklist.0.expect.some.in", NO_TABLE
    ),
    "table of a rubric": Break(
        LABEL,
        f"approximate: {PLUM}",
        "approximate: {some: {in: email.mesages}}",
        37,
        "checklist.2.approximate.some.in",
        NO_TABLE,
    ),
    "event of an item": Break(
        LIST,
        "{events: [s3_list]}",
        "{events: [s3_lst]}",
        21,
        "checklist.1.expect.unasked.events.0",
        ("'s3_lst'", "did you mean 's3_list'?"),
    ),
    "item of a change": Break(
        LIST, "[c3_jars]", "[c3_jar]", 7, "before.0.propagates_to.0", ("'c3_jar'", "did you mean 'c3_jars'?")
    ),
    "intent of a step": Break(
        LETTER,
        "knows: [i2_name, i2_day]",
        "knows: [i2_name, i2_dya]",
        31,
        "reference.1.knows",
        ("'i2_dya'", "did you mean 'i2_day'?"),
    ),
    "intent of another session": Break(
        LETTER,
        "knows: [i2_name, i2_day]",
        "knows: [i1_font]",
        31,
        "reference.1.knows",
        ("no intent 'i1_font' in this",),
    ),
    "operation of a step": Break(
        LETTER,
        "email_send_message",
        "email_send_mesage",
        31,
        "reference.1.call",
        ("did you mean 'email_send_message'?",),
    ),
    # time
    "an earlier day": Break(LETTER, "2026-03-05T09:00", "2026-03-01T09:00", 4, "at", ("time goes backwards",)),
    "a change too late": Break(LIST, "2026-03-09T03:00", "2026-03-11T03:00", 4, "at", ("time goes backwards",)),
    # what is said
    "text without the fact": Break(
        LABEL, "text: It is plum jam.", "text: It is jam.", 25, "intents.1.text", ("does not state 'plum'",)
    ),
    "answer without the fact": Break(
        LABEL,
        FRUIT_QUESTION,
        f"    answer: The usual.\n{FRUIT_QUESTION}",
        26,
        "intents.1.answer",
        ("does not state 'plum'",),
    ),
    "said in the request": Break(
        LABEL, "for the jam", "for the plum jam", 28, "intents.1.facts", ("the request states it already",)
    ),
    "objection that tells": Break(
        LABEL,
        "objection: No, not that font.",
        "objection: No, Garamond.",
        21,
        "intents.0.decoys.0.objection",
        ("gives away what is right",),
    ),
    "objection that tells of another": Break(
        LABEL,
        "objection: No, not that font.",
        "objection: No, and it is plum.",
        21,
        "intents.0.decoys.0.objection",
        ("gives away what is right for 'i1_fruit'",),
    ),
    "text that tells of another": Break(
        LABEL,
        "text: It is plum jam.",
        "text: It is plum jam, in Garamond.",
        13,
        "intents.0.facts",
        ("the words of 'i1_fruit' state them",),
    ),
    "no question": Break(
        LABEL, FONT_QUESTION, "question: The font of the label.", 11, "intents.0.question", ("is no question",)
    ),
    "a question about nothing": Break(
        LABEL, FONT_QUESTION, "question: How should it look?", 11, "intents.0.question", ("is no question that",)
    ),
    "a question about another": Break(
        LABEL,
        "[[fruit, flavour]]",
        "[[fruit, label]]",
        11,
        "intents.0.question",
        ("also a question about 'i1_fruit'", "more precise"),
    ),
    # the checklist
    "too many rubrics": Break(
        LETTER,
        "checklist:\n",
        f"checklist:\n  - {JUDGED.replace('X', 'c2_a')}\n  - {JUDGED.replace('X', 'c2_b')}\n"
        f"  - {JUDGED.replace('X', 'c2_c')}\n",
        26,
        "checklist",
        ("3 of 5 items need a grader", "at most half"),
    ),
    "an idle item": Break(
        LIST, ", provided: {file: {path: list.md}}", "", 21, "checklist.1.expect", ("doing nothing passes it",)
    ),
    # files of life tasks
    "a timeline": Break("timeline.yaml", "", "stages: []\n", 1, "", ("for life tasks", "sessions/*.yaml")),
    "checks": Break("checks.yaml", "", "[]\n", 1, "", ("for life tasks",)),
    "a reference": Break("reference.yaml", "", "turns: {}\n", 1, "", ("for life tasks",)),
    "an alternative of nothing": Break(
        "alternatives/x.yaml", "", "turns: {s1_lable: [{reply: Done.}]}\n", 1, "turns.s1_lable", ("'s1_label'",)
    ),
}


@pytest.mark.parametrize("case", BREAKS.values(), ids=BREAKS.keys())
def test_one_break_is_one_clear_fault(tmp_path: Path, case: Break) -> None:
    path = copy_of_desk(tmp_path)
    change(path, case.file, case.old, case.new)
    (problem,) = problems(path)
    assert (problem.file, problem.line, problem.key) == (case.file, case.line, case.key), problem
    for words in case.words:
        assert words in problem.message


def test_two_sessions_of_one_id(tmp_path: Path) -> None:
    path = copy_of_desk(tmp_path)
    change(path, LIST, "id: s3_list", "id: s1_label")
    first = problems(path)[0]
    assert (first.file, first.line, first.key) == (LIST, 2, "id")
    assert first.message == "duplicate event id 's1_label'"


def test_a_session_that_is_no_mapping(tmp_path: Path) -> None:
    path = copy_of_desk(tmp_path)
    (path / LIST).write_text("- a\n", encoding="utf-8")
    assert [(each.file, each.message) for each in problems(path)] == [(LIST, "must be a mapping")]


def test_all_faults_of_all_sessions_are_told_at_once(tmp_path: Path) -> None:
    path = copy_of_desk(tmp_path)
    change(path, LABEL, "text: It is plum jam.", "text: It is jam.")
    change(path, LETTER, "needs: [s1_label]", "needs: [s1_lable]")
    assert [(each.file, each.key) for each in problems(path)] == [(LABEL, "intents.1.text"), (LETTER, "needs.0")]


def test_the_sound_persona_loads_alike_twice() -> None:
    one, other = load_bundle(DESK), load_bundle(DESK)
    assert (one.digest, one.stages, one.checks) == (other.digest, other.stages, other.checks)
    assert [session.id for session in one.sessions] == ["s1_label", "s2_letter", "s3_list"]
