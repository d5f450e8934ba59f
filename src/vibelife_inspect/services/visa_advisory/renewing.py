"""Passports on file, and their renewal."""

from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.visa_advisory.base import VisaBase
from vibelife_inspect.services.visa_advisory.cases import Document, Renewal, RenewalStatus
from vibelife_inspect.services.visa_advisory.countries import CountryCode
from vibelife_inspect.services.visa_advisory.records import Office
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Appointment, Json, Limit, operation, page

Speed = Literal["normal", "express"]
"""How fast a passport is made."""

_SOONEST = 2
_LATEST = 90
_OPENS = time(10)
_OPEN_CASES = ("requested", "processing", "ready")
_VALID_FOR = timedelta(days=366 * 20)
_ROW = ("id", "passport", "office", "speed", "status", "appointment_at", "ready_at", "fee")
_OFFICE = ("id", "name", "city", "country", "normal_days", "normal_fee", "express_days", "express_fee")


class Renewing(VisaBase):
    """Passports and the offices that renew them."""

    @operation("read")
    def list_documents(
        self, kind: Literal["passport", "residence_permit"] | None = None, limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List the passports and permits of the user's household on file, soonest to expire first.

        Args:
            kind: Only this kind.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.documents.find(owner=ME) if kind in (None, row.kind)]
        return page(sorted(rows, key=lambda row: (row.expires_on, row.id)), limit, cursor, dict)

    @operation("write")
    def add_document(
        self,
        kind: Literal["passport", "residence_permit"],
        holder: Annotated[str, Field(max_length=120, pattern=r"\S")],
        number: Annotated[str, Field(max_length=40, pattern=r"\S")],
        nationality: CountryCode,
        expires_on: date,
        issued_on: date | None = None,
    ) -> Json:
        """Put a passport or permit on file.

        Args:
            kind: What it is.
            holder: Full name as printed.
            number: Number as printed.
            nationality: Country that it is of, ISO code.
            expires_on: Last day of validity, from today on.
            issued_on: Day of issue.
        """
        today = self.clock.today
        if not today <= expires_on <= today + _VALID_FOR:
            raise Invalid(f"expires_on: must be from {today} on and within 20 years")
        if issued_on is not None and issued_on > today:
            raise Invalid(f"issued_on: {issued_on} is still to come")
        for row in self.documents.find(owner=ME):
            if (squeeze(row.number), row.nationality) == (squeeze(number), nationality):
                raise Conflict(f"document {row.id!r} with this number is on file already", id=row.id)
        document = Document(
            id=self.new_id("DOC"),
            kind=kind,
            holder=holder,
            number=number,
            nationality=nationality,
            issued_on=issued_on,
            expires_on=expires_on,
        )
        return dict(self.documents.add(document))

    @operation("read")
    def list_offices(
        self, nationality: CountryCode, country: CountryCode | None = None, limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List the offices that renew a country's passports, with times and fees, by city and id.

        Args:
            nationality: Whose passports, ISO code.
            country: Only offices in this country, ISO code.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.offices.find(nationality=nationality) if country in (None, row.country)]
        return page(sorted(rows, key=lambda row: (row.city, row.id)), limit, cursor, lambda row: row.pick(*_OFFICE))

    @operation("read")
    def get_office(self, office_id: str) -> Json:
        """Read one passport office: address, phone, times, fees and what to bring.

        Args:
            office_id: Id of the office.
        """
        return dict(self.offices.get(office_id))

    @operation("read")
    def quote_renewal(
        self, passport_id: str, office_id: str, speed: Speed = "normal", appointment_on: date | None = None
    ) -> Json:
        """Tell what renewing a passport costs, when the appointment is, and when the new passport is ready.

        Args:
            passport_id: Id of the passport on file.
            office_id: Id of an office that renews it.
            speed: Normal or express.
            appointment_on: A weekday 2 to 90 days ahead; the first free one when absent.
        """
        passport, office = self.my_document(passport_id), self.offices.get(office_id)
        fee, appointment, ready = self._plan(passport, office, speed, appointment_on)
        return {
            "passport_id": passport.id,
            "office_id": office.id,
            "speed": speed,
            "fee": fee,
            "appointment_at": appointment,
            "ready_at": ready,
            "documents": office.documents,
        }

    @operation("commit")
    def request_renewal(
        self,
        passport_id: str,
        office_id: str,
        payment_method: str,
        speed: Speed = "normal",
        appointment_on: date | None = None,
        add_to_calendar: bool = False,
    ) -> Json:
        """Request and pay the renewal of a passport; from the appointment on the old passport cannot be used.

        Args:
            passport_id: Id of the passport on file.
            office_id: Id of an office that renews it.
            payment_method: Id of the account or card.
            speed: Normal or express.
            appointment_on: A weekday 2 to 90 days ahead; the first free one when absent.
            add_to_calendar: Whether to write the appointment into the user's calendar.
        """
        passport, office = self.my_document(passport_id), self.offices.get(office_id)
        fee, appointment, ready = self._plan(passport, office, speed, appointment_on)
        id = self.new_id("REN")
        charge = self.ports.charge(payment_method, fee, office.name, f"Passport renewal {id}") if fee.minor else None
        renewal = self.renewals.add(
            Renewal(
                id=id,
                passport=passport.id,
                office=office.id,
                speed=speed,
                appointment_at=appointment,
                ready_at=ready,
                fee=fee,
                charge=charge,
                history=self.step((), "requested"),
            )
        )
        self._confirm(renewal, passport, office, add_to_calendar)
        return self._show_renewal(renewal)

    @operation("read")
    def get_renewal(self, renewal_id: str) -> Json:
        """Tell where a passport renewal stands, and what would come back if it were cancelled now.

        Args:
            renewal_id: Id of the renewal.
        """
        return self._show_renewal(self.my_renewal(renewal_id))

    @operation("read")
    def list_renewals(self, status: RenewalStatus | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's passport renewals, latest appointment first, then by id.

        Args:
            status: Only renewals with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.renewals.find(owner=ME) if status in (None, row.status)]
        rows.sort(key=lambda row: row.id)
        rows.sort(key=lambda row: row.appointment_at, reverse=True)
        return page(rows, limit, cursor, lambda row: row.pick(*_ROW))

    @operation("commit")
    def cancel_renewal(self, renewal_id: str) -> Json:
        """Cancel a renewal before its appointment; the whole fee comes back.

        Args:
            renewal_id: Id of the renewal.
        """
        renewal = self.my_renewal(renewal_id)
        self.require(renewal, "renewal", "requested")
        history = self.step(renewal.history, "cancelled")
        renewal = self.renewals.update(renewal.id, status="cancelled", history=history)
        if renewal.charge is not None:
            self.ports.refund(renewal.charge, renewal.fee, f"Cancelled renewal {renewal.id}")
            renewal = self.renewals.update(renewal.id, refunded=renewal.fee)
        return self._show_renewal(renewal)

    # ---- helpers

    def my_renewal(self, renewal_id: str) -> Renewal:
        """A renewal of the persona."""
        renewal = self.renewals.get(renewal_id)
        self.own(renewal, "renewal")
        return renewal

    def _confirm(self, renewal: Renewal, passport: Document, office: Office, add_to_calendar: bool) -> None:
        place = f"{office.name}, {office.address}"
        self.write(
            f"Passport appointment {renewal.id}",
            f"{passport.holder}: {renewal.appointment_at:%Y-%m-%d %H:%M}, {place}. Bring: {office.documents} "
            f"Ready on {renewal.ready_at:%Y-%m-%d}. Paid: {renewal.fee}.",
        )
        if add_to_calendar:
            self.ports.agenda(
                Appointment(
                    title=f"Passport appointment, {passport.holder}",
                    start=renewal.appointment_at,
                    end=renewal.appointment_at + timedelta(minutes=30),
                    location=place,
                    notes=renewal.id,
                )
            )

    def _plan(
        self, passport: Document, office: Office, speed: Speed, appointment_on: date | None
    ) -> tuple[Money, datetime, datetime]:
        """Fee, appointment and day of readiness."""
        if passport.kind != "passport" or passport.status == "replaced":
            raise Refused(f"{passport.id!r} is a {passport.status} {passport.kind}; only current passports are renewed")
        if passport.nationality != office.nationality:
            raise Invalid(
                f"office_id: {office.id!r} renews passports of {office.nationality}, not of {passport.nationality}"
            )
        for renewal in self.renewals.find(passport=passport.id):
            if renewal.status in _OPEN_CASES:
                raise Conflict(f"passport {passport.id!r} is being renewed already: {renewal.id}", id=renewal.id)
        fee, days = (office.normal_fee, office.normal_days)
        if speed == "express":
            if office.express_fee is None or office.express_days is None:
                raise Invalid(f"speed: {office.id!r} has no express service")
            fee, days = office.express_fee, office.express_days
        day = self._appointment_day(appointment_on)
        return fee, self.clock.at(day, _OPENS), self.clock.at(day + timedelta(days=days), time(15))

    def _appointment_day(self, wanted: date | None) -> date:
        soonest = self.clock.today + timedelta(days=_SOONEST)
        if wanted is None:
            weekend = max(0, 7 - soonest.weekday()) if soonest.weekday() >= 5 else 0
            return soonest + timedelta(days=weekend)
        if not soonest <= wanted <= self.clock.today + timedelta(days=_LATEST) or wanted.weekday() >= 5:
            raise Invalid(f"appointment_on: must be a weekday from {soonest} on, at most {_LATEST} days ahead")
        return wanted

    def _show_renewal(self, renewal: Renewal) -> Json:
        note = renewal.charge.note if renewal.charge else ""
        back = renewal.fee if renewal.status == "requested" and renewal.charge else None
        return {**dict(renewal), "refund_if_cancelled": back, "payment_note": note or None}
