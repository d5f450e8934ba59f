"""What the library holds: statutes with articles, decisions, courts, rules about time, and forms."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import WEEKDAYS, Instant, Wall, Weekday, Zone
from vibelife_inspect.money import Money
from vibelife_inspect.world import Due, Json, Part, Record, States

Kind = Literal[
    "tenancy", "labour", "contract", "consumer", "liability", "family", "data_protection", "administrative",
    "insurance", "procedure", "other",
]  # fmt: skip
"""Field of law."""

CaseStatus = Literal["unpublished", "in_force", "appealed", "overruled"]
"""State of a decision; an unpublished one cannot be found yet."""

CASE_STATES = States(
    {"unpublished": "in_force", "in_force": "appealed overruled", "appealed": "in_force overruled", "overruled": ""}
)
"""An appeal ends with the decision in force again or overruled."""

STATUTE_STATES = States({"upcoming": "in_force repealed", "in_force": "repealed", "repealed": ""})
"""Time puts statutes into and out of force."""

Outcome = Literal["granted", "partly_granted", "dismissed", "remitted", "settled"]
"""How the claim fared."""

Unit = Literal["days", "working_days", "weeks", "months", "years"]
"""What a period is counted in."""

Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
"""ISO 3166 code of two letters, such as DE."""


class Statute(Record):
    """A law of this world; it is no real country's."""

    name: str
    name_local: str = ""
    """Name in another script."""
    short: str = ""
    """How it is cited, such as TC."""
    kind: Kind = "other"
    summary: str = ""
    status: Literal["upcoming", "in_force", "repealed"] = "in_force"
    in_force_at: Instant | None = None
    """When it comes or came into force."""
    repealed_at: Instant | None = None
    """When it goes out of force."""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {"statute_id": self.id, **self.pick("name", "short", "kind", "status", "in_force_at", "repealed_at")}


class OldText(Part):
    """What an article said before."""

    until: Instant
    text: str


class Article(Record):
    """An article of a statute."""

    statute_id: str
    number: str
    """Such as 12 or 12a."""
    part: str = ""
    """Heading of the part of the statute in which it stands."""
    title: str = ""
    text: str
    status: Literal["in_force", "repealed"] = "in_force"
    amended_at: Instant | None = None
    """When its present text came into force, where that differs from the statute's."""
    amendment: str = ""
    """Text that will replace the present one."""
    amendment_at: Instant | None = None
    """When it does."""
    versions: tuple[OldText, ...] = ()
    """Earlier texts, oldest first."""

    @property
    def order(self) -> tuple[int, str]:
        """Its place within the statute."""
        digits = "".join(char for char in self.number if char.isascii() and char.isdigit())
        return int(digits or "0"), self.number

    def text_at(self, moment: datetime) -> str:
        """What it said at a moment."""
        return next((old.text for old in self.versions if moment < old.until), self.text)


class Case(Record):
    """A decision of a court; all parties are invented."""

    number: str
    """Docket number at the court."""
    title: str
    """Such as Halvorsen v. Tarnmere Logistics."""
    court_id: str
    decided_on: date
    kind: Kind = "other"
    outcome: Outcome = "granted"
    parties: tuple[str, ...] = ()
    """Claimant first."""
    summary: str = ""
    text: str = ""
    keywords: tuple[str, ...] = ()
    cites_articles: tuple[str, ...] = ()
    """Ids of articles."""
    cites_cases: tuple[str, ...] = ()
    """Ids of earlier decisions."""
    status: CaseStatus = "in_force"
    published_at: Instant | None = None
    """When an unpublished decision appears; absent: when the world publishes it."""
    overruled_by: str | None = None
    """Id of the later decision."""
    status_note: str = ""


class Hours(Part):
    """Times at which the registry of a court is open."""

    days: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri")
    opens: Wall
    closes: Wall


class Fee(Part):
    """What something costs at a court."""

    what: str
    amount: Money


class Court(Record):
    """A court or tribunal."""

    name: str
    name_local: str = ""
    """Name in another script."""
    kind: Literal["local", "regional", "appeal", "supreme", "labour", "administrative", "tribunal"] = "local"
    city: str
    city_local: str = ""
    country: Country
    address: str = ""
    zone: Zone
    phone: str = ""
    email: str = ""
    opening_hours: tuple[Hours, ...] = ()
    """Of its registry."""
    filing_rules: tuple[str, ...] = ()
    fees: tuple[Fee, ...] = ()
    appeals_to: str | None = None
    """Id of the court above."""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {"court_id": self.id, **self.pick("name", "kind", "city", "country", "zone")}

    def hours_on(self, day: date) -> list[str]:
        """Opening hours on a day of the week, such as 09:00-12:00; holidays are not considered."""
        weekday = WEEKDAYS[day.weekday()]
        return [f"{row.opens:%H:%M}-{row.closes:%H:%M}" for row in self.opening_hours if weekday in row.days]


class Closure(Record):
    """Days on which one court, or all courts of a country, are closed besides weekends and public holidays."""

    court_id: str = ""
    country: str = ""
    first_day: date
    last_day: date | None = None
    """Absent: one day only."""
    reason: str = "closed"

    @model_validator(mode="after")
    def _sound(self) -> "Closure":
        if bool(self.court_id) == bool(self.country):
            raise ValueError("give either court_id or country")
        if not 0 <= (self.end - self.first_day).days <= 120:
            raise ValueError("last_day must not be before first_day, nor more than 120 days after it")
        return self

    @property
    def end(self) -> date:
        """The last day."""
        return self.last_day or self.first_day


class LimitationRule(Record):
    """How long there is time for something."""

    name: str
    kind: Kind = "other"
    sort: Literal["limitation", "appeal", "objection", "response", "notice", "withdrawal", "submission"] = "limitation"
    country: str = ""
    """ISO code; empty: everywhere."""
    length: int = Field(ge=1, le=40_000)
    unit: Unit
    counted_from: str
    """Which event starts it, in words."""
    direction: Literal["after", "before"] = "after"
    """before: so long before the event it must be done."""
    first_day: Literal["next_day", "event_day", "end_of_year"] = "next_day"
    """Whether the day of the event counts, or the period begins with the end of that year."""
    rolls: Literal["next_working_day", "previous_working_day", "none"] = "next_working_day"
    """Where a last day that is no working day goes."""
    article_id: str | None = None
    """Where it stands."""
    note: str = ""

    @property
    def row(self) -> Json:
        """What the agent sees."""
        return {"rule_id": self.id, **{field: value for field, value in self if field != "id"}}


class FormField(Part):
    """A blank in a form."""

    name: str
    """As it stands in braces in the text."""
    label: str
    kind: Literal["text", "date", "money", "number", "choice", "address", "signature"] = "text"
    required: bool = True
    help: str = ""


class Form(Record):
    """A template for a letter or filing."""

    name: str
    kind: Kind = "other"
    country: str = ""
    """ISO code; empty: everywhere."""
    purpose: str = ""
    fields: tuple[FormField, ...] = ()
    text: str = ""
    """With blanks as `{name}`."""
    notes: str = ""

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {"form_id": self.id, **self.pick("name", "kind", "country", "purpose")}


class CaseFilters(Part):
    """What a decision must be; all that are given must hold."""

    court_id: str | None = Field(default=None, min_length=1, max_length=200)
    country: Country | None = None
    """Country of the court."""
    kinds: list[Kind] | None = Field(default=None, min_length=1, max_length=11)
    outcomes: list[Outcome] | None = Field(default=None, min_length=1, max_length=5)
    statuses: list[Literal["in_force", "appealed", "overruled"]] | None = Field(
        default=None, min_length=1, max_length=3
    )
    decided_from: date | None = None
    decided_until: date | None = None
    cites: str | None = Field(default=None, min_length=1, max_length=200)
    """Id of an article or decision that it cites."""

    @property
    def empty(self) -> bool:
        """Whether nothing is asked for."""
        return all(value is None for _, value in self)


def statute_due(statute: Statute) -> Iterable[Due]:
    """It comes into force, and goes out of it."""
    if statute.status == "upcoming" and statute.in_force_at is not None:
        yield Due(statute.in_force_at, "enter_into_force_due")
    if statute.status == "in_force" and statute.repealed_at is not None:
        yield Due(statute.repealed_at, "repeal_due")


def article_due(article: Article) -> Iterable[Due]:
    """Its amendment comes into force."""
    if article.amendment_at is not None:
        yield Due(article.amendment_at, "amend_due")


def case_due(case: Case) -> Iterable[Due]:
    """It is published."""
    if case.status == "unpublished" and case.published_at is not None:
        yield Due(case.published_at, "publish_due")


DAY = timedelta(days=1)
"""One day."""
