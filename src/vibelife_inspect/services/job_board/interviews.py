"""Interviews: confirming, asking for other times, declining, and what time does."""

from datetime import datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Expired, Invalid
from vibelife_inspect.services.job_board.base import JobBase
from vibelife_inspect.services.job_board.records import Answer, Interview, InterviewStatus
from vibelife_inspect.world import ME, Appointment, Json, Limit, operation, page

Times = Annotated[list[Instant], Field(min_length=1, max_length=10)]
"""Moments of beginning."""

_FROM, _UNTIL = time(9), time(18)


class Interviews(JobBase):
    """Interviews."""

    @operation("read")
    def list_interviews(
        self,
        status: InterviewStatus | None = None,
        application_id: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List interviews in full, by their start or, while none is agreed, their first proposed slot; then by id.

        Args:
            status: Only interviews with this status: proposed waits for you; booked and moved will take place.
            application_id: Only interviews of this application.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            item
            for item in self.interviews.find(owner=ME)
            if status in (None, item.status) and application_id in (None, item.application_id)
        ]
        rows.sort(key=lambda item: (item.starts_at or min(item.slots, default=_LATE), item.id))
        return page(rows, limit, cursor, self._interview_row)

    @operation("commit")
    def confirm_interview(self, interview_id: str, slot: Instant | None = None, add_to_calendar: bool = False) -> Json:
        """Confirm an interview: one of the proposed slots, or the new time of one that the employer moved.

        Args:
            interview_id: Id of the interview.
            slot: The slot that you take, one of `slots`; needed for a proposed interview.
            add_to_calendar: Whether to write it into the user's calendar.
        """
        interview = self._live(interview_id)
        if interview.status == "booked":
            raise Conflict(f"interview {interview_id!r} is booked already", status="booked")
        starts_at = slot
        if interview.status == "moved":
            starts_at = interview.starts_at
            if slot is not None and slot != starts_at:
                raise Invalid(f"slot: the interview was moved to {_iso(starts_at)}; leave slot out to confirm that")
        if starts_at is None:
            raise Invalid("slot: give one of " + ", ".join(_iso(item) for item in interview.slots))
        if interview.status == "proposed" and starts_at not in interview.slots:
            raise Invalid("slot: must be one of " + ", ".join(_iso(item) for item in interview.slots))
        if starts_at <= self.clock.now:
            raise Expired(f"slot: {_iso(starts_at)} has passed; now is {_iso(self.clock.now)}")
        self._check_clash(interview, starts_at)
        # whoever confirms a time has no use for the others
        wish = "refused" if interview.wish_status == "asked" else interview.wish_status
        interview = self._book(interview, starts_at, wish)
        if add_to_calendar:
            self._enter(interview)
        return self._interview_row(interview)

    @operation("commit")
    def propose_times(self, interview_id: str, times: Times, message: str | None = None) -> Json:
        """Ask the employer for other times. What was proposed or booked stands until it agrees.

        The answer may come later, or never; then `wish_status` is granted or refused.

        Args:
            interview_id: Id of the interview.
            times: Moments of beginning, the best first.
            message: A word for the employer.
        """
        interview = self._live(interview_id)
        if interview.wish_status == "asked":
            raise Conflict(f"you asked for other times of {interview_id!r} already; wait for the answer")
        for moment in times:
            self.ahead("times", moment)
        interview = self.interviews.update(
            interview_id,
            wishes=tuple(times),
            wish_status="asked",
            notes=interview.notes if message is None else f"{interview.notes}\nApplicant: {message}".strip(),
            answer_at=None if interview.answers_after is None else self.clock.now + interview.answers_after,
        )
        return self._interview_row(interview)

    @operation("commit")
    def decline_interview(self, interview_id: str, reason: str | None = None) -> Json:
        """Decline an interview, proposed or booked; the application itself goes on.

        Args:
            interview_id: Id of the interview.
            reason: A word for the employer.
        """
        interview = self._live(interview_id)
        notes = interview.notes if reason is None else f"{interview.notes}\nApplicant: {reason}".strip()
        return self._interview_row(self.interviews.update(interview_id, status="declined", notes=notes))

    # ---- time

    def answer_wishes_due(self, interview: Interview) -> None:
        """The employer takes the first wish within its hours, or none."""
        zone = ZoneInfo(interview.zone)
        length = timedelta(minutes=interview.minutes)
        fit = [wish for wish in interview.wishes if wish > self.clock.now and _in_hours(wish.astimezone(zone), length)]
        self.settle_wishes(interview, fit[0] if fit else None)

    def lapse_interview_due(self, interview: Interview) -> None:
        """Nobody took up a proposal."""
        self.interviews.update(interview.id, status="lapsed")
        self.tell_interview(interview, "Interview proposal lapsed", "it was not answered in time.")

    def hold_interview_due(self, interview: Interview) -> None:
        """It took place."""
        self.interviews.update(interview.id, status="held")

    def settle_wishes(self, interview: Interview, starts_at: datetime | None) -> Interview:
        """The employer answers: it books a wish, or leaves things as they are."""
        if starts_at is None:
            interview = self.interviews.update(interview.id, wish_status="refused", answer_at=None)
            self.tell_interview(interview, "Interview times refused", "the times that you asked for do not suit.")
            return interview
        interview = self._book(interview, starts_at, "granted")
        self.tell_interview(interview, "Interview time agreed", f"it takes place at {_iso(starts_at)}.")
        return interview

    def tell_interview(self, interview: Interview, title: str, text: str, *, mail: bool = False) -> None:
        """Say something about an interview, by mail too if asked."""
        said = f"Interview {interview.id} with {self.employer(interview.company_id)}: {text}"
        self.tell(f"interview:{interview.id}", title, said, interview.id)
        if mail:
            self.write_to(interview.company_id, title, said)

    # ---- helpers

    def _live(self, interview_id: str) -> Interview:
        interview = self.interviews.get(interview_id)
        self.own(interview, "interview")
        if interview.status == "lapsed":
            raise Expired(f"the proposals of interview {interview_id!r} have lapsed", status="lapsed")
        if interview.status not in ("proposed", "booked", "moved"):
            raise Conflict(f"interview {interview_id!r} is {interview.status}", status=interview.status)
        return interview

    def _book(self, interview: Interview, starts_at: datetime, wish: Answer) -> Interview:
        fields = {"status": "booked", "starts_at": starts_at, "wish_status": wish, "answer_at": None}
        return self.interviews.update(interview.id, **fields)

    def _check_clash(self, interview: Interview, starts_at: datetime) -> None:
        ends_at = starts_at + timedelta(minutes=interview.minutes)
        for other in self.interviews.find(owner=ME):
            begins, ends = other.starts_at, other.ends_at
            if other.id == interview.id or other.status not in ("booked", "moved") or begins is None or ends is None:
                continue
            if begins < ends_at and starts_at < ends:
                raise Conflict(f"it overlaps with interview {other.id!r} at {_iso(begins)}", id=other.id)

    def _enter(self, interview: Interview) -> None:
        assert interview.starts_at is not None and interview.ends_at is not None
        self.ports.agenda(
            Appointment(
                title=f"Interview with {self.employer(interview.company_id)}",
                start=interview.starts_at,
                end=interview.ends_at,
                location=interview.location,
                notes=f"Interview {interview.id}, application {interview.application_id}",
            )
        )

    def _interview_row(self, interview: Interview) -> Json:
        shown = {"interview_id": interview.id, **interview.shown, "company": self.employer(interview.company_id)}
        del shown["id"]
        return shown


_LATE = datetime.fromisoformat("9999-01-01T00:00:00+00:00")


def _iso(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()


def _in_hours(start: datetime, length: timedelta) -> bool:
    """Whether a talk lies on a weekday between 9 and 18 on the employer's clock."""
    end = start + length
    return start.weekday() < 5 and start.date() == end.date() and start.time() >= _FROM and end.time() <= _UNTIL
