"""A persona's sessions with a scripted agent, in the core."""

from dataclasses import asdict

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Episode, Options, judge_lives, lives_record
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import run_episode
from vibelife_inspect.sessions import Past, SessionResult, lives, measure
from vibelife_inspect.world import Json


def live_sessions(bundle: Bundle, policy: str, past: Past, background: int) -> tuple[Json, list[SessionResult]]:
    """The record of a persona's sessions, and their results."""
    episodes = []
    for part in lives(bundle, past):
        episode = Episode(part, Options(bundle.variant, background, wakeups=False))
        run_episode(episode, make_policy(policy, part))
        episodes.append(episode)
    record = lives_record(past, "scripted", "files", episodes)
    return record, judge_lives(bundle, record)


def results_json(bundle: Bundle, policy: str, record: Json, results: list[SessionResult]) -> Json:
    """The result of a replay."""
    return {
        "task": bundle.id,
        "variant": bundle.variant,
        "policy": policy,
        "history": record["past"],
        **asdict(measure(results)),
        "sessions": [result.as_json() for result in results],
        "digests": [life["digest"] for life in record["lives"]],
        "calls": sum(life["calls"] for life in record["lives"]),
    }


def print_results(found: Json, *, only_failed: bool) -> None:
    """The sessions one by one, the items that failed, and the figures."""
    console = Console(highlight=False)
    table = Table(box=SIMPLE)
    for heading in ("session", "Proc", "Comp", "turns", "told", "decoys"):
        table.add_column(heading, overflow="fold")
    for each in found["sessions"]:
        told = [id for id, label in each["labels"].items() if label == "provided"]
        if only_failed and not told and all(item["passed"] for item in each["items"]):
            continue
        comp = "-" if each["comp"] is None else f"{each['comp']:.2f}"
        cells = (f"{each['proc']:.2f}", comp, str(each["turns"]), ", ".join(told), ", ".join(each["decoys"]))
        table.add_row(each["id"], *cells)
    console.print(table)
    for each in found["sessions"]:
        for item in each["items"]:
            if not item["passed"]:
                console.print(f"  {item['id']} ({item['by']}): {item['evidence']}", soft_wrap=True, markup=False)
    labels = ", ".join(f"{label} {share:.3f}" for label, share in found["labels"].items() if share)
    precision = "no questions" if found["precision"] is None else f"precision {found['precision']:.2f}"
    console.print(
        f"{found['task']} variant {found['variant']}, policy {found['policy']}, history {found['history']}: "
        f"[bold]Proc {found['proc']:.3f}, Comp {found['comp']:.3f}[/bold] "
        f"(weighted {found['proc_weighted']:.3f}, {found['comp_weighted']:.3f}); {labels}; {precision}, "
        f"{found['words']:.1f} words of the user and {found['turns']:.2f} turns a session",
        soft_wrap=True,
    )
