"""A new bundle, from the folder `skeleton` or `skeleton_sessions`: small, valid, and with comments that teach."""

from pathlib import Path

from vibelife_inspect.bundle.load import bundle_files
from vibelife_inspect.errors import UsageError

SKELETON = Path(__file__).parent / "skeleton"
SESSIONS = Path(__file__).parent / "skeleton_sessions"


def sketch(folder: Path, domain: str, task: str) -> list[Path]:
    """Write a new bundle.

    Args:
        folder: Where to; must not exist yet.
        domain: Its domain; `sessions` gives a persona, any other a life task.
        task: Its id.

    Returns:
        The files that were written.

    Raises:
        UsageError: There is something already.
    """
    if folder.exists():
        raise UsageError(f"{folder} exists already; nothing was written")
    written = []
    skeleton = SESSIONS if domain == "sessions" else SKELETON
    for source in bundle_files(skeleton):
        target = folder / source.relative_to(skeleton)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace("__ID__", task).replace("__DOMAIN__", domain)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return written
