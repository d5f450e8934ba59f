"""What holds for every background generator."""

import pytest

from tests.worlds import setting
from vibelife_inspect.ids import rng
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Record, World

NAMES = sorted(service_classes())


def generate(name: str, level: int) -> list[tuple[str, Record]]:
    service = service_classes()[name]
    world = World([service], setting(), {})
    return list(world.services[name].background(service.Background(), level, rng("test", name)))


@pytest.mark.parametrize("name", NAMES)
def test_a_background_is_the_same_every_time(name: str) -> None:
    assert generate(name, 1) == generate(name, 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_background_grows_with_its_level(name: str) -> None:
    one, five = len(generate(name, 1)), len(generate(name, 5))
    assert one < five <= 6 * one or one == five == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_background_fits_its_tables_and_its_ids_are_unique(name: str) -> None:
    service = service_classes()[name]
    seen = set()
    for table, record in generate(name, 3):
        assert isinstance(record, service.tables[table].model)
        assert (table, record.id) not in seen
        seen.add((table, record.id))


@pytest.mark.parametrize("name", NAMES)
def test_records_survive_json(name: str) -> None:
    for _, record in generate(name, 1):
        assert type(record).model_validate(record.model_dump(mode="json")) == record
