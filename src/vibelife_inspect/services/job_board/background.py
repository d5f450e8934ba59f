"""The generated board: companies and jobs around those that a bundle writes by hand."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Literal

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.job_board.catalogue import Category, Company, Contract, Job, Remote, Seniority
from vibelife_inspect.services.job_board.words import (
    ABOUT,
    FIRST,
    KINDS,
    PEOPLE,
    PERKS,
    SECOND,
    TEAMS,
    TOWNS,
    TRADES,
    Town,
    Trade,
)
from vibelife_inspect.world import Background, Record, Setting

_LEVELS: dict[Seniority, tuple[str, int, int, int]] = {
    "intern": ("{} (Internship)", 38, 0, 8),
    "junior": ("Junior {}", 74, 0, 18),
    "mid": ("{}", 100, 2, 38),
    "senior": ("Senior {}", 128, 5, 26),
    "lead": ("Lead {}", 155, 8, 10),
}
"""Pattern of the title, per cent of the usual pay, years of experience, how often."""

_REMOTE: tuple[Remote, ...] = ("onsite", "hybrid", "remote")
_CONTRACTS: tuple[Contract, ...] = ("permanent", "fixed_term", "temporary")


class JobBackground(Background):
    """Options of the generated board."""

    cities: tuple[str, ...] = ()
    """Names of cities, such as Hamburg; empty: six, those of the home zone first."""
    categories: tuple[Category, ...] = ()
    """Only jobs of these fields; empty: all."""
    companies: int = Field(default=40, ge=1, le=500)
    """How many at level 1."""
    jobs: int = Field(default=240, ge=0, le=2000)
    """How many at level 1."""
    appearing_percent: int = Field(default=12, ge=0, le=100)
    """How many of them appear while the story runs."""
    pay_percent: int = Field(default=100, ge=10, le=1000)
    """Factor on all pay."""


class _Maker:
    """Makes companies and jobs from one stream of chance."""

    def __init__(self, options: JobBackground, rng: Random, setting: Setting) -> None:
        self.options, self.rng, self.setting = options, rng, setting
        self.towns = _towns(options, setting, rng)
        wanted = options.categories
        self.trades = [trade for trade in TRADES if not wanted or trade.category in wanted] or list(TRADES)
        self.companies: list[tuple[Company, Town]] = []
        self._names: set[str] = set()
        self._minutes = max(1, int((setting.end - setting.start).total_seconds()) // 60)

    def company(self, number: int) -> Company:
        rng, town = self.rng, self.towns[number % len(self.towns)]
        category = rng.choice(self.trades).category
        name = f"{rng.choice(FIRST)}{rng.choice(SECOND)} {rng.choice(KINDS[category])}"
        if name in self._names:
            name = f"{name} {town.name}"
        self._names.add(name)
        host = f"{name.split()[0].lower()}-{number}.example"
        company = Company(
            id=f"CO-{code('job_board', self.options.seed, number, length=7)}",
            name=name,
            category=category,
            city=town.name,
            country=town.country,
            employees=rng.choice((8, 14, 25, 40, 70, 120, 260, 480, 900, 2300)) + rng.randrange(0, 9),
            founded=rng.randrange(1952, 2022),
            about=rng.choice(ABOUT),
            website=f"https://{host}",
            email=f"jobs@{host}",
            rating_tenths=rng.randrange(28, 48),
        )
        self.companies.append((company, town))
        return company

    def job(self, number: int) -> Job:
        rng = self.rng
        company, town = rng.choice(self.companies)
        same = [trade for trade in self.trades if trade.category == company.category]
        trade = rng.choice(same if same and rng.random() < 0.5 else self.trades)
        level = rng.choices(list(_LEVELS), [weight for *_, weight in _LEVELS.values()])[0]
        pattern, share, years, _ = _LEVELS[level]
        hours = rng.choice((40, 40, 40, 38, 35, 30, 20))
        low, high = self._pay(trade, town, share * hours)
        posted, closes, status = self._times()
        skills = tuple(trade.skills[i] for i in sorted(rng.sample(range(len(trade.skills)), 3)))
        perks = rng.sample(PERKS, 2)
        return Job(
            id=f"JOB-{code('job_board', self.options.seed, number, length=8)}",
            reference=f"{company.name[:3].upper()}-{posted.year}-{number + 1:04d}",
            title=pattern.format(trade.title),
            company_id=company.id,
            category=trade.category,
            city=town.name,
            city_local=town.local,
            country=town.country,
            remote=rng.choices(_REMOTE, (5, 5, 2))[0],
            seniority=level,
            contract="internship" if level == "intern" else rng.choices(_CONTRACTS, (8, 2, 1))[0],
            hours_per_week=hours,
            salary_min=low,
            salary_max=high,
            salary_period=town.period,
            skills=skills,
            education=rng.choice(("none", "vocational", "bachelor", "bachelor", "master")),
            years_experience=years + rng.randrange(0, 2) if years else 0,
            description=f"At {company.name} you will {trade.work}. {rng.choice(TEAMS)} {perks[0]} {perks[1]}",
            requirements=(f"Sound knowledge of {skills[0]}", f"Some practice with {skills[1]} and {skills[2]}"),
            needs_cover_letter=rng.random() < 0.25,
            recruiter=rng.choice(PEOPLE),
            posted_at=posted,
            closes_at=closes,
            status=status,
            views_after=timedelta(hours=rng.randrange(20, 160)),
        )

    def _pay(self, trade: Trade, town: Town, share: int) -> tuple[Money | None, Money | None]:
        """A span, rounded to three digits; some employers state none."""
        if self.rng.random() < 0.15:
            return None, None
        euros = trade.pay * 1000 * share * self.options.pay_percent // 400_000
        euros = euros * self.rng.randrange(88, 113) // 100
        minor = max(1, euros * town.per_euro // (12 if town.period == "month" else 1))
        return _rounded(minor, town.currency), _rounded(minor * self.rng.randrange(106, 125) // 100, town.currency)

    def _times(self) -> tuple[datetime, datetime | None, Literal["open", "paused", "closed", "scheduled"]]:
        rng, start = self.rng, self.setting.start
        if rng.random() * 100 < self.options.appearing_percent:
            posted = start + timedelta(minutes=rng.randrange(1, self._minutes + 1))
            return posted, self._closing(posted), "scheduled"
        posted = start - timedelta(minutes=rng.randrange(600, 60_000))
        closes = self._closing(posted)
        if closes is not None and closes <= start:
            return posted, closes, "closed"
        return posted, closes, "paused" if rng.random() < 0.03 else "open"

    def _closing(self, posted: datetime) -> datetime | None:
        """The end of a day some weeks later."""
        if self.rng.random() < 0.35:
            return None
        day = posted + timedelta(days=self.rng.randrange(21, 80))
        return day.replace(hour=23, minute=59, second=0, microsecond=0)


def generate(options: JobBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """Companies, then their jobs."""
    return _records(_Maker(options, rng, setting), level)


def _records(maker: _Maker, level: int) -> Iterator[tuple[str, Record]]:
    for number in range(maker.options.companies * level):
        yield "companies", maker.company(number)
    for number in range(maker.options.jobs * level):
        yield "jobs", maker.job(number)


def _towns(options: JobBackground, setting: Setting, rng: Random) -> list[Town]:
    if options.cities:
        known = {town.name: town for town in TOWNS}
        home = setting.home.key
        return [known.get(name) or Town(name, "", "", home, "EUR", 90) for name in options.cities]
    near = [town for town in TOWNS if town.zone == setting.home.key]
    far = [town for town in TOWNS if town.zone != setting.home.key]
    return [*near, *rng.sample(far, 6)][:6]


def _rounded(minor: int, currency: str) -> Money:
    step = max(10 ** max(0, len(str(minor)) - 3), 10 ** EXPONENTS[currency])
    return Money(minor=max(step, minor // step * step), currency=currency)
