"""Superlatives that the data prove, or fail to prove."""

from pathlib import Path

import pytest

from tests.bundle.copies import change, copy_of_tiny
from vibelife_inspect.lab.lint import lint_task
from vibelife_inspect.lab.lint.rules.canary import CANARY

CARDS = f"""{CANARY}
cards:
  - {{id: CARD-A, name: Blue, last4: '4242', currency: EUR, next_statement: 2026-03-20, limit: 'EUR 100.00'}}
  - {{id: CARD-B, name: Red, last4: '4243', currency: EUR, next_statement: 2026-03-20, limit: 'EUR {{{{ rest }}}}.00'}}
  - {{id: CARD-C, name: Grey, last4: '4244', next_statement: 2026-03-25, currency: EUR, limit: 'EUR 300.00'}}
"""
PROOF = "key: e03_ad.lowest, in: credit_card.cards"


def card_task(folder: Path, proof: str, *, text: str = "The card with the lowest limit is gone.") -> Path:
    """A copy of the tiny bundle with three cards; the first two have one limit in variant 0."""
    path = copy_of_tiny(folder)
    change(path, "task.yaml", "services: [workspace]", "services: [workspace, credit_card]")
    change(path, "timeline.yaml", "text: A newsletter arrived.", f"text: {text}")
    change(path, "task.yaml", "  fee_euros: 24\n", "  fee_euros: 24\n  rest: '{{ fee_euros + 76 }}'\n")
    change(path, "world/credit_card.yaml", "", CARDS)
    change(path, "superlatives.yaml", "", f"{CANARY}\nsuperlatives:\n  - {{{proof}}}\n")
    return path


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        ("least: limit, where: {name: {ne: Red}}", ""),
        ("least: limit, where: {name: '{{ \"Red\" }}'}", ""),
        ("most: limit", ""),
        ("least: limit", "2 rows of credit_card.cards share the least limit, EUR 100.00: CARD-A, CARD-B"),
        ("least: next_statement", "2 rows of credit_card.cards share the least next_statement"),
        ("least: limit, where: {name: Gold}", "no row of credit_card.cards that matches has a limit; nearest is"),
        ("least: purchase_limit", "has a purchase_limit"),
    ],
)
def test_one_row_and_no_other_is_the_least(tmp_path: Path, proof: str, words: str) -> None:
    report = lint_task(card_task(tmp_path, f"{PROOF}, {proof}"), 1)
    assert [str(item).startswith("superlatives.yaml:3: e03_ad.lowest: ") for item in report.problems] == [True] * bool(
        words
    )
    assert words in " ".join(item.message for item in report.errors)


def test_amounts_of_two_currencies_have_no_least(tmp_path: Path) -> None:
    path = card_task(tmp_path, f"{PROOF}, least: limit")
    change(path, "world/credit_card.yaml", "currency: EUR, limit: 'EUR 300.00'", "currency: JPY, limit: 'JPY 300'")
    (problem,) = lint_task(path, 1).problems
    assert problem.message.startswith("is not proven: limit has no order: ")


def test_a_tie_in_a_later_variant_is_told_with_the_variant(tmp_path: Path) -> None:
    path = card_task(tmp_path, f"{PROOF}, least: limit")
    change(path, "task.yaml", "fee_euros: 24\n", "fee_euros: 23\n")
    change(path, "task.yaml", "fee_euros: {range: [20, 40], step: 2}", "fee_euros: {range: [24, 25], step: 2}")
    assert lint_task(path, 1).problems == []
    (problem,) = lint_task(path, 2).problems
    assert problem.message.endswith("CARD-A, CARD-B (in variant 1)")


def test_a_proof_looks_at_the_world_as_of_its_stage(tmp_path: Path) -> None:
    path = card_task(tmp_path, f"{PROOF}, least: limit, where: {{status: active}}")
    assert len(lint_task(path, 1).errors) == 1
    frozen = "{update: credit_card.cards, id: CARD-B, set: {status: frozen}}, {write_file: race.md,"
    change(path, "timeline.yaml", "{write_file: race.md,", frozen)
    assert lint_task(path, 1).problems == []
    change(path, "superlatives.yaml", "least: limit", "as_of: 1, least: limit")
    assert len(lint_task(path, 1).errors) == 1


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        (f"{PROOF}", "needs either least or most"),
        (f"{PROOF}, least: limit, most: limit", "needs either least or most"),
        (f"{PROOF}, least: limits", "did you mean 'limit'?"),
        ("key: e03_ad.lowest, in: credit_card.card, least: limit", "did you mean 'credit_card.cards'?"),
        (f"{PROOF}, least: limit, where: {{nam: Red}}", "no field 'nam'"),
        (f"{PROOF}, least: limit, as_of: 9", "no stage 9"),
        ("key: e03_ad.lowest, in: {file: runs.md}, least: fee", "the cells of a file have no order"),
        (f"{PROOF}, least: '{{{{ nothing }}}}'", "'nothing' is undefined"),
        ("key: e03_ad.lowes, in: credit_card.cards, most: limit", "did you mean 'e03_ad.lowest'?"),
    ],
)  # fmt: skip
def test_a_faulty_proof_is_a_fault_and_proves_nothing(tmp_path: Path, proof: str, words: str) -> None:
    report = lint_task(card_task(tmp_path, proof), 1)
    (error,) = report.errors
    assert (error.file, error.line) == ("superlatives.yaml", 3)
    assert words in error.message
    assert [item.key for item in report.warnings] == ["e03_ad.lowest"]


@pytest.mark.parametrize("body", ["superlatives: []\n", "superlative: 1\n", "superlatives: [\n"])
def test_a_faulty_file_of_proofs_is_a_fault(tmp_path: Path, body: str) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "superlatives.yaml", "", f"{CANARY}\n{body}")
    assert {problem.file for problem in lint_task(path, 1).errors} == {"superlatives.yaml"}


def test_what_is_proven_needs_no_waiver(tmp_path: Path) -> None:
    path = card_task(tmp_path, f"{PROOF}, most: limit")
    waiver = "waivers: [{rule: superlatives, key: e03_ad.lowest, reason: There is one such card.}]\n"
    change(path, "waivers.yaml", "", f"{CANARY}\n{waiver}")
    (error,) = lint_task(path, 1).errors
    assert (error.file, "waives nothing" in error.message) == ("waivers.yaml", True)
