"""Finding flights: searches, offers, fare rules, seat maps and airports."""

from datetime import date
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.errors import Invalid, NotFound
from vibelife_inspect.services.flight_booking.cabins import CABIN_OF, CLASSES, LAYOUTS, Cabin, FareClass
from vibelife_inspect.services.flight_booking.itineraries import Itineraries, Plan
from vibelife_inspect.services.flight_booking.offers import Sort
from vibelife_inspect.text import found
from vibelife_inspect.world import Json, Limit, operation, page

Adults = Annotated[int, Field(ge=1, le=9)]
Others = Annotated[int, Field(ge=0, le=8)]
Code = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
Carrier = Annotated[str, Field(pattern=r"^[A-Z0-9]{2}$")]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]


class Searching(Itineraries):
    """Operations that find flights."""

    @operation("read")
    def search_flights(
        self,
        origin: Code,
        destination: Code,
        depart_on: date,
        return_on: date | None = None,
        adults: Adults = 1,
        children: Others = 0,
        infants: Others = 0,
        cabin: Cabin = "economy",
        fare_class: FareClass | None = None,
        max_stops: Annotated[int, Field(ge=0, le=1)] = 1,
        min_connection_minutes: Annotated[int, Field(ge=0, le=480)] = 0,
        carriers: Annotated[list[Carrier], Field(min_length=1, max_length=10)] | None = None,
        sort: Sort = "price",
        show_in: Currency | None = None,
        limit: Limit = 10,
        cursor: str | None = None,
    ) -> Json:
        """Search direct flights and one-stop connections, one way or round trip; nothing is reserved.

        Each item is an offer: a way there (and back) in one fare class with the total for all travellers, taxes
        included, in the currency of the first flight. The same offer always has the same offer_id. A round trip
        combines the 12 best ways there with the 12 best ways back. Times are local to the airports.

        Args:
            origin: IATA code of an airport (HND) or of a city with several airports (TYO).
            destination: IATA code of an airport or city.
            depart_on: Local day of departure.
            return_on: Local day of departure of the way back; one way when absent.
            adults: Travellers of 12 years and more.
            children: Travellers of 2 to 11 years; they pay 75 per cent.
            infants: Travellers below 2 years on a lap, at most one per adult; they pay 10 per cent and take no seat.
            cabin: Cabin for all flights. Ignored when fare_class is given.
            fare_class: Only this fare class.
            max_stops: 0 for direct flights only.
            min_connection_minutes: Shortest connection wanted; the airport's own minimum holds anyway.
            carriers: Only flights of these airlines, by the two characters before their flight numbers.
            sort: Lowest price first (default), or shortest travel time, earliest departure, earliest arrival.
            show_in: Currency into which totals are also converted, for information.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        party = self.party(adults, children, infants)
        classes = (fare_class,) if fare_class else CLASSES[cabin]
        plan = Plan(CABIN_OF[classes[0]], party.seats, max_stops, min_connection_minutes, carriers)
        there, back = self.both_ways(origin, destination, depart_on, return_on, plan)
        offers = [offer for name in classes for offer in self.offers(name, there, back, party, sort)]
        return page(self.ranked(offers, sort), limit, cursor, lambda offer: self.offer_row(offer, show_in))

    @operation("read")
    def get_offer(
        self,
        offer_id: str,
        adults: Adults = 1,
        children: Others = 0,
        infants: Others = 0,
        show_in: Currency | None = None,
    ) -> Json:
        """Show an offer in full: every flight, the seats left, the total now, and the rules of the fare class.

        Args:
            offer_id: Id of the offer.
            adults: Travellers of 12 years and more.
            children: Travellers of 2 to 11 years.
            infants: Travellers below 2 years.
            show_in: Currency into which the total is also converted, for information.
        """
        offer = self.find_offer(offer_id, self.party(adults, children, infants))
        return {
            "offer_id": offer.id,
            "fare_class": offer.fare_class,
            "cabin": CABIN_OF[offer.fare_class],
            "outbound": [self.flight_row(flight, offer.fare_class) for flight in offer.outbound],
            "return": [self.flight_row(flight, offer.fare_class) for flight in offer.inbound],
            "total": offer.total,
            **self.converted(offer.total, show_in, "show_in"),
            "rules": self.rules_row(offer.fare_class, offer.outbound[0].flight_no[:2]),
        }

    @operation("read")
    def get_fare_rules(self, fare_class: FareClass, carrier: Carrier | None = None) -> Json:
        """Show what a fare class allows: change fee, refund, bags, price of extras.

        Args:
            fare_class: The fare class.
            carrier: Two characters of an airline that may have rules of its own; general rules when absent.
        """
        return self.rules_row(fare_class, carrier or "")

    @operation("read")
    def get_seat_map(self, flight_id: str, cabin: Cabin = "economy", booking_id: str | None = None) -> Json:
        """Show the free seats of a cabin, row by row from the front.

        Args:
            flight_id: Flight, such as NH204-2026-04-03.
            cabin: The cabin; ignored when booking_id is given.
            booking_id: A booking of yours on this flight: shows the seats it can choose and its price per seat.
        """
        flight = self.flights.get(flight_id)
        result: Json = {"flight_id": flight.id, "aircraft": flight.aircraft}
        unseated = 0
        if booking_id is not None:
            booking = self.my_booking(booking_id)
            if flight.id not in booking.segments:
                raise Invalid(f"booking_id: {booking.id!r} is not on {flight.id}; it has {', '.join(booking.segments)}")
            cabin = booking.cabin
            unseated = self.unseated(booking, flight.id)
            result["price_per_seat"] = self.extra_price(booking.fare_class, flight, booking.total.currency, "seat")
        block = LAYOUTS[flight.aircraft].get(cabin)
        if block is None or flight.fares.of(cabin) is None:
            raise NotFound(f"{flight.id} has no cabin {cabin!r}")
        rows: dict[int, str] = {}
        for seat in flight.free_seats(cabin, unseated):
            rows[int(seat[:-1])] = rows.get(int(seat[:-1]), "") + seat[-1]
        free = [{"row": row, "seats": letters} for row, letters in rows.items()]
        return {
            **result,
            "cabin": cabin,
            "layout": block.letters,
            "rows": [block.first_row, block.last_row],
            "free": free,
        }

    @operation("read")
    def search_airports(self, query: str, limit: Limit = 20, cursor: str | None = None) -> Json:
        """Find airports by code, name, city or country code, in any script; in order of their codes.

        Args:
            query: Words that must all occur, such as `Tokyo`, `東京` or `HND`.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            airport
            for airport in self.all_airports()
            if found(query, airport.id, airport.metro, airport.name, airport.city, airport.country, airport.other_names)
        ]
        return page(rows, limit, cursor, lambda row: row.pick("id", "name", "city", "country", "metro"))

    @operation("read")
    def get_airport(self, iata: Code) -> Json:
        """Show an airport: city, country, zone, local time now and shortest connection.

        Args:
            iata: IATA code of the airport, such as HND.
        """
        airport = self.airport(iata)
        return {**dict(airport), "local_time": self.clock.now.astimezone(ZoneInfo(airport.zone))}
