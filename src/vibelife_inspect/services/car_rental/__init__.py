"""Rental cars: stations, offers, bookings with drivers and extras, condition and incident reports, help on the road."""

from vibelife_inspect.services.car_rental.service import CarRental

__all__ = ["CarRental"]
