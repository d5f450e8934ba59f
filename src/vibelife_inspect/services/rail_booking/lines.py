"""What a bundle writes to get a timetable: lines."""

from datetime import time

from pydantic import Field, model_validator

from vibelife_inspect.money import Money
from vibelife_inspect.services.rail_booking.records import Mode
from vibelife_inspect.world import Part


class Line(Part):
    """One line of the timetable, run every so many minutes on every day."""

    number: str = Field(pattern=r"^[A-Z][A-Z0-9]*$")
    """Prefix of its service numbers, such as KITE; runs are then KITE-101-2026-04-08."""
    operator: str
    mode: Mode = "train"
    stations: tuple[str, ...] = Field(min_length=2)
    """Station ids in order of travel."""
    minutes: tuple[int, ...]
    """Minutes from each station to the next."""
    fare: Money
    """Full standard fare for the whole line; single runs cost 85 to 125% of it."""
    first_fare: Money | None = None
    """Full first-class fare, where there is such a class."""
    cabin_fare: Money | None = None
    """Full fare in a cabin or berth, where there are some."""
    first: time = time(6)
    """First departure, local wall time."""
    last: time = time(20)
    """No departure after this."""
    every: int = Field(default=240, ge=1, le=1440)
    """Minutes between departures."""
    both_ways: bool = True
    dwell: int = Field(default=2, ge=0, le=60)
    """Minutes spent at a stop on the way."""
    seats: int = Field(default=320, ge=1)
    """Standard seats of an empty run; how many are left is a matter of chance."""
    accessible: bool = True
    pass_accepted: bool = True
    reservation_fee: Money | None = None

    @model_validator(mode="after")
    def _fits(self) -> "Line":
        if len(self.minutes) != len(self.stations) - 1:
            raise ValueError(f"line {self.number}: minutes must have one entry less than stations")
        if min(self.minutes) <= self.dwell:
            raise ValueError(f"line {self.number}: minutes between stations must be more than dwell")
        return self
