"""A social site: authors, posts, comments, likes, bookmarks, follows, topics and the persona's own posts."""

from vibelife_inspect.services.content_platform.service import ContentPlatform

__all__ = ["ContentPlatform"]
