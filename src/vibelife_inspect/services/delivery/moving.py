"""What happens to parcels by itself, and the `ShipmentProvider` of shops."""

from vibelife_inspect.ids import code
from vibelife_inspect.services.delivery.base import DeliveryBase
from vibelife_inspect.services.delivery.places import city_key, zone_of
from vibelife_inspect.services.delivery.records import Issue, Proof, Shipment
from vibelife_inspect.world import Parcel


class Moving(DeliveryBase):
    """Parcels of shops, and the steps of all parcels on the clock."""

    def create_shipment(self, parcel: Parcel) -> str:
        """Announce a parcel that will be fetched when it is ready; returns its tracking number."""
        offered = [tariff for tariff in self.tariffs if tariff.service == parcel.service]
        carrier = parcel.carrier or next((tariff.carrier for tariff in offered), "Parcelway")
        record = {
            "id": self.new_id("TRK"),
            "carrier": carrier,
            "ref": parcel.ref,
            "sender": parcel.sender,
            "from_city": parcel.from_city,
            "from_country": parcel.from_country,
            "recipient": parcel.recipient,
            "to_address": parcel.address,
            "to_city": parcel.city,
            "to_country": parcel.country,
            "phone": parcel.phone,
            "zone": zone_of(parcel.city, parcel.country) or self.clock.home.key,
            "items": parcel.items,
            "weight_grams": parcel.weight_grams,
            "service": parcel.service,
            "created_at": self.clock.now,
            "pickup_at": max(parcel.ready_at, self.clock.now),
        }
        return self.shipments.add(Shipment.model_validate(record)).id

    def stop_shipment(self, shipment_id: str) -> bool:
        """Take an announced parcel back for its sender; False once it has been fetched or when it is unknown."""
        if shipment_id not in self.shipments or self.shipments.get(shipment_id).status != "created":
            return False
        self.move(self.shipments.get(shipment_id), "cancelled", "The sender took the shipment back.", echo=False)
        return True

    def fetch_parcel(self, shipment: Shipment) -> None:
        """The carrier fetches a parcel."""
        self.move(shipment, "picked_up", f"{shipment.carrier} has picked up the parcel.", shipment.from_city)

    def leave_depot(self, shipment: Shipment) -> None:
        """A parcel leaves the first depot."""
        self.move(shipment, "in_transit", "The parcel has left the first depot.", shipment.from_city)

    def load_van(self, shipment: Shipment) -> None:
        """A parcel goes into the van."""
        self.move(shipment, "out_for_delivery", "The parcel is in the delivery van.", shipment.to_city)

    def hand_over(self, shipment: Shipment) -> None:
        """A parcel arrives where it should."""
        point = shipment.pickup_point_id
        if point is not None and point in self.pickup_points:
            place, receiver = self.pickup_points.get(point).name, "pickup point"
        elif shipment.safe_place:
            place, receiver = shipment.safe_place, "left without a signature"
        else:
            place, receiver = "at the door", shipment.recipient
        self.deliver(shipment, receiver, place)

    def deliver(self, shipment: Shipment, receiver: str, place: str) -> Shipment:
        """Deliver a parcel to somebody at some place, with a proof of it."""
        proof = Proof(at=self.clock.now, received_by=receiver, place=place)
        text = f"Delivered: {receiver}, {place}."
        return self.move(shipment, "delivered", text, shipment.to_city, proof=proof, trouble=None)

    def send_back(self, shipment: Shipment) -> None:
        """A parcel that nobody sorted out goes back."""
        self.move(shipment, "returned", "Not deliverable; returned to its sender.", shipment.from_city, trouble=None)

    def review_issue(self, issue: Issue) -> None:
        """Somebody at the carrier reads a complaint."""
        self.issues.update(issue.id, status="in_review")

    def close_issue(self, issue: Issue) -> None:
        """A settled complaint is closed."""
        self.issues.update(issue.id, status="closed")


def slot_is_free(city: str, day: str, window: str) -> bool:
    """Whether couriers still have time then: the same answer whenever it is asked, as others book at all times."""
    return code("slot", city_key(city), day, window, length=1) > "8"
