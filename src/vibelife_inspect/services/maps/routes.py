"""Ways on foot, by bicycle and by car: directions, distances, traffic, closures on the way."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Annotated, NamedTuple

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Invalid, OperationError, Unavailable
from vibelife_inspect.services.maps.geo import (
    barrier,
    heading,
    in_traffic,
    traffic_level,
    traffic_percent,
    way_metres,
    way_minutes,
)
from vibelife_inspect.services.maps.hours import is_open
from vibelife_inspect.services.maps.records import AnyMode, Closure, Mode, Place, pair_key
from vibelife_inspect.services.maps.saved import Via
from vibelife_inspect.services.maps.transit import Transit
from vibelife_inspect.world import Json, Limit, operation, page

_MAX_CELLS = 100


class Leg(NamedTuple):
    """The way between two neighbouring places of a route."""

    start: Place
    end: Place
    metres: int
    free_minutes: int
    minutes: int
    warnings: list[str]


class Routes(Transit):
    """Directions and what they rest on."""

    @operation("read")
    def get_directions(
        self,
        origin: str,
        destination: str,
        mode: AnyMode = "driving",
        depart_at: Instant | None = None,
        via: Via | None = None,
        step_free: bool = False,
    ) -> Json:
        """Show the way between two places, with distance, time, arrival and closures on the way.

        Driving time includes the usual traffic at that hour. A closure without a way round makes the route
        unavailable; going `via` another place may avoid it. Transit gives the journey that arrives first.

        Args:
            origin: Id or exact name of the place where it begins.
            destination: Id or exact name of the place where it ends.
            mode: How to travel.
            depart_at: When it begins; now when left out. Without an offset it is the home zone's.
            via: Ids or exact names of places on the way, in order; not for transit.
            step_free: Avoid steps: slower on foot, step-free links only, closed lifts count.
        """
        start, end = self.resolve(origin, "origin"), self.resolve(destination, "destination")
        at = self.moment(depart_at, "depart_at")
        if mode == "transit":
            if via:
                raise Invalid("via: is not possible with transit; ask for each part on its own")
            best = self.itineraries(start, end, at, step_free=step_free)[0]
            shown = self.show_itinerary(best)
            return {"mode": mode, **shown, **self._arrival(end, best.arrives_at, step_free, [])}
        stops = [start, *(self.resolve(stop, "via") for stop in via or []), end]
        if any(one.id == other.id for one, other in pairwise(stops)):
            raise Invalid("destination: two neighbouring places of the route are the same")
        legs: list[Leg] = []
        for one, other in pairwise(stops):
            legs.append(self._leg(one, other, mode, _later(at, legs), step_free))
        return self._show(legs, mode, at, step_free)

    @operation("read")
    def get_distance_matrix(
        self,
        origins: Annotated[list[str], Field(min_length=1, max_length=100)],
        destinations: Annotated[list[str], Field(min_length=1, max_length=100)],
        mode: AnyMode = "driving",
        depart_at: Instant | None = None,
    ) -> Json:
        """Show distance and time from each origin to each destination; at most 100 pairs.

        The numbers are those of maps_get_directions. `minutes` is null where there is no way, and `reason` says why.

        Args:
            origins: Ids or exact names of places.
            destinations: Ids or exact names of places.
            mode: How to travel.
            depart_at: When it begins; now when left out. Without an offset it is the home zone's.
        """
        if len(origins) * len(destinations) > _MAX_CELLS:
            raise Invalid(
                f"destinations: {len(origins)} x {len(destinations)} pairs are too many; at most {_MAX_CELLS}"
            )
        at = self.moment(depart_at, "depart_at")
        starts = [self.resolve(place, "origins") for place in origins]
        ends = [self.resolve(place, "destinations") for place in destinations]
        rows = [{"origin": start.id, "cells": [self._cell(start, end, mode, at) for end in ends]} for start in starts]
        return {"mode": mode, "depart_at": at.astimezone(self.clock.home), "rows": rows}

    @operation("read")
    def estimate_traffic(self, origin: str, destination: str, depart_at: Instant | None = None) -> Json:
        """Estimate a drive with the usual traffic of that weekday and hour, and without traffic.

        Args:
            origin: Id or exact name of the place where it begins.
            destination: Id or exact name of the place where it ends.
            depart_at: When it begins; now when left out. Without an offset it is the home zone's.
        """
        start, end = self.resolve(origin, "origin"), self.resolve(destination, "destination")
        at = self.moment(depart_at, "depart_at")
        leg = self._leg(start, end, "driving", at, step_free=False)
        local = at.astimezone(start.tz)
        return {
            "origin": start.id,
            "destination": end.id,
            "depart_at": local,
            "distance_m": leg.metres,
            "minutes": leg.minutes,
            "minutes_without_traffic": leg.free_minutes,
            "traffic": traffic_level(traffic_percent(local)),
            "warnings": leg.warnings,
        }

    @operation("read")
    def check_arrival(
        self,
        origin: str,
        destination: str,
        depart_at: Instant,
        arrive_by: Instant,
        mode: AnyMode = "driving",
        step_free: bool = False,
    ) -> Json:
        """Check whether one gets from one place to another between two instants.

        `spare_minutes` is what is left at arrival, negative when it is too late. Where there is no way, `feasible` is
        false and `reason` says why.

        Args:
            origin: Id or exact name of the place where it begins.
            destination: Id or exact name of the place where it ends.
            depart_at: Earliest start. Without an offset it is the home zone's.
            arrive_by: Latest arrival. Without an offset it is the home zone's.
            mode: How to travel.
            step_free: Avoid steps.
        """
        start, end = self.resolve(origin, "origin"), self.resolve(destination, "destination")
        at, limit = self.moment(depart_at, "depart_at"), self.moment(arrive_by, "arrive_by")
        if limit <= at:
            raise Invalid("arrive_by: must be after depart_at")
        answer: Json = {"origin": start.id, "destination": end.id, "mode": mode}
        try:
            arrives, distance = self._arrives(start, end, mode, at, step_free)
        except Unavailable as error:
            return {**answer, "feasible": False, "arrives_at": None, "spare_minutes": None, "reason": error.message}
        spare = int((limit - arrives).total_seconds() // 60)
        return {
            **answer,
            "feasible": arrives <= limit,
            "arrives_at": arrives.astimezone(end.tz),
            "distance_m": distance,
            "minutes": -int((at - arrives).total_seconds() // 60),
            "spare_minutes": spare,
            "open_on_arrival": is_open(end, arrives),
        }

    @operation("read")
    def list_closures(
        self,
        place: str | None = None,
        at: Instant | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List closures that are in force or planned, by their beginning (then id).

        Args:
            place: Only those at this place or on a pair with it (id or exact name).
            at: Only those in force at that instant. Without an offset it is the home zone's.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.closures.find(status="planned") + self.closures.find(status="active")
        rows = [row for row in rows if row.ends_at is None or row.ends_at > self.clock.now]
        if place is not None:
            wanted = self.resolve(place, "place").id
            rows = [row for row in rows if wanted in (row.place, row.from_place, row.to_place)]
        if at is not None:
            instant = self.moment(at, "at")
            rows = [row for row in rows if _in_force(row, instant)]
        rows.sort(key=lambda row: (row.starts_at, row.id))
        return page(rows, limit, cursor, dict)

    def _leg(self, start: Place, end: Place, mode: Mode, at: datetime, step_free: bool) -> Leg:
        reason = barrier(start, end, mode)
        if reason is not None:
            raise Unavailable(f"no way from {start.id!r} to {end.id!r} by {mode}: {reason}")
        warnings, extra = [], 0
        for closure in self._on_the_way(start, end, mode, at, step_free):
            if closure.detour_minutes is None:
                raise Unavailable(
                    f"no way from {start.id!r} to {end.id!r} by {mode}: {closure.title} ({closure.id}); "
                    "try via another place, another mode or another time",
                    closure=closure.id,
                )
            extra += closure.detour_minutes
            warnings.append(f"{closure.title}: {closure.detour_minutes} minutes longer ({closure.id})")
        way = way_metres(start, end, mode)
        free = way_minutes(way, mode, step_free=step_free) + extra
        percent = traffic_percent(at.astimezone(start.tz)) if mode == "driving" else 100
        return Leg(start, end, way, free, in_traffic(free, percent), warnings)

    def _on_the_way(self, start: Place, end: Place, mode: Mode, at: datetime, step_free: bool) -> list[Closure]:
        rows = self.closures.find(pair=pair_key(start.id, end.id))
        rows += self.closures.find(place=start.id) + self.closures.find(place=end.id)
        return [row for row in rows if mode in row.modes and (step_free or row.kind != "lift") and _in_force(row, at)]

    def _show(self, legs: list[Leg], mode: Mode, at: datetime, step_free: bool) -> Json:
        arrives = _later(at, legs)
        start, end = legs[0].start, legs[-1].end
        return {
            "mode": mode,
            "origin": start.id,
            "destination": end.id,
            "depart_at": at.astimezone(start.tz),
            "arrives_at": arrives.astimezone(end.tz),
            "distance_m": sum(leg.metres for leg in legs),
            "minutes": sum(leg.minutes for leg in legs),
            "minutes_without_traffic": sum(leg.free_minutes for leg in legs),
            "legs": [
                {
                    "text": f"{mode.capitalize()} {heading(leg.start, leg.end)} to {leg.end.name}",
                    "from": leg.start.id,
                    "to": leg.end.id,
                    "distance_m": leg.metres,
                    "minutes": leg.minutes,
                }
                for leg in legs
            ],
            **self._arrival(end, arrives, step_free, [text for leg in legs for text in leg.warnings]),
        }

    def _arrival(self, end: Place, arrives: datetime, step_free: bool, warnings: list[str]) -> Json:
        if end.status != "open":
            warnings = [*warnings, f"{end.name} is {end.status.replace('_', ' ')}"]
        if step_free and "step_free" not in end.tags:
            warnings = [*warnings, f"{end.name} itself is not known to be step-free"]
        return {"open_on_arrival": is_open(end, arrives), "warnings": warnings}

    def _arrives(
        self, start: Place, end: Place, mode: AnyMode, at: datetime, step_free: bool
    ) -> tuple[datetime, int | None]:
        if mode == "transit":
            return self.itineraries(start, end, at, step_free=step_free)[0].arrives_at, None
        if start.id == end.id:
            raise Invalid("destination: is the origin")
        leg = self._leg(start, end, mode, at, step_free)
        return _later(at, [leg]), leg.metres

    def _cell(self, start: Place, end: Place, mode: AnyMode, at: datetime) -> Json:
        if start.id == end.id:
            return {"destination": end.id, "distance_m": 0, "minutes": 0}
        try:
            arrives, distance = self._arrives(start, end, mode, at, step_free=False)
        except OperationError as error:
            return {"destination": end.id, "distance_m": None, "minutes": None, "reason": error.message}
        return {"destination": end.id, "distance_m": distance, "minutes": -int((at - arrives).total_seconds() // 60)}


def _later(at: datetime, legs: list[Leg]) -> datetime:
    return at + timedelta(minutes=sum(leg.minutes for leg in legs))


def _in_force(closure: Closure, at: datetime) -> bool:
    over = closure.ends_at is not None and closure.ends_at <= at
    return closure.status in ("planned", "active") and closure.starts_at <= at and not over
