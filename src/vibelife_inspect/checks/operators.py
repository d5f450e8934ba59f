"""Typed comparisons: what the operators of a `where` mean."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import regex
from pydantic import TypeAdapter, ValidationError

from vibelife_inspect.checks.facts import Facts, missing, says
from vibelife_inspect.checks.numbers import plain_number, readings
from vibelife_inspect.checks.scope import Scope, ScopeError, coerce, element_type
from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money, money
from vibelife_inspect.text import alike, fold

Test = Callable[[Any, Any], bool]
"""A test of a field's value; the second argument is the `Look` that sub-queries read."""

Builder = Callable[[Any, Any, Scope], tuple[Test, str]]
"""From a bundle's value, the field's type and the scope: a test, and words for people."""

_REGEX_SECONDS = 0.5
_FACTS: TypeAdapter[Any] = TypeAdapter(Facts)


def same(actual: Any, wanted: Any) -> bool:
    """Equality as a person sees it: text folded, text cells read as what they stand for."""
    if isinstance(actual, str) and isinstance(wanted, str):
        return alike(actual, wanted)
    if isinstance(actual, str) and not isinstance(wanted, str) and wanted is not None:
        return says(actual, wanted)
    if isinstance(actual, bool) or isinstance(wanted, bool):
        return actual is wanted
    if isinstance(actual, Mapping) and isinstance(wanted, Money):
        return (actual.get("minor"), actual.get("currency")) == (wanted.minor, wanted.currency)
    return bool(actual == wanted)


def _eq(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    if element_type(kind) not in (None, Any):
        raise ScopeError("the field is a list; use any, none, every or contains")
    wanted = coerce(value, kind, scope.zone)
    return lambda actual, look: same(actual, wanted), show(wanted)


def _ne(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    test, words = _eq(value, kind, scope)
    return lambda actual, look: not test(actual, look), f"not {words}"


def _ordered(compare: Callable[[Any, Any], bool], words: str) -> Builder:
    def build(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
        wanted = _comparable(value, kind, scope)

        def test(actual: Any, look: object) -> bool:
            left, right = _aligned(actual, wanted, scope)
            return left is not None and bool(compare(left, right))

        return test, f"{words} {show(wanted)}"

    return build


def _comparable(value: Any, kind: Any, scope: Scope) -> Any:
    """A value for ordering: a whole day may be compared with an instant, text is read as what it looks like."""
    if kind in (datetime, Instant):
        if isinstance(value, date) and not isinstance(value, datetime):
            return value
        if isinstance(value, str) and len(value) == 10:
            return coerce(value, date, scope.zone)
    if kind is Any and isinstance(value, str):
        for guess in (Money, int, Instant):
            try:
                return coerce(value, guess, scope.zone)
            except ScopeError:
                continue
    return coerce(value, kind, scope.zone)


def _as_money(actual: Any, currency: str, scope: Scope) -> Money | None:
    """A value as money; a bare number in a cell of a table is an amount of the wanted currency."""
    if isinstance(actual, Money):
        return actual
    try:
        found: Money | None = coerce(actual, Money, scope.zone)
        return found
    except ScopeError:
        values = readings(fold(actual)) if isinstance(actual, str) else []
    try:
        return money(values[0], currency) if values else None
    except ValueError:
        return None


def _aligned(actual: Any, wanted: Any, scope: Scope) -> tuple[Any, Any]:
    """Both sides in one comparable form, or (None, None)."""
    if isinstance(wanted, Money):
        left = _as_money(actual, wanted.currency, scope)
        same = left is not None and left.currency == wanted.currency
        return (left.minor, wanted.minor) if left is not None and same else (None, None)
    if isinstance(wanted, datetime) and isinstance(actual, str):
        try:
            actual = coerce(actual, Instant, scope.zone)
        except ScopeError:
            return None, None
    if isinstance(wanted, date) and not isinstance(wanted, datetime):
        actual = actual.date() if isinstance(actual, datetime) else actual
    if isinstance(wanted, int | Decimal) and isinstance(actual, str):
        actual = plain_number(actual)
    if actual is None or isinstance(actual, bool) or isinstance(actual, str) != isinstance(wanted, str):
        return None, None
    comparable = isinstance(actual, type(wanted)) or isinstance(wanted, type(actual))
    numbers = isinstance(actual, int | Decimal) and isinstance(wanted, int | Decimal)
    return (actual, wanted) if comparable or numbers else (None, None)


def _between(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise ScopeError("between takes a list of two values: [least, most]")
    least, most = (PLAIN[name](item, kind, scope) for name, item in zip(("ge", "le"), value, strict=True))
    return lambda actual, look: least[0](actual, look) and most[0](actual, look), f"between {value[0]} and {value[1]}"


def _on(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    day = coerce(value, date, scope.zone)

    def test(actual: Any, look: object) -> bool:
        if isinstance(actual, str):
            return says(actual, day)
        return bool((actual.date() if isinstance(actual, datetime) else actual) == day)

    return test, f"on {day}"


def _in(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    if not isinstance(value, list) or not value:
        raise ScopeError("in takes a list of values that is not empty")
    tests = [_eq(item, kind, scope) for item in value]
    return lambda actual, look: any(test(actual, look) for test, _ in tests), f"one of {value}"


def _contains(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    element = element_type(kind)
    if element is None and kind is not Any and kind is not str and "str" not in str(kind):
        raise ScopeError("contains asks a text or a list; this field is neither")
    wanted = coerce(value, element if element is not None else str, scope.zone)

    def test(actual: Any, look: object) -> bool:
        if isinstance(actual, str):
            return fold(str(wanted)) in fold(actual)
        return isinstance(actual, list | tuple) and any(same(item, wanted) for item in actual)

    return test, f"containing {show(wanted)}"


def _matches(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    try:
        pattern = regex.compile(str(value), regex.IGNORECASE)
    except regex.error as error:
        raise ScopeError(f"no valid regular expression: {error}") from None

    def test(actual: Any, look: object) -> bool:
        try:
            return isinstance(actual, str) and pattern.search(fold(actual), timeout=_REGEX_SECONDS) is not None
        except TimeoutError:
            return False

    return test, f"matching /{value}/"


def _near(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    if not isinstance(value, dict) or set(value) != {"value", "within"}:
        raise ScopeError("near takes {value: ..., within: ...}")
    wanted = _comparable(value["value"], kind, scope)
    within = _width(value["within"], wanted, scope)

    def test(actual: Any, look: object) -> bool:
        left, right = _aligned(actual, wanted, scope)
        return left is not None and bool(abs(left - right) <= within)

    return test, f"within {value['within']} of {show(wanted)}"


def _width(value: Any, wanted: Any, scope: Scope) -> Any:
    """How far off a value may be, in the unit of its differences."""
    if isinstance(wanted, Money):
        return coerce(value, Money, scope.zone).minor
    if isinstance(wanted, date):
        return coerce(value, timedelta, scope.zone)
    if isinstance(wanted, int | Decimal) and not isinstance(wanted, bool):
        return coerce(value, Decimal, scope.zone)
    raise ScopeError("near asks a number, an amount, a day or a moment; this field is none")


def _states(value: Any, kind: Any, scope: Scope) -> tuple[Test, str]:
    try:
        facts = _FACTS.validate_python(value if isinstance(value, list) else [value])
    except ValidationError as error:
        raise ScopeError(error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")) from None

    def test(actual: Any, look: object) -> bool:
        return isinstance(actual, str) and not missing(facts, actual)

    return test, "stating " + ", ".join(str(fact) for fact in facts)


def show(value: Any) -> str:
    """A value for people, short."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    text = str(value) if not isinstance(value, str) else repr(value)
    return text if len(text) <= 120 else text[:117] + "..."


PLAIN: dict[str, Builder] = {
    "eq": _eq,
    "ne": _ne,
    "lt": _ordered(lambda a, b: a < b, "<"),
    "le": _ordered(lambda a, b: a <= b, "<="),
    "gt": _ordered(lambda a, b: a > b, ">"),
    "ge": _ordered(lambda a, b: a >= b, ">="),
    "before": _ordered(lambda a, b: a < b, "before"),
    "after": _ordered(lambda a, b: a > b, "after"),
    "on": _on,
    "between": _between,
    "in": _in,
    "contains": _contains,
    "matches": _matches,
    "near": _near,
    "states": _states,
}
"""The operators that compare one value."""
