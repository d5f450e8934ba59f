"""Generated arguments for any operation: mostly plausible, often wrong in one way, sometimes absurd."""

from random import Random
from typing import Any

from vibelife_inspect.world import Operation, World

Json = dict[str, Any]

WORDS = ["Hotel", "東京", "Zürich", "insulin", "Ελλάδα", "train to Kyoto", "O'Neil", "JR", "%s", "{{ x }}", "a" * 300]
ODD = ["", " ", "\u0000", "\ud800", "null", "-1", "../../etc", "\U0001f600", "x" * 60_000]
DATES = ["2026-03-05", "2026-04-30", "2025-12-31", "1900-01-01", "9999-12-31", "0001-01-01", "2026-02-30", "soon"]
MOMENTS = [
    "2026-03-05T10:00",
    "2026-03-29T02:30",
    "2026-04-30T23:59:59+09:00",
    "9999-12-31T23:59:59-12:00",
    "0001-01-01T00:00:00+14:00",
    "2020-01-01T00:00Z",
    "tomorrow",
]
WRONG: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    3.5,
    float("nan"),
    float("inf"),
    [],
    {},
    [[]],
    {"a": 1},
    "text",
    ["text"],
]
MONEY = [
    {"minor": 1000, "currency": "EUR"},
    {"minor": 0, "currency": "EUR"},
    {"minor": -5, "currency": "EUR"},
    {"minor": 10**15, "currency": "EUR"},
    {"minor": 500, "currency": "JPY"},
    {"minor": 5, "currency": "XXX"},
    {"minor": 700, "currency": "KWD"},
]


def known_ids(world: World) -> list[str]:
    """Some ids of every table."""
    ids: list[str] = []
    for _, collection in world.tables():
        rows = list(collection)
        ids.extend(row.id for row in [*rows[:6], *rows[-6:]])
    return ids


class Generator:
    """Arguments for operations of one world.

    Args:
        chance: The only source of chance.
        ids: Ids to try.
    """

    def __init__(self, chance: Random, ids: list[str]) -> None:
        self.chance, self.ids = chance, ids

    def arguments(self, operation: Operation) -> Any:
        """One set of arguments."""
        schema = operation.schema
        arguments = {
            name: self.value(part, name)
            for name, part in schema["properties"].items()
            if name in schema["required"] or self.chance.random() < 0.4
        }
        roll = self.chance.random()
        if roll < 0.08 and arguments:
            arguments[self.chance.choice(list(arguments))] = self.chance.choice(WRONG)
        elif roll < 0.12 and arguments:
            arguments.pop(self.chance.choice(list(arguments)))
        elif roll < 0.15:
            arguments["no_such_argument"] = 1
        return arguments

    def learn(self, result: Any) -> None:
        """Take in the ids of a result, so that later calls can go on from it."""
        if isinstance(result, dict):
            for key, item in result.items():
                if isinstance(item, str) and (key == "id" or key.endswith("_id")) and item not in self.ids:
                    self.ids.append(item)
                self.learn(item)
        elif isinstance(result, list):
            for item in result[:20]:
                self.learn(item)

    def value(self, schema: Json, name: str) -> Any:
        """A value for a schema; ids for what looks like an id."""
        chance = self.chance
        if "anyOf" in schema:
            return self.value(chance.choice(schema["anyOf"]), name)
        if "enum" in schema:
            return chance.choice([*schema["enum"], *schema["enum"], "no_such_choice"])
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        if kind == "object" and set(schema.get("properties", {})) == {"minor", "currency", "text"}:
            return chance.choice(MONEY)
        if kind == "object":
            return {key: self.value(part, key) for key, part in schema.get("properties", {}).items()}
        if kind == "array":
            return [self.value(schema.get("items", {}), name) for _ in range(chance.choice([0, 1, 1, 2, 5]))]
        return self._plain(schema, name)

    def _plain(self, schema: Json, name: str) -> Any:
        chance, kind = self.chance, schema.get("type")
        if kind == "boolean":
            return chance.random() < 0.5
        if kind == "integer":
            low, high = schema.get("minimum", -3), schema.get("maximum", 10_000)
            return chance.choice([low, high, low + 1, low - 1, high + 1, 2, 10**25])
        if kind == "null":
            return None
        if schema.get("format") == "date":
            return chance.choice(DATES)
        if schema.get("format") == "date-time":
            return chance.choice(MOMENTS)
        if schema.get("format") == "time":
            return chance.choice(["10:00", "23:59", "25:00"])
        if schema.get("format") == "duration":
            return chance.choice(["PT1H", "P1D", "P999999999D", "x"])
        if chance.random() < (0.7 if name.endswith(("id", "ids", "ref", "method", "reference")) else 0.3):
            return chance.choice(self.ids[-40:] if chance.random() < 0.5 else self.ids)
        return chance.choice([*WORDS, *WORDS, *ODD])
