"""Complaints to carriers."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired
from vibelife_inspect.services.delivery.base import DeliveryBase
from vibelife_inspect.services.delivery.records import Issue, Shipment
from vibelife_inspect.world import ME, Json, Limit, Text, operation, page

_CLAIMS = timedelta(days=14)
_KINDS_AFTER = ("damaged", "missing_item")


class Care(DeliveryBase):
    """What the persona reports."""

    @operation("commit")
    def report_issue(
        self,
        shipment_id: str,
        kind: Literal["lost", "late", "damaged", "missing_item", "wrong_address", "failed_delivery"],
        text: Annotated[Text, Field(max_length=2000)],
    ) -> Json:
        """Complain to the carrier about a shipment of the user; its care team reads and answers it.

        Damage and missing items can be reported once it is delivered, lateness once the expected day has passed.
        After a delivery there are 14 days for it.

        Args:
            shipment_id: Id of the shipment.
            kind: What is wrong.
            text: What happened.
        """
        shipment = self.mine(shipment_id)
        self._check(shipment, kind)
        if any(old.kind == kind and old.status in ("open", "in_review") for old in self._issues_of(shipment)):
            raise Conflict(f"an issue of that kind is already open for shipment {shipment_id!r}", kind=kind)
        issue = Issue(id=self.new_id("ISS"), shipment_id=shipment.id, kind=kind, text=text, opened_at=self.clock.now)
        return self.issues.add(issue).shown

    @operation("read")
    def list_issues(
        self,
        status: Literal["open", "in_review", "resolved", "closed"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's complaints with their answers, newest first.

        Args:
            status: Only complaints with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [issue for issue in self.issues.find(owner=ME) if status in (None, issue.status)]
        rows.sort(key=lambda issue: issue.id)
        rows.sort(key=lambda issue: issue.opened_at, reverse=True)
        return page(rows, limit, cursor, lambda issue: issue.shown)

    def _issues_of(self, shipment: Shipment) -> list[Issue]:
        return self.issues.find(shipment_id=shipment.id)

    def _check(self, shipment: Shipment, kind: str) -> None:
        if shipment.status == "cancelled":
            raise Conflict(f"shipment {shipment.id!r} was cancelled", status=shipment.status)
        if kind in _KINDS_AFTER and shipment.status != "delivered":
            raise Conflict(
                f"{kind}: shipment {shipment.id!r} is {shipment.status}, not delivered", status=shipment.status
            )
        if kind == "late" and self.clock.today <= shipment.expected_on and shipment.status != "delivered":
            raise Conflict(f"late: shipment {shipment.id!r} is expected on {shipment.expected_on}")
        arrived = shipment.proof.at if shipment.proof is not None else shipment.moved_at
        if shipment.status == "delivered" and self.clock.now > arrived + _CLAIMS:
            raise Expired(f"shipment {shipment.id!r} was delivered at {arrived.isoformat()}, more than 14 days ago")
