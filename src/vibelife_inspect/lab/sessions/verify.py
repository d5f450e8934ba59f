"""The whole proof of one persona: scripted agents with and without history, each intent, decoy, item and step."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from vibelife_inspect.bundle import Bundle, SessionEvent
from vibelife_inspect.episode import in_order
from vibelife_inspect.errors import VibeLifeError
from vibelife_inspect.lab import determinism
from vibelife_inspect.lab.crew import Crew
from vibelife_inspect.lab.lint import lint_task
from vibelife_inspect.lab.sessions.thresholds import Bounds, bounds
from vibelife_inspect.lab.sessions.trials import failed, live, prove_session
from vibelife_inspect.lab.trial import load_once
from vibelife_inspect.policies import make_policy, session_policy_names
from vibelife_inspect.policies.session_agent import remembered
from vibelife_inspect.sessions import Past, SessionResult, lives, measure
from vibelife_inspect.world import Json

Progress = Callable[[int, int], None]
"""Told after each piece of work: how many are done, of how many."""

Played = dict[str, Json]
"""What one agent's life has shown: its figures, its labels, the items that it failed."""


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
    elsewhere: Future[Json] = crew.start(determinism.elsewhere, folder, background)
    linted: Future[list[Json]] = crew.start(_lint, folder)
    beside: Future[bool] = crew.start(determinism.interleaved, folder, background)
    bundle = load_once(folder, 0)
    agents = [(folder, name, past, 0, background) for past in get_args(Past) for name in session_policy_names()]
    agents += [(folder, "oracle", "full", variant, background) for variant in range(1, variants)]
    sessions = [(folder, session.id, background) for session in bundle.sessions]
    played, proved = [], []
    for life in crew.map(play, agents):
        played.append(life)
        progress(len(played), len(agents) + len(sessions))
    for proof in crew.map(prove_session, sessions):
        proved.append(proof)
        progress(len(played) + len(proved), len(agents) + len(sessions))
    proof = {**elsewhere.result(), "interleaved": beside.result()}
    return report(bundle, played, proved, proof, linted.result())


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


def _lint(folder: str) -> list[Json]:
    return lint_task(Path(folder), variants=1).as_json()


def report(bundle: Bundle, played: list[Json], proved: list[Json], proof: Json, lint: list[Json]) -> Json:
    """The report of a persona, JSON-native."""
    main = {life["agent"]: life for life in played if (life["past"], life["variant"]) == ("full", 0)}
    alike = len(set(proof["prints"])) == 1 and all(proof["prints"]) and proof["years"][0] != proof["years"][1]
    determined = bool(alike and proof["interleaved"])
    killers = _killers(bundle, main, proved)
    failures = [*_agents(bundle, main), *_others(played), *_proofs(proved), *_items(killers)]
    failures += [f"lint: {item['file']}: {item['message']}" for item in lint if item["severity"] == "error"]
    failures += [] if determined else ["another hash seed, zone, language or date gives other bytes"]
    return {
        "task": bundle.id,
        "family": "sessions",
        "passed": not failures,
        "failures": failures,
        "scores": {f"{life['agent']} {life['past']}": life["measures"] for life in played if life["variant"] == 0},
        "variants": {f"oracle variant {life['variant']}": life["measures"] for life in played if life["variant"]},
        "sizes": _sizes(bundle),
        "kills": _kills(proved),
        "sessions": proved,
        "checks": [{"id": id, "failed_by": names} for id, names in killers.items()],
        "lint": lint,
        "determinism": determined,
        "determinism_by": {"date": proof["date"], "interleaved": proof["interleaved"]},
    }


def expected(bundle: Bundle) -> dict[str, Bounds]:
    """The bounds of this persona's agents: exact where the state machine leaves no choice."""
    sessions = bundle.sessions
    away = sum(session.away for session in sessions) / len(sessions)
    lost = [sum(remembered(intent) for intent in session.intents) / len(session.intents) for session in sessions]
    return bounds(len(sessions), away, sum(lost) / len(lost))


def _agents(bundle: Bundle, main: Played) -> Iterator[str]:
    for name, bound in expected(bundle).items():
        life = main[name]
        if life["error"]:
            yield f"{name} breaks off: {life['error']}"
        figures = [("proc", bound.proc), ("comp", bound.comp), ("precision", bound.precision)]
        for figure, limit in figures:
            value = life["measures"][figure]
            if limit is not None and (value is None or not limit.holds(round(value, 9), 1e-6)):
                yield f"{name}: {figure} is {value}, must be {limit}: {limit.why}"
    lost = {id for id, label in main["forgetful"]["labels"].items() if label == "provided"}
    history = {intent.id for session in bundle.sessions for intent in session.intents if remembered(intent)}
    if lost != history:
        yield f"forgetful loses {sorted(lost - history)} besides, and keeps {sorted(history - lost)}"
    unasked = [id for id, label in main["asker"]["labels"].items() if label == "completed"]
    if unasked:
        yield f"the asker meets {unasked} before it was told"


def _others(played: Sequence[Json]) -> Iterator[str]:
    for life in played:
        figures = life["measures"]
        if life["variant"] and (life["error"] or (figures["proc"], figures["comp"]) != (1.0, 1.0)):
            yield f"oracle in variant {life['variant']}: {life['error'] or figures}"
        if not life["variant"] and life["past"] != "full" and life["error"]:
            yield f"{life['agent']} without history breaks off: {life['error']}"


def _proofs(proved: Sequence[Json]) -> Iterator[str]:
    for proof in proved:
        if proof["error"]:
            yield f"{proof['session']}: {proof['error']}"
        elif proof["base"]["failed"]:
            yield f"{proof['session']}: the oracle fails {proof['base']['failed']}"
        for intent in proof["intents"]:
            yield from _intent(intent)
        for step in proof["dropped"]:
            if not step["fails"] and not step["labels_moved"]:
                yield f"{proof['session']}: nobody notices when {step['step']} is left out"


def _intent(intent: Json) -> Iterator[str]:
    claims = {
        "told_if_unknown": "is not told to one who does not know it: something else meets it",
        "others_unmoved": "when it is unknown, other intents end otherwise",
        "mended_when_told": "when it is told in the end, an item fails all the same",
    }
    for key, fault in claims.items():
        if not intent[key]:
            yield f"{intent['id']}: {fault}"
    if intent["met_if_ignored"]:
        yield f"{intent['id']}: is met by one who ignores it"
    if not intent["ignored_fails"]:
        yield f"{intent['id']}: no item notices when it is ignored to the end"
    for decoy in intent["decoys"]:
        if not decoy["taken"]:
            yield f"{intent['id']}: decoy {decoy['decoy']} is used and not seen"
        if not decoy["fails"]:
            yield f"{intent['id']}: no item notices decoy {decoy['decoy']}"


def _killers(bundle: Bundle, main: Played, proved: Sequence[Json]) -> dict[str, list[str]]:
    """For each item, who fails it."""
    found: dict[str, list[str]] = {check.id: [] for check in bundle.checks}
    for name, life in main.items():
        for item in life["failed"]:
            found[item].append(name)
    for proof in proved:
        trials = [(f"ignores {each['id']}", each["ignored_fails"]) for each in proof["intents"]]
        trials += [(f"drops {each['step']}", each["fails"]) for each in proof["dropped"]]
        trials += [
            (f"takes {each['id']}.{decoy['decoy']}", decoy["fails"])
            for each in proof["intents"]
            for decoy in each["decoys"]
        ]
        for name, items in trials:
            for item in items:
                found[item].append(name)
    return found


def _items(killers: dict[str, list[str]]) -> Iterator[str]:
    for id, names in killers.items():
        if not set(names) - {"silent"}:
            yield f"{id}: fails only for one who does nothing" if names else f"{id}: nobody fails it"


def _kills(proved: Sequence[Json]) -> Json:
    intents = [intent for proof in proved for intent in proof["intents"]]
    decoys = [decoy for intent in intents for decoy in intent["decoys"]]
    steps = [step for proof in proved for step in proof["dropped"]]
    apart = sum(each["told_if_unknown"] and each["others_unmoved"] and not each["met_if_ignored"] for each in intents)
    noticed = sum(bool(each["fails"]) or each["labels_moved"] for each in steps)
    return {
        "intents told apart": [apart, len(intents)],
        "ignored intents noticed": [sum(bool(each["ignored_fails"]) for each in intents), len(intents)],
        "decoys seen and noticed": [sum(bool(each["taken"] and each["fails"]) for each in decoys), len(decoys)],
        "dropped steps noticed": [noticed, len(steps)],
    }


def _sizes(bundle: Bundle) -> Json:
    sessions: list[SessionEvent] = bundle.sessions
    intents = [intent for session in sessions for intent in session.intents]
    kinds = [each.source if isinstance(each.source, str) else next(iter(each.source.model_dump())) for each in intents]
    return {
        "sessions": len(sessions),
        "intents": len(intents),
        "sources": {kind: kinds.count(kind) for kind in ("session", "file", "record", "ask_only")},
        "decoys": sum(len(intent.decoys) for intent in intents),
        "items": len(bundle.checks),
        "items_of": {
            event.id: sum(check.stage == stage for check in bundle.checks)
            for stage, event in bundle.events()
            if isinstance(event, SessionEvent)
        },
        "rubrics": sum(check.rubric is not None for check in bundle.checks),
    }
