"""What a log of working sessions says, for people."""

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from vibelife_inspect.world import Json

_COLUMNS = {
    "Proc": "proc",
    "Comp": "comp",
    "compl": "completed",
    "infer": "inferred",
    "prov": "provided",
    "prec": "precision",
    "decoy": "decoys",
    "words": "words",
    "turns": "turns",
}


def print_sessions(found: Json) -> None:
    """A row per persona and one for all, and the difference to another log."""
    console = Console(highlight=False)
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("persona", no_wrap=True)
    for heading in _COLUMNS:
        table.add_column(heading, justify="right")
    for id, figures in found["personas"].items():
        table.add_row(id, *(_figure(figures.get(name)) for name in _COLUMNS.values()))
    if len(found["personas"]) > 1:
        table.add_row("all", *(_plain(found["macro"].get(name)) for name in _COLUMNS.values()))
    console.print(table)
    judged = [name for name in ("comp_graded", "comp_approximate") if name in found["macro"]]
    for name in judged:
        words = "all items, rubric items by the grader" if name == "comp_graded" else "rubric items, approximate"
        console.print(f"Comp of {words}: {found['macro'][name]:.3f}")
    for name, gap in found["differences"].items():
        error = "" if gap["stderr"] is None else f" ± {gap['stderr']:.3f}"
        console.print(
            f"difference in {name.capitalize()}, paired over {gap['sessions']} sessions: {gap['mean']:+.3f}{error}"
        )
    regime = ", ".join(f"{name} {found[name]}" for name in ("user", "memory", "history"))
    counts = f"{found['planned']} planned, {found['scored']} scored, {found['errored']} with errors"
    console.print(f"{found['task']}, {found['model']}: {regime}; {counts}", soft_wrap=True)
    console.print(f"log: {found['location']}", soft_wrap=True)


def _figure(figure: Json | None) -> str:
    if figure is None:
        return "-"
    error = "" if figure["stderr"] is None else f"\n±{figure['stderr']:.2f}"
    return f"{figure['mean']:.2f}{error}"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
