"""Each YAML file begins with the canary, so that training corpora can be cleaned of it."""

from collections.abc import Iterator

from vibelife_inspect.bundle.load import bundle_files
from vibelife_inspect.lab.lint.subject import Hit, Subject

CANARY = "# VIBELIFE CANARY 6f1c2b7e-4d0a-5e93-8b1f-2a7c9d3e5f41 - benchmark data, keep out of training corpora"


def find(subject: Subject) -> Iterator[Hit]:
    """YAML files whose first line is another."""
    root = subject.bundle.path
    for file in bundle_files(root):
        if file.suffix != ".yaml":
            continue
        if not file.read_text(encoding="utf-8").startswith(f"{CANARY}\n"):
            name = file.relative_to(root).as_posix()
            yield Hit(name, (), name, "the first line is not the canary (see CONTRIBUTING.md)", "error")
