"""What a persona's sessions measure: proactivity, completeness, and what the user had to do for them.

Exact fractions inside; plain floats at the door. Formulas: docs/sessions.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Literal

from vibelife_inspect.bundle import SessionEvent
from vibelife_inspect.sessions.dialogue import LABELS, Label
from vibelife_inspect.sessions.groups import closure, ends
from vibelife_inspect.world import Json

JudgedBy = Literal["predicate", "approximate", "grader"]


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One item of a checklist: whether it passed, and who judged."""

    id: str
    passed: bool
    by: JudgedBy
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class SessionResult:
    """How one session went.

    Args:
        session: The session.
        labels: What became of each intent; one that the run did not reach is missing.
        items: The checklist.
        turns: Turns of the agent.
        questions: Questions that the agent asked.
        matched: Those of them that were about an open intent.
        words: Words that the user had to say after the request.
        decoys: Decoys that were taken, as `intent.position`.
    """

    session: SessionEvent
    labels: Mapping[str, Label]
    items: tuple[ItemResult, ...]
    turns: int = 0
    questions: int = 0
    matched: int = 0
    words: int = 0
    decoys: tuple[str, ...] = ()

    @property
    def resolved(self) -> int:
        """The intents that the user did not have to tell."""
        return sum(self.labels.get(intent.id) in ("completed", "inferred") for intent in self.session.intents)

    @property
    def proc(self) -> Fraction:
        """The share of intents that the user did not have to tell."""
        return Fraction(self.resolved, len(self.session.intents))

    def comp(self, *judges: JudgedBy) -> Fraction | None:
        """The share of items that passed, among those that one of the judges has judged; None if there is none."""
        judged = [item.passed for item in self.items if item.by in judges]
        return Fraction(sum(judged), len(judged)) if judged else None

    def as_json(self) -> Json:
        """The result, JSON-native; `comp` is that of the predicates."""
        comp = self.comp("predicate")
        return {
            "id": self.session.id,
            "proc": float(self.proc),
            "comp": None if comp is None else float(comp),
            "labels": dict(self.labels),
            "turns": self.turns,
            "questions": self.questions,
            "matched": self.matched,
            "words": self.words,
            "decoys": list(self.decoys),
            "items": [asdict(item) for item in self.items],
        }


@dataclass(frozen=True, slots=True)
class Measures:
    """A persona's figures, 0 to 1 where nothing else is said.

    Args:
        proc: Mean over sessions of the share of intents that were completed or inferred.
        comp: Mean over sessions of the share of predicate items that passed. The headline; no judge has a part in it.
        proc_weighted: As published: ends of groups pool the intents of what they build on, and weigh by its number.
        comp_weighted: The ends' own checklists, with the same weights.
        comp_graded: Mean over sessions of all items, rubric items by a grader; None without one.
        comp_approximate: Mean over sessions of rubric items by their approximate predicates; None with a grader.
        labels: Share of all intents by label; `unreached` is what the run did not come to.
        precision: Questions about an open intent, of all questions; None where nothing was asked.
        questions: Questions asked, per session.
        decoys: Decoys taken, of all that lay around; None where there are none.
        words: Words that the user had to say, per session.
        turns: Turns of the agent, per session.
    """

    proc: float
    comp: float
    proc_weighted: float
    comp_weighted: float
    comp_graded: float | None
    comp_approximate: float | None
    labels: dict[str, float]
    precision: float | None
    questions: float
    decoys: float | None
    words: float
    turns: float


def measure(results: Sequence[SessionResult]) -> Measures:
    """The figures of a persona from the results of all its sessions, in order."""
    sessions = [result.session for result in results]
    weights = {session.id: len(closure(session, sessions)) for session in ends(sessions)}
    by_id = {result.session.id: result for result in results}
    total = sum(weights.values())
    asked = sum(result.questions for result in results)
    lying = sum(len(intent.decoys) for session in sessions for intent in session.intents)
    taken = sum(len(result.decoys) for result in results)
    graded = any(item.by == "grader" for result in results for item in result.items)
    return Measures(
        proc=float(_mean([result.proc for result in results])),
        comp=_comp(results, "predicate") or 0.0,
        proc_weighted=float(sum(weight * pooled(by_id, id) for id, weight in weights.items()) / total),
        comp_weighted=float(sum(w * (by_id[id].comp("predicate") or 0) for id, w in weights.items()) / total),
        comp_graded=_comp(results, "predicate", "grader") if graded else None,
        comp_approximate=None if graded else _comp(results, "approximate"),
        labels=label_shares(results),
        precision=float(Fraction(sum(result.matched for result in results), asked)) if asked else None,
        questions=float(Fraction(asked, len(results))),
        decoys=float(Fraction(taken, lying)) if lying else None,
        words=float(Fraction(sum(result.words for result in results), len(results))),
        turns=float(Fraction(sum(result.turns for result in results), len(results))),
    )


def pooled(by_id: Mapping[str, SessionResult], id: str) -> Fraction:
    """The share of resolved intents of a session and of those that it builds on directly, together."""
    pool = [by_id[each] for each in (*by_id[id].session.needs, id) if each in by_id]
    return Fraction(sum(each.resolved for each in pool), sum(len(each.session.intents) for each in pool))


def label_shares(results: Sequence[SessionResult]) -> dict[str, float]:
    """The share of all intents by label, and of those that the run did not come to."""
    given = [result.labels.get(intent.id) for result in results for intent in result.session.intents]
    kinds: dict[str, Label | None] = {**{label: label for label in LABELS}, "unreached": None}
    return {name: float(Fraction(given.count(label), len(given))) for name, label in kinds.items()}


def _comp(results: Sequence[SessionResult], *judges: JudgedBy) -> float | None:
    shares = [share for result in results if (share := result.comp(*judges)) is not None]
    return float(_mean(shares)) if shares else None


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
