"""Prices and conditions of one stay, as they would be booked now."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.catalogue import Property, RatePlan, RoomType
from vibelife_inspect.world import Json, Record


def days(first: date, end: date) -> Iterator[date]:
    """Each day from `first` up to the day before `end`."""
    return (first + timedelta(n) for n in range((end - first).days))


@dataclass(frozen=True, slots=True)
class Span:
    """One room type over some nights: rooms left and price factor of each night."""

    lefts: list[int]
    percents: list[int]

    @property
    def left(self) -> int:
        """Rooms left on every night."""
        return max(0, min(self.lefts))


class PricedNight(Record):
    """One row of a price calendar; the id is the night."""

    night: date
    per_room: Money
    rooms_left: int


@dataclass(frozen=True, slots=True)
class Stay:
    """Dates and party, as asked for."""

    check_in: date
    check_out: date
    guests: int
    rooms: int

    @property
    def nights(self) -> int:
        """Length of the stay."""
        return (self.check_out - self.check_in).days


@dataclass(frozen=True, slots=True)
class Offer:
    """A rate for a stay, with its price worked out."""

    place: Property
    room: RoomType
    rate: RatePlan
    stay: Stay
    nightly: list[int]
    total: Money
    """What the stay costs, without what is paid at the property."""
    cleaning: Money
    city_tax: Money | None
    free_until: datetime | None
    left: int

    @property
    def due_now(self) -> Money:
        """What is charged when booking; never nothing."""
        share = self.total.percent(self.rate.deposit_percent)
        return share if share.minor else self.total

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "rate_plan_id": self.rate.id,
            "room_type_id": self.room.id,
            "room": self.room.name,
            "beds": self.room.beds,
            "max_guests": self.room.max_guests,
            "accessible": self.room.accessible,
            "room_amenities": self.room.amenities,
            "rate": self.rate.name,
            "meals": self.rate.meals,
            "total": self.total,
            "refundable": self.rate.refundable,
            "free_until": self.free_until,
            "rooms_left": self.left,
        }

    @property
    def full(self) -> Json:
        """The whole quote."""
        currency = self.cleaning.currency
        return {
            "property_id": self.place.id,
            "property": self.place.name,
            **self.row,
            "check_in": self.stay.check_in,
            "check_out": self.stay.check_out,
            "guests": self.stay.guests,
            "rooms": self.stay.rooms,
            "nights": [
                {"night": day, "per_room": Money(minor=minor, currency=currency)}
                for day, minor in zip(days(self.stay.check_in, self.stay.check_out), self.nightly, strict=True)
            ],
            "cleaning_fee": self.cleaning,
            "due_now": self.due_now,
            "due_on_arrival": self.total - self.due_now,
            "city_tax_at_property": self.city_tax,
            **rules(self.rate),
        }


def rules(rate: RatePlan) -> Json:
    """The conditions of a rate."""
    return {
        "refundable": rate.refundable,
        "cancel_days_before": rate.cancel_days_before if rate.refundable else None,
        "cancel_until": rate.cancel_until if rate.refundable else None,
        "penalty_nights": rate.penalty_nights,
        "penalty_percent": None if rate.penalty_nights is not None else rate.penalty_percent,
        "deposit_percent": rate.deposit_percent,
        "changeable": rate.changeable,
        "change_fee": rate.change_fee,
        "min_nights": rate.min_nights,
    }
