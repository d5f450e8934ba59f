"""Tables of the visa desk, and what its operations share."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal

from vibelife_inspect.errors import Conflict, Invalid, NotFound
from vibelife_inspect.services.visa_advisory.cases import (
    Application,
    Document,
    Renewal,
    Step,
    Subscription,
    application_due,
    document_due,
    renewal_due,
)
from vibelife_inspect.services.visa_advisory.countries import country_name
from vibelife_inspect.services.visa_advisory.passports import last_day_needed
from vibelife_inspect.services.visa_advisory.records import (
    Advisory,
    EntryRule,
    HealthRule,
    MedicineRule,
    Mission,
    Office,
    Purpose,
    VisaProduct,
    advisory_due,
)
from vibelife_inspect.world import ME, Json, Letter, Notice, Service, States, Table

HOUSE = "Wayfarer Desk"
"""The desk's name on bills and letters."""

_PAST = timedelta(days=366)
_AHEAD = timedelta(days=5 * 366)


class VisaBase(Service):
    """Tables and helpers."""

    name = "visa_advisory"
    summary = "Entry rules, travel advisories, health and medicine rules, visa applications and passport renewals."

    entry_rules = Table(EntryRule, "entry rule", index=("pair",))
    advisories = Table(
        Advisory,
        "advisory",
        index=("country",),
        states=States({"active": "withdrawn expired", "withdrawn": "", "expired": ""}),
        due=advisory_due,
    )
    health_rules = Table(HealthRule, "health rule", index=("country",))
    medicine_rules = Table(MedicineRule, "medicine rule", index=("country",))
    products = Table(VisaProduct, "visa product", index=("destination",))
    missions = Table(Mission, "embassy", index=("pair",))
    offices = Table(Office, "passport office", index=("nationality",))
    documents = Table(
        Document,
        "document",
        index=("owner",),
        states=States(
            {
                "valid": "in_renewal replaced expired",
                "in_renewal": "replaced",
                "replaced": "",
                "expired": "in_renewal replaced",
            }
        ),
        due=document_due,
    )
    applications = Table(
        Application,
        "application",
        index=("owner",),
        states=States(
            {
                "draft": "submitted withdrawn",
                "submitted": "additional_documents approved refused withdrawn",
                "additional_documents": "submitted refused withdrawn",
                "approved": "",
                "refused": "",
                "withdrawn": "",
            }
        ),
        due=application_due,
    )
    renewals = Table(
        Renewal,
        "renewal",
        index=("owner", "passport"),
        states=States(
            {
                "requested": "processing cancelled",
                "processing": "ready",
                "ready": "collected",
                "collected": "",
                "cancelled": "",
            }
        ),
        due=renewal_due,
    )
    subscriptions = Table(Subscription, "subscription", index=("target", "owner"))

    # ---- rules

    def rule_on(self, nationality: str, destination: str, purpose: Purpose, day: date) -> EntryRule:
        """The entry rule in force on a day.

        Raises:
            NotFound: None is on file; never a default.
        """
        rules = [rule for rule in self._rules(nationality, destination, purpose) if rule.valid_from <= day]
        if not rules:
            known = sorted({rule.purpose for rule in self.entry_rules.find(pair=f"{nationality}>{destination}")})
            raise NotFound(
                f"no rule is on file for {country_name(nationality)} passports entering {country_name(destination)}"
                f" for {purpose} on {day}; this does not mean that entry is free"
                + (f" (on file for: {', '.join(known)})" if known else ""),
                known_purposes=known,
            )
        return rules[-1]

    def rules_after(self, rule: EntryRule, day: date) -> list[EntryRule]:
        """Announced rules that will replace a rule after a day, soonest first."""
        rules = self._rules(rule.nationality, rule.destination, rule.purpose)
        return [later for later in rules if later.valid_from > day]

    def _rules(self, nationality: str, destination: str, purpose: Purpose) -> list[EntryRule]:
        rules = [row for row in self.entry_rules.find(pair=f"{nationality}>{destination}") if row.purpose == purpose]
        return sorted(rules, key=lambda rule: rule.valid_from)

    def check_trip(self, arrival: date, departure: date) -> None:
        """Refuse trips that end before they begin or lie far away."""
        today = self.clock.today
        for name, day in (("arrival", arrival), ("departure", departure)):
            if not today - _PAST <= day <= today + _AHEAD:
                raise Invalid(f"{name}: {day} is too far away; today is {today}")
        if departure < arrival:
            raise Invalid(f"departure: {departure} is before arrival {arrival}")

    def validity(self, rule: EntryRule, expires_on: date, arrival: date, departure: date) -> Json:
        """What a rule says about a passport that expires on a day."""
        needed = last_day_needed(rule.passport_validity_months, rule.validity_counted_from, arrival, departure)
        return {
            "acceptable": expires_on >= needed,
            "expires_on": expires_on,
            "must_be_valid_until": needed,
            "days_short": max(0, (needed - expires_on).days),
            "rule": rule.id,
            "passport_validity_months": rule.passport_validity_months,
            "validity_counted_from": rule.validity_counted_from,
            "blank_pages": rule.blank_pages,
        }

    # ---- people

    def require(self, record: Advisory | Application | Renewal, noun: str, *statuses: str) -> None:
        """Refuse unless the record has one of the statuses; a state machine alone lets a record stay as it is.

        Raises:
            Conflict: It has another status.
        """
        if record.status not in statuses:
            raise Conflict(
                f"{noun} {record.id!r} is {record.status}, not {' or '.join(statuses)}", status=record.status
            )

    def my_document(self, document_id: str) -> Document:
        """A passport or permit of the persona."""
        document = self.documents.get(document_id)
        self.own(document, "document")
        return document

    def tell(
        self,
        about: Literal["country", "application", "renewal"],
        ref: str,
        title: str,
        text: str,
        level: int = 4,
    ) -> None:
        """Tell those who subscribed, and ring for the subscriptions that the agent made."""
        subscriptions = [
            row
            for row in self.subscriptions.find(target=f"{about}:{ref}")
            if row.owner == ME and row.min_level <= level
        ]
        topic = f"advisory:{ref}" if about == "country" else f"{about}:{ref}"
        self.ports.notify(
            Notice(source=self.name, topic=topic, title=title, text=text, ref=ref), subscribed=bool(subscriptions)
        )
        for row in subscriptions:
            self.world.ring(self.subscriptions, row.id, f"{title}. {text}")

    def write(self, subject: str, body: str) -> None:
        """Send the persona a letter of the desk."""
        self.ports.mail(Letter(sender="desk@wayfarer.example", sender_name=HOUSE, subject=subject, body=body))

    def step(self, history: Sequence[Step], status: str, note: str = "") -> tuple[Step, ...]:
        """A history with one more step, now."""
        return (*history, Step(at=self.clock.now, status=status, note=note))
