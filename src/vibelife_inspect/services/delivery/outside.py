"""What carriers and neighbours do to parcels; the bundle's timeline calls it."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.delivery.moving import Moving
from vibelife_inspect.services.delivery.places import working_day
from vibelife_inspect.world import Json, operation


class Outside(Moving):
    """Outside operations."""

    @operation("outside")
    def delay_shipment(self, shipment_id: str, days: Annotated[int, Field(ge=1, le=60)], reason: str) -> Json:
        """A carrier needs longer; a parcel in the van goes back to the depot.

        Args:
            shipment_id: Id of the shipment.
            days: By how many days the carrier's own day moves.
            reason: Why.
        """
        shipment = self.shipments.get(shipment_id)
        self.with_status(shipment, "created", "picked_up", "in_transit", "out_for_delivery")
        earliest = working_day(shipment.earliest_on + timedelta(days=days))
        in_van = shipment.status == "out_for_delivery"
        tomorrow = working_day(self.clock.today + timedelta(days=1))
        day = max(earliest, shipment.expected_on, *[tomorrow] * in_van)
        text = f"Delayed: {reason}. Expected on {day}."
        if in_van:
            return dict(self.move(shipment, "in_transit", text, earliest_on=earliest, expected_on=day))
        shipment = self.scan(shipment, text, earliest_on=earliest, expected_on=day)
        self.tell(shipment, text)
        return dict(shipment)

    @operation("outside")
    def mark_exception(
        self,
        shipment_id: str,
        trouble: Literal["address_problem", "failed_attempt", "customs", "damaged"],
        reason: str,
    ) -> Json:
        """Something stops a parcel; unless somebody reschedules it, it goes back after seven days.

        Args:
            shipment_id: Id of the shipment.
            trouble: What it is.
            reason: What the scan says.
        """
        shipment = self.shipments.get(shipment_id)
        self.with_status(shipment, "picked_up", "in_transit", "out_for_delivery")
        return dict(self.move(shipment, "exception", reason, trouble=trouble))

    @operation("outside")
    def release_shipment(self, shipment_id: str, text: str = "Released; on its way again.") -> Json:
        """What stopped a parcel is over, or a lost one is found: it is delivered on the next working day or later.

        Args:
            shipment_id: Id of the shipment.
            text: What the scan says.
        """
        shipment = self.shipments.get(shipment_id)
        self.with_status(shipment, "exception")
        day = max(working_day(self.clock.today + timedelta(days=1)), shipment.expected_on)
        return dict(self.move(shipment, "in_transit", text, trouble=None, expected_on=day, earliest_on=day))

    @operation("outside")
    def lose_shipment(self, shipment_id: str, reason: str = "The parcel cannot be found.") -> Json:
        """A carrier loses a parcel; nothing moves any more until it is released.

        Args:
            shipment_id: Id of the shipment.
            reason: What the scan says.
        """
        shipment = self.shipments.get(shipment_id)
        self.with_status(shipment, "picked_up", "in_transit", "out_for_delivery", "exception")
        if shipment.trouble == "lost":
            raise Conflict(f"shipment {shipment_id!r} is already lost", trouble="lost")
        return dict(self.move(shipment, "exception", reason, trouble="lost"))

    @operation("outside")
    def deliver_to_neighbour(self, shipment_id: str, neighbour: str) -> Json:
        """The courier leaves a parcel with somebody next door.

        Args:
            shipment_id: Id of the shipment, in transit or in the van.
            neighbour: Who took it, such as `Family Otto, 2nd floor`.
        """
        shipment = self.shipments.get(shipment_id)
        self.with_status(shipment, "in_transit", "out_for_delivery")
        return dict(self.deliver(shipment, neighbour, "with a neighbour"))

    @operation("outside")
    def resolve_issue(self, issue_id: str, answer: str, compensation: Money | None = None) -> Json:
        """The carrier settles a complaint and mails its answer.

        Args:
            issue_id: Id of the complaint.
            answer: The carrier's words.
            compensation: What it pays back, at most what the user paid for the shipment and still lacks.
        """
        issue = self.issues.get(issue_id)
        if issue.status not in ("open", "in_review"):
            raise Conflict(f"issue {issue_id!r} is {issue.status}", status=issue.status)
        shipment = self.shipments.get(issue.shipment_id)
        if compensation is not None:
            price, charge = shipment.price, shipment.charge
            if price is None or charge is None or price.currency != compensation.currency:
                raise Invalid(f"compensation: only the paid price can be given back, which is {price}")
            back = compensation if shipment.refunded is None else compensation + shipment.refunded
            if not compensation.minor > 0 or back > price:
                raise Invalid(f"compensation: together with what was refunded, at most {price}")
            self.ports.refund(charge, compensation, f"issue {issue_id}")
            self.shipments.update(shipment.id, refunded=back)
        issue = self.issues.update(
            issue_id, status="resolved", answer=answer, compensation=compensation, resolved_at=self.clock.now
        )
        self.write(shipment, f"Your issue {issue_id}", answer)
        return dict(issue)
