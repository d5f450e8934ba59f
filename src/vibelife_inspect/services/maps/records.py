"""Records of the maps service, their states, and what happens to them with time."""

from collections.abc import Iterable
from datetime import date, time
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, model_validator

from vibelife_inspect.clock import WEEKDAYS, Instant, MinuteWall, Weekday, ZoneName, zone_of
from vibelife_inspect.services.maps.geo import cell
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Due, Json, Part, Record, States
from vibelife_inspect.world.hours import Hours

Category = Literal[
    "airport", "attraction", "bakery", "bank", "cafe", "clinic", "ferry_terminal", "gym", "home", "hospital", "hotel",
    "library", "museum", "office", "park", "parking", "pharmacy", "restaurant", "school", "shop", "shrine", "station",
    "supermarket", "temple", "venue", "viewpoint", "other",
]  # fmt: skip
"""What a place is."""

HUBS: tuple[Category, ...] = ("station", "airport", "ferry_terminal")
"""Categories to which one walks in order to ride."""

Mode = Literal["walking", "cycling", "driving"]
"""A way to travel without a timetable."""

MODES: tuple[Mode, ...] = ("walking", "cycling", "driving")
"""All of them."""

AnyMode = Literal["walking", "cycling", "driving", "transit"]
"""A way to travel."""


Latitude = Annotated[int, Field(ge=-90_000_000, le=90_000_000)]
"""Degrees north in millionths."""

Longitude = Annotated[int, Field(ge=-180_000_000, le=180_000_000)]
"""Degrees east in millionths."""


class DayHours(Part):
    """Other hours on one date, instead of those of its weekday."""

    date: date
    opens: MinuteWall | None = None
    """None: closed on that date."""
    closes: MinuteWall | None = None
    reason: str = ""


class Place(Record):
    """Somewhere on the map."""

    name: str
    aliases: list[str] = Field(default_factory=list)
    """Other names, also in other scripts."""
    category: Category
    city: str
    country: str
    address: str = ""
    lat_e6: Latitude
    """Degrees north in millionths."""
    lng_e6: Longitude
    """Degrees east in millionths."""
    zone: ZoneName
    """IANA time zone, such as Asia/Tokyo."""
    phone: str = ""
    website: str = ""
    opening_hours: list[Hours] = Field(default_factory=list)
    """None at all: not known."""
    exceptions: list[DayHours] = Field(default_factory=list)
    """Dates with other hours, such as holidays."""
    tags: list[str] = Field(default_factory=list)
    """Such as step_free, pharmacy, refrigerator_storage, wifi."""
    status: Literal["open", "closed", "closed_temporarily"] = "open"
    """`closed` is for good; opening hours are another matter."""
    reopens_at: Instant | None = None
    """End of a temporary closing, where known."""
    notes: str = ""

    @property
    def tz(self) -> ZoneInfo:
        """The zone itself."""
        return zone_of(self.zone)

    @property
    def name_key(self) -> str:
        """The name as it is looked up."""
        return squeeze(self.name)

    @property
    def city_key(self) -> str:
        """The city as it is looked up."""
        return squeeze(self.city)

    @property
    def cell(self) -> str:
        """The square of the grid that holds the place."""
        return cell(self.lat_e6, self.lng_e6)

    @property
    def hub_cell(self) -> str:
        """The same for stations and the like, else empty."""
        return self.cell if self.category in HUBS else ""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "name", "category", "city", "address", "status")


class SavedPlace(Record):
    """A place on one of a user's lists."""

    place: str
    """Id of the place."""
    list_name: str = "Saved"
    note: str = ""
    saved_at: Instant
    owner: str = ME


class Closure(Record):
    """Something that bars the way at a place, or between two places."""

    kind: Literal["road", "path", "bridge", "tunnel", "entrance", "lift"] = "road"
    """A closed `lift` matters to step-free routes only."""
    title: str
    place: str | None = None
    """Place that cannot be reached or left as usual."""
    from_place: str | None = None
    """With `to_place`: the pair, in both directions, whose direct way is barred."""
    to_place: str | None = None
    modes: list[Mode] = Field(default=list(MODES), min_length=1)
    """Whom it concerns."""
    starts_at: Instant
    ends_at: Instant | None = None
    """None: until it is lifted."""
    detour_minutes: int | None = Field(default=None, ge=0, le=1440)
    """How much longer the way round takes; None: there is no way round."""
    status: Literal["planned", "active", "lifted", "expired"] = "planned"

    @model_validator(mode="after")
    def _somewhere(self) -> "Closure":
        pair = (self.from_place is not None) + (self.to_place is not None)
        if pair == 1 or (self.place is None) == (pair == 0):
            raise ValueError("needs either place, or both from_place and to_place")
        if self.ends_at is not None and self.ends_at <= self.starts_at:
            raise ValueError("ends_at must be after starts_at")
        return self

    @property
    def pair(self) -> str:
        """The unordered pair, as it is looked up."""
        return pair_key(self.from_place or "", self.to_place or "")


class SavedRoute(Record):
    """A route that a user keeps."""

    name: str
    origin: str
    """Id of a place."""
    destination: str
    """Id of a place."""
    via: list[str] = Field(default_factory=list)
    mode: AnyMode = "driving"
    note: str = ""
    saved_at: Instant
    owner: str = ME


class TransitLink(Record):
    """A line between two stops, with a regular timetable."""

    from_place: str
    """Id of a place."""
    to_place: str
    """Id of a place."""
    mode: Literal["train", "metro", "tram", "bus", "ferry", "cable_car", "shuttle"]
    line: str
    """Name of the line, such as Blue Line."""
    minutes: int = Field(ge=1, le=3000)
    """Time on board."""
    every: int = Field(ge=1, le=1440)
    """Minutes between departures."""
    first: MinuteWall = time(5, 30)
    """First departure, in the local time of the stop."""
    last: MinuteWall = time(23, 30)
    """Last departure; one before `first` is after midnight."""
    days: list[Weekday] = Field(default=list(WEEKDAYS), min_length=1, max_length=7)
    """Days on which it runs."""
    transfers: int = Field(default=0, ge=0, le=9)
    """Changes within the link."""
    step_free: bool = False
    both_ways: bool = True
    """Whether the same timetable holds from `to_place` to `from_place`."""
    status: Literal["running", "suspended"] = "running"
    resumes_at: Instant | None = None
    """End of a suspension, where known."""
    reason: str = ""
    """Why it is suspended."""


class Incident(Record):
    """Something that a user reported at a place."""

    place: str
    """Id of the place."""
    kind: Literal[
        "accident", "hazard", "closure", "crowding", "wrong_hours", "wrong_location", "permanently_closed", "other"
    ]
    text: str
    reported_at: Instant
    expires_at: Instant
    status: Literal["open", "expired"] = "open"
    owner: str = ME


PLACE_STATES = States({"open": "closed closed_temporarily", "closed_temporarily": "open closed", "closed": "open"})
CLOSURE_STATES = States({"planned": "active lifted expired", "active": "lifted expired", "lifted": "", "expired": ""})
LINK_STATES = States({"running": "suspended", "suspended": "running"})
INCIDENT_STATES = States({"open": "expired", "expired": ""})


def pair_key(one: str, other: str) -> str:
    """Two places in either order, as one key."""
    return "|".join(sorted((one, other)))


def place_due(place: Place) -> Iterable[Due]:
    """A temporary closing ends."""
    if place.status == "closed_temporarily" and place.reopens_at is not None:
        yield Due(place.reopens_at, "end_temporary_closing")


def closure_due(closure: Closure) -> Iterable[Due]:
    """A closure begins and ends."""
    if closure.status == "planned":
        yield Due(closure.starts_at, "begin_closure")
    elif closure.status == "active" and closure.ends_at is not None:
        yield Due(closure.ends_at, "expire_closure")


def link_due(link: TransitLink) -> Iterable[Due]:
    """A suspension ends."""
    if link.status == "suspended" and link.resumes_at is not None:
        yield Due(link.resumes_at, "end_suspension")


def incident_due(incident: Incident) -> Iterable[Due]:
    """A report grows stale."""
    if incident.status == "open":
        yield Due(incident.expires_at, "expire_incident")
