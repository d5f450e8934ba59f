"""What all parts of the service share: tables, matching, and how it speaks to the persona."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Literal, NamedTuple

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Expired, Invalid, NotFound, Unavailable
from vibelife_inspect.services.job_board.background import JobBackground
from vibelife_inspect.services.job_board.catalogue import DEGREES, JOB_STATES, Company, Job, JobFilters, job_due
from vibelife_inspect.services.job_board.records import (
    APPLICATION_STATES,
    INTERVIEW_STATES,
    OFFER_STATES,
    Alert,
    Application,
    ApplicationStatus,
    Interview,
    Message,
    Offer,
    Report,
    SavedJob,
    Step,
    Thread,
    alert_due,
    application_due,
    interview_due,
    offer_due,
)
from vibelife_inspect.services.job_board.resume import Resume, ResumeVersion
from vibelife_inspect.text import fold
from vibelife_inspect.world import Json, Letter, Notice, Service, Table

_FAR = timedelta(days=1100)
_SENDER = "applications@jobboard.example"


class Folded(NamedTuple):
    """A job's words, folded once for all searches."""

    job: Job
    company: Company
    text: str
    title: str
    place: str
    skills: frozenset[str]
    skill_text: str


class Wanted:
    """A query and filters, folded once for all jobs."""

    def __init__(self, query: str | None, filters: JobFilters) -> None:
        self.filters = filters
        self.words = fold(query or "").split()
        self.cities = [fold(city).split() for city in filters.cities or ()]
        self.skills = [fold(skill).split() for skill in filters.skills or ()]
        self.wordless = not (self.words or self.cities or self.skills or filters.min_salary)


class JobBase(Service):
    """Tables and helpers of the service."""

    name = "job_board"
    summary = "A job board: jobs and companies, resumes, applications, interviews, offers, recruiters and alerts."
    Background = JobBackground

    companies = Table(Company, "company")
    jobs = Table(Job, "job", index=("company_id",), states=JOB_STATES, due=job_due)
    saved_jobs = Table(SavedJob, "saved job")
    reports = Table(Report, "report")
    resumes = Table(Resume, "resume", index=("owner",))
    resume_versions = Table(ResumeVersion, "resume version", index=("resume_id",))
    applications = Table(
        Application,
        "application",
        index=("job_id", "owner", "resume_id"),
        states=APPLICATION_STATES,
        due=application_due,
    )
    interviews = Table(
        Interview, "interview", index=("application_id", "owner"), states=INTERVIEW_STATES, due=interview_due
    )
    offers = Table(Offer, "offer", index=("application_id", "owner"), states=OFFER_STATES, due=offer_due)
    threads = Table(Thread, "thread", index=("owner", "company_id"))
    messages = Table(Message, "message", index=("thread_id",))
    alerts = Table(Alert, "alert", index=("status",), due=alert_due)

    # ---- jobs

    def visible_job(self, job_id: str) -> Job:
        """A job that is, or was, on the board.

        Raises:
            NotFound: There is none, or it is not published yet.
        """
        job = self.jobs.get(job_id)
        if job.status == "scheduled":
            raise NotFound(f"there is no job {job_id!r}", id=job_id)
        return job

    def open_job(self, job_id: str) -> Job:
        """A job that takes applications."""
        job = self.visible_job(job_id)
        if job.status == "closed":
            raise Expired(f"job {job_id!r} is closed and takes no applications any more", status=job.status)
        if job.status == "withdrawn":
            raise Unavailable(f"job {job_id!r} was withdrawn", status=job.status)
        if job.status != "open":
            raise Conflict(f"job {job_id!r} is {job.status} and takes no applications now", status=job.status)
        return job

    def employer(self, company_id: str) -> str:
        """The name of a company, or its id where it has no record."""
        return self.companies.get(company_id).name if company_id in self.companies else company_id

    def job_row(self, job: Job) -> Json:
        """The short form of a job."""
        return {
            "job_id": job.id,
            **job.pick("reference", "title", "company_id"),
            "company": self.employer(job.company_id),
            **job.pick("city", "country", "remote", "seniority", "contract", "hours_per_week"),
            **job.pick("salary_min", "salary_max", "salary_period", "posted_at", "closes_at", "status"),
        }

    @cached_property
    def _folded(self) -> dict[str, Folded]:
        return {}

    def folded(self, job: Job) -> Folded:
        """The words of a job and its company."""
        known = self._folded.get(job.id)
        company = self.companies.get(job.company_id) if job.company_id in self.companies else _NOBODY
        if known is None or known.job is not job or known.company is not company:
            place = fold(f"{job.city}\n{job.city_local}\n{job.country}")
            skills = [fold(skill) for skill in job.skills]
            names = fold(f"{job.title}\n{company.name}\n{company.name_local}\n{job.reference}\n{job.id}")
            text = fold("\n".join((job.description, *job.requirements)))
            words = "\n".join(skills)
            text = f"{names}\n{place}\n{words}\n{text}"
            known = Folded(job, company, text, fold(job.title), place, frozenset(skills), words)
            self._folded[job.id] = known
        return known

    def matches(self, job: Job, wanted: Wanted) -> bool:
        """Whether a job is what is asked for, whatever its status."""
        if not _fits(job, wanted.filters):
            return False
        if wanted.wordless:
            return True
        folded = self.folded(job)
        if not all(word in folded.text for word in wanted.words):
            return False
        if wanted.cities and not any(all(word in folded.place for word in city) for city in wanted.cities):
            return False
        if not all(word in folded.skill_text for skill in wanted.skills for word in skill):
            return False
        least = wanted.filters.min_salary
        if least is None:
            return True
        pay = self.yearly(job, least.currency)
        return pay is not None and pay >= least.minor

    def yearly(self, job: Job, currency: str) -> int | None:
        """The highest stated pay for a full year, in minor units of a currency; None when it cannot be told."""
        minor = None if job.top_pay is None else self.world.rates.worth(job.top_pay, currency)
        return None if minor is None else minor * job.periods

    # ---- applications

    def mine(self, application_id: str) -> Application:
        """An application of the persona."""
        application = self.applications.get(application_id)
        self.own(application, "application")
        return application

    def move(self, application: Application, status: ApplicationStatus, note: str = "") -> Application:
        """A step of an application, kept in its history."""
        step = Step(at=self.clock.now, status=status, note=note)
        application = self.applications.update(
            application.id, status=status, history=(*application.history, step), view_at=None
        )
        company = self.employer(application.company_id)
        self.tell(
            f"application:{application.id}",
            f"Application {status}",
            f"Your application {application.id} at {company} is now: {status}. {note}".strip(),
            application.id,
        )
        return application

    def end_side_matters(self, application: Application, note: str, offers: Literal["declined", "withdrawn"]) -> None:
        """When an application is over, so are its talks and its open offer."""
        for interview in self.interviews.find(application_id=application.id):
            if interview.status in ("proposed", "booked", "moved"):
                notes = f"{interview.notes}\n{note}".strip()
                self.interviews.update(interview.id, status="cancelled", notes=notes)
        for offer in self.offers.find(application_id=application.id):
            if offer.status == "open":
                self.offers.update(offer.id, status=offers, answered_at=self.clock.now, note=note)

    # ---- speaking

    def tell(self, topic: str, title: str, text: str, ref: str) -> None:
        """Say something to whoever watches the topic."""
        self.ports.notify(Notice(source=self.name, topic=topic, title=title, text=text, ref=ref))

    def write_to(self, company_id: str, subject: str, body: str) -> None:
        """Send the persona a mail in a company's name."""
        company = self.companies.get(company_id) if company_id in self.companies else _NOBODY
        self.ports.mail(
            Letter(
                sender=company.email or _SENDER,
                sender_name=company.name,
                subject=subject,
                body=f"Dear {self.setting.persona.name},\n\n{body}\n\n{company.name}",
            )
        )

    def ahead(self, argument: str, at: Instant) -> datetime:
        """A moment that lies ahead, and not absurdly far."""
        now = self.clock.now
        if not now < at <= now + _FAR:
            raise Invalid(f"{argument}: {at.isoformat()} must lie after {now.isoformat()} and within three years")
        return at


_NOBODY = Company(id="-", name="The job board")


def _fits(job: Job, filters: JobFilters) -> bool:
    """The filters that need no words and no money."""
    for wanted, value in (
        (filters.categories, job.category),
        (filters.seniorities, job.seniority),
        (filters.contracts, job.contract),
        (filters.remote, job.remote),
    ):
        if wanted is not None and value not in wanted:
            return False
    if filters.max_years_experience is not None and job.years_experience > filters.max_years_experience:
        return False
    if filters.max_hours_per_week is not None and job.hours_per_week > filters.max_hours_per_week:
        return False
    if filters.max_education is not None and DEGREES.index(job.education) > DEGREES.index(filters.max_education):
        return False
    return filters.company_id in (None, job.company_id)
