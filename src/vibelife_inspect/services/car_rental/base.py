"""What all parts of the service share: tables, stock, checks, payments and letters."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from vibelife_inspect.errors import Conflict, Expired, Invalid, OperationError, Refused, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.car_rental.background import CarRentalBackground
from vibelife_inspect.services.car_rental.catalogue import EnergyStop, Extra, InsurancePlan, Offer, RoadPolicy, Station
from vibelife_inspect.services.car_rental.records import (
    BOOKING_STATES,
    HELP_STATES,
    INCIDENT_STATES,
    LIVE,
    BookedExtra,
    Booking,
    ConditionReport,
    Driver,
    HelpRequest,
    Incident,
    Line,
    booking_due,
    help_due,
    incident_due,
)
from vibelife_inspect.services.car_rental.trips import Trip, TripRequest
from vibelife_inspect.text import fold
from vibelife_inspect.world import ME, Charge, Json, Letter, Notice, Service, Table
from vibelife_inspect.world.payments import Payment, pay_back

_AHEAD = timedelta(days=500)
_LONGEST = timedelta(days=90)


class CarRentalBase(Service):
    """Tables and helpers of the service."""

    name = "car_rental"
    summary = (
        "Rental cars: offers, quotes, bookings, drivers, extras, condition and incident reports, help on the road."
    )
    Background = CarRentalBackground

    stations = Table(Station, "station", index=("city_key", "local_key", "company"))
    offers = Table(Offer, "offer", index=("station",))
    insurance_plans = Table(InsurancePlan, "insurance plan")
    extras = Table(Extra, "extra")
    bookings = Table(Booking, "booking", index=("offer", "owner", "station"), states=BOOKING_STATES, due=booking_due)
    condition_reports = Table(ConditionReport, "condition report", index=("booking",))
    incidents = Table(Incident, "incident", index=("booking", "owner"), states=INCIDENT_STATES, due=incident_due)
    help_requests = Table(HelpRequest, "help request", index=("booking",), states=HELP_STATES, due=help_due)
    road_policies = Table(RoadPolicy, "road policy", index=("country",))
    energy_stops = Table(EnergyStop, "energy stop", index=("city_key", "local_key"))

    def stations_in(self, city: str) -> list[Station]:
        """Stations of a city, named in any script."""
        return self.stations.find(city_key=fold(city)) or self.stations.find(local_key=fold(city))

    def period(self, pickup_at: datetime, return_at: datetime) -> None:
        """Refuse times that have passed, lie too far ahead or stand in the wrong order."""
        now = self.clock.now
        if not now <= pickup_at <= now + _AHEAD:
            raise Invalid(f"pickup_at: must lie between now, {now.isoformat()}, and {_AHEAD.days} days ahead")
        if not timedelta(0) < return_at - pickup_at <= _LONGEST:
            raise Invalid(f"return_at: must be after pickup_at, at most {_LONGEST.days} days")

    def free_cars(self, offer: Offer, first: date, last: date, ignore: str = "") -> int:
        """Cars of an offer that are free on each day of a span; booking `ignore` does not count."""
        station = self.stations.get(offer.station)
        spans = [
            (station.day_of(booking.pickup_at), station.day_of(booking.return_at))
            for booking in self.bookings.find(offer=offer.id)
            if booking.status in LIVE and booking.id != ignore
        ]
        spans = [span for span in spans if span[0] <= last and first <= span[1]]
        starts = {first, *(start for start, _ in spans if start >= first)}
        busiest = max(sum(start <= day <= end for start, end in spans) for day in sorted(starts))
        return max(0, offer.stock - busiest)

    def on_sale(
        self, offer: Offer, station: Station, pickup_at: datetime, return_at: datetime, ignore: str = ""
    ) -> str:
        """Why an offer cannot be had for a span; empty when it can."""
        first, last = station.day_of(pickup_at), station.day_of(return_at)
        if offer.status != "on_sale":
            return f"offer {offer.id!r} is no longer sold"
        if offer.available_from is not None and first < offer.available_from:
            return f"offer {offer.id!r} is available from {offer.available_from}"
        if offer.available_until is not None and last > offer.available_until:
            return f"offer {offer.id!r} is available until {offer.available_until}"
        if not self.free_cars(offer, first, last, ignore):
            return f"no car of offer {offer.id!r} is free from {first} to {last}"
        return ""

    def trip(self, request: TripRequest, ignore: str = "") -> Trip:
        """A rental that can be booked now.

        Raises:
            Unavailable: No car is free, or a station is closed.
            Refused: A driver, a country or the way of return does not meet the conditions.
        """
        self.period(request.pickup_at, request.return_at)
        offer = self.offers.get(request.offer_id)
        station = self.stations.get(offer.station)
        back = self.stations.get(request.return_station_id or station.id)
        self.open_at(station, request.pickup_at, "pickup_at")
        self.open_at(back, request.return_at, "return_at")
        if back.id != station.id and (offer.one_way_fee is None or back.company != station.company):
            raise Refused(f"offer {offer.id!r} cannot be returned at {back.name}; return it at {station.name}")
        if fault := self.on_sale(offer, station, request.pickup_at, request.return_at, ignore):
            raise Unavailable(fault, offer_id=offer.id)
        abroad = tuple(dict.fromkeys(code for code in request.countries if code != station.country))
        if far := [code for code in abroad if code not in offer.countries]:
            allowed = ", ".join((station.country, *offer.countries))
            raise Refused(f"the car must not be driven to {', '.join(far)}; allowed: {allowed}")
        for driver in request.drivers:
            self.fit_to_drive(driver, offer, station.day_of(request.pickup_at))
        plan = (
            None if request.insurance_plan_id is None else self.priced_plan(request.insurance_plan_id, offer.currency)
        )
        return Trip(
            offer, station, back, request.pickup_at, request.return_at, request.drivers, plan,
            self.priced_extras(request.extras, offer.currency), abroad,
        )  # fmt: skip

    def open_at(self, station: Station, moment: datetime, argument: str) -> None:
        """Refuse a time at which nobody is at the station."""
        if reason := station.closed_because(moment):
            raise Unavailable(f"{argument}: {station.name} is {reason}", station_id=station.id)

    def fit_to_drive(self, driver: Driver, offer: Offer, day: date) -> None:
        """Refuse a driver who is too young, or too new to driving."""
        if driver.age(day) < offer.min_age:
            raise Refused(f"{driver.name} is {driver.age(day)} at pick-up; the minimum age is {offer.min_age}")
        if driver.licence_years(day) < offer.min_licence_years:
            raise Refused(f"{driver.name} has held a licence for less than {offer.min_licence_years} years at pick-up")

    def convert(self, amount: Money, currency: str) -> Money:
        """The amount in another currency; Invalid when there is no rate or it cannot be held."""
        try:
            return self.world.rates.convert(amount, currency)
        except (KeyError, ValueError):
            raise Invalid(
                f"{amount} cannot be converted to {currency}; choose something priced in {currency}"
            ) from None

    def mine(self, booking_id: str, *allowed: str) -> Booking:
        """A booking of the persona, in one of the states if some are named."""
        booking = self.bookings.get(booking_id)
        self.own(booking, "booking")
        if booking.cancelled_by == "time":
            raise Expired(f"the hold {booking.id!r} lapsed at {booking.hold_until}; book again")
        self.with_status(booking, *allowed)
        return booking

    def with_status(self, booking: Booking, *allowed: str) -> None:
        """Refuse a booking in another state."""
        if allowed and booking.status not in allowed:
            raise Conflict(
                f"booking {booking.id!r} is {booking.status}; this needs one that is {' or '.join(allowed)}",
                status=booking.status,
            )

    def pay(self, booking: Booking, method: str, amount: Money, what: str) -> Booking:
        """Charge something for a booking."""
        payee = self.stations.get(booking.station).company
        charge = self.ports.charge(method, amount, payee, f"{what} {booking.id}")
        return self.bookings.update(
            booking.id,
            payments=(*booking.payments, Payment(charge=charge, amount=amount)),
            paid=booking.paid + amount,
            payment_method=method,
        )

    def pay_back(self, booking: Booking, amount: Money, what: str) -> tuple[Booking, str]:
        """Refund something, latest charge first; the booking as it is then, and what the port noted."""
        payments, note = pay_back(self.ports.refund, booking.payments, amount, f"{what} {booking.id}", "the company")
        return self.bookings.update(booking.id, payments=payments, paid=booking.paid - amount), note

    def try_to_pay_back(self, booking: Booking, charge: Charge, amount: Money, what: str) -> Booking:
        """Refund a charge; where the account no longer takes it, the booking says so."""
        try:
            with self.world.transaction():
                self.ports.refund(charge, amount, f"{what} {booking.id}")
        except OperationError as error:
            note = f"{amount} could not be paid back: {error.message}"
            return self.bookings.update(booking.id, note=note)
        return booking

    def bill(self, booking: Booking, lines: list[Line]) -> Booking:
        """Add lines to a booking and charge them; where the method refuses, the booking says so."""
        for line in lines:
            booking = self.bookings.update(booking.id, lines=(*booking.lines, line), total=booking.total + line.amount)
            if booking.payment_method is None:
                booking = self.bookings.update(booking.id, note=f"{line.amount} for {line.text} is open")
                continue
            try:
                with self.world.transaction():
                    booking = self.pay(booking, booking.payment_method, line.amount, line.text)
            except OperationError as error:
                note = f"{line.amount} for {line.text} could not be charged: {error.message}"
                booking = self.bookings.update(booking.id, note=note)
        return booking

    def shown(self, booking: Booking, *notes: str) -> Json:
        """A booking in full, with the names of what was booked."""
        offer = self.offers.get(booking.offer)
        return {
            **{field: value for field, value in booking if field not in ("id", "owner", "payments")},
            "booking_id": booking.id,
            "days": booking.days,
            "vehicle": offer.vehicle,
            "pickup_station": self.stations.get(booking.station).row,
            "drop_off_station": self.stations.get(booking.return_station).row,
            "notes": [note for note in dict.fromkeys(notes) if note],
        }

    def write_to_customer(self, booking: Booking, subject: str, *lines: str) -> None:
        """A letter of the company to the persona, if the booking is the persona's."""
        if booking.owner != ME:
            return
        station = self.stations.get(booking.station)
        facts = (
            f"Booking {booking.id}: {self.offers.get(booking.offer).vehicle}",
            f"Pick-up {booking.pickup_at:%Y-%m-%d %H:%M} at {station.name}, {station.address or station.city}",
            f"Return {booking.return_at:%Y-%m-%d %H:%M} at {self.stations.get(booking.return_station).name}",
            f"Total {booking.total}, paid {booking.paid}",
        )
        body = "\n".join((f"Dear {self.setting.persona.name},", "", *lines, "", *facts, "", station.company))
        self.ports.mail(
            Letter(sender=station.email, sender_name=station.company, subject=f"{subject} ({booking.id})", body=body)
        )

    def tell(self, booking: Booking, title: str, text: str) -> None:
        """A status change, for whoever watches the booking."""
        if booking.owner == ME:
            topic = f"booking:{booking.id}"
            self.ports.notify(Notice(source=self.name, topic=topic, title=title, text=text, ref=booking.id))

    def priced_plan(self, plan_id: str, currency: str) -> InsurancePlan:
        """An insurance plan with its prices in a currency."""
        plan = self.insurance_plans.get(plan_id)
        per_day, excess = self.convert(plan.per_day, currency), self.convert(plan.excess, currency)
        return plan.model_copy(update={"per_day": per_day, "excess": excess})

    def priced_extras(self, wanted: tuple[BookedExtra, ...], currency: str) -> tuple[tuple[Extra, int], ...]:
        """Extras with their prices in a currency, and how many of each."""
        if len({item.extra_id for item in wanted}) < len(wanted):
            raise Invalid("extras: each extra at most once; give its quantity")
        return tuple(self._each_extra(wanted, currency))

    def _each_extra(self, wanted: tuple[BookedExtra, ...], currency: str) -> Iterator[tuple[Extra, int]]:
        for item in wanted:
            extra = self.extras.get(item.extra_id)
            if item.quantity > extra.most:
                raise Invalid(f"extras: at most {extra.most} x {extra.name}")
            most = None if extra.price_most is None else self.convert(extra.price_most, currency)
            per_day = self.convert(extra.price_per_day, currency)
            yield extra.model_copy(update={"price_per_day": per_day, "price_most": most}), item.quantity
