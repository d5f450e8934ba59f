"""The state machine of one session, under any reading of any reply."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sessions.shapes import intent, session
from vibelife_inspect.bundle import SessionEvent
from vibelife_inspect.checks.facts import missing
from vibelife_inspect.sessions import LABELS, Answer, Dialogue, Reading

SESSION = session("s1", [intent("one", decoys=2), intent("two"), intent("three", decoys=1), intent("four")])
AWAY = SESSION.model_copy(update={"away": True})
IDS = [each.id for each in SESSION.intents]
DECOYS = [(each.id, number) for each in SESSION.intents for number in range(len(each.decoys))]
MOST_TURNS = len(IDS) + len(DECOYS) + 1


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    """What a reply may be taken for; also of intents that have a label already, and of some that there are not."""
    names = st.lists(st.sampled_from([*IDS, "nobody"]), unique=True).map(tuple)
    mistaken = st.lists(st.sampled_from(DECOYS), unique=True).map(tuple)
    questions = draw(st.integers(0, 5))
    return Reading(draw(names), draw(names), draw(mistaken), questions, draw(st.integers(0, questions)))


Life = list[tuple[Answer, dict[str, str], list[str]]]
"""For each turn of the agent: the answer, the labels after it, and the ids that were open before it."""


def lived(session: SessionEvent, replies: list[Reading]) -> tuple[Dialogue, Life]:
    """A dialogue as an episode lives it: turn by turn until the user says nothing; readings repeat at the end."""
    dialogue, life = Dialogue(session), []
    words, turn = session.request, 0
    while words:
        assert turn < MOST_TURNS, "it does not end"
        reading = replies[min(turn, len(replies) - 1)]
        before = [each.id for each in dialogue.open]
        answer = dialogue.answer(reading)
        words = answer.text
        dialogue.go_on(f"reply {turn}", reading, answer, words)
        life.append((answer, dict(dialogue.labels), before))
        turn += 1
    return dialogue, life


LIVES = st.lists(readings(), min_size=1, max_size=MOST_TURNS)


@given(LIVES, st.sampled_from([SESSION, AWAY]))
def test_every_intent_ends_with_one_label_that_never_changes(replies: list[Reading], session: SessionEvent) -> None:
    dialogue, life = lived(session, replies)
    assert set(dialogue.labels) == set(IDS)
    assert set(dialogue.labels.values()) <= set(LABELS)
    assert not dialogue.open
    given = [
        id
        for answer, _, _ in life
        for id in (*answer.completed, *answer.inferred, answer.provided, *answer.unsaid)
        if id
    ]
    assert Counter(given) == Counter(IDS)
    for _, labels, _ in life:
        assert labels.items() <= dialogue.labels.items()


@given(LIVES, st.sampled_from([SESSION, AWAY]))
def test_turns_are_bounded_and_the_agent_has_the_last(replies: list[Reading], session: SessionEvent) -> None:
    dialogue, life = lived(session, replies)
    assert dialogue.turns == len(life) <= MOST_TURNS
    assert dialogue.said[-1][0] == "agent"
    assert [who for who, _ in dialogue.said] == ["agent", "user"] * (len(life) - 1) + ["agent"]


@given(LIVES)
def test_all_that_was_asked_is_answered_at_once_else_one_is_told(replies: list[Reading]) -> None:
    _, life = lived(SESSION, replies)
    for number, (answer, _, before) in enumerate(life):
        reading = replies[min(number, len(replies) - 1)]
        assert set(answer.completed) == set(before) & set(reading.met)
        rest = [id for id in before if id not in answer.completed]
        asked = [id for id in rest if id in reading.asked]
        assert list(answer.inferred) == asked
        assert answer.provided == (rest[0] if rest and not asked else "")
        assert not answer.unsaid


@given(LIVES)
def test_the_user_says_the_facts_of_what_is_answered_and_no_others(replies: list[Reading]) -> None:
    _, life = lived(SESSION, replies)
    for answer, _, _ in life:
        stated = {each.id for each in SESSION.intents if not missing(each.facts, answer.text)}
        assert stated == {*answer.inferred, *filter(None, [answer.provided])}
        assert bool(answer.text) == bool(stated or answer.objections)


@given(LIVES)
def test_each_objection_is_made_once_also_when_the_intent_is_closed(replies: list[Reading]) -> None:
    dialogue, life = lived(SESSION, replies)
    made = [each for answer, _, _ in life for each in answer.objections]
    heard = {each for number in range(len(life)) for each in replies[min(number, len(replies) - 1)].mistaken}
    assert Counter(made) == Counter(heard)
    assert dialogue.objected == heard


@given(LIVES)
def test_who_is_away_says_nothing(replies: list[Reading]) -> None:
    dialogue, life = lived(AWAY, replies)
    assert (len(life), dialogue.words, life[0][0].text) == (1, 0, "")
    met = set(replies[0].met) & set(IDS)
    assert dialogue.labels == {id: "completed" if id in met else "provided" for id in IDS}
    assert [who for who, _ in dialogue.said] == ["agent"]


@given(LIVES)
def test_effort_is_counted(replies: list[Reading]) -> None:
    dialogue, life = lived(SESSION, replies)
    played = [replies[min(number, len(replies) - 1)] for number in range(len(life))]
    assert dialogue.questions == sum(reading.questions for reading in played)
    assert dialogue.matched == sum(reading.matched for reading in played)
    assert dialogue.words == sum(len(text.split()) for who, text in dialogue.said if who == "user")


def test_an_objection_to_a_closed_intent_gives_the_agent_another_turn() -> None:
    every = Reading(met=tuple(IDS), mistaken=(("one", 1),))
    dialogue, life = lived(SESSION, [every, Reading()])
    assert [answer.text for answer, _, _ in life] == ["Not number 1 of one.", ""]
    assert dialogue.turns == 2


def test_words_come_in_order_objections_answers_what_is_told() -> None:
    first = Reading(met=("two",), asked=("three", "two"), mistaken=(("three", 0),))
    answer = Dialogue(SESSION).answer(first)
    assert answer.text == "Not number 0 of three.\nIt is fact-three."
    assert (answer.completed, answer.inferred, answer.provided) == (("two",), ("three",), "")


@pytest.mark.parametrize(("answer", "said"), [("", "I want fact-one there."), ("Just fact-one.", "Just fact-one.")])
def test_an_answer_is_the_text_by_default(answer: str, said: str) -> None:
    dialogue = Dialogue(session("s1", [intent("one", answer=answer)]))
    assert dialogue.answer(Reading(asked=("one",))).text == said
    assert dialogue.answer(Reading()).text == "I want fact-one there."


def test_a_summary_names_labels_in_the_order_of_the_intents() -> None:
    dialogue, _ = lived(SESSION, [Reading(met=("four",)), Reading(asked=("three",)), Reading(met=("two",)), Reading()])
    assert list(dialogue.summary(["one.0"])["labels"].items()) == [
        ("one", "provided"),
        ("two", "completed"),
        ("three", "inferred"),
        ("four", "completed"),
    ]
    assert dialogue.summary(["one.0"])["decoys"] == ["one.0"]
