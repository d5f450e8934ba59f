"""A clock time that names its zone is one that the zone has on that date, and agrees with one given beside it."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from vibelife_inspect.checks.facts import times_in
from vibelife_inspect.lab.lint.clocks import Stated, stated_times, wall_fault, zone_named
from vibelife_inspect.lab.lint.days import days_meant
from vibelife_inspect.lab.lint.subject import Hit, Severity, Subject
from vibelife_inspect.lab.lint.texts import Text, texts
from vibelife_inspect.world import Setting

_END = re.compile(r"(?<=[.!?])(?<!\d\.)(?<!\.m\.)\s+|\n+")
_SAME = re.compile(r",? ?(?:\(|=|/|i\.e\.|that is|which is)? ?")
"""What stands between two times that are one moment."""
_NOW = re.compile(r"^\W*(?:it is|it's|now)(?: now| already| just)? $", re.IGNORECASE)
_INSTANT = re.compile(r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)")
_CLOCK = re.compile(r"\d:\d\d|\d ?[ap]\.?m", re.IGNORECASE)
_DAY, _ROUGHLY = timedelta(days=1), timedelta(minutes=30)
_AHEAD = timedelta(days=14)
"""What an event says without a date, it says of the coming fortnight."""


def find(subject: Subject) -> Iterator[Hit]:
    """Texts whose times and zones do not agree (errors), or whose time the clocks at home leave open (warnings)."""
    zones = _zones(subject)
    for text in subject.once(texts):
        for sentence in _END.split(text.words):
            for severity, message in _faults(sentence, text, zones, subject.bundle.setting):
                yield Hit(text.file, text.place, text.key, message, severity)


def _faults(sentence: str, text: Text, zones: list[ZoneInfo], setting: Setting) -> Iterator[tuple[Severity, str]]:
    stated = list(stated_times(sentence, zones, setting.start.year))
    if not stated and (_INSTANT.search(sentence) or not _CLOCK.search(sentence)):
        return
    named = days_meant(sentence, setting)
    days = named or _days(text) or [setting.start.date(), setting.end.date()]
    for item in stated:
        if item.zones and not any(item.borne(day) for day in days):
            # An offset may be that of a place of which the task has no record.
            yield "warning" if isinstance(item.mark, timedelta) else "error", _foreign(item, days[0])
    for message in [*_apart(sentence, stated, days), *_not_now(sentence, stated, text.at)]:
        yield "error", message
    for message in () if stated else _unsure(sentence, named, setting.home):
        yield "warning", message


def _zones(subject: Subject) -> list[ZoneInfo]:
    """The zones of the task: at home, and of all records that have one."""
    keys = [text.words for text in subject.once(texts) if text.role == "seed" and text.place[-1] == "zone"]
    known = [zone for key in dict.fromkeys(keys) if (zone := zone_named(key))]
    return [subject.bundle.setting.home, *known]


def _days(text: Text) -> list[date]:
    return [text.at.date(), (text.at + _AHEAD).date()] if text.at else []


def _foreign(item: Stated, day: date) -> str:
    zone = item.zones[0]
    moment = datetime.combine(day, item.wall, zone)
    return f"{item.words!r}: on {day} the time in {zone.key} is {moment.tzname()}, UTC{moment:%z}"


def _apart(sentence: str, stated: list[Stated], days: list[date]) -> Iterator[str]:
    """Two times of different zones, one right after the other, that are not one moment on any of the days."""
    for one, two in pairwise(stated):
        between = sentence[one.end : two.start]
        listed = "," in between and " in " in one.words and " in " in two.words
        if listed or not _SAME.fullmatch(between) or (one.mark, one.zones) == (two.mark, two.zones):
            continue
        ways = [(day, one.moments(day), two.moments(day)) for day in days]
        if all(left and right and not left & right for _, left, right in ways):
            day, left, _ = ways[0]
            words, right = sentence[one.start : two.end], two.told(min(left), day)
            yield f"{words!r} is not one moment: {one.words!r} is {right} there"


def _not_now(sentence: str, stated: list[Stated], at: datetime | None) -> Iterator[str]:
    """An event that begins with what time it is somewhere, which it is not."""
    if at is None or not stated or not _NOW.match(sentence[: stated[0].start]):
        return
    first, day = stated[0], at.date()
    now = (at - datetime.combine(day, time(0), UTC)) % _DAY
    gaps = [(moment - now + _ROUGHLY) % _DAY for moment in first.moments(day)]
    if gaps and min(gaps) > 2 * _ROUGHLY:
        yield f"{first.words!r}: the event happens when it is {first.told(now, day)} there"


def _unsure(sentence: str, days: list[date], home: ZoneInfo) -> Iterator[str]:
    """Times at home in the hour that a change of the clocks leaves out, or repeats."""
    for hour, minute in times_in(sentence) if days else ():
        faults = [wall_fault(datetime.combine(day, time(hour, minute)), home) for day in days]
        if all(faults):
            yield f"{hour:02}:{minute:02} {faults[0]} on {days[0]} in {home.key}; give its offset, or another time"
