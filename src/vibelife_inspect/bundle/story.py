"""What a bundle's files tell: what happens, what is judged, and the solution; of a life task as of sessions."""

from dataclasses import dataclass, field

from vibelife_inspect.bundle.schema import Reaction, ReferenceFile, Stage
from vibelife_inspect.checks import Check
from vibelife_inspect.plain_yaml import Place
from vibelife_inspect.services.assistant import Rule


@dataclass
class Story:
    """The parts of a story, in the order in which they are told."""

    stages: list[Stage] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    approvals: list[Rule] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    check_places: list[tuple[str, Place]] = field(default_factory=list)
    """For each check the file and the place where it stands."""
    reference: ReferenceFile = field(default_factory=lambda: ReferenceFile(turns={}))
