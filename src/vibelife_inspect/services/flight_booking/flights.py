"""Dated flights, their states, and what time does to them."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.ids import stable_int
from vibelife_inspect.services.flight_booking.airports import Iata, zone_of
from vibelife_inspect.services.flight_booking.cabins import (
    CABINS,
    CAPACITY,
    LAYOUTS,
    Aircraft,
    Cabin,
    Fares,
    SeatNumber,
    Seats,
)
from vibelife_inspect.world import Due, Record, States

FlightStatus = Literal["scheduled", "delayed", "boarding", "departed", "landed", "cancelled"]

BOARDING = timedelta(minutes=40)
_RANK = ("scheduled", "delayed", "boarding", "departed", "landed")

FLIGHT_STATES = States(
    {
        "scheduled": "delayed boarding departed cancelled",
        "delayed": "scheduled boarding departed cancelled",
        "boarding": "delayed departed cancelled",
        "departed": "landed",
        "landed": "",
        "cancelled": "",
    }
)


def local(moment: datetime, iata: str) -> datetime:
    """The moment with the fixed offset that the airport's clocks show, or its own where the zone is unknown."""
    shown = moment.astimezone(zone) if (zone := zone_of(iata)) else moment
    offset = shown.utcoffset()
    return shown.replace(tzinfo=timezone(offset)) if offset is not None else shown


class Flight(Record):
    """One dated flight; the id is number and scheduled date, such as `NH204-2026-04-03`."""

    id: str = Field(pattern=r"^[A-Z0-9]{2}\d{1,4}-\d{4}-\d{2}-\d{2}$")
    flight_no: str = Field(pattern=r"^[A-Z0-9]{2}\d{1,4}$")
    carrier: str
    """Name of the airline."""
    origin: str = Field(pattern=Iata)
    destination: str = Field(pattern=Iata)
    departs_at: Instant
    """Scheduled departure, kept in the airport's local time."""
    arrives_at: Instant
    estimated_departs_at: Instant | None = None
    """Expected departure; None means on schedule."""
    estimated_arrives_at: Instant | None = None
    status: FlightStatus = "scheduled"
    reason: str = ""
    """Why it is late, changed or cancelled."""
    terminal: str = ""
    gate: str = ""
    aircraft: Aircraft = "A320"
    fares: Fares
    seats_left: Seats
    """Seats still for sale."""
    assigned_seats: list[SeatNumber] = Field(default_factory=list)
    """Seats that bookings made here have chosen or been given at check-in."""
    boarding_passes: int = Field(default=0, ge=0)
    """How many were issued so far."""
    tracked: bool = True
    """Whether time writes the status into the record. Generated flights that nobody booked or follows are left
    alone and only shown with the status of the moment."""

    @field_validator("departs_at", "estimated_departs_at", "arrives_at", "estimated_arrives_at")
    @classmethod
    def _localise(cls, value: datetime | None, info: ValidationInfo) -> datetime | None:
        place = info.data.get("destination" if "arrives" in (info.field_name or "") else "origin", "")
        return None if value is None else local(value, place)

    @model_validator(mode="after")
    def _consistent(self) -> "Flight":
        if self.id[:-11] != self.flight_no or abs((self.day - self.departs_at.date()).days) > 2:
            raise ValueError(
                f"id {self.id!r} must be flight_no and the local date of departs_at, such as NH204-2026-04-03"
            )
        if self.origin == self.destination:
            raise ValueError("origin and destination must differ")
        if self.arrives_at <= self.departs_at or self.lands_at <= self.leaves_at:
            raise ValueError("arrives_at must be after departs_at (both need the offset of their airport)")
        for cabin in CABINS:
            most = CAPACITY[self.aircraft][cabin]
            if self.seats_left.of(cabin) > most:
                raise ValueError(f"seats_left.{cabin}: an {self.aircraft} has {most} such seats")
        return self

    @property
    def day(self) -> date:
        """The day under which the flight is known."""
        return date.fromisoformat(self.id[-10:])

    @property
    def origin_day(self) -> tuple[str, date]:
        """Key of all departures of an airport on a local day."""
        return self.origin, self.departs_at.date()

    @property
    def route_day(self) -> tuple[str, str, date]:
        """Key of all direct flights of a route on a local day."""
        return self.origin, self.destination, self.departs_at.date()

    @property
    def leaves_at(self) -> datetime:
        """Departure as now expected."""
        return self.estimated_departs_at or self.departs_at

    @property
    def lands_at(self) -> datetime:
        """Arrival as now expected."""
        return self.estimated_arrives_at or self.arrives_at

    @property
    def topic(self) -> str:
        """What notices about the flight are filed under."""
        return f"flight:{self.flight_no}:{self.day}"

    def stage(self, now: datetime) -> FlightStatus:
        """The status at a moment, also for a flight that time does not write to."""
        if self.status in ("cancelled", "landed"):
            return self.status
        by_time: FlightStatus = "scheduled"
        if now >= self.lands_at:
            by_time = "landed"
        elif now >= self.leaves_at:
            by_time = "departed"
        elif now >= self.leaves_at - BOARDING:
            by_time = "boarding"
        return max(by_time, self.status, key=_RANK.index)

    def free_seats(self, cabin: Cabin, unseated: int = 0) -> list[str]:
        """Seats that can be chosen, front to back.

        Which seats the other travellers have is a function of the flight and of how many are left.

        Args:
            cabin: The cabin.
            unseated: Seats that the asking booking has paid for but not chosen; they are free to it.
        """
        block = LAYOUTS[self.aircraft].get(cabin)
        if block is None:
            return []
        taken = set(self.assigned_seats)
        rest = [seat for seat in block.seats if seat not in taken]
        free = min(len(rest), self.seats_left.of(cabin) + unseated)
        chosen = set([seat for seat in _shuffled(self.id, block.seats) if seat not in taken][:free])
        return [seat for seat in rest if seat in chosen]


@lru_cache(maxsize=2048)
def _shuffled(flight_id: str, seats: tuple[str, ...]) -> list[str]:
    return sorted(seats, key=lambda seat: stable_int(flight_id, seat))


def flight_due(flight: Flight) -> Iterable[Due]:
    """Boarding, departure and landing, at the times that are now expected."""
    if not flight.tracked:
        return
    if flight.status in ("scheduled", "delayed"):
        yield Due(flight.leaves_at - BOARDING, "board_flight")
    elif flight.status == "boarding":
        yield Due(flight.leaves_at, "depart_flight")
    elif flight.status == "departed":
        yield Due(flight.lands_at, "land_flight")
