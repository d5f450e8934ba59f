"""Journeys by public transport."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from heapq import merge
from itertools import islice
from typing import Annotated, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Invalid, Unavailable
from vibelife_inspect.services.maps.base import MapsBase
from vibelife_inspect.services.maps.geo import way_metres, way_minutes
from vibelife_inspect.services.maps.records import Place, TransitLink
from vibelife_inspect.services.maps.timetable import Ride, connect, departures, far_end, night_after
from vibelife_inspect.world import Json, operation

_WALK_TO_STOP_M = 2_000
_STOPS = 3
_ITINERARIES = 3


class Stop(NamedTuple):
    """A stop that one can walk to, or from."""

    place: Place
    metres: int
    minutes: int


class Itinerary(NamedTuple):
    """Up to two rides with the walks at both ends."""

    leaves_at: datetime
    arrives_at: datetime
    access: Stop
    rides: tuple[Ride, ...]
    egress: Stop

    @property
    def order(self) -> tuple[datetime, int, int, tuple[str, ...]]:
        """Earliest arrival, then latest start, then fewest rides."""
        start = -int(self.leaves_at.timestamp())
        return self.arrives_at, start, len(self.rides), tuple(ride.link.id for ride in self.rides)


class Transit(MapsBase):
    """Itineraries and departures."""

    @operation("read")
    def plan_transit(
        self, origin: str, destination: str, depart_at: Instant | None = None, step_free: bool = False
    ) -> Json:
        """Find up to three journeys by public transport with at most one change, earliest arrival first.

        From and to places that are no stops themselves it is walked, up to 2 km. Only departures of the same day of
        service (until 04:00 local time) count; after the last one the error names the next departure.

        Args:
            origin: Id or exact name of the place where it begins.
            destination: Id or exact name of the place where it ends.
            depart_at: Earliest start; now when left out. Without an offset it is the home zone's.
            step_free: Only links that are free of steps.
        """
        start, end = self.resolve(origin, "origin"), self.resolve(destination, "destination")
        found = self.itineraries(start, end, self.moment(depart_at, "depart_at"), step_free=step_free)
        return {
            "origin": start.id,
            "destination": end.id,
            "items": [self.show_itinerary(itinerary) for itinerary in found],
        }

    @operation("read")
    def get_departures(
        self,
        place: str,
        at: Instant | None = None,
        count: Annotated[int, Field(ge=1, le=30)] = 10,
    ) -> Json:
        """List the next departures of a stop within 24 hours, soonest first, and its suspended links.

        Args:
            place: Id or exact name of the stop.
            at: From when on; now when left out. Without an offset it is the home zone's.
            count: At most this many departures.
        """
        stop, after = self.resolve(place, "place"), self.moment(at, "at")
        zone, until = stop.tz, after + timedelta(hours=24)
        links = self._links_at(stop.id)
        boards = [_board(link, after, zone) for link in links]
        rows = [row for row in islice(merge(*boards, key=lambda row: (row[0], row[1].id)), count) if row[0] <= until]
        return {
            "place": stop.id,
            "departures": [self._departure(stop, link, departs) for departs, link in rows],
            "suspended": [
                link.pick("id", "line", "mode", "reason", "resumes_at") for link in links if link.status == "suspended"
            ],
        }

    def itineraries(self, start: Place, end: Place, at: datetime, *, step_free: bool) -> list[Itinerary]:
        """Up to three journeys, best first.

        Raises:
            Invalid: Start and end are the same.
            Unavailable: No journey is left on that day of service.
        """
        if start.id == end.id:
            raise Invalid("destination: is the origin")
        accesses, egresses = self._stops(start, step_free), self._stops(end, step_free)
        ways: list[Itinerary] = []
        for access in accesses:
            for egress in egresses:
                ways += self._between(access, egress, at, step_free)
        ways.sort(key=lambda way: way.order)
        night = night_after(at, start.tz)
        today = [way for way in ways if way.rides[0].departs_at < night]
        if not today:
            self._refuse(start, end, ways, step_free)
        return _worthwhile(today)[:_ITINERARIES]

    def show_itinerary(self, way: Itinerary) -> Json:
        """An itinerary with its legs."""
        zone = way.egress.place.tz
        legs = [_walk("to", way.access)] if way.access.minutes else []
        for ride in way.rides:
            legs.append(
                {
                    **ride.link.pick("mode", "line", "minutes", "transfers", "step_free"),
                    "link": ride.link.id,
                    "from": ride.start,
                    "from_name": self.label(ride.start),
                    "to": ride.end,
                    "to_name": self.label(ride.end),
                    "departs_at": ride.departs_at.astimezone(self._zone_at(ride.start, zone)),
                    "arrives_at": ride.arrives_at.astimezone(self._zone_at(ride.end, zone)),
                }
            )
        legs += [_walk("from", way.egress)] if way.egress.minutes else []
        return {
            "leaves_at": way.leaves_at.astimezone(way.access.place.tz),
            "arrives_at": way.arrives_at.astimezone(zone),
            "minutes": int((way.arrives_at - way.leaves_at).total_seconds()) // 60,
            "changes": len(way.rides) - 1 + sum(ride.link.transfers for ride in way.rides),
            "legs": legs,
        }

    def _links_at(self, stop: str) -> list[TransitLink]:
        back = [link for link in self.transit_links.find(to_place=stop) if link.both_ways]
        return self.transit_links.find(from_place=stop) + back

    def _stops(self, place: Place, step_free: bool) -> list[Stop]:
        """The place itself when something stops there, else the nearest stops."""
        if self._is_stop(place.id):
            return [Stop(place, 0, 0)]
        near = self.around(place.lat_e6, place.lng_e6, _WALK_TO_STOP_M, hubs=True)
        stops = [hub for _, hub in near if self._is_stop(hub.id)][:_STOPS]
        ways = [(hub, way_metres(place, hub, "walking")) for hub in stops]
        return [Stop(hub, way, way_minutes(way, "walking", step_free=step_free)) for hub, way in ways]

    def _is_stop(self, place_id: str) -> bool:
        return bool(self.transit_links.find(from_place=place_id) or self.transit_links.find(to_place=place_id))

    def _between(self, access: Stop, egress: Stop, at: datetime, step_free: bool) -> Iterator[Itinerary]:
        start, end = access.place.id, egress.place.id
        if start == end:
            return
        ready = at + timedelta(minutes=access.minutes)
        onward: dict[str, list[TransitLink]] = {}
        for link in self._usable(self.transit_links.find(to_place=end), step_free):
            onward.setdefault(link.from_place, []).append(link)
        for link in self._usable(self.transit_links.find(from_place=end), step_free):
            if link.both_ways:
                onward.setdefault(link.to_place, []).append(link)
        for link in self._usable(self._links_at(start), step_free):
            far = far_end(link, start)
            if far is None or (far != end and far not in onward):
                continue
            zone = access.place.tz
            for departs in islice(departures(link, ready, zone), _ITINERARIES):
                ride = Ride(link, start, far, departs, departs + timedelta(minutes=link.minutes))
                if far == end:
                    yield _itinerary(access, (ride,), egress)
                else:
                    for pair in connect(ride, onward[far], self._zone_at(far, zone)):
                        yield _itinerary(access, pair, egress)

    def _usable(self, links: Sequence[TransitLink], step_free: bool) -> list[TransitLink]:
        return [link for link in links if link.step_free or not step_free]

    def _zone_at(self, stop: str, default: ZoneInfo) -> ZoneInfo:
        return self.places.get(stop).tz if stop in self.places else default

    def _departure(self, stop: Place, link: TransitLink, departs: datetime) -> Json:
        end = far_end(link, stop.id) or link.to_place
        return {
            **link.pick("line", "mode", "minutes", "step_free"),
            "link": link.id,
            "to": end,
            "to_name": self.label(end),
            "departs_at": departs.astimezone(stop.tz),
        }

    def _refuse(self, start: Place, end: Place, later: list[Itinerary], step_free: bool) -> None:
        kind = "step-free transit" if step_free else "transit"
        if not later:
            raise Unavailable(
                f"no {kind} with at most one change leads from {start.id!r} to {end.id!r}; "
                "look at maps_get_departures, or try another stop or mode"
            )
        first = min(way.leaves_at for way in later).astimezone(start.tz)
        raise Unavailable(
            f"the last {kind} from {start.id!r} to {end.id!r} has gone; the next leaves at {first.isoformat()}",
            next_departure=first.isoformat(),
        )


def _worthwhile(ways: list[Itinerary]) -> list[Itinerary]:
    """Without the ways that leave no later than one that arrives no later."""
    kept: list[Itinerary] = []
    for way in ways:
        if not kept or way.leaves_at > kept[-1].leaves_at:
            kept.append(way)
    return kept


def _board(link: TransitLink, after: datetime, zone: ZoneInfo) -> Iterator[tuple[datetime, TransitLink]]:
    return ((at, link) for at in departures(link, after, zone))


def _itinerary(access: Stop, rides: tuple[Ride, ...], egress: Stop) -> Itinerary:
    leaves = rides[0].departs_at - timedelta(minutes=access.minutes)
    arrives = rides[-1].arrives_at + timedelta(minutes=egress.minutes)
    return Itinerary(leaves, arrives, access, rides, egress)


def _walk(direction: str, stop: Stop) -> Json:
    walk = {"mode": "walking", "distance_m": stop.metres, "minutes": stop.minutes}
    return {**walk, direction: stop.place.id, f"{direction}_name": stop.place.name}
