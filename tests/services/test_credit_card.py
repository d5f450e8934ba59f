from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.errors import OperationError
from vibelife_inspect.ids import rng
from vibelife_inspect.money import Money
from vibelife_inspect.world import Charge, Outcome, World

GOLD = {
    "id": "card-gold",
    "name": "Aurora Gold",
    "last4": "4417",
    "limit": "EUR 3,000.00",
    "next_statement": "2026-03-15",
}
YEN = {"id": "card-yen", "name": "Sakura", "last4": "9001", "limit": "JPY 300,000", "next_statement": "2026-03-20"}
BOBS = {
    "id": "card-bob",
    "name": "Bob's",
    "owner": "bob",
    "last4": "0007",
    "limit": "EUR 500.00",
    "next_statement": "2026-03-15",
}
ACCOUNT = {"id": "acc-1", "name": "Everyday", "balance": "EUR 2,000.00"}
OPEN = {
    "id": "st-feb",
    "card": "card-gold",
    "period_start": "2026-01-15",
    "period_end": "2026-02-14",
    "total": "EUR 300.00",
    "due_at": "2026-03-08",
}


def issuer(gold: dict[str, Any] | None = None, **tables: list[dict[str, Any]]) -> World:
    seeds = {
        "banking.accounts": [ACCOUNT],
        "credit_card.cards": [{**GOLD, **(gold or {})}, YEN, BOBS],
        **{f"credit_card.{table}": rows for table, rows in tables.items()},
    }
    return make_world("banking", "credit_card", seeds=seeds)


def call(world: World, name: str, /, **arguments: Any) -> Outcome:
    return world.call(f"credit_card_{name}", arguments)


def outside(world: World, name: str, /, **arguments: Any) -> Outcome:
    return world.outside(f"credit_card_{name}", arguments)


def buy(world: World, amount: str = "EUR 100.00", card: str = "card-gold") -> Charge:
    return world.ports.charge(card, Money.model_validate(amount), "Fern Outfitters", "coat")


def refused(world: World, amount: str, card: str = "card-gold") -> str:
    with pytest.raises(OperationError) as refusal, world.transaction():
        buy(world, amount, card)
    return refusal.value.code


def card(world: World, id: str = "card-gold") -> Any:
    return ok(call(world, "get_card", card_id=id))


def owed(world: World) -> str:
    return str(world.table("credit_card.cards").get("card-gold").balance)


def bought(world: World, amount: str = "EUR 100.00") -> str:
    """A purchase that has posted."""
    charge = buy(world, amount)
    world.advance(world.clock.now + timedelta(days=2))
    return charge.id


def row(world: World, id: str) -> Any:
    return world.table("credit_card.transactions").get(id)


def openings(world: World) -> dict[str, int]:
    rows = [row for row in world.table("credit_card.transactions") if row.status not in ("authorised", "reversed")]
    return {
        card.id: card.balance.minor - sum(row.amount.minor for row in rows if row.card == card.id)
        for card in world.table("credit_card.cards")
    }


def test_list_shows_own_cards_by_name() -> None:
    answer = ok(call(issuer(), "list_cards"))
    assert [item["id"] for item in answer["items"]] == ["card-gold", "card-yen"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_card", {"card_id": "card-bob"}),
        ("freeze_card", {"card_id": "card-bob"}),
        ("list_statements", {"card_id": "card-bob"}),
        ("pay_card", {"card_id": "card-bob", "from_account_id": "acc-1", "amount": "EUR 1.00"}),
        ("redeem_points", {"card_id": "card-bob", "option_id": "credit-small"}),
        ("get_transaction", {"transaction_id": "ct-bob"}),
        ("open_dispute", {"transaction_id": "ct-bob", "reason": "other", "explanation": "x"}),
    ],
)
def test_other_peoples_cards_are_refused(name: str, arguments: dict[str, Any]) -> None:
    bobs = {"id": "ct-bob", "card": "card-bob", "payee": "x", "amount": "EUR 1.00", "booked_at": "2026-02-20T09:00"}
    assert code(call(issuer(transactions=[bobs]), name, **arguments)) == "refused"


def test_purchase_is_authorised_and_posts_after_two_days() -> None:
    world = issuer()
    charge = buy(world, "USD 110.00")
    before = card(world)
    assert (before["balance"]["text"], before["authorised"]["text"], before["available"]["text"]) == (
        "EUR 0.00",
        "EUR 102.00",
        "EUR 2,898.00",
    )
    world.advance(at("2026-03-04T08:00"))
    after = card(world)
    assert (after["balance"]["text"], after["authorised"]["text"], after["points"]) == ("EUR 102.00", "EUR 0.00", 100)
    assert str(row(world, charge.id).original) == "USD 110.00"


def test_estimate_tells_what_a_purchase_then_costs() -> None:
    world = issuer()
    estimate = ok(call(world, "estimate_purchase", card_id="card-gold", amount="JPY 16,000"))
    assert (estimate["amount"]["text"], estimate["fee"]["text"], estimate["possible"]) == (
        "EUR 100.00",
        "EUR 2.00",
        True,
    )
    assert str(buy(world, "JPY 16,000").amount) == "EUR 100.00"
    assert card(world)["available"] == estimate["available_after"]
    assert "available" in ok(call(world, "estimate_purchase", card_id="card-gold", amount="EUR 9,000.00"))["obstacle"]


@pytest.mark.parametrize(
    ("method", "amount", "expected"),
    [
        ("card-bob", "EUR 1.00", "refused"),
        ("card-none", "EUR 1.00", "not_found"),
        ("card-gold", "CHF 1.00", "invalid"),
        ("card-gold", "EUR 3,000.01", "insufficient_funds"),
        ("card-gold", "USD 3,300.00", "insufficient_funds"),
    ],
)
def test_charges_need_an_own_card_a_rate_and_room(method: str, amount: str, expected: str) -> None:
    assert refused(issuer(), amount, method) == expected


def test_frozen_card_refuses_purchases_and_takes_payments() -> None:
    world = issuer({"balance": "EUR 50.00"})
    ok(call(world, "freeze_card", card_id="card-gold"))
    assert refused(world, "EUR 1.00") == "refused"
    assert code(call(world, "freeze_card", card_id="card-gold")) == "conflict"
    ok(call(world, "pay_card", card_id="card-gold", from_account_id="acc-1", amount="EUR 50.00"))
    assert ok(call(world, "unfreeze_card", card_id="card-gold"))["status"] == "active"


def test_only_the_issuer_lifts_a_block() -> None:
    world = issuer()
    ok(outside(world, "block_card", card_id="card-gold", reason="suspicious purchase"))
    assert code(call(world, "unfreeze_card", card_id="card-gold")) == "refused"
    ok(outside(world, "unblock_card", card_id="card-gold"))
    assert card(world)["status"] == "active"


def test_closed_card_stays_closed() -> None:
    world = issuer({"balance": "EUR 50.00"})
    ok(outside(world, "close_card", card_id="card-gold"))
    assert code(call(world, "unfreeze_card", card_id="card-gold")) == "conflict"
    ok(call(world, "pay_card", card_id="card-gold", from_account_id="acc-1", amount="EUR 50.00"))
    assert (card(world)["status"], owed(world)) == ("closed", "EUR 0.00")


def test_lost_card_is_blocked_until_the_new_one_arrives() -> None:
    world = issuer({"balance": "EUR 50.00"})
    lost = ok(call(world, "report_loss", card_id="card-gold", circumstance="stolen"))
    assert (lost["status"], refused(world, "EUR 1.00")) == ("blocked", "refused")
    assert code(outside(world, "unblock_card", card_id="card-gold")) == "conflict"
    assert [entry.ref for entry in world.journal.entries if getattr(entry, "kind", "") == "effect"] == ["mail"]
    world.advance(at("2026-03-07T08:00"))
    new = card(world)
    assert (new["status"], new["last4"], new["balance"]["text"]) == ("active", lost["replacement_last4"], "EUR 50.00")


def test_own_limits_bind_until_they_are_lifted() -> None:
    world = issuer()
    ok(call(world, "set_spending_limit", card_id="card-gold", per_purchase="EUR 200.00", per_period="EUR 250.00"))
    assert refused(world, "EUR 200.01") == "refused"
    buy(world, "EUR 200.00")
    assert refused(world, "EUR 60.00") == "refused"
    ok(call(world, "set_spending_limit", card_id="card-gold", clear=["per_period"]))
    buy(world, "EUR 60.00")
    world.advance(at("2026-03-15T08:00"))
    assert card(world)["period_spent"]["text"] == "EUR 0.00"


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"per_purchase": "EUR 0.00"},
        {"per_purchase": "USD 10.00"},
        {"per_period": "EUR 3,000.01"},
        {"per_period": "EUR 10.00", "clear": ["per_period"]},
    ],
)
def test_senseless_limits_are_invalid(arguments: dict[str, Any]) -> None:
    assert code(call(issuer(), "set_spending_limit", card_id="card-gold", **arguments)) == "invalid"


def test_travel_notice_opens_foreign_currencies_for_its_days() -> None:
    world = issuer({"abroad": "notice"})
    assert refused(world, "JPY 1,000") == "refused"
    days = {"starts_on": "2026-03-02", "ends_on": "2026-03-03"}
    notice = ok(call(world, "set_travel_notice", card_id="card-gold", countries=["JP"], **days))
    buy(world, "JPY 1,000")
    world.advance(at("2026-03-04T08:00"))
    assert refused(world, "JPY 1,000") == "refused"
    ok(call(world, "cancel_travel_notice", notice_id=notice["id"]))
    assert code(call(world, "cancel_travel_notice", notice_id=notice["id"])) == "conflict"
    wrong = {"starts_on": "2026-03-09", "ends_on": "9999-12-31"}
    assert code(call(world, "set_travel_notice", card_id="card-gold", countries=["JP"], **wrong)) == "invalid"


def test_paying_the_card_takes_the_money_from_the_bank() -> None:
    world = issuer({"balance": "EUR 420.00"}, statements=[OPEN])
    paid = ok(call(world, "pay_card", card_id="card-gold", from_account_id="acc-1", amount="EUR 300.00"))
    assert (owed(world), str(world.table("banking.accounts").get("acc-1").balance)) == ("EUR 120.00", "EUR 1,700.00")
    assert world.table("banking.transactions").get(paid["charge"]).payee == "Aurora Gold *4417"
    assert ok(call(world, "get_statement", statement_id="st-feb"))["status"] == "paid"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"from_account_id": "card-gold"}, "invalid"),
        ({"from_account_id": "card-yen"}, "invalid"),
        ({"from_account_id": "acc-none"}, "not_found"),
        ({"amount": "EUR 420.01"}, "invalid"),
        ({"amount": "USD 10.00"}, "invalid"),
        ({"amount": "EUR 0.00"}, "invalid"),
        ({"card_id": "card-none"}, "not_found"),
    ],
)
def test_bad_card_payments_change_nothing(changes: dict[str, Any], expected: str) -> None:
    world = issuer({"balance": "EUR 420.00"})
    before = world.digest()
    arguments = {"card_id": "card-gold", "from_account_id": "acc-1", "amount": "EUR 10.00", **changes}
    assert code(call(world, "pay_card", **arguments)) == expected
    assert world.digest() == before


def test_card_without_a_bank_cannot_be_paid() -> None:
    world = make_world("credit_card", seeds={"credit_card.cards": [{**GOLD, "balance": "EUR 5.00"}]})
    assert code(call(world, "pay_card", card_id="card-gold", from_account_id="acc-1", amount="EUR 5.00")) == "not_found"


def test_scheduled_payment_pays_at_most_what_is_owed() -> None:
    world = issuer({"balance": "EUR 80.00"})
    made = ok(
        call(
            world, "schedule_payment", card_id="card-gold", from_account_id="acc-1", amount="EUR 90.00", on="2026-03-05"
        )
    )
    world.advance(at("2026-03-05T05:59"))
    assert owed(world) == "EUR 80.00"
    world.advance(at("2026-03-05T06:00"))
    done = ok(call(world, "get_payment", payment_id=made["id"]))
    assert (owed(world), done["status"], done["amount"]["text"]) == ("EUR 0.00", "posted", "EUR 80.00")
    assert str(world.table("banking.accounts").get("acc-1").balance) == "EUR 1,920.00"


def test_scheduled_payment_without_money_fails_and_leaves_both_sides() -> None:
    world = issuer({"balance": "EUR 2,500.00"})
    made = ok(
        call(
            world,
            "schedule_payment",
            card_id="card-gold",
            from_account_id="acc-1",
            amount="EUR 2,500.00",
            on="2026-03-05",
        )
    )
    world.advance(at("2026-03-06T00:00"))
    failed = ok(call(world, "get_payment", payment_id=made["id"]))
    assert (failed["status"], owed(world)) == ("failed", "EUR 2,500.00")
    assert "EUR 2,000.00 available" in failed["failure"]
    assert code(call(world, "cancel_payment", payment_id=made["id"])) == "conflict"


def test_cancelled_card_payment_does_not_run() -> None:
    world = issuer({"balance": "EUR 80.00"})
    made = ok(
        call(
            world, "schedule_payment", card_id="card-gold", from_account_id="acc-1", amount="EUR 80.00", on="2026-03-05"
        )
    )
    ok(call(world, "cancel_payment", payment_id=made["id"]))
    world.advance(at("2026-03-06T00:00"))
    assert owed(world) == "EUR 80.00"


def test_statement_closes_on_its_day_and_bills_what_posted() -> None:
    world = issuer()
    bought(world, "EUR 100.00")
    world.advance(at("2026-03-14T12:00"))
    buy(world, "EUR 7.00")
    assert ok(call(world, "list_unbilled", card_id="card-gold"))["sum"]["text"] == "EUR 100.00"
    world.advance(at("2026-03-15T00:00"))
    [statement] = ok(call(world, "list_statements", card_id="card-gold"))["items"]
    assert (statement["period_start"], statement["period_end"]) == ("2026-02-15", "2026-03-14")
    assert (statement["total"]["text"], statement["minimum"]["text"]) == ("EUR 100.00", "EUR 5.00")
    assert statement["due_at"] == "2026-04-05T23:59:00+02:00"
    whole = ok(call(world, "get_statement", statement_id=statement["id"]))
    assert [line["amount"]["text"] for line in whole["lines"]] == ["EUR 100.00"]
    assert card(world)["next_statement"][:10] == "2026-04-15"


@pytest.mark.parametrize(
    ("paid", "status", "left"),
    [
        (None, "overdue", "EUR 333.00"),
        ("EUR 14.99", "overdue", "EUR 317.86"),
        ("EUR 15.00", "carried", "EUR 287.85"),
        ("EUR 300.00", "paid", "EUR 0.00"),
    ],
)
def test_due_date_passes(paid: str | None, status: str, left: str) -> None:
    world = issuer({"balance": "EUR 300.00"}, statements=[OPEN])
    if paid:
        ok(call(world, "pay_card", card_id="card-gold", from_account_id="acc-1", amount=paid))
    world.advance(at("2026-03-08T23:58"))
    assert ok(call(world, "get_statement", statement_id="st-feb"))["status"] in ("open", "paid")
    world.advance(at("2026-03-09T08:00"))
    assert (ok(call(world, "get_statement", statement_id="st-feb"))["status"], owed(world)) == (status, left)


def test_unpaid_rest_is_carried_to_the_next_statement() -> None:
    world = issuer({"balance": "EUR 300.00"}, statements=[OPEN])
    world.advance(at("2026-03-16T08:00"))
    new, old = ok(call(world, "list_statements", card_id="card-gold"))["items"]
    assert (old["status"], new["total"]["text"], new["status"]) == ("carried", "EUR 333.00", "open")


def test_refund_of_what_has_not_posted_reverses_it_with_its_fee() -> None:
    world = issuer()
    charge = buy(world, "USD 110.00")
    world.ports.refund(charge, Money.model_validate("USD 110.00"), "cancelled")
    assert (row(world, charge.id).status, card(world)["authorised"]["text"]) == ("reversed", "EUR 0.00")
    world.advance(at("2026-03-09T08:00"))
    assert owed(world) == "EUR 0.00"


def test_refunds_never_exceed_what_is_left_of_a_purchase() -> None:
    world = issuer()
    charge = bought(world)
    ok(outside(world, "refund_purchase", transaction_id=charge, amount="EUR 60.00"))
    assert (owed(world), row(world, charge).status) == ("EUR 40.00", "posted")
    assert code(outside(world, "refund_purchase", transaction_id=charge, amount="EUR 40.01")) == "invalid"
    ok(outside(world, "refund_purchase", transaction_id=charge))
    assert (owed(world), row(world, charge).status, card(world)["points"]) == ("EUR 0.00", "refunded", 0)
    assert code(outside(world, "refund_purchase", transaction_id=charge)) == "invalid"


@pytest.mark.parametrize(
    ("before", "left", "note"), [("EUR 30.00", "EUR 70.00", "only"), ("EUR 100.00", "EUR 0.00", "nothing")]
)
def test_a_merchant_pays_back_at_most_what_the_issuer_left(before: str, left: str, note: str) -> None:
    world = issuer()
    charge = buy(world)
    world.advance(at("2026-03-05T08:00"))
    ok(outside(world, "refund_purchase", transaction_id=charge.id, amount=before))
    back = world.ports.refund(charge, Money.model_validate("EUR 100.00"), "cancelled")
    assert (str(back.amount), back.note.split()[0]) == (left, note)
    assert (owed(world), row(world, charge.id).status) == ("EUR 0.00", "refunded")


def test_merchant_charges_and_releases() -> None:
    world = issuer()
    made = ok(
        outside(
            world,
            "charge_merchant",
            card_id="card-gold",
            merchant="Streamly",
            amount="EUR 9.99",
            category="subscriptions",
        )
    )
    ok(outside(world, "release_purchase", transaction_id=made["id"]))
    assert code(outside(world, "release_purchase", transaction_id=made["id"])) == "conflict"
    ok(call(world, "freeze_card", card_id="card-gold"))
    assert (
        code(outside(world, "charge_merchant", card_id="card-gold", merchant="Streamly", amount="EUR 9.99"))
        == "refused"
    )


def dispute(world: World, charge: str, **more: Any) -> Any:
    return ok(
        call(world, "open_dispute", transaction_id=charge, reason="not_received", explanation="Never came.", **more)
    )


@pytest.mark.parametrize(
    ("decision", "amount", "left", "status"),
    [
        ("approved", None, "EUR 0.00", "refunded"),
        ("approved", "EUR 30.00", "EUR 70.00", "posted"),
        ("denied", None, "EUR 100.00", "posted"),
    ],
)
def test_dispute_is_decided(decision: str, amount: str | None, left: str, status: str) -> None:
    world = issuer()
    charge = bought(world)
    made = dispute(world, charge, **({"amount": amount} if amount else {}))
    assert row(world, charge).status == "disputed"
    ok(outside(world, "decide_dispute", dispute_id=made["id"], decision=decision))
    assert (owed(world), row(world, charge).status) == (left, status)
    assert ok(call(world, "get_dispute", dispute_id=made["id"]))["status"] == decision
    assert code(call(world, "withdraw_dispute", dispute_id=made["id"])) == "conflict"


def test_withdrawn_dispute_leaves_the_purchase() -> None:
    world = issuer()
    made = dispute(world, bought(world))
    ok(call(world, "withdraw_dispute", dispute_id=made["id"]))
    assert (owed(world), row(world, made["transaction"]).status) == ("EUR 100.00", "posted")


def test_full_refund_ends_a_dispute() -> None:
    world = issuer()
    charge = bought(world)
    made = dispute(world, charge)
    ok(outside(world, "refund_purchase", transaction_id=charge))
    assert ok(call(world, "get_dispute", dispute_id=made["id"]))["status"] == "withdrawn"
    assert code(outside(world, "decide_dispute", dispute_id=made["id"], decision="approved")) == "conflict"
    assert owed(world) == "EUR 0.00"


def test_disputes_need_a_posted_recent_purchase() -> None:
    old = {"id": "ct-old", "card": "card-gold", "payee": "x", "amount": "EUR 5.00", "booked_at": "2025-10-01T09:00"}
    world = issuer(transactions=[old])
    arguments = {"reason": "other", "explanation": "x"}
    assert code(call(world, "open_dispute", transaction_id="ct-old", **arguments)) == "expired"
    assert code(call(world, "open_dispute", transaction_id=buy(world).id, **arguments)) == "conflict"
    assert code(call(world, "open_dispute", transaction_id="ct-none", **arguments)) == "not_found"
    charge = bought(world)
    assert code(call(world, "open_dispute", transaction_id=charge, amount="EUR 100.01", **arguments)) == "invalid"


def test_statement_credit_lowers_what_is_owed() -> None:
    world = issuer({"balance": "EUR 50.00", "points": 2600})
    done = ok(call(world, "redeem_points", card_id="card-gold", option_id="credit-small"))
    assert (done["points"], done["balance"]["text"], owed(world)) == (600, "EUR 40.00", "EUR 40.00")
    assert code(call(world, "redeem_points", card_id="card-gold", option_id="credit-small")) == "insufficient_funds"
    assert code(call(world, "redeem_points", card_id="card-gold", option_id="a-boat")) == "not_found"


def test_seeded_menu_stands_in_for_the_standard_one() -> None:
    world = issuer({"points": 500}, menu=[{"id": "tea", "title": "Box of tea", "kind": "voucher", "points": 400}])
    assert [item["id"] for item in ok(call(world, "get_rewards", card_id="card-gold"))["menu"]] == ["tea"]
    done = ok(call(world, "redeem_points", card_id="card-gold", option_id="tea"))
    assert len(done["redemption"]["voucher"]) == 10
    assert ok(call(world, "list_rewards", card_id="card-gold"))["items"][0]["points"] == -400


def test_search_works_in_another_script() -> None:
    meal = {
        "id": "ct-1",
        "card": "card-yen",
        "payee": "天ぷら 花",
        "amount": "JPY 3,200",
        "booked_at": "2026-02-20T19:00",
    }
    world = issuer(transactions=[meal])
    assert ok(call(world, "search_transactions", query="天ぷら"))["total"] == 1
    assert ok(call(world, "list_transactions", card_id="card-yen", min_amount="JPY 3,201"))["total"] == 0


@pytest.mark.parametrize(
    "bad", [{"next_statement": "2026-03-31"}, {"balance": "USD 1.00"}, {"last4": "12"}, {"replacement_last4": "1234"}]
)
def test_inconsistent_cards_do_not_load(bad: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        issuer(bad)


steps = st.lists(
    st.tuples(
        st.sampled_from(["buy", "abroad", "pay", "later", "refund", "dispute", "decide", "redeem", "days"]),
        st.integers(1, 150_000),
    ),
    max_size=14,
)


def _step(world: World, what: str, size: int) -> None:
    amount = {"minor": size, "currency": "EUR"}
    purchases = [row.id for row in world.table("credit_card.transactions") if row.kind == "purchase"]
    disputes = [row.id for row in world.table("credit_card.disputes")]
    paying = {"card_id": "card-gold", "from_account_id": "acc-1", "amount": amount}
    if what == "buy":
        outside(world, "charge_merchant", card_id="card-gold", merchant="x", amount=amount)
    elif what == "abroad":
        outside(world, "charge_merchant", card_id="card-gold", merchant="x", amount={"minor": size, "currency": "JPY"})
    elif what == "pay":
        call(world, "pay_card", **paying)
    elif what == "later":
        call(world, "schedule_payment", **paying, on=(world.clock.today + timedelta(days=2)).isoformat())
    elif what == "redeem":
        call(world, "redeem_points", card_id="card-gold", option_id="credit-small")
    elif what == "days":
        world.advance(world.clock.now + timedelta(days=size % 25))
    elif what == "refund" and purchases:
        outside(world, "refund_purchase", transaction_id=purchases[size % len(purchases)], amount=amount)
    elif what == "dispute" and purchases:
        arguments = {"reason": "other", "explanation": "x"}
        call(world, "open_dispute", transaction_id=purchases[size % len(purchases)], **arguments)
    elif what == "decide" and disputes:
        outside(world, "decide_dispute", dispute_id=disputes[-1], decision="approved" if size % 2 else "denied")


@given(steps)
@settings(max_examples=40, deadline=None)
def test_ledger_equals_balance_and_money_is_conserved(actions: list[tuple[str, int]]) -> None:
    world = issuer({"balance": "EUR 300.00", "points": 2500}, statements=[OPEN])
    before = openings(world)
    for what, size in actions:
        _step(world, what, size)
        gold = world.table("credit_card.cards").get("card-gold")
        ledger = [
            row for row in world.table("credit_card.transactions") if row.status not in ("authorised", "reversed")
        ]
        paid = sum(row.amount.minor for row in ledger if row.kind == "payment")
        left_the_bank = 200_000 - world.table("banking.accounts").get("acc-1").balance.minor
        assert openings(world) == before
        assert left_the_bank == -paid
        assert gold.points == 2500 + sum(row.points for row in world.table("credit_card.rewards"))
        assert all(row.paid <= row.total for row in world.table("credit_card.statements"))


@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize("statements", [[], [OPEN]])
def test_background_explains_the_balance_and_owes_nothing(level: int, statements: list[dict[str, Any]]) -> None:
    world = issuer({"balance": "EUR 420.00"}, statements=statements)
    service = world.services["credit_card"]
    rows = list(service.background(service.Background(), level, rng("x")))
    assert rows == list(service.background(service.Background(), level, rng("x")))
    for table, record in rows:
        world.table(f"credit_card.{table}").load([record])
    assert openings(world) == {"card-gold": 30_000 if statements else 0, "card-yen": 0, "card-bob": 0}
    ledger = list(world.table("credit_card.transactions"))
    assert all(row.booked_at < world.clock.now and row.status == "posted" for row in ledger)
    assert 60 * level <= sum(row.card == "card-gold" for row in ledger) <= 150 * level
    generated = [record for table, record in rows if table == "statements"]
    assert {statement.status for statement in generated} == {"paid"}
    spans = [
        (row.period_start, row.period_end) for row in world.table("credit_card.statements") if row.card == "card-gold"
    ]
    assert all(first[1] < second[0] for first, second in pairwise(sorted(spans)))


def test_background_is_empty_without_cards() -> None:
    world = make_world("credit_card")
    service = world.services["credit_card"]
    assert list(service.background(service.Background(), 5, rng("x"))) == []


def test_late_fee_is_booked_beyond_an_exhausted_limit() -> None:
    world = issuer({"balance": "EUR 3,000.00"}, statements=[{**OPEN, "total": "EUR 3,000.00"}])
    ok(outside(world, "change_limit", card_id="card-gold", limit="EUR 100.00"))
    world.advance(at("2026-03-09T08:00"))
    assert owed(world) == "EUR 3,060.00"
