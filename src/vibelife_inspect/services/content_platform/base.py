"""What all parts of the site share: tables, counts, rows and how followers hear of a post."""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Literal

from vibelife_inspect.errors import Conflict, NotFound, Refused
from vibelife_inspect.services.content_platform.background import ContentBackground
from vibelife_inspect.services.content_platform.records import (
    AUTHOR_STATES,
    COMMENT_STATES,
    POST_STATES,
    Author,
    Bookmark,
    Comment,
    Follow,
    Like,
    Post,
    Report,
    Topic,
    post_due,
)
from vibelife_inspect.text import fold
from vibelife_inspect.world import ME, Json, Notice, Service, Table

Sort = Literal["hot", "latest", "most_saved"]
"""hot: highest score first; latest: newest first; most_saved: most bookmarks first. Ties: newest first, then by id."""


class ContentBase(Service):
    """Tables and helpers of the site."""

    name = "content_platform"
    summary = "A social site: posts, authors, comments, topics, bookmarks, and the user's own drafts and posts."
    Background = ContentBackground

    authors = Table(Author, "author", states=AUTHOR_STATES)
    posts = Table(Post, "post", index=("author_id",), states=POST_STATES, due=post_due)
    comments = Table(Comment, "comment", index=("post_id",), states=COMMENT_STATES)
    likes = Table(Like, "like")
    bookmarks = Table(Bookmark, "bookmark")
    follows = Table(Follow, "follow")
    topics = Table(Topic, "topic")
    reports = Table(Report, "report")

    # ---- authors

    def author(self, author_id: str) -> Author:
        """The author; the persona is one even without a record."""
        if author_id == ME and ME not in self.authors:
            persona = self.setting.persona
            return Author(id=ME, name=persona.name, handle=persona.email.partition("@")[0])
        return self.authors.get(author_id)

    def active(self, author_id: str) -> Author:
        """An author who is not suspended."""
        author = self.author(author_id)
        if author.status != "active":
            raise Conflict(f"author {author_id!r} is suspended", status=author.status)
        return author

    def name_of(self, author_id: str) -> str:
        """The name of an author, or the id where no record has it."""
        if author_id in self.authors:
            return self.authors.get(author_id).name
        return self.setting.persona.name if author_id == ME else author_id

    def author_row(self, author: Author) -> Json:
        """The short form of an author."""
        follow = self.follows.get(author.id) if author.id in self.follows else None
        return {
            "author_id": author.id,
            **author.pick("name", "handle", "verified", "status"),
            "followers": author.followers_base + (follow is not None),
            "followed": follow is not None,
            "notifications": follow is not None and follow.notifications,
        }

    # ---- posts

    def readable(self, post_id: str) -> Post:
        """A post that the persona can read: published ones, and all of the persona's own.

        Raises:
            NotFound: There is none, or not yet, or no more.
        """
        post = self.posts.get(post_id)
        if post.author_id == ME or post.visible(self.clock.now):
            return post
        if post.status == "withdrawn":
            raise NotFound(
                f"post {post_id!r} was withdrawn and cannot be read any more", id=post_id, status="withdrawn"
            )
        raise NotFound(f"there is no post {post_id!r}", id=post_id)

    def live(self, post_id: str) -> Post:
        """A post that everybody can read now."""
        post = self.readable(post_id)
        if not post.visible(self.clock.now):
            raise Conflict(f"post {post_id!r} is {post.status}, not published", status=post.status)
        return post

    def mine(self, record: Post | Comment, what: str) -> None:
        """Refuse what somebody else wrote."""
        if record.author_id != ME:
            raise Refused(f"{what} {record.id!r} was written by somebody else", id=record.id)

    def comment_count(self, post: Post) -> int:
        """Comments that can be read, and those without a record."""
        now = self.clock.now
        return post.comments_base + sum(comment.visible(now) for comment in self.comments.find(post_id=post.id))

    def like_count(self, post: Post) -> int:
        """Likes, the persona's included."""
        return post.likes_base + (post.id in self.likes)

    def save_count(self, post: Post) -> int:
        """Bookmarks, the persona's included."""
        return post.saves_base + (post.id in self.bookmarks)

    def hot(self, post: Post, now: datetime) -> int:
        """The documented score of a published post."""
        assert post.published_at is not None
        hours = int((now - post.published_at).total_seconds()) // 3600
        return 1000 * (self.like_count(post) + 3 * self.save_count(post)) // (hours + 12)

    def post_row(self, post: Post) -> Json:
        """The short form of a post."""
        return {
            "post_id": post.id,
            "title": post.title,
            "author_id": post.author_id,
            "author": self.name_of(post.author_id),
            **post.pick("category", "tags", "status", "published_at", "sponsored"),
            "edited": post.edited_at is not None,
            "likes": self.like_count(post),
            "saves": self.save_count(post),
            "comments": self.comment_count(post),
            "liked": post.id in self.likes,
            "saved": post.id in self.bookmarks,
        }

    def ordered(self, posts: Iterable[Post], sort: Sort) -> list[Post]:
        """Published posts in one of the documented orders."""
        now = self.clock.now
        rows = sorted(posts, key=lambda post: (-_seconds(post), post.id))
        if sort == "most_saved":
            rows.sort(key=lambda post: -self.save_count(post))
        elif sort == "hot":
            rows.sort(key=lambda post: -self.hot(post, now))
        return rows

    @cached_property
    def _folded(self) -> dict[str, tuple[Post, str]]:
        return {}

    def says(self, post: Post, words: list[str]) -> bool:
        """Whether all folded words occur in title, body, tags, captions or the author's name."""
        known = self._folded.get(post.id)
        if known is None or known[0] is not post:
            name = self.name_of(post.author_id)
            text = fold("\n".join((post.title, post.body, *post.tags, *post.image_captions, name)))
            known = self._folded[post.id] = (post, text)
        return all(word in known[1] for word in words)

    # ---- time

    def publish_due(self, post: Post) -> None:
        """A scheduled post appears."""
        self.tell_followers(self.posts.update(post.id, status="published"))

    def tell_followers(self, post: Post) -> None:
        """A notice of a new post, for a follower who wants it and for whoever watches the author."""
        follow = self.follows.get(post.author_id) if post.author_id in self.follows else None
        notice = Notice(
            source=self.name,
            topic=f"author:{post.author_id}",
            title=f"{self.name_of(post.author_id)}: {post.title}",
            text=post.body[:500],
            ref=post.id,
        )
        self.ports.notify(notice, subscribed=follow is not None and follow.notifications)


def _seconds(post: Post) -> float:
    return 0.0 if post.published_at is None else post.published_at.timestamp()
