"""Reservations: booking, changing and reading."""

from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.clock import WEEKDAYS, Instant
from vibelife_inspect.errors import Conflict, Expired, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.review_platform.catalogue import Merchant
from vibelife_inspect.services.review_platform.records import LIVE, Reservation, ReservationStatus
from vibelife_inspect.services.review_platform.searching import PartySize
from vibelife_inspect.services.review_platform.slots import Slots, Visit
from vibelife_inspect.world import ME, Appointment, Json, Limit, Text, operation, page

Wishes = Annotated[Text, Field(max_length=2000)]
"""What the guests ask for."""


class Reserving(Slots):
    """Reservations."""

    @operation("commit")
    def reserve_slot(
        self,
        merchant_id: str,
        starts_at: Instant,
        party_size: PartySize,
        payment_method: str | None = None,
        guest_name: str | None = None,
        wishes: Wishes | None = None,
        purchase_id: str | None = None,
        expected_deposit: Money | None = None,
        add_to_calendar: bool = False,
    ) -> Json:
        """Reserve a visit; pays the deposit, if there is one, and mails a confirmation.

        Some merchants confirm later: the reservation is `requested` until then. Places that the waiting list offered
        to the user are taken by reserving that very visit.

        Args:
            merchant_id: Id of the merchant.
            starts_at: When the visit begins: `starts_at` of a slot.
            party_size: How many people.
            payment_method: Account or card that pays; needed where there is a deposit or a late fee.
            guest_name: Whom it is for; the user when not given.
            wishes: Wishes for the merchant, which promises nothing.
            purchase_id: Bought voucher to be used at the visit.
            expected_deposit: The deposit as you know it; if it differs, nothing is reserved.
            add_to_calendar: Whether to write the visit into the user's calendar.
        """
        merchant = self.taking(merchant_id)
        visit = self.visit(merchant, starts_at, party_size)
        reservation = self._new(visit, party_size)
        deposit = reservation.deposit
        if expected_deposit is not None and expected_deposit != (deposit or expected_deposit.zero()):
            raise Conflict(f"the deposit is {deposit or 'nothing'}, not {expected_deposit}; nothing was reserved")
        if payment_method is None and (deposit or reservation.late_fee):
            raise Invalid("payment_method: is needed, as this merchant takes a deposit or a late fee")
        if purchase_id is not None:
            self._check_voucher(purchase_id, merchant, visit.span[0])
        name = guest_name or self.setting.persona.name
        given = {"wishes": wishes or "", "purchase_id": purchase_id, "payment_method": payment_method}
        reservation = self.reservations.add(reservation.model_copy(update={"guest_name": name, **given}))
        return self._booked(visit, reservation, add_to_calendar)

    @operation("commit")
    def change_reservation(
        self,
        reservation_id: str,
        starts_at: Instant | None = None,
        party_size: PartySize | None = None,
        wishes: Wishes | None = None,
        payment_method: str | None = None,
    ) -> Json:
        """Change time, party or wishes of a reservation; a difference of the deposit is charged or paid back at once.

        Time and party can be changed until `free_until`, wishes until the visit begins.

        Args:
            reservation_id: Id of the reservation.
            starts_at: New begin: `starts_at` of a slot.
            party_size: New number of people.
            wishes: New wishes, instead of the old ones.
            payment_method: Account or card that pays a difference; the one of the booking when not given.
        """
        reservation = self.coming(reservation_id)
        if starts_at is None and party_size is None and wishes is None:
            raise Invalid("starts_at: give at least one of starts_at, party_size and wishes")
        if wishes is not None:
            reservation = self.reservations.update(reservation_id, wishes=wishes)
        notes: list[str] = []
        if starts_at is not None or party_size is not None:
            moved, note = self._move(reservation, starts_at, party_size, payment_method)
            reservation, notes = moved, [note]
        status: ReservationStatus = "requested" if reservation.status == "requested" else "changed"
        reservation = self.reservations.update(reservation_id, status=status, changed_at=self.clock.now)
        self.write_about(reservation, "Your reservation was changed", "we changed your reservation as you asked.")
        return self.shown(reservation, *notes)

    @operation("read")
    def list_reservations(
        self,
        statuses: Annotated[list[ReservationStatus], Field(min_length=1, max_length=7)] | None = None,
        starting_from: Instant | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's reservations, earliest visit first (then by id).

        Args:
            statuses: Only reservations in one of these states.
            starting_from: Only visits that begin at or after this moment.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.reservations.find(owner=ME)
            if (statuses is None or row.status in statuses)
            and (starting_from is None or row.starts_at >= starting_from)
        ]
        rows.sort(key=lambda row: (row.starts_at, row.id))
        return page(rows, limit, cursor, lambda row: {**row.row, "merchant": self.merchant_name(row.merchant_id)})

    @operation("read")
    def get_reservation(self, reservation_id: str) -> Json:
        """Show a reservation in full.

        Args:
            reservation_id: Id of the reservation.
        """
        return self.shown(self.mine(reservation_id))

    def _check_voucher(self, purchase_id: str, merchant: Merchant, start: datetime) -> None:
        purchase = self.purchases.get(purchase_id)
        self.own(purchase, "purchase")
        deal = self.deals.get(purchase.deal_id)
        if purchase.status != "bought":
            raise Conflict(f"voucher {purchase_id!r} is {purchase.status}", status=purchase.status)
        if purchase.merchant_id != merchant.id:
            raise Invalid(f"purchase_id: the voucher is for {self.merchant_name(purchase.merchant_id)}")
        if not deal.valid_from <= start < purchase.valid_until:
            raise Invalid(
                f"purchase_id: valid from {deal.valid_from.isoformat()} to {purchase.valid_until.isoformat()}"
            )
        if WEEKDAYS[start.weekday()] not in deal.usable_on:
            raise Invalid(f"purchase_id: the voucher is for {', '.join(deal.usable_on)} only")
        self.unused(purchase_id)

    def unused(self, purchase_id: str) -> None:
        """Refuse a voucher that a coming reservation will use."""
        for row in self.reservations.find(purchase_id=purchase_id):
            if row.status in LIVE:
                raise Conflict(f"reservation {row.id!r} uses voucher {purchase_id!r}", reservation_id=row.id)

    def _new(self, visit: Visit, party_size: int) -> Reservation:
        merchant, (start, end) = visit.merchant, visit.span
        wait = None if merchant.confirm_minutes is None else timedelta(minutes=merchant.confirm_minutes)
        return Reservation(
            id=self.new_id("RSV"),
            merchant_id=merchant.id,
            starts_at=start,
            ends_at=end,
            party_size=party_size,
            status="confirmed" if wait is None else "requested",
            confirm_at=None if wait is None else self.clock.after(wait),
            deposit=_times(merchant.deposit_per_guest, party_size),
            late_fee=_times(merchant.late_fee_per_guest, party_size),
            free_until=start - timedelta(minutes=merchant.free_cancel_minutes),
            paid=None,
            booked_at=self.clock.now,
        )

    def _booked(self, visit: Visit, reservation: Reservation, add_to_calendar: bool) -> Json:
        notes = []
        if reservation.deposit is not None and reservation.payment_method is not None:
            reservation, note = self.pay(reservation, reservation.payment_method, reservation.deposit, "deposit for")
            notes.append(note)
        if visit.offer is not None:
            self.waitlist.update(visit.offer.id, status="taken")
        if reservation.status == "requested":
            self.write_about(reservation, "We received your request", "thank you. We shall confirm it soon.")
        else:
            self.write_about(reservation, "Your reservation is confirmed", "we look forward to your visit.")
        if add_to_calendar:
            merchant = visit.merchant
            where = ", ".join(part for part in (merchant.address, merchant.city) if part)
            entry = Appointment(
                title=merchant.name,
                start=reservation.starts_at,
                end=reservation.ends_at,
                location=where,
                notes=f"Reservation {reservation.id}, {reservation.party_size} guest(s)",
            )
            if not self.ports.agenda(entry):
                notes.append("no calendar service is enabled; nothing was entered")
        return self.shown(reservation, *notes)

    def _move(
        self, reservation: Reservation, starts_at: Instant | None, party_size: int | None, method: str | None
    ) -> tuple[Reservation, str]:
        if reservation.free_until is not None and self.clock.now >= reservation.free_until:
            raise Expired(
                f"time and party could be changed until {reservation.free_until.isoformat()} only",
                free_until=reservation.free_until.isoformat(),
            )
        merchant = self.taking(reservation.merchant_id)
        party = party_size or reservation.party_size
        span = self.visit(merchant, starts_at or reservation.starts_at, party, ignore=reservation.id).span
        if reservation.purchase_id is not None:
            self._check_moved_voucher(reservation, span[0])
        before, deposit = reservation.deposit, _times(merchant.deposit_per_guest, party)
        reservation = self.reservations.update(
            reservation.id,
            starts_at=span[0],
            ends_at=span[1],
            party_size=party,
            deposit=deposit,
            late_fee=_times(merchant.late_fee_per_guest, party),
            free_until=span[0] - timedelta(minutes=merchant.free_cancel_minutes),
        )
        more = (deposit.minor if deposit else 0) - (before.minor if before else 0)
        if more > 0:
            method = method or reservation.payment_method
            if method is None:
                raise Invalid("payment_method: is needed, as the deposit grows")
            return self.pay(reservation, method, Money(minor=more, currency=merchant.currency), "more deposit for")
        return self.pay_back(reservation, Money(minor=-more, currency=merchant.currency), "less deposit for")

    def _check_moved_voucher(self, reservation: Reservation, start: datetime) -> None:
        purchase = self.purchases.get(reservation.purchase_id or "")
        deal = self.deals.get(purchase.deal_id)
        if not deal.valid_from <= start < purchase.valid_until or WEEKDAYS[start.weekday()] not in deal.usable_on:
            raise Invalid(f"starts_at: voucher {purchase.id!r} cannot be used then; cancel and reserve without it")


def _times(amount: Money | None, guests: int) -> Money | None:
    return None if amount is None else amount * guests
