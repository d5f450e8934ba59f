"""What is found out about a bundle while its trials are played: determinism and the lint."""

from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from vibelife_inspect.lab import determinism
from vibelife_inspect.lab.crew import Crew
from vibelife_inspect.lab.lint import lint_task
from vibelife_inspect.world import Json


@dataclass(frozen=True, slots=True)
class Beside:
    """Work that was begun and can be waited for."""

    elsewhere: Future[Json]
    interleaved: Future[bool]
    linted: Future[list[Json]]

    def proof(self) -> Json:
        """What was found about determinism; see `determinism.holds`."""
        return {**self.elsewhere.result(), "interleaved": self.interleaved.result()}

    def lint(self) -> list[Json]:
        """What the static lint says about the published variant."""
        return self.linted.result()


def begin(path: Path, background: int, crew: Crew) -> Beside:
    """Begin it; what takes longest first."""
    folder = str(path)
    elsewhere = crew.start(determinism.elsewhere, folder, background)
    linted = crew.start(_lint, folder)
    return Beside(elsewhere, crew.start(determinism.interleaved, folder, background), linted)


def _lint(folder: str) -> list[Json]:
    return lint_task(Path(folder), variants=1).as_json()
