"""What all parts of the service share: tables, places, payments and letters."""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from vibelife_inspect.errors import Conflict, NotFound, OperationError, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.review_platform.background import ReviewBackground
from vibelife_inspect.services.review_platform.catalogue import (
    DEAL_STATES,
    MERCHANT_STATES,
    Deal,
    Merchant,
    Taken,
    deal_due,
)
from vibelife_inspect.services.review_platform.records import (
    COMING,
    LIVE,
    PURCHASE_STATES,
    RESERVATION_STATES,
    REVIEW_STATES,
    WAITING_STATES,
    Payment,
    Purchase,
    Question,
    Reservation,
    Review,
    Saved,
    Waiting,
    purchase_due,
    reservation_due,
    waiting_due,
)
from vibelife_inspect.text import fold
from vibelife_inspect.world import ME, Json, Letter, Notice, Service, Table

_SENDER = "bookings@reviewplatform.example"


class Hold(NamedTuple):
    """Places that somebody holds from one instant to another."""

    starts_at: datetime
    ends_at: datetime
    guests: int


class Folded(NamedTuple):
    """A merchant's words, folded once for all searches."""

    merchant: Merchant
    text: str
    city: str
    area: str
    tags: frozenset[str]


class ReviewBase(Service):
    """Tables and helpers of the service."""

    name = "review_platform"
    summary = "Restaurants, vets, home services, venues and more: search, reviews, reservations, deals and questions."
    Background = ReviewBackground

    merchants = Table(Merchant, "merchant", index=("category",), states=MERCHANT_STATES)
    deals = Table(Deal, "deal", index=("merchant_id",), states=DEAL_STATES, due=deal_due)
    taken = Table(Taken, "taken slot", index=("merchant_id",))
    reservations = Table(
        Reservation,
        "reservation",
        index=("merchant_id", "purchase_id", "owner"),
        states=RESERVATION_STATES,
        due=reservation_due,
    )
    waitlist = Table(Waiting, "waitlist entry", index=("merchant_id", "owner"), states=WAITING_STATES, due=waiting_due)
    purchases = Table(
        Purchase, "purchase", index=("deal_id", "owner", "merchant_id"), states=PURCHASE_STATES, due=purchase_due
    )
    reviews = Table(Review, "review", index=("merchant_id", "proof_ref", "owner"), states=REVIEW_STATES)
    questions = Table(Question, "question", index=("merchant_id", "owner"))
    saved = Table(Saved, "saved merchant", index=("merchant_id", "owner"))

    def open_merchant(self, merchant_id: str) -> Merchant:
        """A merchant that is still in business."""
        merchant = self.merchants.get(merchant_id)
        if merchant.status == "closed":
            raise Unavailable(f"{merchant.name} is closed for good", merchant_id=merchant_id)
        return merchant

    def merchant_name(self, merchant_id: str) -> str:
        """Its name, or its id where it has no record."""
        return self.merchants.get(merchant_id).name if merchant_id in self.merchants else merchant_id

    def mine(self, reservation_id: str) -> Reservation:
        """A reservation of the persona."""
        reservation = self.reservations.get(reservation_id)
        self.own(reservation, "reservation")
        return reservation

    def coming(self, reservation_id: str) -> Reservation:
        """A reservation of the persona whose visit has not begun."""
        reservation = self.mine(reservation_id)
        if reservation.status not in COMING:
            raise Conflict(
                f"reservation {reservation_id!r} is {reservation.status}; this needs one that is {' or '.join(COMING)}",
                status=reservation.status,
            )
        return reservation

    @cached_property
    def _folded(self) -> dict[str, Folded]:
        return {}

    def folded(self, merchant: Merchant) -> Folded:
        """The words of a merchant."""
        known = self._folded.get(merchant.id)
        if known is None or known.merchant is not merchant:
            city, area = fold(f"{merchant.city}\n{merchant.city_local}"), fold(merchant.area)
            fields = (merchant.name, *merchant.aliases, *merchant.tags, merchant.about, merchant.category)
            text = fold("\n".join((*fields, merchant.address, merchant.id)))
            tags = frozenset(fold(tag) for tag in merchant.tags)
            known = self._folded[merchant.id] = Folded(merchant, f"{text}\n{city}\n{area}", city, area, tags)
        return known

    # ---- places

    def holds(self, merchant_id: str, since: datetime, until: datetime, ignore: str = "") -> list[Hold]:
        """What is held between two instants; reservation or waitlist entry `ignore` does not count."""
        rows: list[tuple[str, Hold]] = [
            (row.id, Hold(row.starts_at, row.ends_at, row.party_size))
            for row in self.reservations.find(merchant_id=merchant_id)
            if row.status in LIVE
        ]
        rows += [
            (row.id, Hold(row.starts_at, row.ends_at, row.party_size))
            for row in self.waitlist.find(merchant_id=merchant_id)
            if row.status == "offered"
        ]
        rows += [
            (row.id, Hold(row.starts_at, row.ends_at, row.guests)) for row in self.taken.find(merchant_id=merchant_id)
        ]
        return [hold for id, hold in rows if id != ignore and hold.starts_at < until and since < hold.ends_at]

    def places_left(self, merchant: Merchant, start: datetime, end: datetime, ignore: str = "") -> int:
        """Places that are free during all of a visit."""
        return merchant.capacity - busiest(self.holds(merchant.id, start, end, ignore), start, end)

    def offer_at(self, merchant_id: str, start: datetime) -> Waiting | None:
        """The persona's standing offer from the waiting list for that visit."""
        rows = self.waitlist.find(merchant_id=merchant_id)
        return next((r for r in rows if r.status == "offered" and r.owner == ME and r.starts_at == start), None)

    # ---- money

    def nothing(self, reservation: Reservation) -> Money:
        """No money, in the currency of the reservation."""
        known = reservation.deposit or reservation.late_fee
        return known.zero() if known else Money(minor=0, currency=self.merchants.get(reservation.merchant_id).currency)

    def late_fee_at(self, reservation: Reservation, now: datetime) -> Money:
        """What not coming costs at that instant."""
        zero = self.nothing(reservation)
        if reservation.status == "requested" or now < (reservation.free_until or reservation.starts_at):
            return zero
        return reservation.late_fee or reservation.deposit or zero

    def pay(self, reservation: Reservation, method: str, amount: Money, what: str) -> tuple[Reservation, str]:
        """Charge something for a reservation; the reservation as it is then, and what the port noted."""
        payee = self.merchant_name(reservation.merchant_id)
        charge = self.ports.charge(method, amount, payee, f"{what} {reservation.id}")
        reservation = self.reservations.update(
            reservation.id,
            payments=(*reservation.payments, Payment(charge=charge, amount=amount)),
            paid=(reservation.paid or amount.zero()) + amount,
            payment_method=method,
        )
        return reservation, charge.note

    def pay_back(self, reservation: Reservation, amount: Money, what: str) -> tuple[Reservation, str]:
        """Refund something, latest charge first; the reservation as it is then, and what the port noted."""
        if not amount.minor:
            return reservation, ""
        payments, left, note = list(reservation.payments), amount.minor, ""
        for place in range(len(payments) - 1, -1, -1):
            payment = payments[place]
            part = min(left, payment.amount.minor - payment.refunded)
            if part > 0:
                share = Money(minor=part, currency=amount.currency)
                note = self.ports.refund(payment.charge, share, f"{what} {reservation.id}").note or note
                payments[place] = payment.model_copy(update={"refunded": payment.refunded + part})
                left -= part
        if left:
            note = note or "part of it was paid in a way that is not on record; the merchant pays it back itself"
        paid = (reservation.paid or amount.zero()) - amount
        return self.reservations.update(reservation.id, payments=tuple(payments), paid=paid), note

    def call_off(self, reservation: Reservation, reason: str, tell: bool) -> Reservation:
        """The merchant cancels a reservation and pays everything back."""
        paid = reservation.paid or self.nothing(reservation)
        reservation, _ = self.pay_back(reservation, paid, "cancelled by the merchant")
        reservation = self.reservations.update(
            reservation.id,
            status="cancelled",
            cancelled_at=self.clock.now,
            cancelled_by="merchant",
            cancel_reason=reason,
        )
        name = self.merchant_name(reservation.merchant_id)
        self.tell_about(reservation, "Reservation cancelled", f"{name} cancelled it: {reason}")
        if tell:
            text = f"we are sorry that we have to cancel your reservation: {reason}."
            if paid.minor:
                text += f" We pay back {paid}."
            self.write_about(reservation, "Your reservation was cancelled", text)
        return reservation

    def give_back(self, purchase: Purchase, reason: str) -> tuple[Purchase, str]:
        """Refund a voucher; the voucher as it is then, and what the port noted."""
        note = "it was paid in a way that is not on record; the merchant pays it back itself"
        if purchase.charge is not None:
            note = self.ports.refund(purchase.charge, purchase.price, f"voucher {purchase.id}").note
        purchase = self.purchases.update(purchase.id, status="refunded", refunded_at=self.clock.now)
        if purchase.owner == ME:
            self.tell(f"purchase:{purchase.id}", "Voucher refunded", f"{purchase.title}: {reason}", purchase.id)
        return purchase, note

    def try_to_pay(self, reservation: Reservation, amount: Money, what: str) -> Reservation:
        """Charge something; where that is not possible, the reservation says so."""
        if not amount.minor:
            return reservation
        try:
            with self.world.transaction():
                if reservation.payment_method is None:
                    raise NotFound("no payment method is on record")
                return self.pay(reservation, reservation.payment_method, amount, what)[0]
        except OperationError as error:
            return self.reservations.update(reservation.id, note=f"{amount} could not be charged: {error.message}")

    # ---- speaking

    def shown(self, reservation: Reservation, *notes: str) -> Json:
        """A reservation in full."""
        place = self.merchants.get(reservation.merchant_id)
        fields = {field: value for field, value in reservation if field not in ("id", "owner", "confirm_at")}
        return {
            "reservation_id": reservation.id,
            **fields,
            "merchant": place.name,
            "address": place.address,
            "phone": place.phone,
            "notes": [note for note in dict.fromkeys(notes) if note],
        }

    def tell(self, topic: str, title: str, text: str, ref: str, *, subscribed: bool = False) -> None:
        """Say something to whoever watches the topic."""
        notice = Notice(source=self.name, topic=topic, title=title, text=text, ref=ref)
        self.ports.notify(notice, subscribed=subscribed)

    def tell_about(self, reservation: Reservation, title: str, text: str) -> None:
        """A change of the persona's reservation."""
        if reservation.owner == ME:
            self.tell(f"reservation:{reservation.id}", title, text, reservation.id)

    def write_about(self, reservation: Reservation, subject: str, text: str) -> None:
        """A letter of the merchant about the persona's reservation."""
        if reservation.owner != ME:
            return
        start = reservation.starts_at
        facts = f"Reservation {reservation.id}: {start:%A %Y-%m-%d %H:%M}, {reservation.party_size} guest(s)"
        if reservation.paid is not None and reservation.paid.minor:
            facts += f", {reservation.paid} paid"
        self.write(reservation.merchant_id, f"{subject} ({reservation.id})", text, facts)

    def write(self, merchant_id: str, subject: str, *lines: str) -> None:
        """A letter of a merchant to the persona."""
        place = self.merchants.get(merchant_id)
        body = "\n\n".join((f"Dear {self.setting.persona.name},", *lines, f"{place.name}\n{place.address}".strip()))
        self.ports.mail(Letter(sender=place.email or _SENDER, sender_name=place.name, subject=subject, body=body))


def busiest(holds: Iterable[Hold], start: datetime, end: datetime) -> int:
    """The most places that are held at any moment between two instants."""
    near = [hold for hold in holds if hold.starts_at < end and start < hold.ends_at]
    moments = [start, *(hold.starts_at for hold in near if hold.starts_at > start)]
    return max(sum(hold.guests for hold in near if hold.starts_at <= at < hold.ends_at) for at in moments)
