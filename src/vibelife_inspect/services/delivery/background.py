"""Generated tariffs, pickup points and old parcels."""

from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta
from random import Random

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.delivery.places import CITIES, City, city_in
from vibelife_inspect.services.delivery.records import PickupPoint, Proof, Scan, Service, Shipment, Tariff, local
from vibelife_inspect.world import Background, Record, Setting


class DeliveryBackground(Background):
    """Options of the generated background."""

    city: str = ""
    """Where the persona lives, such as Hamburg; by default told from the address, else from the home zone."""
    currency: str = Field(default="EUR", pattern=r"^[A-Z]{3}$")
    """Currency of the tariffs."""
    units_per_euro: int = Field(default=1, ge=1, le=30_000)
    """Roughly how many units of that currency buy what one euro buys, such as 160 for JPY."""
    parcels: int = Field(default=30, ge=0, le=500)
    """Old parcels at level 1."""


_TARIFFS: tuple[tuple[str, Service, int, int, int], ...] = (
    ("Parcelway", "standard", 495, 90, 31_500),
    ("Parcelway", "express", 1290, 180, 20_000),
    ("Kestrel Courier", "standard", 560, 70, 25_000),
    ("Kestrel Courier", "express", 1190, 210, 25_000),
    ("Blaue Post", "standard", 449, 120, 10_000),
)
"""Carrier, service, cents for the first and for each further kilogram, most grams."""
_KEEPERS = ("Kiosk", "Bakery", "Flower shop", "Stationer", "Corner shop", "Bookshop", "Parcel locker", "Tobacconist")
_NAMES = (
    "Amsel",
    "Birke",
    "Kranich",
    "Linde",
    "Mohn",
    "Quitte",
    "Reiher",
    "Salbei",
    "Tanne",
    "Ulme",
    "Weide",
    "Zeisig",
)
_STREETS = (
    "Station Road",
    "Mill Lane",
    "Market Square",
    "Church Street",
    "Canal Street",
    "Harbour Road",
    "Park Avenue",
)
_SHOPS = (
    "Fern Outfitters", "Pagewright Books", "Hearth & Hook", "Bolt Hardware", "Atelier Moss", "Lumen Electrics",
    "Saddle & Spoke", "Tea Chest Traders", "Green Thumb Seeds", "Paper Crane Stationery", "Little Otter Toys",
)  # fmt: skip
_ITEMS = (
    "Books", "Running shoes", "Coffee beans, 1 kg", "Phone case", "Winter jacket", "Desk lamp", "Bicycle light",
    "Tea sampler", "Garden gloves", "Notebooks", "Cotton bed linen", "Frying pan", "Board game", "Headphones",
    "Wool socks", "Printer paper", "Vitamin tablets", "Picture frame", "Spare part", "Rain trousers",
)  # fmt: skip
_FRIENDS = ("A. Brandt", "J. Okafor", "M. Sato", "L. Moreau", "P. Novak", "S. Lind", "T. Farrow", "R. Castel")


def generate(options: DeliveryBackground, level: int, rng: Random, setting: Setting) -> Iterator[tuple[str, Record]]:
    """The whole background."""
    home = _home(options, setting)
    for number, row in enumerate(_TARIFFS, start=1):
        yield "tariffs", _tariff(options, number, *row)
    for number in range(8 * level):
        yield "pickup_points", _point(options, home, number, rng)
    for number in range(options.parcels * level):
        yield "shipments", _parcel(options, home, number, rng, setting)


def _home(options: DeliveryBackground, setting: Setting) -> City:
    near = next((city for city in CITIES if city.zone == setting.home.key), CITIES[0])
    if options.city:
        return city_in(options.city) or City(options.city, near.country, near.lat, near.lng, near.zone)
    return city_in(setting.persona.address) or near


def _tariff(
    options: DeliveryBackground, number: int, carrier: str, service: Service, base: int, per_kg: int, most: int
) -> Tariff:
    def price(cents: int) -> Money:
        scale = 10 ** EXPONENTS[options.currency]
        return Money(minor=cents * options.units_per_euro * scale // 100, currency=options.currency)

    return Tariff(
        id=f"TRF-{number}-{service.upper()}",
        carrier=carrier,
        service=service,
        base=price(base),
        per_kg=price(per_kg),
        max_grams=most,
    )


def _point(options: DeliveryBackground, home: City, number: int, rng: Random) -> PickupPoint:
    keeper = rng.choice(_KEEPERS)
    locker = keeper == "Parcel locker"
    return PickupPoint(
        id=f"PUP-{code('delivery', options.seed, number, length=7)}",
        name=f"{keeper} {rng.randrange(100, 1000)}" if locker else f"{keeper} {rng.choice(_NAMES)}",
        address=f"{rng.choice(_STREETS)} {rng.randrange(1, 120)}",
        city=home.name,
        country=home.country,
        hours="always open" if locker else f"Mon-Sat {rng.choice((7, 8, 9))}-{rng.choice((18, 19, 20))}",
        max_grams=rng.choice((10_000, 15_000, 20_000)),
    )


def _parcel(options: DeliveryBackground, home: City, number: int, rng: Random, setting: Setting) -> Shipment:
    """A parcel that arrived before the world begins."""
    incoming, service = rng.random() < 0.8, "express" if rng.random() < 0.2 else "standard"
    other = rng.choice([city for city in CITIES if city.country == home.country] or [home])
    fetched = setting.start - timedelta(days=25 + rng.randrange(365), minutes=rng.randrange(600))
    origin, target = (other, home) if incoming else (home, other)
    shipment = Shipment.model_validate(
        {
            "id": f"TRK-{code('delivery', 'parcel', options.seed, number, length=9)}",
            "direction": "incoming" if incoming else "outgoing",
            "carrier": rng.choice(_TARIFFS)[0],
            "sender": rng.choice(_SHOPS) if incoming else setting.persona.name,
            "from_city": origin.name,
            "from_country": origin.country,
            "recipient": setting.persona.name if incoming else rng.choice(_FRIENDS),
            "to_address": setting.persona.address if incoming else f"{rng.choice(_STREETS)} {rng.randrange(1, 90)}",
            "to_city": target.name,
            "to_country": target.country,
            "items": rng.choice(_ITEMS),
            "weight_grams": rng.randrange(2, 90) * 100,
            "service": service,
            "created_at": fetched - timedelta(hours=rng.randrange(3, 40)),
            "pickup_at": fetched,
        }
    )
    arrived = local(shipment.expected_on, time(rng.randrange(10, 17), rng.randrange(60)), shipment.zone)
    place = rng.choice(("at the door", "at the door", "letter box", "with a neighbour"))
    proof = Proof(at=arrived, received_by=shipment.recipient, place=place)
    scans = tuple(_scans(shipment, fetched, arrived))
    return shipment.model_copy(update={"status": "delivered", "moved_at": arrived, "proof": proof, "scans": scans})


def _scans(shipment: Shipment, fetched: datetime, arrived: datetime) -> Iterable[Scan]:
    yield Scan(at=fetched, status="picked_up", place=shipment.from_city, text="Picked up.")
    yield Scan(at=arrived - timedelta(hours=3), status="out_for_delivery", place=shipment.to_city, text="In the van.")
    yield Scan(at=arrived, status="delivered", place=shipment.to_city, text="Delivered.")
