"""Applications: sending, withdrawing and following them."""

from datetime import date, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.job_board.catalogue import Job
from vibelife_inspect.services.job_board.records import Application, ApplicationStatus, Step
from vibelife_inspect.services.job_board.resumes import Resumes
from vibelife_inspect.world import ME, Json, Limit, operation, page

Letter = Annotated[str, Field(min_length=1, max_length=20_000)]
"""Text of a cover letter."""

_AHEAD = timedelta(days=1100)


class Applying(Resumes):
    """Applications."""

    @operation("commit")
    def apply_job(
        self,
        job_id: str,
        resume_id: str,
        resume_version: Annotated[int, Field(ge=1, le=10_000)] | None = None,
        cover_letter: Letter | None = None,
        expected_salary: Money | None = None,
        available_from: date | None = None,
    ) -> Json:
        """Apply for an open job. The employer gets the resume as it is now; later changes do not reach it.

        There is one application per job, even after it was withdrawn. A confirmation is mailed.

        Args:
            job_id: Id of the job.
            resume_id: Id of the resume to send.
            resume_version: An earlier version of the resume instead.
            cover_letter: Text for the employer; some jobs need one.
            expected_salary: Gross pay that you ask for, per salary period of the job and in its currency.
            available_from: First day on which you could start.
        """
        job = self.open_job(job_id)
        self.own(self.resumes.get(resume_id), "resume")
        resume = self.resume_version(resume_id, resume_version)
        self._check_application(job, cover_letter, expected_salary, available_from)
        now = self.clock.now
        application = self.applications.add(
            Application(
                id=self.new_id("APP"),
                job_id=job_id,
                company_id=job.company_id,
                resume_id=resume_id,
                resume_version=resume.version,
                cover_letter=cover_letter or "",
                expected_salary=expected_salary,
                available_from=available_from,
                submitted_at=now,
                view_at=None if job.views_after is None else now + job.views_after,
                history=(Step(at=now, status="submitted"),),
            )
        )
        body = f"We received your application {application.id} for {job.title} ({job.reference or job.id}). Thank you."
        self.write_to(job.company_id, f"Your application for {job.title}", body)
        return {"application_id": application.id, **application.shown}

    @operation("commit")
    def withdraw_application(self, application_id: str, reason: str | None = None) -> Json:
        """Withdraw an application under way, for good; its interviews are cancelled, its open offer is declined.

        Args:
            application_id: Id of the application.
            reason: A word for the employer.
        """
        application = self.mine(application_id)
        if application.status == "withdrawn":
            raise Conflict(f"application {application_id!r} is already withdrawn", status="withdrawn")
        application = self.move(application, "withdrawn", reason or "")
        self.end_side_matters(application, f"application {application_id} was withdrawn", offers="declined")
        return {"application_id": application.id, **application.shown}

    @operation("read")
    def get_application(self, application_id: str) -> Json:
        """Show an application in full, with its history (oldest first) and the ids of its interviews and offers.

        Args:
            application_id: Id of the application.
        """
        application = self.mine(application_id)
        job = self.jobs.get(application.job_id) if application.job_id in self.jobs else None
        return {
            "application_id": application.id,
            **application.shown,
            "job": None if job is None else self.job_row(job),
            "interview_ids": [item.id for item in self.interviews.find(application_id=application_id)],
            "offer_ids": [item.id for item in self.offers.find(application_id=application_id)],
        }

    @operation("read")
    def list_applications(
        self,
        status: ApplicationStatus | None = None,
        company_id: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's applications, latest submitted first (then by id).

        Args:
            status: Only applications with this status.
            company_id: Only applications to this company.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            item
            for item in self.applications.find(owner=ME)
            if status in (None, item.status) and company_id in (None, item.company_id)
        ]
        rows.sort(key=lambda item: (-item.submitted_at.timestamp(), item.id))
        return page(rows, limit, cursor, self._application_row)

    # ---- time

    def view_due(self, application: Application) -> None:
        """The employer looks at it."""
        self.move(application, "viewed")

    def _application_row(self, application: Application) -> Json:
        job = self.jobs.get(application.job_id) if application.job_id in self.jobs else None
        return {
            **application.row,
            "title": job.title if job else "",
            "company": self.employer(application.company_id),
            "job_status": job.status if job else "gone",
            "updated_at": application.history[-1].at if application.history else application.submitted_at,
        }

    def _check_application(
        self, job: Job, cover_letter: str | None, expected_salary: Money | None, available_from: date | None
    ) -> None:
        earlier = [item for item in self.applications.find(job_id=job.id) if item.owner == ME]
        if earlier:
            raise Conflict(
                f"you applied for {job.id!r} already: {earlier[0].id!r} is {earlier[0].status}", id=earlier[0].id
            )
        if job.needs_cover_letter and (cover_letter is None or not cover_letter.strip()):
            raise Invalid("cover_letter: this job needs one")
        if cover_letter is not None and not cover_letter.strip():
            raise Invalid("cover_letter: must not be blank")
        if expected_salary is not None:
            currency = job.top_pay.currency if job.top_pay else expected_salary.currency
            if expected_salary.minor <= 0 or expected_salary.currency != currency:
                raise Invalid(f"expected_salary: must be positive and in {currency}, per {job.salary_period}")
        today = self.clock.today
        if available_from is not None and not today <= available_from <= today + _AHEAD:
            raise Invalid(f"available_from: must lie between today, {today}, and three years ahead")
