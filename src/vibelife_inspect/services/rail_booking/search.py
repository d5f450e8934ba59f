"""Looking things up in the timetable."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Invalid, NotFound
from vibelife_inspect.services.rail_booking.base import expected
from vibelife_inspect.services.rail_booking.journeys import (
    Connection,
    Section,
    Wish,
    connection,
    search,
)
from vibelife_inspect.services.rail_booking.pricing import Pricing
from vibelife_inspect.services.rail_booking.records import Mode, Run, TravelClass, later
from vibelife_inspect.text import found
from vibelife_inspect.world import Json, Limit, operation, page

SeatCount = Annotated[int, Field(ge=1, le=9)]
"""How many seats are needed."""


class Searching(Pricing):
    """Stations, connections, runs and boards."""

    @operation("read")
    def search_stations(
        self, query: str, mode: Mode | None = None, limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """Find stations, ferry terminals and bus stops by id, name or city, in order of city and id.

        Args:
            query: Words to look for, in any script.
            mode: Only stations of this mode.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.stations
            if mode in (None, row.mode) and found(query, row.id, row.name, row.city, row.local_name)
        ]
        return page(sorted(rows, key=lambda row: (row.city, row.id)), limit, cursor, dict)

    @operation("read")
    def search_connections(
        self,
        origin: str,
        destination: str,
        day: date,
        depart_after: time = time(0),
        depart_before: time = time(23, 59),
        travel_class: TravelClass = "standard",
        seats: SeatCount = 1,
        only_available: bool = False,
        mode: Mode | None = None,
        accessible_only: bool = False,
        max_changes: Annotated[int, Field(ge=0, le=1)] = 1,
        sort: Literal["departure", "arrival", "duration", "price"] = "departure",
        limit: Limit = 10,
        cursor: str | None = None,
    ) -> Json:
        """Search connections on one day, direct or with one change.

        Each connection shows its legs; their `service_id`, `origin` and `destination` are what quoting and booking
        take. `fare` is the full fare of one adult without a seat reservation. Connections that are sold out are shown
        with the seats that are left, unless `only_available` is true. Ties are in order of departure, then id.

        Args:
            origin: Station id, station name or city.
            destination: Station id, station name or city.
            day: Day of departure, in the origin's local time.
            depart_after: Earliest departure, local wall time such as 08:30.
            depart_before: Latest departure, local wall time.
            travel_class: Class on all legs; services without it are left out.
            seats: How many seats are needed.
            only_available: Leave out connections with fewer seats left.
            mode: Only this mode on all legs.
            accessible_only: Only services that can be boarded without steps.
            max_changes: 0 for direct connections only.
            sort: Order of the list; by price within one currency.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        wish = self._wish(origin, destination, day, (depart_after, depart_before))
        wish = replace(wish, mode=mode, accessible=accessible_only)
        rows = self.connections(wish, day, travel_class, max_changes)
        if only_available:
            rows = [row for row in rows if _left(row, travel_class) >= seats]
        rows.sort(key=lambda row: (*self._rank(row, sort, travel_class), row.departs_at, row.id))
        return page(rows, limit, cursor, lambda row: self.connection_row(row, travel_class))

    def connections(self, wish: Wish, day: date, travel_class: TravelClass, max_changes: int) -> list[Connection]:
        """What a search finds in a class, in no order."""
        days = self.days_around(day)
        rows = search(days, wish, {row.id: row.city for row in self.stations} if max_changes else None)
        return [row for row in rows if all(getattr(leg.run.fares, travel_class) is not None for leg in row.legs)]

    @operation("read")
    def get_service(self, service_id: str) -> Json:
        """Read one dated service: stops, fares, seats left, luggage rule, whether passes count, and its status.

        Args:
            service_id: Id of the service, such as HIKARI-505-2026-04-08.
        """
        run = self.services.get(service_id)
        stops = [{**dict(stop), "name": self.station_name(stop.station)} for stop in run.stops]
        known = run.model_dump(exclude={"stops", "status", "tracked"})
        return {**known, "status": run.status_at(self.clock.now), "stops": stops, **_expected(run)}

    @operation("read")
    def get_service_status(self, service_no: str, day: date) -> Json:
        """Tell whether a service runs, how late it is, and its platform. Unknown services are an error.

        Args:
            service_no: Public number, such as HIKARI-505.
            day: Day of departure from its first stop.
        """
        runs = self.services.find(service_no=service_no)
        for run in runs:
            if run.day == day:
                return self.status_row(run)
        days = ", ".join(str(run.day) for run in runs[:14])
        raise NotFound(
            f"no service {service_no!r} is known on {day}; "
            + (f"it is known on {days}" if days else "check the number")
        )

    @operation("read")
    def get_seat_availability(self, service_id: str, origin: str | None = None, destination: str | None = None) -> Json:
        """Tell the seats left and the full adult fare of each class of a service. A seat is sold for the whole run.

        Args:
            service_id: Id of the service.
            origin: Id of the station to board at; the first stop when absent.
            destination: Id of the station to leave at; the last stop when absent.
        """
        run = self.services.get(service_id)
        calls = [stop.station for stop in run.stops]
        start, end = origin or calls[0], destination or calls[-1]
        if start not in calls or end not in calls or calls.index(start) >= calls.index(end):
            raise Invalid(f"{run.id} does not go from {start!r} to {end!r}; it calls at {', '.join(calls)}")
        section = Section(run, calls.index(start), calls.index(end))
        classes = {
            name: {"fare": section.fare(name), "seats_left": section.seats_left(name)}
            for name in _CLASSES
            if section.fare(name) is not None
        }
        on_sale = section.boards_after(self.clock.now)
        return {"service_id": run.id, "origin": start, "destination": end, "on_sale": on_sale, "classes": classes}

    @operation("read")
    def list_departures(
        self,
        station: str,
        start: Instant | None = None,
        hours: Annotated[int, Field(ge=1, le=24)] = 3,
        mode: Mode | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Show a station's departure board, in order of planned departure, then id. Cancelled services are shown too.

        Args:
            station: Station id, station name or city.
            start: From when on; now when absent.
            hours: How many hours it covers.
            mode: Only this mode.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        begin = start or self.clock.now
        self.near(begin.date(), "start")
        places = self.places(station, "station")
        until = later(begin, timedelta(hours=hours))
        rows = [
            connection(Section(run, place, len(run.stops) - 1))
            for day in self.days_around(begin.date())
            for id in places
            for _, run, place in day.calls.get(id, ())
            if run.status != "withdrawn" and mode in (None, run.mode) and place < len(run.stops) - 1
            if begin <= run.stops[place].departure < until
        ]
        rows.sort(key=lambda row: (row.departs_at, row.id))
        return page(rows, limit, cursor, self._departure_row)

    def _wish(self, origin: str, destination: str, day: date, window: tuple[time, time]) -> Wish:
        self.near(day, "day")
        starts, ends = self.places(origin, "origin"), self.places(destination, "destination")
        if set(starts) & set(ends):
            raise Invalid("destination: is the same place as origin")
        begin, end = (wall.replace(tzinfo=None) for wall in window)
        if end < begin:
            raise Invalid("depart_before: is earlier than depart_after; search the next day for later departures")
        zone = ZoneInfo(next(iter(starts.values())).zone)
        return Wish(
            origins=starts,
            destinations=ends,
            earliest=datetime.combine(day, begin, tzinfo=zone),
            latest=datetime.combine(day, end, tzinfo=zone) + _TO_THE_END,
            now=self.clock.now,
        )

    # ---- words

    def connection_row(self, row: Connection, travel_class: TravelClass) -> Json:
        """A connection, as lists show it."""
        fares = [self._fare(leg, travel_class) for leg in row.legs]
        same = all(fare.currency == fares[0].currency for fare in fares)
        return {
            "id": row.id,
            "departs_at": row.departs_at,
            "arrives_at": row.arrives_at,
            "minutes": row.duration // timedelta(minutes=1),
            "changes": len(row.legs) - 1,
            "travel_class": travel_class,
            "fare": sum(fares[1:], start=fares[0]) if same else None,
            "fares": fares,
            "seats_left": _left(row, travel_class),
            "legs": [self.section_row(leg) for leg in row.legs],
        }

    def status_row(self, run: Run) -> Json:
        """How a run stands."""
        return {
            **run.pick("id", "service_no", "mode", "operator", "delay_minutes", "reason", "platform"),
            "status": run.status_at(self.clock.now),
            "origin": run.stops[0].station,
            "destination": run.stops[-1].station,
            "departs_at": run.departs_at,
            "arrives_at": run.arrives_at,
            **_expected(run),
        }

    def _departure_row(self, row: Connection) -> Json:
        leg = row.legs[0]
        platform = leg.run.platform if leg.start == 0 else ""
        return {
            **self.section_row(leg),
            "expected_departs_at": expected(leg.departs_at, leg.run),
            "platform": platform,
        }

    def _rank(self, row: Connection, sort: str, travel_class: TravelClass) -> tuple[object, ...]:
        if sort == "arrival":
            return (row.arrives_at,)
        if sort == "duration":
            return (row.duration,)
        if sort == "price":
            fares = [self._fare(leg, travel_class) for leg in row.legs]
            return (fares[0].currency, sum(self.convert(fare, fares[0].currency).minor for fare in fares))
        return ()


_CLASSES: tuple[TravelClass, ...] = ("standard", "first", "cabin")
_TO_THE_END = timedelta(seconds=59)


def _left(row: Connection, travel_class: TravelClass) -> int:
    return min(leg.seats_left(travel_class) for leg in row.legs)


def _expected(run: Run) -> Json:
    return {
        "expected_departs_at": expected(run.departs_at, run),
        "expected_arrives_at": expected(run.arrives_at, run),
    }
