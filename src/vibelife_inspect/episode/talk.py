"""A working session inside an episode: the agent's turns and the simulated user's, one after the other."""

from collections.abc import Callable, Iterator

from vibelife_inspect.bundle import SessionEvent
from vibelife_inspect.checks import Look
from vibelife_inspect.episode.step import Step, UserTurn
from vibelife_inspect.episode.turn import Turn, session_turn, spoken
from vibelife_inspect.sessions import Answer, Dialogue, read_reply
from vibelife_inspect.world import World

USER, ENDED = "user", "session_ended"
"""Marks of the journal: what the user made of a reply, and how a session ended."""


def talk(
    session: SessionEvent,
    world: World,
    stage: int,
    persona: str,
    live: Callable[[Turn], Iterator[Step]],
    look: Callable[[], Look],
) -> Iterator[Step]:
    """Live through a session until the user has nothing more to say.

    Args:
        session: The session.
        world: The world, for its clock and its journal.
        stage: Its stage.
        persona: Name of the user.
        live: Lives through one turn of the agent.
        look: The world as it is now.
    """
    dialogue = Dialogue(session)
    world.journal.mark("event", session.id, opens="session")
    words = session.request
    while words:
        turn = session_turn(dialogue, words, world.clock.now, stage, persona)
        yield from live(turn)
        reply = spoken(turn)
        user = UserTurn(dialogue, reply, read_reply(reply, dialogue.open, session.intents, look()))
        yield user
        answer = user.answer
        words = answer.text if user.text is None or not answer.text else user.text
        dialogue.go_on(reply, user.reading, answer, words)
        _note(user, answer, words, world)
    world.journal.mark(ENDED, session.id, **dialogue.summary(decoys_taken(session, look())))


def decoys_taken(session: SessionEvent, look: Look) -> list[str]:
    """The decoys that were used in place of what is right, as `intent.position`."""
    return [
        f"{intent.id}.{number}"
        for intent in session.intents
        for number, decoy in enumerate(intent.decoys)
        # Beside the right value a stale one may be named, as stale.
        if decoy.taken_by.judge(look).passed and not intent.met_by.judge(look).passed
    ]


def _note(user: UserTurn, answer: Answer, words: str, world: World) -> None:
    reading = user.reading
    world.journal.mark(
        USER,
        user.dialogue.session.id,
        completed=list(answer.completed),
        inferred=list(answer.inferred),
        provided=answer.provided,
        unsaid=list(answer.unsaid),
        objections=[f"{intent}.{number}" for intent, number in answer.objections],
        questions=reading.questions,
        matched=reading.matched,
        by=reading.by,
        why=reading.why,
        text=words,
    )
