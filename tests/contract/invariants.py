"""What must hold in every world at every moment, proved from what the journal says has changed.

Each law takes the entries of one step; most look only at the records that these entries name. `Laws.sweep` looks at
everything.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NamedTuple

from tests.contract.guide import table_named
from vibelife_inspect.money import Money
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Call, Change, Charge, Part, Record, World
from vibelife_inspect.world.journal import Entry

Counts = Callable[[Any], Iterable[tuple[str, int]]]
"""What one row adds to whom."""

# ---- balances


class Book(NamedTuple):
    """A figure that is always what it was in the beginning plus the rows of its ledger."""

    holders: str
    figure: Callable[[Any], int]
    rows: str
    counts: Counts


POSTED = ("posted", "disputed", "refunded")
BOOKS = (
    Book(
        "banking.accounts",
        lambda account: account.balance.minor,
        "banking.transactions",
        lambda row: [(row.account, row.amount.minor)],
    ),
    Book(
        "credit_card.cards",
        lambda card: card.balance.minor,
        "credit_card.transactions",
        lambda row: [(row.card, row.amount.minor)] if row.status in POSTED else [],
    ),
    Book(
        "credit_card.cards",
        lambda card: card.points,
        "credit_card.rewards",
        lambda row: [(row.card, row.points)],
    ),
    Book(
        "brokerage.accounts",
        lambda account: account.cash.minor,
        "brokerage.movements",
        lambda row: [(row.account, row.amount.minor)],
    ),
)


class Balances:
    """Every balance is what it was plus its ledger; a ledger row keeps its amount for good."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.opening = [self._opening(book) for book in BOOKS]
        self.sums = [self._sums(book) for book in BOOKS]

    def after(self, changes: Sequence[Change]) -> None:
        for book, sums, opening in zip(BOOKS, self.sums, self.opening, strict=True):
            touched = set()
            for change in changes:
                key = f"{change.service}.{change.table}"
                if key == book.rows:
                    assert change.after is not None, f"{key} {change.id} was removed from the ledger"
                    _kept(change)
                    for record, sign in ((change.before, -1), (change.after, 1)):
                        for holder, amount in book.counts(record) if record is not None else ():
                            sums[holder] += sign * amount
                            touched.add(holder)
                elif key == book.holders:
                    touched.add(change.id)
            self._prove(book, opening, sums, touched)

    def sweep(self) -> None:
        for book, opening in zip(BOOKS, self.opening, strict=True):
            self._prove(book, opening, self._sums(book), self.world.table(book.holders).rows())

    def _prove(self, book: Book, opening: dict[str, int], sums: Counter[str], holders: Iterable[str]) -> None:
        table = self.world.table(book.holders)
        for id in holders:
            now, due = book.figure(table.get(id)), opening.get(id, 0) + sums[id]
            assert now == due, f"{book.holders} {id} holds {now}, its ledger {book.rows} says {due}"

    def _opening(self, book: Book) -> dict[str, int]:
        sums = self._sums(book)
        return {row.id: book.figure(row) - sums[row.id] for row in self.world.table(book.holders)}

    def _sums(self, book: Book) -> Counter[str]:
        sums: Counter[str] = Counter()
        for row in self.world.table(book.rows):
            for holder, amount in book.counts(row):
                sums[holder] += amount
        return sums


def _kept(change: Change) -> None:
    for name in ("amount", "original", "account", "card"):
        before, after = getattr(change.before, name, None), getattr(change.after, name, None)
        assert change.before is None or before == after, f"{name} of ledger row {change.id} changed"


# ---- charges


class Claim(NamedTuple):
    """What a record says about a charge: how much was paid with it, and how much of that came back."""

    charge: str
    method: str | None
    booked: Money | None
    paid: Money | None
    refunded: int | None


SINGLE = {
    "delivery.shipments": ("price", "refunded"),
    "ecommerce.orders": ("total", "refunded"),
    "rail_booking.passes": ("price", "refunded"),
    "visa_advisory.applications": ("fee", "refunded"),
    "visa_advisory.renewals": ("fee", "refunded"),
}
"""Fields that tell what a record with one charge cost, and what came back of it."""
ISSUER = {
    "credit_card_refund_purchase", "credit_card_release_purchase", "credit_card_decide_dispute",
}  # fmt: skip
"""Operations that pay a charge back without the merchant's record knowing of it."""
BARE = {"credit_card_charge_merchant"}
"""Operations that charge without a record of a merchant."""


def claims_of(key: str, record: Any) -> Iterator[Claim]:
    """The charges that a record names."""
    payments = [part for part in getattr(record, "payments", ()) or () if isinstance(part, Part)]
    for part in payments:
        charge = getattr(part, "charge", None)
        back = part.refunded.minor if isinstance(part.refunded, Money) else part.refunded or 0
        if charge is not None:
            yield Claim(charge.id, charge.method, charge.amount, part.amount, back)
        else:
            yield Claim(part.charge_id, part.method, None, part.amount, back)
    charge = getattr(record, "charge", None)
    if isinstance(charge, Charge) and not payments:
        yield _single(key, record, charge)
    elif isinstance(charge, str):
        yield Claim(charge, record.from_account, None, record.amount, 0)
    deposit = getattr(record, "deposit_charge", None)
    if deposit is not None:
        yield Claim(deposit.id, deposit.method, deposit.amount, record.deposit, None)
    if key == "brokerage.movements" and record.kind in ("deposit",) and record.ref is not None:
        yield Claim(record.ref, None, None, record.amount, 0)


def _single(key: str, record: Any, charge: Charge) -> Claim:
    if key == "review_platform.purchases":
        back = record.price.minor if record.status == "refunded" else 0
        return Claim(charge.id, charge.method, None, record.price, back)
    price, refunded = SINGLE[key]
    back = getattr(record, refunded)
    return Claim(charge.id, charge.method, charge.amount, getattr(record, price), 0 if back is None else back.minor)


class Charges:
    """What left accounts and cards for a merchant is what the merchant's records hold, both ways.

    Each charge that a record names exists with that amount; each charge that exists is named by a record; what came
    back is the same on both sides, and never more than the charge.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.claims: dict[str, dict[tuple[str, str], Claim]] = defaultdict(dict)
        self.issuer: set[str] = set()
        self.old = {key: set(world.table(key).rows()) for key in ("banking.transactions", "credit_card.transactions")}
        for key, collection in world.tables():
            for record in collection:
                self._note(key, record.id, None, record)
        for charge in list(self.claims):
            self._prove(charge)

    def after(self, changes: Sequence[Change], calls: set[str]) -> None:
        touched: dict[str, None] = {}
        fresh: list[Any] = []
        for change in changes:
            key = f"{change.service}.{change.table}"
            touched.update(dict.fromkeys(self._note(key, change.id, change.before, change.after)))
            row: Any = change.after
            if key in self.old and row.kind in ("charge", "refund", "purchase") and row.charge_id is not None:
                touched[row.charge_id] = None
                if calls & ISSUER and (row.kind == "refund" or row.status == "reversed"):
                    self.issuer.add(row.charge_id)
                if change.before is None and row.kind != "refund" and not calls & BARE:
                    fresh.append(row)
        for row in fresh:
            assert row.id in self.claims, f"{row.id} of {row.payee}, {row.memo}, is on no record of a merchant"
        for charge in touched:
            self._prove(charge)

    def sweep(self) -> None:
        for charge in list(self.claims):
            self._prove(charge)

    def _note(self, key: str, id: str, before: Record | None, after: Record | None) -> list[str]:
        """Keep the claims of a record as they are now; returns the charges that they are about."""
        old = list(claims_of(key, before)) if before is not None else []
        new = list(claims_of(key, after)) if after is not None else []
        for claim in old:
            self.claims[claim.charge].pop((key, id), None)
        for claim in new:
            self.claims[claim.charge][key, id] = claim
        return [claim.charge for claim in (*old, *new)]

    def _prove(self, id: str) -> None:
        claims = list(self.claims.get(id, {}).values())
        found = [(key, self.world.table(key).get(id)) for key in self.old if id in self.world.table(key)]
        if id.startswith(("paid-", "unbooked-")) or not (claims or found):
            return
        assert found, f"{claims} name a charge that does not exist"
        ((key, row),) = found
        left, left_original = self._left(key, row)
        assert left >= 0, f"more was refunded than {id} charged: {left} is left"
        assert left_original >= 0, f"more was refunded than {id} charged: {left_original} is left"
        for claim in claims:
            assert claim.method in (None, getattr(row, "account", None), getattr(row, "card", None)), claim
            assert claim.booked in (None, abs_money(row.amount)), f"{claim} but booked {row.amount}"
        self._agree(id, claims, row, left_original)

    def _agree(self, id: str, claims: list[Claim], row: Any, left: int) -> None:
        assert claims or id not in self.claims or not left, f"{left} is left of {id}, which no record names any more"
        if not claims or any(claim.paid is None for claim in claims):
            return
        original = abs_money(row.original)
        assert {claim.paid.currency for claim in claims if claim.paid} == {original.currency}, (claims, row)
        paid = sum(claim.paid.minor for claim in claims if claim.paid)
        assert paid == original.minor, f"{id} charged {original}, its records say {claims}"
        if id in self.issuer or any(claim.refunded is None for claim in claims):
            return
        back = sum(claim.refunded or 0 for claim in claims)
        assert back == original.minor - left, f"{original.minor - left} of {id} came back, its records say {claims}"

    def _left(self, key: str, row: Any) -> tuple[int, int]:
        if row.status == "reversed":
            return 0, 0
        refunds = [r for r in self.world.table(key).find(charge_id=row.id) if r.kind == "refund"]
        left = abs(row.amount.minor) - sum(abs(refund.amount.minor) for refund in refunds)
        return left, abs(row.original.minor) - sum(abs(refund.original.minor) for refund in refunds)


def abs_money(amount: Money) -> Money:
    return -amount if amount.minor < 0 else amount


# ---- stock


class Stock(NamedTuple):
    """Things of which each is either left or held: whatever one record gives up another takes."""

    name: str
    left: str
    left_of: Counts
    held: str
    held_of: Counts
    exempt: frozenset[str] = frozenset()
    """Operations that make or destroy some."""


def _seats_left(flight: Any) -> Iterator[tuple[str, int]]:
    for cabin, seats in flight.seats_left:
        yield f"{flight.id} {cabin}", seats


def _seats_held(booking: Any) -> Iterator[tuple[str, int]]:
    if booking.status in ("held", "ticketed", "flown"):
        count = sum(passenger.type != "infant" for passenger in booking.passengers)
        for segment in booking.segments:
            yield f"{segment} {booking.cabin}", count


def _places_left(run: Any) -> Iterator[tuple[str, int]]:
    for travel_class, seats in run.seats:
        if seats is not None:
            yield f"{run.id} {travel_class}", seats


def _places_held(booking: Any) -> Iterator[tuple[str, int]]:
    if booking.status in ("held", "confirmed", "travelled", "not_operated"):
        count = sum(passenger.kind != "infant" for passenger in booking.passengers)
        for leg in booking.legs:
            yield f"{leg.service} {booking.travel_class}", count


def _pieces_held(order: Any) -> Iterator[tuple[str, int]]:
    """What is with the customer, or lost on the way there."""
    back = order.shipped_at is None if order.status == "cancelled" else order.cancelled_by == "carrier"
    if not back:
        for line in order.lines:
            yield line.sku, line.quantity


STOCKS = (
    Stock(
        "seats", "flight_booking.flights", _seats_left, "flight_booking.bookings", _seats_held,
        frozenset({"flight_booking_withdraw_seats", "flight_booking_release_seats"}),
    ),
    Stock(
        "places", "rail_booking.services", _places_left, "rail_booking.bookings", _places_held,
        frozenset({"rail_booking_sell_seats"}),
    ),
    Stock(
        "vouchers",
        "review_platform.deals",
        lambda deal: [(deal.id, deal.stock)],
        "review_platform.purchases",
        lambda row: [(row.deal_id, 1)] if row.status != "refunded" else [],
        frozenset({"review_platform_withdraw_deal", "review_platform_close_merchant"}),
    ),
    Stock(
        "pieces",
        "ecommerce.skus",
        lambda sku: [(sku.id, sku.stock)],
        "ecommerce.orders",
        _pieces_held,
        frozenset({"ecommerce_set_stock"}),
    ),
)  # fmt: skip


class Stocks:
    """Nothing is sold twice and nothing below zero: what is left and what is held add up to what there was."""

    def __init__(self, world: World) -> None:
        self.world = world

    def after(self, changes: Sequence[Change], calls: set[str]) -> None:
        for stock in STOCKS:
            moved: Counter[str] = Counter()
            for change in changes:
                key = f"{change.service}.{change.table}"
                if key in (stock.left, stock.held):
                    counts = stock.left_of if key == stock.left else stock.held_of
                    _add(moved, counts, change)
                elif stock.name == "pieces" and key == "ecommerce.returns":
                    _add(moved, _pieces_back, change)
            odd = {thing: count for thing, count in moved.items() if count and not self._has_left(stock, thing)}
            assert not odd or calls & stock.exempt, f"{stock.name} appeared or vanished: {odd}"
            self._prove(stock, [change.after for change in changes if f"{change.service}.{change.table}" == stock.left])

    def sweep(self) -> None:
        for stock in STOCKS:
            self._prove(stock, self.world.table(stock.left))

    def _has_left(self, stock: Stock, thing: str) -> bool:
        """Whether it is a seat on a flight that has left, which nobody can have back."""
        flights: Any = self.world.services["flight_booking"]
        return stock.name == "seats" and flights.has_left(flights.flights.get(thing.rpartition(" ")[0]))

    def _prove(self, stock: Stock, records: Iterable[Any]) -> None:
        for record in records:
            short = [thing for thing, left in stock.left_of(record) if left < 0] if record is not None else []
            assert not short, f"less than nothing is left of {short}"


def _add(moved: Counter[str], counts: Counts, change: Change) -> None:
    for record, sign in ((change.before, -1), (change.after, 1)):
        for thing, count in counts(record) if record is not None else ():
            moved[thing] += sign * count


def _pieces_back(request: Any) -> Iterator[tuple[str, int]]:
    if request.status in ("received", "refunded") and request.reason != "damaged":
        yield request.sku, -request.quantity


class Capacities:
    """No room night, car day, table or visit goes to more than there is room for.

    The world may withdraw rooms, cars or opening hours from under those who booked; what is proved is that no call
    and no moment books beyond what there is then.
    """

    def __init__(self, world: World) -> None:
        self.world = world

    def after(self, changes: Sequence[Change]) -> None:
        for change in changes:
            key, row = f"{change.service}.{change.table}", change.after
            prove = {
                "hotel_booking.reservations": self._rooms,
                "car_rental.bookings": self._cars,
                "review_platform.reservations": self._tables,
                "review_platform.waitlist": self._tables,
                "listing_platform.viewings": self._visits,
            }.get(key)
            if prove is not None and row is not None and _takes(row) and _place(row) != _place(change.before):
                prove(row)

    def _rooms(self, stay: Any) -> None:
        hotel: Any = self.world.services["hotel_booking"]
        if stay.status not in ("held", "confirmed", "checked_in"):
            return
        span = hotel.look(hotel.room_types.get(stay.room_type_id), stay.check_in, stay.check_out)
        assert min(span.lefts) >= 0, f"{stay.room_type_id} is sold twice by {stay.id}: {span}"

    def _cars(self, booking: Any) -> None:
        rental: Any = self.world.services["car_rental"]
        offer = rental.offers.get(booking.offer)
        station = rental.stations.get(offer.station)
        day = station.day_of(booking.pickup_at)
        while day <= station.day_of(booking.return_at):
            out = [
                row.id
                for row in rental.bookings.find(offer=offer.id)
                if _takes(row) and station.day_of(row.pickup_at) <= day <= station.day_of(row.return_at)
            ]
            assert len(out) <= offer.stock, f"{offer.id} has {offer.stock} cars on {day}, taken by {out}"
            day += timedelta(days=1)

    def _tables(self, visit: Any) -> None:
        reviews: Any = self.world.services["review_platform"]
        merchant = reviews.merchants.get(visit.merchant_id)
        left = reviews.places_left(merchant, visit.starts_at, visit.ends_at)
        assert left >= 0, f"{merchant.id} is sold twice by {visit.id}: {left}"

    def _visits(self, viewing: Any) -> None:
        rows = self.world.table("listing_platform.viewings").find(listing_id=viewing.listing_id)
        clashes = [
            row.id
            for row in rows
            if row.id != viewing.id
            and _takes(row)
            and row.starts_at < viewing.ends_at > viewing.starts_at < row.ends_at
        ]
        assert not clashes, f"viewing {viewing.id} clashes with {clashes}"


LIVE = (
    "held",
    "confirmed",
    "checked_in",
    "picked_up",
    "requested",
    "changed",
    "seated",
    "offered",
    "proposed",
    "moved",
)


def _takes(row: Any) -> bool:
    return row.status in LIVE


def _place(row: Any) -> Any:
    """What a booking takes up: nothing while it is not live."""
    names = ("room_type_id", "check_in", "check_out", "rooms", "offer", "pickup_at", "return_at", "merchant_id",
             "starts_at", "ends_at", "party_size", "listing_id")  # fmt: skip
    return None if row is None or not _takes(row) else [getattr(row, name, None) for name in names]


# ---- references

NAMED = {
    "banking.transactions.account": "banking.accounts",
    "credit_card.payments.from_account": "banking.accounts",
    "brokerage.accounts.bank_account": "banking.accounts",
    "brokerage.watchlist.id": "brokerage.instruments",
    "car_rental.bookings.return_station": "car_rental.stations",
    "car_rental.bookings.insurance": "car_rental.insurance_plans",
    "content_platform.likes.id": "content_platform.posts",
    "content_platform.bookmarks.id": "content_platform.posts",
    "content_platform.follows.id": "content_platform.authors",
    "content_platform.reports.id": "content_platform.posts",
    "content_platform.comments.reply_to": "content_platform.comments",
    "ecommerce.cart.id": "ecommerce.skus",
    "ecommerce.wishes.id": "ecommerce.skus",
    "ecommerce.orders.shipment_id": "delivery.shipments",
    "flight_booking.bookings.segments": "flight_booking.flights",
    "hotel_booking.saved.id": "hotel_booking.properties",
    "job_board.saved_jobs.id": "job_board.jobs",
    "job_board.reports.id": "job_board.jobs",
    "legal_search.watches.id": "legal_search.dockets",
    "legal_search.cases.cites_articles": "legal_search.articles",
    "legal_search.cases.cites_cases": "legal_search.cases",
    "legal_search.courts.appeals_to": "legal_search.courts",
    "health_tracker.sessions.workout": "health_tracker.workouts",
    "health_tracker.readings.device": "health_tracker.devices",
    "maps.closures.place": "maps.places",
    "notes.pages.parent": "notes.pages",
    "notes.databases.parent": "notes.pages",
    "visa_advisory.renewals.new_passport": "visa_advisory.documents",
}
"""References that the names of their fields do not give away."""
LOOSE = {
    "content_platform.comments.thread_id", "email.messages.thread_id", "email.messages.folder",
    "email.messages.in_reply_to", "email.messages.forward_of", "email.filters.folder",
    "legal_search.notes.item_id", "banking.transactions.payee", "health_tracker.readings.metric",
    "health_tracker.thresholds.metric", "health_tracker.alerts.metric", "health_tracker.goals.metric",
    "job_board.resume_versions.resume_id",
}  # fmt: skip
"""Fields that look like references but hold names, what is built in, or what may be gone."""
WHILE = {
    "banking.payments.payee": ("scheduled", "pending"),
    "banking.standing_orders.payee": ("active", "paused"),
    "credit_card.payments.from_account": ("posted",),
    "job_board.applications.resume_id": ("submitted", "viewed", "interview", "offer"),
}
"""References that must hold only while their record is open; afterwards it is history."""
WORDY = ("note", "notes", "message", "dose", "documents")
"""Fields of these names hold text."""


def references() -> dict[str, str]:
    """`service.table.field` with the table that its ids are of."""
    found = {}
    for service, declared in service_classes().items():
        for table, item in declared.tables.items():
            for name in item.model.model_fields:
                place = f"{service}.{table}.{name}"
                named = None if name in ("id", *WORDY) else table_named(service, name)
                target = NAMED.get(place, named)
                if target is not None and place not in LOOSE and "str" in str(item.model.model_fields[name].annotation):
                    found[place] = target
    return found


class References:
    """No record points to nothing."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.fields: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self.sources: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for place, target in references().items():
            key, _, name = place.rpartition(".")
            self.fields[key].append((name, target))
            self.sources[target].append((key, name))

    def after(self, changes: Sequence[Change]) -> None:
        removed = {}
        for change in changes:
            key = f"{change.service}.{change.table}"
            table = self.world.table(key)
            if change.id in table:
                self._prove(key, table.get(change.id))
            else:
                removed[key, change.id] = None
        for key, id in removed:
            for source, name in self.sources[key]:
                rows = [row for row in self.world.table(source) if id in ids_in(getattr(row, name))]
                left = [row.id for row in rows if _binds(source, name, row)]
                assert not left, f"{source}.{name} of {left} points to {key} {id}, which is gone"

    def sweep(self) -> None:
        for key in self.fields:
            for row in self.world.table(key):
                self._prove(key, row)

    def _prove(self, key: str, row: Record) -> None:
        for name, target in self.fields[key]:
            table = self.world.table(target)
            missing = [id for id in ids_in(getattr(row, name)) if id not in table and _binds(key, name, row)]
            assert not missing, f"{key}.{name} of {row.id} points to {missing}, not in {target}"


def _binds(key: str, name: str, row: Any) -> bool:
    place = f"{key}.{name}"
    return place not in WHILE or row.status in WHILE[place]


def ids_in(value: Any) -> list[str]:
    """The ids in a field: none, one or several."""
    if isinstance(value, str):
        return [value] if value not in ("", "me") else []
    return [item for item in value if isinstance(item, str)] if isinstance(value, tuple | list) else []


# ---- all of them


@dataclass
class Laws:
    """All laws of one world."""

    world: World
    moves: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """How often each (table, from, to) was seen."""

    def __post_init__(self) -> None:
        self.balances, self.charges = Balances(self.world), Charges(self.world)
        self.stocks, self.capacities = Stocks(self.world), Capacities(self.world)
        self.references = References(self.world)
        self._mark, self._snapshot = len(self.world.journal.entries), self.world.snapshot()
        self.sweep()

    def after(self, entries: Sequence[Entry]) -> None:
        """Prove all laws after one step, which wrote these entries."""
        changes = [entry for entry in entries if isinstance(entry, Change)]
        calls = {entry.operation for entry in entries if isinstance(entry, Call)}
        self._states(changes)
        self.balances.after(changes)
        self.charges.after(changes, calls)
        self.stocks.after(changes, calls)
        self.capacities.after(changes)
        self.references.after(changes)

    def sweep(self) -> None:
        """Prove all laws over the whole world, and that the journal alone leads back to the sweep before."""
        for law in (self.balances, self.charges, self.stocks, self.references):
            law.sweep()
        assert not World.diff(self._snapshot, self.world.at(self._mark)), "the journal misses a change"
        self._mark, self._snapshot = len(self.world.journal.entries), self.world.snapshot()

    def _states(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if change.before is None or change.after is None:
                continue
            key = f"{change.service}.{change.table}"
            old, new = getattr(change.before, "status", None), getattr(change.after, "status", None)
            states = self.world.table(key).table.states
            if old != new and states is not None:
                assert new in states.moves[old], f"{key} {change.id} went from {old} to {new}"
                self.moves[key, old, new] += 1


def declared_moves() -> set[tuple[str, str, str]]:
    """Every move that a state machine declares."""
    return {
        (f"{service}.{table}", old, new)
        for service, declared in service_classes().items()
        for table, item in declared.tables.items()
        if item.states is not None
        for old, after in item.states.moves.items()
        for new in after
    }
