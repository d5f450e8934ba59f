"""All predicates. A new class in a module of this folder is a new predicate; no list names them."""

import pkgutil
from functools import reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Discriminator, Tag, TypeAdapter

from vibelife_inspect.checks.predicates import logic
from vibelife_inspect.checks.predicates.base import Finding, Predicate

for _module in sorted(pkgutil.iter_modules(__path__), key=lambda item: item.name):
    import_module(f"{__name__}.{_module.name}")

PREDICATES: dict[str, type[Predicate]] = {kind.key: kind for kind in Predicate.__subclasses__()}
"""Every predicate by its YAML key."""


def _tag(value: Any) -> str | None:
    if isinstance(value, Predicate):
        return value.key
    if isinstance(value, dict):
        return next((key for key in PREDICATES if key in value), None)
    return None


if TYPE_CHECKING:
    AnyPredicate = Predicate
else:
    AnyPredicate = Annotated[
        reduce(or_, (Annotated[kind, Tag(key)] for key, kind in PREDICATES.items())),
        Discriminator(
            _tag,
            custom_error_type="predicate",
            custom_error_message="a predicate is a mapping with one of: " + ", ".join(PREDICATES),
        ),
    ]

logic.rebuild(AnyPredicate)

ADAPTER: TypeAdapter[Predicate] = TypeAdapter(AnyPredicate)
"""Reads a predicate from its YAML form."""

__all__ = ["ADAPTER", "PREDICATES", "AnyPredicate", "Finding", "Predicate"]
