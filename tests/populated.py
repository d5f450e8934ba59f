"""A world with every service, a little of everything seeded, and background around it."""

from functools import cache
from pathlib import Path
from typing import Any

from tests.worlds import setting
from vibelife_inspect.ids import rng
from vibelife_inspect.plain_yaml import parse
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Record, World

SEEDS: dict[str, list[dict[str, Any]]] = parse(
    (Path(__file__).parent / "contract" / "seeds.yaml").read_text(encoding="utf-8")
).data
"""Seed records as a bundle would write them, keyed by `service.table`."""


@cache
def populated_rows(level: int, levels: tuple[tuple[str, int], ...]) -> dict[str, list[Record]]:
    """The seeds and the background around them, keyed by `service.table`."""
    here, classes = setting(), service_classes()
    rows: dict[str, list[Record]] = {}
    for key, records in SEEDS.items():
        service, table = key.split(".")
        if service in classes:
            model = classes[service].tables[table].model
            rows[key] = [model.model_validate(record, context={"zone": here.home}) for record in records]
    world = World(list(classes.values()), here, rows)
    filled = {key: list(records) for key, records in rows.items()}
    for name, service in world.services.items():
        times = dict(levels).get(name, level)
        if times:
            for table, record in service.background(service.Background(), times, rng("populated", name)):
                filled.setdefault(f"{name}.{table}", []).append(record)
    return filled


def populated(level: int = 1, **levels: int) -> World:
    """A fresh populated world.

    Args:
        level: How many times the base amount of background.
        **levels: Other levels for single services, by name.
    """
    return World(list(service_classes().values()), setting(), populated_rows(level, tuple(sorted(levels.items()))))
