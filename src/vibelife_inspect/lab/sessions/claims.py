"""What must hold of a persona, and where it does not: one sentence for each failure."""

from collections.abc import Iterator, Sequence

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.lab.sessions.thresholds import NUMBERS, Bounds, bounds
from vibelife_inspect.lab.sessions.work import Work
from vibelife_inspect.policies.session_agent import remembered
from vibelife_inspect.world import Json


def failures(bundle: Bundle, work: Work, killers: dict[str, list[str]]) -> Iterator[str]:
    """All claims that do not hold.

    Args:
        bundle: The persona.
        work: What was played and proved.
        killers: For each item, who fails it.
    """
    yield from _agents(bundle, work.main)
    yield from _others(work.played)
    yield from _plans(work)
    yield from _proofs(work.proved)
    yield from _numbers(work.proved)
    yield from _items(killers)


def expected(bundle: Bundle) -> dict[str, Bounds]:
    """The bounds of this persona's agents: exact where the state machine leaves no choice."""
    sessions = bundle.sessions
    away = sum(session.away for session in sessions) / len(sessions)
    lost = [sum(remembered(intent) for intent in session.intents) / len(session.intents) for session in sessions]
    return bounds(len(sessions), away, sum(lost) / len(lost))


def _agents(bundle: Bundle, main: dict[str, Json]) -> Iterator[str]:
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


def _plans(work: Work) -> Iterator[str]:
    for each in work.alternatives:
        if each["told"] or each["failed"]:
            what = f"is told {each['told']}, fails {each['failed']}"
            yield f"alternative {each['alternative']} in variant {each['variant']} {what}"
    for each in work.forms:
        if each["told"] or each["failed"]:
            yield f"harmless change {each['form']!r}: is told {each['told']}, fails {each['failed']}"


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


def _numbers(proved: Sequence[Json]) -> Iterator[str]:
    noticed, total = (sum(proof["numbers"][name] for proof in proved) for name in ("killed", "total"))
    if 100 * noticed < NUMBERS * total:
        yield f"{noticed} of {total} wrong numbers are noticed; at least {NUMBERS:g} % must be"


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


def _items(killers: dict[str, list[str]]) -> Iterator[str]:
    for id, names in killers.items():
        if not set(names) - {"silent"}:
            yield f"{id}: fails only for one who does nothing" if names else f"{id}: nobody fails it"
