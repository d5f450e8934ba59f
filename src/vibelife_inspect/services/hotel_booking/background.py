"""Generated properties with rooms, rates, odd nights and reviews."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from random import Random

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.hotel_booking.catalogue import (
    Amenity,
    Kind,
    Meals,
    Night,
    Property,
    RatePlan,
    Review,
    RoomType,
)
from vibelife_inspect.services.hotel_booking.places import (
    BLAME,
    GUESTS,
    LOCAL_NAMES,
    POLICIES,
    PRAISE,
    TONGUES,
    TOWNS,
    Town,
)
from vibelife_inspect.world import Background, Record, Setting

_SHARES: tuple[tuple[Kind, int, int], ...] = (
    ("hotel", 50, 100), ("guesthouse", 15, 68), ("apartment", 14, 110), ("hostel", 8, 34), ("ryokan", 8, 165),
     ("venue", 5, 320),
)  # fmt: skip
"""Kind, share of all, and price as a percentage of the town's usual night."""

_HOUSE: tuple[Amenity, ...] = (
    "wifi", "elevator", "parking", "gym", "restaurant", "bar", "luggage_storage", "laundry", "garden", "terrace",
    "sauna",
    "pool", "front_desk_24h", "air_conditioning", "heating", "pets_allowed", "step_free", "bicycles", "family_rooms",
    "airport_shuttle", "ev_charging",
)  # fmt: skip
_ROOM: tuple[Amenity, ...] = (
    "fridge", "desk", "balcony", "bathtub", "coffee_machine", "safe", "quiet_room", "tv", "microwave", "crib",
    "non_smoking",
)  # fmt: skip

_ROOMS: tuple[tuple[str, str, int, int], ...] = (
    ("Single room", "1 single bed", 1, 78), ("Twin room", "2 single beds", 2, 100), ("Double room", "1 double bed", 2,
     104),
    ("Superior double room", "1 queen bed", 2, 128), ("Family room", "1 double bed and 2 single beds", 4, 168),
    ("Junior suite", "1 king bed and a sofa bed", 3, 205),
)  # fmt: skip
_SPECIAL_ROOMS: dict[Kind, tuple[tuple[str, str, int, int], ...]] = {
    "ryokan": (("Tatami room, 8 mats", "futons for 2", 2, 100), ("Tatami room, 12 mats", "futons for 4", 4, 150),
               ("Room with open-air bath", "futons for 2", 2, 190)),
    "apartment": (("Studio", "1 double bed", 2, 85), ("One-bedroom apartment", "1 double bed and a sofa bed", 3, 105),
                  ("Two-bedroom apartment", "1 double bed and 2 single beds", 5, 160)),
    "hostel": (("Bed in a 6-bed dormitory", "1 bunk bed", 1, 70), ("Private twin room", "2 single beds", 2, 150),
               ("Private 4-bed room", "2 bunk beds", 4, 240)),
    "venue": (("Seminar room", "seats in rows", 30, 70), ("Great hall", "seats at round tables", 120, 180),
              ("Salon", "seats at one table", 14, 45)),
}  # fmt: skip


class HotelBackground(Background):
    """Options of the generated catalogue."""

    cities: tuple[str, ...] = ()
    """Names of cities, such as Kyoto; empty: three, those of the home zone first."""
    properties: int = Field(default=45, ge=1, le=200)
    """How many at level 1, over all cities."""
    price_percent: int = Field(default=100, ge=10, le=1000)
    """Factor on all prices."""
    night: Money | None = None
    """Usual price of a plain hotel night, instead of each city's own; it sets the currency too."""
    first_day: date | None = None
    """First night that may differ from the usual; absent: the world's first day."""
    last_day: date | None = None
    """Last night that may differ; absent: 45 days after the world's last day."""


@dataclass
class _Maker:
    """Makes one property after the other from one stream of chance."""

    options: HotelBackground
    rng: Random
    setting: Setting
    used: set[tuple[str, str, int, int]] = field(default_factory=set)
    """Names that a town has already."""

    def property(self, number: int, town: Town) -> Iterator[tuple[str, Record]]:
        rng, tongue = self.rng, TONGUES[town.tongue]
        kind, share = self._kind(town)
        pattern: str = getattr(tongue, kind)
        a, b = self._name(town, pattern)
        local = LOCAL_NAMES.get(town.tongue)
        stars = rng.choices((2, 3, 4, 5), (2, 5, 4, 1))[0] if kind in ("hotel", "ryokan") else None
        price = share * (60 + 15 * (stars or 3)) * rng.randrange(85, 121) // 100
        place = Property(
            id=f"HTL-{code('hotel_booking', self.options.seed, number, length=8)}",
            name=pattern.format(a=tongue.first[a], b=tongue.second[b]),
            name_local=local["first"][a] + local["second"][b] if local else "",
            kind=kind,
            city=town.name,
            city_local=town.local,
            country=town.country,
            address=tongue.address.format(
                street=rng.choice(tongue.streets), n=rng.randrange(1, 140), m=rng.randrange(1, 30)
            ),
            lat=_degrees(town.lat + rng.randrange(-28_000, 28_001)),
            lng=_degrees(town.lng + rng.randrange(-38_000, 38_001)),
            zone=town.zone,
            stars=stars,
            rating_tenths=min(97, max(58, int(rng.gauss(81, 7)))),
            review_count=rng.randrange(12, 1900),
            amenities=self._some(_HOUSE, 4, 11),
            phone=f"{town.phone} 555 {rng.randrange(100, 1000):04d}",
            email=f"stay-{number}@houses.example",
            check_in_from=time(rng.choice((14, 15, 15, 16))),
            check_in_until=time(rng.choice((20, 21, 22, 23)), 0),
            check_out_until=time(rng.choice((10, 11, 11, 12))),
            late_check_out_until=time(13) if rng.random() < 0.4 else None,
            hold_for=timedelta(hours=rng.choice((12, 24, 24, 48))),
            replies_after=timedelta(minutes=rng.randrange(40, 600)),
            cleaning_fee=self._money(town, 38) if kind == "apartment" else None,
            policies=tuple(POLICIES[i] for i in sorted(rng.sample(range(len(POLICIES)), 3))),
        )
        yield "properties", place
        yield from self._rooms(place, town, price)
        yield from self._reviews(place)

    def _kind(self, town: Town) -> tuple[Kind, int]:
        kind, _, share = self.rng.choices(_SHARES, [weight for _, weight, _ in _SHARES])[0]
        return ("hotel", 100) if kind == "ryokan" and town.tongue != "ja" else (kind, share)

    def _name(self, town: Town, pattern: str) -> tuple[int, int]:
        """Two words of the town's language, new to the town while there are any."""
        tongue = TONGUES[town.tongue]
        for _ in range(8):
            a, b = self.rng.randrange(len(tongue.first)), self.rng.randrange(len(tongue.second))
            if (town.name, pattern, a, b) not in self.used:
                break
        self.used.add((town.name, pattern, a, b))
        return a, b

    def _rooms(self, place: Property, town: Town, price: int) -> Iterator[tuple[str, Record]]:
        rng = self.rng
        sorts = _SPECIAL_ROOMS.get(place.kind, _ROOMS)
        for n, chosen in enumerate(sorted(rng.sample(range(len(sorts)), rng.randrange(2, 4))), start=1):
            name, beds, guests, factor = sorts[chosen]
            room = RoomType(
                id=f"{place.id}-R{n}",
                property_id=place.id,
                name=name,
                beds=beds,
                max_guests=guests,
                stock=rng.randrange(2, 15) if place.kind in ("hotel", "hostel") else rng.randrange(1, 5),
                accessible=rng.random() < 0.18,
                size_m2=guests * 2 if place.kind == "venue" else 9 + 5 * guests + rng.randrange(0, 14),
                amenities=("projector", "sound_system") if place.kind == "venue" else self._some(_ROOM, 2, 6),
            )
            yield "room_types", room
            yield from self._rates(room, town, price * factor // 10_000)
            yield from self._odd_nights(room)

    def _rates(self, room: RoomType, town: Town, percent: int) -> Iterator[tuple[str, Record]]:
        rng, weekend = self.rng, self.rng.choice((100, 110, 115, 120))
        days, nights = rng.choice((1, 1, 2, 3, 7)), rng.choice((None, None, 1))
        plans: list[tuple[str, str, Meals, bool, int]] = [("FLEX", "Flexible rate", "none", True, 100)]
        plans.append(("SAVE", "Saver rate, no refund", "none", False, 88))
        if rng.random() < 0.35:
            plans.append(("BRK", "Flexible rate with breakfast", "breakfast", True, 113))
        for tag, name, meals, refundable, factor in plans:
            yield (
                "rate_plans",
                RatePlan(
                    id=f"{room.id}-{tag}",
                    room_type_id=room.id,
                    name=name,
                    price_per_night=self._money(town, percent * factor // 100),
                    weekend_percent=weekend,
                    meals=meals,
                    refundable=refundable,
                    cancel_days_before=days,
                    penalty_nights=nights if refundable else None,
                    deposit_percent=100 if not refundable else rng.choice((20, 30, 100)),
                    changeable=refundable,
                ),
            )

    def _odd_nights(self, room: RoomType) -> Iterator[tuple[str, Record]]:
        first = self.options.first_day or self.setting.start.date()
        last = self.options.last_day or self.setting.end.date() + timedelta(days=45)
        nights = max(1, (last - first).days + 1)
        for offset in sorted(self.rng.sample(range(nights), min(3, nights))):
            yield (
                "nights",
                Night(
                    id=f"{room.id}/{first + timedelta(offset)}",
                    room_type_id=room.id,
                    day=first + timedelta(offset),
                    stock=self.rng.randrange(0, room.stock + 1),
                    price_percent=self.rng.choice((100, 125, 140)),
                ),
            )

    def _reviews(self, place: Property) -> Iterator[tuple[str, Record]]:
        for n in range(1, self.rng.randrange(3, 6)):
            good = self.rng.sample(PRAISE, 2)
            bad = self.rng.choice(BLAME)
            rating = min(100, max(20, (place.rating_tenths or 80) + self.rng.randrange(-25, 20)))
            yield (
                "reviews",
                Review(
                    id=f"{place.id}-V{n}",
                    property_id=place.id,
                    author=f"{self.rng.choice(GUESTS)} {self.rng.choice('ABCDEFGHKLMNPRSTW')}.",
                    rating_tenths=rating,
                    title=good[0].rstrip(".") if rating >= 70 else bad.rstrip("."),
                    text=f"{good[0]} {good[1]}" if rating >= 85 else f"{good[1]} {bad}",
                    posted_at=self.setting.start - timedelta(minutes=self.rng.randrange(1_500, 400_000)),
                ),
            )

    def _money(self, town: Town, percent: int) -> Money:
        """A share of the town's usual night, rounded as prices are."""
        usual = self.options.night or Money(minor=town.night, currency=town.currency)
        step = 100 if EXPONENTS[usual.currency] else (1000 if usual.minor > 100_000 else 100)
        minor = usual.minor * percent * self.options.price_percent // 10_000
        return Money(minor=max(step, minor // step * step), currency=usual.currency)

    def _some(self, choices: tuple[Amenity, ...], least: int, most: int) -> tuple[Amenity, ...]:
        count = self.rng.randrange(least, most + 1)
        return tuple(choices[i] for i in sorted(self.rng.sample(range(len(choices)), count)))


def generate(options: HotelBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """The generated catalogue, city by city in turn."""
    towns = _towns(options, setting, rng)
    maker = _Maker(options, rng, setting)
    for number in range(options.properties * level):
        yield from maker.property(number, towns[number % len(towns)])


def _towns(options: HotelBackground, setting: Setting, rng: Random) -> list[Town]:
    if not options.cities:
        near = [town for town in TOWNS if town.zone == setting.home.key]
        far = [town for town in TOWNS if town.zone != setting.home.key]
        return [*rng.sample(near, min(3, len(near))), *rng.sample(far, 3)][:3]
    known = {town.name: town for town in TOWNS}
    return [known.get(name) or _unknown(name, options, setting) for name in options.cities]


def _unknown(name: str, options: HotelBackground, setting: Setting) -> Town:
    """A city that is not in the table: without a true position, priced in euros unless `night` says otherwise."""
    return Town(name, "", "", setting.home.key, 0, 0, "EUR", 11_000, "en", "+00 0")


def _degrees(micro: int) -> str:
    sign = "-" if micro < 0 else ""
    return f"{sign}{abs(micro) // 1_000_000}.{abs(micro) % 1_000_000:06d}"
