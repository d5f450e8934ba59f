"""What the user asks for, a check looks at; what none looks at is listed, for the author to cover or to waive."""

import re
from collections.abc import Iterator
from functools import cache

from vibelife_inspect.checks import Check
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import texts
from vibelife_inspect.text import squeeze

_VERBS = """
add answer apply arrange ask attach begin book bring buy calculate call cancel change check choose clear close
collect compare complain confirm contact copy correct count decide decline delete do draft drop enter file fill
find finish fix follow forward get give go hand have hold ignore inform insist invite keep leave let list look
make mark mention mind move note offer open order organise pack pay pick plan postpone prepare print propose
push put read rebook record refuse register remind remove renew reply report request reschedule reserve return
save schedule search see sell send set settle share show sign sort split start stop submit take talk tell
transfer try turn update upload use wait warn watch withdraw work write
""".split()
_LEAD = (
    r"(?:(?:please|then|and|but|so|also|now|just|again|otherwise|do not|don't|never|always|kindly|today|tonight"
    r"|if not),? )*"
)
_POLITE = re.compile(r"\bplease\b|\b(?:can|could|would|will) you\b")
_JOINTS = r", (?=and |then |but |or )| and (?=[a-z]+ )"
_REQUEST = re.compile(
    rf"(?:^{_LEAD}(?:{'|'.join(_VERBS)})\b)|\bplease\b"
    r"|\b(?:i|we) (?:want|need) (?:you|to know|it|them|her|him)\b|\bshall\b"
)
_LATER = 2
"""So many stages later a check may still be about what was asked."""
_COMMON = frozenset(
    """
    about accordingly after again against also always another anything because been before behind being bring
    could does doing done each either else even every everything find from give going have having here into just
    keep know like look made make mine more most much must myself need never nothing once only other ours over
    please right same shall should some something such sure take tell than that their them then there these they
    thing things think this those through today tomorrow tonight until want well were what when where which
    while will with without would write your yours
    """.split()
)


def find(subject: Subject) -> Iterator[Hit]:
    """Requests in user messages, none of whose words any later check speaks of."""
    bundle = subject.bundle
    for text in subject.once(texts):
        if text.kind != "user_message":
            continue
        due = [check for check in bundle.checks if text.stage <= (check.stage or text.stage) <= text.stage + _LATER]
        for request in requests(text.words):
            if not any(_speaks_of(check, stems(request)) for check in due):
                key = f"{text.key}.{'_'.join(re.findall(r'[a-z0-9]+', request)[:4])}"
                yield Hit(text.file, text.place, key, f"asks {request!r}, and no check speaks of it")


def requests(text: str) -> list[str]:
    """The clauses of a message that ask for something; a question asks for an answer, and is none."""
    sentences = re.findall(r".+?(?:[.!?;:]+(?=\s|$)|$)", squeeze(text))
    stated = [sentence.strip(" .!;:") for sentence in sentences if not sentence.endswith("?")]
    asked = [sentence.strip(" ?") for sentence in sentences if sentence.endswith("?")]
    clauses = [part.strip(" ,'\"") for sentence in stated for part in re.split(_JOINTS, sentence)]
    return [clause for clause in clauses if _REQUEST.search(clause)] + [part for part in asked if _POLITE.search(part)]


def stems(text: str) -> frozenset[str]:
    """The telling words of a text, without their endings."""
    words = re.findall(r"[a-z]{4,}", squeeze(text).replace("_", " "))
    return frozenset(_stem(word) for word in words if word not in _COMMON)


@cache
def _stem(word: str) -> str:
    for ending in ("ations", "ation", "ings", "ing", "ments", "ment", "ers", "ies", "ied", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _speaks_of(check: Check, asked: frozenset[str]) -> bool:
    """Whether a check shares telling words with a request: two of three or more; without any, its stage will do."""
    if not asked:
        return check.stage is not None
    return len(asked & _vocabulary(check.model_dump_json())) >= (1 if len(asked) < 3 else 2)


@cache
def _vocabulary(check: str) -> frozenset[str]:
    return stems(check)
