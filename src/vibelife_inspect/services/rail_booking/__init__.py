"""Trains, ferries and long-distance buses: timetable, tickets, passes."""

from vibelife_inspect.services.rail_booking.service import RailBooking

__all__ = ["RailBooking"]
