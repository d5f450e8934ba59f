"""Quotes, holds, tickets, and the list of bookings."""

from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Unavailable
from vibelife_inspect.ids import stable_int
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.drafting import Drafting
from vibelife_inspect.services.flight_booking.offers import Draft
from vibelife_inspect.services.flight_booking.records import (
    Booking,
    BookingStatus,
    ExtraBags,
    Passenger,
    SeatChoice,
)
from vibelife_inspect.services.flight_booking.searching import Currency
from vibelife_inspect.world import ME, Json, Limit, operation, page

Passengers = Annotated[list[Passenger], Field(min_length=1, max_length=9)]
SeatChoices = Annotated[list[SeatChoice], Field(max_length=36)]
BagChoices = Annotated[list[ExtraBags], Field(max_length=9)]

_HOLD_END = timedelta(hours=3)
"""A hold lapses at the latest this long before departure."""


class BookingFlights(Drafting):
    """Operations that make bookings and show them."""

    @operation("read")
    def quote_booking(
        self,
        offer_id: str,
        passengers: Passengers,
        seats: SeatChoices | None = None,
        bags: BagChoices | None = None,
        show_in: Currency | None = None,
    ) -> Json:
        """Price an offer for certain passengers and extras; exactly what booking it now would cost.

        Args:
            offer_id: Id of the offer.
            passengers: Who travels, in the order in which they are numbered from 1.
            seats: Seats to choose; at most one per passenger and flight.
            bags: Extra bags.
            show_in: Currency into which the total is also converted, for information.
        """
        draft = self.draft(offer_id, passengers, seats or [], bags or [])
        return {
            "offer_id": draft.offer.id,
            "flights": self.travel_row(draft.offer),
            "fare_class": draft.offer.fare_class,
            "fare": draft.offer.total,
            "seat_price": draft.seat_price,
            "bag_price": draft.bag_price,
            "total": draft.total,
            **self.converted(draft.total, show_in, "show_in"),
            "rules": self.rules_row(draft.offer.fare_class, draft.offer.outbound[0].flight_no[:2]),
        }

    @operation("write")
    def hold_booking(
        self,
        offer_id: str,
        passengers: Passengers,
        hours: Annotated[int, Field(ge=1, le=72)] = 24,
        seats: SeatChoices | None = None,
        bags: BagChoices | None = None,
    ) -> Json:
        """Hold seats and price of an offer without paying; the hold lapses by itself when it is not ticketed.

        Args:
            offer_id: Id of the offer.
            passengers: Who travels, in the order in which they are numbered from 1.
            hours: How long; the hold ends at the latest 3 hours before departure.
            seats: Seats to choose; at most one per passenger and flight.
            bags: Extra bags.
        """
        draft = self.draft(offer_id, passengers, seats or [], bags or [])
        until = min(self.clock.after(timedelta(hours=hours)), draft.offer.outbound[0].leaves_at - _HOLD_END)
        if until <= self.clock.now:
            raise Unavailable("it is too late to hold seats 3 hours before departure; flight_booking_book_flight books")
        booking = self._reserve(draft, until)
        self.confirm(booking, "Your seats are on hold", f"We hold your seats until {until:%Y-%m-%d %H:%M %z}.")
        return self.show(booking)

    @operation("commit")
    def ticket_booking(
        self, booking_id: str, payment_method: str, max_total: Money | None = None, add_to_calendar: bool = False
    ) -> Json:
        """Pay a held booking and get its tickets, before the hold lapses.

        Args:
            booking_id: Id of the held booking.
            payment_method: Id of the account or card that pays.
            max_total: Do nothing if it costs more than this.
            add_to_calendar: Also write the flights into the calendar.
        """
        booking = self.live_booking(booking_id, "held")
        for flight in self.segments(booking):
            self.check_sellable(flight, booking.cabin, 0)
        return self._issue(booking, payment_method, max_total, add_to_calendar)

    @operation("commit")
    def book_flight(
        self,
        offer_id: str,
        passengers: Passengers,
        payment_method: str,
        seats: SeatChoices | None = None,
        bags: BagChoices | None = None,
        max_total: Money | None = None,
        add_to_calendar: bool = False,
    ) -> Json:
        """Book an offer and pay at once; the result is ticketed.

        Args:
            offer_id: Id of the offer.
            passengers: Who travels, in the order in which they are numbered from 1.
            payment_method: Id of the account or card that pays.
            seats: Seats to choose; at most one per passenger and flight.
            bags: Extra bags.
            max_total: Do nothing if it costs more than this.
            add_to_calendar: Also write the flights into the calendar.
        """
        draft = self.draft(offer_id, passengers, seats or [], bags or [])
        booking = self._reserve(draft, draft.offer.outbound[0].leaves_at)
        return self._issue(booking, payment_method, max_total, add_to_calendar)

    @operation("read")
    def get_booking(self, booking_id: str) -> Json:
        """Show a booking in full, with the live status of its flights and whether the trip is disrupted.

        Args:
            booking_id: Id of the booking.
        """
        return self.show(self.my_booking(booking_id))

    @operation("read")
    def list_bookings(self, status: BookingStatus | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List your bookings, newest first.

        Args:
            status: Only bookings with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in reversed(self.bookings.find(owner=ME)) if status in (None, row.status)]
        return page(rows, limit, cursor, self.booking_row)

    # ---- how it is done

    def _reserve(self, draft: Draft, until: datetime) -> Booking:
        """Take the seats and write the booking, held until then."""
        offer, currency = draft.offer, draft.offer.currency
        extras = draft.seat_price + draft.bag_price
        booking = Booking(
            id=self.new_id("PNR"),
            status="held",
            segments=[flight.id for flight in offer.flights],
            return_from=len(offer.outbound) if offer.inbound else None,
            agreed_departures=[flight.leaves_at for flight in offer.flights],
            passengers=draft.passengers,
            cabin=draft.cabin,
            fare_class=offer.fare_class,
            segment_fares=[Money(minor=fare, currency=currency) for fare in offer.fares],
            extras=extras,
            total=draft.total,
            seats=draft.seats,
            bags=draft.bags,
            hold_until=until,
            booked_at=self.clock.now,
        )
        self.take_seats(booking.segments, booking.cabin, len(booking.seated), draft.seats)
        return self.bookings.add(booking)

    def _issue(self, booking: Booking, method: str, most: Money | None, add_to_calendar: bool) -> Json:
        """Charge a held booking and give it its tickets."""
        self.check_max(booking.total, most)
        payments, paid = self.pay(booking, booking.total, method, "Tickets")
        booking = self.bookings.update(
            booking.id,
            status="ticketed",
            hold_until=None,
            ticket_numbers=[
                f"9{stable_int(booking.id, number) % 100:02d}-{stable_int(number, booking.id) % 10**10:010d}"
                for number in range(len(booking.passengers))
            ],
            payment_method=method,
            payments=payments,
        )
        self.confirm(booking, "Your tickets", "Your flights are booked and paid.", *booking.ticket_numbers)
        if add_to_calendar:
            paid["calendar_entries"] = self.enter_agenda(booking)
        return {**self.show(booking), **paid}

    def lapse_hold(self, booking: Booking) -> None:
        """A hold runs out and its seats go back on sale."""
        self.give_seats(booking, booking.segments)
        self.bookings.update(booking.id, status="lapsed", hold_until=None)
