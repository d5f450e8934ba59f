"""Which neighbouring steps of a turn may change places without anybody minding."""

import re
from typing import Any

from vibelife_inspect.bundle import Action, Bundle
from vibelife_inspect.lab.steps import acts


def swapped(actions: list[Action], parity: int, bundle: Bundle) -> list[Action]:
    """The steps with every second pair of independent neighbours swapped.

    Args:
        actions: The steps of a turn.
        parity: Whether pairs begin at even (0) or odd (1) positions.
        bundle: The task, for what its operations do.
    """
    result = list(actions)
    for first in range(parity, len(result) - 1, 2):
        if independent(result[first], result[first + 1], bundle):
            result[first], result[first + 1] = result[first + 1], result[first]
    return result


def independent(one: Action, other: Action, bundle: Bundle) -> bool:
    """Whether two steps do not touch: two reads, two files, or deeds at two services, neither using the other's result.

    A look before a deed stays before it: a careful person looks first.
    """
    if one.reply is not None or other.reply is not None or _uses(one, other) or _uses(other, one):
        return False
    if acts(one, bundle) != acts(other, bundle):
        return False
    if not acts(one, bundle):
        return True
    return _place(one, bundle) != _place(other, bundle) and "assistant" not in (
        _place(one, bundle),
        _place(other, bundle),
    )


def _place(action: Action, bundle: Bundle) -> str:
    """The file that a step writes, or the service that it calls."""
    if action.call is None:
        return f"file {action.write or action.append or action.edit}"
    names = {name: service.name for service in bundle.services for name in service.operations}
    return names[action.call]


def _uses(one: Action, other: Action) -> bool:
    return one.as_ is not None and re.search(rf"\b{re.escape(one.as_)}\b", _text(other)) is not None


def _text(action: Action) -> str:
    fields: list[Any] = [action.args, action.content, action.old, action.new, action.if_, action.each, action.as_]
    return "\n".join(str(field) for field in fields)
