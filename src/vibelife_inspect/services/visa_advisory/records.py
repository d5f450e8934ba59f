"""What the desk publishes: entry rules, advisories, health and medicine rules, visa products, missions, offices."""

from collections.abc import Iterable
from datetime import date
from typing import Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.services.visa_advisory.countries import CountryCode
from vibelife_inspect.world import Due, Record

Purpose = Literal["tourism", "business", "study", "work", "family", "transit"]
"""Why somebody crosses the border."""

Topic = Literal["safety", "health", "entry", "weather", "transport"]
"""What an advisory is about."""

DocumentKind = Literal[
    "passport",
    "photo",
    "itinerary",
    "accommodation",
    "bank_statement",
    "invitation_letter",
    "employment_letter",
    "insurance",
    "other",
]
"""What an application can ask for."""

CountedFrom = Literal["arrival", "departure"]
"""From which day of the trip the passport's validity is counted."""


class EntryRule(Record):
    """What one destination asks of one nationality, from a day on; a later rule of the same kind replaces it."""

    nationality: CountryCode
    destination: CountryCode
    purpose: Purpose = "tourism"
    visa_required: bool
    """Whether a visa must be obtained before travel."""
    authorisation: str = ""
    """Name of the electronic travel authorisation that is needed without a visa, such as ETA; else empty."""
    max_days: int | None = Field(default=None, ge=0, le=3660)
    """Longest stay without a visa, or on the standard visa; absent when it depends on the visa."""
    passport_validity_months: int = Field(default=0, ge=0, le=24)
    """How many months the passport must still be valid; 0 means for the stay."""
    validity_counted_from: CountedFrom = "departure"
    blank_pages: int = Field(default=1, ge=0, le=20)
    onward_ticket: bool = False
    """Whether a ticket out of the country must be shown."""
    transit_max_hours: int | None = Field(default=None, ge=0)
    """For purpose transit: longest stay between two flights."""
    transit_airside_only: bool = False
    """For purpose transit: whether the traveller may not pass the border control."""
    notes: str = ""
    valid_from: date = date(2000, 1, 1)

    @property
    def pair(self) -> str:
        """Nationality and destination, such as DE>JP."""
        return f"{self.nationality}>{self.destination}"


class Advisory(Record):
    """Advice on a country: level 1 (usual care) to 4 (do not travel)."""

    country: CountryCode
    level: int = Field(ge=1, le=4)
    topic: Topic
    title: str
    text: str
    region: str = ""
    """Part of the country, when it is not all of it."""
    issued_at: Instant
    updated_at: Instant | None = None
    valid_until: Instant | None = None
    """When it ends by itself; never, when absent."""
    status: Literal["active", "withdrawn", "expired"] = "active"
    withdrawn_because: str = ""


def advisory_due(advisory: Advisory) -> Iterable[Due]:
    """An advisory expires."""
    if advisory.status == "active" and advisory.valid_until is not None:
        yield Due(advisory.valid_until, "expire_advisory")


class HealthRule(Record):
    """A vaccination or other protection for a country."""

    country: CountryCode
    vaccine: str
    requirement: Literal["required", "recommended"]
    coming_from: tuple[CountryCode, ...] = ()
    """Required only of those who come from these countries; of everybody when empty."""
    lead_days: int = Field(default=0, ge=0, le=365)
    """How many days before arrival it must be done."""
    notes: str = ""


class MedicineRule(Record):
    """Whether a medicine may be carried into a country."""

    country: CountryCode
    substance: str
    """Active substance, such as codeine."""
    other_names: str = ""
    """Names that people use for it."""
    allowed: Literal["free", "limited", "permit", "forbidden"]
    """`limited`: up to `max_supply_days`; `permit`: only with a permit obtained before travel."""
    max_supply_days: int | None = Field(default=None, ge=0, le=365)
    documents: tuple[str, ...] = ()
    """What must be carried with it."""
    lead_days: int = Field(default=0, ge=0, le=365)
    """How long a permit takes."""
    notes: str = ""


class VisaProduct(Record):
    """A visa or travel authorisation that can be applied for."""

    name: str
    destination: CountryCode
    nationalities: tuple[CountryCode, ...] = ()
    """Who may apply; everybody when empty."""
    purpose: Purpose = "tourism"
    fee: Money
    """The official fee, all in."""
    payee: str
    """Who collects it officially."""
    official_site: str
    """The only official web site, without https."""
    processing_days: int = Field(ge=0, le=365)
    """Calendar days from submission to decision."""
    max_stay_days: int = Field(ge=1, le=3660)
    validity_days: int = Field(default=90, ge=1, le=3660)
    """How long the visa can be used after approval."""
    entries: Literal["single", "multiple"] = "single"
    documents: tuple[DocumentKind, ...] = ("passport", "photo")
    """What must be attached; the passport counts as attached when the application names it."""
    notes: str = ""


class Mission(Record):
    """An embassy or consulate."""

    of_country: CountryCode
    """Whose it is."""
    in_country: CountryCode
    """Where it is."""
    kind: Literal["embassy", "consulate"] = "embassy"
    city: str
    address: str
    phone: str
    emergency_phone: str = ""
    """For its citizens in distress, at any hour."""
    email: str
    hours: str = "Monday to Friday, 09:00-12:00, by appointment"

    @property
    def pair(self) -> str:
        """Sending and host country, such as DE>JP."""
        return f"{self.of_country}>{self.in_country}"


class Office(Record):
    """An office that renews passports."""

    name: str
    nationality: CountryCode
    """Whose passports it issues."""
    city: str
    country: CountryCode
    address: str
    phone: str = ""
    normal_days: int = Field(ge=1, le=365)
    """Calendar days from appointment to a new passport."""
    normal_fee: Money
    express_days: int | None = Field(default=None, ge=1, le=365)
    express_fee: Money | None = None
    """Whole fee for express; there is no express service when absent."""
    documents: str = "Old passport, one biometric photo, proof of address."
