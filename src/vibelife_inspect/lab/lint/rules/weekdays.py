"""A weekday beside a date, or beside `tomorrow`, is the weekday of that day, in every variant."""

import re
from collections.abc import Iterator
from datetime import timedelta

from vibelife_inspect.lab.lint.days import days_meant
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import Text, texts
from vibelife_inspect.world import Setting

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = r"(?P<day>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
_DATE = (
    r"(?P<date>\d{4}-\d\d-\d\d|\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,? \d{4})?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:,? \d{4})?)"
)
_BESIDE = [
    re.compile(rf"\b{_DAY}\.?,?(?: the)? {_DATE}", re.IGNORECASE),
    re.compile(rf"\b{_DATE},? \(?{_DAY}", re.IGNORECASE),
]
_RELATIVE = re.compile(rf"\b(?P<when>today|tomorrow|yesterday),? (?:\(|is )?{_DAY}", re.IGNORECASE)
_SHIFT = {"today": 0, "tomorrow": 1, "yesterday": -1}


def find(subject: Subject) -> Iterator[Hit]:
    """Texts in which they do not agree."""
    for text in subject.once(texts):
        for message in _wrong(text, subject.bundle.setting):
            yield Hit(text.file, text.place, text.key, message, "error")


def _wrong(text: Text, setting: Setting) -> Iterator[str]:
    for form in _BESIDE:
        for match in form.finditer(text.words):
            day, named = _weekday(match["day"]), match["date"]
            possible = days_meant(named, setting)
            if possible and all(that.weekday() != day for that in possible):
                right = _DAYS[possible[0].weekday()].capitalize()
                yield f"{match[0]!r}: {possible[0].isoformat()} is a {right}"
    if text.at is None:
        return
    for match in _RELATIVE.finditer(text.words):
        that = text.at.date() + timedelta(days=_SHIFT[match["when"].lower()])
        if that.weekday() != _weekday(match["day"]):
            yield f"{match[0]!r}: {that.isoformat()} is a {_DAYS[that.weekday()].capitalize()}"


def _weekday(name: str) -> int:
    return next(number for number, day in enumerate(_DAYS) if day.startswith(name.lower()[:3]))
