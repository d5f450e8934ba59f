"""Following shipments: by number, in lists, and by alerts."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict
from vibelife_inspect.services.delivery.base import DeliveryBase
from vibelife_inspect.services.delivery.records import Subscription
from vibelife_inspect.text import found
from vibelife_inspect.world import ME, Json, Limit, ShipmentStatus, operation, page


class Tracking(DeliveryBase):
    """Reading shipments and subscribing to their moves."""

    @operation("read")
    def track_package(self, tracking_number: str) -> Json:
        """Show where any parcel is: status, expected day and scans, oldest first. Works for other people's parcels too.

        Args:
            tracking_number: Number of the parcel.
        """
        shipment = self.shipments.get(tracking_number.strip())
        return {
            "tracking_number": shipment.id,
            **shipment.pick("carrier", "status", "trouble", "service", "from_city", "to_city", "to_country"),
            **shipment.pick("expected_on", "window", "scans"),
        }

    @operation("read")
    def list_shipments(
        self,
        direction: Literal["incoming", "outgoing"] | None = None,
        statuses: Annotated[list[ShipmentStatus], Field(min_length=1, max_length=8)] | None = None,
        query: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's shipments, newest first.

        Args:
            direction: incoming: sent to the user; outgoing: sent by the user; both when not given.
            statuses: Only shipments in one of these states.
            query: Words in number, order id, carrier, sender, recipient or items, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.shipments.find(owner=ME)
            if direction in (None, row.direction)
            and (statuses is None or row.status in statuses)
            and (query is None or found(query, row.id, row.ref, row.carrier, row.sender, row.recipient, row.items))
        ]
        rows.sort(key=lambda row: row.id)
        rows.sort(key=lambda row: row.created_at, reverse=True)
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("read")
    def get_shipment(self, shipment_id: str) -> Json:
        """Show one shipment of the user in full: addresses, options, scans, proof of delivery, issues and alerts.

        Args:
            shipment_id: Id of the shipment, which is its tracking number.
        """
        return self.shown(self.mine(shipment_id))

    @operation("write")
    def subscribe_status(
        self,
        tracking_number: str,
        channel: Literal["notification", "email"] = "notification",
        events: Literal["key", "all"] = "key",
    ) -> Json:
        """Ask to be told when a parcel moves; ends by itself once it has arrived, come back or been cancelled.

        Asking again for the same channel changes `events`.

        Args:
            tracking_number: Number of the parcel.
            channel: How the user is told.
            events: key: out for delivery, delivered, trouble, returned and cancelled; all: every move.
        """
        shipment = self.shipments.get(tracking_number.strip())
        if not shipment.live:
            raise Conflict(f"shipment {shipment.id!r} is {shipment.status}; it moves no more", status=shipment.status)
        for old in self.subscriptions.find(shipment_id=shipment.id):
            if old.status == "active" and old.channel == channel and old.owner == ME:
                return self.subscriptions.update(old.id, events=events).shown
        return self.subscriptions.add(
            Subscription(
                id=self.new_id("SUB"),
                shipment_id=shipment.id,
                channel=channel,
                events=events,
                created_at=self.clock.now,
            )
        ).shown

    @operation("read")
    def list_subscriptions(
        self, status: Literal["active", "ended"] | None = None, limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List the user's alerts on parcels, newest first.

        Args:
            status: Only alerts with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.subscriptions.find(owner=ME) if status in (None, row.status)]
        rows.sort(key=lambda row: row.id)
        rows.sort(key=lambda row: row.created_at, reverse=True)
        return page(rows, limit, cursor, lambda row: row.shown)

    @operation("write")
    def unsubscribe_status(self, subscription_id: str) -> Json:
        """End an alert on a parcel.

        Args:
            subscription_id: Id of the alert.
        """
        subscription = self.subscriptions.get(subscription_id)
        self.own(subscription, "subscription")
        return self.subscriptions.update(subscription_id, status="ended").shown
