"""notification_hub: notifications, watch rules that ring, and official accounts."""

from random import Random
from typing import Any

import pytest

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.money import Money
from vibelife_inspect.services.notification_hub.background import HubBackground
from vibelife_inspect.world import Notice, World

SEEDS: dict[str, list[dict[str, Any]]] = {
    "notification_hub.notifications": [
        {"id": "N1", "source": "bank_app", "title": "Rent paid", "received_at": "2026-03-01T09:00"},
        {"id": "N2", "source": "parcels", "title": "包裹已送达", "topic": "parcel:P-17",
        "received_at": "2026-03-01T10:00"},
        {"id": "N3", "source": "parcels", "title": "On its way", "read": True, "received_at": "2026-02-20T10:00"},
        {"id": "N4", "source": "parcels", "title": "Old",
        "read": True, "archived": True, "received_at": "2026-02-10T10:00"},
    ],
    "notification_hub.accounts": [
        {"id": "A-LIB", "name": "Harbour Library", "name_local": "Hafenbücherei", "category": "culture",
        "followed": True},
        {"id": "A-TAX", "name": "Tax Office", "category": "government", "description": "Dates and forms"},
    ],
    "notification_hub.posts": [
        {"id": "P1", "account_id": "A-LIB", "title": "Opening hours", "text": "Mon-Fri",
        "published_at": "2026-02-01T09:00"},
        {"id": "P2", "account_id": "A-LIB", "title": "Reading", "published_at": "2026-03-03T09:00"},
        {"id": "P3", "account_id": "A-TAX", "title": "New deadline", "published_at": "2026-03-04T09:00"},
    ],
}  # fmt: skip


class Hub:
    """A world with the seeds, and short calls."""

    def __init__(self) -> None:
        self.world = make_world("notification_hub", "assistant", seeds=SEEDS)

    def ok(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.call(f"notification_hub_{name}", arguments))

    def code(self, name: str, /, **arguments: Any) -> str:
        before = self.world.digest()
        answer = code(self.world.call(f"notification_hub_{name}", arguments))
        assert self.world.digest() == before
        return answer

    def out(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.outside(f"notification_hub_{name}", arguments))

    def rule(self, kind: str = "any", **arguments: Any) -> str:
        return str(self.ok("create_rule", kind=kind, **arguments)["id"])

    def notify(self, topic: str = "flight:NH204", price: str | None = None, **fields: str) -> str:
        """A service that tells only those who watch."""
        cost = None if price is None else Money.model_validate(price)
        notice = {"source": "assistant", "title": "News", "text": "", **fields}
        return self.world.ports.notify(Notice(topic=topic, price=cost, **notice))

    def rings(self) -> list[str]:
        return [ring.ref for ring in self.world.take_rings()]


def ids(result: Any, key: str = "id") -> list[str]:
    return [item[key] for item in result["items"]]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ["N2", "N1", "N3"]),
        ({"show": "unread"}, ["N2", "N1"]),
        ({"show": "archived"}, ["N4"]),
        ({"show": "all", "source": "parcels"}, ["N2", "N3", "N4"]),
        ({"topic": "p-17"}, ["N2"]),
        ({"since": "2026-03-01T09:30"}, ["N2"]),
        ({"until": "2026-03-01T09:00"}, ["N3"]),
        ({"since": "0001-01-01T00:00:00+14:00", "until": "9999-12-31T23:59:59-12:00"}, ["N2", "N1", "N3"]),
        ({"limit": 1, "cursor": "N2"}, ["N1"]),
    ],
)
def test_notifications_are_listed_newest_first(arguments: dict[str, Any], expected: list[str]) -> None:
    assert ids(Hub().ok("list_notifications", **arguments)) == expected


def test_reading_marks_nothing_and_marking_does() -> None:
    hub = Hub()
    assert hub.ok("get_notification", notification_id="N1")["read"] is False
    assert hub.ok("count_unread") == {"unread": 2, "by_source": {"bank_app": 1, "parcels": 1}}
    hub.ok("mark_read", notification_ids=["N1"])
    hub.ok("mark_unread", notification_ids=["N3"])
    assert hub.ok("count_unread")["by_source"] == {"parcels": 2}
    assert hub.ok("mark_all_read", source="parcels") == {"marked": 2}
    assert hub.code("mark_read", notification_ids=["N1", "none"]) == "not_found"


def test_search_works_in_any_script() -> None:
    hub = Hub()
    assert ids(hub.ok("search_notifications", query="包裹")) == ["N2"]
    assert ids(hub.ok("search_notifications", query="RENT paid")) == ["N1"]
    assert hub.code("search_notifications", query="  ") == "invalid"


def test_archived_ones_leave_the_inbox_and_deleted_ones_the_world() -> None:
    hub = Hub()
    hub.ok("archive_notification", notification_id="N1")
    hub.ok("archive_notification", notification_id="N4", archived=False)
    hub.ok("delete_notification", notification_id="N2")
    assert ids(hub.ok("list_notifications")) == ["N3", "N4"]
    assert hub.code("get_notification", notification_id="N2") == "not_found"


@pytest.mark.parametrize(
    ("rule", "notice", "hit"),
    [
        ({"topic": "NH204"}, {}, True),
        ({"topic": "nh204", "match": "exact"}, {}, False),
        ({"topic": "FLIGHT:", "match": "prefix"}, {}, True),
        ({"topic": "BK-1"}, {"ref": "BK-1"}, True),
        ({"topic": "NH205"}, {}, False),
        ({"source": "assistant"}, {}, True),
        ({"source": "notification_hub"}, {}, False),
        ({"source": "parcels", "topic": "NH204"}, {}, False),
        ({"kind": "keyword", "keyword": "延误"}, {"text": "航班延误两小时"}, True),
        ({"kind": "keyword", "keyword": "delay gate"}, {"text": "Delayed"}, False),
        ({"kind": "status_change", "topic": "NH204"}, {}, True),
        ({"kind": "status_change", "topic": "NH204"}, {"price": "EUR 5.00"}, False),
        ({"kind": "price_below", "topic": "NH204", "threshold": "EUR 100.00"}, {"price": "EUR 100.00"}, True),
        ({"kind": "price_below", "topic": "NH204", "threshold": "EUR 100.00"}, {"price": "EUR 100.01"}, False),
        ({"kind": "price_below", "topic": "NH204", "threshold": "EUR 100.00"}, {"price": "JPY 16,000"}, True),
        ({"kind": "price_below", "topic": "NH204", "threshold": "EUR 100.00"}, {"price": "XCD 1.00"}, False),
        ({"kind": "price_below", "topic": "NH204", "threshold": "EUR 100.00"}, {}, False),
    ],
)
def test_a_rule_asks_for_what_it_says(rule: dict[str, Any], notice: dict[str, str], hit: bool) -> None:
    hub = Hub()
    id = hub.rule(**rule)
    delivered = hub.notify(**notice)
    assert (bool(delivered), hub.rings()) == (hit, [id] if hit else [])
    assert hub.ok("get_rule", rule_id=id)["fired"] == int(hit)
    if hit:
        assert ids(hub.ok("list_notifications", rule_id=id)) == [delivered]


def test_rules_that_the_agent_did_not_make_deliver_without_ringing() -> None:
    rule = {"id": "R1", "topic": "NH204"}
    world = make_world("notification_hub", seeds={"notification_hub.rules": [rule]})
    assert world.ports.notify(Notice(source="x", topic="flight:NH204", title="t", text=""))
    assert world.take_rings() == []


@pytest.mark.parametrize(
    "arguments",
    [
        {"kind": "any"},
        {"kind": "any", "source": "nobody"},
        {"kind": "keyword", "topic": "x"},
        {"kind": "price_below", "topic": "x"},
        {"kind": "any", "topic": "x", "threshold": "EUR 1.00"},
        {"kind": "price_below", "topic": "x", "threshold": "EUR 0.00"},
        {"kind": "any", "topic": "x", "expires_at": "2026-03-02T08:00"},
        {"kind": "any", "topic": "x", "expires_at": "9999-12-31T23:59:59-12:00"},
        {"kind": "any", "topic": "x", "mute": [{"start": "22:00Z", "end": "07:00"}]},
        {"kind": "some", "topic": "x"},
    ],
)
def test_rules_that_could_never_match_or_match_everything_are_refused(arguments: dict[str, Any]) -> None:
    assert Hub().code("create_rule", **arguments) == "invalid"


def test_paused_expired_and_deleted_rules_ask_for_nothing() -> None:
    hub = Hub()
    id = hub.rule(topic="NH204", expires_at="2026-03-05T00:00")
    hub.ok("pause_rule", rule_id=id)
    assert hub.code("pause_rule", rule_id=id) == "conflict"
    assert hub.notify() == ""
    hub.ok("resume_rule", rule_id=id)
    assert hub.notify() != ""
    hub.world.advance(at("2026-03-05T00:00"))
    assert hub.ok("get_rule", rule_id=id)["status"] == "expired"
    assert hub.notify() == ""
    hub.ok("delete_rule", rule_id=id)
    for name in ("resume_rule", "update_rule", "delete_rule"):
        assert hub.code(name, rule_id=id) == "conflict"
    assert (hub.ok("list_rules")["total"], ids(hub.ok("list_rules", status="deleted"))) == (0, [id])


def test_a_rule_can_be_changed() -> None:
    hub = Hub()
    id = hub.rule(topic="NH205", source="assistant")
    changed = hub.ok("update_rule", rule_id=id, topic="NH204", clear=["source"], name="Flight")
    assert (changed["topic"], changed["source"], changed["kind"]) == ("NH204", None, "any")
    assert hub.code("update_rule", rule_id=id, clear=["topic"]) == "invalid"
    assert hub.code("update_rule", rule_id=id, topic="x", clear=["topic"]) == "invalid"
    assert hub.code("update_rule", rule_id=id, threshold="EUR 1.00") == "invalid"
    assert hub.notify() != ""


def test_price_alerts_are_rules_of_their_own_kind() -> None:
    hub = Hub()
    other = hub.rule(topic="NH204")
    id = hub.ok("create_price_alert", item="SKU-9", threshold="EUR 50.00")["id"]
    assert ids(hub.ok("list_price_alerts")) == [id]
    hub.notify(topic="product:SKU-9", price="EUR 49.00")
    assert hub.rings() == [id]
    assert hub.code("delete_price_alert", rule_id=other) == "invalid"
    hub.ok("delete_price_alert", rule_id=id)
    assert hub.ok("list_price_alerts")["total"] == 0


def test_quiet_hours_put_rings_off_unless_a_rule_is_urgent() -> None:
    hub = Hub()
    hub.ok("set_quiet_hours", start="22:00", end="07:00")
    calm, loud = hub.rule(topic="NH204"), hub.rule(topic="NH204", urgent=True)
    hub.world.advance(at("2026-03-02T23:00"))
    assert hub.ok("get_quiet_hours")["quiet_now"] is True
    hub.notify()
    assert hub.rings() == [loud]
    hub.world.advance(at("2026-03-03T06:59"))
    assert hub.rings() == []
    hub.world.advance(at("2026-03-03T07:00"))
    assert hub.rings() == [calm]
    assert hub.ok("clear_quiet_hours")["on"] is False


def test_a_muted_rule_delivers_without_ringing() -> None:
    hub = Hub()
    hub.rule(topic="NH204", mute=[{"start": "07:00", "end": "09:00"}])
    assert hub.notify() != ""
    assert hub.rings() == []


def test_accounts_can_be_found_followed_and_left() -> None:
    hub = Hub()
    assert ids(hub.ok("discover_accounts"), "account_id") == ["A-LIB", "A-TAX"]
    assert ids(hub.ok("discover_accounts", query="bücherei"), "account_id") == ["A-LIB"]
    assert ids(hub.ok("discover_accounts", category="government"), "account_id") == ["A-TAX"]
    hub.ok("follow_account", account_id="A-TAX")
    assert hub.ok("follow_account", account_id="A-TAX")["followed_at"] == "2026-03-02T08:00:00+01:00"
    hub.ok("unfollow_account", account_id="A-LIB")
    assert ids(hub.ok("list_followed"), "account_id") == ["A-TAX"]


def test_posts_appear_in_time_and_followers_are_told() -> None:
    hub = Hub()
    assert ids(hub.ok("list_posts", account_id="A-LIB"), "post_id") == ["P1"]
    assert hub.code("get_post", post_id="P2") == "not_found"
    hub.world.advance(at("2026-03-04T09:00"))
    assert ids(hub.ok("list_posts"), "post_id") == ["P2", "P1"]
    assert ids(hub.ok("list_posts", account_id="A-TAX", query="deadline"), "post_id") == ["P3"]
    assert ids(hub.ok("list_notifications", source="official_account"), "ref") == ["P2"]
    assert hub.ok("get_post", post_id="P3")["account"] == "Tax Office"


def test_a_watched_account_need_not_be_followed() -> None:
    hub = Hub()
    id = hub.rule(kind="keyword", source="official_account", keyword="deadline")
    hub.world.advance(at("2026-03-04T09:00"))
    assert hub.rings() == [id]


def test_posts_are_published_edited_and_withdrawn_by_their_accounts() -> None:
    hub = Hub()
    now = hub.out("publish_post", account_id="A-LIB", title="Closed today")
    assert ids(hub.ok("list_notifications", source="official_account"), "ref") == [now["id"]]
    hub.out("edit_post", post_id="P1", text="Mon-Sat")
    assert hub.ok("get_post", post_id="P1")["text"] == "Mon-Sat"
    later = hub.out("publish_post", account_id="A-LIB", title="Sale", published_at="2026-03-06T09:00")
    hub.out("withdraw_post", post_id=later["id"])
    hub.out("withdraw_post", post_id="P1")
    hub.world.advance(at("2026-03-07T09:00"))
    assert hub.code("get_post", post_id="P1") == "not_found"
    assert ids(hub.ok("list_posts", account_id="A-LIB"), "post_id") == ["P2", now["id"]]
    past = {"account_id": "A-LIB", "title": "x", "published_at": "2026-03-01T09:00"}
    assert code(hub.world.outside("notification_hub_publish_post", past)) == "invalid"


def test_a_closed_account_publishes_nothing_more() -> None:
    hub = Hub()
    hub.out("close_account", account_id="A-LIB")
    hub.world.advance(at("2026-03-04T09:00"))
    assert ids(hub.ok("list_posts", account_id="A-LIB"), "post_id") == ["P1"]
    assert hub.code("follow_account", account_id="A-LIB") == "conflict"


def test_a_pushed_notification_arrives_and_rings() -> None:
    hub = Hub()
    id = hub.rule(topic="parcel:P-17")
    pushed = hub.out("push_notification", source="parcels", title="Delayed", topic="parcel:P-17", price="EUR 3.00")
    assert (hub.rings(), ids(hub.ok("list_notifications"))[0]) == ([id], pushed["id"])


def test_background_is_old_read_and_grows_with_its_level() -> None:
    world: World = make_world("notification_hub")
    service = world.services["notification_hub"]
    once = list(service.background(HubBackground(), 1, Random(3)))
    assert once == list(service.background(HubBackground(), 1, Random(3)))
    assert len(list(service.background(HubBackground(), 3, Random(3)))) == 3 * len(once)
    for table, row in once:
        world.table(f"notification_hub.{table}").load([row])
    assert ok(world.call("notification_hub_count_unread", {}))["unread"] == 0
    assert ok(world.call("notification_hub_discover_accounts", {}))["total"] == 12
    world.advance(at("2026-05-02T08:00"))
    assert ok(world.call("notification_hub_count_unread", {}))["unread"] == 0
