"""Any arguments whatever: only results or contract errors, and an error changes nothing.

`VIBELIFE_FUZZ=2000` tries that many argument sets per operation; the default keeps the suite fast.
"""

import json
import os

import pytest

from tests.contract.arguments import Generator, known_ids
from tests.populated import populated
from vibelife_inspect.ids import rng
from vibelife_inspect.services import service_classes

SETS = int(os.environ.get("VIBELIFE_FUZZ", "25"))
ENDINGS = ("cancel_", "withdraw_", "revoke_", "return_", "delete_", "redeem_", "close_")
"""Beginnings of operations that end something, which nobody may end twice."""
REPEATABLE = {"brokerage_withdraw_cash"}
"""Operations that begin like that and end nothing."""
CODES = {"invalid", "not_found", "conflict", "refused", "expired", "insufficient_funds", "unavailable"}


@pytest.mark.parametrize("service", sorted(service_classes()))
def test_operations_answer_or_refuse(service: str) -> None:
    world = populated()
    generator = Generator(rng("fuzz", service), known_ids(world))
    accepted = 0
    for operation in service_classes()[service].operations.values():
        for _ in range(SETS):
            arguments = generator.arguments(operation)
            before = world.snapshot()
            call = world.outside if operation.effect == "outside" else world.call
            outcome = call(operation.name, arguments)
            if outcome.error is not None:
                assert outcome.error["error"]["code"] in CODES
                assert all(after is before[key] or after == before[key] for key, after in world.snapshot().items())
            else:
                accepted += 1
                json.dumps(outcome.result, allow_nan=False).encode()
                generator.learn(outcome.result)
                ends = operation.effect == "commit" and operation.method.startswith(ENDINGS)
                if ends and operation.name not in REPEATABLE:
                    ended = world.snapshot()
                    again = call(operation.name, {k: v for k, v in arguments.items() if k != "idempotency_key"})
                    assert again.error is not None or not world.diff(ended, world.snapshot()), "ended twice"
    assert accepted > 0, "the generator never hit a valid call"
    world.advance(world.setting.end)
