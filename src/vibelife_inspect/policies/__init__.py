"""Scripted agents that need no model. A new module in this folder is a new policy; no list names them.

Those of working sessions are in the folder `in_sessions`.
"""

import pkgutil
from importlib import import_module

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.errors import UsageError, nearest
from vibelife_inspect.policies import in_sessions
from vibelife_inspect.policies.base import Ask, Moves, Policy

__all__ = ["Ask", "Moves", "Policy", "make_policy", "policy_names", "session_policy_names"]

_NOT_POLICIES = ("base", "gate", "places", "reads", "rehearsal", "session_agent", "solver", "steps")


def policy_names() -> list[str]:
    """The names of all policies of life tasks."""
    modules = [module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg]
    return sorted(name for name in modules if name not in _NOT_POLICIES)


def session_policy_names() -> list[str]:
    """The names of all policies of working sessions."""
    return sorted(module.name for module in pkgutil.iter_modules(in_sessions.__path__))


def make_policy(name: str, bundle: Bundle) -> Policy:
    """A fresh policy for one episode of a bundle.

    Raises:
        UsageError: There is no policy of that name.
    """
    names = session_policy_names() if bundle.sessions else policy_names()
    if name not in names:
        raise UsageError(f"there is no policy {name!r} for {bundle.id}; {nearest(name, names)}")
    package = in_sessions.__name__ if bundle.sessions else __name__
    made = import_module(f"{package}.{name}").make(bundle)
    assert isinstance(made, Policy)
    return made
