"""Where a timeline may choose the id of something new, the record has that id, and nothing else may have it again."""

import pytest

from tests.contract.guide import Guide
from tests.populated import populated
from vibelife_inspect.ids import rng
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Operation

TRIES = 400
NAMING = [
    (operation, argument)
    for service in service_classes().values()
    for operation in service.operations.values()
    for argument in operation.naming
]


@pytest.mark.parametrize(("operation", "argument"), NAMING, ids=[operation.name for operation, _ in NAMING])
def test_the_record_has_the_id_that_was_chosen(operation: Operation, argument: str) -> None:
    world = populated()
    guide = Guide(rng("given ids", operation.name), world)
    for _ in range(TRIES):
        arguments = {**guide.arguments(operation), argument: "CHOSEN-1"}
        if world.outside(operation.name, arguments).ok:
            break
    tables = [table for key, table in world.tables() if key.startswith(f"{operation.service}.") and "CHOSEN-1" in table]
    assert len(tables) == 1
    again = world.outside(operation.name, arguments)
    assert again.error is not None
    assert again.error["error"]["code"] in ("conflict", "invalid")
