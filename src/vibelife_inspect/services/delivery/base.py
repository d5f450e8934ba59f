"""What all parts of the service share: tables, moves, and who is told of them."""

from datetime import date, timedelta
from typing import Any

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.delivery.background import DeliveryBackground
from vibelife_inspect.services.delivery.records import (
    ENDED,
    ISSUE_STATES,
    SHIPMENT_STATES,
    Issue,
    PickupPoint,
    Scan,
    Shipment,
    Subscription,
    Tariff,
    issue_due,
    shipment_due,
)
from vibelife_inspect.world import ME, Json, Letter, Notice, Service, ShipmentStatus, States, Table

_KEY_EVENTS = (*ENDED, "out_for_delivery", "exception")
_WORDS: dict[ShipmentStatus, str] = {
    "created": "announced",
    "picked_up": "picked up",
    "in_transit": "on its way",
    "out_for_delivery": "out for delivery",
    "delivered": "delivered",
    "exception": "held up",
    "returned": "returned to its sender",
    "cancelled": "cancelled",
}
_AHEAD = timedelta(days=60)


class DeliveryBase(Service):
    """Tables and helpers of the service."""

    name = "delivery"
    summary = "Parcels: tracking, quotes, pickups, delivery options, pickup points, issues and status alerts."
    Background = DeliveryBackground

    tariffs = Table(Tariff, "tariff")
    pickup_points = Table(PickupPoint, "pickup point", index=("city_key",))
    shipments = Table(Shipment, "shipment", index=("owner",), states=SHIPMENT_STATES, due=shipment_due)
    issues = Table(Issue, "issue", index=("shipment_id", "owner"), states=ISSUE_STATES, due=issue_due)
    subscriptions = Table(
        Subscription,
        "subscription",
        index=("shipment_id", "owner"),
        states=States({"active": "ended", "ended": ""}),
    )

    def mine(self, shipment_id: str) -> Shipment:
        """A shipment of the persona."""
        shipment = self.shipments.get(shipment_id)
        self.own(shipment, "shipment")
        return shipment

    def with_status(self, shipment: Shipment, *allowed: ShipmentStatus) -> None:
        """Refuse a shipment in another state."""
        if shipment.status not in allowed:
            raise Conflict(
                f"shipment {shipment.id!r} is {shipment.status}; this needs one that is {' or '.join(allowed)}",
                status=shipment.status,
            )

    def near_day(self, day: date, argument: str) -> None:
        """Refuse a day that has passed, lies too far ahead, or is a Sunday."""
        today = self.clock.today
        if not today <= day <= today + _AHEAD:
            raise Invalid(f"{argument}: must lie between {today} and {today + _AHEAD}")
        if day.weekday() == 6:
            raise Invalid(f"{argument}: {day} is a Sunday, on which carriers do not work")

    def scan(self, shipment: Shipment, text: str, place: str = "", **fields: Any) -> Shipment:
        """Note an event on the way, and change the shipment."""
        status = fields.get("status", shipment.status)
        event = Scan(at=self.clock.now, status=status, place=place, text=text)
        return self.shipments.update(shipment.id, scans=(*shipment.scans, event), **fields)

    def move(
        self, shipment: Shipment, status: ShipmentStatus, text: str, place: str = "", echo: bool = True, **fields: Any
    ) -> Shipment:
        """Bring a shipment into another state, and tell subscribers and, unless `echo` is off, its sender."""
        moved = self.scan(shipment, text, place, status=status, moved_at=self.clock.now, **fields)
        self.tell(moved, text)
        if echo and moved.ref:
            self.ports.shipment_moved(moved.ref, status)
        return moved

    def tell(self, shipment: Shipment, text: str) -> None:
        """Tell whoever subscribed, and whoever watches the shipment in the hub."""
        title = f"Parcel {shipment.id} is {_WORDS[shipment.status]}"
        notice = Notice(
            source=self.name, topic=f"shipment:{shipment.id}", title=title, text=text, ref=shipment.ref or shipment.id
        )
        told = False
        for subscription in self.subscriptions.find(shipment_id=shipment.id):
            if subscription.status != "active":
                continue
            if subscription.events == "all" or shipment.status in _KEY_EVENTS:
                if subscription.channel == "email":
                    self.write(shipment, title, text)
                else:
                    self.ports.notify(notice, subscribed=True)
                    told = True
                self.world.ring(self.subscriptions, subscription.id, f"{title}: {text}")
            if not shipment.live:
                self.subscriptions.update(subscription.id, status="ended")
        if not told and shipment.owner == ME:
            self.ports.notify(notice)

    def write(self, shipment: Shipment, subject: str, text: str) -> None:
        """A letter of the carrier to the persona."""
        letter = Letter(
            sender=f"service@{shipment.carrier.lower().replace(' ', '-')}.example",
            sender_name=shipment.carrier,
            subject=subject,
            body=f"{text}\n\nShipment {shipment.id}: {shipment.items}\nfrom {shipment.sender}"
            f" to {shipment.recipient}, {shipment.to_address}, {shipment.to_city}\n"
            f"Expected on {shipment.expected_on}\n\n{shipment.carrier}",
        )
        self.ports.mail(letter)

    def shown(self, shipment: Shipment) -> Json:
        """A shipment in full, with its pickup point, issues and alerts."""
        hidden = {"id", "owner", "charge", "moved_at", "earliest_on"}
        point = None
        if shipment.pickup_point_id is not None and shipment.pickup_point_id in self.pickup_points:
            point = dict(self.pickup_points.get(shipment.pickup_point_id))
        return {
            "shipment_id": shipment.id,
            **{field: value for field, value in shipment if field not in hidden},
            "earliest_delivery_on": shipment.earliest_on,
            "pickup_point": point,
            "issues": [issue.shown for issue in self.issues.find(shipment_id=shipment.id)],
            "subscriptions": [item.shown for item in self.subscriptions.find(shipment_id=shipment.id)],
            "notes": [shipment.charge.note] if shipment.charge is not None and shipment.charge.note else [],
        }
