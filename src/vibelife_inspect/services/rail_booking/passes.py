"""Rail passes, discount cards, and compensation for late arrivals."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.rail_booking.records import Mode
from vibelife_inspect.services.rail_booking.tickets import (
    Booking,
    CardKind,
    Claim,
    DiscountCard,
    Pass,
    PassProduct,
)
from vibelife_inspect.services.rail_booking.till import Till
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Json, Limit, operation, page

_PERCENT: dict[CardKind, int] = {"student": 25, "youth": 20, "senior": 30, "disability": 50}
_STUDENT_TRIPS = 4
_ACTIVATE_WITHIN = timedelta(days=330)
_LONGEST_CARD = timedelta(days=3660)
_COMPENSATION = ((120, 50), (60, 25))
_CLAIM_WITHIN = timedelta(days=90)
_CLAIM_TAKES = timedelta(days=10)

HolderName = Annotated[str, Field(max_length=120, pattern=r"\S")]
"""Full name of the only person who may use it."""

CardNumber = Annotated[str, Field(max_length=60, pattern=r"\S")]
"""Number that is printed on a card."""


class Entitlements(Till):
    """What a traveller holds besides tickets."""

    @operation("read")
    def list_pass_products(
        self,
        country: str | None = None,
        mode: Mode | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the rail passes on sale, in order of id.

        Args:
            country: Only passes that count in this country, ISO code such as JP.
            mode: Only passes that cover this mode.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.pass_products
            if (country is None or country.upper() in row.countries) and (mode is None or mode in row.modes)
        ]
        return page(sorted(rows, key=lambda row: row.id), limit, cursor, dict)

    @operation("commit")
    def buy_pass(self, product_id: str, holder: HolderName, payment_method: str) -> Json:
        """Buy a rail pass. It counts only once it is activated, within 330 days.

        Args:
            product_id: Id of the pass product.
            holder: Full name of the only person who may use it.
            payment_method: Id of the account or card.
        """
        product = self.pass_products.get(product_id)
        charge = self.charge(product.price, payment_method, f"{product.name} for {holder}")
        bought = self.passes.add(
            Pass(
                id=self.new_id("PASS"),
                product=product.id,
                holder=holder,
                price=product.price,
                activate_by=self.clock.today + _ACTIVATE_WITHIN,
                charge=charge,
            )
        )
        self.write(f"Your {product.name} {bought.id}", f"For {holder}. Activate it by {bought.activate_by}.")
        return self._pass_row(bought)

    @operation("commit")
    def activate_pass(self, pass_id: str, starts_on: date) -> Json:
        """Fix the first day of a bought pass; this cannot be undone, and the pass can no longer be returned.

        Args:
            pass_id: Id of the pass.
            starts_on: First day of validity, today or later.
        """
        owned = self._my_pass(pass_id)
        self.require(owned, "rail pass", "bought")
        if starts_on < self.clock.today:
            raise Invalid(f"starts_on: {starts_on} has passed; today is {self.clock.today}")
        if starts_on > (owned.activate_by or self.clock.today + _ACTIVATE_WITHIN):
            raise Invalid(f"starts_on: must be {owned.activate_by or 'within 330 days'} at the latest")
        days = self.pass_products.get(owned.product).validity_days
        ends_on = starts_on + timedelta(days=days - 1)
        return self._pass_row(self.passes.update(owned.id, status="active", starts_on=starts_on, ends_on=ends_on))

    @operation("commit")
    def return_pass(self, pass_id: str) -> Json:
        """Return a pass that was never activated; `refund_if_returned` of the pass comes back.

        Args:
            pass_id: Id of the pass.
        """
        owned = self._my_pass(pass_id)
        self.require(owned, "rail pass", "bought")
        back = self._pass_refund(owned)
        if owned.charge is not None and back.minor > 0:
            self.ports.refund(owned.charge, back, f"Returned pass {owned.id}")
        return self._pass_row(self.passes.update(owned.id, status="returned", refunded=back))

    @operation("read")
    def list_passes(
        self,
        status: Literal["bought", "active", "expired", "returned"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's rail passes, in order of id.

        Args:
            status: Only passes with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.passes.find(owner=ME) if status in (None, row.status)]
        return page(sorted(rows, key=lambda row: row.id), limit, cursor, self._pass_row)

    @operation("read")
    def list_discount_cards(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's discount cards with their standing and trips left, in order of id.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        return page(sorted(self.discount_cards.find(owner=ME), key=lambda row: row.id), limit, cursor, dict)

    @operation("write")
    def apply_discount_card(self, kind: CardKind, holder: HolderName, number: CardNumber, valid_until: date) -> Json:
        """Declare a discount card. It gives no discount before an official has verified it, which takes its time.

        Args:
            kind: What the card is for.
            holder: Full name on the card.
            number: Number on the card.
            valid_until: Last day of the card, at most ten years ahead.
        """
        if not self.clock.today <= valid_until <= self.clock.today + _LONGEST_CARD:
            raise Invalid(f"valid_until: must be from {self.clock.today} on and within ten years")
        for card in self.discount_cards.find(owner=ME):
            if squeeze(card.number) == squeeze(number) and card.status in ("declared", "verified"):
                raise Conflict(f"discount card {card.id!r} with this number is {card.status} already", id=card.id)
        card = DiscountCard(
            id=self.new_id("CARD"),
            kind=kind,
            holder=holder,
            number=number,
            percent=_PERCENT[kind],
            valid_until=valid_until,
            trips_left=_STUDENT_TRIPS if kind == "student" else None,
        )
        return dict(self.discount_cards.add(card))

    @operation("read")
    def quote_compensation(self, booking_id: str) -> Json:
        """Tell what is due for a late arrival: 25% of the fare from 60 minutes on, 50% from 120 minutes on.

        Args:
            booking_id: Id of a booking that has been travelled.
        """
        delay, percent, amount = self._compensation(self.my_booking(booking_id))
        return {"booking_id": booking_id, "delay_minutes": delay, "percent": percent, "amount": amount}

    @operation("commit")
    def claim_compensation(self, booking_id: str) -> Json:
        """Claim compensation for a late arrival, within 90 days; it is paid after ten days to where the fare came from.

        Args:
            booking_id: Id of a booking that has been travelled.
        """
        booking = self.my_booking(booking_id)
        delay, percent, amount = self._compensation(booking)
        claim = Claim(
            id=self.new_id("CLM"),
            booking=booking.id,
            delay_minutes=delay,
            percent=percent,
            amount=amount,
            submitted_at=self.clock.now,
            decide_at=self.clock.after(_CLAIM_TAKES),
        )
        return dict(self.claims.add(claim))

    @operation("read")
    def list_claims(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's compensation claims, newest first.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.claims.find(owner=ME), key=lambda row: (row.submitted_at, row.id), reverse=True)
        return page(rows, limit, cursor, dict)

    def _compensation(self, booking: Booking) -> tuple[int, int, Money]:
        self.require(booking, "booking", "travelled")
        if self.claims.find(booking=booking.id):
            raise Conflict(f"there is already a claim for booking {booking.id!r}")
        if self.clock.now - booking.arrives_at > _CLAIM_WITHIN:
            raise Expired(f"booking {booking.id!r} arrived more than 90 days ago")
        last = booking.legs[-1].service
        delay = self.services.get(last).delay_minutes if last in self.services else 0
        percent = next((share for minutes, share in _COMPENSATION if delay >= minutes), 0)
        amount = min(booking.total.percent(percent), self.paid(booking))
        if amount.minor <= 0:
            raise Refused(f"nothing is due: it arrived {delay} minutes late and the fare paid is {self.paid(booking)}")
        return delay, percent, amount

    def _my_pass(self, pass_id: str) -> Pass:
        owned = self.passes.get(pass_id)
        self.own(owned, "rail pass")
        return owned

    def _pass_refund(self, owned: Pass) -> Money:
        product: PassProduct = self.pass_products.get(owned.product)
        return owned.price.percent(product.refund_percent)

    def _pass_row(self, owned: Pass) -> Json:
        back = self._pass_refund(owned) if owned.status == "bought" else None
        return {**dict(owned), "refund_if_returned": back}
