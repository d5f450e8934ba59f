"""Authors, posts and comments, and what the persona does with them."""

from collections.abc import Iterable
from datetime import date, datetime
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Due, Json, Record, States

Category = Literal[
    "travel", "food", "fitness", "home", "parenting", "study", "work", "tech", "money", "beauty", "books", "pets",
    "garden", "culture", "other",
]  # fmt: skip
"""What a post is about."""

PostStatus = Literal["draft", "scheduled", "published", "withdrawn"]
"""Where a post is in its life; `scheduled` appears at its `published_at`."""

Reason = Literal["spam", "undisclosed_ad", "misinformation", "harassment", "copyright", "dangerous", "other"]
"""Why a post is reported."""

POST_STATES = States(
    {
        "draft": "scheduled published withdrawn",
        "scheduled": "published withdrawn",
        "published": "withdrawn",
        "withdrawn": "",
    }
)
COMMENT_STATES = States({"published": "deleted", "deleted": ""})
AUTHOR_STATES = States({"active": "suspended", "suspended": ""})

Count = Annotated[int, Field(ge=0, le=10**9)]
"""A number of people or clicks."""


@lru_cache(maxsize=10_000)
def _tag(value: str) -> str:
    folded = squeeze(value).lstrip("#").strip()
    if not folded:
        raise ValueError("must hold a word, such as kyoto")
    return folded


Tag = Annotated[str, Field(max_length=60), AfterValidator(_tag)]
"""A tag without `#`; upper and lower case are the same."""


class Author(Record):
    """Somebody who writes; the persona is the author `me`, with or without a record."""

    name: str = Field(min_length=1)
    handle: str = ""
    """Short name without `@`."""
    bio: str = ""
    verified: bool = False
    followers_base: Count = 0
    """Followers besides the persona."""
    joined_on: date | None = None
    status: Literal["active", "suspended"] = "active"


class Post(Record):
    """A post, visible from `published_at` on while it is published."""

    author_id: str = ME
    """Id of the author; `me` is the persona."""
    title: str = Field(min_length=1)
    body: str = ""
    category: Category = "other"
    tags: tuple[Tag, ...] = ()
    image_captions: tuple[str, ...] = ()
    """What its pictures show, in order."""
    status: PostStatus = "published"
    published_at: Instant | None = None
    """When it appeared or will appear; None only for drafts and withdrawn drafts."""
    sponsored: bool = False
    """Whether it says that somebody paid for it."""
    sponsor: str = ""
    """Who paid, where the post says so."""
    edited_at: Instant | None = None
    """When its text was last changed after publication."""
    withdrawn_at: Instant | None = None
    likes_base: Count = 0
    """Likes besides the persona's."""
    saves_base: Count = 0
    """Bookmarks besides the persona's."""
    comments_base: Count = 0
    """Comments that have no record."""
    comments_open: bool = True

    @model_validator(mode="after")
    def _dated(self) -> "Post":
        if self.status in ("scheduled", "published") and self.published_at is None:
            raise ValueError(f"published_at: a {self.status} post needs one")
        return self

    def visible(self, now: datetime) -> bool:
        """Whether everybody can read it at that instant."""
        return self.status == "published" and self.published_at is not None and self.published_at <= now


class Comment(Record):
    """A comment under a post, visible from `created_at` on."""

    post_id: str
    author_id: str = ME
    """Id of the author; `me` is the persona."""
    body: str
    reply_to: str | None = None
    """The comment that it answers."""
    thread_id: str = ""
    """The comment that began the thread; empty: this one."""
    created_at: Instant
    edited_at: Instant | None = None
    likes: Count = 0
    notify_replies: bool = False
    """Whether the persona asked to be told of replies."""
    status: Literal["published", "deleted"] = "published"

    @property
    def thread(self) -> str:
        """Id of the comment that began the thread."""
        return self.thread_id or self.reply_to or self.id

    def visible(self, now: datetime) -> bool:
        """Whether it can be read at that instant."""
        return self.status == "published" and self.created_at <= now


class Like(Record):
    """The persona likes a post; the id is the post's."""

    liked_at: Instant


class Bookmark(Record):
    """The persona saved a post; the id is the post's."""

    collection: str = "Saved"
    note: str = ""
    saved_at: Instant


class Follow(Record):
    """The persona follows an author; the id is the author's."""

    notifications: bool = False
    """Whether new posts are told."""
    followed_at: Instant


class Topic(Record):
    """The page of a tag; tags without one are topics too."""

    tag: Tag
    about: str = ""
    posts_base: Count = 0
    """Posts that have no record."""


class Report(Record):
    """The persona reported a post; the id is the post's."""

    reason: Reason
    text: str = ""
    reported_at: Instant

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {"post_id": self.id, **self.pick("reason", "text", "reported_at")}


def post_due(post: Post) -> Iterable[Due]:
    """Scheduled posts appear."""
    if post.status == "scheduled" and post.published_at is not None:
        yield Due(post.published_at, "publish_due")
