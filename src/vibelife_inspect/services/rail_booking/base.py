"""Tables of the rail desk, and what all its operations need: places, legs, prices, seats, money."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

from vibelife_inspect.errors import Conflict, Invalid, NotFound, Unavailable, nearest
from vibelife_inspect.services.rail_booking.journeys import CHANGE_TIME, CROSS_TOWN_TIME, Day, Section
from vibelife_inspect.services.rail_booking.records import (
    RefundRule,
    Run,
    Station,
    TravelClass,
    Watch,
    elapsed,
    later,
    run_due,
)
from vibelife_inspect.services.rail_booking.tickets import (
    Booking,
    Claim,
    DiscountCard,
    LegChoice,
    Pass,
    Passenger,
    PassProduct,
    booking_due,
    card_due,
    claim_due,
    pass_due,
)
from vibelife_inspect.text import found, squeeze
from vibelife_inspect.world import Json, Letter, Service, States, Table, World

HOUSE = "Overland Tickets"
"""The desk's name on bills and letters."""

_FAR = timedelta(days=730)


class RailBase(Service):
    """Tables and helpers."""

    name = "rail_booking"
    summary = "Trains, ferries and long-distance buses: connections, fares, bookings, rail passes and discount cards."

    stations = Table(Station, "station", index=("city",))
    services = Table(
        Run,
        "service",
        index=("day", "service_no"),
        states=States(
            {
                "scheduled": "delayed departed cancelled withdrawn",
                "delayed": "scheduled departed cancelled withdrawn",
                "departed": "arrived",
                "arrived": "",
                "cancelled": "",
                "withdrawn": "",
            }
        ),
        due=run_due,
    )
    refund_rules = Table(RefundRule, "refund rule", index=("operator",))
    bookings = Table(
        Booking,
        "booking",
        index=("owner",),
        states=States(
            {
                "held": "confirmed lapsed cancelled",
                "lapsed": "",
                "confirmed": "travelled not_operated cancelled",
                "not_operated": "cancelled",
                "travelled": "",
                "cancelled": "",
            }
        ),
        due=booking_due,
    )
    discount_cards = Table(
        DiscountCard,
        "discount card",
        index=("owner",),
        states=States(
            {
                "declared": "verified rejected expired",
                "verified": "rejected expired",
                "rejected": "verified",
                "expired": "",
            }
        ),
        due=card_due,
    )
    pass_products = Table(PassProduct, "pass product")
    passes = Table(
        Pass,
        "rail pass",
        index=("owner",),
        states=States({"bought": "active expired returned", "active": "expired", "expired": "", "returned": ""}),
        due=pass_due,
    )
    claims = Table(
        Claim,
        "claim",
        index=("booking", "owner"),
        states=States({"submitted": "paid failed", "paid": "", "failed": ""}),
        due=claim_due,
    )
    subscriptions = Table(Watch, "status subscription", index=("service", "owner"))

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._days: dict[date, Day] = {}

    # ---- places and days

    def places(self, text: str, argument: str) -> dict[str, Station]:
        """The stations that a station id, a station name or a city means."""
        if text in self.stations:
            return {text: self.stations.get(text)}
        named = self.stations.find(city=text)
        wanted = squeeze(text)
        if not named:
            named = [row for row in self.stations if wanted in (squeeze(row.id), squeeze(row.name), squeeze(row.city))]
        if not named:
            named = [row for row in self.stations if found(text, row.name, row.city, row.local_name)]
        if not named:
            known = [row.city for row in self.stations]
            raise NotFound(f"{argument}: no station or city {text!r} is served; {nearest(text, known)}")
        return {row.id: row for row in named}

    def station_name(self, id: str) -> str:
        """The name of a station, or its id where the timetable knows no more."""
        return self.stations.get(id).name if id in self.stations else id

    def city(self, id: str) -> str:
        """The city of a station, or its id where the timetable knows no more."""
        return self.stations.get(id).city if id in self.stations else id

    def near(self, day: date, argument: str) -> None:
        """Refuse days that no timetable reaches."""
        if abs(day - self.clock.today) > _FAR:
            raise Invalid(f"{argument}: {day} is more than two years away; today is {self.clock.today}")

    def days_around(self, day: date) -> list[Day]:
        """The day with the one before and the one after, for runs over midnight and stations in other zones."""
        return [self._day(day + timedelta(days=shift)) for shift in (-1, 0, 1)]

    def _day(self, day: date) -> Day:
        # Kept while its runs are the same objects: a search then looks at the calls of two places only.
        runs = self.services.find(day=day)
        if day not in self._days or self._days[day].runs != runs:
            self._days[day] = Day(runs)
        return self._days[day]

    def require(self, record: Booking | DiscountCard | Pass | Run, noun: str, *statuses: str) -> None:
        """Refuse unless the record has one of the statuses; a state machine alone lets a record stay as it is.

        Raises:
            Conflict: It has another status.
        """
        status = record.status_at(self.clock.now) if isinstance(record, Run) else record.status
        if status not in statuses:
            raise Conflict(f"{noun} {record.id!r} is {status}, not {' or '.join(statuses)}", status=status)

    # ---- legs

    def sections_of(self, legs: Sequence[LegChoice]) -> tuple[Section, ...]:
        """Check that the legs exist, join, and can still be boarded."""
        sections = tuple(self._section(leg) for leg in legs)
        if len({section.run.id for section in sections}) < len(sections):
            raise Invalid("legs: no two legs may use the same service")
        for before, after in pairwise(sections):
            if self.city(before.destination) != self.city(after.origin):
                raise Invalid(f"legs: a leg ends at {before.destination!r} but the next one starts at {after.origin!r}")
            needed = CHANGE_TIME if before.destination == after.origin else CROSS_TOWN_TIME
            if elapsed(before.arrives_at, after.departs_at) < needed:
                raise Invalid(f"legs: the change at {after.origin!r} needs at least {needed // _MINUTE} minutes")
        return sections

    def _section(self, leg: LegChoice) -> Section:
        run = self.services.get(leg.service_id)
        calls = [stop.station for stop in run.stops]
        for station in (leg.origin, leg.destination):
            if station not in calls:
                raise Invalid(f"legs: {run.id} does not call at {station!r}; it calls at {', '.join(calls)}")
        section = Section(run, calls.index(leg.origin), calls.index(leg.destination))
        if section.start >= section.end:
            raise Invalid(f"legs: {run.id} does not go from {leg.origin!r} to {leg.destination!r}")
        if not section.boards_after(self.clock.now):
            status = run.status_at(self.clock.now)
            raise Unavailable(f"{run.id} can no longer be boarded at {leg.origin!r}; it is {status}", id=run.id)
        return section

    # ---- seats

    def check_seats(
        self, sections: Sequence[Section], travel_class: TravelClass, count: int, own: Mapping[str, int]
    ) -> None:
        """Refuse when a section has fewer than `count` seats, not counting `own` ones by run."""
        for section in sections:
            left = section.seats_left(travel_class) + own.get(section.run.id, 0)
            if left < count:
                raise Unavailable(
                    f"{section.run.id} has {left} {travel_class} seats left, {count} are needed",
                    id=section.run.id,
                    seats_left=left,
                )

    def change_run(self, run_id: str, **fields: Any) -> Run:
        """Change a run, which is tracked from then on."""
        return self.services.update(run_id, tracked=True, **fields)

    def move_seats(self, run_id: str, travel_class: TravelClass, count: int) -> None:
        """Give seats back to a run, or take them when `count` is negative."""
        run = self.services.get(run_id)
        left = getattr(run.seats, travel_class) + count
        self.change_run(run_id, seats=run.seats.model_copy(update={travel_class: left}))

    def free_seats(self, booking: Booking) -> None:
        """Give the seats of a booking back."""
        for leg in booking.legs:
            if leg.service in self.services:
                self.move_seats(leg.service, booking.travel_class, booking.seat_count)

    def count_trips(self, passengers: Sequence[Passenger], count: int) -> None:
        """Use up (-1) or give back (1) a trip of each limited discount card."""
        for passenger in passengers:
            if passenger.discount_card is not None and passenger.discount_card in self.discount_cards:
                card = self.discount_cards.get(passenger.discount_card)
                if card.trips_left is not None:
                    self.discount_cards.update(card.id, trips_left=max(0, card.trips_left + count))

    # ---- words

    def write(self, subject: str, body: str) -> None:
        """Send the persona a letter of the desk."""
        self.ports.mail(Letter(sender="tickets@overland.example", sender_name=HOUSE, subject=subject, body=body))

    def section_row(self, section: Section) -> Json:
        """One leg, as lists show it."""
        run = section.run
        return {
            "service_id": run.id,
            "service_no": run.service_no,
            "mode": run.mode,
            "operator": run.operator,
            "origin": section.origin,
            "origin_name": self.station_name(section.origin),
            "destination": section.destination,
            "destination_name": self.station_name(section.destination),
            "departs_at": section.departs_at,
            "arrives_at": section.arrives_at,
            "status": run.status_at(self.clock.now),
            "delay_minutes": run.delay_minutes,
        }

    def my_booking(self, booking_id: str) -> Booking:
        """A booking of the persona."""
        booking = self.bookings.get(booking_id)
        self.own(booking, "booking")
        return booking


def expected(planned: datetime, run: Run) -> datetime:
    """A planned time with the run's delay."""
    return later(planned, run.delay)


_MINUTE = timedelta(minutes=1)
