"""Slots: which visits a merchant offers, and which of them have room."""

from datetime import date, timedelta
from typing import Annotated, NamedTuple

from pydantic import Field

from vibelife_inspect.clock import Instant, zone_of
from vibelife_inspect.errors import Expired, Invalid, Refused, Unavailable
from vibelife_inspect.services.review_platform.base import busiest
from vibelife_inspect.services.review_platform.catalogue import Merchant
from vibelife_inspect.services.review_platform.hours import hours_on, visit_at, visits
from vibelife_inspect.services.review_platform.records import Waiting
from vibelife_inspect.services.review_platform.searching import PartySize, Searching, notice
from vibelife_inspect.world import Json, Record, operation, page
from vibelife_inspect.world.hours import Span


class Slot(Record):
    """One visit that could be booked."""

    starts_at: Instant
    ends_at: Instant
    places_left: int
    bookable: bool

    @property
    def row(self) -> Json:
        """What the agent sees."""
        return self.pick("starts_at", "ends_at", "places_left", "bookable")


class Visit(NamedTuple):
    """A visit that can be booked now."""

    merchant: Merchant
    span: Span
    offer: Waiting | None
    """The place on the waiting list that it takes."""


class Slots(Searching):
    """What can be reserved."""

    @operation("read")
    def list_slots(
        self,
        merchant_id: str,
        day: date,
        party_size: PartySize = 1,
        limit: Annotated[int, Field(ge=1, le=300)] = 100,
        cursor: str | None = None,
    ) -> Json:
        """List the visits that can begin on a day at a merchant, earliest first, with the places left in each.

        `bookable` says whether the party can book it now; one without room may have a waiting list. Also tells the
        terms: deposit and late fee per guest, and how long before its begin a visit can be cancelled for nothing.

        Args:
            merchant_id: Id of the merchant.
            day: Day at the merchant; visits after midnight belong to the day on which it opened.
            party_size: How many people.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        merchant = self.taking(merchant_id)
        today = self.clock.now.astimezone(zone_of(merchant.zone)).date()
        if not today <= day <= today + timedelta(days=merchant.booking_days):
            last = today + timedelta(days=merchant.booking_days)
            raise Invalid(f"day: {day} cannot be booked; give a day from {today} to {last}")
        spans = visits(merchant, day)
        holds = self.holds(merchant_id, spans[0][0], spans[-1][1]) if spans else []
        rows = []
        for start, end in spans:
            left = max(0, merchant.capacity - busiest(holds, start, end))
            fits = party_size <= min(left, merchant.max_party) and self.bookable_then(merchant, start)
            slot = Slot(id=start.isoformat(), starts_at=start, ends_at=end, places_left=left, bookable=fits)
            rows.append(slot)
        found = page(rows, limit, cursor, lambda slot: slot.row)
        return {**found, "opening_hours": hours_on(merchant, day), "zone": merchant.zone, "terms": merchant.terms}

    def slot(self, merchant: Merchant, starts_at: Instant, party_size: int) -> Span:
        """A visit that the merchant offers, whether there is room or not.

        Raises:
            Invalid: No visit begins then, or the party is too large for the merchant.
        """
        now = self.clock.now
        if not now < starts_at <= now + timedelta(days=merchant.booking_days):
            raise Invalid(
                f"starts_at: {starts_at.isoformat()} must lie after {now.isoformat()}"
                f" and at most {merchant.booking_days} days ahead"
            )
        if party_size > merchant.max_party:
            raise Invalid(
                f"party_size: {merchant.name} takes at most {merchant.max_party}", max_party=merchant.max_party
            )
        span = visit_at(merchant, starts_at)
        if span is None:
            day = starts_at.astimezone(zone_of(merchant.zone)).date()
            hours = ", ".join(hours_on(merchant, day)) or "closed"
            raise Invalid(
                f"starts_at: no visit begins then; on {day} hours are {hours} ({merchant.zone}); see list_slots"
            )
        return span

    def taking(self, merchant_id: str) -> Merchant:
        """A merchant that takes reservations."""
        merchant = self.open_merchant(merchant_id)
        if not merchant.takes_reservations:
            raise Refused(f"{merchant.name} takes no reservations here", merchant_id=merchant_id)
        return merchant

    def visit(self, merchant: Merchant, starts_at: Instant, party_size: int, ignore: str = "") -> Visit:
        """A visit that has room for the party and is not too soon."""
        span = self.slot(merchant, starts_at, party_size)
        offer = None if ignore else self.offer_at(merchant.id, span[0])
        if offer is None and span[0] < self.clock.now + timedelta(minutes=notice(merchant)):
            raise Expired(f"starts_at: {merchant.name} needs {notice(merchant)} minutes' notice")
        left = self.places_left(merchant, *span, ignore=ignore or (offer.id if offer else ""))
        if left < party_size:
            raise Unavailable(
                f"{merchant.name} has {max(left, 0)} places left at {span[0].isoformat()}, not {party_size};"
                " see list_slots, or join_waitlist",
                places_left=max(left, 0),
            )
        return Visit(merchant, span, offer)
