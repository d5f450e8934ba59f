"""What the scripted user makes of a reply: what is met, what is asked, what is mistaken."""

import pytest

from tests.bundle.copies import DESK
from tests.sessions.shapes import intent
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.checks import Look
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.sessions import Reading, read_reply

FONT, FRUIT = load_bundle(DESK).sessions[0].intents


def read(reply: str, label: str = "", open: str = "font fruit") -> Reading:
    """A reply in the first session of the desk, with what label.md holds by then."""
    episode = Episode(load_bundle(DESK), Options(background=0, wakeups=False))
    if label:
        episode.world.call("workspace_write_file", {"path": "label.md", "content": label})
    episode.history.absorb()
    waiting = [each for name, each in (("font", FONT), ("fruit", FRUIT)) if name in open.split()]
    return read_reply(reply, waiting, [FONT, FRUIT], Look(episode.history, episode.scope))


@pytest.mark.parametrize(
    ("label", "met"),
    [("", ()), ("plum", ("i1_fruit",)), ("Garamond, plum", ("i1_font", "i1_fruit")), ("Arial", ())],
)
def test_what_is_met_is_read_off_the_world(label: str, met: tuple[str, ...]) -> None:
    reading = read("It is set in Garamond, it is plum.", label)
    assert reading.met == met
    assert set(reading.why) == set(met)
    assert all(why.startswith("label.md holds") for why in reading.why.values())


def test_only_open_intents_are_met_or_asked_about() -> None:
    reading = read("Which font? Which fruit?", "Garamond", open="fruit")
    assert (reading.met, reading.asked) == ((), ("i1_fruit",))
    assert (reading.questions, reading.matched) == (2, 1)


@pytest.mark.parametrize(
    ("reply", "asked", "questions", "matched"),
    [
        ("Done.", (), 0, 0),
        ("Which font?", ("i1_font",), 1, 1),
        ("Which fruit? And the font?", ("i1_font", "i1_fruit"), 2, 2),
        ("Which font for which fruit?", ("i1_font", "i1_fruit"), 1, 1),
        ("Which font? Which typeface, I mean?", ("i1_font",), 2, 2),
        ("How large? Which font?", ("i1_font",), 2, 1),
        ("I chose a font. How large?", (), 1, 0),
        ("Please confirm:\n- the font\n- the size", ("i1_font",), 2, 1),
        ("Anything else?", (), 1, 0),
        ("Let me know if you want another font.", (), 0, 0),
    ],
)
def test_what_is_asked(reply: str, asked: tuple[str, ...], questions: int, matched: int) -> None:
    reading = read(reply)
    assert (reading.asked, reading.questions, reading.matched) == (asked, questions, matched)


def test_a_question_is_quoted_and_a_deed_comes_first() -> None:
    assert read("I began. Which font?").why == {"i1_font": "asked: Which font?"}
    assert read("Which font?", "Garamond").why["i1_font"].startswith("label.md holds")


@pytest.mark.parametrize(
    ("reply", "mistaken"),
    [
        ("It is set in Arial.", True),
        ("- Font: **Arial**\n- Size: 12", True),
        ("Is Arial right?", False),
        ("Should it be set in Arial or in Garamond?", False),
        ("I set it in Garamond, not in Arial as last year.", False),
        ("It is set in Arial. Garamond would be an alternative.", True),
        ("It is set in Arialic.", False),
        ("I did not use Arial.", False),
        ("The font is the new one instead of Arial.", False),
        ("It is done.", False),
    ],
)
@pytest.mark.parametrize("open", ["font fruit", "fruit"])
def test_what_a_reply_takes_for_true(reply: str, mistaken: bool, open: str) -> None:
    assert read(reply, open=open).mistaken == ((("i1_font", 0),) if mistaken else ())


def test_nobody_objects_to_the_words_of_one_who_has_done_it_right() -> None:
    assert read("It is set in Arial.", "Garamond").mistaken == ()
    assert read("It is set in Arial.", "Garamond", open="fruit").mistaken == ()


def test_each_decoy_is_told_apart() -> None:
    two = intent("day", decoys=2)
    episode = Episode(load_bundle(DESK), Options(background=0, wakeups=False))
    reading = read_reply("It is stale-day-1.", [two], [two], Look(episode.history, episode.scope))
    assert reading.mistaken == (("day", 1),)
