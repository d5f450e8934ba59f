"""What all parts of the hub share: tables, matching and delivery."""

from datetime import datetime, timedelta

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.notification_hub.background import HubBackground
from vibelife_inspect.services.notification_hub.records import (
    ACCOUNT_SOURCE,
    RULE_STATES,
    SETTINGS,
    Account,
    Notification,
    Post,
    Rule,
    Settings,
    Window,
    notification_due,
    post_due,
    rule_due,
)
from vibelife_inspect.world import Notice, Service, Table


class HubBase(Service):
    """Tables, and the port through which services speak."""

    name = "notification_hub"
    summary = "Notifications, watch rules and price alerts, official accounts and their posts, quiet hours."
    Background = HubBackground

    notifications = Table(Notification, "notification", index=("read", "source"), due=notification_due)
    rules = Table(Rule, "rule", index=("status",), states=RULE_STATES, due=rule_due)
    accounts = Table(Account, "official account", index=("followed",))
    posts = Table(Post, "post", index=("account_id",), due=post_due)
    settings = Table(Settings, "settings")

    def watches(self, notice: Notice) -> bool:
        """Whether an active rule asks for the notice."""
        return bool(self._met_by(notice))

    def deliver_notice(self, notice: Notice) -> str:
        """Put a notice among the notifications, and ring for the rules that it meets."""
        met = self._met_by(notice)
        now = self.clock.now
        wall, quiet = now.time(), self.quiet_window()
        silent = quiet is not None and quiet.holds(wall)
        ringing = [rule for rule in met if not any(window.holds(wall) for window in rule.mute)]
        later = [rule for rule in ringing if silent and not rule.urgent]
        notification = self.notifications.add(
            Notification(
                id=self.new_id("NTF"),
                source=notice.source,
                topic=notice.topic,
                title=notice.title,
                text=notice.text,
                ref=notice.ref,
                price=notice.price,
                received_at=now,
                rules=tuple(rule.id for rule in met),
                rings_at=self._end_of(quiet, now) if quiet is not None and later else None,
            )
        )
        for rule in met:
            self.rules.update(rule.id, fired=rule.fired + 1, fired_at=now)
        for rule in ringing:
            if rule not in later:
                self._ring(rule, notification)
        return notification.id

    def ring_later(self, notification: Notification) -> None:
        """Quiet hours are over: rules that still stand ring now."""
        self.notifications.update(notification.id, rings_at=None)
        wall = notification.received_at.astimezone(self.clock.home).time()
        for id in notification.rules:
            rule = self.rules.get(id)
            if rule.status == "active" and not rule.urgent and not any(window.holds(wall) for window in rule.mute):
                self._ring(rule, notification)

    def expire_rule(self, rule: Rule) -> None:
        """A rule's time is over."""
        self.rules.update(rule.id, status="expired")

    def announce_post(self, post: Post) -> None:
        """A post appears; followers are told, unless it was there before the story began."""
        self.posts.update(post.id, announced=True)
        if post.published_at > self.setting.start:
            self.tell_followers(post)

    def tell_followers(self, post: Post) -> None:
        """A notification about a post, for followers and for whoever watches the account."""
        account = self.accounts.get(post.account_id)
        notice = Notice(
            source=ACCOUNT_SOURCE,
            topic=f"account:{account.id}",
            title=f"{account.name}: {post.title}",
            text=post.text,
            ref=post.id,
        )
        self.ports.notify(notice, subscribed=account.followed)

    def quiet_window(self) -> Window | None:
        """The quiet hours, if any."""
        return self.settings.get(SETTINGS).quiet if SETTINGS in self.settings else None

    def check_source(self, source: str | None) -> None:
        """Refuse a source that can never match."""
        if source is None or source == ACCOUNT_SOURCE or source in self.world.services:
            return
        if not self.notifications.find(source=source):
            known = sorted({*self.world.services, ACCOUNT_SOURCE})
            raise Invalid(f"source: nothing called {source!r} sends notifications; services: {', '.join(known)}")

    def _met_by(self, notice: Notice) -> list[Rule]:
        return [
            rule for rule in self.rules.find(status="active") if rule.about(notice) and self._kind_fits(rule, notice)
        ]

    def _kind_fits(self, rule: Rule, notice: Notice) -> bool:
        if rule.kind == "status_change":
            return notice.price is None
        if rule.kind != "price_below":
            return True
        if notice.price is None or rule.threshold is None:
            return False
        price = self.world.rates.worth(notice.price, rule.threshold.currency)
        return price is not None and price <= rule.threshold.minor

    def _ring(self, rule: Rule, notification: Notification) -> None:
        self.world.ring(self.rules, rule.id, f"{rule.name or 'Watch'} ({rule.id}): {notification.title}")

    def _end_of(self, quiet: Window, now: datetime) -> datetime:
        end = self.clock.at(now.date(), quiet.end)
        return end if end > now else self.clock.at(now.date() + timedelta(days=1), quiet.end)
