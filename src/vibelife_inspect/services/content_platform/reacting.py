"""What the persona does with other people's posts: likes, bookmarks, follows, comments and reports."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, NotFound
from vibelife_inspect.services.content_platform.reading import Reading
from vibelife_inspect.services.content_platform.records import Bookmark, Comment, Follow, Like, Reason, Report
from vibelife_inspect.world import ME, Blankable, Json, Limit, operation, page

Body = Annotated[str, Field(min_length=1, max_length=2000, pattern=r"\S")]
"""The text of a comment."""

Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"\S")]
"""The name of a collection."""


class Reacting(Reading):
    """Reactions."""

    @operation("write")
    def set_like(self, post_id: str, liked: bool = True) -> Json:
        """Like a post, or take the like back; doing so twice changes nothing.

        Args:
            post_id: Id of the post.
            liked: false takes the like back.
        """
        if liked and post_id not in self.likes:
            self.likes.add(Like(id=self.live(post_id).id, liked_at=self.clock.now))
        elif not liked and post_id in self.likes:
            self.likes.remove(post_id)
        return {"post_id": post_id, "liked": liked, "likes": self.like_count(self.posts.get(post_id))}

    @operation("write")
    def save_bookmark(self, post_id: str, collection: Name = "Saved", note: Blankable | None = None) -> Json:
        """Bookmark a post in a collection, which needs no creating; a saved post moves to the new collection.

        Args:
            post_id: Id of the post.
            collection: Name of the collection.
            note: A note to yourself; when not given, an earlier note stays.
        """
        if post_id in self.bookmarks:
            kept = self.bookmarks.get(post_id).note if note is None else note
            self.bookmarks.update(post_id, collection=collection.strip(), note=kept)
        else:
            post = self.live(post_id)
            mark = Bookmark(id=post.id, collection=collection.strip(), note=note or "", saved_at=self.clock.now)
            self.bookmarks.add(mark)
        return self._bookmark_row(self.bookmarks.get(post_id))

    @operation("write")
    def remove_bookmark(self, post_id: str) -> Json:
        """Remove the bookmark of a post.

        Args:
            post_id: Id of the post.
        """
        if post_id not in self.bookmarks:
            raise NotFound(f"post {post_id!r} is not bookmarked", id=post_id)
        self.bookmarks.remove(post_id)
        return {"post_id": post_id, "saved": False}

    @operation("read")
    def list_bookmarks(self, collection: str | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List bookmarked posts as they are now, latest saved first, then by id; `collections` counts all of them.

        Args:
            collection: Only this collection, by its exact name.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        counts: dict[str, int] = {}
        for mark in self.bookmarks:
            counts[mark.collection] = counts.get(mark.collection, 0) + 1
        rows = [mark for mark in self.bookmarks if collection in (None, mark.collection)]
        rows.sort(key=lambda mark: (-mark.saved_at.timestamp(), mark.id))
        found = page(rows, limit, cursor, self._bookmark_row)
        return {**found, "collections": [{"collection": name, "posts": counts[name]} for name in sorted(counts)]}

    @operation("write")
    def set_follow(self, author_id: str, followed: bool = True, notifications: bool | None = None) -> Json:
        """Follow an author or stop, and choose whether new posts arrive as notifications (without giving you a turn).

        Args:
            author_id: Id of the author.
            followed: false stops following.
            notifications: Whether each new post is told; off for a new follow, and left as it is, when not given.
        """
        author = self.author(author_id)
        if author_id == ME:
            raise Invalid("author_id: nobody can follow themselves")
        if not followed:
            if notifications:
                raise Invalid("notifications: must not be true when followed is false")
            if author_id in self.follows:
                self.follows.remove(author_id)
        elif author_id in self.follows:
            kept = self.follows.get(author_id).notifications if notifications is None else notifications
            self.follows.update(author_id, notifications=kept)
        else:
            self.active(author_id)
            self.follows.add(Follow(id=author_id, notifications=bool(notifications), followed_at=self.clock.now))
        return self.author_row(author)

    @operation("commit")
    def post_comment(self, post_id: str, body: Body, reply_to: str | None = None, notify_replies: bool = False) -> Json:
        """Publish a comment under a post, in the user's name.

        Args:
            post_id: Id of the post.
            body: The text, at most 2000 characters.
            reply_to: Id of the comment under the same post that it answers.
            notify_replies: Whether a reply arrives as a notification and gives you a turn.
        """
        post = self.live(post_id)
        if not post.comments_open:
            raise Conflict(f"post {post_id!r} takes no comments", comments_open=False)
        comment = Comment(
            id=self.new_id("CMT"),
            post_id=post_id,
            body=body,
            reply_to=reply_to,
            thread_id=self.answered(post_id, reply_to).thread if reply_to is not None else "",
            created_at=self.clock.now,
            notify_replies=notify_replies,
        )
        return self.comment_row(self.comments.add(comment))

    @operation("write")
    def edit_comment(self, comment_id: str, body: Body) -> Json:
        """Change the text of one of the user's own comments; it is marked as edited.

        Args:
            comment_id: Id of the comment.
            body: The whole new text, at most 2000 characters.
        """
        comment = self._own_comment(comment_id)
        return self.comment_row(self.comments.update(comment.id, body=body, edited_at=self.clock.now))

    @operation("commit")
    def delete_comment(self, comment_id: str) -> Json:
        """Delete one of the user's own comments for good; replies to it stay.

        Args:
            comment_id: Id of the comment.
        """
        comment = self._own_comment(comment_id)
        self.comments.update(comment.id, status="deleted")
        return {"comment_id": comment_id, "deleted": True}

    @operation("commit")
    def report_post(self, post_id: str, reason: Reason, text: str | None = None) -> Json:
        """Report somebody's post to the site, once.

        Args:
            post_id: Id of the post.
            reason: What is wrong with it.
            text: What exactly; needed for the reason other.
        """
        post = self.live(post_id)
        if post.author_id == ME:
            raise Invalid("post_id: this is the user's own post; take it down instead")
        if reason == "other" and text is None:
            raise Invalid("text: say what is wrong, as the reason is other")
        if post_id in self.reports:
            raise Conflict(f"post {post_id!r} is reported already", reason=self.reports.get(post_id).reason)
        report = Report(id=post_id, reason=reason, text=text or "", reported_at=self.clock.now)
        return self.reports.add(report).shown

    def answered(self, post_id: str, comment_id: str) -> Comment:
        """The comment under a post that a reply answers."""
        comment = self.comments.get(comment_id)
        if comment.post_id != post_id:
            raise Invalid(f"reply_to: comment {comment_id!r} stands under post {comment.post_id!r}, not {post_id!r}")
        if not comment.visible(self.clock.now):
            raise NotFound(f"there is no comment {comment_id!r}", id=comment_id)
        return comment

    def _own_comment(self, comment_id: str) -> Comment:
        comment = self.comments.get(comment_id)
        self.mine(comment, "comment")
        if comment.status == "deleted":
            raise Conflict(f"comment {comment_id!r} is deleted", status="deleted")
        return comment

    def _bookmark_row(self, mark: Bookmark) -> Json:
        """A bookmark with its post as it is now."""
        row: Json = {"post_id": mark.id, "status": "gone"}
        if mark.id in self.posts:
            row = self.post_row(self.posts.get(mark.id))
        return {**row, **mark.pick("collection", "note", "saved_at")}
