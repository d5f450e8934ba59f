"""Generated notifications, all old and read, and official accounts with their posts."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from random import Random

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.services.notification_hub.records import Account, Category, Notification, Post
from vibelife_inspect.world import Background, Record, Setting

_DISTRICTS = (
    "Harbour District", "Old Mill", "Northbank", "Lindenfeld", "Eastgate", "Riverside", "Castle Hill", "Southmoor",
    "Fernhill", "Marketside", "Westhaven", "Birchwood", "Stonebridge", "Lakeview",
)  # fmt: skip

_ACCOUNTS: tuple[tuple[str, Category, str, tuple[str, ...]], ...] = (
    ("{} Public Library", "culture", "Opening hours, new books and readings of the {} library.",
     ("Reading circle on {d} evening", "New shelf: books about {t}", "Quiet study room open longer",
      "Exhibition on {t}")),
    ("{} Transit", "transport", "Timetables and works on the lines through {}.",
     ("Weekend works on line {n}", "New timetable for line {n}", "Lift at the central stop is back",
      "More night buses on {d}s")),
    ("{} City Office", "government", "News from the citizens' office in {}.",
     ("Opening hours on {d}", "New lamps in street no. {n}", "Council meeting on {t}",
      "Minutes of meeting {n} are online")),
    ("{} Waterworks", "utility", "Water supply and quality in {}.",
     ("Water report no. {n}", "Pipes flushed on {d} night", "How the {t} basin is cleaned",
      "Open day at pump house {n}")),
    ("{} Swimming Pool", "health", "Lanes, courses and closures of the pool in {}.",
     ("Early lanes on {d}s", "Course list no. {n}", "Sauna closed for cleaning on {d}", "Aqua hour with {t}")),
    ("{} Evening School", "education", "Courses for adults in {}.",
     ("Course on {t} begins on {d}", "Programme no. {n} is out", "Open lesson: {t}", "Language café on {d}")),
    ("{} Neighbours", "community", "Flea markets, gardens and street life in {}.",
     ("Flea market on {d}", "Seeds to swap: {t}", "Street party with {t}", "Repair café no. {n}")),
    ("{} Courier", "news", "Local news from {}.",
     ("{n} trees planted along the avenue", "Bakery wins prize for {t}", "Local choir sings on {d}",
      "A walk through {t} history")),
    ("{} Market Hall", "shopping", "Stalls, seasons and opening hours in {}.",
     ("In season: {f}", "{n} new stalls", "Late opening on {d}", "Tasting: {f}")),
    ("{} Walks", "travel", "Paths and outings around {}.",
     ("Path no. {n} is open again", "A {d} outing for {t}", "Viewpoint {n} has new benches", "Where to see {t}")),
    ("{} Theatre", "culture", "Plays and concerts in {}.",
     ("Season of {t}", "{d} concert moved to the small stage", "Rehearsal open to the public", "Play no. {n} returns")),
    ("{} Savings Forum", "finance", "Talks about household money in {}.",
     ("Talk on {t}", "Leaflet no. {n}: reading a bill", "Round table on {d}", "Questions and answers no. {n}")),
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_THEMES = (
    "apples", "birds", "bicycles", "bridges", "bread", "ceramics", "chess", "cheese", "folk music", "herbs", "honey",
    "jazz", "lanterns", "maps", "mushrooms", "old films", "pottery", "quilts", "rivers", "sourdough", "spring flowers",
    "stars", "tea", "textiles", "trains", "watercolours", "wild plants", "windmills",
)  # fmt: skip

_FOODS = (
    "apples",
    "barley",
    "beans",
    "beetroot",
    "fennel",
    "herbs",
    "honey",
    "leeks",
    "lentils",
    "mushrooms",
    "pears",
    "plums",
)

_NOTICES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("phone", "system", ("Screen time last week: {n} minutes a day less", "Backup {n} finished",
     "Storage: {n} GB are free",
                         "System version 17.{m} is installed", "Battery health is at {p} %")),
    ("app_store", "updates", ("{m} apps were updated", "Your podcast app was updated", "The map app has a new look")),
    ("photos", "memories", ("A look back at {t}", "{n} new pictures were sorted",
     "Album about {t} is ready to look at")),
    ("podcasts", "episodes", ("New episode {n}: {t}", "A show about {t} that you may like",
     "Episode {n} was downloaded")),
    ("steps", "activity", ("{n} minutes on foot yesterday", "{m} days in a row with a walk", "Most active day: {d}")),
    ("news_digest", "morning", ("Morning digest no. {n}", "Five things about {t}", "The {d} long read: {t}")),
    ("recipes", "ideas", ("A dish with {f} for {d}", "{m} recipes that take {n} minutes", "Kitchen tip no. {n}")),
    ("crossword", "puzzles", ("Puzzle no. {n} is out", "You solved {m} puzzles in a row", "{d} puzzle: {t}")),
    ("music", "mixes", ("Your {d} mix is ready", "A playlist around {t}", "New in your library: {t}, vol. {m}")),
    ("language_app", "streak", ("{n} words learnt so far", "Word of the day is about {t}", "Lesson {n} was saved")),
)  # fmt: skip


class HubBackground(Background):
    """Options of the generated notifications and accounts."""

    notifications: int = Field(default=50, ge=0, le=500)
    """How many old notifications at level 1."""
    accounts: int = Field(default=12, ge=0, le=200)
    """How many official accounts at level 1."""
    days_back: int = Field(default=60, ge=1, le=730)
    """How far back notifications and posts go."""
    followed_percent: int = Field(default=25, ge=0, le=100)
    """Share of the accounts that the persona follows; these publish nothing after the start."""


def generate(options: HubBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """Notifications, then accounts each with its posts."""
    for number in range(options.notifications * level):
        yield "notifications", _notification(number, options, rng, setting)
    for number in range(options.accounts * level):
        yield from _account(number, options, rng, setting)


def _notification(number: int, options: HubBackground, rng: Random, setting: Setting) -> Notification:
    source, topic, titles = rng.choice(_NOTICES)
    return Notification(
        id=f"NTF-{code('bg', options.seed, number, length=9)}",
        source=source,
        topic=topic,
        title=_fill(rng.choice(titles), rng),
        received_at=setting.start - timedelta(minutes=rng.randrange(60, options.days_back * 1440)),
        read=True,
        archived=rng.random() < 0.3,
    )


def _account(number: int, options: HubBackground, rng: Random, setting: Setting) -> Iterator[tuple[str, Record]]:
    sort, rest = number % len(_ACCOUNTS), number // len(_ACCOUNTS)
    name, category, description, titles = _ACCOUNTS[sort]
    turn, district = divmod(rest, len(_DISTRICTS))
    where = _DISTRICTS[(district + sort * 5) % len(_DISTRICTS)] + (f" {turn + 1}" if turn else "")
    followed = rng.randrange(100) < options.followed_percent
    since = setting.start - timedelta(days=options.days_back + rng.randrange(1, 500))
    account = Account(
        id=f"OA-{code('bg', options.seed, number, length=9)}",
        name=name.format(where),
        category=category,
        description=description.format(where),
        followed=followed,
        followed_at=since if followed else None,
    )
    yield "accounts", account
    span = (
        timedelta(days=options.days_back)
        if followed
        else setting.end - setting.start + timedelta(days=options.days_back)
    )
    minutes = max(120, span // timedelta(minutes=1))
    first = setting.start - timedelta(days=options.days_back)
    for n, offset in enumerate(sorted(rng.sample(range(minutes - 60), 5)), start=1):
        title = _fill(rng.choice(titles), rng)
        yield (
            "posts",
            Post(
                id=f"{account.id}-P{n}",
                account_id=account.id,
                title=title,
                text=f"{title}. {account.description} More on site.",
                published_at=first + timedelta(minutes=offset),
                announced=first + timedelta(minutes=offset) <= setting.start,
            ),
        )


def _fill(pattern: str, rng: Random) -> str:
    return pattern.format(
        f=rng.choice(_FOODS),
        d=rng.choice(_DAYS),
        t=rng.choice(_THEMES),
        n=rng.randrange(12, 96),
        m=rng.randrange(2, 9),
        p=rng.randrange(84, 99),
    )
