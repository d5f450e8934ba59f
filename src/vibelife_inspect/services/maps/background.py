"""Generated surroundings: shops, stations, hospitals, city lines and roadworks in real cities."""

from collections.abc import Iterator, Sequence
from datetime import time, timedelta
from random import Random
from typing import Annotated

from pydantic import AfterValidator, Field

from vibelife_inspect.clock import Weekday
from vibelife_inspect.services.maps.cities import CITIES, EXPRESSES, City
from vibelife_inspect.services.maps.geo import between
from vibelife_inspect.services.maps.names import CULTURES
from vibelife_inspect.services.maps.records import Category, Closure, Place, TransitLink
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import Background, Record, Setting
from vibelife_inspect.world.hours import Hours

_NAMES = {city.name: city for city in CITIES}


def _known(names: list[str]) -> list[str]:
    for name in names:
        if name not in _NAMES:
            raise ValueError(f"no built-in city {name!r}; there are: {', '.join(_NAMES)}")
    return names


class MapsBackground(Background):
    """Options of the maps background.

    A category of which the bundle itself has places in a city is left to the bundle there; stations with their lines.
    """

    cities: Annotated[list[str], AfterValidator(_known)] = Field(default_factory=list)
    """Names of built-in cities, such as Kyoto; all of them when empty."""
    places: int = Field(default=186, ge=0, le=2000)
    """Places at level 1, spread evenly over the cities."""
    roadworks: int = Field(default=4, ge=0, le=100)
    """Roadworks at level 1, over the setting's dates."""


_FIRST: tuple[Category, ...] = ("station", "hospital", "pharmacy", "cafe", "station")
_MORE: tuple[Category, ...] = (
    "restaurant", "shop", "supermarket", "park", "bakery", "cafe", "library", "museum", "hotel",
    "clinic", "gym", "bank", "restaurant", "venue", "viewpoint", "shop", "pharmacy", "station",
)  # fmt: skip
_SIDES = (
    ("North", "北"), ("East", "東"), ("South", "南"), ("West", "西"), ("Harbour", "港"), ("Garden", "園"),
    ("University", "大学"),
)  # fmt: skip

_WORKDAYS: list[Weekday] = ["mon", "tue", "wed", "thu", "fri"]
_HOURS: dict[str, tuple[tuple[int, int], tuple[int, int] | None, tuple[int, int] | None]] = {
    "bakery": ((7, 18), (7, 16), None),
    "bank": ((9, 16), None, None),
    "cafe": ((8, 19), (9, 19), (9, 18)),
    "clinic": ((8, 18), (9, 13), None),
    "gym": ((6, 22), (8, 20), (8, 20)),
    "library": ((10, 19), (10, 16), None),
    "museum": ((10, 18), (10, 18), (10, 18)),
    "pharmacy": ((9, 19), (9, 17), None),
    "restaurant": ((11, 22), (11, 23), (12, 21)),
    "shop": ((10, 19), (10, 18), None),
    "supermarket": ((7, 22), (7, 22), (9, 20)),
    "venue": ((10, 22), (10, 23), (10, 20)),
}
"""Opening and closing hour on workdays, on Saturday and on Sunday; all others are open around the clock."""

_TAGS = {
    "cafe": "wifi terrace card_payment quiet",
    "restaurant": "vegetarian terrace card_payment family",
    "pharmacy": "card_payment delivery",
    "hotel": "wifi breakfast lift",
    "hospital": "emergency step_free",
    "station": "ticket_office lockers toilets",
    "gym": "showers lockers",
    "library": "wifi quiet step_free",
    "museum": "cloakroom step_free",
}


def generate(
    options: MapsBackground, level: int, rng: Random, setting: Setting, seeded: Sequence[Place]
) -> Iterator[tuple[str, Record]]:
    """Places city by city, lines between their stations, express trains, roadworks."""
    own = {(place.city_key, place.category) for place in seeded}
    cities = [_NAMES[name] for name in options.cities] or list(CITIES)
    mains: dict[str, Place] = {}
    sites: list[Place] = []
    for rank, city in enumerate(cities):
        count = options.places * level // len(cities) + (rank < options.places * level % len(cities))
        places = [place for place in _city(city, count, rng) if (squeeze(city.name), place.category) not in own]
        yield from (("places", place) for place in places)
        stations = [place for place in places if place.category == "station"]
        yield from (("transit_links", link) for link in _lines(city, stations, rng))
        if stations:
            mains[city.name] = stations[0]
        sites += [place for place in places if place.category not in ("station", "hospital")]
    for start, end, minutes, every in EXPRESSES:
        if start in mains and end in mains:
            yield "transit_links", _express(mains[start], mains[end], minutes, every)
    for number in range(options.roadworks * level if sites else 0):
        yield "closures", _roadworks(number, rng.choice(sites), rng, setting)


def _city(city: City, count: int, rng: Random) -> Iterator[Place]:
    seen: dict[str, int] = {}
    slug = squeeze(city.name).replace(" ", "-")
    shift = rng.randrange(len(_MORE))
    for number in range(count):
        category = _FIRST[number] if number < len(_FIRST) else _MORE[(number + shift) % len(_MORE)]
        times = seen[category] = seen.get(category, 0) + 1
        name, aliases = _name(city, category, times, rng)
        yield Place(
            id=f"bg-{slug}-{number + 1:04d}",
            name=name,
            aliases=aliases,
            category=category,
            city=city.name,
            country=city.country,
            address=f"{_street(city, rng)}, {city.name}",
            lat_e6=city.lat_e6 + (0 if number == 0 else rng.randint(-20_000, 20_000)),
            lng_e6=city.lng_e6 + (0 if number == 0 else rng.randint(-26_000, 26_000)),
            zone=city.zone,
            phone=f"{city.dial} 555 {rng.randint(1000, 9999)}",
            opening_hours=_opening(category, rng),
            tags=_tags(category, rng),
        )


def _name(city: City, category: str, times: int, rng: Random) -> tuple[str, list[str]]:
    culture = CULTURES[city.culture]
    if category == "station":
        return _station_name(city, times)
    word, local = culture.words[rng.randrange(len(culture.words))]
    pattern, alias = culture.kinds[category]
    if category == "hospital" and times == 1:
        word, local = city.local if not culture.native else city.name, city.local
    name = pattern.format(word)
    if times > len(culture.words) // 2:
        name = f"{name} {_SIDES[times % len(_SIDES)][0]} {times}"
    return name, [alias.format(local)] if alias else []


def _station_name(city: City, times: int) -> tuple[str, list[str]]:
    if times == 1:
        name, local = f"{city.name} Central Station", f"{city.local}中央駅"
    else:
        side, sign = _SIDES[(times - 2) % len(_SIDES)]
        turn = (times - 2) // len(_SIDES)
        name, local = f"{city.name} {side} Station{f' {turn + 1}' if turn else ''}", f"{city.local}{sign}駅"
    return name, [local] if city.culture == "ja" else []


def _street(city: City, rng: Random) -> str:
    culture = CULTURES[city.culture]
    word = culture.words[rng.randrange(len(culture.words))][0]
    return culture.street.format(word=word, number=rng.randint(1, 120), second=rng.randint(1, 30))


def _opening(category: str, rng: Random) -> list[Hours]:
    hours = _HOURS.get(category)
    if hours is None:
        return [Hours(opens=time(0), closes=time(0))]
    workdays, saturday, sunday = hours
    later = rng.choice((0, 0, 30))
    spans = [(_WORKDAYS, workdays)]
    spans += [(["sat"], saturday)] if saturday else []
    spans += [(["sun"], sunday)] if sunday else []
    return [
        Hours(days=list(days), opens=time(opens, later), closes=time(closes, later)) for days, (opens, closes) in spans
    ]


def _tags(category: str, rng: Random) -> list[str]:
    chosen = [tag for tag in _TAGS.get(category, "").split() if rng.random() < 0.5]
    return ["pharmacy", *chosen] if category == "pharmacy" else chosen


def _lines(city: City, stations: Sequence[Place], rng: Random) -> Iterator[TransitLink]:
    """City lines from the main station to each other one."""
    for number, station in enumerate(stations[1:], start=1):
        main = stations[0]
        yield TransitLink(
            id=f"bg-line-{station.id.removeprefix('bg-')}",
            from_place=main.id,
            to_place=station.id,
            mode=rng.choice(("metro", "tram", "bus")),
            line=f"{city.name} Line {number}",
            minutes=4 + between(main, station) // 500,
            every=rng.choice((6, 8, 10, 12, 15)),
            first=time(5, rng.choice((0, 15, 30, 45))),
            last=time(23, rng.choice((15, 30, 45))),
            step_free=rng.random() < 0.6,
        )


def _express(start: Place, end: Place, minutes: int, every: int) -> TransitLink:
    return TransitLink(
        id=f"bg-express-{squeeze(start.city)}-{squeeze(end.city)}",
        from_place=start.id,
        to_place=end.id,
        mode="train",
        line=f"{start.city}-{end.city} Express",
        minutes=minutes,
        every=every,
        first=time(6, 0),
        last=time(20, 30),
        step_free=True,
    )


def _roadworks(number: int, place: Place, rng: Random, setting: Setting) -> Closure:
    days = max((setting.end - setting.start).days, 1)
    starts = setting.start.replace(minute=0, second=0, microsecond=0) + timedelta(
        days=rng.randint(-5, days), hours=rng.randint(-2, 2)
    )
    ends = starts + timedelta(days=rng.randint(1, 9))
    over = ends <= setting.start
    return Closure(
        id=f"bg-roadworks-{number + 1:04d}",
        title=f"{rng.choice(('Roadworks', 'Water main repair', 'Resurfacing', 'Crane at work'))} outside {place.name}",
        place=place.id,
        modes=["driving"],
        starts_at=starts,
        ends_at=ends,
        detour_minutes=rng.randint(3, 12),
        status="expired" if over else "active" if starts <= setting.start else "planned",
    )
