"""The world core: what a service is built from. Start with `Service`, `Table` and `operation`."""

from vibelife_inspect.world.collection import Collection, Table
from vibelife_inspect.world.journal import Call, Change, Journal, Mark, Reply
from vibelife_inspect.world.operation import Blankable, Operation, Text, operation
from vibelife_inspect.world.paging import Limit, page
from vibelife_inspect.world.ports import Appointment, Charge, Letter, Notice, Parcel, ShipmentStatus
from vibelife_inspect.world.record import ME, Json, NewId, Part, Record, States
from vibelife_inspect.world.schedule import Due
from vibelife_inspect.world.service import Background, Service
from vibelife_inspect.world.setting import Persona, Setting
from vibelife_inspect.world.world import Outcome, Ring, Seeds, Snapshot, World

__all__ = [
    "ME",
    "Appointment",
    "Background",
    "Blankable",
    "Call",
    "Change",
    "Charge",
    "Collection",
    "Due",
    "Journal",
    "Json",
    "Letter",
    "Limit",
    "Mark",
    "NewId",
    "Notice",
    "Operation",
    "Outcome",
    "Parcel",
    "Part",
    "Persona",
    "Record",
    "Reply",
    "Ring",
    "Seeds",
    "Service",
    "Setting",
    "ShipmentStatus",
    "Snapshot",
    "States",
    "Table",
    "Text",
    "World",
    "operation",
    "page",
]
