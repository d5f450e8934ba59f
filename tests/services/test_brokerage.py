"""brokerage: prices on their path, orders, fees, settlement, cash, dividends, alerts, and what the market does."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import at, code, make_world, ok
from vibelife_inspect.errors import OperationError
from vibelife_inspect.money import Money
from vibelife_inspect.world import Outcome, World

XETRA = {"opens": "09:00", "closes": "17:30", "zone": "Europe/Berlin"}
SEEDS: dict[str, list[dict[str, Any]]] = {
    "accounts": [
        {"id": "depot", "cash": "EUR 10,000.00", "bank_account": "bank",
         "fees": {"flat": "EUR 1.00", "percent_bp": 25, "foreign_bp": 50}},
        {"id": "second", "cash": "USD 500.00"},
        {"id": "alien", "owner": "jonas", "cash": "EUR 50.00"},
    ],
    "instruments": [
        {"id": "HLX", "name": "Helix Works", "start_price": "EUR 50.00", "hours": XETRA, "sector": "industrials"},
        {"id": "SAKU", "name": "Sakura Foods", "name_local": "桜食品", "start_price": "JPY 2,000",
         "hours": {"opens": "09:00", "closes": "15:30", "zone": "Asia/Tokyo"}},
        {"id": "THIN", "name": "Thin Paper", "start_price": "EUR 10.00", "depth": 30, "spread_bp": 100, "hours": XETRA},
        {"id": "MIX", "name": "Balanced Fund", "kind": "fund", "category": "mixed", "start_price": "EUR 100.00",
         "entry_fee_bp": 100, "hours": {"closes": "16:00", "zone": "Europe/Berlin"}},
        {"id": "WILD", "name": "Wild Wind", "kind": "etf", "category": "equity", "start_price": "USD 80.00",
         "swing_bp": 150, "hours": XETRA},
    ],
    "holdings": [
        {"account": "depot", "symbol": "HLX", "quantity": 20, "cost": "EUR 800.00"},
        {"account": "depot", "symbol": "MIX", "quantity": 5500, "cost": "EUR 500.00"},
        {"account": "alien", "symbol": "HLX", "quantity": 3, "cost": "EUR 100.00"},
    ],
    "dividends": [{"id": "d1", "symbol": "HLX", "per_unit": "EUR 0.60", "ex_at": "2026-03-05",
                   "pays_at": "2026-03-09"}],
    "orders": [{"id": "o-alien", "owner": "jonas", "account": "alien", "symbol": "HLX", "side": "sell",
                "kind": "limit", "limit_price": "EUR 900.00", "quantity": 1, "time_in_force": "gtc",
                "placed_at": "2026-03-01T10:00"}],
}  # fmt: skip
BANK = {"banking.accounts": [{"id": "bank", "name": "Giro", "balance": "EUR 3,000.00"}]}
CARD = {
    "credit_card.cards": [
        {"id": "card", "name": "Blue", "last4": "1111", "limit": "EUR 900.00", "next_statement": "2026-03-20"}
    ]
}


def broker(*services: str, start: str = "2026-03-02T10:20", **extra: list[dict[str, Any]]) -> World:
    seeds: dict[str, Any] = {f"brokerage.{table}": [*rows, *extra.get(table, [])] for table, rows in SEEDS.items()}
    seeds |= {f"brokerage.{table}": rows for table, rows in extra.items() if table not in SEEDS}
    seeds |= BANK if "banking" in services else {}
    seeds |= CARD if "credit_card" in services else {}
    return make_world("brokerage", *services, seeds=seeds, start=start)


def call(world: World, name: str, /, **arguments: Any) -> Outcome:
    return world.call(f"brokerage_{name}", arguments)


def outside(world: World, name: str, /, **arguments: Any) -> Any:
    return ok(world.outside(f"brokerage_{name}", arguments))


def place(world: World, symbol: str = "HLX", side: str = "buy", account: str = "depot", /, **terms: Any) -> Outcome:
    return call(world, "place_order", account_id=account, order={"symbol": symbol, "side": side, **terms})


def cash(world: World, account: str = "depot") -> str:
    return str(world.table("brokerage.accounts").get(account).cash)


def status(world: World, order: Any) -> str:
    return str(world.table("brokerage.orders").get(order["id"]).status)


def quote(world: World, symbol: str) -> str:
    return str(ok(call(world, "get_quote", symbol=symbol))["price"]["text"])


# ---- prices


def test_a_price_is_its_known_one_and_jumps_at_known_times() -> None:
    path = [{"at": "2026-03-03T12:00", "price": "EUR 60.00"}, {"at": "2026-02-20T12:00", "price": "EUR 44.00"}]
    world = broker(instruments=[{"id": "JMP", "name": "Jump", "start_price": "EUR 50.00", "path": path}])
    assert quote(world, "JMP") == "EUR 50.00"
    world.advance(at("2026-03-03T12:00"))
    assert quote(world, "JMP") == "EUR 60.00"
    history = ok(call(world, "get_price_history", symbol="JMP", since="2026-02-19"))
    closes = {str(row["day"]): row["close"]["text"] for row in history["closes"]}
    assert (closes["2026-02-19"], closes["2026-02-20"], closes["2026-03-02"]) == ("EUR 44.00", "EUR 44.00", "EUR 50.00")
    assert "2026-02-21" not in closes
    assert "2026-03-03" not in closes
    assert history["highest"]["text"] == "EUR 50.00"


def test_a_moving_price_starts_where_it_should_and_is_the_same_in_every_run() -> None:
    one, two = broker(), broker()
    assert quote(one, "WILD") == "USD 80.00"
    seen = set()
    for day in range(3, 14):
        one.advance(at(f"2026-03-{day:02d}T12:00"))
        seen.add(quote(one, "WILD"))
    two.advance(at("2026-03-13T12:00"))
    assert quote(two, "WILD") == quote(one, "WILD")
    assert len(seen) > 5
    prices = [float(price.removeprefix("USD ")) for price in seen]
    assert all(50 < price < 120 for price in prices)


def test_a_price_stands_still_between_sessions() -> None:
    world = broker()
    world.advance(at("2026-03-06T17:30"))
    friday = quote(world, "WILD")
    world.advance(at("2026-03-09T08:59"))
    assert quote(world, "WILD") == friday
    assert ok(call(world, "get_quote", symbol="WILD"))["next_fill_at"] == "2026-03-09T09:00:00+01:00"


# ---- orders


def test_a_preview_says_what_the_order_then_does() -> None:
    world = broker()
    terms = {"symbol": "HLX", "side": "buy", "quantity": 10}
    preview = ok(call(world, "preview_order", account_id="depot", order=terms))
    assert (preview["value"]["text"], preview["fee"]["text"]) == ("EUR 500.00", "EUR 2.25")
    assert preview["fills_now"] is True
    order = ok(place(world, "HLX", quantity=10))
    assert order["status"] == "filled"
    assert cash(world) == "EUR 9,497.75"
    assert order["fills"][0]["amount"]["minor"] == -preview["total"]["minor"]
    holding = ok(call(world, "list_holdings", account_id="depot"))["items"][0]
    assert (holding["quantity"], holding["cost"]["text"], holding["average_cost"]["text"]) == (
        30, "EUR 1,302.25", "EUR 43.41",
    )  # fmt: skip


def test_a_sale_realises_its_gain_and_settles_two_trading_days_later() -> None:
    world = broker(start="2026-03-05T10:20", dividends=[])
    ok(place(world, "HLX", "sell", quantity=5))
    portfolio = ok(call(world, "get_portfolio", account_id="depot"))
    assert portfolio["cash"]["text"] == "EUR 10,248.37"
    assert portfolio["unsettled_cash"]["text"] == "EUR 248.37"
    assert portfolio["withdrawable_cash"]["text"] == "EUR 10,000.00"
    row = ok(call(world, "list_movements", account_id="depot", kind="sell"))["items"][0]
    assert (row["realised"]["text"], row["status"]) == ("EUR 48.37", "unsettled")
    world.advance(at("2026-03-09T08:59"))
    assert ok(call(world, "get_portfolio", account_id="depot"))["unsettled_cash"]["minor"] == 248_37
    world.advance(at("2026-03-09T09:00"))
    assert ok(call(world, "get_portfolio", account_id="depot"))["unsettled_cash"]["minor"] == 0


def test_a_market_order_waits_for_the_opening_and_reserves_cash() -> None:
    world = broker(start="2026-02-28T12:00")
    order = ok(place(world, quantity=10))
    assert (order["status"], order["reserved"]["text"]) == ("placed", "EUR 527.31")
    assert ok(call(world, "get_portfolio", account_id="depot"))["free_cash"]["text"] == "EUR 9,472.69"
    world.advance(at("2026-03-02T08:59"))
    assert status(world, order) == "placed"
    world.advance(at("2026-03-02T09:00"))
    assert status(world, order) == "filled"
    assert cash(world) == "EUR 9,497.75"


def test_a_day_order_ends_with_the_session_and_frees_its_reserve() -> None:
    world = broker()
    order = ok(place(world, kind="limit", limit_price="EUR 45.00", quantity=10))
    world.advance(at("2026-03-02T17:29"))
    assert status(world, order) == "placed"
    world.advance(at("2026-03-02T17:30"))
    assert status(world, order) == "expired"
    assert ok(call(world, "get_portfolio", account_id="depot"))["reserved_cash"]["minor"] == 0


@pytest.mark.parametrize(
    ("terms", "price", "after"),
    [
        ({"side": "buy", "kind": "limit", "limit_price": "EUR 45.00"}, "EUR 45.01", "placed"),
        ({"side": "buy", "kind": "limit", "limit_price": "EUR 45.00"}, "EUR 44.00", "filled"),
        ({"side": "sell", "kind": "limit", "limit_price": "EUR 55.00"}, "EUR 55.00", "filled"),
        ({"side": "sell", "kind": "stop", "stop_price": "EUR 45.00"}, "EUR 46.00", "placed"),
        ({"side": "sell", "kind": "stop", "stop_price": "EUR 45.00"}, "EUR 40.00", "filled"),
        ({"side": "buy", "kind": "stop", "stop_price": "EUR 55.00"}, "EUR 56.00", "filled"),
        ({"side": "buy", "kind": "stop", "stop_price": "EUR 55.00"}, "EUR 900.00", "rejected"),
    ],
)
def test_orders_wait_until_the_price_is_met(terms: dict[str, str], price: str, after: str) -> None:
    world = broker()
    order = ok(place(world, "HLX", terms["side"], **{**terms, "quantity": 20, "time_in_force": "gtc"}))
    assert order["status"] == "placed"
    outside(world, "set_price", symbol="HLX", price=price)
    assert status(world, order) == after
    moved = world.table("brokerage.movements").find(ref=order["id"])
    assert [str(row.price) for row in moved] == ([price] if after == "filled" else [])


def test_a_limit_on_a_moving_price_fills_at_the_first_tick_that_meets_it() -> None:
    world, twin = broker(), broker()
    low = None
    for hour in range(24 * 40):
        twin.advance(at("2026-03-02T10:20") + timedelta(hours=hour))
        cents = round(float(quote(twin, "WILD").removeprefix("USD ")) * 100)
        if cents <= 7900:
            low = twin.clock.now
            break
    assert low is not None
    order = ok(place(world, "WILD", kind="limit", limit_price="USD 79.00", quantity=2, time_in_force="gtc"))
    world.advance(at("2026-04-20T12:00"))
    filled = world.table("brokerage.orders").get(order["id"])
    assert filled.status == "filled"
    assert low - timedelta(hours=1) <= filled.ended_at <= low


def test_a_thin_market_fills_piece_by_piece_at_bid_or_ask() -> None:
    world = broker()
    order = ok(place(world, "THIN", quantity=70))
    assert (order["status"], order["filled_quantity"]) == ("partly_filled", 30)
    assert order["fills"][0]["price"]["text"] == "EUR 10.05"
    world.advance(at("2026-03-02T12:00"))
    full = ok(call(world, "get_order", order_id=order["id"]))
    assert (full["status"], [fill["quantity"] for fill in full["fills"]]) == ("filled", [30, 30, 10])
    assert full["fees"]["text"] == "EUR 2.75"
    assert ok(place(world, "THIN", "sell", quantity=1))["fills"][0]["price"]["text"] == "EUR 9.95"


def test_what_was_filled_of_a_cancelled_order_stays() -> None:
    world = broker()
    order = ok(place(world, "THIN", quantity=70))
    assert ok(call(world, "cancel_order", order_id=order["id"]))["status"] == "cancelled"
    assert world.table("brokerage.holdings").get("depot/THIN").quantity == 30
    assert code(call(world, "cancel_order", order_id=order["id"])) == "conflict"


def test_a_fund_is_bought_by_amount_at_its_valuation() -> None:
    world = broker()
    order = ok(place(world, "MIX", amount="EUR 1,000.00"))
    assert (order["status"], order["reserved"]["text"]) == ("placed", "EUR 1,000.00")
    world.advance(at("2026-03-02T16:00"))
    full = ok(call(world, "get_order", order_id=order["id"]))
    assert (full["status"], full["quantity"]) == ("filled", 9865)
    assert full["fills"][0]["amount"]["text"] == "EUR -999.83"
    assert code(place(world, "MIX", kind="limit", limit_price="EUR 1.00", quantity=1)) == "invalid"


def test_a_foreign_instrument_costs_a_foreign_fee() -> None:
    world = broker(start="2026-03-02T03:00")
    order = ok(place(world, "SAKU", quantity=8))
    assert (order["value"]["text"], order["fees"]["text"]) == ("EUR 100.00", "EUR 1.75")


def test_a_changed_limit_is_reserved_anew_and_may_fill_at_once() -> None:
    world = broker()
    order = ok(place(world, kind="limit", limit_price="EUR 40.00", quantity=100))
    raised = ok(call(world, "change_limit", order_id=order["id"], price="EUR 49.00"))
    assert (raised["status"], raised["reserved"]["text"]) == ("placed", "EUR 4,913.25")
    assert code(call(world, "change_limit", order_id=order["id"], price="EUR 400.00")) == "insufficient_funds"
    assert ok(call(world, "change_limit", order_id=order["id"], price="EUR 51.00"))["status"] == "filled"
    assert cash(world) == "EUR 4,986.50"


@pytest.mark.parametrize(
    ("account", "symbol", "terms", "expected"),
    [
        ("depot", "HLX", {"side": "buy", "quantity": 200}, "insufficient_funds"),
        ("depot", "HLX", {"side": "sell", "quantity": 21}, "conflict"),
        ("depot", "HLX", {"side": "buy"}, "invalid"),
        ("depot", "HLX", {"side": "buy", "amount": "EUR 100.00"}, "invalid"),
        ("depot", "MIX", {"side": "buy", "amount": "EUR 0.50"}, "invalid"),
        ("depot", "HLX", {"side": "buy", "quantity": 1, "limit_price": "EUR 1.00"}, "invalid"),
        ("depot", "HLX", {"side": "buy", "quantity": 1, "kind": "limit"}, "invalid"),
        ("depot", "HLX", {"side": "buy", "quantity": 1, "kind": "limit", "limit_price": "USD 1.00"}, "invalid"),
        ("depot", "HLX", {"side": "buy", "quantity": 10**9}, "invalid"),
        ("depot", "SAKU", {"side": "buy", "quantity": 10**9}, "invalid"),
        ("second", "SAKU", {"side": "buy", "quantity": 1}, "invalid"),
        ("alien", "HLX", {"side": "sell", "quantity": 1}, "refused"),
        ("depot", "NONE", {"side": "buy", "quantity": 1}, "not_found"),
    ],
)
def test_impossible_orders_are_refused(account: str, symbol: str, terms: dict[str, Any], expected: str) -> None:
    world = broker()
    before = world.digest()
    order = {"symbol": symbol, **terms}
    for name in ("preview_order", "place_order"):
        assert code(call(world, name, account_id=account, order=order)) == expected
    assert world.digest() == before


def test_shares_in_open_sales_cannot_be_sold_twice() -> None:
    world = broker()
    ok(place(world, "HLX", "sell", kind="limit", limit_price="EUR 99.00", quantity=15))
    assert code(place(world, "HLX", "sell", quantity=6)) == "conflict"
    assert ok(call(world, "list_holdings"))["items"][0]["free_quantity"] == 5


def test_other_peoples_records_are_refused() -> None:
    world = broker()
    for name, arguments in {
        "get_portfolio": {"account_id": "alien"},
        "get_order": {"order_id": "o-alien"},
        "cancel_order": {"order_id": "o-alien"},
        "deposit_cash": {"account_id": "alien", "amount": "EUR 1.00"},
    }.items():
        assert code(call(world, name, **arguments)) == "refused", name
    assert ok(call(world, "list_orders"))["total"] == 0
    assert ok(call(world, "list_accounts"))["total"] == 2


def test_a_filled_order_mails_a_contract_note() -> None:
    world = broker("email")
    order = ok(place(world, quantity=1))
    mails = [row for row in world.table("email.messages") if order["id"] in row.subject]
    assert len(mails) == 1


# ---- cash


def test_cash_moves_between_bank_and_broker() -> None:
    world = broker("banking")
    row = ok(call(world, "deposit_cash", account_id="depot", amount="EUR 1,000.00"))
    assert (row["cash"]["text"], row["note"]) == ("EUR 11,000.00", "")
    back = ok(call(world, "withdraw_cash", account_id="depot", amount="EUR 250.00"))
    assert back["cash"]["text"] == "EUR 10,750.00"
    assert str(world.table("banking.accounts").get("bank").balance) == "EUR 2,250.00"
    payout = world.table("banking.transactions").get(back["ref"])
    assert (payout.kind, payout.payee) == ("incoming", "Halden Brokerage")


def test_only_free_settled_cash_leaves_and_only_to_a_bank_account() -> None:
    world = broker("banking", "credit_card")
    ok(place(world, "HLX", kind="limit", limit_price="EUR 40.00", quantity=100))
    too_much = {"account_id": "depot", "amount": "EUR 6,000.00"}
    assert code(call(world, "withdraw_cash", **too_much)) == "insufficient_funds"
    before = world.digest()
    assert code(call(world, "withdraw_cash", account_id="depot", amount="EUR 5.00", bank_account="card")) == "refused"
    assert code(call(world, "withdraw_cash", account_id="depot", amount="EUR 5.00", bank_account="x")) == "not_found"
    assert code(call(world, "withdraw_cash", account_id="second", amount="USD 5.00")) == "invalid"
    assert code(call(world, "withdraw_cash", account_id="depot", amount="USD 5.00")) == "invalid"
    assert world.digest() == before


def test_without_a_bank_the_answer_says_so() -> None:
    world = broker()
    assert "no payment service" in ok(call(world, "withdraw_cash", account_id="depot", amount="EUR 5.00"))["note"]
    assert "no payment service" in ok(call(world, "deposit_cash", account_id="depot", amount="EUR 5.00"))["note"]


def test_payouts_need_a_positive_amount_and_an_active_account() -> None:
    world = broker("banking")
    for amount, frozen in (("EUR 0.00", False), ("EUR 1.00", True)):
        if frozen:
            ok(world.outside("banking_block_account", {"account_id": "bank", "reason": "check"}))
        with pytest.raises(OperationError) as refusal:
            world.ports.pay_out("bank", Money.model_validate(amount), "Broker", "")
        assert refusal.value.code == ("refused" if frozen else "invalid")


# ---- time and the outside


def test_a_dividend_goes_to_whoever_held_the_shares_at_its_ex_date() -> None:
    world = broker()
    world.advance(at("2026-03-05T10:00"))
    ok(place(world, "HLX", "sell", quantity=20))
    before = world.table("brokerage.accounts").get("depot").cash
    world.advance(at("2026-03-09T00:00"))
    assert str(world.table("brokerage.accounts").get("depot").cash - before) == "EUR 12.00"
    assert cash(world, "alien") == "EUR 51.80"
    row = outside(world, "pay_dividend", symbol="MIX", per_unit="EUR 2.00")
    assert row["status"] == "paid"
    paid = ok(call(world, "list_movements", kind="dividend"))["items"]
    assert sorted(line["amount"]["text"] for line in paid) == ["EUR 11.00", "EUR 12.00"]


def test_nothing_is_filled_while_an_instrument_is_suspended() -> None:
    world = broker()
    order = ok(place(world, kind="limit", limit_price="EUR 45.00", quantity=1, time_in_force="gtc"))
    outside(world, "suspend_instrument", symbol="HLX")
    assert code(place(world, quantity=1)) == "unavailable"
    world.advance(at("2026-03-04T10:00"))
    outside(world, "resume_instrument", symbol="HLX")
    assert quote(world, "HLX") == "EUR 50.00"
    outside(world, "set_price", symbol="HLX", price="EUR 44.00")
    assert status(world, order) == "filled"


def test_a_delisted_instrument_rejects_its_orders() -> None:
    world = broker()
    order = ok(place(world, kind="limit", limit_price="EUR 45.00", quantity=1, time_in_force="gtc"))
    outside(world, "delist_instrument", symbol="HLX")
    assert status(world, order) == "rejected"
    assert ok(call(world, "get_portfolio", account_id="depot"))["reserved_cash"]["minor"] == 0


def test_a_blocked_account_neither_trades_nor_pays() -> None:
    world = broker()
    order = ok(place(world, kind="limit", limit_price="EUR 45.00", quantity=1, time_in_force="gtc"))
    outside(world, "block_account", account_id="depot", reason="identity check")
    outside(world, "set_price", symbol="HLX", price="EUR 44.00")
    assert code(place(world, quantity=1)) == "refused"
    assert code(call(world, "withdraw_cash", account_id="depot", amount="EUR 1.00")) == "refused"
    world.advance(at("2026-03-03T10:00"))
    assert status(world, order) == "placed"
    outside(world, "unblock_account", account_id="depot")
    assert status(world, order) == "filled"


def test_a_fee_never_takes_reserved_cash() -> None:
    world = broker()
    ok(place(world, "HLX", kind="limit", limit_price="EUR 40.00", quantity=100))
    assert outside(world, "charge_fee", account_id="depot", amount="EUR 10.00", reason="custody")["kind"] == "fee"
    fee = {"account_id": "depot", "amount": "EUR 9,000.00", "reason": "custody"}
    assert code(world.outside("brokerage_charge_fee", fee)) == "insufficient_funds"


def test_an_alert_rings_once_when_its_price_is_reached() -> None:
    world = broker()
    alert = ok(call(world, "create_alert", symbol="HLX", direction="above", price="EUR 55.00", note="sell half"))
    assert code(call(world, "create_alert", symbol="HLX", direction="below", price="EUR 55.00")) == "invalid"
    outside(world, "set_price", symbol="HLX", price="EUR 54.00")
    assert world.take_rings() == []
    outside(world, "set_price", symbol="HLX", price="EUR 56.00")
    rings = world.take_rings()
    assert len(rings) == 1
    assert "sell half" in rings[0].text
    assert code(call(world, "cancel_alert", alert_id=alert["id"])) == "conflict"


def test_an_alert_on_a_moving_price_goes_off_by_itself_or_expires() -> None:
    world = broker()
    ok(call(world, "create_alert", symbol="WILD", direction="below", price="USD 79.50"))
    ok(call(world, "create_alert", symbol="WILD", direction="above", price="USD 400.00", expires_at="2026-03-20T00:00"))
    world.advance(at("2026-05-01T12:00"))
    shown = {row["direction"]: row["status"] for row in ok(call(world, "list_alerts"))["items"]}
    assert shown == {"below": "fired", "above": "expired"}
    assert len(world.take_rings()) == 1


def test_performance_leaves_deposits_out() -> None:
    world = broker(dividends=[], start="2026-03-02T10:20")
    world.advance(at("2026-03-10T12:00"))
    ok(call(world, "deposit_cash", account_id="depot", amount="EUR 5,000.00"))
    outside(world, "set_price", symbol="HLX", price="EUR 100.00")
    world.advance(at("2026-03-20T12:00"))
    outside(world, "set_price", symbol="HLX", price="EUR 75.00")
    world.advance(at("2026-03-25T12:00"))
    shown = ok(call(world, "get_performance", account_id="depot", period="30d"))
    assert shown["net_deposits"]["text"] == "EUR 5,000.00"
    assert shown["start_value"]["text"] == "EUR 11,550.00"
    assert shown["gain"]["text"] == "EUR 512.00"
    assert shown["return_bp"] > 250
    assert 250 < shown["max_drawdown_bp"] < 350


def test_search_finds_words_in_any_script_and_never_everything() -> None:
    world = broker()
    assert [row["symbol"] for row in ok(call(world, "search_instruments", query="桜"))["items"]] == ["SAKU"]
    assert [row["symbol"] for row in ok(call(world, "search_instruments", kind="etf"))["items"]] == ["WILD"]
    assert [row["symbol"] for row in ok(call(world, "list_funds", category="mixed"))["items"]] == ["MIX"]
    assert code(call(world, "search_instruments")) == "invalid"


def test_the_watchlist_keeps_each_symbol_once() -> None:
    world = broker()
    for note in ("a", "b"):
        ok(call(world, "add_to_watchlist", symbol="HLX", note=note))
    rows = ok(call(world, "list_watchlist"))["items"]
    assert [(row["symbol"], row["note"], row["price"]["text"]) for row in rows] == [("HLX", "b", "EUR 50.00")]
    ok(call(world, "remove_from_watchlist", symbol="HLX"))
    assert code(call(world, "remove_from_watchlist", symbol="HLX")) == "not_found"


steps = st.lists(
    st.tuples(st.sampled_from(["buy", "sell", "limit", "stop", "fund", "cancel", "price", "days", "cash", "dividend"]),
              st.integers(1, 120)), max_size=12,
)  # fmt: skip


def _step(world: World, what: str, size: int) -> None:
    orders = [row for row in world.table("brokerage.orders") if row.owner == "me"]
    if what in ("buy", "sell"):
        place(world, "THIN" if size % 2 else "HLX", what, quantity=size)
    elif what == "limit":
        place(world, "HLX", kind="limit", limit_price={"minor": 100 * size, "currency": "EUR"}, quantity=size)
    elif what == "stop":
        place(world, "WILD", kind="stop", stop_price={"minor": 7900 + size, "currency": "USD"}, quantity=size)
    elif what == "fund":
        place(world, "MIX", amount={"minor": 997 * size, "currency": "EUR"})
    elif what == "cancel" and orders:
        call(world, "cancel_order", order_id=orders[size % len(orders)].id)
    elif what == "price":
        outside(world, "set_price", symbol="HLX", price={"minor": 83 * size, "currency": "EUR"})
    elif what == "days":
        world.advance(world.clock.now + timedelta(hours=size))
    elif what == "cash":
        call(world, "withdraw_cash", account_id="depot", amount={"minor": 100 * size, "currency": "EUR"})
    elif what == "dividend":
        outside(world, "pay_dividend", symbol="THIN", per_unit={"minor": size, "currency": "USD"})


@given(steps)
@settings(max_examples=40, deadline=None)
def test_ledger_equals_cash_and_shares_equal_fills_after_anything(actions: list[tuple[str, int]]) -> None:
    world = broker()
    for what, size in actions:
        _step(world, what, size)
    rows = world.table("brokerage.movements").find(account="depot")
    assert world.table("brokerage.accounts").get("depot").cash.minor == 10_000_00 + sum(
        row.amount.minor for row in rows
    )
    start = {"HLX": 20, "MIX": 5500}
    for symbol in ("HLX", "MIX", "THIN", "WILD"):
        held = sum(row.quantity for row in world.table("brokerage.holdings").find(account="depot", symbol=symbol))
        assert held == start.get(symbol, 0) + sum(row.quantity for row in rows if row.symbol == symbol)
    portfolio = ok(call(world, "get_portfolio", account_id="depot"))
    assert portfolio["reserved_cash"]["minor"] <= portfolio["cash"]["minor"]
