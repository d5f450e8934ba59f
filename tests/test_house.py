"""House rules that no linter knows."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "vibelife_inspect"
FILES = sorted(SRC.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
BUNDLE_FILES = sorted([*(ROOT / "tasks").rglob("*.yaml"), *(ROOT / "tests" / "data" / "tasks").rglob("*.yaml")])
CANARY = "VIBELIFE CANARY 6f1c2b7e-4d0a-5e93-8b1f-2a7c9d3e5f41"

MAX_FILE = 400
MAX_FUNCTION = 60
DETERMINISTIC = ("world", "services", "checks", "bundle", "sessions", "episode", "policies")
HOST = {
    "datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time", "time.monotonic", "perf_counter",
    "uuid4", "uuid.uuid4", "uuid1", "uuid.uuid1", "os.urandom", "os.environ", "os.getenv", "secrets.token_hex",
    "random.random", "random.randint", "random.choice", "random.shuffle", "hash", "id",
}  # fmt: skip


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


CORE = [file for file in FILES if file.relative_to(SRC).parts[0] in DETERMINISTIC]


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def nodes(files: list[Path], *kinds: type[ast.AST]) -> Iterator[tuple[str, Any]]:
    """All nodes of some kinds, with the place where they stand."""
    for file in files:
        for node in ast.walk(parsed(file)):
            if isinstance(node, kinds):
                yield f"{name(file)}:{getattr(node, 'lineno', 0)}", node


def test_runtime_dependencies_are_ranges() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"]
    for dependency in project["dependencies"]:
        assert "==" not in dependency
        assert ">=" in dependency


def test_no_file_is_too_long() -> None:
    lengths = {name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {file: length for file, length in lengths.items() if length > MAX_FILE} == {}


def test_no_function_is_too_long() -> None:
    assert [
        place for place, node in nodes(FILES, ast.FunctionDef, ast.AsyncFunctionDef) if length(node) > MAX_FUNCTION
    ] == []


def length(node: ast.FunctionDef) -> int:
    """Lines of a function's body, without its docstring."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return (node.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_no_exception_is_swallowed_whole() -> None:
    handlers = list(nodes(FILES, ast.ExceptHandler))
    assert [place for place, node in handlers if node.type is None] == []
    broad = [
        (place, node)
        for place, node in handlers
        if node.type and ast.unparse(node.type) in ("Exception", "BaseException")
    ]
    assert [place for place, node in broad if all(isinstance(step, ast.Pass) for step in node.body)] == []
    assert len(broad) <= 3


def test_the_core_asks_nothing_of_its_host() -> None:
    assert [
        f"{place}: {ast.unparse(node.func)}" for place, node in nodes(CORE, ast.Call) if ast.unparse(node.func) in HOST
    ] == []


def test_no_set_is_walked_in_its_own_order() -> None:
    loops = [place for place, node in nodes(CORE, ast.For, ast.comprehension) if of_a_set(node.iter)]
    lists = [
        place
        for place, node in nodes(CORE, ast.Call)
        if ast.unparse(node.func) in ("list", "tuple", "enumerate") and node.args and of_a_set(node.args[0])
    ]
    assert loops + lists == []


def of_a_set(node: ast.AST) -> bool:
    """Whether an expression is plainly a set."""
    made = isinstance(node, ast.Call) and ast.unparse(node.func) in ("set", "frozenset")
    return made or isinstance(node, ast.Set | ast.SetComp)


@pytest.mark.parametrize("file", BUNDLE_FILES, ids=name)
def test_every_file_of_a_task_carries_the_canary(file: Path) -> None:
    assert CANARY in file.read_text(encoding="utf-8").splitlines()[0]


def test_tests_neither_sleep_nor_reach_out() -> None:
    banned = ("time.sleep", "sleep", "urlopen", "requests.get", "httpx.get")
    assert [place for place, node in nodes(TESTS, ast.Call) if ast.unparse(node.func) in banned] == []


def test_the_version_stands_in_the_package_alone() -> None:
    assert "version" in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dynamic"]
    assert re.search(r'^__version__ = "\d+\.\d+\.\d+', (SRC / "__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
