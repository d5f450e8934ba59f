"""The service, put together, with what other people and the site do."""

from collections.abc import Iterable
from datetime import timedelta
from random import Random
from typing import Annotated

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.content_platform.background import ContentBackground, generate
from vibelife_inspect.services.content_platform.records import Category, Comment, Post
from vibelife_inspect.services.content_platform.writing import Tags, Writing
from vibelife_inspect.world import ME, Json, NewId, Notice, Record, operation

More = Annotated[int, Field(ge=0, le=1_000_000)]
"""How many come in."""


class ContentPlatform(Writing):
    """The social site."""

    @operation("outside")
    def publish_post(
        self,
        author_id: str,
        title: str,
        body: str,
        category: Category = "other",
        tags: Tags | None = None,
        sponsored: bool = False,
        publish_at: Instant | None = None,
        post_id: NewId | None = None,
    ) -> Json:
        """An author publishes a post, now or later; a follower with notifications is told when it appears.

        Args:
            author_id: Id of the author, not the persona.
            title: Title.
            body: Text.
            category: Category.
            tags: Tags without `#`.
            sponsored: Whether it says that somebody paid for it.
            publish_at: When it appears; now when not given, and never in the past.
            post_id: Id for the post; made up when absent.
        """
        now = self.clock.now
        at = publish_at or now
        if author_id == ME:
            raise Invalid("author_id: the persona's posts are published by the agent")
        if not now <= at <= now + timedelta(days=1830):
            raise Invalid(f"publish_at: must not lie before {now.isoformat()}, nor more than five years ahead")
        post = Post(
            id=self.new_id("POST", post_id),
            author_id=self.active(author_id).id,
            title=title,
            body=body,
            category=category,
            tags=tuple(tags or ()),
            sponsored=sponsored,
            published_at=at,
            status="published" if at == now else "scheduled",
        )
        self.posts.add(post)
        if post.status == "published":
            self.tell_followers(post)
        return dict(post)

    @operation("outside")
    def edit_post(self, post_id: str, title: str | None = None, body: str | None = None) -> Json:
        """An author changes a published post; it is marked as edited and nobody is told.

        Args:
            post_id: Id of the post, not the persona's.
            title: The new title.
            body: The new text.
        """
        post = self._of_another(post_id)
        fields = {"title": title or post.title, "body": body or post.body, "edited_at": self.clock.now}
        return dict(self.posts.update(post_id, **fields))

    @operation("outside")
    def withdraw_post(self, post_id: str) -> Json:
        """An author or the site takes a post down, also the persona's; bookmarks stay and show it as withdrawn.

        Args:
            post_id: Id of the post.
        """
        if self.posts.get(post_id).status == "withdrawn":
            raise Conflict(f"post {post_id!r} is already withdrawn", status="withdrawn")
        post = self.posts.update(post_id, status="withdrawn", withdrawn_at=self.clock.now)
        self._tell(f"post:{post_id}", "Post withdrawn", f"{post.title} ({post_id}) was taken down.", post_id)
        return dict(post)

    @operation("outside")
    def comment_post(self, post_id: str, author_id: str, body: str) -> Json:
        """Somebody comments on a post.

        Args:
            post_id: Id of a published post.
            author_id: Id of who writes, not the persona.
            body: The text.
        """
        return self.comment_row(self._written(Comment(**self._new(post_id, author_id, body))))

    @operation("outside")
    def reply_comment(self, comment_id: str, author_id: str, body: str) -> Json:
        """Somebody answers a comment; the persona is told where asked for.

        Args:
            comment_id: Id of the comment.
            author_id: Id of who answers, not the persona.
            body: The text.
        """
        asked = self.comments.get(comment_id)
        thread = self.answered(asked.post_id, comment_id).thread
        reply = self._written(
            Comment(**self._new(asked.post_id, author_id, body), reply_to=comment_id, thread_id=thread)
        )
        if asked.author_id == ME:
            title = f"{self.name_of(author_id)} answered a comment"
            self._tell(f"comment:{comment_id}", title, body[:500], reply.id, subscribed=asked.notify_replies)
            if asked.notify_replies:
                self.world.ring(self.comments, comment_id, f"{title} ({comment_id}): {body[:500]}")
        return self.comment_row(reply)

    @operation("outside")
    def disclose_sponsorship(self, post_id: str, sponsor: str) -> Json:
        """It comes out that somebody paid for a post: from now on the post says so.

        Args:
            post_id: Id of a published post, not the persona's.
            sponsor: Who paid.
        """
        self._of_another(post_id)
        post = self.posts.update(post_id, sponsored=True, sponsor=sponsor)
        self._tell(f"post:{post_id}", "Post marked as sponsored", f"{post.title} was paid for by {sponsor}.", post_id)
        return dict(post)

    @operation("outside")
    def suspend_author(self, author_id: str) -> Json:
        """The site suspends an author for good: all of the author's posts are withdrawn; comments stay.

        Args:
            author_id: Id of the author, not the persona.
        """
        if author_id == ME:
            raise Invalid("author_id: must not be the persona")
        self.active(author_id)
        author = self.authors.update(author_id, status="suspended")
        for post in self.posts.find(author_id=author_id):
            if post.status != "withdrawn":
                self.posts.update(post.id, status="withdrawn", withdrawn_at=self.clock.now)
        self._tell(f"author:{author_id}", f"{author.name} was suspended", "The posts are no longer shown.", author_id)
        return dict(author)

    @operation("outside")
    def add_reactions(self, post_id: str, likes: More = 0, saves: More = 0) -> Json:
        """Other people like and save a post.

        Args:
            post_id: Id of a published post.
            likes: How many new likes.
            saves: How many new bookmarks.
        """
        post = self.live(post_id)
        if max(post.likes_base + likes, post.saves_base + saves) > 10**9:
            raise Invalid("likes: no post has more than a billion likes or saves")
        fields = {"likes_base": post.likes_base + likes, "saves_base": post.saves_base + saves}
        return dict(self.posts.update(post_id, **fields))

    def background(self, options: ContentBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Invented authors with posts and comments, some of which appear while the story runs."""
        return generate(options, level, rng, self.setting)

    def _of_another(self, post_id: str) -> Post:
        post = self.live(post_id)
        if post.author_id == ME:
            raise Invalid(f"post_id: {post_id!r} is the persona's own")
        return post

    def _new(self, post_id: str, author_id: str, body: str) -> Json:
        if author_id == ME:
            raise Invalid("author_id: the persona's comments are written by the agent")
        author, post = self.active(author_id), self.live(post_id)
        if not post.comments_open:
            raise Conflict(f"post {post_id!r} takes no comments", comments_open=False)
        return {
            "id": self.new_id("CMT"),
            "post_id": post_id,
            "author_id": author.id,
            "body": body,
            "created_at": self.clock.now,
        }

    def _written(self, comment: Comment) -> Comment:
        self.comments.add(comment)
        post = self.posts.get(comment.post_id)
        if post.author_id == ME and comment.reply_to is None:
            title = f"New comment on {post.title}"
            self._tell(f"post:{post.id}", title, comment.body[:500], comment.id)
        return comment

    def _tell(self, topic: str, title: str, text: str, ref: str, *, subscribed: bool = False) -> None:
        notice = Notice(source=self.name, topic=topic, title=title, text=text, ref=ref)
        self.ports.notify(notice, subscribed=subscribed)
