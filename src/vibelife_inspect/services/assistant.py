"""What the agent has for itself: the time, the persona's approval, and reminders that wake it."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Literal

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.text import found
from vibelife_inspect.world import Due, Json, Limit, Record, Service, States, Table, operation, page

Action = Literal["pay", "book", "change", "cancel", "send", "share", "sign", "submit", "publish", "other"]
"""What an approval is for."""


class Rule(Record):
    """How the persona answers a kind of request; part of the bundle, never shown to the agent."""

    action: Action | None = None
    """Only requests for this action; any when absent."""
    counterparty: str | None = None
    """Only requests whose counterparty holds these words."""
    about: str | None = None
    """Only requests whose summary or ref holds these words."""
    max_amount: Money | None = None
    """Only requests with an amount of this currency up to this much."""
    valid_from: Instant | None = None
    valid_until: Instant | None = None
    decision: Literal["granted", "refused"]
    answer: str
    """The persona's words."""
    after: timedelta = timedelta(0)
    """How long the persona takes to answer."""


class Approval(Record):
    """One request to the persona."""

    action: Action
    summary: str
    amount: Money | None = None
    counterparty: str | None = None
    ref: str | None = None
    status: Literal["pending", "granted", "refused"]
    answer: str = ""
    requested_at: Instant
    decided_at: Instant | None = None
    rule: str | None = None
    """Rule that will answer, while pending."""
    decide_at: Instant | None = None

    @property
    def row(self) -> Json:
        """What the agent sees."""
        hidden = {"rule", "decide_at"}
        return {field: value for field, value in self if field not in hidden}


class Reminder(Record):
    """A note to oneself that rings at its time."""

    text: str
    at: Instant
    ref: str | None = None
    status: Literal["set", "rung", "cancelled"] = "set"


def _decision_due(approval: Approval) -> Iterable[Due]:
    if approval.status == "pending" and approval.decide_at is not None:
        yield Due(approval.decide_at, "decide")


def _ring_due(reminder: Reminder) -> Iterable[Due]:
    if reminder.status == "set":
        yield Due(reminder.at, "ring_reminder")


class Assistant(Service):
    """Clock, approvals and reminders of the agent."""

    name = "assistant"
    summary = "The assistant's own desk: current time, approvals from the user, and reminders to itself."
    counted = False

    rules = Table(Rule, "approval rule")
    approvals = Table(
        Approval,
        "approval",
        states=States({"pending": "granted refused", "granted": "", "refused": ""}),
        due=_decision_due,
    )
    reminders = Table(
        Reminder,
        "reminder",
        states=States({"set": "rung cancelled", "rung": "", "cancelled": ""}),
        due=_ring_due,
    )

    @operation("read")
    def current_time(self) -> Json:
        """Tell the present time at home, the weekday and the home zone."""
        now = self.clock.now
        return {"now": now, "date": now.date(), "weekday": _WEEKDAYS[now.weekday()], "zone": self.clock.home.key}

    @operation("write")
    def request_approval(
        self,
        action: Action,
        summary: str,
        amount: Money | None = None,
        counterparty: str | None = None,
        ref: str | None = None,
    ) -> Json:
        """Ask the user to approve one concrete step before it is taken.

        The answer may come at once, later, or never; an approval that is pending or refused is no approval.

        Args:
            action: What kind of step it is.
            summary: What exactly is to be done, and why.
            amount: What it costs, if it costs anything.
            counterparty: Who is paid, written to, or dealt with.
            ref: Id of the offer, booking, message or other thing that it is about.
        """
        now = self.clock.now
        rule = next(
            (rule for rule in self.rules if self._covers(rule, action, summary, amount, counterparty, ref)), None
        )
        approval = Approval(
            id=self.new_id("APR"),
            action=action,
            summary=summary,
            amount=amount,
            counterparty=counterparty,
            ref=ref,
            status="pending",
            requested_at=now,
            rule=rule.id if rule else None,
            decide_at=now + rule.after if rule else None,
        )
        self.approvals.add(approval)
        if rule is not None and not rule.after:
            approval = self._decided(approval, rule)
        return approval.row

    @operation("read")
    def list_approvals(
        self,
        status: Literal["pending", "granted", "refused"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List requests to the user, newest first.

        Args:
            status: Only requests with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [approval for approval in reversed(list(self.approvals)) if status in (None, approval.status)]
        return page(rows, limit, cursor, lambda approval: approval.row)

    @operation("write")
    def set_reminder(self, at: Instant, text: str, ref: str | None = None) -> Json:
        """Set a reminder for yourself; when it rings you get a turn.

        Args:
            at: When it rings. A time without an offset is the home zone's.
            text: What to remember.
            ref: Id of the thing that it is about.
        """
        if at <= self.clock.now:
            raise Invalid(f"at: {at.isoformat()} has passed; now is {self.clock.now.isoformat()}")
        return dict(self.reminders.add(Reminder(id=self.new_id("REM"), text=text, at=at, ref=ref)))

    @operation("read")
    def list_reminders(
        self,
        status: Literal["set", "rung", "cancelled"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List your reminders, soonest first.

        Args:
            status: Only reminders with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [reminder for reminder in self.reminders if status in (None, reminder.status)]
        return page(sorted(rows, key=lambda row: (row.at, row.id)), limit, cursor, dict)

    @operation("write")
    def cancel_reminder(self, reminder_id: str) -> Json:
        """Cancel a reminder that has not rung.

        Args:
            reminder_id: Id of the reminder.
        """
        return dict(self.reminders.update(reminder_id, status="cancelled"))

    def decide(self, approval: Approval) -> None:
        """The persona answers a pending request."""
        rule = self.rules.get(approval.rule or "")
        decided = self._decided(approval, rule)
        self.world.ring(self.approvals, approval.id, f"The user answered {approval.id}: {decided.answer}")

    def ring_reminder(self, reminder: Reminder) -> None:
        """A reminder rings."""
        self.reminders.update(reminder.id, status="rung")
        self.world.ring(self.reminders, reminder.id, f"Reminder: {reminder.text}")

    def _decided(self, approval: Approval, rule: Rule) -> Approval:
        with self.world.acting("service", f"rule:{rule.id}"):
            return self.approvals.update(
                approval.id, status=rule.decision, answer=rule.answer, decided_at=self.clock.now
            )

    def _covers(
        self, rule: Rule, action: Action, summary: str, amount: Money | None, counterparty: str | None, ref: str | None
    ) -> bool:
        now = self.clock.now
        return (
            rule.action in (None, action)
            and (rule.counterparty is None or found(rule.counterparty, counterparty or ""))
            and (rule.about is None or found(rule.about, summary, ref or ""))
            and (rule.max_amount is None or _within(amount, rule.max_amount))
            and (rule.valid_from is None or rule.valid_from <= now)
            and (rule.valid_until is None or now <= rule.valid_until)
        )


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _within(amount: Money | None, most: Money) -> bool:
    return amount is not None and amount.currency == most.currency and amount <= most
