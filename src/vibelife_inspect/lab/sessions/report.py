"""The report of a persona, from what was played and proved."""

from collections.abc import Sequence

from vibelife_inspect.bundle import Bundle, SessionEvent
from vibelife_inspect.lab.determinism import holds
from vibelife_inspect.lab.sessions.claims import failures
from vibelife_inspect.lab.sessions.work import Work
from vibelife_inspect.world import Json


def report(bundle: Bundle, work: Work, proof: Json, lint: list[Json]) -> Json:
    """The report of a persona, JSON-native."""
    determined = holds(proof)
    killers = _killers(bundle, work)
    falls_short = list(failures(bundle, work, killers))
    falls_short += [f"lint: {item['file']}: {item['message']}" for item in lint if item["severity"] == "error"]
    falls_short += [] if determined else ["another hash seed, zone, language or date gives other bytes"]
    return {
        "task": bundle.id,
        "family": "sessions",
        "passed": not falls_short,
        "failures": falls_short,
        "scores": {name: life["measures"] for name, life in work.main.items()},
        "without_history": {
            past: {life["agent"]: life["measures"] for life in work.played if life["past"] == past}
            for past in ("group", "none")
        },
        "variants": {str(life["variant"]): life["measures"] for life in work.played if life["variant"]},
        "sizes": _sizes(bundle),
        "alternatives": work.alternatives,
        "ablation": {**_kills(work.proved), "harmless": _kept(work.forms)},
        "sessions": work.proved,
        "checks": [{"id": id, "failed_by": names} for id, names in killers.items()],
        "lint": lint,
        "determinism": determined,
        "determinism_by": {"date": proof["date"], "interleaved": proof["interleaved"]},
    }


def _killers(bundle: Bundle, work: Work) -> dict[str, list[str]]:
    """For each item, who fails it."""
    found: dict[str, list[str]] = {check.id: [] for check in bundle.checks}
    for name, life in work.main.items():
        for item in life["failed"]:
            found[item].append(name)
    for proof in work.proved:
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


def _kills(proved: Sequence[Json]) -> Json:
    intents = [intent for proof in proved for intent in proof["intents"]]
    decoys = [decoy for intent in intents for decoy in intent["decoys"]]
    steps = [step for proof in proved for step in proof["dropped"]]
    apart = [each["told_if_unknown"] and each["others_unmoved"] and not each["met_if_ignored"] for each in intents]
    return {
        "told_apart": _rate(apart),
        "ignored": _rate([bool(each["ignored_fails"]) for each in intents]),
        "decoys": _rate([bool(each["taken"] and each["fails"]) for each in decoys]),
        "dropped": _rate([bool(each["fails"]) or each["labels_moved"] for each in steps]),
        "numbers": {name: sum(proof["numbers"][name] for proof in proved) for name in ("killed", "total")},
    }


def _rate(noticed: Sequence[bool]) -> Json:
    return {"killed": sum(noticed), "total": len(noticed)}


def _kept(forms: Sequence[Json]) -> Json:
    broken = [form for form in forms if form["told"] or form["failed"]]
    return {"kept": len(forms) - len(broken), "total": len(forms), "broken": broken}


def _sizes(bundle: Bundle) -> Json:
    sessions: list[SessionEvent] = bundle.sessions
    intents = [intent for session in sessions for intent in session.intents]
    kinds = [intent.source_kind for intent in intents]
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
