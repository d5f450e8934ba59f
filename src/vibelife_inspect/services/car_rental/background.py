"""Generated stations with cars, insurance, extras, road rules and energy stops."""

from collections.abc import Iterable, Iterator
from datetime import time
from random import Random
from typing import NamedTuple

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.car_rental.catalogue import (
    Category,
    Cover,
    Energy,
    EnergyPrice,
    EnergyStop,
    Extra,
    ExtraKind,
    InsurancePlan,
    Offer,
    RoadPolicy,
    Station,
)
from vibelife_inspect.services.car_rental.places import NEIGHBOURS, POLICIES, TOWNS, Town
from vibelife_inspect.world import Background, Record, Setting

_COMPANIES = ("Kestrel Rentals", "Marlow Drive", "Tamarisk Cars", "Brindle Mobility", "Lantern Auto", "Quince & Vale")
_KINDS = ("airport", "rail", "city", "city")


class _Model(NamedTuple):
    vehicle: str
    category: Category
    seats: int
    bags: int
    consumption: int
    """Tenths of a litre or kWh per 100 km."""
    energy: Energy
    percent: int
    """Of the town's price of a compact car."""


_MODELS = (
    _Model("3-door city car", "mini", 4, 1, 48, "petrol", 74),
    _Model("5-door small car", "economy", 5, 2, 52, "petrol", 86),
    _Model("5-door hatchback", "compact", 5, 2, 57, "petrol", 100),
    _Model("5-door diesel hatchback", "compact", 5, 3, 47, "diesel", 106),
    _Model("hybrid hatchback", "compact", 5, 2, 42, "hybrid", 112),
    _Model("electric hatchback", "compact", 5, 2, 165, "electric", 115),
    _Model("saloon", "mid_size", 5, 3, 63, "petrol", 128),
    _Model("diesel estate car", "estate", 5, 5, 54, "diesel", 142),
    _Model("compact SUV", "suv", 5, 4, 69, "hybrid", 158),
    _Model("electric SUV", "suv", 5, 4, 192, "electric", 172),
    _Model("all-wheel-drive SUV", "suv", 5, 5, 78, "diesel", 190),
    _Model("7-seat people carrier", "van", 7, 4, 74, "diesel", 210),
    _Model("9-seat minibus", "van", 9, 6, 88, "diesel", 250),
    _Model("executive saloon", "premium", 5, 4, 76, "petrol", 285),
    _Model("open two-seater", "convertible", 2, 1, 74, "petrol", 240),
)
_PLANS: tuple[tuple[str, int, int, tuple[Cover, ...]], ...] = (
    ("Basic", 14, 2400, ("collision", "theft")),
    ("Comfort", 32, 800, ("collision", "theft", "glass_tyres")),
    ("Complete", 52, 0, ("collision", "theft", "glass_tyres", "roadside", "interior")),
    ("Complete with passengers", 66, 0, ("collision", "theft", "glass_tyres", "roadside", "interior", "personal")),
)
"""Name, price per day and excess in per cent of a compact car's day, and what it covers."""

_EXTRAS: tuple[tuple[str, ExtraKind, int, int], ...] = (
    ("Child seat, 9 to 18 kg", "child_seat", 16, 110), ("Booster seat", "booster_seat", 10, 70),
    ("Snow chains", "snow_chains", 14, 80), ("Winter tyres", "winter_tyres", 18, 160),
    ("Roof box", "roof_box", 20, 140), ("Bike rack for two", "bike_rack", 18, 120),
    ("Navigation", "navigation", 15, 110), ("Toll tag", "toll_tag", 6, 40),
)  # fmt: skip
"""Name, kind, price per day and at most, in per cent of a compact car's day."""

_STOPS = ("Ringtank", "Mill Lane", "Station Yard", "Harbour", "Orchard", "North Gate", "Foundry", "Meadow")


class CarRentalBackground(Background):
    """Options of the generated catalogue."""

    cities: tuple[str, ...] = ()
    """Names of cities, such as Lisbon; empty: four, those of the home zone first."""
    stations: int = Field(default=10, ge=1, le=200)
    """How many at level 1, over all cities."""
    offers_per_station: int = Field(default=9, ge=1, le=15)
    energy_stops: int = Field(default=16, ge=0, le=500)
    """How many at level 1, over all cities."""
    price_percent: int = Field(default=100, ge=10, le=1000)
    """Factor on all prices of cars, insurance and extras."""


def generate(options: CarRentalBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """The generated catalogue, city by city in turn."""
    towns = _towns(options, setting, rng)
    yield from _price_lists(towns, options)
    for country in dict.fromkeys(town.country for town in towns):
        for number, (kind, title, text) in enumerate(POLICIES.get(country, ())):
            yield (
                "road_policies",
                RoadPolicy(id=f"bg-road-{country}-{number}", country=country, kind=kind, title=title, text=text),
            )
    for number in range(options.stations * level):
        yield from _station(number, towns[number % len(towns)], options, rng)
    for number in range(options.energy_stops * level):
        yield "energy_stops", _stop(number, towns[number % len(towns)], options, rng)


def _towns(options: CarRentalBackground, setting: Setting, rng: Random) -> list[Town]:
    if options.cities:
        known = {town.name: town for town in TOWNS}
        home = next((town for town in TOWNS if town.zone == setting.home.key), TOWNS[0])
        return [known.get(name) or home._replace(name=name, local="") for name in options.cities]
    near = [town for town in TOWNS if town.zone == setting.home.key]
    far = [town for town in TOWNS if town.zone != setting.home.key]
    return [*rng.sample(near, min(2, len(near))), *rng.sample(far, 4)][:4]


def _price_lists(towns: list[Town], options: CarRentalBackground) -> Iterator[tuple[str, Record]]:
    for town in {town.currency: town for town in reversed(towns)}.values():
        for number, (name, per_day, excess, covers) in enumerate(_PLANS):
            yield (
                "insurance_plans",
                InsurancePlan(
                    id=f"bg-plan-{town.currency}-{number}",
                    name=name,
                    per_day=_part(town, per_day, options),
                    excess=_part(town, excess, options),
                    covers=covers,
                ),
            )
        for number, (name, kind, share, most) in enumerate(_EXTRAS):
            yield (
                "extras",
                Extra(
                    id=f"bg-extra-{town.currency}-{number}",
                    name=name,
                    kind=kind,
                    price_per_day=_part(town, share, options),
                    price_most=_part(town, most, options),
                    most=4 if kind in ("child_seat", "booster_seat") else 1,
                ),
            )


def _station(number: int, town: Town, options: CarRentalBackground, rng: Random) -> Iterator[tuple[str, Record]]:
    kind, company = _KINDS[number // 4 % 4], rng.choice(_COMPANIES)
    place = {"airport": "Airport", "rail": "Central Station"}.get(kind) or f"{rng.choice(town.streets)}"
    id = f"ST-{code('car_rental', options.seed, number, length=7)}"
    yield "stations", Station.model_validate({
        "id": id, "name": f"{company}, {town.name} {place}", "company": company, "kind": kind, "city": town.name,
        "city_local": town.local, "country": town.country,
        "address": f"{rng.choice(town.streets)} {rng.randrange(1, 120)}, {town.name}", "zone": town.zone,
        "opens": time(6) if kind == "airport" else time(rng.choice((7, 8, 8, 9))),
        "closes": time(23, 59) if kind == "airport" else time(rng.choice((18, 19, 20))),
        "closed_weekdays": ("sunday",) if kind == "city" and rng.random() < 0.6 else (),
        "phone": f"{town.phone} 555 {rng.randrange(10_000):04d}",
        "email": f"{company.split()[0].lower()}-{number}@rentals.example",
    })  # fmt: skip
    for place_in_list in sorted(rng.sample(range(len(_MODELS)), options.offers_per_station)):
        yield "offers", _offer(f"{id}-{place_in_list}", id, _MODELS[place_in_list], town, options, rng)


def _offer(id: str, station: str, model: _Model, town: Town, options: CarRentalBackground, rng: Random) -> Offer:
    limited, refundable = rng.random() < 0.4, rng.random() < 0.75
    price = model.percent * rng.randrange(84, 122) * (100 if refundable else 88) // 10_000
    large = model.category in ("premium", "convertible", "van")
    return Offer(
        id=id,
        station=station,
        vehicle=model.vehicle,
        category=model.category,
        energy=model.energy,
        transmission="automatic" if model.energy in ("hybrid", "electric") or rng.random() < 0.35 else "manual",
        seats=model.seats,
        bags=model.bags,
        consumption_tenths=model.consumption,
        range_km=rng.randrange(29, 52) * 10 if model.energy == "electric" else None,
        price_per_day=_part(town, price, options),
        week_percent=rng.choice((85, 88, 90, 92, 100)),
        km_per_day=rng.choice((150, 200, 250, 300)) if limited else None,
        extra_km=_tenth(town, 6, options) if limited else None,
        deposit=_part(town, rng.choice((500, 700, 900, 1200)), options),
        energy_rule="same_level"
        if model.energy == "electric"
        else rng.choice(("full_to_full", "full_to_full", "prepaid")),
        refuel_fee=_tenth(town, 25, options),
        min_age=25 if large else rng.choice((19, 21, 21, 23)),
        young_until=25,
        young_fee=_part(town, 28, options),
        min_licence_years=3 if large else 1,
        extra_driver_fee=rng.choice((None, _part(town, 18, options))),
        countries=NEIGHBOURS.get(town.country, ()),
        border_fee=_part(town, 60, options) if rng.random() < 0.3 else None,
        one_way_fee=_part(town, rng.randrange(90, 400), options) if rng.random() < 0.7 else None,
        refundable=refundable,
        free_hours=rng.choice((24, 48, 48, 72)),
        change_fee=rng.choice((None, None, _part(town, 40, options))),
        hold_hours=24 if refundable else 0,
        roadside_fee=_part(town, 150, options),
        stock=rng.randrange(1, 7),
    )


def _stop(number: int, town: Town, options: CarRentalBackground, rng: Random) -> EnergyStop:
    charging = rng.random() < 0.4
    petrol, power = town.fuel * rng.randrange(96, 106) // 100, town.power * rng.randrange(85, 130) // 100
    sold = {"electric": power} if charging else {"petrol": petrol, "diesel": petrol * 94 // 100}
    return EnergyStop.model_validate({
        "id": f"bg-stop-{code('car_rental', options.seed, 'stop', number, length=7)}",
        "name": f"{rng.choice(_STOPS)} {'Charging' if charging else 'Service Station'}",
        "kind": "charging" if charging else "fuel", "city": town.name, "city_local": town.local,
        "country": town.country, "address": f"{rng.choice(town.streets)} {rng.randrange(1, 200)}, {town.name}",
        "prices": [
            EnergyPrice.model_validate({"energy": energy, "price": Money(minor=minor, currency=town.currency)})
            for energy, minor in sold.items()
        ],
        "power_kw": rng.choice((22, 50, 150, 300)) if charging else None,
        "hours": "00:00-24:00" if charging or rng.random() < 0.5 else "06:00-22:00",
    })  # fmt: skip


def _part(town: Town, percent: int, options: CarRentalBackground) -> Money:
    """So many per cent of the town's compact car, rounded to what price lists show."""
    unit = 10 if EXPONENTS[town.currency] == 0 else 50
    minor = town.day * percent * options.price_percent // 10_000
    return Money(minor=min(10**8, max(unit if percent else 0, minor // unit * unit)), currency=town.currency)


def _tenth(town: Town, permille: int, options: CarRentalBackground) -> Money:
    """So many thousandths of the town's compact car."""
    return Money(minor=max(1, town.day * permille * options.price_percent // 100_000), currency=town.currency)
