"""Finding a place: search and its filters."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from math import cos, hypot, radians
from typing import Annotated, Any, Literal

from pydantic import Field

from vibelife_inspect.errors import Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.base import HotelBase
from vibelife_inspect.services.hotel_booking.catalogue import (
    Amenity,
    Kind,
    Latitude,
    Longitude,
    Meals,
    Property,
    RatePlan,
    RoomType,
    microdegrees,
)
from vibelife_inspect.services.hotel_booking.offers import Offer, Span, Stay
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import Json, Limit, Part, operation, page

Guests = Annotated[int, Field(ge=1, le=1000)]
"""People in all."""
Rooms = Annotated[int, Field(ge=1, le=50)]
"""Rooms in all."""


class Near(Part):
    """A circle on the map."""

    lat: Latitude
    """Decimal degrees north as text, such as "35.0116"."""
    lng: Longitude
    """Decimal degrees east as text, such as "135.7681"."""
    within_m: int = Field(default=2000, ge=50, le=100_000)
    """Radius in metres."""


class Filters(Part):
    """What a place, a room and a rate must be; all that are given must hold for one and the same offer."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    """Words of the property's name, in any script."""
    kinds: list[Kind] | None = Field(default=None, min_length=1, max_length=6)
    """One of these kinds."""
    amenities: list[Amenity] = Field(default=[], max_length=20)
    """Each of these, at the property or in the room."""
    accessible: bool = False
    """True: only rooms usable with a wheelchair."""
    refundable: bool = False
    """True: only rates that can still be cancelled free of charge."""
    meals: Meals | None = None
    """Exactly these meals included."""
    max_per_night: Money | None = None
    """Average price of one room and night, without cleaning fee."""
    max_total: Money | None = None
    """Price of the whole stay, for all rooms, with cleaning fee."""
    min_stars: int | None = Field(default=None, ge=1, le=5)
    min_rating_tenths: int | None = Field(default=None, ge=0, le=100)
    """Mean review score times ten: 85 is 8.5 of 10."""


@dataclass
class _Hunt:
    """One search: what is asked for, and what was worked out on the way."""

    filters: Filters
    guests: int
    rooms: int
    stay: Stay | None
    caps: dict[tuple[str, str], int] = field(default_factory=dict)
    offers: dict[str, Offer] = field(default_factory=dict)
    metres: dict[str, int] = field(default_factory=dict)


class Searching(HotelBase):
    """Search."""

    @operation("read")
    def search_properties(
        self,
        place: str | None = None,
        near: Near | None = None,
        check_in: date | None = None,
        check_out: date | None = None,
        guests: Guests = 1,
        rooms: Rooms = 1,
        filters: Filters | None = None,
        sort: Literal["price", "rating", "distance", "name"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Search for properties; with dates, only those with rooms free on every night, each with its cheapest offer.

        Give at least one of place, near and filters.name. An offer's total is for all rooms and nights. Equal rows
        stand in order of id; properties without a rating come last.

        Args:
            place: A city, in any script; if no property lies in a city of that name, words of address, country or name.
            near: Only properties within a circle.
            check_in: Day of arrival; give check_out too.
            check_out: Day of departure; for a venue the day after the last day.
            guests: People in all.
            rooms: Rooms in all, of one type.
            filters: What place, room and rate must be.
            sort: price: cheapest total first; rating: best first; distance: nearest first (needs near); name: by name.
                Without it: price when dates are given, else rating.
            limit: At most this many properties.
            cursor: `next_cursor` of the page before.
        """
        filters = filters or Filters()
        hunt = _Hunt(filters, guests, rooms, self._dates(check_in, check_out, guests, rooms))
        self._check_search(place, near, hunt, sort)
        hits = [spot for spot in self._spots(place, near, hunt) if self._fits(spot, hunt)]
        hits.sort(key=self._order(sort or ("price" if hunt.stay else "rating"), hits, hunt))
        return page(hits, limit, cursor, lambda spot: _hit_row(spot, hunt))

    def _dates(self, check_in: date | None, check_out: date | None, guests: int, rooms: int) -> Stay | None:
        if check_in is None and check_out is None:
            return None
        if check_in is None or check_out is None:
            raise Invalid("check_out: give check_in and check_out together, or neither")
        return self.valid_stay(check_in, check_out, guests, rooms)

    def _check_search(self, place: str | None, near: Near | None, hunt: _Hunt, sort: str | None) -> None:
        filters = hunt.filters
        if place is None and near is None and filters.name is None:
            raise Invalid("place: give a place, near, or filters.name")
        if sort == "distance" and near is None:
            raise Invalid("sort: distance needs near")
        if hunt.stay is None and (filters.max_per_night or filters.max_total or sort == "price"):
            raise Invalid("check_in: prices need check_in and check_out")

    def _spots(self, place: str | None, near: Near | None, hunt: _Hunt) -> Iterable[Property]:
        if place is None:
            spots: Iterable[Property] = self.properties
        else:
            key = fold(place.strip())
            spots = self.properties.find(city_key=key) or self.properties.find(local_key=key)
            spots = spots or [
                spot
                for spot in self.properties
                if found(place, spot.city, spot.city_local, spot.country, spot.address, spot.name, spot.name_local)
            ]
        if near is None:
            return spots
        return [spot for spot in spots if self._in_circle(spot, near, hunt)]

    def _in_circle(self, spot: Property, near: Near, hunt: _Hunt) -> bool:
        if spot.lat is None or spot.lng is None:
            return False
        hunt.metres[spot.id] = metres_between(near.lat, near.lng, spot.lat, spot.lng)
        return hunt.metres[spot.id] <= near.within_m

    def _fits(self, spot: Property, hunt: _Hunt) -> bool:
        wish = hunt.filters
        if spot.status == "closed" or (wish.kinds is not None and spot.kind not in wish.kinds):
            return False
        if wish.min_stars is not None and (spot.stars or 0) < wish.min_stars:
            return False
        if wish.min_rating_tenths is not None and (spot.rating_tenths or 0) < wish.min_rating_tenths:
            return False
        if wish.name is not None and not found(wish.name, spot.name, spot.name_local):
            return False
        if hunt.stay is None:
            return any(True for _ in self._choices(spot, hunt))
        if hunt.stay.check_in < self.today_at(spot):
            return False
        offer = self._cheapest(spot, hunt.stay, hunt)
        if offer is not None:
            hunt.offers[spot.id] = offer
        return offer is not None

    def _choices(self, spot: Property, hunt: _Hunt) -> Iterable[tuple[RoomType, RatePlan]]:
        """Rooms and rates of a property that the filters allow, whatever the dates and prices."""
        wish = hunt.filters
        missing = [item for item in wish.amenities if item not in spot.amenities]
        for room in self.room_types.find(property_id=spot.id):
            if room.max_guests * hunt.rooms < hunt.guests or (wish.accessible and not room.accessible):
                continue
            if missing and not all(item in room.amenities for item in missing):
                continue
            for rate in self.rate_plans.find(room_type_id=room.id):
                if (
                    rate.status == "on_sale"
                    and (rate.refundable or not wish.refundable)
                    and wish.meals in (None, rate.meals)
                ):
                    yield room, rate

    def _cheapest(self, spot: Property, stay: Stay, hunt: _Hunt) -> Offer | None:
        spans: dict[str, Span] = {}
        best: tuple[int, RoomType, RatePlan] | None = None
        for room, rate in self._choices(spot, hunt):
            if room.id not in spans:
                spans[room.id] = self.look(room, stay.check_in, stay.check_out)
            span = spans[room.id]
            if span.left < stay.rooms or stay.nights < rate.min_nights:
                continue
            if hunt.filters.refundable and not self._still_free(rate, spot, stay):
                continue
            price = sum(rate.prices(stay.check_in, span.percents))
            if (best is None or price < best[0]) and price <= self._cap(rate, "max_per_night", hunt, stay.nights):
                best = price, room, rate
        if best is None:
            return None
        offer = self.priced(spot, best[1], best[2], stay, spans[best[1].id])
        return offer if offer.total.minor <= self._cap(best[2], "max_total", hunt, 1) else None

    def _still_free(self, rate: RatePlan, spot: Property, stay: Stay) -> bool:
        until = rate.free_until(stay.check_in, spot.zone)
        return until is not None and until > self.clock.now

    def _cap(self, rate: RatePlan, which: Literal["max_per_night", "max_total"], hunt: _Hunt, times: int) -> int:
        """The highest price that a filter allows, in minor units of the rate's currency."""
        cap: Money | None = getattr(hunt.filters, which)
        if cap is None:
            return 10**18
        currency = rate.price_per_night.currency
        if (which, currency) not in hunt.caps:
            hunt.caps[which, currency] = self.convert(cap, currency, f"filters.{which}").minor
        return hunt.caps[which, currency] * times

    def _order(self, sort: str, hits: list[Property], hunt: _Hunt) -> Callable[[Property], tuple[Any, ...]]:
        if sort == "distance":
            return lambda spot: (hunt.metres[spot.id], spot.id)
        if sort == "name":
            return lambda spot: (fold(spot.name), spot.id)
        if sort == "rating":
            return lambda spot: (-(spot.rating_tenths or 0), -spot.review_count, spot.id)
        currency = hunt.offers[hits[0].id].total.currency if hits else ""
        return lambda spot: (*self._worth(hunt.offers[spot.id].total, currency), spot.id)

    def _worth(self, amount: Money, currency: str) -> tuple[bool, str, int]:
        """Sorts amounts of several currencies; those that cannot be compared come last, currency by currency."""
        worth = self.world.rates.worth(amount, currency)
        return (True, amount.currency, amount.minor) if worth is None else (False, "", worth)


def metres_between(lat: str, lng: str, other_lat: str, other_lng: str) -> int:
    """Distance in metres, on a plane, good for a city and its surroundings."""
    south, west, north, east = (microdegrees(value) for value in (lat, lng, other_lat, other_lng))
    across = (east - west + 180_000_000) % 360_000_000 - 180_000_000
    return round(hypot(north - south, across * cos(radians((south + north) / 2_000_000))) * 0.111195)


def _hit_row(spot: Property, hunt: _Hunt) -> Json:
    row = spot.row
    if spot.id in hunt.metres:
        row["distance_m"] = hunt.metres[spot.id]
    if spot.id in hunt.offers:
        row["cheapest_offer"] = hunt.offers[spot.id].row
    return row
