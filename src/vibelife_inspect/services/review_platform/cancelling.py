"""Cancelling, with a quote that returns the same numbers, and the waiting list."""

from datetime import timedelta
from typing import Literal

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.review_platform.records import Waiting
from vibelife_inspect.services.review_platform.reserving import Reserving
from vibelife_inspect.services.review_platform.searching import PartySize
from vibelife_inspect.world import ME, Json, Limit, operation, page

_MOST_WAITING = 20


class Cancelling(Reserving):
    """The way out of a reservation, and the way into a full house."""

    @operation("read")
    def quote_cancellation(self, reservation_id: str) -> Json:
        """Work out what cancelling a reservation would cost now, and until when it is free. Cancels nothing.

        Args:
            reservation_id: Id of the reservation.
        """
        reservation = self.coming(reservation_id)
        fee = self.late_fee_at(reservation, self.clock.now)
        paid = reservation.paid or fee.zero()
        return {
            "reservation_id": reservation.id,
            "status": reservation.status,
            "free_until": reservation.free_until or reservation.starts_at,
            "free_now": not fee.minor,
            "fee": fee,
            "paid": paid,
            "refund": max(paid - fee, fee.zero()),
            "charge_now": max(fee - paid, fee.zero()),
        }

    @operation("commit")
    def cancel_reservation(
        self,
        reservation_id: str,
        reason: str | None = None,
        expected_fee: Money | None = None,
        payment_method: str | None = None,
    ) -> Json:
        """Cancel a reservation for good; keeps or charges the late fee after the deadline, pays back the rest.

        Args:
            reservation_id: Id of the reservation.
            reason: A word for the merchant.
            expected_fee: The fee as it was quoted; if it differs now, nothing is cancelled.
            payment_method: Account or card that pays what the deposit does not cover; the one of the booking when not
                given.
        """
        reservation = self.coming(reservation_id)
        quote = self.quote_cancellation(reservation_id)
        fee: Money = quote["fee"]
        if expected_fee is not None and expected_fee != fee:
            raise Conflict(f"the fee is now {fee}, not {expected_fee}; nothing was cancelled", fee=str(fee))
        note = ""
        if quote["charge_now"].minor:
            method = payment_method or reservation.payment_method
            if method is None:
                raise Invalid(f"payment_method: is needed to pay {quote['charge_now']}")
            reservation, note = self.pay(reservation, method, quote["charge_now"], "late fee for")
        reservation, other = self.pay_back(reservation, quote["refund"], "cancelled")
        reservation = self.reservations.update(
            reservation_id,
            status="cancelled",
            cancelled_at=self.clock.now,
            cancelled_by="guest",
            cancel_reason=reason or "",
            fee=fee if fee.minor else None,
        )
        cost = f"The fee is {fee}." if fee.minor else "It costs you nothing."
        self.write_about(reservation, "Your reservation is cancelled", f"we cancelled it as you asked. {cost}")
        return {**self.shown(reservation, note, other), "refund": quote["refund"]}

    @operation("write")
    def join_waitlist(self, merchant_id: str, starts_at: Instant, party_size: PartySize) -> Json:
        """Wait for places in a visit that has no room for the party; you are told when places are offered.

        Offered places are held until `offer_until`; take them with reserve_slot. Waiting costs nothing.

        Args:
            merchant_id: Id of the merchant.
            starts_at: When the visit begins: `starts_at` of a slot.
            party_size: How many people.
        """
        merchant = self.taking(merchant_id)
        span = self.slot(merchant, starts_at, party_size)
        mine = [row for row in self.waitlist.find(owner=ME) if row.status in ("waiting", "offered")]
        if any(row.merchant_id == merchant_id and row.starts_at == span[0] for row in mine):
            raise Conflict("the user is on this waiting list already; leave it first to change the party")
        if len(mine) >= _MOST_WAITING:
            raise Conflict(f"the user is on {_MOST_WAITING} waiting lists; leave one first")
        if self.places_left(merchant, *span) >= party_size and self.bookable_then(merchant, span[0]):
            raise Conflict("there is room for the party; reserve it with reserve_slot")
        waiting = self.waitlist.add(
            Waiting(
                id=self.new_id("WAIT"),
                merchant_id=merchant_id,
                starts_at=span[0],
                ends_at=span[1],
                party_size=party_size,
                joined_at=self.clock.now,
            )
        )
        return self._waiting_row(waiting)

    @operation("write")
    def leave_waitlist(self, waitlist_id: str) -> Json:
        """Leave a waiting list, or decline the places that it offered.

        Args:
            waitlist_id: Id of the waitlist entry.
        """
        self.own(self.waitlist.get(waitlist_id), "waitlist entry")
        if self.waitlist.get(waitlist_id).status == "left":
            raise Conflict(f"waitlist entry {waitlist_id!r} was left already", status="left")
        return self._waiting_row(self.waitlist.update(waitlist_id, status="left", offer_until=None))

    @operation("read")
    def list_waitlist(
        self,
        status: Literal["standing", "waiting", "offered", "taken", "left", "lapsed"] = "standing",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's places on waiting lists, earliest visit first (then by id).

        Args:
            status: standing: waiting or offered; or one status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        wanted = ("waiting", "offered") if status == "standing" else (status,)
        rows = [row for row in self.waitlist.find(owner=ME) if row.status in wanted]
        rows.sort(key=lambda row: (row.starts_at, row.id))
        return page(rows, limit, cursor, self._waiting_row)

    def offer_places(self, waiting: Waiting, hold: timedelta) -> Waiting:
        """Hold places for somebody who waits, and say so."""
        until = min(self.clock.now + hold, waiting.starts_at)
        waiting = self.waitlist.update(waiting.id, status="offered", offer_until=until)
        name = self.merchant_name(waiting.merchant_id)
        when = f"{waiting.starts_at:%Y-%m-%d %H:%M}"
        text = f"{name} has places for {waiting.party_size} at {when}, held until {until:%Y-%m-%d %H:%M}."
        if waiting.owner == ME:
            self.tell(f"waitlist:{waiting.id}", "Places offered", text, waiting.id, subscribed=True)
            self.world.ring(self.waitlist, waiting.id, f"Waiting list {waiting.id}: {text}")
        return waiting

    def _waiting_row(self, waiting: Waiting) -> Json:
        fields = ("merchant_id", "starts_at", "ends_at", "party_size", "status", "joined_at", "offer_until")
        return {"waitlist_id": waiting.id, "merchant": self.merchant_name(waiting.merchant_id), **waiting.pick(*fields)}
