"""A loaded bundle: everything about one variant of one task, validated and frozen."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from vibelife_inspect.bundle.schema import (
    Mutation,
    Reaction,
    ReferenceFile,
    Stage,
    TaskFile,
    TurnEvent,
)
from vibelife_inspect.bundle.sessions import SessionEvent
from vibelife_inspect.checks import Check, Scope
from vibelife_inspect.errors import DefectError
from vibelife_inspect.ids import rng
from vibelife_inspect.plain_yaml import Place
from vibelife_inspect.world import Background, Record, Service, Setting, World

SeedRows = dict[str, list[Record]]
"""Seed records by `service.table`."""


@dataclass(frozen=True)
class Bundle:
    """One variant of one task.

    Two loads of the same folder and variant are equal in all that an agent or a check can see.
    """

    path: Path
    task: TaskFile
    variant: int
    digest: str
    """Hash of all files of the folder."""
    params: Mapping[str, Any]
    setting: Setting
    services: tuple[type[Service], ...]
    seeds: SeedRows
    backgrounds: Mapping[str, Background]
    """Options of the generated background, by service."""
    stages: tuple[Stage, ...]
    reactions: tuple[Reaction, ...]
    checks: tuple[Check, ...]
    check_places: tuple[tuple[str, Place], ...]
    """For each check the file and the place where it stands."""
    reference: ReferenceFile
    alternatives: Mapping[str, ReferenceFile]
    context: Mapping[str, Any]
    """Names that the reference's templates may use."""
    whole: "Bundle | None" = None
    """The bundle with all its sessions, where this one has only some."""
    _filled: dict[int, SeedRows] = field(default_factory=dict, repr=False, compare=False)

    @property
    def id(self) -> str:
        """Id of the task."""
        return self.task.id

    def events(self) -> Iterator[tuple[int, TurnEvent | Mutation | SessionEvent]]:
        """All events of stages with the stage's number, in order."""
        for stage in self.stages:
            for event in stage.events:
                yield stage.stage, event

    def all_events(self) -> Iterator[TurnEvent | Mutation | SessionEvent]:
        """All events, those of reactions last."""
        for _, event in self.events():
            yield event
        for reaction in self.reactions:
            yield from reaction.then

    def mutations(self) -> list[str]:
        """Ids of all mutations."""
        return [event.id for event in self.all_events() if isinstance(event, Mutation)]

    @property
    def sessions(self) -> list[SessionEvent]:
        """The working sessions, in order; none in a life task."""
        return [event for _, event in self.events() if isinstance(event, SessionEvent)]

    @property
    def opening(self) -> str:
        """The first words that an agent reads."""
        for _, event in self.events():
            if isinstance(event, SessionEvent):
                return event.request
            if isinstance(event, TurnEvent):
                return event.text or (event.versions or [])[-1].text
        raise DefectError(f"{self.id} opens no turn")

    def only(self, sessions: Collection[str]) -> "Bundle":
        """The same world in which only these sessions take place; its silent changes stay, up to the last of them."""
        kept = {event.id for event in self.sessions if event.id in sessions}
        stages = [
            stage.model_copy(
                update={"events": [each for each in stage.events if isinstance(each, Mutation) or each.id in kept]}
            )
            for stage in self.stages
        ]
        held = {stage.stage for stage in stages if any(event.id in kept for event in stage.events)}
        last = max(held, default=0)
        judged = [number for number, check in enumerate(self.checks) if check.stage in held]
        return replace(
            self,
            stages=tuple(stage for stage in stages if stage.events and stage.stage <= last),
            checks=tuple(self.checks[number] for number in judged),
            check_places=tuple(self.check_places[number] for number in judged),
            whole=self.whole or self,
        )

    def scope(self) -> Scope:
        """The names that checks may use."""
        events = frozenset(event.id for event in self.all_events() if not isinstance(event, Mutation))
        return Scope(self.services, self.setting.home, events, max(stage.stage for stage in self.stages))

    def world(self, background: int = 1) -> World:
        """A fresh world.

        Args:
            background: How many times the bundle's background; 0 is none.
        """
        if background not in self._filled:
            self._filled[background] = self._with_background(background)
        return World(self.services, self.setting, self._filled[background])

    def _with_background(self, times: int) -> SeedRows:
        rows = {table: list(records) for table, records in self.seeds.items()}
        world = World(self.services, self.setting, self.seeds)
        for name, options in self.backgrounds.items():
            level = options.level * times
            if level <= 0:
                continue
            chance = rng(self.setting.seed, name, options.seed)
            for table, record in world.services[name].background(options, level, chance):
                if table not in world.services[name].tables:
                    raise DefectError(f"the background of {name} names a table {table!r} that it does not have")
                rows.setdefault(f"{name}.{table}", []).append(record)
        return rows
