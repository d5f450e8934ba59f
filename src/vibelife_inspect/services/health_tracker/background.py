"""A generated life: readings of a watch and a scale, workouts, meals and sleep."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Literal

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.services.health_tracker.entries import Meal, MealKind, Night, Workout, WorkoutKind
from vibelife_inspect.services.health_tracker.records import Device, Reading
from vibelife_inspect.world import Background, Record, Setting

Measured = Literal["steps", "resting_heart_rate", "weight", "blood_pressure"]
"""Metrics with generated readings."""

_MEALS: dict[MealKind, tuple[tuple[str, int], ...]] = {
    "breakfast": (("Porridge with apple", 380), ("Rye bread with cheese", 420), ("Yoghurt and berries", 290),
                  ("Two eggs on toast", 430), ("Rice and miso soup", 360)),
    "lunch": (("Lentil soup", 480), ("Pasta with courgette", 640), ("Canteen: fish with potatoes", 690),
              ("Bento with salmon", 610), ("Falafel wrap", 720), ("Leek quiche and salad", 560)),
    "dinner": (("Vegetable curry", 620), ("Omelette with mushrooms", 510), ("Pizza, shared", 830),
               ("Roast chicken with carrots", 700), ("Dumplings", 650), ("Bread, cheese, tomatoes", 540)),
    "snack": (("Apple and nuts", 210), ("Slice of plum cake", 320), ("Banana", 100)),
}  # fmt: skip
_HOURS: dict[MealKind, int] = {"breakfast": 7, "lunch": 12, "dinner": 19, "snack": 16}

_PACE: dict[WorkoutKind, tuple[int, int]] = {
    "run": (165, 11), "ride": (340, 8), "walk": (85, 4), "swim": (40, 9), "strength": (0, 6), "yoga": (0, 3)
}  # fmt: skip
"""Metres and kilocalories a minute."""


class HealthBackground(Background):
    """Options of the generated diary; it ends when the story begins, unless `continues`."""

    days_back: int = Field(default=120, ge=1, le=730)
    """How many days of history at level 1; higher levels go further back."""
    continues: bool = False
    """Whether the watch goes on while the story runs, with steps and resting heart rate of each day."""
    metrics: tuple[Measured, ...] = ("steps", "resting_heart_rate", "weight", "blood_pressure")
    """Which readings there are."""
    steps: int = Field(default=8200, ge=500, le=40_000)
    """Usual steps of a day."""
    weight_grams: int = Field(default=74_000, ge=20_000, le=300_000)
    """Usual weight."""
    workouts_per_week: int = Field(default=3, ge=0, le=7)
    """How many workouts."""
    workout_kinds: tuple[WorkoutKind, ...] = ("run", "strength", "ride", "yoga")
    """Which workouts."""
    meals: bool = True
    """Whether meals were written down now and then."""
    sleep: bool = True
    """Whether the watch wrote down sleep."""


class _Maker:
    """Makes records of one day after the other from one stream of chance."""

    def __init__(self, options: HealthBackground, rng: Random, setting: Setting) -> None:
        self.options, self.rng, self.setting = options, rng, setting
        self.watch, self.scale = self._id("DEV", "watch"), self._id("DEV", "scale")
        self.cuff = self._id("DEV", "cuff")

    def devices(self) -> Iterator[tuple[str, Record]]:
        yield "devices", Device(id=self.watch, name="Wrist watch", kind="watch")
        yield "devices", Device(id=self.scale, name="Bathroom scale", kind="scale")
        yield "devices", Device(id=self.cuff, name="Upper arm monitor", kind="blood_pressure")

    def day(self, day: date) -> Iterator[tuple[str, Record]]:
        """All records of a day before the story."""
        yield from self.watched(day, arrived=True)
        rng, options = self.rng, self.options
        if "weight" in options.metrics and rng.random() < 0.3:
            grams = options.weight_grams + rng.randrange(-9, 10) * 100
            yield "readings", self._reading("weight", grams, self._at(day, 7), self.scale)
        if "blood_pressure" in options.metrics and day.weekday() == 6:
            pair = rng.randrange(112, 131), rng.randrange(70, 84)
            yield (
                "readings",
                self._reading("blood_pressure", pair[0] * 1000, self._at(day, 9), self.cuff, pair[1] * 1000),
            )
        if options.sleep:
            yield "nights", self._night(day)
        if rng.randrange(7) < options.workouts_per_week:
            yield "workouts", self._workout(day)
        if options.meals:
            for meal in _MEALS:
                if rng.random() < 0.3:
                    yield "meals", self._meal(day, meal)

    def watched(self, day: date, *, arrived: bool) -> Iterator[tuple[str, Record]]:
        """What the watch measures on a day."""
        rng, options = self.rng, self.options
        if "steps" in options.metrics:
            steps = options.steps * rng.randrange(55, 140) // 100 + rng.randrange(100)
            yield "readings", self._reading("steps", steps * 1000, self._at(day, 22), self.watch, None, arrived)
        if "resting_heart_rate" in options.metrics:
            pulse = rng.randrange(54, 66) * 1000
            yield "readings", self._reading("resting_heart_rate", pulse, self._at(day, 6), self.watch, None, arrived)

    def _reading(
        self, metric: str, value: int, at: datetime, device: str, second: int | None = None, arrived: bool = True
    ) -> Reading:
        return Reading(
            id=self._id("RD", metric, at.date()),
            metric=metric,
            value=value,
            second=second,
            measured_at=at,
            source="device",
            device=device,
            arrived=arrived,
        )

    def _night(self, day: date) -> Night:
        awake = self._at(day, 6)
        whole = self.rng.randrange(380, 520)
        return Night(
            id=self._id("SL", day),
            asleep_at=(awake.astimezone(UTC) - timedelta(minutes=whole)).astimezone(self.setting.home),
            awake_at=awake,
            minutes=whole - self.rng.randrange(10, 50),
            quality=self.rng.choice((2, 3, 3, 4, 4, 5)),
            source="device",
        )

    def _workout(self, day: date) -> Workout:
        rng = self.rng
        kind: WorkoutKind = rng.choice(self.options.workout_kinds or ("walk",))
        minutes = rng.randrange(25, 75)
        metres, kcal = _PACE.get(kind, (0, 6))
        return Workout(
            id=self._id("WO", day),
            kind=kind,
            started_at=self._at(day, 18 if day.weekday() < 5 else 10),
            minutes=minutes,
            metres=metres * minutes * rng.randrange(90, 112) // 100 if metres else None,
            kcal=kcal * minutes,
            effort=rng.randrange(3, 9),
            source="device",
        )

    def _meal(self, day: date, meal: MealKind) -> Meal:
        text, kcal = self.rng.choice(_MEALS[meal])
        kcal = kcal * self.rng.randrange(90, 115) // 100
        return Meal(
            id=self._id("ML", day, meal),
            meal=meal,
            eaten_at=self._at(day, _HOURS[meal]),
            text=text,
            kcal=kcal,
            protein_grams=kcal * 4 // 100,
            carbs_grams=kcal * 12 // 100,
            fat_grams=kcal * 4 // 100,
        )

    def _at(self, day: date, hour: int) -> datetime:
        return datetime.combine(day, time(hour, self.rng.randrange(60)), tzinfo=self.setting.home)

    def _id(self, prefix: str, *parts: object) -> str:
        return f"{prefix}-{code('health_tracker', self.options.seed, *parts, length=9)}"


def generate(options: HealthBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """Devices, then each day up to the start, oldest first."""
    return _records(_Maker(options, rng, setting), level) if level else ()


def _records(maker: _Maker, level: int) -> Iterator[tuple[str, Record]]:
    first_day = maker.setting.start.astimezone(maker.setting.home).date()
    yield from maker.devices()
    for back in range(maker.options.days_back * level, 0, -1):
        yield from maker.day(first_day - timedelta(days=back))
    if maker.options.continues:
        for more in range((maker.setting.end - maker.setting.start).days + 1):
            yield from maker.watched(first_day + timedelta(days=more), arrived=False)
