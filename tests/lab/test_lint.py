"""The lint: each rule finds what it is for in a copy of the tiny bundle with one thing broken, and nothing else."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bundle.copies import DESK, TINY, change, copy_of_desk, copy_of_tiny
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.checks.facts import read_fact
from vibelife_inspect.lab.lint import lint_bundle, lint_task, rule_names
from vibelife_inspect.lab.lint.rules.canary import CANARY
from vibelife_inspect.lab.lint.rules.imperatives import requests
from vibelife_inspect.lab.lint.rules.superlatives import superlatives
from vibelife_inspect.lab.lint.sight import Sighting, sightings
from vibelife_inspect.lab.lint.subject import Subject
from vibelife_inspect.money import money

TASK, CHECKS, TIMELINE, REFERENCE = "task.yaml", "checks.yaml", "timeline.yaml", "reference.yaml"


@dataclass(frozen=True)
class Broken:
    """One thing that is broken, and what the lint must say of it."""

    rule: str
    file: str
    old: str
    new: str
    key: str
    severity: str
    words: str = ""
    services: str = ""
    """Further services of the task."""
    more: tuple[tuple[str, str, str], ...] = ()
    """Further replacements: file, old, new."""


GOAL = "I want to run with {{ partner }} on"
AD = "text: A newsletter arrived."
WHY = "why: The list is begun."
ROW = 'expect: {file: {path: runs.md, rows: {with: "{{ partner }}"}}}'
SEED = "world/credit_card.yaml"
CARD = (
    f"{CANARY}\ncards: [{{id: CARD-A, name: Card, last4: '4242', currency: EUR, limit: 'EUR 100.00', "
    "next_statement: 2026-03-20}]\n"
)
CHARGE = (
    "transactions: [{id: CTX-1, card: CARD-B, payee: Club, amount: 'EUR 9.00', booked_at: 2026-03-01T10:00, "
    "category: other, status: posted}]\n"
)
PAGE = f"{CANARY}\ncomments: [{{id: COM-1, page_id: nowhere, author: Jo, text: Hello, created_at: 2026-03-01T10:00}}]\n"

BROKEN = [
    Broken("canary", TIMELINE, "- benchmark data", "- data", TIMELINE, "error", "canary"),
    Broken("reference", REFERENCE, ", fails: not_found}", "}", "e01_goal", "error", "does not play"),
    Broken(
        "unwatched",
        CHECKS,
        "needs: [m01_fee]",
        "needs: []",
        "m01_fee",
        "error",
        "no check depends",
        more=((TIMELINE, "        propagates_to: [s03_row]\n", ""),),
    ),
    Broken(
        "idle",
        CHECKS,
        ROW,
        "expect: {file: {path: AGENTS.md, states: [runs.md]}}",
        "s01_list",
        "error",
        "nothing passes it",
    ),
    Broken(
        "idle",
        CHECKS,
        "axis: artifact\n",
        "axis: artifact\n  idle: passes\n",
        "s01_list",
        "warning",
        "fails it",
        more=((CHECKS, "weight: 4", "weight: 90"),),
    ),
    Broken("hidden", TASK, "red_lines:", "hidden: ['The  Race']\nred_lines:", "e01_goal", "error", "hidden"),
    Broken("unrendered", TIMELINE, AD, "text: 'Hello { partner }.'", "e03_ad", "warning", "{ partner }"),
    Broken(
        "unrendered",
        REFERENCE,
        "reply: The list is begun.",
        "reply: 'Done { fee }'",
        "turns.e01_goal.2.reply",
        "warning",
    ),
    Broken(
        "superlatives", CHECKS, WHY, "why: The cheapest list is begun.", "s01_list.cheapest", "warning", "exactly one"
    ),
    Broken("superlatives", TIMELINE, AD, "text: The nearest newsletter arrived.", "e03_ad.nearest", "warning"),
    Broken("weekdays", TIMELINE, AD, "text: 'See you on Friday, 5 March 2026.'", "e03_ad", "error", "a Thursday"),
    Broken("weekdays", TIMELINE, AD, "text: 'On 2026-03-05 (Friday), no more.'", "e03_ad", "error", "a Thursday"),
    Broken("weekdays", TIMELINE, AD, "text: 'Tomorrow, Friday, no more.'", "e03_ad", "error", "a Thursday"),
    Broken("weekdays", "persona/AGENTS.md", "", "Gone on Monday, 3 March.\n", "AGENTS.md", "error", "a Tuesday"),
    Broken("zones", TIMELINE, AD, "text: 'On 5 March, 10:00 CEST, no more.'", "e03_ad", "error", "CET, UTC+0100"),
    Broken(
        "instants",
        SEED,
        "",
        CARD.replace("2026-03-20", "2026-10-25T02:30"),
        "CARD-A.next_statement",
        "warning",
        "there twice",
        "credit_card",
    ),
    Broken(
        "imperatives",
        TIMELINE,
        GOAL,
        f"Please water the roses. {GOAL}",
        "e01_goal.please_water_the_roses",
        "warning",
        "asks",
    ),
    Broken("leaks", "persona/AGENTS.md", "", "See s03_row.\n", "AGENTS.md.s03_row", "error", "a check"),
    Broken("leaks", "persona/AGENTS.md", "", "Mind no_medical.\n", "AGENTS.md.no_medical", "error", "a red line"),
    Broken("leaks", "persona/AGENTS.md", "", "One is a decoy.\n", "AGENTS.md.decoy", "warning", "a word of the test"),
    Broken(
        "leaks",
        TIMELINE,
        AD,
        "text: The fee changed without a single word to her.",
        "s03_row",
        "error",
        "what the check is about",
        more=((CHECKS, "why: The fee changed without a word.", "why: The fee changed without a single word to her."),),
    ),
    Broken(
        "leaks",
        "persona/AGENTS.md",
        "",
        "A big newsletter of the club arrived today.\n",
        "e03_ad.AGENTS.md",
        "error",
        "earlier",
        more=((TIMELINE, AD, "text: A big newsletter of the club arrived today."),),
    ),
    Broken(
        "given_away", CHECKS, ROW, "expect: {said: {events: [e01_goal], states: [race]}}", "s01_list", "error", "itself"
    ),
    Broken(
        "given_away",
        CHECKS,
        ROW,
        "expect: {all: [{said: {events: [e01_goal], states: [race]}}, {file: {path: runs.md}}]}",
        "s01_list",
        "warning",
        "itself",
    ),
    Broken(
        "unreachable",
        CHECKS,
        ROW,
        "expect: {file: {path: runs.md, states: [{amount: EUR 77.10}]}}",
        "s01_list",
        "warning",
        "77.10",
    ),
    Broken(
        "unreachable",
        CHECKS,
        ROW,
        "expect: {file: {path: runs.md, rows: {with: The race now costs}}}",
        "s01_list",
        "error",
        "before the end of stage 1",
    ),
    Broken(
        "unknown_ids",
        CHECKS,
        ROW,
        "expect: {some: {in: workspace.files, where: {id: rnus.md}}}",
        "s01_list",
        "error",
        "'runs.md'",
    ),
    Broken(
        "unknown_ids",
        CHECKS,
        ROW,
        "expect: {some: {in: {file: runs.md}, where: {id: RUN-77}}}",
        "s01_list",
        "error",
        "RUN-77",
    ),
    Broken("unknown_ids", TIMELINE, "where: {status: granted}", "where: {id: APP-77}", "r01_thanks", "error", "APP-77"),
    Broken(
        "unknown_ids",
        REFERENCE,
        "actions: [{write: medical.md, content: note}]",
        "actions: [{call: assistant_cancel_reminder, args: {reminder_id: REM-77}}]",
        "no_medical",
        "error",
        "REM-77",
    ),
    Broken("dangling_seeds", "world/notes.yaml", "", PAGE, "COM-1.page_id", "error", "notes.pages", "notes"),
    Broken("dangling_seeds", SEED, "", CARD + CHARGE, "CTX-1.card", "warning", "CARD-B", "credit_card"),
]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: f"{case.rule}-{case.key}")
def test_a_rule_finds_what_it_is_for(tmp_path: Path, case: Broken) -> None:
    path = copy_of_tiny(tmp_path)
    if case.services:
        change(path, TASK, "services: [workspace]", f"services: [workspace, {case.services}]")
    change(path, case.file, case.old, case.new)
    for file, old, new in case.more:
        change(path, file, old, new)
    found = [problem for problem in lint_bundle(path, 0) if problem.rule == case.rule]
    assert [(problem.key, problem.severity) for problem in found] == [(case.key, case.severity)], found
    assert case.words in found[0].message


LABEL, LETTER = "sessions/01_label.yaml", "sessions/02_letter.yaml"
BROKEN_SESSIONS = [
    Broken("sources", LABEL, "I sign everything as A. Fenn", "I sign it all", "i2_name", "error", "does not state"),
    Broken("sources", "persona/style.md", "are set in Garamond", "are not", "i1_font", "error", "does not state"),
    Broken("sources", LABEL, "{file: style.md}", "{file: looks.md}", "i1_font", "error", "does not exist"),
    Broken("sources", "persona/AGENTS.md", "", "Her jam is plum.\n", "i1_fruit", "error", "AGENTS.md states it"),
    Broken("sources", LETTER, "{session: s1_label}", "ask_only", "i2_name", "error", "session s1_label states it"),
    Broken(
        "sources",
        LABEL,
        "    met_by: {file: {path: label.md, states: [plum]}}",
        "    met_by: {file: {path: AGENTS.md}}",
        "i1_fruit",
        "error",
        "met before the agent has done anything",
    ),
]
"""The same of the tiny persona."""


@pytest.mark.parametrize("case", BROKEN_SESSIONS, ids=lambda case: f"{case.rule}-{case.key}-{case.words}")
def test_a_rule_finds_what_it_is_for_in_sessions(tmp_path: Path, case: Broken) -> None:
    path = copy_of_desk(tmp_path)
    change(path, case.file, case.old, case.new)
    found = [problem for problem in lint_bundle(path, 0) if problem.rule == case.rule]
    assert [(problem.key, problem.severity) for problem in found] == [(case.key, case.severity)], found
    assert case.words in found[0].message
    assert found[0].file.startswith("sessions/")


def test_every_rule_has_a_broken_example() -> None:
    assert {case.rule for case in [*BROKEN, *BROKEN_SESSIONS]} == set(rule_names())


def test_nothing_is_found_in_a_sound_persona() -> None:
    assert lint_bundle(DESK, 0) == []


@pytest.mark.parametrize("variant", range(3))
def test_nothing_is_found_in_a_sound_bundle(variant: int) -> None:
    assert lint_bundle(TINY, variant) == []


def test_a_problem_names_its_line(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, CHECKS, WHY, "why: The cheapest list is begun.")
    (problem,) = lint_bundle(path, 0)
    assert (problem.file, problem.line) == (CHECKS, 7)
    assert str(problem).startswith("checks.yaml:7: s01_list.cheapest: ") and str(problem).endswith(" [superlatives]")


# ---- variants and waivers


def test_what_several_variants_share_is_told_once(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, CHECKS, ROW, "expect: {file: {path: runs.md, states: [{amount: '{{ fee + fee }}'}]}}")
    report = lint_task(path, 4)
    assert [problem.key for problem in report.problems] == ["s01_list"]


def test_a_later_variant_may_be_wrong_alone(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, TASK, "variants:\n", "variants:\n  start_day: {range: [5, 6]}\n")
    change(path, TASK, "params:\n", "params:\n  start_day: 5\n")
    change(path, TIMELINE, AD, "text: 'On Thursday, {{ start_day }} March 2026, no more.'")
    assert lint_task(path, 1).problems == []
    assert [problem.rule for problem in lint_task(path, 3).problems] == ["weekdays"]


WAIVER = f"{CANARY}\nwaivers:\n  - {{rule: RULE, key: KEY, reason: It is a name and not a claim.}}\n"


@pytest.mark.parametrize(
    ("rule", "key", "told", "words"),
    [
        ("superlatives", "s01_list.cheapest", [], ""),
        ("superlatives", "s01_list.dearest", ["waivers.yaml", CHECKS], "did you mean 's01_list.cheapest'?"),
        ("superlative", "s01_list.cheapest", ["waivers.yaml", CHECKS], "did you mean 'superlatives'?"),
    ],
)
def test_a_waiver_waives_one_warning(tmp_path: Path, rule: str, key: str, told: list[str], words: str) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, CHECKS, WHY, "why: The cheapest list is begun.")
    change(path, "waivers.yaml", "", WAIVER.replace("RULE", rule).replace("KEY", key))
    report = lint_task(path, 1)
    assert [problem.file for problem in report.problems] == told
    assert report.waived == (0 if told else 1)
    assert words in " ".join(problem.message for problem in report.errors)


def test_an_error_cannot_be_waived(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "persona/AGENTS.md", "", "See s03_row.\n")
    change(path, "waivers.yaml", "", WAIVER.replace("RULE", "leaks").replace("KEY", "AGENTS.md.s03_row"))
    assert sorted(problem.file for problem in lint_task(path, 1).errors) == ["persona/AGENTS.md", "waivers.yaml"]


@pytest.mark.parametrize("body", ["waivers: []\n", "waivers: [{rule: idle, key: a}]\n", "waiver: 1\n", "waivers: [\n"])
def test_a_faulty_file_of_waivers_is_a_fault(tmp_path: Path, body: str) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "waivers.yaml", "", f"{CANARY}\n{body}")
    assert {problem.file for problem in lint_task(path, 1).errors} == {"waivers.yaml"}


def test_a_bundle_that_does_not_load_is_told_by_its_faults(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, CHECKS, "weight: 2", "weight: 0")
    (problem,) = lint_task(path, 3).problems
    assert (problem.file, problem.rule, problem.severity) == (CHECKS, "", "error")


# ---- words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Do you know the way? It is far.", []),
        ("Book two seats, and tell Jonas.", ["book two seats", "and tell jonas"]),
        ("I see. Now please call her.", ["now please call her"]),
        ("The cases shall travel ahead.", ["the cases shall travel ahead"]),
        ("Could you look it up?", ["could you look it up"]),
        ("Do not pay it; write packing.md instead.", ["do not pay it", "write packing.md instead"]),
        ("No answer needed, I am only thinking aloud.", []),
    ],
)
def test_requests_are_told_from_remarks(text: str, found: list[str]) -> None:
    assert requests(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The cheapest of the nearest.", ["cheapest", "nearest"]),
        ("At least three, at the latest by noon; most of all.", []),
        ("the most expensive one", ["most_expensive"]),
        ("His mail came first.", []),
        ("In the first days, on the first day, at the latest.", ["first"]),
    ],
)
def test_superlatives_are_told_from_idioms(text: str, found: list[str]) -> None:
    assert superlatives(text) == found


# ---- what was shown

FACTS = [
    money("1250.50", "EUR"), {"date": "2026-04-03"}, {"time": "14:10"}, {"id": "RES-1"}, {"number": 20}, "cool pouch",
    {"name": "Jonas", "or": ["Joni"]}, {"any_of": ["ferry", "boat"]}, {"amount": "EUR 12.00", "tolerance": 100},
]  # fmt: skip
TEXTS = [
    "1.250,50 € on 3 April at 2:10 pm", "EUR 1,250.50", "RES-1 for Joni", "RES-12", "20 boats", "a Cool  Pouch",
    "EUR 12.70", "2026-04-03T14:10+02:00", "", "nothing of it",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_a_sighting_states_what_its_text_states(text: str) -> None:
    facts = [read_fact(fact) for fact in FACTS]
    assert [Sighting(0, "", text).states(fact) for fact in facts] == [fact.stated_in(text) for fact in facts]


def test_what_an_agent_wrote_itself_was_not_shown(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(
        path, REFERENCE, "    - {reply: The list is begun.}", "    - {call: workspace_read_file, args: {path: runs.md}}"
    )
    words = [sighting.words for sighting in sightings(Subject(load_bundle(path)))]
    assert not any("unknown" in text for text in words)
    assert any("The race now costs" in text for text in words)
