"""Watch rules and price alerts."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.notification_hub.base import HubBase
from vibelife_inspect.services.notification_hub.records import Kind, Rule, RuleStatus, Window
from vibelife_inspect.world import Json, Limit, operation, page

Mute = Annotated[list[Window], Field(max_length=4)]
"""Daily windows of silence."""

_LONGEST = timedelta(days=1830)


class Watching(HubBase):
    """Rules."""

    @operation("write")
    def create_rule(
        self,
        kind: Kind,
        source: str | None = None,
        topic: str | None = None,
        match: Literal["contains", "prefix", "exact"] = "contains",
        keyword: str | None = None,
        threshold: Money | None = None,
        name: str | None = None,
        mute: Mute | None = None,
        urgent: bool = False,
        expires_at: Instant | None = None,
    ) -> Json:
        """Watch for something: matching notices arrive as notifications and give you a turn.

        All that is given must fit; give at least one of source, topic and keyword. Services speak only about what
        somebody watches. Topics look like `reservation:STAY-7F3KQ2`, `flight:NH204:2026-04-03` or
        `account:<account_id>`; an id or a part of the topic is enough.

        Args:
            kind: any: every notice; keyword: needs keyword; status_change: notices without a price; price_below:
                notices with a price at or below threshold.
            source: Service that speaks, such as flight_booking, or official_account for posts.
            topic: Text that the notice's topic or record id must hold.
            match: How topic is compared, ignoring case: contains, prefix or exact.
            keyword: Words that title and text must hold, all of them, in any script.
            threshold: Highest price, for price_below.
            name: What the rule is for.
            mute: Daily times at home at which a match arrives without giving you a turn.
            urgent: Whether it rings in quiet hours too.
            expires_at: When the rule ends by itself.
        """
        self.check_source(source)
        _check(kind, source, topic, keyword, threshold)
        self._check_expiry(expires_at)
        rule = Rule(
            id=self.new_id("RULE"),
            name=name or "",
            source=source,
            topic=topic,
            match=match,
            kind=kind,
            keyword=keyword,
            threshold=threshold,
            mute=tuple(mute or ()),
            urgent=urgent,
            expires_at=expires_at,
            created_at=self.clock.now,
        )
        return dict(self.rules.add(rule))

    @operation("write")
    def update_rule(
        self,
        rule_id: str,
        source: str | None = None,
        topic: str | None = None,
        keyword: str | None = None,
        threshold: Money | None = None,
        name: str | None = None,
        mute: Mute | None = None,
        urgent: bool | None = None,
        expires_at: Instant | None = None,
        clear: Annotated[list[Literal["source", "topic", "keyword", "mute", "expires_at"]], Field(max_length=5)]
        | None = None,
    ) -> Json:
        """Change a rule that is active or paused; what is not given stays as it is.

        Args:
            rule_id: Id of the rule.
            source: Another source.
            topic: Another text for the topic.
            keyword: Other words.
            threshold: Another price, for price_below.
            name: Another name.
            mute: Other times of silence, in place of all earlier ones.
            urgent: Whether it rings in quiet hours too.
            expires_at: Another end.
            clear: What the rule shall no longer ask for or have.
        """
        rule = self._standing(rule_id)
        self.check_source(source)
        self._check_expiry(expires_at)
        given = {
            "source": source,
            "topic": topic,
            "keyword": keyword,
            "threshold": threshold,
            "name": name,
            "mute": None if mute is None else tuple(mute),
            "urgent": urgent,
            "expires_at": expires_at,
        }
        fields: Json = {field: value for field, value in given.items() if value is not None}
        for field in clear or ():
            if field in fields:
                raise Invalid(f"clear: {field} is given and cleared at once")
            fields[field] = () if field == "mute" else None
        after = rule.model_copy(update=fields)
        _check(after.kind, after.source, after.topic, after.keyword, after.threshold)
        return dict(self.rules.update(rule_id, **fields))

    @operation("write")
    def pause_rule(self, rule_id: str) -> Json:
        """Pause a rule; nothing meets it until it is resumed.

        Args:
            rule_id: Id of the rule.
        """
        return self._switch(rule_id, "active", "paused")

    @operation("write")
    def resume_rule(self, rule_id: str) -> Json:
        """Resume a paused rule. A rule that was deleted or has expired cannot be resumed; create a new one.

        Args:
            rule_id: Id of the rule.
        """
        return self._switch(rule_id, "paused", "active")

    @operation("commit")
    def delete_rule(self, rule_id: str) -> Json:
        """Delete a rule for good; it stays readable as deleted.

        Args:
            rule_id: Id of the rule.
        """
        return self._delete(rule_id)

    @operation("read")
    def get_rule(self, rule_id: str) -> Json:
        """Show one rule in full, with how often it was met.

        Args:
            rule_id: Id of the rule.
        """
        return dict(self.rules.get(rule_id))

    @operation("read")
    def list_rules(
        self,
        status: Literal["standing", "active", "paused", "expired", "deleted"] = "standing",
        source: str | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List watch rules and price alerts, oldest first.

        Args:
            status: standing: active or paused; or one status.
            source: Only rules for this source.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        wanted = ("active", "paused") if status == "standing" else (status,)
        rows = [rule for rule in self.rules if rule.status in wanted and (source is None or rule.source == source)]
        return page(rows, limit, cursor, lambda rule: rule.row)

    @operation("write")
    def create_price_alert(
        self, item: str, threshold: Money, source: str | None = None, expires_at: Instant | None = None
    ) -> Json:
        """Watch a price: a notice about the item with a price at or below the threshold arrives and gives you a turn.

        It is a rule of the kind price_below; it goes on until it expires or is deleted.

        Args:
            item: Id of the thing, such as a property, rate plan, product or offer id.
            threshold: Highest price that counts, in any currency with an exchange rate.
            source: Only notices of this service.
            expires_at: When the alert ends by itself.
        """
        self.check_source(source)
        _check("price_below", source, item, None, threshold)
        self._check_expiry(expires_at)
        rule = Rule(
            id=self.new_id("RULE"),
            name=f"Price alert {item}"[:200],
            source=source,
            topic=item,
            kind="price_below",
            threshold=threshold,
            expires_at=expires_at,
            created_at=self.clock.now,
        )
        return dict(self.rules.add(rule))

    @operation("read")
    def list_price_alerts(
        self,
        status: Literal["standing", "active", "paused", "expired", "deleted"] = "standing",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List price alerts and all other rules of the kind price_below, oldest first.

        Args:
            status: standing: active or paused; or one status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        wanted = ("active", "paused") if status == "standing" else (status,)
        rows = [rule for rule in self.rules if rule.kind == "price_below" and rule.status in wanted]
        return page(rows, limit, cursor, lambda rule: rule.row)

    @operation("commit")
    def delete_price_alert(self, rule_id: str) -> Json:
        """Delete a price alert for good.

        Args:
            rule_id: Id of the alert.
        """
        if self.rules.get(rule_id).kind != "price_below":
            raise Invalid(f"rule_id: {rule_id!r} is no price alert; use delete_rule")
        return self._delete(rule_id)

    def _standing(self, rule_id: str) -> Rule:
        rule = self.rules.get(rule_id)
        if rule.status not in ("active", "paused"):
            raise Conflict(f"rule {rule_id!r} is {rule.status}; create a new one", status=rule.status)
        return rule

    def _switch(self, rule_id: str, before: RuleStatus, after: RuleStatus) -> Json:
        rule = self._standing(rule_id)
        if rule.status != before:
            raise Conflict(f"rule {rule_id!r} is already {after}", status=after)
        return self.rules.update(rule_id, status=after).row

    def _delete(self, rule_id: str) -> Json:
        if self.rules.get(rule_id).status == "deleted":
            raise Conflict(f"rule {rule_id!r} is already deleted", status="deleted")
        return self.rules.update(rule_id, status="deleted").row

    def _check_expiry(self, at: datetime | None) -> None:
        now = self.clock.now
        if at is not None and not now < at <= now + _LONGEST:
            raise Invalid(f"expires_at: must lie after {now.isoformat()} and within five years")


def _check(kind: Kind, source: str | None, topic: str | None, keyword: str | None, threshold: Money | None) -> None:
    """Refuse rules that can never match, or that would match everything."""
    if source is None and topic is None and keyword is None:
        raise Invalid("topic: give at least one of source, topic and keyword, or the rule would match everything")
    if kind == "keyword" and keyword is None:
        raise Invalid("keyword: a rule of the kind keyword needs it")
    if (kind == "price_below") != (threshold is not None):
        raise Invalid("threshold: goes with the kind price_below, and that kind needs it")
    if threshold is not None and threshold.minor <= 0:
        raise Invalid("threshold: must be positive")
