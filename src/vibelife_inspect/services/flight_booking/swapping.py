"""Putting other flights into a booking, for a fee or free of charge."""

from typing import Any, NamedTuple

from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.cabins import CABIN_OF
from vibelife_inspect.services.flight_booking.offers import Offer
from vibelife_inspect.services.flight_booking.records import Booking
from vibelife_inspect.services.flight_booking.trips import Trips


class Swap(NamedTuple):
    """New flights for a part of a booking, and what they cost."""

    offer: Offer
    start: int
    stop: int
    fares: list[Money]
    fee: Money
    difference: Money
    lost: Money

    @property
    def price(self) -> Money:
        """What is to be paid."""
        return self.fee + self.difference


class Swapping(Trips):
    """What changes and free rebooking share."""

    def in_order(self, booking: Booking, offer: Offer, *, is_return: bool) -> bool:
        """Whether an offer for one direction leaves the way back after the way there."""
        if booking.return_from is None:
            return True
        there, back = self.directions(booking)
        if is_return:
            before = self.segments(booking, *there)
            return not before or before[-1].lands_at < offer.outbound[0].leaves_at
        after = self.segments(booking, *back)
        return not after or offer.outbound[-1].lands_at < after[0].leaves_at

    def swap(self, booking: Booking, swap: Swap, **fields: Any) -> Booking:
        """Give the seats of the old flights back, take the new ones, and write the booking."""
        old, new = booking.segments[swap.start : swap.stop], [flight.id for flight in swap.offer.flights]
        cabin = CABIN_OF[swap.offer.fare_class]
        self.give_seats(booking, old)
        self.take_seats(new, cabin, len(booking.seated))
        segments = [*booking.segments[: swap.start], *new, *booking.segments[swap.stop :]]
        agreed = booking.agreed_departures or [flight.departs_at for flight in self.segments(booking)]
        leaving = [flight.leaves_at for flight in swap.offer.flights]
        agreed = [*agreed[: swap.start], *leaving, *agreed[swap.stop :]]
        return_from = booking.return_from
        if swap.stop - swap.start == len(booking.segments):
            return_from = len(swap.offer.outbound) if swap.offer.inbound else None
        elif return_from is not None and swap.start < return_from:
            return_from += len(new) - len(old)
        total = booking.total + swap.price
        return self.bookings.update(
            booking.id,
            segments=segments,
            return_from=return_from,
            agreed_departures=agreed if len(agreed) == len(segments) else [],
            cabin=cabin,
            fare_class=swap.offer.fare_class,
            segment_fares=[*booking.fares[: swap.start], *swap.fares, *booking.fares[swap.stop :]],
            fees=self.currency_sum([booking.fees, swap.fee, swap.lost], total.currency),
            total=total,
            seats=[seat for seat in booking.seats if seat.flight_id not in old],
            checked_in=[entry for entry in booking.checked_in if entry.flight_id not in old],
            changes=booking.changes + 1,
            **fields,
        )
