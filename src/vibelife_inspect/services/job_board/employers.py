"""What employers do with their jobs, and recruiters who write, without the agent."""

from typing import Literal

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.job_board.alerts import Alerts
from vibelife_inspect.services.job_board.records import LIVE, Application
from vibelife_inspect.services.job_board.talking import Talking, Words
from vibelife_inspect.world import Json, operation


class Employers(Talking, Alerts):
    """Outside operations on jobs, applications and threads."""

    @operation("outside")
    def publish_job(self, job_id: str) -> Json:
        """A scheduled job appears now; alerts that it matches go off.

        Args:
            job_id: Id of the job.
        """
        job = self.jobs.get(job_id)
        if job.status != "scheduled":
            raise Conflict(f"job {job_id!r} is {job.status}, not scheduled", status=job.status)
        return dict(self.appear(self.jobs.update(job_id, posted_at=self.clock.now)))

    @operation("outside")
    def close_job(
        self,
        job_id: str,
        status: Literal["paused", "closed", "withdrawn"] = "closed",
        reason: str | None = None,
        reject_applications: bool = False,
        tell: bool = False,
    ) -> Json:
        """An employer pauses, closes or withdraws a job.

        Args:
            job_id: Id of the job.
            status: What becomes of it.
            reason: Why.
            reject_applications: Whether applications under way are rejected.
            tell: Whether applicants who are rejected get a mail.
        """
        job = self.jobs.get(job_id)
        if job.status == status:
            raise Conflict(f"job {job_id!r} is already {status}", status=status)
        job = self.jobs.update(job_id, status=status, status_note=reason or "")
        self.tell(f"job:{job_id}", f"Job {status}", f"{job.title} ({job_id}) is {status}.", job_id)
        for application in self.applications.find(job_id=job_id) if reject_applications else ():
            if application.status in LIVE:
                self.reject(application, reason or f"the job is {status}", tell)
        return dict(job)

    @operation("outside")
    def change_salary(self, job_id: str, salary_min: Money, salary_max: Money | None = None) -> Json:
        """An employer changes the pay of a job; offers that were made keep theirs.

        Args:
            job_id: Id of the job.
            salary_min: The lowest pay per salary period, or the only one.
            salary_max: The highest pay.
        """
        job, highest = self.jobs.get(job_id), salary_max or salary_min
        if salary_min.currency != highest.currency or not 0 < salary_min.minor <= highest.minor <= 10**12:
            raise Invalid("salary_max: both must be positive, of one currency, and salary_max not below salary_min")
        job = self.jobs.update(job_id, salary_min=salary_min, salary_max=salary_max)
        self.tell(f"job:{job_id}", "Pay changed", f"{job.title} ({job_id}) pays up to {highest} now.", job_id)
        return dict(job)

    @operation("outside")
    def change_closing_date(self, job_id: str, closes_at: Instant) -> Json:
        """An employer moves the last moment for applications; a closed job opens again.

        Args:
            job_id: Id of the job.
            closes_at: The new last moment, ahead of now.
        """
        job = self.jobs.get(job_id)
        if job.status == "withdrawn":
            raise Conflict(f"job {job_id!r} was withdrawn", status="withdrawn")
        status = "open" if job.status == "closed" else job.status
        note = "" if job.status == "closed" else job.status_note
        job = self.jobs.update(job_id, closes_at=self.ahead("closes_at", closes_at), status=status, status_note=note)
        text = f"{job.title} ({job_id}) takes applications until {closes_at.isoformat()}."
        self.tell(f"job:{job_id}", "Closing date moved", text, job_id)
        return dict(job)

    @operation("outside")
    def reject_application(self, application_id: str, reason: str, tell: bool = False) -> Json:
        """An employer rejects an application that is under way; its interviews and open offers end.

        Args:
            application_id: Id of the application.
            reason: Why.
            tell: Whether the applicant gets a mail.
        """
        application = self.applications.get(application_id)
        if application.status == "rejected":
            raise Conflict(f"application {application_id!r} is already rejected", status="rejected")
        return dict(self.reject(application, reason, tell))

    @operation("outside")
    def send_recruiter_reply(
        self, text: Words, thread_id: str | None = None, job_id: str | None = None, recruiter: str | None = None
    ) -> Json:
        """A recruiter writes, in a conversation that exists or about a job.

        Args:
            text: The message.
            thread_id: The conversation.
            job_id: The job; the conversation about it goes on or begins.
            recruiter: Name of the recruiter, where it changes.
        """
        if (thread_id is None) == (job_id is None):
            raise Invalid("thread_id: give either thread_id or job_id")
        thread = self.threads.get(thread_id) if thread_id is not None else self.thread_about(job_id or "")
        if recruiter is not None:
            thread = self.threads.update(thread.id, recruiter=recruiter)
        message = self.add_message(thread, "recruiter", text)
        self.tell(f"thread:{thread.id}", f"Message from {self.employer(thread.company_id)}", text, message.id)
        return dict(message)

    def reject(self, application: Application, reason: str, tell: bool) -> Application:
        """The employer says no."""
        application = self.move(application, "rejected", reason)
        self.end_side_matters(application, f"application {application.id} was rejected", offers="withdrawn")
        if tell:
            body = f"thank you for your application {application.id}. We are sorry that we cannot go on: {reason}"
            self.write_to(application.company_id, "Your application", body)
        return application
