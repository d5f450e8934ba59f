"""What the persona has with merchants, and what time does to it."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.world import ME, Charge, Due, Json, Part, Record, States

ReservationStatus = Literal["requested", "confirmed", "changed", "seated", "completed", "no_show", "cancelled"]
"""State of a reservation."""

COMING: tuple[ReservationStatus, ...] = ("requested", "confirmed", "changed")
"""States before the visit; a changed reservation is as good as a confirmed one."""

LIVE: tuple[ReservationStatus, ...] = (*COMING, "seated")
"""States that take places."""

RESERVATION_STATES = States(
    {
        "requested": "confirmed cancelled",
        "confirmed": "changed seated cancelled",
        "changed": "seated cancelled",
        "seated": "completed no_show",
        "completed": "",
        "no_show": "",
        "cancelled": "",
    }
)
"""`seated` is what the merchant expects from the begin on, until it reports a no-show."""

PURCHASE_STATES = States({"bought": "redeemed expired refunded", "redeemed": "", "expired": "refunded", "refunded": ""})
"""An expired voucher is paid back only by the merchant's own will."""

WAITING_STATES = States(
    {"waiting": "offered left lapsed", "offered": "taken left lapsed", "taken": "", "left": "", "lapsed": ""}
)
"""`taken`: the offered places were booked."""

REVIEW_STATES = States({"published": "deleted", "deleted": ""})
"""A deleted review counts no more."""

ProofKind = Literal["reservation", "deal", "order"]
"""What shows that the author was a customer."""


class Payment(Part):
    """One charge for a reservation, and how much of it came back."""

    charge: Charge
    amount: Money
    """In the currency of the merchant."""
    refunded: int = Field(default=0, ge=0)
    """Minor units of `amount` that were paid back."""


class Reservation(Record):
    """A table, an appointment, a hall: a visit that is booked, under way or over."""

    owner: str = ME
    merchant_id: str
    starts_at: Instant
    ends_at: Instant
    """A seed without it ends 90 minutes after it starts."""
    party_size: int = Field(default=1, ge=1, le=5000)
    guest_name: str = ""
    wishes: str = ""
    """What was asked for; the merchant promises nothing."""
    purchase_id: str | None = None
    """Voucher that will be used at the visit."""
    status: ReservationStatus = "confirmed"
    confirm_at: Instant | None = None
    """When the merchant confirms a requested one; without it the request lapses at its begin."""
    deposit: Money | None = None
    """What booking it cost, for the whole party."""
    late_fee: Money | None = None
    """What a late cancellation or a no-show costs; absent: the deposit."""
    free_until: Instant | None = None
    """Until when cancelling is free; absent: until it begins."""
    payment_method: str | None = None
    """Account or card that pays deposit and fee."""
    payments: tuple[Payment, ...] = ()
    paid: Money | None = None
    """What the merchant has of it now; a seed without it has paid its deposit."""
    fee: Money | None = None
    """What a late cancellation or a no-show did cost."""
    booked_at: Instant | None = None
    changed_at: Instant | None = None
    cancelled_at: Instant | None = None
    cancelled_by: Literal["guest", "merchant"] | None = None
    cancel_reason: str = ""
    note: str = ""
    """What happened besides, such as a fee that could not be charged."""

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        data = {**data}
        data.setdefault("paid", data.get("deposit"))
        start = data.get("starts_at")
        start = datetime.fromisoformat(start) if isinstance(start, str) else start
        if "ends_at" not in data and isinstance(start, datetime):
            data["ends_at"] = start + timedelta(minutes=90)
        return data

    @model_validator(mode="after")
    def _sound(self) -> "Reservation":
        if self.ends_at <= self.starts_at:
            raise ValueError("ends_at must come after starts_at")
        return self

    @property
    def row(self) -> Json:
        """The short form."""
        fields = ("merchant_id", "starts_at", "ends_at", "party_size", "guest_name", "status", "deposit", "free_until")
        return {"reservation_id": self.id, **self.pick(*fields)}


class Waiting(Record):
    """A place on the waiting list for one visit."""

    owner: str = ME
    merchant_id: str
    starts_at: Instant
    ends_at: Instant
    party_size: int = Field(default=1, ge=1, le=5000)
    status: Literal["waiting", "offered", "taken", "left", "lapsed"] = "waiting"
    joined_at: Instant
    offer_until: Instant | None = None
    """Until when offered places are held."""


class Purchase(Record):
    """One voucher of the persona's."""

    owner: str = ME
    deal_id: str
    merchant_id: str
    title: str = ""
    price: Money
    """What was paid for it."""
    charge: Charge | None = None
    """The payment, of which `price` is this voucher's share."""
    bought_at: Instant
    valid_until: Instant
    status: Literal["bought", "redeemed", "expired", "refunded"] = "bought"
    redeemed_at: Instant | None = None
    refunded_at: Instant | None = None

    @property
    def row(self) -> Json:
        """The short form."""
        fields = ("deal_id", "merchant_id", "title", "price", "bought_at", "valid_until", "status", "redeemed_at")
        return {"purchase_id": self.id, **self.pick(*fields)}


class Review(Record):
    """One customer's word about a merchant."""

    owner: str = "other"
    """`me` for the persona's own."""
    author: str = ""
    merchant_id: str
    rating: int = Field(ge=1, le=5)
    text: str = ""
    photos: tuple[str, ...] = ()
    """What the photos show."""
    visited_on: date | None = None
    proof_kind: ProofKind = "reservation"
    proof_ref: str = ""
    """Id of the reservation, voucher or order."""
    posted_at: Instant
    edited_at: Instant | None = None
    reply: str = ""
    """The merchant's answer."""
    status: Literal["published", "deleted"] = "published"

    @property
    def shown(self) -> Json:
        """What everybody sees, and whether it is the user's own."""
        fields = ("merchant_id", "author", "rating", "text", "photos", "visited_on", "posted_at", "edited_at", "reply")
        return {"review_id": self.id, **self.pick(*fields), "own": self.owner == ME}


class Question(Record):
    """A question to a merchant: public with its answer, or a private message."""

    owner: str = "other"
    """`me` for the persona's own."""
    author: str = ""
    merchant_id: str
    text: str
    private: bool = False
    reservation_id: str | None = None
    """Reservation that it is about."""
    asked_at: Instant
    answer: str = ""
    answered_at: Instant | None = None
    status: Literal["open", "answered"] = "open"

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {
            "question_id": self.id,
            **{field: value for field, value in self if field not in ("id", "owner")},
            "own": self.owner == ME,
        }


class Saved(Record):
    """A merchant on one of the persona's lists."""

    owner: str = ME
    merchant_id: str
    list_name: str = "Saved"
    note: str = ""
    saved_at: Instant


def reservation_due(reservation: Reservation) -> Iterable[Due]:
    """Requests are confirmed or lapse, visits begin and end."""
    if reservation.status == "requested":
        if reservation.confirm_at is not None and reservation.confirm_at < reservation.starts_at:
            yield Due(reservation.confirm_at, "confirm_request")
        else:
            yield Due(reservation.starts_at, "lapse_request")
    if reservation.status in ("confirmed", "changed"):
        yield Due(reservation.starts_at, "begin_visit")
    if reservation.status == "seated":
        yield Due(reservation.ends_at, "end_visit")


def waiting_due(waiting: Waiting) -> Iterable[Due]:
    """Offers lapse, and so does waiting for what has begun."""
    if waiting.status == "offered" and waiting.offer_until is not None:
        yield Due(waiting.offer_until, "lapse_waiting")
    if waiting.status in ("waiting", "offered"):
        yield Due(waiting.starts_at, "lapse_waiting")


def purchase_due(purchase: Purchase) -> Iterable[Due]:
    """Unused vouchers expire."""
    if purchase.status == "bought":
        yield Due(purchase.valid_until, "expire_purchase")
