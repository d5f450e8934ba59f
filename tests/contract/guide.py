"""Generated calls that are mostly valid: what exists, what was just shown, near days, small amounts."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Any

from pydantic_core import to_jsonable_python

from tests.contract.arguments import WORDS, Generator, known_ids
from tests.worlds import PERSONA
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import ME, Operation, World

Json = dict[str, Any]

METHODS = ["ACC-MAIN", "ACC-MAIN", "ACC-MAIN", "ACC-SAVE", "CARD-BLUE", "CARD-BLUE", "CARD-YEN", "ACC-YEN", "ACC-ALIEN"]
PEOPLE: dict[str, list[Json]] = {
    "given_name": [{"given_name": "Mara", "family_name": "Lindqvist", "passport_no": "C01X00T4", "nationality": "DE"}],
    "licence_since": [
        {"name": "Mara Lindqvist", "birth_date": "1988-05-04", "licence_since": "2007-01-01"},
        {"name": "Jon Lindqvist", "birth_date": "1985-01-09", "licence_since": "2004-06-01"},
    ],
    "full_name": [{"full_name": "Mara Lindqvist", "nationality": "DE"}],
}
"""Values of objects that have the named property and cannot be guessed."""
KNOWN: dict[str, list[Any]] = {
    "payment_method": METHODS,
    "bank_account": ["ACC-MAIN"],
    "birth_date": ["1988-05-04"],
    "date_of_birth": ["1988-05-04"],
    "holder": [PERSONA.name],
    "iban": ["FR1420041010050500013M02606", "NL91ABNA0417164300", "DE89370400440532013000"],
    "iata": ["BER", "HND"],
    "seat": [f"{row}{letter}" for row in range(11, 30) for letter in "ACDF"],
    "folder": ["inbox", "archive", "trash", "Family", "Travel", "Bills"],
    "email": ["kim@x.example", "ben@friends.example"],
    "emails": [["kim@x.example"]],
    "to": [["ben@friends.example"], ["kim@x.example", "carl@friends.example"]],
    "cc": [["carl@friends.example"]],
    "bcc": [["kim@x.example"]],
    "address": ["ben@friends.example", "Feldweg 3"],
    "organizer": ["ann@club.example"],
    "phone": ["+49 40 555 0101"],
    "zone": ["Europe/Berlin", "Asia/Tokyo"],
    "country": ["DE", "JP"],
    "countries": [["DE"]],
    "country_to_visit": ["ES"],
    "month": ["2026-02", "2026-03"],
    "currency": ["EUR"],
    "show_in": ["EUR", "JPY"],
    "text": WORDS,
    "query": ["a", "Hamburg", "tea", "日本", "data"],
    "owner": ["me", "mum"],
}
"""Arguments whose values are the same for every service."""
AIRPORTS = {"origin": ["BER", "FRA"], "destination": ["HND", "LHR"]}
ALIASES = {
    "banking.order": "standing_orders",
    "banking.mandate": "direct_debits",
    "credit_card.account": "banking.accounts",
    "credit_card.option": "menu",
    "credit_card.notice": "travel_notices",
    "brokerage.symbol": "instruments",
    "email.draft": "messages",
    "ecommerce.code": "coupons",
    "car_rental.return_station": "stations",
    "delivery.tracking_number": "shipments",
    "maps.link": "transit_links",
    "maps.route": "saved_routes",
    "maps.saved": "saved_places",
    "maps.origin": "places",
    "maps.origins": "places",
    "maps.destination": "places",
    "maps.destinations": "places",
    "maps.via": "places",
    "maps.near": "places",
    "notes.parent": "pages",
    "workspace.path": "files",
    "health_tracker.entry": "meals",
    "legal_search.item": "cases",
    "legal_search.overruled_by": "cases",
    "visa_advisory.passport": "documents",
    "weather.place": "locations",
    "weather.location": "locations",
    "review_platform.waitlist": "waitlist",
    "job_board.company": "companies",
}
"""Tables that an argument names by another word."""
PAIRS = [
    ("start", "end"), ("starts_at", "ends_at"), ("check_in", "check_out"), ("pickup_at", "return_at"),
    ("since", "until"), ("first_day", "last_day"), ("arrival", "departure"), ("first_night", "last_night"),
    ("starts_on", "ends_on"), ("asleep_at", "awake_at"), ("departs_at", "arrives_at"), ("depart_on", "return_on"),
    ("begins", "until"), ("from_day", "until_day"), ("decided_from", "decided_until"), ("first", "last"),
    ("earliest", "latest"), ("first_day", "until"),
]  # fmt: skip
"""Arguments of which the first comes before the second."""
PAST = {"measured_at", "eaten_at", "started_at", "asleep_at", "awake_at", "visited_on", "issued_on", "happened_at",
        "since", "due_at", "posted_since", "published_since"}  # fmt: skip
RARE = ("expected_", "max_", "min_", "cursor", "idempotency_key", "discount_card", "pass_id", "purchase_id", "seat")
"""Beginnings of optional arguments that mostly stand in the way."""


_DATED = re.compile(r"\d{4}-\d\d-\d\d")


def singular(table: str) -> str:
    """The name of one record of a table."""
    return table[:-3] + "y" if table.endswith("ies") else table.removesuffix("s")


@cache
def table_named(service: str, name: str) -> str | None:
    """The table `service.table` whose ids an argument or field of that name holds, if any."""
    stem = name.removesuffix("_ids").removesuffix("_id").removeprefix("from_").removeprefix("to_")
    alias = ALIASES.get(f"{service}.{stem}")
    if alias is not None:
        return alias if "." in alias else f"{service}.{alias}"
    tables = service_classes()[service].tables
    for table, declared in tables.items():
        if stem in (singular(table), table) or (stem != name and stem == declared.noun.split()[-1]):
            return f"{service}.{table}"
    return None


class Guide(Generator):
    """Arguments for operations of one world that have a good chance to be accepted.

    Args:
        chance: The only source of chance.
        world: The world; its tables are looked at, never changed.
    """

    def __init__(self, chance: Random, world: World) -> None:
        super().__init__(chance, known_ids(world))
        self.world, self.service = world, ""
        self.seen: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
        self.rows: dict[str, list[Json]] = defaultdict(list)
        for key, collection in world.tables():
            for row in list(collection)[:8]:
                self._remember(key.partition(".")[0], to_jsonable_python(row))

    def arguments(self, operation: Operation) -> Json:
        """One set of arguments."""
        self.service = operation.service
        schema = operation.schema
        shown = self._shown(schema["properties"])
        arguments = {
            name: shown[name] if name in shown else self.value(part, name)
            for name, part in schema["properties"].items()
            if name in schema["required"] or name in shown or self.chance.random() < _appetite(name)
        }
        self._make_agree(arguments)
        return _in_order(arguments)

    def learn_from(self, operation: Operation, result: Any) -> None:
        """Take in what a call has shown."""
        self._remember(operation.service, result)

    def value(self, schema: Json, name: str) -> Any:
        """A value for a schema; ids for what looks like an id."""
        if "anyOf" in schema:
            return self.value(self.chance.choice(schema["anyOf"]), name)
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        if name in KNOWN and schema.get("type") in ("string", "array") and self.chance.random() < 0.9:
            known = self.chance.choice(KNOWN[name])
            fits = not isinstance(known, str) or re.search(schema.get("pattern", ""), known)
            if fits and isinstance(known, list) == (schema["type"] == "array"):
                return known
        if schema.get("type") == "object":
            return self._object(schema)
        if schema.get("type") == "array":
            count = max(schema.get("minItems", 1), self.chance.choice([1, 1, 1, 2]))
            return [self.value(schema.get("items", {}), name) for _ in range(count)]
        return self._plain(schema, name)

    def _object(self, schema: Json) -> Any:
        properties = schema.get("properties", {})
        if {"service_id", "origin", "destination"} <= set(properties):
            return self._ride()
        if set(properties) == {"minor", "currency", "text"}:
            return {"minor": self.chance.choice([100, 1000, 2500, 9900]), "currency": "EUR"}
        for name, people in PEOPLE.items():
            if name in properties:
                return self.chance.choice(people)
        wanted, shown = schema.get("required", []), self._shown(properties)
        values = {
            key: shown[key] if key in shown else self.value(part, key)
            for key, part in properties.items()
            if key in wanted or key in shown or self.chance.random() < _appetite(key)
        }
        return _in_order(values)

    def _ride(self) -> Json:
        """A leg on a run that has not left, from its first stop to its last."""
        now = self.world.clock.now
        every = list(self.world.table("rail_booking.services"))
        runs = [run for run in every if run.stops[0].departs_at > now] or every
        run = self.chance.choice(runs[:2] + runs[-20:] if self.chance.random() < 0.7 else runs)
        return {"service_id": run.id, "origin": run.stops[0].station, "destination": run.stops[-1].station}

    def _make_agree(self, arguments: Json) -> None:
        """Let what belongs together belong together: flights of the booking, columns of the database."""
        bookings = self.world.table("flight_booking.bookings")
        if self.service == "flight_booking" and arguments.get("booking_id") in bookings:
            flights = bookings.get(arguments["booking_id"]).segments
            for part in [arguments, *arguments.get("seats", []), *arguments.get("bags", [])]:
                part.update({"flight_id": self.chance.choice(flights)} if "flight_id" in part and flights else {})
                part.update({"passenger": 1} if "passenger" in part else {})
            if "offer_id" in arguments and flights:
                arguments["offer_id"] = self._other_flight(bookings.get(arguments["booking_id"]))
        elif self.service == "flight_booking" and "offer_id" in arguments and self.chance.random() < 0.7:
            coming = [
                row.id for row in self.world.table("flight_booking.flights") if row.departs_at > self.world.clock.now
            ]
            arguments["offer_id"] = f"economy_flex:{self.chance.choice(coming[:40] or ['none'])}"
        rows, bases = self.world.table("notes.rows"), self.world.table("notes.databases")
        base = arguments.get("database_id")
        if self.service == "notes" and arguments.get("row_id") in rows:
            base = rows.get(arguments["row_id"]).database_id
        if self.service == "notes" and "cells" in arguments and base in bases:
            column = self.chance.choice(bases.get(base).columns)
            value = {"number": 3, "checkbox": True, "money": "EUR 5.00", "date": "2026-03-05"}.get(column.type, "tea")
            value = column.options[0] if column.options else value
            arguments["cells"] = [{"column": column.name, "value": value}]

    def _other_flight(self, booking: Any) -> str:
        """An offer of a flight on the route that the booking begins with."""
        table = self.world.table("flight_booking.flights")
        first, now = table.get(booking.segments[0]), self.world.clock.now
        same = [row for row in table if (row.origin, row.destination) == (first.origin, first.destination)]
        coming = [row for row in same if row.departs_at > now and row.id != first.id] or same
        return f"{booking.fare_class}:{self.chance.choice(coming[:6]).id}"

    def _plain(self, schema: Json, name: str) -> Any:
        kind, form = schema.get("type"), schema.get("format")
        if kind == "integer":
            low = schema.get("minimum", 1)
            seen = [value for value in self.seen[self.service].get(name, []) if type(value) is int and value >= low]
            if seen and self.chance.random() < 0.4:
                return self.chance.choice(seen[-12:])
            return self.chance.randint(low, min(schema.get("maximum", low + 3), low + 3))
        if kind != "string":
            return super()._plain(schema, name)
        if form in ("date", "date-time"):
            return self._moment(name, form)
        if form == "time":
            return f"{self.chance.randint(8, 20):02}:{self.chance.choice(('00', '30'))}"
        if form == "duration":
            return "PT2H"
        table = table_named(self.service, name)
        if table is not None and self.chance.random() < 0.97 and (id := self._id_of(table)):
            return id
        if schema.get("pattern") == "^[A-Z]{3}$" and name in AIRPORTS:
            return self.chance.choice(AIRPORTS[name])
        fits = re.compile(schema.get("pattern", ""))
        seen = [
            value for value in self.seen[self.service].get(name, []) if isinstance(value, str) and fits.search(value)
        ]
        if seen and self.chance.random() < 0.9:
            return self.chance.choice(seen[-12:] if self.chance.random() < 0.5 else seen)
        return self.chance.choice(self.ids if name.endswith("_id") else WORDS)

    def _id_of(self, key: str) -> str:
        """The id of a seed, or of a record that is new; mostly the persona's, and one that can still change."""
        collection = self.world.table(key)
        rows = list(collection)
        near = rows[:6] + rows[-8:]
        if not near:
            return ""
        if self.chance.random() < 0.9:
            near = [row for row in near if _owner(row) == ME] or near
        if (states := collection.table.states) is not None and self.chance.random() < 0.8:
            near = [row for row in near if states.moves[row.status]] or near
        return str(self.chance.choice(near).id)

    def _moment(self, name: str, form: str) -> str:
        today = self.world.clock.today.isoformat()
        shown = [str(moment) for moment in self.seen[self.service].get(name, [])[-30:]]
        seen = [moment for moment in shown if moment >= today or name in PAST]
        if seen and self.chance.random() < 0.4:
            return self.chance.choice(seen)
        shift = -self.chance.randint(0, 5) if name in PAST else self.chance.choice([0, 1, 1, 2, 3, 5, 8, 13, 21])
        day: date = self.world.clock.today + timedelta(days=shift)
        if form == "date":
            return day.isoformat()
        wall = f"{self.chance.randint(8, 21):02}:{self.chance.choice(('00', '30'))}"
        return f"{day.isoformat()}T{wall}"

    def _shown(self, properties: Json) -> Json:
        """What a row that was shown before says about the arguments, all of it from one row."""
        names = set(properties)
        if self.chance.random() < 0.4:
            return {}
        fitting = [row for row in self.rows[self.service][-80:] if len(names & row.keys()) >= min(2, len(names))]
        if not fitting:
            return {}
        row = self.chance.choice(fitting)
        told = {name: _fitted(properties[name], row[name]) for name in sorted(names & row.keys()) if self._may(name)}
        return {name: value for name, value in told.items() if value is not None and not self._has_passed(value)}

    def _may(self, name: str) -> bool:
        return name not in KNOWN or name == "payment_method"

    def _has_passed(self, value: Any) -> bool:
        today = self.world.clock.today.isoformat()
        return isinstance(value, str) and _DATED.match(value) is not None and value < today

    def _remember(self, service: str, result: Any) -> None:
        for row in _objects(result):
            self.rows[service].append(row)
            for key, value in row.items():
                values = value if isinstance(value, list) else [value]
                for item in values[:5]:
                    if type(item) is int or (isinstance(item, str) and 0 < len(item) < 200):
                        known = self.seen[service][key]
                        known.append(item)
                        del known[: len(known) - 60]
        del self.rows[service][: len(self.rows[service]) - 200]


def _owner(row: Any) -> str:
    return str(getattr(row, "owner", getattr(row, "author_id", ME)))


def _objects(result: Any) -> Iterator[Json]:
    if isinstance(result, dict):
        yield result
        for value in result.values():
            yield from _objects(value)
    elif isinstance(result, list):
        for value in result[:12]:
            yield from _objects(value)


def _appetite(name: str) -> float:
    return 0.03 if name.startswith(RARE) else 0.3


def _fitted(schema: Json, value: Any) -> Any:
    """A value that was shown, as the argument takes it, or None."""
    kinds = schema.get("anyOf", [schema])
    for kind in kinds:
        form = kind.get("type")
        if form == "string" and isinstance(value, str) and value and value in kind.get("enum", [value]):
            return value
        if form == "integer" and type(value) is int and value >= kind.get("minimum", value):
            return value
        if form == "array" and isinstance(value, list) and value:
            items = [_fitted(kind.get("items", {}), item) for item in value]
            return None if None in items else items
        if form == "object" and isinstance(value, dict) and "minor" not in kind["properties"]:
            parts = {key: _fitted(part, value[key]) for key, part in kind["properties"].items() if key in value}
            parts = {key: part for key, part in parts.items() if part is not None}
            return parts if set(kind.get("required", [])) <= parts.keys() else None
    return None


def _in_order(arguments: Json) -> Json:
    for first, second in PAIRS:
        a, b = arguments.get(first), arguments.get(second)
        if isinstance(a, str) and isinstance(b, str) and a > b:
            arguments[first], arguments[second] = b, a
    return arguments
