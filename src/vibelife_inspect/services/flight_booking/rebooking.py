"""Free rebooking of trips that the airline has broken."""

from datetime import datetime, timedelta

from vibelife_inspect.errors import Conflict, Unavailable
from vibelife_inspect.services.flight_booking.itineraries import Plan
from vibelife_inspect.services.flight_booking.offers import Offer
from vibelife_inspect.services.flight_booking.records import Booking, shares
from vibelife_inspect.services.flight_booking.swapping import Swap, Swapping
from vibelife_inspect.services.flight_booking.trips import Disruption
from vibelife_inspect.world import Json, Limit, operation, page

_DAYS = 4
"""Alternatives leave on the day of the disrupted flight or on the three days after it."""


class Rebooking(Swapping):
    """Operations for disrupted bookings."""

    @operation("read")
    def list_alternatives(self, booking_id: str, limit: Limit = 10, cursor: str | None = None) -> Json:
        """List flights to which a disrupted booking can be moved free of charge, earliest arrival first.

        A booking is disrupted when a flight is cancelled, leaves more than 180 minutes off the booked time, or is too
        late for the connection. Alternatives leave on the day of the disrupted direction or up to three days later.

        Args:
            booking_id: Id of the disrupted booking.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        booking = self.live_booking(booking_id, "ticketed")
        rows = self._alternatives(booking, self._problem(booking))
        return page(rows, limit, cursor, lambda offer: self.offer_row(offer, None))

    @operation("commit")
    def rebook_booking(self, booking_id: str, offer_id: str) -> Json:
        """Move the disrupted direction of a booking to one of its alternatives, free of charge.

        Args:
            booking_id: Id of the disrupted booking.
            offer_id: An offer that `list_alternatives` gave for this booking.
        """
        booking = self.live_booking(booking_id, "ticketed")
        problem = self._problem(booking)
        offer = next((row for row in self._alternatives(booking, problem) if row.id == offer_id), None)
        if offer is None:
            raise Unavailable(f"{offer_id!r} is none of the alternatives of {booking.id!r}; list them again")
        none = booking.total.zero()
        paid = self.currency_sum(booking.fares[problem.start : problem.stop], booking.total.currency)
        fares = shares(paid, len(offer.outbound))
        booking = self.swap(booking, Swap(offer, problem.start, problem.stop, fares, none, none, none))
        self.confirm(booking, "You were rebooked", "Your flights were changed free of charge.")
        return self.show(booking)

    def _problem(self, booking: Booking) -> Disruption:
        problem = self.disruption(booking)
        if problem is None:
            raise Conflict(f"{booking.id!r} is not disrupted; flight_booking_quote_change prices a voluntary change")
        return problem

    def _alternatives(self, booking: Booking, problem: Disruption) -> list[Offer]:
        flights = self.segments(booking, problem.start, problem.stop)
        route = [(flights[0].origin, flights[-1].destination)]
        party = self.party_of(booking.passengers)
        is_return = booking.return_from is not None and problem.start >= booking.return_from
        first_day, earliest = max(flights[0].departs_at.date(), self.clock.today), self._earliest(booking, problem)
        offers = [
            offer
            for day in range(_DAYS)
            for way in self.ways(route, first_day + timedelta(days=day), Plan(booking.cabin, party.seats))
            if way[0].leaves_at >= earliest and problem.flight_id not in [flight.id for flight in way]
            for offer in self.try_offer(booking.fare_class, way, (), party)
            if self.in_order(booking, offer, is_return=is_return)
        ]
        return self.ranked(offers, "arrival")

    def _earliest(self, booking: Booking, problem: Disruption) -> datetime:
        """Now, or when a passenger who is under way can go on from where the trip broke."""
        if problem.start in (0, booking.return_from):
            return self.clock.now
        before = self.flights.get(booking.segments[problem.start - 1])
        airport = self.known_airport(before.destination)
        return before.lands_at + timedelta(minutes=airport.min_connection_minutes if airport else 60)
