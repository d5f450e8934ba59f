"""Visa applications: draft, check, submit, withdraw."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, NotFound, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.visa_advisory.cases import (
    Applicant,
    Application,
    ApplicationStatus,
    Attached,
)
from vibelife_inspect.services.visa_advisory.catalogue import Catalogue
from vibelife_inspect.services.visa_advisory.records import DocumentKind, VisaProduct
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Charge, Json, Limit, operation, page

_REGRET = timedelta(hours=24)
_MOST_DOCUMENTS = 40
_ROW = ("id", "product", "destination", "status", "arrival", "departure", "fee", "submitted_at", "decide_at")


class Applying(Catalogue):
    """From a draft to a decision."""

    @operation("write")
    def start_application(
        self,
        product_id: str,
        applicant: Applicant,
        passport_id: str | None = None,
        arrival: date | None = None,
        departure: date | None = None,
    ) -> Json:
        """Open a draft application; nothing is sent or charged yet.

        Args:
            product_id: Id of the visa product.
            applicant: Who applies.
            passport_id: Id of the applicant's passport on file.
            arrival: Day of arrival.
            departure: Day of leaving the country again.
        """
        product = self.products.get(product_id)
        if product.nationalities and applicant.nationality not in product.nationalities:
            raise Invalid(f"product_id: {product.id!r} is not for {applicant.nationality} passports")
        self._check_days(arrival, departure)
        if passport_id is not None:
            self.my_document(passport_id)
        application = Application(
            id=self.new_id("VISA"),
            product=product.id,
            destination=product.destination,
            applicant=applicant,
            passport=passport_id,
            arrival=arrival,
            departure=departure,
            fee=product.fee,
            history=self.step((), "draft"),
        )
        return self._show(self.applications.add(application))

    @operation("write")
    def update_application(
        self,
        application_id: str,
        applicant: Applicant | None = None,
        passport_id: str | None = None,
        arrival: date | None = None,
        departure: date | None = None,
        clear: Annotated[list[Literal["passport_id", "arrival", "departure"]], Field(max_length=3)] | None = None,
    ) -> Json:
        """Change a draft application; what is not given stays.

        Args:
            application_id: Id of the application.
            applicant: Who applies, as a whole.
            passport_id: Id of the applicant's passport on file.
            arrival: Day of arrival.
            departure: Day of leaving the country again.
            clear: Fields to empty.
        """
        application = self.my_application(application_id)
        self.require(application, "application", "draft")
        if passport_id is not None:
            self.my_document(passport_id)
        given = {"applicant": applicant, "passport": passport_id, "arrival": arrival, "departure": departure}
        fields: Json = {name: value for name, value in given.items() if value is not None}
        for name in clear or []:
            fields["passport" if name == "passport_id" else name] = None
        after = application.model_copy(update=fields)
        self._check_days(after.arrival, after.departure)
        return self._show(self.applications.update(application.id, **fields))

    @operation("write")
    def attach_document(
        self, application_id: str, kind: DocumentKind, ref: Annotated[str, Field(max_length=200, pattern=r"\S")]
    ) -> Json:
        """Attach a document to a draft, or to an application whose authority asked for more; again replaces it.

        Args:
            application_id: Id of the application.
            kind: What the document is.
            ref: Path or id of the document.
        """
        application = self._open(application_id)
        if len(application.documents) >= _MOST_DOCUMENTS:
            raise Conflict(f"application {application.id!r} has {_MOST_DOCUMENTS} documents, no more fit")
        kept = [row for row in application.documents if (row.kind, row.ref) != (kind, ref)]
        row = Attached(kind=kind, ref=ref, attached_at=self.clock.now)
        return self._show(self.applications.update(application.id, documents=(*kept, row)))

    @operation("write")
    def remove_document(self, application_id: str, kind: DocumentKind, ref: str) -> Json:
        """Take an attached document off an application that can still be changed.

        Args:
            application_id: Id of the application.
            kind: What the document is.
            ref: Path or id of the document, as it was attached.
        """
        application = self._open(application_id)
        kept = tuple(row for row in application.documents if (row.kind, row.ref) != (kind, ref))
        if len(kept) == len(application.documents):
            raise NotFound(f"no {kind} {ref!r} is attached to {application.id!r}")
        return self._show(self.applications.update(application.id, documents=kept))

    @operation("read")
    def check_application(self, application_id: str) -> Json:
        """Tell whether an application could be submitted now, what is wrong with it, and what submitting costs.

        Args:
            application_id: Id of a draft, or of an application whose authority asked for more documents.
        """
        application = self._open(application_id)
        product = self.products.get(application.product)
        problems = self._problems(application, product)
        return {
            "application_id": application.id,
            "ready": not problems,
            "problems": problems,
            "fee": self._fee(application),
            "payee": product.payee,
            "processing_days": product.processing_days,
        }

    @operation("commit")
    def submit_application(self, application_id: str, payment_method: str | None = None) -> Json:
        """Submit a draft and pay its fee, or send in what the authority asked for (no second fee).

        Documents and the passport's validity are checked first. The decision comes after the processing days.

        Args:
            application_id: Id of the application.
            payment_method: Id of the account or card; may be absent only when there is no fee.
        """
        application = self._open(application_id)
        product = self.products.get(application.product)
        problems = self._problems(application, product)
        if problems:
            raise Refused("the application is not complete: " + "; ".join(problems), problems=problems)
        now, fee = self.clock.now, self._fee(application)
        charge = self._pay(fee, payment_method, product, application)
        application = self.applications.update(
            application.id,
            status="submitted",
            requested=(),
            charge=application.charge or charge,
            submitted_at=application.submitted_at or now,
            decide_at=self.clock.after(timedelta(days=product.processing_days)),
            history=self.step(application.history, "submitted"),
        )
        self.write(
            f"Received: {product.name} {application.id}",
            f"Application of {application.applicant.full_name}. Fee: {fee}, paid to {product.payee}. "
            f"Decision expected on {application.decide_at:%Y-%m-%d}.",
        )
        return self._show(application)

    @operation("read")
    def get_application(self, application_id: str) -> Json:
        """Read one application with its documents, history, and what would come back if it were withdrawn now.

        Args:
            application_id: Id of the application.
        """
        return self._show(self.my_application(application_id))

    @operation("read")
    def list_applications(
        self, status: ApplicationStatus | None = None, limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List the user's applications, in order of id.

        Args:
            status: Only applications with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.applications.find(owner=ME) if status in (None, row.status)]
        return page(sorted(rows, key=lambda row: row.id), limit, cursor, lambda row: row.pick(*_ROW))

    @operation("commit")
    def withdraw_application(self, application_id: str) -> Json:
        """Withdraw an application. The fee comes back only within 24 hours of submission.

        Args:
            application_id: Id of the application.
        """
        application = self.my_application(application_id)
        self.require(application, "application", "draft", "submitted", "additional_documents")
        back = self._refund(application)
        history = self.step(application.history, "withdrawn")
        application = self.applications.update(
            application.id, status="withdrawn", decide_at=None, refunded=back, history=history
        )
        if application.charge is not None and back is not None and back.minor > 0:
            self.ports.refund(application.charge, back, f"Withdrawn application {application.id}")
        return self._show(application)

    # ---- helpers

    def my_application(self, application_id: str) -> Application:
        """An application of the persona."""
        application = self.applications.get(application_id)
        self.own(application, "application")
        return application

    def _open(self, application_id: str) -> Application:
        application = self.my_application(application_id)
        self.require(application, "application", "draft", "additional_documents")
        return application

    def _problems(self, application: Application, product: VisaProduct) -> list[str]:
        has = [row.kind for row in application.documents]
        if application.status == "additional_documents":
            since = application.history[-1].at if application.history else self.clock.now
            has = [row.kind for row in application.documents if row.attached_at >= since]
            return _missing(application.requested, has)
        if application.passport is not None:
            has.append("passport")
        return [*_missing(product.documents, has), *self._passport_problems(application, product)]

    def _passport_problems(self, application: Application, product: VisaProduct) -> list[str]:
        arrival, departure = application.arrival, application.departure
        if application.passport is None:
            return ["passport_id is not set"]
        if arrival is None or departure is None:
            return ["arrival and departure are not set"]
        passport, applicant = self.my_document(application.passport), application.applicant
        rule = self.rule_on(applicant.nationality, product.destination, product.purpose, arrival)
        validity = self.validity(rule, passport.expires_on, arrival, departure)
        stay = (departure - arrival).days + 1
        checks = (
            (arrival < self.clock.today, f"arrival {arrival} has passed"),
            (stay > product.max_stay_days, f"a stay of {stay} days is too long; at most {product.max_stay_days}"),
            (passport.kind != "passport", f"{passport.id} is no passport"),
            (passport.status != "valid", f"passport {passport.id} is {passport.status}"),
            (
                squeeze(passport.holder) != squeeze(applicant.full_name),
                f"passport {passport.id} is {passport.holder}'s",
            ),
            (passport.nationality != applicant.nationality, f"passport {passport.id} is of {passport.nationality}"),
            (
                not validity["acceptable"],
                f"passport {passport.id} ends on {passport.expires_on};"
                f" it must be valid until {validity['must_be_valid_until']} at least",
            ),
        )
        return [problem for wrong, problem in checks if wrong]

    def _fee(self, application: Application) -> Money:
        return application.fee if application.status == "draft" else application.fee.zero()

    def _pay(self, fee: Money, method: str | None, product: VisaProduct, application: Application) -> Charge | None:
        if fee.minor <= 0:
            return None
        if method is None:
            raise Invalid(f"payment_method: is required, since the fee is {fee}")
        return self.ports.charge(method, fee, product.payee, f"{product.name} {application.id}")

    def _refund(self, application: Application) -> Money | None:
        """What withdrawing brings back; None where nothing was ever paid."""
        if application.charge is None or application.submitted_at is None:
            return None
        early = self.clock.after(-_REGRET) <= application.submitted_at
        return application.fee if early else application.fee.zero()

    def _check_days(self, arrival: date | None, departure: date | None) -> None:
        day = arrival or departure
        if day is not None:
            self.check_trip(arrival or day, departure or day)

    def _show(self, application: Application) -> Json:
        pending = application.status in ("draft", "submitted", "additional_documents")
        note = application.charge.note if application.charge else ""
        return {
            **dict(application),
            "refund_if_withdrawn": self._refund(application) if pending else None,
            "payment_note": note or None,
        }


def _missing(needed: Sequence[DocumentKind], has: Sequence[DocumentKind]) -> list[str]:
    return [f"{kind} is missing" for kind in needed if kind not in has]
