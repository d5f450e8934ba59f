"""What merchants and other guests do, without the agent."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.review_platform.catalogue import DayHours, Merchant, Taken
from vibelife_inspect.services.review_platform.hours import is_open
from vibelife_inspect.services.review_platform.records import COMING, Reservation
from vibelife_inspect.services.review_platform.reviewing import Reviewing
from vibelife_inspect.services.review_platform.visits import Visits
from vibelife_inspect.world import ME, Json, operation
from vibelife_inspect.world.hours import Hours

_FAR = timedelta(days=800)


class Outside(Visits, Reviewing):
    """Outside operations."""

    @operation("outside")
    def close_merchant(self, merchant_id: str, reason: str, tell: bool = False) -> Json:
        """A merchant closes for good: coming reservations and unused vouchers are paid back, its deals withdrawn.

        Args:
            merchant_id: Id of the merchant.
            reason: Why.
            tell: Whether it mails the guests.
        """
        self.open_merchant(merchant_id)
        self.merchants.update(merchant_id, status="closed", status_note=reason)
        gone = self._call_off_all(self._coming_at(merchant_id), reason, tell)
        for waiting in self.waitlist.find(merchant_id=merchant_id):
            if waiting.status in ("waiting", "offered"):
                self.waitlist.update(waiting.id, status="lapsed")
        vouchers = [
            id for deal in self.deals.find(merchant_id=merchant_id) for id in self._withdraw(deal.id, reason, tell)
        ]
        return {"merchant_id": merchant_id, "cancelled": gone, "refunded": vouchers}

    @operation("outside")
    def change_hours(
        self,
        merchant_id: str,
        reason: str,
        opening_hours: Annotated[list[Hours], Field(max_length=20)] | None = None,
        exceptions: Annotated[list[DayHours], Field(max_length=60)] | None = None,
        tell: bool = False,
    ) -> Json:
        """A merchant opens at other times; coming reservations that lie outside them are cancelled and paid back.

        Args:
            merchant_id: Id of the merchant.
            reason: Why.
            opening_hours: New weekly hours, instead of the old ones.
            exceptions: Hours of single days, besides those of other days.
            tell: Whether it mails the guests whose reservation is cancelled.
        """
        merchant = self.open_merchant(merchant_id)
        if opening_hours is None and exceptions is None:
            raise Invalid("opening_hours: give opening_hours or exceptions")
        days = [row.day for row in exceptions or ()]
        kept = [row for row in merchant.exceptions if row.day not in days]
        merchant = self.merchants.update(
            merchant_id,
            opening_hours=merchant.opening_hours if opening_hours is None else tuple(opening_hours),
            exceptions=(*kept, *(exceptions or ())),
        )
        outside = [row for row in self._coming_at(merchant_id) if not _still_open(merchant, row)]
        return {"merchant_id": merchant_id, "cancelled": self._call_off_all(outside, reason, tell)}

    @operation("outside")
    def cancel_reservation_by_merchant(self, reservation_id: str, reason: str, tell: bool = False) -> Json:
        """The merchant cancels a coming reservation, or declines a request, and pays everything back.

        Args:
            reservation_id: Id of the reservation.
            reason: Why.
            tell: Whether it mails the guest.
        """
        reservation = self.reservations.get(reservation_id)
        if reservation.status == "cancelled":
            raise Conflict(f"reservation {reservation_id!r} is cancelled already", status="cancelled")
        return dict(self.call_off(reservation, reason, tell))

    @operation("outside")
    def report_no_show(self, reservation_id: str) -> Json:
        """The merchant reports that nobody came; the late fee is kept or charged.

        Args:
            reservation_id: Id of a reservation whose visit is under way.
        """
        reservation = self.reservations.get(reservation_id)
        if reservation.status != "seated":
            raise Conflict(
                f"reservation {reservation_id!r} is {reservation.status}; nobody can be missed unless it is seated",
                status=reservation.status,
            )
        fee = self.late_fee_at(reservation, reservation.starts_at)
        paid = reservation.paid or fee.zero()
        reservation = self.reservations.update(reservation_id, status="no_show", fee=fee if fee.minor else None)
        if fee > paid:
            reservation = self.try_to_pay(reservation, fee - paid, "no-show fee for")
        elif paid > fee:
            reservation, _ = self.pay_back(reservation, paid - fee, "rest of the deposit for")
        self.tell_about(reservation, "Missed reservation", f"Nobody came to {reservation_id}; the fee is {fee}.")
        return dict(reservation)

    @operation("outside")
    def take_places(
        self, merchant_id: str, starts_at: Instant, ends_at: Instant, guests: Annotated[int, Field(ge=0, le=5000)]
    ) -> Json:
        """Other guests take places at a merchant; reservations of the user stay as they are.

        Args:
            merchant_id: Id of the merchant.
            starts_at: From when.
            ends_at: Until when, at most 48 hours later.
            guests: How many places.
        """
        merchant = self.merchants.get(merchant_id)
        if abs(starts_at - self.clock.now) > _FAR:
            raise Invalid(f"starts_at: {starts_at.isoformat()} is too far from now")
        if not timedelta(0) < ends_at - starts_at <= timedelta(hours=48):
            raise Invalid("ends_at: must come after starts_at, by at most 48 hours")
        if guests > self.places_left(merchant, starts_at, ends_at):
            raise Conflict(f"guests: only {self.places_left(merchant, starts_at, ends_at)} places are left then")
        taken = Taken(
            id=self.new_id("TKN"), merchant_id=merchant_id, starts_at=starts_at, ends_at=ends_at, guests=guests
        )
        return dict(self.taken.add(taken))

    @operation("outside")
    def offer_slot(
        self, waitlist_id: str, hold_minutes: Annotated[int, Field(ge=1, le=10_000)] = 120, tell: bool = False
    ) -> Json:
        """Other guests go, and their places are offered to somebody on the waiting list and held.

        Args:
            waitlist_id: Id of the waitlist entry.
            hold_minutes: How long the places are held.
            tell: Whether the merchant mails the guest, besides the notice.
        """
        waiting = self.waitlist.get(waitlist_id)
        if waiting.status != "waiting":
            raise Conflict(f"waitlist entry {waitlist_id!r} is {waiting.status}", status=waiting.status)
        merchant = self.open_merchant(waiting.merchant_id)
        span = (waiting.starts_at, waiting.ends_at)
        for row in self.taken.find(merchant_id=merchant.id):
            missing = waiting.party_size - self.places_left(merchant, *span)
            if missing <= 0:
                break
            if row.starts_at < span[1] and span[0] < row.ends_at:
                self.taken.update(row.id, guests=max(0, row.guests - missing))
        if self.places_left(merchant, *span) < waiting.party_size:
            raise Conflict("the capacity is too small, or the user's own reservations fill the slot")
        waiting = self.offer_places(waiting, timedelta(minutes=hold_minutes))
        if tell and waiting.owner == ME:
            text = (
                f"places for {waiting.party_size} are free at {waiting.starts_at:%Y-%m-%d %H:%M}; we hold them for you."
            )
            self.write(merchant.id, "Places are free", text)
        return dict(waiting)

    @operation("outside")
    def answer_question(self, question_id: str, answer: str, tell: bool = False) -> Json:
        """A merchant answers a question or a private message.

        Args:
            question_id: Id of the question.
            answer: The merchant's words.
            tell: Whether it mails the answer to the user, if the user asked.
        """
        question = self.open_question(question_id)
        question = self.questions.update(question_id, answer=answer, answered_at=self.clock.now, status="answered")
        if question.owner == ME:
            self.tell(f"question:{question_id}", "Question answered", answer, question_id)
            if tell:
                self.write(question.merchant_id, "Answer to your question", f"you asked: {question.text}", answer)
        return dict(question)

    @operation("outside")
    def withdraw_deal(self, deal_id: str, reason: str, refund: bool = False, tell: bool = False) -> Json:
        """A merchant takes a deal off the market; vouchers stay good, or are paid back.

        Args:
            deal_id: Id of the deal.
            reason: Why.
            refund: Whether unused vouchers are paid back and void.
            tell: Whether it mails the buyers whose voucher is void.
        """
        if self.deals.get(deal_id).status == "withdrawn":
            raise Conflict(f"deal {deal_id!r} is withdrawn already", status="withdrawn")
        if refund:
            return {"deal_id": deal_id, "refunded": self._withdraw(deal_id, reason, tell)}
        self.deals.update(deal_id, status="withdrawn")
        return {"deal_id": deal_id, "refunded": []}

    @operation("outside")
    def redeem_voucher(self, purchase_id: str) -> Json:
        """A voucher is used at the merchant without a reservation.

        Args:
            purchase_id: Id of the purchase.
        """
        purchase = self.purchases.get(purchase_id)
        if purchase.status != "bought":
            raise Conflict(f"voucher {purchase_id!r} is {purchase.status}", status=purchase.status)
        return dict(self.redeem(purchase))

    def _coming_at(self, merchant_id: str) -> list[Reservation]:
        return [row for row in self.reservations.find(merchant_id=merchant_id) if row.status in COMING]

    def _call_off_all(self, rows: Iterable[Reservation], reason: str, tell: bool) -> list[str]:
        return [self.call_off(row, reason, tell).id for row in rows]

    def _withdraw(self, deal_id: str, reason: str, tell: bool) -> list[str]:
        """End a deal and refund the vouchers that nobody used."""
        if self.deals.get(deal_id).status == "active":
            self.deals.update(deal_id, status="withdrawn")
        unused = [row for row in self.purchases.find(deal_id=deal_id) if row.status == "bought"]
        for purchase in unused:
            self.give_back(purchase, reason)
            if tell and purchase.owner == ME:
                text = f"voucher {purchase.id} is void: {reason}. We pay back {purchase.price}."
                self.write(purchase.merchant_id, f"Refund: {purchase.title}", text)
        return [purchase.id for purchase in unused]


def _still_open(merchant: Merchant, reservation: Reservation) -> bool:
    last = reservation.ends_at - timedelta(minutes=1)
    return is_open(merchant, reservation.starts_at) and is_open(merchant, last)
