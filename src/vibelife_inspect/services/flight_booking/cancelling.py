"""Cancellations, with the quote that says beforehand what comes back."""

from typing import NamedTuple

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.records import Booking
from vibelife_inspect.services.flight_booking.trips import Trips
from vibelife_inspect.world import Json, operation


class Cancellation(NamedTuple):
    """What a cancellation gives back, and why."""

    refund: Money
    reason: str


class Cancelling(Trips):
    """Operations that end bookings."""

    @operation("read")
    def quote_cancellation(self, booking_id: str) -> Json:
        """Say what cancelling a booking now would pay back; nothing is cancelled.

        Args:
            booking_id: Id of the booking.
        """
        booking = self.live_booking(booking_id, "held", "ticketed")
        return self._cancellation_row(booking, self._plan_cancellation(booking))

    @operation("commit")
    def cancel_booking(self, booking_id: str, min_refund: Money | None = None) -> Json:
        """Cancel a hold or a ticketed booking for good; the refund goes back to where it was paid from.

        Args:
            booking_id: Id of the booking.
            min_refund: Do nothing if less than this would be paid back.
        """
        booking = self.live_booking(booking_id, "held", "ticketed")
        plan = self._plan_cancellation(booking)
        if min_refund is not None:
            if min_refund.currency != plan.refund.currency:
                raise Invalid(f"min_refund: the refund is in {plan.refund.currency}")
            if plan.refund < min_refund:
                raise Conflict(f"the refund is {plan.refund}, less than min_refund {min_refund}; nothing was done")
        quote = self._cancellation_row(booking, plan)
        payments, notes = self.pay_back(booking, plan.refund, "Refund of")
        self.give_seats(booking, booking.segments)
        booking = self.bookings.update(
            booking.id,
            status="refunded" if plan.refund.minor else "cancelled",
            hold_until=None,
            payments=payments,
            refunded=plan.refund if plan.refund.minor else None,
            cancelled_at=self.clock.now,
        )
        self.confirm(booking, "Your booking was cancelled", f"Refund: {plan.refund}.")
        return {**self.show(booking), "quote": quote, **notes}

    def _plan_cancellation(self, booking: Booking) -> Cancellation:
        none = booking.total.zero()
        if booking.status == "held":
            return Cancellation(none, "a hold costs nothing")
        problem = self.disruption(booking)
        stuck = booking.segments[problem.start : problem.stop] if problem else []
        open_fares = [
            fare
            for id, fare in zip(booking.segments, booking.fares, strict=True)
            if id in stuck or (id in self.flights and not self.has_left(self.flights.get(id)))
        ]
        if not open_fares:
            raise Conflict(f"all flights of {booking.id!r} have left; there is nothing to cancel")
        if problem is None:
            percent = self.rule_of(booking).refundable_percent
            refund = self.currency_sum(open_fares, none.currency).percent(percent)
            return Cancellation(refund, f"{booking.fare_class} pays back {percent} per cent of the fare not flown")
        refund = self.currency_sum(open_fares, none.currency)
        if len(open_fares) == len(booking.segments):
            refund = self.currency_sum([refund, booking.extras], none.currency)
        return Cancellation(refund, f"{problem.flight_id} is disrupted ({problem.reason}): all that was not flown")

    def _cancellation_row(self, booking: Booking, plan: Cancellation) -> Json:
        return {
            "booking_id": booking.id,
            "total": booking.total,
            "refund": plan.refund,
            "lost": booking.total - plan.refund if booking.status == "ticketed" else booking.total.zero(),
            "reason": plan.reason,
        }
