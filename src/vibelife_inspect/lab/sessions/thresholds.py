"""What a persona must reach, as data; never lowered for one that falls short."""

from dataclasses import dataclass

from vibelife_inspect.lab.thresholds import Bound

NUMBERS = 75.0
"""Percentage of the wrong numbers in deliverables that must be noticed.

The design names none; this one was set here, before the first persona reached it.
"""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between which figures an agent must end: of proactivity, of completeness, and of the precision of its questions.

    Precision is not bound where it is None.
    """

    proc: Bound
    comp: Bound
    precision: Bound | None = None


def bounds(sessions: int, away: float, history: float) -> dict[str, Bounds]:
    """The bounds of each scripted agent.

    Args:
        sessions: How many sessions there are: who asks the questions of all in each is to the point once in so many.
        away: What the sessions in which nobody answers contribute to a mean over sessions, at most.
        history: What the intents that are known from earlier sessions alone contribute to Proc.
    """
    whole = Bound(1, 1, "the persona's work can be done as she wants it")
    nothing = Bound(0, 0, "who waits to be told is not proactive")
    answered = Bound(1 - away, 1 - away, "asking is answered wherever somebody is there to answer")
    return {
        "oracle": Bounds(whole, whole),
        "asker": Bounds(
            answered, Bound(1 - away, 1, "what was asked for can be done"), Bound(1, 1, "all to the point")
        ),
        "guesser": Bounds(
            answered,
            Bound(1 - away, 1, "the same"),
            Bound(0, min(1, 2.5 / sessions), "asking everything is not aiming"),
        ),
        "reactive": Bounds(nothing, Bound(1 - away, 1, "obedience does the work, late")),
        "forgetful": Bounds(
            Bound(1 - history, 1 - history, "it loses what was said before, and nothing else"),
            Bound(1 - away, 1, "it is told in the end, where somebody is there to tell it"),
        ),
        "silent": Bounds(nothing, Bound(0, 0.05, "doing nothing is worth nothing")),
    }
