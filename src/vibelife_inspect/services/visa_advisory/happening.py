"""Being told: subscriptions, what time does, and what authorities do."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.ids import code
from vibelife_inspect.services.visa_advisory.applying import Applying
from vibelife_inspect.services.visa_advisory.cases import Application, Document, Renewal, Subscription
from vibelife_inspect.services.visa_advisory.catalogue import Level
from vibelife_inspect.services.visa_advisory.countries import CountryCode, country_name
from vibelife_inspect.services.visa_advisory.passports import add_months
from vibelife_inspect.services.visa_advisory.records import (
    Advisory,
    CountedFrom,
    DocumentKind,
    EntryRule,
    Purpose,
    Topic,
)
from vibelife_inspect.services.visa_advisory.renewing import Renewing
from vibelife_inspect.world import ME, Json, Limit, NewId, operation, page

_TEN_YEARS = 120
_VISA_LASTS = 90


class Happening(Applying, Renewing):
    """The part of the desk in which things happen."""

    # ---- subscriptions

    @operation("write")
    def subscribe_updates(
        self, about: Literal["country", "application", "renewal"], ref: str, min_level: Level = 1
    ) -> Json:
        """Ask to be told about new, changed or ended advisories and entry rules of a country, or about one case.

        Args:
            about: What it is about.
            ref: ISO code of the country, or id of the application or renewal.
            min_level: For a country: only advisories of at least this level.
        """
        if about == "application":
            self.my_application(ref)
        elif about == "renewal":
            self.my_renewal(ref)
        elif len(ref) != 2 or not ref.isascii() or not ref.isupper():
            raise Invalid("ref: must be an ISO code of two capital letters, such as JP")
        for row in self.subscriptions.find(target=f"{about}:{ref}"):
            if row.owner == ME:
                raise Conflict(f"there is already a subscription {row.id!r} to {row.target}", id=row.id)
        row = Subscription(id=self.new_id("SUB"), about=about, ref=ref, min_level=min_level, created_at=self.clock.now)
        return dict(self.subscriptions.add(row))

    @operation("write")
    def unsubscribe_updates(self, subscription_id: str) -> Json:
        """End a subscription.

        Args:
            subscription_id: Id of the subscription.
        """
        row = self.subscriptions.get(subscription_id)
        self.own(row, "subscription")
        self.subscriptions.remove(row.id)
        return {"subscription_id": row.id, "subscribed": False}

    @operation("read")
    def list_subscriptions(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's subscriptions, newest first.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.subscriptions.find(owner=ME), key=lambda row: (row.created_at, row.id), reverse=True)
        return page(rows, limit, cursor, dict)

    # ---- time

    def expire_advisory(self, advisory: Advisory) -> None:
        """An advisory ends by itself."""
        self.advisories.update(advisory.id, status="expired")
        self.tell("country", advisory.country, f"Ended: {advisory.title}", "It has expired.", advisory.level)

    def expire_document(self, document: Document) -> None:
        """A passport or permit is no longer valid."""
        self.documents.update(document.id, status="expired")

    def approve_in_time(self, application: Application) -> None:
        """The processing days are over, and nothing spoke against the application."""
        self._decide(application, "approved", "")

    def open_renewal(self, renewal: Renewal) -> None:
        """The old passport is handed in."""
        self.renewals.update(renewal.id, status="processing", history=self.step(renewal.history, "processing"))
        if renewal.passport in self.documents and self.documents.get(renewal.passport).status in ("valid", "expired"):
            self.documents.update(renewal.passport, status="in_renewal")
        self._tell_renewal(renewal, "is being processed")

    def finish_renewal(self, renewal: Renewal) -> None:
        """The new passport can be collected."""
        self.renewals.update(renewal.id, status="ready", history=self.step(renewal.history, "ready"))
        if renewal.owner == ME:
            office = self.offices.get(renewal.office).name if renewal.office in self.offices else renewal.office
            self.write(f"Your passport is ready {renewal.id}", f"It can be collected at {office}.")
        self._tell_renewal(renewal, "is ready")

    def _tell_renewal(self, renewal: Renewal, what: str) -> None:
        self.tell("renewal", renewal.id, f"Renewal {renewal.id} {what}", f"Passport {renewal.passport}.")

    def _decide(self, application: Application, decision: str, note: str) -> Application:
        product = self.products.get(application.product) if application.product in self.products else None
        fields: Json = {"decided_at": self.clock.now, "decision_note": note, "decide_at": None}
        if decision == "approved":
            fields["visa_number"] = f"{application.destination}{code(application.id, 'visa', length=8)}"
            fields["visa_valid_until"] = self.clock.today + timedelta(
                days=product.validity_days if product else _VISA_LASTS
            )
        history = self.step(application.history, decision, note)
        application = self.applications.update(application.id, status=decision, history=history, **fields)
        name = product.name if product else application.product
        text = f"{name} for {application.applicant.full_name}. {note}".strip()
        if application.owner == ME:
            self.write(f"Application {application.id}: {decision.replace('_', ' ')}", text)
        self.tell("application", application.id, f"Application {application.id} is {decision}", text)
        return application

    # ---- the outside world

    @operation("outside")
    def issue_advisory(
        self,
        country: CountryCode,
        level: Level,
        topic: Topic,
        title: str,
        text: str,
        region: str | None = None,
        valid_until: Instant | None = None,
        advisory_id: NewId | None = None,
    ) -> Json:
        """An authority issues an advisory.

        Args:
            country: ISO code.
            level: 1 to 4.
            topic: What it is about.
            title: One line.
            text: All of it.
            region: Part of the country, when it is not all of it.
            valid_until: When it ends by itself.
            advisory_id: Id for the advisory; made up when absent.
        """
        self._check_end(valid_until)
        advisory = self.advisories.add(
            Advisory(
                id=self.new_id("ADV", advisory_id),
                country=country,
                level=level,
                topic=topic,
                title=title,
                text=text,
                region=region or "",
                issued_at=self.clock.now,
                valid_until=valid_until,
            )
        )
        self.tell("country", country, f"{country_name(country)}, level {level}: {title}", text, level)
        return dict(advisory)

    @operation("outside")
    def update_advisory(
        self,
        advisory_id: str,
        level: Level | None = None,
        title: str | None = None,
        text: str | None = None,
        valid_until: Instant | None = None,
    ) -> Json:
        """An authority changes an active advisory; what is not given stays.

        Args:
            advisory_id: Id of the advisory.
            level: The new level.
            title: The new title.
            text: The new text.
            valid_until: The new end.
        """
        self._check_end(valid_until)
        before = self.advisories.get(advisory_id)
        self.require(before, "advisory", "active")
        given = {"level": level, "title": title, "text": text, "valid_until": valid_until}
        fields = {name: value for name, value in given.items() if value is not None}
        after = self.advisories.update(advisory_id, **fields, updated_at=self.clock.now)
        head = f"Changed: {country_name(after.country)}, level {after.level}: {after.title}"
        self.tell("country", after.country, head, after.text, max(before.level, after.level))
        return dict(after)

    @operation("outside")
    def withdraw_advisory(self, advisory_id: str, reason: str) -> Json:
        """An authority withdraws an advisory.

        Args:
            advisory_id: Id of the advisory.
            reason: Why.
        """
        self.require(self.advisories.get(advisory_id), "advisory", "active")
        advisory = self.advisories.update(advisory_id, status="withdrawn", withdrawn_because=reason)
        self.tell("country", advisory.country, f"Withdrawn: {advisory.title}", reason, advisory.level)
        return dict(advisory)

    @operation("outside")
    def change_entry_rule(
        self,
        nationality: CountryCode,
        destination: CountryCode,
        valid_from: date,
        purpose: Purpose = "tourism",
        visa_required: bool | None = None,
        authorisation: str | None = None,
        max_days: Annotated[int, Field(ge=0, le=3660)] | None = None,
        passport_validity_months: Annotated[int, Field(ge=0, le=24)] | None = None,
        validity_counted_from: CountedFrom | None = None,
        blank_pages: Annotated[int, Field(ge=0, le=20)] | None = None,
        onward_ticket: bool | None = None,
        notes: str | None = None,
    ) -> Json:
        """A destination announces another rule from a day on; what is not given stays as it is in the rule of that day.

        Args:
            nationality: Whose passports, ISO code.
            destination: Which country, ISO code.
            valid_from: First day of the new rule.
            purpose: For which purpose.
            visa_required: Whether a visa is required.
            authorisation: Name of the electronic authorisation that is needed.
            max_days: Longest stay.
            passport_validity_months: How many months the passport must still be valid.
            validity_counted_from: From which day of the trip they count.
            blank_pages: How many empty pages.
            onward_ticket: Whether an onward ticket must be shown.
            notes: Anything else.
        """
        self.check_trip(valid_from, valid_from)
        before = self.rule_on(nationality, destination, purpose, valid_from)
        given = {
            "visa_required": visa_required,
            "authorisation": authorisation,
            "max_days": max_days,
            "passport_validity_months": passport_validity_months,
            "validity_counted_from": validity_counted_from,
            "blank_pages": blank_pages,
            "onward_ticket": onward_ticket,
            "notes": notes,
        }
        fields = {name: value for name, value in given.items() if value is not None}
        rule = EntryRule.model_validate({**dict(before), **fields, "id": self.new_id("RULE"), "valid_from": valid_from})
        self.entry_rules.add(rule)
        changes = ", ".join(f"{name} {value}" for name, value in fields.items())
        text = f"{country_name(nationality)} passports, {purpose}, from {valid_from}: {changes}."
        self.tell("country", destination, f"Entry rule changed: {country_name(destination)}", text)
        return dict(rule)

    @operation("outside")
    def decide_application(
        self,
        application_id: str,
        decision: Literal["approved", "refused", "additional_documents"],
        note: str | None = None,
        documents: Annotated[list[DocumentKind], Field(max_length=9)] | None = None,
    ) -> Json:
        """An authority decides on a submitted application, or asks for more.

        Args:
            application_id: Id of the application.
            decision: What it decides.
            note: What it says.
            documents: For `additional_documents`: what it wants.
        """
        application = self.applications.get(application_id)
        if (decision == "additional_documents") != bool(documents):
            raise Invalid("documents: must be given for additional_documents, and only then")
        # What was asked for may never come, so a refusal is possible then too.
        waiting = ("additional_documents",) if decision == "refused" else ()
        self.require(application, "application", "submitted", *waiting)
        application = self._decide(application, decision, note or "")
        if documents:
            application = self.applications.update(application.id, requested=tuple(documents), decided_at=None)
        return dict(application)

    @operation("outside")
    def delay_renewal(self, renewal_id: str, days: Annotated[int, Field(ge=1, le=180)], reason: str) -> Json:
        """An office needs longer for a passport.

        Args:
            renewal_id: Id of the renewal.
            days: How many days longer.
            reason: Why.
        """
        renewal = self.renewals.get(renewal_id)
        self.require(renewal, "renewal", "requested", "processing")
        renewal = self.renewals.update(
            renewal.id,
            ready_at=renewal.ready_at + timedelta(days=days),
            history=self.step(renewal.history, "delayed", reason),
        )
        self.tell("renewal", renewal.id, f"Renewal {renewal.id} is delayed by {days} days", reason)
        return dict(renewal)

    @operation("outside")
    def collect_renewal(self, renewal_id: str) -> Json:
        """The holder collects a new passport; it is on file from now on, valid for ten years.

        Args:
            renewal_id: Id of the renewal.
        """
        renewal = self.renewals.get(renewal_id)
        self.require(renewal, "renewal", "ready")
        old = self.documents.get(renewal.passport)
        new = Document(
            id=self.new_id("DOC"),
            owner=old.owner,
            holder=old.holder,
            number=f"{old.nationality}{code(renewal.id, 'passport', length=7)}",
            nationality=old.nationality,
            issued_on=renewal.ready_at.date(),
            expires_on=add_months(renewal.ready_at.date(), _TEN_YEARS),
        )
        renewal = self.renewals.update(
            renewal.id, status="collected", new_passport=new.id, history=self.step(renewal.history, "collected")
        )
        self.documents.update(old.id, status="replaced")
        self.documents.add(new)
        return dict(renewal)

    def _check_end(self, valid_until: Instant | None) -> None:
        if valid_until is not None and valid_until <= self.clock.now:
            raise Invalid(f"valid_until: {valid_until.isoformat()} has passed")
