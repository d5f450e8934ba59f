"""The estimate: grows with the conversation, knows the belt, and counts without a tokenizer."""

import pytest

from tests.bundle.copies import TINY
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.cards import agent_operations
from vibelife_inspect.lab.estimate import BELT_LIMIT, INSTRUCTIONS, estimate, exchanges, jsoned, prose, tool_tokens


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("東京", 2), ("Tokyo 東京", 4)])
def test_prose_is_four_characters_a_token(text: str, tokens: int) -> None:
    assert prose(text) == tokens


def test_json_is_three_characters_a_token() -> None:
    assert jsoned({"a": 1}) == len('{"a": 1}') // 3 + 1


def test_a_run_is_counted_turn_by_turn() -> None:
    bundle = load_bundle(TINY)
    found = estimate(bundle)
    lived = list(exchanges(bundle))
    calls = sum(len(exchange.calls) for exchange in lived)
    least, expected = found.bills["min"], found.bills["expected"]
    assert found.turns == len(lived) == 5
    assert (least.calls, least.generations) == (calls, calls + len(lived))
    assert expected.calls == calls + calls // 2
    assert expected.input > least.input and expected.output > least.output


def test_each_generation_reads_the_tools_and_all_that_was_said() -> None:
    bundle = load_bundle(TINY)
    bill = estimate(bundle).bills["min"]
    tools = sum(tool_tokens(operation) for service in bundle.services for operation in agent_operations(service))
    assert tools * bill.generations < bill.input < bill.longest * bill.generations
    assert tools < bill.longest
    assert bill.input == bill.cached + bill.uncached
    # with all tools there from the start, each token is read anew exactly once
    assert bill.uncached == bill.longest


def test_a_belt_loads_services_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = load_bundle(TINY)
    monkeypatch.setattr("vibelife_inspect.lab.estimate.BELT_LIMIT", 0)
    belt = estimate(bundle).bills["min"]
    monkeypatch.undo()
    # workspace and assistant are always held, so nothing has to be loaded here
    assert belt.generations == estimate(bundle).bills["min"].generations


def test_the_estimate_knows_the_default_agent() -> None:
    from vibelife_inspect.solvers.prompt import _TEXT
    from vibelife_inspect.tools import belt

    assert belt.BELT_LIMIT == BELT_LIMIT
    assert abs(INSTRUCTIONS - len(_TEXT)) < 0.2 * INSTRUCTIONS
