"""Scripted agents of working sessions, with figures worked by hand; the lab finds what tells no agents apart."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bundle.copies import DESK, change, copy_of_desk
from vibelife_inspect.bundle import Bundle
from vibelife_inspect.catalog import is_sessions, load_task, task_paths
from vibelife_inspect.cli.sessions.replaying import live_sessions
from vibelife_inspect.lab import determinism
from vibelife_inspect.lab.crew import Crew
from vibelife_inspect.lab.lint.rules.canary import CANARY
from vibelife_inspect.lab.sessions import verify_sessions
from vibelife_inspect.lab.sessions.plans import FORMS
from vibelife_inspect.policies import session_policy_names
from vibelife_inspect.policies.session_agent import remembered
from vibelife_inspect.sessions import Past, SessionResult, measure
from vibelife_inspect.world import Json


class Golden(NamedTuple):
    """How an agent lives through the desk: one entry per session, or per intent."""

    labels: str
    """i1_font i1_fruit | i2_name i2_day | i3_jars: completed, inferred, provided."""
    comp: tuple[float, float, float]
    """c1_font c1_fruit | c2_name c2_once | c3_jars c3_quiet; c1_tone is a rubric."""
    turns: tuple[int, int, int]
    questions: tuple[int, int, int]
    matched: tuple[int, int, int]
    words: tuple[int, int, int]
    """`It is plum jam.` 4, `Set it in Garamond, please.` 5; `Sign it A. Fenn.` 4, `Our evening is on 9 March.` 6."""


# The third session is `away`: who asks there has asked in vain, and fails c3_quiet besides.
FULL: dict[str, Golden] = {
    # asks for the fruit, which stands nowhere
    "oracle": Golden("ci cc c", (1, 1, 1), (2, 1, 1), (1, 0, 0), (1, 0, 0), (4, 0, 0)),
    # asks first and acts when answered; nobody answers in the third session, so nothing is done there
    "asker": Golden("ii ii p", (1, 1, 0), (2, 2, 1), (2, 2, 1), (2, 2, 1), (9, 10, 0)),
    # the same with all 5 questions of the persona each time
    "guesser": Golden("ii ii p", (1, 1, 0), (2, 2, 1), (5, 5, 5), (2, 2, 1), (9, 10, 0)),
    # is told one thing after the other, and writes anew each time
    "reactive": Golden("pp pp p", (1, 1, 1 / 2), (3, 3, 1), (0, 0, 0), (0, 0, 0), (9, 10, 0)),
    # has lost how she signs
    "forgetful": Golden("ci pc c", (1, 1, 1), (2, 2, 1), (1, 0, 0), (1, 0, 0), (4, 4, 0)),
    # is told everything, and does nothing
    "silent": Golden("pp pp p", (0, 0, 0), (3, 3, 1), (0, 0, 0), (0, 0, 0), (9, 10, 0)),
}
# s1 and s2 are a group, so nothing is lost; alone, the second has no first, and the oracle has nothing to remember.
GOLDEN: dict[Past, dict[str, Golden]] = {"full": FULL, "group": FULL, "none": {**FULL, "oracle": FULL["forgetful"]}}


@cache
def lived(path: Path, agent: str, past: Past = "full") -> list[SessionResult]:
    return live_sessions(load_task(str(path)), agent, past, 0)[1]


def labels(results: list[SessionResult]) -> str:
    return " ".join("".join(result.labels[each.id][0] for each in result.session.intents) for result in results)


def failed(results: list[SessionResult]) -> list[str]:
    return [item.id for result in results for item in result.items if not item.passed]


@pytest.mark.parametrize("past", GOLDEN)
@pytest.mark.parametrize("agent", session_policy_names())
def test_the_agents_live_through_the_desk_as_worked_out(agent: str, past: Past) -> None:
    golden = GOLDEN[past][agent]
    results = lived(DESK, agent, past)
    assert labels(results) == golden.labels
    assert tuple(float(result.comp("predicate") or 0) for result in results) == golden.comp
    for name in ("turns", "questions", "matched", "words"):
        assert tuple(getattr(result, name) for result in results) == getattr(golden, name), name


@pytest.mark.parametrize(
    ("agent", "past", "proc", "comp", "precision"),
    [
        ("oracle", "full", 1, 1, 1),
        ("oracle", "none", (1 + 1 / 2 + 1) / 3, 1, 1),
        ("asker", "full", 2 / 3, 2 / 3, 1),
        ("guesser", "full", 2 / 3, 2 / 3, 5 / 15),
        ("reactive", "full", 0, (1 + 1 + 1 / 2) / 3, None),
        ("forgetful", "full", (1 + 1 / 2 + 1) / 3, 1, 1),
        ("silent", "full", 0, 0, None),
    ],
)
def test_the_figures_of_the_desk(agent: str, past: Past, proc: float, comp: float, precision: float | None) -> None:
    found = measure(lived(DESK, agent, past))
    assert (found.proc, found.comp) == (pytest.approx(proc), pytest.approx(comp))
    assert found.precision == (None if precision is None else pytest.approx(precision))


def test_the_weighted_figures_of_the_desk() -> None:
    found = measure(lived(DESK, "forgetful"))
    # ends: s2 pools s1 and weighs 2, s3 weighs 1: (2 * 3/4 + 1 * 1) / 3 = 5/6
    assert found.proc_weighted == pytest.approx(5 / 6)
    reactive = measure(lived(DESK, "reactive"))
    # the ends' own checklists: (2 * 2/2 + 1 * 1/2) / 3 = 5/6
    assert reactive.comp_weighted == pytest.approx(5 / 6)
    assert reactive.comp_approximate == 1


# ---- what holds for every persona

PERSONAS = [path for path in [DESK, *task_paths().values()] if is_sessions(path)]
every_persona = pytest.mark.parametrize("path", PERSONAS, ids=lambda path: path.name)


def intents_of(bundle: Bundle, *, away: bool | None = None) -> set[str]:
    sessions = [each for each in bundle.sessions if away is None or each.away is away]
    return {intent.id for session in sessions for intent in session.intents}


def by_label(results: list[SessionResult], *wanted: str) -> set[str]:
    return {id for result in results for id, label in result.labels.items() if label in wanted}


@every_persona
def test_the_oracle_does_everything_unprompted_but_what_can_only_be_asked(path: Path) -> None:
    bundle = load_task(str(path))
    results = lived(path, "oracle")
    assert failed(results) == []
    asked = {each.id for session in bundle.sessions for each in session.intents if each.source == "ask_only"}
    assert by_label(results, "inferred") == asked
    assert by_label(results, "completed") == intents_of(bundle) - asked
    assert measure(results).precision in (1, None)
    assert measure(results).decoys in (0, None)


@every_persona
def test_the_oracle_loses_only_what_was_said_before_when_nothing_was(path: Path) -> None:
    bundle = load_task(str(path))
    lost = by_label(lived(path, "oracle", "none"), "provided")
    assert lost <= {each.id for session in bundle.sessions for each in session.intents if remembered(each)}


@every_persona
def test_the_forgetful_loses_exactly_what_was_said_before(path: Path) -> None:
    bundle = load_task(str(path))
    results = lived(path, "forgetful")
    said = {each.id for session in bundle.sessions for each in session.intents if remembered(each)}
    assert by_label(results, "provided") == said
    assert by_label(results, "inferred") == by_label(lived(path, "oracle"), "inferred")


@every_persona
@pytest.mark.parametrize("agent", ["asker", "guesser"])
def test_whoever_asks_is_answered_where_somebody_is_there(path: Path, agent: str) -> None:
    bundle = load_task(str(path))
    results = lived(path, agent)
    assert by_label(results, "inferred") == intents_of(bundle, away=False)
    assert by_label(results, "provided") == intents_of(bundle, away=True)
    assert failed([result for result in results if not result.session.away]) == []
    precision = measure(results).precision or 0
    assert precision == 1 if agent == "asker" else precision < 0.5


@every_persona
@pytest.mark.parametrize("agent", ["reactive", "silent"])
def test_whoever_waits_is_told_everything(path: Path, agent: str) -> None:
    bundle = load_task(str(path))
    results = lived(path, agent)
    found = measure(results)
    assert by_label(results, "provided") == intents_of(bundle)
    assert (found.proc, found.precision) == (0, None)
    if agent == "silent":
        assert found.comp <= 0.05
    else:
        assert failed([result for result in results if not result.session.away]) == []


# ---- the lab


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes write the same bytes, for once without being asked."""
    monkeypatch.setattr(determinism, "elsewhere", lambda *_: {"prints": ["a", "a"], "years": [1, 2], "date": "none"})


def report_on(path: Path) -> Json:
    return verify_sessions(path, 0, 1, Crew(), lambda done, total: None)


def test_the_desk_is_proved() -> None:
    told: list[tuple[int, int]] = []
    report = verify_sessions(DESK, 0, 2, Crew(), lambda done, total: told.append((done, total)))
    assert (report["failures"], report["passed"], report["determinism"]) == ([], True, True)
    assert list(report["scores"]) == session_policy_names()
    assert {past: list(agents) for past, agents in report["without_history"].items()} == {
        past: session_policy_names() for past in GOLDEN if past != "full"
    }
    assert list(report["variants"]) == ["1"]
    rates = {name: (part.get("killed", part.get("kept")), part["total"]) for name, part in report["ablation"].items()}
    assert rates == {
        "told_apart": (5, 5),
        "ignored": (5, 5),
        "decoys": (1, 1),
        "dropped": (4, 4),
        "numbers": (1, 1),
        "harmless": (len(FORMS), len(FORMS)),
    }
    sizes = {
        "sessions": 3,
        "intents": 5,
        "sources": {"session": 1, "file": 2, "record": 1, "ask_only": 1},
        "decoys": 1,
        "items": 7,
        "rubrics": 1,
    }
    assert sizes.items() <= report["sizes"].items()
    assert told == [(done, len(told)) for done in range(1, len(told) + 1)]


class Weak(NamedTuple):
    """What is weakened, and all that the lab says of it."""

    file: str
    old: str
    new: str
    faults: set[str]


LABEL, LETTER = "sessions/01_label.yaml", "sessions/02_letter.yaml"
FONT_ITEM = "expect: {file: {path: label.md, states: [Garamond]}}"
FRUIT_ITEM = "names the fruit., expect: {file: {path: label.md, states: [plum]}}"
WEAK: dict[str, Weak] = {
    "an intent met by anything": Weak(
        LABEL,
        "    met_by: {file: {path: label.md, states: [Garamond]}}",
        "    met_by: {file: {path: label.md}}",
        {
            "i1_font: is not told to one who does not know it: something else meets it",
            "i1_font: when it is told in the end, an item fails all the same",
            "i1_font: is met by one who ignores it",
            "i1_font: decoy 0 is used and not seen",
            "reactive: proc is",
        },
    ),
    "a decoy that her own words state": Weak(
        LABEL,
        "text: Set it in Garamond, please.",
        "text: Set it in Garamond, please. It is no label with Arial.",
        {"who repeats what the user says of it is thought to take decoy 0"},
    ),
    "an intent met by another": Weak(
        LETTER,
        "    met_by: {file: {path: letter.md, states: [{date: 2026-03-09}]}}",
        "    met_by: {file: {path: letter.md, states: [A. Fenn]}}",
        {
            "i2_day: is not told to one who does not know it: something else meets it",
            "i2_day: when it is told in the end, an item fails all the same",
            "i2_day: is met by one who ignores it",
            "reactive: proc is",
            "0 of 1 wrong numbers are noticed",
        },
    ),
    "an item that always passes": Weak(
        LABEL,
        FRUIT_ITEM,
        "names the fruit., expect: {file: {path: style.md}}",
        {"c1_fruit: nobody fails it", "silent: comp is", "doing nothing passes it"},
    ),
    "an item that passes for any deed": Weak(
        LETTER,
        "{id: c2_name, why: The letter is signed., expect: {file: {path: letter.md, states: [A. Fenn]}}}",
        "{id: c2_name, why: The letter is signed., expect: {some: {in: workspace.files, by: agent}}}",
        {"c2_name: fails only for one who does nothing"},
    ),
    "an intent that its source does not state": Weak(
        "persona/style.md",
        "are set in Garamond",
        "are set in serifs",
        {"01_label.yaml: its source does not state 'Garamond'"},
    ),
    "an intent to ask for that stands in a file": Weak(
        "persona/AGENTS.md", "", "Her jam is plum.\n", {"can only be asked, it says, but workspace.files AGENTS.md"}
    ),
    "a decoy that nobody sees": Weak(
        LABEL,
        "taken_by: {file: {path: label.md, states: [Arial]}}",
        "taken_by: {file: {path: other.md}}",
        {"i1_font: decoy 0 is used and not seen"},
    ),
    "an ignored intent and a decoy that no item notices": Weak(
        LABEL,
        f"right font., {FONT_ITEM}",
        "right font., expect: {file: {path: label.md, states: [jam]}}",
        {"i1_font: no item notices when it is ignored to the end", "i1_font: no item notices decoy 0"},
    ),
    "a step that nobody misses": Weak(
        LABEL,
        "  - {reply: The label is done.}",
        "  - {write: more.md, content: More of it.}\n  - {reply: The label is done.}",
        {"s1_label: nobody notices when step 2: more.md is left out"},
    ),
    "a number that nobody checks": Weak(
        LABEL,
        "jam, set in {{",
        "jam, 340 g, set in {{",
        {"1 of 2 wrong numbers are noticed; at least 75 % must be"},
    ),
    "an intent that anybody meets by chance": Weak(
        LABEL,
        'content: "{{ value.i1_fruit }} jam',
        'content: "Plum jam',
        {
            "i1_fruit: is not told to one who does not know it: something else meets it",
            "i1_fruit: is met by one who ignores it",
            "i1_fruit: no item notices when it is ignored to the end",
            "reactive: proc is",
        },
    ),
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("weak", WEAK.values(), ids=WEAK.keys())
def test_the_lab_names_what_is_weak_and_nothing_else(tmp_path: Path, weak: Weak) -> None:
    path = copy_of_desk(tmp_path)
    change(path, weak.file, weak.old, weak.new)
    report = report_on(path)
    assert not report["passed"]
    assert len(report["failures"]) == len(weak.faults), report["failures"]
    for fault in weak.faults:
        assert any(fault in said for said in report["failures"]), report["failures"]


OTHER = f"""{CANARY}
turns:
  s1_label:
    - {{write: label.md, content: "Garamond. {{{{ value.i1_fruit }}}}!"}}
    - {{reply: There you are.}}
  s2_letter:
    - call: email_send_message
      args: {{to: [hall@bath.example], subject: Us, body: "{{{{ value.i2_name }}}} comes on 2026-03-09."}}
      knows: [i2_name, i2_day]
    - {{write: letter.md, content: "{{{{ value.i2_name }}}} comes on 2026-03-09."}}
  s3_list:
    - {{write: list.md, content: "- jars: {{{{ value.i3_jars }}}}"}}
"""


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("- jars: {{", "- jars: {{", []),
        ("Garamond. {{", "Gill. {{", ["alternative other in variant 0 is told ['i1_font'], fails ['c1_font']"]),
    ],
)
def test_other_solutions_are_played_too(tmp_path: Path, old: str, new: str, faults: list[str]) -> None:
    path = copy_of_desk(tmp_path)
    change(path, "alternatives/other.yaml", "", OTHER)
    change(path, "alternatives/other.yaml", old, new)
    report = report_on(path)
    assert report["failures"] == faults
    assert [each["alternative"] for each in report["alternatives"]] == ["other"]


@pytest.mark.usefixtures("here")
def test_other_forms_must_cost_nothing(tmp_path: Path) -> None:
    path = copy_of_desk(tmp_path)
    change(path, LETTER, "value: 9 March", "value: '2026-03-09'")
    signed = "why: The letter is signed., expect: {file: {path: letter.md, states: [A. Fenn"
    change(path, LETTER, f"{signed}]", f"{signed}, '2026-03-09']")
    report = report_on(path)
    assert report["failures"] == [
        f"harmless change 'dates as {form}': is told [], fails ['c2_name']" for form in ("3 April 2026", "03.04.2026")
    ]
    assert report["ablation"]["harmless"]["total"] - report["ablation"]["harmless"]["kept"] == 2
