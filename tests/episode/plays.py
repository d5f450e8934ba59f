"""Plays of the tiny bundle, and of copies of it with another timeline."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.bundle.copies import TINY, copy_of_tiny
from vibelife_inspect.bundle import Bundle, load_bundle
from vibelife_inspect.episode import Episode, Options, StageBegun, StageEnded, Step, Turn, WorldMoved
from vibelife_inspect.world import World

Agent = Callable[[Turn, World], str]
"""What an agent does in a turn; its answer is the reply."""

CHECK = """- id: c1
  tier: final
  weight: 1
  axis: planning
  why: Because.
  expect: {file: {path: done.md}}
"""


def quiet(turn: Turn, world: World) -> str:
    """Say nothing."""
    return ""


def retold(folder: Path, timeline: str, checks: str = CHECK, reference: str = "turns: {}\n") -> Bundle:
    """The tiny bundle with another timeline."""
    path = copy_of_tiny(folder)
    task = (path / "task.yaml").read_text(encoding="utf-8").partition("red_lines:")[0]
    for name, text in (("task", task), ("timeline", timeline), ("checks", checks), ("reference", reference)):
        (path / f"{name}.yaml").write_text(text, encoding="utf-8")
    (path / "alternatives" / "other_words.yaml").unlink()
    return load_bundle(path)


def play(bundle: Bundle, agent: Agent = quiet, **options: Any) -> tuple[Episode, list[Step]]:
    """Live through a whole episode."""
    episode = Episode(bundle, Options(**options))
    return episode, list(steps(episode, agent))


def steps(episode: Episode, agent: Agent) -> Iterator[Step]:
    """The steps of an episode, with the agent's replies."""
    for step in episode.steps():
        if isinstance(step, Turn):
            step.reply = agent(step, episode.world)
        yield step


def told(trace: list[Step]) -> list[str]:
    """A trace in words: stages in brackets, turns by event, silent changes by cause."""
    words = []
    for step in trace:
        if isinstance(step, StageBegun):
            words.append(f"<{step.stage}")
        elif isinstance(step, StageEnded):
            words.append(f"{step.stage}>")
        elif isinstance(step, WorldMoved):
            words.append(f"({step.what})" if not step.skipped else f"(-{step.what})")
        else:
            words.append(step.event)
    return words


def tiny(variant: int = 0) -> Bundle:
    """The tiny bundle."""
    return load_bundle(TINY, variant)
