"""Changing, cancelling, and what the carrier owes when a service fails."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from vibelife_inspect.errors import Expired, Invalid
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.rail_booking.booking import Legs, Selling, journey
from vibelife_inspect.services.rail_booking.journeys import Section, Wish
from vibelife_inspect.services.rail_booking.records import COMMON_RULES, RefundRule, elapsed, later
from vibelife_inspect.services.rail_booking.search import Searching
from vibelife_inspect.services.rail_booking.tickets import Booking, LegChoice, Traveller
from vibelife_inspect.world import Json, Limit, operation, page

_HOUR = timedelta(hours=1)
_REROUTE_WITHIN = timedelta(hours=48)
_NO_RULE = RefundRule(id="none", operator="*", hours_before=0, refund_percent=0, change_percent=100)


@dataclass(frozen=True)
class Terms:
    """What cancelling or changing means now."""

    refund: Money
    change_fee: Money
    reason: str
    broken: bool
    """Whether the carrier is to blame."""


@dataclass(frozen=True)
class Plan:
    """A change as it would be made."""

    sections: Sequence[Section]
    travellers: tuple[Traveller, ...]
    total: Money
    """New fares."""
    fee: Money
    due: Money
    """To pay; negative when money comes back."""
    reason: str


class Changing(Selling, Searching):
    """Changes and cancellations."""

    @operation("read")
    def get_refund_rules(self, operator: str | None = None) -> Json:
        """Tell what cancelling and changing cost, by hours left to departure; longest notice first.

        Args:
            operator: Name of the operator of the first leg; the common rules when absent.
        """
        rules = self._rules(operator or "*")
        shown = [rule.pick("hours_before", "refund_percent", "change_percent") for rule in rules]
        return {"operator": operator, "rules": shown, "service_failure": _FAILURE}

    @operation("read")
    def quote_cancellation(self, booking_id: str) -> Json:
        """Tell what cancelling a booking would bring back now, without cancelling it.

        Args:
            booking_id: Id of the booking.
        """
        booking = self.my_booking(booking_id)
        terms = self._terms(booking)
        return {"booking_id": booking.id, "paid": self.paid(booking), "refund": terms.refund, "reason": terms.reason}

    @operation("commit")
    def cancel_booking(self, booking_id: str) -> Json:
        """Cancel a held or confirmed booking, or one whose service did not run; the refund is as quoted.

        Args:
            booking_id: Id of the booking.
        """
        booking = self.my_booking(booking_id)
        terms = self._terms(booking)
        self.free_seats(booking)
        self.count_trips(booking.passengers, 1)
        booking = self.bookings.update(booking.id, status="cancelled", hold_until=None)
        if terms.refund.minor > 0:
            booking = self.pay_back(booking, terms.refund, f"Refund {booking.id}")
        self.write(f"Cancelled: {booking.id}", f"Your booking was cancelled. Refund: {terms.refund} ({terms.reason}).")
        return self.show(booking)

    @operation("read")
    def quote_change(self, booking_id: str, legs: Legs) -> Json:
        """Tell what moving a confirmed booking to other legs would cost now, without changing it.

        Args:
            booking_id: Id of the booking.
            legs: The new legs in order of travel; travellers and class stay.
        """
        booking = self.my_booking(booking_id)
        plan = self._plan(booking, legs)
        return {
            "booking_id": booking.id,
            "old_total": booking.total,
            "new_total": plan.total,
            "change_fee": plan.fee,
            "to_pay": plan.due if plan.due.minor > 0 else plan.due.zero(),
            "to_get_back": -plan.due if plan.due.minor < 0 else plan.due.zero(),
            "reason": plan.reason,
        }

    @operation("commit")
    def change_booking(self, booking_id: str, legs: Legs, payment_method: str | None = None) -> Json:
        """Move a confirmed booking to other legs; costs are as quoted. Reserved seats are given up.

        Args:
            booking_id: Id of the booking.
            legs: The new legs in order of travel; travellers and class stay.
            payment_method: Id of the account or card; may be absent only when nothing is to pay.
        """
        booking = self.my_booking(booking_id)
        plan = self._plan(booking, legs)
        self.free_seats(booking)
        for section in plan.sections:
            self.move_seats(section.run.id, booking.travel_class, -booking.seat_count)
        booking = self.pay(booking, plan.due, payment_method, f"Change {booking.id}")
        if plan.due.minor < 0:
            booking = self.pay_back(booking, -plan.due, f"Change {booking.id}")
        fees = plan.fee if booking.fees is None else booking.fees + plan.fee
        booking = self.bookings.update(
            booking.id, **journey(plan.sections), passengers=plan.travellers, total=plan.total, fees=fees, seats=()
        )
        self.write(
            f"Changed: {booking.id}",
            f"New departure {booking.departs_at:%Y-%m-%d %H:%M}, arrival {booking.arrives_at:%Y-%m-%d %H:%M}.",
        )
        return self.show(booking)

    @operation("read")
    def list_alternatives(self, booking_id: str, limit: Limit = 10, cursor: str | None = None) -> Json:
        """List other connections with enough seats for a booking, in order of departure, arrival and id.

        They leave from 3 hours before the booked departure until 48 hours after it. While the carrier is to blame,
        changing to them is free.

        Args:
            booking_id: Id of the booking.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        booking = self.my_booking(booking_id)
        # Cities, not stations: after a cancellation another terminal of the same town is as good.
        origins = self.places(self.city(booking.origin), "origin")
        destinations = self.places(self.city(booking.destination), "destination")
        wish = Wish(
            origins=origins,
            destinations=destinations,
            earliest=later(booking.departs_at, -3 * _HOUR),
            latest=later(booking.departs_at, _REROUTE_WITHIN),
            now=self.clock.now,
        )
        mine = {leg.service for leg in booking.legs}
        rows = {
            row.id: row
            for shift in (0, 2)
            for row in self.connections(
                wish, booking.departs_at.date() + timedelta(days=shift), booking.travel_class, 1
            )
            if not mine & {leg.run.id for leg in row.legs}
            and all(leg.seats_left(booking.travel_class) >= booking.seat_count for leg in row.legs)
        }
        ordered = sorted(rows.values(), key=lambda row: (row.departs_at, row.arrives_at, row.id))
        return page(ordered, limit, cursor, lambda row: self.connection_row(row, booking.travel_class))

    def _terms(self, booking: Booking) -> Terms:
        if booking.status == "held":
            return Terms(booking.total.zero(), booking.total.zero(), "a hold costs nothing", broken=False)
        self.require(booking, "booking", "confirmed", "not_operated")
        paid = self.paid(booking)
        blame = self.broken(booking)
        if blame or booking.status == "not_operated":
            return Terms(paid, booking.total.zero(), f"{blame or 'it did not run'}: everything comes back", broken=True)
        left = elapsed(self.clock.now, booking.departs_at)
        if left <= timedelta(0):
            raise Expired(f"booking {booking.id!r} departed at {booking.departs_at.isoformat()}; it is too late")
        rule = self._rule(booking, left // _HOUR)
        back = min(booking.total.percent(rule.refund_percent), paid)
        reason = f"{rule.refund_percent}% of the fare until {rule.hours_before} hours before departure"
        return Terms(back, booking.total.percent(rule.change_percent), reason, broken=False)

    def _rules(self, operator: str) -> list[RefundRule]:
        rules = self.refund_rules.find(operator=operator) or self.refund_rules.find(operator="*") or list(COMMON_RULES)
        return sorted(rules, key=lambda rule: -rule.hours_before)

    def _rule(self, booking: Booking, hours: int) -> RefundRule:
        first = booking.legs[0].service
        operator = self.services.get(first).operator
        return next((rule for rule in self._rules(operator) if rule.hours_before <= hours), _NO_RULE)

    def _plan(self, booking: Booking, legs: Sequence[LegChoice]) -> Plan:
        self.require(booking, "booking", "confirmed")
        terms = self._terms(booking)
        sections = self.sections_of(legs)
        if [(leg.service, leg.origin, leg.destination) for leg in booking.legs] == [
            (leg.run.id, leg.origin, leg.destination) for leg in sections
        ]:
            raise Invalid("legs: the booking has these legs already")
        own = {leg.service: booking.seat_count for leg in booking.legs}
        self.check_seats(sections, booking.travel_class, booking.seat_count, own)
        if terms.broken and self._reroutes(booking, sections):
            nothing = booking.total.zero()
            return Plan(sections, booking.passengers, booking.total, nothing, nothing, "rerouting is free")
        priced = self.travellers(sections, booking.travel_class, booking.passengers, again=True)
        currency = booking.total.currency
        priced = tuple(one.model_copy(update={"fare": self.convert(one.fare, currency)}) for one in priced)
        new = total((one.fare for one in priced), currency)
        due = new - booking.total + terms.change_fee
        if due.minor < 0:
            due = -min(-due, self.paid(booking))
        return Plan(sections, priced, new, terms.change_fee, due, "fare difference plus change fee")

    def _reroutes(self, booking: Booking, sections: Sequence[Section]) -> bool:
        return (
            self.city(sections[0].origin) == self.city(booking.origin)
            and self.city(sections[-1].destination) == self.city(booking.destination)
            and abs(elapsed(booking.departs_at, sections[0].departs_at)) <= _REROUTE_WITHIN
        )


_FAILURE = (
    "When a service of the booking is cancelled, gone from the timetable, or an hour or more late before departure, "
    "everything comes back, and moving to another connection between the same cities within 48 hours is free."
)
