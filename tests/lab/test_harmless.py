"""Harmless changes cost nothing, and are changes."""

import pytest

from tests.bundle.copies import TINY
from tests.lab.labs import live, try_out
from vibelife_inspect.bundle import Action, load_bundle
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.lab.harmless import harmless, harmless_trials
from vibelife_inspect.lab.order import swapped
from vibelife_inspect.lab.rewording import REWRITES
from vibelife_inspect.policies.base import run_episode
from vibelife_inspect.world import Call


@pytest.mark.parametrize("trial", harmless_trials(), ids=lambda trial: trial.name)
def test_a_harmless_change_costs_nothing(trial: object) -> None:
    assert all(try_out(trial).passed.values())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("dates as 3 April 2026", "a,2026-04-03", "a,3 April 2026"),
        ("dates as 03.04.2026", "by 2026-04-03.", "by 03.04.2026."),
        ("dates as 3 April 2026", "SETO-541-2026-04-03", "SETO-541-2026-04-03"),
        ("amounts with thousands marks", "x,y,1234.50", 'x,y,"1,234.50"'),
        ("amounts without zeros", "38.00 and 12.50 and 1.25", "38 and 12.5 and 1.25"),
        ("currency after the amount", "EUR 1,250.50", "1,250.50 EUR"),
        ("NFD", "é", "e\u0301"),
        ("full compatibility forms", "ﬁ", "fi"),
    ],
)
def test_a_rewording(name: str, before: str, after: str) -> None:
    assert REWRITES[name]("content", before) == after
    assert REWRITES[name]("payment_method", before) == before


def test_extra_reads_are_twenty_at_most_and_come_besides() -> None:
    bundle = load_bundle(TINY)
    episode = Episode(bundle, Options(background=0))
    run_episode(episode, harmless(bundle, "20 extra reads"))
    calls = [entry for entry in episode.world.journal.entries if isinstance(entry, Call)]
    plain = [entry for entry in live("oracle")[0].world.journal.entries if isinstance(entry, Call)]
    assert len(plain) < len(calls) <= len(plain) + 20


def read(path: str, name: str | None = None) -> Action:
    return Action.model_validate({"call": "workspace_read_file", "args": {"path": path}, "as": name})


def write(path: str, content: str = "x") -> Action:
    return Action(write=path, content=content)


@pytest.mark.parametrize(
    ("actions", "moved"),
    [
        ([write("a.md"), write("b.md")], True),
        ([write("a.md"), write("a.md", "y")], False),
        ([read("a.md"), read("b.md")], True),
        ([read("a.md"), write("b.md")], False),
        ([read("a.md", "file"), read("{{ file.path }}")], False),
        ([write("a.md"), Action(reply="Done.")], False),
    ],
    ids=["two files", "one file", "two reads", "a look before a deed", "a result that is used", "a reply"],
)
def test_only_independent_neighbours_are_swapped(actions: list[Action], moved: bool) -> None:
    assert (swapped(actions, 0, load_bundle(TINY)) == actions[::-1]) is moved
