"""What operations answer with, read from their source: no run, and no list that is kept by hand."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from functools import cache
from typing import Any, get_type_hints

from vibelife_inspect.cards.expressions import Expressions
from vibelife_inspect.cards.shapes import (
    NOTHING,
    UNKNOWN,
    Fields,
    Keyed,
    Nothing,
    Of,
    Plain,
    Rows,
    Shape,
    Unknown,
    either,
    element,
    fields_of,
    merged,
    shape_of,
)
from vibelife_inspect.world import Operation, Service


def result_shape(service: type[Service], operation: Operation) -> Shape:
    """What an operation of a service answers with when it succeeds."""
    return _returned(operation.function, Of(service))


@cache
def _returned(method: Callable[..., Any], owner: Of) -> Shape:
    return Body({}, {}).enter(method, owner, [], {})


@cache
def _parsed(function: Callable[..., Any]) -> ast.FunctionDef | None:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    return tree if isinstance(tree, ast.FunctionDef) else None


class Body(Expressions):
    """The statements of one function, run over shapes in place of values."""

    returned: Shape = NOTHING
    entered: tuple[Callable[..., Any], ...] = ()

    def enter(
        self, function: Callable[..., Any], owner: Shape | None, given: list[Shape], named: dict[str, Shape]
    ) -> Shape:
        """What its annotation promises, or else what its body makes."""
        hints = get_type_hints(function)
        promised = shape_of(hints.get("return", Any))
        tree = _parsed(function)
        if not isinstance(promised, Unknown) or tree is None or function in self.entered:
            return promised
        arguments = [argument.arg for argument in [*tree.args.args, *tree.args.kwonlyargs]]
        names = {name: shape_of(hints.get(name, Any)) for name in arguments}
        told = dict(zip(arguments, [owner, *given] if owner else given, strict=False)) | named
        names |= {name: shape for name, shape in told.items() if isinstance(names.get(name), Unknown)}
        inner = Body(names, inspect.unwrap(function).__globals__)
        inner.entered = (*self.entered, function)
        inner.run(tree.body)
        return UNKNOWN if isinstance(inner.returned, Nothing) else inner.returned

    def run(self, statements: list[ast.stmt]) -> bool:
        """Go through statements; whether the last is reached."""
        return all(self.visit(statement) is not False for statement in statements)

    def nested(self, names: dict[str, Shape]) -> "Body":
        """The same place with further names."""
        inner = Body({**self.names, **names}, self.globals)
        inner.entered = self.entered
        return inner

    # ---- statements: False from what does not go on to the next

    def visit_Return(self, node: ast.Return) -> bool:
        """One of the results."""
        if node.value is not None:
            self.returned = either(self.returned, self.shape(node.value))
        return False

    def visit_Raise(self, node: ast.Raise) -> bool:
        """No result."""
        return False

    def visit_Assign(self, node: ast.Assign) -> None:
        """A name for a value, or a key for one."""
        for target in node.targets:
            self.bind(target, self._held(node.value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """As an assignment."""
        if node.value is not None:
            self.bind(node.target, self._held(node.value))

    def _held(self, node: ast.expr) -> Shape:
        """The shape of what gets a name; constants keep their value, for they may name fields."""
        value = self.literal(node)
        return Plain(value) if value and isinstance(value, str | tuple | set | frozenset) else self.shape(node)

    def bind(self, target: ast.expr, shape: Shape) -> None:
        """Give a value its names, or put it under a key of a named object."""
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            self._keep(target, target.value.id, shape)
        else:
            super().bind(target, shape)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """`|=` joins objects, `+=` lists."""
        if isinstance(node.target, ast.Name):
            joined = ast.BinOp(left=ast.Name(id=node.target.id), op=node.op, right=node.value)
            self.names[node.target.id] = self.shape(joined)

    def visit_Expr(self, node: ast.Expr) -> None:
        """`rows.append(x)`, `rows.extend(x)`, `answer.update(x)`."""
        call = node.value
        self.visit(call)
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args):
            return
        owner, shape = call.func.value, self.shape(call.args[0])
        if not isinstance(owner, ast.Name):
            return
        held = self.names.get(owner.id, UNKNOWN)
        if isinstance(held, Rows) and call.func.attr in ("append", "extend"):
            more = shape if call.func.attr == "append" else element(shape)
            self.names[owner.id] = Rows(either(held.of, more))
        elif isinstance(held, Fields) and call.func.attr == "update":
            self.names[owner.id] = merged(held, fields_of(shape))

    def visit_Delete(self, node: ast.Delete) -> None:
        """`del answer["key"]`."""
        for target in node.targets:
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                held, key = self.names.get(target.value.id), self.literal(target.slice)
                if isinstance(held, Fields):
                    known = {name: shape for name, shape in held.known.items() if name != key}
                    self.names[target.value.id] = Fields(known, held.sometimes - {key}, held.more)

    def visit_If(self, node: ast.If) -> bool:
        """Both ways, and what is left of either."""
        self.shape(node.test)
        before = dict(self.names)
        on = self.run(node.body)
        first, self.names = self.names, dict(before)
        other = self.run(node.orelse)
        if on and other:
            self.names = {name: self._joined(name, first) for name in {**first, **self.names}}
        elif on:
            self.names = first
        return on or other

    def visit_For(self, node: ast.For) -> None:
        """Once or never."""
        self.shape(node.iter)
        self._perhaps(node.body, lambda: self.bind(node.target, element(self.shape(node.iter))))

    def visit_While(self, node: ast.While) -> None:
        """Once or never."""
        self._perhaps(node.body, lambda: None)

    def visit_With(self, node: ast.With) -> bool:
        """Straight through."""
        return self.run(node.body)

    def visit_Try(self, node: ast.Try) -> bool:
        """Straight through, or one of the handlers."""
        ends = [self.run(node.body), *(self.run(handler.body) for handler in node.handlers)]
        return any(ends)

    def _perhaps(self, statements: list[ast.stmt], begin: Callable[[], None]) -> None:
        before = dict(self.names)
        begin()
        self.run(statements)
        self.names = {name: self._joined(name, before) for name in {**before, **self.names}}

    def _joined(self, name: str, other: dict[str, Shape]) -> Shape:
        return either(other.get(name, NOTHING), self.names.get(name, NOTHING))

    def _keep(self, target: ast.Subscript, name: str, shape: Shape) -> None:
        held, key = self.names.get(name, UNKNOWN), self.literal(target.slice)
        if isinstance(held, Fields) and isinstance(key, str):
            self.names[name] = merged(held, Fields({key: shape}))
        elif isinstance(held, Fields | Keyed):
            known = held.of if isinstance(held, Keyed) else NOTHING
            self.names[name] = Keyed(either(known, shape))
