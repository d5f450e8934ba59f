"""Questions as people and models write them, and what a question is about."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from vibelife_inspect.checks.asking import Topic, about, questions, sentences, statements

ASKED: dict[str, tuple[str, list[str]]] = {
    "a question mark": ("I began. Which font should I use?", ["Which font should I use?"]),
    "two in a line": ("Which font? And which fruit?", ["Which font?", "And which fruit?"]),
    "small letters, as in a chat": ("which font? which fruit?", ["which font?", "which fruit?"]),
    "a mark and a half": ("Really?!", ["Really?!"]),
    "a mark in brackets": ("It is done (or is it?)", ["It is done (or is it?)"]),
    "a picture behind it": ("Which font? 🙂", ["Which font?"]),
    "full width": ("字体は何ですか？", ["字体は何ですか？"]),
    "full width, two without a space": ("字体は何ですか？果物は何？", ["字体は何ですか？", "果物は何？"]),
    "bold": ("**Which font?**", ["**Which font?**"]),
    "bold, then plain": ("**Which font?** And which fruit?", ["**Which font?**", "And which fruit?"]),
    "in quotes": ('"Which font?"', ['"Which font?"']),
    "in curly quotes": ("“Which font?” That is all.", ["“Which font?”"]),
    "a heading": ("## Which font?", ["## Which font?"]),
    "an initial": ("Should I sign as A. Fenn?", ["Should I sign as A. Fenn?"]),
    "a title of address": ("Does it go to Dr. Kerlan?", ["Does it go to Dr. Kerlan?"]),
    "an example": ("How long (e.g. 250 words) may it be?", ["How long (e.g. 250 words) may it be?"]),
    "a quotation inside": ('Is it "Where to?" or the old one?', ['Is it "Where to?" or the old one?']),
    "let me know which": ("Let me know which font you want.", ["Let me know which font you want."]),
    "tell me": ("Before I start, please tell me the font.", ["Before I start, please tell me the font."]),
    "please confirm": ("Please confirm the font.", ["Please confirm the font."]),
    "could you, without a mark": ("Could you clarify the font.", ["Could you clarify the font."]),
    "confirm whether": ("Confirm whether it is Garamond.", ["Confirm whether it is Garamond."]),
    "I'd like to know": ("I’d like to know the font.", ["I’d like to know the font."]),
    "a list": ("Could you confirm:\n- the font\n- the fruit", ["the font", "the fruit"]),
    "a list with numbers and a gap": ("I have two questions:\n\n1. Font\n2) Fruit", ["Font", "Fruit"]),
    "a list with letters": ("Please clarify:\na) the font\n(b) the fruit", ["the font", "the fruit"]),
    "a list that explains": (
        "Please confirm:\n- the font\n  (or Arial)\n- the fruit",
        ["the font", "the fruit"],
    ),
    "a list of questions": ("Some questions:\n- Which font?\n- Which fruit?", ["Which font?", "Which fruit?"]),
    "an item of two sentences": ("Please confirm:\n- The font. It was Arial.", ["The font."]),
    "a list that is over": ("Please confirm:\n- the font\nThe rest is done.\n- label.md", ["the font"]),
    "a closing question": ("All done. Anything else?", ["Anything else?"]),
    # what asks nothing
    "nothing": ("", []),
    "a statement": ("The label is done.", []),
    "an offer": ("Let me know if you need anything else.", []),
    "an offer to change it": ("Let me know if you'd like another font!", []),
    "an address": ("It is at https://hall.example/find?day=9 now.", []),
    "a title": ('I read "Where does it go?" yesterday.', []),
    "a title at the end": ('I have used the title "Where does it go?"', []),
    "a title before a sentence": ('I have used the title "Where does it go?" It fits.', []),
    "a title in italics": ("The notes on *Where does it go?* are done.", []),
    "a list of news": ("I can confirm:\n- the font is right\n- the label is done", []),
    "a list to know": ("Things you should know:\n- the hall is booked", []),
    "a list to do": ("Next steps:\n- Confirm the hall\n- Specify the font", []),
    "a deed": ("Confirmed with the hall.", []),
}


@pytest.mark.parametrize(("text", "asked"), ASKED.values(), ids=ASKED.keys())
def test_what_asks_for_an_answer(text: str, asked: list[str]) -> None:
    assert questions(text) == asked


TEXTS = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            ["Which font", "?", "？", ".", "!", " ", "\n", "- ", "1. ", '"', "**", ":", "tell me", "e.g.", "A."]
        )
    ).map("".join),
)


@given(TEXTS)
def test_each_sentence_asks_or_states(text: str) -> None:
    assert Counter(questions(text)) + Counter(statements(text)) == Counter(sentences(text))
    assert all(sentence.strip() for sentence in sentences(text))


@given(st.lists(st.lists(st.text(min_size=1), min_size=1), min_size=1), st.text())
def test_a_topic_never_fails_on_a_text(topic: list[list[str]], sentence: str) -> None:
    about(topic, sentence)


ABOUT: dict[str, tuple[list[list[str]], str, bool]] = {
    "a word": ([["font"]], "Which font?", True),
    "another word of the group": ([["font", "typeface"]], "Which typeface?", True),
    "capitals": ([["font"]], "WHICH FONT?", True),
    "capitals in the topic": ([["Garamond"]], "is it garamond?", True),
    "part of a word": ([["font"]], "Which fonts?", False),
    "any ending": ([["font*"]], "Which fonts?", True),
    "any ending is also none": ([["font*"]], "Which font?", True),
    "no other beginning": ([["font*"]], "What of the bigfont?", False),
    "a phrase": ([["how many"]], "How  many\njars?", True),
    "a phrase in bold": ([["word limit"]], "What is the **word** limit?", True),
    "a curly apostrophe": ([["reader's"]], "Is it the reader’s copy?", True),
    "a straight apostrophe": ([["reader’s"]], "Is it the reader's copy?", True),
    "a long dash": ([["co-author"]], "Who is co–author?", True),
    "all groups": ([["how many", "number"], ["jar*"]], "What number of jars?", True),
    "one group lacks": ([["how many", "number"], ["jar*"]], "How many boxes?", False),
    "signs of a pattern": ([["a.c"]], "Is it abc?", False),
    "full width": ([["font"]], "Ｆｏｎｔ？", True),
}


@pytest.mark.parametrize(("topic", "sentence", "hit"), ABOUT.values(), ids=ABOUT.keys())
def test_what_a_question_is_about(topic: list[list[str]], sentence: str, hit: bool) -> None:
    assert about(topic, sentence) is hit


@pytest.mark.parametrize("topic", [[], [[]], [[""]], [["font"], []], [[" "]], [["*"]]], ids=str)
def test_a_topic_names_something(topic: list[list[str]]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Topic).validate_python(topic)
