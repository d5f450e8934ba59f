"""Scripted agents that need no model. A new module in this folder is a new policy; no list names them."""

import pkgutil
from importlib import import_module

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.errors import UsageError, nearest
from vibelife_inspect.policies.base import Ask, Moves, Policy

__all__ = ["Ask", "Moves", "Policy", "make_policy", "policy_names"]

_NOT_POLICIES = ("base", "gate", "places", "reads", "rehearsal", "solver", "steps")


def policy_names() -> list[str]:
    """The names of all policies."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name not in _NOT_POLICIES)


def make_policy(name: str, bundle: Bundle) -> Policy:
    """A fresh policy for one episode of a bundle.

    Raises:
        UsageError: There is no policy of that name.
    """
    if name not in policy_names():
        raise UsageError(f"there is no policy {name!r}; {nearest(name, policy_names())}")
    made = import_module(f"{__name__}.{name}").make(bundle)
    assert isinstance(made, Policy)
    return made
