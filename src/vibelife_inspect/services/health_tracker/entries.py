"""What is written down: workouts, meals, sleep and notes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.world import ME, Json, Record

WorkoutKind = Literal[
    "run", "walk", "hike", "ride", "swim", "row", "climb", "ski", "strength", "yoga", "mobility", "team_sport", "other"
]
"""What somebody did."""

MealKind = Literal["breakfast", "lunch", "dinner", "snack"]
"""Which meal it was."""

Minutes = Annotated[int, Field(ge=1, le=2880)]
"""A duration in minutes."""
Metres = Annotated[int, Field(ge=0, le=1_000_000)]
"""A distance in metres."""
Kcal = Annotated[int, Field(ge=0, le=20_000)]
"""Energy in kilocalories."""
Grams = Annotated[int, Field(ge=0, le=5000)]
"""A weight in grams."""
Effort = Annotated[int, Field(ge=1, le=10)]
"""How hard it felt, from 1 (very easy) to 10 (all out)."""
Quality = Annotated[int, Field(ge=1, le=5)]
"""How well somebody slept, from 1 (badly) to 5 (very well)."""


class Workout(Record):
    """One training."""

    owner: str = ME
    kind: WorkoutKind
    started_at: Instant
    minutes: Minutes
    metres: Metres | None = None
    kcal: Kcal | None = None
    effort: Effort | None = None
    note: str = ""
    source: Literal["device", "manual"] = "manual"
    session: str | None = None
    """Id of the planned session that it fulfils."""

    @property
    def moment(self) -> datetime:
        """When it belongs in the diary."""
        return self.started_at

    @property
    def text_line(self) -> str:
        """One line for an export."""
        far = "" if self.metres is None else f", {self.metres} m"
        return f"Workout: {self.kind}, {self.minutes} min{far}"

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "kind", "started_at", "minutes", "metres", "kcal", "effort", "source", "session")


class Meal(Record):
    """One meal."""

    owner: str = ME
    meal: MealKind
    eaten_at: Instant
    text: str = ""
    """What it was."""
    kcal: Kcal
    protein_grams: Grams | None = None
    carbs_grams: Grams | None = None
    fat_grams: Grams | None = None

    @property
    def moment(self) -> datetime:
        """When it belongs in the diary."""
        return self.eaten_at

    @property
    def text_line(self) -> str:
        """One line for an export."""
        return f"Meal: {self.meal}, {self.kcal} kcal {self.text}".rstrip()

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "meal", "eaten_at", "text", "kcal", "protein_grams", "carbs_grams", "fat_grams")


class Night(Record):
    """One sleep, at night or by day; it belongs to the day of waking up."""

    owner: str = ME
    asleep_at: Instant
    awake_at: Instant
    minutes: Minutes
    """Minutes asleep, without those awake in between."""
    quality: Quality | None = None
    source: Literal["device", "manual"] = "manual"
    note: str = ""

    @property
    def moment(self) -> datetime:
        """When it belongs in the diary."""
        return self.awake_at

    @property
    def text_line(self) -> str:
        """One line for an export."""
        return f"Sleep: {self.minutes} min"

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return self.pick("id", "asleep_at", "awake_at", "minutes", "quality", "source")


class Note(Record):
    """A remark on health, by the persona or by somebody who treats the persona."""

    owner: str = ME
    text: str
    author: str = ME
    """Name of who wrote it; `me` is the persona."""
    about: str = ""
    """Id of the record or name of the metric that it is about."""
    written_at: Instant

    @property
    def moment(self) -> datetime:
        """When it belongs in the diary."""
        return self.written_at

    @property
    def text_line(self) -> str:
        """One line for an export."""
        by = "" if self.author == ME else f" by {self.author}"
        return f"Note{by}: {' '.join(self.text.split())}"

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {**self.pick("id", "author", "about", "written_at"), "text": self.text[:300]}
