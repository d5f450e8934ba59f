"""What the persona has with properties: reservations, requests and messages, and what time does to them."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant, Wall, Zone
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.hotel_booking.catalogue import local
from vibelife_inspect.world import ME, Due, Json, Record, States
from vibelife_inspect.world.payments import Payment

Status = Literal["held", "confirmed", "checked_in", "completed", "cancelled", "refunded", "no_show", "lapsed"]
"""State of a reservation."""

LIVE: tuple[Status, ...] = ("held", "confirmed", "checked_in")
"""States that take a room out of the stock."""

STAY_STATES = States(
    {
        "held": "confirmed cancelled lapsed",
        "confirmed": "checked_in cancelled no_show",
        "checked_in": "completed no_show",
        "completed": "",
        "cancelled": "refunded",
        "no_show": "refunded",
        "refunded": "",
        "lapsed": "",
    }
)
"""`checked_in` is what the house expects from the arrival time on, until it reports a no-show; `refunded` means that a
penalty was given back after all."""

REQUEST_STATES = States(
    {
        "sent": "acknowledged accepted declined withdrawn lapsed",
        "acknowledged": "accepted declined withdrawn lapsed",
        "accepted": "",
        "declined": "",
        "withdrawn": "",
        "lapsed": "",
    }
)
"""An acknowledged request was read, and nothing was promised."""


class Reservation(Record):
    """A stay that is held, booked, under way or over."""

    owner: str = ME
    property_id: str
    room_type_id: str
    rate_plan_id: str
    check_in: date
    """Day of arrival, at the property."""
    check_out: date
    """Day of departure, at the property; for a venue the day after the last day."""
    zone: Zone
    """Time zone of the property."""
    arrival_from: Wall = time(15)
    """When the room is ready."""
    leave_by: Wall = time(11)
    """When the room must be left."""
    arrival_time: Wall | None = None
    """When the guests said they would come; after midnight counts as the same night."""
    guests: int = Field(default=1, ge=1, le=1000)
    rooms: int = Field(default=1, ge=1, le=50)
    guest_name: str = ""
    total: Money
    """For all rooms and nights, with fees that were agreed."""
    paid: Money
    """What was paid and not paid back; a seed without it has the sum of its payments."""
    payments: tuple[Payment, ...] = ()
    payment_method: str | None = None
    """Account or card id that pays the rest on arrival."""
    status: Status = "confirmed"
    booked_at: Instant | None = None
    hold_until: Instant | None = None
    """When an unconfirmed hold lapses."""
    refundable: bool = True
    free_until: Instant | None = None
    """When free cancellation ends; absent on a refundable stay: with the arrival."""
    penalty_percent: int = Field(default=100, ge=0, le=100)
    penalty_nights: int | None = Field(default=None, ge=0, le=60)
    """Where given, it takes the place of the percentage."""
    penalty_applies: bool = False
    """Set when the deadline has passed."""
    special_requests: str = ""
    """What was asked for when booking; the answers stand in `requests`."""
    cancelled_at: Instant | None = None
    cancelled_by: Literal["guest", "property"] | None = None
    cancel_reason: str = ""
    penalty: Money | None = None
    """What a cancelled stay or a no-show cost."""
    refund: Money | None = None
    """What came back when it was cancelled."""
    note: str = ""
    """What the property noted, such as a move to another room."""

    @model_validator(mode="before")
    @classmethod
    def _sum_paid(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "paid" in data or "total" not in data:
            return data
        payments = [Payment.model_validate(item) for item in data.get("payments", ())]
        currency = Money.model_validate(data["total"]).currency
        return {**data, "paid": total((payment.kept for payment in payments), currency)}

    @model_validator(mode="after")
    def _sound(self) -> "Reservation":
        if self.check_out <= self.check_in:
            raise ValueError("check_out must come after check_in")
        if self.paid.currency != self.total.currency:
            raise ValueError("paid and total must have one currency")
        return self

    @property
    def nights(self) -> int:
        """Length of the stay."""
        return (self.check_out - self.check_in).days

    @property
    def arrives_at(self) -> datetime:
        """The instant from which the room is ready."""
        return local(self.check_in, self.arrival_from, self.zone)

    @property
    def leaves_at(self) -> datetime:
        """The instant at which the stay ends."""
        return local(self.check_out, self.leave_by, self.zone)

    @property
    def due_later(self) -> Money:
        """What is charged on arrival."""
        return self.total - self.paid

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "reservation_id": self.id,
            **self.pick("property_id", "room_type_id", "check_in", "check_out", "guests", "rooms", "guest_name"),
            **self.pick("total", "paid", "status", "hold_until", "free_until"),
        }

    def penalty_at(self, now: datetime) -> Money:
        """What cancelling costs at that instant."""
        if self.status == "held":
            return self.total.zero()
        if self.refundable and now < (self.free_until or self.arrives_at):
            return self.total.zero()
        if self.penalty_nights is None:
            return self.total.percent(self.penalty_percent)
        share = self.total.minor * min(self.penalty_nights, self.nights) // self.nights
        return Money(minor=share, currency=self.total.currency)


class StayRequest(Record):
    """Something that the guests asked of the property for a reservation."""

    owner: str = ME
    reservation_id: str
    property_id: str
    kind: Literal["special", "late_check_out", "early_check_in"] = "special"
    text: str = ""
    wanted_time: Wall | None = None
    """For an early check-in or a late check-out."""
    max_fee: Money | None = None
    """The fee that the guests agreed to at most."""
    status: Literal["sent", "acknowledged", "accepted", "declined", "withdrawn", "lapsed"] = "sent"
    answer: str = ""
    sent_at: Instant
    answer_at: Instant | None = None
    """When the house answers by itself."""
    answered_at: Instant | None = None
    lapses_at: Instant | None = None
    """When an unanswered request means nothing any more."""

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        hidden = {"answer_at", "lapses_at", "owner"}
        return {field: value for field, value in self if field not in hidden}


class Message(Record):
    """One message between the guests and a property."""

    owner: str = ME
    property_id: str
    reservation_id: str | None = None
    sender: Literal["guest", "property"]
    text: str
    sent_at: Instant


def reservation_due(stay: Reservation) -> Iterable[Due]:
    """Holds lapse, the free deadline passes, stays begin and end."""
    if stay.status == "held" and stay.hold_until is not None:
        yield Due(stay.hold_until, "lapse_hold")
    if stay.status == "confirmed":
        if stay.refundable and stay.free_until is not None and not stay.penalty_applies:
            yield Due(stay.free_until, "pass_deadline")
        yield Due(stay.arrives_at, "begin_stay")
    if stay.status == "checked_in":
        yield Due(stay.leaves_at, "end_stay")


def request_due(request: StayRequest) -> Iterable[Due]:
    """The house answers, or the question lapses."""
    if request.status == "sent" and request.answer_at is not None:
        yield Due(request.answer_at, "answer_by_rule")
    if request.status in ("sent", "acknowledged") and request.lapses_at is not None:
        yield Due(request.lapses_at, "lapse_request")
