"""Finding listings: search, details, prices and the market."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, NotFound
from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform.base import ListingBase
from vibelife_inspect.services.listing_platform.catalogue import HOMES, Category, Listing
from vibelife_inspect.services.listing_platform.filters import ListingFilters, Wanted
from vibelife_inspect.services.listing_platform.market import Figures, figures, share_above
from vibelife_inspect.text import fold, squeeze
from vibelife_inspect.world import ME, Json, Limit, operation, page

Sort = Literal["newest", "price_asc", "price_desc", "area_desc", "per_sqm_asc"]
"""Order of listings."""


class Searching(ListingBase):
    """Listings and the market."""

    @operation("read")
    def search_listings(
        self,
        filters: ListingFilters,
        posted_since: date | None = None,
        include_reserved: bool = False,
        sort: Sort = "newest",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Search what is on the market; the user's own listings are left out. Equal rows stand by id.

        Args:
            filters: What a listing must be.
            posted_since: Only listings that appeared on or after this day (home zone).
            include_reserved: Whether listings that somebody has reserved are shown, too.
            sort: newest: latest first; price_asc, price_desc: by asked price; area_desc: largest first; per_sqm_asc:
                lowest price per square metre first, listings without an area last. Prices in several currencies are
                compared at the exchange rate; those without one stand last.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        shown = ("active", "reserved") if include_reserved else ("active",)
        wanted = Wanted(filters, self.world.rates.convert)
        hits = [
            row
            for row in self.listings.find(category=filters.category)
            if row.status in shown and not row.own and self.fits(row, wanted)
        ]
        if not hits and wanted.incomparable:
            raise Invalid("filters.max_price: there is no exchange rate; give prices in the currency of the listings")
        if posted_since is not None:
            hits = [row for row in hits if row.posted_at.astimezone(self.clock.home).date() >= posted_since]
        return page(self._sorted(hits, sort), limit, cursor, lambda row: row.row)

    @operation("read")
    def get_listing(self, listing_id: str) -> Json:
        """Show a listing in full, with its agent in short and what you have to do with it.

        Args:
            listing_id: Id of the listing.
        """
        listing = self.visible(listing_id)
        agent = self.agent_of(listing)
        return {
            **listing.shown,
            "own": listing.own,
            "price_per_sqm": listing.per_sqm,
            "monthly_total": listing.monthly if listing.category == "rent" else None,
            "price_changes": len(listing.prices) - 1,
            "agent": None if listing.own else agent.pick("name", "kind", "phone", "email"),
            "saved": any(row.owner == ME for row in self.saved.find(listing_id=listing_id)),
            "thread_ids": [row.id for row in self.threads.find(listing_id=listing_id) if row.owner == ME],
            "viewing_ids": [row.id for row in self.viewings.find(listing_id=listing_id) if row.owner == ME],
            "application_ids": [row.id for row in self.applications.find(listing_id=listing_id) if row.owner == ME],
        }

    @operation("read")
    def get_agent(self, agent_id: str) -> Json:
        """Show an agent, landlord or dealer, with the hours for viewings and the ids of the active listings.

        Args:
            agent_id: Id of the agent.
        """
        agent = self.agents.get(agent_id)
        active = [row for row in self.listings.find(agent_id=agent_id) if row.status == "active"]
        active.sort(key=lambda row: row.id)
        fields = {field: value for field, value in agent if field != "id"}
        return {
            "agent_id": agent.id,
            **fields,
            "active_listings": len(active),
            "listing_ids": [r.id for r in active[:50]],
        }

    @operation("read")
    def get_price_history(self, listing_id: str) -> Json:
        """Show all prices that were asked for a listing, oldest first, each with its change in per cent.

        Args:
            listing_id: Id of the listing.
        """
        listing = self.visible(listing_id)
        points: list[Json] = []
        for place, point in enumerate(listing.prices):
            before = listing.prices[place - 1].price if place else point.price
            points.append({"at": point.at, "price": point.price, "change_percent": share_above(point.price, before)})
        return {
            "listing_id": listing.id,
            "items": points,
            "total": len(points),
            "change_percent": share_above(listing.price, listing.prices[0].price),
            "days_on_market": max(0, (self.clock.now - listing.posted_at).days),
        }

    @operation("read")
    def get_market_stats(
        self,
        category: Category,
        city: str,
        district: str | None = None,
        rooms: Annotated[int, Field(ge=1, le=100)] | None = None,
        car_make: str | None = None,
    ) -> Json:
        """Show figures of what is active or reserved now, one row per currency, the one with most listings first.

        Medians are of asked prices; the middle of two is rounded half up. Prices per square metre are those of homes.

        Args:
            category: What is offered.
            city: Name of the city in any of its scripts; the whole name.
            district: Only this district or estate; every word must occur in its name.
            rooms: Only homes with this many rooms.
            car_make: Only cars of this make.
        """
        place, area = squeeze(city), fold(district or "").split()
        rows = [
            row
            for row in self.listings.find(category=category)
            if row.status in ("active", "reserved")
            and place in self.folded(row).city_names
            and (not area or all(word in self.folded(row).district for word in area))
            and rooms in (None, row.rooms)
            and (car_make is None or (row.car is not None and squeeze(row.car.make) == squeeze(car_make)))
        ]
        if not rows:
            raise NotFound(f"there are no {category} listings of that sort in {city!r} now")
        return {"category": category, "city": rows[0].city, "listings": len(rows), "by_currency": figures(rows)}

    @operation("read")
    def compare_listings(self, listing_ids: Annotated[list[str], Field(min_length=2, max_length=6)]) -> Json:
        """Put listings of one category side by side, in the order given, each against the market of its city.

        `percent_above_median` compares the price per square metre, or without an area the price, with the median of
        its category and city. Other figures are as in get_listing.

        Args:
            listing_ids: Ids of the listings, each once.
        """
        rows = [self.visible(id) for id in listing_ids]
        if len(set(listing_ids)) < len(listing_ids):
            raise Invalid("listing_ids: each listing once")
        if len({row.category for row in rows}) > 1:
            raise Conflict("listings of different categories cannot be compared")
        markets: dict[tuple[str, str], Figures | None] = {}
        for row in rows:
            key = (row.city_key, row.price.currency)
            if key not in markets:
                markets[key] = self._market(row)
        items = [_compared(row, markets[row.city_key, row.price.currency]) for row in rows]
        known = all(row.price.currency == rows[0].price.currency for row in rows)
        cheapest = min(rows, key=lambda row: (row.monthly.minor, row.id)).id if known else None
        return {"items": items, "total": len(items), "cheapest_listing_id": cheapest}

    def _sorted(self, rows: list[Listing], sort: Sort) -> list[Listing]:
        rows = sorted(rows, key=lambda row: row.id)
        if not rows or sort == "newest":
            return sorted(rows, key=lambda row: row.posted_at, reverse=True)
        if sort == "area_desc":
            return sorted(rows, key=lambda row: -(row.area_sqm or 0))
        currency, sign = rows[0].price.currency, -1 if sort == "price_desc" else 1
        amounts = {row.id: self._worth(row.per_sqm if sort == "per_sqm_asc" else row.price, currency) for row in rows}
        return sorted(rows, key=lambda row: (amounts[row.id] is None, sign * (amounts[row.id] or 0)))

    def _worth(self, amount: Money | None, currency: str) -> int | None:
        """Minor units in a currency; None when that cannot be told."""
        return None if amount is None else self.world.rates.worth(amount, currency)

    def _market(self, listing: Listing) -> Figures | None:
        """Figures of the city and category of a listing, in its currency."""
        peers = [
            row
            for row in self.listings.find(city_key=listing.city_key, category=listing.category)
            if row.status in ("active", "reserved") and row.price.currency == listing.price.currency
        ]
        return Figures.of(peers) if peers else None


def _compared(listing: Listing, market: Figures | None) -> Json:
    above, per_sqm = None, listing.per_sqm
    if market is not None and listing.category in HOMES and per_sqm is not None and market.median_per_sqm is not None:
        above = share_above(per_sqm, market.median_per_sqm)
    elif market is not None:
        above = share_above(listing.price, market.median_price)
    fields = ("features", "furnished", "pets_allowed", "condition", "transit", "deposit", "utilities")
    return {
        **listing.row,
        **listing.pick(*fields),
        "monthly_total": listing.monthly if listing.category == "rent" else None,
        "price_per_sqm": per_sqm,
        "price_changes": len(listing.prices) - 1,
        "percent_above_median": above,
    }
