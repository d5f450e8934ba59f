"""Templates: what they give, and that there is no way out of them."""

from datetime import date, datetime
from typing import Any

import pytest
from pydantic import BaseModel

from tests.toys import item
from tests.worlds import HOME, at
from vibelife_inspect.bundle.helpers import (
    add_days,
    add_months,
    business_days,
    frame_helpers,
    month_end,
    seed_helper,
    sum_of,
)
from vibelife_inspect.bundle.render import RenderError, render, render_text
from vibelife_inspect.money import Money, Rates, money

START, END = at("2026-03-02T07:00"), at("2026-05-01T20:00")
CONTEXT: dict[str, Any] = {
    **frame_helpers(START, END, HOME, Rates({"EUR/JPY": "160"})),
    "fee": money(24, "EUR"),
    "name": "Jonas",
    "numbers": [1, 2, 3],
    "person": {"name": "Ilse", "born": "1950"},
    "seed": seed_helper({"shop.items": [item("a", price="EUR 5.00")]}),
    "row": item("b"),
}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("plain", "plain"),
        ("{ no }", "{ no }"),
        ("{{ fee }}", money(24, "EUR")),
        (" {{ fee }} ", money(24, "EUR")),
        ("{{ numbers }}", [1, 2, 3]),
        ("{{ numbers[0] + 1 }}", 2),
        ("{{ person.name }}", "Ilse"),
        ("costs {{ fee }}", "costs EUR 24.00"),
        ("{{ name }} and {{ person.name }}", "Jonas and Ilse"),
        ("{% if numbers %}yes{% endif %}", "yes"),
        ("{{ fee + fee }}", money(48, "EUR")),
        ("{{ start }}", START),
        ("{{ day(0) }}", date(2026, 3, 2)),
        ("{{ day(30) }}", date(2026, 4, 1)),
        ("{{ day(-1) }}", date(2026, 3, 1)),
        ("{{ day(27, '14:10') }}", at("2026-03-29T14:10")),
        ("{{ day(0, '14:10', 'Asia/Tokyo') | iso }}", "2026-03-02T14:10+09:00"),
        ("{{ at(day(1), '09:00') | iso }}", "2026-03-03T09:00+01:00"),
        ("{{ add_days(day(0), 3) | iso }}", "2026-03-05"),
        ("{{ money('1250.50', 'EUR').minor }}", 125050),
        ("{{ money(12, 'JPY') }}", money(12, "JPY")),
        ("{{ convert(money(1, 'EUR'), 'JPY') }}", money(160, "JPY")),
        ("{{ sum_of([fee, fee]) }}", money(48, "EUR")),
        ("{{ seed('shop.items', 'a').price }}", money(5, "EUR")),
        ("{{ day(1) | long_date }}", "3 March 2026"),
        ("{{ day(1) | short_date }}", "3 March"),
        ("{{ day(1) | weekday }}", "Tuesday"),
        ("{{ day(1, '09:05') | clock }}", "09:05"),
        ("{{ day(1, '09:05') | plus(hours=2) | clock }}", "11:05"),
        ("{{ date_of('2026-04-03') }}", date(2026, 4, 3)),
        ("{{ date_of('2026-04-03T23:30:00+02:00') }}", date(2026, 4, 3)),
        ("{{ date_of(day(1, '09:05')) }}", date(2026, 3, 3)),
        ("{{ '2026-03-03T09:05:00+01:00' | long_date }}", "3 March 2026"),
        ("{{ '2026-03-03' | short_date }}", "3 March"),
        ("{{ '2026-03-03T23:30:00Z' | weekday }}", "Tuesday"),
        ("{{ '2026-03-03T09:05:00+01:00' | clock }}", "09:05"),
        ("{{ '2026-03-03T09:05:00+01:00' | iso }}", "2026-03-03T09:05+01:00"),
        ("{{ '2026-03-03T09:05:00+01:00' | plus(hours=2) | clock }}", "11:05"),
        ("{{ add_days('2026-03-03', 3) }}", date(2026, 3, 6)),
        ("{{ add_days('2026-03-28T09:00:00+01:00', 1) | iso }}", "2026-03-29T09:00+02:00"),
        ("{{ add_months('2026-01-31', 1) }}", date(2026, 2, 28)),
        ("{{ business_days('2026-03-06', 1) }}", date(2026, 3, 9)),
        ("{{ month_end('2026-02-03') }}", date(2026, 2, 28)),
        ("{{ at('2026-03-03', '09:00') | iso }}", "2026-03-03T09:00+01:00"),
        ({"a": ["{{ fee }}", {"b": "{{ name }}"}]}, {"a": [money(24, "EUR"), {"b": "Jonas"}]}),
        ({"{{ name }}": 1}, {"Jonas": 1}),
        (5, 5),
        (None, None),
        (True, True),
    ],
    ids=str,
)
def test_a_template_gives_its_value(source: Any, value: Any) -> None:
    result = render(source, CONTEXT)
    assert result == value
    assert type(result) is type(value)


ATTACKS = [
    "{{ name.__class__ }}",
    "{{ name.__class__.__mro__ }}",
    "{{ ''.__class__.mro()[1].__subclasses__() }}",
    "{{ name | attr('__class__') }}",
    "{{ name['__class__'] }}",
    "{{ day.__globals__ }}",
    "{{ day.__code__ }}",
    "{{ day.__closure__ }}",
    "{{ seed.__init__ }}",
    "{{ money.__globals__['__builtins__'] }}",
    "{{ fee.__dict__ }}",
    "{{ fee.model_config.__class__ }}",
    "{{ row.__pydantic_validator__ }}",
    "{{ self.__init__ }}",
    "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
    "{{ lipsum.__globals__ }}",
    "{{ joiner.__init__ }}",
    "{{ namespace.__init__.__globals__ }}",
    "{{ '{0.__class__}'.format(name) }}",
    "{{ '{0.__class__.__mro__}'.format_map({'0': name}) }}",
    "{{ ('{0.__cl' ~ 'ass__}').format(name) }}",
    "{% set x = numbers.append(4) %}{{ numbers }}",
    "{{ numbers.clear() }}",
    "{{ person.update(name='x') }}",
    "{{ person.pop('name') }}",
    "{{ open('/etc/passwd') }}",
    "{{ __import__('os') }}",
    "{% include 'x' %}",
    "{% import 'x' as y %}",
    "{% extends 'x' %}",
    "{{ config }}",
    "{{ nobody }}",
    "{{ person.nobody }}",
    "{{ nobody.at_all }}",
    "{{ numbers[9] }}",
    "{{ name | nofilter }}",
    "{{ fee + 1 }}",
    "{{ fee + money(1, 'USD') }}",
    "{{ 1 / 0 }}",
    "{{ money('x', 'EUR') }}",
    "{{ money('1e999999999', 'EUR') }}",
    "{{ day(10 * 9999999999) }}",
    "{{ day('x') }}",
    "{{ day(0, '25:00') }}",
    "{{ day(0, '10:00', 'Mars/Base') }}",
    "{{ day(0, '10:00', '../../etc/passwd') }}",
    "{{ add_months(day(0), 999999) }}",
    "{{ sum_of([]) }}",
    "{{ seed('shop.items', 'zzz').id }}",
    "{{ seed('nope', 'a').id }}",
    "{{ convert(fee, 'CHF') }}",
    "{{ 10 ** 10 }}",
    "{{ 9 ** 9 ** 9 }}",
    "{{ 'a' * 10 * 1000000000 }}",
    "{{ 'a' * 1000000000 }}",
    "{{ 1000000000 * 'a' }}",
    "{{ [1] * 1000000000 }}",
    "{{ range(1000000000) | list }}",
    "{{ range(100000000) | sum }}",
    "{% for i in range(1000000000) %}x{% endfor %}",
    "{{ unclosed",
    "{{ }}",
    "{% if %}",
]


@pytest.mark.parametrize("source", ATTACKS)
@pytest.mark.parametrize("whole_file", [False, True], ids=["value", "file"])
def test_there_is_no_way_out(source: str, whole_file: bool) -> None:
    with pytest.raises(RenderError) as caught:
        if whole_file:
            render_text(source, CONTEXT, ("here", 3))
        else:
            render(source, CONTEXT, ("here", 3))
    assert caught.value.place == ("here", 3)
    assert str(caught.value)
    assert CONTEXT["numbers"] == [1, 2, 3]
    assert CONTEXT["person"] == {"name": "Ilse", "born": "1950"}


@pytest.mark.parametrize(
    "source",
    [
        "{{ 'a'.ljust(1000000000) }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ '%1000000000d' | format(1) }}",
        "{{ '{:>1000000000}'.format(1) }}",
        "{{ 'a' | center(1000000000) }}",
        "{{ 'a' | indent(1000000000) }}",
        "{{ ('a' * 300000) | replace('a', 'b' * 300000) }}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{{ name }}{% endfor %}{% endfor %}",
    ],
)
def test_nothing_grows_without_bounds(source: str) -> None:
    with pytest.raises(RenderError):
        render(source, CONTEXT)


def test_an_error_names_its_place_inside_a_value() -> None:
    with pytest.raises(RenderError) as caught:
        render({"a": [1, {"b": "{{ nobody }}"}]}, CONTEXT, ("top",))
    assert caught.value.place == ("top", "a", 1, "b")
    assert "'nobody' is undefined in '{{ nobody }}'" in str(caught.value)


def test_a_records_methods_reach_nothing_dangerous() -> None:
    assert isinstance(CONTEXT["row"], BaseModel)
    with pytest.raises(RenderError):
        render("{{ row.model_dump.__func__.__globals__ }}", CONTEXT)


# ---- helpers


@pytest.mark.parametrize(
    ("day", "months", "result"),
    [
        ("2026-01-31", 1, "2026-02-28"),
        ("2024-01-31", 1, "2024-02-29"),
        ("2026-03-31", -1, "2026-02-28"),
        ("2026-12-15", 1, "2027-01-15"),
        ("2026-01-15", -1, "2025-12-15"),
        ("2026-01-15", 12, "2027-01-15"),
        ("2024-02-29", 12, "2025-02-28"),
        ("2026-05-31", 6, "2026-11-30"),
        ("2026-05-31", 0, "2026-05-31"),
        ("2026-05-31", -17, "2024-12-31"),
    ],
)
def test_months_later_is_the_same_day_or_the_months_last(day: str, months: int, result: str) -> None:
    assert add_months(date.fromisoformat(day), months).isoformat() == result


@pytest.mark.parametrize(("day", "last"), [("2024-02-10", "2024-02-29"), ("2026-12-31", "2026-12-31")])
def test_a_month_ends_on_its_last_day(day: str, last: str) -> None:
    assert month_end(date.fromisoformat(day)).isoformat() == last


@pytest.mark.parametrize(
    ("day", "days", "result"),
    [
        ("2026-03-02", 1, "2026-03-03"),
        ("2026-03-06", 1, "2026-03-09"),
        ("2026-03-07", 1, "2026-03-09"),
        ("2026-03-08", 1, "2026-03-09"),
        ("2026-03-02", 5, "2026-03-09"),
        ("2026-03-09", -1, "2026-03-06"),
        ("2026-03-08", -1, "2026-03-06"),
        ("2026-03-07", 0, "2026-03-07"),
        ("2026-03-02", 10, "2026-03-16"),
    ],
)
def test_business_days_skip_weekends(day: str, days: int, result: str) -> None:
    assert business_days(date.fromisoformat(day), days).isoformat() == result


def test_a_moment_keeps_its_wall_time_over_the_change_of_clocks() -> None:
    before = at("2026-03-28T09:00")
    for later in (add_days(before, 1), business_days(at("2026-03-27T09:00"), 1), add_months(before, 1)):
        assert isinstance(later, datetime)
        assert (later.hour, later.utcoffset()) == (9, at("2026-04-15T00:00").utcoffset())


def test_sums_are_of_numbers_or_of_money() -> None:
    assert sum_of([1, 2]) == 3
    assert sum_of(money(n, "EUR") for n in (1, 2)) == Money(minor=300, currency="EUR")


@pytest.mark.parametrize("source", ["{{ name | long_date }}", "{{ add_days(name, 1) }}", "{{ date_of(name) }}"])
def test_a_text_that_is_no_moment_is_refused_with_one_that_is(source: str) -> None:
    with pytest.raises(RenderError, match="'Jonas' is neither a date nor an instant, such as 2026-04-03T09:00"):
        render(source, CONTEXT)
