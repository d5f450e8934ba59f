"""The services of a world. A new module or package in this folder is a new service; no list names them."""

import pkgutil
from functools import cache
from importlib import import_module

from vibelife_inspect.errors import DefectError, UsageError, nearest
from vibelife_inspect.world import Service


@cache
def service_names() -> tuple[str, ...]:
    """The names of all services, in alphabetical order; nothing is imported for it."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def service_class(name: str) -> type[Service]:
    """The service class of that name.

    Raises:
        UsageError: There is none; the message names the nearest.
    """
    if name not in service_names():
        raise UsageError(f"there is no service {name!r}; {nearest(name, service_names())}")
    module_name = f"{__name__}.{name}"
    services = [
        value
        for value in vars(import_module(module_name)).values()
        if isinstance(value, type) and issubclass(value, Service) and value.__module__.startswith(module_name)
    ]
    if len(services) != 1 or services[0].name != name:
        raise DefectError(f"{module_name} must hold exactly one service, named {name!r}; found {services}")
    return services[0]


def service_classes() -> dict[str, type[Service]]:
    """Every service class by its name, in alphabetical order."""
    return {name: service_class(name) for name in service_names()}
