"""What courts and lawmakers do, without the agent."""

from datetime import date
from typing import Annotated

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.legal_search.alerts import Alerts
from vibelife_inspect.services.legal_search.dockets import Dockets
from vibelife_inspect.services.legal_search.library import DAY, Closure
from vibelife_inspect.services.legal_search.matters import DocketEntry, DocketStatus, EntryKind, Hearing
from vibelife_inspect.services.legal_search.statutes import Statutes
from vibelife_inspect.world import Blankable, Json, NewId, operation


class Outside(Statutes, Dockets, Alerts):
    """Outside operations."""

    @operation("outside")
    def reschedule_hearing(self, hearing_id: str, starts_at: Instant, reason: str, room: str | None = None) -> Json:
        """A court moves a hearing; the docket gets a line about it.

        Args:
            hearing_id: Id of the hearing.
            starts_at: The new beginning, ahead of now.
            reason: Why.
            room: Another room.
        """
        hearing = self._coming(hearing_id)
        self.ahead("starts_at", starts_at)
        if hearing.starts_at == starts_at:
            raise Conflict(f"hearing {hearing_id!r} begins then already")
        hearing = self.hearings.update(
            hearing_id, status="moved", starts_at=starts_at, room=room or hearing.room, note=reason
        )
        self._note(hearing, f"Hearing moved to {starts_at.isoformat()}", reason)
        return dict(hearing)

    @operation("outside")
    def cancel_hearing(self, hearing_id: str, reason: str) -> Json:
        """A court cancels a hearing; the docket gets a line about it.

        Args:
            hearing_id: Id of the hearing.
            reason: Why.
        """
        hearing = self.hearings.update(self._coming(hearing_id).id, status="cancelled", note=reason)
        self._note(hearing, "Hearing cancelled", reason)
        return dict(hearing)

    @operation("outside")
    def schedule_hearing(
        self,
        docket_id: str,
        starts_at: Instant,
        purpose: str,
        minutes: Annotated[int, Field(ge=5, le=1440)] = 60,
        room: Blankable = "",
        must_attend: bool = True,
        hearing_id: NewId | None = None,
    ) -> Json:
        """A court sets a hearing; the docket gets a line about it.

        Args:
            docket_id: Id of the matter.
            starts_at: Its beginning, ahead of now.
            purpose: What it is for.
            minutes: How long it takes.
            room: Room of the court.
            must_attend: Whether the persona has to come.
            hearing_id: Id for the hearing; made up when absent.
        """
        docket = self.dockets.get(docket_id)
        hearing = Hearing(
            id=self.new_id("HRG", hearing_id),
            owner=docket.owner,
            docket_id=docket_id,
            court_id=docket.court_id,
            starts_at=self.ahead("starts_at", starts_at),
            minutes=minutes,
            room=room,
            purpose=purpose,
            must_attend=must_attend,
        )
        self.hearings.add(hearing)
        self._note(hearing, f"Hearing set for {starts_at.isoformat()}", purpose)
        return dict(hearing)

    @operation("outside")
    def add_docket_entry(
        self,
        docket_id: str,
        title: str,
        kind: EntryKind = "other",
        by: Blankable = "",
        text: Blankable = "",
        respond_by: date | None = None,
        status: DocketStatus | None = None,
        entry_id: NewId | None = None,
    ) -> Json:
        """A court or the other side adds to a docket.

        Args:
            docket_id: Id of the matter.
            title: What it is, in a line.
            kind: What sort of entry it is.
            by: Who filed or wrote it.
            text: Its text.
            respond_by: Day by which the court wants something.
            status: The new status of the matter, where it changes.
            entry_id: Id for the entry; made up when absent.
        """
        if status is not None:
            self.dockets.update(docket_id, status=status)
        entry = DocketEntry(
            id=self.new_id("ENT", entry_id),
            docket_id=self.dockets.get(docket_id).id,
            at=self.clock.now,
            kind=kind,
            by=by,
            title=title,
            text=text,
            respond_by=respond_by,
        )
        return self.add_entry(entry).shown

    @operation("outside")
    def publish_decision(self, case_id: str) -> Json:
        """A decision that is seeded as unpublished appears now; alerts that it matches go off.

        Args:
            case_id: Id of the decision.
        """
        case = self.cases.get(case_id)
        if case.status != "unpublished":
            raise Conflict(f"decision {case_id!r} is published already", status=case.status)
        return dict(self.appear(self.cases.update(case_id, published_at=self.clock.now)))

    @operation("outside")
    def overrule_case(self, case_id: str, overruled_by: str | None = None, note: Blankable = "") -> Json:
        """A decision loses its force; a later decision that overrules it is published if it is not yet.

        Args:
            case_id: Id of the decision.
            overruled_by: Id of the later decision.
            note: What happened.
        """
        case = self.cases.get(case_id)
        if case.status == "overruled":
            raise Conflict(f"decision {case_id!r} is already overruled", status="overruled")
        if overruled_by == case_id:
            raise Invalid("overruled_by: must be another decision")
        if overruled_by is not None and self.cases.get(overruled_by).status == "unpublished":
            self.appear(self.cases.get(overruled_by))
        case = self.cases.update(case_id, status="overruled", overruled_by=overruled_by, status_note=note)
        self.tell(f"case:{case_id}", "Overruled", f"{self.cite(case_id)} was overruled.", case_id)
        return dict(case)

    @operation("outside")
    def appeal_case(self, case_id: str, pending: bool = True, note: Blankable = "") -> Json:
        """An appeal against a decision begins, or ends without changing it.

        Args:
            case_id: Id of the decision.
            pending: False: the appeal failed, and the decision is in force again.
            note: What happened.
        """
        status = "appealed" if pending else "in_force"
        case = self.cases.get(case_id)
        if case.status == status or case.status == "unpublished":
            raise Conflict(f"decision {case_id!r} is {case.status}", status=case.status)
        case = self.cases.update(case_id, status=status, status_note=note)
        self.tell(f"case:{case_id}", "Appeal", f"{self.cite(case_id)} is now {status}.", case_id)
        return dict(case)

    @operation("outside")
    def amend_article(self, article_id: str, text: str, in_force_at: Instant | None = None) -> Json:
        """The lawmaker changes an article; earlier texts stay readable.

        Args:
            article_id: Id of the article.
            text: The whole new text.
            in_force_at: When it comes into force, ahead of now; absent: at once.
        """
        article = self.articles.get(article_id)
        if article.text == text:
            raise Conflict(f"article {article_id!r} says that already")
        if in_force_at is None:
            return dict(self.replace_text(article, text))
        at = self.ahead("in_force_at", in_force_at)
        return dict(self.articles.update(article_id, amendment=text, amendment_at=at))

    @operation("outside")
    def close_court_day(self, court_id: str, day: date, reason: str, last_day: date | None = None) -> Json:
        """A court is closed on a day, or on several, besides weekends and holidays; deadlines move with it.

        Args:
            court_id: Id of the court.
            day: The day, today or later.
            reason: Why.
            last_day: The last day, where there are several; at most 120 days later.
        """
        self.courts.get(court_id)
        today = self.clock.today
        if not today - DAY <= day <= today + 1100 * DAY:
            raise Invalid(f"day: must lie between today, {today}, and three years ahead")
        if last_day is not None and not 0 <= (last_day - day).days <= 120:
            raise Invalid("last_day: must not be before day, nor more than 120 days after it")
        closure = Closure(id=self.new_id("CLOSED"), court_id=court_id, first_day=day, last_day=last_day, reason=reason)
        self.closures.add(closure)
        self.tell(f"court:{court_id}", "Court closed", f"{self.court_name(court_id)}: {day}, {reason}", court_id)
        return dict(closure)

    def _coming(self, hearing_id: str) -> Hearing:
        hearing = self.hearings.get(hearing_id)
        if hearing.status not in ("scheduled", "moved"):
            raise Conflict(f"hearing {hearing_id!r} is {hearing.status}", status=hearing.status)
        return hearing

    def _note(self, hearing: Hearing, title: str, text: str) -> None:
        if hearing.docket_id in self.dockets:
            entry = DocketEntry(
                id=self.new_id("ENT"),
                docket_id=hearing.docket_id,
                at=self.clock.now,
                kind="notice",
                by=self.court_name(hearing.court_id),
                title=title,
                text=text,
            )
            self.add_entry(entry)
