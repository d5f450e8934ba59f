"""What users keep and report: saved places, lists, routes and incidents."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.maps.base import MapsBase
from vibelife_inspect.services.maps.records import AnyMode, Incident, SavedPlace, SavedRoute
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Json, Limit, operation, page

Via = Annotated[list[str], Field(min_length=1, max_length=5)]
"""Places on the way, in order."""

_REPORT_LASTS = timedelta(hours=24)


class Saved(MapsBase):
    """Lists with notes, routes, and reports."""

    @operation("write")
    def save_place(self, place: str, list_name: str = "Saved", note: str | None = None) -> Json:
        """Save a place on one of the user's lists; the list is created if there is none of that name.

        Args:
            place: Id or exact name of the place.
            list_name: Name of the list.
            note: Why, or what to remember.
        """
        row = self.resolve(place, "place")
        self._refuse_twice(row.id, list_name, None)
        saved = SavedPlace(
            id=self.new_id("SAV"), place=row.id, list_name=list_name, note=note or "", saved_at=self.clock.now
        )
        return self._with_name(self.saved_places.add(saved))

    @operation("write")
    def edit_saved_place(
        self,
        saved_id: str,
        list_name: str | None = None,
        note: str | None = None,
        clear: Annotated[list[Literal["note"]], Field(max_length=1)] | None = None,
    ) -> Json:
        """Move a saved place to another list, or change its note.

        Args:
            saved_id: Id of the saved place (not of the place).
            list_name: The new list.
            note: The new note.
            clear: Fields to empty.
        """
        saved = self._mine(saved_id)
        if list_name is note is None and not clear:
            raise Invalid("list_name: give at least one of list_name, note and clear")
        if note is not None and clear:
            raise Invalid("clear: note cannot be both given and cleared")
        target = saved.list_name if list_name is None else list_name
        self._refuse_twice(saved.place, target, saved.id)
        text = "" if clear else saved.note if note is None else note
        return self._with_name(self.saved_places.update(saved.id, list_name=target, note=text))

    @operation("write")
    def unsave_place(self, saved_id: str) -> Json:
        """Take a place off a list; the answer holds the note, so that it can be saved again.

        Args:
            saved_id: Id of the saved place (not of the place).
        """
        return {**self._with_name(self.saved_places.remove(self._mine(saved_id).id)), "removed": True}

    @operation("read")
    def list_saved_places(self, list_name: str | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's saved places with their notes, newest first (then by id).

        Args:
            list_name: Only this list.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.saved_places.find(owner=ME)
        if list_name is not None:
            rows = [row for row in rows if squeeze(row.list_name) == squeeze(list_name)]
        rows.sort(key=lambda row: row.id)
        rows.sort(key=lambda row: row.saved_at, reverse=True)
        return page(rows, limit, cursor, self._with_name)

    @operation("read")
    def list_saved_lists(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's lists of saved places by name, with the number of places on each.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        firsts: dict[str, SavedPlace] = {}
        counts: dict[str, int] = {}
        for row in self.saved_places.find(owner=ME):
            key = squeeze(row.list_name)
            firsts.setdefault(key, row)
            counts[key] = counts.get(key, 0) + 1
        rows = [firsts[key] for key in sorted(firsts)]
        return page(
            rows, limit, cursor, lambda row: {"list_name": row.list_name, "places": counts[squeeze(row.list_name)]}
        )

    @operation("write")
    def save_route(
        self,
        name: str,
        origin: str,
        destination: str,
        mode: AnyMode = "driving",
        via: Via | None = None,
        note: str | None = None,
    ) -> Json:
        """Keep a route under a name.

        Args:
            name: What to call it; must differ from the user's other routes.
            origin: Id or exact name of the place where it begins.
            destination: Id or exact name of the place where it ends.
            mode: How to travel.
            via: Ids or exact names of places on the way, in order.
            note: What to remember.
        """
        if any(squeeze(route.name) == squeeze(name) for route in self.saved_routes.find(owner=ME)):
            raise Conflict(f"name: there is already a saved route {name!r}")
        route = SavedRoute(
            id=self.new_id("RTE"),
            name=name,
            origin=self.resolve(origin, "origin").id,
            destination=self.resolve(destination, "destination").id,
            via=[self.resolve(stop, "via").id for stop in via or []],
            mode=mode,
            note=note or "",
            saved_at=self.clock.now,
        )
        if route.origin == route.destination and not route.via:
            raise Invalid("destination: is the origin; give another place, or places in via")
        return dict(self.saved_routes.add(route))

    @operation("read")
    def list_saved_routes(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's saved routes by name (then id).

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.saved_routes.find(owner=ME), key=lambda row: (row.name, row.id))
        return page(rows, limit, cursor, dict)

    @operation("write")
    def unsave_route(self, route_id: str) -> Json:
        """Forget a saved route; the answer holds all of it, so that it can be saved again.

        Args:
            route_id: Id of the saved route.
        """
        route = self.saved_routes.get(route_id)
        self.own(route, "saved route")
        return {**dict(self.saved_routes.remove(route_id)), "removed": True}

    @operation("commit")
    def report_incident(
        self,
        place: str,
        kind: Literal[
            "accident", "hazard", "closure", "crowding", "wrong_hours", "wrong_location", "permanently_closed", "other"
        ],
        text: str,
    ) -> Json:
        """Publish a report about a place; other users see it for 24 hours, and it cannot be taken back.

        Args:
            place: Id or exact name of the place.
            kind: What it is about.
            text: What is the matter there.
        """
        row, now = self.resolve(place, "place"), self.clock.now
        incident = Incident(
            id=self.new_id("INC"),
            place=row.id,
            kind=kind,
            text=text,
            reported_at=now,
            expires_at=self.clock.after(_REPORT_LASTS),
        )
        return dict(self.incidents.add(incident))

    def _mine(self, saved_id: str) -> SavedPlace:
        saved = self.saved_places.get(saved_id)
        self.own(saved, "saved place")
        return saved

    def _refuse_twice(self, place_id: str, list_name: str, but: str | None) -> None:
        for row in self.saved_places.find(place=place_id, owner=ME):
            if row.id != but and squeeze(row.list_name) == squeeze(list_name):
                raise Conflict(f"place {place_id!r} is on the list {row.list_name!r} already, as {row.id}", id=row.id)

    def _with_name(self, saved: SavedPlace) -> Json:
        return {**saved.pick("id", "place", "list_name", "note", "saved_at"), "name": self.label(saved.place)}
