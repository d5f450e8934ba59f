"""One session lived with one thing different, in a life that holds no more sessions than it needs."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from vibelife_inspect.bundle import Bundle, SessionEvent
from vibelife_inspect.bundle.sessions import SessionSource
from vibelife_inspect.episode import Episode, Options, session_results
from vibelife_inspect.policies.base import Policy, run_episode
from vibelife_inspect.policies.session_agent import Manner, SessionAgent, knowable
from vibelife_inspect.policies.steps import Revise, unrevised
from vibelife_inspect.sessions import SessionResult
from vibelife_inspect.sessions.groups import closure


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

    def play(
        self,
        manner: Manner,
        choose: Callable[[str, int], bool] = lambda session, step: True,
        revise: Revise = unrevised,
    ) -> SessionResult:
        """The session's result for an agent of this manner; what it lacks in other sessions is not looked at."""
        agent = SessionAgent(self.bundle, manner, choose=choose, revise=revise, lived=self.lived)
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
