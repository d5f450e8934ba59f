"""One thing broken, one clear fault: file, line, key, the offending value and what would be right."""

from pathlib import Path

import pytest

from tests.bundle.copies import Break, change, copy_of_tiny, problems
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.errors import UsageError
from vibelife_inspect.lab.lint import lint_bundle as lint

TASK, TIMELINE, CHECKS, REFERENCE = "task.yaml", "timeline.yaml", "checks.yaml", "reference.yaml"
INBOX = """messages:
  - {id: M1, sender: a@b.example, to: [mara@lindqvist.example], subject: Hello, body: Text, sent_at: 2026-03-01T09:00}
"""
LIST_CHECK = '  expect: {file: {path: runs.md, rows: {with: "{{ partner }}"}}}\n- id: s03_row'


def expecting(form: str) -> str:
    return f"  expect: {form}\n- id: s03_row"


BREAKS: dict[str, Break] = {
    # task.yaml
    "unknown field": Break(
        TASK, "red_lines:", "red_line:", 19, "red_line", ("unknown field 'red_line'", "did you mean 'red_lines'?")
    ),
    "unknown domain": Break(
        TASK, "domain: fitness", "domain: fitnes", 5, "domain", ("'fitnes'", "did you mean 'fitness'?")
    ),
    "unknown service": Break(
        TASK, "[workspace]", "[workspce]", 11, "services.0", ("'workspce'", "did you mean 'workspace'?")
    ),
    "no services": Break(TASK, "[workspace]", "[]", 11, "services", ("at least 1 item",)),
    "other id": Break(TASK, "id: morning_run", "id: evening_run", 2, "id", ("'evening_run'", "'morning_run'")),
    "bad id": Break(TASK, "id: morning_run", "id: Morning run", 2, "id", ("'Morning run'",)),
    "bad zone": Break(TASK, "Europe/Berlin", "Europe/Berlim", 7, "home", ("'Europe/Berlim'", "Europe/Berlin")),
    "no zone": Break(TASK, "home: Europe/Berlin\n", "", 2, "home", ("no time zone",)),
    "zone path": Break(TASK, "Europe/Berlin", "../../etc/passwd", 7, "home", ("no time zone",)),
    "bad start": Break(TASK, "2026-03-02T07:00", "2026-02-30T07:00", 8, "start", ("'2026-02-30T07:00'", "no instant")),
    "end before start": Break(
        TASK, "2026-03-09T20:00", "2026-03-01T20:00", 9, "end", ("2026-03-01", "not after the start")
    ),
    "version zero": Break(TASK, "version: 1", "version: 0", 6, "version", ("greater than or equal to 1", "0")),
    "bad address": Break(TASK, "mara@lindqvist.example", "mara", 10, "persona.email", ("mara",)),
    "undefined param": Break(
        TASK, "money(fee_euros,", "money(fee_euro,", 15, "params.fee", ("'fee_euro' is undefined",)
    ),
    "param used too early": Break(
        TASK, "  partner: Jonas Thiel\n", '  partner: "{{ fee }}"\n', 13, "params.partner", ("'fee' is undefined",)
    ),
    "param named like a helper": Break(
        TASK, "  partner: Jonas Thiel\n", "  partner: J\n  day: 3\n", 14, "params.day", ("is the name of a helper",)
    ),
    "variant of no param": Break(
        TASK,
        "  fee_euros: {range",
        "  fee_euro: {range",
        18,
        "variants.fee_euro",
        ("'fee_euro'", "did you mean 'fee_euros'?"),
    ),
    "one choice": Break(
        TASK,
        "[Jonas Thiel, Birte Sommer, Can Aydin]",
        "[Jonas Thiel]",
        17,
        "variants.partner.choice",
        ("at least 2 items",),
    ),
    "range backwards": Break(TASK, "[20, 40]", "[40, 20]", 18, "variants.fee_euros.range", ("40", "20")),
    "range of text": Break(TASK, "[20, 40]", "[a, 40]", 18, "variants.fee_euros.range.0", ("'a'",)),
    "step zero": Break(TASK, "step: 2", "step: 0", 18, "variants.fee_euros.step", ("greater than or equal to 1",)),
    "bad rate": Break(TASK, "params:", 'rates: {EUR/JPY: "many"}\nparams:', 12, "rates.EUR/JPY", ("many",)),
    # YAML itself
    "duplicate key": Break(
        TASK, "domain: fitness", "domain: fitness\ndomain: travel", 6, "", ("duplicate key 'domain'",)
    ),
    "anchor": Break(TASK, "title: A run", "title: &a A run", 3, "", ("anchors and aliases",)),
    "alias": Break(CHECKS, "tier: cross", "tier: *x", 26, "", ("anchors and aliases",)),
    "tag": Break(TASK, "version: 1", "version: !!int 1", 6, "", ("tags (!)",)),
    "python tag": Break(CHECKS, "weight: 3", "weight: !!python/object/apply:os.getcwd []", 27, "", ("tags (!)",)),
    "too deep": Break(
        REFERENCE, "turns:", "deep: " + "[" * 60 + "]" * 60 + "\nturns:", 2, "", ("nested more than 40 deep",)
    ),
    "bomb": Break(TASK, "red_lines:", "a: &a [x, x]\nb: [*a, *a]\nred_lines:", 19, "", ("anchors and aliases",)),
    "broken": Break(TIMELINE, "stages:\n", "stages: [\n", 3, "", ("no valid YAML",)),
    "not a mapping": Break(TIMELINE, "# VIBELIFE", "just text #", 2, "", ("no valid YAML",)),
    # world/
    "world of no service": Break("world/email.yaml", "", INBOX, 1, "", ("no service 'email'",)),
    "unknown table": Break(
        "world/workspace.yaml", "", "fils: []\n", 1, "fils", ("workspace has no table", "did you mean 'files'?")
    ),
    "record field": Break(
        "world/workspace.yaml",
        "",
        "files:\n  - {id: a, content: x, created_at: 2026-03-01T09:00, updatd_at: x, updated_at: 2026-03-01T09:00}\n",
        2,
        "files.0.updatd_at",
        ("unknown field 'updatd_at'", "did you mean 'updated_at'?"),
    ),
    "record enum": Break(
        "world/assistant.yaml",
        "",
        "rules:\n  - id: r1\n    decision: grantd\n    answer: x\n",
        3,
        "rules.0.decision",
        ("'grantd'", "did you mean 'granted'?"),
    ),
    "record twice": Break(
        "world/assistant.yaml",
        "",
        "rules:\n  - {id: r1, decision: granted, answer: x}\n  - {id: r1, decision: granted, answer: x}\n",
        3,
        "rules.1.id",
        ("duplicate id 'r1'",),
    ),
    "no list of records": Break(
        "world/assistant.yaml", "", "rules: {id: r1}\n", 1, "rules", ("must be a list of records",)
    ),
    "background option": Break(
        "world/workspace.yaml", "", "background: {levle: 2}\n", 1, "background.levle", ("did you mean 'level'?",)
    ),
    "background level": Break(
        "world/workspace.yaml",
        "",
        "background: {level: 11}\n",
        1,
        "background.level",
        ("less than or equal to 10", "11"),
    ),
    "persona template": Break("persona/USER.md", "", "{{ nobody }}", None, "", ("'nobody' is undefined",)),
    # timeline.yaml
    "unknown kind": Break(
        TIMELINE, "kind: reminder", "kind: remindr", 18, "stages.2.events.0", ("'remindr'", "did you mean 'reminder'?")
    ),
    "event field": Break(
        TIMELINE,
        "text: Morning check-in.",
        "txt: x, text: y",
        18,
        "stages.2.events.0.txt",
        ("unknown field 'txt'", "did you mean 'text'?"),
    ),
    "no text": Break(
        TIMELINE, ", text: Morning check-in.", "", 18, "stages.2.events.0", ("needs either text or versions",)
    ),
    "duplicate event": Break(
        TIMELINE, "id: e90_thanks", "id: e02_check", 25, "reactions.0.then.0.id", ("duplicate event id 'e02_check'",)
    ),
    "update without fields": Break(
        TIMELINE,
        '{write_file: race.md, content: "The race now costs {{ fee }}."}',
        "{update: workspace.files, id: x, set: {}}",
        13,
        "stages.1.events.0.changes.0.set",
        ("at least 1 item",),
    ),
    "update of everything": Break(
        TIMELINE,
        '{write_file: race.md, content: "The race now costs {{ fee }}."}',
        "{update: workspace.files, set: {content: x}}",
        13,
        "stages.1.events.0.changes.0.update",
        ("needs either id or where",),
    ),
    "change of no table": Break(
        TIMELINE,
        '{write_file: race.md, content: "The race now costs {{ fee }}."}',
        "{delete: workspace.fils, id: x}",
        13,
        "stages.1.events.0.changes.0.delete",
        ("did you mean 'workspace.files'?",),
    ),
    "change of no field": Break(
        TIMELINE,
        '{write_file: race.md, content: "The race now costs {{ fee }}."}',
        "{update: workspace.files, id: x, set: {contnt: x}}",
        13,
        "stages.1.events.0.changes.0.set",
        ("did you mean 'content'?",),
    ),
    "insert of half a record": Break(
        TIMELINE,
        '{write_file: race.md, content: "The race now costs {{ fee }}."}',
        "{insert: assistant.rules, record: {id: r9, decision: granted}}",
        13,
        "stages.1.events.0.changes.0.record.answer",
        ("answer", "required"),
    ),
    "call without argument": Break(
        TIMELINE,
        '{write_file: race.md, content: "The race now costs {{ fee }}."}',
        "{call: workspace_delete_file}",
        13,
        "stages.1.events.0.changes.0.args",
        ("needs an argument 'path'",),
    ),
    "duplicate reaction": Break(
        TIMELINE,
        "approvals:",
        "  - {id: r01_thanks, when: {file: {path: x}}, then: [{id: e91, kind: reminder, text: x}]}\napprovals:",
        26,
        "reactions.1.id",
        ("duplicate reaction id 'r01_thanks'",),
    ),
    "then of a condition": Break(
        CHECKS,
        LIST_CHECK,
        expecting("\n    when: {file: {path: x}}\n    then: {file: {path: 5}}\n  provided: {file: {path: x}}"),
        10,
        "0.expect.then.file.path",
        ("valid string",),
    ),
    "duplicate of a reaction": Break(
        TIMELINE, "id: r01_thanks", "id: e90_thanks", 25, "reactions.0.then.0.id", ("duplicate event id 'e90_thanks'",)
    ),
    "time backwards": Break(
        TIMELINE, "day(2, '09:00')", "day(2, '07:59')", 19, "stages.2.events.1.at", ("time goes backwards", "07:59")
    ),
    "before the start": Break(
        TIMELINE, "day(0, '07:30')", "day(0, '06:59')", 6, "stages.0.events.0.at", ("time goes backwards", "06:59")
    ),
    "after the end": Break(
        TIMELINE, "day(2, '09:00')", "day(9, '09:00')", 19, "stages.2.events.1.at", ("after the task's end",)
    ),
    "no time": Break(TIMELINE, "at: \"{{ day(2, '08:00') }}\", ", "", 18, "stages.2.events.0", ("'at' is required",)),
    "a reaction's time": Break(
        TIMELINE,
        "{id: e90_thanks, ",
        "{id: e90_thanks, at: 2026-03-05T10:00, ",
        25,
        "reactions.0.then.0.at",
        ("has no `at`",),
    ),
    "bad time": Break(TIMELINE, "\"{{ day(2, '08:00') }}\"", "soon", 18, "stages.2.events.0.at", ("'soon'",)),
    "stage number": Break(TIMELINE, "stage: 3", "stage: 4", 15, "stages.2.stage", ("is 4; the stage here is 3",)),
    "no events": Break(
        TIMELINE,
        'then:\n      - {id: e90_thanks, kind: user_message, text: "Good, I saw the request."}',
        "then: []",
        24,
        "reactions.0.then",
        ("at least 1 item",),
    ),
    "unknown change": Break(
        TIMELINE,
        "{write_file: race.md",
        "{writ_file: race.md",
        13,
        "stages.1.events.0.changes.0",
        ("a change is a mapping with one of",),
    ),
    "no changes": Break(
        TIMELINE,
        'changes: [{write_file: race.md, content: "The race now costs {{ fee }}."}]',
        "changes: []",
        13,
        "stages.1.events.0.changes",
        ("at least 1 item",),
    ),
    "unknown check": Break(
        TIMELINE,
        "[s03_row]",
        "[s03_rw]",
        14,
        "stages.1.events.0.propagates_to.0",
        ("'s03_rw'", "did you mean 's03_row'?"),
    ),
    "reaction table": Break(
        TIMELINE,
        "assistant.approvals",
        "assistant.approvls",
        22,
        "reactions.0.when.some.in",
        ("did you mean 'assistant.approvals'?",),
    ),
    "reaction status": Break(
        TIMELINE,
        "{status: granted}",
        "{status: grantd}",
        22,
        "reactions.0.when.some.where.status",
        ("did you mean 'granted'?",),
    ),
    "reaction between": Break(
        TIMELINE, "after: PT1H", "between: [2, 4]", 23, "reactions.0.between", ("within 1 to 3",)
    ),
    "reaction earlier": Break(
        TIMELINE, "after: PT1H", "after: -PT1H", 23, "reactions.0.after", ("greater than or equal",)
    ),
    "approval money": Break(
        TIMELINE, '"{{ fee }}", decision', "24 EUR, decision", 27, "approvals.0.max_amount", ("'24 EUR'",)
    ),
    "approval action": Break(
        TIMELINE, "action: pay", "action: pya", 27, "approvals.0.action", ("'pya'", "did you mean 'pay'?")
    ),
    # checks.yaml
    "duplicate check": Break(CHECKS, "id: s03_quiet", "id: s03_row", 17, "2.id", ("duplicate check id 's03_row'",)),
    "zero weight": Break(CHECKS, "weight: 2", "weight: 0", 5, "0.weight", ("greater than or equal to 1", "0")),
    "unknown tier": Break(CHECKS, "tier: cross", "tier: crss", 26, "3.tier", ("'crss'", "did you mean 'cross'?")),
    "unknown axis": Break(
        CHECKS, "axis: artifact", "axis: artefact", 6, "0.axis", ("'artefact'", "did you mean 'artifact'?")
    ),
    "check field": Break(CHECKS, "  weight: 2", "  weigth: 5\n  weight: 2", 5, "0.weigth", ("did you mean 'weight'?",)),
    "no weight": Break(CHECKS, "  weight: 2\n", "", 2, "0", ("'weight' is required",)),
    "no stage": Break(CHECKS, "  stage: 1\n", "", 2, "0", ("a stage check needs `stage`",)),
    "no such stage": Break(CHECKS, "stage: 1\n", "stage: 7\n", 4, "0.stage", ("there is no stage 7", "1 to 3")),
    "unknown mutation": Break(CHECKS, "[m01_fee]", "[m01_fe]", 14, "1.needs", ("'m01_fe'", "did you mean 'm01_fee'?")),
    "unknown predicate": Break(
        CHECKS,
        LIST_CHECK,
        expecting("{fle: {path: runs.md}}"),
        8,
        "0.expect",
        ("a predicate is a mapping with one of",),
    ),
    "unknown event": Break(
        CHECKS, "[e03_ad]", "[e03_add]", 23, "2.expect.silent.events.0", ("'e03_add'", "did you mean 'e03_ad'?")
    ),
    "no such field": Break(
        CHECKS,
        "{status: granted, amount",
        "{statu: granted, amount",
        32,
        "3.expect.sequence.0.became.where.statu",
        ("Approval has no field 'statu'", "did you mean 'status'?"),
    ),
    "no such value": Break(
        CHECKS,
        "{status: granted, amount",
        "{status: grantd, amount",
        32,
        "3.expect.sequence.0.became.where.status",
        ("did you mean 'granted'?",),
    ),
    "no such operation": Break(
        CHECKS,
        "operation: workspace_read_file",
        "operation: workspace_red_file",
        24,
        "2.provided.called.operation",
        ("did you mean 'workspace_read_file'?",),
    ),
    "no such argument": Break(
        CHECKS,
        "arguments: {path:",
        "arguments: {pth:",
        24,
        "2.provided.called.arguments.pth",
        ("has no argument 'pth'",),
    ),
    "empty facts": Break(
        CHECKS,
        LIST_CHECK,
        expecting("{file: {path: runs.md, states: []}}"),
        8,
        "0.expect.file.states",
        ("at least 1 item",),
    ),
    "bad fact": Break(
        CHECKS,
        LIST_CHECK,
        expecting("{file: {path: runs.md, states: [{amout: 1}]}}"),
        8,
        "0.expect.file.states.0",
        ("a fact is text or one of",),
    ),
    "empty list": Break(CHECKS, LIST_CHECK, expecting("{all: []}"), 8, "0.expect.all", ("at least 1 item",)),
    "idle check": Break(
        CHECKS, LIST_CHECK, expecting("{none: {in: assistant.approvals}}"), 8, "0.expect", ("doing nothing passes it",)
    ),
    "idle weight": Break(
        CHECKS,
        LIST_CHECK,
        "  idle: passes\n" + expecting("{none: {in: assistant.approvals}}"),
        2,
        "",
        ("2 of 10", "at most 5 %"),
    ),
    "undefined in a check": Break(
        CHECKS,
        LIST_CHECK,
        expecting('{file: {path: runs.md, states: ["{{ partnr }}"]}}'),
        8,
        "0.expect.file.states.0",
        ("'partnr' is undefined",),
    ),
    "unknown seed": Break(
        CHECKS,
        LIST_CHECK,
        expecting("{file: {path: \"{{ seed('workspace.files', 'x').id }}\"}}"),
        8,
        "0.expect.file.path",
        ("no seed 'x'",),
    ),
    # reference.yaml
    "reference event": Break(
        REFERENCE, "  e02_check:\n", "  e02_chck:\n", 7, "turns.e02_chck", ("'e02_chck'", "did you mean 'e02_check'?")
    ),
    "reference operation": Break(
        REFERENCE,
        "call: assistant_set_reminder",
        "call: assistant_set_remindr",
        11,
        "turns.e02_check.3.call",
        ("did you mean 'assistant_set_reminder'?",),
    ),
    "reference cause": Break(
        REFERENCE,
        "as: race, because: [m01_fee]",
        "as: race, because: [m01]",
        8,
        "turns.e02_check.0.because",
        ("'m01'", "m01_fee"),
    ),
    "reference step": Break(
        REFERENCE,
        "{reply: The list is begun.}",
        "{reply: x, write: y, content: z}",
        6,
        "turns.e01_goal.2",
        ("exactly one of",),
    ),
    "reference field": Break(
        REFERENCE,
        "{reply: The list is begun.}",
        "{rply: x}",
        6,
        "turns.e01_goal.2.rply",
        ("unknown field 'rply'", "did you mean 'reply'?"),
    ),
    "reference red line": Break(
        REFERENCE, "  no_medical:", "  no_medicl:", 15, "temptations.no_medicl", ("did you mean 'no_medical'?",)
    ),
    "temptation event": Break(
        REFERENCE, "event: e01_goal,", "event: e01,", 15, "temptations.no_medical.event", ("'e01'", "e01_goal")
    ),
    "temptation event in a list": Break(
        REFERENCE,
        "{event: e01_goal, actions: [{write: medical.md, content: note}]}",
        "[{event: e01, actions: [{reply: x}]}]",
        15,
        "temptations.no_medical.0.event",
        ("'e01'", "e01_goal"),
    ),
    "temptation call": Break(
        REFERENCE,
        "actions: [{write: medical.md, content: note}]",
        "actions: [{call: workspace_reed_file}]",
        15,
        "temptations.no_medical.actions.0.call",
        ("workspace_read_file",),
    ),
    "no temptation": Break(
        REFERENCE,
        "  no_medical: {event: e01_goal, actions: [{write: medical.md, content: note}]}",
        "  {}",
        14,
        "temptations",
        ("'no_medical'", "has no temptation"),
    ),
    "red line without checks": Break(TASK, ", checks: [s01_list]", "", 20, "red_lines.0", ("'checks' is required",)),
    "red line of unknown check": Break(
        TASK, "checks: [s01_list]", "checks: [s01_lst]", 20, "red_lines.0.checks.0", ("did you mean 's01_list'?",)
    ),
    "alternative event": Break(
        "alternatives/other_words.yaml",
        "  e02_check:\n",
        "  e02_chck:\n",
        7,
        "turns.e02_chck",
        ("did you mean 'e02_check'?",),
    ),
}


@pytest.mark.parametrize("name", sorted(BREAKS))
def test_one_fault_is_reported_once_and_clearly(tmp_path: Path, name: str) -> None:
    case = BREAKS[name]
    path = copy_of_tiny(tmp_path)
    change(path, case.file, case.old, case.new)
    found = problems(path)
    assert len(found) == 1, [str(problem) for problem in found]
    (problem,) = found
    assert problem.file == case.file
    assert problem.key == case.key, str(problem)
    assert problem.line == case.line, str(problem)
    for words in case.words:
        assert words in problem.message
    assert "Traceback" not in str(problem)
    assert len(str(problem)) < 600


@pytest.mark.parametrize("file", ["timeline.yaml", "checks.yaml", "reference.yaml"])
def test_a_missing_file_is_named(tmp_path: Path, file: str) -> None:
    path = copy_of_tiny(tmp_path)
    (path / file).unlink()
    found = problems(path)
    assert [problem.file for problem in found] == [file]
    assert "cannot be read" in found[0].message


@pytest.mark.parametrize("file", ["task.yaml", "timeline.yaml", "checks.yaml", "reference.yaml"])
@pytest.mark.parametrize("content", ["", "# nothing\n", "just text\n", "- 1\n", "{}\n", "[]\n", "7\n"])
def test_a_hollow_file_is_a_fault_of_that_file(tmp_path: Path, file: str, content: str) -> None:
    path = copy_of_tiny(tmp_path)
    (path / file).write_text(content, encoding="utf-8")
    assert {problem.file for problem in problems(path)} == {file}


def test_bytes_that_are_no_text_are_a_fault(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    (path / "checks.yaml").write_bytes(b"\xff\xfe\x00")
    assert [problem.file for problem in problems(path)] == ["checks.yaml"]
    (path / "checks.yaml").write_text("[]", encoding="utf-8")
    (path / "persona" / "USER.md").write_bytes(b"\xff")
    assert [problem.file for problem in problems(path)] == ["persona/USER.md"]


def test_all_faults_of_a_file_come_at_once(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, CHECKS, "weight: 2", "weight: 0")
    change(path, CHECKS, "tier: cross", "tier: crss")
    change(path, CHECKS, "axis: restraint", "axis: rest")
    assert [problem.line for problem in problems(path)] == [5, 21, 26]


def test_a_folder_without_a_task_is_no_bundle(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"has no task\.yaml"):
        load_bundle(tmp_path)


def test_there_is_no_negative_variant(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="variants count from 0"):
        load_bundle(copy_of_tiny(tmp_path), -1)


def test_a_faulty_bundle_is_not_half_loaded_and_loads_once_mended(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, CHECKS, "weight: 2", "weight: 0")
    first = [str(problem) for problem in problems(path)]
    assert [str(problem) for problem in problems(path)] == first
    change(path, CHECKS, "weight: 0", "weight: 2")
    assert len(load_bundle(path).checks) == 4


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ("[{write_file: AGENTS.md, content: \"{{ seed('workspace.files', 'AGENTS.md').content }}\"}]", "no "),
        ("[{delete: workspace.files, id: nope.md}]", "nope.md"),
        ("[{update: workspace.files, where: {id: nope.md}, set: {content: x}}]", "no row matches"),
        ("[{call: workspace_delete_file, args: {path: nope.md}}]", "nope.md"),
        ("[{insert: assistant.rules, record: {id: a1, decision: granted, answer: x}}]", "already"),
    ],
)
def test_lint_reports_a_mutation_that_does_not_apply(tmp_path: Path, changes: str, reason: str) -> None:
    path = copy_of_tiny(tmp_path)
    old = 'changes: [{write_file: race.md, content: "The race now costs {{ fee }}."}]'
    change(path, TIMELINE, old, f"changes: {changes}")
    (problem,) = lint(path, 0)
    assert (problem.file, problem.key) == (TIMELINE, "m01_fee")
    assert "does not apply when nobody acts" in problem.message


def test_lint_finds_nothing_in_the_tiny_bundle(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    assert [lint(path, variant) for variant in range(3)] == [[], [], []]
