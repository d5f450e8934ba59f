"""Figures of speed: ratios within one run; absolute times are for orientation only.

python benchmarks/run.py            # all
python benchmarks/run.py core       # without Inspect
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from vibelife_inspect.bundle import Bundle, load_bundle
from vibelife_inspect.catalog import task_path
from vibelife_inspect.episode import Episode, Options, Turn, judge_record, run_record
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import play_turn

TASK = "japan_trip"
ROUNDS = 5


def fastest(work: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The best of several rounds, in seconds: the least disturbed one."""
    times = []
    for _ in range(rounds):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


def subprocess_seconds(code: str) -> float:
    """How long a fresh interpreter takes to run a line, less an empty one."""
    empty = fastest(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 3)
    return fastest(lambda: subprocess.run([sys.executable, "-c", code], check=True), 3) - empty


def call_times(bundle: Bundle, background: int) -> dict[str, list[float]]:
    """Seconds of each call of the reference run, by kind: a read of one record, another read, a write or commit.

    The run is made several times; each call counts with its fastest time, so that what is built once does not count.
    """
    runs = [_timed_run(bundle, background) for _ in range(3)]
    times: dict[str, list[float]] = {"one record": [], "other reads": [], "writes": []}
    for calls in zip(*runs, strict=True):
        times[calls[0][0]].append(min(spent for _, spent in calls))
    return times


def _timed_run(bundle: Bundle, background: int) -> list[tuple[str, float]]:
    episode = Episode(bundle, Options(background=background))
    times: list[tuple[str, float]] = []
    plain = episode.world.call

    def timed(name: str, arguments: Any) -> Any:
        began = perf_counter()
        outcome = plain(name, arguments)
        spent = perf_counter() - began
        operation = episode.world.operations[name]
        one = operation.effect == "read" and operation.method.startswith("get_")
        times.append(("one record" if one else "other reads" if operation.effect == "read" else "writes", spent))
        return outcome

    episode.world.call = timed  # type: ignore[method-assign]
    policy = make_policy("oracle", bundle)
    for step in episode.steps():
        if isinstance(step, Turn):
            play_turn(policy, step, episode.world)
    return times


def first_load() -> float:
    """How long the first load takes in a fresh process, its services being imported."""
    names = [service.name for service in load_bundle(task_path(TASK)).services]
    code = (
        "from time import perf_counter; from vibelife_inspect.services import service_class\n"
        "from vibelife_inspect.catalog import load_task\n"
        f"for name in {names}: service_class(name)\n"
        f"began = perf_counter(); load_task({TASK!r}); print(perf_counter() - began)"
    )
    outputs = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True) for _ in range(3)]
    return min(float(output.stdout) for output in outputs)


def core() -> list[tuple[str, str, str]]:
    """The figures of the core."""
    engine = (
        "import vibelife_inspect.cli, vibelife_inspect.catalog, vibelife_inspect.episode, vibelife_inspect.policies"
    )
    rows = [("import the whole engine, no Inspect", f"{subprocess_seconds(engine):.2f} s", "< 1 s")]
    rows.append(("load the bundle, first time in a process", f"{first_load():.2f} s", "< 0.5 s"))
    bundle = load_bundle(task_path(TASK))
    rows.append(("load the bundle again", f"{fastest(lambda: load_bundle(task_path(TASK))) * 1e3:.0f} ms", "< 500 ms"))
    bundle.world()
    rows.append(("a fresh world", f"{fastest(bundle.world) * 1e3:.0f} ms", "< 60 ms"))
    near, far = call_times(bundle, 1), call_times(bundle, 100)
    everything = [spent for kind in near.values() for spent in kind]
    rows.append(
        (
            f"an operation, median of {len(everything)} in the reference run",
            f"{median(everything) * 1e3:.3f} ms",
            "< 0.2 ms",
        )
    )
    for kind in near:
        ratio = median(far[kind]) / median(near[kind])
        target = "<= 2x" if kind != "other reads" else "(searches read more)"
        rows.append(
            (f"{kind}: background 100x against 1x", f"{ratio:.2f}x of {median(near[kind]) * 1e3:.3f} ms", target)
        )

    def replay() -> dict[str, Any]:
        episode = Episode(bundle, Options())
        policy = make_policy("oracle", bundle)
        for step in episode.steps():
            if isinstance(step, Turn):
                play_turn(policy, step, episode.world)
        return run_record(episode)

    rows.append(("replay of the reference in the core", f"{fastest(replay):.2f} s", "< 1 s"))
    record = json.loads(json.dumps(replay()))
    rows.append(
        (
            f"scoring {len(bundle.checks)} checks from the record",
            f"{fastest(lambda: judge_record(bundle, record)) * 1e3:.0f} ms",
            "< 100 ms",
        )
    )
    command = [sys.executable, "-m", "vibelife_inspect", "replay", TASK, "--json"]
    whole = fastest(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), 3)
    rows.append(("the command `vibelife replay`, from start to exit", f"{whole:.2f} s", ""))
    return rows


def main() -> None:
    """Measure and print."""
    rows = core()
    if "core" not in sys.argv[1:]:
        from inspect_floor import through_inspect

        with tempfile.TemporaryDirectory() as folder:
            rows += through_inspect(folder)
    table = Table(title="Speed")
    for heading in ("what", "measured", "target"):
        table.add_column(heading)
    for row in rows:
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
