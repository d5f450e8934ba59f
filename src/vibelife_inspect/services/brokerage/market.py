"""Instruments, when they trade, and the path of their prices."""

from bisect import bisect_right
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, field_validator, model_validator

from vibelife_inspect.clock import Instant, Wall, Zone
from vibelife_inspect.ids import stable_int
from vibelife_inspect.money import Money
from vibelife_inspect.world import Json, Part, Record, States

Kind = Literal["stock", "etf", "fund", "bond"]
"""What sort of instrument it is; a fund trades once a day at its valuation, the others all day."""

Category = Literal["money_market", "bond", "equity", "mixed", "index", "real_estate"]
"""What a fund or ETF holds."""

UNITS_PER_DAY = 32
"""Steps of the price path in a day; a session never has more ticks."""

_WAVES = ((4, 35), (32, 100), (128, 200), (512, 400), (2048, 800))
"""Length in steps and weight in per cent of the swing: hours, a day, and up to 64 days."""


class Hours(Part):
    """When an exchange trades: Monday to Friday, but not on holidays."""

    opens: Wall = time(9)
    closes: Wall = time(17, 30)
    """For a fund the time of its valuation, the only one at which its orders are filled."""
    zone: Zone
    holidays: tuple[date, ...] = ()

    @model_validator(mode="after")
    def _sound(self) -> "Hours":
        if self.opens >= self.closes:
            raise ValueError("opens must be before closes")
        return self

    def trades_on(self, day: date) -> bool:
        """Whether there is a session on that day."""
        return day.weekday() < 5 and day not in self.holidays


class PricePoint(Part):
    """A price that is known: from `at` on the price moves around it."""

    at: Instant
    price: Money


class Instrument(Record):
    """Something that can be bought and sold; the id is its symbol."""

    name: str
    name_local: str = ""
    """The name in the local script, where it differs."""
    kind: Kind = "stock"
    category: Category | None = None
    """For funds and ETFs."""
    sector: str = ""
    exchange: str = ""
    currency: str
    """The currency of its prices; may be left out of a seed."""
    start_price: Money
    """Price at the world's start, per share, bond or fund unit."""
    path: tuple[PricePoint, ...] = ()
    """Later (or earlier) known prices, oldest first; future ones come true when their time comes."""
    swing_bp: int = Field(default=0, ge=0, le=500)
    """Size of a usual daily move in basis points; 0: the price is exactly the latest known one."""
    spread_bp: int = Field(default=0, ge=0, le=1000)
    """Distance of bid and ask in basis points of the price."""
    entry_fee_bp: int = Field(default=0, ge=0, le=1000)
    """What a fund charges on a purchase, on top of the broker's fees."""
    depth: int | None = Field(default=None, ge=1)
    """Most that one order gets filled at each full hour; absent: everything at once."""
    hours: Hours = Field(default_factory=dict, validate_default=True)
    status: Literal["listed", "suspended", "delisted"] = "listed"
    halted_at: Instant | None = None
    """Since when it is not listed; the price stands still from then on."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if isinstance(value, dict) and "start_price" in value and "currency" not in value:
            return {**value, "currency": Money.model_validate(value["start_price"]).currency}
        return value

    @field_validator("path")
    @classmethod
    def _in_order(cls, path: tuple[PricePoint, ...]) -> tuple[PricePoint, ...]:
        return tuple(sorted(path, key=lambda point: point.at))

    @model_validator(mode="after")
    def _sound(self) -> "Instrument":
        prices = [self.start_price, *(point.price for point in self.path)]
        if any(price.currency != self.currency or not 0 < price.minor <= 10**9 for price in prices):
            raise ValueError(f"every price must be positive and in {self.currency}")
        if self.status != "listed" and self.halted_at is None:
            raise ValueError("an instrument that is not listed says since when: halted_at")
        return self

    @property
    def scale(self) -> int:
        """What a quantity counts: 1 is whole pieces, 1000 is thousandths of a fund unit."""
        return 1000 if self.kind == "fund" else 1

    def ticks(self, day: date) -> tuple[datetime, ...]:
        """The instants of a day, in UTC, at which the price moves: each full hour from the opening, and the close."""
        return _ticks(self.hours, self.kind == "fund", day)

    def next_ticks(self, moment: datetime) -> tuple[datetime, ...]:
        """What is left, after `moment`, of the present session or else the whole next one."""
        for day in _days(self._local_day(moment), 1):
            ticks = self.ticks(day)
            if ticks and ticks[-1] > moment:
                return ticks[bisect_right(ticks, moment) :]
        raise AssertionError("days do not end")

    def is_open(self, moment: datetime) -> bool:
        """Whether orders can be filled at that instant."""
        ticks = self.ticks(self._local_day(moment))
        return bool(ticks) and ticks[0] <= moment <= ticks[-1]

    def last_session(self, moment: datetime) -> date:
        """The day of the latest session that had begun by `moment`."""
        return _last_session(self.hours, self.kind == "fund", moment)

    def previous_close(self, moment: datetime) -> datetime:
        """The end of the session before the latest one."""
        return self.ticks(next(day for day in _days(self.last_session(moment) - timedelta(1), -1) if self.ticks(day)))[
            -1
        ]

    def settles_at(self, moment: datetime) -> datetime:
        """When a trade of that instant settles: two trading days later, at the opening."""
        days = (day for day in _days(self._local_day(moment) + timedelta(1), 1) if self.hours.trades_on(day))
        next(days)
        return datetime.combine(next(days), self.hours.opens, tzinfo=ZoneInfo(self.hours.zone))

    def price_at(self, moment: datetime, start: datetime, seed: str) -> int:
        """The price at an instant, in minor units: a pure function of the known prices, the symbol and the seed.

        Args:
            moment: The instant; between ticks the price stands still.
            start: When `start_price` is the price.
            seed: The world's seed.
        """
        if self.halted_at is not None and moment > self.halted_at:
            moment = self.halted_at
        since, minor = start, self.start_price.minor
        if self.path:
            points = sorted([(start, minor), *((point.at, point.price.minor) for point in self.path)], key=_instant)
            since, minor = points[max(0, bisect_right(points, moment, key=_instant) - 1)]
        if not self.swing_bp:
            return minor
        then, now = (10**6 + self._wander(at, seed) * self.swing_bp // 1000 for at in (since, moment))
        return max(1, (2 * minor * now + then) // (2 * then))

    def row(self, price: Money) -> Json:
        """The short form for lists."""
        return {
            "symbol": self.id,
            **self.pick("name", "kind", "category", "sector", "exchange", "currency", "status"),
            "price": price,
        }

    def _local_day(self, moment: datetime) -> date:
        return moment.astimezone(ZoneInfo(self.hours.zone)).date()

    def _wander(self, moment: datetime, seed: str) -> int:
        return wander(f"{seed}/{self.id}", _step(self.hours, self.kind == "fund", moment))


INSTRUMENT_STATES = States({"listed": "suspended delisted", "suspended": "listed delisted", "delisted": ""})


@lru_cache(maxsize=1 << 16)
def wander(key: str, step: int) -> int:
    """How far a path is off its middle at a step, in hundred-thousandths of its swing; at most 15.35 swings."""
    result = 0
    for length, weight in _WAVES:
        place, rest = divmod(step, length)
        near, far = _knot(key, length, place), _knot(key, length, place + 1)
        result += weight * (near * length + (far - near) * rest) // length
    return result


@lru_cache(maxsize=1 << 16)
def _knot(key: str, length: int, place: int) -> int:
    return stable_int("price", key, length, place) % 2001 - 1000


@lru_cache(maxsize=1 << 14)
def _ticks(hours: Hours, once: bool, day: date) -> tuple[datetime, ...]:
    if not hours.trades_on(day):
        return ()
    last = datetime.combine(day, hours.closes, tzinfo=ZoneInfo(hours.zone)).astimezone(UTC)
    if once:
        return (last,)
    first = datetime.combine(day, hours.opens, tzinfo=ZoneInfo(hours.zone)).astimezone(UTC)
    count = -(-(last - first) // timedelta(hours=1))
    return (*(first + timedelta(hours=n) for n in range(count)), last)


def _last_session(hours: Hours, once: bool, moment: datetime) -> date:
    today = moment.astimezone(ZoneInfo(hours.zone)).date()
    return next(day for day in _days(today, -1) if (ticks := _ticks(hours, once, day)) and ticks[0] <= moment)


@lru_cache(maxsize=1 << 16)
def _step(hours: Hours, once: bool, moment: datetime) -> int:
    """The step of the price path that the latest tick stands for."""
    day = _last_session(hours, once, moment)
    return day.toordinal() * UNITS_PER_DAY + min(bisect_right(_ticks(hours, once, day), moment) - 1, UNITS_PER_DAY - 1)


def _instant(point: tuple[datetime, int]) -> datetime:
    return point[0]


def _days(first: date, step: int) -> Iterator[date]:
    day = first
    while True:
        yield day
        day += timedelta(step)
