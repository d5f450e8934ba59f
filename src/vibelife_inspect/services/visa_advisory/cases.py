"""What belongs to somebody: passports, visa applications, renewals, subscriptions."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.services.visa_advisory.countries import CountryCode
from vibelife_inspect.services.visa_advisory.records import DocumentKind
from vibelife_inspect.world import ME, Charge, Due, Part, Record

ApplicationStatus = Literal["draft", "submitted", "additional_documents", "approved", "refused", "withdrawn"]
"""Where an application stands."""

RenewalStatus = Literal["requested", "processing", "ready", "collected", "cancelled"]
"""Where a renewal stands."""


class Document(Record):
    """A passport or permit that the desk knows."""

    owner: str = ME
    kind: Literal["passport", "residence_permit"] = "passport"
    holder: str
    """Full name as printed."""
    number: str
    nationality: CountryCode
    issued_on: date | None = None
    expires_on: date
    """Last day of validity."""
    status: Literal["valid", "in_renewal", "replaced", "expired"] = "valid"
    """While `in_renewal` it lies at the office and cannot be used."""


def document_due(document: Document) -> Iterable[Due]:
    """A document expires when its last day has ended everywhere on earth."""
    if document.status == "valid":
        yield Due(datetime.combine(document.expires_on, time(12), tzinfo=UTC) + timedelta(days=1), "expire_document")


class Applicant(Part):
    """Who applies for a visa."""

    full_name: str = Field(min_length=1, max_length=120, pattern=r"\S")
    """As in the passport."""
    nationality: CountryCode
    """ISO code of two letters."""
    birth_date: date | None = None
    email: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$", max_length=200)
    phone: str | None = Field(default=None, max_length=40)


class Attached(Part):
    """A document that was attached to an application."""

    kind: DocumentKind
    ref: str
    """Path or id of the document."""
    attached_at: Instant


class Step(Part):
    """One step in the history of a case."""

    at: Instant
    status: str
    note: str = ""


class Application(Record):
    """One application for a visa or travel authorisation."""

    owner: str = ME
    product: str
    """Visa product id."""
    destination: CountryCode
    applicant: Applicant
    passport: str | None = None
    """Id of the applicant's passport."""
    arrival: date | None = None
    departure: date | None = None
    documents: tuple[Attached, ...] = ()
    requested: tuple[DocumentKind, ...] = ()
    """What the authority still wants, while `additional_documents`."""
    status: ApplicationStatus = "draft"
    fee: Money
    charge: Charge | None = None
    refunded: Money | None = None
    submitted_at: Instant | None = None
    decide_at: Instant | None = None
    """When the decision is due, while submitted."""
    decided_at: Instant | None = None
    decision_note: str = ""
    visa_number: str = ""
    visa_valid_until: date | None = None
    history: tuple[Step, ...] = ()


def application_due(application: Application) -> Iterable[Due]:
    """The authority decides."""
    if application.status == "submitted" and application.decide_at is not None:
        yield Due(application.decide_at, "approve_in_time")


class Renewal(Record):
    """A passport on its way to being renewed."""

    owner: str = ME
    passport: str
    """Id of the old passport."""
    office: str
    """Office id."""
    speed: Literal["normal", "express"] = "normal"
    status: RenewalStatus = "requested"
    appointment_at: Instant
    """When the old passport is handed in."""
    ready_at: Instant
    """When the new one is expected."""
    fee: Money
    charge: Charge | None = None
    refunded: Money | None = None
    new_passport: str | None = None
    """Id of the new passport, once collected."""
    history: tuple[Step, ...] = ()


def renewal_due(renewal: Renewal) -> Iterable[Due]:
    """The appointment takes place; the new passport is ready."""
    if renewal.status == "requested":
        yield Due(renewal.appointment_at, "open_renewal")
    elif renewal.status == "processing":
        yield Due(renewal.ready_at, "finish_renewal")


class Subscription(Record):
    """The persona asked to be told about a country, an application or a renewal."""

    owner: str = ME
    about: Literal["country", "application", "renewal"]
    ref: str
    """Country code, application id or renewal id."""
    min_level: int = Field(default=1, ge=1, le=4)
    """For a country: advisories below this level stay silent."""
    created_at: Instant

    @property
    def target(self) -> str:
        """What it is about, such as country:JP."""
        return f"{self.about}:{self.ref}"
