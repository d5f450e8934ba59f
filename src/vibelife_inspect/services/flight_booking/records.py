"""Bookings and status subscriptions, their states, and what time does to them."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.cabins import CABIN_OF, Cabin, FareClass, SeatNumber
from vibelife_inspect.world import ME, Due, Part, Record, States, Text

BookingStatus = Literal["held", "lapsed", "ticketed", "flown", "cancelled", "refunded"]
PassengerType = Literal["adult", "child", "infant"]
RequestKind = Literal["medical", "insulin_letter", "wheelchair", "meal", "bassinet", "other"]
Number = Annotated[int, Field(ge=1, le=9)]
"""Place of a passenger in the booking's list, counted from 1."""

BOOKING_STATES = States(
    {
        "held": "ticketed lapsed cancelled",
        "lapsed": "",
        "ticketed": "flown cancelled refunded",
        "flown": "",
        "cancelled": "",
        "refunded": "",
    }
)
SUBSCRIPTION_STATES = States({"active": "ended cancelled", "ended": "", "cancelled": ""})


class SpecialRequest(Part):
    """A special service for one passenger."""

    kind: RequestKind
    """medical, insulin_letter (medicine and needles in hand luggage), wheelchair, meal, bassinet or other."""
    text: Text
    """What is needed, in words."""


class Passenger(Part):
    """One traveller."""

    given_name: Text
    """Given name as in the passport."""
    family_name: Text
    """Family name as in the passport."""
    type: PassengerType = "adult"
    """adult from 12 years, child from 2, infant below 2 (on an adult's lap, without a seat)."""
    date_of_birth: date | None = None
    """Required for children and infants."""
    passport_no: str = Field(default="", max_length=20)
    """Needed at check-in for flights between countries."""
    nationality: str = Field(default="", pattern=r"^([A-Z]{2})?$")
    """ISO 3166 code of two letters, such as DE."""
    special_requests: list[SpecialRequest] = Field(default_factory=list, max_length=6)
    """Special services."""

    @field_validator("special_requests")
    @classmethod
    def _one_of_a_kind(cls, value: list[SpecialRequest]) -> list[SpecialRequest]:
        if len({request.kind for request in value}) < len(value):
            raise ValueError("a passenger has one request of each kind")
        return value

    @property
    def name(self) -> str:
        """Both names."""
        return f"{self.given_name} {self.family_name}"


class SeatChoice(Part):
    """A seat of one passenger on one flight."""

    flight_id: str
    """Flight, such as NH204-2026-04-03."""
    passenger: Number
    """Place of the passenger in the list, from 1."""
    seat: SeatNumber
    """Row and letter, such as 12C."""


class ExtraBags(Part):
    """Paid bags of one passenger, on every flight of the booking."""

    passenger: Number
    """Place of the passenger in the list, from 1."""
    pieces: Annotated[int, Field(ge=1, le=5)]
    """Bags of 23 kg beyond what the fare includes."""


class CheckIn(Part):
    """One passenger checked in for one flight."""

    flight_id: str
    passenger: Number
    seat: str = ""
    """Empty for an infant."""
    sequence: int = Field(ge=1)
    """Number on the boarding pass."""


class Payment(Part):
    """One charge for a booking."""

    charge_id: str
    """Transaction at the account or card."""
    method: str
    """Account or card id."""
    amount: Money
    """In the currency of the booking."""
    refunded: Money | None = None
    """How much of it went back."""

    @property
    def rest(self) -> Money:
        """What has not gone back."""
        return self.amount if self.refunded is None else self.amount - self.refunded


class Booking(Record):
    """One booking; the id is its reference."""

    owner: str = ME
    status: BookingStatus = "ticketed"
    segments: list[str] = Field(min_length=1, max_length=6)
    """Flight ids in the order of travel."""
    return_from: int | None = Field(default=None, ge=1, le=5)
    """Place in `segments`, from 0, where the way back begins; None for a one-way trip."""
    agreed_departures: list[Instant] = Field(default_factory=list)
    """Departure of each segment when it was booked; delays count from it. Empty means as scheduled."""
    passengers: list[Passenger] = Field(min_length=1, max_length=9)
    cabin: Cabin = "economy"
    fare_class: FareClass = "economy_light"
    segment_fares: list[Money] = Field(default_factory=list)
    """Fare of each segment for all passengers. Empty means that `total` is all fare, in equal parts."""
    extras: Money | None = None
    """Price of extra bags and chosen seats."""
    fees: Money | None = None
    """Change fees, and fare differences that were lost in changes."""
    total: Money
    """Price of everything, in the currency of the fare."""
    seats: list[SeatChoice] = Field(default_factory=list)
    bags: list[ExtraBags] = Field(default_factory=list)
    hold_until: Instant | None = None
    """When a hold lapses."""
    ticket_numbers: list[str] = Field(default_factory=list)
    """One per passenger, once ticketed."""
    payment_method: str = ""
    """Account or card that paid last."""
    payments: list[Payment] = Field(default_factory=list)
    refunded: Money | None = None
    """What came back after a cancellation."""
    checked_in: list[CheckIn] = Field(default_factory=list)
    changes: int = Field(default=0, ge=0)
    """How often flights were changed."""
    booked_at: Instant | None = None
    cancelled_at: Instant | None = None

    @model_validator(mode="after")
    def _consistent(self) -> "Booking":
        if CABIN_OF[self.fare_class] != self.cabin:
            raise ValueError(f"fare_class {self.fare_class!r} is not of the cabin {self.cabin!r}")
        if self.status == "held" and (self.hold_until is None or self.ticket_numbers):
            raise ValueError("a held booking needs hold_until and has no ticket_numbers yet")
        if self.return_from is not None and self.return_from >= len(self.segments):
            raise ValueError("return_from must be a place in segments")
        for name in ("agreed_departures", "segment_fares"):
            if len(getattr(self, name)) not in (0, len(self.segments)):
                raise ValueError(f"{name} must be empty or have one entry per segment")
        amounts = [*self.fares, *(extra for extra in (self.extras, self.fees) if extra)]
        if any(amount.currency != self.total.currency for amount in amounts):
            raise ValueError("all amounts of a booking have one currency")
        if sum(amount.minor for amount in amounts) != self.total.minor:
            raise ValueError("segment_fares, extras and fees must add up to total")
        return self

    @property
    def fares(self) -> list[Money]:
        """Fare of each segment for all passengers."""
        if self.segment_fares:
            return self.segment_fares
        rest = sum(extra.minor for extra in (self.extras, self.fees) if extra)
        return shares(Money(minor=self.total.minor - rest, currency=self.total.currency), len(self.segments))

    @property
    def seated(self) -> list[int]:
        """Numbers of the passengers who have seats of their own."""
        return [number for number, passenger in enumerate(self.passengers, start=1) if passenger.type != "infant"]

    @property
    def last_segment(self) -> str:
        """The flight that ends the trip."""
        return self.segments[-1]


class StatusSubscription(Record):
    """A wish to hear about one flight."""

    owner: str = ME
    flight_id: str
    status: Literal["active", "ended", "cancelled"] = "active"
    """`ended` once the flight has landed or was cancelled."""
    created_at: Instant | None = None


def shares(amount: Money, parts: int) -> list[Money]:
    """The amount in `parts` equal parts; the first ones carry the remainder."""
    each, more = divmod(amount.minor, parts)
    return [Money(minor=each + (place < more), currency=amount.currency) for place in range(parts)]


def booking_due(booking: Booking) -> Iterable[Due]:
    """The end of a hold."""
    if booking.status == "held" and booking.hold_until is not None:
        yield Due(booking.hold_until, "lapse_hold")
