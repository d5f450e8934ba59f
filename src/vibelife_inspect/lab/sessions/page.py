"""The part of `docs/validity.md` on working sessions."""

from collections.abc import Iterator, Sequence

from vibelife_inspect.lab.markdown import row
from vibelife_inspect.lab.sessions.thresholds import NUMBERS
from vibelife_inspect.sessions import LABELS
from vibelife_inspect.world import Json

_HEAD = """# Working sessions

Each persona is lived through by scripted agents: with all its sessions, with those of each group alone, and with each
session alone. It passes when

- the oracle resolves all intents and passes all items, in each variant; the asker ends with every intent `inferred`
  where somebody answers, the reactive agent with every one `provided`; the forgetful one loses the intents that are
  known from earlier sessions and no other; who asks everything is to the point once in as many questions as there are
  sessions, or little more;
- each intent can be known from its source when its session begins, and is not met by then; what can only be asked
  stands nowhere;
- an agent that does not know an intent is told it, and ends all others as before; one that ignores it to the end never
  meets it, and fails an item;
- every other solution in `alternatives/` does as well as the oracle, and so does the oracle in other words and forms;
- each decoy that is used is seen and fails an item; each step of the solution that is left out is noticed, and so are
  {numbers:g} % of the numbers in what it writes when they are wrong; each item is failed by somebody who does
  something;
- the same bytes come out under another hash seed, time zone, language and date, and side by side with others.
"""

_FIGURES = ("proc", "comp", "proc_weighted", "comp_weighted")


def persona_pages(reports: Sequence[Json]) -> Iterator[str]:
    """The pages of all personas; nothing where there is none."""
    if reports:
        yield _HEAD.format(numbers=NUMBERS)
    for report in reports:
        yield "\n".join(_persona(report))


def _persona(report: Json) -> Iterator[str]:
    sizes = report["sizes"]
    yield f"## {report['task']}\n"
    for failure in report["failures"]:
        yield f"- **falls short**: {failure}"
    sources = ", ".join(f"{number} {kind}" for kind, number in sizes["sources"].items())
    yield f"- {sizes['sessions']} sessions; {sizes['intents']} intents, known from: {sources}; {sizes['decoys']} decoys"
    yield f"- {sizes['items']} items, {sizes['rubrics']} of them for a grader"
    yield f"- noticed: {'; '.join(rates(report))}"
    others = report["alternatives"]
    good = sum(not (each["told"] or each["failed"]) for each in others)
    yield f"- other solutions, in each variant: {good}/{len(others)} as good as the reference"
    same = "same bytes" if report["determinism"] else "DIFFERS"
    yield f"- determinism: {same}; other date by {report['determinism_by']['date']}\n"
    head = ["agent, history", "Proc", "Comp", "Proc weighted", "Comp weighted", *LABELS]
    yield row([*head, "precision", "decoys", "words", "turns"])
    yield row(["---"] * (len(head) + 4))
    for name, figures in lives_of(report):
        yield row([name, *(_number(value) for value in _values(figures))])
    yield "\n| session | intents | decoys | steps | items | noticing an ignored intent | wrong numbers noticed |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for session in report["sessions"]:
        yield _session(session, sizes["items_of"][session["session"]])
    yield ""


_RATES = {
    "told_apart": "intents told apart",
    "ignored": "ignored intents",
    "decoys": "decoys",
    "dropped": "steps left out",
    "numbers": "wrong numbers",
    "harmless": "harmless changes kept",
}


def rates(report: Json) -> list[str]:
    """How much of each ablation was noticed, and of harmless changes kept, in words."""
    parts = report["ablation"]
    return [
        f"{words} {parts[name].get('killed', parts[name].get('kept'))} of {parts[name]['total']}"
        for name, words in _RATES.items()
    ]


def lives_of(report: Json) -> Iterator[tuple[str, Json]]:
    """All lives with their figures: with the whole history, without it, and in other variants."""
    yield from ((f"{name} full", figures) for name, figures in report["scores"].items())
    for past, agents in report["without_history"].items():
        yield from ((f"{name} {past}", figures) for name, figures in agents.items())
    yield from ((f"oracle variant {number}", figures) for number, figures in report["variants"].items())


def _values(figures: Json) -> list[float | None]:
    labels = [figures["labels"][label] for label in LABELS]
    rest = [figures[name] for name in ("precision", "decoys", "words", "turns")]
    return [*(figures[name] for name in _FIGURES), *labels, *rest]


def _session(session: Json, items: int) -> str:
    intents = session["intents"]
    noticing = {item for intent in intents for item in intent["ignored_fails"]}
    decoys = sum(len(intent["decoys"]) for intent in intents)
    counts = (len(intents), decoys, len(session["dropped"]), items, len(noticing))
    numbers = f"{session['numbers']['killed']}/{session['numbers']['total']}"
    return row([session["session"], *(str(count) for count in counts), numbers])


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
