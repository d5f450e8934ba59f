"""What a search or a subscription may ask of a listing."""

from collections.abc import Callable
from datetime import date
from typing import Annotated

from pydantic import Field

from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform.catalogue import Category, Condition, Feature, Fuel, Listing
from vibelife_inspect.text import fold
from vibelife_inspect.world import Part, Text

Count = Annotated[int, Field(ge=0, le=2_000_000)]
Rooms = Annotated[int, Field(ge=1, le=100)]


class ListingFilters(Part):
    """Conditions that a listing must meet, all of them."""

    category: Category
    """What is offered."""
    words: Text | None = None
    """Words that all occur in title, description, place, car or id, in any script."""
    city: Text | None = None
    """Every word must occur in the name of the city, in any of its scripts."""
    district: Text | None = None
    """Every word must occur in the name of the district or of the estate."""
    min_price: Money | None = None
    """Lowest price; for a rental the monthly rent without utilities."""
    max_price: Money | None = None
    """Highest price. Listings in a currency without an exchange rate to it are left out."""
    min_rooms: Rooms | None = None
    """Fewest rooms."""
    max_rooms: Rooms | None = None
    """Most rooms."""
    min_area_sqm: Count | None = None
    """Smallest area in square metres."""
    max_area_sqm: Count | None = None
    """Largest area in square metres."""
    available_by: date | None = None
    """Available on or before this day."""
    furnished: bool | None = None
    """Furnished or not."""
    pets_allowed: bool | None = None
    """True: pets are stated to be allowed."""
    features: Annotated[tuple[Feature, ...], Field(min_length=1, max_length=16)] | None = None
    """Features that a home must all have."""
    car_makes: Annotated[tuple[Text, ...], Field(min_length=1, max_length=10)] | None = None
    """One of these makes of car."""
    fuels: Annotated[tuple[Fuel, ...], Field(min_length=1, max_length=4)] | None = None
    """One of these fuels."""
    min_year: Annotated[int, Field(ge=1900, le=2100)] | None = None
    """First registration of a car in this year or later."""
    max_mileage_km: Count | None = None
    """Highest mileage of a car."""
    conditions: Annotated[tuple[Condition, ...], Field(min_length=1, max_length=5)] | None = None
    """One of these conditions of a car or thing."""


class Wanted:
    """Filters, folded once for all listings.

    Args:
        filters: What is asked for.
        convert: Brings money into another currency; KeyError without an exchange rate.
    """

    def __init__(self, filters: ListingFilters, convert: Callable[[Money, str], Money]) -> None:
        self.filters, self._convert = filters, convert
        self.words = fold(filters.words or "").split()
        self.worded = any((filters.words, filters.city, filters.district))
        self.city = fold(filters.city or "").split()
        self.district = fold(filters.district or "").split()
        self.makes = [fold(make).strip() for make in filters.car_makes or ()]
        self.incomparable = 0
        """Listings that were left out for want of an exchange rate."""

    def says(self, text: str, city: str, district: str) -> bool:
        """Whether a listing with these folded words is meant."""
        return (
            all(word in city for word in self.city)
            and all(word in district for word in self.district)
            and all(word in text for word in self.words)
        )

    def fits(self, listing: Listing) -> bool:
        """Whether a listing meets the conditions that are no words, whatever its status."""
        return (
            listing.category == self.filters.category
            and _fits_home(listing, self.filters)
            and self._fits_goods(listing)
            and self._fits_price(listing)
        )

    def _fits_goods(self, listing: Listing) -> bool:
        wish, car = self.filters, listing.car
        if wish.conditions is not None and listing.condition not in wish.conditions:
            return False
        if not self.makes and wish.fuels is None and wish.min_year is None and wish.max_mileage_km is None:
            return True
        if car is None:
            return False
        return (
            (not self.makes or fold(car.make) in self.makes)
            and (wish.fuels is None or car.fuel in wish.fuels)
            and car.year >= (wish.min_year or 0)
            and (wish.max_mileage_km is None or car.mileage_km <= wish.max_mileage_km)
        )

    def _fits_price(self, listing: Listing) -> bool:
        low, high = self.filters.min_price, self.filters.max_price
        try:
            return (low is None or self._in(listing.price, low) >= low.minor) and (
                high is None or self._in(listing.price, high) <= high.minor
            )
        except (KeyError, ValueError):
            self.incomparable += 1
            return False

    def _in(self, price: Money, bound: Money) -> int:
        return price.minor if price.currency == bound.currency else self._convert(price, bound.currency).minor


def _fits_home(listing: Listing, wish: ListingFilters) -> bool:
    for value, low, high in (
        (listing.rooms, wish.min_rooms, wish.max_rooms),
        (listing.area_sqm, wish.min_area_sqm, wish.max_area_sqm),
    ):
        if (low is not None and (value is None or value < low)) or (
            high is not None and (value is None or value > high)
        ):
            return False
    if wish.available_by is not None and listing.available_from and listing.available_from > wish.available_by:
        return False
    if wish.furnished is not None and listing.furnished != wish.furnished:
        return False
    if wish.pets_allowed is not None and listing.pets_allowed != wish.pets_allowed:
        return False
    return wish.features is None or all(feature in listing.features for feature in wish.features)
