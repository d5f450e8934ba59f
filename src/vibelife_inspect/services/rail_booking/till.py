"""Paying for bookings, paying back, and showing how a booking stands."""

from datetime import timedelta

from vibelife_inspect.errors import Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.rail_booking.base import HOUSE, expected
from vibelife_inspect.services.rail_booking.pricing import Pricing
from vibelife_inspect.services.rail_booking.records import later
from vibelife_inspect.services.rail_booking.tickets import Booking, Leg, Payment
from vibelife_inspect.world import ME, Charge, Json

_BROKEN_DELAY = 60
_SHORT = ("id", "status", "origin", "destination", "departs_at", "arrives_at", "travel_class", "total", "hold_until")


class Till(Pricing):
    """Money and views of bookings, not yet operations."""

    def charge(self, amount: Money, method: str | None, memo: str) -> Charge | None:
        """Charge an amount, if there is any."""
        if amount.minor <= 0:
            return None
        if method is None:
            raise Invalid(f"payment_method: is required, since {amount} is to be paid")
        return self.ports.charge(method, amount, HOUSE, memo)

    def pay(self, booking: Booking, amount: Money, method: str | None, memo: str) -> Booking:
        """Charge for a booking, and note the payment on it."""
        charge = self.charge(amount, method, memo)
        if charge is None:
            return booking
        payment = Payment(charge=charge, amount=amount, refunded=amount.zero())
        return self.bookings.update(booking.id, payments=(*payments(booking), payment), charge=booking.charge or charge)

    def pay_back(self, booking: Booking, amount: Money, memo: str) -> Booking:
        """Refund an amount of a booking to where it was paid from, latest payment first."""
        rest, after = amount, []
        for payment in reversed(payments(booking)):
            part = min(rest, payment.amount - payment.refunded)
            if part.minor > 0:
                self.ports.refund(payment.charge, part, memo)
                rest = rest - part
            after.append(payment.model_copy(update={"refunded": payment.refunded + part}))
        before = booking.refunded or amount.zero()
        return self.bookings.update(booking.id, payments=tuple(reversed(after)), refunded=before + amount - rest)

    def paid(self, booking: Booking) -> Money:
        """What was paid for a booking and has not come back."""
        left = [payment.amount - payment.refunded for payment in payments(booking)]
        return sum(left, start=booking.total.zero())

    def broken(self, booking: Booking) -> str:
        """Why the carrier is to blame for a booking that cannot be used as planned, or an empty string."""
        for leg in booking.legs:
            if leg.service not in self.services:
                return f"{leg.service} is not in the timetable"
            run = self.services.get(leg.service)
            if run.status in ("cancelled", "withdrawn"):
                return f"{run.id} is {run.status}"
            if run.delay_minutes >= _BROKEN_DELAY and not self._under_way(booking):
                return f"{run.id} is {run.delay_minutes} minutes late"
        return ""

    def _under_way(self, booking: Booking) -> bool:
        first = booking.legs[0]
        late = self.services.get(first.service).delay if first.service in self.services else timedelta(0)
        return later(booking.departs_at, late) <= self.clock.now

    def my_bookings(self) -> list[Booking]:
        """All bookings of the persona."""
        return self.bookings.find(owner=ME)

    def show(self, booking: Booking) -> Json:
        """A whole booking, with how each service stands."""
        notes = [payment.charge.note for payment in payments(booking) if payment.charge.note]
        return {
            **dict(booking),
            "legs": [self._leg(leg) for leg in booking.legs],
            "attention": self._attention(booking),
            "payment_note": notes[0] if notes else None,
        }

    def row(self, booking: Booking) -> Json:
        """A booking, as lists show it."""
        return {
            **booking.pick(*_SHORT),
            "services": [leg.service for leg in booking.legs],
            "passengers": len(booking.passengers),
            "attention": self._attention(booking),
        }

    def _leg(self, leg: Leg) -> Json:
        row: Json = {**dict(leg), "service_status": "unknown"}
        if leg.service in self.services:
            run = self.services.get(leg.service)
            row |= run.pick("service_no", "mode", "operator", "delay_minutes", "platform", "luggage")
            row |= {
                "service_status": run.status_at(self.clock.now),
                "expected_departs_at": expected(leg.departs_at, run),
                "expected_arrives_at": expected(leg.arrives_at, run),
            }
        return row

    def _attention(self, booking: Booking) -> str:
        return self.broken(booking) if booking.status in ("held", "confirmed", "not_operated") else ""


def payments(booking: Booking) -> tuple[Payment, ...]:
    """The payments of a booking; one that names a charge only was paid in one go."""
    if booking.payments or booking.charge is None:
        return booking.payments
    amount = booking.total if booking.fees is None else booking.total + booking.fees
    return (Payment(charge=booking.charge, amount=amount, refunded=booking.refunded or amount.zero()),)
