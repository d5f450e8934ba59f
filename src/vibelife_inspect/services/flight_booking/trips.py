"""A booking as a trip: how it is shown, paid, paid back, confirmed, and whether it is disrupted."""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.flights import Flight
from vibelife_inspect.services.flight_booking.itineraries import Itineraries
from vibelife_inspect.services.flight_booking.offers import Offer, Party, span
from vibelife_inspect.services.flight_booking.records import Booking, Passenger, Payment
from vibelife_inspect.world import Appointment, Charge, Json, Letter

TOO_LATE = timedelta(minutes=180)
"""A departure moved by more than this may be rebooked or cancelled free of charge."""


class Disruption(NamedTuple):
    """What is wrong with a trip: segments `start` to `stop` can be replaced free of charge."""

    start: int
    stop: int
    flight_id: str
    reason: str


class Trips(Itineraries):
    """What all operations on bookings share."""

    def party_of(self, passengers: list[Passenger]) -> Party:
        """How many of each kind travel."""
        kinds = [passenger.type for passenger in passengers]
        return Party(kinds.count("adult"), kinds.count("child"), kinds.count("infant"))

    def segments(self, booking: Booking, start: int = 0, stop: int | None = None) -> list[Flight]:
        """Flights of a booking, without those that are not on record."""
        return [self.flights.get(id) for id in booking.segments[start:stop] if id in self.flights]

    def directions(self, booking: Booking) -> list[tuple[int, int]]:
        """The way there and, if any, the way back, as places in the segments."""
        end = len(booking.segments)
        if booking.return_from is None:
            return [(0, end)]
        return [(0, booking.return_from), (booking.return_from, end)]

    # ---- disruptions

    def disruption(self, booking: Booking) -> Disruption | None:
        """The first direction of a ticketed trip that can no longer be flown as booked."""
        if booking.status != "ticketed":
            return None
        return next((found for ends in self.directions(booking) for found in self._broken(booking, *ends)), None)

    def _broken(self, booking: Booking, start: int, stop: int) -> Iterator[Disruption]:
        flights = self.segments(booking, start, stop)
        if len(flights) != stop - start:
            return
        first = next((n for n, item in enumerate(flights) if not self.has_left(item) or self._missed(flights, n)), None)
        if first is None:
            return
        for place in range(first, len(flights)):
            flight = flights[place]
            agreed = booking.agreed_departures[start + place] if booking.agreed_departures else flight.departs_at
            if self.stage(flight) == "cancelled":
                yield Disruption(start + first, stop, flight.id, "cancelled")
            elif self._missed(flights, place):
                yield Disruption(start + first, stop, flight.id, "missed_connection")
            elif abs(flight.leaves_at - agreed) > TOO_LATE:
                yield Disruption(start + first, stop, flight.id, "delayed")

    def _missed(self, flights: list[Flight], place: int) -> bool:
        if place == 0:
            return False
        before, after = flights[place - 1], flights[place]
        airport = self.known_airport(after.origin)
        least = timedelta(minutes=airport.min_connection_minutes if airport else 60)
        wait = after.leaves_at - before.lands_at
        return wait < least and wait < after.departs_at - before.arrives_at

    # ---- how it is shown

    def show(self, booking: Booking) -> Json:
        """A whole booking with the live status of its flights."""
        problem = self.disruption(booking)
        told = None
        if problem is not None:
            told = {
                "flight_id": problem.flight_id,
                "reason": problem.reason,
                "segments": booking.segments[problem.start : problem.stop],
                "rights": "rebook free of charge, or cancel with a full refund of what was not flown",
            }
        return {
            **dict(booking),
            "flights": [self.status_row(flight) for flight in self.segments(booking)],
            "disruption": told,
        }

    def booking_row(self, booking: Booking) -> Json:
        """A booking in the short form of lists."""
        flights = self.segments(booking)
        row = booking.pick("id", "status", "segments", "return_from", "fare_class", "total", "hold_until")
        return {
            **row,
            "origin": flights[0].origin if flights else "",
            "departs_at": flights[0].leaves_at if flights else None,
            "passengers": [passenger.name for passenger in booking.passengers],
            "disrupted": self.disruption(booking) is not None,
        }

    # ---- money, mail and calendar

    def check_max(self, price: Money, most: Money | None, argument: str = "max_total") -> None:
        """Refuse a price above what the agent expects.

        Raises:
            Invalid: The limit is in another currency.
            Conflict: The price is higher.
        """
        if most is None:
            return
        if most.currency != price.currency:
            raise Invalid(f"{argument}: the price is in {price.currency}, not {most.currency}")
        if price > most:
            raise Conflict(f"the price is {price}, more than {argument} {most}; nothing was done", price=str(price))

    def payer(self, booking: Booking, method: str | None) -> str:
        """The payment method for something more on a booking: the one given, or that of the ticket.

        Raises:
            Invalid: Neither is known.
        """
        if not method and not booking.payment_method:
            raise Invalid(f"payment_method: is required, because {booking.id!r} has none on file")
        return method or booking.payment_method

    def pay(self, booking: Booking, amount: Money, method: str, memo: str) -> tuple[list[Payment], Json]:
        """Charge an amount: the payments of the booking after it, and what to tell the agent."""
        if amount.minor <= 0:
            return booking.payments, {}
        flight = self.segments(booking)
        charge = self.ports.charge(method, amount, flight[0].carrier if flight else "Skyfare", f"{memo} {booking.id}")
        payment = Payment(charge_id=charge.id, method=charge.method, amount=amount)
        note = {"payment_note": charge.note} if charge.note else {}
        return [*booking.payments, payment], {"charged": amount, "charge_id": charge.id, **note}

    def pay_back(self, booking: Booking, amount: Money, memo: str) -> tuple[list[Payment], Json]:
        """Return an amount to where it came from, latest payment first."""
        if amount.minor <= 0:
            return booking.payments, {}
        payments = list(booking.payments) or [
            Payment(charge_id=f"paid-{booking.id}", method=booking.payment_method or "unknown", amount=booking.total)
        ]
        open_amount, notes = amount, {}
        for place in reversed(range(len(payments))):
            payment = payments[place]
            part = min(open_amount, payment.rest)
            if part.minor <= 0:
                continue
            charge = Charge(id=payment.charge_id, method=payment.method, amount=payment.amount)
            back = self.ports.refund(charge, part, f"{memo} {booking.id}")
            payments[place] = payment.model_copy(update={"refunded": payment.amount - payment.rest + part})
            open_amount = open_amount - part
            if back.note:
                notes["payment_note"] = back.note
        return payments, notes

    def confirm(self, booking: Booking, subject: str, *lines: str) -> None:
        """Mail the persona about a booking."""
        persona = self.setting.persona
        trip = [_line(flight) for flight in self.segments(booking)]
        names = ", ".join(passenger.name for passenger in booking.passengers)
        body = [f"Dear {persona.name},", "", *lines, "", f"Reference: {booking.id}", f"Passengers: {names}", *trip]
        letter = Letter(
            sender="service@skyfare.example",
            sender_name="Skyfare Flights",
            subject=f"{subject} ({booking.id})",
            body="\n".join([*body, f"Total: {booking.total}", "", "Skyfare Flights"]),
        )
        self.ports.mail(letter)

    def enter_agenda(self, booking: Booking) -> list[str]:
        """Write the flights of a booking into the calendar."""
        entries = [
            self.ports.agenda(
                Appointment(
                    title=f"Flight {flight.flight_no} {flight.origin}-{flight.destination}",
                    start=flight.leaves_at,
                    end=flight.lands_at,
                    location=f"{flight.origin} {flight.terminal}".strip(),
                    notes=f"Booking {booking.id}, {booking.fare_class}",
                )
            )
            for flight in self.segments(booking)
        ]
        return [entry for entry in entries if entry]

    def travel_row(self, offer: Offer) -> list[Json]:
        """The flights of an offer in one line each."""
        return [
            {
                "flight_id": flight.id,
                "origin": flight.origin,
                "destination": flight.destination,
                "departs_at": flight.leaves_at,
                "arrives_at": flight.lands_at,
                "minutes": span(flight.leaves_at, flight.lands_at),
                "fare": Money(minor=fare, currency=offer.currency),
            }
            for flight, fare in zip(offer.flights, offer.fares, strict=True)
        ]


def _line(flight: Flight) -> str:
    times = f"{flight.leaves_at:%Y-%m-%d %H:%M} {flight.origin} - {flight.lands_at:%Y-%m-%d %H:%M} {flight.destination}"
    return f"{flight.flight_no} ({flight.carrier}): {times}"
