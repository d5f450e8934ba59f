"""Random lives over all services in one world, with every law proved after every step.

`VIBELIFE_WALK=20000` walks that many steps in all; `-n 0 -s` shows what was reached.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.contract.guide import Guide
from tests.contract.invariants import Laws, declared_moves, references
from tests.populated import populated
from tests.worlds import ok
from vibelife_inspect.errors import DefectError
from vibelife_inspect.ids import rng
from vibelife_inspect.money import Money
from vibelife_inspect.world import Call, Operation, Outcome, Snapshot, World
from vibelife_inspect.world.journal import Entry

STEPS_PER_WALK = 250
ATTEMPTS = 4
"""So many argument sets are tried for an operation, until one is accepted."""
FOCUS = 4
"""A walk spends most of its steps in so many services, each of them in some walk of every six."""
WALKS = max(1, int(os.environ.get("VIBELIFE_WALK", "1500")) // STEPS_PER_WALK)
SWEEP_EVERY = 50
PAUSES = [timedelta(minutes=40), timedelta(hours=3), timedelta(hours=9), timedelta(days=1), timedelta(days=4)]


@dataclass
class Tally:
    """What all walks of this process reached."""

    calls: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    moves: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        operations, moves = populated(0).operations, declared_moves()
        codes = ", ".join(f"{code} {count}" for code, count in self.refused.most_common())
        missed = sorted(set(operations) - set(self.accepted))
        return (
            f"\n{self.calls.total()} calls, {self.accepted.total()} accepted; refused: {codes}\n"
            f"{len(self.accepted)} of {len(operations)} operations accepted at least once\n"
            f"{len(self.moves)} of {len(moves)} declared moves seen, {self.moves.total()} in all\n"
            f"{len(references())} reference fields proved\nnever accepted: {', '.join(missed)}"
        )


TALLY = Tally()


@pytest.fixture(scope="module", autouse=True)
def summary() -> Iterator[None]:
    yield
    print(TALLY)


class Walk:
    """One life of a populated world, drawn from a seed.

    Args:
        seed: Another number gives another life.
    """

    def __init__(self, seed: int) -> None:
        self.chance = rng("walk", seed)
        self.world = populated()
        self.guide, self.laws = Guide(self.chance, self.world), Laws(self.world)
        names = sorted(self.world.services)
        self.focus = [names[(seed * FOCUS + place) % len(names)] for place in range(FOCUS)]
        self.service = ""
        self.calls: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.by_service: dict[str, list[Operation]] = defaultdict(list)
        for operation in self.world.operations.values():
            self.by_service[operation.service].append(operation)

    def step(self) -> str:
        """Do one thing, and prove that it broke nothing; returns what it was."""
        if self.chance.random() < 0.07:
            return self.wait(self.world.clock.now + self.chance.choice(PAUSES))
        operation = self._choose()
        for _ in range(ATTEMPTS):
            arguments = self.guide.arguments(operation)
            with self._telling(did := f"{operation.name} {arguments}"):
                if self._call(operation, arguments):
                    break
        return did

    def wait(self, to: datetime) -> str:
        """Let time pass."""
        mark = len(self.world.journal.entries)
        with self._telling(did := f"time passes until {to}"):
            self.world.advance(min(to, self.world.setting.end))
            self.laws.after(self.world.journal.entries[mark:])
        return did

    @contextmanager
    def _telling(self, did: str) -> Iterator[None]:
        try:
            yield
        except (AssertionError, DefectError) as error:
            raise AssertionError(f"{error}\nafter {did}\nat {self.world.clock.now}") from error

    def _choose(self) -> Operation:
        """Rather what was rarely accepted, rather what takes money, and often of the service of the step before."""
        if self.chance.random() > 0.6 or not self.service:
            self.service = self.chance.choice(self.focus if self.chance.random() < 0.7 else list(self.by_service))
        operations = self.by_service[self.service]
        weights = [
            (2 if "payment_method" in operation.schema["properties"] else 1)
            / (1 + 0.5 * self.accepted[operation.name] + 0.1 * self.calls[operation.name])
            for operation in operations
        ]
        return self.chance.choices(operations, weights)[0]

    def _call(self, operation: Operation, arguments: dict[str, object]) -> bool:
        before, mark = self.world.snapshot(), len(self.world.journal.entries)
        call = self.world.outside if operation.effect == "outside" else self.world.call
        outcome = call(operation.name, arguments)
        entries = self.world.journal.entries[mark:]
        self.calls[operation.name] += 1
        if outcome.error is not None:
            self._was_refused(outcome, before, entries)
        else:
            self.accepted[operation.name] += 1
            self.guide.learn_from(operation, outcome.result)
            if operation.effect == "read":
                self._left_no_trace(before, entries)
        self.laws.after(entries)
        return outcome.ok

    def _was_refused(self, outcome: Outcome, before: Snapshot, entries: list[Entry]) -> None:
        assert outcome.error is not None
        TALLY.refused[outcome.error["error"]["code"]] += 1
        self._left_no_trace(before, entries)

    def _left_no_trace(self, before: Snapshot, entries: list[Entry]) -> None:
        assert len(entries) == 1 and isinstance(entries[0], Call), f"more than the call was noted: {entries}"
        after = self.world.snapshot()
        assert all(rows is before[key] or rows == before[key] for key, rows in after.items()), "something changed"


@pytest.mark.parametrize("seed", range(WALKS))
def test_no_life_breaks_a_law(seed: int) -> None:
    walk = Walk(seed)
    for number in range(STEPS_PER_WALK):
        walk.step()
        if number % SWEEP_EVERY == 0:
            walk.laws.sweep()
    before = walk.world.digest()
    assert not walk.world.call("banking_get_account", {"account_id": "nothing"}).ok
    assert walk.world.digest() == before
    walk.wait(walk.world.setting.end)
    walk.laws.sweep()
    for total, part in ((TALLY.calls, walk.calls), (TALLY.accepted, walk.accepted), (TALLY.moves, walk.laws.moves)):
        total.update(part)


DRIVER = {"name": "Mara Lindqvist", "birth_date": "1988-05-04", "licence_since": "2007-01-01"}
PLACES = [
    {"name": "Mara", "address": "Feldweg 3", "city": "Hamburg", "country": "DE"},
    {"name": "Jo", "address": "Gasse 1", "city": "Berlin", "country": "DE"},
]
PURCHASES: list[tuple[str, dict[str, Any], str, str]] = [
    ("hotel_booking_book_stay",
     {"rate_plan_id": "HT-FLEX", "check_in": "2026-04-06", "check_out": "2026-04-08", "guests": 1},
     "hotel_booking_cancel_reservation", "reservation_id"),
    ("rail_booking_buy_pass", {"product_id": "RP-DE", "holder": "Mara Lindqvist"},
     "rail_booking_return_pass", "pass_id"),
    ("rail_booking_book_connection",
     {"legs": [{"service_id": "WREN-7-2026-03-09", "origin": "ALT", "destination": "DRS"}],
      "passengers": [{"name": "Mara Lindqvist"}], "travel_class": "standard"},
     "rail_booking_cancel_booking", "booking_id"),
    ("review_platform_buy_deal", {"deal_id": "RD-MENU", "quantity": 2},
     "review_platform_return_voucher", "purchase_id"),
    ("review_platform_reserve_slot",
     {"merchant_id": "RM-FENN", "starts_at": "2026-03-12T18:00", "party_size": 2},
     "review_platform_cancel_reservation", "reservation_id"),
    ("car_rental_book_car",
     {"trip": {"offer_id": "CO-HATCH", "pickup_at": "2026-04-10T10:00", "return_at": "2026-04-13T10:00",
               "drivers": [DRIVER]}},
     "car_rental_cancel_booking", "booking_id"),
    ("delivery_request_pickup",
     {"tariff_id": "TA-STD", "sender": PLACES[0], "recipient": PLACES[1], "pickup_day": "2026-03-05",
      "window": "12-15", "parcel": {"items": "Vase", "weight_grams": 500}},
     "delivery_cancel_shipment", "shipment_id"),
    ("visa_advisory_submit_application", {"application_id": "VA-1"},
     "visa_advisory_withdraw_application", "application_id"),
    ("visa_advisory_request_renewal", {"passport_id": "VD-MARA", "office_id": "VO-HH"},
     "visa_advisory_cancel_renewal", "renewal_id"),
    ("ecommerce_place_order", {}, "ecommerce_cancel_order", "order_id"),
]  # fmt: skip
"""What is paid for, and how it is called off: operation, arguments, operation, and the name of its argument."""


@pytest.mark.parametrize("amount", [None, {"minor": 100, "currency": "EUR"}], ids=["all", "part"])
@pytest.mark.parametrize(("buy", "arguments", "cancel", "name"), PURCHASES, ids=lambda item: str(item)[:40])
def test_what_the_issuer_paid_back_does_not_stop_a_cancellation(
    buy: str, arguments: dict[str, Any], cancel: str, name: str, amount: dict[str, Any] | None
) -> None:
    world = populated()
    laws = Laws(world)
    bought = ok(world.call(buy, {**arguments, "payment_method": "CARD-BLUE"}))
    charge = [row.id for row in world.table("credit_card.transactions") if row.kind == "purchase"][-1]
    ok(
        world.outside(
            "credit_card_refund_purchase", {"transaction_id": charge, **({"amount": amount} if amount else {})}
        )
    )
    ok(world.call(cancel, {name: _id_in(bought, name)}))
    laws.after(world.journal.entries)
    laws.sweep()


def _id_in(result: Any, name: str) -> str:
    """The id of what was bought, wherever the answer has it."""
    found = result.get(name) or result.get("id")
    return str(found or next(item[name] for value in result.values() if isinstance(value, list) for item in value))


def _overdraw(world: World) -> None:
    account = world.table("banking.accounts").get("ACC-MAIN")
    world.table("banking.accounts").update("ACC-MAIN", balance=account.balance - Money.model_validate("EUR 1.00"))


def _forget_points(world: World) -> None:
    world.table("credit_card.cards").update("CARD-BLUE", points=1)


def _charge_for_nothing(world: World) -> None:
    world.ports.charge("ACC-MAIN", Money.model_validate("EUR 5.00"), "Nobody", "nothing")


def _refund_in_secret(world: World) -> None:
    charge = world.table("hotel_booking.reservations").get("STAY-1").payments[0].charge
    world.ports.refund(charge, Money.model_validate("EUR 5.00"), "secret")


def _lose_a_seat(world: World) -> None:
    flight = world.table("flight_booking.flights").get("NH204-2026-04-03")
    world.table("flight_booking.flights").update(flight.id, seats_left=flight.seats_left.plus("economy", -1))


def _sell_a_room_twice(world: World) -> None:
    stay = world.table("hotel_booking.reservations").get("STAY-ALIEN")
    world.table("hotel_booking.reservations").add(stay.model_copy(update={"id": "STAY-TWICE"}))


def _seat_too_many(world: World) -> None:
    visit = world.table("review_platform.reservations").get("RR-ALIEN")
    world.table("review_platform.reservations").add(visit.model_copy(update={"id": "RR-MANY", "party_size": 6}))


def _rent_a_car_twice(world: World) -> None:
    booking = world.table("car_rental.bookings").get("CAR-OUT")
    world.table("car_rental.bookings").add(booking.model_copy(update={"id": "CAR-TWICE"}))


def _remove_a_listing(world: World) -> None:
    world.table("listing_platform.listings").remove("LI-FLAT")


def _point_to_nothing(world: World) -> None:
    world.table("calendar.events").update("EV-DENTIST", calendar_id="nowhere")


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (_overdraw, "its ledger"),
        (_forget_points, "its ledger"),
        (_charge_for_nothing, "on no record of a merchant"),
        (_refund_in_secret, "its records say"),
        (_lose_a_seat, "appeared or vanished"),
        (_sell_a_room_twice, "sold twice"),
        (_seat_too_many, "sold twice"),
        (_rent_a_car_twice, "has 1 cars"),
        (_remove_a_listing, "which is gone"),
        (_point_to_nothing, "points to"),
    ],
)
def test_the_laws_notice(break_it: Callable[[World], None], said: str) -> None:
    world = populated()
    laws = Laws(world)
    mark = len(world.journal.entries)
    break_it(world)
    with pytest.raises(AssertionError, match=said):
        laws.after(world.journal.entries[mark:])
