"""What airlines do to their flights; never visible to the agent as tools."""

from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.flight_booking.cabins import HIGHEST, LAYOUTS, Cabin, Fares
from vibelife_inspect.services.flight_booking.flights import Flight, FlightStatus, local
from vibelife_inspect.services.flight_booking.travelling import Travelling
from vibelife_inspect.world import Blankable, Json, operation

Minutes = Annotated[int, Field(ge=0, le=2880)]
Some = Annotated[int, Field(ge=1, le=500)]


class Airlines(Travelling):
    """Outside operations."""

    @operation("outside")
    def delay_flight(self, flight_id: str, minutes: Minutes, reason: Blankable = "") -> Json:
        """Set the delay of a flight that has not left, counted from its schedule; subscribers hear of it.

        Args:
            flight_id: The flight.
            minutes: Delay of departure and arrival; 0 puts it back on schedule.
            reason: Why.
        """
        flight = self._open_flight(flight_id)
        delay = timedelta(minutes=minutes)
        departs = flight.departs_at + delay
        if departs < self.clock.now:
            raise Invalid(f"minutes: the departure would have been at {departs.isoformat()}, before now")
        return self._write(
            flight,
            f"is delayed by {minutes} minutes and leaves at {departs:%H:%M}" if minutes else "is back on schedule",
            status="delayed" if minutes else self._on_time(flight),
            estimated_departs_at=departs if minutes else None,
            estimated_arrives_at=flight.arrives_at + delay if minutes else None,
            reason=reason,
        )

    @operation("outside")
    def cancel_flight(self, flight_id: str, reason: Blankable = "") -> Json:
        """Cancel a flight that has not left; bookings on it become disrupted, subscribers hear of it.

        Args:
            flight_id: The flight.
            reason: Why.
        """
        return self._write(self._open_flight(flight_id), "is cancelled", status="cancelled", reason=reason)

    @operation("outside")
    def change_gate(self, flight_id: str, gate: str, terminal: str | None = None) -> Json:
        """Move a flight that has not left to another gate; subscribers hear of it.

        Args:
            flight_id: The flight.
            gate: The new gate.
            terminal: The new terminal, if it changes too.
        """
        flight = self._open_flight(flight_id)
        where = f"now leaves from gate {gate}" + (f", terminal {terminal}" if terminal else "")
        return self._write(flight, where, gate=gate, terminal=terminal or flight.terminal)

    @operation("outside")
    def reschedule_flight(
        self, flight_id: str, departs_at: Instant, arrives_at: Instant, reason: Blankable = ""
    ) -> Json:
        """Change the schedule of a future flight, by at most two days; its id stays, subscribers hear of it.

        Args:
            flight_id: The flight, more than a day before its departure.
            departs_at: New scheduled departure.
            arrives_at: New scheduled arrival.
            reason: Why.
        """
        flight = self._open_flight(flight_id)
        tomorrow, farthest = self.clock.after(timedelta(days=1)), flight.departs_at + timedelta(days=2)
        if not (tomorrow < flight.departs_at and tomorrow < departs_at <= farthest):
            raise Invalid("departs_at: old and new departure must be more than a day ahead, and at most 2 days apart")
        if not departs_at < arrives_at <= departs_at + timedelta(days=2):
            raise Invalid("arrives_at: must be after departs_at, by at most 2 days")
        leaves = local(departs_at, flight.origin)
        if abs((leaves.date() - flight.day).days) > 2:
            raise Invalid(f"departs_at: {flight.id} must leave within two days of {flight.day}")
        return self._write(
            flight,
            f"was rescheduled and leaves on {leaves:%Y-%m-%d at %H:%M}",
            status="scheduled",
            departs_at=departs_at,
            arrives_at=arrives_at,
            estimated_departs_at=None,
            estimated_arrives_at=None,
            reason=reason,
        )

    @operation("outside")
    def withdraw_seats(self, flight_id: str, cabin: Cabin, seats: Some) -> Json:
        """Take seats off sale (other people book them), at most those that are left.

        Args:
            flight_id: The flight.
            cabin: The cabin.
            seats: How many.
        """
        flight = self._open_flight(flight_id)
        left = flight.seats_left.of(cabin)
        if seats > left:
            raise Conflict(f"{flight.id} has only {left} seats left in {cabin}", seats_left=left)
        return self._write(flight, seats_left=flight.seats_left.plus(cabin, -seats))

    @operation("outside")
    def release_seats(self, flight_id: str, cabin: Cabin, seats: Some) -> Json:
        """Put more seats on sale (other people cancel), at most those that the aircraft has.

        Args:
            flight_id: The flight.
            cabin: The cabin.
            seats: How many.
        """
        flight = self._open_flight(flight_id)
        block = LAYOUTS[flight.aircraft].get(cabin)
        numbers = block.seats if block else ()
        most = len(numbers) - len([seat for seat in flight.assigned_seats if seat in numbers])
        if flight.seats_left.of(cabin) + seats > most:
            raise Conflict(f"an {flight.aircraft} has no more than {most} such seats", seats_left=most)
        return self._write(flight, seats_left=flight.seats_left.plus(cabin, seats))

    @operation("outside")
    def change_fare(self, flight_id: str, cabin: Cabin, fare: Money) -> Json:
        """Set another fare for new bookings in a cabin, in the currency of the flight.

        Args:
            flight_id: The flight.
            cabin: A cabin that it sells.
            fare: New fare of one adult.
        """
        flight = self._open_flight(flight_id)
        if flight.fares.of(cabin) is None:
            raise Invalid(f"cabin: {flight.id} has no {cabin}")
        if fare.currency != flight.fares.currency or not 0 < fare.minor <= HIGHEST:
            raise Invalid(f"fare: must be a positive amount in {flight.fares.currency}, at most {HIGHEST} minor units")
        return self._write(flight, fares=Fares(**{**flight.fares.__dict__, cabin: fare}))

    def _open_flight(self, flight_id: str) -> Flight:
        flight = self.flights.get(flight_id)
        if self.stage(flight) in ("departed", "landed", "cancelled"):
            raise Conflict(f"{flight.id} is {self.stage(flight)}", status=self.stage(flight))
        return flight

    def _on_time(self, flight: Flight) -> FlightStatus:
        return "scheduled" if flight.status == "delayed" else flight.status

    def _write(self, flight: Flight, said: str = "", **fields: Any) -> Json:
        flight = self.flights.update(flight.id, tracked=True, **fields)
        if said:
            self.announce(flight, said)
        return self.status_row(flight)
