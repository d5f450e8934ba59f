"""The lint on time zones: what texts, records and events say of times; the home of the tiny bundle is Berlin."""

from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.bundle.copies import change, copy_of_tiny
from vibelife_inspect.lab.lint import lint_bundle, lint_task
from vibelife_inspect.lab.lint.clocks import stated_times
from vibelife_inspect.lab.lint.rules.canary import CANARY

SUMMER = date(2026, 7, 1)
ZONES = [ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at 09:40 JST, gate 4", [("09:40 JST", "0:40:00")]),
        ("6 p.m. Berlin time", [("6 p.m. Berlin time", "16:00:00")]),
        ("12:15 am (Tokyo time)", [("12:15 am (Tokyo time)", "15:15:00")]),
        ("14:00 UTC+2 and 14:00 UTC", [("14:00 UTC+2", "12:00:00"), ("14:00 UTC", "14:00:00")]),
        ("at 09:30 UTC+05:30", [("09:30 UTC+05:30", "4:00:00")]),
        ("23:00 America/Sao_Paulo, no later", [("23:00 America/Sao_Paulo", "2:00:00")]),
        ("18:00 in New York", [("18:00 in New York", "22:00:00")]),
        ("10:00 CEST", [("10:00 CEST", "8:00:00")]),
        ("10:00 EUR, 10:00 in May, room 9 JST, 10:00 in the hall, 2026-07-01T10:00+02:00", []),
    ],
)
def test_times_with_a_zone_are_read(text: str, found: list[tuple[str, str]]) -> None:
    read = stated_times(text, ZONES, 2026)
    assert [(item.words, str(*item.moments(SUMMER))) for item in read] == found


TEXTS = [
    ("The call is on 5 March 2026 at 10:00 CET.", []),
    ("The call is on 5 July 2026 at 10:00 CET.", ["error"]),
    ("The call is at 10:00 CEST.", ["error"]),
    ("The call is at 10:00 CET on 5 March or 5 July.", []),
    ("On 5 March we meet at 14:00 UTC+1.", []),
    ("On 5 March we meet at 14:00 UTC+2.", ["warning"]),
    ("On 5 March we meet at 14:00 UTC+3.", []),
    ("We meet on 5 March at 10:00 Berlin time, 18:00 in Tokyo.", []),
    ("We meet on 5 July at 11:00 Berlin time, 18:00 in Tokyo.", []),
    ("We meet on 5 March at 11:00 Berlin time, 18:00 in Tokyo.", ["error"]),
    ("We meet on 5 March at 20:00 CET (4:00 am in Tokyo).", []),
    ("We meet on 5 March at 20:00 CET (5:00 am in Tokyo).", ["error"]),
    ("They close at 20:00 in Berlin, 22:00 in Tokyo.", []),
    ("It leaves at 11:00 Berlin time and lands at 06:50 in Tokyo.", []),
    ("It is 17:05 in Tokyo, and nobody picks up.", []),
    ("It is 11:05 in Tokyo, and nobody picks up.", ["error"]),
    ("When it is 11:05 in Tokyo, nobody picks up.", []),
    ("The night train stops on 29 March 2026 at 02:30.", ["warning"]),
    ("The night train stops on 25 October 2026 at 02:30.", ["warning"]),
    ("The night train stops on 29 March 2026 at 03:30.", []),
    ("The night train stops on 25 October 2026 at 02:30 CET.", []),
]


@pytest.mark.parametrize(("text", "told"), TEXTS)
def test_what_a_text_says_of_zones(tmp_path: Path, text: str, told: list[str]) -> None:
    """The event happens on 4 March 2026 at nine in the morning."""
    path = copy_of_tiny(tmp_path)
    change(path, "timeline.yaml", "text: A newsletter arrived.", f'text: "{text}"')
    found = [problem for problem in lint_bundle(path, 0) if problem.rule == "zones"]
    assert [(problem.key, problem.severity) for problem in found] == [("e03_ad", severity) for severity in told], found


def test_a_file_without_a_date_speaks_of_the_days_of_the_task(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "persona/AGENTS.md", "", "The office calls at 10:00 CET.\n")
    assert lint_bundle(path, 0) == []
    change(path, "persona/AGENTS.md", "", "The club calls at 10:00 CEST.\n")
    (problem,) = lint_bundle(path, 0)
    assert problem.message == "'10:00 CEST': on 2026-03-02 the time in Europe/Berlin is CET, UTC+0100"


LATE, LATE_IN_TOKYO = "2026-03-29T12:00+02:00", "2026-03-29T19:00+09:00"
EVENT = f"events: [{{id: EVT-1, calendar_id: CAL-1, title: Call, start: START, end: '{LATE}'ZONE}}]\n"
CALENDAR = f"{CANARY}\ncalendars: [{{id: CAL-1, name: Mine, primary: true}}]\n{EVENT}"
RECORDS = [
    ("2026-03-05T10:00", ", zone: Asia/Tokyo", []),
    ("2026-03-05T10:00+09:00", ", zone: Asia/Tokyo", []),
    ("2026-03-05T10:00+01:00", ", zone: Asia/Tokyo", ["EVT-1.start error"]),
    ("2026-03-05T10:00+08:00", ", zone: Asia/Tokyo", ["EVT-1.start error"]),
    ("2026-03-05T10:00+09:00", "", []),
    ("\"{{ day(3, '10:00') }}\"", ", zone: Asia/Tokyo", []),
    ("\"{{ day(3, '10:00', 'Asia/Tokyo') }}\"", ", zone: Asia/Tokyo", []),
    ("2026-03-29T02:30", "", ["EVT-1.start warning"]),
    ("2025-10-26T02:30", "", ["EVT-1.start warning"]),
    ("2025-10-26T02:30+01:00", "", []),
    ("2025-10-26T03:30", "", []),
]


@pytest.mark.parametrize(("start", "zone", "told"), RECORDS)
def test_what_a_seed_says_of_instants(tmp_path: Path, start: str, zone: str, told: list[str]) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "task.yaml", "services: [workspace]", "services: [workspace, calendar]")
    seed = CALENDAR.replace("START", start).replace("ZONE", zone)
    change(path, "world/calendar.yaml", "", seed.replace(LATE, LATE_IN_TOKYO) if zone else seed)
    found = [problem for problem in lint_bundle(path, 0) if problem.rule == "instants"]
    assert [f"{problem.key} {problem.severity}" for problem in found] == told, found


QUIET = '{write_file: race.md, content: "The race now costs {{ fee }}."}'
INSERT = (
    "{insert: calendar.events, record: "
    "{id: EVT-2, calendar_id: CAL-1, title: Run, zone: Asia/Tokyo, start: START, end: '2026-03-31T12:00+09:00'}}"
)
UPDATE = "{update: calendar.events, id: EVT-1, set: {start: START}}"
CHANGES = [
    (INSERT, "2026-03-05T11:00", []),
    (INSERT, "2026-03-05T11:00+09:00", []),
    (INSERT, "2026-03-05T11:00+01:00", ["m01_fee.start error"]),
    (INSERT, "\"{{ day(3, '10:00', 'Asia/Dhaka') }}\"", ["m01_fee.start error"]),
    (INSERT, "2026-03-29T02:30", ["m01_fee.start warning"]),
    (UPDATE, "\"{{ day(3, '10:00') }}\"", []),
    (UPDATE, "2026-03-05T11:00+09:00", []),
    (UPDATE, "2026-03-05T11:00+01:00", ["m01_fee.start error"]),
]


@pytest.mark.parametrize(("change_to", "start", "told"), CHANGES)
def test_what_a_change_says_of_instants(tmp_path: Path, change_to: str, start: str, told: list[str]) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "task.yaml", "services: [workspace]", "services: [workspace, calendar]")
    seed = CALENDAR.replace("START", "2026-03-05T10:00+09:00").replace(LATE, LATE_IN_TOKYO)
    change(path, "world/calendar.yaml", "", seed.replace("ZONE", ", zone: Asia/Tokyo"))
    change(path, "timeline.yaml", QUIET, f"{QUIET}, {change_to.replace('START', start)}")
    found = [problem for problem in lint_bundle(path, 0) if problem.rule == "instants"]
    assert [f"{problem.key} {problem.severity}" for problem in found] == told, found


def test_an_event_happens_at_a_wall_time_that_is_there_once(tmp_path: Path) -> None:
    path = copy_of_tiny(tmp_path)
    change(path, "task.yaml", "start: 2026-03-02T07:00", "start: 2026-03-27T07:00")
    change(path, "task.yaml", "end: 2026-03-09T20:00", "end: 2026-04-09T20:00")
    change(path, "timeline.yaml", "day(2, '09:00')", "day(2, '02:30')")
    change(path, "timeline.yaml", "day(2, '08:00')", "day(2, '01:30')")
    change(path, "reference.yaml", "day(2, '08:30')", "day(2, '01:45')")
    (problem,) = lint_task(path, 1).warnings
    assert (problem.rule, problem.key) == ("instants", "e03_ad.at")
    assert problem.message == ("2026-03-29T02:30+01:00 is left out in Europe/Berlin; give its offset, or another time")
