"""What the persona has on the board: applications and what follows from them, and what time does to them."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant, Zone
from vibelife_inspect.money import Money
from vibelife_inspect.services.job_board.catalogue import Contract, JobFilters, Period
from vibelife_inspect.world import ME, Due, Json, Part, Record, States

ApplicationStatus = Literal[
    "submitted", "viewed", "interview", "offer", "accepted", "declined", "rejected", "withdrawn"
]
"""State of an application: the first four are live."""

LIVE: tuple[ApplicationStatus, ...] = ("submitted", "viewed", "interview", "offer")
"""States in which an application is still under way."""

APPLICATION_STATES = States(
    {
        "submitted": "viewed interview offer rejected withdrawn",
        "viewed": "interview offer rejected withdrawn",
        "interview": "offer rejected withdrawn",
        "offer": "accepted declined rejected withdrawn",
        "accepted": "",
        "declined": "",
        "rejected": "",
        "withdrawn": "",
    }
)
"""The applicant accepts, declines and withdraws; the employer does the rest."""

InterviewStatus = Literal["proposed", "booked", "moved", "held", "declined", "cancelled", "lapsed"]
"""State of an interview; a moved one takes place at its new time unless it is declined."""

INTERVIEW_STATES = States(
    {
        "proposed": "booked declined cancelled lapsed",
        "booked": "moved held declined cancelled",
        "moved": "booked held declined cancelled",
        "held": "",
        "declined": "",
        "cancelled": "",
        "lapsed": "",
    }
)
"""The applicant books and declines; the employer moves and cancels; time holds and lapses."""

OfferStatus = Literal["open", "accepted", "declined", "expired", "withdrawn"]
"""State of an offer."""

OFFER_STATES = States(
    {"open": "accepted declined expired withdrawn", "accepted": "", "declined": "", "expired": "", "withdrawn": ""}
)
"""An offer is answered once."""

Answer = Literal["none", "asked", "granted", "refused"]
"""How a wish of the applicant stands."""


class Step(Part):
    """A line of an application's history."""

    at: Instant
    status: ApplicationStatus
    note: str = ""


class Application(Record):
    """The persona's application for one job."""

    owner: str = ME
    job_id: str
    company_id: str
    resume_id: str
    resume_version: int = Field(default=1, ge=1)
    """The version that the employer has."""
    cover_letter: str = ""
    expected_salary: Money | None = None
    """Gross pay that was asked for, per salary period of the job."""
    available_from: date | None = None
    status: ApplicationStatus = "submitted"
    submitted_at: Instant
    view_at: Instant | None = None
    """When the employer looks at it by itself."""
    history: tuple[Step, ...] = ()
    """What happened, oldest first."""

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {field: value for field, value in self if field not in ("owner", "view_at")}

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "application_id": self.id,
            **self.pick("job_id", "company_id", "resume_id", "resume_version", "status", "submitted_at"),
        }


class Interview(Record):
    """A talk with an employer."""

    owner: str = ME
    application_id: str
    job_id: str
    company_id: str
    kind: Literal["phone", "video", "onsite"] = "video"
    round: int = Field(default=1, ge=1, le=20)
    slots: tuple[Instant, ...] = ()
    """Times that the employer proposed, any of which can be confirmed."""
    starts_at: Instant | None = None
    """When it takes place; absent while nothing is agreed."""
    minutes: int = Field(default=60, ge=5, le=1440)
    zone: Zone
    """Zone in which the employer thinks."""
    location: str = ""
    """Address, phone number or link."""
    interviewers: tuple[str, ...] = ()
    notes: str = ""
    respond_by: Instant | None = None
    """When unanswered proposals lapse; absent: with the last slot."""
    status: InterviewStatus = "proposed"
    wishes: tuple[Instant, ...] = ()
    """Other times that the applicant asked for."""
    wish_status: Answer = "none"
    answers_after: timedelta | None = None
    """How long the employer takes to answer wishes by its own rule: the first on a weekday between 9 and 18 in its
    zone is taken. Absent: it answers when it pleases."""
    answer_at: Instant | None = None
    """When the employer answers the present wishes by its rule."""

    @model_validator(mode="after")
    def _sound(self) -> "Interview":
        if self.status in ("booked", "moved", "held") and self.starts_at is None:
            raise ValueError(f"an interview that is {self.status} needs starts_at")
        if self.status == "proposed" and not self.slots:
            raise ValueError("an interview that is proposed needs slots")
        return self

    @property
    def ends_at(self) -> datetime | None:
        """When it is over."""
        return None if self.starts_at is None else self.starts_at + timedelta(minutes=self.minutes)

    @property
    def open_until(self) -> datetime:
        """When a proposal that nobody took up lapses."""
        if self.wish_status == "asked":
            return max(*self.wishes, *self.slots)
        return self.respond_by or max(self.slots)

    @property
    def shown(self) -> Json:
        """What the agent sees; `local_start` is the start on the employer's clock."""
        hidden = ("owner", "answers_after", "answer_at")
        local = None if self.starts_at is None else self.starts_at.astimezone(ZoneInfo(self.zone))
        return {
            **{field: value for field, value in self if field not in hidden},
            "ends_at": self.ends_at,
            "local_start": local,
        }


class Offer(Record):
    """A contract that an employer offers."""

    owner: str = ME
    application_id: str
    job_id: str
    company_id: str
    salary: Money
    """Gross pay per `salary_period`."""
    salary_period: Period = "year"
    bonus: Money | None = None
    """Paid once."""
    contract: Contract = "permanent"
    start_date: date
    conditions: tuple[str, ...] = ()
    """Everything else that would hold."""
    made_at: Instant
    respond_by: Instant
    """When it expires unanswered."""
    status: OfferStatus = "open"
    answered_at: Instant | None = None
    note: str = ""
    """What was said when it was answered or withdrawn."""
    extension_until: Instant | None = None
    """Until when the applicant asked to be given time."""
    extension_status: Answer = "none"
    extends_until: Instant | None = None
    """The longest extension that the employer grants by its own rule."""
    answers_after: timedelta | None = None
    """How long the employer takes to answer by its rule; absent: it answers when it pleases."""
    answer_at: Instant | None = None
    """When the employer answers the present wish by its rule."""

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        hidden = ("owner", "extends_until", "answers_after", "answer_at")
        return {field: value for field, value in self if field not in hidden}

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {
            "offer_id": self.id,
            **self.pick("application_id", "job_id", "company_id", "salary", "salary_period", "start_date"),
            **self.pick("respond_by", "status", "extension_status"),
        }


class Thread(Record):
    """A conversation with a recruiter."""

    owner: str = ME
    company_id: str
    job_id: str | None = None
    recruiter: str = ""
    """Name of the other side."""


class Message(Record):
    """One message of a conversation."""

    thread_id: str
    sender: Literal["applicant", "recruiter"]
    text: str
    sent_at: Instant


class SavedJob(Record):
    """A bookmark; the id is the job's."""

    note: str = ""
    saved_at: Instant


class Alert(Record):
    """A search that goes on by itself."""

    owner: str = ME
    name: str = ""
    query: str | None = None
    """Words that all occur in the job."""
    filters: JobFilters = Field(default_factory=JobFilters)
    frequency: Literal["at_once", "daily"] = "at_once"
    """daily: all of a day together, at 8:00 at home on the next."""
    status: Literal["active", "paused", "deleted"] = "active"
    created_at: Instant
    pending: tuple[str, ...] = ()
    """Jobs of the next digest."""
    digest_at: Instant | None = None
    delivered: tuple[str, ...] = ()
    """Ids of the jobs that it delivered, oldest first; the last 200."""

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        hidden = ("id", "owner", "pending", "digest_at", "filters", "delivered")
        return {
            "alert_id": self.id,
            **{field: value for field, value in self if field not in hidden},
            "filters": self.filters.model_dump(exclude_none=True),
            "delivered": self.delivered[-20:][::-1],
            "delivered_total": len(self.delivered),
        }


class Report(Record):
    """The persona told the board that something is wrong with a job; the id is the job's."""

    reason: Literal["scam", "misleading", "discriminating", "already_filled", "duplicate", "other"]
    text: str = ""
    reported_at: Instant


def application_due(application: Application) -> Iterable[Due]:
    """The employer looks at it."""
    if application.status == "submitted" and application.view_at is not None:
        yield Due(application.view_at, "view_due")


def interview_due(interview: Interview) -> Iterable[Due]:
    """Wishes are answered, proposals lapse, interviews take place."""
    live = interview.status in ("proposed", "booked", "moved")
    if live and interview.wish_status == "asked" and interview.answer_at is not None:
        yield Due(interview.answer_at, "answer_wishes_due")
    if interview.status == "proposed":
        yield Due(interview.open_until, "lapse_interview_due")
    if interview.status in ("booked", "moved") and interview.ends_at is not None:
        yield Due(interview.ends_at, "hold_interview_due")


def offer_due(offer: Offer) -> Iterable[Due]:
    """A wish for more time is answered; the offer expires."""
    if offer.status == "open":
        if offer.extension_status == "asked" and offer.answer_at is not None:
            yield Due(offer.answer_at, "answer_extension_due")
        yield Due(offer.respond_by, "expire_offer_due")


def alert_due(alert: Alert) -> Iterable[Due]:
    """A digest is delivered."""
    if alert.status == "active" and alert.digest_at is not None:
        yield Due(alert.digest_at, "deliver_digest_due")
