"""The base of all services: tables, operations and what time does, in one class."""

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from vibelife_inspect.clock import Clock
from vibelife_inspect.errors import DefectError, Refused
from vibelife_inspect.world.collection import Collection, Table
from vibelife_inspect.world.operation import Operation
from vibelife_inspect.world.ports import Ports
from vibelife_inspect.world.record import ME, Part, Record
from vibelife_inspect.world.setting import Setting

if TYPE_CHECKING:
    from vibelife_inspect.world.world import World


class Background(Part):
    """What a bundle says about a service's generated background; services add their own fields."""

    level: int = Field(default=1, ge=0, le=10)
    """How much of it: 1 is what a real life has, 0 is none."""
    seed: int = 0
    """Another number gives another background."""


class Service:
    """One simulated service.

    A subclass names itself, declares `Table`s, and decorates methods with `@operation`. It reaches other services
    only through `self.ports`.
    """

    name: ClassVar[str]
    """Lower-case name, the prefix of its operations."""
    summary: ClassVar[str]
    """One line: what the service is."""
    counted: ClassVar[bool] = True
    """Whether it is one of the 22 life services (workspace and assistant are not)."""
    Background: ClassVar[type[Background]] = Background
    """Options of the background generator."""
    tables: ClassVar[dict[str, Table[Any]]]
    operations: ClassVar[dict[str, Operation]]

    def __init_subclass__(cls) -> None:
        cls.tables = {}
        cls.operations = {}
        for base in reversed(cls.__mro__):
            for attribute, value in vars(base).items():
                if isinstance(value, Table):
                    cls.tables[attribute] = value
                elif effect := getattr(value, "__effect__", None):
                    declared = Operation(getattr(cls, "name", ""), attribute, effect, value)
                    cls.operations[declared.name] = declared

    def __init__(self, world: "World") -> None:
        self.world = world
        self.collections: dict[str, Collection[Any]] = {
            name: Collection(self.name, table, world.journal, world.schedule) for name, table in self.tables.items()
        }

    @property
    def clock(self) -> Clock:
        """The world's clock."""
        return self.world.clock

    @property
    def ports(self) -> Ports:
        """The way to other services."""
        return self.world.ports

    @property
    def setting(self) -> Setting:
        """Persona, zone, dates and rates."""
        return self.world.setting

    def new_id(self, prefix: str, given: str | None = None) -> str:
        """The given id, or a fresh one, such as `RES-7F3KQ2`, that no record of this service has."""
        if given is not None:
            return given
        while True:
            id = self.world.ids.new(prefix)
            if not any(id in collection for collection in self.collections.values()):
                return id

    def own(self, record: Record, what: str) -> None:
        """Refuse what does not belong to the persona.

        Raises:
            Refused: The record's `owner` is somebody else.
        """
        owner = getattr(record, "owner", None)
        if owner is None:
            raise DefectError(f"{type(record).__name__} has no owner")
        if owner != ME:
            raise Refused(f"{what} {record.id!r} belongs to somebody else", id=record.id)

    def background(self, options: Any, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Generated records around the bundle's own, as (table name, record); seeds are already loaded.

        Args:
            options: The bundle's options, of this class's `Background` type.
            level: How many times the base amount.
            rng: Seeded; the only source of chance.
        """
        return ()
