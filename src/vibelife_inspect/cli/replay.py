"""`vibelife replay TASK --policy P`: one episode in the core, without Inspect and without a model."""

import argparse
import json
from pathlib import Path
from time import perf_counter
from typing import get_args

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.catalog import load_task
from vibelife_inspect.checks import Verdict
from vibelife_inspect.cli import ERRORS, print_json
from vibelife_inspect.cli.sessions.replaying import live_sessions, print_results, results_json
from vibelife_inspect.episode import Episode, Options, StageBegun, Turn, judge_record, run_record
from vibelife_inspect.episode.record import Judgement
from vibelife_inspect.errors import UsageError, nearest
from vibelife_inspect.policies import make_policy, policy_names, session_policy_names
from vibelife_inspect.policies.base import Policy, play_turn
from vibelife_inspect.policies.oracle import Oracle
from vibelife_inspect.sessions import Past
from vibelife_inspect.world import Json

SUMMARY = "Live through a task with a scripted policy and print the score."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("task", metavar="TASK", help="id of a task, or path of its folder")
    parser.add_argument("--policy", default="oracle", help=_policies())
    parser.add_argument("--variant", type=int, default=0, help="which variant (default 0)")
    parser.add_argument("--background", type=int, default=1, help="how many times the background data (default 1)")
    parser.add_argument("--no-wakeups", action="store_true", help="the agent's own reminders open no turns")
    parser.add_argument(
        "--history", choices=get_args(Past), help="working sessions: which earlier ones there were (default full)"
    )
    parser.add_argument("--record", metavar="FILE", help="write the run record to this file")
    parser.add_argument("--failed", action="store_true", help="list only the checks that failed")


def _policies() -> str:
    life, sessions = ", ".join(policy_names()), ", ".join(session_policy_names())
    return f"one of: {life}; or alternative:NAME; for working sessions one of: {sessions}"


def run(options: argparse.Namespace) -> int:
    """Run and print."""
    began = perf_counter()
    bundle = load_task(options.task, options.variant)
    if bundle.sessions:
        return _replay_sessions(bundle, options, began)
    if options.history is not None:
        raise UsageError(f"--history is for working sessions; {bundle.id} is a life task")
    policy = _policy(options.policy, bundle)
    chosen = Options(options.variant, options.background, not options.no_wakeups)
    episode = Episode(bundle, chosen)
    _live(episode, policy, quiet=options.json)
    record = run_record(episode)
    judgement = judge_record(bundle, record)
    _keep(record, options)
    result = replay_json(bundle, options.policy, record, judgement)
    if options.json:
        print_json({**result, "wall_s": round(perf_counter() - began, 3)})
    else:
        _print(result, judgement.verdicts, only_failed=options.failed)
    return 0


def _keep(record: Json, options: argparse.Namespace) -> None:
    if options.record:
        Path(options.record).write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")


def _replay_sessions(bundle: Bundle, options: argparse.Namespace, began: float) -> int:
    record, results = live_sessions(bundle, options.policy, options.history or "full", options.background)
    _keep(record, options)
    found = results_json(bundle, options.policy, record, results)
    if options.json:
        print_json({**found, "wall_s": round(perf_counter() - began, 3)})
    else:
        print_results(found, only_failed=options.failed)
    return 0


def replay_json(bundle: Bundle, policy: str, record: Json, judgement: Judgement) -> Json:
    """The result of a replay."""
    return {
        "task": bundle.id,
        "variant": bundle.variant,
        "policy": policy,
        "score": judgement.score.total,
        "tiers": judgement.score.tiers,
        "axes": judgement.score.axes,
        "thirds": judgement.score.thirds,
        "verdicts": [verdict_json(verdict) for verdict in judgement.verdicts],
        "digest": record["digest"],
        "turns": record["turns"],
        "calls": record["calls"],
    }


def verdict_json(verdict: Verdict) -> Json:
    """A verdict."""
    names = ("id", "tier", "stage", "weight", "axis", "passed", "evidence")
    return {name: getattr(verdict, name) for name in names}


def _policy(name: str, bundle: Bundle) -> Policy:
    if name.startswith("alternative:"):
        chosen = name.partition(":")[2]
        if chosen not in bundle.alternatives:
            raise UsageError(f"{bundle.id} has no alternative {chosen!r}; {nearest(chosen, bundle.alternatives)}")
        return Oracle(bundle, bundle.alternatives[chosen])
    return make_policy(name, bundle)


def _live(episode: Episode, policy: Policy, *, quiet: bool) -> None:
    columns = (SpinnerColumn(), TextColumn("stage {task.completed} of {task.total}: {task.description}"))
    with Progress(*columns, console=ERRORS, disable=quiet or not ERRORS.is_terminal, transient=True) as progress:
        bar = progress.add_task("", total=len(episode.bundle.stages))
        for step in episode.steps():
            if isinstance(step, StageBegun):
                progress.update(bar, completed=step.stage, description=step.title)
            elif isinstance(step, Turn):
                play_turn(policy, step, episode.world)


def _print(result: Json, verdicts: list[Verdict], *, only_failed: bool) -> None:
    console = Console(highlight=False)
    table = Table()
    for heading in ("check", "tier", "stage", "weight", "axis", "verdict", "evidence"):
        table.add_column(heading, overflow="fold")
    for verdict in verdicts:
        if only_failed and verdict.passed:
            continue
        mark = "[green]pass[/green]" if verdict.passed else "[red]fail[/red]"
        cells = (verdict.id, verdict.tier, str(verdict.stage or ""), str(verdict.weight), verdict.axis)
        table.add_row(*cells, mark, verdict.evidence.replace("[", "\\["))
    if table.row_count:
        console.print(table)
    tiers = ", ".join(f"{tier} {share:.1f}" for tier, share in result["tiers"].items())
    passed = sum(verdict.passed for verdict in verdicts)
    console.print(
        f"{result['task']} variant {result['variant']}, policy {result['policy']}: "
        f"[bold]score {result['score']:.1f}[/bold] ({tiers}); {passed} of {len(verdicts)} checks passed; "
        f"{result['turns']} turns, {result['calls']} calls; digest {result['digest']}",
        soft_wrap=True,
    )
