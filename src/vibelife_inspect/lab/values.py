"""A plausible wrong value for each argument that matters: another amount, recipient, day, status, id or quantity."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_CLOCK = re.compile(r"\d\d:\d\d")
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_MONEY = re.compile(r"[A-Z]{3} -?[\d,]+(?:\.\d+)?")
_ID = re.compile(r"(?=\S*\d)[A-Z][\w:/.-]{4,}")
STRANGER = "someone.else@elsewhere.example"


def altered(value: Any, schema: Mapping[str, Any], neighbours: Mapping[str, str]) -> Any:
    """A wrong value in the place of a right one; None where there is nothing to alter.

    Args:
        value: The argument.
        schema: Its JSON Schema, as far as it is known.
        neighbours: For ids of the world, the next id of the same table.
    """
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, dict) and {"minor", "currency"} <= set(value):
        # Seven units are no rounding, and no other amount of the story.
        return {"minor": value["minor"] + (700 if value["minor"] >= 0 else -700), "currency": value["currency"]}
    return _altered_text(value, schema, neighbours) if isinstance(value, str) else None


def _altered_text(value: str, schema: Mapping[str, Any], neighbours: Mapping[str, str]) -> str | None:
    options = [option for option in schema.get("enum", ()) if option != value]
    if options:
        return str(options[0])
    if value in neighbours:
        return neighbours[value]
    if _DAY.fullmatch(value):
        return (date.fromisoformat(value) + timedelta(days=1)).isoformat()
    if _MOMENT.match(value):
        return (datetime.fromisoformat(value) + timedelta(hours=1)).isoformat()
    if _CLOCK.fullmatch(value):
        return f"{(int(value[:2]) + 2) % 24:02d}{value[2:]}"
    if _MAIL.fullmatch(value):
        return STRANGER
    if _MONEY.fullmatch(value):
        return bumped(value)
    return value[:-1] + _next(value[-1]) if _ID.fullmatch(value) else None


def bumped(text: str) -> str:
    """A text with its first digit another one, and never a leading zero."""
    return re.sub(r"\d", lambda found: str(int(found[0]) % 9 + 1), text, count=1)


def _next(character: str) -> str:
    if character.isdigit():
        return str((int(character) + 1) % 10)
    return {"Z": "A", "z": "a"}.get(character, chr(ord(character) + 1))


_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WRITTEN: dict[str, re.Pattern[str]] = {
    "amount": re.compile(r"(?<![\w-])-?\d[\d,]*\.\d\d(?!\d)|(?<=JPY )\d[\d,]*"),
    "date": re.compile(rf"(?<![\w-])\d{{4}}-\d\d-\d\d(?![\w-])|(?<!\w)\d{{1,2}} (?:{_MONTHS})(?!\w)"),
    "time": re.compile(r"(?<![\w:])\d\d:\d\d(?![\w:])"),
    "id": re.compile(r"(?<![\w-])(?=[A-Z0-9-]*\d)[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*(?![\w-])"),
}


def altered_texts(text: str) -> list[tuple[str, str, str]]:
    """Versions of a written text, in each of which the first amount, date, time or id is wrong.

    Returns:
        What was found, what stands there instead, and the whole text with it.
    """
    versions = []
    for kind, pattern in _WRITTEN.items():
        found = next((match for match in pattern.finditer(text) if kind != "id" or len(match[0]) > 5), None)
        if found is not None:
            new = _rewritten(kind, found[0])
            versions.append((found[0], new, text[: found.start()] + new + text[found.end() :]))
    return versions


def _rewritten(kind: str, old: str) -> str:
    if kind == "amount":
        return bumped(old)
    if kind == "time":
        return f"{(int(old[:2]) + 2) % 24:02d}{old[2:]}"
    if kind == "id":
        return old[:-1] + _next(old[-1])
    if _DAY.fullmatch(old):
        return (date.fromisoformat(old) + timedelta(days=1)).isoformat()
    number, _, month = old.partition(" ")
    return f"{int(number) % 27 + 1} {month}"
