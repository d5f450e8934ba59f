"""The tables of the maps service, and what all of its operations share."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from vibelife_inspect.errors import Conflict, Invalid, NotFound
from vibelife_inspect.services.maps.background import MapsBackground, generate
from vibelife_inspect.services.maps.geo import cells_around, metres
from vibelife_inspect.services.maps.records import (
    CLOSURE_STATES,
    INCIDENT_STATES,
    LINK_STATES,
    PLACE_STATES,
    Closure,
    Incident,
    Place,
    SavedPlace,
    SavedRoute,
    TransitLink,
    closure_due,
    incident_due,
    link_due,
    place_due,
)
from vibelife_inspect.text import fold, squeeze
from vibelife_inspect.world import Notice, Record, Service, Table

if TYPE_CHECKING:
    from random import Random

    from vibelife_inspect.world import World


class Entry(NamedTuple):
    """What a search reads of a place, folded once."""

    place: Place
    names: tuple[str, ...]
    text: str


class MapsBase(Service):
    """Tables, look-ups and what time does."""

    name = "maps"
    summary = "Maps: find places, opening hours, routes by any means, transit times, closures, and saved places."
    Background = MapsBackground

    places = Table(
        Place, "place", index=("name_key", "city_key", "hub_cell", "cell"), states=PLACE_STATES, due=place_due
    )
    saved_places = Table(SavedPlace, "saved place", index=("place", "owner"))
    closures = Table(Closure, "closure", index=("place", "pair", "status"), states=CLOSURE_STATES, due=closure_due)
    saved_routes = Table(SavedRoute, "saved route", index=("owner",))
    transit_links = Table(
        TransitLink, "transit link", index=("from_place", "to_place"), states=LINK_STATES, due=link_due
    )
    incidents = Table(Incident, "incident", index=("place",), states=INCIDENT_STATES, due=incident_due)

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._entries: dict[str, Entry] = {}

    def background(self, options: MapsBackground, level: int, rng: "Random") -> Iterable[tuple[str, Record]]:
        """Shops, stations, hospitals and city lines in real cities, and some roadworks."""
        return generate(options, level, rng, self.setting, list(self.places))

    # ---- look-ups

    def resolve(self, text: str, argument: str) -> Place:
        """The place with that id or, failing that, that exact name.

        Raises:
            NotFound: No place has it.
            Invalid: Several places have the name.
        """
        if text in self.places:
            return self.places.get(text)
        named = self.places.find(name_key=squeeze(text))
        if len(named) == 1:
            return named[0]
        if named:
            ids = [place.id for place in named[:10]]
            raise Invalid(f"{argument}: {len(named)} places are called {text!r}; give an id: {', '.join(ids)}", ids=ids)
        raise NotFound(
            f"{argument}: there is no place {text[:80]!r}; find its id with maps_search_places or maps_geocode_address"
        )

    def label(self, place_id: str) -> str:
        """Name of a place for people; the id itself when nothing is known of it."""
        return self.places.get(place_id).name if place_id in self.places else place_id

    def moment(self, at: datetime | None, argument: str) -> datetime:
        """An instant that calendars can handle, in UTC so that adding to it adds real time; now when not given.

        Raises:
            Invalid: It is absurdly far away.
        """
        if at is None:
            return self.clock.now.astimezone(UTC)
        if not 2000 <= at.year <= 2100:
            raise Invalid(f"{argument}: must lie between the years 2000 and 2100, not in {at.year}")
        return at.astimezone(UTC)

    def entry(self, place: Place) -> Entry:
        """The searchable text of a place; folding is dear, so it is kept while the record is the same."""
        entry = self._entries.get(place.id)
        if entry is None or entry.place is not place:
            names = tuple(squeeze(name) for name in (place.name, *place.aliases))
            words = (*names, place.category, place.city, place.country, place.address, place.notes, *place.tags)
            entry = self._entries[place.id] = Entry(place, names, fold("\n".join(words)))
        return entry

    def matching(self, query: str, rows: Iterable[Place]) -> list[Place]:
        """Places that hold every word of the query; none for a query without words."""
        words = fold(query).replace(",", " ").split()
        left = list(rows) if words else []
        for word in words:
            left = [place for place in left if word in self.entry(place).text]
        return left

    def around(self, lat_e6: int, lng_e6: int, radius_m: int, *, hubs: bool = False) -> list[tuple[int, Place]]:
        """Places within a radius with their distance in metres, nearest first."""
        cells = cells_around(lat_e6, lng_e6, radius_m)
        squares = ({"hub_cell": cell} if hubs else {"cell": cell} for cell in cells)
        near = [(metres(lat_e6, lng_e6, place), place) for square in squares for place in self.places.find(**square)]
        return sorted((pair for pair in near if pair[0] <= radius_m), key=lambda pair: (pair[0], pair[1].id))

    # ---- what time does

    def end_temporary_closing(self, place: Place) -> None:
        """A place opens again."""
        self.places.update(place.id, status="open", reopens_at=None)
        self.tell(f"place:{place.id}", f"{place.name} is open again", place.id)

    def begin_closure(self, closure: Closure) -> None:
        """A closure takes effect; one that is already over goes at once."""
        over = closure.ends_at is not None and closure.ends_at <= self.clock.now
        self.closures.update(closure.id, status="expired" if over else "active")
        if not over:
            self.tell(f"closure:{closure.id}", f"Closed: {closure.title}", closure.id)

    def expire_closure(self, closure: Closure) -> None:
        """A closure ends."""
        self.closures.update(closure.id, status="expired")
        self.tell(f"closure:{closure.id}", f"Open again: {closure.title}", closure.id)

    def end_suspension(self, link: TransitLink) -> None:
        """A line runs again."""
        self.resume(link)

    def expire_incident(self, incident: Incident) -> None:
        """A report grows stale."""
        self.incidents.update(incident.id, status="expired")

    def resume(self, link: TransitLink) -> TransitLink:
        """Let a suspended line run."""
        if link.status == "running":
            raise Conflict(f"transit link {link.id!r} is running", status=link.status)
        running = self.transit_links.update(link.id, status="running", resumes_at=None, reason="")
        self.tell(f"link:{link.id}", f"{link.line} runs again", link.id)
        return running

    def tell(self, topic: str, text: str, ref: str) -> None:
        """Tell whoever watches the topic; nobody is subscribed by default."""
        self.ports.notify(Notice(source="maps", topic=f"maps:{topic}", title=text, text=text, ref=ref))
