"""Reads what `-T` gives, and says what would be right where it is wrong."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from inspect_ai import Task
from inspect_ai._util.error import PrerequisiteError

from vibelife_inspect.episode import Options
from vibelife_inspect.errors import BundleError, UsageError, nearest

Variants = int | str | Sequence[int]
"""One variant, or several: `3`, `"0,1,2"` or `[0, 1, 2]`."""


def refuse_unknown(unknown: Iterable[str], valid: Sequence[str]) -> None:
    """Inspect only warns of an option that a task does not have.

    Raises:
        UsageError: There is one.
    """
    for option in unknown:
        if option != "model":
            raise UsageError(f"there is no option -T {option}; {nearest(option, valid)}")


def read_variants(variant: Variants) -> list[int]:
    """The numbers of the variants.

    Raises:
        UsageError: They are none, or one is named twice.
    """
    parts = variant.split(",") if isinstance(variant, str) else [variant] if isinstance(variant, int) else list(variant)
    try:
        numbers = [int(part) for part in parts]
    except (TypeError, ValueError):
        raise UsageError(f"-T variant must be whole numbers such as 0 or 0,1,2, not {variant!r}") from None
    if not numbers or len(set(numbers)) != len(numbers):
        raise UsageError(f"-T variant must name each variant once, not {variant!r}")
    for number in numbers:
        Options(variant=number)
    return numbers


def one_of(name: str, value: Any, choices: Any) -> Any:
    """A value of a `Literal` type.

    Raises:
        UsageError: It is none.
    """
    if value not in get_args(choices):
        raise UsageError(f"-T {name} must be one of {', '.join(get_args(choices))}, not {value!r}")
    return value


def names_of(value: str | Sequence[str]) -> list[str]:
    """Names separated by commas, or in a list."""
    return [name.strip() for name in (value.split(",") if isinstance(value, str) else value)]


def whole(name: str, value: Any, least: int, most: int) -> None:
    """Hold that an option is a whole number within bounds, both included.

    Raises:
        UsageError: It is not.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise UsageError(f"-T {name} must be a whole number from {least} to {most}, not {value!r}")


def guarded(make: Callable[[], Task]) -> Task:
    """Make a task; a fault is told in one sentence, without a traceback."""
    try:
        return make()
    except (UsageError, BundleError) as error:
        raise PrerequisiteError(str(error)) from None
