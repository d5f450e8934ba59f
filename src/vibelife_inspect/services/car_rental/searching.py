"""Finding cars, and what holds on the road."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Invalid, NotFound
from vibelife_inspect.money import Money
from vibelife_inspect.services.car_rental.base import CarRentalBase
from vibelife_inspect.services.car_rental.catalogue import (
    Category,
    Country,
    Cover,
    Energy,
    EnergyStop,
    Offer,
    PolicyKind,
    Station,
)
from vibelife_inspect.services.car_rental.records import rental_days
from vibelife_inspect.services.car_rental.trips import TripRequest
from vibelife_inspect.text import fold
from vibelife_inspect.world import Json, Limit, Part, operation, page

Seats = Annotated[int, Field(ge=1, le=17)]
"""Seats of a car, that of the driver included."""


class OfferFilters(Part):
    """What is wanted; what is not given does not matter."""

    category: Category | None = None
    energy: Energy | None = None
    """A hybrid is not petrol here."""
    transmission: Literal["manual", "automatic"] | None = None
    min_seats: Seats = 1
    driver_age: Annotated[int, Field(ge=16, le=99)] | None = None
    """Age of the youngest driver: leaves out cars that may not be rented at it."""
    country_to_visit: Country | None = None
    """Only cars that may be driven to this country, as a code of two letters."""
    refundable: bool | None = None
    """Whether it can be cancelled free of charge for a while."""
    max_total: Money | None = None
    """Only offers of this currency up to this total."""

    def admit(self, offer: Offer, station: Station, price: Money) -> bool:
        """Whether an offer is what is wanted."""
        return (
            self.category in (None, offer.category)
            and self.energy in (None, offer.energy)
            and self.transmission in (None, offer.transmission)
            and offer.seats >= self.min_seats
            and (self.driver_age is None or self.driver_age >= offer.min_age)
            and self.country_to_visit in (None, station.country, *offer.countries)
            and self.refundable in (None, offer.refundable)
            and (self.max_total is None or _at_most(price, self.max_total))
        )


class Searching(CarRentalBase):
    """Operations that book nothing."""

    @operation("read")
    def search_offers(
        self,
        city: str,
        pickup_at: Instant,
        return_at: Instant,
        return_city: str | None = None,
        filters: OfferFilters | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find cars that are free for the whole time, cheapest first; stations closed at those times are left out.

        The total holds the rental and a one-way fee, but no insurance, extras or fees for drivers: quote_booking does.

        Args:
            city: City of pick-up, in any script.
            pickup_at: Time of pick-up.
            return_at: Time of return.
            return_city: City of return, if another one; the first station of the company there is taken.
            filters: What the car and its price must be like.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        self.period(pickup_at, return_at)
        asked, days = filters or OfferFilters(), rental_days(pickup_at, return_at)
        found = {
            offer.id: (offer, start, back) for offer, start, back in self._free(city, return_city, pickup_at, return_at)
        }
        totals = {id: _rental(offer, days, one_way=back.id != start.id) for id, (offer, start, back) in found.items()}
        rows = [offer for offer, start, _ in found.values() if asked.admit(offer, start, totals[offer.id])]
        rows.sort(key=lambda row: (totals[row.id].currency, totals[row.id].minor, row.id))

        def show(offer: Offer) -> Json:
            _, station, back = found[offer.id]
            places = {"station": station.name, "station_id": station.id, "company": station.company}
            return {**offer.row, **places, "return_station_id": back.id, "days": days, "total": totals[offer.id]}

        return page(rows, limit, cursor, show)

    @operation("read")
    def get_offer(self, offer_id: str) -> Json:
        """Show one offer in full: car, station and its hours, conditions, and the extras that can be added.

        Args:
            offer_id: Id of the offer.
        """
        offer = self.offers.get(offer_id)
        station = self.stations.get(offer.station)
        others = [row for row in self.stations.find(company=station.company) if row.id != station.id]
        extras = [extra for extra in self.extras if extra.price_per_day.currency == offer.currency]
        return {
            "offer_id": offer.id,
            **{field: value for field, value in offer if field not in ("id", "station", "stock")},
            "station": {**station.row, **station.hours, **station.pick("phone", "email")},
            "other_return_stations": [row.id for row in others][:30] if offer.one_way_fee is not None else [],
            "extras": [
                {"extra_id": extra.id, **extra.pick("name", "kind", "price_per_day", "price_most", "most")}
                for extra in extras
            ],
        }

    @operation("read")
    def list_insurance_plans(
        self,
        covers: Cover | None = None,
        currency: Annotated[str, Field(pattern="^[A-Z]{3}$")] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List insurance plans by currency, cheapest first. The excess is what the customer still pays of a damage.

        Args:
            covers: Only plans that cover this.
            currency: Only plans priced in this currency; others can be booked too where there is an exchange rate.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            plan
            for plan in self.insurance_plans
            if (covers is None or covers in plan.covers) and currency in (None, plan.per_day.currency)
        ]
        rows.sort(key=lambda plan: (plan.per_day.currency, plan.per_day.minor, plan.id))
        return page(rows, limit, cursor, lambda plan: {"plan_id": plan.id, **{k: v for k, v in plan if k != "id"}})

    @operation("read")
    def compare_energy_costs(
        self,
        city: str,
        pickup_at: Instant,
        return_at: Instant,
        distance_km: Annotated[int, Field(ge=1, le=20_000)],
        min_seats: Seats = 1,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Compare cars with what they burn: rental, extra kilometres and fuel or charging, cheapest in all first.

        Fuel and power are priced at the average of the stops in the city; offers whose energy no stop there sells stand
        last, without a cost.

        Args:
            city: City of pick-up, in any script; the car is returned there.
            pickup_at: Time of pick-up.
            return_at: Time of return.
            distance_km: How far you will drive.
            min_seats: Only cars with at least this many seats.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        self.period(pickup_at, return_at)
        days, stops = rental_days(pickup_at, return_at), self._stops(city)
        averages: dict[tuple[Energy, str], tuple[int, int]] = {}
        rows: dict[str, tuple[Offer, Money, Money | None]] = {}
        for offer, _, _ in self._free(city, None, pickup_at, return_at):
            if offer.seats >= min_seats:
                rental = _rental(offer, days, one_way=False)
                if offer.km_per_day is not None and offer.extra_km is not None:
                    rental = rental + offer.extra_km * max(0, distance_km - offer.km_per_day * days)
                kind = (offer.energy, offer.currency)
                if kind not in averages:
                    averages[kind] = self._average(*kind, stops)
                rows[offer.id] = (offer, rental, _burnt(offer, distance_km, *averages[kind]))

        def key(offer: Offer) -> tuple[bool, str, int, str]:
            _, rental, energy = rows[offer.id]
            return energy is None, offer.currency, rental.minor + (energy.minor if energy else 0), offer.id

        def show(offer: Offer) -> Json:
            _, rental, energy = rows[offer.id]
            sums = {"rental": rental, "energy_cost": energy, "total": None if energy is None else rental + energy}
            return {**offer.row, **offer.pick("consumption_tenths", "range_km"), **sums}

        return page(sorted((offer for offer, _, _ in rows.values()), key=key), limit, cursor, show)

    @operation("read")
    def quote_booking(self, trip: TripRequest) -> Json:
        """Work out the whole price of a rental with drivers, insurance, extras and all fees. Books nothing.

        hold_car and book_car refuse what this refuses, and take the same total.

        Args:
            trip: The rental.
        """
        return self.trip(trip).shown

    @operation("read")
    def list_road_policies(
        self,
        country: Country | None = None,
        kind: PolicyKind | None = None,
        energy: Energy | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List tolls, vignettes, low-emission zones, winter tyres and other rules, by country, then title.

        Args:
            country: Only this country, as a code of two letters such as AT.
            kind: Only rules of this kind.
            energy: Only rules that concern cars that run on this.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in (self.road_policies if country is None else self.road_policies.find(country=country))
            if kind in (None, row.kind) and (energy is None or not row.energies or energy in row.energies)
        ]
        return page(sorted(rows, key=lambda row: (row.country, row.title, row.id)), limit, cursor, dict)

    @operation("read")
    def list_energy_stops(
        self,
        city: str | None = None,
        energy: Literal["petrol", "diesel", "electric"] | None = None,
        min_power_kw: Annotated[int, Field(ge=1, le=1000)] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List filling and charging stations by city, then name. Prices are per litre, or per kWh for electric.

        Args:
            city: Only this city, in any script.
            energy: Only stops that sell this.
            min_power_kw: Only charging stations of at least this power.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in (self.energy_stops if city is None else self._stops(city))
            if (energy is None or any(price.energy == energy for price in row.prices))
            and (min_power_kw is None or (row.power_kw or 0) >= min_power_kw)
        ]
        rows.sort(key=lambda row: (row.city, row.name, row.id))
        return page(rows, limit, cursor, dict)

    def _free(
        self, city: str, return_city: str | None, pickup_at: datetime, return_at: datetime
    ) -> list[tuple[Offer, Station, Station]]:
        """Offers of a city with a free car, with the stations of pick-up and return."""
        starts = self.stations_in(city)
        if not starts:
            raise NotFound(f"there is no station in {city!r}")
        backs: dict[str, Station] = {}
        if return_city is not None and fold(return_city) not in (starts[0].city_key, starts[0].local_key):
            backs = {row.company: row for row in reversed(self.stations_in(return_city))}
            if not backs:
                raise NotFound(f"there is no station in {return_city!r}")
        rows = []
        for station in starts:
            back = backs.get(station.company) if backs else station
            if back is None or station.closed_because(pickup_at) or back.closed_because(return_at):
                continue
            for offer in self.offers.find(station=station.id):
                one_way = back.id == station.id or offer.one_way_fee is not None
                if one_way and not self.on_sale(offer, station, pickup_at, return_at):
                    rows.append((offer, station, back))
        return rows

    def _stops(self, city: str) -> list[EnergyStop]:
        return self.energy_stops.find(city_key=fold(city)) or self.energy_stops.find(local_key=fold(city))

    def _average(self, energy: Energy, currency: str, stops: list[EnergyStop]) -> tuple[int, int]:
        """What stops ask for a litre or kWh: the sum of their prices in a currency, and how many there are."""
        sold = "petrol" if energy == "hybrid" else energy
        prices = [price.price for stop in stops for price in stop.prices if price.energy == sold]
        try:
            return sum(self.convert(price, currency).minor for price in prices), len(prices)
        except Invalid:
            return 0, 0


def _rental(offer: Offer, days: int, *, one_way: bool) -> Money:
    rental = offer.price_per_day * days
    if days >= 7:
        rental = rental.percent(offer.week_percent)
    return rental + offer.one_way_fee if one_way and offer.one_way_fee is not None else rental


def _at_most(price: Money, bound: Money) -> bool:
    return price.currency == bound.currency and price <= bound


def _burnt(offer: Offer, distance_km: int, prices: int, count: int) -> Money | None:
    if not count:
        return None
    return Money(minor=prices * offer.consumption_tenths * distance_km // (count * 1000), currency=offer.currency)
