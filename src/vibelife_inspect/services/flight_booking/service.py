"""The flight service as a whole."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.flight_booking.background import FlightBackground, generate
from vibelife_inspect.services.flight_booking.booking import BookingFlights
from vibelife_inspect.services.flight_booking.cancelling import Cancelling
from vibelife_inspect.services.flight_booking.changing import Changing
from vibelife_inspect.services.flight_booking.extras import Extras
from vibelife_inspect.services.flight_booking.outside import Airlines
from vibelife_inspect.services.flight_booking.rebooking import Rebooking
from vibelife_inspect.services.flight_booking.searching import Searching
from vibelife_inspect.world import Record


class FlightBooking(Searching, BookingFlights, Extras, Changing, Cancelling, Rebooking, Airlines):
    """Flights from search to landing."""

    def background(self, options: FlightBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """A timetable of flights on the routes of the options."""
        spoken_of = {id for booking in self.bookings for id in booking.segments}
        spoken_of |= {row.flight_id for row in self.status_subscriptions}
        for flight in generate(options, level, rng, self.setting, self.flights.rows(), spoken_of):
            yield "flights", flight
