"""A rental as it is asked for, and its price."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.car_rental.catalogue import Country, Extra, InsurancePlan, Offer, Station
from vibelife_inspect.services.car_rental.records import BookedExtra, Driver, Line, Word, rental_days
from vibelife_inspect.world import Json, Part

Drivers = Annotated[tuple[Driver, ...], Field(min_length=1, max_length=5)]
"""Who drives; the first one is the main driver."""

Extras = Annotated[tuple[BookedExtra, ...], Field(max_length=9)]
"""Extras and how many of each."""

Countries = Annotated[tuple[Country, ...], Field(max_length=12)]
"""Countries besides that of the station, as codes of two letters."""


class TripRequest(Part):
    """What is to be rented, when, and by whom."""

    offer_id: Word
    pickup_at: Instant
    return_at: Instant
    drivers: Drivers
    return_station_id: Word | None = None
    """Another station of the same company; the station of pick-up if not given."""
    insurance_plan_id: Word | None = None
    extras: Extras = ()
    countries: Countries = ()


class NewTrip(Part):
    """What becomes different; what is not given stays as it is."""

    offer_id: Word | None = None
    """Another offer, also of another station of the company."""
    pickup_at: Instant | None = None
    return_at: Instant | None = None
    return_station_id: Word | None = None
    insurance_plan_id: Word | None = None
    extras: Extras | None = None
    """All extras from now on; an empty list takes them off."""
    countries: Countries | None = None


@dataclass(frozen=True, slots=True)
class Trip:
    """A checked rental: everything it needs exists and fits together."""

    offer: Offer
    station: Station
    return_station: Station
    pickup_at: datetime
    return_at: datetime
    drivers: tuple[Driver, ...]
    plan: InsurancePlan | None
    """In the currency of the offer, as are the extras."""
    extras: tuple[tuple[Extra, int], ...]
    countries: tuple[str, ...]

    @property
    def days(self) -> int:
        """Days that are paid for."""
        return rental_days(self.pickup_at, self.return_at)

    @property
    def free_until(self) -> datetime | None:
        """When free cancellation ends; None when it is never free."""
        return self.pickup_at - timedelta(hours=self.offer.free_hours) if self.offer.refundable else None

    @property
    def total(self) -> Money:
        """The whole price, without deposit."""
        return total((line.amount for line in self.lines), self.offer.currency)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the price is made of."""
        return tuple(line for line in self._lines() if line.amount.minor)

    @property
    def shown(self) -> Json:
        """The whole quote."""
        offer, allowed = self.offer, self.offer.km_per_day
        return {
            **offer.row,
            "pickup_station": self.station.row,
            "return_station": self.return_station.row,
            "pickup_at": self.pickup_at,
            "return_at": self.return_at,
            "days": self.days,
            "lines": self.lines,
            "total": self.total,
            "km_included": None if allowed is None else allowed * self.days,
            "extra_km": offer.extra_km,
            "energy_rule": offer.energy_rule,
            "excess": None if self.plan is None else self.plan.excess,
            "free_until": self.free_until,
            "cancel_percent_later": offer.cancel_percent,
        }

    def _lines(self) -> Iterator[Line]:
        offer, days = self.offer, self.days
        rental = offer.price_per_day * days
        yield _line("rental", f"{days} days", rental.percent(offer.week_percent) if days >= 7 else rental)
        if self.plan is not None:
            yield _line("insurance", self.plan.name, self.plan.per_day * days)
        for extra, quantity in self.extras:
            each = extra.price_per_day * days
            if extra.price_most is not None:
                each = min(each, extra.price_most)
            yield _line("extra", f"{quantity} x {extra.name}", each * quantity)
        for place, driver in enumerate(self.drivers):
            yield from self.driver_lines(driver, further=place > 0)
        if offer.one_way_fee is not None and self.return_station.id != self.station.id:
            yield _line("one_way", f"return in {self.return_station.city}", offer.one_way_fee)
        if offer.border_fee is not None and self.countries:
            yield _line("border", ", ".join(self.countries), offer.border_fee)

    def driver_lines(self, driver: Driver, *, further: bool) -> Iterator[Line]:
        """What one driver costs."""
        offer, days = self.offer, self.days
        if further and offer.extra_driver_fee is not None:
            yield _line("extra_driver", driver.name, offer.extra_driver_fee * days)
        if offer.young_fee is not None and driver.age(self.station.day_of(self.pickup_at)) < offer.young_until:
            yield _line("young_driver", driver.name, offer.young_fee * days)


def _line(kind: str, text: str, amount: Money) -> Line:
    return Line.model_validate({"kind": kind, "text": text, "amount": amount})
