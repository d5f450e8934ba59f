"""Alerts on new decisions, and forms."""

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.legal_search.base import LegalBase
from vibelife_inspect.services.legal_search.library import Case, CaseFilters, Country, Kind
from vibelife_inspect.services.legal_search.matters import CaseAlert
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import ME, Json, Limit, operation, page

_MOST = 50
_KEPT = 200


class Alerts(LegalBase):
    """Alerts and forms."""

    @operation("write")
    def create_alert(self, name: str, query: str | None = None, filters: CaseFilters | None = None) -> Json:
        """Be told when a decision is published that matches; those that are published already do not count.

        Args:
            name: What the alert is for.
            query: Words that all occur in title, number, keywords, parties, summary or full text, in any script.
            filters: What the decision must be. Give query, filters or both.
        """
        if query is None and (filters is None or filters.empty):
            raise Invalid("query: give a query or filters, or the alert would match everything")
        if len([alert for alert in self.alerts.find(status="active") if alert.owner == ME]) >= _MOST:
            raise Conflict(f"there are {_MOST} alerts already; delete one first")
        alert = CaseAlert(
            id=self.new_id("LALERT"),
            name=name,
            query=query,
            filters=filters or CaseFilters(),
            created_at=self.clock.now,
        )
        return self.alerts.add(alert).shown

    @operation("commit")
    def delete_alert(self, alert_id: str) -> Json:
        """Delete an alert for good.

        Args:
            alert_id: Id of the alert.
        """
        alert = self.alerts.get(alert_id)
        self.own(alert, "alert")
        if alert.status == "deleted":
            raise Conflict(f"alert {alert_id!r} is already deleted", status="deleted")
        return self.alerts.update(alert_id, status="deleted").shown

    @operation("read")
    def list_alerts(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List active alerts in the order of their creation, each with the last 20 decisions it delivered.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [alert for alert in self.alerts.find(status="active") if alert.owner == ME]
        return page(rows, limit, cursor, lambda alert: alert.shown)

    @operation("read")
    def list_forms(
        self,
        query: str | None = None,
        kind: Kind | None = None,
        country: Country | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List templates for letters and filings, by name, then id.

        Args:
            query: Words of name or purpose, in any script.
            kind: Only templates of this field of law.
            country: Only templates for this country, those for everywhere included.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.forms
            if kind in (None, row.kind)
            and (country is None or row.country in ("", country))
            and (query is None or found(query, row.name, row.purpose, row.id))
        ]
        rows.sort(key=lambda row: (fold(row.name), row.id))
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("read")
    def get_form(self, form_id: str) -> Json:
        """Show a template with its blanks and text. It is filled in and sent elsewhere; nothing is filed here.

        Args:
            form_id: Id of the template.
        """
        return dict(self.forms.get(form_id))

    # ---- time

    def publish_due(self, case: Case) -> None:
        """A decision is published."""
        self.appear(case)

    def appear(self, case: Case) -> Case:
        """Publish a decision and tell it to the alerts that it matches."""
        case = self.cases.update(case.id, status="in_force", published_at=case.published_at or self.clock.now)
        for alert in self.alerts.find(status="active"):
            if self.matches(case, fold(alert.query or "").split(), alert.filters):
                self.alerts.update(alert.id, delivered=(*alert.delivered, case.id)[-_KEPT:])
                self._deliver(alert, case)
        return case

    def _deliver(self, alert: CaseAlert, case: Case) -> None:
        if alert.owner != ME:
            return
        title, text = f"Decision alert {alert.name or alert.id}", f"{self.cite(case.id)} ({case.id})"
        self.tell(f"legal_alert:{alert.id}", title, text, alert.id, subscribed=True)
        self.world.ring(self.alerts, alert.id, f"{title}: {text}")
