"""Changing and cancelling, each with a quote that returns the same numbers."""

from dataclasses import dataclass
from datetime import date

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.base import HotelBase
from vibelife_inspect.services.hotel_booking.offers import Offer
from vibelife_inspect.services.hotel_booking.records import Reservation
from vibelife_inspect.services.hotel_booking.searching import Guests, Rooms
from vibelife_inspect.world import Json, Part, operation


class NewStay(Part):
    """What becomes different; what is not given stays as it is."""

    check_in: date | None = None
    """New day of arrival."""
    check_out: date | None = None
    """New day of departure."""
    rate_plan_id: str | None = None
    """Another rate plan of the same property, of the same or another room type."""
    guests: Guests | None = None
    """New number of people in all."""
    rooms: Rooms | None = None
    """New number of rooms."""


@dataclass(frozen=True, slots=True)
class _Move:
    """A change worked out: what it costs and what is paid when."""

    offer: Offer
    fee: Money
    total: Money
    charge_now: Money
    refund_now: Money

    def shown(self, stay: Reservation) -> Json:
        return {
            "reservation_id": stay.id,
            "old_total": stay.total,
            "new_total": self.total,
            "change_fee": self.fee,
            "charge_now": self.charge_now,
            "refund_now": self.refund_now,
            "new_stay": self.offer.full,
        }


class Changing(HotelBase):
    """Changing and cancelling reservations."""

    @operation("read")
    def quote_change(self, reservation_id: str, change: NewStay) -> Json:
        """Work out what a change of a reservation would cost now. Changes nothing.

        The whole stay is priced anew at today's price. `new_total` holds the change fee; once free cancellation has
        ended, or at a non-refundable rate, it is never below the old total.

        Args:
            reservation_id: Id of the reservation.
            change: What becomes different.
        """
        stay = self.mine(reservation_id)
        return self._move(stay, change).shown(stay)

    @operation("commit")
    def change_reservation(
        self,
        reservation_id: str,
        change: NewStay,
        expected_total: Money | None = None,
        payment_method: str | None = None,
    ) -> Json:
        """Change dates, room, rate or party of a reservation; charges or refunds the difference at once.

        Args:
            reservation_id: Id of the reservation.
            change: What becomes different.
            expected_total: The new total as it was quoted; if it differs now, nothing is changed.
            payment_method: Account or card that pays a difference; the one of the booking when not given.
        """
        stay = self.mine(reservation_id)
        move = self._move(stay, change)
        if expected_total is not None and expected_total != move.total:
            raise Conflict(f"the new total would be {move.total}, not {expected_total}", total=str(move.total))
        note = ""
        if move.charge_now.minor:
            stay = self.pay(stay, self._payer(stay, payment_method), move.charge_now, "change of")
            note = stay.payments[-1].charge.note
        if move.refund_now.minor:
            stay, note = self.pay_back(stay, move.refund_now, "change of")
        stay = self._moved(stay, move)
        self.write_to_guest(stay, "Your booking was changed", "we changed your booking as you asked.")
        return self.shown(stay, note)

    @operation("read")
    def quote_cancellation(self, reservation_id: str) -> Json:
        """Work out what cancelling a reservation would cost now, and until when it is free. Cancels nothing.

        Args:
            reservation_id: Id of the reservation.
        """
        stay = self.mine(reservation_id)
        self.with_status(stay, "held", "confirmed")
        penalty = stay.penalty_at(self.clock.now)
        return {
            "reservation_id": stay.id,
            "status": stay.status,
            "total": stay.total,
            "paid": stay.paid,
            "refundable": stay.refundable,
            "free_until": (stay.free_until or stay.arrives_at) if stay.refundable else None,
            "free_now": penalty.minor == 0,
            "penalty": penalty,
            "refund": max(stay.paid - penalty, stay.paid.zero()),
            "charge_now": max(penalty - stay.paid, stay.paid.zero()),
        }

    @operation("commit")
    def cancel_reservation(
        self, reservation_id: str, reason: str | None = None, payment_method: str | None = None
    ) -> Json:
        """Cancel a reservation or release a hold. Free until its deadline; after that the penalty is kept or charged.

        Args:
            reservation_id: Id of the reservation.
            reason: What the property is told.
            payment_method: Account or card for a penalty above what was paid; the one of the booking when not given.
        """
        stay = self.mine(reservation_id)
        self.with_status(stay, "held", "confirmed")
        penalty, paid, note = stay.penalty_at(self.clock.now), stay.paid, ""
        refund = max(paid - penalty, paid.zero())
        if penalty > paid:
            stay = self.pay(stay, self._payer(stay, payment_method), penalty - paid, "cancellation of")
            note = stay.payments[-1].charge.note
        held = stay.status == "held"
        if refund.minor:
            stay, note = self.pay_back(stay, refund, "cancellation of")
        stay = self.reservations.update(
            stay.id,
            status="cancelled",
            cancelled_at=self.clock.now,
            cancelled_by="guest",
            cancel_reason=reason or "",
            penalty=penalty,
            refund=refund,
        )
        if not held:
            self.write_to_guest(
                stay, "Your booking was cancelled", f"your booking is cancelled. Penalty {penalty}, refund {refund}."
            )
        return self.shown(stay, note)

    def _payer(self, stay: Reservation, method: str | None) -> str:
        payer = method or stay.payment_method
        if payer is None:
            raise Invalid("payment_method: is required, since the reservation names none")
        return payer

    def _move(self, stay: Reservation, change: NewStay) -> _Move:
        self.with_status(stay, "held", "confirmed")
        if change == NewStay():
            raise Invalid("change: give at least one thing that becomes different")
        rate = self.rate_plans.get(stay.rate_plan_id)
        if not rate.changeable and stay.status != "held":
            raise Refused(f"the rate {rate.name!r} allows no changes", rate_plan_id=rate.id)
        offer = self._new_offer(stay, change)
        currency = stay.total.currency
        fee = stay.total.zero()
        if rate.change_fee is not None and stay.status == "confirmed":
            fee = self.convert(rate.change_fee, currency, "reservation_id")
        price = offer.total
        if self._bound(stay):
            price = max(price, stay.total)
        total, zero = price + fee, price.zero()
        if stay.status == "held":
            return _Move(offer, fee, total, zero, zero)
        due = min(total, price.percent(offer.rate.deposit_percent) + fee)
        return _Move(offer, fee, total, max(due - stay.paid, zero), max(stay.paid - total, zero))

    def _new_offer(self, stay: Reservation, change: NewStay) -> Offer:
        rate_id = change.rate_plan_id or stay.rate_plan_id
        place, _, rate = self.rate_parts(rate_id)
        if place.id != stay.property_id:
            raise Invalid(f"change.rate_plan_id: {rate_id!r} belongs to another property; book there and cancel here")
        if rate.price_per_night.currency != stay.total.currency:
            raise Invalid(f"change.rate_plan_id: {rate_id!r} is sold in another currency than {stay.total.currency}")
        wanted = self.valid_stay(
            change.check_in or stay.check_in,
            change.check_out or stay.check_out,
            change.guests or stay.guests,
            change.rooms or stay.rooms,
        )
        return self.bookable(rate_id, wanted, ignore=stay.id)

    def _bound(self, stay: Reservation) -> bool:
        """Whether the penalty already applies, so that a change lowers nothing."""
        return stay.status == "confirmed" and stay.penalty_at(self.clock.now).minor > 0

    def _moved(self, stay: Reservation, move: _Move) -> Reservation:
        offer = move.offer
        refundable = offer.rate.refundable and (stay.refundable or stay.status == "held")
        free = offer.free_until if refundable else None
        if self._bound(stay) and stay.free_until is not None and free is not None:
            free = min(free, stay.free_until)
        return self.reservations.update(
            stay.id,
            room_type_id=offer.room.id,
            rate_plan_id=offer.rate.id,
            check_in=offer.stay.check_in,
            check_out=offer.stay.check_out,
            guests=offer.stay.guests,
            rooms=offer.stay.rooms,
            total=move.total,
            refundable=refundable,
            free_until=free,
            penalty_percent=offer.rate.penalty_percent,
            penalty_nights=offer.rate.penalty_nights,
            penalty_applies=free is not None and free <= self.clock.now,
        )
