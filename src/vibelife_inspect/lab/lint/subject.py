"""What a rule looks at, and what it finds: one variant of a bundle, lived through by the reference and by nobody."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Episode, Options, Turn
from vibelife_inspect.errors import DefectError
from vibelife_inspect.lab.lint.proofs import Proofs, read_proofs
from vibelife_inspect.plain_yaml import Document, Place, parse
from vibelife_inspect.policies import Policy, make_policy
from vibelife_inspect.policies.base import play_turn

T = TypeVar("T")

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Hit:
    """What a rule has found; the key is how a waiver names it, and the same in every variant."""

    file: str
    place: Place
    key: str
    message: str
    severity: Severity = "warning"


@dataclass
class Life:
    """An episode, its turns, and how long the journal was when each began."""

    episode: Episode
    turns: list[tuple[int, Turn]] = field(default_factory=list)
    defect: str = ""
    """Why the reference could not be played to the end."""


class Subject:
    """One variant of a bundle.

    Args:
        bundle: The bundle.
    """

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self._documents: dict[str, Document | None] = {}
        self._once: dict[Any, Any] = {}

    @cached_property
    def oracle(self) -> Life:
        """The life of the reference, without background: what it learns, it learns from the bundle."""
        return _live(self.bundle, make_policy("oracle", self.bundle))

    @cached_property
    def silent(self) -> Life:
        """The life in which nobody acts."""
        return _live(self.bundle, make_policy("silent", self.bundle))

    @cached_property
    def crowded(self) -> Life:
        """The life of the reference in the world as agents find it, with background."""
        return _live(self.bundle, make_policy("oracle", self.bundle), background=1)

    @cached_property
    def proofs(self) -> Proofs:
        """What the bundle's superlatives are among."""
        return read_proofs(self.bundle)

    def once(self, make: "Callable[[Subject], T]") -> T:
        """What a function makes of this subject; made once, for all rules."""
        if make not in self._once:
            self._once[make] = make(self)
        made: T = self._once[make]
        return made

    def line(self, file: str, place: Place) -> int | None:
        """The line of a place in a YAML file; None in other files."""
        document = self.document(file)
        return document.line(place) if document else None

    def document(self, file: str) -> Document | None:
        """A parsed YAML file of the bundle, as it stands there."""
        if file not in self._documents:
            path = self.bundle.path / file
            known = path.suffix == ".yaml" and path.is_file()
            self._documents[file] = parse(path.read_text(encoding="utf-8")) if known else None
        return self._documents[file]


Find = Callable[[Subject], Iterator[Hit]]
"""A rule."""


def _live(bundle: Bundle, policy: Policy, background: int = 0) -> Life:
    life = Life(Episode(bundle, Options(variant=bundle.variant, background=background)))
    try:
        for step in life.episode.steps():
            if isinstance(step, Turn):
                life.turns.append((len(life.episode.world.journal.entries), step))
                play_turn(policy, step, life.episode.world)
    except DefectError as error:
        life.defect = str(error)
    return life
