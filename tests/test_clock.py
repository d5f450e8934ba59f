"""Simulated time: zone-aware, forward only."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pydantic import TypeAdapter, ValidationError

from vibelife_inspect.clock import Clock, Instant, MinuteWall, Wall, ZoneName, in_zone
from vibelife_inspect.errors import DefectError

BERLIN, TOKYO = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo")


def clock(text: str = "2026-03-02T08:00+01:00") -> Clock:
    return Clock(datetime.fromisoformat(text), BERLIN)


def test_the_clock_shows_home_time() -> None:
    assert clock("2026-03-01T23:30:00+00:00").today == date(2026, 3, 2)
    assert clock("2026-03-01T23:30:00+00:00").now.isoformat() == "2026-03-02T00:30:00+01:00"


def test_the_clock_moves_forward_only() -> None:
    it = clock()
    it.move(it.now)
    it.move(datetime(2026, 3, 2, 20, 0, tzinfo=TOKYO))
    assert it.now == datetime(2026, 3, 2, 11, 0, tzinfo=UTC)
    with pytest.raises(DefectError, match="cannot go back"):
        it.move(it.now - timedelta(microseconds=1))


def test_wall_times_and_durations_differ_when_summer_begins() -> None:
    it = clock("2026-03-28T12:00+01:00")
    assert it.at(date(2026, 3, 29), time(12)).isoformat() == "2026-03-29T12:00:00+02:00"
    assert it.after(timedelta(days=1)).isoformat() == "2026-03-29T13:00:00+02:00"


def test_a_naive_moment_is_the_zones() -> None:
    naive = datetime(2026, 7, 1, 9, 0)  # noqa: DTZ001 - naive on purpose
    assert in_zone(naive, TOKYO).isoformat() == "2026-07-01T09:00:00+09:00"
    assert in_zone(in_zone(naive, TOKYO), BERLIN).isoformat() == "2026-07-01T09:00:00+09:00"


def test_durations_are_real_across_a_change_of_the_clocks() -> None:
    before, after = (in_zone(datetime(2026, 3, day, 12), BERLIN) for day in (28, 29))  # noqa: DTZ001
    assert after - before == timedelta(hours=23)


@pytest.mark.parametrize(
    ("text", "zone", "result"),
    [
        ("2026-04-03T09:00", BERLIN, "2026-04-03T09:00:00+02:00"),
        ("2026-04-03T09:00Z", BERLIN, "2026-04-03T09:00:00+00:00"),
        ("2026-04-03T09:00+09:00", None, "2026-04-03T09:00:00+09:00"),
    ],
)
def test_an_instant_without_an_offset_is_home_time(text: str, zone: ZoneInfo | None, result: str) -> None:
    read = TypeAdapter(Instant).validate_python(text, context={"zone": zone})
    assert read.isoformat() == result


@pytest.mark.parametrize("context", [None, {}, {"zone": None}])
def test_an_instant_without_any_zone_is_refused(context: dict[str, object] | None) -> None:
    with pytest.raises(ValidationError, match="needs an offset"):
        TypeAdapter(Instant).validate_python("2026-04-03T09:00", context=context)


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        (Wall, "09:30:15", time(9, 30, 15)),
        (Wall, "09:30+02:00", None),
        (MinuteWall, "09:30:15", time(9, 30)),
        (MinuteWall, 570, None),
        (MinuteWall, "09:30Z", None),
        (ZoneName, "Asia/Tokyo", "Asia/Tokyo"),
        (ZoneName, "", None),
        (ZoneName, "../etc/passwd", None),
        (ZoneName, 5, None),
    ],
)
def test_wall_times_and_zones_are_what_they_should_be(kind: Any, value: object, read: object) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    if read is None:
        with pytest.raises(ValidationError):
            adapter.validate_python(value)
    else:
        assert adapter.validate_python(value) == read
