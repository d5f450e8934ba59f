"""What the platform shows: merchants with their hours and terms, their deals, and what other guests have taken."""

from collections.abc import Iterable
from datetime import date
from typing import Any, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import WEEKDAYS, Instant, MinuteWall, Weekday, Zone
from vibelife_inspect.money import Money
from vibelife_inspect.world import Due, Json, Part, Record, States
from vibelife_inspect.world.hours import Hours

Category = Literal[
    "restaurant", "cafe", "bar", "venue", "vet", "home_service", "salon", "spa", "fitness", "repair", "workshop"
]
"""What a merchant is; a workshop teaches something."""

PriceBand = Literal["$", "$$", "$$$", "$$$$"]
"""From cheap to very dear."""

DEAL_STATES = States({"active": "withdrawn expired", "withdrawn": "", "expired": ""})
"""A deal that is sold out stays active, with a stock of 0."""

MERCHANT_STATES = States({"open": "closed", "closed": ""})
"""Closed is for good; hours are another matter."""


def tenths(rating_sum: int, count: int) -> int | None:
    """The mean of `count` ratings that add up to `rating_sum`, times ten, rounded half up."""
    return (20 * rating_sum + count) // (2 * count) if count else None


class DayHours(Part):
    """Other hours on one date, instead of those of its weekday."""

    day: date
    opens: MinuteWall | None = None
    """None: closed on that date."""
    closes: MinuteWall | None = None
    reason: str = ""

    @model_validator(mode="after")
    def _whole(self) -> "DayHours":
        if (self.opens is None) != (self.closes is None):
            raise ValueError("opens and closes go together")
        return self


class Merchant(Record):
    """A restaurant, vet, plumber, venue, salon ..."""

    name: str
    aliases: tuple[str, ...] = ()
    """Other names, also in other scripts."""
    category: Category
    city: str
    city_local: str = ""
    """Name of the city in another script."""
    area: str = ""
    """Quarter of the city."""
    country: str = ""
    address: str = ""
    phone: str = ""
    email: str = ""
    zone: Zone
    about: str = ""
    tags: tuple[str, ...] = ()
    """Such as vegan, step_free, cats, emergency, garden."""
    price_band: PriceBand = "$$"
    currency: str = Field(default="EUR", pattern=r"^[A-Z]{3}$")
    """Currency of its deposits, fees and deals."""
    rating_tenths: int | None = Field(default=None, ge=10, le=50)
    """Mean rating times ten: 43 is 4.3 of 5; absent without ratings."""
    review_count: int = Field(default=0, ge=0)
    """Ratings ever given, also those whose text is not on record."""
    rating_sum: int = Field(default=0, ge=0)
    """Sum of all ratings; follows from the two above when it is left out."""
    opening_hours: tuple[Hours, ...] = ()
    exceptions: tuple[DayHours, ...] = ()
    """Dates with other hours, such as holidays."""
    takes_reservations: bool = True
    capacity: int = Field(default=20, ge=0, le=5000)
    """Guests at the same time; for appointments, how many at once."""
    max_party: int = Field(default=20, ge=1, le=5000)
    """Largest party that can book here."""
    slot_minutes: int = Field(default=30, ge=5, le=1440)
    """Visits begin this often, counted from opening."""
    visit_minutes: int = Field(default=90, ge=5, le=1440)
    """How long a visit takes; all of it lies within the opening hours."""
    notice_minutes: int = Field(default=60, ge=0, le=60_000)
    """How long before its begin a visit can still be booked."""
    booking_days: int = Field(default=60, ge=1, le=730)
    """How far ahead a visit can be booked."""
    confirm_minutes: int | None = Field(default=None, ge=1, le=60_000)
    """How long the merchant takes to confirm a request; absent: at once."""
    deposit_per_guest: Money | None = None
    """Paid when booking."""
    late_fee_per_guest: Money | None = None
    """For a cancellation after the deadline or a no-show; absent: the deposit is lost."""
    free_cancel_minutes: int = Field(default=24 * 60, ge=0, le=60_000)
    """How long before its begin a visit can be cancelled for nothing."""
    status: Literal["open", "closed"] = "open"
    """Closed for good, or not."""
    status_note: str = ""

    @model_validator(mode="before")
    @classmethod
    def _add_up(cls, data: Any) -> Any:
        if isinstance(data, dict) and "rating_sum" not in data:
            rating, count = data.get("rating_tenths"), data.get("review_count")
            if isinstance(rating, int) and isinstance(count, int):
                return {**data, "rating_sum": (rating * count + 5) // 10}
        return data

    @model_validator(mode="after")
    def _sound(self) -> "Merchant":
        if tenths(self.rating_sum, self.review_count) != self.rating_tenths:
            mean = tenths(self.rating_sum, self.review_count)
            raise ValueError(f"rating_tenths cannot be the mean of {self.review_count} ratings; the nearest is {mean}")
        for amount in (self.deposit_per_guest, self.late_fee_per_guest):
            if amount is not None and (amount.currency != self.currency or not 0 < amount.minor <= 10**9):
                raise ValueError(f"deposit and late fee must be positive and in {self.currency}")
        return self

    @property
    def row(self) -> Json:
        """The short form."""
        return {
            "merchant_id": self.id,
            **self.pick("name", "category", "city", "area", "price_band", "rating_tenths", "review_count", "status"),
        }

    @property
    def terms(self) -> Json:
        """What a reservation is bound to."""
        return self.pick(
            "max_party", "visit_minutes", "notice_minutes", "booking_days", "confirm_minutes",
            "deposit_per_guest", "late_fee_per_guest", "free_cancel_minutes",
        )  # fmt: skip


class Deal(Record):
    """A voucher that a merchant sells."""

    merchant_id: str
    title: str
    text: str = ""
    """What is in it."""
    price: Money
    usual_price: Money | None = None
    valid_from: Instant
    """First instant at which it can be used; it is sold before, too."""
    valid_until: Instant
    """Last instant at which it is sold and can be used."""
    usable_on: tuple[Weekday, ...] = Field(default=WEEKDAYS, min_length=1)
    """Days of the week on which it can be used."""
    stock: int = Field(default=100, ge=0)
    """How many are left."""
    max_per_guest: int = Field(default=10, ge=1)
    """How many one person may own that are neither used nor refunded."""
    refundable: bool = True
    """Whether an unused one can be given back."""
    status: Literal["active", "withdrawn", "expired"] = "active"

    @model_validator(mode="after")
    def _sound(self) -> "Deal":
        if self.valid_until <= self.valid_from:
            raise ValueError("valid_until must come after valid_from")
        if not 0 < self.price.minor <= 10**10:
            raise ValueError("price must be positive")
        return self

    @property
    def row(self) -> Json:
        """The short form."""
        fields = ("merchant_id", "title", "price", "usual_price", "valid_from", "valid_until", "stock", "status")
        return {"deal_id": self.id, **self.pick(*fields)}


class Taken(Record):
    """Places that other guests hold at a merchant from one instant to another."""

    merchant_id: str
    starts_at: Instant
    ends_at: Instant
    guests: int = Field(ge=0, le=5000)

    @model_validator(mode="after")
    def _sound(self) -> "Taken":
        if self.ends_at <= self.starts_at:
            raise ValueError("ends_at must come after starts_at")
        return self


def deal_due(deal: Deal) -> Iterable[Due]:
    """Sale and use end."""
    if deal.status == "active":
        yield Due(deal.valid_until, "expire_deal")
