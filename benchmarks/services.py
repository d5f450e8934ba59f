"""Speed of every operation of every service: times in one run, and ratios within it.

python benchmarks/services.py           # latencies, building, background 100x against 1x (some minutes)
python benchmarks/services.py quick     # without the 100x part
"""

import gc
import sys
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.contract.guide import Guide
from tests.contract.test_invariants import Walk
from tests.populated import populated, populated_rows

from vibelife_inspect.ids import rng
from vibelife_inspect.services import service_classes
from vibelife_inspect.world import Operation, World

WALKS, STEPS, ROUNDS = 24, 250, 3
FAR, CALLS = 100, 600
MS = 1e3


class TimedWalk(Walk):
    """A walk that notes how long each accepted call took, and proves nothing."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.times: list[tuple[str, float]] = []

    def _call(self, operation: Operation, arguments: dict[str, object]) -> bool:
        self.calls[operation.name] += 1
        spent, result = timed(self.world, operation, arguments)
        if spent is not None:
            self.times.append((operation.name, spent))
            self.accepted[operation.name] += 1
            self.guide.learn_from(operation, result)
        return spent is not None

    def wait(self, to: datetime) -> str:
        self.world.advance(min(to, self.world.setting.end))
        return ""


def timed(world: World, operation: Operation, arguments: dict[str, object]) -> tuple[float | None, object]:
    """Seconds of an accepted call, and its result."""
    call = world.outside if operation.effect == "outside" else world.call
    began = perf_counter()
    outcome = call(operation.name, arguments)
    spent = perf_counter() - began
    return (spent, outcome.result) if outcome.ok else (None, None)


def latencies() -> dict[str, list[float]]:
    """Seconds of each accepted call by operation; the walks are made several times, and the fastest time counts."""
    times: dict[str, list[float]] = defaultdict(list)
    for seed in range(WALKS):
        rounds = []
        for _ in range(ROUNDS):
            walk = TimedWalk(seed)
            for _ in range(STEPS):
                walk.step()
            rounds.append(walk.times)
        for same in zip(*rounds, strict=True):
            times[same[0][0]].append(min(spent for _, spent in same))
    return times


def kind(operation: Operation) -> str:
    """What an operation is for the comparison of backgrounds."""
    if operation.effect == "read":
        return "get" if operation.method.startswith("get_") else "other read"
    return "write"


def service_times(name: str, level: int) -> dict[str, float]:
    """Median seconds of accepted calls by operation of one service; the others have background 1.

    A read is made three times, and the fastest counts: what is kept after the first time does not count.
    """
    world = populated(1, **{name: level})
    guide = Guide(rng("far", name), world)
    operations = list(service_classes()[name].operations.values())
    times: dict[str, list[float]] = defaultdict(list)
    for number in range(CALLS):
        operation = operations[number % len(operations)]
        arguments = guide.arguments(operation)
        spent, result = timed(world, operation, arguments)
        if spent is not None:
            if operation.effect == "read":
                spent = min(spent, *(timed(world, operation, arguments)[0] or spent for _ in range(2)))
            times[operation.name].append(spent)
            guide.learn_from(operation, result)
    return {operation: median(spent) for operation, spent in times.items()}


def far_tables() -> list[Table]:
    """Background 100x against 1x, service by service, and the operations that suffer most."""
    table = Table(title=f"Background {FAR}x against 1x: median over operations of ms, and of the ratio")
    for heading in ("service", "records", "get_*", "ratio", "writes", "ratio", "other reads", "ratio"):
        table.add_column(heading, justify="left" if heading == "service" else "right", no_wrap=True)
    pooled: dict[str, tuple[float, float]] = {}
    kinds = {name: kind(item) for service in service_classes().values() for name, item in service.operations.items()}
    for name, service in service_classes().items():
        if not service.counted:
            continue
        near, far = service_times(name, 1), service_times(name, FAR)
        pairs = {operation: (near[operation], far[operation]) for operation in near if operation in far}
        pooled |= pairs
        count = sum(len(rows) for key, rows in populated_rows(1, ((name, FAR),)).items() if key.startswith(f"{name}."))
        table.add_row(name, f"{count:,}", *ratio_cells(pairs, kinds))
        populated_rows.cache_clear()
        gc.collect()
    table.add_section()
    table.add_row("all", "", *ratio_cells(pooled, kinds))
    return [table, suffering(pooled, kinds)]


def ratio_cells(pairs: dict[str, tuple[float, float]], kinds: dict[str, str]) -> list[str]:
    cells = []
    for what in ("get", "write", "other read"):
        some = [pair for operation, pair in pairs.items() if kinds[operation] == what]
        cells += [f"{median(near for near, _ in some) * MS:.3f}" if some else "-"]
        cells += [f"{median(far / near for near, far in some):.2f}x" if some else "-"]
    return cells


def suffering(pairs: dict[str, tuple[float, float]], kinds: dict[str, str]) -> Table:
    """Single-record reads and writes that take more than twice as long, the worst first."""
    table = Table(title=f"get_* and writes beyond 2x at background {FAR}x")
    for heading in ("operation", "kind", "1x", f"{FAR}x", "ratio"):
        table.add_column(heading)
    beyond = {name: pair for name, pair in pairs.items() if kinds[name] != "other read" and pair[1] > 2 * pair[0]}
    for name, (near, far) in sorted(beyond.items(), key=lambda item: item[1][0] / item[1][1]):
        table.add_row(name, kinds[name], f"{near * MS:.3f} ms", f"{far * MS:.3f} ms", f"{far / near:.1f}x")
    return table


def building() -> list[tuple[str, str, str]]:
    """How long worlds take to make."""
    populated_rows.cache_clear()
    began = perf_counter()
    populated()
    first = perf_counter() - began
    again = fastest_build()
    return [
        ("first world: seeds validated, background 1 generated for all", f"{first * MS:.0f} ms", ""),
        ("another fresh world of all services, background 1", f"{again * MS:.0f} ms", "< 100 ms"),
    ]


def fastest_build() -> float:
    """Seconds of the least disturbed of several builds."""
    times = []
    for _ in range(7):
        began = perf_counter()
        populated()
        times.append(perf_counter() - began)
    return min(times)


def summary(times: dict[str, list[float]], rows: Iterable[tuple[str, str, str]]) -> Table:
    """The figures in one table."""
    names = [name for service in service_classes().values() for name in service.operations]
    medians = sorted(median(spent) for spent in times.values())
    calls = sum(len(spent) for spent in times.values())
    figures = [
        (f"an operation: median over {len(times)} of {len(names)}, {calls} calls", f"{median(medians) * MS:.3f} ms",
         "< 0.2 ms"),
        ("nine of ten operations are below", f"{medians[len(medians) * 9 // 10] * MS:.3f} ms", ""),
        *rows,
    ]  # fmt: skip
    table = Table(title="Services")
    for heading in ("what", "measured", "target"):
        table.add_column(heading)
    for figure in figures:
        table.add_row(*figure)
    return table


def slowest(times: dict[str, list[float]]) -> Table:
    """The ten slowest operations."""
    table = Table(title="The slowest ten operations")
    for heading in ("operation", "median", "calls"):
        table.add_column(heading)
    ranked = sorted(times.items(), key=lambda item: median(item[1]), reverse=True)
    for name, spent in ranked[:10]:
        table.add_row(name, f"{median(spent) * MS:.3f} ms", str(len(spent)))
    return table


def main() -> None:
    """Measure and print."""
    console = Console()
    rows = building()
    times = latencies()
    console.print(summary(times, rows))
    console.print(slowest(times))
    if "quick" not in sys.argv[1:]:
        for table in far_tables():
            console.print(table)


if __name__ == "__main__":
    main()
