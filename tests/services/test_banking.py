from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.errors import OperationError
from vibelife_inspect.ids import rng
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.iban import check_digits, iban_fault
from vibelife_inspect.world import Outcome, World

EVERYDAY = {"id": "acc-everyday", "name": "Everyday", "balance": "EUR 1,850.20", "iban": "DE89 3704 0044 0532 0130 00"}
SAVINGS = {"id": "acc-savings", "name": "Savings", "kind": "savings", "balance": "EUR 9,000.00"}
YEN = {"id": "acc-yen", "name": "Yen", "balance": "JPY 90,000", "overdraft": "JPY 5,000"}
BOBS = {"id": "acc-bob", "name": "Bob's", "owner": "bob", "balance": "EUR 70.00"}
LANDLORD = {"id": "payee-landlord", "name": "Hausverwaltung Nord", "iban": "GB82 WEST 1234 5698 7654 32"}
TANAKA = {"id": "payee-tanaka", "name": "田中工務店", "account_no": "0123456", "country": "JP", "bank": "みなと銀行"}
POWER = {"id": "dd-power", "account": "acc-everyday", "merchant": "Stadtquell Power"}


def bank(*services: str, **tables: list[dict[str, Any]]) -> World:
    seeds = {
        "banking.accounts": [EVERYDAY, SAVINGS, YEN, BOBS],
        "banking.payees": [LANDLORD, TANAKA],
        "banking.direct_debits": [POWER],
        **{f"banking.{table}": rows for table, rows in tables.items()},
    }
    return make_world("banking", *services, seeds=seeds)


def call(world: World, name: str, /, **arguments: Any) -> Outcome:
    return world.call(f"banking_{name}", arguments)


def outside(world: World, name: str, /, **arguments: Any) -> Outcome:
    return world.outside(f"banking_{name}", arguments)


def balance(world: World, account: str = "acc-everyday") -> str:
    return str(world.table("banking.accounts").get(account).balance)


def openings(world: World) -> dict[str, int]:
    """Balance less ledger, for each account; nothing may ever change it."""
    rows = list(world.table("banking.transactions"))
    return {
        account.id: account.balance.minor - sum(row.amount.minor for row in rows if row.account == account.id)
        for account in world.table("banking.accounts")
    }


def pay(world: World, amount: str = "EUR 100.00", **more: Any) -> Any:
    return ok(call(world, "pay_payee", account_id="acc-everyday", payee_id="payee-landlord", amount=amount, **more))


def order(world: World, **more: Any) -> Any:
    base = {"account_id": "acc-everyday", "payee_id": "payee-landlord", "amount": "EUR 900.00"}
    return ok(
        call(world, "create_standing_order", **{**base, "frequency": "monthly", "starts_on": "2026-03-31", **more})
    )


def test_list_shows_own_accounts_by_name() -> None:
    answer = ok(call(bank(), "list_accounts"))
    assert [row["id"] for row in answer["items"]] == ["acc-everyday", "acc-savings", "acc-yen"]
    assert answer["items"][2]["available"]["text"] == "JPY 95,000"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_account", {"account_id": "acc-bob"}),
        ("freeze_account", {"account_id": "acc-bob"}),
        ("list_transactions", {"account_id": "acc-bob"}),
        ("get_statement", {"account_id": "acc-bob", "month": "2026-02"}),
        ("transfer_money", {"from_account_id": "acc-bob", "to_account_id": "acc-yen", "amount": "EUR 1.00"}),
        ("transfer_money", {"from_account_id": "acc-everyday", "to_account_id": "acc-bob", "amount": "EUR 1.00"}),
        ("pay_payee", {"account_id": "acc-bob", "payee_id": "payee-landlord", "amount": "EUR 1.00"}),
        ("get_transaction", {"transaction_id": "tx-bob"}),
        ("set_category", {"transaction_id": "tx-bob", "category": "other"}),
    ],
)
def test_other_peoples_accounts_are_refused(name: str, arguments: dict[str, Any]) -> None:
    row = {"id": "tx-bob", "account": "acc-bob", "payee": "x", "amount": "EUR -1.00", "booked_at": "2026-02-01T09:00"}
    assert code(call(bank(transactions=[row]), name, **arguments)) == "refused"


def test_transfer_moves_the_same_value() -> None:
    world = bank()
    quote = ok(call(world, "quote_transfer", account_id="acc-everyday", to_account_id="acc-yen", amount="JPY 1,600"))
    done = ok(
        call(world, "transfer_money", from_account_id="acc-everyday", to_account_id="acc-yen", amount="JPY 1,600")
    )
    assert (quote["total"]["text"], done["debited"]["text"]) == ("EUR 10.00", "EUR 10.00")
    assert (balance(world), balance(world, "acc-yen")) == ("EUR 1,840.20", "JPY 91,600")
    ids = done["transactions"]
    assert [ok(call(world, "get_transaction", transaction_id=id))["ref"] for id in ids] == ids[::-1]


def test_payment_in_another_currency_costs_what_the_quote_says() -> None:
    world = bank()
    quote = ok(call(world, "quote_transfer", account_id="acc-everyday", payee_id="payee-tanaka", amount="JPY 16,000"))
    paid = ok(call(world, "pay_payee", account_id="acc-everyday", payee_id="payee-tanaka", amount="JPY 16,000"))
    assert (quote["debit"]["text"], quote["fee"]["text"], quote["total"]["text"]) == (
        "EUR 100.00",
        "EUR 1.00",
        "EUR 101.00",
    )
    assert paid["status"] == "posted"
    assert balance(world) == "EUR 1,749.20"
    row = ok(call(world, "get_transaction", transaction_id=paid["transaction"]))
    assert (row["original"]["text"], row["ref"], row["kind"]) == ("JPY -16,000", paid["id"], "payment")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"amount": "EUR 1,850.21"}, "insufficient_funds"),
        ({"amount": "EUR 0.00"}, "invalid"),
        ({"amount": "EUR -5.00"}, "invalid"),
        ({"amount": "CHF 5.00"}, "invalid"),
        ({"amount": {"minor": 10**15, "currency": "EUR"}}, "invalid"),
        ({"payee_id": "nobody"}, "not_found"),
        ({"account_id": "nothing"}, "not_found"),
        ({"on": "2026-03-01"}, "invalid"),
        ({"on": "9999-12-31"}, "invalid"),
        ({"memo": "x" * 141}, "invalid"),
    ],
)
def test_bad_payments_change_nothing(changes: dict[str, Any], expected: str) -> None:
    world = bank()
    before = world.digest()
    arguments = {"account_id": "acc-everyday", "payee_id": "payee-landlord", "amount": "EUR 5.00", **changes}
    assert code(call(world, "pay_payee", **arguments)) == expected
    assert world.digest() == before


def test_idempotency_key_pays_once() -> None:
    world = bank()
    assert pay(world, idempotency_key="rent")["id"] == pay(world, idempotency_key="rent")["id"]
    assert balance(world) == "EUR 1,750.20"


def test_scheduled_payment_leaves_on_its_day_and_not_before() -> None:
    world = bank()
    payment = pay(world, on="2026-03-10")
    world.advance(at("2026-03-10T05:59"))
    assert balance(world) == "EUR 1,850.20"
    world.advance(at("2026-03-10T06:00"))
    assert balance(world) == "EUR 1,750.20"
    assert ok(call(world, "get_payment", payment_id=payment["id"]))["status"] == "posted"


def test_scheduled_payment_without_money_fails_with_the_reason() -> None:
    world = bank()
    payment = pay(world, on="2026-03-10")
    ok(
        call(
            world, "transfer_money", from_account_id="acc-everyday", to_account_id="acc-savings", amount="EUR 1,800.00"
        )
    )
    world.advance(at("2026-03-11T00:00"))
    failed = ok(call(world, "get_payment", payment_id=payment["id"]))
    assert failed["status"] == "failed"
    assert "EUR 50.20 available" in failed["failure"]
    assert balance(world) == "EUR 50.20"


def test_cancelled_payment_never_leaves_and_is_cancelled_once() -> None:
    world = bank()
    payment = pay(world, on="2026-03-10")
    ok(call(world, "cancel_payment", payment_id=payment["id"]))
    assert code(call(world, "cancel_payment", payment_id=payment["id"])) == "conflict"
    world.advance(at("2026-03-12T00:00"))
    assert balance(world) == "EUR 1,850.20"


def test_posted_payment_cannot_be_cancelled() -> None:
    world = bank()
    assert code(call(world, "cancel_payment", payment_id=pay(world)["id"])) == "conflict"


def test_standing_order_keeps_to_the_end_of_months() -> None:
    world = bank()
    made = order(world, amount="EUR 10.00")
    days = []
    for _ in range(3):
        days.append(ok(call(world, "get_standing_order", order_id=made["id"]))["next_run"][:10])
        world.advance(world.clock.now + timedelta(days=30))
    assert days == ["2026-03-31", "2026-04-30", "2026-05-31"]


def test_failed_run_is_recorded_and_the_next_one_pays() -> None:
    world = bank()
    made = order(world, amount="EUR 2,000.00", frequency="weekly", starts_on="2026-03-09")
    world.advance(at("2026-03-09T07:00"))
    shown = ok(call(world, "get_standing_order", order_id=made["id"]))
    assert (shown["payments"][0]["status"], shown["status"]) == ("failed", "active")
    assert "available" in shown["last_failure"]
    ok(outside(world, "receive_money", account_id="acc-everyday", amount="EUR 500.00", sender="Harrow", kind="salary"))
    world.advance(at("2026-03-16T07:00"))
    assert balance(world) == "EUR 350.20"
    assert ok(call(world, "get_standing_order", order_id=made["id"]))["last_failure"] == ""


def test_standing_order_ends_after_its_last_day() -> None:
    world = bank()
    made = order(world, amount="EUR 1.00", frequency="weekly", starts_on="2026-03-03", ends_on="2026-03-12")
    world.advance(at("2026-04-01T00:00"))
    ended = ok(call(world, "get_standing_order", order_id=made["id"]))
    assert (ended["status"], ended["next_run"], len(ended["payments"])) == ("ended", None, 2)
    assert code(call(world, "pause_standing_order", order_id=made["id"])) == "conflict"


def test_paused_order_runs_no_more_and_makes_up_for_nothing() -> None:
    world = bank()
    made = order(world, amount="EUR 1.00", frequency="weekly", starts_on="2026-03-03")
    ok(call(world, "pause_standing_order", order_id=made["id"]))
    world.advance(at("2026-03-20T00:00"))
    resumed = ok(call(world, "resume_standing_order", order_id=made["id"]))
    assert (resumed["next_run"][:10], balance(world)) == ("2026-03-24", "EUR 1,850.20")


def test_skip_leaves_out_one_run() -> None:
    world = bank()
    made = order(world, starts_on="2026-03-31")
    assert ok(call(world, "skip_standing_order", order_id=made["id"]))["next_run"][:10] == "2026-04-30"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"amount": "EUR 5.00", "ends_on": "2026-06-30"}, ("EUR 5.00", "2026-06-30")),
        ({"clear": ["ends_on"]}, ("EUR 900.00", None)),
        ({}, "invalid"),
        ({"ends_on": "2026-03-05"}, "invalid"),
        ({"ends_on": "2026-06-30", "clear": ["ends_on"]}, "invalid"),
    ],
)
def test_update_of_a_standing_order(changes: dict[str, Any], expected: Any) -> None:
    world = bank()
    made = order(world, ends_on="2026-12-31")
    outcome = call(world, "update_standing_order", order_id=made["id"], **changes)
    if isinstance(expected, str):
        assert code(outcome) == expected
    else:
        assert (ok(outcome)["amount"]["text"], outcome.result["ends_on"]) == expected


def test_seeded_standing_order_keeps_to_the_day_of_its_next_run() -> None:
    row = {
        "id": "so-1",
        "account": "acc-savings",
        "payee": "payee-landlord",
        "amount": "EUR 9.00",
        "next_run": "2026-03-31",
    }
    world = bank(standing_orders=[row])
    world.advance(at("2026-05-01T00:00"))
    assert ok(call(world, "get_standing_order", order_id="so-1"))["next_run"][:10] == "2026-05-31"


def test_frozen_account_receives_but_does_not_pay() -> None:
    world = bank()
    ok(call(world, "freeze_account", account_id="acc-everyday", reason="lost phone"))
    assert (
        code(call(world, "pay_payee", account_id="acc-everyday", payee_id="payee-landlord", amount="EUR 1.00"))
        == "conflict"
    )
    with pytest.raises(OperationError) as refusal:
        world.ports.charge("acc-everyday", Money.model_validate("EUR 1.00"), "Shop", "")
    assert refusal.value.code == "refused"
    ok(outside(world, "receive_money", account_id="acc-everyday", amount="EUR 5.00", sender="Mum"))
    assert balance(world) == "EUR 1,855.20"
    assert ok(call(world, "unfreeze_account", account_id="acc-everyday"))["status"] == "active"


def test_only_the_bank_lifts_its_own_block() -> None:
    world = bank()
    ok(outside(world, "block_account", account_id="acc-everyday", reason="identity check"))
    assert code(call(world, "unfreeze_account", account_id="acc-everyday")) == "refused"
    ok(outside(world, "unblock_account", account_id="acc-everyday"))
    assert code(call(world, "unfreeze_account", account_id="acc-everyday")) == "conflict"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"iban": "de89 3704 0044 0532 0130 00"}, "DE"),
        ({"account_no": "12-3456", "country": "JP"}, "JP"),
        ({"iban": "DE88 3704 0044 0532 0130 00"}, "invalid"),
        ({"iban": "DE89 3704 0044 0532 0130"}, "invalid"),
        ({"iban": "DE89370400440532013000", "country": "FR"}, "invalid"),
        ({"iban": "ÄÖ12 3456 7890 1234"}, "invalid"),
        ({"account_no": "123456"}, "invalid"),
        ({}, "invalid"),
        ({"iban": "GB82WEST12345698765432"}, "conflict"),
    ],
)
def test_payee_numbers_are_checked(arguments: dict[str, str], expected: str) -> None:
    outcome = call(bank(), "add_payee", name="Nora Weiss", **arguments)
    assert (code(outcome) if outcome.error else outcome.result["country"]) == expected


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", min_size=18, max_size=18), st.integers(0, 17), st.integers(1, 8))
@settings(max_examples=40, deadline=None)
def test_one_mistyped_digit_never_passes(rest: str, place: int, shift: int) -> None:
    iban = f"XX{check_digits('XX00' + rest)}{rest}"
    assert iban_fault(iban) == ""
    digit = iban[4 + place]
    if digit.isdigit():
        wrong = iban[: 4 + place] + str((int(digit) + shift) % 10) + iban[5 + place :]
        assert iban_fault(wrong) != ""


def test_payee_with_open_orders_cannot_be_deleted() -> None:
    world = bank()
    made = order(world)
    assert code(call(world, "delete_payee", payee_id="payee-landlord")) == "conflict"
    ok(call(world, "cancel_standing_order", order_id=made["id"]))
    ok(call(world, "delete_payee", payee_id="payee-landlord"))
    assert code(call(world, "get_payee", payee_id="payee-landlord")) == "not_found"


def test_payees_and_transactions_are_found_in_another_script() -> None:
    world = bank()
    ok(call(world, "pay_payee", account_id="acc-yen", payee_id="payee-tanaka", amount="JPY 500"))
    assert ok(call(world, "list_payees", query="田中"))["total"] == 1
    assert ok(call(world, "search_transactions", query="工務店 500"))["total"] == 1
    assert ok(call(world, "search_transactions", query="工務店 700"))["total"] == 0


def test_lists_are_newest_first_filtered_and_paged() -> None:
    rows = [
        {
            "id": f"tx-{n}",
            "account": "acc-everyday",
            "payee": "Shop",
            "amount": f"EUR -{n}.00",
            "booked_at": f"2026-02-0{n}T10:00",
        }
        for n in (3, 1, 2)
    ]
    world = bank(transactions=rows)
    first = ok(call(world, "list_transactions", limit=2))
    rest = ok(call(world, "list_transactions", limit=2, cursor=first["next_cursor"]))
    assert [row["id"] for row in first["items"] + rest["items"]] == ["tx-3", "tx-2", "tx-1"]
    assert (first["total"], rest["next_cursor"]) == (3, None)
    bounded = ok(call(world, "list_transactions", min_amount="EUR 2.00", until="2026-02-02", direction="out"))
    assert [row["id"] for row in bounded["items"]] == ["tx-2"]
    assert code(call(world, "list_transactions", since="2026-03-01", until="2026-02-01")) == "invalid"


def test_statement_and_history_follow_from_the_ledger() -> None:
    rows = [
        {
            "id": "tx-1",
            "account": "acc-everyday",
            "payee": "Shop",
            "amount": "EUR -40.00",
            "booked_at": "2026-01-31T23:30",
        },
        {
            "id": "tx-2",
            "account": "acc-everyday",
            "payee": "Work",
            "amount": "EUR 100.00",
            "booked_at": "2026-02-01T00:30",
        },
        {
            "id": "tx-3",
            "account": "acc-everyday",
            "payee": "Shop",
            "amount": "EUR -10.00",
            "booked_at": "2026-03-01T09:00",
        },
    ]
    world = bank(transactions=rows)
    statement = ok(call(world, "get_statement", account_id="acc-everyday", month="2026-02"))
    assert (statement["opening_balance"]["text"], statement["closing_balance"]["text"]) == (
        "EUR 1,760.20",
        "EUR 1,860.20",
    )
    assert [line["id"] for line in statement["lines"]] == ["tx-2"]
    history = ok(call(world, "get_balance_history", account_id="acc-everyday", start="2026-01-30", end="2026-02-01"))
    assert [item["balance"]["text"] for item in history["items"]] == ["EUR 1,800.20", "EUR 1,760.20", "EUR 1,860.20"]
    assert code(call(world, "get_statement", account_id="acc-everyday", month="2026-04")) == "invalid"
    summary = ok(call(world, "summarize_transactions", group_by="month"))
    assert [(item["month"], item["net"]["text"]) for item in summary["items"]] == [
        ("2026-01", "EUR -40.00"),
        ("2026-02", "EUR 100.00"),
        ("2026-03", "EUR -10.00"),
    ]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_balance_history", {"account_id": "acc-everyday", "end": "0001-01-01"}),
        ("get_balance_history", {"account_id": "acc-everyday", "start": "0001-01-01"}),
        ("get_balance_history", {"account_id": "acc-everyday", "end": "9999-12-31"}),
        ("summarize_transactions", {"group_by": "month", "until": "0001-01-01"}),
        ("summarize_transactions", {"group_by": "month", "since": "9999-12-31"}),
        ("get_statement", {"account_id": "acc-everyday", "month": "2026-13"}),
        ("quote_transfer", {"account_id": "acc-everyday", "amount": "EUR 1.00"}),
        ("transfer_money", {"from_account_id": "acc-yen", "to_account_id": "acc-yen", "amount": "JPY 1"}),
        ("transfer_money", {"from_account_id": "acc-yen", "to_account_id": "acc-savings", "amount": "USD 1.00"}),
        ("set_alerts", {"account_id": "acc-everyday", "alerts": ["rain"]}),
    ],
)
def test_odd_arguments_are_invalid(name: str, arguments: dict[str, Any]) -> None:
    assert code(call(bank(), name, **arguments)) == "invalid"


def test_direct_debits_are_collected_returned_and_revoked() -> None:
    world = bank()
    row = ok(outside(world, "collect_debit", mandate_id="dd-power", amount="EUR 60.00", category="utilities"))
    assert balance(world) == "EUR 1,790.20"
    ok(call(world, "return_direct_debit", transaction_id=row["id"]))
    assert balance(world) == "EUR 1,850.20"
    assert code(call(world, "return_direct_debit", transaction_id=row["id"])) == "conflict"
    ok(call(world, "revoke_direct_debit", mandate_id="dd-power"))
    assert code(outside(world, "collect_debit", mandate_id="dd-power", amount="EUR 60.00")) == "refused"
    assert ok(call(world, "list_direct_debits", status="active"))["total"] == 0


def test_direct_debit_is_returned_within_56_days_only() -> None:
    world = bank()
    row = ok(outside(world, "collect_debit", mandate_id="dd-power", amount="EUR 60.00"))
    world.advance(at("2026-04-28T08:00"))
    assert code(call(world, "return_direct_debit", transaction_id=row["id"])) == "expired"


def test_bounced_payment_comes_back_without_its_fee() -> None:
    world = bank()
    payment = ok(call(world, "pay_payee", account_id="acc-everyday", payee_id="payee-tanaka", amount="JPY 16,000"))
    ok(outside(world, "bounce_payment", payment_id=payment["id"], reason="account closed"))
    assert balance(world) == "EUR 1,849.20"
    assert ok(call(world, "get_payment", payment_id=payment["id"]))["status"] == "returned"
    assert code(outside(world, "bounce_payment", payment_id=payment["id"], reason="again")) == "conflict"


@pytest.mark.parametrize(
    ("decision", "status", "left"), [("release", "posted", "EUR 1,750.20"), ("reject", "failed", "EUR 1,850.20")]
)
def test_held_payment_waits_for_the_bank(decision: str, status: str, left: str) -> None:
    world = bank()
    payment = pay(world, on="2026-03-05")
    ok(outside(world, "hold_payment", payment_id=payment["id"], reason="security check"))
    world.advance(at("2026-03-08T08:00"))
    assert balance(world) == "EUR 1,850.20"
    ok(outside(world, "decide_payment", payment_id=payment["id"], decision=decision))
    assert (ok(call(world, "get_payment", payment_id=payment["id"]))["status"], balance(world)) == (status, left)


def test_refunds_never_exceed_what_is_left_of_a_charge() -> None:
    world = bank()
    charge = world.ports.charge("acc-everyday", Money.model_validate("JPY 1,000"), "Tempura Ya", "dinner")
    assert (str(charge.amount), balance(world)) == ("EUR 6.25", "EUR 1,843.95")
    part = world.ports.refund(charge, Money.model_validate("JPY 333"), "part")
    assert str(part.amount) == "EUR 2.08"
    with pytest.raises(OperationError) as refusal:
        world.ports.refund(charge, Money.model_validate("JPY 668"), "too much")
    assert refusal.value.code == "invalid"
    world.ports.refund(charge, Money.model_validate("JPY 667"), "rest")
    assert balance(world) == "EUR 1,850.20"
    shown = ok(call(world, "get_transaction", transaction_id=charge.id))
    assert (shown["status"], len(shown["refunds"])) == ("refunded", 2)
    with pytest.raises(OperationError) as second:
        world.ports.refund(charge, Money.model_validate("JPY 1"), "again")
    assert second.value.code == "conflict"


@pytest.mark.parametrize(
    ("method", "amount", "expected"),
    [
        ("acc-bob", "EUR 1.00", "refused"),
        ("acc-none", "EUR 1.00", "not_found"),
        ("acc-everyday", "CHF 1.00", "invalid"),
        ("acc-everyday", "EUR 5,000.00", "insufficient_funds"),
        ("acc-yen", "JPY 95,001", "insufficient_funds"),
    ],
)
def test_charges_need_an_own_account_a_rate_and_room(method: str, amount: str, expected: str) -> None:
    with pytest.raises(OperationError) as refusal:
        bank().ports.charge(method, Money.model_validate(amount), "Shop", "")
    assert refusal.value.code == expected


def test_alerts_speak_only_when_subscribed() -> None:
    world = bank()
    arguments = {"account_id": "acc-everyday", "amount": "EUR 5.00", "sender": "Mum"}
    ok(outside(world, "receive_money", **arguments))
    assert not [entry for entry in world.journal.entries if getattr(entry, "kind", "") == "effect"]
    ok(call(world, "set_alerts", account_id="acc-everyday", alerts=["incoming"]))
    ok(outside(world, "receive_money", **arguments))
    marks = [entry.ref for entry in world.journal.entries if getattr(entry, "kind", "") == "effect"]
    assert marks == ["notice"]


@pytest.mark.parametrize(
    "bad",
    [
        {"id": "p", "name": "x", "iban": "DE00370400440532013000"},
        {"id": "p", "name": "x"},
        {"id": "p", "name": "x", "iban": "GB82WEST12345698765432", "account_no": "1"},
    ],
)
def test_seeds_with_wrong_numbers_do_not_load(bad: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"iban|check digits"):
        bank(payees=[bad])


steps = st.lists(
    st.one_of(
        st.tuples(st.just("transfer"), st.integers(1, 300_000)),
        st.tuples(st.just("pay"), st.integers(1, 300_000)),
        st.tuples(st.just("later"), st.integers(1, 300_000)),
        st.tuples(st.just("order"), st.integers(1, 300_000)),
        st.tuples(st.just("charge"), st.integers(1, 300_000)),
        st.tuples(st.just("refund"), st.integers(1, 300_000)),
        st.tuples(st.just("receive"), st.integers(1, 300_000)),
        st.tuples(st.just("bounce"), st.integers(0, 5)),
        st.tuples(st.just("days"), st.integers(1, 20)),
    ),
    max_size=14,
)


def _step(world: World, what: str, size: int) -> None:
    amount = {"minor": size, "currency": "EUR"}
    accounts = {"account_id": "acc-everyday", "payee_id": "payee-landlord", "amount": amount}
    rows = [row for row in world.table("banking.transactions") if row.kind == "charge"]
    paid = [row for row in world.table("banking.payments") if row.status == "posted"]
    if what == "transfer":
        call(world, "transfer_money", from_account_id="acc-everyday", to_account_id="acc-savings", amount=amount)
    elif what == "pay":
        call(world, "pay_payee", **accounts)
    elif what == "later":
        call(world, "pay_payee", **accounts, on=(world.clock.today + timedelta(days=3)).isoformat())
    elif what == "order":
        start = (world.clock.today + timedelta(days=2)).isoformat()
        call(world, "create_standing_order", **accounts, frequency="weekly", starts_on=start)
    elif what == "receive":
        outside(world, "receive_money", account_id="acc-everyday", amount=amount, sender="x")
    elif what == "bounce" and paid:
        outside(world, "bounce_payment", payment_id=paid[size % len(paid)].id, reason="x")
    elif what == "days":
        world.advance(world.clock.now + timedelta(days=size))
    elif what in ("charge", "refund") and (what == "charge" or rows):
        try:
            with world.transaction():
                if what == "charge":
                    world.ports.charge("acc-everyday", Money.model_validate(amount), "Shop", "")
                else:
                    world.services["banking"].give_refund(rows[0].id, Money.model_validate(amount), "")  # type: ignore[attr-defined]
        except OperationError:
            pass


@given(steps)
@settings(max_examples=30, deadline=None)
def test_ledger_equals_balance_after_anything(actions: list[tuple[str, int]]) -> None:
    world = bank()
    before = openings(world)
    for what, size in actions:
        _step(world, what, size)
        assert openings(world) == before
        assert all(account.available.minor >= 0 for account in world.table("banking.accounts"))
        for row in world.table("banking.transactions"):
            refunds = [
                x.amount.minor
                for x in world.table("banking.transactions")
                if x.kind == "refund" and x.charge_id == row.id
            ]
            assert sum(refunds) <= abs(row.amount.minor)


@given(st.lists(st.tuples(st.sampled_from(["acc-everyday", "acc-savings"]), st.integers(1, 10**6)), max_size=8))
@settings(max_examples=20, deadline=None)
def test_transfers_conserve_money(moves: list[tuple[str, int]]) -> None:
    world = bank()
    for source, size in moves:
        target = "acc-savings" if source == "acc-everyday" else "acc-everyday"
        amount = {"minor": size, "currency": "EUR"}
        call(world, "transfer_money", from_account_id=source, to_account_id=target, amount=amount)
    accounts = [world.table("banking.accounts").get(id) for id in ("acc-everyday", "acc-savings")]
    assert sum(account.balance.minor for account in accounts) == 185_020 + 900_000


@pytest.mark.parametrize("level", [1, 3])
def test_background_leaves_balances_and_never_overdraws_the_past(level: int) -> None:
    world = bank(
        transactions=[
            {
                "id": "tx-1",
                "account": "acc-everyday",
                "payee": "x",
                "amount": "EUR 50.00",
                "booked_at": "2026-02-20T09:00",
            }
        ]
    )
    service = world.services["banking"]
    rows = list(service.background(service.Background(), level, rng("x")))
    assert rows == list(service.background(service.Background(), level, rng("x")))
    world.table("banking.transactions").load([row for _, row in rows])
    for account in world.table("banking.accounts"):
        ledger = sorted(world.table("banking.transactions").find(account=account.id), key=lambda row: row.booked_at)
        if account.owner == "bob":
            assert not ledger
            continue
        assert 60 * level <= len(ledger) <= 150 * level
        held = account.balance.minor
        for row in reversed(ledger):
            assert row.booked_at < world.clock.now
            held -= row.amount.minor
            assert held >= -account.overdraft.minor


def test_savings_accounts_may_be_left_as_the_bundle_has_them() -> None:
    service = bank().services["banking"]
    rows = [row for _, row in service.background(service.Background(savings=False), 1, rng("x"))]
    assert {row.account for row in rows} == {"acc-everyday", "acc-yen"}


def test_background_is_empty_without_accounts() -> None:
    world = make_world("banking")
    service = world.services["banking"]
    assert list(service.background(service.Background(), 5, rng("x"))) == []


def test_records_survive_json() -> None:
    world = bank()
    pay(world)
    order(world)
    for _, collection in world.tables():
        for record in collection:
            assert type(record).model_validate(record.model_dump(mode="json")) == record
