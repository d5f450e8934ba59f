"""Sandboxed Jinja over parsed YAML: texts stay texts, single expressions keep their type."""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, Undefined
from jinja2.environment import TemplateExpression
from jinja2.nodes import For, Node
from jinja2.sandbox import ImmutableSandboxedEnvironment

from vibelife_inspect.bundle.helpers import moment
from vibelife_inspect.plain_yaml import Place

_SINGLE = re.compile(r"^\s*\{\{((?:(?!\}\}|\{\{).)*)\}\}\s*$", re.DOTALL)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_MAX_TEXT = 400_000
_MAX_LOOPS = 2
_MAX_RANGE = 1_000
_GROWING = frozenset("ljust rjust center zfill expandtabs format_map replace indent translate".split())


class RenderError(ValueError):
    """A template cannot be rendered; `place` tells where it stands."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.place = place


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without a way out: no Python internals, no mutation, no huge results."""

    intercepted_binops = frozenset({"*", "**", "%"})

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Methods that can blow a text up are as far away as Python's internals."""
        return attr not in _GROWING and super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """`str.format` within the sandbox, and without huge widths."""
        wrapped = super().wrap_str_format(value)
        if wrapped is not None:
            _check_widths(value.__self__)
        return wrapped

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Multiply and format with care; there are no powers."""
        if operator == "%" and isinstance(left, str):
            return _format(left, *(right if isinstance(right, tuple) else (right,)))
        if operator == "**":
            raise TemplateError("powers (**) are not available")
        for side, times in ((left, right), (right, left)):
            if isinstance(side, str | list | tuple) and isinstance(times, int) and len(side) * times > _MAX_TEXT:
                raise TemplateError("the result of * is too large")
        return super().call_binop(context, operator, left, right)


_MONTHS = "January February March April May June July August September October November December".split()
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def _short_date(value: date) -> str:
    return f"{value.day} {_MONTHS[value.month - 1]}"


def _iso(value: date) -> str:
    return value.isoformat(timespec="minutes") if isinstance(value, datetime) else value.isoformat()


def _of_moment(show: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of dates and instants that takes their ISO text, too."""
    return lambda value, **parts: show(moment(value), **parts)


FILTERS: Mapping[str, Callable[..., Any]] = {
    name: _of_moment(show)
    for name, show in {
        "long_date": lambda value: f"{_short_date(value)} {value.year}",
        "short_date": _short_date,
        "weekday": lambda value: _WEEKDAYS[value.weekday()],
        "clock": lambda value: f"{value:%H:%M}",
        "iso": _iso,
        "plus": lambda value, **parts: value + timedelta(**parts),
    }.items()
}


@cache
def _environment() -> _Sandbox:
    environment = _Sandbox(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)
    environment.globals["range"] = _range
    environment.filters.update(FILTERS)
    for name in _GROWING:
        environment.filters.pop(name, None)
    environment.filters.update(replace=_replace, format=_format)
    return environment


@cache
def _expression(source: str) -> TemplateExpression:
    return _environment().compile_expression(source, undefined_to_none=False)


@cache
def _template(source: str) -> Template:
    parsed = _environment().parse(source)
    if _loops(parsed) > _MAX_LOOPS:
        raise TemplateError(f"more than {_MAX_LOOPS} loops inside each other")
    return _environment().from_string(parsed)


def _loops(node: Node) -> int:
    """How deep loops are nested in a template."""
    return isinstance(node, For) + max((_loops(child) for child in node.iter_child_nodes()), default=0)


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > _MAX_RANGE:
        raise TemplateError(f"a range of more than {_MAX_RANGE} numbers")
    return numbers


def _format(text: str, *values: Any) -> str:
    _check_widths(text)
    return text % values


def _check_widths(text: str) -> None:
    if re.search(r"\d{4}|\*|\{[^}]*\{", text):
        raise TemplateError("a width of four digits, * or a nested field is too large for a format")


def _replace(text: str, old: str, new: str) -> str:
    if len(new) * (text.count(old) if old else len(text)) > _MAX_TEXT:
        raise TemplateError("the result of replace is too large")
    return text.replace(old, new)


def render(value: Any, context: Mapping[str, Any], place: Place = ()) -> Any:
    """Render every string inside a value.

    Args:
        value: Parsed YAML.
        context: Names that templates may use.
        place: Where the value stands, for errors.

    Raises:
        RenderError: A template is faulty, uses an unknown name, or reaches for what is not there for it.
    """
    if isinstance(value, str):
        return _render_text(value, context, place)
    if isinstance(value, list):
        return [render(item, context, (*place, number)) for number, item in enumerate(value)]
    if isinstance(value, dict):
        return {
            (_render_text(key, context, place) if "{{" in key else key): render(item, context, (*place, key))
            for key, item in value.items()
        }
    return value


def render_text(source: str, context: Mapping[str, Any], place: Place = ()) -> str:
    """Render a whole text file."""
    return str(_guarded(lambda: _template(source).render(context), source, place))


def _render_text(source: str, context: Mapping[str, Any], place: Place) -> Any:
    if "{" not in source or not ("{{" in source or "{%" in source):
        return source
    single = _SINGLE.match(source)
    if single is None:
        return render_text(source, context, place)
    name = single[1].strip()
    if _NAME.fullmatch(name) and name in context:
        return context[name]
    return _guarded(lambda: _expression(name)(**context), source, place)


def _guarded(render_it: Callable[[], Any], source: str, place: Place) -> Any:
    try:
        result = render_it()
        if isinstance(result, Undefined):
            str(result)
    except TemplateError as error:
        raise RenderError(f"{error.message} in {_short(source)}", place) from None
    except (TypeError, ValueError, KeyError, AttributeError, ArithmeticError, IndexError, RecursionError) as error:
        raise RenderError(f"{type(error).__name__}: {error} in {_short(source)}", place) from None
    return result


def _short(source: str) -> str:
    flat = " ".join(source.split())
    return repr(flat if len(flat) <= 100 else flat[:97] + "...")
