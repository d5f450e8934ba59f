"""Uses a wheel as its users do: from another directory, without the checkout.

    python tests/wheel_check.py dist/vibelife_inspect-0.1.0-py3-none-any.whl

The wheel is laid into a folder of its own, which comes first on the path of the interpreter that runs this; so its
dependencies are those that are installed already, and nothing is downloaded.
"""

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

WHERE = """
from pathlib import Path
import vibelife_inspect
from vibelife_inspect.catalog import data_folder, task_paths
from vibelife_inspect.scorers.profile import explanation_template, profile
assert profile().axes and explanation_template() is not None
found = [Path(vibelife_inspect.__file__).parent, data_folder("tasks"), data_folder("scorers"), *task_paths().values()]
print(*found, sep="\\n")
"""


def main(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    unwanted = [name for name in names if name.endswith((".eval", ".pyc")) or name.startswith(("logs/", "tests/"))]
    assert not unwanted, f"the wheel holds {unwanted}"
    with tempfile.TemporaryDirectory() as folder:
        # Inspect takes for installed what lies in a folder of this name
        site, elsewhere = Path(folder, "site-packages").resolve(), Path(folder, "elsewhere")
        elsewhere.mkdir()
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        run([*pip, "--target", str(site), str(wheel.resolve())], elsewhere)
        use(site, elsewhere)
    print(f"{wheel.name}: its tasks, profile, commands and plugin work from another directory")


def use(site: Path, elsewhere: Path) -> None:
    package, *data = run([sys.executable, "-c", WHERE], elsewhere, site).split("\n")
    assert Path(package) == site / "vibelife_inspect", f"imported from {package}, not from the wheel"
    strangers = [path for path in data if not Path(path).is_relative_to(site)]
    assert not strangers, f"found outside the wheel: {strangers}"

    listed = json.loads(run([str(site / "bin" / "vibelife"), "list", "--json"], elsewhere, site))
    assert sorted(task["id"] for task in listed) == [Path(path).name for path in data[2:]] != [], "a task is missing"
    personas = [task["id"] for task in listed if "sessions" in task]
    tasks = [task["id"] for task in listed if "sessions" not in task]
    assert personas and tasks, "one of the two families is missing"
    play(tasks[0], "three_tier", site, elsewhere)
    play(f"proactive_{personas[0]}", "proactivity", site, elsewhere)


def play(task: str, scorer: str, site: Path, folder: Path) -> None:
    logs = folder / task
    inspect = [sys.executable, "-m", "inspect_ai", "eval", f"vibelife_inspect/{task}", "--model", "vibelife/silent"]
    run([*inspect, "--log-dir", str(logs), "--log-format", "json", "--display", "plain"], folder, site)
    log = json.loads(next(logs.glob("*.json")).read_text(encoding="utf-8"))
    assert (log["status"], log["samples"][0].get("error")) == ("success", None), log.get("error")
    assert log["samples"][0]["scores"][scorer]["explanation"].startswith("**"), "the sample was not scored"


def run(command: list[str], folder: Path, site: Path | None = None) -> str:
    """What a command prints; one that fails ends the check with all that it said."""
    env = {**os.environ, "PYTHONPATH": str(site)} if site else None
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].endswith(".whl"):
        raise SystemExit("usage: python tests/wheel_check.py WHEEL")
    main(Path(sys.argv[1]))
