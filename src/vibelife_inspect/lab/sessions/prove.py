"""What tells agents apart in one session: its intents, decoys, steps and numbers, one wrong at a time."""

from collections.abc import Callable, Iterator

from vibelife_inspect.bundle import Action, Intent
from vibelife_inspect.errors import VibeLifeError
from vibelife_inspect.lab.sessions.numbers import wrong_numbers
from vibelife_inspect.lab.sessions.trials import Bench, bench, failed, oracle
from vibelife_inspect.lab.steps import acts
from vibelife_inspect.lab.trial import load_once
from vibelife_inspect.policies.session_agent import knowable
from vibelife_inspect.sessions import SessionResult
from vibelife_inspect.world import Json


def prove_session(order: tuple[str, str, int]) -> Json:
    """What tells agents apart in one session: its intents, decoys and steps, one wrong at a time.

    Args:
        order: The persona's folder, the session's id, and how many times the background data.
    """
    path, id, background = order
    bundle = load_once(path, 0)
    session = next(each for each in bundle.sessions if each.id == id)
    try:
        found, base = bench(bundle, session, background)
        return {
            "session": id,
            "lived": [each.id for each in found.bundle.sessions],
            "base": {"labels": dict(base.labels), "failed": failed(base)},
            "intents": [prove_intent(found, intent, base) for intent in session.intents],
            "dropped": list(drop_steps(found, base)),
            "numbers": wrong_numbers(found, base),
            "error": "",
        }
    except VibeLifeError as error:
        return {**_UNPROVED, "session": id, "error": str(error)}


_UNPROVED: Json = {
    "lived": [],
    "base": {"labels": {}, "failed": []},
    "intents": [],
    "dropped": [],
    "numbers": {"killed": 0, "total": 0, "survivors": []},
}


def prove_intent(found: Bench, intent: Intent, base: SessionResult) -> Json:
    """What becomes of an intent that is not known, that is ignored, or that a decoy takes the place of."""
    unknown = found.play(oracle(knows=_but(intent, knowable), asks=_but(intent, lambda each: not knowable(each))))
    ignored = found.play(oracle(uses=lambda each: each.id != intent.id))
    others = {id: label for id, label in unknown.labels.items() if id != intent.id}
    return {
        "id": intent.id,
        "kind": intent.kind,
        "source": intent.source_kind,
        "told_if_unknown": unknown.labels.get(intent.id) == "provided",
        "others_unmoved": others == {id: label for id, label in base.labels.items() if id != intent.id},
        "mended_when_told": not failed(unknown) or found.session.away,
        "met_if_ignored": ignored.labels.get(intent.id) == "completed",
        "ignored_fails": failed(ignored),
        "decoys": [_decoy(found, intent, number) for number in range(len(intent.decoys))],
    }


def _decoy(found: Bench, intent: Intent, number: int) -> Json:
    result = found.play(oracle(uses=lambda each: each.id != intent.id, decoy={intent.id: number}))
    return {"decoy": number, "taken": f"{intent.id}.{number}" in result.decoys, "fails": failed(result)}


def drop_steps(found: Bench, base: SessionResult) -> Iterator[Json]:
    """Each step of the solution left out."""
    actions = found.bundle.reference.turns[found.session.id]
    for number, action in enumerate(actions):
        if action.waived is None and action.reply is None and acts(action, found.bundle):
            result = found.play(oracle(), choose=_without(found.session.id, number))
            moved = dict(result.labels) != dict(base.labels)
            yield {"step": f"step {number + 1}: {_deed(action)}", "fails": failed(result), "labels_moved": moved}


def _without(session: str, step: int) -> Callable[[str, int], bool]:
    return lambda *place: place != (session, step)


def _but(intent: Intent, some: Callable[[Intent], bool]) -> Callable[[Intent], bool]:
    return lambda each: each.id != intent.id and some(each)


def _deed(action: Action) -> str:
    return action.call or action.write or action.append or action.edit or "reply"
