"""The service, put together, with what the outside does to it."""

from collections.abc import Iterable
from datetime import timedelta
from random import Random

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.notification_hub.accounts import Accounts
from vibelife_inspect.services.notification_hub.background import HubBackground, generate
from vibelife_inspect.services.notification_hub.inbox import Inbox
from vibelife_inspect.services.notification_hub.records import Post
from vibelife_inspect.services.notification_hub.watching import Watching
from vibelife_inspect.world import Blankable, Json, NewId, Notice, Record, operation


class NotificationHub(Inbox, Watching, Accounts):
    """The persona's notifications."""

    @operation("outside")
    def push_notification(
        self,
        source: str,
        title: str,
        text: Blankable = "",
        topic: Blankable = "",
        ref: Blankable = "",
        price: Money | None = None,
    ) -> Json:
        """A notification arrives; watch rules that it meets ring.

        Args:
            source: Service or sender.
            title: One line.
            text: The rest.
            topic: What it is about, such as `parcel:P-17`.
            ref: Id of the record that it is about.
            price: The price, where it is about one.
        """
        id = self.deliver_notice(Notice(source=source, topic=topic, title=title, text=text, ref=ref, price=price))
        return dict(self.notifications.get(id))

    @operation("outside")
    def publish_post(
        self,
        account_id: str,
        title: str,
        text: Blankable = "",
        published_at: Instant | None = None,
        post_id: NewId | None = None,
    ) -> Json:
        """An official account publishes a post, now or later; followers are told when it appears.

        Args:
            account_id: Id of the account.
            title: One line.
            text: The rest.
            published_at: When it appears; now when not given, and never in the past.
            post_id: Id for the post; made up when absent.
        """
        if self.accounts.get(account_id).status == "closed":
            raise Conflict(f"account {account_id!r} is closed", status="closed")
        now = self.clock.now
        at = published_at or now
        if not now <= at <= now + timedelta(days=1830):
            raise Invalid(f"published_at: must not lie before {now.isoformat()}, nor more than five years ahead")
        post = Post(
            id=self.new_id("POST", post_id),
            account_id=account_id,
            title=title,
            text=text,
            published_at=at,
            announced=at == now,
        )
        self.posts.add(post)
        if post.announced:
            self.tell_followers(post)
        return dict(post)

    @operation("outside")
    def edit_post(self, post_id: str, title: str | None = None, text: str | None = None) -> Json:
        """An official account changes a post; nobody is told.

        Args:
            post_id: Id of the post.
            title: The new title.
            text: The new text.
        """
        post = self.published(post_id)
        fields = {"title": title or post.title, "text": text or post.text, "edited_at": self.clock.now}
        return dict(self.posts.update(post_id, **fields))

    @operation("outside")
    def withdraw_post(self, post_id: str) -> Json:
        """An official account takes a post back, or cancels one that has not appeared; nobody is told.

        Args:
            post_id: Id of the post.
        """
        self.published(post_id)
        return dict(self.posts.update(post_id, withdrawn=True))

    @operation("outside")
    def close_account(self, account_id: str) -> Json:
        """An official account closes: its posts stay, those that have not appeared never will.

        Args:
            account_id: Id of the account.
        """
        account = self.accounts.get(account_id)
        if account.status == "closed":
            raise Conflict(f"account {account_id!r} is already closed", status="closed")
        for post in self.posts.find(account_id=account_id):
            if not post.withdrawn and post.published_at > self.clock.now:
                self.posts.update(post.id, withdrawn=True)
        return dict(self.accounts.update(account_id, status="closed"))

    def background(self, options: HubBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Old notifications, and official accounts with posts; nothing that asks for an answer."""
        return generate(options, level, rng, self.setting)
