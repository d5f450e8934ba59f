"""Finding places, and what is known of them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import WEEKDAYS, Instant
from vibelife_inspect.errors import NotFound
from vibelife_inspect.services.maps.base import MapsBase
from vibelife_inspect.services.maps.geo import between
from vibelife_inspect.services.maps.hours import hours_on, is_open, next_change
from vibelife_inspect.services.maps.records import Category, Latitude, Longitude, Place
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import Json, Limit, operation, page

Radius = Annotated[int, Field(ge=1, le=50_000)]
"""Metres around a point."""

Match = Literal["exact", "words", "part"]
"""How well a place fits an address."""


class Places(MapsBase):
    """Search and details."""

    @operation("read")
    def geocode_address(self, address: str, limit: Limit = 5, cursor: str | None = None) -> Json:
        """Find the places that an address or a name means, best match first (then by name and id).

        `match` says how well: `exact` (its name or address), `words` (holds every word), `part` (its name occurs in
        the text).

        Args:
            address: Address, name, or both, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        asked = squeeze(address)
        ranked: list[tuple[Match, Place]] = [
            (self._match(place, asked), place) for place in self.matching(address, self.places)
        ]
        if not ranked:
            ranked = [
                ("part", place) for place in self.places if any(name in asked for name in self.entry(place).names)
            ]
        ranked.sort(key=lambda pair: (_MATCHES.index(pair[0]), pair[1].name, pair[1].id))
        match = {place.id: how for how, place in ranked}
        return page(
            [place for _, place in ranked], limit, cursor, lambda place: {**_located(place), "match": match[place.id]}
        )

    @operation("read")
    def reverse_geocode(self, lat_e6: Latitude, lng_e6: Longitude, radius_m: Radius = 500) -> Json:
        """Tell which known place is nearest to a point.

        Args:
            lat_e6: Degrees north in millionths, such as 35011600 for 35.0116.
            lng_e6: Degrees east in millionths, such as 135768100 for 135.7681.
            radius_m: How far away it may be, in metres.
        """
        near = self.around(lat_e6, lng_e6, radius_m)
        if not near:
            raise NotFound(f"no known place lies within {radius_m} m of that point; try a larger radius_m")
        distance, place = near[0]
        return {**_located(place), "distance_m": distance}

    @operation("read")
    def search_places(
        self,
        query: str | None = None,
        category: Category | None = None,
        city: str | None = None,
        near: str | None = None,
        radius_m: Radius = 5_000,
        open_at: Instant | None = None,
        tags: Annotated[list[str], Field(max_length=10)] | None = None,
        limit: Limit = 10,
        cursor: str | None = None,
    ) -> Json:
        """Search places by words, category, city, neighbourhood, opening hours and tags; all that is given must hold.

        Nearest first when `near` is given, else by name (then id). Places that have closed for good are listed with
        that status, unless `open_at` is given. Without any criterion all places are listed.

        Args:
            query: Words that name, other names, category, city, address, notes or tags must hold, in any script.
            category: Only this kind of place.
            city: Only in this city, by its exact name.
            near: Only around this place (id or exact name), which is not listed itself.
            radius_m: How far from `near`, in metres along a straight line.
            open_at: Only places known to be open then. Without an offset it is the home zone's, not the place's.
            tags: Only places with all of these tags, such as step_free or refrigerator_storage.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        at = self.moment(open_at, "open_at")
        center = None if near is None else self.resolve(near, "near")
        rows = self._candidates(center, radius_m, city)
        if category is not None:
            rows = [place for place in rows if place.category == category]
        rows = [place for place in rows if _has_tags(place, tags)] if tags else rows
        if query is not None:
            rows = self.matching(query, rows)
        if open_at is not None:
            rows = [place for place in rows if is_open(place, at)]
        if center is None:
            rows.sort(key=lambda place: (place.name, place.id))
        return page(rows, limit, cursor, lambda place: _seen(place, at, center))

    @operation("read")
    def find_nearby(
        self,
        place: str,
        category: Category,
        radius_m: Radius = 1_000,
        open_now: bool = False,
        limit: Limit = 10,
        cursor: str | None = None,
    ) -> Json:
        """List places of one category around a place, nearest first (then by id).

        Args:
            place: Id or exact name of the place in the middle; it is not listed itself.
            category: What to look for.
            radius_m: How far away, in metres along a straight line.
            open_now: Only places known to be open now.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        center, now = self.resolve(place, "place"), self.clock.now
        near = [row for _, row in self.around(center.lat_e6, center.lng_e6, radius_m)]
        rows = [row for row in near if row.category == category and row.id != center.id]
        if open_now:
            rows = [row for row in rows if is_open(row, now)]
        return page(rows, limit, cursor, lambda row: _seen(row, now, center))

    @operation("read")
    def get_place(self, place: str) -> Json:
        """Show all that is known of a place, with open reports of users and closures there.

        Args:
            place: Id or exact name of the place.
        """
        row, now = self.resolve(place, "place"), self.clock.now
        local = now.astimezone(row.tz)
        reports = [incident for incident in self.incidents.find(place=row.id) if incident.status == "open"]
        closures = [closure for closure in self.closures.find(place=row.id) if closure.status in ("planned", "active")]
        return {
            **dict(row),
            "open_now": is_open(row, now),
            "local_time": local,
            "hours_today": hours_on(row, local.date()),
            "incidents": [incident.pick("id", "kind", "text", "reported_at") for incident in reports],
            "closures": [closure.pick("id", "title", "status", "starts_at", "ends_at") for closure in closures],
        }

    @operation("read")
    def check_open(self, place: str, at: Instant | None = None) -> Json:
        """Tell whether a place is open at an instant, and when that changes.

        `open` is null when its hours are not known. `changes_at` is when an open place closes, or a closed one opens;
        null when that is not known or not within two weeks.

        Args:
            place: Id or exact name of the place.
            at: The instant; now when left out. Without an offset it is the home zone's, not the place's.
        """
        row, instant = self.resolve(place, "place"), self.moment(at, "at")
        local = instant.astimezone(row.tz)
        return {
            "place": row.id,
            "name": row.name,
            "status": row.status,
            "reopens_at": row.reopens_at,
            "local_time": local,
            "weekday": WEEKDAYS[local.weekday()],
            "open": is_open(row, instant),
            "hours": hours_on(row, local.date()),
            "changes_at": next_change(row, instant),
        }

    @operation("read")
    def get_time_zone(self, place: str, at: Instant | None = None) -> Json:
        """Tell the time zone of a place, its local time and its offset from UTC and from home.

        Args:
            place: Id or exact name of the place.
            at: The instant; now when left out. Without an offset it is the home zone's.
        """
        row, instant = self.resolve(place, "place"), self.moment(at, "at")
        there = instant.astimezone(row.tz)
        home = instant.astimezone(self.clock.home)
        return {
            "place": row.id,
            "zone": row.zone,
            "local_time": there,
            "home_time": home,
            "utc_offset_minutes": _offset(there),
            "minutes_ahead_of_home": _offset(there) - _offset(home),
        }

    def _match(self, place: Place, asked: str) -> Match:
        exact = asked == squeeze(place.address) or asked in self.entry(place).names
        return "exact" if exact else "words"

    def _candidates(self, center: Place | None, radius_m: int, city: str | None) -> list[Place]:
        if center is not None:
            rows = [place for _, place in self.around(center.lat_e6, center.lng_e6, radius_m) if place.id != center.id]
            return rows if city is None else [place for place in rows if place.city_key == squeeze(city)]
        return list(self.places) if city is None else self.places.find(city_key=squeeze(city))


_MATCHES: tuple[Match, ...] = ("exact", "words", "part")


def _has_tags(place: Place, tags: list[str]) -> bool:
    return all(tag in place.tags for tag in tags)


def _located(place: Place) -> Json:
    return {**place.row, **place.pick("country", "lat_e6", "lng_e6", "zone")}


def _seen(place: Place, at: datetime, center: Place | None) -> Json:
    row = {**place.row, "open": is_open(place, at), "tags": place.tags}
    return row if center is None else {**row, "distance_m": between(center, place)}


def _offset(local: datetime) -> int:
    offset = local.utcoffset()
    return 0 if offset is None else int(offset.total_seconds()) // 60
