"""Golden numbers, worked by hand."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.sessions.shapes import intent, session
from vibelife_inspect.bundle import SessionEvent
from vibelife_inspect.sessions import ItemResult, Measures, SessionResult, measure
from vibelife_inspect.sessions.groups import closure, ends
from vibelife_inspect.sessions.measures import JudgedBy, pooled

LABEL_OF = {"c": "completed", "i": "inferred", "p": "provided"}


def items(passed: str, by: JudgedBy = "predicate") -> tuple[ItemResult, ...]:
    """One item per letter: `+` has passed."""
    return tuple(ItemResult(f"{by}{number}", sign == "+", by) for number, sign in enumerate(passed))


def result(
    id: str,
    labels: str,
    passed: str = "+",
    needs: Sequence[str] = (),
    graded: str = "",
    approximate: str = "",
    decoys: int = 0,
    **effort: int,
) -> SessionResult:
    """A session with one intent per letter (`-` was not reached), and its checklist."""
    intents = [intent(f"{id}_i{number}", decoys=decoys) for number in range(len(labels))]
    given = {f"{id}_i{number}": LABEL_OF[letter] for number, letter in enumerate(labels) if letter != "-"}
    judged = items(passed) + items(graded, "grader") + items(approximate, "approximate")
    return SessionResult(session(id, intents, needs=list(needs)), given, judged, **effort)  # type: ignore[arg-type]


# One pair (a <- b), one triple (c <- d <- e, and e builds on c too), one that stands alone.
LIFE = [
    result("a", "cipp", "++--"),  # Proc 2/4, Comp 2/4
    result("b", "cc", "+---", ["a"]),  # Proc 2/2, Comp 1/4
    result("c", "pp", "++"),  # Proc 0/2, Comp 2/2
    result("d", "cip", "+-", ["c"]),  # Proc 2/3, Comp 1/2
    result("e", "cppp-", "---", ["c", "d"]),  # Proc 1/5, Comp 0/3
    result("f", "i", "+"),  # Proc 1/1, Comp 1/1
]


def test_plain_figures_are_means_over_sessions() -> None:
    found = measure(LIFE)
    # (1/2 + 1 + 0 + 2/3 + 1/5 + 1) / 6 = (15 + 30 + 0 + 20 + 6 + 30) / 180 = 101/180
    assert found.proc == pytest.approx(101 / 180)
    # (1/2 + 1/4 + 1 + 1/2 + 0 + 1) / 6 = 13/24
    assert found.comp == pytest.approx(13 / 24)


def test_the_end_of_a_group_pools_what_it_builds_on_directly() -> None:
    by_id = {each.session.id: each for each in LIFE}
    assert pooled(by_id, "b") == Fraction(2 + 2, 4 + 2)  # a and b: 4 of 6
    assert pooled(by_id, "e") == Fraction(0 + 2 + 1, 2 + 3 + 5)  # c, d and e: 3 of 10
    assert pooled(by_id, "f") == 1


def test_the_end_of_a_chain_does_not_pool_what_it_builds_on_through_another() -> None:
    chain = [
        result("a", "pppp"),
        result("b", "cc", needs=["a"]),
        result("c", "cp", needs=["b"]),
        result("d", "pp", "-"),
    ]
    found = measure(chain)
    assert found.proc == pytest.approx((0 + 1 + 1 / 2 + 0) / 4)
    # b and c: 3 of 4; a is not pooled, but counts for the weight: (3 * 3/4 + 1 * 0) / 4
    assert found.proc_weighted == 9 / 16
    assert found.comp_weighted == (3 * 1 + 1 * 0) / 4


def test_weighted_figures_weigh_an_end_by_all_that_it_builds_on() -> None:
    found = measure(LIFE)
    # ends b, e, f weigh 2, 3, 1: (2 * 4/6 + 3 * 3/10 + 1 * 1) / 6 = (4/3 + 9/10 + 1) / 6 = 97/180
    assert found.proc_weighted == pytest.approx(97 / 180)
    # the ends' own checklists: (2 * 1/4 + 3 * 0 + 1 * 1) / 6 = 1/4
    assert found.comp_weighted == 0.25


def test_weights_of_a_persona_sum_to_its_sessions() -> None:
    triples = [(f"t{n}a", [], f"t{n}b", [f"t{n}a"], f"t{n}c", [f"t{n}a", f"t{n}b"]) for n in range(3)]
    life: list[SessionEvent] = []
    for first, none, second, one, third, two in triples:
        life += [session(first, needs=none), session(second, needs=one), session(third, needs=two)]
    for n in range(3):
        life += [session(f"p{n}a"), session(f"p{n}b", needs=[f"p{n}a"])]
    life += [session(f"alone{n}") for n in range(5)]
    weights = [len(closure(each, life)) for each in ends(life)]
    assert weights == [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1]
    assert sum(weights) == len(life) == 20


def test_labels_are_shares_of_all_intents() -> None:
    # 17 intents: completed a1 b2 d1 e1 = 5, inferred a1 d1 f1 = 3, provided a2 c2 d1 e3 = 8, unreached e1
    assert measure(LIFE).labels == {
        "completed": 5 / 17,
        "inferred": 3 / 17,
        "provided": 8 / 17,
        "unreached": 1 / 17,
    }


def test_a_session_that_was_not_reached_counts_as_nothing() -> None:
    found = measure([result("a", "cc", "++"), result("b", "--", "--")])
    assert (found.proc, found.comp, found.proc_weighted, found.comp_weighted) == (0.5, 0.5, 0.5, 0.5)
    assert found.labels["unreached"] == 0.5


@pytest.mark.parametrize(
    ("asked", "precision", "per_session"),
    [
        ([(0, 0), (0, 0)], None, 0.0),
        ([(2, 2), (0, 0)], 1.0, 1.0),
        ([(3, 1), (1, 1)], 0.5, 2.0),  # of all questions together, not a mean of 1/3 and 1
        ([(5, 0), (0, 0)], 0.0, 2.5),
    ],
)
def test_precision_is_of_all_questions(
    asked: list[tuple[int, int]], precision: float | None, per_session: float
) -> None:
    life = [result(f"s{n}", "c", questions=all, matched=hits) for n, (all, hits) in enumerate(asked)]
    found = measure(life)
    assert (found.precision, found.questions) == (precision, per_session)


def test_decoys_are_counted_of_all_that_lay_around() -> None:
    plain = measure([result("a", "cc"), result("b", "c")])
    assert plain.decoys is None
    life = [result("a", "cc", decoys=1), result("b", "c", decoys=2)]
    assert measure(life).decoys == 0.0
    life[0] = SessionResult(life[0].session, life[0].labels, life[0].items, decoys=("a_i1.0",))
    assert measure(life).decoys == 0.25  # 1 of 2 + 2


def test_effort_is_a_mean_over_sessions() -> None:
    found = measure([result("a", "c", words=10, turns=3), result("b", "c", words=5, turns=1)])
    assert (found.words, found.turns) == (7.5, 2.0)


def figures(found: Measures) -> tuple[float, float | None, float | None]:
    return found.comp, found.comp_graded, found.comp_approximate


def test_predicates_graded_and_approximate_items_stay_apart() -> None:
    # predicates: (1/2 + 2/2) / 2; approximate: the one session that has any, 1/2
    apart = [result("a", "c", "+-", approximate="+-"), result("b", "c", "++")]
    assert figures(measure(apart)) == (0.75, None, 0.5)
    # with a grader: predicates as before; all items: (2/4 + 2/2) / 2
    graded = [result("a", "c", "+-", graded="+-"), result("b", "c", "++")]
    assert figures(measure(graded)) == (0.75, 0.75, None)
    # what a grader says moves nothing but its own figure: (1/4 + 2/2) / 2
    severe = [result("a", "c", "+-", graded="--"), result("b", "c", "++")]
    assert figures(measure(severe)) == (0.75, 0.625, None)
    assert figures(measure([result("a", "c", "+-")])) == (0.5, None, None)
