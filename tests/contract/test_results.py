"""What the cards say of results is what operations answer."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.contract.guide import Guide
from tests.populated import populated
from vibelife_inspect.cards import result_shape
from vibelife_inspect.cards.shapes import Fields, Of, fault
from vibelife_inspect.ids import rng
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Service

CALLS = 12
"""How often each operation is tried."""
ANSWERED: Counter[str] = Counter()


@pytest.fixture(scope="module", autouse=True)
def summary() -> Iterator[None]:
    yield
    print(f"{len(ANSWERED)} operations answered, {ANSWERED.total()} results")


@pytest.mark.parametrize("service", service_classes().values(), ids=lambda service: service.name)
def test_a_result_has_the_keys_that_its_card_shows(service: type[Service]) -> None:
    world = populated()
    guide = Guide(rng("results", service.name), world)
    faults: dict[str, str] = {}
    for operation in [*service.operations.values()] * CALLS:
        call = world.outside if operation.effect == "outside" else world.call
        outcome = call(operation.name, guide.arguments(operation))
        if outcome.ok:
            ANSWERED[operation.name] += 1
            guide.learn_from(operation, outcome.result)
            if said := fault(result_shape(service, operation), outcome.result):
                faults[operation.name] = said
    assert faults == {}


def test_every_result_is_an_object_with_keys_that_are_known() -> None:
    shapes = {
        operation.name: result_shape(service, operation)
        for service in service_classes().values()
        for operation in service.operations.values()
    }
    assert [name for name, shape in shapes.items() if not isinstance(shape, Of | Fields)] == []
