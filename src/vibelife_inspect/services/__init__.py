"""The services of a world. A new module or package in this folder is a new service; no list names them."""

import pkgutil
from functools import cache
from importlib import import_module

from vibelife_inspect.errors import DefectError, UsageError, nearest
from vibelife_inspect.world import Service


@cache
def service_classes() -> dict[str, type[Service]]:
    """Every service class by its name, in alphabetical order."""
    found = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda item: item.name):
        service = _service_in(f"{__name__}.{module.name}")
        if service.name != module.name:
            raise DefectError(f"service {service.name!r} stands in module {module.name!r}")
        found[service.name] = service
    return found


def service_class(name: str) -> type[Service]:
    """The service class of that name.

    Raises:
        UsageError: There is none; the message names the nearest.
    """
    classes = service_classes()
    if name not in classes:
        raise UsageError(f"there is no service {name!r}; {nearest(name, classes)}")
    return classes[name]


def _service_in(module_name: str) -> type[Service]:
    module = import_module(module_name)
    services = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Service) and value.__module__.startswith(module_name)
    ]
    if len(services) != 1:
        raise DefectError(f"{module_name} must hold exactly one service, found {len(services)}")
    return services[0]
