"""Being told: subscriptions, what time does, and what carriers and officials do."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, OperationError, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.rail_booking.base import expected
from vibelife_inspect.services.rail_booking.records import Run, TravelClass, Watch
from vibelife_inspect.services.rail_booking.search import Searching
from vibelife_inspect.services.rail_booking.tickets import Booking, Claim, DiscountCard, Pass
from vibelife_inspect.services.rail_booking.till import Till
from vibelife_inspect.world import ME, Json, Limit, Notice, operation, page

_PLANNED = ("scheduled", "delayed")
_RUNNING = (*_PLANNED, "departed")


class Happening(Till, Searching):
    """The part of the desk in which things happen."""

    # ---- subscriptions

    @operation("write")
    def subscribe_status(self, service_id: str) -> Json:
        """Ask to be told when a service is delayed, cancelled or moved to another platform; else you hear nothing.

        Args:
            service_id: Id of the dated service, such as HIKARI-505-2026-04-08.
        """
        run = self.services.get(service_id)
        self.require(run, "service", *_RUNNING)
        for watch in self._my_watches(service_id):
            raise Conflict(f"there is already a subscription {watch.id!r} to {service_id!r}", id=watch.id)
        if not run.tracked:
            self.change_run(run.id)
        watch = Watch(id=self.new_id("SUB"), service=run.id, created_at=self.clock.now)
        return dict(self.subscriptions.add(watch))

    @operation("write")
    def unsubscribe_status(self, service_id: str) -> Json:
        """Stop being told about a service.

        Args:
            service_id: Id of the dated service.
        """
        for watch in self._my_watches(service_id):
            self.subscriptions.remove(watch.id)
            return {"service_id": service_id, "subscribed": False}
        raise Conflict(f"there is no subscription to {service_id!r}")

    @operation("read")
    def list_subscriptions(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the services that you are told about, newest subscription first.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.subscriptions.find(owner=ME), key=lambda row: (row.created_at, row.id), reverse=True)
        return page(rows, limit, cursor, dict)

    def _my_watches(self, service_id: str) -> list[Watch]:
        return [watch for watch in self.subscriptions.find(service=service_id) if watch.owner == ME]

    def _tell(self, run: Run, title: str, text: str) -> None:
        watches = self._my_watches(run.id)
        self.ports.notify(
            Notice(source=self.name, topic=f"rail:{run.id}", title=title, text=text, ref=run.id),
            subscribed=bool(watches),
        )
        for watch in watches:
            self.world.ring(self.subscriptions, watch.id, f"{title}. {text}")

    # ---- time

    def depart_service(self, run: Run) -> None:
        """A run leaves its first stop."""
        self.change_run(run.id, status="departed")

    def arrive_service(self, run: Run) -> None:
        """A run reaches its last stop."""
        self.change_run(run.id, status="arrived")

    def lapse_hold(self, booking: Booking) -> None:
        """A hold ends unpaid."""
        self.free_seats(booking)
        self.count_trips(booking.passengers, 1)
        self.bookings.update(booking.id, status="lapsed")

    def complete_journey(self, booking: Booking) -> None:
        """The last leg should have arrived: the journey is over, still under way, or never took place."""
        runs = [self.services.get(leg.service) for leg in booking.legs if leg.service in self.services]
        if any(run.status in ("cancelled", "withdrawn") for run in runs):
            self.bookings.update(booking.id, status="not_operated")
            return
        arrival = expected(booking.arrives_at, runs[-1]) if runs else booking.arrives_at
        if arrival > self.clock.now:
            self.bookings.update(booking.id, ends_at=arrival)
        else:
            self.bookings.update(booking.id, status="travelled")

    def expire_card(self, card: DiscountCard) -> None:
        """A discount card ends."""
        self.discount_cards.update(card.id, status="expired")

    def expire_pass(self, owned: Pass) -> None:
        """A pass ends, or was never used in time."""
        self.passes.update(owned.id, status="expired")

    def pay_claim(self, claim: Claim) -> None:
        """A claim for compensation is paid out, if the account or card that paid still takes it."""
        booking = self.bookings.get(claim.booking)
        try:
            with self.world.transaction():
                self.pay_back(booking, claim.amount, f"Compensation {claim.id}")
        except OperationError:
            # The account or card no longer takes it, for instance after a chargeback.
            self.claims.update(claim.id, status="failed")
            return
        self.claims.update(claim.id, status="paid")
        self.write(f"Compensation {claim.id}", f"We have paid {claim.amount} for the late arrival of {booking.id}.")

    # ---- the outside world

    @operation("outside")
    def delay_service(self, service_id: str, minutes: Annotated[int, Field(ge=0, le=2880)], reason: str) -> Json:
        """A carrier delays a service; 0 minutes means that it is on time again.

        Args:
            service_id: Id of the service.
            minutes: Whole delay against the plan.
            reason: What the carrier says.
        """
        run = self.services.get(service_id)
        self.require(run, "service", *_RUNNING)
        status = run.status if run.status == "departed" else "delayed" if minutes else "scheduled"
        after = self.change_run(run.id, delay_minutes=minutes, reason=reason, status=status)
        leaves, arrives = expected(run.departs_at, after), expected(run.arrives_at, after)
        text = f"Departure {leaves:%Y-%m-%d %H:%M}, arrival {arrives:%Y-%m-%d %H:%M}. {reason}"
        self._tell(after, f"{run.service_no} is {minutes} minutes late", text)
        return self.status_row(after)

    @operation("outside")
    def cancel_service(self, service_id: str, reason: str) -> Json:
        """A carrier cancels a service that has not departed.

        Args:
            service_id: Id of the service.
            reason: What the carrier says.
        """
        self.require(self.services.get(service_id), "service", *_PLANNED)
        run = self.change_run(service_id, status="cancelled", reason=reason)
        self._tell(run, f"{run.service_no} on {run.day} is cancelled", reason)
        return self.status_row(run)

    @operation("outside")
    def withdraw_service(self, service_id: str) -> Json:
        """A service silently vanishes from the timetable; nobody is told, bookings stay as they are.

        Args:
            service_id: Id of the service.
        """
        self.require(self.services.get(service_id), "service", *_PLANNED)
        return self.status_row(self.change_run(service_id, status="withdrawn"))

    @operation("outside")
    def change_platform(self, service_id: str, platform: str) -> Json:
        """A service leaves from another platform.

        Args:
            service_id: Id of the service.
            platform: The new platform, pier or bay.
        """
        run = self.services.get(service_id)
        self.require(run, "service", *_PLANNED)
        run = self.change_run(service_id, platform=platform)
        self._tell(run, f"{run.service_no} leaves from {platform}", f"Departure {run.departs_at:%Y-%m-%d %H:%M}.")
        return self.status_row(run)

    @operation("outside")
    def change_fare(self, service_id: str, travel_class: TravelClass, fare: Money) -> Json:
        """A carrier sets another full fare; bookings keep theirs.

        Args:
            service_id: Id of the service.
            travel_class: Class that it already offers.
            fare: The new full adult fare, in the currency of the old one.
        """
        run = self.services.get(service_id)
        old: Money | None = getattr(run.fares, travel_class)
        if old is None or old.currency != fare.currency or not 0 < fare.minor <= 10**10:
            raise Invalid(
                f"fare: {run.id} has {old} in {travel_class} class; the new fare must be of the same currency"
            )
        run = self.change_run(service_id, fares=run.fares.model_copy(update={travel_class: fare}))
        return {"service_id": run.id, "fares": run.fares}

    @operation("outside")
    def sell_seats(
        self, service_id: str, travel_class: TravelClass, count: Annotated[int, Field(ge=1, le=5000)]
    ) -> Json:
        """Other people buy seats of a service.

        Args:
            service_id: Id of the service.
            travel_class: Class.
            count: How many seats.
        """
        left = getattr(self.services.get(service_id).seats, travel_class)
        if left < count:
            raise Unavailable(f"{service_id} has {left} {travel_class} seats left", seats_left=left)
        self.move_seats(service_id, travel_class, -count)
        return {"service_id": service_id, "seats": self.services.get(service_id).seats}

    @operation("outside")
    def verify_discount_card(
        self, card_id: str, verdict: Literal["verified", "rejected"], note: str | None = None
    ) -> Json:
        """An official verifies or rejects a declared discount card.

        Args:
            card_id: Id of the card.
            verdict: What the official found.
            note: What the official says.
        """
        other = "rejected" if verdict == "verified" else "verified"
        self.require(self.discount_cards.get(card_id), "discount card", "declared", other)
        card = self.discount_cards.update(card_id, status=verdict, note=note or "")
        if card.owner == ME:
            self.write(f"Your discount card {card.id} is {verdict}", note or f"The {card.kind} card is {verdict}.")
        return dict(card)
