"""Small worlds for tests."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from vibelife_inspect.services import service_class
from vibelife_inspect.world import Outcome, Persona, Record, Setting, World

HOME = ZoneInfo("Europe/Berlin")
PERSONA = Persona(
    name="Mara Lindqvist", email="mara@lindqvist.example", phone="+49 40 555 0101", address="Feldweg 3, 20251 Hamburg"
)


def at(text: str) -> datetime:
    """A moment; without an offset it is Berlin's."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=HOME)


def setting(start: str = "2026-03-02T08:00", end: str = "2026-05-02T08:00", seed: str = "test:0") -> Setting:
    return Setting(
        persona=PERSONA,
        home=HOME,
        start=at(start),
        end=at(end),
        seed=seed,
        rates={"EUR/JPY": "160.00", "EUR/USD": "1.10", "EUR/GBP": "0.85"},
    )


def make_world(
    *services: str, seeds: Mapping[str, Sequence[Mapping[str, Any] | Record]] | None = None, **frame: str
) -> World:
    """A world of the named services; seeds are dicts as a bundle would write them, keyed by `service.table`."""
    here = setting(**frame)
    rows = {
        key: [
            row
            if isinstance(row, Record)
            else service_class(key.split(".")[0])
            .tables[key.split(".")[1]]
            .model.model_validate(row, context={"zone": here.home})
            for row in records
        ]
        for key, records in (seeds or {}).items()
    }
    return World([service_class(name) for name in services], here, rows)


def ok(outcome: Outcome) -> Any:
    """The result of a call that must have worked."""
    assert outcome.ok, outcome.error
    return outcome.result


def code(outcome: Outcome) -> str:
    """The error code of a call that must have failed."""
    assert outcome.error is not None, outcome.result
    return str(outcome.error["error"]["code"])
