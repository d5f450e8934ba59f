"""Money: integer minor units, one currency at a time."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from vibelife_inspect.money import EXPONENTS, Money, Rates, money, total

CURRENCIES = st.sampled_from(sorted(EXPONENTS))
AMOUNTS = st.builds(Money, minor=st.integers(-(10**12), 10**12), currency=CURRENCIES)


@pytest.mark.parametrize(
    ("text", "minor", "currency"),
    [
        ("EUR 1,250.50", 125050, "EUR"),
        ("EUR 1250.5", 125050, "EUR"),
        ("EUR 0", 0, "EUR"),
        ("EUR -12.30", -1230, "EUR"),
        ("JPY 12,000", 12000, "JPY"),
        ("KWD 1.234", 1234, "KWD"),
        ("  USD 3.00  ", 300, "USD"),
        ("EUR1.00", 100, "EUR"),
    ],
)
def test_text_is_read(text: str, minor: int, currency: str) -> None:
    assert Money.model_validate(text) == Money(minor=minor, currency=currency)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "12.00",
        "12.00 EUR",
        "eur 12.00",
        "EUR 12.005",
        "JPY 1.5",
        "XXX 1.00",
        "EUR twelve",
        "EUR 1e3",
        "EUR NaN",
        "EUR ,",
        {"minor": 1.5, "currency": "EUR"},
        {"minor": 1, "currency": "XXX"},
        {"minor": 1, "currency": "EURO"},
        {"minor": 1},
        {"minor": 10**16, "currency": "EUR"},
        {"minor": 1, "currency": "EUR", "tip": 2},
        {"minor": 1, "currency": "EUR", "text": "EUR 1.00"},
        1.5,
        None,
    ],
)
def test_what_is_no_amount_is_refused(value: object) -> None:
    with pytest.raises(ValidationError):
        Money.model_validate(value)


@given(AMOUNTS)
def test_an_amount_survives_its_text_and_its_json(amount: Money) -> None:
    assert Money.model_validate(str(amount)) == amount
    assert Money.model_validate(amount.model_dump(mode="json")) == amount
    assert money(amount.amount, amount.currency) == amount


@given(AMOUNTS, st.integers(-1000, 1000))
def test_arithmetic_is_exact(amount: Money, times: int) -> None:
    assert amount - amount == amount.zero()
    assert amount + amount.zero() == amount
    assert -amount + amount == amount.zero()
    assert (amount * times).minor == amount.minor * times


@given(st.lists(st.integers(-(10**9), 10**9)))
def test_a_total_is_the_sum(minors: list[int]) -> None:
    assert total([Money(minor=m, currency="EUR") for m in minors], "EUR").minor == sum(minors)


@pytest.mark.parametrize("operate", ["__add__", "__sub__", "__lt__", "__le__", "__gt__", "__ge__"])
def test_two_currencies_never_mix(operate: str) -> None:
    with pytest.raises(ValueError, match="different currencies"):
        getattr(money("1", "EUR"), operate)(money("1", "USD"))


def test_amounts_of_one_currency_are_ordered() -> None:
    less, more = money("1.99", "EUR"), money("2", "EUR")
    assert less < more
    assert less <= more
    assert more > less
    assert more >= less
    assert not less > more
    assert sorted([more, less]) == [less, more]


@pytest.mark.parametrize(
    ("amount", "currency"), [("1.005", "EUR"), ("0.5", "JPY"), ("one", "EUR"), ("1", "XXX"), ("", "EUR")]
)
def test_more_decimals_than_the_currency_has_are_an_error(amount: str, currency: str) -> None:
    with pytest.raises(ValueError, match="amount of"):
        money(amount, currency)


@pytest.mark.parametrize("amount", ["NaN", "Infinity", "-Infinity", "1e999999999"])
def test_what_is_no_number_is_no_amount(amount: str) -> None:
    with pytest.raises(ValueError, match="amount of"):
        money(amount, "EUR")


@pytest.mark.parametrize(
    ("minor", "points", "result"),
    [(1000, 10, 100), (50, 1, 0), (150, 1, 2), (250, 1, 2), (-150, 1, -2), (999, 100, 999), (7, 0, 0)],
)
def test_a_percentage_rounds_half_to_even(minor: int, points: int, result: int) -> None:
    assert Money(minor=minor, currency="EUR").percent(points).minor == result


@pytest.mark.parametrize(
    ("amount", "target", "result"),
    [
        ("EUR 10.00", "JPY", "JPY 1,624"),
        ("JPY 1,624", "EUR", "EUR 10.00"),
        ("EUR 10.00", "EUR", "EUR 10.00"),
        ("EUR 0.01", "JPY", "JPY 2"),
        ("KWD 1.000", "EUR", "EUR 3.00"),
    ],
)
def test_rates_convert_both_ways(amount: str, target: str, result: str) -> None:
    rates = Rates({"EUR/JPY": "162.40", "KWD/EUR": "3"})
    assert str(rates.convert(Money.model_validate(amount), target)) == result


def test_an_unknown_pair_is_named() -> None:
    with pytest.raises(KeyError, match="EUR/CHF"):
        Rates({"EUR/JPY": "162.40"}).convert(money(1, "EUR"), "CHF")


@pytest.mark.parametrize(
    ("amount", "currency", "minor"),
    [("EUR 10.00", "JPY", 1624), ("EUR 10.00", "EUR", 1000), ("EUR 10.00", "CHF", None)],
)
def test_an_amount_is_worth_something_where_there_is_a_rate(amount: str, currency: str, minor: int | None) -> None:
    assert Rates({"EUR/JPY": "162.40"}).worth(Money.model_validate(amount), currency) == minor


def test_amounts_are_frozen_and_hash_by_value() -> None:
    amount = money("1", "EUR")
    assert len({amount, money("1.00", "EUR")}) == 1
    with pytest.raises(ValidationError):
        amount.minor = 5  # type: ignore[misc]
    assert amount.amount == Decimal("1.00")


def test_the_schema_is_the_input_form() -> None:
    schema = Money.model_json_schema()
    assert schema["required"] == ["minor", "currency"]
    assert schema["additionalProperties"] is False
