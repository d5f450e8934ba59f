"""Changing, extending and cancelling, each with a quote that returns the same numbers."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.car_rental.booking import BookingDesk
from vibelife_inspect.services.car_rental.records import Booking, Driver, Line
from vibelife_inspect.services.car_rental.trips import NewTrip, Trip, TripRequest
from vibelife_inspect.world import Json, operation


@dataclass(frozen=True, slots=True)
class _Move:
    """A change worked out."""

    trip: Trip
    fee: Money
    total: Money
    charge: Money
    refund: Money

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the new total is made of."""
        kept = self.total - self.fee - self.trip.total
        added = (("price kept, since free cancellation has ended", kept), ("change fee", self.fee))
        changes = (Line(kind="change", text=text, amount=amount) for text, amount in added if amount.minor)
        return (*self.trip.lines, *changes)

    def shown(self, booking: Booking) -> Json:
        return {
            "booking_id": booking.id,
            "old_total": booking.total,
            "new_total": self.total,
            "change_fee": self.fee,
            "charge_now": self.charge,
            "refund_now": self.refund,
            "new_trip": self.trip.shown,
        }


class Changing(BookingDesk):
    """What becomes of a booking."""

    @operation("read")
    def quote_change(self, booking_id: str, change: NewTrip) -> Json:
        """Work out what a change of a held or confirmed booking would cost now. Changes nothing.

        The whole rental is priced anew at today's prices. `new_total` holds the change fee; once free cancellation has
        ended it is never below the old total. Nothing of that applies while the booking's `trouble` is not none.

        Args:
            booking_id: Id of the booking.
            change: What becomes different.
        """
        booking = self.mine(booking_id, "held", "confirmed")
        return self._move(booking, change).shown(booking)

    @operation("commit")
    def change_booking(
        self,
        booking_id: str,
        change: NewTrip,
        expected_total: Money | None = None,
        payment_method: str | None = None,
    ) -> Json:
        """Change times, car, place of return, insurance, extras or countries; charges or refunds the difference.

        Args:
            booking_id: Id of the booking.
            change: What becomes different.
            expected_total: The new total as it was quoted; if it differs now, nothing is changed.
            payment_method: Account or card that pays a difference; the one of the booking if not given.
        """
        booking = self.mine(booking_id, "held", "confirmed")
        move = self._move(booking, change)
        _expect(expected_total, move.total)
        note, terms = "", {**self.terms(move.trip), "lines": move.lines, "total": move.total}
        if self._bound(booking):
            terms |= {"refundable": booking.refundable, "free_until": booking.free_until}
        if move.charge.minor:
            booking = self.pay(booking, self.payer(booking, payment_method), move.charge, "change of")
            note = booking.payments[-1].charge.note
        if move.refund.minor:
            booking, note = self.pay_back(booking, move.refund, "change of")
        booking = self.bookings.update(booking.id, **terms, trouble="none", ready_at=None)
        if booking.status == "confirmed":
            self.write_to_customer(booking, "Your booking was changed", "we changed your booking as you asked.")
        return self.shown(booking, note)

    @operation("commit")
    def extend_rental(self, booking_id: str, return_at: Instant, expected_charge: Money | None = None) -> Json:
        """Keep a car longer, during the rental or before it; charges the further days at today's prices.

        Args:
            booking_id: Id of the confirmed or picked-up booking.
            return_at: The new time of return, later than the present one.
            expected_charge: What you expect to pay; if it differs now, nothing is changed.
        """
        booking = self.mine(booking_id, "confirmed", "picked_up")
        offer, station = self.offers.get(booking.offer), self.stations.get(booking.station)
        if not timedelta(0) < return_at - booking.return_at <= timedelta(days=60):
            raise Invalid(f"return_at: must be after {booking.return_at.isoformat()}, at most 60 days")
        self.open_at(self.stations.get(booking.return_station), return_at, "return_at")
        first, last = station.day_of(booking.return_at), station.day_of(return_at)
        if not self.free_cars(offer, first, last, booking.id):
            raise Conflict(f"the car is promised to somebody else from {first} to {last}")
        zero = booking.total.zero()
        old = self._rebuilt(booking)
        charge = max(replace(old, return_at=return_at).total - old.total, zero)
        _expect(expected_charge, charge)
        booking = self.bookings.update(booking.id, return_at=return_at.astimezone(booking.return_at.tzinfo))
        note = ""
        if charge.minor:
            booking = self.pay(booking, self.payer(booking, None), charge, "extension of")
            note = booking.payments[-1].charge.note
            line = Line(kind="rental", text=f"extension to {return_at:%Y-%m-%d %H:%M}", amount=charge)
            booking = self.bookings.update(booking.id, lines=(*booking.lines, line), total=booking.total + charge)
        self.write_to_customer(booking, "Your rental was extended", f"you can keep the car until {return_at:%H:%M}.")
        return {**self.shown(booking, note), "charged": charge}

    @operation("commit")
    def add_driver(self, booking_id: str, driver: Driver, payment_method: str | None = None) -> Json:
        """Add a driver to a booking; charges the fees for further and for young drivers.

        Args:
            booking_id: Id of a held, confirmed or picked-up booking.
            driver: The further driver.
            payment_method: Account or card that pays; the one of the booking if not given.
        """
        booking = self.mine(booking_id, "held", "confirmed", "picked_up")
        trip = self._rebuilt(booking)
        if len(booking.drivers) >= 5:
            raise Refused("a booking has at most 5 drivers")
        if any(known.name == driver.name for known in booking.drivers):
            raise Conflict(f"{driver.name} is a driver of {booking.id!r} already")
        self.fit_to_drive(driver, trip.offer, trip.station.day_of(booking.pickup_at))
        lines = [line for line in trip.driver_lines(driver, further=bool(booking.drivers)) if line.amount.minor]
        cost, note = total((line.amount for line in lines), booking.total.currency), ""
        booking = self.bookings.update(
            booking.id,
            drivers=(*booking.drivers, driver),
            lines=(*booking.lines, *lines),
            total=booking.total + cost,
        )
        if cost.minor and booking.status != "held":
            booking = self.pay(booking, self.payer(booking, payment_method), cost, "further driver on")
            note = booking.payments[-1].charge.note
        return {**self.shown(booking, note), "added_cost": cost}

    @operation("read")
    def quote_cancellation(self, booking_id: str) -> Json:
        """Work out what cancelling a booking would cost now, and until when it is free. Cancels nothing.

        Args:
            booking_id: Id of a held or confirmed booking.
        """
        booking = self.mine(booking_id, "held", "confirmed")
        penalty, zero = booking.penalty_at(self.clock.now), booking.total.zero()
        return {
            **booking.pick("status", "trouble", "total", "paid", "refundable"),
            "booking_id": booking.id,
            "free_until": (booking.free_until or booking.pickup_at) if booking.refundable else None,
            "penalty": penalty,
            "refund": max(booking.paid - penalty, zero),
        }

    @operation("commit")
    def cancel_booking(self, booking_id: str, reason: str | None = None) -> Json:
        """Cancel a booking or release a hold. Free until its deadline; after that part of the price is kept.

        Args:
            booking_id: Id of a held or confirmed booking.
            reason: What the company is told.
        """
        booking = self.mine(booking_id, "held", "confirmed")
        penalty, held = booking.penalty_at(self.clock.now), booking.status == "held"
        booking, note = self.call_off(booking, "customer", reason or "", penalty)
        if not held:
            lines = f"your booking is cancelled. Kept {penalty}, refund {booking.refund}."
            self.write_to_customer(booking, "Your booking was cancelled", lines)
        return self.shown(booking, note)

    def call_off(
        self, booking: Booking, by: Literal["customer", "company"], reason: str, penalty: Money
    ) -> tuple[Booking, str]:
        """Cancel a booking and pay back all but the penalty; also what the port noted."""
        refund, note = max(booking.paid - penalty, penalty.zero()), ""
        if refund.minor:
            booking, note = self.pay_back(booking, refund, "cancellation of")
        booking = self.bookings.update(
            booking.id, status="cancelled", cancelled_at=self.clock.now, cancelled_by=by, cancel_reason=reason,
            penalty=penalty, refund=refund,
        )  # fmt: skip
        return booking, note

    def payer(self, booking: Booking, method: str | None) -> str:
        """The named method, or the one of the booking."""
        payer = method or booking.payment_method
        if payer is None:
            raise Invalid("payment_method: is required, since the booking names none")
        return payer

    def _bound(self, booking: Booking) -> bool:
        """Whether the penalty already applies, so that a change lowers nothing."""
        return booking.status == "confirmed" and booking.penalty_at(self.clock.now).minor > 0

    def _move(self, booking: Booking, change: NewTrip) -> _Move:
        if change == NewTrip():
            raise Invalid("change: give at least one thing that becomes different")
        trip = self.trip(self._request(booking, change), ignore=booking.id)
        zero, old = booking.total.zero(), self.offers.get(booking.offer)
        if trip.offer.currency != zero.currency:
            raise Invalid(f"change.offer_id: {trip.offer.id!r} is sold in another currency than {zero.currency}")
        if trip.station.company != self.stations.get(booking.station).company:
            raise Invalid(f"change.offer_id: {trip.offer.id!r} is another company's; book there and cancel here")
        free = booking.status == "held" or booking.trouble != "none" or old.change_fee is None
        fee = zero if free else old.change_fee or zero
        price = max(trip.total, booking.total) if self._bound(booking) else trip.total
        if booking.status == "held":
            return _Move(trip, fee, price, zero, zero)
        due = price + fee
        return _Move(trip, fee, due, max(due - booking.paid, zero), max(booking.paid - due, zero))

    def _request(self, booking: Booking, change: NewTrip) -> TripRequest:
        if not booking.drivers:
            raise Conflict(f"booking {booking.id!r} names no driver; add one first")
        offer = change.offer_id or booking.offer
        moved = self.offers.get(offer).station != booking.station
        back = change.return_station_id or (None if moved else booking.return_station)
        return TripRequest(
            offer_id=offer,
            pickup_at=change.pickup_at or booking.pickup_at,
            return_at=change.return_at or booking.return_at,
            drivers=booking.drivers,
            return_station_id=back,
            insurance_plan_id=change.insurance_plan_id or booking.insurance,
            extras=booking.extras if change.extras is None else change.extras,
            countries=booking.countries if change.countries is None else change.countries,
        )

    def _rebuilt(self, booking: Booking) -> Trip:
        """The trip behind a booking, at today's prices and without the checks of a new one."""
        offer = self.offers.get(booking.offer)
        plan = None if booking.insurance is None else self.priced_plan(booking.insurance, offer.currency)
        return Trip(
            offer, self.stations.get(booking.station), self.stations.get(booking.return_station), booking.pickup_at,
            booking.return_at, booking.drivers, plan, self.priced_extras(booking.extras, offer.currency),
            booking.countries,
        )  # fmt: skip


def _expect(expected: Money | None, amount: Money) -> None:
    if expected is not None and expected != amount:
        raise Conflict(f"it is now {amount}, not {expected}; nothing was changed", amount=str(amount))
