"""Which sessions hang together, and which of them take place when the history is taken away."""

from collections.abc import Sequence
from typing import Literal

from vibelife_inspect.bundle import Bundle, SessionEvent

Past = Literal["full", "group", "none"]
"""Which earlier sessions there were: all, those of the same group, or none."""


def closure(session: SessionEvent, sessions: Sequence[SessionEvent]) -> list[str]:
    """A session and all that it builds on, directly or not, in order."""
    by_id = {each.id: each for each in sessions}
    reached: set[str] = set()
    waiting = [session.id]
    while waiting:
        id = waiting.pop()
        if id in by_id and id not in reached:
            reached.add(id)
            waiting.extend(by_id[id].needs)
    return [each.id for each in sessions if each.id in reached]


def ends(sessions: Sequence[SessionEvent]) -> list[SessionEvent]:
    """The sessions that no other builds on, in order: the ends of groups, and the independent ones."""
    needed = {id for session in sessions for id in session.needs}
    return [session for session in sessions if session.id not in needed]


def groups(sessions: Sequence[SessionEvent]) -> list[list[str]]:
    """The sessions in groups that build on one another, each in order; an independent one is a group by itself."""
    result: list[list[str]] = []
    for session in sessions:
        touched = [group for group in result if set(group) & set(session.needs)]
        joined = [id for group in touched for id in group] + [session.id]
        result = [group for group in result if group not in touched] + [joined]
    order = {session.id: place for place, session in enumerate(sessions)}
    return sorted((sorted(group, key=order.__getitem__) for group in result), key=lambda group: order[group[0]])


def lives(bundle: Bundle, past: Past) -> list[Bundle]:
    """The lives in which a persona's sessions take place: one with all, one per group, or one per session."""
    if past == "full":
        return [bundle]
    kept = groups(bundle.sessions) if past == "group" else [[session.id] for session in bundle.sessions]
    return [bundle.only(ids) for ids in kept]
