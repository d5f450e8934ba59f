"""The persona's own matters at court."""

from datetime import date
from typing import Literal

from vibelife_inspect.errors import Conflict
from vibelife_inspect.services.legal_search.base import LegalBase
from vibelife_inspect.services.legal_search.matters import (
    Docket,
    DocketEntry,
    DocketStatus,
    Hearing,
    HearingStatus,
    Watch,
)
from vibelife_inspect.world import ME, Json, Limit, operation, page


class Dockets(LegalBase):
    """Dockets and hearings."""

    @operation("read")
    def list_dockets(self, status: DocketStatus | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's own matters at court, latest filed first, then by id.

        Args:
            status: Only matters with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [docket for docket in self.dockets.find(owner=ME) if status in (None, docket.status)]
        rows.sort(key=lambda docket: (-(docket.filed_on or date.min).toordinal(), docket.id))
        return page(rows, limit, cursor, self._docket_row)

    @operation("read")
    def get_docket(self, docket_id: str, limit: Limit = 20, cursor: str | None = None) -> Json:
        """Show a matter in full, with its entries (latest first, then by id) and hearings (soonest first).

        Args:
            docket_id: Id of the matter.
            limit: At most this many entries.
            cursor: `next_cursor` of the page before.
        """
        docket = self.own_docket(docket_id)
        entries = sorted(self.entries.find(docket_id=docket_id), key=lambda row: (-row.at.timestamp(), row.id))
        hearings = sorted(self.hearings.find(docket_id=docket_id), key=lambda row: (row.starts_at, row.id))
        return {
            **self._docket_row(docket),
            **docket.pick("parties", "summary"),
            "hearings": [hearing.shown for hearing in hearings],
            **page(entries, limit, cursor, lambda row: row.shown),
        }

    @operation("read")
    def list_hearings(
        self,
        docket_id: str | None = None,
        status: HearingStatus | Literal["coming"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List hearings in the user's matters, soonest first, then by id.

        Args:
            docket_id: Only hearings of this matter.
            status: coming: scheduled or moved; or one status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if docket_id is not None:
            self.own_docket(docket_id)
        wanted = ("scheduled", "moved") if status == "coming" else (status,)
        rows = [
            hearing
            for hearing in self.hearings.find(owner=ME)
            if docket_id in (None, hearing.docket_id) and (status is None or hearing.status in wanted)
        ]
        rows.sort(key=lambda hearing: (hearing.starts_at, hearing.id))
        return page(rows, limit, cursor, self._hearing_row)

    @operation("write")
    def watch_docket(self, docket_id: str, watching: bool = True) -> Json:
        """Be told of every change of a matter: new entries, hearings that are moved or cancelled, another status.

        Args:
            docket_id: Id of the matter.
            watching: False: be told no longer.
        """
        docket = self.own_docket(docket_id)
        if watching == (docket_id in self.watches):
            raise Conflict(f"docket {docket_id!r} is {'already' if watching else 'not'} watched")
        if watching:
            self.watches.add(Watch(id=docket_id, since=self.clock.now))
        else:
            self.watches.remove(docket_id)
        return self._docket_row(docket)

    # ---- time

    def hold_due(self, hearing: Hearing) -> None:
        """A hearing took place."""
        self.hearings.update(hearing.id, status="held")

    # ---- helpers

    def own_docket(self, docket_id: str) -> Docket:
        """A matter of the persona."""
        docket = self.dockets.get(docket_id)
        self.own(docket, "docket")
        return docket

    def add_entry(self, entry: DocketEntry) -> DocketEntry:
        """A line more in a docket; whoever watches is told."""
        self.entries.add(entry)
        docket, watched = self.dockets.get(entry.docket_id), entry.docket_id in self.watches
        text = f"{docket.case_no} {docket.title}: {entry.title}"
        self.tell(f"docket:{docket.id}", "New in your matter", text, entry.id, subscribed=watched)
        if watched:
            self.world.ring(self.watches, docket.id, f"Docket {docket.id}: {text}")
        return entry

    def _docket_row(self, docket: Docket) -> Json:
        coming = [row.starts_at for row in self.hearings.find(docket_id=docket.id) if row.status in _COMING]
        return {
            **docket.row,
            "court": self.court_name(docket.court_id),
            "next_hearing_at": min(coming, default=None),
            "watched": docket.id in self.watches,
        }

    def _hearing_row(self, hearing: Hearing) -> Json:
        case_no = self.dockets.get(hearing.docket_id).case_no if hearing.docket_id in self.dockets else ""
        return {**hearing.shown, "case_no": case_no, "court": self.court_name(hearing.court_id)}


_COMING: tuple[HearingStatus, ...] = ("scheduled", "moved")
