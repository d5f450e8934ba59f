"""Shipments, what is asked and agreed about them, and what time does to them."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, ValidationInfo, model_validator

from vibelife_inspect.clock import Instant, ZoneName
from vibelife_inspect.ids import stable_int
from vibelife_inspect.money import Money
from vibelife_inspect.services.delivery.places import band, city_key, delivery_day, percent, zone_of
from vibelife_inspect.world import ME, Charge, Due, Json, Part, Record, ShipmentStatus, States

Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
"""ISO 3166 code, such as DE."""

Service = Literal["standard", "express"]
Window = Literal["anytime", "morning", "afternoon", "evening"]
"""Part of the day of a delivery: anytime 10-17, morning until 11, afternoon until 15, evening until 19 o'clock."""

PickupWindow = Literal["09-12", "12-15", "15-18"]
"""Hours in which a courier comes, at the place where the parcel is."""

Trouble = Literal["address_problem", "failed_attempt", "customs", "damaged", "lost"]
"""What an exception is."""

ENDED: tuple[ShipmentStatus, ...] = ("delivered", "returned", "cancelled")
"""States in which nothing moves any more."""

SHIPMENT_STATES = States(
    {
        "created": "picked_up cancelled",
        "picked_up": "in_transit exception",
        "in_transit": "out_for_delivery delivered exception returned",
        "out_for_delivery": "delivered in_transit exception returned",
        "exception": "in_transit delivered returned",
        "delivered": "",
        "returned": "",
        "cancelled": "",
    }
)
ISSUE_STATES = States({"open": "in_review resolved", "in_review": "resolved", "resolved": "closed", "closed": ""})

_HANDED_OVER = {"morning": time(11), "afternoon": time(15), "evening": time(19)}
_TO_DEPOT = timedelta(hours=4)
_KEPT = timedelta(days=7)
_REVIEW_AFTER, _CLOSE_AFTER = timedelta(hours=4), timedelta(days=14)


class Tariff(Record):
    """What a carrier asks for one kind of service."""

    carrier: str
    service: Service = "standard"
    base: Money
    """For a parcel of one kilogram within a city; more further away."""
    per_kg: Money
    """For each further kilogram begun."""
    max_grams: int = Field(default=30_000, gt=0)
    status: Literal["offered", "withdrawn"] = "offered"

    def price(self, grams: int, distance: int) -> Money:
        """What a parcel costs."""
        kilos = max(0, (grams - 1) // 1000)
        return (self.base + self.per_kg * kilos).percent(percent(distance))


class PickupPoint(Record):
    """A shop or locker that keeps parcels."""

    name: str
    address: str
    city: str
    country: Country
    hours: str = ""
    max_grams: int = Field(default=20_000, gt=0)
    status: Literal["open", "closed"] = "open"

    @property
    def city_key(self) -> str:
        """The city, for look-up."""
        return city_key(self.city)


class Scan(Part):
    """One event on the way."""

    at: Instant
    status: ShipmentStatus
    place: str = ""
    text: str


class Proof(Part):
    """Who or what took the parcel."""

    at: Instant
    received_by: str
    place: str = ""


class Shipment(Record):
    """A parcel on its way; the id is its tracking number."""

    owner: str = ME
    direction: Literal["incoming", "outgoing"] = "incoming"
    """Seen from the owner."""
    carrier: str = "Parcelway"
    tariff_id: str | None = None
    ref: str = ""
    """Id of the order that it holds, if a shop sent it."""
    sender: str = ""
    from_address: str = ""
    from_city: str = ""
    from_country: str = ""
    recipient: str = ""
    to_address: str = ""
    to_city: str
    to_country: Country
    phone: str = ""
    zone: ZoneName
    """Time zone where it is delivered; by default that of the city or country, else home."""
    items: str
    weight_grams: int = Field(default=1000, gt=0)
    service: Service = "standard"
    status: ShipmentStatus = "created"
    created_at: Instant
    pickup_at: Instant
    """When the carrier fetches it; by default when it is created."""
    moved_at: Instant
    """When the status last changed; by default when it is fetched, and for one not fetched when it is created."""
    earliest_on: date
    """The carrier's own day of delivery, after delays; by default from distance and service."""
    expected_on: date
    """Day of delivery as it stands, after rescheduling; by default `earliest_on`."""
    window: Window = "anytime"
    safe_place: str = ""
    """Where it may be left without a signature."""
    note: str = ""
    """For the courier."""
    pickup_point_id: str | None = None
    trouble: Trouble | None = None
    """Set while the status is exception."""
    scans: tuple[Scan, ...] = ()
    """Oldest first."""
    proof: Proof | None = None
    price: Money | None = None
    """What the owner paid for it."""
    charge: Charge | None = None
    refunded: Money | None = None

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, data: Any, info: ValidationInfo) -> Any:
        if not isinstance(data, dict) or not {"created_at", "to_city", "to_country"} <= set(data):
            return data
        home = (info.context or {}).get("zone")
        zone = (
            data.get("zone") or zone_of(str(data["to_city"]), str(data["to_country"])) or (home or ZoneInfo("UTC")).key
        )
        pickup = data.get("pickup_at") or data["created_at"]
        moved = data.get("moved_at") or (data["created_at"] if data.get("status", "created") == "created" else pickup)
        return {**data, "zone": zone, "pickup_at": pickup, "moved_at": moved, **_days(data, pickup)}

    @property
    def distance(self) -> int:
        """Band of the way, see `places.band`."""
        return band(self.from_city, self.from_country or self.to_country, self.to_city, self.to_country)

    @property
    def live(self) -> bool:
        """Whether it is still on its way."""
        return self.status not in ENDED

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "shipment_id": self.id,
            **self.pick("direction", "carrier", "status", "sender", "recipient", "items", "ref", "expected_on"),
            "created_at": self.created_at,
        }


class Issue(Record):
    """A complaint to the carrier."""

    owner: str = ME
    shipment_id: str
    kind: Literal["lost", "late", "damaged", "missing_item", "wrong_address", "failed_delivery"]
    text: str
    status: Literal["open", "in_review", "resolved", "closed"] = "open"
    opened_at: Instant
    answer: str = ""
    compensation: Money | None = None
    """What the carrier paid back of the price."""
    resolved_at: Instant | None = None

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {"issue_id": self.id, **{field: value for field, value in self if field not in ("id", "owner")}}


class Subscription(Record):
    """A wish to be told of a shipment's moves."""

    owner: str = ME
    shipment_id: str
    channel: Literal["notification", "email"] = "notification"
    events: Literal["key", "all"] = "key"
    """key: out for delivery, delivered, trouble, returned, cancelled."""
    status: Literal["active", "ended"] = "active"
    created_at: Instant

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {"subscription_id": self.id, **self.pick("shipment_id", "channel", "events", "status", "created_at")}


class Slot(Record):
    """Some hours of a day in which a courier can come; worked out, not stored."""

    day: date
    window: PickupWindow
    free: bool


def local(day: date, wall: time, zone: str) -> datetime:
    """The instant of a wall time in a zone."""
    return datetime.combine(day, wall, tzinfo=ZoneInfo(zone))


def shipment_due(shipment: Shipment) -> Iterable[Due]:
    """The next thing that happens to a shipment if nobody interferes."""
    if shipment.status == "created":
        yield Due(shipment.pickup_at, "fetch_parcel")
    if shipment.status == "picked_up":
        yield Due(shipment.moved_at + _TO_DEPOT, "leave_depot")
    if shipment.status == "in_transit":
        yield Due(local(shipment.expected_on, time(7, 30), shipment.zone), "load_van")
    if shipment.status == "out_for_delivery":
        yield Due(_hand_over(shipment), "hand_over")
    if shipment.status == "exception" and shipment.trouble != "lost":
        yield Due(shipment.moved_at + _KEPT, "send_back")


def issue_due(issue: Issue) -> Iterable[Due]:
    """Complaints are read, and settled ones are closed."""
    if issue.status == "open":
        yield Due(issue.opened_at + _REVIEW_AFTER, "review_issue")
    if issue.status == "resolved" and issue.resolved_at is not None:
        yield Due(issue.resolved_at + _CLOSE_AFTER, "close_issue")


def _hand_over(shipment: Shipment) -> datetime:
    wall = _HANDED_OVER.get(shipment.window)
    if wall is None:
        minute = 600 + stable_int("delivery", shipment.id, shipment.expected_on) % 420
        wall = time(minute // 60, minute % 60)
    return local(shipment.expected_on, wall, shipment.zone)


def _days(data: dict[str, Any], pickup: Any) -> dict[str, Any]:
    """The two days of delivery where they are not given."""
    if data.get("earliest_on") is None and data.get("expected_on") is not None:
        return {"earliest_on": data["expected_on"]}
    if data.get("earliest_on") is None:
        try:
            fetched = (pickup if isinstance(pickup, datetime) else datetime.fromisoformat(str(pickup))).date()
        except (ValueError, OverflowError):
            return {}
        way = [str(data.get(key, "")) for key in ("from_city", "from_country", "to_city", "to_country")]
        way[1] = way[1] or way[3]
        service = data.get("service", "standard")
        days = delivery_day(fetched, band(*way), service if service == "express" else "standard")
        return {"earliest_on": days, "expected_on": days}
    return {"expected_on": data.get("expected_on") or data["earliest_on"]}
