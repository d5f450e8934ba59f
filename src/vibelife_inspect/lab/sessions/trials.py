"""One session lived with one thing different, in a life that holds no more sessions than it needs."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from vibelife_inspect.bundle import Action, Bundle, Intent, SessionEvent
from vibelife_inspect.bundle.sessions import SessionSource
from vibelife_inspect.episode import Episode, Options, session_results
from vibelife_inspect.errors import VibeLifeError
from vibelife_inspect.lab.steps import acts
from vibelife_inspect.lab.trial import load_once
from vibelife_inspect.policies.base import Policy, run_episode
from vibelife_inspect.policies.session_agent import Manner, SessionAgent, knowable
from vibelife_inspect.sessions import SessionResult
from vibelife_inspect.sessions.groups import closure
from vibelife_inspect.world import Json


def live(bundle: Bundle, policy: Policy, background: int) -> list[SessionResult]:
    """The results of a whole life."""
    episode = Episode(bundle, Options(variant=bundle.variant, background=background, wakeups=False))
    run_episode(episode, policy)
    return session_results(bundle, episode.world.journal.entries, episode.verdicts())


@dataclass(frozen=True)
class Bench:
    """A session and the life in which it is tried.

    Args:
        bundle: The life: the session and what it needs.
        session: The session.
        lived: All sessions of the persona: what was said in them counts as known.
        background: How many times the background data.
    """

    bundle: Bundle
    session: SessionEvent
    lived: frozenset[str]
    background: int

    def play(self, manner: Manner, choose: Callable[[str, int], bool] = lambda session, step: True) -> SessionResult:
        """The session's result for an agent of this manner; what it lacks in other sessions is not looked at."""
        agent = SessionAgent(self.bundle, manner, choose=choose, lived=self.lived)
        results = live(self.bundle, agent, self.background)
        return next(result for result in results if result.session.id == self.session.id)


def oracle(**changes: object) -> Manner:
    """The oracle's manner, with changes."""
    manner = {"knows": knowable, "asks": lambda intent: not knowable(intent), **changes}
    return Manner(**manner)  # type: ignore[arg-type]


def bench(bundle: Bundle, session: SessionEvent, background: int) -> tuple[Bench, SessionResult]:
    """The smallest life in which the oracle does the session's work wholly, and how it went."""
    lived = frozenset(each.id for each in bundle.sessions)
    order = [each.id for each in bundle.sessions]
    sources = {each.source.session for each in session.intents if isinstance(each.source, SessionSource)}
    needed = {id for each in bundle.sessions if each.id in sources for id in closure(each, bundle.sessions)}
    tried: list[Collection[str]] = [
        closure(session, bundle.sessions),
        {*closure(session, bundle.sessions), *needed},
        order[: order.index(session.id) + 1],
    ]
    for kept in tried:
        found = Bench(_judging(bundle.only(kept), session), session, lived, background)
        result = found.play(oracle())
        if result.proc == 1 and all(item.passed for item in result.items):
            break
    return found, result


def _judging(bundle: Bundle, session: SessionEvent) -> Bundle:
    """The same life, in which only one session's checklist is judged."""
    stage = next(stage for stage, event in bundle.events() if event.id == session.id)
    kept = [number for number, check in enumerate(bundle.checks) if check.stage == stage]
    return replace(
        bundle,
        checks=tuple(bundle.checks[number] for number in kept),
        check_places=tuple(bundle.check_places[number] for number in kept),
    )


def failed(result: SessionResult) -> list[str]:
    """The items that did not pass."""
    return [item.id for item in result.items if not item.passed]


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
            "intents": [_intent(found, intent, base) for intent in session.intents],
            "dropped": list(_dropped(found, base)),
            "error": "",
        }
    except VibeLifeError as error:
        return {"session": id, "lived": [], "base": {}, "intents": [], "dropped": [], "error": str(error)}


def _intent(found: Bench, intent: Intent, base: SessionResult) -> Json:
    unknown = found.play(oracle(knows=_but(intent, knowable), asks=_but(intent, lambda each: not knowable(each))))
    ignored = found.play(oracle(uses=lambda each: each.id != intent.id))
    others = {id: label for id, label in unknown.labels.items() if id != intent.id}
    return {
        "id": intent.id,
        "kind": intent.kind,
        "source": intent.source if isinstance(intent.source, str) else next(iter(intent.source.model_dump())),
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


def _dropped(found: Bench, base: SessionResult) -> Iterator[Json]:
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
