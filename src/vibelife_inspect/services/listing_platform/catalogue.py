"""What is on offer: listings with their typed attributes and price history, and who offers them."""

from collections.abc import Iterable
from datetime import date
from typing import Any, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import WEEKDAYS, Instant, MinuteWall, Weekday, Zone
from vibelife_inspect.money import Money
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Due, Json, Part, Record, States

Category = Literal["rent", "sale_house", "used_car", "secondhand"]
"""What is offered; `sale_house` is any home for sale."""

HOMES: tuple[Category, ...] = ("rent", "sale_house")
"""Categories with rooms and an area."""

ListingStatus = Literal["scheduled", "active", "reserved", "withdrawn", "sold"]
"""State of a listing; `sold` also means let; a scheduled one is not on the market yet."""

Feature = Literal[
    "balcony", "garden", "lift", "parking", "fitted_kitchen", "cellar", "bathtub", "dishwasher", "washing_machine",
    "air_conditioning", "bicycle_room", "step_free", "fireplace", "storage", "quiet", "new_building",
]  # fmt: skip
"""What a home has."""

Fuel = Literal["petrol", "diesel", "electric", "hybrid"]
"""What a car runs on."""

Condition = Literal["new", "like_new", "good", "fair", "for_parts"]
"""State of a used thing, best first."""

LISTING_STATES = States(
    {
        "scheduled": "active withdrawn",
        "active": "reserved withdrawn sold",
        "reserved": "active withdrawn sold",
        "withdrawn": "active",
        "sold": "",
    }
)
"""A withdrawn listing can come back."""

MOST = 10**12
"""Most minor units that a price may have."""


class Hours(Part):
    """A span on some days of the week in which an agent shows things."""

    days: tuple[Weekday, ...] = Field(default=WEEKDAYS, min_length=1, max_length=7)
    """Every day when left out."""
    opens: MinuteWall
    """Local time, such as '10:00'."""
    closes: MinuteWall
    """Local time on the same day."""

    @model_validator(mode="after")
    def _forward(self) -> "Hours":
        if self.closes <= self.opens:
            raise ValueError("closes must come after opens")
        return self


class Car(Part):
    """What matters about a car."""

    make: str = Field(min_length=1, max_length=60)
    model: str = Field(min_length=1, max_length=60)
    year: int = Field(ge=1900, le=2100)
    """Year of first registration."""
    mileage_km: int = Field(ge=0, le=2_000_000)
    fuel: Fuel = "petrol"
    automatic: bool = False


class PricePoint(Part):
    """From when a price has been asked."""

    at: Instant
    price: Money


class Agent(Record):
    """Whoever answers for listings: an agency, a landlord, a dealer, a private person."""

    name: str
    kind: Literal["agency", "landlord", "dealer", "private"] = "agency"
    city: str = ""
    phone: str = ""
    email: str = ""
    languages: tuple[str, ...] = ()
    """ISO 639 codes, such as en."""
    zone: Zone
    viewing_hours: tuple[Hours, ...] = ()
    """When viewings can be; none: only at times that a listing names."""
    viewing_minutes: int = Field(default=30, ge=5, le=480)
    """Length of a viewing; viewings begin this often, counted from the begin of a span."""
    notice_hours: int = Field(default=12, ge=0, le=500)
    """How long before its begin a viewing can still be booked."""
    confirm_hours: int | None = Field(default=None, ge=1, le=500)
    """How long the agent takes to confirm a viewing; absent: at once."""


class Listing(Record):
    """A home, a car or a thing on offer."""

    owner: str = "other"
    """`me` for the persona's own."""
    agent_id: str | None = None
    category: Category
    title: str
    text: str = ""
    """The description."""
    price: Money
    """What is asked; for a rental per month, without utilities."""
    utilities: Money | None = None
    """Monthly costs besides the rent."""
    deposit: Money | None = None
    """Security deposit of a rental."""
    city: str
    city_local: str = ""
    """Name of the city in another script."""
    district: str = ""
    community: str = ""
    """Name of the estate or building."""
    address: str = ""
    transit: str = ""
    """Nearest station and how far it is."""
    country: str = ""
    rooms: int | None = Field(default=None, ge=1, le=100)
    area_sqm: int | None = Field(default=None, ge=1, le=100_000)
    floor: int | None = Field(default=None, ge=-5, le=200)
    """0 is the ground floor."""
    available_from: date | None = None
    """Absent: at once."""
    furnished: bool = False
    pets_allowed: bool | None = None
    """Absent: not stated."""
    features: tuple[Feature, ...] = ()
    car: Car | None = None
    condition: Condition | None = None
    """Of a car or a thing."""
    photos: tuple[str, ...] = ()
    """What the photos show."""
    posted_at: Instant
    """When it appeared; for a scheduled one, when it will."""
    status: ListingStatus = "active"
    status_note: str = ""
    """Why it was withdrawn, for instance."""
    prices: tuple[PricePoint, ...] = ()
    """All prices that were asked, oldest first; a seed without them has asked the one price only."""
    viewing_times: tuple[Instant, ...] = ()
    """Begins of viewings, where they are not those of the agent's hours."""

    @model_validator(mode="before")
    @classmethod
    def _first_price(cls, data: Any) -> Any:
        if isinstance(data, dict) and not data.get("prices") and "price" in data and "posted_at" in data:
            return {**data, "prices": ({"at": data["posted_at"], "price": data["price"]},)}
        return data

    @model_validator(mode="after")
    def _sound(self) -> "Listing":
        if self.category in HOMES and self.area_sqm is None:
            raise ValueError(f"area_sqm: a {self.category} listing needs it")
        if (self.car is not None) != (self.category == "used_car"):
            raise ValueError("car: belongs to a used_car listing, and to no other")
        if not 0 < self.price.minor <= MOST:
            raise ValueError("price: must be positive")
        if any(extra and extra.currency != self.price.currency for extra in (self.utilities, self.deposit)):
            raise ValueError("utilities and deposit: must be in the currency of the price")
        if not self.prices or self.prices[-1].price != self.price:
            raise ValueError("prices: must end with the price")
        return self

    @property
    def city_key(self) -> str:
        """The city as it is looked up."""
        return squeeze(self.city)

    @property
    def monthly(self) -> Money:
        """The price with utilities."""
        return self.price if self.utilities is None else self.price + self.utilities

    @property
    def minor_per_sqm(self) -> int | None:
        """Price per square metre in minor units, rounded half up."""
        area = self.area_sqm
        return None if area is None else (2 * self.price.minor + area) // (2 * area)

    @property
    def per_sqm(self) -> Money | None:
        """Price per square metre."""
        minor = self.minor_per_sqm
        return None if minor is None else Money(minor=minor, currency=self.price.currency)

    @property
    def own(self) -> bool:
        """Whether it is the persona's."""
        return self.owner == ME

    @property
    def row(self) -> Json:
        """The short form."""
        return {
            "listing_id": self.id,
            **self.pick("category", "title", "price", "city", "district", "posted_at", "status"),
            **(self.pick("rooms", "area_sqm", "available_from") if self.category in HOMES else {}),
            **({"car": self.car} if self.car else {}),
        }

    @property
    def shown(self) -> Json:
        """The whole, as everybody sees it."""
        hidden = ("id", "owner", "prices", "viewing_times")
        return {"listing_id": self.id, **{field: value for field, value in self if field not in hidden}}


def listing_due(listing: Listing) -> Iterable[Due]:
    """A scheduled listing appears."""
    if listing.status == "scheduled":
        yield Due(listing.posted_at, "appear_due")
