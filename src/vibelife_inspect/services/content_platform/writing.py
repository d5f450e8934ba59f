"""The persona's own posts: drafts, publishing, scheduling and taking down."""

from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.content_platform.reacting import Reacting
from vibelife_inspect.services.content_platform.records import Category, Post, Tag
from vibelife_inspect.world import ME, Json, operation

Title = Annotated[str, Field(min_length=1, max_length=120, pattern=r"\S")]
"""The title of a post."""

Body = Annotated[str, Field(min_length=1, max_length=20_000, pattern=r"\S")]
"""The text of a post."""

Tags = Annotated[list[Tag], Field(max_length=10)]
"""Tags without `#`."""

Captions = Annotated[list[Annotated[str, Field(min_length=1, max_length=300)]], Field(max_length=18)]
"""What the pictures of a post show."""

_FARTHEST = timedelta(days=366)


class Writing(Reacting):
    """Own posts."""

    @operation("write")
    def save_draft(
        self,
        post_id: str | None = None,
        title: Title | None = None,
        body: Body | None = None,
        category: Category | None = None,
        tags: Tags | None = None,
        image_captions: Captions | None = None,
        sponsored: bool | None = None,
        sponsor: str | None = None,
    ) -> Json:
        """Write a new draft, or change one; nobody sees it before it is published.

        A scheduled post can be changed too and stays scheduled. Published posts cannot be changed.

        Args:
            post_id: Id of an own draft or scheduled post to change; a new draft when not given.
            title: Title, at most 120 characters; needed for a new draft.
            body: Text, at most 20000 characters; needed for a new draft.
            category: Category; other for a new draft when not given.
            tags: All tags, which replace earlier ones.
            image_captions: One caption for each picture, in order, which replace earlier ones.
            sponsored: Whether the post says that somebody paid for it.
            sponsor: Who pays; makes the post a sponsored one.
        """
        if sponsor is not None and sponsored is False:
            raise Invalid("sponsored: must not be false when a sponsor is named")
        given: dict[str, Any] = {
            "title": title,
            "body": body,
            "category": category,
            "tags": None if tags is None else tuple(dict.fromkeys(tags)),
            "image_captions": image_captions,
            "sponsored": True if sponsor is not None else sponsored,
            "sponsor": "" if sponsored is False else sponsor,
        }
        fields = {name: value for name, value in given.items() if value is not None}
        if post_id is not None:
            return self._whole(self.posts.update(self._unpublished(post_id).id, **fields))
        if title is None or body is None:
            raise Invalid("title and body: both are needed for a new draft")
        draft = Post.model_validate({"id": self.new_id("POST"), "status": "draft", **fields})
        return self._whole(self.posts.add(draft))

    @operation("commit")
    def publish_draft(self, post_id: str, publish_at: Instant | None = None) -> Json:
        """Publish an own draft at once, or schedule it; a scheduled post can be scheduled anew or published now.

        Args:
            post_id: Id of the draft or scheduled post.
            publish_at: When it is to appear, at most a year ahead; a time without an offset is the home zone's.
                At once when not given.
        """
        post, now = self._unpublished(post_id), self.clock.now
        if publish_at is None:
            post = self.posts.update(post_id, status="published", published_at=now)
            self.tell_followers(post)
            return self._whole(post)
        if not now < publish_at <= now + _FARTHEST:
            raise Invalid(f"publish_at: must lie after {now.isoformat()}, at most a year ahead")
        return self._whole(self.posts.update(post_id, status="scheduled", published_at=publish_at))

    @operation("commit")
    def take_down_post(self, post_id: str) -> Json:
        """Take one of the user's own posts down for good: a draft, a scheduled or a published one.

        Args:
            post_id: Id of the post.
        """
        post = self.posts.get(post_id)
        self.mine(post, "post")
        if post.status == "withdrawn":
            raise Conflict(f"post {post_id!r} is already withdrawn", status="withdrawn")
        return self._whole(self.posts.update(post_id, status="withdrawn", withdrawn_at=self.clock.now))

    def _unpublished(self, post_id: str) -> Post:
        post = self.posts.get(post_id)
        self.mine(post, "post")
        if post.status not in ("draft", "scheduled"):
            raise Conflict(
                f"post {post_id!r} is {post.status}; only drafts and scheduled posts can be changed or published",
                status=post.status,
            )
        return post

    def _whole(self, post: Post) -> Json:
        assert post.author_id == ME
        return {**self.post_row(post), **post.pick("body", "image_captions", "sponsor", "withdrawn_at")}
