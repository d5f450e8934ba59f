"""Where and when a parcel is handed over: day, address, safe place, pickup point."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, Refused, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.delivery.base import DeliveryBase
from vibelife_inspect.services.delivery.places import band, city_key, delivery_day, zone_of
from vibelife_inspect.services.delivery.records import Shipment, Window
from vibelife_inspect.services.delivery.sending import Place, Short
from vibelife_inspect.world import Json, Limit, operation, page

_LATEST = timedelta(days=14)


class Options(DeliveryBase):
    """Delivery options of parcels under way, incoming and outgoing."""

    @operation("write")
    def reschedule_delivery(self, shipment_id: str, day: date, window: Window = "anytime") -> Json:
        """Move the delivery of a parcel to another day or part of the day.

        Possible until it is in the delivery van, and again after a failed attempt or another trouble, unless it is
        lost. The day must lie between `earliest_delivery_on` of get_shipment and 14 days after it, not on a Sunday.

        Args:
            shipment_id: Id of the shipment.
            day: Wanted day.
            window: Wanted part of the day: until 11, 15 or 19 o'clock; anytime is between 10 and 17.
        """
        shipment = self.mine(shipment_id)
        self.with_status(shipment, "created", "picked_up", "in_transit", "exception")
        if shipment.trouble in ("lost", "customs"):
            raise Conflict(
                f"shipment {shipment_id!r} cannot be delivered: {shipment.trouble}", trouble=shipment.trouble
            )
        first = shipment.earliest_on
        if shipment.status in ("in_transit", "exception"):
            first = max(first, self.clock.today + timedelta(days=1))
        if not first <= day <= first + _LATEST or day.weekday() == 6:
            raise Invalid(
                f"day: must lie between {first} and {first + _LATEST}, not on a Sunday",
                earliest=str(first),
                latest=str(first + _LATEST),
            )
        text = f"Delivery moved to {day}, {window}."
        if shipment.status == "exception":
            moved = self.move(
                shipment, "in_transit", text, shipment.to_city, expected_on=day, window=window, trouble=None
            )
            return self.shown(moved)
        return self.shown(self.scan(shipment, text, expected_on=day, window=window))

    @operation("write")
    def change_address(self, shipment_id: str, recipient: Place) -> Json:
        """Send a parcel to another address, as long as it has not been picked up.

        Args:
            shipment_id: Id of the shipment.
            recipient: Who gets it and where.
        """
        shipment = self.mine(shipment_id)
        self.with_status(shipment, "created")
        self._same_price(shipment, recipient)
        way = band(shipment.from_city, shipment.from_country or shipment.to_country, recipient.city, recipient.country)
        day = delivery_day(shipment.pickup_at.date(), way, shipment.service)
        changed = self.scan(
            shipment,
            f"New address: {recipient.name}, {recipient.address}, {recipient.city}.",
            recipient=recipient.name,
            to_address=recipient.address,
            to_city=recipient.city,
            to_country=recipient.country,
            phone=recipient.phone or shipment.phone,
            zone=zone_of(recipient.city, recipient.country) or self.clock.home.key,
            pickup_point_id=None,
            earliest_on=day,
            expected_on=day,
        )
        return self.shown(changed)

    @operation("write")
    def set_instructions(
        self,
        shipment_id: str,
        safe_place: Short | None = None,
        note: Short | None = None,
        clear: Annotated[list[Literal["safe_place", "note", "pickup_point"]], Field(max_length=3)] | None = None,
    ) -> Json:
        """Tell the courier where a parcel may be left, or something else; possible until it has arrived.

        Args:
            shipment_id: Id of the shipment.
            safe_place: Where it may be left without a signature, such as `garage behind the house`.
            note: Anything else for the courier.
            clear: What to take back. Without a pickup point it goes to the address again.
        """
        shipment = self.mine(shipment_id)
        if not shipment.live:
            raise Conflict(f"shipment {shipment_id!r} is already {shipment.status}", status=shipment.status)
        if safe_place is None and note is None and not clear:
            raise Invalid("safe_place: give at least one of safe_place, note and clear")
        if "pickup_point" in (clear or ()):
            self.with_status(shipment, "created", "picked_up", "in_transit")
        cleared = {"pickup_point": ("pickup_point_id", None), "safe_place": ("safe_place", ""), "note": ("note", "")}
        fields = dict(cleared[name] for name in clear or ())
        given = {"safe_place": safe_place, "note": note}
        fields.update((name, value) for name, value in given.items() if value is not None)
        return self.shown(self.shipments.update(shipment_id, **fields))

    @operation("read")
    def list_pickup_points(
        self, city: Short, country: str | None = None, limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List open shops and lockers of a city that keep parcels, by name.

        Args:
            city: City, in English or its own script.
            country: ISO 3166 code, such as DE, where several countries have such a city.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            point
            for point in self.pickup_points.find(city_key=city_key(city))
            if point.status == "open" and country in (None, point.country)
        ]
        rows.sort(key=lambda point: (point.name, point.id))
        return page(rows, limit, cursor, dict)

    @operation("write")
    def choose_pickup_point(self, shipment_id: str, pickup_point_id: str) -> Json:
        """Have a parcel brought to a pickup point of its city; possible until it is in the delivery van.

        Args:
            shipment_id: Id of the shipment.
            pickup_point_id: Id of the pickup point.
        """
        shipment, point = self.mine(shipment_id), self.pickup_points.get(pickup_point_id)
        self.with_status(shipment, "created", "picked_up", "in_transit")
        if point.status == "closed":
            raise Unavailable(f"{point.name} is closed", pickup_point_id=point.id)
        if (point.city_key, point.country) != (city_key(shipment.to_city), shipment.to_country):
            raise Invalid(f"pickup_point_id: {point.name} is in {point.city}, the parcel goes to {shipment.to_city}")
        if shipment.weight_grams > point.max_grams:
            raise Invalid(f"pickup_point_id: {point.name} takes at most {point.max_grams} g", max_grams=point.max_grams)
        text = f"To be brought to {point.name}, {point.address}."
        return self.shown(self.scan(shipment, text, pickup_point_id=point.id))

    def _same_price(self, shipment: Shipment, recipient: Place) -> None:
        """Refuse an address that costs more than what was paid, or that the shop did not reckon with."""
        if shipment.direction == "incoming" and recipient.country != shipment.to_country:
            raise Refused(f"recipient.country: the parcel can be redirected within {shipment.to_country} only")
        tariff_id = shipment.tariff_id
        if shipment.price is None or tariff_id is None or tariff_id not in self.tariffs:
            return
        way = band(shipment.from_city, shipment.from_country, recipient.city, recipient.country)
        price: Money = self.tariffs.get(tariff_id).price(shipment.weight_grams, way)
        if price.currency != shipment.price.currency or price > shipment.price:
            raise Refused(f"that address costs {price}, paid were {shipment.price}; cancel it and book anew")
