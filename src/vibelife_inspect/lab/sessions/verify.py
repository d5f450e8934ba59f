"""The whole proof of one persona: scripted agents with and without history, each intent, decoy, item and step."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from vibelife_inspect.episode import in_order
from vibelife_inspect.errors import VibeLifeError
from vibelife_inspect.lab.beside import begin
from vibelife_inspect.lab.crew import Crew, Progress
from vibelife_inspect.lab.sessions.plans import FORMS, play_alternative, play_form
from vibelife_inspect.lab.sessions.prove import prove_session
from vibelife_inspect.lab.sessions.report import report
from vibelife_inspect.lab.sessions.trials import failed, live
from vibelife_inspect.lab.sessions.work import Work
from vibelife_inspect.lab.trial import load_once
from vibelife_inspect.policies import make_policy, session_policy_names
from vibelife_inspect.sessions import Past, SessionResult, lives, measure
from vibelife_inspect.world import Json


def verify_sessions(path: Path, background: int, variants: int, crew: Crew, progress: Progress) -> Json:
    """Prove one persona.

    Args:
        path: Its folder.
        background: How many times the background data.
        variants: How many variants the oracle plays.
        crew: Who works.
        progress: Told how far it is.

    Returns:
        The report, without the time that it took.
    """
    folder = str(path)
    bundle = load_once(folder, 0)  # first, so that a faulty one is told once, and by nobody else
    beside = begin(path, background, crew)
    agents = [(folder, name, past, 0, background) for past in get_args(Past) for name in session_policy_names()]
    agents += [(folder, "oracle", "full", variant, background) for variant in range(1, variants)]
    sessions = [(folder, session.id, background) for session in bundle.sessions]
    forms = [(folder, name, background) for name in FORMS]
    others = [(folder, name, variant, background) for name in bundle.alternatives for variant in range(variants)]
    done, total = [0], len(agents) + len(sessions) + len(forms) + len(others)

    def told(results: Iterator[Json]) -> Iterator[Json]:
        for result in results:
            done[0] += 1
            progress(done[0], total)
            yield result

    work = Work(
        played=list(told(crew.map(play, agents))),
        proved=list(told(crew.map(prove_session, sessions))),
        forms=list(told(crew.map(play_form, forms))),
        alternatives=list(told(crew.map(play_alternative, others))),
    )
    return report(bundle, work, beside.proof(), beside.lint())


def play(order: tuple[str, str, Past, int, int]) -> Json:
    """One agent's life, or its lives where the history is taken away."""
    path, name, past, variant, background = order
    whole = load_once(path, variant)
    found: dict[str, SessionResult] = {}
    error = ""
    try:
        for bundle in lives(whole, past):
            results = live(bundle, make_policy(name, bundle), background)
            found.update({result.session.id: result for result in results})
    except VibeLifeError as fault:
        error = f"{type(fault).__name__}: {fault}"
    results = in_order(whole, found)
    return {
        "agent": name,
        "past": past,
        "variant": variant,
        "error": error,
        "measures": asdict(measure(results)),
        "labels": {intent: label for result in results for intent, label in result.labels.items()},
        "failed": [item for result in results for item in failed(result)],
    }
