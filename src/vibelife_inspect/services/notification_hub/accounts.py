"""Official accounts: finding, following and reading them."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, NotFound
from vibelife_inspect.services.notification_hub.base import HubBase
from vibelife_inspect.services.notification_hub.records import Category, Post
from vibelife_inspect.text import found
from vibelife_inspect.world import Json, Limit, operation, page


class Accounts(HubBase):
    """Accounts and posts."""

    @operation("read")
    def discover_accounts(
        self, query: str | None = None, category: Category | None = None, limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """Find official accounts by words or category, or browse all of them, by name.

        Args:
            query: Only accounts whose name or description holds all these words, in any script.
            category: Only accounts of this category.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            account
            for account in self.accounts
            if (query is None or found(query, account.name, account.name_local, account.description))
            and category in (None, account.category)
        ]
        rows.sort(key=lambda account: (account.name, account.id))
        return page(rows, limit, cursor, lambda account: account.row)

    @operation("write")
    def follow_account(self, account_id: str) -> Json:
        """Follow an official account: each new post arrives as a notification, without giving you a turn.

        Args:
            account_id: Id of the account.
        """
        account = self.accounts.get(account_id)
        if account.status == "closed":
            raise Conflict(f"account {account_id!r} is closed", status="closed")
        if not account.followed:
            account = self.accounts.update(account_id, followed=True, followed_at=self.clock.now)
        return {**account.row, "followed_at": account.followed_at}

    @operation("write")
    def unfollow_account(self, account_id: str) -> Json:
        """Stop following an official account.

        Args:
            account_id: Id of the account.
        """
        return self.accounts.update(account_id, followed=False, followed_at=None).row

    @operation("read")
    def list_followed(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the official accounts that the user follows, by name.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.accounts.find(followed=True), key=lambda account: (account.name, account.id))
        return page(rows, limit, cursor, lambda account: {**account.row, "followed_at": account.followed_at})

    @operation("read")
    def list_posts(
        self,
        account_id: str | None = None,
        query: str | None = None,
        limit: Annotated[int, Field(ge=1, le=100)] = 10,
        cursor: str | None = None,
    ) -> Json:
        """List the posts of one official account, or of all that the user follows, newest first, without their text.

        Args:
            account_id: The account, followed or not; without it, all followed accounts.
            query: Only posts with all these words, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if account_id is None:
            ids = [account.id for account in self.accounts.find(followed=True)]
        else:
            ids = [self.accounts.get(account_id).id]
        now = self.clock.now
        rows = [
            post
            for id in ids
            for post in self.posts.find(account_id=id)
            if post.visible(now) and (query is None or found(query, post.title, post.text))
        ]
        rows.sort(key=lambda post: post.id)
        rows.sort(key=lambda post: post.published_at, reverse=True)
        return page(rows, limit, cursor, lambda post: post.row)

    @operation("read")
    def get_post(self, post_id: str) -> Json:
        """Show one post in full.

        Args:
            post_id: Id of the post.
        """
        post = self.posts.get(post_id)
        if not post.visible(self.clock.now):
            raise NotFound(f"there is no post {post_id!r}", id=post_id)
        return {**post.row, "account": self.accounts.get(post.account_id).name, "text": post.text}

    def published(self, post_id: str) -> Post:
        """A post that is or will be visible.

        Raises:
            Conflict: It was withdrawn.
        """
        post = self.posts.get(post_id)
        if post.withdrawn:
            raise Conflict(f"post {post_id!r} was withdrawn", status="withdrawn")
        return post
