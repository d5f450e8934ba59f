"""The one contract of all operations: validated arguments, a declared effect, structured results and errors."""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model

from vibelife_inspect.errors import DefectError, Invalid, nearest
from vibelife_inspect.text import clean
from vibelife_inspect.world.record import Json, NewId

Effect = Literal["read", "write", "commit", "outside"]
"""`read` changes nothing; `write` can be taken back; `commit` spends, sends, submits, cancels or deletes; `outside`
is done by the world (a carrier, a merchant), never by the agent."""

_MAX_BYTES = 400_000
_F = TypeVar("_F", bound=Callable[..., Any])


def _not_blank(value: Any) -> Any:
    if isinstance(value, str) and not value.strip():
        raise ValueError("must not be blank")
    return value


Text = Annotated[str, Field(min_length=1, max_length=50_000), AfterValidator(_not_blank)]
"""A non-blank string; every plain `str` argument is one."""

_Key = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_not_blank)]


class _MayBeBlank:
    """Marks a string type as one that may be empty."""


MAY_BE_BLANK = _MayBeBlank()

Blankable = Annotated[str, Field(max_length=50_000), MAY_BE_BLANK]
"""A string argument that may be empty; types built on it, such as `Annotated[Blankable, Field(max_length=9)]`, too."""


def operation(effect: Effect) -> Callable[[_F], _F]:
    """Declare a method of a service as an operation.

    The method's signature is the argument schema, its Google docstring the description. A method `list_messages` of
    the service `email` becomes the tool `email_list_messages`.
    """

    def mark(method: _F) -> _F:
        setattr(method, "__effect__", effect)  # noqa: B010 - functions have no such attribute
        return method

    return mark


@dataclass(frozen=True)
class Operation:
    """One operation of one service class."""

    service: str
    method: str
    effect: Effect
    function: Callable[..., Any]

    @property
    def name(self) -> str:
        """The tool's name: `<service>_<verb>_<noun>`."""
        return f"{self.service}_{self.method}"

    @cached_property
    def summary(self) -> str:
        """First sentence of the description."""
        return self.description.split("\n\n")[0].replace("\n", " ")

    @cached_property
    def description(self) -> str:
        """What the agent reads: the docstring up to `Args:`."""
        return _sections(self.function)[0]

    @cached_property
    def arguments(self) -> type[BaseModel]:
        """The pydantic model of the arguments; unknown ones are refused."""
        hints = get_type_hints(self.function, include_extras=True)
        texts = _sections(self.function)[1]
        fields: dict[str, Any] = {}
        for name, parameter in list(inspect.signature(self.function).parameters.items())[1:]:
            if name not in texts:
                raise DefectError(f"{self.name}: argument {name!r} has no description")
            default = ... if parameter.default is parameter.empty else parameter.default
            fields[name] = (_tighten(hints[name]), Field(default, description=texts[name]))
        if self.effect == "commit":
            fields["idempotency_key"] = (_Key | None, Field(None, description=_KEY_TEXT))
        return create_model(self.name, __config__=ConfigDict(extra="forbid", strict=True), **fields)

    @cached_property
    def naming(self) -> tuple[str, ...]:
        """The arguments that choose the id of what is made."""
        hints = get_type_hints(self.function, include_extras=True)
        return tuple(name for name, hint in hints.items() if hint == NewId | None)

    @cached_property
    def schema(self) -> Json:
        """The JSON Schema of the arguments, without references."""
        raw = self.arguments.model_json_schema()
        flat = _plain(_inline(raw, raw.get("$defs", {})))
        return {
            "type": "object",
            "properties": flat.get("properties", {}),
            "required": flat.get("required", []),
            "additionalProperties": False,
        }

    def parse(self, arguments: Mapping[str, Any], zone: Any) -> tuple[Json, Json]:
        """Validate JSON arguments: the values for the method, and the JSON as it was understood.

        Raises:
            Invalid: Names each argument that is wrong and what would be right.
        """
        text = _encode(arguments)
        try:
            parsed = self.arguments.model_validate_json(text, context={"zone": zone})
        except ValidationError as error:
            raise self._invalid(error) from None
        return {name: getattr(parsed, name) for name in type(parsed).model_fields}, json.loads(text)

    def _invalid(self, error: ValidationError) -> Invalid:
        problems = []
        for item in error.errors(include_url=False, include_context=False, include_input=False):
            name = ".".join(str(part) for part in item["loc"]) or "arguments"
            message = item["msg"].removeprefix("Value error, ")
            if item["type"] == "extra_forbidden":
                message = "unknown argument; " + nearest(item["loc"][-1], self.arguments.model_fields)
            elif item["type"] == "missing":
                message = "is required"
            problems.append({"argument": clean(name)[:200], "problem": message})
        said = "; ".join(f"{problem['argument']}: {problem['problem']}" for problem in problems[:8])
        return Invalid(said, arguments=problems[:8])


_KEY_TEXT = "Optional key of your choice: repeating the call with the same key and arguments acts only once."


def _encode(arguments: Mapping[str, Any]) -> str:
    try:
        text = json.dumps(arguments, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise Invalid(f"the arguments are no JSON object: {clean(str(error))}") from None
    if clean(text) != text:
        raise Invalid("the arguments hold text that is not valid Unicode (a lone surrogate)")
    if len(text) > _MAX_BYTES:
        raise Invalid(f"the arguments are too large: {len(text)} characters, at most {_MAX_BYTES}")
    return text


def _tighten(hint: Any) -> Any:
    """Strings, also inside unions and lists and with bounds of their own, must not be blank unless marked."""
    if hint is str:
        return Text
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return Union[tuple(_tighten(part) for part in get_args(hint))]  # noqa: UP007 - built at run time
    if origin is list:
        return list[_tighten(get_args(hint)[0])]  # type: ignore[misc]
    if origin is Annotated:
        inner, *bounds = get_args(hint)
        if inner is not str:
            return Annotated[(_tighten(inner), *bounds)]
        return hint if _may_be_blank(bounds) else Annotated[(hint, AfterValidator(_not_blank))]
    return hint if hint is not NoneType else None


def _may_be_blank(bounds: list[Any]) -> bool:
    return any(isinstance(bound, _MayBeBlank) for bound in bounds)


def _sections(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """The description and the texts of the arguments in a Google docstring."""
    doc = inspect.getdoc(function) or ""
    body, _, rest = doc.partition("\nArgs:\n")
    body = body.partition("\nReturns:\n")[0].partition("\nRaises:\n")[0]
    texts: dict[str, str] = {}
    name = ""
    for line in rest.splitlines():
        if line and not line.startswith(" "):
            break
        stripped = line.strip()
        if line.startswith("    ") and not line.startswith("     ") and ":" in stripped:
            name, _, first = stripped.partition(":")
            texts[name] = first.strip()
        elif stripped and name:
            texts[name] += " " + stripped
    return body.strip(), texts


def _plain(node: Any) -> Any:
    """A schema as short as models like it: what may be left out is not also nullable, and text has no bounds.

    Validation goes by the model of the arguments, which keeps all of it, and takes null for what is left out.
    """
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _plain(value) for key, value in node.items() if key not in ("minLength", "maxLength")}
    options = [option for option in kept.get("anyOf", ()) if option != {"type": "null"}]
    if len(options) == 1 and len(kept["anyOf"]) == 2:
        rest = {
            key: value for key, value in kept.items() if key not in ("anyOf",) and (key, value) != ("default", None)
        }
        return {**options[0], **rest}
    return kept


def _inline(node: Any, definitions: Mapping[str, Any]) -> Any:
    """A schema with every `$ref` replaced by what it refers to, without titles."""
    if isinstance(node, list):
        return [_inline(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        target = definitions[node["$ref"].rsplit("/", 1)[-1]]
        rest = {key: item for key, item in node.items() if key != "$ref"}
        return _inline({**target, **rest}, definitions)
    return {
        key: {name: _inline(item, definitions) for name, item in value.items()}
        if key == "properties"
        else _inline(value, definitions)
        for key, value in node.items()
        if key != "$defs" and not (key == "title" and isinstance(value, str))
    }
