"""An instant keeps the offset of its record's own zone, and a wall time at home is there exactly once."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pydantic_core import to_jsonable_python

from vibelife_inspect.bundle import Mutation
from vibelife_inspect.bundle.schema import Insert, Update
from vibelife_inspect.lab.lint.clocks import wall_fault, zone_named
from vibelife_inspect.lab.lint.leaves import leaves
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import placed_events
from vibelife_inspect.plain_yaml import Place

_INSTANT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_WITH_OFFSET = re.compile(r".*\d\d:\d\d\S*?(?:Z|[+-]\d\d:?\d\d)")


@dataclass(frozen=True, slots=True)
class _Moment:
    """An instant, with the zone that its record names."""

    file: str
    place: Place
    key: str
    at: datetime
    zone: ZoneInfo | None = None


def find(subject: Subject) -> Iterator[Hit]:
    """Offsets that are not the record's (errors), and wall times that the clocks at home leave open (warnings)."""
    home = subject.bundle.setting.home
    for moment in [*_seeded(subject), *_to_come(subject)]:
        raw = str(_raw(subject, moment.file, moment.place))
        # A service may keep an instant in another zone than the author wrote it in.
        at, written = _read(raw) or moment.at, _WITH_OFFSET.fullmatch(raw) is not None
        shown = at.isoformat(timespec="minutes")
        if moment.zone and at.tzinfo and _foreign(at, moment.zone, None if written else home):
            there = at.astimezone(moment.zone).isoformat(timespec="minutes")
            message = f"{shown} has not the offset of the record's zone, {moment.zone.key}; there it is {there}"
            yield Hit(moment.file, moment.place, moment.key, message, "error")
        if not written and (fault := _unsure(at, home)):
            message = f"{shown} {fault} in {home.key}; give its offset, or another time"
            yield Hit(moment.file, moment.place, moment.key, message)


def _foreign(at: datetime, zone: ZoneInfo, home: ZoneInfo | None) -> bool:
    """Whether the offset is not the zone's, nor that of home, in whose time a value is where it is written without."""
    return all(at.utcoffset() != at.astimezone(place).utcoffset() for place in (zone, home) if place)


def _unsure(at: datetime, home: ZoneInfo) -> str:
    wall = at.replace(tzinfo=None)
    offsets = [wall.replace(tzinfo=home, fold=fold).utcoffset() for fold in (0, 1)]
    return wall_fault(wall, home) if at.utcoffset() in (None, *offsets) else ""


def _seeded(subject: Subject) -> Iterator[_Moment]:
    for table, records in subject.bundle.seeds.items():
        service, _, name = table.partition(".")
        for number, record in enumerate(records):
            file, place = f"world/{service}.yaml", (name, number)
            # A zone that the file leaves out is home, which binds no instant.
            zone = zone_named(str(_raw(subject, file, (*place, "zone")) and getattr(record, "zone", "")))
            yield from _inside(file, place, record.id, record, zone)


def _to_come(subject: Subject) -> Iterator[_Moment]:
    records = {(table, record.id): record for table, rows in subject.bundle.seeds.items() for record in rows}
    for place, _, event in placed_events(subject.bundle):
        if event.at is not None:
            yield _Moment("timeline.yaml", (*place, "at"), f"{event.id}.at", event.at)
        for number, change in enumerate(event.changes if isinstance(event, Mutation) else ()):
            there = (*place, "changes", number)
            if isinstance(change, Insert):
                zone = zone_named(str(change.record.get("zone", "")))
                yield from _inside("timeline.yaml", (*there, "record"), event.id, change.record, zone)
            if isinstance(change, Update):
                zone = zone_named(getattr(records.get((change.update, str(change.id))), "zone", ""))
                yield from _inside("timeline.yaml", (*there, "set"), event.id, change.set, zone)


def _inside(file: str, place: Place, key: str, value: Any, zone: ZoneInfo | None) -> Iterator[_Moment]:
    for inner, words in leaves(to_jsonable_python(value, fallback=str)):
        if at := _read(words):
            yield _Moment(file, (*place, *inner), f"{key}.{inner[-1]}", at, zone)


def _read(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if _INSTANT.fullmatch(text) else None
    except ValueError:
        return None


def _raw(subject: Subject, file: str, place: Place) -> Any:
    """A value as its file has it, before templates; None where the file has none."""
    document = subject.document(file)
    value: Any = document.data if document else None
    for part in place:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value
