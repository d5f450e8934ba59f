"""Facts are found in every usual notation, as whole tokens, and a different fact is not found."""

from datetime import date, datetime, time
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from vibelife_inspect.checks.facts import missing, read_fact, says, units
from vibelife_inspect.checks.numbers import numbers_in, plain_number
from vibelife_inspect.money import EXPONENTS, Money

MONTHS = "January February March April May June July August September October November December".split()


def stated(fact: Any, text: str) -> bool:
    return read_fact(fact).stated_in(text)


# ---- amounts

EURO = {"amount": "EUR 1,250.50"}


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (EURO, "EUR 1,250.50"),
        (EURO, "EUR 1250.50"),
        (EURO, "1.250,50 €"),
        (EURO, "1 250,50 €"),
        (EURO, "1\u202f250,50\u00a0€"),
        (EURO, "1'250.50 EUR"),
        (EURO, "1’250.50 EUR"),
        (EURO, "€1,250.50"),
        (EURO, "€ 1250,50"),
        (EURO, "1250.50 euros"),
        (EURO, "1250.5 euro"),
        (EURO, "It comes to eur 1,250.50."),
        (EURO, "€1,250.50, paid today"),
        (EURO, "(€1,250.50)"),
        (EURO, "**1,250.50 EUR**"),
        (EURO, "１２５０．５０ €"),
        (EURO, "1250.50"),
        (EURO, "| rent | 1,250.50 | paid |"),
        (EURO, "rent,1250.50,paid"),
        (EURO, "total:\n1250.50"),
        ({"amount": "EUR 20.00"}, "20 €"),
        ({"amount": "EUR 20.00"}, "€20"),
        ({"amount": "EUR 20.00"}, "20,- EUR"),
        ({"amount": "EUR 20.00"}, "20.- EUR"),
        ({"amount": "EUR 5.00"}, "€5"),
        ({"amount": "JPY 12,000"}, "¥12,000"),
        ({"amount": "JPY 12,000"}, "￥12,000"),
        ({"amount": "JPY 12,000"}, "12000円"),
        ({"amount": "JPY 12,000"}, "１２，０００円"),
        ({"amount": "JPY 12,000"}, "12 000 yen"),
        ({"amount": "JPY 12,000"}, "JPY 12,000"),
        ({"amount": "USD 1,000,000.00"}, "$1,000,000"),
        ({"amount": "USD 1,000,000.00"}, "USD 1.000.000,00"),
        ({"amount": "GBP 9.99"}, "£9.99"),
        ({"amount": "KWD 1.234"}, "KWD 1.234"),
        ({"amount": "CHF 45.00"}, "CHF 45.-"),
        ({"amount": "EUR -12.30"}, "EUR -12.30"),
        ({"amount": "EUR -12.30"}, "-12.30 EUR"),
        ({"amount": "EUR -12.30"}, "−12,30 €"),
        ({"amount": "EUR -12.30"}, "-€12.30"),
        ({"amount": "EUR 12.30"}, "- €12.30 for the bus"),
        ({"amount": "EUR 12.30"}, "- EUR 12.30"),
        ({"amount": "EUR 100.00", "tolerance": 100}, "€ 99"),
        ({"amount": "EUR 100.00", "tolerance": 100}, "€ 101.00"),
        ({"amount": "EUR 590.00"}, "HB-550-2291 590.00 EUR"),
        ({"amount": "EUR 590.00"}, "RES-1 590,00 €"),
        ({"amount": "EUR 590.00"}, "RES\u20111 590,00 €"),
        ({"amount": "EUR 590.00"}, "2026-12-13 590.00 EUR"),
        ({"amount": "EUR 590.00"}, "at 14:30 590.00 EUR"),
        ({"amount": "EUR 590.00"}, "13/12 590.00 EUR"),
        ({"amount": "EUR 590.00"}, "in 2026 590.00 EUR"),
        ({"amount": "EUR 590.00"}, "rent—590.00 EUR"),
        ({"amount": "EUR 590.00"}, "EUR-590.00"),
        ({"amount": "EUR 12,000.00"}, "10 000-12 000 EUR"),
    ],
)
def test_an_amount_is_found(fact: Any, text: str) -> None:
    assert stated(fact, text)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (EURO, "EUR 1,250.05"),
        (EURO, "EUR 1,250.51"),
        (EURO, "EUR 11,250.50"),
        (EURO, "EUR 250.50"),
        (EURO, "USD 1,250.50"),
        (EURO, "$1,250.50"),
        (EURO, "1,250.50 CHF"),
        (EURO, "I counted 1250.50 of them"),
        (EURO, "order 1250.50-A"),
        (EURO, ""),
        (EURO, "EUR -1,250.50"),
        ({"amount": "EUR 20.00"}, "EUR 120"),
        ({"amount": "EUR 20.00"}, "EUR 200"),
        ({"amount": "EUR 20.00"}, "EUR 20.50"),
        ({"amount": "EUR 20.00"}, "EUR 20,000"),
        ({"amount": "EUR 20.00"}, "in 20 days"),
        ({"amount": "EUR 20.00"}, "2026-03-20"),
        ({"amount": "EUR 20.00"}, "20.000 €"),
        ({"amount": "JPY 12"}, "¥12,000"),
        ({"amount": "EUR 12.30"}, "-€12.30"),
        ({"amount": "JPY 12,000"}, "¥1,200"),
        ({"amount": "EUR 12.30"}, "EUR -12.30"),
        ({"amount": "EUR 100.00", "tolerance": 100}, "€ 101.01"),
        ({"amount": "EUR 100.00", "tolerance": 100}, "€ 98.99"),
        ({"amount": "EUR 590.00"}, "RES-590 EUR 12.00"),
        ({"amount": "EUR 590.00"}, "HB-550-590 is free"),
        ({"amount": "EUR 590.00"}, "1 590.00 EUR"),
        ({"amount": "EUR 1,590.00"}, "RES-1 590.00 EUR"),
    ],
)
def test_another_amount_is_not(fact: Any, text: str) -> None:
    assert not stated(fact, text)


def grouped(amount: Money, thousands: str, decimals: str) -> str:
    exponent = EXPONENTS[amount.currency]
    whole, _, part = f"{abs(amount.amount):,.{exponent}f}".partition(".")
    return whole.replace(",", thousands) + (decimals + part if part else "")


AMOUNTS = st.builds(
    Money, minor=st.integers(0, 10**9), currency=st.sampled_from(["EUR", "USD", "GBP", "JPY", "CHF", "SEK", "KRW"])
)
SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "KRW": "₩"}
NOTATIONS = st.sampled_from([(",", "."), (".", ","), (" ", ","), ("'", "."), ("\u202f", ","), ("", "."), ("", ",")])
FRAMES = st.sampled_from(
    ["{}", "It costs {} in all.", "| x | {} | y |", "**{}**", "paid ({})", "{}, then home", "total: {}"]
)


def written(amount: Money, notation: tuple[str, str], sign: bool, before: bool) -> str:
    number = grouped(amount, *notation)
    mark = SIGNS.get(amount.currency, amount.currency) if sign else amount.currency
    return f"{mark} {number}" if before else f"{number} {mark}"


@settings(max_examples=400)
@given(AMOUNTS, NOTATIONS, st.booleans(), st.booleans(), FRAMES)
def test_every_amount_is_found_in_every_notation(
    amount: Money, notation: tuple[str, str], sign: bool, before: bool, frame: str
) -> None:
    assert stated({"amount": amount}, frame.format(written(amount, notation, sign, before)))


IDS = st.from_regex(r"[A-Z]{1,4}[0-9]{0,2}(-[A-Z0-9]{1,4}){0,2}-[0-9]{1,5}", fullmatch=True).filter(
    lambda id: id.partition("-")[0] not in EXPONENTS
)
LEADS = st.one_of(IDS, st.dates(date(2020, 1, 1), date(2030, 1, 1)).map(str), st.times().map("{:%H:%M}".format))


@settings(max_examples=400)
@given(LEADS, AMOUNTS, NOTATIONS, st.booleans())
def test_an_amount_is_not_read_together_with_what_stands_before_it(
    lead: str, amount: Money, notation: tuple[str, str], before: bool
) -> None:
    assert stated({"amount": amount}, f"{lead} {written(amount, notation, False, before)}")


@given(IDS)
def test_the_digits_of_an_id_are_no_number(id: str) -> None:
    assert list(numbers_in(f"see {id} EUR")) == []


@settings(max_examples=400)
@given(AMOUNTS, AMOUNTS, NOTATIONS, st.booleans(), st.booleans(), FRAMES)
def test_no_other_amount_is_found(
    amount: Money, other: Money, notation: tuple[str, str], sign: bool, before: bool, frame: str
) -> None:
    assume(amount != other)
    text = frame.format(written(other, notation, sign, before))
    assert not stated({"amount": amount}, text)


# ---- numbers


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (25, "25"),
        (25, "25.0"),
        (25, "２５ km"),
        (25, "at 25, then"),
        (25, "It is 25."),
        (25, "25%"),
        (25, "x=25"),
        (Decimal("2.5"), "2,5 kg"),
        (Decimal("2.5"), "2.50"),
        (1234, "1,234 people"),
        (1234, "1.234"),
        (-3, "-3 degrees"),
        (0, "0 left"),
    ],
)
def test_a_number_is_found(number: Any, text: str) -> None:
    assert stated({"number": number}, text)


@pytest.mark.parametrize(
    ("number", "text"),
    [(25, "125"), (25, "250"), (25, "2.5"), (25, "25.5"), (25, "A25"), (25, ".25"), (25, "none"), (3, "-3")],
)
def test_another_number_is_not(number: Any, text: str) -> None:
    assert not stated({"number": number}, text)


# ---- dates

DAY = {"date": "2026-04-03"}


@pytest.mark.parametrize(
    "text",
    [
        "2026-04-03",
        "2026/04/03",
        "2026/4/3",
        "2026.04.03",
        "3 April 2026",
        "3 April",
        "3rd April",
        "3rd of April 2026",
        "03 Apr 2026",
        "3. April 2026",
        "April 3, 2026",
        "April 3",
        "Apr. 3rd, 2026",
        "APRIL 3",
        "Friday, 3 April",
        "Fri 3 Apr 10:00",
        "3.4.2026",
        "03.04.2026",
        "3.4.",
        "3. 4. 2026",
        "03/04/2026",
        "4/3/2026",
        "4/3",
        "2026年4月3日",
        "4月3日",
        "２０２６年４月３日",
        "2026-04-03T14:10:00+02:00",
        "due 2026-04-03.",
        "(2026-04-03)",
        "| 2026-04-03 | x |",
        "1 to 3 April 2026",
    ],
)
def test_a_date_is_found(text: str) -> None:
    assert stated(DAY, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-04-04",
        "2026-03-04",
        "2025-04-03",
        "3 April 2025",
        "April 3, 2027",
        "13 April 2026",
        "23 April",
        "April 30",
        "April 31",
        "3 May 2026",
        "3.5.2026",
        "13.4.2026",
        "04/13/2026",
        "2026年4月13日",
        "12026-04-031",
        "3 apples",
        "version 3.4",
        "April",
        "2026",
    ],
)
def test_another_date_is_not(text: str) -> None:
    assert not stated(DAY, text)


DATE_FORMS = [
    lambda d: d.isoformat(),
    lambda d: f"{d:%Y/%m/%d}",
    lambda d: f"{d.year}.{d.month}.{d.day}",
    lambda d: f"{d.day} {MONTHS[d.month - 1]} {d.year}",
    lambda d: f"{d.day}. {MONTHS[d.month - 1]} {d.year}",
    lambda d: f"{d.day} {MONTHS[d.month - 1][:3]} {d.year}",
    lambda d: f"{MONTHS[d.month - 1]} {d.day}, {d.year}",
    lambda d: f"{MONTHS[d.month - 1][:3]}. {d.day} {d.year}",
    lambda d: f"{d.day}.{d.month}.{d.year}",
    lambda d: f"{d:%d.%m.%Y}",
    lambda d: f"{d.year}年{d.month}月{d.day}日",
]
DAYS = st.dates(date(1990, 1, 1), date(2099, 12, 31))
DATE_FRAMES = st.sampled_from(["{}", "on {} at noon", "| a | {} | b |", "by {}.", "({})", "{}, then"])


@settings(max_examples=400)
@given(DAYS, st.sampled_from(DATE_FORMS), DATE_FRAMES)
def test_every_date_is_found_in_every_notation(day: date, form: Any, frame: str) -> None:
    assert stated({"date": day}, frame.format(form(day)))


@settings(max_examples=400)
@given(DAYS, DAYS, st.sampled_from(DATE_FORMS), DATE_FRAMES)
def test_no_other_date_is_found(day: date, other: date, form: Any, frame: str) -> None:
    assume(day != other)
    assert not stated({"date": day}, frame.format(form(other)))


# ---- times

AFTERNOON = {"time": "14:10"}


@pytest.mark.parametrize(
    "text",
    [
        "14:10",
        "14.10",
        "14h10",
        "14:10:00",
        "2:10 pm",
        "2:10pm",
        "2:10 p.m.",
        "02:10 PM",
        "2.10 pm",
        "at 14:10.",
        "14:10-15:00",
        "13:00–14:10",
        "2026-04-03T14:10:00+02:00",
        "2026-04-03 14:10",
        "１４：１０",
        "| 14:10 |",
        "14:10 Uhr",
        "14:10 Amsterdam time",
        "2026-04-03T14:10:00.123Z",
    ],
)
def test_a_time_is_found(text: str) -> None:
    assert stated(AFTERNOON, text)


@pytest.mark.parametrize(
    "text",
    ["", "14:11", "2:10", "2:10 am", "4:10", "114:10", "14:1", "14:100", "14", "10:14", "14.10.2026", "on 14.10."],
)
def test_another_time_is_not(text: str) -> None:
    assert not stated(AFTERNOON, text)


def test_an_offset_is_no_time() -> None:
    assert not stated({"time": "02:00"}, "2026-04-03T14:10:00+02:00")


@pytest.mark.parametrize(
    ("clock", "text"),
    [("00:00", "12 am"), ("12:00", "12 pm"), ("00:30", "12:30 am"), ("09:00", "9am"), ("21:00", "9 p.m.")],
)
def test_noon_and_midnight_are_told_apart(clock: str, text: str) -> None:
    assert stated({"time": clock}, text)
    assert not stated({"time": f"{(int(clock[:2]) + 12) % 24:02}{clock[2:]}"}, text)


TIMES = st.times().map(lambda t: t.replace(second=0, microsecond=0))
TIME_FORMS = [
    lambda t: f"{t:%H:%M}",
    lambda t: f"{t.hour}:{t:%M}",
    lambda t: f"{t:%H.%M}",
    lambda t: f"{t:%H}h{t:%M}",
    lambda t: f"{t:%H:%M:%S}",
    lambda t: f"{t.hour % 12 or 12}:{t:%M} {'pm' if t.hour >= 12 else 'am'}",
    lambda t: f"{t.hour % 12 or 12}:{t:%M}{'PM' if t.hour >= 12 else 'AM'}",
    lambda t: f"{t.hour % 12 or 12}:{t:%M} {'p.m.' if t.hour >= 12 else 'a.m.'}",
    lambda t: f"2026-04-03T{t:%H:%M}:00+02:00",
]
TIME_FRAMES = st.sampled_from(["{}", "at {} sharp", "| a | {} | b |", "from {}, then", "({})"])


@settings(max_examples=400)
@given(TIMES, st.sampled_from(TIME_FORMS), TIME_FRAMES)
def test_every_time_is_found_in_every_notation(clock: time, form: Any, frame: str) -> None:
    assert stated({"time": clock}, frame.format(form(clock)))


@settings(max_examples=400)
@given(TIMES, TIMES, st.sampled_from(TIME_FORMS[:8]), TIME_FRAMES)
def test_no_other_time_is_found(clock: time, other: time, form: Any, frame: str) -> None:
    assume(clock != other)
    assert not stated({"time": clock}, frame.format(form(other)))


# ---- ids, names, phrases


@pytest.mark.parametrize(
    ("fact", "text", "there"),
    [
        ({"id": "RES-7F3KQ2"}, "booked as RES-7F3KQ2.", True),
        ({"id": "RES-7F3KQ2"}, "booked as res-7f3kq2", True),
        ({"id": "RES-7F3KQ2"}, "`RES-7F3KQ2`", True),
        ({"id": "RES-7F3KQ2"}, "RES-7F3KQ2X", False),
        ({"id": "RES-7F3KQ2"}, "RES-7F3KQ2-1", False),
        ({"id": "RES-7F3KQ2"}, "XRES-7F3KQ2", False),
        ({"id": "RES-7F3KQ2"}, "RES 7F3KQ2", False),
        ({"id": "a.b"}, "axb", False),
        ({"name": "Ilse Brandt"}, "from ILSE  BRANDT today", True),
        ({"name": "Ilse Brandt"}, "Ilse Brandtner", False),
        ({"name": "Ilse Brandt"}, "**Ilse** Brandt and _others_", True),
        ({"phrase": "three working days"}, "- three **working days** before", True),
        ({"phrase": "snake_case"}, "in `snake_case` here", True),
        ({"phrase": "snake case"}, "in snake_case here", False),
        ({"name": "Ilse Brandt"}, "Ilse", False),
        ({"name": "Ilse Brandt", "or": ["Mrs Brandt"]}, "dear Mrs. Brandt", False),
        ({"name": "Ilse Brandt", "or": ["Mrs Brandt"]}, "dear Mrs Brandt,", True),
        ({"name": "O’Neil"}, "o'neil's house", True),
        ({"name": "Zürich"}, "zu\u0308rich", True),
        ({"name": "東京"}, "私は東京に行く", True),
        ("late arrival", "Late\n arrival is fine", True),
        ("late arrival", "late arrivals", False),
        ("late arrival", "arrival late", False),
        ("(ok)", "all (OK) now", True),
        ({"phrase": "non-smoking"}, "a non‑smoking room", True),
        ({"any_of": ["yes", {"date": "2026-04-03"}]}, "on 3 April", True),
        ({"any_of": ["yes", {"date": "2026-04-03"}]}, "on 4 April", False),
        ({"any_of": [{"any_of": ["a", "b"]}, "c"]}, "b", True),
    ],
)
def test_words_are_found_as_whole_tokens(fact: Any, text: str, there: bool) -> None:
    assert stated(fact, text) is there


# ---- reading facts


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("hello", "'hello'"),
        (20, "number 20"),
        (Decimal("2.5"), "number 2.5"),
        (date(2026, 4, 3), "date 2026-04-03"),
        (Money(minor=100, currency="EUR"), "amount EUR 1.00"),
        ({"amount": "EUR 1.00", "tolerance": 5}, "amount EUR 1.00 ± 5 minor units"),
        ({"time": "9:05:00".zfill(8)}, "time 09:05"),
        ({"any_of": ["a", "b"]}, "one of ('a', 'b')"),
    ],
)
def test_a_fact_is_read_and_shown(value: Any, shown: str) -> None:
    assert str(read_fact(value)) == shown


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        [],
        {},
        {"amout": "EUR 1"},
        {"amount": "1 EUR"},
        {"amount": "EUR 1", "tolerence": 5},
        {"date": "2026-02-30"},
        {"time": "25:00"},
        {"any_of": []},
        {"id": ""},
        "",
        datetime(2026, 4, 3, 10, tzinfo=ZoneInfo("UTC")),
    ],
    ids=str,
)
def test_what_is_no_fact_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):
        read_fact(value)


# ---- together

TABLE = "| day | with | fee |\n| --- | --- | --- |\n| 3 April | Jonas | EUR 24.00 |\n| 4 April | Birte | EUR 20.00 |\n"


@pytest.mark.parametrize(
    ("facts", "text", "whole"),
    [
        ([{"date": "2026-04-03"}, {"amount": "EUR 24.00"}], TABLE, True),
        ([{"date": "2026-04-03"}, {"amount": "EUR 20.00"}], TABLE, False),
        (["one", "two"], "one\ntwo", True),
        (["one", "two"], "one\n\ntwo", False),
        (["one", "two"], "- one\n- two", False),
        (["one", "two"], "- one,\n  and two", True),
        (["one", "two"], "1. one\n2. two", False),
        (["one", "two"], "# one\ntwo", True),
        (["one", "two"], "> one\n\n> two", False),
    ],
)
def test_together_means_in_one_row_or_paragraph(facts: list[Any], text: str, whole: bool) -> None:
    read = [read_fact(fact) for fact in facts]
    assert (missing(read, text, together=True) == []) is whole
    assert missing(read, text) == []


def test_what_is_missing_is_named() -> None:
    facts = [read_fact("one"), read_fact("two"), read_fact("three")]
    assert [str(fact) for fact in missing(facts, "one\n\ntwo one", together=True)] == ["'three'"]
    assert missing(facts, "", together=True) == facts


def test_no_text_is_lost_between_units() -> None:
    assert list(units("a\nb\n\n| c | d |\n- e\nf\n1. g\n")) == ["a\nb", "| c | d |", "- e\nf", "1. g"]


# ---- cells against values


@pytest.mark.parametrize(
    ("cell", "value", "same"),
    [
        ("EUR 24.00", Money(minor=2400, currency="EUR"), True),
        ("24.00", Money(minor=2400, currency="EUR"), True),
        ("24", Money(minor=2400, currency="EUR"), True),
        ("24 USD", Money(minor=2400, currency="EUR"), False),
        ("25", Money(minor=2400, currency="EUR"), False),
        ("", Money(minor=0, currency="EUR"), False),
        ("3 April", date(2026, 4, 3), True),
        ("2026-04-03", date(2026, 4, 3), True),
        ("2026-04-04", date(2026, 4, 3), False),
        ("2026-04-03 14:10", datetime(2026, 4, 3, 14, 10, tzinfo=ZoneInfo("UTC")), True),
        ("2026-04-03", datetime(2026, 4, 3, 14, 10, tzinfo=ZoneInfo("UTC")), True),
        ("2026-04-03 14:20", datetime(2026, 4, 3, 14, 10, tzinfo=ZoneInfo("UTC")), False),
        ("yes", True, True),
        ("TRUE", True, True),
        ("no", True, False),
        ("no", False, True),
        ("", False, False),
        ("25.0", 25, True),
        ("25", Decimal("25.00"), True),
        ("25 km", 25, False),
        ("", None, True),
        ("-", None, True),
        ("0", None, False),
        ("Confirmed ", "confirmed", True),
        ("unconfirmed", "confirmed", False),
    ],
)
def test_a_cell_says_what_a_value_says(cell: str, value: Any, same: bool) -> None:
    assert says(cell, value) is same


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("1,020.10", "1020.10"),
        ("1 234,50", "1234.50"),
        ("1'234", "1234"),
        ("1.234", "1.234"),
        ("1,234", "1234"),
        (" 7 ", "7"),
        ("12 34", None),
        ("RES-1", None),
        ("nan", None),
        ("", None),
    ],
)
def test_a_cell_is_read_as_a_number(cell: str, number: str | None) -> None:
    assert plain_number(cell) == (None if number is None else Decimal(number))


@example("٣ april")
@example("²⁵")
@given(st.text(max_size=80))
def test_any_text_can_be_searched(text: str) -> None:
    for fact in (EURO, DAY, AFTERNOON, {"number": 25}, {"id": "x"}, "x", {"name": "x"}):
        stated(fact, text)
    missing([read_fact(EURO)], text, together=True)
    says(text, 5)
    says(text, Money(minor=5, currency="EUR"))


@given(st.text("0123456789., '-€$¥eurkm", max_size=30))
def test_any_digits_can_be_searched(text: str) -> None:
    for fact in (EURO, DAY, AFTERNOON, {"number": 25}):
        stated(fact, text)
