"""What the persona has with rental companies, and what time does to it."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.car_rental.catalogue import Country
from vibelife_inspect.world import ME, Charge, Due, Json, Part, Record, States
from vibelife_inspect.world.payments import Payment

Status = Literal["held", "confirmed", "picked_up", "returned", "closed", "cancelled", "no_show"]
"""State of a booking."""

LIVE: tuple[Status, ...] = ("held", "confirmed", "picked_up")
"""States that take a car out of the stock."""

Trouble = Literal["none", "car_delayed", "car_withdrawn", "pickup_closed", "return_closed"]
"""What the company broke of a booking; it tells nobody unless asked."""

IncidentKind = Literal[
    "accident", "scratch_or_dent", "glass", "tyre", "theft", "breakdown", "fine", "lost_key", "other"
]
"""What happened."""

CLOSES_AFTER = timedelta(days=1)
"""Time from return to the final bill."""

Word = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=r"\S")]
"""A short text that is not blank."""


class Driver(Part):
    """Somebody who will drive."""

    name: Word
    """Name as on the licence."""
    birth_date: date
    licence_since: date
    """Day on which the licence was first issued."""
    licence_number: Annotated[str, StringConstraints(max_length=40)] = ""
    licence_country: Country | None = None

    def age(self, day: date) -> int:
        """Full years of age on a day."""
        return _years(self.birth_date, day)

    def licence_years(self, day: date) -> int:
        """Full years with a licence on a day."""
        return _years(self.licence_since, day)


class BookedExtra(Part):
    """An extra and how many of it."""

    extra_id: Word
    quantity: int = Field(default=1, ge=1, le=9)


class Line(Part):
    """One part of a price."""

    kind: Literal[
        "rental", "insurance", "extra", "extra_driver", "young_driver", "one_way", "border", "change", "kilometres",
        "refuelling", "damage", "roadside", "fee",
    ]  # fmt: skip
    text: str
    amount: Money


class Booking(Record):
    """A rental that is held, booked, under way or over."""

    owner: str = ME
    offer: str
    """Id of the offer."""
    station: str
    """Id of the station of pick-up."""
    return_station: str
    """Id of the station of return; that of pick-up when left out of a seed."""
    pickup_at: Instant
    return_at: Instant
    drivers: tuple[Driver, ...] = ()
    """The first one is the main driver."""
    insurance: str | None = None
    """Id of the insurance plan."""
    extras: tuple[BookedExtra, ...] = ()
    countries: tuple[Country, ...] = ()
    """Other countries that it is driven to."""
    lines: tuple[Line, ...] = ()
    """What the total is made of."""
    total: Money
    paid: Money
    """What was paid and not paid back, without the deposit; a seed without it has the sum of its payments."""
    payments: tuple[Payment, ...] = ()
    payment_method: str | None = None
    """Account or card id that pays."""
    deposit: Money | None = None
    deposit_charge: Charge | None = None
    """Set while the company has the deposit."""
    status: Status = "confirmed"
    trouble: Trouble = "none"
    ready_at: Instant | None = None
    """When a delayed car is ready."""
    booked_at: Instant | None = None
    hold_until: Instant | None = None
    refundable: bool = True
    free_until: Instant | None = None
    """When free cancellation ends; absent on a refundable booking: with the pick-up."""
    cancel_percent: int = Field(default=100, ge=0, le=100)
    returned_at: Instant | None = None
    cancelled_at: Instant | None = None
    cancelled_by: Literal["customer", "company", "time"] | None = None
    """`time`: a hold that lapsed."""
    cancel_reason: str = ""
    penalty: Money | None = None
    refund: Money | None = None
    note: str = ""
    """What the company noted, such as a charge that failed."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        if not isinstance(value, dict) or not {"total", "station"} <= value.keys():
            return value
        value = {"return_station": value["station"], **value}
        if "paid" not in value:
            payments = [Payment.model_validate(item) for item in value.get("payments", ())]
            value["paid"] = total((payment.kept for payment in payments), Money.model_validate(value["total"]).currency)
        return value

    @model_validator(mode="after")
    def _sound(self) -> "Booking":
        if self.return_at <= self.pickup_at:
            raise ValueError("return_at must come after pickup_at")
        if self.paid.currency != self.total.currency:
            raise ValueError("paid and total must have one currency")
        return self

    @property
    def days(self) -> int:
        """Days that are paid for."""
        return rental_days(self.pickup_at, self.return_at)

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "booking_id": self.id,
            **self.pick("offer", "station", "return_station", "pickup_at", "return_at", "total", "paid", "status"),
        }

    def penalty_at(self, now: datetime) -> Money:
        """What cancelling costs at that instant, at most what was paid."""
        free = self.refundable and now < (self.free_until or self.pickup_at)
        if self.status == "held" or self.trouble != "none" or free:
            return self.total.zero()
        return min(self.total.percent(self.cancel_percent), self.paid)


class ConditionReport(Record):
    """How the car was when it was fetched or brought back."""

    owner: str = ME
    booking: str
    phase: Literal["pickup", "return"]
    odometer_km: int = Field(ge=0, le=2_000_000)
    energy_percent: int = Field(ge=0, le=100)
    """Of the tank or battery."""
    damages: tuple[str, ...] = ()
    notes: str = ""
    made_at: Instant


class Incident(Record):
    """Something that happened to a rented car."""

    owner: str = ME
    booking: str
    kind: IncidentKind
    happened_at: Instant
    location: str
    description: str
    safe_to_drive: bool = True
    police_reference: str = ""
    status: Literal["reported", "in_review", "settled"] = "reported"
    reported_at: Instant
    cost: Money | None = None
    """What the damage costs, once settled."""
    customer_pays: Money | None = None
    """At most the excess of the insurance."""
    outcome: str = ""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick(
            "id", "booking", "kind", "happened_at", "location", "safe_to_drive", "status", "cost", "customer_pays"
        )


class HelpRequest(Record):
    """Help on the road."""

    owner: str = ME
    booking: str
    problem: Literal["breakdown", "flat_tyre", "battery", "out_of_energy", "locked_out", "accident"]
    location: str
    description: str = ""
    fee: Money | None = None
    """Absent when insurance covers it."""
    status: Literal["dispatched", "arrived"] = "dispatched"
    requested_at: Instant
    arrives_at: Instant


BOOKING_STATES = States(
    {
        "held": "confirmed cancelled",
        "confirmed": "picked_up cancelled no_show",
        "picked_up": "returned no_show",
        "returned": "closed",
        "closed": "",
        "cancelled": "",
        "no_show": "",
    }
)
"""`picked_up` is what the station expects from the time of pick-up on, until it reports a no-show."""

INCIDENT_STATES = States({"reported": "in_review settled", "in_review": "settled", "settled": ""})
HELP_STATES = States({"dispatched": "arrived", "arrived": ""})


def rental_days(pickup_at: datetime, return_at: datetime) -> int:
    """Days that are paid for: each 24 hours or part of them, with 59 minutes of grace."""
    return max(1, -(-(return_at - pickup_at - timedelta(minutes=59)) // timedelta(days=1)))


def booking_due(booking: Booking) -> Iterable[Due]:
    """Holds lapse, rentals begin and end, and the final bill follows."""
    if booking.status == "held" and booking.hold_until is not None:
        yield Due(booking.hold_until, "lapse_hold")
    if booking.status == "confirmed":
        yield Due(max(booking.pickup_at, booking.ready_at or booking.pickup_at), "begin_rental")
    if booking.status == "picked_up":
        yield Due(booking.return_at, "end_rental")
    if booking.status == "returned":
        yield Due((booking.returned_at or booking.return_at) + CLOSES_AFTER, "close_rental")


def incident_due(incident: Incident) -> Iterable[Due]:
    """The company begins its review a day later."""
    if incident.status == "reported":
        yield Due(incident.reported_at + timedelta(days=1), "review_incident")


def help_due(request: HelpRequest) -> Iterable[Due]:
    """Help arrives."""
    if request.status == "dispatched":
        yield Due(request.arrives_at, "arrive_help")


def _years(since: date, day: date) -> int:
    return day.year - since.year - ((day.month, day.day) < (since.month, since.day))
