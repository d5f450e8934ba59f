"""Records of the rail desk: stations, dated runs, fare rules, and who watches a run."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant, ZoneName
from vibelife_inspect.money import Money
from vibelife_inspect.world import ME, Due, Part, Record

Mode = Literal["train", "ferry", "bus"]
"""What one travels on."""

TravelClass = Literal["standard", "first", "cabin"]
"""Standard and first are seats; cabin is a berth on a night train or ferry."""

_MINUTE = timedelta(minutes=1)

RunStatus = Literal["scheduled", "delayed", "departed", "arrived", "cancelled", "withdrawn"]
"""Where one dated run stands; `withdrawn` means that it silently vanished from the timetable."""


def later(moment: datetime, delay: timedelta) -> datetime:
    """The moment `delay` of real time after another, in its zone; plain addition would be wrong when clocks change."""
    return (moment.astimezone(UTC) + delay).astimezone(moment.tzinfo) if delay else moment


def elapsed(begin: datetime, end: datetime) -> timedelta:
    """The real time between two moments."""
    return end.astimezone(UTC) - begin.astimezone(UTC)


class Station(Record):
    """A railway station, ferry terminal or bus stop; the id is its short code, such as KYO."""

    name: str
    city: str
    country: str = Field(pattern=r"^[A-Z]{2}$")
    """ISO 3166 code of two letters."""
    zone: ZoneName
    """IANA time zone."""
    mode: Mode = "train"
    local_name: str = ""
    """The name in the local script, and other names that people use."""


class Stop(Part):
    """One call of a run at a station."""

    station: str
    """Station id."""
    arrives_at: Instant | None = None
    """Planned; absent at the first stop."""
    departs_at: Instant | None = None
    """Planned; absent at the last stop."""

    @property
    def arrival(self) -> datetime:
        """Planned arrival, or the departure where none is given."""
        moment = self.arrives_at or self.departs_at
        assert moment is not None
        return moment

    @property
    def departure(self) -> datetime:
        """Planned departure, or the arrival where none is given."""
        moment = self.departs_at or self.arrives_at
        assert moment is not None
        return moment

    @model_validator(mode="after")
    def _timed(self) -> "Stop":
        if self.arrives_at is None and self.departs_at is None:
            raise ValueError(f"the stop at {self.station!r} has neither arrives_at nor departs_at")
        return self


class Seats(Part):
    """Places that are still for sale on a whole run."""

    standard: int = Field(default=0, ge=0)
    first: int = Field(default=0, ge=0)
    cabin: int = Field(default=0, ge=0)


class Fares(Part):
    """Full adult fares for a whole run; a class without a fare is not offered."""

    standard: Money | None = None
    first: Money | None = None
    cabin: Money | None = None

    @model_validator(mode="after")
    def _one_currency(self) -> "Fares":
        fares = [fare for fare in (self.standard, self.first, self.cabin) if fare is not None]
        if not fares:
            raise ValueError("a run needs a fare for at least one class")
        if any(fare.currency != fares[0].currency or fare.minor <= 0 for fare in fares):
            raise ValueError("the fares of a run must be positive and of one currency")
        return self


class Run(Record):
    """One dated run of a train, ferry or bus, such as HIKARI-505-2026-04-08."""

    service_no: str
    """Public number, the same every day, such as HIKARI-505."""
    mode: Mode = "train"
    operator: str
    stops: tuple[Stop, ...] = Field(min_length=2, max_length=60)
    """In order of travel."""
    seats: Seats
    fares: Fares
    status: RunStatus = "scheduled"
    delay_minutes: int = Field(default=0, ge=0, le=2880)
    """Added to every planned time of the run."""
    reason: str = ""
    """Why it is delayed or cancelled."""
    platform: str = ""
    """Platform, pier or bay at the first stop."""
    accessible: bool = True
    """Whether it can be boarded without steps."""
    luggage: str = "Two large pieces and one small bag per person, free of charge."
    pass_accepted: bool = True
    """Whether rail passes of its area count as a ticket."""
    reservation_fee: Money | None = None
    """Price of a numbered seat per person; absent when seats cannot be reserved."""
    reserved: int = Field(default=0, ge=0)
    """How many numbered seats were ever given out."""
    tracked: bool = True
    """Whether its departure and arrival are written down; runs of the background are once somebody deals with them."""

    @model_validator(mode="after")
    def _in_order(self) -> "Run":
        # In UTC, as wall times of one zone may run backwards when clocks change.
        departures = [stop.departure.astimezone(UTC) for stop in self.stops]
        for place, stop in enumerate(self.stops):
            arrival = stop.arrival.astimezone(UTC)
            if arrival > departures[place] or (place and arrival < departures[place - 1] + _MINUTE):
                raise ValueError(f"run {self.id!r} is not in order of time at {stop.station!r}")
        return self

    @property
    def departs_at(self) -> datetime:
        """Planned departure from the first stop."""
        return self.stops[0].departure

    @property
    def arrives_at(self) -> datetime:
        """Planned arrival at the last stop."""
        return self.stops[-1].arrival

    @property
    def day(self) -> date:
        """Day of departure from the first stop."""
        return self.departs_at.date()

    @property
    def delay(self) -> timedelta:
        """`delay_minutes` as a duration."""
        return timedelta(minutes=self.delay_minutes)

    def status_at(self, now: datetime) -> RunStatus:
        """The status as of now, also of a run whose departure nobody wrote down."""
        if self.status in ("scheduled", "delayed", "departed"):
            if later(self.arrives_at, self.delay) <= now:
                return "arrived"
            if later(self.departs_at, self.delay) <= now:
                return "departed"
        return self.status


def run_due(run: Run) -> Iterable[Due]:
    """A tracked run departs, and then arrives."""
    if not run.tracked:
        return
    if run.status in ("scheduled", "delayed"):
        yield Due(later(run.departs_at, run.delay), "depart_service")
    elif run.status == "departed":
        yield Due(later(run.arrives_at, run.delay), "arrive_service")


class RefundRule(Record):
    """What cancelling or changing costs from some hours before departure on."""

    operator: str
    """Whose rule it is; an operator without rules of its own has the common ones."""
    hours_before: int = Field(ge=0)
    """Applies when at least this many hours are left to departure."""
    refund_percent: int = Field(ge=0, le=100)
    """Share of the fare that comes back on cancelling."""
    change_percent: int = Field(ge=0, le=100)
    """Share of the old fare that a change costs."""


def _common(hours: int, refund: int, change: int) -> RefundRule:
    return RefundRule(
        id=f"common-{hours}", operator="*", hours_before=hours, refund_percent=refund, change_percent=change
    )


COMMON_RULES = (_common(168, 100, 0), _common(48, 90, 0), _common(24, 80, 5), _common(2, 50, 10), _common(0, 0, 20))
"""The rules of operators that have none of their own, longest notice first."""


class Watch(Record):
    """The persona asked to be told when a run changes."""

    owner: str = ME
    service: str
    """Run id."""
    created_at: Instant
