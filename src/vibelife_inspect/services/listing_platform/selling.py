"""The persona's own listings, and offers for them."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform.base import ListingBase
from vibelife_inspect.services.listing_platform.catalogue import (
    HOMES,
    MOST,
    Car,
    Category,
    Condition,
    Feature,
    Listing,
    ListingStatus,
)
from vibelife_inspect.services.listing_platform.talking import MessageText
from vibelife_inspect.world import ME, Json, Limit, Part, Text, operation, page

Title = Annotated[Text, Field(max_length=200)]
"""Heading of a listing."""


class Details(Part):
    """What a listing says about the thing; what is not given is not stated."""

    text: Text | None = None
    """The description."""
    district: Text | None = None
    """Part of the city."""
    community: Text | None = None
    """Name of the estate or building."""
    address: Text | None = None
    """Street and number."""
    transit: Text | None = None
    """Nearest station and how far it is."""
    rooms: Annotated[int, Field(ge=1, le=100)] | None = None
    """Number of rooms."""
    area_sqm: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """Area in square metres; a home needs it."""
    floor: Annotated[int, Field(ge=-5, le=200)] | None = None
    """0 is the ground floor."""
    available_from: date | None = None
    """First day on which it can be had."""
    utilities: Money | None = None
    """Monthly costs besides a rent."""
    deposit: Money | None = None
    """Security deposit of a rental."""
    furnished: bool | None = None
    """Whether a home is furnished."""
    pets_allowed: bool | None = None
    """Whether pets are allowed."""
    features: Annotated[tuple[Feature, ...], Field(max_length=16)] | None = None
    """What a home has."""
    car: Car | None = None
    """Needed for a used car."""
    condition: Condition | None = None
    """State of a car or thing."""
    photos: Annotated[tuple[Text, ...], Field(max_length=20)] | None = None
    """One caption per photo."""

    @property
    def given(self) -> Json:
        """Only what was given."""
        return {field: value for field, value in self if value is not None}


class Selling(ListingBase):
    """Own listings."""

    @operation("commit")
    def post_listing(self, category: Category, title: Title, price: Money, city: str, details: Details) -> Json:
        """Publish a listing of the user's own.

        Args:
            category: What is offered.
            title: Heading.
            price: What is asked; for a rental per month, without utilities.
            city: Where it is.
            details: What it says about the thing.
        """
        _check(category, price, details.given)
        listing = Listing(
            id=self.new_id("LST"),
            owner=ME,
            category=category,
            title=title,
            price=price,
            city=city,
            posted_at=self.clock.now,
            **details.given,
        )
        return self.listings.add(listing).shown

    @operation("commit")
    def update_listing(
        self,
        listing_id: str,
        title: Title | None = None,
        price: Money | None = None,
        details: Details | None = None,
        clear: Annotated[
            list[Literal["available_from", "utilities", "deposit", "pets_allowed", "floor", "condition"]],
            Field(min_length=1, max_length=6),
        ]
        | None = None,
    ) -> Json:
        """Change a listing of the user's own; a new price stays in its history. What is not given stays as it is.

        Args:
            listing_id: Id of the listing.
            title: New heading.
            price: New price, in the currency of the old one.
            details: What becomes different.
            clear: What is no longer stated.
        """
        listing = self.mine(listing_id)
        changed: dict[str, Any] = dict.fromkeys(clear or ())
        given = details.given if details is not None else {}
        if title is None and price is None and not given and not clear:
            raise Invalid("title: give at least one of title, price, details and clear")
        both = sorted(set(given) & set(changed))
        if both:
            raise Invalid(f"clear: {', '.join(both)} cannot be both given and cleared")
        if listing.status == "sold":
            raise Conflict(f"listing {listing_id!r} is sold", status="sold")
        if price is not None and price.currency != listing.price.currency:
            raise Invalid(f"price: must be in {listing.price.currency}")
        changed = {**changed, **given, **({} if title is None else {"title": title})}
        _check(listing.category, price or listing.price, {**dict(listing), **changed})
        listing = self.listings.update(listing_id, **changed)
        if price is not None and price != listing.price:
            listing = self.reprice(listing, price)
        return listing.shown

    @operation("commit")
    def set_listing_status(
        self,
        listing_id: str,
        status: Literal["active", "reserved", "withdrawn", "sold"],
        note: MessageText | None = None,
    ) -> Json:
        """Take a listing of the user's own off the market, put it back, reserve it, or mark it as sold or let.

        Open offers are declined when it is withdrawn or sold; a sold listing cannot come back.

        Args:
            listing_id: Id of the listing.
            status: The new state.
            note: Why; buyers with an open offer can read it.
        """
        listing = self.mine(listing_id)
        if listing.status == status:
            raise Conflict(f"listing {listing_id!r} is already {status}", status=status)
        listing = self.listings.update(listing_id, status=status, status_note=note or "")
        if status in ("withdrawn", "sold"):
            self.take_off(listing, note or f"the listing is {status}")
        return listing.shown

    @operation("read")
    def list_own_listings(
        self,
        statuses: Annotated[list[ListingStatus], Field(min_length=1, max_length=5)] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's own listings with the number of open offers, newest first (then by id).

        Args:
            statuses: Only listings in one of these states.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.listings.find(owner=ME), key=lambda row: row.id)
        rows.sort(key=lambda row: row.posted_at, reverse=True)
        rows = [row for row in rows if statuses is None or row.status in statuses]
        return page(rows, limit, cursor, lambda row: {**row.row, "open_offers": self._open_offers(row.id)})

    @operation("read")
    def list_offers(
        self,
        listing_id: str | None = None,
        status: Literal["open", "accepted", "declined", "expired"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List offers for the user's own listings in full, newest first (then by id).

        Args:
            listing_id: Only offers for this listing.
            status: Only offers in this state.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.offers.find(owner=ME), key=lambda row: row.id)
        rows.sort(key=lambda row: row.received_at, reverse=True)
        rows = [row for row in rows if listing_id in (None, row.listing_id) and status in (None, row.status)]
        return page(rows, limit, cursor, lambda row: row.shown)

    @operation("commit")
    def answer_offer(
        self, offer_id: str, answer: Literal["accept", "decline"], message: MessageText | None = None
    ) -> Json:
        """Accept or decline an offer; accepting binds the user and reserves the listing for the buyer.

        Other open offers stay open until they are answered or expire.

        Args:
            offer_id: Id of the offer.
            answer: What the user decides.
            message: A word for the buyer.
        """
        offer = self.offers.get(offer_id)
        self.own(offer, "offer")
        if offer.status == "expired":
            raise Expired(f"offer {offer_id!r} expired at {offer.expires_at.isoformat()}", status="expired")
        if offer.status != "open":
            raise Conflict(f"offer {offer_id!r} is {offer.status}", status=offer.status)
        listing = self.mine(offer.listing_id)
        if answer == "accept":
            if listing.status != "active":
                raise Conflict(f"listing {listing.id!r} is {listing.status}", status=listing.status)
            self.listings.update(listing.id, status="reserved", status_note=f"offer {offer_id} accepted")
        offer = self.offers.update(
            offer_id,
            status="accepted" if answer == "accept" else "declined",
            answered_at=self.clock.now,
            answer=message or "",
        )
        return {**offer.shown, "listing_status": self.listings.get(listing.id).status}

    def _open_offers(self, listing_id: str) -> int:
        return sum(offer.status == "open" for offer in self.offers.find(listing_id=listing_id))


def _check(category: Category, price: Money, fields: Json) -> None:
    """Refuse a listing that would make no sense."""
    if not 0 < price.minor <= MOST:
        raise Invalid(f"price: must be positive and at most {Money(minor=MOST, currency=price.currency)}")
    if category in HOMES and fields.get("area_sqm") is None:
        raise Invalid("details.area_sqm: a home needs it")
    if (fields.get("car") is not None) != (category == "used_car"):
        raise Invalid("details.car: belongs to a used car, and to nothing else")
    for name in ("utilities", "deposit"):
        amount = fields.get(name)
        if amount is not None and (amount.currency != price.currency or not 0 <= amount.minor <= MOST):
            raise Invalid(f"details.{name}: must be in {price.currency} and not negative")
