"""Voluntary changes, with the quote that says beforehand what they cost."""

from typing import Literal

from vibelife_inspect.errors import Expired, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.cabins import CABIN_OF
from vibelife_inspect.services.flight_booking.offers import CLOSING, Offer, read_offer_id
from vibelife_inspect.services.flight_booking.records import Booking
from vibelife_inspect.services.flight_booking.swapping import Swap, Swapping
from vibelife_inspect.world import Json, operation

Direction = Literal["all", "outbound", "return"]


class Changing(Swapping):
    """Operations that change flights on the persona's wish."""

    @operation("read")
    def quote_change(self, booking_id: str, offer_id: str, direction: Direction = "all") -> Json:
        """Say what changing a ticketed booking to another offer would cost; nothing is changed.

        The price is the change fee of the fare class plus the fare difference when the new flights cost more. When
        they cost less, nothing is paid back. Extra bags move along; chosen seats on replaced flights are lost.

        Args:
            booking_id: Id of the booking.
            offer_id: Offer with the new flights; for one direction a one-way offer of the same fare class.
            direction: Which part of the trip the offer replaces.
        """
        booking = self.live_booking(booking_id, "ticketed")
        return self._swap_row(booking, self._plan_swap(booking, offer_id, direction))

    @operation("commit")
    def change_booking(
        self,
        booking_id: str,
        offer_id: str,
        direction: Direction = "all",
        payment_method: str | None = None,
        max_price: Money | None = None,
    ) -> Json:
        """Change a ticketed booking to another offer and pay fee and fare difference, as `quote_change` says.

        Args:
            booking_id: Id of the booking.
            offer_id: Offer with the new flights; for one direction a one-way offer of the same fare class.
            direction: Which part of the trip the offer replaces.
            payment_method: Account or card that pays; that of the ticket when absent.
            max_price: Do nothing if fee and difference are more than this.
        """
        booking = self.live_booking(booking_id, "ticketed")
        swap = self._plan_swap(booking, offer_id, direction)
        self.check_max(swap.price, max_price, "max_price")
        fields: Json = {}
        paid: Json = {}
        if swap.price.minor:
            payer = self.payer(booking, payment_method)
            fields["payments"], paid = self.pay(booking, swap.price, payer, "Change of")
            fields["payment_method"] = payer
        quote = self._swap_row(booking, swap)
        booking = self.swap(booking, swap, **fields)
        self.confirm(booking, "Your booking was changed", f"Fee and fare difference: {swap.price}.")
        return {**self.show(booking), "quote": quote, **paid}

    def _plan_swap(self, booking: Booking, offer_id: str, direction: Direction) -> Swap:
        start, stop = self._part(booking, direction)
        rule = self.rule_of(booking)
        if not rule.changeable:
            raise Refused(f"{booking.fare_class} tickets of this airline cannot be changed")
        for flight in self.segments(booking, start, stop):
            if flight.leaves_at - self.clock.now < CLOSING or self.has_left(flight):
                raise Expired(f"changes to {flight.id} closed 60 minutes before departure")
        party = self.party_of(booking.passengers)
        same_cabin = CABIN_OF[read_offer_id(offer_id).fare_class] == booking.cabin
        offer = self.find_offer(offer_id, party, booking.segments[start:stop] if same_cabin else ())
        self._check_swap(booking, offer, direction, start, stop)
        currency = booking.total.currency
        fares = [self.in_currency(Money(minor=fare, currency=offer.currency), currency) for fare in offer.fares]
        old, new = (self.currency_sum(part, currency) for part in (booking.fares[start:stop], fares))
        fee = old.percent(rule.change_fee_percent)
        if rule.change_fee is not None:
            fee = self.in_currency(rule.change_fee, currency) * len(booking.seated)
        none = old.zero()
        return Swap(offer, start, stop, fares, fee, max(new - old, none), max(old - new, none))

    def _part(self, booking: Booking, direction: Direction) -> tuple[int, int]:
        if direction == "all":
            return 0, len(booking.segments)
        if booking.return_from is None:
            raise Invalid("direction: the booking is one way; leave direction at all")
        return self.directions(booking)[direction == "return"]

    def _check_swap(self, booking: Booking, offer: Offer, direction: Direction, start: int, stop: int) -> None:
        ids = [flight.id for flight in offer.flights]
        if ids == booking.segments[start:stop] and offer.fare_class == booking.fare_class:
            raise Invalid("offer_id: these are the flights of the booking already")
        if direction == "all":
            return
        if offer.inbound or offer.fare_class != booking.fare_class:
            raise Invalid(f"offer_id: one direction needs a one-way offer in {booking.fare_class}")
        if not self.in_order(booking, offer, is_return=direction == "return"):
            raise Invalid("offer_id: the way back must leave after the way there has arrived")

    def _swap_row(self, booking: Booking, swap: Swap) -> Json:
        return {
            "booking_id": booking.id,
            "replaces": booking.segments[swap.start : swap.stop],
            "flights": self.travel_row(swap.offer),
            "fee": swap.fee,
            "fare_difference": swap.difference,
            "to_pay": swap.price,
            "not_paid_back": swap.lost,
            "new_total": booking.total + swap.price,
        }
