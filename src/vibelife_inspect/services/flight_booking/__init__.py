"""Flights: search, booking, changes, check-in and live status."""

from vibelife_inspect.services.flight_booking.service import FlightBooking

__all__ = ["FlightBooking"]
