"""Notes as they pile up: recipes, books, packing lists, minutes and things to remember."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Literal

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.services.notes.records import Column, Database, Page, Row
from vibelife_inspect.world import Background, Record, Setting

Topic = Literal["recipes", "packing", "minutes", "household", "ideas", "books"]
"""What old notes are about."""

_PAGES = 24
_ROWS = 16


class NotesBackground(Background):
    """What stands around the bundle's own notes."""

    topics: tuple[Topic, ...] = ("recipes", "packing", "minutes", "household", "ideas", "books")
    """What the pages are about; `books` also makes a database of books read."""
    newest_days: int = Field(default=10, ge=1, le=3650)
    """The newest of them is at least this many days old at the first instant."""
    oldest_days: int = Field(default=900, ge=1, le=3650)
    """None of them is older."""


_DISHES = [
    "Lentil soup",
    "Potato gratin",
    "Plum cake",
    "Mushroom risotto",
    "Shakshuka",
    "Pumpkin curry",
    "Onion tart",
    "Barley salad",
    "Fish stew",
    "Semolina pudding",
    "Spinach dumplings",
    "Walnut bread",
    "Ratatouille",
    "Miso aubergine",
]
_STAPLES = [
    "olive oil",
    "2 onions",
    "3 cloves of garlic",
    "500 g potatoes",
    "200 g red lentils",
    "1 l vegetable stock",
    "4 eggs",
    "250 g flour",
    "100 g butter",
    "1 lemon",
    "a bunch of parsley",
    "400 g tinned tomatoes",
    "1 leek",
    "150 g hard cheese",
    "2 carrots",
    "smoked paprika",
    "80 g walnuts",
    "300 ml cream",
    "salt and pepper",
]
_STEPS = [
    "Chop everything finely.",
    "Fry gently until soft.",
    "Add the stock and simmer for {n} minutes.",
    "Bake at 180 degrees for {n} minutes.",
    "Let it rest for a quarter of an hour.",
    "Season generously.",
    "Fold in the rest and stir.",
    "Serve with bread.",
    "Tastes better the next day.",
]
_PLACES = [
    "the lake hut",
    "a long weekend in Ghent",
    "the ski week",
    "a city break in Porto",
    "the sailing course",
    "camping in the Harz",
    "a week on Gotland",
    "the cycling tour along the Danube",
    "hiking in the Tatra",
]
_GEAR = [
    "rain jacket",
    "charger and adapter",
    "swimming things",
    "travel towel",
    "first-aid kit",
    "head torch",
    "sun cream",
    "warm socks",
    "walking boots",
    "paperback",
    "thermos",
    "earplugs",
    "sewing kit",
    "card games",
    "water bottle",
    "sunglasses",
    "pyjamas",
    "toiletries",
    "pocket knife",
    "snacks for the way",
]
_GROUPS = [
    "House meeting",
    "Parents' council",
    "Allotment club",
    "Choir committee",
    "Team retrospective",
    "Book circle",
]
_NAMES = [
    "Ayla",
    "Bengt",
    "Carla",
    "Dimitri",
    "Elin",
    "Farid",
    "Greta",
    "Hiro",
    "Ines",
    "Jonas",
    "Kaori",
    "Lotte",
    "Milan",
]
_SAID = [
    "{name} reported on the last months; all in order.",
    "The old shed was repainted.",
    "Attendance list closed.",
    "{name} keeps the keys from now on.",
    "The summer party took place with {n} guests.",
    "Cash box counted: all there.",
    "Thanks to {name} for the cake.",
    "The new timetable was presented.",
    "The previous minutes were accepted.",
]
_HOME = [
    (
        "Paint colours",
        ["Hall: chalk white 0{n}", "Bedroom: dove grey 1{n}", "Kitchen: sage 2{n}", "Window frames: ivory"],
    ),
    ("Bulb types", ["Kitchen: E27, 806 lm", "Bath: GU10, {n} W", "Desk: E14", "Cellar: tube, 60 cm"]),
    (
        "Measurements",
        ["Sofa niche: 2{n} cm", "Bedroom window: 118 x 1{n} cm", "Fridge space: 60 cm", "Desk: 140 x 70 cm"],
    ),
    (
        "House plants",
        ["Rubber plant: every {n} days", "Fern: keep moist", "Cactus: hardly ever", "Basil: south window"],
    ),
    ("Balcony", ["Tomatoes did well", "Slugs liked the lettuce", "{n} pots of herbs", "Lavender survived the frost"]),
    (
        "Wi-Fi at the holiday flat",
        ["Router is in the hall cupboard", "Switch off and on when slow", "Window {n}: best reception"],
    ),
]
_IDEAS = [
    (
        "Gift ideas for {name}",
        ["a good umbrella", "concert tickets", "ceramics course", "tea from the corner shop", "a map puzzle"],
    ),
    (
        "Films somebody praised",
        ["the one about the lighthouse", "the long train film", "the silent comedy", "the chess drama"],
    ),
    ("Words I keep looking up", ["palimpsest", "liminal", "defenestrate", "petrichor", "obviate", "threnody"]),
    (
        "Weekend trips",
        ["Moor path, 1{n} km", "Open-air museum", "Island ferry", "Thermal baths", "Castle ruin, {n} km"],
    ),
    (
        "Learning Italian",
        ["irregular past participles", "numbers to a thousand", "ordering food", "small talk on trains"],
    ),
    ("Names for a cat", ["Pixel", "Mokka", "Professor", "Nori", "Biscotti", "Schnurri"]),
]
_ADJECTIVES = ["quiet", "last", "crooked", "winter", "paper", "blue", "forgotten", "second", "northern", "glass"]
_NOUNS = [
    "orchard",
    "ferry",
    "clockmaker",
    "letters",
    "harbour",
    "garden",
    "winter",
    "cartographer",
    "island",
    "bakery",
]
_AUTHORS = ["A. Brandvik", "L. Moravec", "T. Ekholm", "S. Ibarra", "N. Castell", "J. Petrik", "K. Halden", "R. Ortega"]
_GENRES = ("novel", "crime", "essay", "travel", "history", "poetry")


class _Maker:
    """Makes notes from one generator."""

    def __init__(self, options: NotesBackground, rng: Random, setting: Setting) -> None:
        self.options, self.rng, self.setting = options, rng, setting
        self.made = 0

    def id(self, prefix: str) -> str:
        self.made += 1
        return f"{prefix}-{code('notes', self.setting.seed, self.options.seed, self.made, length=8)}"

    def moment(self) -> datetime:
        newest, oldest = self.options.newest_days, max(self.options.oldest_days, self.options.newest_days)
        ago = timedelta(days=self.rng.randint(newest, oldest), minutes=self.rng.randint(0, 840))
        return self.setting.start - ago

    def fill(self, text: str) -> str:
        return text.format(name=self.rng.choice(_NAMES), n=self.rng.randint(2, 9) * 5)

    def bullets(self, lines: list[str], least: int, mark: str = "- ") -> str:
        chosen = self.rng.sample(lines, self.rng.randint(least, len(lines)))
        return "\n".join(mark + self.fill(line) for line in chosen)

    def page(self, title: str, body: str, *tags: str) -> Page:
        written = self.moment()
        touched = (
            written + (self.setting.start - timedelta(days=self.options.newest_days) - written) * self.rng.random()
        )
        id, at = self.id("PAGE"), written.replace(microsecond=0)
        title = title.replace("<day>", str(at.date())).replace("<year>", str(at.year))
        changed = max(at, touched.replace(microsecond=0))
        return Page(id=id, title=title, body=body, tags=tags, created_at=at, updated_at=changed)

    def recipes(self) -> Page:
        dish, servings = self.rng.choice(_DISHES), self.rng.randint(2, 6)
        steps = self.rng.sample(_STEPS, self.rng.randint(3, 6))
        numbered = "\n".join(f"{n}. {self.fill(step)}" for n, step in enumerate(steps, start=1))
        parts = self.bullets(self.rng.sample(_STAPLES, 11), 6)
        by = self.rng.choice(["", f", {self.rng.choice(_NAMES)}'s way", ", quick", ", for guests"])
        return self.page(dish + by, f"For {servings}.\n\n## Ingredients\n{parts}\n\n## Method\n{numbered}\n", "recipe")

    def packing(self) -> Page:
        place = self.rng.choice(_PLACES)
        return self.page(f"Packing for {place} (<year>)", self.bullets(_GEAR, 8, "- [x] ") + "\n", "travel", "list")

    def minutes(self) -> Page:
        group = self.rng.choice(_GROUPS)
        there = ", ".join(self.rng.sample(_NAMES, 4))
        return self.page(f"{group}, <day>", f"Present: {there}\n\n{self.bullets(_SAID, 3)}\n", "minutes")

    def household(self) -> Page:
        title, lines = self.rng.choice(_HOME)
        return self.page(title, self.bullets(lines, 2) + "\n", "home")

    def ideas(self) -> Page:
        title, lines = self.rng.choice(_IDEAS)
        return self.page(self.fill(title), self.bullets(lines, 3) + "\n", "ideas")

    def books(self) -> Page:
        lines = [f"*{self.title()}* by {self.rng.choice(_AUTHORS)}" for _ in range(self.rng.randint(4, 8))]
        season = self.rng.choice(["Summer", "Autumn", "Winter", "Spring"])
        return self.page(f"{season} reading <year>", "\n".join(f"- {line}" for line in lines) + "\n", "books")

    def title(self) -> str:
        return f"The {self.rng.choice(_ADJECTIVES)} {self.rng.choice(_NOUNS)}"


def old_notes(options: NotesBackground, level: int, rng: Random, setting: Setting) -> Iterator[tuple[str, Record]]:
    """All background records."""
    maker = _Maker(options, rng, setting)
    makers: list[Callable[[], Page]] = [getattr(maker, topic) for topic in options.topics]
    for _ in range(_PAGES * level if makers else 0):
        yield "pages", rng.choice(makers)()
    if "books" in options.topics and level > 0:
        yield from _library(maker, level)


def _library(maker: _Maker, level: int) -> Iterator[tuple[str, Record]]:
    columns = (
        Column(name="Title"),
        Column(name="Author"),
        Column(name="Genre", type="select", options=_GENRES),
        Column(name="Finished", type="date"),
        Column(name="Stars", type="number"),
        Column(name="Price", type="money"),
        Column(name="Lent out", type="checkbox"),
    )
    made = maker.setting.start - timedelta(days=maker.options.oldest_days)
    library = Database(id=maker.id("DB"), title="Books read", columns=columns, created_at=made, updated_at=made)
    yield "databases", library
    for _ in range(_ROWS * level):
        at = maker.moment()
        values = {
            "Title": maker.title(),
            "Author": maker.rng.choice(_AUTHORS),
            "Genre": maker.rng.choice(_GENRES),
            "Finished": at.date().isoformat(),
            "Stars": maker.rng.randint(1, 5),
            "Price": f"EUR {maker.rng.randint(6, 28)}.{maker.rng.choice((0, 50, 90, 95)):02d}",
            "Lent out": maker.rng.random() < 0.1,
        }
        yield "rows", Row(id=maker.id("ROW"), database_id=library.id, values=values, created_at=at, updated_at=at)
