"""The rooms of the house: left never imports right, and only the Inspect side imports Inspect."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parents[1] / "src"
PACKAGE = "vibelife_inspect"

LEVELS = [
    "errors",
    "text plain_yaml clock ids money",
    "world",
    "services",
    "checks",
    "bundle",
    "catalog cards sessions",
    "episode",
    "policies lab",
    "tools solvers scorers models tasks",
    "_registry report",
    "cli __main__",
]
"""Rooms from left to right; those on one line may import each other."""

INSPECT_SIDE = {"tools", "solvers", "scorers", "models", "tasks", "_registry", "report"}
RANK = {room: rank for rank, line in enumerate(LEVELS) for room in line.split()}
FILES = sorted((SRC / PACKAGE).rglob("*.py"))


def room(file: Path) -> str:
    """The room that a file belongs to; empty for the package itself."""
    first = file.relative_to(SRC / PACKAGE).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def imports(tree: ast.AST) -> Iterator[str]:
    """The dotted names of all imported modules and of what is taken from them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where things are"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def at_load(tree: ast.Module) -> ast.Module:
    """The module without its functions and without what only type checkers read."""

    class Outside(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            return None

        def visit_If(self, node: ast.If) -> ast.AST | None:
            return None if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)

    return Outside().visit(deepcopy(tree))


def name(file: Path) -> str:
    return file.relative_to(SRC / PACKAGE).as_posix()


def test_every_room_has_its_place() -> None:
    assert {room(file) for file in FILES} - {""} <= set(RANK)


def test_left_never_imports_right() -> None:
    wrong = []
    for file in FILES:
        for target in imports(parsed(file)):
            parts = target.split(".")
            if parts[0] != PACKAGE or len(parts) < 2 or parts[1] not in RANK:
                continue
            if RANK[parts[1]] > RANK.get(room(file), -1):
                wrong.append(f"{name(file)} imports {target}")
    assert wrong == []


def test_only_the_inspect_side_imports_inspect() -> None:
    outside = [file for file in FILES if room(file) not in INSPECT_SIDE]
    assert [
        name(file) for file in outside if "inspect_ai" in {each.split(".")[0] for each in imports(parsed(file))}
    ] == []


def test_commands_load_the_inspect_side_only_when_they_need_it() -> None:
    commands = [file for file in FILES if room(file) == "cli"]
    wrong = [
        f"{name(file)} imports {target}"
        for file in commands
        for target in imports(at_load(parsed(file)))
        if target.startswith(f"{PACKAGE}.") and target.split(".")[1] in INSPECT_SIDE
    ]
    assert wrong == []


def test_a_service_never_imports_a_sibling() -> None:
    wrong = []
    for file in FILES:
        if room(file) != "services" or (file.parent.name == "services" and file.name == "__init__.py"):
            continue
        own = file.relative_to(SRC / PACKAGE / "services").parts[0].removesuffix(".py")
        for target in imports(parsed(file)):
            if target.startswith(f"{PACKAGE}.services.") and target.split(".")[2] != own:
                wrong.append(f"{name(file)} imports {target}")
    assert wrong == []


@pytest.mark.parametrize("room", ["errors", "clock", "ids", "money", "text", "plain_yaml", "world", "checks"])
def test_the_core_starts_without_what_stands_right_of_it(room: str) -> None:
    code = f"import sys, {PACKAGE}.{room}; print(*[m for m in sys.modules if m.startswith('{PACKAGE}.')])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {module.split(".")[1] for module in loaded} <= {name for name, rank in RANK.items() if rank <= RANK[room]}


def test_the_core_does_not_load_inspect() -> None:
    modules = [
        "bundle",
        "catalog",
        "cards",
        "episode",
        "policies",
        "services",
        "cli",
        "cli.estimate",
        "cli.lint",
        "cli.list_",
        "cli.new",
        "cli.replay",
        "cli.report",
    ]
    names = ", ".join(f"{PACKAGE}.{name}" for name in modules)
    code = f"import sys, {PACKAGE}, {names}; print('inspect_ai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
