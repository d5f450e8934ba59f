"""Other good agents: other valid solutions of a persona, and the reference in other words and forms."""

import re

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import NO_REPLY, Turn
from vibelife_inspect.lab.rewording import REWRITES, WRITTEN, Rewrite
from vibelife_inspect.lab.sessions.trials import failed, live, oracle
from vibelife_inspect.lab.trial import load_once
from vibelife_inspect.policies.base import Ask, Moves
from vibelife_inspect.policies.session_agent import SessionAgent
from vibelife_inspect.sessions import SessionResult
from vibelife_inspect.world import Json, World


def with_air(name: str, text: str) -> str:
    """More empty lines."""
    return text.replace("\n\n", "\n\n\n") if name in WRITTEN else text


def with_bold(name: str, text: str) -> str:
    """The first word of each list item in bold."""
    return re.sub(r"(?m)^(- )([A-Z]\w+)", r"\1**\2**", text) if name in WRITTEN else text


FORMS: dict[str, Rewrite] = {**REWRITES, "more empty lines": with_air, "bold list items": with_bold}
"""Harmless forms by name."""


class Reworded(SessionAgent):
    """The oracle, with everything that it writes and says in another form."""

    def __init__(self, bundle: Bundle, rewrite: Rewrite) -> None:
        super().__init__(bundle, oracle(), revise=lambda session, step, ask: _other(ask, rewrite))
        self._rewrite = rewrite

    def play(self, turn: Turn, world: World) -> Moves:
        """Do what the oracle does; say it otherwise."""
        reply = yield from super().play(turn, world)
        return reply if reply.strip() in ("", NO_REPLY) else self._rewrite("reply", reply)


def play_form(order: tuple[str, str, int]) -> Json:
    """The oracle's life in a harmless form: what it costs.

    Args:
        order: The persona's folder, the form, and how many times the background data.
    """
    path, name, background = order
    bundle = load_once(path, 0)
    return {"form": name, **_costs(live(bundle, Reworded(bundle, FORMS[name]), background))}


def play_alternative(order: tuple[str, str, int, int]) -> Json:
    """The life of one who solves the sessions in another way: what is held against it.

    Args:
        order: The persona's folder, the alternative, the variant, and how many times the background data.
    """
    path, name, variant, background = order
    bundle = load_once(path, variant)
    agent = SessionAgent(bundle, oracle(), solution=bundle.alternatives[name], strict=True)
    return {"alternative": name, "variant": variant, **_costs(live(bundle, agent, background))}


def _costs(results: list[SessionResult]) -> Json:
    told = [id for result in results for id, label in result.labels.items() if label == "provided"]
    return {"told": told, "failed": [item for result in results for item in failed(result)]}


def _other(ask: Ask, rewrite: Rewrite) -> Ask:
    texts = {name: rewrite(name, each) if isinstance(each, str) else each for name, each in ask.arguments.items()}
    return Ask(ask.operation, texts)
