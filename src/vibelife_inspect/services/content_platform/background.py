"""The generated site: authors, their posts and what people wrote below, around what a bundle writes by hand."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.services.content_platform.records import Author, Category, Comment, Follow, Post
from vibelife_inspect.services.content_platform.words import (
    ANSWERS,
    BIOS,
    COMMENTS,
    FIRST,
    PLACES,
    SECOND,
    SPONSORS,
    THEMES,
    Theme,
)
from vibelife_inspect.world import Background, Record, Setting


class ContentBackground(Background):
    """Options of the generated site."""

    authors: int = Field(default=36, ge=1, le=500)
    """How many at level 1."""
    posts: int = Field(default=260, ge=0, le=5000)
    """How many at level 1."""
    categories: tuple[Category, ...] = ()
    """Only posts of these categories; empty: all that have material."""
    days_back: int = Field(default=150, ge=2, le=1500)
    """How far back posts go."""
    appearing_percent: int = Field(default=12, ge=0, le=100)
    """Share of the posts that appear while the story runs."""
    followed_percent: int = Field(default=15, ge=0, le=100)
    """Share of the authors that the persona follows, without notifications."""


class _Maker:
    """Makes records from one stream of chance."""

    def __init__(self, options: ContentBackground, level: int, rng: Random, setting: Setting) -> None:
        self.options, self.rng, self.setting = options, rng, setting
        wanted = options.categories
        self.themes = [theme for theme in THEMES if not wanted or theme.category in wanted] or list(THEMES)
        self.authors = [self._id("AU", number) for number in range(options.authors * level)]
        self._minutes = max(1, int((setting.end - setting.start).total_seconds()) // 60)

    def author(self, number: int) -> Iterator[tuple[str, Record]]:
        rng, id = self.rng, self.authors[number]
        turn, rest = divmod(number, len(FIRST) * len(SECOND))
        first = FIRST[rest % len(FIRST)]
        second = SECOND[(rest + rest // len(FIRST)) % len(SECOND)]
        since = self.setting.start - timedelta(days=self.options.days_back + rng.randrange(10, 1500))
        followers = rng.choice((rng.randrange(20, 400), rng.randrange(400, 9000), rng.randrange(9000, 120_000)))
        author = Author(
            id=id,
            name=f"{first} {second}" + (f" {turn + 1}" if turn else ""),
            handle=f"{code('handle', id, length=4).lower()}_{number + 1}",
            bio=rng.choice(BIOS),
            verified=followers > 9000 and rng.random() < 0.4,
            followers_base=followers,
            joined_on=since.date(),
        )
        yield "authors", author
        if rng.randrange(100) < self.options.followed_percent:
            yield "follows", Follow(id=id, followed_at=self._at(self.setting.start, -rng.randrange(2_000, 200_000)))

    def post(self, number: int) -> Iterator[tuple[str, Record]]:
        rng, theme = self.rng, self.rng.choice(self.themes)
        published, later = self._moment()
        likes = 0 if later else int(2 ** (rng.random() * 11))
        sponsored = rng.random() < 0.08
        thing = rng.choice(theme.things)
        post = Post(
            id=self._id("PO", number),
            author_id=rng.choice(self.authors),
            title=_capital(self._fill(rng.choice(theme.titles), thing)),
            body=self._body(theme, thing),
            category=theme.category,
            tags=tuple(rng.sample(theme.tags, 3)),
            image_captions=(f"{_capital(thing)}, seen from the side",) if rng.random() < 0.4 else (),
            status="scheduled" if later else "published",
            published_at=published,
            sponsored=sponsored,
            sponsor=rng.choice(SPONSORS) if sponsored else "",
            likes_base=likes,
            saves_base=likes * rng.randrange(5, 60) // 100,
            edited_at=None if later or rng.random() > 0.1 else self._at(published, 60),
        )
        yield "posts", post
        if not later:
            yield from self._comments(post, published)

    def _comments(self, post: Post, published: datetime) -> Iterator[tuple[str, Record]]:
        rng = self.rng
        span = min(4000, int((self.setting.start - published).total_seconds()) // 60)
        minutes = sorted(rng.randrange(1, span) for _ in range(rng.choice((0, 0, 1, 1, 2, 4))))
        root: Comment | None = None
        for turn, minute in enumerate(minutes, start=1):
            answers = root is not None and rng.random() < 0.4
            comment = Comment(
                id=f"{post.id}-C{turn}",
                post_id=post.id,
                author_id=rng.choice(self.authors),
                body=rng.choice(ANSWERS if answers else COMMENTS),
                reply_to=root.id if root is not None and answers else None,
                created_at=self._at(published, minute),
                likes=rng.choice((0, 0, 1, 2, 5)),
            )
            root = root if answers else comment
            yield "comments", comment

    def _moment(self) -> tuple[datetime, bool]:
        rng, start = self.rng, self.setting.start
        if rng.randrange(100) < self.options.appearing_percent:
            return self._at(start, rng.randrange(1, self._minutes + 1)), True
        return self._at(start, -rng.randrange(600, self.options.days_back * 1440)), False

    def _at(self, moment: datetime, minutes: int) -> datetime:
        """A moment some minutes from another, at home; who writes at night waits for the day."""
        found = (moment.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(self.setting.home)
        return found.replace(hour=found.hour + 7, fold=0) if found.hour < 5 else found

    def _body(self, theme: Theme, thing: str) -> str:
        count = min(len(theme.sentences), self.rng.randrange(3, 6))
        return " ".join(_capital(self._fill(text, thing)) for text in self.rng.sample(theme.sentences, count))

    def _fill(self, pattern: str, thing: str) -> str:
        return pattern.format(t=thing, n=self.rng.randrange(3, 60), p=self.rng.choice(PLACES))

    def _id(self, prefix: str, number: int) -> str:
        return f"{prefix}-{code('content_platform', self.options.seed, number, length=8)}"


def generate(options: ContentBackground, level: int, rng: Random, setting: Setting) -> Iterator[tuple[str, Record]]:
    """Authors, then posts each with its comments."""
    if level:
        yield from _records(_Maker(options, level, rng, setting), level)


def _records(maker: _Maker, level: int) -> Iterable[tuple[str, Record]]:
    for number in range(maker.options.authors * level):
        yield from maker.author(number)
    for number in range(maker.options.posts * level):
        yield from maker.post(number)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
