"""The lint knows the ids that a timeline chooses for what its calls make, also in reactions that nobody set off."""

from pathlib import Path

import pytest

from tests.bundle.copies import change, copy_of_tiny
from vibelife_inspect.lab.lint import lint_bundle

THANKS = '- {id: e90_thanks, kind: user_message, text: "Good, I saw the request."}'
LETTER = "{sender: kim@club.example, subject: Fee, body: It is fine., message_id: MSG-FEE}"
MAIL = f"- {{id: m90_letter, kind: mutation, changes: [{{call: email_receive_message, args: {LETTER}}}]}}"
QUIET = "expect: {silent: {events: [e03_ad]}}"


@pytest.mark.parametrize(("id", "faults"), [("MSG-FEE", []), ("MSG-FEES", ["unknown_ids"])])
def test_a_check_may_name_what_a_reaction_makes(tmp_path: Path, id: str, faults: list[str]) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "task.yaml", "services: [workspace]", "services: [workspace, email]")
    change(path, "timeline.yaml", THANKS, MAIL)
    change(path, "timeline.yaml", "where: {status: granted}", "where: {status: refused}")
    change(path, "checks.yaml", QUIET, f"expect: {{none: {{in: email.messages, where: {{id: {id}, read: true}}}}}}")
    assert [problem.rule for problem in lint_bundle(path, 0) if problem.rule == "unknown_ids"] == faults
