"""A toy service, with a field of every kind, and worlds of it: for tests that must not depend on a real service."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field

from tests.worlds import at, setting
from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict
from vibelife_inspect.money import Money
from vibelife_inspect.services.assistant import Assistant
from vibelife_inspect.services.workspace import Workspace
from vibelife_inspect.world import (
    Appointment,
    Blankable,
    Due,
    Json,
    Letter,
    Limit,
    Notice,
    Part,
    Record,
    Service,
    States,
    Table,
    World,
    operation,
    page,
)


class Route(Part):
    """From where to where."""

    frm: str = "Kiel"
    to: str


class Extra(Part):
    """Something that comes along."""

    kind: str
    price: Money


class Item(Record):
    """One thing of the shop."""

    name: str
    status: Literal["open", "held", "sold", "gone"] = "open"
    price: Money = Money(minor=1000, currency="EUR")
    pieces: int = 1
    weight: Decimal = Decimal("1.5")
    fragile: bool = False
    tags: list[str] = Field(default=[])
    extras: tuple[Extra, ...] = ()
    route: Route = Route(to="Kyoto")
    at: Instant | None = None
    until: Instant | None = None
    day: date | None = None
    notes: dict[str, Any] = Field(default={})


def _lapse(item: Item) -> Iterable[Due]:
    if item.status == "held" and item.until is not None:
        yield Due(item.until, "lapse")


class Timer(Record):
    """Does something at its time."""

    at: Instant
    action: str = "tick"
    text: str = ""
    every_hours: int = 0


def _ticks(timer: Timer) -> Iterable[Due]:
    if timer.action:
        yield Due(timer.at, timer.action)


class Shop(Service):
    """The toy."""

    name = "shop"
    summary = "A shop for tests."

    items = Table(
        Item,
        "item",
        index=("status", "route.to"),
        states=States({"open": "held sold", "held": "open sold", "sold": "gone", "gone": ""}),
        due=_lapse,
    )
    timers = Table(Timer, "timer", due=_ticks)

    @operation("read")
    def list_items(self, status: str | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List items in order of insertion.

        Args:
            status: Only items with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = list(self.items) if status is None else self.items.find(status=status)
        return page(rows, limit, cursor, lambda item: item.pick("id", "name", "status"))

    @operation("read")
    def get_item(self, item_id: str) -> Json:
        """Show an item.

        Args:
            item_id: Id of the item.
        """
        return dict(self.items.get(item_id))

    @operation("read")
    def spoil_item(self, item_id: str) -> Json:
        """Claim to read, and write.

        Args:
            item_id: Id of the item.
        """
        return dict(self.items.update(item_id, pieces=99))

    @operation("write")
    def add_item(
        self,
        name: str,
        note: Blankable = "",
        pieces: Annotated[int, Field(ge=1, le=9)] = 1,
        price: Money | None = None,
        at: Instant | None = None,
        day: date | None = None,
        tags: list[str] | None = None,
        fragile: bool = False,
        kind: Literal["small", "large"] = "small",
    ) -> Json:
        """Add an item.

        Args:
            name: What it is called.
            note: May be blank.
            pieces: How many.
            price: What it costs.
            at: A moment.
            day: A day.
            tags: Words.
            fragile: Whether it breaks.
            kind: How large it is.
        """
        item = Item(
            id=self.new_id("ITM"),
            name=name,
            pieces=pieces,
            price=price or Money(minor=1000, currency="EUR"),
            at=at,
            day=day,
            tags=tags or [],
            fragile=fragile,
            notes={"note": note, "kind": kind},
        )
        return dict(self.items.add(item))

    @operation("commit")
    def buy_item(self, item_id: str, method: str = "CARD") -> Json:
        """Buy an item.

        Args:
            item_id: Id of the item.
            method: Account or card.
        """
        item = self.items.update(item_id, status="sold")
        charge = self.ports.charge(method, item.price, "Shop", item.name)
        return {"receipt": self.new_id("REC"), "status": item.status, "charge": charge}

    @operation("write")
    def wreck_everything(self) -> Json:
        """Do much, and fail at last."""
        for item in list(self.items)[::2]:
            self.items.remove(item.id)
        for item in list(self.items):
            self.items.update(item.id, name="wrecked")
        self.items.add(Item(id=self.new_id("ITM"), name="late"))
        self.world.ring(self.items, next(iter(self.items)).id, "ring")
        raise Conflict("all for nothing")

    @operation("outside")
    def close_shop(self) -> Json:
        """The shop closes."""
        for item in self.items.find(status="open"):
            self.items.update(item.id, status="sold")
        return {"closed": True}

    def lapse(self, item: Item) -> None:
        """A hold ends."""
        self.items.update(item.id, status="open", until=None)

    def tick(self, timer: Timer) -> None:
        """A timer goes off, once or again and again."""
        if timer.every_hours:
            self.timers.update(timer.id, at=timer.at + timedelta(hours=timer.every_hours))
        else:
            self.timers.update(timer.id, action="")
        self.world.ring(self.timers, timer.id, timer.text or timer.id)

    def stand(self, timer: Timer) -> None:
        """A broken one: nothing changes."""

    def vanish(self, timer: Timer) -> None:
        """A timer removes itself."""
        self.timers.remove(timer.id)

    def write(self) -> str:
        """Send a letter to the persona."""
        return self.ports.mail(Letter(sender="shop@x.example", sender_name="Shop", subject="Hello", body="Text"))

    def enter(self) -> str:
        """Write into the calendar."""
        start = self.clock.now
        return self.ports.agenda(Appointment(title="Visit", start=start, end=start + timedelta(hours=1)))

    def tell(self, *, subscribed: bool) -> str:
        """Tell the persona something."""
        notice = Notice(source="shop", topic="shop:sale", title="Sale", text="Now.")
        return self.ports.notify(notice, subscribed=subscribed)


def item(id: str, **fields: Any) -> Item:
    """An item; texts are read as a bundle's would be."""
    return Item.model_validate({"id": id, "name": id, **fields}, context={"zone": setting().home})


def timer(id: str, moment: str, **fields: Any) -> Timer:
    """A timer."""
    return Timer(id=id, at=at(moment), **fields)


def toy_world(
    items: Sequence[Item] = (), timers: Sequence[Timer] = (), extra: Sequence[type[Service]] = (), **frame: str
) -> World:
    """A world of the shop, the workspace and the assistant."""
    seeds: Mapping[str, Sequence[Record]] = {"shop.items": items, "shop.timers": timers}
    return World([Assistant, Shop, Workspace, *extra], setting(**frame), seeds)


def shop(world: World) -> Shop:
    """The shop of a world."""
    service = world.services["shop"]
    assert isinstance(service, Shop)
    return service


def moment(text: str) -> datetime:
    """A moment; without an offset it is Berlin's."""
    return at(text)
