"""What rental companies do, without the agent."""

from datetime import date, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.car_rental.catalogue import Closure
from vibelife_inspect.services.car_rental.driving import Driving
from vibelife_inspect.services.car_rental.records import LIVE, Line
from vibelife_inspect.services.car_rental.searching import Searching
from vibelife_inspect.world import Json, Notice, operation

Reason = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
"""Why, as the company says it."""


class Outside(Searching, Driving):
    """Outside operations."""

    @operation("outside")
    def withdraw_vehicle(self, booking_id: str, reason: Reason, tell: bool = False) -> Json:
        """A booking loses its car, which is off the road for the booked days; its trouble is car_withdrawn.

        If nothing is done, the company cancels at pick-up and pays everything back.

        Args:
            booking_id: Id of a held or confirmed booking that has a car.
            reason: Why.
            tell: Whether the company mails the customer.
        """
        booking = self.bookings.get(booking_id)
        self.with_status(booking, "held", "confirmed")
        if booking.trouble == "car_withdrawn":
            raise Conflict(f"booking {booking_id!r} has lost its car already")
        booking = self.bookings.update(booking_id, trouble="car_withdrawn", note=reason)
        self.tell(booking, "Car withdrawn", f"The car of {booking_id} is no longer available: {reason}")
        if tell:
            self.write_to_customer(booking, "Your car is not available", f"we are sorry: {reason}")
        return dict(booking)

    @operation("outside")
    def delay_ready(self, booking_id: str, ready_at: Instant, reason: Reason, tell: bool = False) -> Json:
        """A booked car will be ready only later than agreed.

        Args:
            booking_id: Id of a confirmed booking without other trouble.
            ready_at: When it is ready; after the agreed pick-up and before the return.
            reason: Why.
            tell: Whether the company mails the customer.
        """
        booking = self.bookings.get(booking_id)
        self.with_status(booking, "confirmed")
        if booking.trouble not in ("none", "car_delayed"):
            raise Conflict(f"booking {booking_id!r} has other trouble: {booking.trouble}")
        if not booking.pickup_at < ready_at < booking.return_at:
            raise Invalid("ready_at: must lie between pick-up and return")
        booking = self.bookings.update(booking_id, trouble="car_delayed", ready_at=ready_at, note=reason)
        self.tell(booking, "Car delayed", f"The car of {booking_id} is ready at {ready_at.isoformat()}: {reason}")
        if tell:
            self.write_to_customer(booking, "Your car will be late", f"it is ready at {ready_at:%H:%M}: {reason}")
        return dict(booking)

    @operation("outside")
    def change_price(self, offer_id: str, price_per_day: Money) -> Json:
        """A company changes the price of an offer; held and booked rentals keep theirs.

        Args:
            offer_id: Id of the offer.
            price_per_day: The new price, in its currency.
        """
        offer = self.offers.get(offer_id)
        if price_per_day.currency != offer.currency or not 0 < price_per_day.minor <= 10**8:
            raise Invalid(f"price_per_day: must be positive and in {offer.currency}")
        offer = self.offers.update(offer_id, price_per_day=price_per_day)
        station = self.stations.get(offer.station)
        text = f"{offer.vehicle} at {station.name}: now {price_per_day} a day."
        topic, title = f"offer:{offer_id}", f"New price of {offer.vehicle}"
        self.ports.notify(
            Notice(source=self.name, topic=topic, title=title, text=text, ref=offer_id, price=price_per_day)
        )
        return dict(offer)

    @operation("outside")
    def set_stock(self, offer_id: str, stock: Annotated[int, Field(ge=0, le=500)]) -> Json:
        """Other customers take cars, or more come in: how many of an offer there are, ours included.

        Args:
            offer_id: Id of the offer.
            stock: At least as many as are booked on the busiest day.
        """
        offer = self.offers.get(offer_id)
        free = self.free_cars(offer, date.min, date.max)
        if stock < offer.stock - free:
            raise Conflict(f"{offer.stock - free} cars of {offer_id!r} are booked; withdraw them first")
        return dict(self.offers.update(offer_id, stock=stock))

    @operation("outside")
    def close_station(
        self, station_id: str, first_day: date, last_day: date, reason: Reason, tell: bool = False
    ) -> Json:
        """A station closes for some days; bookings that begin or end there then are in trouble.

        Args:
            station_id: Id of the station.
            first_day: First day that it is closed.
            last_day: Last day that it is closed.
            reason: Why.
            tell: Whether the company mails the customers concerned.
        """
        if not timedelta(0) <= last_day - first_day <= timedelta(days=366):
            raise Invalid("last_day: must not be before first_day, nor more than a year later")
        station = self.stations.get(station_id)
        closure = Closure(first_day=first_day, last_day=last_day, reason=reason)
        station = self.stations.update(station_id, closures=(*station.closures, closure))
        concerned = []
        for booking in self.bookings:
            begins = booking.station == station_id and first_day <= station.day_of(booking.pickup_at) <= last_day
            ends = booking.return_station == station_id and first_day <= station.day_of(booking.return_at) <= last_day
            if booking.trouble != "none" or booking.status not in LIVE or not (begins or ends):
                continue
            fetched = booking.status == "picked_up"
            if fetched and not ends:
                continue
            trouble = "pickup_closed" if begins and not fetched else "return_closed"
            row = self.bookings.update(booking.id, trouble=trouble, note=reason)
            concerned.append(row.id)
            self.tell(row, "Station closed", f"{station.name} is closed: {reason}")
            if tell:
                self.write_to_customer(row, "Our station is closed", f"{station.name} is closed: {reason}")
        return {"station_id": station_id, "bookings": concerned}

    @operation("outside")
    def settle_incident(self, incident_id: str, cost: Money, outcome: Reason, tell: bool = False) -> Json:
        """A company settles an incident; the customer pays its cost, at most the excess of the insurance.

        Args:
            incident_id: Id of an incident that is not settled.
            cost: What the damage costs, in the booking's currency; may be nothing.
            outcome: What was decided.
            tell: Whether the company mails the customer.
        """
        incident = self.incidents.get(incident_id)
        booking = self.bookings.get(incident.booking)
        if cost.currency != booking.total.currency or not 0 <= cost.minor <= 10**10:
            raise Invalid(f"cost: must be in {booking.total.currency} and not negative")
        if incident.status == "settled":
            raise Conflict(f"incident {incident_id!r} is settled already", status="settled")
        share = cost
        if booking.insurance is not None:
            share = min(cost, self.priced_plan(booking.insurance, cost.currency).excess)
        if share.minor:
            booking = self.bill(booking, [Line(kind="damage", text=f"incident {incident_id}", amount=share)])
        incident = self.incidents.update(incident_id, status="settled", cost=cost, customer_pays=share, outcome=outcome)
        self.tell(booking, "Incident settled", f"{incident_id}: {outcome}")
        if tell:
            self.write_to_customer(booking, "Your report is settled", f"{incident_id}: {outcome} You pay {share}.")
        return dict(incident)

    @operation("outside")
    def charge_fee(self, booking_id: str, amount: Money, reason: Reason, tell: bool = False) -> Json:
        """A company charges a toll, a fine or another fee after the fact.

        Args:
            booking_id: Id of a booking that is picked up, returned or closed.
            amount: In the booking's currency.
            reason: What it is for.
            tell: Whether the company mails the customer.
        """
        booking = self.bookings.get(booking_id)
        self.with_status(booking, "picked_up", "returned", "closed")
        if amount.currency != booking.total.currency or not 0 < amount.minor <= 10**10:
            raise Invalid(f"amount: must be positive and in {booking.total.currency}")
        booking = self.bill(booking, [Line(kind="fee", text=reason, amount=amount)])
        self.tell(booking, "Fee charged", f"{amount}: {reason}")
        if tell:
            self.write_to_customer(booking, "A fee on your rental", f"we charged {amount}: {reason}")
        return dict(booking)

    @operation("outside")
    def report_no_show(self, booking_id: str) -> Json:
        """Nobody came for the car: nothing is paid back but the deposit.

        Args:
            booking_id: Id of a booking whose pick-up has passed, and that is not returned yet.
        """
        booking = self.bookings.get(booking_id)
        self.with_status(booking, "confirmed", "picked_up")
        if self.clock.now < booking.pickup_at:
            raise Conflict(f"booking {booking_id!r} begins only at {booking.pickup_at.isoformat()}")
        if booking.deposit_charge is not None and booking.deposit is not None:
            booking = self.try_to_pay_back(booking, booking.deposit_charge, booking.deposit, "deposit")
        booking = self.bookings.update(
            booking_id, status="no_show", penalty=booking.paid, refund=booking.paid.zero(), deposit_charge=None
        )
        self.tell(booking, "No-show", f"{booking_id} was marked as a no-show.")
        return dict(booking)
