"""Sending parcels: quotes, pickup slots, pickups, and taking them back."""

from datetime import date, datetime, time, timedelta
from typing import Annotated, get_args

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, Refused, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.delivery.moving import Moving, slot_is_free
from vibelife_inspect.services.delivery.places import band, delivery_day, zone_of
from vibelife_inspect.services.delivery.records import Country, PickupWindow, Service, Shipment, Slot, Tariff, local
from vibelife_inspect.world import Appointment, Blankable, Json, Limit, Part, Text, operation, page

Short = Annotated[Text, Field(max_length=200)]
Grams = Annotated[int, Field(ge=1, le=70_000)]

_LEAD = timedelta(hours=2)


class Place(Part):
    """Where a parcel starts or ends."""

    name: Short
    """Person or company."""
    address: Short
    """Street, number and postal code."""
    city: Short
    """City, in English or its own script."""
    country: Country
    """ISO 3166 code, such as DE."""
    phone: Annotated[Blankable, Field(max_length=40)] = ""
    """Phone number, for the courier."""


class Contents(Part):
    """What is sent."""

    items: Short
    """What is in it."""
    weight_grams: Grams
    """Weight with the packaging, in grams."""


class Sending(Moving):
    """What the persona sends."""

    @operation("read")
    def quote_services(
        self,
        from_city: Short,
        from_country: Country,
        to_city: Short,
        to_country: Country,
        weight_grams: Grams,
        pickup_day: date | None = None,
        service: Service | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Quote what carriers ask for a parcel and when it would arrive, cheapest first.

        Args:
            from_city: City where it is picked up.
            from_country: Its ISO 3166 code, such as DE.
            to_city: City where it goes.
            to_country: Its ISO 3166 code.
            weight_grams: Weight in grams.
            pickup_day: Day of pickup; tomorrow, or Monday when tomorrow is a Sunday, when not given.
            service: Only this service.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if pickup_day is None:
            pickup_day = self.clock.today + timedelta(days=1)
            pickup_day += timedelta(days=pickup_day.weekday() == 6)
        self.near_day(pickup_day, "pickup_day")
        day, way = pickup_day, band(from_city, from_country, to_city, to_country)
        prices = {
            row.id: row.price(weight_grams, way)
            for row in self.tariffs
            if row.status == "offered" and service in (None, row.service) and weight_grams <= row.max_grams
        }
        rows = sorted(
            (self.tariffs.get(id) for id in prices),
            key=lambda row: (prices[row.id].currency, prices[row.id].minor, row.id),
        )
        return page(
            rows,
            limit,
            cursor,
            lambda row: {
                "tariff_id": row.id,
                **row.pick("carrier", "service", "max_grams"),
                "price": prices[row.id],
                "arrives_on": delivery_day(day, way, row.service),
            },
        )

    @operation("read")
    def list_pickup_slots(
        self,
        city: Short,
        country: Country,
        first_day: date | None = None,
        days: Annotated[int, Field(ge=1, le=14)] = 5,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List when a courier can come, earliest first, on weekdays and Saturdays.

        Args:
            city: City where the parcel is picked up.
            country: Its ISO 3166 code, such as DE.
            first_day: First day; today when not given.
            days: How many days from then on.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        start = first_day or self.clock.today
        if not self.clock.today <= start <= self.clock.today + timedelta(days=60):
            raise Invalid(f"first_day: must lie between {self.clock.today} and 60 days later")
        rows = []
        for day in (start + timedelta(days=n) for n in range(days)):
            for window in get_args(PickupWindow) if day.weekday() != 6 else ():
                if self._slot_start(city, country, day, window) - _LEAD >= self.clock.now:
                    free = slot_is_free(city, day.isoformat(), window)
                    rows.append(Slot(id=f"{day}/{window}", day=day, window=window, free=free))
        return page(rows, limit, cursor, lambda slot: slot.pick("day", "window", "free"))

    @operation("commit")
    def request_pickup(
        self,
        tariff_id: str,
        sender: Place,
        recipient: Place,
        parcel: Contents,
        pickup_day: date,
        window: PickupWindow,
        payment_method: str,
        expected_price: Money | None = None,
        note: Short | None = None,
        add_to_calendar: bool = False,
    ) -> Json:
        """Book a courier who picks up a parcel: pays its price and mails a confirmation.

        Args:
            tariff_id: Tariff from quote_services.
            sender: Where it is picked up.
            recipient: Where it goes.
            parcel: What is in it and what it weighs.
            pickup_day: Day of the pickup.
            window: Hours of the pickup, at the sender's place; they must be free (list_pickup_slots).
            payment_method: Id of the account or card that pays.
            expected_price: The price as it was quoted; if it differs now, nothing is booked.
            note: For the courier who delivers it.
            add_to_calendar: Whether to write the pickup into the user's calendar.
        """
        tariff = self.tariffs.get(tariff_id)
        way = band(sender.city, sender.country, recipient.city, recipient.country)
        price = self._bookable(tariff, parcel.weight_grams, way, expected_price)
        start = self._free_slot(sender, pickup_day, window)
        contents = {**dict(parcel), "note": note or "", "price": price}
        shipment = self._announce(tariff, sender, recipient, {**contents, "pickup_at": start + timedelta(hours=1)})
        if price.minor:
            charge = self.ports.charge(payment_method, price, tariff.carrier, f"shipment {shipment.id}")
            shipment = self.shipments.update(shipment.id, charge=charge)
        when = f"{pickup_day}, {window.replace('-', ' to ')} o'clock"
        self.write(shipment, f"Pickup booked ({shipment.id})", f"We pick up your parcel on {when}. Paid: {price}.")
        answer = {**self.shown(shipment), "pickup_day": pickup_day, "pickup_window": window}
        if add_to_calendar and not self._enter(shipment, sender, start):
            answer["notes"].append("no calendar service is enabled; nothing was entered")
        return answer

    @operation("commit")
    def cancel_shipment(self, shipment_id: str, reason: str | None = None) -> Json:
        """Cancel a parcel that the user sends and that has not been picked up; its price comes back in full.

        An incoming parcel can be cancelled by its sender alone: cancel the order instead.

        Args:
            shipment_id: Id of the shipment.
            reason: Why, for the carrier.
        """
        shipment = self.mine(shipment_id)
        if shipment.direction == "incoming":
            hint = f"; cancel order {shipment.ref} with the shop" if shipment.ref else ""
            raise Refused(f"only the sender can cancel shipment {shipment.id!r}{hint}", ref=shipment.ref)
        self.with_status(shipment, "created")
        note, refund = "", None
        if shipment.charge is not None and shipment.price is not None:
            refund = shipment.price if shipment.refunded is None else shipment.price - shipment.refunded
            if refund.minor > 0:
                note = self.ports.refund(shipment.charge, refund, f"cancelled shipment {shipment.id}").note
        text = f"Cancelled by the sender{f': {reason}' if reason else ''}."
        shipment = self.move(shipment, "cancelled", text, refunded=shipment.price if refund else shipment.refunded)
        return {
            "shipment_id": shipment.id,
            "status": shipment.status,
            "refund": refund,
            "notes": [note] if note else [],
        }

    def _announce(self, tariff: Tariff, sender: Place, recipient: Place, contents: Json) -> Shipment:
        record = {
            **contents,
            "id": self.new_id("TRK"),
            "direction": "outgoing",
            "carrier": tariff.carrier,
            "tariff_id": tariff.id,
            "service": tariff.service,
            "sender": sender.name,
            "from_address": sender.address,
            "from_city": sender.city,
            "from_country": sender.country,
            "recipient": recipient.name,
            "to_address": recipient.address,
            "to_city": recipient.city,
            "to_country": recipient.country,
            "phone": recipient.phone,
            "zone": zone_of(recipient.city, recipient.country) or self.clock.home.key,
            "created_at": self.clock.now,
        }
        return self.shipments.add(Shipment.model_validate(record))

    def _bookable(self, tariff: Tariff, grams: int, distance: int, expected: Money | None) -> Money:
        if tariff.status == "withdrawn":
            raise Unavailable(f"tariff {tariff.id!r} is no longer offered; quote again", tariff_id=tariff.id)
        if grams > tariff.max_grams:
            raise Invalid(
                f"weight_grams: {tariff.carrier} takes at most {tariff.max_grams}", max_grams=tariff.max_grams
            )
        price = tariff.price(grams, distance)
        if expected is not None and expected != price:
            raise Conflict(f"the price is {price}, not {expected}; nothing was booked", price=str(price))
        return price

    def _free_slot(self, sender: Place, day: date, window: PickupWindow) -> datetime:
        self.near_day(day, "pickup_day")
        start = self._slot_start(sender.city, sender.country, day, window)
        if start - _LEAD < self.clock.now:
            raise Invalid("window: couriers must be booked two hours before the window begins")
        if not slot_is_free(sender.city, day.isoformat(), window):
            raise Unavailable(f"no courier is free on {day} {window}; see list_pickup_slots", day=str(day))
        return start

    def _slot_start(self, city: str, country: str, day: date, window: str) -> datetime:
        return local(day, time(int(window[:2])), zone_of(city, country) or self.clock.home.key)

    def _enter(self, shipment: Shipment, sender: Place, start: datetime) -> bool:
        entry = Appointment(
            title=f"Pickup: {shipment.items}",
            start=start,
            end=start + timedelta(hours=3),
            location=f"{sender.address}, {sender.city}",
            notes=f"{shipment.carrier}, shipment {shipment.id}",
        )
        return bool(self.ports.agenda(entry))
