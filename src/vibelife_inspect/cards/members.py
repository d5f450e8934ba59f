"""The shapes that Python's own functions and methods give."""

from vibelife_inspect.cards.shapes import (
    NOTHING,
    PLAIN,
    UNKNOWN,
    Code,
    Collected,
    Fields,
    Keyed,
    Of,
    Plain,
    Rows,
    Shape,
    Tuple,
    element,
    fields_of,
    merged,
)

_PLAIN = {"str", "int", "len", "any", "all", "round", "abs", "bool", "float", "divmod", "repr"}
_LISTS = {"sorted", "reversed", "list", "tuple", "set", "frozenset"}


def built_in(name: str, given: list[Shape], named: dict[str, Shape]) -> Shape:
    """What a built-in function gives back for arguments of these shapes."""
    if name == "dict":
        whole = _as_object(given[0]) if given else Fields({})
        return merged(fields_of(whole), Fields(named)) if named else whole
    if name in _PLAIN:
        return PLAIN
    if name in _LISTS:
        return Rows(element(given[0]) if given else NOTHING)
    if not given:
        return UNKNOWN
    if name == "filter":
        return Rows(element(given[-1]))
    if name == "enumerate":
        return Rows(Tuple((PLAIN, element(given[0]))))
    if name == "zip":
        return Rows(Tuple(tuple(element(shape) for shape in given)))
    if name == "next" or (name in ("max", "min") and len(given) == 1):
        return element(given[0])
    return given[0] if name in ("max", "min") else UNKNOWN


def _as_object(shape: Shape) -> Shape:
    """`dict(...)` of an object, or of pairs."""
    if isinstance(shape, Of | Fields | Keyed):
        return shape
    pair = element(shape)
    return Keyed(pair.parts[1]) if isinstance(pair, Tuple) and len(pair.parts) == 2 else UNKNOWN


def member_of(owner: Shape, name: str) -> Shape:
    """A method of a list, a mapping, a table or a class."""
    if isinstance(owner, Code):
        return owner
    if isinstance(owner, Collected):
        one = Of(owner.model)
        return Code(lambda given, named: Rows(one) if name == "find" else PLAIN if name == "author" else one)
    held = element(owner)
    if isinstance(owner, Rows) and name == "pop":
        return Code(lambda given, named: held)
    if isinstance(owner, Fields | Keyed):
        answers = {"values": Rows(held), "items": Rows(Tuple((PLAIN, held))), "keys": Rows(PLAIN), "copy": owner}
        answer = answers.get(name, held)
        return Code(lambda given, named: answer)
    return Code(lambda given, named: PLAIN) if isinstance(owner, Plain) else UNKNOWN
