"""Which tasks there are, and where: the one place that knows where the data lives."""

from functools import lru_cache
from pathlib import Path

from vibelife_inspect.bundle import Bundle, load_bundle
from vibelife_inspect.bundle.load_sessions import session_files
from vibelife_inspect.errors import UsageError, nearest

_PACKAGE = Path(__file__).parent


def data_folder(name: str) -> Path:
    """The folder `tasks` or `scorers`: inside an installed wheel, else in the checkout."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parents[1] / name


def task_paths() -> dict[str, Path]:
    """The folders of all bundles by id, life tasks and personas, in alphabetical order."""
    files = data_folder("tasks").glob("*/*/task.yaml")
    return {file.parent.name: file.parent for file in sorted(files, key=lambda file: file.parent.name)}


def life_names() -> list[str]:
    """The ids of all life tasks."""
    return [name for name, path in task_paths().items() if not is_sessions(path)]


def persona_names() -> list[str]:
    """The ids of all personas of working sessions."""
    return [name for name, path in task_paths().items() if is_sessions(path)]


def is_sessions(path: Path) -> bool:
    """Whether a bundle's folder holds working sessions, not a life task."""
    return bool(session_files(path))


def task_path(name: str) -> Path:
    """The folder of a task, by its id or by a path to it.

    Raises:
        UsageError: There is none; the message names the nearest.
    """
    if name in task_paths():
        return task_paths()[name]
    if Path(name).is_dir():
        return Path(name).resolve()
    raise UsageError(f"there is no task {name!r}; {nearest(name, task_paths())}")


@lru_cache(maxsize=64)
def load_task(name: str, variant: int = 0) -> Bundle:
    """Load a variant of a task by its id or path; loaded once per process.

    Raises:
        UsageError: There is no such task or variant.
        BundleError: The bundle is faulty.
    """
    return load_bundle(task_path(name), variant)
