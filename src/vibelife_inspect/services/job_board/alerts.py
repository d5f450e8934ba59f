"""Alerts: searches that go on by themselves."""

from datetime import time, timedelta
from typing import Literal

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.job_board.base import JobBase, Wanted
from vibelife_inspect.services.job_board.catalogue import Job, JobFilters
from vibelife_inspect.services.job_board.records import Alert
from vibelife_inspect.world import ME, Json, Limit, Notice, operation, page

_MOST = 50
_KEPT = 200


class Alerts(JobBase):
    """Alerts, and jobs that appear."""

    @operation("write")
    def create_alert(
        self,
        name: str,
        query: str | None = None,
        filters: JobFilters | None = None,
        frequency: Literal["at_once", "daily"] = "at_once",
    ) -> Json:
        """Be told when a job appears that matches; jobs that are on the board already do not count.

        Args:
            name: What the alert is for.
            query: Words that all occur in title, company, city, skills, description or reference, in any script.
            filters: What the job must be. Give query, filters or both.
            frequency: at_once: whenever a job appears; daily: all of a day together at 8:00 at home on the next.
        """
        if query is None and (filters is None or filters.empty):
            raise Invalid("query: give a query or filters, or the alert would match everything")
        if len([alert for alert in self._standing() if alert.owner == ME]) >= _MOST:
            raise Conflict(f"there are {_MOST} alerts already; delete one first")
        alert = Alert(
            id=self.new_id("ALERT"),
            name=name,
            query=query,
            filters=filters or JobFilters(),
            frequency=frequency,
            created_at=self.clock.now,
        )
        return self.alerts.add(alert).shown

    @operation("write")
    def switch_alert(self, alert_id: str, status: Literal["active", "paused"]) -> Json:
        """Pause an alert, or let it go on; jobs that appear while it is paused are not told later.

        Args:
            alert_id: Id of the alert.
            status: The new state.
        """
        alert = self._own_alert(alert_id)
        if alert.status == status:
            raise Conflict(f"alert {alert_id!r} is already {status}", status=status)
        return self.alerts.update(alert_id, status=status, pending=(), digest_at=None).shown

    @operation("commit")
    def delete_alert(self, alert_id: str) -> Json:
        """Delete an alert for good; it stays readable as deleted.

        Args:
            alert_id: Id of the alert.
        """
        self._own_alert(alert_id)
        return self.alerts.update(alert_id, status="deleted", pending=(), digest_at=None).shown

    @operation("read")
    def list_alerts(
        self,
        status: Literal["standing", "active", "paused", "deleted"] = "standing",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List alerts in the order of their creation, each with the last 20 jobs that it delivered, latest first.

        Args:
            status: standing: active or paused; or one status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        wanted = ("active", "paused") if status == "standing" else (status,)
        rows = [alert for alert in self.alerts if alert.owner == ME and alert.status in wanted]
        return page(rows, limit, cursor, lambda alert: alert.shown)

    # ---- time

    def publish_due(self, job: Job) -> None:
        """A scheduled job appears on the board."""
        self.appear(job)

    def close_due(self, job: Job) -> None:
        """The last moment for applications has passed."""
        self.jobs.update(job.id, status="closed", status_note="closing date reached")
        self.tell(f"job:{job.id}", "Job closed", f"{job.title} ({job.id}) takes no applications any more.", job.id)

    def deliver_digest_due(self, alert: Alert) -> None:
        """A day's jobs are told together."""
        jobs = [self.jobs.get(id) for id in alert.pending if id in self.jobs]
        self.alerts.update(alert.id, pending=(), digest_at=None, delivered=_kept(alert, alert.pending))
        self._deliver(alert, jobs)

    def appear(self, job: Job) -> Job:
        """Put a job on the board and tell it to the alerts that it matches."""
        job = self.jobs.update(job.id, status="open")
        for alert in self.alerts.find(status="active"):
            if self.matches(job, Wanted(alert.query, alert.filters)):
                self._take(alert, job)
        return job

    def _take(self, alert: Alert, job: Job) -> None:
        if alert.frequency == "daily":
            digest = alert.digest_at or self.clock.at(self.clock.today + timedelta(days=1), time(8))
            self.alerts.update(alert.id, pending=(*alert.pending, job.id), digest_at=digest)
            return
        self.alerts.update(alert.id, delivered=_kept(alert, (job.id,)))
        self._deliver(alert, [job])

    def _deliver(self, alert: Alert, jobs: list[Job]) -> None:
        if alert.owner != ME:
            return
        names = "; ".join(f"{job.title} at {self.employer(job.company_id)}, {job.city} ({job.id})" for job in jobs[:10])
        more = f" and {len(jobs) - 10} more" if len(jobs) > 10 else ""
        text = f"{len(jobs)} new: {names}{more}"
        title = f"Job alert {alert.name or alert.id}"
        notice = Notice(source=self.name, topic=f"job_alert:{alert.id}", title=title, text=text, ref=alert.id)
        self.ports.notify(notice, subscribed=True)
        self.world.ring(self.alerts, alert.id, f"{title}: {text}")

    def _standing(self) -> list[Alert]:
        return [*self.alerts.find(status="active"), *self.alerts.find(status="paused")]

    def _own_alert(self, alert_id: str) -> Alert:
        alert = self.alerts.get(alert_id)
        self.own(alert, "alert")
        if alert.status == "deleted":
            raise Conflict(f"alert {alert_id!r} is deleted; create a new one", status="deleted")
        return alert


def _kept(alert: Alert, more: tuple[str, ...]) -> tuple[str, ...]:
    return (*alert.delivered, *more)[-_KEPT:]
