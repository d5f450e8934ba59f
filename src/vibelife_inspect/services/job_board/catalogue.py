"""What is on the board: companies and jobs, and the filters that a search or an alert may ask for."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.world import Due, Json, Part, Record, States, Text

Category = Literal[
    "software", "data", "design", "marketing", "sales", "finance", "legal", "people", "operations", "engineering",
    "science", "health", "education", "hospitality", "media", "public_service",
]  # fmt: skip
"""Field of work."""

Seniority = Literal["intern", "junior", "mid", "senior", "lead", "executive"]
"""Level of a job."""

Contract = Literal["permanent", "fixed_term", "freelance", "internship", "temporary"]
"""Kind of contract."""

Remote = Literal["onsite", "hybrid", "remote"]
"""Where the work is done."""

Education = Literal["none", "vocational", "bachelor", "master", "doctorate"]
"""Degree, from lowest to highest."""

DEGREES: tuple[Education, ...] = ("none", "vocational", "bachelor", "master", "doctorate")
"""Degrees in order."""

Period = Literal["year", "month", "hour"]
"""What a salary is paid for."""

JobStatus = Literal["scheduled", "open", "paused", "closed", "withdrawn"]
"""State of a job; a scheduled one is not on the board yet."""

JOB_STATES = States(
    {
        "scheduled": "open withdrawn",
        "open": "paused closed withdrawn",
        "paused": "open closed withdrawn",
        "closed": "open",
        "withdrawn": "",
    }
)
"""A closed job may be opened again; a withdrawn one is gone for good."""


class Company(Record):
    """An employer."""

    name: str
    name_local: str = ""
    """Name in another script."""
    category: Category = "operations"
    """Main field of work."""
    city: str = ""
    country: str = ""
    employees: int = Field(default=50, ge=1)
    founded: int | None = None
    """Year."""
    about: str = ""
    website: str = ""
    email: str = ""
    """Where its mail comes from; without one, the board's own address."""
    rating_tenths: int | None = Field(default=None, ge=0, le=50)
    """Mean score by employees times ten: 42 is 4.2 of 5."""

    @property
    def row(self) -> Json:
        """The short form."""
        return {"company_id": self.id, **self.pick("name", "category", "city", "employees", "rating_tenths")}


class Job(Record):
    """A vacancy."""

    reference: str = ""
    """The employer's own number."""
    title: str = Field(min_length=1)
    company_id: str
    category: Category = "operations"
    city: str
    city_local: str = ""
    """Name of the city in another script."""
    country: str = ""
    remote: Remote = "onsite"
    seniority: Seniority = "mid"
    contract: Contract = "permanent"
    hours_per_week: int = Field(default=40, ge=1, le=80)
    salary_min: Money | None = None
    """Gross pay per `salary_period`; absent: not stated."""
    salary_max: Money | None = None
    salary_period: Period = "year"
    skills: tuple[str, ...] = ()
    """What the applicant should know, most important first."""
    education: Education = "none"
    """Lowest degree that is asked for."""
    years_experience: int = Field(default=0, ge=0, le=50)
    """Years of experience that are asked for."""
    description: str = ""
    requirements: tuple[str, ...] = ()
    needs_cover_letter: bool = False
    recruiter: str = ""
    """Name of the person who answers."""
    posted_at: Instant
    closes_at: Instant | None = None
    """Last instant for applications; absent: until filled."""
    status: JobStatus = "open"
    status_note: str = ""
    """Why it was paused, closed or withdrawn."""
    views_after: timedelta | None = None
    """How long after an application the employer looks at it; absent: whenever it pleases."""

    @model_validator(mode="after")
    def _sound(self) -> "Job":
        pay = [amount for amount in (self.salary_min, self.salary_max) if amount is not None]
        if any(not 0 < amount.minor <= 10**12 for amount in pay) or len({amount.currency for amount in pay}) > 1:
            raise ValueError("salary_min and salary_max must be positive and of one currency")
        if len(pay) == 2 and pay[1] < pay[0]:
            raise ValueError("salary_max must not be below salary_min")
        return self

    @property
    def top_pay(self) -> Money | None:
        """The highest pay that is stated."""
        return self.salary_max or self.salary_min

    @property
    def periods(self) -> int:
        """How many salary periods a year has."""
        return {"year": 1, "month": 12, "hour": 52 * self.hours_per_week}[self.salary_period]

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {field: value for field, value in self if field != "views_after"}


def job_due(job: Job) -> Iterable[Due]:
    """A scheduled job appears; an open or paused one closes."""
    if job.status == "scheduled":
        yield Due(job.posted_at, "publish_due")
    if job.status in ("open", "paused") and job.closes_at is not None:
        yield Due(job.closes_at, "close_due")


class JobFilters(Part):
    """What a job must be; all that are given must hold, and within a list one is enough (but for skills)."""

    categories: list[Category] | None = Field(default=None, min_length=1, max_length=16)
    cities: list[Text] | None = Field(default=None, min_length=1, max_length=20)
    """Names of cities or countries, in any script."""
    company_id: str | None = Field(default=None, min_length=1, max_length=200)
    seniorities: list[Seniority] | None = Field(default=None, min_length=1, max_length=6)
    contracts: list[Contract] | None = Field(default=None, min_length=1, max_length=5)
    remote: list[Remote] | None = Field(default=None, min_length=1, max_length=3)
    skills: list[Text] | None = Field(default=None, min_length=1, max_length=20)
    """Each of these must be among the job's skills."""
    min_salary: Money | None = None
    """The highest stated pay, counted for a full year, must reach this; other currencies at the exchange rate."""
    max_years_experience: int | None = Field(default=None, ge=0, le=50)
    """Jobs that ask for at most this much experience."""
    max_education: Education | None = None
    """Jobs that ask for at most this degree."""
    max_hours_per_week: int | None = Field(default=None, ge=1, le=80)

    @property
    def empty(self) -> bool:
        """Whether nothing is asked for."""
        return all(value is None for _, value in self)
