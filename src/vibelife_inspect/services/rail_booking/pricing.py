"""What a journey costs: fares, discount cards and rail passes."""

from collections.abc import Sequence

from vibelife_inspect.errors import Invalid, Refused, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.rail_booking.base import RailBase
from vibelife_inspect.services.rail_booking.journeys import Section
from vibelife_inspect.services.rail_booking.records import TravelClass
from vibelife_inspect.services.rail_booking.tickets import Passenger, PassProduct, Traveller
from vibelife_inspect.text import squeeze

_RANK = {"standard": 0, "first": 1, "cabin": 2}


class Pricing(RailBase):
    """Prices, not yet operations."""

    def travellers(
        self,
        sections: Sequence[Section],
        travel_class: TravelClass,
        passengers: Sequence[Passenger],
        *,
        again: bool = False,
    ) -> tuple[Traveller, ...]:
        """What each passenger pays for the sections; `again` for a booking that already uses its cards."""
        fares = [self._fare(section, travel_class) for section in sections]
        currency = fares[0].currency
        priced = []
        for passenger in passengers:
            percent = self._percent(passenger, sections, again=again)
            free = self._covered(passenger, sections, travel_class)
            sums = [
                self.convert(fare, currency).percent(percent)
                for fare, covered in zip(fares, free, strict=True)
                if not covered
            ]
            fare = sum(sums, start=Money(minor=0, currency=currency))
            priced.append(Traveller(**{**dict(passenger), "fare": fare}))
        return tuple(priced)

    def check_party(self, passengers: Sequence[Passenger]) -> int:
        """How many seats the party needs; refuses parties that cannot travel."""
        names = {squeeze(passenger.name) for passenger in passengers}
        if len(names) < len(passengers):
            raise Invalid("passengers: two of them have the same name")
        seats = sum(1 for passenger in passengers if passenger.kind != "infant")
        if seats * 2 < len(passengers):
            raise Invalid("passengers: each infant needs a fellow traveller with a seat")
        return seats

    def convert(self, amount: Money, currency: str) -> Money:
        """The amount in another currency.

        Raises:
            Invalid: There is no rate.
        """
        try:
            return self.world.rates.convert(amount, currency)
        except KeyError:
            raise Invalid(f"there is no exchange rate from {amount.currency} to {currency}") from None

    def _fare(self, section: Section, travel_class: TravelClass) -> Money:
        fare = section.fare(travel_class)
        if fare is None:
            raise Unavailable(f"{section.run.id} has no {travel_class} class", id=section.run.id)
        return fare

    def _percent(self, passenger: Passenger, sections: Sequence[Section], *, again: bool) -> int:
        """Which share of the adult fare the passenger pays."""
        share = {"adult": 100, "child": 50, "infant": 0}[passenger.kind]
        if passenger.discount_card is None:
            return share
        card = self.discount_cards.get(passenger.discount_card)
        self.own(card, "discount card")
        if card.status != "verified":
            raise Refused(
                f"discount card {card.id!r} is {card.status}; only a verified card counts", status=card.status
            )
        _check_holder(card.holder, passenger.name, f"discount card {card.id!r}")
        if card.valid_until is not None and card.valid_until < sections[0].departs_at.date():
            raise Refused(f"discount card {card.id!r} ends on {card.valid_until}, before the journey")
        if card.trips_left == 0 and not again:
            raise Refused(f"discount card {card.id!r} has no trips left")
        ends = (self.city(sections[0].origin), self.city(sections[-1].destination))
        if card.cities and not set(ends) <= set(card.cities):
            raise Refused(f"discount card {card.id!r} counts only between {' and '.join(card.cities)}")
        return min(share, 100 - card.percent)

    def _covered(self, passenger: Passenger, sections: Sequence[Section], travel_class: TravelClass) -> list[bool]:
        if passenger.pass_id is None:
            return [False] * len(sections)
        owned = self.passes.get(passenger.pass_id)
        self.own(owned, "rail pass")
        _check_holder(owned.holder, passenger.name, f"rail pass {owned.id!r}")
        if owned.status != "active" or owned.starts_on is None or owned.ends_on is None:
            raise Refused(f"rail pass {owned.id!r} is {owned.status}; only an active pass is a ticket")
        product = self.pass_products.get(owned.product)
        covered = [
            owned.starts_on <= section.departs_at.date() <= owned.ends_on
            and self._accepts(section, product, travel_class)
            for section in sections
        ]
        if not any(covered):
            raise Refused(
                f"rail pass {owned.id!r} covers no leg: {travel_class} class by {product.travel_class}-class pass,"
                f" {owned.starts_on} to {owned.ends_on}, {'/'.join(product.modes)} in {', '.join(product.countries)},"
                " services that accept passes only"
            )
        return covered

    def _accepts(self, section: Section, product: PassProduct, travel_class: TravelClass) -> bool:
        ends = [self.stations.get(id) for id in (section.origin, section.destination) if id in self.stations]
        return (
            section.run.pass_accepted
            and section.run.mode in product.modes
            and len(ends) == 2
            and all(station.country in product.countries for station in ends)
            and _RANK[travel_class] <= _RANK[product.travel_class]
        )


def _check_holder(holder: str, name: str, what: str) -> None:
    if squeeze(holder) != squeeze(name):
        raise Refused(f"{what} belongs to {holder}, not to {name}")
