"""Finding and reading: search, feeds, topics, authors, posts and comments."""

from collections import Counter
from datetime import date, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Invalid, Refused
from vibelife_inspect.services.content_platform.base import ContentBase, Sort
from vibelife_inspect.services.content_platform.records import Category, Comment, Post, PostStatus, Tag, Topic
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import ME, Json, Limit, operation, page


class Reading(ContentBase):
    """What can be read."""

    @operation("read")
    def search_posts(
        self,
        query: str | None = None,
        category: Category | None = None,
        tag: Tag | None = None,
        author_id: str | None = None,
        published_since: date | None = None,
        sponsored: bool | None = None,
        sort: Sort = "hot",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Search published posts; give at least one condition. Rows come without the body.

        The score of `hot` is 1000 * (likes + 3 * saves) // (hours since publication + 12).

        Args:
            query: Words that all occur in title, body, tags, captions or the author's name, in any script.
            category: Only this category.
            tag: Only posts with exactly this tag; case does not matter.
            author_id: Only posts of this author.
            published_since: Only posts published on or after this day (home zone).
            sponsored: true: only posts that are marked as sponsored; false: only posts that are not.
            sort: hot: highest score first; latest: newest first; most_saved: most bookmarks first. Equal ones stand
                newest first, then by id.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        conditions = (query, category, tag, author_id, published_since, sponsored)
        if all(condition is None for condition in conditions):
            raise Invalid("query: give a query, category, tag, author_id, published_since or sponsored")
        now, words = self.clock.now, fold(query or "").split()
        pool = self.posts if author_id is None else self.posts.find(author_id=self.author(author_id).id)
        hits = [
            post
            for post in pool
            if category in (None, post.category)
            and sponsored in (None, post.sponsored)
            and (tag is None or tag in post.tags)
            and (not words or self.says(post, words))
            and post.visible(now)
            and (published_since is None or self._day(post) >= published_since)
        ]
        return page(self.ordered(hits, sort), limit, cursor, self.post_row)

    @operation("read")
    def get_post(self, post_id: str) -> Json:
        """Show a post in full, with its author; own drafts, scheduled and withdrawn posts too.

        Args:
            post_id: Id of the post.
        """
        post = self.readable(post_id)
        known = post.author_id == ME or post.author_id in self.authors
        return {
            **self.post_row(post),
            **post.pick("body", "image_captions", "sponsor", "edited_at", "withdrawn_at", "comments_open"),
            "author_profile": self.author_row(self.author(post.author_id)) if known else None,
            "collection": self.bookmarks.get(post_id).collection if post_id in self.bookmarks else None,
            "reported": post_id in self.reports,
        }

    @operation("read")
    def list_comments(self, post_id: str, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List the comments under a post, thread by thread.

        The oldest thread comes first, its replies after it, oldest first; `reply_to` names the comment that is
        answered. The post's count may be higher, as very old comments are counted but not kept.

        Args:
            post_id: Id of the post.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        self.readable(post_id)
        now = self.clock.now
        every = {row.id: row for row in self.comments.find(post_id=post_id)}

        def place(row: Comment) -> tuple[float, str, bool, float, str]:
            root = every.get(row.thread, row)
            return (root.created_at.timestamp(), root.id, row is not root, row.created_at.timestamp(), row.id)

        rows = sorted((row for row in every.values() if row.visible(now)), key=place)
        return page(rows, limit, cursor, self.comment_row)

    @operation("read")
    def list_trending(
        self,
        category: Category | None = None,
        days: Annotated[int, Field(ge=1, le=30)] = 7,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the posts of the last days by their score, highest first, then newest first, then by id.

        The score is 1000 * (likes + 3 * saves) // (hours since publication + 12).

        Args:
            category: Only this category.
            days: How many days back, counted in hours from now.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        now = self.clock.now
        first = self.clock.after(-timedelta(days=days))
        rows = [
            post
            for post in self.posts
            if category in (None, post.category)
            and post.published_at is not None
            and post.published_at >= first
            and post.visible(now)
        ]
        shown = self.ordered(rows, "hot")
        return page(shown, limit, cursor, lambda post: {**self.post_row(post), "score": self.hot(post, now)})

    @operation("read")
    def list_feed(
        self, topic: Tag | None = None, sort: Sort = "latest", limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List the home feed, that is the posts of all followed authors, or the feed of one topic.

        Args:
            topic: Tag of the topic, as search_topics shows it; without it, the home feed.
            sort: hot: highest score first (as search_posts documents it); latest: newest first; most_saved: most
                bookmarks first. Equal ones stand newest first, then by id.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        now = self.clock.now
        if topic is None:
            rows = [post for follow in self.follows for post in self.posts.find(author_id=follow.id)]
        else:
            rows = [post for post in self.posts if topic in post.tags]
        return page(self.ordered((post for post in rows if post.visible(now)), sort), limit, cursor, self.post_row)

    @operation("read")
    def search_topics(self, query: str, limit: Limit = 20, cursor: str | None = None) -> Json:
        """Find topics whose tag or description holds every word; most posts first, then by tag.

        Args:
            query: Words to look for, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        now = self.clock.now
        counts = Counter(tag for post in self.posts if post.visible(now) for tag in post.tags)
        pages = {topic.tag: topic for topic in self.topics}
        rows = [pages.get(tag) or Topic(id=tag, tag=tag) for tag in {**pages, **counts}]
        rows = [topic for topic in rows if found(query, topic.tag, topic.about)]
        rows.sort(key=lambda topic: (-topic.posts_base - counts[topic.tag], topic.tag))
        return page(
            rows,
            limit,
            cursor,
            lambda topic: {**topic.pick("tag", "about"), "posts": topic.posts_base + counts[topic.tag]},
        )

    @operation("read")
    def list_authors(
        self,
        query: str | None = None,
        followed: bool | None = None,
        verified: bool | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find authors, or list those whom the user follows, by name, then id.

        Args:
            query: Words that all occur in name, handle or bio, in any script.
            followed: true: only followed authors; false: only others.
            verified: Only authors who are (true) or are not (false) verified.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        pool = [row.id for row in self.follows if row.id in self.authors] if followed else [a.id for a in self.authors]
        rows = [
            author
            for author in map(self.authors.get, pool)
            if followed in (None, author.id in self.follows)
            and verified in (None, author.verified)
            and (query is None or found(query, author.name, author.handle, author.bio))
        ]
        rows.sort(key=lambda author: (fold(author.name), author.id))
        return page(rows, limit, cursor, self.author_row)

    @operation("read")
    def get_author(self, author_id: str | None = None) -> Json:
        """Show the profile of an author with the counts of posts and followers.

        Args:
            author_id: Id of the author; the user's own profile when not given.
        """
        author = self.author(ME if author_id is None else author_id)
        now = self.clock.now
        posts = sum(post.visible(now) for post in self.posts.find(author_id=author.id))
        shown: Json = {**self.author_row(author), **author.pick("bio", "joined_on"), "posts": posts}
        return {**shown, "following": len(self.follows)} if author.id == ME else shown

    @operation("read")
    def list_posts(
        self,
        author_id: str | None = None,
        status: PostStatus = "published",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the posts of one author, or the user's own, newest publication first (drafts last), then by id.

        Args:
            author_id: Id of the author; the user's own posts when not given.
            status: Drafts, scheduled and withdrawn posts can be listed only for the user's own.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        author = self.author(ME if author_id is None else author_id)
        if author.id != ME and status != "published":
            raise Refused(f"{status} posts of {author.id!r} are not public; only status published is", status=status)
        now = self.clock.now
        rows = [post for post in self.posts.find(author_id=author.id) if post.status == status]
        rows = [post for post in rows if status != "published" or post.visible(now)]
        return page(self.ordered(rows, "latest"), limit, cursor, self.post_row)

    def comment_row(self, comment: Comment) -> Json:
        """A comment as it stands under its post."""
        return {
            "comment_id": comment.id,
            **comment.pick("post_id", "author_id"),
            "author": self.name_of(comment.author_id),
            **comment.pick("body", "reply_to", "created_at", "edited_at", "likes", "status"),
        }

    def _day(self, post: Post) -> date:
        assert post.published_at is not None
        return post.published_at.astimezone(self.clock.home).date()
