"""The shapes of Python expressions, as far as the services' own ways of writing reach."""

import ast
import inspect
from collections.abc import Callable, Mapping
from functools import cached_property, reduce
from typing import Any, get_type_hints

from pydantic import BaseModel

from vibelife_inspect.cards.members import built_in, member_of
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
    Unknown,
    either,
    element,
    fields_of,
    instance_of,
    merged,
    shape_of,
)
from vibelife_inspect.world import Table, page


class Expressions(ast.NodeVisitor):
    """The shapes of the expressions in one function.

    Args:
        names: Shapes of local names.
        globals: The function's module.
    """

    def __init__(self, names: dict[str, Shape], globals: Mapping[str, Any]) -> None:
        self.names, self.globals = names, globals

    def enter(
        self, function: Callable[..., Any], owner: Shape | None, given: list[Shape], named: dict[str, Shape]
    ) -> Shape:
        """The shape of what a function returns."""
        raise NotImplementedError

    def shape(self, node: ast.expr) -> Shape:
        """The shape of an expression."""
        found = self.visit(node)
        return found if isinstance(found, Shape) else UNKNOWN

    def generic_visit(self, node: ast.AST) -> Shape:
        """Texts, numbers, comparisons and what else has no keys."""
        return PLAIN

    def visit_Constant(self, node: ast.Constant) -> Shape:
        """A literal; what is null may be anything at other times."""
        return NOTHING if node.value is None else PLAIN

    # ---- what builds objects and lists

    def visit_Dict(self, node: ast.Dict) -> Shape:
        """A literal, with what it unpacks."""
        result = Fields({})
        for key, value in zip(node.keys, node.values, strict=True):
            shape = self.shape(value)
            if key is None:
                result = merged(result, fields_of(shape))
            elif (name := self.literal(key)) is not None:
                result = merged(result, Fields({str(name): shape}))
            else:
                return Keyed(either(shape, NOTHING)) if len(node.keys) == 1 else UNKNOWN
        return result

    def visit_List(self, node: ast.List) -> Shape:
        """A list of whatever its elements are."""
        of: Shape = NOTHING
        for item in node.elts:
            starred = isinstance(item, ast.Starred)
            shape = self.shape(item.value if isinstance(item, ast.Starred) else item)
            of = either(of, element(shape) if starred else shape)
        return Rows(of)

    def visit_Tuple(self, node: ast.Tuple) -> Shape:
        """So many values."""
        if any(isinstance(element, ast.Starred) for element in node.elts):
            return self.visit_List(ast.List(elts=node.elts))
        return Tuple(tuple(self.shape(element) for element in node.elts))

    def visit_ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> Shape:
        """A list of what it makes for each."""
        inner = self._within(node.generators)
        return Rows(inner.shape(node.elt))

    visit_GeneratorExp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> Shape:
        """All fields of a record but some, or named ones, or one entry for each."""
        if fields := self._chosen(node):
            return fields
        return Keyed(self._within(node.generators).shape(node.value))

    def _chosen(self, node: ast.DictComp) -> Fields | None:
        """`{name: value for name, value in record if name not in hidden}`."""
        loop = node.generators[0]
        if not (isinstance(node.key, ast.Name) and len(node.generators) == 1):
            return None
        if (names := self.literal(loop.iter)) is not None and isinstance(loop.target, ast.Name):
            inner = self._within(node.generators)
            known = {str(name): inner.shape(node.value) for name in names}
            return Fields(known, frozenset(known) if loop.ifs else frozenset())
        source = loop.iter
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr == "items":
            source = source.func.value
        shape = self.shape(source)
        if not (isinstance(shape, Fields) or (isinstance(shape, Of) and issubclass(shape.cls, BaseModel))):
            return None
        fields, pair = fields_of(shape), loop.target
        if not (isinstance(pair, ast.Tuple) and ast.unparse(pair.elts[-1]) == ast.unparse(node.value)):
            value = self._within(node.generators).shape(node.value)
            fields = Fields(dict.fromkeys(fields.known, value), fields.sometimes, fields.more)
        return self._filtered(fields, loop.ifs)

    def _filtered(self, fields: Fields, tests: list[ast.expr]) -> Fields:
        known, sometimes = dict(fields.known), fields.sometimes
        for test in tests:
            listed = self.literal(test.comparators[0]) if isinstance(test, ast.Compare) else None
            if listed is None:
                sometimes = frozenset(known)
                continue
            names = [listed] if isinstance(listed, str) else listed
            keep = isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.In | ast.Eq)
            known = {name: shape for name, shape in known.items() if (name in names) is keep}
        return Fields(known, sometimes & known.keys(), fields.more)

    # ---- what chooses and joins

    def visit_IfExp(self, node: ast.IfExp) -> Shape:
        """One or the other."""
        return either(self.shape(node.body), self.shape(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> Shape:
        """One of them."""
        shapes = [self.shape(value) for value in node.values]
        return reduce(either, shapes)

    def visit_BinOp(self, node: ast.BinOp) -> Shape:
        """Objects are joined by `|`, lists by `+`."""
        left, right = self.shape(node.left), self.shape(node.right)
        if isinstance(node.op, ast.BitOr) and isinstance(left, Fields):
            return merged(left, fields_of(right))
        return either(left, right) if isinstance(left, Rows) else left if left == right else UNKNOWN

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Shape:
        """A value that gets a name on its way."""
        self.bind(node.target, shape := self.shape(node.value))
        return shape

    # ---- what looks into things

    def visit_Name(self, node: ast.Name) -> Shape:
        """A local name, or one of the module."""
        if node.id in self.names:
            return self.names[node.id]
        return self.thing(self.globals[node.id]) if node.id in self.globals else UNKNOWN

    def visit_Subscript(self, node: ast.Subscript) -> Shape:
        """An element, or the value at a key."""
        whole = self.shape(node.value)
        if isinstance(node.slice, ast.Slice):
            return whole
        index = self.literal(node.slice)
        if isinstance(whole, Tuple) and isinstance(index, int) and index < len(whole.parts):
            return whole.parts[index]
        if isinstance(whole, Fields):
            return whole.known.get(index, UNKNOWN) if isinstance(index, str) else UNKNOWN
        return element(whole)

    def visit_Attribute(self, node: ast.Attribute) -> Shape:
        """A field, a property or a method."""
        owner = self.shape(node.value)
        if not isinstance(owner, Of):
            return member_of(owner, node.attr)
        if issubclass(owner.cls, BaseModel):
            if node.attr in owner.cls.model_fields:
                return shape_of(owner.cls.model_fields[node.attr].annotation)
            if node.attr in ("model_copy", "model_validate", "model_construct"):
                return Code(lambda given, named: owner)
        member = inspect.getattr_static(owner.cls, node.attr, None)
        if isinstance(member, Table):
            return Collected(member.model)
        if isinstance(member, property | cached_property):
            function = member.fget if isinstance(member, property) else member.func
            return self.enter(function, owner, [], {}) if function else UNKNOWN
        if isinstance(member, classmethod | staticmethod):
            return Code(lambda given, named: shape_of(get_type_hints(member.__func__).get("return")))
        if inspect.isfunction(member):
            return Code(lambda given, named: self.enter(member, owner, given, named))
        return shape_of(get_type_hints(owner.cls).get(node.attr, Any))

    def visit_Lambda(self, node: ast.Lambda) -> Shape:
        """A function in passing."""
        names = [argument.arg for argument in node.args.args]
        return Code(lambda given, named: self.nested(dict(zip(names, given, strict=False))).shape(node.body))

    # ---- calls

    def visit_Call(self, node: ast.Call) -> Shape:
        """What is called tells what comes back."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("pick", "model_dump"):
            return self._parts(node, node.func)
        target = self.shape(node.func)
        given = [self.shape(argument) for argument in node.args if not isinstance(argument, ast.Starred)]
        named = {keyword.arg: self.shape(keyword.value) for keyword in node.keywords if keyword.arg}
        if isinstance(node.func, ast.Name):
            if self.globals.get(node.func.id) is page:
                return self._page(node)
            if isinstance(target, Unknown):
                return built_in(node.func.id, given, named)
        return target.call(given, named) if isinstance(target, Code) else UNKNOWN

    def _parts(self, node: ast.Call, function: ast.Attribute) -> Shape:
        """`record.pick(...)` and `record.model_dump(...)`."""
        whole = fields_of(self.shape(function.value))
        options = {keyword.arg: self.literal(keyword.value) for keyword in node.keywords}
        if function.attr == "pick":
            named = [self._names(argument) for argument in node.args]
            known = {name: whole.known.get(name, PLAIN) for names in named for name in names or ()}
            return Fields(known, more=None in named)
        hidden, shown = options.get("exclude") or (), options.get("include")
        known = {key: at for key, at in whole.known.items() if key not in hidden and (shown is None or key in shown)}
        loose = any(options.get(name) for name in ("exclude_none", "exclude_defaults", "exclude_unset"))
        return Fields(known, frozenset(known) if loose else frozenset(), whole.more)

    def _names(self, node: ast.expr) -> tuple[str, ...] | None:
        """The names that an argument of `pick` stands for; None where they cannot be told."""
        value = self.literal(node.value if isinstance(node, ast.Starred) else node)
        return (value,) if isinstance(value, str) else None if value is None else tuple(value)

    def _page(self, node: ast.Call) -> Shape:
        row, show = element(self.shape(node.args[0])), self.shape(node.args[3])
        rows = Rows(show.call([row], {}) if isinstance(show, Code) else UNKNOWN)
        return Fields({"items": rows, "total": PLAIN, "next_cursor": PLAIN})

    # ---- names

    def thing(self, value: Any) -> Shape:
        """The shape of something that a module holds."""
        if isinstance(value, type):
            return Code(lambda given, named: shape_of(value))
        if inspect.isfunction(value):
            return Code(lambda given, named: self.enter(value, None, given, named))
        made = instance_of(type(value))
        return made if isinstance(made, Of) else UNKNOWN

    def literal(self, node: ast.expr) -> Any:
        """The value of a literal, of a constant of the module, or of a local name for one; None where it is neither."""
        try:
            return ast.literal_eval(node)
        except ValueError:
            pass
        if isinstance(node, ast.Name):
            held = self.names.get(node.id)
            if held is not None:
                return held.value if isinstance(held, Plain) else None
            value = self.globals.get(node.id)
            return value if isinstance(value, str | tuple | list | set | frozenset) else None
        return None

    def bind(self, target: ast.expr, shape: Shape) -> None:
        """Give a value its names."""
        if isinstance(target, ast.Name):
            self.names[target.id] = shape
        elif isinstance(target, ast.Tuple | ast.List):
            starred = any(isinstance(item, ast.Starred) for item in target.elts)
            parts = shape.parts if isinstance(shape, Tuple) and not starred else ()
            for number, item in enumerate(target.elts):
                if isinstance(item, ast.Starred):
                    self.bind(item.value, Rows(element(shape)))
                else:
                    self.bind(item, parts[number] if number < len(parts) else element(shape))

    def nested(self, names: dict[str, Shape]) -> "Expressions":
        """The same place with further names."""
        return type(self)({**self.names, **names}, self.globals)

    def _within(self, loops: list[ast.comprehension]) -> "Expressions":
        inner = self.nested({})
        for loop in loops:
            inner.bind(loop.target, element(inner.shape(loop.iter)))
            for test in loop.ifs:
                inner.shape(test)
        return inner
