"""The generated library: the world's own law, courts of real cities, and invented decisions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from random import Random
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from vibelife_inspect.errors import nearest
from vibelife_inspect.ids import code
from vibelife_inspect.money import Money
from vibelife_inspect.services.legal_search.case_text import FIRMS, QUARRELS, SURNAMES, TRADES
from vibelife_inspect.services.legal_search.court_text import FEES, FILING_RULES, KINDS, TOWNS, Town
from vibelife_inspect.services.legal_search.law_text import FORMS, LAW, RULES
from vibelife_inspect.services.legal_search.library import (
    Article,
    Case,
    Court,
    Fee,
    Form,
    Hours,
    LimitationRule,
    Statute,
)
from vibelife_inspect.world import Background, Json, Record, Setting

_OUTCOMES = ("granted", "partly_granted", "dismissed", "dismissed")
_STATUSES = ("in_force", "in_force", "in_force", "in_force", "in_force", "in_force", "in_force", "appealed")


def _known(city: str) -> str:
    names = [town.name for town in TOWNS]
    if city not in names:
        raise ValueError(f"there is no city {city!r}; {nearest(city, names)}")
    return city


class LegalBackground(Background):
    """Options of the generated library."""

    cities: tuple[Annotated[str, AfterValidator(_known)], ...] = ()
    """Names of cities with courts, such as Hamburg; empty: four, those of the home zone first."""
    cases: int = Field(default=150, ge=0, le=1000)
    """How many decisions at level 1."""
    past_days: int = Field(default=2500, ge=30, le=20_000)
    """How old the oldest may be."""
    appearing_percent: int = Field(default=8, ge=0, le=100)
    """How many of them are published while the story runs."""
    law: bool = True
    """Whether statutes, rules and forms come along."""


@dataclass
class _Library:
    """Makes decisions, which cite earlier ones, from one stream of chance."""

    options: LegalBackground
    rng: Random
    setting: Setting
    courts: list[tuple[Court, Town, str]] = field(default_factory=list)
    earlier: dict[str, list[Json]] = field(default_factory=dict)

    def case(self, number: int) -> Json:
        """The fields of a decision; a later one may yet overrule it."""
        rng, quarrels = self.rng, _quarrels()
        kind, against, keywords, articles, facts, won, lost = rng.choice(quarrels)
        fit = [row for row in self.courts if (row[0].kind == "labour") == (kind == "labour")]
        court, town, letters = rng.choice(fit)
        outcome = rng.choice(_OUTCOMES)
        claimant, defendant = rng.choice(SURNAMES), self._defendant(kind, against, town)
        decided, published = self._dates(number)
        total = Money(minor=town.unit * rng.randrange(8, 400), currency=town.currency)
        words = {"a": claimant, "b": defendant, "months": rng.randrange(3, 19), "share": rng.randrange(8, 41)}
        held, told = (lost if outcome == "dismissed" else won), facts.format(**words, sum=total)
        holding = held.format(**words, sum=total)
        part = " In part only: the rest of the claim was not proved." if outcome == "partly_granted" else ""
        cited = self._cited(kind, decided)
        fields: Json = {
            "id": f"CASE-{code('legal_search', self.options.seed, number, length=8)}",
            "number": f"{letters}-{town.code} {number + 101}/{decided.year}",
            "title": f"{claimant} v. {defendant}",
            "court_id": court.id,
            "decided_on": decided,
            "kind": kind,
            "outcome": outcome,
            "parties": (claimant, defendant),
            "summary": f"{told} {holding}",
            "text": f"Facts. {told}\n\nReasons. {holding}{part} {_grounds(articles, cited)}",
            "keywords": keywords,
            "cites_articles": articles,
            "cites_cases": tuple(row["id"] for row in cited),
            "status": "unpublished" if published is not None else rng.choice(_STATUSES),
            "published_at": published,
        }
        if court.kind == "regional" and published is None and rng.random() < 0.4:
            self._overrule(fields)
        self.earlier.setdefault(kind, []).append(fields)
        return fields

    def _defendant(self, kind: str, against: str, town: Town) -> str:
        if against == "person":
            return self.rng.choice(SURNAMES)
        if against == "city":
            return f"City of {town.name}"
        trades: Any = TRADES
        return f"{self.rng.choice(FIRMS)} {self.rng.choice(trades[kind])}"

    def _dates(self, number: int) -> tuple[date, datetime | None]:
        """Day of the decision and, for one that is published while the story runs, when that is."""
        rng, start, end = self.rng, self.setting.start, self.setting.end
        if rng.random() * 100 < self.options.appearing_percent:
            minutes = max(1, int((end - start).total_seconds()) // 60)
            published = start + timedelta(minutes=rng.randrange(1, minutes + 1))
            return _weekday(published.date() - timedelta(days=rng.randrange(5, 40))), published
        return _weekday(start.date() - timedelta(days=rng.randrange(20, self.options.past_days + 20))), None

    def _cited(self, kind: str, decided: date) -> list[Json]:
        """Up to two of the latest decisions of its kind that were there before."""
        known = self.earlier.get(kind, [])[-40:]
        older = [row for row in known if row["decided_on"] < decided and row["status"] != "unpublished"]
        return self.rng.sample(older, min(len(older), self.rng.randrange(0, 3)))

    def _overrule(self, fields: Json) -> None:
        """A regional court may overrule an older decision on the same question."""
        for row in self.earlier.get(fields["kind"], [])[-40:]:
            same = row["keywords"] == fields["keywords"] and row["outcome"] != fields["outcome"]
            if same and row["status"] == "in_force" and row["decided_on"] < fields["decided_on"]:
                row.update(status="overruled", overruled_by=fields["id"])
                return


def generate(options: LegalBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """Law, rules and forms; then courts; then decisions."""
    if options.law:
        yield from _law(setting)
        yield from _rules()
        yield from _forms()
    library = _Library(options, rng, setting)
    for town in _towns(options, setting, rng):
        for court, letters in _courts(town, rng):
            library.courts.append((court, town, letters))
            yield "courts", court
    drafts = [library.case(number) for number in range(options.cases * level)]
    for fields in drafts:
        yield "cases", Case.model_validate(fields)


def _lines(text: str) -> list[str]:
    """Lines of a text; an indented one goes on with the line before."""
    return text.strip().replace("\n  ", " ").split("\n")


@cache
def _quarrels() -> list[tuple[str, str, tuple[str, ...], tuple[str, ...], str, str, str]]:
    lines = _lines(QUARRELS)
    rows = []
    for head, facts, won, lost in zip(lines[::4], lines[1::4], lines[2::4], lines[3::4], strict=True):
        kind, against, keywords, articles = head.removeprefix("# ").split(" | ")
        rows.append((kind, against, tuple(keywords.split(", ")), tuple(articles.split(", ")), facts, won, lost))
    return rows


def _law(setting: Setting) -> Iterator[tuple[str, Record]]:
    """Statutes with articles; the one that is not in force yet comes into force while the story runs."""
    soon = setting.start + (setting.end - setting.start) // 2
    statute = ""
    for line in _lines(LAW):
        if line.startswith("# "):
            statute, name, kind, summary = line[2:].split(" | ")
            upcoming = "Not yet in force" in summary
            summary = summary.replace(" Not yet in force.", "") + " Law of this simulated world, of no real country."
            at = datetime.combine(soon.date() if upcoming else date(2011, 1, 1), time(), tzinfo=setting.home)
            fields = {"id": statute, "name": name, "short": statute, "kind": kind, "summary": summary}
            status = "upcoming" if upcoming else "in_force"
            yield "statutes", Statute.model_validate({**fields, "status": status, "in_force_at": at})
        else:
            head, _, rest = line.partition(" | ")
            number, _, part = head.partition(" ")
            title, _, text = rest.partition(": ")
            yield (
                "articles",
                Article(id=f"{statute}-{number}", statute_id=statute, number=number, part=part, title=title, text=text),
            )


def _rules() -> Iterator[tuple[str, Record]]:
    for line in _lines(RULES):
        id, name, kind, sort, period, event, article, *how = line.split(" | ")
        length, unit = period.split()
        fields: Json = {"id": id, "name": name, "kind": kind, "sort": sort, "length": int(length), "unit": unit}
        if how == ["before"]:
            fields |= {"direction": "before", "rolls": "previous_working_day"}
        elif how == ["fixed"]:
            fields["rolls"] = "none"
        elif how == ["end_of_year"]:
            fields["first_day"] = "end_of_year"
        yield "rules", LimitationRule.model_validate({**fields, "counted_from": event, "article_id": article})


def _forms() -> Iterator[tuple[str, Record]]:
    lines = _lines(FORMS)
    for head, blanks, text in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        id, name, kind, purpose = head.split(" | ")
        fields = []
        for blank in blanks.split("; "):
            key, sort, label = blank.split(":")
            fields.append({"name": key, "kind": sort, "label": label.rstrip("?"), "required": not label.endswith("?")})
        row = {"id": id, "name": name, "kind": kind, "purpose": purpose, "fields": fields, "text": text}
        yield "forms", Form.model_validate(row)


def _courts(town: Town, rng: Random) -> Iterator[tuple[Court, str]]:
    closes = rng.choice((time(15), time(15, 30), time(16)))
    hours = (
        Hours(days=("mon", "tue", "wed", "thu"), opens=time(9), closes=closes),
        Hours(days=("fri",), opens=time(9), closes=time(13)),
    )
    for kind, name, letters, local in KINDS:
        fees = tuple(
            Fee(what=what, amount=Money(minor=town.unit * times, currency=town.currency)) for what, times in FEES
        )
        court = Court(
            id=f"CRT-{letters}-{town.code}",
            name=name.format(town.name),
            name_local=local.get(town.country, "").format(town.local),
            kind=kind,
            city=town.name,
            city_local=town.local,
            country=town.country,
            address=f"{town.street.format(rng.randrange(1, 90))}, {town.name}",
            zone=town.zone,
            phone=f"{town.phone} 555 {rng.randrange(100, 1000):04d}",
            email=f"registry@{letters.lower()}-{town.code.lower()}.courts.example",
            opening_hours=hours,
            filing_rules=(FILING_RULES[0], *rng.sample(FILING_RULES[1:], 2)),
            fees=fees,
            appeals_to=None if kind == "regional" else f"CRT-RC-{town.code}",
        )
        yield court, letters


def _towns(options: LegalBackground, setting: Setting, rng: Random) -> list[Town]:
    if options.cities:
        known = {town.name: town for town in TOWNS}
        return [known[name] for name in options.cities]
    near = [town for town in TOWNS if town.zone == setting.home.key]
    far = [town for town in TOWNS if town.zone != setting.home.key]
    return [*near, *rng.sample(far, 4)][:4]


def _grounds(articles: tuple[str, ...], cited: list[Json]) -> str:
    text = f"The decision rests on {', '.join(articles)}."
    if cited:
        text += " It follows " + " and ".join(f"{row['title']} ({row['number']})" for row in cited) + "."
    return text


def _weekday(day: date) -> date:
    """Courts decide on weekdays."""
    return day - timedelta(days=max(0, day.weekday() - 4))
