"""What can be rented and on which terms: stations, offers, insurance, extras; and what holds on the road."""

from datetime import date, datetime, time
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from vibelife_inspect.clock import Wall, Zone
from vibelife_inspect.money import Money
from vibelife_inspect.text import fold
from vibelife_inspect.world import Json, Part, Record

Category = Literal["mini", "economy", "compact", "mid_size", "estate", "suv", "van", "premium", "convertible"]
"""Class of a car."""

Energy = Literal["petrol", "diesel", "hybrid", "electric"]
"""What a car runs on; a hybrid takes petrol."""

EnergyRule = Literal["full_to_full", "same_level", "prepaid"]
"""What must be in the tank or battery on return: all, as much as at pick-up, or nothing."""

Cover = Literal["collision", "theft", "glass_tyres", "roadside", "interior", "personal"]
"""What an insurance plan pays for."""

ExtraKind = Literal[
    "child_seat",
    "booster_seat",
    "snow_chains",
    "winter_tyres",
    "roof_box",
    "bike_rack",
    "navigation",
    "wifi",
    "toll_tag",
]
"""What sort of extra it is."""

PolicyKind = Literal["toll", "vignette", "low_emission_zone", "winter_tyres", "speed", "parking", "border", "equipment"]
"""What a road rule is about."""

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
"""A day of the week."""

WEEKDAYS: tuple[Weekday, ...] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""In the order of `date.weekday`."""


def _sane(value: Money) -> Money:
    if not 0 <= value.minor <= 10**8:
        raise ValueError("must not be negative, and at most 100,000,000 minor units")
    return value


Price = Annotated[Money, AfterValidator(_sane)]
"""An amount that a price list can hold."""

Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
"""ISO 3166 code of two letters, such as DE."""


class Closure(Part):
    """Days on which a station is closed."""

    first_day: date
    last_day: date
    reason: str = ""


class Station(Record):
    """Where cars are fetched and brought back."""

    name: str
    company: str
    """Cars can be returned at any station of the same company, if the offer allows one-way rentals."""
    kind: Literal["airport", "rail", "city"] = "city"
    city: str
    city_local: str = ""
    """The city in the local script, such as 札幌."""
    country: Country
    address: str = ""
    zone: Zone
    opens: Wall = time(8)
    closes: Wall = time(20)
    closed_weekdays: tuple[Weekday, ...] = ()
    closures: tuple[Closure, ...] = ()
    phone: str = ""
    email: str = "bookings@rentals.example"

    @model_validator(mode="after")
    def _sound(self) -> "Station":
        if self.opens >= self.closes:
            raise ValueError("opens must be before closes")
        return self

    @property
    def city_key(self) -> str:
        """The city, folded for look-up."""
        return fold(self.city)

    @property
    def local_key(self) -> str:
        """The city in the local script, folded for look-up."""
        return fold(self.city_local)

    @property
    def row(self) -> Json:
        """The short form."""
        return {"station_id": self.id, **self.pick("name", "company", "kind", "city", "country", "address", "zone")}

    @property
    def hours(self) -> Json:
        """When it is open."""
        return self.pick("opens", "closes", "closed_weekdays", "closures")

    def day_of(self, moment: datetime) -> date:
        """The day of a moment at the station."""
        return moment.astimezone(ZoneInfo(self.zone)).date()

    def closed_because(self, moment: datetime) -> str:
        """Why nobody is there at that moment; empty when it is open."""
        here = moment.astimezone(ZoneInfo(self.zone))
        for closure in self.closures:
            if closure.first_day <= here.date() <= closure.last_day:
                return f"closed from {closure.first_day} to {closure.last_day}: {closure.reason}"
        if WEEKDAYS[here.weekday()] in self.closed_weekdays:
            return f"closed on {WEEKDAYS[here.weekday()]}s"
        if not self.opens <= here.time().replace(tzinfo=None) <= self.closes:
            return f"open from {self.opens:%H:%M} to {self.closes:%H:%M} only ({self.zone})"
        return ""


class Offer(Record):
    """A kind of car at a station, its price and its conditions; all money is in one currency."""

    station: str
    """Id of the station where it is fetched."""
    vehicle: str
    """In words, such as `5-door hatchback`."""
    category: Category = "compact"
    energy: Energy = "petrol"
    transmission: Literal["manual", "automatic"] = "manual"
    seats: int = Field(default=5, ge=1, le=17)
    bags: int = Field(default=2, ge=0, le=20)
    consumption_tenths: int = Field(default=60, ge=1, le=1000)
    """Tenths of a litre, or of a kWh for electric cars, per 100 km."""
    range_km: int | None = Field(default=None, ge=1)
    """For electric cars: how far a full battery goes."""
    price_per_day: Price
    """For each 24 hours or part of them, taxes included."""
    week_percent: int = Field(default=100, ge=1, le=100)
    """Factor on the price of rentals of seven days and more."""
    km_per_day: int | None = Field(default=None, ge=1)
    """Distance that is included; absent: unlimited."""
    extra_km: Price | None = None
    """For each further kilometre."""
    deposit: Price | None = None
    """Charged at pick-up and paid back when the rental is closed."""
    energy_rule: EnergyRule = "full_to_full"
    refuel_fee: Price | None = None
    """For each missing per cent of the tank or battery."""
    min_age: int = Field(default=21, ge=16, le=99)
    young_until: int = Field(default=25, ge=16, le=99)
    young_fee: Price | None = None
    """Per day and driver below the age `young_until`."""
    min_licence_years: int = Field(default=1, ge=0, le=20)
    extra_driver_fee: Price | None = None
    """Per day for each driver after the first."""
    countries: tuple[Country, ...] = ()
    """Other countries that the car may be driven to."""
    border_fee: Price | None = None
    """Once, when it is driven to another country."""
    one_way_fee: Price | None = None
    """For a return at another station of the company; absent: not allowed."""
    refundable: bool = True
    free_hours: int = Field(default=48, ge=0, le=2000)
    """Free cancellation ends this many hours before pick-up."""
    cancel_percent: int = Field(default=100, ge=0, le=100)
    """Of the total, kept on cancellations after that."""
    change_fee: Price | None = None
    hold_hours: int = Field(default=24, ge=0, le=168)
    """How long a car is held without payment; 0: not at all."""
    roadside_fee: Price | None = None
    """For help on the road, where no insurance covers it."""
    stock: int = Field(default=3, ge=0, le=500)
    """Cars of this kind that the station has."""
    available_from: date | None = None
    available_until: date | None = None
    status: Literal["on_sale", "withdrawn"] = "on_sale"

    @model_validator(mode="after")
    def _one_currency(self) -> "Offer":
        amounts = [value for _, value in self if isinstance(value, Money)]
        if any(amount.currency != self.currency for amount in amounts):
            raise ValueError(f"all money of an offer must be in {self.currency}")
        return self

    @property
    def currency(self) -> str:
        """Of all its prices."""
        return self.price_per_day.currency

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "offer_id": self.id,
            **self.pick("vehicle", "category", "energy", "transmission", "seats", "bags", "price_per_day"),
            **self.pick("km_per_day", "deposit", "min_age", "refundable"),
        }


class InsurancePlan(Record):
    """Insurance for a rental."""

    name: str
    per_day: Price
    excess: Price
    """What the customer still pays of a damage."""
    covers: tuple[Cover, ...] = ("collision",)
    description: str = ""


class Extra(Record):
    """Something that can be rented along with a car."""

    name: str
    kind: ExtraKind
    price_per_day: Price
    price_most: Price | None = None
    """At most this for a whole rental, each."""
    most: int = Field(default=4, ge=1, le=9)
    """How many a booking can have."""


class RoadPolicy(Record):
    """A rule or fee of the road."""

    country: Country
    region: str = ""
    """City or area; empty: the whole country."""
    kind: PolicyKind
    title: str
    text: str = ""
    fee: Price | None = None
    energies: tuple[Energy, ...] = ()
    """Which cars it concerns; empty: all."""


class EnergyPrice(Part):
    """What a stop takes."""

    energy: Literal["petrol", "diesel", "electric"]
    price: Price
    """Per litre, or per kWh for electric."""


class EnergyStop(Record):
    """A filling or charging station."""

    name: str
    kind: Literal["fuel", "charging"] = "fuel"
    city: str
    city_local: str = ""
    country: Country
    address: str = ""
    prices: tuple[EnergyPrice, ...] = ()
    power_kw: int | None = Field(default=None, ge=1)
    """Of a charging station."""
    hours: str = "00:00-24:00"

    @property
    def city_key(self) -> str:
        """The city, folded for look-up."""
        return fold(self.city)

    @property
    def local_key(self) -> str:
        """The city in the local script, folded for look-up."""
        return fold(self.city_local)
