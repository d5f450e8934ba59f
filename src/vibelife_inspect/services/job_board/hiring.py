"""What employers do with interviews and offers, without the agent."""

from datetime import date, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.job_board.catalogue import Contract, Period
from vibelife_inspect.services.job_board.interviews import Interviews, Times
from vibelife_inspect.services.job_board.offers import Offers
from vibelife_inspect.services.job_board.records import LIVE, Application, Interview, Offer
from vibelife_inspect.world import Json, NewId, operation

Minutes = Annotated[int, Field(ge=5, le=1440)]
"""Length of an interview."""
Lines = Annotated[list[str], Field(max_length=20)]
"""Short texts."""

_YEAR = timedelta(days=366)


class Hiring(Interviews, Offers):
    """Outside operations on interviews and offers."""

    @operation("outside")
    def invite_interview(
        self,
        application_id: str,
        slots: Times,
        kind: Literal["phone", "video", "onsite"] = "video",
        minutes: Minutes = 60,
        zone: str | None = None,
        location: str | None = None,
        respond_by: Instant | None = None,
        answers_after: timedelta | None = None,
        tell: bool = False,
        interview_id: NewId | None = None,
    ) -> Json:
        """An employer invites to an interview and proposes times.

        Args:
            application_id: Id of an application under way.
            slots: Moments of beginning, ahead of now.
            kind: How it takes place.
            minutes: How long it takes.
            zone: IANA time zone of the employer; absent: the home zone.
            location: Address, phone number or link.
            respond_by: When the proposals lapse; absent: with the last slot.
            answers_after: How long the employer takes to answer wishes by its own rule; absent: it does not.
            tell: Whether the applicant gets a mail.
            interview_id: Id for the interview; made up when absent.
        """
        application = self._under_way(application_id)
        for moment in (*slots, *([] if respond_by is None else [respond_by])):
            self.ahead("slots", moment)
        _check_delay(answers_after)
        interview = self.interviews.add(
            Interview(
                id=self.new_id("INT", interview_id),
                application_id=application_id,
                **application.pick("job_id", "company_id"),
                round=min(20, len(self.interviews.find(application_id=application_id)) + 1),
                slots=tuple(slots),
                kind=kind,
                minutes=minutes,
                zone=_checked_zone(zone or self.clock.home.key),
                location=location or "",
                respond_by=respond_by,
                answers_after=answers_after,
            )
        )
        if application.status in ("submitted", "viewed"):
            self.move(application, "interview", f"invited to interview {interview.id}")
        self.tell_interview(interview, "Invitation to an interview", "times are proposed.", mail=tell)
        return dict(interview)

    @operation("outside")
    def answer_wishes(self, interview_id: str, starts_at: Instant | None = None) -> Json:
        """An employer answers the other times that the applicant asked for.

        Args:
            interview_id: Id of the interview.
            starts_at: One of the wishes, which is booked; absent: none suits.
        """
        interview = self.interviews.get(interview_id)
        if interview.wish_status != "asked" or interview.status not in ("proposed", "booked", "moved"):
            raise Conflict(f"interview {interview_id!r} has no open wishes", status=interview.status)
        if starts_at is not None and starts_at not in interview.wishes:
            raise Invalid("starts_at: must be one of " + ", ".join(wish.isoformat() for wish in interview.wishes))
        if starts_at is not None:
            self.ahead("starts_at", starts_at)
        return dict(self.settle_wishes(interview, starts_at))

    @operation("outside")
    def move_interview(self, interview_id: str, starts_at: Instant, reason: str, tell: bool = False) -> Json:
        """An employer moves a booked interview.

        Args:
            interview_id: Id of the interview.
            starts_at: The new beginning, ahead of now.
            reason: Why.
            tell: Whether the applicant gets a mail.
        """
        interview = self.interviews.get(interview_id)
        self.ahead("starts_at", starts_at)
        if interview.starts_at == starts_at:
            raise Conflict(f"interview {interview_id!r} begins then already")
        if interview.status not in ("booked", "moved"):
            raise Conflict(f"interview {interview_id!r} is {interview.status}, not booked", status=interview.status)
        note = f"{interview.notes}\nMoved: {reason}".strip()
        interview = self.interviews.update(interview_id, status="moved", starts_at=starts_at, notes=note)
        text = f"it was moved to {starts_at.isoformat()}. {reason}"
        self.tell_interview(interview, "Interview moved", text, mail=tell)
        return dict(interview)

    @operation("outside")
    def cancel_interview(self, interview_id: str, reason: str, tell: bool = False) -> Json:
        """An employer cancels an interview.

        Args:
            interview_id: Id of the interview.
            reason: Why.
            tell: Whether the applicant gets a mail.
        """
        interview = self.interviews.get(interview_id)
        if interview.status == "cancelled":
            raise Conflict(f"interview {interview_id!r} is already cancelled", status="cancelled")
        note = f"{interview.notes}\nCancelled: {reason}".strip()
        interview = self.interviews.update(interview_id, status="cancelled", notes=note)
        self.tell_interview(interview, "Interview cancelled", f"it was cancelled. {reason}", mail=tell)
        return dict(interview)

    @operation("outside")
    def make_offer(
        self,
        application_id: str,
        salary: Money,
        start_date: date,
        respond_by: Instant,
        salary_period: Period = "year",
        bonus: Money | None = None,
        contract: Contract = "permanent",
        conditions: Lines | None = None,
        extends_until: Instant | None = None,
        answers_after: timedelta | None = None,
        tell: bool = False,
        offer_id: NewId | None = None,
    ) -> Json:
        """An employer makes an offer; an open one for the same application is withdrawn for it.

        Args:
            application_id: Id of an application under way.
            salary: Gross pay per salary period.
            start_date: First day of work.
            respond_by: When it expires.
            salary_period: What the salary is paid for.
            bonus: Paid once.
            contract: Kind of contract.
            conditions: Everything else that would hold.
            extends_until: The longest extension that is granted by rule.
            answers_after: How long the employer takes to answer a wish for time by its rule; absent: it does not.
            tell: Whether the applicant gets a mail.
            offer_id: Id for the offer; made up when absent.
        """
        application = self._under_way(application_id)
        self._check_terms(salary, bonus, start_date)
        _check_delay(answers_after)
        new = Offer(
            id=self.new_id("OFR", offer_id),
            application_id=application_id,
            **application.pick("job_id", "company_id"),
            salary=salary,
            start_date=start_date,
            made_at=self.clock.now,
            respond_by=self.ahead("respond_by", respond_by),
            salary_period=salary_period,
            bonus=bonus,
            contract=contract,
            conditions=tuple(conditions or ()),
            extends_until=extends_until,
            answers_after=answers_after,
        )
        return dict(self._place(application, new, tell))

    @operation("outside")
    def withdraw_offer(self, offer_id: str, reason: str, tell: bool = False) -> Json:
        """An employer withdraws an open offer; the application is rejected with it.

        Args:
            offer_id: Id of the offer.
            reason: Why.
            tell: Whether the applicant gets a mail.
        """
        offer = self.offers.get(offer_id)
        if offer.status != "open":
            raise Conflict(f"offer {offer_id!r} is already {offer.status}", status=offer.status)
        offer = self.settle(offer, "withdrawn", reason)
        self.end_application(offer, "rejected", f"offer {offer_id} was withdrawn: {reason}")
        self.tell_offer(offer, "Offer withdrawn", f"it was withdrawn: {reason}", mail=tell)
        return dict(offer)

    @operation("outside")
    def answer_extension(self, offer_id: str, respond_by: Instant | None = None) -> Json:
        """An employer answers a wish for more time.

        Args:
            offer_id: Id of the offer.
            respond_by: The new deadline, ahead of the present one; absent: it gives none.
        """
        offer = self.offers.get(offer_id)
        if offer.status != "open" or offer.extension_status != "asked":
            raise Conflict(f"offer {offer_id!r} has no open wish for time", status=offer.status)
        if respond_by is not None and self.ahead("respond_by", respond_by) <= offer.respond_by:
            raise Invalid(f"respond_by: must lie after {offer.respond_by.isoformat()}")
        return dict(self.settle_extension(offer, respond_by))

    def _place(self, application: Application, new: Offer, tell: bool) -> Offer:
        for offer in self.offers.find(application_id=application.id):
            if offer.status == "open":
                self.settle(offer, "withdrawn", f"replaced by {new.id}")
        offer = self.offers.add(new)
        if application.status != "offer":
            self.move(application, "offer", f"offer {offer.id}")
        text = f"{offer.salary} per {offer.salary_period} from {offer.start_date}; answer by {offer.respond_by}."
        self.tell_offer(offer, "An offer", text, mail=tell)
        return offer

    def _under_way(self, application_id: str) -> Application:
        application = self.applications.get(application_id)
        if application.status not in LIVE:
            raise Conflict(f"application {application_id!r} is {application.status}", status=application.status)
        return application

    def _check_terms(self, salary: Money, bonus: Money | None, start_date: date) -> None:
        if not 0 < salary.minor <= 10**12 or (bonus is not None and bonus.minor <= 0):
            raise Invalid("salary: salary and bonus must be positive")
        today = self.clock.today
        if not today <= start_date <= today + 3 * _YEAR:
            raise Invalid(f"start_date: must lie between today, {today}, and three years ahead")


def _check_delay(delay: timedelta | None) -> None:
    if delay is not None and not timedelta(0) <= delay <= _YEAR:
        raise Invalid("answers_after: must lie between nothing and a year")


def _checked_zone(key: str) -> str:
    try:
        ZoneInfo(key)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Invalid(f"zone: {key[:60]!r} is no IANA time zone, such as Asia/Tokyo") from None
    return key
