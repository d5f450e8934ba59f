"""Short lives of the toy world, for checks to look back on."""

from collections.abc import Callable
from typing import Any

from tests.toys import Item, Shop, item, shop, toy_world
from tests.worlds import HOME
from vibelife_inspect.checks import History, Look, Scope
from vibelife_inspect.checks.predicates import ADAPTER, Finding, Predicate
from vibelife_inspect.services.assistant import Assistant
from vibelife_inspect.services.workspace import Workspace
from vibelife_inspect.world import World

EVENTS = frozenset({"e01", "e02", "e03"})
STAGES = 3


def scope() -> Scope:
    """The names of a task with three stages of one event each."""
    return Scope((Assistant, Shop, Workspace), HOME, EVENTS, STAGES)


def predicate(form: Any) -> Predicate:
    """A predicate from its YAML form."""
    return ADAPTER.validate_python(form)


Deed = Callable[[World], str | None]
"""What the agent does in one turn, ending in its reply."""


def idle(world: World) -> str | None:
    """Nothing at all."""
    return None


def live(*deeds: Deed, items: list[Item] | None = None) -> History:
    """A life of three stages with one turn each."""
    world = toy_world([] if items is None else items)
    history = History(world)
    for stage, deed in enumerate([*deeds, idle, idle, idle][:STAGES], start=1):
        event = f"e{stage:02}"
        world.journal.mark("stage_started", str(stage))
        world.journal.mark("event", event)
        world.journal.cause = event
        reply = deed(world)
        world.journal.cause = ""
        world.journal.reply(event, reply or "")
        world.journal.mark("stage_ended", str(stage))
        history.close_stage(stage)
    return history


def judged(form: Any, history: History, stage: int | None = None) -> Finding:
    """A predicate, linted and judged on a life."""
    it = predicate(form)
    it.lint(scope())
    return it.judge(Look(history, scope(), stage))


def plan(world: World) -> str | None:
    """First turn: two items and a plan."""
    world.call(
        "shop_add_item",
        {"name": "Bed", "pieces": 2, "price": "EUR 20.00", "tags": ["soft", "New"], "at": "2026-03-05T10:00"},
    )
    world.call("shop_add_item", {"name": "Lamp", "price": "EUR 4.50", "day": "2026-03-07"})
    world.call("workspace_write_file", {"path": "plan.md", "content": PLAN})
    return "The bed costs EUR 20.00."


def buy(world: World) -> str | None:
    """Second turn: a look, an error, a purchase, a question."""
    items = shop(world).items
    bed = next(row for row in items if row.name == "Bed")
    world.call("shop_get_item", {"item_id": bed.id})
    world.call("shop_get_item", {"item_id": "nope"})
    world.call("shop_buy_item", {"item_id": bed.id})
    return "Bought on 3 March.\n\nAll well. Anything else?"


PLAN = """# Plan
Buy the bed on 3 March.

| item | price | pieces |
| --- | --- | --- |
| Bed | €20.00 | 2 |
| Lamp | 4,50 € | 1 |
"""

GIVEN = [
    item(
        "trip",
        name="Trip",
        at="2026-03-05T09:00",
        until="2026-03-05T12:00",
        extras=[{"kind": "bag", "price": "EUR 3.00"}],
    ),
    item("gala", name="Gala", at="2026-03-05T12:00", until="2026-03-05T13:00", pieces=3, fragile=True),
]


def whole() -> History:
    """The life that most tests look back on: seeds, a plan, a purchase, a quiet turn."""
    return live(plan, buy, items=GIVEN)


def nothing() -> History:
    """An empty world in which nobody did anything."""
    return live()
