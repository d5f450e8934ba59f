"""Opening hours: spans past midnight, dates with hours of their own, and changes of the clocks."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from pydantic import BaseModel, ValidationError

from vibelife_inspect.world.hours import Hours, Walls, spans, told, walls_on, within

BERLIN = ZoneInfo("Europe/Berlin")
MONDAY, TUESDAY = date(2026, 3, 2), date(2026, 3, 3)
DAYTIME = Hours(days=("mon",), opens=time(9), closes=time(18))
NIGHT = Hours(days=("mon",), opens=time(22), closes=time(2))


class Other(BaseModel):
    """What holds on one date."""

    opens: time | None = None
    closes: time | None = None


@pytest.mark.parametrize(
    ("day", "instead", "shown"),
    [
        (MONDAY, [], ["09:00-18:00", "22:00-02:00"]),
        (TUESDAY, [], []),
        (MONDAY, [Other()], []),
        (MONDAY, [Other(opens=time(10), closes=time(12))], ["10:00-12:00"]),
        (TUESDAY, [Other(opens=time(10), closes=time(12))], ["10:00-12:00"]),
    ],
)
def test_a_date_goes_before_its_weekday(day: date, instead: list[Other], shown: list[str]) -> None:
    assert told(walls_on(day, [NIGHT, DAYTIME], instead)) == shown


@pytest.mark.parametrize(
    ("day", "wall", "open_"),
    [
        (MONDAY, time(9), True),
        (MONDAY, time(18), False),
        (MONDAY, time(23), True),
        (MONDAY, time(1), False),
        (TUESDAY, time(1, 59), True),
        (TUESDAY, time(2), False),
        (TUESDAY, time(9), False),
    ],
)
def test_a_span_lasts_into_the_next_day(day: date, wall: time, open_: bool) -> None:
    def walls(on: date) -> list[Walls]:
        return walls_on(on, [NIGHT, DAYTIME], [])

    assert within(walls, datetime.combine(day, wall, BERLIN)) is open_


def test_around_the_clock_is_a_whole_day() -> None:
    assert within(lambda day: [(time(0), time(0))], datetime(2026, 3, 2, 12, tzinfo=BERLIN))
    [(start, end)] = spans([(time(0), time(0))], date(2026, 3, 29), BERLIN)
    assert (end - start).total_seconds() == 23 * 3600


def test_spans_are_instants() -> None:
    [(start, end)] = spans([(time(22), time(2))], MONDAY, BERLIN)
    assert (start, end) == (datetime(2026, 3, 2, 21, tzinfo=UTC), datetime(2026, 3, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize("opens", [570, "09:30+02:00", "soon"])
def test_hours_are_wall_times_in_quotes(opens: object) -> None:
    with pytest.raises(ValidationError):
        Hours.model_validate({"opens": opens, "closes": "18:00"})
