"""What can be booked: properties, their room types, the rate plans of these, and nights that differ."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, StringConstraints

from vibelife_inspect.clock import Instant, Wall, Zone
from vibelife_inspect.money import Money
from vibelife_inspect.text import fold
from vibelife_inspect.world import Json, Record

Kind = Literal["hotel", "ryokan", "apartment", "guesthouse", "hostel", "venue"]
"""What sort of place it is; a venue is a hall or seminar room, booked by the day."""

Meals = Literal["none", "breakfast", "half_board", "full_board"]
"""Which meals the price includes."""

Amenity = Literal[
    "air_conditioning", "airport_shuttle", "balcony", "bar", "bathtub", "bicycles", "catering", "coffee_machine",
    "crib",
    "desk", "elevator", "ev_charging", "family_rooms", "fridge", "front_desk_24h", "garden", "gym", "heating",
    "kitchen",
    "laundry", "luggage_storage", "meeting_rooms", "microwave", "non_smoking", "onsen", "parking", "pets_allowed",
    "pool",
    "private_bathroom", "projector", "quiet_room", "restaurant", "safe", "sauna", "sea_view", "self_check_in",
    "sound_system",
    "spa", "step_free", "terrace", "tv", "washing_machine", "wheelchair_access", "wifi",
]  # fmt: skip
"""What a property or a room has."""


def _latitude(value: str) -> str:
    if abs(microdegrees(value)) > 90_000_000:
        raise ValueError("must lie between -90 and 90")
    return value


def _longitude(value: str) -> str:
    if abs(microdegrees(value)) > 180_000_000:
        raise ValueError("must lie between -180 and 180")
    return value


_DEGREES = StringConstraints(pattern=r"^-?\d{1,3}(\.\d{1,6})?$")
Latitude = Annotated[str, _DEGREES, AfterValidator(_latitude)]
"""Decimal degrees north as text, such as `35.0116`."""
Longitude = Annotated[str, _DEGREES, AfterValidator(_longitude)]
"""Decimal degrees east as text, such as `135.7681`."""


def microdegrees(value: str) -> int:
    """Decimal degrees as a whole number of millionths."""
    whole, _, rest = value.partition(".")
    size = int(whole.lstrip("-")) * 1_000_000 + int(rest.ljust(6, "0"))
    return -size if whole.startswith("-") else size


def local(day: date, wall: time, zone: str) -> datetime:
    """The instant of a wall time in a zone."""
    return datetime.combine(day, wall, tzinfo=ZoneInfo(zone))


class Property(Record):
    """A place with rooms or halls."""

    name: str
    """Name in Latin letters or as the house writes it."""
    name_local: str = ""
    """The name in the local script, where it differs."""
    kind: Kind = "hotel"
    city: str
    city_local: str = ""
    """The city in the local script, such as 京都."""
    country: str = ""
    address: str = ""
    lat: Latitude | None = None
    lng: Longitude | None = None
    zone: Zone
    stars: int | None = Field(default=None, ge=1, le=5)
    rating_tenths: int | None = Field(default=None, ge=0, le=100)
    """Mean review score times ten: 87 is 8.7 of 10."""
    review_count: int = Field(default=0, ge=0)
    amenities: tuple[Amenity, ...] = ()
    """What the house has; what only some rooms have stands with the room type."""
    phone: str = ""
    email: str = "reservations@stays.example"
    check_in_from: Wall = time(15)
    check_in_until: Wall = time(22)
    """Until when somebody is there to let guests in."""
    check_out_until: Wall = time(11)
    early_check_in_from: Wall | None = None
    """From when an early check-in is granted at once if the room is free; absent: only if the house agrees."""
    late_check_out_until: Wall | None = None
    """Until when a late check-out is granted at once if the room is free; absent: only if the house agrees."""
    late_check_out_fee: Money | None = None
    hold_for: timedelta = timedelta(hours=24)
    """How long a room is held without payment; zero when the house holds none."""
    replies_after: timedelta | None = None
    """When the house answers requests by itself; absent: only by the outside operation `answer_request`."""
    cleaning_fee: Money | None = None
    """Once per room and stay, part of the total."""
    city_tax: Money | None = None
    """Per guest and night, paid at the property and not part of the total."""
    policies: tuple[str, ...] = ()
    """House rules in sentences."""
    description: str = ""
    status: Literal["open", "closed"] = "open"

    @property
    def city_key(self) -> str:
        """The city, folded for look-up."""
        return fold(self.city)

    @property
    def local_key(self) -> str:
        """The city in the local script, folded for look-up."""
        return fold(self.city_local)

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "property_id": self.id,
            **self.pick("name", "name_local", "kind", "city", "stars", "rating_tenths", "review_count", "status"),
        }


class RoomType(Record):
    """A kind of room of one property, or a hall of a venue."""

    property_id: str
    name: str
    beds: str = ""
    """In words, such as `2 single beds`."""
    max_guests: int = Field(default=2, ge=1, le=1000)
    """Per room."""
    stock: int = Field(default=5, ge=0, le=1000)
    """How many such rooms there are, on nights without a record of their own."""
    accessible: bool = False
    """Usable with a wheelchair."""
    size_m2: int | None = Field(default=None, ge=1)
    amenities: tuple[Amenity, ...] = ()
    description: str = ""


class RatePlan(Record):
    """A price with its conditions for one room type."""

    room_type_id: str
    name: str = "Standard rate"
    price_per_night: Money
    """For one room, taxes included, on a night without a factor."""
    weekend_percent: int = Field(default=100, ge=1, le=1000)
    """Factor on the price for the nights of Friday and Saturday."""
    meals: Meals = "none"
    refundable: bool = True
    cancel_days_before: int = Field(default=1, ge=0, le=365)
    """Free cancellation ends this many days before the day of arrival ..."""
    cancel_until: Wall = time(18)
    """... at this wall time of the property."""
    penalty_percent: int = Field(default=100, ge=0, le=100)
    """Of the total, after the deadline."""
    penalty_nights: int | None = Field(default=None, ge=0, le=60)
    """Instead of a percentage: the price of this many nights."""
    deposit_percent: int = Field(default=100, ge=1, le=100)
    """Charged when booking; the rest is charged to the same method on arrival."""
    changeable: bool = True
    change_fee: Money | None = None
    min_nights: int = Field(default=1, ge=1, le=60)
    status: Literal["on_sale", "withdrawn"] = "on_sale"

    def free_until(self, check_in: date, zone: str) -> datetime | None:
        """When free cancellation ends; None for a rate that is never free to cancel."""
        return (
            local(check_in - timedelta(self.cancel_days_before), self.cancel_until, zone) if self.refundable else None
        )

    def prices(self, check_in: date, percents: Sequence[int]) -> list[int]:
        """Minor units for one room on each night from `check_in` on, with the factors of the nights."""
        usual, first = self.price_per_night.minor, check_in.weekday()
        weekly = [usual * 100] * 4 + [usual * self.weekend_percent] * 2 + [usual * 100]
        return [max(1, (weekly[(first + n) % 7] * percent + 5000) // 10000) for n, percent in enumerate(percents)]


class Night(Record):
    """One night of one room type that differs from the usual."""

    room_type_id: str
    day: date
    """The night from this day to the next."""
    stock: int | None = Field(default=None, ge=0, le=1000)
    """Rooms on sale that night; absent: the room type's usual stock."""
    closed: bool = False
    """Nothing more is sold that night; stays already booked remain."""
    price_percent: int = Field(default=100, ge=1, le=1000)
    """Factor on the price of every rate."""


class Review(Record):
    """What a guest wrote."""

    property_id: str
    author: str
    rating_tenths: int = Field(ge=0, le=100)
    title: str = ""
    text: str = ""
    posted_at: Instant


class Saved(Record):
    """A property on the persona's list; the id is the property's."""

    saved_at: Instant
    note: str = ""
    watch_prices: bool = False
    """Whether a changed price lands among the notifications."""
