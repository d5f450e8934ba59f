"""Stays: a catalogue of places to sleep and to meet, and the persona's reservations there."""

from vibelife_inspect.services.hotel_booking.service import HotelBooking

__all__ = ["HotelBooking"]
