"""The generated market: agents and their listings around those that a bundle writes by hand."""

from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta
from random import Random
from typing import Any, Literal

from pydantic import Field

from vibelife_inspect.clock import WEEKDAYS
from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.listing_platform.catalogue import (
    Agent,
    Car,
    Category,
    Feature,
    Hours,
    Listing,
    ListingStatus,
    PricePoint,
)
from vibelife_inspect.services.listing_platform.words import (
    AGENCIES,
    CARS,
    DEALERS,
    ESTATES,
    GIVEN,
    HOMES,
    LEFT,
    LOCAL_TEXT,
    SURNAMES,
    TEXTS,
    THINGS,
    TOWNS,
    Town,
)
from vibelife_inspect.world import Background, Record, Setting

_SHARES: tuple[tuple[Category, int], ...] = (("rent", 40), ("sale_house", 20), ("used_car", 18), ("secondhand", 22))
_FEATURES: tuple[Feature, ...] = (
    "balcony", "garden", "lift", "parking", "fitted_kitchen", "cellar", "bathtub", "dishwasher", "washing_machine",
    "bicycle_room", "step_free", "storage", "quiet", "new_building",
)  # fmt: skip
_PEOPLE_PER_TOWN = 9


class ListingBackground(Background):
    """Options of the generated market."""

    cities: tuple[str, ...] = ()
    """Names of cities, such as Hamburg; empty: three, those of the home zone first."""
    categories: tuple[Category, ...] = ()
    """Only listings of these categories; empty: all."""
    listings: int = Field(default=300, ge=1, le=3000)
    """How many at level 1."""
    appearing_percent: int = Field(default=12, ge=0, le=100)
    """How many of them appear while the story runs."""
    price_percent: int = Field(default=100, ge=10, le=1000)
    """Factor on all prices."""


class _Maker:
    """Makes agents and listings from one stream of chance."""

    def __init__(self, options: ListingBackground, rng: Random, setting: Setting) -> None:
        self.options, self.rng, self.setting = options, rng, setting
        self.towns = _towns(options, setting, rng)
        shares = [
            (category, share) for category, share in _SHARES if not options.categories or category in options.categories
        ]
        self.categories, self.weights = [category for category, _ in shares], [share for _, share in shares]
        self.agents: dict[str, list[Agent]] = {}
        self._minutes = max(1, int((setting.end - setting.start).total_seconds()) // 60)

    def crew(self, place: int, town: Town) -> Iterator[Agent]:
        """The people who sell in a town."""
        for number in range(_PEOPLE_PER_TOWN):
            yield self._agent(f"{place}-{number}", town, number)

    def _agent(self, key: str, town: Town, number: int) -> Agent:
        rng = self.rng
        surname = rng.choice(SURNAMES)
        kind: Literal["agency", "landlord", "dealer", "private"] = (
            "agency" if number < 3 else "landlord" if number < 5 else "dealer" if number < 7 else "private"
        )
        name = f"{rng.choice(GIVEN)} {surname}"
        if kind in ("agency", "dealer"):
            name = rng.choice(AGENCIES if kind == "agency" else DEALERS).format(surname)
        days = WEEKDAYS[:5] if kind == "agency" else WEEKDAYS[1:6] if kind == "dealer" else WEEKDAYS[3:]
        opens, closes = (16, 20) if kind in ("landlord", "private") else (10, 18)
        agent = Agent(
            id=self._id("AGT", key),
            name=name,
            kind=kind,
            city=town.name,
            phone=f"{town.phone} 555 {rng.randrange(100, 1000):04d}",
            email=f"{surname.lower()}-{key}@market.example",
            languages=("en",) if rng.random() < 0.6 else (),
            zone=town.zone,
            viewing_hours=(Hours(days=days, opens=time(opens), closes=time(closes)),),
            viewing_minutes=rng.choice((20, 30, 30, 45)),
            notice_hours=rng.choice((4, 12, 24)),
            confirm_hours=rng.choice((2, 5)) if kind in ("landlord", "private") else None,
        )
        self.agents.setdefault(town.name, []).append(agent)
        return agent

    def listing(self, number: int) -> Listing:
        rng, town = self.rng, self.towns[number % len(self.towns)]
        category = rng.choices(self.categories, self.weights)[0]
        posted, status = self._times()
        kinds = {"rent": ("agency", "landlord"), "sale_house": ("agency",), "used_car": ("dealer", "private")}
        fitting = [agent for agent in self.agents[town.name] if agent.kind in kinds.get(category, ("private",))]
        if category == "used_car":
            fields = self._car(town)
        elif category == "secondhand":
            fields = self._thing(town)
        else:
            fields = self._home(town, category)
        price: Money = fields.pop("price")
        return Listing(
            id=self._id("LST", number),
            agent_id=rng.choice(fitting).id,
            category=category,
            price=price,
            city=town.name,
            city_local=town.local,
            country=town.country,
            posted_at=posted,
            status=status,
            prices=self._prices(price, posted, status),
            **fields,
        )

    def _home(self, town: Town, category: Category) -> dict[str, Any]:
        rng = self.rng
        rooms = rng.choices((1, 2, 3, 4, 5, 6), (14, 32, 28, 16, 7, 3))[0]
        area = 16 + 21 * rooms + rng.randrange(-8, 14)
        place = rng.randrange(len(town.districts))
        rate = (
            (town.rent if category == "rent" else town.sale) * (88 + 8 * place) // 100 * rng.randrange(84, 120) // 100
        )
        furnished = category == "rent" and rng.random() < 0.2
        price = self._money(town, rate * area * (115 if furnished else 100) // 100)
        adjective, district = rng.choice(HOMES), town.districts[place]
        home = "flat" if rooms < 5 else "house"
        local = LOCAL_TEXT.get(town.zone, "")
        extra: dict[str, Any] = {}
        if category == "rent":
            extra = {
                "utilities": self._money(town, town.rent * area * 18 // 100),
                "deposit": price * rng.choice((2, 3)),
                "pets_allowed": rng.choice((True, False, None)),
                "available_from": self._day(rng.randrange(-10, 90)) if rng.random() < 0.75 else None,
            }
        return {
            "title": f"{adjective} {rooms}-room {home} in {district}",
            "text": " ".join(part for part in (*rng.sample(TEXTS, 2), local) if part),
            "price": price,
            "district": district,
            "community": rng.choice(ESTATES),
            "address": f"{rng.choice(town.streets)} {rng.randrange(1, 140)}",
            "transit": f"{town.stations[place]}, {rng.randrange(2, 15)} min on foot",
            "rooms": rooms,
            "area_sqm": area,
            "floor": rng.randrange(0, 6) if home == "flat" else 0,
            "furnished": furnished,
            "features": tuple(sorted(rng.sample(_FEATURES, rng.randrange(2, 6)))),
            **extra,
        }

    def _car(self, town: Town) -> dict[str, Any]:
        rng = self.rng
        make, model, fuel, new = rng.choice(CARS)
        age = rng.randrange(1, 13)
        mileage = age * rng.randrange(6_000, 18_000)
        left = max(12, 84 - 6 * age - mileage // 9_000) * rng.randrange(92, 109) // 100
        car = Car(
            make=make,
            model=model,
            year=self.setting.start.year - age,
            mileage_km=mileage,
            fuel=fuel,
            automatic=fuel in ("electric", "hybrid") or rng.random() < 0.3,
        )
        return {
            "title": f"{make} {model}, {car.year}",
            "text": f"{mileage:,} km, service book, next inspection in {rng.randrange(4, 24)} months.",
            "price": self._money(town, new * left // 100 * town.per_euro),
            "district": rng.choice(town.districts),
            "car": car,
            "condition": rng.choice(("like_new", "good", "good", "fair")),
        }

    def _thing(self, town: Town) -> dict[str, Any]:
        title, new, text = self.rng.choice(THINGS)
        condition, left = self.rng.choices(LEFT, (5, 25, 45, 20, 5))[0]
        return {
            "title": title,
            "text": text,
            "price": self._money(town, new * left * self.rng.randrange(85, 116) // 10_000 * town.per_euro),
            "district": self.rng.choice(town.districts),
            "condition": condition,
        }

    def _prices(self, price: Money, posted: datetime, status: ListingStatus) -> tuple[PricePoint, ...]:
        """One price, or some that fell."""
        rng, start = self.rng, self.setting.start
        days = (start - posted).days
        if status == "scheduled" or days < 14 or rng.random() < 0.65:
            return (PricePoint(at=posted, price=price),)
        step = 10 ** max(0, len(str(price.minor)) - 3)
        first = Money(minor=price.minor * rng.randrange(104, 115) // 100 // step * step, currency=price.currency)
        points = (PricePoint(at=posted, price=first),)
        return (*points, PricePoint(at=posted + timedelta(days=rng.randrange(7, days)), price=price))

    def _times(self) -> tuple[datetime, ListingStatus]:
        rng, start = self.rng, self.setting.start
        if rng.random() * 100 < self.options.appearing_percent:
            return start + timedelta(minutes=rng.randrange(1, self._minutes + 1)), "scheduled"
        posted = start - timedelta(minutes=rng.randrange(600, 130_000))
        status: ListingStatus = rng.choices(("active", "reserved", "sold", "withdrawn"), (86, 6, 5, 3))[0]
        return posted, status

    def _day(self, offset: int) -> Any:
        return (self.setting.start + timedelta(days=offset)).date()

    def _money(self, town: Town, minor: int) -> Money:
        """A price rounded to three digits, in whole units of the town's money."""
        minor = minor * self.options.price_percent // 100
        step = max(10 ** max(0, len(str(minor)) - 3), 10 ** EXPONENTS[town.currency])
        return Money(minor=max(step, minor // step * step), currency=town.currency)

    def _id(self, prefix: str, *parts: object) -> str:
        return f"{prefix}-{code('listing_platform', self.options.seed, prefix, *parts, length=8)}"


def generate(options: ListingBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """Agents, then their listings."""
    return _records(_Maker(options, rng, setting), level)


def _records(maker: _Maker, level: int) -> Iterator[tuple[str, Record]]:
    for place in range(len(maker.towns) * level):
        for agent in maker.crew(place, maker.towns[place % len(maker.towns)]):
            yield "agents", agent
    for number in range(maker.options.listings * level):
        yield "listings", maker.listing(number)


def _towns(options: ListingBackground, setting: Setting, rng: Random) -> list[Town]:
    if options.cities:
        known = {town.name: town for town in TOWNS}
        home = Town(
            "", "", "", setting.home.key, "EUR", 1300, 400_000, 100, "+49 30",
            ("Centre", "North", "South"), ("Main Street",), ("Central Station", "North", "South"),
        )  # fmt: skip
        return [known.get(name) or home._replace(name=name) for name in options.cities]
    near = [town for town in TOWNS if town.zone == setting.home.key]
    far = [town for town in TOWNS if town.zone != setting.home.key]
    return [*near, *rng.sample(far, 3)][:3]
