"""Finding merchants: search, details and recommendations."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant, zone_of
from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.review_platform.base import ReviewBase
from vibelife_inspect.services.review_platform.catalogue import Category, Merchant, PriceBand
from vibelife_inspect.services.review_platform.hours import hours_on, is_open, visit_at
from vibelife_inspect.services.review_platform.records import COMING
from vibelife_inspect.text import fold
from vibelife_inspect.world import ME, Json, Limit, operation, page

PartySize = Annotated[int, Field(ge=1, le=5000)]
"""How many people."""

_LIKED, _DISLIKED = 4, 2


class Searching(ReviewBase):
    """Merchants."""

    @operation("read")
    def search_merchants(
        self,
        query: str | None = None,
        categories: Annotated[list[Category], Field(min_length=1, max_length=11)] | None = None,
        city: str | None = None,
        area: str | None = None,
        price_bands: Annotated[list[PriceBand], Field(min_length=1, max_length=4)] | None = None,
        min_rating_tenths: Annotated[int, Field(ge=10, le=50)] | None = None,
        tags: Annotated[list[str], Field(min_length=1, max_length=10)] | None = None,
        open_at: Instant | None = None,
        bookable_at: Instant | None = None,
        party_size: PartySize = 1,
        sort: Literal["rating", "review_count", "price_asc", "price_desc", "name"] = "rating",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Search merchants that are in business; give at least one condition. Equal rows stand by id.

        Args:
            query: Words that all occur in name, tags, category, description, place or id, in any script.
            categories: Only merchants of one of these categories.
            city: Only in this city; every word must occur in its name, in any of its scripts.
            area: Only in this quarter; every word must occur in its name.
            price_bands: Only merchants in one of these bands, from $ (cheap) to $$$$ (very dear).
            min_rating_tenths: Lowest mean rating times ten: 43 is 4.3 of 5.
            tags: Tags that a merchant must all have, such as vegan or step_free.
            open_at: Only merchants that are open at this moment.
            bookable_at: Only merchants where a visit that begins at exactly this moment can be booked now.
            party_size: How many people, for bookable_at.
            sort: rating: best first; review_count: most first; price_asc or price_desc: by band; name: alphabetical.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        conditions = (query, categories, city, area, price_bands, min_rating_tenths, tags, open_at, bookable_at)
        if all(condition is None for condition in conditions):
            raise Invalid("query: give a query or another condition")
        self._check_moments(open_at=open_at, bookable_at=bookable_at)
        wanted = [fold(tag) for tag in tags or ()]
        hits = [
            row
            for row in self._worded(list(self.merchants), query, city, area)
            if row.status == "open"
            and (categories is None or row.category in categories)
            and (price_bands is None or row.price_band in price_bands)
            and (min_rating_tenths is None or (row.rating_tenths or 0) >= min_rating_tenths)
            and (not wanted or self.folded(row).tags.issuperset(wanted))
            and (open_at is None or is_open(row, open_at))
            and (bookable_at is None or self._takes(row, bookable_at, party_size))
        ]
        return page(_sorted(hits, sort), limit, cursor, lambda row: row.row)

    @operation("read")
    def get_merchant(self, merchant_id: str) -> Json:
        """Show a merchant in full: hours, terms of reservations, deals on sale, and what you have to do with it.

        Args:
            merchant_id: Id of the merchant.
        """
        merchant = self.merchants.get(merchant_id)
        now = self.clock.now
        today = now.astimezone(zone_of(merchant.zone)).date()
        mine = [row for row in self.reservations.find(merchant_id=merchant_id) if row.owner == ME]
        return {
            "merchant_id": merchant.id,
            **{field: value for field, value in merchant if field not in ("id", "rating_sum")},
            "open_now": merchant.status == "open" and is_open(merchant, now),
            "hours_today": hours_on(merchant, today),
            "deal_ids": [deal.id for deal in self.deals.find(merchant_id=merchant_id) if deal.status == "active"],
            "coming_reservation_ids": [row.id for row in mine if row.status in COMING],
            "saved": any(row.owner == ME for row in self.saved.find(merchant_id=merchant_id)),
        }

    @operation("read")
    def recommend_merchants(
        self,
        category: Category,
        city: str | None = None,
        price_bands: Annotated[list[PriceBand], Field(min_length=1, max_length=4)] | None = None,
        limit: Annotated[int, Field(ge=1, le=20)] = 5,
    ) -> Json:
        """Recommend merchants of a category, best first, and say why; what the user rated 2 or less is left out.

        A merchant scores its mean rating times ten, 1 for each 20 reviews up to 10, 8 if it is on a list of the
        user's, 6 if the user rated it 4 or more, and 2 for each tag in common with merchants that the user saved or
        rated 4 or more. Equal scores stand by id.

        Args:
            category: What sort of merchant.
            city: Only in this city; every word must occur in its name, in any of its scripts.
            price_bands: Only merchants in one of these bands.
            limit: At most this many.
        """
        own = [review for review in self.reviews.find(owner=ME) if review.status == "published"]
        liked = {review.merchant_id for review in own if review.rating >= _LIKED}
        disliked = {review.merchant_id for review in own if review.rating <= _DISLIKED}
        saved = {row.merchant_id for row in self.saved.find(owner=ME)}
        tags = {tag for id in liked | saved if id in self.merchants for tag in self.merchants.get(id).tags}
        rows = [
            row
            for row in self._worded(self.merchants.find(category=category), None, city, None)
            if row.status == "open"
            and row.id not in disliked
            and (price_bands is None or row.price_band in price_bands)
        ]
        scored = [(_score(row, row.id in liked, row.id in saved, tags), row) for row in rows]
        scored.sort(key=lambda item: (-item[0][0], item[1].id))
        items = [{**row.row, "score": score, "because": why} for (score, why), row in scored[:limit]]
        return {"items": items, "total": len(scored)}

    def _check_moments(self, **moments: Instant | None) -> None:
        for argument, moment in moments.items():
            if moment is not None and abs(moment - self.clock.now).days > 800:
                raise Invalid(f"{argument}: {moment.isoformat()} is too far from now")

    def _worded(self, rows: list[Merchant], query: str | None, city: str | None, area: str | None) -> list[Merchant]:
        for asked, field in ((query, "text"), (city, "city"), (area, "area")):
            if asked is not None:
                words = fold(asked).split()
                rows = [row for row in rows if all(word in getattr(self.folded(row), field) for word in words)]
        return rows

    def _takes(self, merchant: Merchant, at: Instant, party_size: int) -> bool:
        if party_size > merchant.max_party or not self.bookable_then(merchant, at):
            return False
        visit = visit_at(merchant, at)
        return visit is not None and self.places_left(merchant, *visit) >= party_size

    def bookable_then(self, merchant: Merchant, at: Instant) -> bool:
        """Whether a moment is neither too soon nor too far ahead for a reservation."""
        if not merchant.takes_reservations:
            return False
        ahead = (at - self.clock.now).total_seconds()
        return 60 * notice(merchant) <= ahead <= merchant.booking_days * 86_400 and ahead > 0


def notice(merchant: Merchant) -> int:
    """Minutes before its begin at which a visit can be booked last."""
    return max(merchant.notice_minutes, merchant.confirm_minutes or 0)


def _sorted(rows: list[Merchant], sort: str) -> list[Merchant]:
    rows = sorted(rows, key=lambda row: row.id)
    if sort == "rating":
        return sorted(rows, key=lambda row: (-(row.rating_tenths or 0), -row.review_count))
    if sort == "review_count":
        return sorted(rows, key=lambda row: -row.review_count)
    if sort == "name":
        return sorted(rows, key=lambda row: fold(row.name))
    sign = 1 if sort == "price_asc" else -1
    return sorted(rows, key=lambda row: (sign * len(row.price_band), -(row.rating_tenths or 0)))


def _score(merchant: Merchant, liked: bool, saved: bool, tags: set[str]) -> tuple[int, list[str]]:
    rating, count = merchant.rating_tenths or 0, merchant.review_count
    common = [tag for tag in merchant.tags if tag in tags]
    score = rating + min(count // 20, 10) + 8 * saved + 6 * liked + 2 * len(common)
    why = [f"rated {rating // 10}.{rating % 10} of 5 by {count} guests"] if count else []
    why += ["you saved it"] if saved else []
    why += ["you rated it well"] if liked else []
    why += [f"shares with places that you like: {', '.join(common)}"] if common else []
    return score, why
