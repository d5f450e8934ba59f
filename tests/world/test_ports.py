"""Effects across services: whoever is enabled answers; where nobody is, the journal alone knows."""

from tests.toys import Shop, item, shop, toy_world
from tests.worlds import code, make_world, ok
from vibelife_inspect.money import Money
from vibelife_inspect.services import service_class
from vibelife_inspect.world import Change, Mark, World

EURO = Money(minor=1000, currency="EUR")
ACCOUNT = {"id": "ACC", "name": "Main", "balance": "EUR 25.00", "iban": "DE89370400440532013000"}


def effects(world: World) -> list[str]:
    return [entry.ref for entry in world.journal.entries if isinstance(entry, Mark) and entry.kind == "effect"]


def with_bank(**shop_item: object) -> World:
    bank = make_world("banking", seeds={"banking.accounts": [ACCOUNT]})
    seeds = {"banking.accounts": list(bank.table("banking.accounts")), "shop.items": [item("a", **shop_item)]}
    return World([Shop, service_class("banking")], bank.setting, seeds)


def test_without_a_bank_a_charge_is_noted_and_says_so() -> None:
    world = toy_world([item("a")])
    charge = ok(world.call("shop_buy_item", {"item_id": "a", "method": "ANY"}))["charge"]
    assert "nothing was booked" in charge["note"]
    assert charge["amount"]["minor"] == 1000
    assert effects(world) == ["payment"]


def test_a_bank_books_the_charge() -> None:
    world = with_bank()
    charge = ok(world.call("shop_buy_item", {"item_id": "a", "method": "ACC"}))["charge"]
    assert charge["note"] == ""
    assert world.table("banking.accounts").get("ACC").balance.minor == 1500
    assert charge["id"] in world.table("banking.transactions")
    assert effects(world) == []


def test_a_refund_goes_where_the_charge_came_from() -> None:
    world = with_bank()
    charge = shop(world).ports.charge("ACC", EURO, "Shop", "x")
    refund = shop(world).ports.refund(charge, Money(minor=400, currency="EUR"), "part of it")
    assert refund.method == "ACC"
    assert world.table("banking.accounts").get("ACC").balance.minor == 1900


def test_a_refused_charge_undoes_the_whole_operation() -> None:
    world = with_bank(price="EUR 25.01")
    before = world.digest()
    assert code(world.call("shop_buy_item", {"item_id": "a", "method": "ACC"})) == "insufficient_funds"
    assert code(world.call("shop_buy_item", {"item_id": "a", "method": "NOPE"})) == "not_found"
    assert world.digest() == before


def test_nothing_is_charged_for_nothing() -> None:
    for price in ("EUR 0", "EUR -1"):
        world = toy_world([item("a", price=price)])
        assert code(world.call("shop_buy_item", {"item_id": "a"})) == "invalid"
        assert shop(world).items.get("a").status == "open"


def test_an_unbooked_charge_can_be_refunded_unbooked() -> None:
    world = toy_world()
    charge = shop(world).ports.charge("ANY", EURO, "Shop", "x")
    assert shop(world).ports.refund(charge, EURO, "back").note
    assert effects(world) == ["payment", "payment"]


def test_without_their_services_mail_and_agenda_are_noted() -> None:
    world = toy_world()
    assert shop(world).write() == ""
    assert shop(world).enter() == ""
    assert effects(world) == ["mail", "agenda"]


def test_mail_lands_in_the_inbox_as_the_services_doing() -> None:
    world = toy_world(extra=[service_class("email")])
    with world.acting("agent", "x"):
        id = shop(world).write()
    assert world.table("email.messages").get(id).subject == "Hello"
    change = next(entry for entry in world.journal.entries if isinstance(entry, Change) and entry.id == id)
    assert change.actor == "service"
    assert effects(world) == []


def test_an_appointment_lands_in_the_primary_calendar() -> None:
    world = make_world("calendar", seeds={"calendar.calendars": [{"id": "home", "name": "Mara", "primary": True}]})
    seeds = {"calendar.calendars": list(world.table("calendar.calendars"))}
    world = World([Shop, service_class("calendar")], world.setting, seeds)
    event = world.table("calendar.events").get(shop(world).enter())
    assert (event.title, event.calendar_id) == ("Visit", "home")


def test_silence_is_the_default() -> None:
    world = toy_world(extra=[service_class("notification_hub")])
    before = world.digest()
    assert shop(world).tell(subscribed=False) == ""
    assert world.digest() == before
    assert shop(world).tell(subscribed=True) != ""
    assert world.digest() != before


def test_without_a_hub_only_a_subscribed_notice_is_noted() -> None:
    world = toy_world()
    assert shop(world).tell(subscribed=False) == ""
    assert effects(world) == []
    assert shop(world).tell(subscribed=True) == ""
    assert effects(world) == ["notice"]
