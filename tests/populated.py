"""A world with every service, a little of everything seeded, and background around it."""

from functools import cache
from typing import Any

from tests.worlds import setting
from vibelife_inspect.ids import rng
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Record, World

SEEDS: dict[str, list[dict[str, Any]]] = {
    "banking.accounts": [
        {
            "id": "ACC-MAIN",
            "name": "Current account",
            "kind": "current",
            "currency": "EUR",
            "iban": "DE89370400440532013000",
            "balance": "EUR 8,000.00",
        },
        {
            "id": "ACC-SAVE",
            "name": "Savings",
            "kind": "savings",
            "currency": "EUR",
            "iban": "DE02120300000000202051",
            "balance": "EUR 20,000.00",
        },
        {
            "id": "ACC-ALIEN",
            "name": "Somebody else's",
            "kind": "current",
            "currency": "EUR",
            "owner": "other",
            "iban": "DE02500105170137075030",
            "balance": "EUR 5,000.00",
        },
    ],
    "credit_card.cards": [
        {
            "id": "CARD-BLUE",
            "name": "Blue card",
            "last4": "4242",
            "currency": "EUR",
            "limit": "EUR 6,000.00",
            "next_statement": "2026-03-20",
        },
    ],
    "workspace.files": [
        {
            "id": "AGENTS.md",
            "content": "Keep a ledger.\n",
            "created_at": "2026-03-01T08:00",
            "updated_at": "2026-03-01T08:00",
        },
    ],
}


@cache
def _rows(level: int) -> dict[str, list[Record]]:
    here, classes = setting(), service_classes()
    rows: dict[str, list[Record]] = {}
    for key, records in SEEDS.items():
        service, table = key.split(".")
        if service in classes:
            model = classes[service].tables[table].model
            rows[key] = [model.model_validate(record, context={"zone": here.home}) for record in records]
    world = World(list(classes.values()), here, rows)
    filled = {key: list(records) for key, records in rows.items()}
    if level:
        for name, service in world.services.items():
            for table, record in service.background(service.Background(), level, rng("populated", name)):
                filled.setdefault(f"{name}.{table}", []).append(record)
    return filled


def populated(level: int = 1) -> World:
    """A fresh populated world."""
    return World(list(service_classes().values()), setting(), _rows(level))
