"""What is the persona's own: matters at court, bookmarks, notes and alerts."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.services.legal_search.library import CaseFilters, Kind
from vibelife_inspect.world import ME, Due, Json, Part, Record, States

DocketStatus = Literal["pending", "stayed", "decided", "settled", "closed"]
"""State of a matter."""

DOCKET_STATES = States(
    {
        "pending": "stayed decided settled closed",
        "stayed": "pending settled closed",
        "decided": "pending closed",
        "settled": "closed",
        "closed": "pending",
    }
)
"""An appeal makes a decided or closed matter pending again."""

HearingStatus = Literal["scheduled", "moved", "held", "cancelled"]
"""State of a hearing; a moved one takes place at its new time."""

HEARING_STATES = States({"scheduled": "moved held cancelled", "moved": "held cancelled", "held": "", "cancelled": ""})
"""The court moves and cancels; time holds."""

EntryKind = Literal["filing", "order", "letter", "notice", "judgment", "payment", "minutes", "other"]
"""What a line of a docket is."""


class Party(Part):
    """Somebody in a matter."""

    name: str
    role: Literal["claimant", "defendant", "applicant", "respondent", "third_party"]
    counsel: str = ""


class Docket(Record):
    """A matter at a court in which the persona takes part."""

    owner: str = ME
    case_no: str
    court_id: str
    title: str
    kind: Kind = "other"
    parties: tuple[Party, ...] = ()
    filed_on: date | None = None
    judge: str = ""
    status: DocketStatus = "pending"
    summary: str = ""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "docket_id": self.id,
            **self.pick("case_no", "court_id", "title", "kind", "filed_on", "judge", "status"),
        }


class DocketEntry(Record):
    """A line of a docket."""

    docket_id: str
    at: Instant
    kind: EntryKind = "other"
    by: str = ""
    """Who filed or wrote it."""
    title: str
    text: str = ""
    respond_by: date | None = None
    """Day by which the court wants something."""

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {"entry_id": self.id, **self.pick("at", "kind", "by", "title", "text", "respond_by")}


class Hearing(Record):
    """A sitting of the court in a matter."""

    owner: str = ME
    docket_id: str
    court_id: str
    starts_at: Instant
    minutes: int = Field(default=60, ge=5, le=1440)
    room: str = ""
    purpose: str = ""
    must_attend: bool = True
    """Whether the persona has to come in person."""
    status: HearingStatus = "scheduled"
    note: str = ""

    @property
    def ends_at(self) -> datetime:
        """When it is over."""
        return self.starts_at + timedelta(minutes=self.minutes)

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        hidden = ("id", "owner")
        return {
            "hearing_id": self.id,
            **{field: value for field, value in self if field not in hidden},
            "ends_at": self.ends_at,
        }


class Watch(Record):
    """Changes of a docket are told; the id is the docket's."""

    since: Instant


class SavedItem(Record):
    """A bookmark; the id is that of the decision, article or statute."""

    kind: Literal["case", "article", "statute"]
    folder: str = ""
    saved_at: Instant


class Note(Record):
    """A note about a decision, article, statute or matter."""

    owner: str = ME
    item_id: str
    text: str
    created_at: Instant
    updated_at: Instant

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {"note_id": self.id, **self.pick("item_id", "text", "created_at", "updated_at")}


class CaseAlert(Record):
    """A search for decisions that goes on by itself."""

    owner: str = ME
    name: str = ""
    query: str | None = None
    """Words that all occur in the decision."""
    filters: CaseFilters = Field(default_factory=CaseFilters)
    status: Literal["active", "deleted"] = "active"
    created_at: Instant
    delivered: tuple[str, ...] = ()
    """Ids of the decisions that it delivered, oldest first; the last 200."""

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {
            "alert_id": self.id,
            **self.pick("name", "query", "status", "created_at"),
            "filters": self.filters.model_dump(exclude_none=True),
            "delivered": self.delivered[-20:][::-1],
        }


def hearing_due(hearing: Hearing) -> Iterable[Due]:
    """It takes place."""
    if hearing.status in ("scheduled", "moved"):
        yield Due(hearing.ends_at, "hold_due")
