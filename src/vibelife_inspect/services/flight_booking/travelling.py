"""The day of travel: check-in, boarding passes, live status and who follows it."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Invalid, NotFound
from vibelife_inspect.services.flight_booking.flights import BOARDING, Flight
from vibelife_inspect.services.flight_booking.records import Booking, CheckIn, Number, SeatChoice, StatusSubscription
from vibelife_inspect.services.flight_booking.trips import Trips
from vibelife_inspect.world import ME, Json, Limit, Notice, operation, page

_OPENS, _CLOSES = timedelta(hours=30), timedelta(hours=1)


class Travelling(Trips):
    """Operations of the day of travel, and what time does to flights."""

    @operation("commit")
    def check_in(
        self,
        booking_id: str,
        flight_id: str,
        passengers: Annotated[list[Number], Field(min_length=1, max_length=9)] | None = None,
    ) -> Json:
        """Check passengers in for one flight, from 30 hours to 1 hour before its departure; it cannot be undone.

        Passengers without a chosen seat are given one. Flights between countries need passport number and nationality
        of every passenger (`update_passenger`).

        Args:
            booking_id: Id of the ticketed booking.
            flight_id: Flight of the booking.
            passengers: Numbers of the passengers; all who are not yet checked in when absent.
        """
        booking = self.live_booking(booking_id, "ticketed")
        flight = self._flight_of(booking, flight_id)
        self._check_window(flight)
        done = {entry.passenger for entry in booking.checked_in if entry.flight_id == flight.id}
        numbers = list(dict.fromkeys(passengers or range(1, len(booking.passengers) + 1)))
        numbers = [number for number in numbers if number not in done]
        if not numbers:
            raise Conflict(f"these passengers are checked in for {flight.id} already")
        for number in numbers:
            self._check_papers(booking, flight, number)
        entries = self._board(booking, flight, numbers)
        seated = {pick.passenger for pick in booking.seats if pick.flight_id == flight.id}
        given = [entry for entry in entries if entry.seat and entry.passenger not in seated]
        self.flights.update(
            flight.id,
            boarding_passes=flight.boarding_passes + len(entries),
            assigned_seats=[*flight.assigned_seats, *(entry.seat for entry in given)],
            tracked=True,
        )
        chosen = [SeatChoice(flight_id=flight.id, passenger=entry.passenger, seat=entry.seat) for entry in given]
        booking = self.bookings.update(
            booking.id, checked_in=[*booking.checked_in, *entries], seats=[*booking.seats, *chosen]
        )
        return self._passes(booking, [entry for entry in booking.checked_in if entry in entries])

    @operation("read")
    def get_boarding_passes(self, booking_id: str) -> Json:
        """Show all boarding passes of a booking, in the order of check-in.

        Args:
            booking_id: Id of the booking.
        """
        booking = self.my_booking(booking_id)
        return self._passes(booking, booking.checked_in)

    @operation("read")
    def get_flight_status(self, flight_no: str, on: date) -> Json:
        """Show the live status of a flight: times, delay, terminal, gate.

        Args:
            flight_no: Flight number, such as NH204.
            on: Day of its scheduled departure, local to the airport.
        """
        return self.status_row(self._dated(flight_no, on))

    @operation("write")
    def subscribe_flight_status(self, flight_no: str, on: date) -> Json:
        """Be told of delays, cancellation, gate and schedule changes, boarding, departure and landing of a flight.

        Without a subscription changes are silent. A second one for the same flight returns the first.

        Args:
            flight_no: Flight number, such as NH204.
            on: Day of its scheduled departure, local to the airport.
        """
        flight = self._dated(flight_no, on)
        if self.stage(flight) in ("landed", "cancelled"):
            raise Conflict(f"{flight.id} is {self.stage(flight)}; there is nothing more to hear about it")
        active = [row for row in self._followers(flight) if row.owner == ME]
        if active:
            return self._subscription_row(active[0])
        self.flights.update(flight.id, tracked=True)
        new = StatusSubscription(id=self.new_id("FSS"), flight_id=flight.id, created_at=self.clock.now)
        return self._subscription_row(self.status_subscriptions.add(new))

    @operation("write")
    def unsubscribe_flight_status(self, subscription_id: str) -> Json:
        """End a status subscription.

        Args:
            subscription_id: Id of the subscription.
        """
        row = self.status_subscriptions.get(subscription_id)
        self.own(row, "status subscription")
        if row.status != "active":
            raise Conflict(f"status subscription {row.id!r} is {row.status} already", status=row.status)
        return self._subscription_row(self.status_subscriptions.update(row.id, status="cancelled"))

    @operation("read")
    def list_status_subscriptions(
        self,
        status: Literal["active", "ended", "cancelled"] | None = "active",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List your status subscriptions, newest first.

        Args:
            status: Only those with this status (default active); null for all.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        mine = self.status_subscriptions.find(owner=ME)
        rows = [row for row in reversed(mine) if status in (None, row.status)]
        return page(rows, limit, cursor, self._subscription_row)

    # ---- what time does

    def board_flight(self, flight: Flight) -> None:
        """Boarding begins."""
        flight = self.flights.update(flight.id, status="boarding")
        self.announce(flight, "is boarding", ring=False)

    def depart_flight(self, flight: Flight) -> None:
        """The flight leaves."""
        flight = self.flights.update(flight.id, status="departed")
        self.announce(flight, "has departed", ring=False)

    def land_flight(self, flight: Flight) -> None:
        """The flight lands; trips that end with it are flown."""
        flight = self.flights.update(flight.id, status="landed")
        for booking in self.bookings.find(last_segment=flight.id, status="ticketed"):
            self.bookings.update(booking.id, status="flown")
        self.announce(flight, "has landed", ring=False)

    def announce(self, flight: Flight, text: str, *, ring: bool = True) -> None:
        """Tell those who follow a flight, and end their subscriptions when it is over.

        Args:
            flight: The flight as it is now.
            text: What happened, as the rest of a sentence.
            ring: Whether it wakes an agent that follows the flight.
        """
        said = f"{flight.flight_no} {flight.origin}-{flight.destination} on {flight.day} {text}."
        followers = self._followers(flight)
        notice = Notice(source=self.name, topic=flight.topic, title=said[:-1], text=said, ref=flight.id)
        self.ports.notify(notice, subscribed=any(row.owner == ME for row in followers))
        for row in followers:
            if ring:
                self.world.ring(self.status_subscriptions, row.id, said)
            if flight.status in ("landed", "cancelled"):
                self.status_subscriptions.update(row.id, status="ended")

    # ---- how it is done

    def _followers(self, flight: Flight) -> list[StatusSubscription]:
        return self.status_subscriptions.find(flight_id=flight.id, status="active")

    def _dated(self, flight_no: str, on: date) -> Flight:
        return self.flights.get(f"{flight_no.upper().replace(' ', '')}-{on}")

    def _subscription_row(self, row: StatusSubscription) -> Json:
        flight_no, day = row.flight_id[:-11], row.flight_id[-10:]
        return {**row.pick("id", "flight_id", "status", "created_at"), "flight_no": flight_no, "on": day}

    def _flight_of(self, booking: Booking, flight_id: str) -> Flight:
        if flight_id not in booking.segments:
            raise Invalid(f"flight_id: {booking.id!r} has the flights {', '.join(booking.segments)}")
        return self.flights.get(flight_id)

    def _check_window(self, flight: Flight) -> None:
        opens, closes = flight.leaves_at - _OPENS, flight.leaves_at - _CLOSES
        if self.stage(flight) == "cancelled":
            raise Conflict(f"{flight.id} is cancelled", status="cancelled")
        if self.clock.now < opens:
            raise Conflict(f"check-in for {flight.id} opens at {opens.isoformat()}", opens_at=opens.isoformat())
        if self.clock.now > closes or self.has_left(flight):
            raise Expired(f"check-in for {flight.id} closed at {closes.isoformat()}")

    def _check_papers(self, booking: Booking, flight: Flight, number: int) -> None:
        person = self.passenger(booking, number)
        places = [self.known_airport(iata) for iata in (flight.origin, flight.destination)]
        countries = [place.country if place else None for place in places]
        abroad = None in countries or countries[0] != countries[1]
        if abroad and not (person.passport_no and person.nationality):
            raise Conflict(f"passenger {number} ({person.name}) needs passport_no and nationality; set them first")

    def _board(self, booking: Booking, flight: Flight, numbers: list[int]) -> list[CheckIn]:
        chosen = {pick.passenger: pick.seat for pick in booking.seats if pick.flight_id == flight.id}
        open_seats = flight.free_seats(booking.cabin, self.unseated(booking, flight.id))
        free = iter([seat for seat in open_seats if seat not in chosen.values()])
        entries = []
        for place, number in enumerate(numbers, start=1):
            seat = "" if number not in booking.seated else chosen.get(number) or next(free, "")
            sequence = flight.boarding_passes + place
            entries.append(CheckIn(flight_id=flight.id, passenger=number, seat=seat, sequence=sequence))
        return entries

    def _passes(self, booking: Booking, entries: list[CheckIn]) -> Json:
        passes = []
        for entry in entries:
            if entry.flight_id not in self.flights:
                raise NotFound(f"there is no flight {entry.flight_id!r}")
            flight = self.flights.get(entry.flight_id)
            passes.append(
                {
                    **entry.__dict__,
                    "name": self.passenger(booking, entry.passenger).name,
                    "flight_no": flight.flight_no,
                    "origin": flight.origin,
                    "destination": flight.destination,
                    "departs_at": flight.leaves_at,
                    "boards_at": flight.leaves_at - BOARDING,
                    "terminal": flight.terminal,
                    "gate": flight.gate,
                    "cabin": booking.cabin,
                }
            )
        return {"booking_id": booking.id, "boarding_passes": passes}
