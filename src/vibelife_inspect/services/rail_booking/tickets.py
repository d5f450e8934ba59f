"""Records of the rail desk that belong to somebody: bookings, cards, passes and claims."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.services.rail_booking.records import Mode, TravelClass
from vibelife_inspect.world import ME, Charge, Due, Part, Record

PassengerKind = Literal["adult", "child", "infant"]
"""A child pays half; an infant pays nothing and has no seat."""

CardKind = Literal["student", "senior", "disability", "youth"]
"""What a discount card is for."""


def _day_is_over(day: date) -> datetime:
    """The instant at which `day` has ended everywhere on earth."""
    return datetime.combine(day, time(12), tzinfo=UTC) + timedelta(days=1)


class LegChoice(Part):
    """One leg of a journey: a run, and where to board and leave it."""

    service_id: str = Field(min_length=1, max_length=200)
    """Id of the run, such as HIKARI-505-2026-04-08."""
    origin: str = Field(min_length=1, max_length=200)
    """Id of the station to board at."""
    destination: str = Field(min_length=1, max_length=200)
    """Id of the station to leave at."""


class Passenger(Part):
    """One traveller."""

    name: str = Field(min_length=1, max_length=120, pattern=r"\S")
    """Full name, as on the ticket."""
    kind: PassengerKind = "adult"
    """Children pay half; infants travel free without a seat."""
    discount_card: str | None = None
    """Id of a verified discount card of this traveller."""
    pass_id: str | None = None
    """Id of an active rail pass of this traveller."""


class Traveller(Passenger):
    """A traveller on a booking, with what the journey costs them."""

    fare: Money
    """All legs together, after discounts."""


class Leg(Part):
    """One leg of a booking, as planned when it was booked."""

    service: str
    """Run id."""
    origin: str
    """Station id."""
    destination: str
    """Station id."""
    departs_at: Instant
    arrives_at: Instant


class Place(Part):
    """A numbered seat."""

    service: str
    """Run id."""
    passenger: str
    """Name of the traveller."""
    seat: str
    """Coach and seat, such as 2-14A."""


class Payment(Part):
    """Money that was paid for a booking, and how much of it came back."""

    charge: Charge
    amount: Money
    """In the currency of the booking."""
    refunded: Money
    """In the currency of the booking."""


class Booking(Record):
    """A journey of one or more travellers."""

    owner: str = ME
    origin: str
    """Station id of the first leg's start."""
    destination: str
    """Station id of the last leg's end."""
    departs_at: Instant
    """Planned."""
    arrives_at: Instant
    """Planned."""
    legs: tuple[Leg, ...] = Field(min_length=1, max_length=4)
    travel_class: TravelClass = "standard"
    passengers: tuple[Traveller, ...] = Field(min_length=1, max_length=9)
    total: Money
    """Fares of all travellers, without fees."""
    fees: Money | None = None
    """Seat and change fees paid besides."""
    refunded: Money | None = None
    """What came back, once something did."""
    status: Literal["held", "lapsed", "confirmed", "travelled", "not_operated", "cancelled"] = "confirmed"
    """`not_operated` means that a run of it never ran; the fare can still be claimed by cancelling."""
    hold_until: Instant | None = None
    """End of the hold, while held."""
    seats: tuple[Place, ...] = ()
    payments: tuple[Payment, ...] = ()
    charge: Charge | None = None
    """The first payment."""
    booked_at: Instant | None = None
    ends_at: Instant | None = None
    """When the last run is expected to arrive, as far as was known; the plan when absent."""

    @property
    def seat_count(self) -> int:
        """How many seats it takes on every leg."""
        return sum(1 for passenger in self.passengers if passenger.kind != "infant")


def booking_due(booking: Booking) -> Iterable[Due]:
    """A hold lapses; a journey ends."""
    if booking.status == "held" and booking.hold_until is not None:
        yield Due(booking.hold_until, "lapse_hold")
    elif booking.status == "confirmed":
        yield Due(booking.ends_at or booking.arrives_at, "complete_journey")


class DiscountCard(Record):
    """A discount card as its holder declared it; it counts once an official has verified it."""

    owner: str = ME
    kind: CardKind
    holder: str
    """Full name of the holder."""
    number: str
    percent: int = Field(default=25, ge=1, le=100)
    """Discount on the adult fare."""
    status: Literal["declared", "verified", "rejected", "expired"] = "declared"
    valid_until: date | None = None
    """Last day."""
    trips_left: int | None = Field(default=None, ge=0)
    """How many more bookings it may be used for; absent when it is not limited."""
    cities: tuple[str, ...] = ()
    """Where it counts only between some cities (a student's home and school), those; else empty."""
    note: str = ""
    """What the official said."""


def card_due(card: DiscountCard) -> Iterable[Due]:
    """A card expires after its last day."""
    if card.status in ("declared", "verified") and card.valid_until is not None:
        yield Due(_day_is_over(card.valid_until), "expire_card")


class PassProduct(Record):
    """A rail pass that is on sale."""

    name: str
    countries: tuple[str, ...] = Field(min_length=1)
    """ISO codes of the countries in which it counts."""
    modes: tuple[Mode, ...] = ("train",)
    travel_class: TravelClass = "standard"
    """Highest class that it covers."""
    price: Money
    validity_days: int = Field(ge=1, le=366)
    """Days in a row from the first day on."""
    refund_percent: int = Field(default=85, ge=0, le=100)
    """What comes back when it is returned before it is activated."""
    notes: str = ""


class Pass(Record):
    """A rail pass that somebody bought."""

    owner: str = ME
    product: str
    """Pass product id."""
    holder: str
    """Full name of the only person who may use it."""
    price: Money
    status: Literal["bought", "active", "expired", "returned"] = "bought"
    activate_by: date | None = None
    """Last day on which its validity may begin."""
    starts_on: date | None = None
    ends_on: date | None = None
    """Last day of validity."""
    charge: Charge | None = None
    refunded: Money | None = None


def pass_due(owned: Pass) -> Iterable[Due]:
    """A pass expires after its last day, or when it was never activated in time."""
    if owned.status == "active" and owned.ends_on is not None:
        yield Due(_day_is_over(owned.ends_on), "expire_pass")
    elif owned.status == "bought" and owned.activate_by is not None:
        yield Due(_day_is_over(owned.activate_by), "expire_pass")


class Claim(Record):
    """A claim for compensation after a late arrival."""

    owner: str = ME
    booking: str
    """Booking id."""
    delay_minutes: int
    percent: int
    """Share of the fare."""
    amount: Money
    status: Literal["submitted", "paid", "failed"] = "submitted"
    submitted_at: Instant
    decide_at: Instant


def claim_due(claim: Claim) -> Iterable[Due]:
    """A claim is paid out once it has been looked at."""
    if claim.status == "submitted":
        yield Due(claim.decide_at, "pay_claim")
