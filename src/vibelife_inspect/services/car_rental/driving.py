"""During the rental: reports, incidents, help, the return, and what time does."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid, OperationError
from vibelife_inspect.ids import stable_int
from vibelife_inspect.money import Money
from vibelife_inspect.services.car_rental.changing import Changing
from vibelife_inspect.services.car_rental.records import (
    Booking,
    ConditionReport,
    HelpRequest,
    Incident,
    IncidentKind,
    Line,
    Word,
)
from vibelife_inspect.world import ME, Json, Limit, operation, page

Place = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
"""Where it is, in words."""


class Driving(Changing):
    """Operations of a rental under way, and due actions."""

    @operation("write")
    def report_condition(
        self,
        booking_id: str,
        phase: Literal["pickup", "return"],
        odometer_km: Annotated[int, Field(ge=0, le=2_000_000)],
        energy_percent: Annotated[int, Field(ge=0, le=100)],
        damages: Annotated[list[Word], Field(max_length=30)] | None = None,
        notes: str | None = None,
    ) -> Json:
        """Record how the car was when it was fetched or brought back; a second report of the phase replaces the first.

        The final bill, a day after the return, goes by these two reports.

        Args:
            booking_id: Id of a booking that is picked up, or returned and not yet closed.
            phase: Whether it is the state at pick-up or at return.
            odometer_km: What the odometer shows.
            energy_percent: How full the tank or battery is.
            damages: Each damage that is seen; none if not given.
            notes: Anything else.
        """
        booking = self.mine(booking_id, "picked_up", "returned")
        first = self._report(booking.id, "pickup")
        if phase == "return" and first is not None and odometer_km < first.odometer_km:
            raise Invalid(f"odometer_km: {odometer_km} is less than {first.odometer_km} at pick-up")
        fields = {
            "odometer_km": odometer_km, "energy_percent": energy_percent, "damages": tuple(damages or ()),
            "notes": notes or "", "made_at": self.clock.now,
        }  # fmt: skip
        known = self._report(booking.id, phase)
        if known is not None:
            return dict(self.condition_reports.update(known.id, **fields))
        row = {"id": self.new_id("REP"), "booking": booking.id, "phase": phase, **fields}
        return dict(self.condition_reports.add(ConditionReport.model_validate(row)))

    @operation("commit")
    def report_incident(
        self,
        booking_id: str,
        kind: IncidentKind,
        happened_at: Instant,
        location: Place,
        description: str,
        safe_to_drive: bool = True,
        police_reference: str | None = None,
    ) -> Json:
        """Report an accident, damage, theft, fine or other incident to the company, which reviews and settles it.

        Args:
            booking_id: Id of a booking that is picked up, returned or closed.
            kind: What happened.
            happened_at: When it happened, during the rental.
            location: Where it happened.
            description: How it happened.
            safe_to_drive: Whether the car can still be driven.
            police_reference: Number of the police report, if there is one.
        """
        booking = self.mine(booking_id, "picked_up", "returned", "closed")
        now = self.clock.now
        if not booking.pickup_at <= happened_at <= min(now, booking.returned_at or now):
            raise Invalid(
                f"happened_at: must lie between pick-up, {booking.pickup_at.isoformat()}, and now or the return"
            )
        incident = Incident(
            id=self.new_id("INC"),
            booking=booking.id,
            kind=kind,
            happened_at=happened_at,
            location=location,
            description=description,
            safe_to_drive=safe_to_drive,
            police_reference=police_reference or "",
            reported_at=now,
        )
        self.incidents.add(incident)
        self.write_to_customer(booking, "We received your report", f"we received your report {incident.id}.")
        return {field: value for field, value in incident if field != "owner"}

    @operation("read")
    def list_incidents(
        self,
        booking_id: str | None = None,
        status: Literal["reported", "in_review", "settled"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List reported incidents, latest first.

        Args:
            booking_id: Only incidents of this booking.
            status: Only incidents with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if booking_id is None:
            rows = self.incidents.find(owner=ME)
        else:
            rows = self.incidents.find(booking=self.mine(booking_id).id)
        rows = [row for row in rows if status in (None, row.status)]
        return page(sorted(rows, key=lambda row: (row.happened_at, row.id), reverse=True), limit, cursor,
                    lambda row: {**row.row, "outcome": row.outcome})  # fmt: skip

    @operation("read")
    def get_return_requirements(self, booking_id: str) -> Json:
        """Show what the return of a car needs: place, hours, time, fuel or charge, distance, extras, open incidents.

        Args:
            booking_id: Id of a confirmed or picked-up booking.
        """
        booking = self.mine(booking_id, "confirmed", "picked_up")
        offer, station = self.offers.get(booking.offer), self.stations.get(booking.return_station)
        first = self._report(booking.id, "pickup")
        level = {"full_to_full": 100, "prepaid": 0}.get(offer.energy_rule, first.energy_percent if first else None)
        open_incidents = [row.id for row in self.incidents.find(booking=booking.id) if row.status != "settled"]
        return {
            "booking_id": booking.id,
            "return_at": booking.return_at,
            "station": {**station.row, **station.hours},
            "station_closed_then": station.closed_because(booking.return_at) or None,
            "energy": offer.energy,
            "energy_rule": offer.energy_rule,
            "energy_percent_needed": level,
            "refuel_fee_per_percent": offer.refuel_fee,
            "km_included": None if offer.km_per_day is None else offer.km_per_day * booking.days,
            "odometer_at_pickup": None if first is None else first.odometer_km,
            "extra_km": offer.extra_km,
            "extras_to_return": [
                {"name": self.extras.get(item.extra_id).name, "quantity": item.quantity} for item in booking.extras
            ],
            "condition_report_made": {
                phase: self._report(booking.id, phase) is not None for phase in ("pickup", "return")
            },
            "open_incidents": open_incidents,
            "deposit_back": booking.deposit,
        }

    @operation("commit")
    def request_roadside_help(
        self,
        booking_id: str,
        problem: Literal["breakdown", "flat_tyre", "battery", "out_of_energy", "locked_out", "accident"],
        location: Place,
        description: str | None = None,
    ) -> Json:
        """Call for help on the road; charges the offer's fee unless the insurance covers roadside help.

        Args:
            booking_id: Id of a picked-up booking.
            problem: What is wrong.
            location: Where the car stands.
            description: Anything that the helper should know.
        """
        booking = self.mine(booking_id, "picked_up")
        if any(row.status == "dispatched" for row in self.help_requests.find(booking=booking.id)):
            raise Conflict(f"help for {booking.id!r} is under way already")
        fee, note = self._help_fee(booking), ""
        if fee is not None:
            line = Line(kind="roadside", text="roadside help", amount=fee)
            booking = self.bookings.update(booking.id, lines=(*booking.lines, line), total=booking.total + fee)
            booking = self.pay(booking, self.payer(booking, None), fee, "roadside help for")
            note = booking.payments[-1].charge.note
        id = self.new_id("SOS")
        wait = timedelta(minutes=30 + stable_int("help", self.setting.seed, id) % 61)
        row = HelpRequest(
            id=id, booking=booking.id, problem=problem, location=location, description=description or "", fee=fee,
            requested_at=self.clock.now, arrives_at=self.clock.after(wait),
        )  # fmt: skip
        self.help_requests.add(row)
        return {**{field: value for field, value in row if field != "owner"}, "note": note}

    def lapse_hold(self, booking: Booking) -> None:
        """Nobody confirmed the hold in time."""
        now = self.clock.now
        self.bookings.update(booking.id, status="cancelled", cancelled_at=now, cancelled_by="time")
        self.tell(booking, "Hold lapsed", f"The hold {booking.id} was not confirmed in time.")

    def begin_rental(self, booking: Booking) -> None:
        """The car is fetched; where there is none, the company cancels and pays everything back."""
        if booking.trouble in ("car_withdrawn", "pickup_closed"):
            booking = self._fail(booking)
            self.write_to_customer(booking, "We could not hand over your car", "we are sorry.", booking.note)
            return
        if booking.deposit is not None and booking.deposit.minor and booking.payment_method is not None:
            booking = self._take_deposit(booking, booking.payment_method, booking.deposit)
        self.bookings.update(booking.id, status="picked_up")
        self.tell(booking, "Rental began", f"The rental {booking.id} has begun.")

    def end_rental(self, booking: Booking) -> None:
        """The car is brought back."""
        self.bookings.update(booking.id, status="returned", returned_at=self.clock.now)
        self.tell(booking, "Car returned", f"The rental {booking.id} has ended.")

    def close_rental(self, booking: Booking) -> None:
        """The final bill by the condition reports; the deposit goes back."""
        booking = self.bill(booking, self._final_lines(booking))
        if booking.deposit_charge is not None and booking.deposit is not None:
            booking = self.try_to_pay_back(booking, booking.deposit_charge, booking.deposit, "deposit")
        booking = self.bookings.update(booking.id, status="closed", deposit_charge=None)
        self.write_to_customer(booking, "Your final bill", "your rental is closed.", booking.note)

    def review_incident(self, incident: Incident) -> None:
        """The company begins its review."""
        self.incidents.update(incident.id, status="in_review")

    def arrive_help(self, request: HelpRequest) -> None:
        """Help arrives."""
        self.help_requests.update(request.id, status="arrived")
        booking = self.bookings.get(request.booking)
        self.tell(booking, "Roadside help arrived", f"Help for {request.booking} is at {request.location}.")

    def _report(self, booking_id: str, phase: str) -> ConditionReport | None:
        rows = self.condition_reports.find(booking=booking_id)
        return next((row for row in rows if row.phase == phase), None)

    def _help_fee(self, booking: Booking) -> Money | None:
        plan = None if booking.insurance is None else self.insurance_plans.get(booking.insurance)
        covered = plan is not None and "roadside" in plan.covers
        fee = self.offers.get(booking.offer).roadside_fee
        return None if covered or fee is None or not fee.minor else fee

    def _fail(self, booking: Booking) -> Booking:
        """The company cancels; money that an account no longer takes is noted."""
        reason = "no car could be handed over"
        try:
            with self.world.transaction():
                return self.call_off(booking, "company", reason, booking.total.zero())[0]
        except OperationError as error:
            note = f"{booking.paid} could not be paid back: {error.message}"
            fields = {"cancelled_at": self.clock.now, "cancelled_by": "company", "cancel_reason": reason, "note": note}
            return self.bookings.update(booking.id, status="cancelled", **fields)

    def _take_deposit(self, booking: Booking, method: str, amount: Money) -> Booking:
        payee = self.stations.get(booking.station).company
        try:
            with self.world.transaction():
                charge = self.ports.charge(method, amount, payee, f"deposit {booking.id}")
        except OperationError as error:
            return self.bookings.update(
                booking.id, note=f"the deposit of {amount} could not be charged: {error.message}"
            )
        return self.bookings.update(booking.id, deposit_charge=charge)

    def _final_lines(self, booking: Booking) -> list[Line]:
        offer = self.offers.get(booking.offer)
        first, last = self._report(booking.id, "pickup"), self._report(booking.id, "return")
        if first is None or last is None:
            return []
        lines = []
        far = last.odometer_km - first.odometer_km - (offer.km_per_day or 0) * booking.days
        if offer.km_per_day is not None and offer.extra_km is not None and far > 0:
            lines.append(Line(kind="kilometres", text=f"{far} km beyond the limit", amount=offer.extra_km * far))
        needed = {"full_to_full": 100, "same_level": first.energy_percent, "prepaid": 0}[offer.energy_rule]
        missing = needed - last.energy_percent
        if offer.refuel_fee is not None and missing > 0:
            lines.append(Line(kind="refuelling", text=f"{missing}% missing", amount=offer.refuel_fee * missing))
        return [line for line in lines if line.amount.minor]
